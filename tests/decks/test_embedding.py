"""A deck's verdict on other sites: a badge, a frame, snippets and oEmbed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from html import unescape
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine.model.formats import Format
from tests.custom_formats.making import next_version, published
from tests.decks.stored import deck_of, page_of, person
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.selectors import get_reference
from vsdb.check.badges import build_badge
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"
ENDS = ("badge.svg", "frame/")
HOSTILE = "\"><script>alert(1)</script> [x](y) <>&'"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def public(ann: User) -> Deck:
    return deck_of(ann, title="Doom Control", visibility="public", as_of=date(2008, 7, 1))


def title_of(client: Client, address: str) -> str:
    """The title of a badge, read as XML."""
    response = client.get(address)
    assert response.status_code == 200, address
    root = ElementTree.fromstring(response.content)  # noqa: S314 - our own answer
    return str(root.findtext(f"{SVG}title"))


class TestABadge:
    def test_says_outcome_format_and_date(self, client: Client, public: Deck) -> None:
        address = f"/decks/{public.pk}/badge.svg"
        assert title_of(client, address) == "Illegal in Silver Age on 1 July 2008"
        text = "".join(ElementTree.fromstring(client.get(address).content).itertext())  # noqa: S314
        assert "Silver Age, 1 July 2008" in text

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("?format=golden-age", "in Golden Age on 1 July 2008"),
            ("?format=vs-classic/golden-age&on=2006-05-01", "in Golden Age on 1 May 2006"),
            ("?on=2006-05-01", "in Silver Age on 1 May 2006"),
        ],
    )
    def test_is_for_the_format_and_the_date_that_are_asked(
        self, client: Client, public: Deck, query: str, said: str
    ) -> None:
        assert said in title_of(client, f"/decks/{public.pk}/badge.svg{query}")

    @pytest.mark.parametrize("own", ["lake-league", "lake-league@1", "lake-league@2"])
    def test_tells_the_versions_of_an_organizer_s_format_apart(self, client: Client, ann: User, own: str) -> None:
        next_version(published(ann), {"construction": {"copies": 1}})
        deck = deck_of(ann, visibility="public", format=own, text="4 Savage Beatdown", as_of=date(2008, 7, 1))
        address = f"/decks/{deck.pk}/badge.svg?format=lake-league"
        assert title_of(client, f"{address}@1").startswith("Legal in")
        assert title_of(client, f"{address}@2").startswith("Illegal in")
        assert title_of(client, address).startswith("Illegal in")
        assert title_of(client, address.partition("?")[0]).startswith("Legal" if own.endswith("@1") else "Illegal")

    @pytest.mark.parametrize("slug", ["", "gone"])
    def test_without_a_format_says_so_and_is_not_illegal(self, client: Client, ann: User, slug: str) -> None:
        deck = deck_of(ann, visibility="public", format="")
        Deck.objects.filter(pk=deck.pk).update(format=slug)
        assert title_of(client, f"/decks/{deck.pk}/badge.svg") == "No format chosen"
        assert b"llegal" not in client.get(f"/decks/{deck.pk}/badge.svg").content

    @pytest.mark.parametrize(
        ("query", "status"),
        [
            ("?format=nothing", 404),
            ("?format=riftbound/standard", 404),
            ("?on=tomorrow", 400),
            ("?on=2008-02-30", 400),
            ("?format=%00", 404),
            (f"?format={'x' * 5000}", 404),
            ("?format=" + quote(HOSTILE), 404),
        ],
    )
    def test_of_what_there_is_not_is_refused(self, client: Client, public: Deck, query: str, status: int) -> None:
        response = client.get(f"/decks/{public.pk}/badge.svg{query}")
        assert response.status_code == status
        assert b"<script>alert" not in response.content

    def test_fits_a_long_name_and_letters_of_any_kind(self) -> None:
        for name in ("x" * 200, "漢字" * 40, HOSTILE):
            fmt = _named(name)
            drawn = build_badge("legal", fmt, date(2026, 1, 1))
            assert isinstance(drawn["width"], int)
            assert drawn["width"] < 1_000
            assert int(str(drawn["rest"])) < drawn["width"]


def _named(name: str) -> Format:
    return replace(get_reference("vs-classic").formats["silver-age"], name=name)


class TestAFrame:
    def test_has_the_verdict_the_size_and_a_link(self, client: Client, public: Deck) -> None:
        page = client.get(f"/decks/{public.pk}/frame/").content.decode()
        assert "Illegal in Silver Age on 1 July 2008" in page
        assert "Vs. System TCG, 15 cards" in page
        assert f'href="{page_of(public)}" target="_blank" rel="noopener"' in page

    def test_has_no_script_no_form_and_no_cookie(self, client: Client, ann: User) -> None:
        deck = deck_of(ann, title=HOSTILE, visibility="public")
        response = client.get(f"/decks/{deck.pk}/frame/")
        page = response.content.decode()
        assert "<script" not in page
        assert "<form" not in page
        assert not response.cookies
        assert "Set-Cookie" not in response.headers

    def test_may_be_framed_by_any_site_and_nothing_else_may(self, client: Client, public: Deck) -> None:
        response = client.get(f"/decks/{public.pk}/frame/")
        policy = response.headers["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert "script-src" not in policy
        assert "form-action 'none'" in policy
        assert "X-Frame-Options" not in response.headers
        for address in (
            page_of(public),
            "/",
            "/check/",
            f"/decks/{public.pk}/versions/",
            f"/decks/{public.pk}/frame/?on=x",
        ):
            other = client.get(address)
            assert "frame-ancestors 'none'" in other.headers["Content-Security-Policy"], address
            assert other.headers["X-Frame-Options"] == "DENY", address

    def test_of_what_is_not_shared_says_so_in_the_frame_and_tells_nothing_of_it(
        self, client: Client, ann: User
    ) -> None:
        deck = deck_of(ann, title="Secret plan")
        for address in (f"/decks/{deck.pk}/frame/", "/decks/999/frame/", "/decks/shared/nothing/frame/"):
            response = client.get(address)
            page = response.content.decode()
            assert response.status_code == 404
            assert "frame-ancestors *" in response.headers["Content-Security-Policy"]
            assert response.headers["Cache-Control"] == "no-store"
            assert "Deck not available" in page
            assert "Secret" not in page
            assert "<script" not in page
            assert "ETag" not in response.headers


class TestABadgeOfWhatIsNotShared:
    def test_is_drawn_so_that_a_page_elsewhere_has_no_broken_picture(self, client: Client, ann: User) -> None:
        response = client.get(f"/decks/{deck_of(ann, title='Secret plan').pk}/badge.svg")
        assert (response.status_code, response.headers["Cache-Control"]) == (404, "no-store")
        assert response.headers["Content-Type"].startswith("image/svg+xml")
        root = ElementTree.fromstring(response.content)  # noqa: S314 - our own answer
        assert root.findtext(f"{SVG}title") == "Deck not available"
        assert "Secret" not in response.content.decode()


@pytest.mark.parametrize("end", ENDS)
class TestWhoMaySeeThem:
    def test_by_number_a_public_deck_alone_for_its_owner_too(self, end: str) -> None:
        user, own = person("bob")
        for visibility, status in (("private", 404), ("link", 404), ("public", 200)):
            deck = deck_of(user, visibility=visibility)
            assert own.get(f"/decks/{deck.pk}/{end}").status_code == status
            assert Client().get(f"/decks/{deck.pk}/{end}").status_code == status

    def test_by_the_secret_link_while_it_works(self, client: Client, ann: User, end: str) -> None:
        deck = deck_of(ann, visibility="link")
        address = f"/decks/shared/{deck.secret}/{end}"
        response = client.get(address)
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == "private, max-age=300"
        services.share(deck.pk, Viewer(ann.pk), "private")
        assert client.get(address).status_code == 404
        assert client.get(f"/decks/shared/nothing/{end}").status_code == 404

    def test_not_one_that_staff_has_hidden(self, client: Client, public: Deck, end: str) -> None:
        Deck.objects.filter(pk=public.pk).update(hidden_at="2026-01-01T00:00Z")
        assert client.get(f"/decks/{public.pk}/{end}").status_code == 404

    def test_are_only_read(self, client: Client, public: Deck, end: str) -> None:
        assert client.post(f"/decks/{public.pk}/{end}").status_code == 405


@pytest.mark.parametrize("end", ENDS)
class TestKeeping:
    def test_answers_304_until_the_deck_changes(self, client: Client, ann: User, public: Deck, end: str) -> None:
        address = f"/decks/{public.pk}/{end}"
        first = client.get(address)
        etag = first.headers["ETag"]
        assert first.headers["Cache-Control"] == "public, max-age=300"
        again = client.get(address, headers={"If-None-Match": etag})
        assert (again.status_code, again.content) == (304, b"")
        assert client.get(f"{address}?on=2006-01-01", headers={"If-None-Match": etag}).status_code == 200
        services.save(public.pk, Viewer(ann.pk), 1, Snapshot(title="Doom Control", format="golden-age", text="4 Hulk"))
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 200

    def test_costs_the_same_for_any_deck(
        self, client: Client, ann: User, end: str, django_assert_max_num_queries: Callable[..., object]
    ) -> None:
        long = "".join(f"1 Card number {number}\n" for number in range(150))
        for text in ("4 Savage Beatdown", long):
            deck = deck_of(ann, visibility="public", text=text, as_of=date(2008, 7, 1))
            client.get(f"/decks/{deck.pk}/{end}")
            with django_assert_max_num_queries(6):  # type: ignore[attr-defined]
                assert client.get(f"/decks/{deck.pk}/{end}").status_code == 200


class TestSnippets:
    @staticmethod
    def snippets(page: str) -> dict[str, str]:
        found = re.findall(r'<textarea id="embed-([^"]*)"[^>]*>(.*?)</textarea>', page, re.DOTALL)
        return {slug: unescape(text) for slug, text in found}

    def test_are_on_the_page_of_a_shared_deck(self, client: Client, public: Deck) -> None:
        found = self.snippets(client.get(page_of(public)).content.decode())
        badge = f"http://testserver/decks/{public.pk}/badge.svg"
        page = f"http://testserver{page_of(public)}"
        assert found["markdown"] == f"[![Doom Control: verdict by vsdb]({badge})]({page})"
        assert found["html"] == f'<a href="{page}"><img src="{badge}" alt="Doom Control: verdict by vsdb"></a>'
        assert found["bbcode"] == f"[url={page}][img]{badge}[/img][/url] Doom Control"
        assert f'<iframe src="http://testserver/decks/{public.pk}/frame/"' in found["frame"]
        assert "max-width:100%" in found["frame"]
        copied = re.findall(r'data-copy="embed-([^"]+)"', client.get(page_of(public)).content.decode())
        assert copied == [*found]

    def test_of_a_deck_shared_by_link_have_the_secret_for_its_owner(self, ann: User) -> None:
        own = Client()
        own.force_login(ann)
        deck = deck_of(ann, visibility="link")
        found = self.snippets(own.get(page_of(deck)).content.decode())
        assert all(deck.secret in text for text in found.values())

    def test_of_a_private_deck_are_not_there(self, ann: User) -> None:
        own = Client()
        own.force_login(ann)
        page = own.get(page_of(deck_of(ann))).content.decode()
        assert not self.snippets(page)
        assert "badge.svg" not in page

    def test_hold_any_title_as_text(self, client: Client, ann: User) -> None:
        deck = deck_of(ann, title=HOSTILE, visibility="public")
        page = client.get(page_of(deck)).content.decode()
        assert "<script>alert" not in page
        found = self.snippets(page)
        assert "<script>" not in found["html"]
        assert "<script>" not in found["frame"]
        assert "[x](y)" not in found["markdown"]
        assert r"\[x\](y)" in found["markdown"]


class TestOEmbed:
    def test_answers_for_a_public_deck(self, client: Client, public: Deck) -> None:
        page = client.get(page_of(public)).content.decode()
        href = unescape(re.findall(r'type="application/json\+oembed" href="([^"]*)"', page)[0])
        response = client.get(href.removeprefix("http://testserver"))
        told = response.json()
        assert (told["version"], told["type"], told["width"], told["height"]) == ("1.0", "rich", 420, 132)
        assert told["html"].startswith(f'<iframe src="http://testserver/decks/{public.pk}/frame/"')
        assert response.headers["Access-Control-Allow-Origin"] == "*"

    def test_answers_for_the_short_address(self, client: Client, public: Deck) -> None:
        told = client.get("/decks/oembed/", {"url": f"http://testserver/decks/{public.pk}/"}).json()
        assert told["title"] == "Doom Control (Vs. System TCG)"

    def test_keeps_to_the_size_that_is_asked(self, client: Client, public: Deck) -> None:
        words = {"url": f"http://testserver{page_of(public)}", "maxwidth": "200", "maxheight": "90"}
        told = client.get("/decks/oembed/", words).json()
        assert (told["width"], told["height"]) == (200, 90)
        assert 'width="200" height="90"' in told["html"]

    @pytest.mark.parametrize(
        ("url", "status"),
        [
            ("", 404),
            ("http://testserver/", 404),
            ("http://testserver/cards/", 404),
            ("http://testserver/nowhere/", 404),
            ("http://evil.example/decks/1/x/", 404),
            ("javascript:alert(1)", 404),
            ("http://testserver/decks/999999/x/", 404),
            ("http://[::1/", 404),
            ("x" * 100_000, 404),
        ],
    )
    def test_refuses_other_addresses(self, client: Client, url: str, status: int) -> None:
        assert client.get("/decks/oembed/", {"url": url}).status_code == status

    def test_tells_nothing_of_a_private_deck(self, client: Client, ann: User) -> None:
        deck = deck_of(ann, title="Secret")
        response = client.get("/decks/oembed/", {"url": f"http://testserver{page_of(deck)}"})
        assert response.status_code == 404
        assert b"Secret" not in response.content

    def test_answers_304_until_the_deck_is_shared_no_more(self, client: Client, ann: User) -> None:
        for visibility in ("public", "link"):
            deck = deck_of(ann, visibility=visibility)
            page = f"/decks/shared/{deck.secret}/" if deck.secret else page_of(deck)
            words = {"url": f"http://testserver{page}"}
            held = {"If-None-Match": client.get("/decks/oembed/", words).headers["ETag"]}
            again = client.get("/decks/oembed/", words, headers=held)
            assert (again.status_code, again.headers["Access-Control-Allow-Origin"]) == (304, "*")
            assert client.get("/decks/oembed/", {**words, "maxwidth": "200"}, headers=held).status_code == 200
            services.share(deck.pk, Viewer(ann.pk), "private")
            assert client.get("/decks/oembed/", words, headers=held).status_code == 404

    @pytest.mark.parametrize("name", ["maxwidth", "maxheight"])
    def test_takes_one_pixel_and_refuses_none(self, client: Client, public: Deck, name: str) -> None:
        words = {"url": f"http://testserver{page_of(public)}"}
        assert client.get("/decks/oembed/", {**words, name: "1"}).json()[name.removeprefix("max")] == 1
        assert client.get("/decks/oembed/", {**words, name: "0"}).status_code == 400

    def test_answers_in_json_alone(self, client: Client, public: Deck) -> None:
        words = {"url": f"http://testserver{page_of(public)}", "format": "xml"}
        assert client.get("/decks/oembed/", words).status_code == 400
