"""A deck judged in all formats at once has in each the verdict that it has there alone, to the last word."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from engine import Deck, Reference, check_deck, check_everywhere, read_deck
from engine.model.cards import GAMES, RIFTBOUND, VS_CLASSIC
from tests.engine.classic_builders import A_DAY, a_deck, a_format
from tests.engine.test_timelines import LISTS
from tests.engine.test_verdict_cases import CASES
from tests.sizes import share, size

DECKS = size(15, short=5)  #: random ones of each game


def said(verdicts: Any) -> list[str]:
    return [json.dumps(each.as_dict()) for each in verdicts]


def alone(text: str, known: Reference, day: date) -> list[str]:
    """The verdicts of the list, read anew for each format."""
    catalog = known.on(day).catalog
    return said(check_deck(read_deck(text, catalog, day), fmt, day) for fmt in known.formats.values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.law
@pytest.mark.no_cover
def test_random_decks_are_judged_everywhere_as_in_each_format_alone(
    game: str, reference: Callable[[str], Reference]
) -> None:
    known, chance = reference(game), random.Random(f"{game} everywhere")  # noqa: S311
    for _ in range(DECKS):
        text, day = LISTS[game](known, chance), date(2004, 1, 1) + timedelta(days=chance.randrange(9_000))
        deck = read_deck(text, known.on(day).catalog, day)
        at_once = check_everywhere(deck, known.formats.values(), day)
        assert [each.format for each in at_once] == list(known.formats)
        assert said(at_once) == alone(text, known, day)


@pytest.mark.shared
@pytest.mark.skipif(not CASES, reason="needs the official documents: name their folder in VSDB_SHARED")
@pytest.mark.law
@pytest.mark.no_cover
def test_the_case_decks_are_judged_everywhere_as_in_each_format_alone(reference: Callable[[str], Reference]) -> None:
    for case in share(CASES, one_in=4):
        known, day = reference(case["game"]), date.fromisoformat(case["as_of"])
        deck = read_deck(case["deck"], known.on(day).catalog, day)
        assert said(check_everywhere(deck, known.formats.values(), day)) == alone(case["deck"], known, day), case["id"]


def test_in_no_format_there_is_no_verdict() -> None:
    assert check_everywhere(a_deck(), [], A_DAY) == ()


def test_a_format_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="the deck is for riftbound, but the format test-age is for vs-classic"):
        check_everywhere(Deck(RIFTBOUND), [a_format(game=VS_CLASSIC)], A_DAY)
