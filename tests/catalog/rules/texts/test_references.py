"""What counts as a reference in a numbered edition, and what doesn't."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vsdb.exchange.rule_documents.edition import find_references


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("(See rule 701.12,) and so", ["701.12"]),
        ("(But also see rule 513.3c.)", ["513.3c"]),
        ("as in 203.7a. Others", ["203.7a"]),
        ("through 505.1c, before", ["505.1c"]),
        ("Rule 403.1 holds", ["403.1"]),
        ("(See section 5.)", ["5"]),
        ("(See rule 0.)", ["0"]),
        ("(See rule\n704.3.)", ["704.3"]),
        ("rules 400.5–400.8", ["400.5", "400.8"]),
        ("rules 214.3–5 here", ["214.3", "214.5"]),
        ("rules 505.1a to 505.1f", ["505.1a", "505.1f"]),
        ("steps 505.1a-505.1f it is", ["505.1a", "505.1f"]),
        ("(See rules 602.1e. and 602.9b.)", ["602.1e", "602.9b"]),
        ("(such as 102.3, 508.2a, and 508.3a)", ["102.3", "508.2a", "508.3a"]),
        ("(See rules 205–206 and section 3.)", ["205", "206", "3"]),
        ("(See sections 505 and 506.)", ["505", "506"]),
        ("(See rule sections 511–515.)", ["511", "515"]),
        ("sections 5 and 6", ["5", "6"]),
        ('it reads, "701.12a No."', ["701.12a"]),
    ],
)
def test_numbers_of_rules(text: str, named: list[str]) -> None:
    assert [one.number for one in find_references(text)] == named


def test_terms_of_the_glossary_without_their_quotation_marks() -> None:
    (one,) = find_references('(See "Considered To" in the Glossary.)')

    assert (one.term, one.written, one.start) == ("Considered To", "Considered To", 6)


def test_what_a_word_processor_left_behind_names_nothing() -> None:
    (one,) = find_references("(See rule Error! Reference source not found..)")

    assert (one.number, one.term, one.written) == ("", "", "Error! Reference source not found.")


@pytest.mark.parametrize(
    "text",
    [
        "50 endurance and 4 cards",
        "cost 203 or less",
        "(800) 217-9158 and CA 92008",
        "DCL-267C and 5.0",
        "the rules of 2 players",
        "version 1101.2a",
        "rule 12345",
        'the word "card" in the text',
    ],
)
def test_what_is_no_reference(text: str) -> None:
    assert find_references(text) == ()


def test_a_rule_and_players_after_it_are_told_apart() -> None:
    assert [one.number for one in find_references("by rule 101.2 and 3 players")] == ["101.2"]


@settings(deadline=None)
@given(st.text(alphabet='rules ctio01259.a–-,"gloyin thErf!\n', max_size=120))
def test_references_stand_apart_in_order_as_they_are_written(text: str) -> None:
    found = find_references(text)

    assert all(text[one.start : one.end] == one.written for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
