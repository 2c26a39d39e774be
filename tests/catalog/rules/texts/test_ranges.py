"""A range of numbers covers the rules between its ends."""

from __future__ import annotations

import pytest

from vsdb.exchange.rule_documents import services
from vsdb.exchange.rule_documents.services import expand_ranges
from vsdb.exchange.rule_documents.units import DocumentUnit

EDITION = """\
1. Boats

100. General

100.1. Boats float. ({reference}.)

100.1a. Wet boats too.

100.1b. Dry boats too.

100.1c. Old boats too.

100.2. Boats sink.

100.3. Boats rest.

101. Sails

101.1. Sails are white.

102. Oars

102.1. Oars are long.
"""


def between(reference: str) -> list[str]:
    """The slugs that a reference covers beside those that it names."""
    units = services.read(EDITION.format(reference=reference), "harbor").units
    places = {unit.slug: place for place, unit in enumerate(units)}
    unit: DocumentUnit = units[places["100.1"]]
    found = expand_ranges(unit.text, unit.mentions, units, places)
    for mention in found:
        assert unit.text[mention.start : mention.end].strip() in {"-", "–", "to"}
        assert mention.written == reference.removeprefix("See rules ").removeprefix("See sections ")
    return [mention.target or "" for mention in found]


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("See rules 100.1–100.3", ["100.2"]),
        ("See rules 100.1-3", ["100.2"]),
        ("See rules 100.1a to 100.1c", ["100.1b"]),
        ("See sections 100–102", ["101"]),
        ("See rules 100.1–100.2", []),
        ("See rules 100.1 and 100.3", []),
        ("See rules 100.3–100.1", []),
        ("See rules 100.1a–100.3", []),
        ("See rules 100.1–100.9", []),
    ],
)
def test_rules_between_the_ends_are_covered_and_none_deeper(reference: str, expected: list[str]) -> None:
    assert between(reference) == expected
