"""The pages of lives: what people see of a deck, a pasted list and a card."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from tests.decks.stored import deck_of, person, text_of
from vsdb.accounts.viewers import Viewer
from vsdb.check.forms import find_sample
from vsdb.custom_formats import services as ownformats
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _unlimited() -> None:
    """Limits are counted in the cache, which outlives a test."""
    cache.clear()


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.fixture
def jinx(ann: tuple[User, Client]) -> Deck:
    found = find_sample("jinx")
    assert found
    return deck_of(ann[0], title="Jinx", text=found.text, game="riftbound", format="standard", visibility="public")


def anchors(page: str) -> set[str]:
    return set(re.findall(r'id="(life-[^"]+)"', page))


class TestAPastedList:
    def test_has_picture_table_and_sentence(self, client: Client) -> None:
        page = text_of(client, "/check/life/?sample=jinx")
        assert "Legal in Constructed: Standard 31 October 2025 to 30 March 2026." in page
        assert page.count('class="lifeline__picture"') == 10  # Riftbound has ten formats
        assert {"life-standard", "life-standard-1", "life-standard-3"} <= anchors(page)
        assert "31 October 2025 to 30 March 2026" in page

    def test_marks_lead_to_their_rows(self, client: Client) -> None:
        page = text_of(client, "/check/life/?sample=a-force")
        led = set(re.findall(r'href="#(life-[^"]+)"', page))
        assert led == anchors(page)

    def test_the_picture_is_told_in_words_too(self, client: Client) -> None:
        page = text_of(client, "/check/life/?sample=jinx")
        told = re.findall(r'<span class="visually-hidden">: ([^<]+)</span>', page)
        assert told[0].startswith(
            "illegal until 30 October 2025; legal 31 October 2025 to 30 March 2026; illegal from 31 March 2026"
        )

    def test_formats_in_which_it_was_never_legal_are_folded_with_a_reason(self, client: Client) -> None:
        page = text_of(client, "/check/life/?sample=a-force")
        assert "Never legal in 20 formats" in page  # of 33; thirteen have the set of 2016 and take its rules
        assert "is not a set of" in page

    def test_keeps_the_list_and_the_format_in_the_form(self, client: Client) -> None:
        page = text_of(client, "/check/life/?deck=4+Savage+Beatdown&format=vs-classic/golden-age")
        assert ">\n4 Savage Beatdown</textarea>" in page
        assert '<option value="vs-classic/golden-age" selected>' in page

    def test_takes_a_list_that_is_posted_without_a_token(self) -> None:
        client = Client(enforce_csrf_checks=True)
        sent = {"deck": "4 Savage Beatdown", "format": "vs-classic/golden-age"}
        answer = client.post("/check/life/", sent, follow=True)
        assert answer.status_code == 200
        assert "Never legal in Golden Age" in answer.content.decode()

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            ({"deck": " "}, "Paste a list"),
            ({"deck": "4 Mobilize"}, "Choose a format. The cards"),
            ({"deck": "4 Savage Beatdown", "format": "vs-classic/nowhere"}, "There is no format"),
            ({"deck": "# game: vs-classic\n# format: nowhere\n4 Savage Beatdown"}, "has no format"),
            ({"deck": "1 A\n" * 401, "format": "vs-classic/golden-age"}, "402 lines"),
            ({"code": "nonsense"}, "field__error"),
            ({"deck": "x" * 1_100_000}, "The list is too large"),
        ],
    )
    def test_that_cannot_be_used_is_refused_with_what_to_do(
        self, client: Client, data: dict[str, str], said: str
    ) -> None:
        answer = client.post("/check/life/", data)
        assert answer.status_code == 400
        assert said in answer.content.decode()

    def test_needs_no_format_where_its_cards_tell_the_game(self, client: Client) -> None:
        answer = client.post("/check/life/", {"deck": "60 Sentinel Mark V, Army"}, follow=True)
        assert answer.status_code == 200
        assert "Golden Age" in answer.content.decode().partition("<main")[2].rpartition("<form")[0]

    def test_is_asked_for_where_there_is_none(self, client: Client) -> None:
        assert "Show timeline" in text_of(client, "/check/life/")

    def test_is_shown_with_nothing_of_it_taken_for_markup(self, client: Client) -> None:
        evil = "# <script>alert(1)</script>\n# game: riftbound\n1 <img src=x onerror=alert(1)>\n"
        page = client.post("/check/life/", {"deck": evil}, follow=True).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page

    def test_is_linked_from_its_verdict(self, client: Client) -> None:
        page = text_of(client, "/check/?sample=jinx")
        assert "/check/life/?format=riftbound%2Fstandard&amp;on=2026-04-15&amp;list=z" in page

    def test_that_is_too_long_for_a_link_is_kept_or_sent_from_its_verdict(
        self, client: Client, settings: Settings
    ) -> None:
        deck = "\n".join(["1 Savage Beatdown"] * 300)
        deck += "\n" + "\n".join(f"# {number} {number**7:x}" for number in range(500))
        sent = {"deck": deck, "format": "vs-classic/golden-age"}
        assert re.search(r'"/check/life/\?[^"]*list=k', client.post("/check/", sent, follow=True).content.decode())
        settings.SHARED_LISTS_MAX = 0
        page = client.post("/check/", {**sent, "deck": f"# more\n{deck}"}).content.decode()
        assert "too long for a link" in page
        assert 'form="list-elsewhere" formaction="/check/life/"' in page
        assert '<form id="list-elsewhere" method="post"' in page

    def test_asks_the_database_no_more_for_more_formats(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for name in ("jinx", "a-force"):  # 10 formats, 33 formats
            client.get(f"/check/life/?sample={name}")
            # the facts' versions, the organizers' formats, the headings of the rules
            with django_assert_max_num_queries(4):
                client.get(f"/check/life/?sample={name}&again=1")


class TestAStoredDeck:
    def test_shows_the_life_in_its_own_format_with_a_link_to_all(self, client: Client, jinx: Deck) -> None:
        page = text_of(client, f"/decks/{jinx.pk}/jinx/")
        assert "Legal in Constructed: Standard 31 October 2025 to 30 March 2026." in page
        assert page.count('class="lifeline__picture"') == 1
        assert f'href="/decks/{jinx.pk}/life/"' in page

    def test_has_a_page_of_its_life_that_search_engines_may_keep(self, client: Client, jinx: Deck) -> None:
        page = text_of(client, f"/decks/{jinx.pk}/life/")
        assert "Timeline of Jinx" in page
        assert "noindex" not in page

    def test_tells_of_an_earlier_version(self, client: Client, ann: tuple[User, Client], jinx: Deck) -> None:
        without = Snapshot(title="Jinx", format="standard", text="1 Loose Cannon")
        services.save(jinx.pk, Viewer(ann[0].pk), 1, without)
        address = f"/decks/{jinx.pk}/life/"
        assert "Never legal in Constructed: Standard" in text_of(client, address)
        assert "31 October 2025 to 30 March 2026" in text_of(client, f"{address}?version=1")
        assert client.get(f"{address}?version=9").status_code == 404
        assert client.get(f"{address}?version=x").status_code == 400

    def test_is_shown_by_its_secret_link_and_every_link_keeps_to_that(
        self, client: Client, ann: tuple[User, Client]
    ) -> None:
        deck = deck_of(ann[0], visibility="link")
        page = text_of(client, f"/decks/shared/{deck.secret}/life/")
        assert f"/decks/shared/{deck.secret}/" in page
        assert f"/decks/{deck.pk}/" not in page
        assert "noindex" in page

    def test_without_a_format_is_told_in_all(self, client: Client, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], format="", visibility="public")
        assert 'class="lifeline__picture"' not in text_of(client, f"/decks/{deck.pk}/doom/")
        assert "Never legal in" in text_of(client, f"/decks/{deck.pk}/life/")

    def test_that_is_far_too_long_says_so(self, client: Client, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="\n".join(["1 Savage Beatdown"] * 401), visibility="public")
        assert "the limit for a timeline is 400" in text_of(client, f"/decks/{deck.pk}/life/")


class TestACard:
    def test_has_a_page_of_its_life(self, client: Client) -> None:
        page = text_of(client, "/cards/vs-classic/overload/life/")
        assert "31 July 2005 to 30 November 2006" in page
        assert "banned" in page
        assert set(re.findall(r'href="#(life-[^"]+)"', page)) == anchors(page)

    def test_shows_it_folded_on_its_own_page(self, client: Client) -> None:
        page = text_of(client, "/cards/vs-classic/overload/")
        assert "Legal in Golden Age 30 April 2004 to 31 May 2005 and again from 11 August 2008." in page
        assert 'href="/cards/vs-classic/overload/life/#life-golden-age"' in page

    def test_is_found_by_its_slug_in_capitals(self, client: Client) -> None:
        answer = client.get("/cards/vs-classic/OVERLOAD/life/")
        assert (answer.status_code, answer.headers["Location"]) == (301, "/cards/vs-classic/overload/life/")

    def test_that_is_none_is_not_found(self, client: Client) -> None:
        assert client.get("/cards/vs-classic/nobody/life/").status_code == 404


class TestAFormatByAnOrganizer:
    def test_is_told_by_its_name_and_at_its_version(self, client: Client, ann: tuple[User, Client]) -> None:
        made = ownformats.create(ann[0].pk, "riftbound", "Friday League", start="standard")
        ownformats.publish(made, ann[0].pk)
        found = find_sample("jinx")
        assert found
        text = found.text.replace("# format: standard", "")
        sent = {"deck": text, "format": f"riftbound/{made.slug}"}
        page = client.post("/check/life/", sent, follow=True).content.decode()
        assert "in Friday League" in page
        assert f"life-{made.slug}-version-1" in anchors(page)
        assert page.count('class="lifeline__picture"') == 11  # beside the ten official ones
