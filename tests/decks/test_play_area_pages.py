"""The pages that show a Riftbound list: laid out as players do, with the numbers of its format on its day."""

from __future__ import annotations

import re
from datetime import date
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.decks.stored import deck_of, page_of, person, text_of
from vsdb.check.forms import find_sample
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db

JUNE = date(2026, 6, 1)


def sample() -> str:
    found = find_sample("jinx")
    assert found
    return re.sub(r"^#.*\n", "", found.text, flags=re.MULTILINE)


def riftbound(user: User, text: str, **held: object) -> Deck:
    return deck_of(user, game="riftbound", format="standard", text=text, visibility="public", **held)


def headings(page: str) -> list[str]:
    """The headings of the list with their numbers, in the order of the page."""
    found = re.findall(r'<h3 class="(?:laid|decktext)__title"[^>]*>(.*?)</h3>', page)
    return [re.sub(r"<[^>]+>", "", each).strip() for each in found]


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


def test_a_deck_is_laid_out_before_its_main_deck_and_sideboard(ann: tuple[User, Client], client: Client) -> None:
    deck = riftbound(ann[0], sample())
    wanted = ["Legend", "Champion", "Battlefields 3 of 3", "Runes 12 of 12"]
    wanted += ["Deck 40 of 40, champion included", "Sideboard 5 of 10"]
    for address in (page_of(deck), f"{page_of(deck)}?view=faces", f"/decks/{deck.pk}/versions/1/"):
        page = text_of(client, address)
        assert headings(page) == wanted, address
        assert page.count('class="laid__pile"') == 2
        assert all(f"#domain-{domain}" in page for domain in ("fury", "chaos"))
    old = riftbound(ann[0], sample(), as_of=JUNE)
    assert headings(text_of(client, page_of(old)))[-1] == "Sideboard 5 of 8"


def test_battlefields_lie_on_their_side_among_faces(ann: tuple[User, Client], client: Client) -> None:
    page = text_of(client, f"{page_of(riftbound(ann[0], sample()))}?view=faces")
    row = re.search(r'<section class="laid laid--sideways".*?</section>', page, re.DOTALL)
    assert row
    assert row[0].count('class="face__name"') == 3


def test_its_owner_goes_on_in_the_builder_and_others_in_the_search(ann: tuple[User, Client], client: Client) -> None:
    deck = riftbound(ann[0], "Battlefields\n1 Zaun Warrens\n1 The Grand Plaza\n")
    own, other = text_of(ann[1], page_of(deck)), text_of(client, page_of(deck))
    for page in (own, other):
        for said in ("No legend", "No chosen champion", "2 of 3 battlefields", "No runes", "0 of 40 cards"):
            assert f"<p>{said}</p>" in page
        assert "<p>No cards. Up to 10 allowed</p>" in page
    assert f'<a href="/decks/{deck.pk}/edit/?q=t%3Alegend&amp;only=1">Choose a legend</a>' in own
    assert '<a href="/cards/riftbound/?q=t%3Alegend">Choose a legend</a>' in other


def test_an_empty_deck_says_that_it_is_and_shows_its_places(ann: tuple[User, Client]) -> None:
    page = text_of(ann[1], page_of(riftbound(ann[0], "")))
    assert "No cards yet." in page
    assert "Group by" not in page
    assert headings(page)[0] == "Legend 0 of 1"


def test_a_note_on_a_card_is_beside_it_in_its_place(ann: tuple[User, Client], client: Client) -> None:
    notes = {"jinx-rebel": "Keep *her*.", "fury-rune": "Seven is enough."}
    deck = riftbound(ann[0], sample(), card_notes=notes)
    for end in ("", "?view=faces"):
        page = text_of(client, page_of(deck) + end)
        assert page.count("Keep <em>her</em>.") == 1
        assert page.count("Seven is enough.") == 1


def test_a_list_with_many_cards_costs_no_more_queries(ann: tuple[User, Client]) -> None:
    few = "Legend\n1 Jinx, Loose Cannon\nDeck\n1 Chemtech Enforcer\n"
    small, large = riftbound(ann[0], few), riftbound(ann[0], sample())
    for end in ("", "?view=faces"):
        costs = []
        for deck in (small, large):
            text_of(ann[1], page_of(deck) + end)  # what a process keeps is there
            with CaptureQueriesContext(connection) as caught:
                text_of(ann[1], page_of(deck) + end)
            costs.append(len(caught))
        assert costs[0] == costs[1]


def test_a_list_that_is_brought_in_is_laid_out_too(client: Client) -> None:
    text = quote("Legend\n1 Jinx, Loose Cannon\n")
    page = text_of(client, f"/decks/new/?game=riftbound&deck={text}")
    assert headings(page)[:2] == ["Legend", "Champion 0 of 1"]
    assert "Add 12 runes" in page


@pytest.mark.parametrize(("day", "said"), [("2026-07-15", "5 of 8"), ("2026-07-16", "5 of 10")])
def test_the_page_of_a_verdict_lays_the_list_out_on_its_day(client: Client, day: str, said: str) -> None:
    page = text_of(client, f"/check/?format=riftbound/standard&on={day}&deck={quote(sample())}")
    assert headings(page) == ["Legend", "Champion", "Battlefields 3 of 3", "Runes 12 of 12"]
    assert f'Sideboard <span class="soft">{said}</span>' in page
    assert 'Deck <span class="soft">40 of 40, champion included</span>' in page


def test_a_section_that_begins_twice_has_its_own_count_each_time(client: Client) -> None:
    text = "Deck\n3 Gust\nRunes\n12 Fury Rune\nDeck\n2 Cleave\n"
    page = text_of(client, f"/check/?format=riftbound/standard&on=2026-07-16&deck={quote(text)}")
    assert [f'Deck <span class="soft">{count}</span>' in page for count in (3, 2)] == [True, True]


@pytest.mark.parametrize(
    ("slug", "game", "fmt"), [("secret-avengers", "vs-classic", "silver-age"), ("a-force", "vs-2pcg", "multiverse")]
)
def test_decks_of_the_other_games_are_no_such_layout(
    ann: tuple[User, Client], client: Client, slug: str, game: str, fmt: str
) -> None:
    found = find_sample(slug)
    assert found
    deck = deck_of(ann[0], game=game, format=fmt, text=found.text, visibility="public")
    pages = [page_of(deck), f"/decks/{deck.pk}/versions/1/", f"/check/?format={game}/{fmt}&deck={quote(found.text)}"]
    for address in pages:
        page = text_of(client, address)
        assert "playarea" not in re.sub(r"<link[^>]*>", "", page)
        assert " of 60" not in "".join(headings(page))
