"""The page of what changed and its feeds: what they say, what they narrow, and when they change."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from defusedxml import ElementTree
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from tests.accounts.people import account
from tests.decks.stored import person
from vsdb.accounts.services import make_token
from vsdb.custom_formats import services as own
from vsdb.news import recording
from vsdb.news.feeds import Feed, FeedEntry, render_atom, render_json_feed
from vsdb.news.messages import describe_change
from vsdb.news.models import Change
from vsdb.news.services import group_changes

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"
NASTY = "A <script>alert(1)</script> & \x0b\x00 \ud800 ]]> “B”"
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def change(kind: str = "set-released", first: str = "2026-03-02", last: str = "2026-03-30", **more: Any) -> Change:
    """A change that isn't stored."""
    days = {"earliest": date.fromisoformat(first), "latest": date.fromisoformat(last)} if first else {}
    facts = {"code": "ABC", "name": "Alpha", "kind": "expansion", "official": "yes"} | more.pop("facts", {})
    moment = datetime.fromisoformat(f"{first or '1900-01-01'}T00:00:00+00:00")
    told = {"game_id": "riftbound", "kind": kind, "facts": facts, "recorded": NOW, "at": moment, "touched": NOW}
    return Change(**{**told, **days, **more})


def learn(name: str = "Alpha", code: str = "ABC") -> None:
    """The site learns of a set, whatever the facts are."""
    facts = {"code": code, "name": name, "kind": "expansion", "official": "yes"}
    now = timezone.now()
    Change.objects.create(
        game_id="riftbound", kind="set-released", key=code, earliest=date(2026, 1, 1), latest=date(2026, 1, 31),
        facts=facts, recorded=now, at=now, touched=now,
    )  # fmt: skip


class TestWords:
    def test_say_a_day_as_closely_as_it_is_known(self) -> None:
        assert (
            describe_change(change(), NOW).text == "Alpha (ABC, Riftbound) came out between 2 March and 30 March 2026."
        )
        assert (
            describe_change(change(last="2026-03-02"), NOW).text == "Alpha (ABC, Riftbound) came out on 2 March 2026."
        )
        month = change(first="2026-03-01", last="2026-03-31")
        assert describe_change(month, NOW).text == "Alpha (ABC, Riftbound) came out in March 2026."

    def test_say_what_lies_ahead_as_coming(self) -> None:
        told = describe_change(change(first="2027-01-01", last="2027-01-01"), NOW)
        assert (told.text, told.is_upcoming) == ("Alpha (ABC, Riftbound) comes out on 1 January 2027.", True)

    def test_doubt_a_set_that_may_not_be_official(self) -> None:
        assert "may not have been" in describe_change(change(facts={"official": "doubtful"}), NOW).text
        assert "fan set" in describe_change(change(facts={"official": "no"}), NOW).text

    def test_say_what_was_given_before(self) -> None:
        told = describe_change(change(last="2026-03-02", before=["2026-01-01", "2026-12-31"], revised=NOW), NOW)
        assert told.text.endswith("Until 20 November 2026 the date was given as 2026.")

    def test_say_that_a_fact_is_gone_and_lead_to_nothing_that_is_gone_too(self) -> None:
        told = describe_change(change(withdrawn=NOW), NOW)
        assert told.title == "Withdrawn: New set: Alpha"
        assert told.text.startswith("Removed from the facts on 20 November 2026. It read: New set: Alpha.")
        assert told.href == "/changes/?game=riftbound"
        assert not told.is_upcoming

    @pytest.mark.parametrize(
        ("kind", "facts", "title"),
        [
            ("set-legal", {}, "Alpha became legal"),
            ("set-rotated", {"format": "standard", "format_name": "Standard"}, "Alpha left Standard"),
            ("errata", {"source": "s", "source_name": "S", "count": 1, "cards": [["a", "Alpha"]]}, "Errata for Alpha"),
            ("errata", {"source": "s", "source_name": "S", "count": 9, "cards": []}, "Errata for 9 cards"),
            ("texts", {"source": "s", "source_name": "S", "count": 120, "cards": []}, "Official texts of 120 cards"),
            (
                "rulings",
                {"source": "s", "source_name": "S", "count": 1, "authority": "judge"},
                "1 ruling from S",
            ),
            ("edition", {"document": "rb-core-1.3"}, "New edition: Alpha"),
            ("format-began", {"format": "standard"}, "New format: Alpha"),
            ("format-ended", {"format": "standard"}, "Alpha ended"),
        ],
    )
    def test_there_are_for_each_kind(self, kind: str, facts: dict[str, Any], title: str) -> None:
        told = describe_change(change(kind, facts=facts), NOW)
        assert told.title == title
        assert "2 March" in told.text
        assert told.href.startswith("/")

    def test_of_a_ban_name_its_card_its_formats_and_what_it_is_narrowed_to(self) -> None:
        formats = [["a", "First"], ["b", "Second"], ["c", "Third"], ["d", "Fourth"], ["e", "Fifth"]]
        facts = {
            "card": "Plan",
            "cards": ["plan"],
            "formats": formats,
            "printings": ["ABC-001"],
            "set": "",
            "event": "X",
        }
        began, ended = (describe_change(change(kind, facts=facts), NOW) for kind in ("ban-began", "ban-ended"))
        assert began.title == "Plan banned in First, Second, Third and 2 others"
        assert "The ban began between" in began.text
        assert "Only ABC-001." in began.text
        assert began.href == "/cards/riftbound/plan/#bans"
        assert ended.title == "Plan no longer banned in First, Second, Third and 2 others"

    def test_of_a_format_without_a_day_say_so(self) -> None:
        told = describe_change(change("format-began", first="", facts={"format": "standard"}), NOW)
        assert (told.title, told.text) == ("Format: Alpha", "The start date of Alpha isn’t recorded.")


class TestThePage:
    def test_leads_to_its_feeds_narrowed_as_it_is(self, client: Client) -> None:
        page = client.get("/changes/?game=riftbound&kind=sets").content.decode()
        assert 'type="application/atom+xml" title="Changes: Riftbound, sets"' in page
        assert 'href="/changes/feed.atom?game=riftbound&amp;kind=sets"' in page
        assert 'href="/changes/feed.json?game=riftbound&amp;kind=sets"' in page
        assert 'type="application/atom+xml"' in client.get("/").content.decode()

    def test_narrows_to_a_game_and_a_kind(self, client: Client) -> None:
        bans = client.get("/changes/?game=riftbound&kind=bans").content.decode()
        assert "banned in Constructed: Standard" in bans
        assert "Scrapheap" in bans
        assert "New set" not in bans
        assert "Riftbound" not in client.get("/changes/feed.atom?game=vs-classic").content.decode()

    def test_says_what_is_coming_with_its_day(self, client: Client) -> None:
        page = client.get("/changes/?game=riftbound&kind=rotation").content.decode()
        assert page.index(">Upcoming<") < page.index("leave Constructed: Standard") < page.index(">Past<")

    @pytest.mark.parametrize(("query", "status"), [("kind=cats", 400), ("game=chess", 404), ("page=x", 200)])
    def test_answers_words_that_name_nothing(self, client: Client, query: str, status: int) -> None:
        for address in ("/changes/", "/changes/feed.atom", "/changes/feed.json"):
            assert client.get(f"{address}?{query}").status_code == status

    def test_has_another_etag_once_something_is_recorded(self, client: Client) -> None:
        for number, address in enumerate(("/changes/", "/changes/feed.atom", "/changes/feed.json", "/api/v1/changes")):
            etag = client.get(address).headers["ETag"]
            assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
            learn(code=f"NO{number}")
            again = client.get(address, headers={"If-None-Match": etag})
            assert (again.status_code, again.headers["ETag"] != etag) == (200, True)

    def test_is_not_kept_for_another_person(self, client: Client) -> None:
        etag = client.get("/changes/").headers["ETag"]
        _, browser = person("ann")
        answer = browser.get("/changes/", headers={"If-None-Match": etag})
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")

    def test_shows_what_files_bring_as_text(self, client: Client) -> None:
        learn("<script>alert(1)</script> & Co")
        page = client.get("/changes/").content.decode()
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co" in page
        assert "<script>alert" not in page

    def test_costs_the_same_queries_however_much_there_is(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.get("/changes/")
        for address in ("/changes/?kind=formats&game=riftbound", "/changes/", "/changes/feed.atom"):
            with django_assert_max_num_queries(8):
                client.get(address)


class TestFormatsByOrganizers:
    def test_are_told_once_published_and_no_more_once_staff_hides_them(self, client: Client) -> None:
        recording.record()
        user = account("org")
        fmt = own.create(user.pk, "vs-classic", "<b>Tuesday</b> League", slug="tuesday-league", start="golden-age")
        own.publish(fmt, user.pk)
        page = client.get("/changes/?kind=formats").content.decode()
        assert "Organizer’s format: &lt;b&gt;Tuesday&lt;/b&gt; League" in page
        assert 'href="/formats/vs-classic/tuesday-league@1/"' in page
        fmt.refresh_from_db()
        own.hide(fmt, "Spam.")
        assert "Tuesday" not in client.get("/changes/?kind=formats").content.decode()
        assert "Tuesday" not in client.get("/changes/feed.json").content.decode()


class TestFeeds:
    @pytest.fixture
    def feed(self) -> Feed:
        entries = [
            FeedEntry(f"changes/{n} {NASTY}", NASTY, NASTY, "/x/", NOW, NOW + timedelta(days=n), (NASTY,))
            for n in (2, 1)
        ]
        return Feed(
            "changes", "Title", "About", "https://cards.example:8443", "/changes/", "/changes/feed.atom", entries
        )

    def test_of_xml_are_whole_whatever_titles_hold(self, feed: Feed) -> None:
        root = ElementTree.fromstring(render_atom(feed))
        title = root.findtext(f"{ATOM}entry/{ATOM}title") or ""
        assert title == "A <script>alert(1)</script> &   ]]> “B”"
        # The summary is HTML: read as such it gives the text back, and no element.
        summary = root.findtext(f"{ATOM}entry/{ATOM}summary") or ""
        assert "&lt;script&gt;" in summary
        assert "<" not in summary

    def test_of_xml_have_what_rfc_4287_asks_for(self, feed: Feed) -> None:
        root = ElementTree.fromstring(render_atom(feed))
        assert root.findtext(f"{ATOM}id") == "tag:cards.example,2026-01-01:changes"
        assert root.findtext(f"{ATOM}updated") == "2026-11-22T12:00:00+00:00"  # that of the newest entry
        links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
        assert links == {
            "alternate": "https://cards.example:8443/changes/",
            "self": "https://cards.example:8443/changes/feed.atom",
        }
        assert root.find(f"{ATOM}author") is not None
        for entry in root.findall(f"{ATOM}entry"):
            assert all(entry.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated", "published", "summary"))

    def test_without_an_entry_have_a_moment_that_stays(self, feed: Feed) -> None:
        empty = Feed(feed.name, "T", "A", feed.root, "/", "/f", [])
        assert ElementTree.fromstring(render_atom(empty)).findtext(f"{ATOM}updated") == "2026-01-01T00:00:00+00:00"

    def test_of_json_have_what_json_feed_asks_for(self, client: Client) -> None:
        answer = client.get("/changes/feed.json")
        assert answer.headers["Content-Type"].startswith("application/feed+json")
        made = json.loads(answer.content)
        assert made["version"] == "https://jsonfeed.org/version/1.1"
        assert made["feed_url"] == "http://testserver/changes/feed.json"
        assert len(made["items"]) == 50
        assert len({each["id"] for each in made["items"]}) == 50
        assert all(each["content_text"] and each["url"].startswith("http://testserver/") for each in made["items"])
        moments = [each["date_modified"] for each in made["items"]]
        assert moments == sorted(moments, reverse=True)

    def test_of_json_hold_any_text(self, feed: Feed) -> None:
        assert json.loads(render_json_feed(feed))["items"][0]["tags"]

    def test_name_an_entry_alike_after_it_changed(self, client: Client) -> None:
        def named(address: str) -> str:
            items = json.loads(client.get(address).content)["items"]
            return next(str(each["id"]) for each in items if "Origins:" in each["title"])

        before = named("/changes/feed.json?game=riftbound&kind=sets")
        Change.objects.filter(game="riftbound", key="OGS").update(earliest=date(2026, 1, 1), touched=timezone.now())
        assert named("/changes/feed.json?kind=sets") == before


class TestTheCall:
    def test_gives_what_is_new_since_a_moment(self, client: Client) -> None:
        client.get("/changes/")
        learn()
        since = (timezone.now() - timedelta(hours=1)).isoformat().replace("+00:00", "Z")
        found = client.get("/api/v1/changes", {"since": since, "kind": "sets"}).json()
        # A set that was announced at the beginning is news when its day comes.
        assert [(each["title"], each["earliest"]) for each in found["results"] if not each["initial"]] == [
            ("New set: Alpha", "2026-01-01")
        ]

    @pytest.mark.parametrize(
        "query", ["since=yesterday", "since=2026-99-01T00:00", "kind=cats", "knd=sets", "page_size=x"]
    )
    def test_refuses_what_can_not_be_read(self, client: Client, query: str) -> None:
        assert client.get(f"/api/v1/changes?{query}").status_code == 400

    def test_is_cut_into_pages(self, client: Client) -> None:
        found = client.get("/api/v1/changes?page_size=3").json()
        assert (len(found["results"]), found["count"] > 400) == (3, True)

    def test_needs_no_token_and_takes_one(self, client: Client, settings: Settings) -> None:
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        _, secret = make_token(account(), name="x", scope="read")
        answer = client.get("/api/v1/changes", headers={"Authorization": f"Bearer {secret}"})
        assert answer.status_code == 200


class TestWaves:
    FACTS = {"cards": [], "formats": [["a", "First"]], "set": "", "event": "Finals"}  # noqa: RUF012

    def told(self, pk: int, card: str, **more: Any) -> Any:
        facts = {**self.FACTS, "card": card, "printings": more.pop("printings", [])}
        return describe_change(change("ban-began", pk=pk, is_initial=True, facts=facts, **more), NOW)

    def test_are_bans_of_one_day_in_the_same_formats(self) -> None:
        rows = [
            self.told(1, "Plan"),
            self.told(2, "Scout", printings=["ABC-001"]),
            self.told(3, "Late", last="2026-04-01"),
        ]
        wave, alone = group_changes(rows)
        assert wave.title == "2 cards banned in First"
        assert wave.text == ("The bans began between 2 March and 30 March 2026. They were first applied at Finals.")
        assert [(each.name, each.narrowed) for each in wave.members] == [("Plan", ""), ("Scout", "ABC-001")]
        assert (alone.members, alone.first.title) == ((), "Late banned in First")

    def test_leave_alone_what_is_gone_and_what_has_another_day_now(self) -> None:
        gone = self.told(1, "Plan", withdrawn=NOW)
        moved = self.told(2, "Scout", before=["2026-01-01", "2026-01-01"], revised=NOW)
        assert [each.members for each in group_changes([gone, moved, self.told(3, "Late")])] == [(), (), ()]

    def test_are_sets_that_leave_together(self) -> None:
        facts = {"format": "standard", "format_name": "Standard"}
        rows = [
            describe_change(change("set-rotated", "2028-01-01", "2028-01-01", pk=n, facts=facts), NOW) for n in (1, 2)
        ]
        (wave,) = group_changes(rows)
        assert (wave.title, wave.text) == ("2 sets leave Standard", "They rotate out on 1 January 2028.")

    def test_stand_on_the_page_with_a_link_for_each(self, client: Client) -> None:
        page = client.get("/changes/?game=riftbound&kind=bans").content.decode()
        assert "7 cards banned in Constructed: Standard" in page  # the file has seven, all of one wave
        assert 'href="/cards/riftbound/scrapheap/#bans"' in page
