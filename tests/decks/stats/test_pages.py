"""What a deck's page shows of what is in it, as HTML."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from pytest_django import DjangoAssertNumQueries

from engine.model.decks import Deck
from tests.decks.stats.lists import DAY, LISTS, read
from tests.engine.builders import deck, riftbound
from tests.engine.classic_builders import a_card, a_deck, an_unknown
from tests.engine.pcg_builders import basic_location, main_character, pcg_deck, supporting
from vsdb.decks.stats import compute_deck_stats
from vsdb.decks.stats.rules import VerdictsInFormats, check_in_every_format

pytestmark = pytest.mark.django_db
PARTS = ("figures", "sets", "affiliations", "loyalty", "rules")


def html(found: Deck, *parts: str) -> str:
    seen = compute_deck_stats(found, DAY)
    return "".join(render_to_string(f"decks/stats/{part}.html", {"look": seen}) for part in parts or PARTS)


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.parametrize("game", LISTS)
def test_looking_costs_three_queries_and_showing_none(
    game: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    found = read(game)
    with django_assert_num_queries(3):
        seen = compute_deck_stats(found, DAY)
    with django_assert_num_queries(0):
        for part in PARTS:
            render_to_string(f"decks/stats/{part}.html", {"look": seen})


@pytest.mark.parametrize("game", LISTS)
def test_nothing_is_styled_or_scripted_in_place(game: str) -> None:
    everywhere = {"everywhere": check_in_every_format(LISTS[game], game, DAY)}
    page = html(read(game)) + render_to_string("decks/stats/everywhere.html", everywhere)
    assert re.findall(r"<script|<style|\sstyle=|\son\w+=", page) == []
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'aria-labelledby="([^"]+)"', page)) <= set(ids)


def test_what_cards_are_called_stays_text() -> None:
    evil = '"><script>alert(1)</script>'
    facts = {"teams": (evil,), "keywords": ("Loyalty", evil), "type": "Character"}
    page = html(a_deck((4, a_card(evil, slug="evil", **facts)), (4, a_card(f"{evil} 2", slug="evil-2", teams=(evil,)))))
    assert "<script" not in page
    assert page.count("&lt;script&gt;") > 8


class TestWhereThereIsNothing:
    def test_an_empty_deck_says_what_to_do(self) -> None:
        assert "Add cards" in html(a_deck(), "figures")
        assert html(a_deck(), "affiliations").strip() == ""

    def test_a_deck_without_loyalty_says_that_order_does_not_matter(self) -> None:
        assert "No character in this deck is recorded with loyalty" in html(a_deck((4, a_card("Storm"))), "loyalty")
        assert html(pcg_deck(), "loyalty").strip() == ""

    def test_unrecorded_affiliations_are_said_and_nothing_is_drawn(self) -> None:
        page = html(a_deck((4, a_card("Storm")), (4, a_card("Beast"))), "affiliations")
        assert "No affiliation is recorded for any of the 2 characters" in text(page)
        assert '<svg class="together' not in page

    def test_characters_that_share_none_are_said_to(self) -> None:
        page = text(
            html(a_deck((4, a_card("Storm", teams=("X-Men",))), (4, a_card("Thing", teams=()))), "affiliations")
        )
        assert "No two characters share an affiliation" in page
        assert "No other character shares an affiliation with Storm , Thing" in page

    def test_a_list_too_long_for_every_format_leads_to_the_check_of_one(self) -> None:
        page = render_to_string("decks/stats/everywhere.html", {"everywhere": VerdictsInFormats("vs-classic", DAY, ())})
        assert 'href="/check/"' in page


class TestWhatIsMissing:
    def test_a_symbol_that_no_location_gives_is_warned_of(self) -> None:
        page = html(
            pcg_deck({supporting(power_symbols=("Alien",)): 4, basic_location("Academy", "Might"): 4}), "figures"
        )
        assert "Alien no location has it" in text(page)
        assert text(page).count("no location has it") == 1

    def test_power_that_no_rune_gives_is_warned_of(self) -> None:
        found = deck(
            "riftbound",
            deck={riftbound("A", "Unit", power=1): 3},
            runes={riftbound("Calm", "Rune", domains=("Calm",)): 12},
        )
        assert "Fury no rune for it" in text(html(found, "figures"))

    def test_cards_on_lines_that_name_none_are_said_not_to_be_counted(self) -> None:
        page = text(html(a_deck((4, a_card("Storm")), an_unknown(2, "Nobody")), "figures"))
        assert "Not counted: 2 cards on lines that don’t name exactly one card" in page

    def test_symbols_that_are_not_recorded_are_said_to_be_so(self) -> None:
        found = pcg_deck({basic_location(power_symbols=None): 1}, starters={main_character(): 1})
        page = text(html(found, "figures"))
        assert "No symbol is recorded for 1 location" in page
        assert "No symbol is recorded for 1 character" in page


def test_an_example_of_loyalty_reads_as_a_table() -> None:
    storm, cyclops = a_card("Storm", teams=("X-Men",)), a_card("Cyclops", teams=("X-Men",), keywords=("Loyalty",))
    page = text(html(a_deck((4, storm), (4, cyclops), (1, a_card("Thing", teams=()))), "loyalty"))
    assert "Cyclops Loyalty Step 2 Storm" in page
    assert "1 other character has no loyalty and helps no other character" in page


def test_classic_says_who_never_reinforces_whom() -> None:
    """Rules 705.2a and 708.7b: who reinforces is adjacent, and a hidden character is adjacent to no visible one."""
    said = "never reinforce each other"
    heroes = [a_card(name, teams=("X-Men",)) for name in ("Storm", "Beast")]
    assert said in text(html(a_deck(*((1, hero) for hero in heroes)), "affiliations"))
    assert said not in text(html(pcg_deck({supporting(): 4}, starters={main_character(): 1}), "affiliations"))


def test_the_fewest_sets_are_named_linked_and_counted() -> None:
    found = read("vs-classic")
    page, unrecorded = html(found, "sets"), compute_deck_stats(found, DAY).sets.unrecorded
    assert re.search(r'<a href="/sets/vs-classic/[A-Z]+/">[^<]{4,}</a> <span class="code soft">[A-Z]+</span>', page)
    copies = re.findall(r'<td class="num">(\d+)</td></tr>', page)
    assert sum(map(int, copies)) == sum(found.counts.values()) - unrecorded.copies
    assert ("set not recorded" in page) == bool(unrecorded.cards)
