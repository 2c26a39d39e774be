"""How a report tells what is recorded otherwise than in a file."""

from __future__ import annotations

from typing import Any

import pytest

from vsdb.exchange.reports import _line

PLACE = {"line": 3, "column": 1, "label": "", "of": "bone-skewer", "message": ""}


@pytest.mark.parametrize(
    ("recorded", "found", "said"),
    [
        ([["Hidden", None], ["Stun", None]], [["Hidden", None]], "recorded as Hidden, Stun; the file has Hidden"),
        ([["Assault", "2"]], [], "recorded as Assault 2; the file has none"),
        (["Fury", "Chaos"], ["Fury"], "recorded as Fury, Chaos; the file has Fury"),
        (3, 4, "recorded as 3; the file has 4"),
    ],
)
def test_facts_stand_in_words(recorded: Any, found: Any, said: str) -> None:
    line = _line("gallery.json", {**PLACE, "field": "keywords", "recorded": recorded, "found": found})
    assert line == f"gallery.json:3:1: bone-skewer: keywords is {said}"
