"""A value as JSON is one line that keeps letters and order."""

from __future__ import annotations

import json

from engine.model.serialization import dump_json


def test_json_has_no_spaces_and_keeps_its_letters() -> None:
    assert dump_json({"name": "Ω ○", "copies": [4, None]}) == '{"name":"Ω ○","copies":[4,null]}'


def test_json_keeps_the_order_of_its_keys_and_reads_back() -> None:
    value = {"outcome": "legal", "game": "vs-classic", "counts": {"sideboard": 10, "deck": 60}}
    text = dump_json(value)
    assert text.index("sideboard") < text.index('"deck"')
    assert list(json.loads(text)) == list(value)
    assert json.loads(text) == value
