"""What decides restrictions for many decks at once says what their one definition says of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from engine import Deck, Reference, check_deck
from engine.games.vs_2pcg.stat_restrictions import sets_combined
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.decks import DeckEntry
from engine.model.formats import Format, Restriction
from engine.model.games import game_of
from engine.model.verdicts import ERROR, ILLEGAL, LEGAL, UNCERTAIN, UNKNOWN, Breach
from engine.rules import line_arrays
from engine.rules.batch import OUTCOMES, check_many
from engine.rules.decisions import DECISIONS
from engine.rules.deck_arrays import DeckArrays
from engine.rules.restrictions import sets_at_most
from tests.engine import pcg_builders
from tests.engine.classic_builders import A_DAY, a_card, a_deck, a_format, a_set
from tests.engine.decks_of_one_kind import NarrowDecks
from tests.engine.test_fast_path import draw_day
from tests.sizes import size

MOR = a_set("MOR", "2004-05-01", legal_from="2004-05-01")
BROKEN, OPEN, FINE = "broken", "open", "fine"
Asked = tuple[str, Mapping[str, object]]

#: What formats may ask beside what those that are recorded do.
_FURTHER: Mapping[str, tuple[Asked, ...]] = {
    VS_CLASSIC: (
        *(("sets-at-most", {"count": count}) for count in (0, 2, 3)),
        ("sets-at-most", {"count": 1, "besides": "MOR"}),
        ("teams-at-most", {"count": 3}),
        ("named-character", {"count": 4}),
        ("copies-of-a-character", {"count": 2, "part": "a part"}),
        ("characters-per-team", {"teams": 1, "characters": 4}),
        ("characters-per-team", {"teams": 2, "characters": 12}),
    ),
    VS_2PCG: (
        ("one-team", {}),
        ("one-team", {"piles": True}),
        ("one-team", {"neutral": "basic-locations"}),
        ("alignment-loyalty", {"alignment": "Evil"}),
        ("main-characters-at-most", {"at_most": 1}),
        ("copies-by-type", {"Supporting Character": {"at_most": 4}, "Location": {"exactly": 4}}),
        ("team-pair", {"pairs": [["Avengers", "Defenders"], ["Inhumans", "Avengers"]]}),
        (
            "sets-combined",
            {"large": 1, "issues": 2, "large_kinds": ["expansion"], "issue_kinds": ["issue", "giant-size"]},
        ),
        (
            "sets-combined",
            {"large": 1, "issues": 1, "large_kinds": ["giant-size", "issue"], "free": ["basic-locations"]},
        ),
        ("sets-combined", {"large": 0, "issues": 1, "issue_kinds": ["issue", "giant-size", "expansion"]}),
        ("sets-at-most", {"count": 2}),
    ),
    RIFTBOUND: (
        ("domains-at-most", {"count": 1, "beside_legend": 0}),
        ("domains-at-most", {"count": 2, "beside_legend": 1}),
        ("sets-at-most", {"count": 1}),
        ("singleton", {}),
    ),
}


def list_asked(known: Reference) -> Iterable[tuple[Format, Asked]]:
    """What formats of a game ask of lists, each kind with its terms once."""
    seen: list[Asked] = []
    formats = list(known.formats.values())
    recorded = [(fmt, (each.kind, each.terms)) for fmt in formats for each in fmt.restrictions]
    for fmt, asked in (*recorded, *((formats[0], asked) for asked in _FURTHER[known.game])):
        if asked not in seen:
            seen.append(asked)
            yield fmt, asked


def name_answers(broken: bool, unknown: bool, is_open: bool) -> str:
    """What a decision says of a deck."""
    return BROKEN if broken else OPEN if is_open else UNKNOWN if unknown else FINE


@pytest.mark.parametrize("game", GAMES)
class TestDecisions:
    @pytest.mark.law
    def test_are_what_the_restriction_finds_in_each_deck(
        self, game: str, reference: Callable[[str], Reference]
    ) -> None:
        known, chance = reference(game), Random(f"{game} decided")  # noqa: S311
        formats, source = game_of(game).formats, NarrowDecks(known, chance)
        assert formats.checks
        said: dict[str, Counter[str]] = {}
        for _ in range(size(40, short=4)):
            decks, day = [each for _ in range(60) if not (each := source.build()).unsettled], draw_day(game, chance)
            totals = DeckArrays(decks)
            for fmt, (kind, terms) in list_asked(known):
                check = formats.checks[kind]
                if check not in formats.decisions:
                    continue
                answers = formats.decisions[check](fmt, day, terms)(totals, np.ones(len(decks), np.bool_))
                rows = zip(*(np.broadcast_to(each, len(decks)).tolist() for each in answers), strict=True)
                for deck, row in zip(decks, rows, strict=True):
                    answer, severities = name_answers(*row), find_severities(check(deck, fmt, day, terms))
                    expected = BROKEN if ERROR in severities else UNKNOWN if UNKNOWN in severities else FINE
                    assert answer in (expected, OPEN), (kind, terms, day, deck.entries)
                    said.setdefault(kind, Counter())[answer] += 1
        assert not [kind for kind, counts in said.items() if counts[OPEN] == counts.total()]


class TestListsThatAreLookedAt:
    """What arrays don't decide is asked of the list itself."""

    def test_are_those_under_a_restriction_without_a_decision(self) -> None:
        fmt = a_format(MOR, restrictions=(Restriction("exact-copies", {"count": 4}),))
        cards = [a_card(f"Card {number}", sets=("MOR",)) for number in range(16)]
        vague = replace(cards[0], versions_known=False)
        decks = [
            a_deck(*((4, card) for card in cards)),
            a_deck(*((4, card) for card in cards[:14]), (3, cards[14]), (3, cards[15])),
            a_deck(*((4, card) for card in (vague, *cards[1:]))),
        ]
        assert judge_both_ways(decks, fmt) == [LEGAL, ILLEGAL, UNCERTAIN]

    def test_are_those_whose_affiliations_meet_in_a_ring(self) -> None:
        fmt = a_format(MOR, restrictions=(Restriction("teams-at-most", {"count": 2}),))
        ring = [("A", "B"), ("B", "C"), ("C", "A")] * 5
        cards = [a_card(f"Card {number}", sets=("MOR",), teams=teams) for number, teams in enumerate(ring)]
        apart = [replace(card, teams=(f"{card.name} 1", f"{card.name} 2")) for card in cards]
        decks = [a_deck(*((4, card) for card in each)) for each in (cards, apart)]
        assert judge_both_ways(decks, fmt) == [LEGAL, ILLEGAL]

    def test_are_those_of_which_a_guard_speaks(self) -> None:
        fmt = a_format(MOR)
        others = [(4, a_card(f"Card {number}", sets=("MOR",))) for number in range(15)]
        one, other, vague = (
            a_card("Storm", *versions, sets=("MOR",), versions_known=bool(versions))
            for versions in (("Weather Witch",), ("Ororo Munroe",), ())
        )
        decks = [
            a_deck(*others, (5, one)),
            a_deck(*others, (2, one), (2, other), (1, vague)),
            a_deck(*others, (4, one), (1, vague)),
        ]
        assert judge_both_ways(decks, fmt) == [ILLEGAL, LEGAL, UNCERTAIN]

    def test_are_those_with_a_pile(self) -> None:
        cards = {pcg_builders.supporting(f"Card {number}"): 4 for number in range(15)}
        starters = {pcg_builders.main_character(): 1}
        pile = DeckEntry("pile:Of No Rule", 1, pcg_builders.plot_twist(), line=99)
        with_pile = pcg_builders.pcg_deck(cards, pile, starters=starters)
        assert judge_both_ways([with_pile], pcg_builders.multiverse()) == [ILLEGAL]
        without = pcg_builders.pcg_deck(cards, starters=starters)
        assert judge_both_ways([without], pcg_builders.multiverse()) == [UNCERTAIN]
        assert judge_both_ways([without, with_pile], pcg_builders.multiverse()) == [UNCERTAIN, ILLEGAL]

    def test_are_none_where_all_are_broken(self) -> None:
        terms = {"large": 1, "issues": 1, "large_kinds": ["starter"], "issue_kinds": ["issue"]}
        fmt = pcg_builders.multiverse(restrictions=(Restriction("sets-combined", terms),))
        deck = pcg_builders.pcg_deck({pcg_builders.supporting(f"Card {number}"): 4 for number in range(15)})
        decide = game_of(VS_2PCG).formats.decisions[sets_combined](fmt, A_DAY, terms)
        broken, unknown, is_open = decide(DeckArrays([deck]), np.ones(1, np.bool_))
        assert (broken.tolist(), unknown, is_open) == ([True], False, False)


class TestMasks:
    def test_hold_more_names_than_fit_into_one_number(self) -> None:
        fmt = a_format(MOR, restrictions=(Restriction("sets-at-most", {"count": 2, "besides": "MOR"}),))
        decks = [
            a_deck(*((4, a_card(f"Card {first} {place}", sets=(f"S{first + place // parts}",))) for place in range(15)))
            for first in (0, 60, 120, 180)
            for parts in (1, 5, 8, 15)
        ]
        totals = DeckArrays(decks)
        broken, unknown, is_open = DECISIONS[sets_at_most](fmt, A_DAY, fmt.restrictions[0].terms)(totals, np.True_)
        assert broken.tolist() == [True, True, False, False] * 4
        assert not (unknown | is_open).any()

    def test_begin_anew_when_there_are_too_many_cards(self, monkeypatch: pytest.MonkeyPatch) -> None:
        decks = [a_deck((60, a_card("One")))]
        table = DeckArrays(decks).table
        assert DeckArrays(decks).table is table
        monkeypatch.setattr(line_arrays, "_MAX_CARDS", 0)
        assert DeckArrays(decks).table is not table


def judge_both_ways(decks: list[Deck], fmt: Format) -> list[str]:
    """The outcomes of decks in arrays, which are those of each."""
    found = [OUTCOMES[number] for [number] in check_many(DeckArrays(decks), [fmt], A_DAY).tolist()]
    assert found == [check_deck(deck, fmt, A_DAY).outcome for deck in decks]
    return found


def find_severities(said: Iterable[object]) -> set[str]:
    """How severe what a restriction finds is."""
    return {each.severity for each in said if isinstance(each, Breach)}
