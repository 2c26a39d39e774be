"""Findings point at the lines of the cards they name, in every game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from engine.decklists import read_deck
from engine.model.formats import Restriction
from engine.model.reference import Reference
from engine.model.verdicts import ERROR
from engine.rules.validation import check_deck
from tests.engine.classic_builders import a_card, a_deck, a_format

DAY = date(2024, 6, 1)
MAIN = "Main Character\n1 Captain Marvel [AFF-001]\nLevel Up\n1 Captain Marvel [AFF-002]\n"


@pytest.mark.parametrize(
    ("cards", "code", "lines"),
    [
        ("Deck\n3 Spectrum [AFF-018]\n4 Pixie [AFF-011]\n2 Spectrum [AFF-018]", "copy-limit", (6, 8)),
        ("Deck\n4 Pixie [AFF-011]\n1 She-Hulk [AFF-003]", "card-type", (7,)),
        ("Deck\n4 Fortress [MNB-112]\n1 Fury 161 [ALN-058]", "location-limit", (6, 7)),
        ("1 She-Hulk [AFF-004]\nDeck\n4 Pixie [AFF-011]", "level-up", (5,)),
        ("Deck\n1 Hugh Campbell Sr. [BOY-011]\n4 Pixie [AFF-011]", "universe", (6,)),
    ],
)
def test_of_2pcg_have_their_lines(
    cards: str, code: str, lines: tuple[int, ...], reference: Callable[[str], Reference]
) -> None:
    held = reference("vs-2pcg")
    deck = read_deck(MAIN + cards, held.catalog, DAY)

    found = [each for each in check_deck(deck, held.formats["multiverse"], DAY).of(ERROR) if each.code == code]

    assert {each.lines for each in found} == {lines}


def test_point_at_their_section_alone(reference: Callable[[str], Reference]) -> None:
    held = reference("vs-2pcg")
    deck = read_deck(f"{MAIN}Deck\n1 Captain Marvel [AFF-001]", held.catalog, DAY)

    [found] = [each for each in check_deck(deck, held.formats["multiverse"], DAY).of(ERROR) if each.code == "card-type"]

    assert found.lines == (6,)


def test_about_numbers_alone_have_none(reference: Callable[[str], Reference]) -> None:
    held = reference("vs-2pcg")
    deck = read_deck(f"{MAIN}Deck\n4 Pixie [AFF-011]", held.catalog, DAY)

    [found] = [each for each in check_deck(deck, held.formats["multiverse"], DAY).of(ERROR) if each.code == "deck-size"]

    assert found.lines == ()


def test_of_several_cards_have_the_lines_of_all() -> None:
    fmt = a_format(restrictions=(Restriction("no-rares"),))
    deck = a_deck((30, a_card("One")), (29, a_card("Two", rarity="common")), (1, a_card("Three")))

    found = [each for each in check_deck(deck, fmt, DAY).findings if each.code == "format-restriction"]

    assert [each.lines for each in found] == [(1, 3)]


def test_point_elsewhere_where_the_section_lacks_their_card(reference: Callable[[str], Reference]) -> None:
    """Chris Jericho starts with a Baseball Bat of the deck, which has none."""
    held = reference("vs-2pcg")
    deck = read_deck("Main Character\n1 Chris Jericho [AEW-003]\nDeck\n4 Pixie [AFF-011]", held.catalog, DAY)

    found = [each for each in check_deck(deck, held.formats["multiverse"], DAY).findings if "Bat" in each.message]

    assert [(each.section, each.lines) for each in found] == [("deck", (2,))]
