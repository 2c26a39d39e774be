"""What holds for every change of a list, whichever it is."""

from __future__ import annotations

from datetime import date
from urllib.parse import parse_qsl

from hypothesis import given
from hypothesis import strategies as st

from engine import decklists
from engine.model.decks import Deck
from tests.conftest import _reference
from vsdb.decks.builder.changes import (
    ADD,
    OPS,
    REMOVE,
    SET,
    BuilderChange,
    apply_change,
    change_of,
    find_touched,
    tally_list,
)

SLUGS = ("savage-beatdown", "flying-kick", "hulk-gladiator", "hulk-the-green-king", "mobilize")
SECTIONS = ("", "deck", "sideboard")

counts = st.integers(0, 9)
list_changes = st.builds(
    BuilderChange,
    op=st.sampled_from((ADD, REMOVE, SET)),
    card=st.sampled_from(SLUGS),
    section=st.sampled_from(SECTIONS),
    count=counts,
)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """A list of some of these cards, with a line that names none."""
    catalog = _reference("vs-classic").catalog
    held = draw(st.dictionaries(st.sampled_from(SLUGS), st.integers(1, 5)))
    beside = draw(st.dictionaries(st.sampled_from(SLUGS), st.integers(1, 3)))
    lines = [f"{count} {catalog.by_slug[slug].title}" for slug, count in held.items()]
    lines += [
        "3 Nobody of that Name",
        *(f"SB: {count} {catalog.by_slug[slug].title}" for slug, count in beside.items()),
    ]
    return decklists.read_deck("\n".join(lines), catalog, date(2010, 1, 1))


@given(
    op=st.sampled_from(OPS),
    card=st.text(max_size=20),
    section=st.sampled_from(("", "deck", "pile:Facehugger", "main-character")),
    goal=st.sampled_from(("", "level-up", "pile:A & B=c")),
    count=counts,
    line=counts,
)
def test_a_change_is_read_from_its_button_as_it_was_written(
    op: str, card: str, section: str, goal: str, count: int, line: int
) -> None:
    change = BuilderChange(op, card, section, goal, count, line)
    assert change_of(dict(parse_qsl(change.words)), "vs-2pcg") == change


@given(deck=decks(), change=list_changes)
def test_a_change_touches_no_other_card_and_no_line_that_names_none(deck: Deck, change: BuilderChange) -> None:
    after = apply_change(deck, change, _reference("vs-classic").catalog)
    assert {key for _, key in find_touched(deck, after)} <= {change.card}
    assert [entry.written for entry in after.unsettled] == ["3 Nobody of that Name"]


@given(deck=decks(), one=list_changes, other=list_changes)
def test_two_changes_that_touch_nothing_in_common_come_to_the_same_in_either_order(
    deck: Deck, one: BuilderChange, other: BuilderChange
) -> None:
    catalog = _reference("vs-classic").catalog
    mine, theirs = apply_change(deck, one, catalog), apply_change(deck, other, catalog)
    if one.card == other.card or not find_touched(deck, mine).isdisjoint(find_touched(deck, theirs)):
        return
    assert tally_list(apply_change(theirs, one, catalog)) == tally_list(apply_change(mine, other, catalog))
