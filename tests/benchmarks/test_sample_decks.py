"""The legal decks that benchmarks judge."""

from __future__ import annotations

import pytest

from benchmarks.sample_decks import make_decks
from engine import GAMES, LEGAL, check_deck


@pytest.mark.parametrize("game", GAMES)
def test_are_legal_and_the_same_in_every_run(game: str) -> None:
    decks = make_decks(game, 2)
    assert [check_deck(each.read(), each.fmt, each.day).outcome for each in decks] == [LEGAL, LEGAL]
    assert [each.text for each in make_decks(game, 2)] == [each.text for each in decks]
    assert len({each.text for each in decks}) == 2
