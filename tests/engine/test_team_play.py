"""Decks of a team: what they have to keep between them, and each by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, Card
from engine.model.decks import Deck
from engine.model.formats import Restriction
from engine.model.reference import Reference
from engine.rules.team_play import TeamVerdict, check_team, find_team_rules, list_team_formats
from tests.engine import builders
from tests.engine import riftbound_lists as rb
from tests.engine.builders import DAY, unknown
from tests.engine.pcg_builders import (
    basic_location,
    main_character,
    multiverse,
    pcg_deck,
    special_location,
    supporting,
    unrecorded,
)

A_FORCE = builders.card_set(VS_2PCG, "AFF", date(2016, 3, 16))
UNIFIED = multiverse(slug="3v3-team-match-unified-deck-construction", sets={"AFF": A_FORCE})
PARTNERS = ["2v2-constructed", "2v2-sealed", "mode-2v2-magma-chamber"]
PAIRS = builders.fmt(RIFTBOUND, slug="2v2-constructed")
PIXIE = supporting("Pixie")
ARCADIA = special_location("Arcadia")

Counts = Mapping[Card, int]


def team(*mains: Counts) -> TeamVerdict:
    """Three decks with these cards in the deck, each with a main character of its own."""
    decks = [
        pcg_deck(cards, starters={main_character(name): 1})
        for name, cards in zip(("Captain Marvel", "Storm", "Hulk"), [*mains, {}, {}, {}], strict=False)
    ]
    return check_team(decks, UNIFIED, DAY)


def told(verdict: TeamVerdict) -> list[tuple[str, Any, Any, tuple[int, ...]]]:
    """How grave each finding between decks is, its figures and its decks."""
    return [(each.severity, each.found, each.allowed, decks) for each, decks in verdict.findings]


def legal_decks() -> list[Deck]:
    """Three decks of sixty supporting characters each, that have no card in common."""
    decks = []
    for name in ("Captain Marvel", "Storm", "Hulk"):
        people = {supporting(f"{name} {number}"): 4 for number in range(15)}
        levels = [main_character(name, level) for level in (1, 2)]
        decks.append(pcg_deck(people, starters={levels[0]: 1}, level_up={levels[1]: 1}))
    return decks


def test_three_share_a_unified_deck_and_two_play_as_partners() -> None:
    """The formats of 3v3 unified deck construction (2PCG) and of 2v2 (Riftbound)."""
    sizes = {(game, slug): team.size for (game, slug), team in list_team_formats().items()}
    assert sizes[VS_2PCG, UNIFIED.slug] == 3
    assert sizes[RIFTBOUND, PAIRS.slug] == 2
    assert all(find_team_rules(replace(PAIRS, game=game, slug=slug)) for game, slug in sizes)


class TestSharedCopies:
    """format:3v3-team-match-unified-deck-construction: limits of copies hold across the three decks of the team."""

    @pytest.mark.parametrize(("third", "found"), [(1, []), (2, [("error", 5, 4, (1, 2, 3))])])
    def test_four_of_a_card_in_all(self, third: int, found: list[object]) -> None:
        assert told(team({PIXIE: 2}, {PIXIE: 1}, {PIXIE: third})) == found

    @pytest.mark.parametrize(("second", "found"), [(3, []), (4, [("error", 9, 8, (1, 2))])])
    def test_eight_with_legion_in_all(self, second: int, found: list[object]) -> None:
        legion = supporting("Drone", keywords=("Legion",))
        assert told(team({legion: 5}, {legion: second})) == found

    @pytest.mark.parametrize(("second", "found"), [(0, []), (1, [("error", 2, 1, (1, 3))])])
    def test_one_of_a_kind_once_in_all(self, second: int, found: list[object]) -> None:
        rare = supporting("Mary", keywords=("One of a Kind",))
        assert told(team({rare: 1}, {}, {rare: second} if second else {})) == found

    @pytest.mark.parametrize(("second", "found"), [(2, []), (3, [("error", 5, 4, (1, 2))])])
    def test_four_of_a_team_location_in_all(self, second: int, found: list[object]) -> None:
        assert told(team({ARCADIA: 2}, {ARCADIA: second})) == found

    def test_basic_locations_go_four_times_into_each_deck(self) -> None:
        academy = basic_location("Academy")
        verdict = team({academy: 4}, {academy: 4}, {academy: 4})
        assert told(verdict) == []
        assert "copy-limit" not in {each.code for deck in verdict.decks for each in deck.of("error")}

    def test_reprints_are_one_card(self) -> None:
        again = supporting("Pixie", slug="pixie-again", copy_key=PIXIE.copy_key)
        assert told(team({PIXIE: 3}, {again: 2})) == [("error", 5, 4, (1, 2))]

    @pytest.mark.parametrize("kind", [None, "Location"])
    def test_what_may_be_a_basic_location_is_unknown(self, kind: str | None) -> None:
        place = unrecorded("Somewhere", kind)
        verdict = team({place: 4}, {place: 4})
        assert ("unknown", 8, 4, (1, 2)) in told(verdict)
        assert "error" not in {severity for severity, *_ in told(verdict)}

    def test_what_one_deck_holds_too_often_alone_is_said_by_its_own_verdict(self) -> None:
        verdict = team({PIXIE: 5})
        assert told(verdict) == []
        assert "copy-limit" in {each.code for each in verdict.decks[0].of("error")}

    def test_lines_that_are_not_settled_leave_it_unknown(self) -> None:
        decks = [pcg_deck({}, unknown(2)), pcg_deck({}), pcg_deck({}, unknown(1))]
        verdict = check_team(decks, UNIFIED, DAY)
        assert told(verdict) == [("unknown", 3, None, (1, 3))] * 2
        assert "3 cards not identified" in verdict.findings[0].finding.message


class TestMainCharactersOnce:
    """format:3v3-team-match-unified-deck-construction: a main character card once in any deck or side deck."""

    HULK = main_character("Hulk")

    @pytest.mark.parametrize(
        "second",
        [
            pcg_deck(starters={HULK: 1}),
            pcg_deck(level_up={HULK: 1}),
            pcg_deck({HULK: 1}),
            pcg_deck(piles={"Shapeshift": {HULK: 1}}),
        ],
        ids=["starting", "to level up", "in the deck", "in a pile"],
    )
    def test_a_second_one_breaks_it_wherever_it_is(self, second: Deck) -> None:
        verdict = check_team([pcg_deck(starters={self.HULK: 1}), second, pcg_deck()], UNIFIED, DAY)
        assert told(verdict) == [("error", 2, 1, (1, 2))]

    def test_others_of_the_same_name_are_other_cards(self) -> None:
        decks = [pcg_deck(starters={main_character("Hulk", printings=(code,)): 1}) for code in ("AFF-1", "MNB-2")]
        assert told(check_team([*decks, pcg_deck()], UNIFIED, DAY)) == []

    def test_a_card_of_a_type_that_is_not_recorded_may_be_one(self) -> None:
        somebody = unrecorded("Somebody")
        assert told(team({somebody: 1}, {somebody: 1})) == [("unknown", 2, 1, (1, 2))]

    @pytest.mark.parametrize(("decks", "found"), [((6, 0), []), ((6, 6), [("error", 2, 1, (1, 2))])])
    def test_those_that_start_in_numbers_are_of_one_deck(self, decks: tuple[int, int], found: list[object]) -> None:
        outrider = main_character("Outrider", printings=("MCU6-1",))
        lists = [pcg_deck(starters={outrider: count} if count else {}) for count in decks]
        verdict = check_team([*lists, pcg_deck()], UNIFIED, DAY)
        assert told(verdict) == found
        assert verdict.checked[1].found == 1 + bool(found)


class TestPartners:
    """rb-core-1.3 484.8.g: partners have different legends.
    rb-core-1.3 484.8.h: no battlefield is brought by both.
    rb-core-2026-07-16 489.8.h: the same of legends.
    rb-core-2026-07-16 489.8.i: the same of battlefields.
    rb-core-2026-10-09 491: the same of both.
    """

    def pair(self, one: Deck, other: Deck) -> list[tuple[str, Any, Any, tuple[int, ...]]]:
        return told(check_team([one, other], PAIRS, DAY))

    def test_need_different_legends(self) -> None:
        other = builders.riftbound("Hand of Noxus", "Legend")
        assert self.pair(rb.deck(legend={rb.ANNIE: 1}), rb.deck(legend={other: 1})) == []
        assert self.pair(rb.deck(legend={rb.ANNIE: 1}), rb.deck(legend={rb.ANNIE: 1})) == [("error", 2, 1, (1, 2))]

    def test_need_different_battlefields(self) -> None:
        one, other = rb.deck(battlefields={rb.TREE: 1}), rb.deck(battlefields={rb.WARRENS: 1})
        assert self.pair(one, other) == []
        both = rb.deck(battlefields={rb.TREE: 1, rb.WARRENS: 1})
        assert self.pair(both, both) == [("error", 2, 1, (1, 2))] * 2

    @pytest.mark.parametrize("slug", PARTNERS)
    @pytest.mark.parametrize(
        ("day", "legends", "battlefields"),
        [
            ("2026-07-15", "rb-core-1.3 484.8.g", "rb-core-1.3 484.8.h"),
            ("2026-07-16", "rb-core-2026-07-16 489.8.h", "rb-core-2026-07-16 489.8.i"),
            ("2026-10-09", "rb-core-2026-10-09 491", "rb-core-2026-10-09 491"),
        ],
    )
    def test_are_asked_by_the_mode_whatever_decks_they_bring(
        self, slug: str, day: str, legends: str, battlefields: str
    ) -> None:
        same = rb.deck(unknown(1, section="battlefields"), legend={rb.ANNIE: 1}, battlefields={rb.TREE: 1})
        verdict = check_team([same, same], replace(PAIRS, slug=slug), date.fromisoformat(day))
        cited = [each.finding.citation for each in verdict.findings]
        assert [f"{each.document} {each.rule}" for each in cited if each] == [legends, battlefields, battlefields]
        looked_at = [each.citation for each in verdict.checked]
        assert [f"{each.document} {each.rule}" for each in looked_at] == [legends, battlefields]

    @pytest.mark.parametrize("section", ["legend", "battlefields"])
    def test_with_a_line_that_is_not_settled_are_unknown(self, section: str) -> None:
        vague = rb.deck(unknown(1, section=section))
        assert self.pair(rb.deck(), vague) == [("unknown", 1, None, (2,))]

    def test_may_have_the_same_cards_else(self) -> None:
        assert self.pair(rb.deck(deck={rb.unit(): 3}), rb.deck(deck={rb.unit(): 3})) == []


class TestTheVerdict:
    def test_is_legal_for_legal_decks_that_share_nothing(self) -> None:
        verdict = check_team(legal_decks(), UNIFIED, DAY)
        assert verdict.findings == ()
        assert (verdict.outcome, verdict.is_legal) == ("legal", True)

    def test_is_illegal_where_one_deck_is(self) -> None:
        one, two, three = legal_decks()
        short = Deck(VS_2PCG, three.entries[:-1])
        verdict = check_team([one, two, short], UNIFIED, DAY)
        assert verdict.findings == ()
        assert verdict.outcome == "illegal"

    def test_is_uncertain_where_one_deck_is(self) -> None:
        one, two, three = legal_decks()
        vague = Deck(VS_2PCG, (*three.entries[:-1], unknown(4)))
        assert check_team([one, two, vague], UNIFIED, DAY).outcome == "uncertain"

    def test_is_illegal_for_legal_decks_that_share_too_much(self) -> None:
        one, two, three = legal_decks()
        shared = Deck(VS_2PCG, (*three.entries[:-1], one.entries[-1]))
        verdict = check_team([one, two, shared], UNIFIED, DAY)
        assert {each.outcome for each in verdict.decks} == {"legal"}
        assert verdict.outcome == "illegal"

    def test_cites_the_format_and_says_what_was_checked(self) -> None:
        verdict = team({PIXIE: 4}, {PIXIE: 1})
        (shared,) = verdict.findings
        assert shared.finding.code == "format-restriction"
        assert shared.finding.citation is not None
        assert shared.finding.citation.document == f"format:{UNIFIED.slug}"
        assert "in deck 1 (4) and deck 2 (1); at most 4" in shared.finding.message
        assert [(each.outcome, each.found, each.allowed) for each in verdict.checked] == [
            ("broken", 5, 4),
            ("ok", 1, 1),
        ]
        written = verdict.as_dict()
        assert written["findings"][0]["decks"] == [1, 2]
        assert (written["legal"], len(written["decks"])) == (False, 3)

    def test_says_the_gravest_thing_first(self) -> None:
        place = unrecorded("Somewhere", "Location")
        verdict = team({place: 4, ARCADIA: 4}, {place: 4, ARCADIA: 4})
        assert [severity for severity, *_ in told(verdict)] == ["error", "unknown"]

    def test_leaves_out_of_each_deck_s_own_what_is_answered_between_them(self) -> None:
        between = Restriction("between-decks", {"what": "limits"})
        fmt = replace(UNIFIED, restrictions=(between, Restriction("main-character-once", {})))
        verdict = check_team([pcg_deck()] * 3, fmt, DAY)
        messages = [each.message for deck in verdict.decks for each in deck.findings]
        assert not [message for message in messages if "between the decks" in message]
        assert "format-restriction" in {each.code for each in verdict.decks[0].checked}

    @pytest.mark.parametrize("count", [2, 4])
    def test_needs_as_many_decks_as_a_team_has(self, count: int) -> None:
        with pytest.raises(ValueError, match=r"a team in .* has 3"):
            check_team([pcg_deck()] * count, UNIFIED, DAY)

    def test_is_of_formats_that_ask_something_between_decks(self) -> None:
        assert find_team_rules(multiverse()) is None
        with pytest.raises(ValueError, match="has no rules for a team"):
            check_team([pcg_deck()] * 3, multiverse(), DAY)


@pytest.mark.parametrize(("game", "slugs", "size"), [(VS_2PCG, [UNIFIED.slug], 3), (RIFTBOUND, PARTNERS, 2)])
def test_recorded_formats_that_ask_something_between_decks_are_those_with_teams(
    game: str, slugs: list[str], size: int, reference: Callable[[str], Reference]
) -> None:
    formats = reference(game).formats
    asking = [each for each in formats.values() if any(r.kind == "between-decks" for r in each.restrictions)]
    assert [each.slug for each in asking] == slugs
    assert [team.size for slug in slugs if (team := find_team_rules(formats[slug]))] == [size] * len(slugs)
