"""What holds of every verdict, whatever the deck."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.formats.bans import find_bans_on
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Between, Card
from engine.model.decks import DECK, Deck, DeckEntry
from engine.model.formats import Ban
from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from engine.rules.validation import check_deck
from tests.conftest import ROOT
from tests.engine.classic_builders import a_card, a_deck, a_format, a_set, between

FIRST, LAST = date(2004, 1, 1), date(2010, 12, 31)
CARDS = tuple(
    a_card(name, version, sets=sets, keywords=keywords, teams=teams)
    for name, version, sets, keywords, teams in (
        ("Boris", "Servant", ("MOR",), (), ("Doom",)),
        ("Puppet Master", "Army", (), (), ()),
        ("Overload", "", ("MOR", "MSM"), (), None),
        ("Storm", "Leader", ("MSM",), ("Loyalty",), ("X-Men",)),
        ("Storm", "Army", ("MEV",), (), ("X-Men",)),
    )
)
SETS = (a_set("MOR"), a_set("MSM", "2004-06-01", "2004-12-31"), a_set("MEV", legal_from="2008-11-26"))
DAYS = st.dates(FIRST, LAST)
DECKS = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(CARDS)), max_size=8).map(lambda lines: a_deck(*lines))


@st.composite
def bans(draw: st.DrawFn) -> Ban:
    """A ban of one of the cards, with vague days, lifted or not."""
    days = sorted(draw(st.lists(DAYS, min_size=4, max_size=4)))
    ends = draw(st.sampled_from((None, Between(*days[2:]), Between(days[2], date.max))))
    return Ban(draw(st.sampled_from(CARDS)).name, Between(*days[:2]), ends)


def with_card(deck: Deck, card: Card, count: int) -> Deck:
    """The deck with further copies of a card."""
    return replace(deck, entries=(*deck.entries, DeckEntry(DECK, count, card, line=len(deck.entries) + 1)))


class TestABannedCard:
    @settings(deadline=None)
    @given(DECKS, st.sampled_from(CARDS), st.integers(1, 60), st.lists(bans(), min_size=1, max_size=3), DAYS)
    def test_never_makes_a_deck_legal(self, deck: Deck, card: Card, count: int, held: list[Ban], day: date) -> None:
        fmt = a_format(*SETS, bans=held)
        banned = find_bans_on(fmt, day).of(card)
        verdict = check_deck(with_card(deck, card, count), fmt, day)
        if banned:
            assert verdict.outcome == ILLEGAL if banned.is_certain else verdict.outcome != LEGAL

    @settings(deadline=None)
    @given(DECKS, st.sampled_from(CARDS), DAYS)
    def test_makes_illegal_what_was_legal(self, deck: Deck, card: Card, day: date) -> None:
        fmt = a_format(*SETS, bans=[Ban(card.name, Between(FIRST, FIRST))])
        assert check_deck(with_card(deck, card, 1), fmt, day).outcome == ILLEGAL


class TestAVerdict:
    @settings(deadline=None)
    @given(DECKS, st.lists(bans(), max_size=2), DAYS)
    def test_is_the_same_for_the_same_input(self, deck: Deck, held: list[Ban], day: date) -> None:
        again = Deck(deck.game, deck.entries)
        fmt, twin = a_format(*SETS, bans=held), a_format(*SETS, bans=held)
        assert json.dumps(check_deck(deck, fmt, day).as_dict()) == json.dumps(check_deck(again, twin, day).as_dict())

    @settings(deadline=None)
    @given(DECKS, st.lists(bans(), max_size=2), DAYS)
    def test_names_the_worst_first_and_has_the_outcome_of_the_worst(
        self, deck: Deck, held: list[Ban], day: date
    ) -> None:
        verdict = check_deck(deck, a_format(*SETS, bans=held), day)
        order = [("error", "unknown", "warning", "info").index(finding.severity) for finding in verdict.findings]
        assert order == sorted(order)
        worst = order[0] if order else 3
        assert verdict.outcome == (ILLEGAL, UNCERTAIN, LEGAL, LEGAL)[worst]
        assert verdict.is_legal is (verdict.outcome == LEGAL)

    @settings(deadline=None)
    @given(DECKS, DAYS)
    def test_gets_no_better_by_a_vaguer_ban(self, deck: Deck, day: date) -> None:
        sharp = a_format(*SETS, bans=[Ban("Boris", between("2006-06-15"))])
        vague = a_format(*SETS, bans=[Ban("Boris", between("2006-06-01", "2006-06-30"))])
        rank = {ILLEGAL: 0, UNCERTAIN: 1, LEGAL: 2}
        near = date(2006, 6, 1) <= day < date(2006, 6, 30)
        before, after = check_deck(deck, sharp, day).outcome, check_deck(deck, vague, day).outcome
        assert near or before == after
        assert abs(rank[before] - rank[after]) <= 1

    def test_is_asked_of_a_format_of_the_same_game(self) -> None:
        with pytest.raises(ValueError, match="the deck is for riftbound, but the format test-age is for vs-classic"):
            check_deck(a_deck(game=RIFTBOUND), a_format(), FIRST)

    def test_lists_every_rule_that_was_looked_at(self) -> None:
        verdict = check_deck(a_deck((60, CARDS[1])), a_format(*SETS), LAST)
        assert {"deck-size", "copy-limit", "printed-limit", "not-in-format", "banned", "format-restriction"} <= {
            checked.code for checked in verdict.checked
        }


DECK_TEXTS = {
    VS_CLASSIC: "4 Overload\n9 Hounds of Ahab, Army\n3 Hulk\n2 Bzzz\nxx\n5 Boris\n1 Storm, Leader of the Morlocks",
    VS_2PCG: "Main Character\n1 Thanos\nDeck\n5 Cosmo\n4 Academy\n2 Bzzz\n\nPile: Facehugger\n3 Facehugger",
    RIFTBOUND: "Legend\n1 Kai'Sa, Daughter of the Void\nDeck\n4 Called Shot\n2 Bzzz\nRunes\n13 Fury Rune",
}
PRINT_VERDICTS = """
import json, sys
from datetime import date
from pathlib import Path
from engine import build_reference, check_deck, read_deck
from vsdb.catalog.cards.reading.folder import read_game

for game, text in json.loads(sys.stdin.read()).items():
    rows = read_game(Path("fixtures") / game, game)
    held = build_reference(game, cards=rows.cards, sets=rows.sets, formats=rows.formats, bans=rows.bans)
    for fmt in held.formats.values():
        for day in (date(2006, 12, 1), date(2023, 5, 1), date(2026, 6, 1)):
            print(json.dumps(check_deck(read_deck(text, held.catalog, day), fmt, day).as_dict()))
"""


class TestTwoProcesses:
    def test_print_the_same_bytes(self) -> None:
        """Whatever order their sets of text fall in: every format of every game, with faults of all kinds."""
        printed = [
            subprocess.run(
                [sys.executable, "-c", PRINT_VERDICTS],
                input=json.dumps(DECK_TEXTS),
                capture_output=True,
                text=True,
                check=True,
                cwd=ROOT,
                env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            ).stdout
            for seed in ("1", "2024")
        ]
        assert len(printed[0].splitlines()) >= 3 * 27
        assert printed[0] == printed[1]
