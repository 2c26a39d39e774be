"""The commands answer for the fourth game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import run
from tests.fourth_game.house_rules.deck_rules import HOUSE
from tests.fourth_game.lists import BROKEN, LEGAL
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db
HEAD = f"# game: {HOUSE}\n# format: open-house\n# as-of: 2025-01-01\n"


@pytest.mark.parametrize(
    ("asked", "deck", "status", "said"),
    [
        (("repair_deck",), BROKEN["room-twice"][1], 0, "Kitchen"),
        (("sample_hand", "--seed", "3", "--mulligan"), LEGAL, 0, "seed 3 (house-1 4)"),
        (("deck_life",), LEGAL, 0, "6 September 2021"),
        (("what_if", "--format", "open-house", "--ban", "Cook", "--game", HOUSE, "--decks"), LEGAL, 1, "Cook"),
    ],
)
def test_of_a_list(tmp_path: Path, asked: tuple[str, ...], deck: str, status: int, said: str) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(HEAD + deck)
    found, out, _ = run(*asked, str(file))
    assert (found, said in out) == (status, True), out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("pool", "open-house", "--as-of", "2022-01-01"), "The Garden"),
        (("pool", "open-house", "--game", HOUSE), "Uninvited Cousin"),
        (("rule", "3", "--document", "house-1"), "A house has each of its rooms once."),
        (("recheck_decks", "--game", HOUSE), "House Rules: 1 of 1 decks checked"),
    ],
)
def test_of_what_is_recorded(deck: Deck, asked: tuple[str, ...], said: str) -> None:
    status, out, _ = run(*asked)
    assert (status, said in out) == (0, True), out
