"""A repair: what it changes, what it proves, what it offers, what it leaves open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from engine import decklists
from engine.formats.bans import find_bans_on
from engine.model.cards import RIFTBOUND, VS_CLASSIC, Card
from engine.model.catalog import Catalog
from engine.model.decks import DECK, Deck, DeckEntry
from engine.model.errors import InputError
from engine.model.formats import Ban, Pool, Restriction
from engine.model.reference import Reference
from engine.model.verdicts import LEGAL, UNCERTAIN
from engine.repair import Repair, RepairChange, apply_changes, apply_picks, repair
from engine.repair.bounds import count_least_copies, pack_disjoint_groups
from engine.repair.values import EXCHANGE, IN, MOVE, OUT
from engine.rules.validation import check_deck
from tests.engine.classic_builders import (
    A_DAY,
    a_card,
    a_deck,
    a_format,
    a_set,
    an_ambiguous,
    an_unknown,
    an_unreadable,
    between,
)
from tests.engine.repair_worlds import LATER, WORLDS

Load = Callable[[str], Reference]
MOR = a_set("MOR")
OVERLOAD = a_card("Overload", sets=("MOR-1",), type="Plot Twist", cost=3)
SHOCK = a_card("Shock", sets=("MOR-2",), type="Plot Twist", cost=5)
BEATDOWN = a_card("Beatdown", sets=("MOR-3",), type="Plot Twist", cost=4)
BORIS = a_card("Boris", "Servant", sets=("MOR-4",), teams=("Doom",), cost=3)
HOUND = a_card("Hound", "Army", sets=("MOR-5",), cost=1)
CARDS = (OVERLOAD, SHOCK, BEATDOWN, BORIS, HOUND)
BANNED = (Ban("Overload", between("2005-01-01")),)


def repaired(deck: Deck, cards: tuple[Card, ...] = CARDS, **facts: Any) -> Repair:
    """The repair in a classic format of the one set."""
    budget = {"budget": facts.pop("budget")} if "budget" in facts else {}
    fmt = a_format(MOR, **{"bans": BANNED, **facts})
    return repair(deck, fmt, A_DAY, Catalog(VS_CLASSIC, cards, fmt.sets), **budget)


def told(found: Repair) -> list[tuple[str, int, str, str]]:
    """Each change: its kind, how many copies, what goes, what comes."""
    return [
        (
            each.kind,
            each.count,
            each.gone.card.name if each.gone and each.gone.card else each.gone.name if each.gone else "",
            each.comes.name if each.comes else "",
        )
        for each in found.changes
    ]


class TestChanges:
    def test_a_banned_card_makes_way_for_the_one_most_like_it(self) -> None:
        found = repaired(a_deck((4, OVERLOAD), (56, HOUND)))
        # Of the plot twists Beatdown costs one more than Overload, Shock two.
        assert told(found) == [(EXCHANGE, 4, "Overload", "Beatdown")]
        assert found.changes[0].choices == (SHOCK, BORIS, HOUND)
        assert (found.size, found.at_least, found.is_smallest) == (4, 4, True)
        assert found.verdict
        assert found.verdict.outcome == LEGAL
        assert found.deck
        assert found.deck.counts == {HOUND: 56, BEATDOWN: 4}

    def test_a_copy_too_many_goes_alone(self) -> None:
        assert told(repaired(a_deck((5, BORIS), (56, HOUND)))) == [(OUT, 1, "Boris", "")]

    def test_what_is_missing_comes_alone(self) -> None:
        found = repaired(a_deck((58, HOUND)))
        assert [(kind, gone) for kind, _, gone, _ in told(found)] == [(IN, "")] * len(found.changes)
        assert found.size == 2

    def test_a_copy_that_moves_counts_one(self) -> None:
        world = WORLDS["riftbound"]()
        legal = {entry.section: entry for entry in world.legal}
        # The champion stands in the deck of three instead of in its own place; the same card there is the nearest.
        entries = tuple(
            DeckEntry(DECK, 1, legal["champion"].card) if entry.section == "champion" else entry
            for entry in world.legal
        )
        found = repair(Deck(RIFTBOUND, entries), world.fmt, world.day, world.catalog)
        assert (found.size, found.is_smallest) == (1, True)
        assert found.changes[0].into == "champion"

    def test_nothing_has_to_change_in_a_legal_deck(self) -> None:
        found = repaired(a_deck((60, HOUND)))
        assert (found.changes, found.size, found.at_least, found.is_smallest) == ((), 0, 0, True)
        assert found.proof == ()

    def test_lines_that_name_no_card_go(self) -> None:
        deck = a_deck((58, HOUND), an_unknown(1, "Bzzz"), an_ambiguous(1, "Boris", BORIS, HOUND))
        found = repaired(deck)
        assert {(gone, count) for _, count, gone, _ in told(found)} == {("Bzzz", 1), ("Boris", 1)}
        assert found.is_smallest

    def test_a_misspelt_line_makes_way_for_the_card_of_the_nearest_name(self) -> None:
        found = repaired(a_deck((57, HOUND), an_unknown(3, "Beetdown", BEATDOWN, SHOCK)))
        assert told(found) == [(EXCHANGE, 3, "Beetdown", "Beatdown")]

    def test_a_misspelt_line_makes_way_whole_where_a_copy_too_many_need_not_be_made_up_for(self) -> None:
        deck = a_deck((5, BORIS), (53, HOUND), an_unknown(3, "Beetdown", BEATDOWN, SHOCK))
        assert told(repaired(deck)) == [(EXCHANGE, 3, "Beetdown", "Beatdown"), (OUT, 1, "Boris", "")]
        # However few verdicts are left for it, the repair is as small and as legal.
        for budget in range(4, 40):
            found = repaired(deck, budget=budget)
            assert found.verdict is None or (found.verdict.outcome, found.size) == (LEGAL, 4)

    def test_a_misspelt_line_makes_way_for_another_card_where_the_one_it_means_is_banned(self) -> None:
        found = repaired(a_deck((5, BORIS), (52, HOUND), an_unknown(4, "Overlode", OVERLOAD, SHOCK)))
        assert found.is_smallest
        assert OVERLOAD not in {each.comes for each in found.changes}

    def test_a_line_that_cannot_be_read_counts_one_and_makes_no_room(self) -> None:
        found = repaired(a_deck((60, HOUND), an_unreadable()))
        assert (told(found), found.is_smallest) == ([(OUT, 1, "", "")], True)
        # What is missing comes in its place.
        assert (repaired(a_deck((59, HOUND), an_unreadable())).size) == 1

    def test_kinds_are_told_apart(self) -> None:
        line = DeckEntry(DECK, 1, BORIS)
        assert RepairChange(1, line).kind == OUT
        assert RepairChange(1, None, BORIS, DECK).kind == IN
        assert RepairChange(1, line, HOUND, DECK).kind == EXCHANGE
        assert RepairChange(1, line, BORIS, "sideboard").kind == MOVE

    def test_is_the_same_for_the_same_input(self) -> None:
        deck = a_deck((4, OVERLOAD), (50, HOUND))
        first, again = repaired(deck), repaired(deck)
        assert (told(first), first.proof, first.verdicts) == (told(again), again.proof, again.verdicts)


class TestProof:
    def test_says_of_each_rule_what_it_asks_with_its_citation(self) -> None:
        found = repaired(a_deck((4, OVERLOAD), (5, BORIS), (51, HOUND)))
        asked = {(each.citation.rule if each.citation else "", each.out, each.into) for each in found.proof}
        assert {("test-age", 4, 0), ("101.2", 1, 0), ("", 5, 5)} <= asked

    def test_says_that_every_smaller_change_was_looked_at(self, reference: Load) -> None:
        known = reference("vs-2pcg")
        starting = "Main Character\n1 The Queen [ALN-029]\nLevel Up\n1 The Queen [ALN-030]"
        text = f"{starting}\nDeck\n56 Acid Blood Xenomorph\n4 Ovomorph"
        multiverse = known.formats["multiverse"]
        fmt = replace(multiverse, construction=replace(multiverse.construction, copies=60))
        found = repair(decklists.read_deck(text, known.catalog, LATER), fmt, LATER, known.catalog)
        # The pile of a card that asks for one has as many cards as the deck has copies: four go, or four come.
        assert (found.size, found.is_smallest) == (4, True)
        assert "fewer than 4 changes was tried" in found.proof[-1].text


class TestBounds:
    def test_what_several_ask_for_counts_once(self) -> None:
        copies = {"a": 3, "b": 2, "c": 4}
        groups = pack_disjoint_groups(
            [(frozenset("a"), 3), (frozenset("ab"), 4), (frozenset("c"), 1)], lambda s: sum(copies[x] for x in s)
        )
        # Three of a, of a and b one more, and one of c.
        assert count_least_copies(groups) == 5


class TestChoices:
    def test_each_keeps_the_deck_legal(self, reference: Load) -> None:
        known = reference("vs-classic")
        day = date(2008, 7, 1)
        fmt = known.formats["silver-age"]
        text = "4 Dr. Light, Master of Holograms\n56 Aspiring Pawn, Army"
        deck = decklists.read_deck(text, known.catalog, day)
        found = repair(deck, fmt, day, known.catalog)
        assert found.changes[0].choices
        for card in found.changes[0].choices:
            assert find_bans_on(fmt, day).of(card) is None
            picked = apply_changes(deck, apply_picks(found, {0: card}), known.catalog)
            assert check_deck(picked, fmt, day).is_legal
            assert picked.counts[card] == 4

    def test_what_is_proposed_may_be_picked(self) -> None:
        found = repaired(a_deck((4, OVERLOAD), (56, HOUND)))
        assert apply_picks(found, {0: BEATDOWN}) == found.changes

    @pytest.mark.parametrize("number", [0, 1])
    def test_another_card_is_refused(self, number: int) -> None:
        found = repaired(a_deck((4, OVERLOAD), (56, HOUND)))
        with pytest.raises(InputError, match="not one of the choices offered"):
            apply_picks(found, {number: OVERLOAD})

    def test_are_fewer_where_the_budget_ends(self) -> None:
        deck = a_deck((4, OVERLOAD), (56, HOUND))
        # Each of the three that are offered takes one verdict.
        needed = repaired(deck).verdicts - 3
        found = repaired(deck, budget=needed)
        assert (found.is_smallest, found.changes[0].choices) == (True, ())

    def test_are_made_where_a_line_only_goes_or_only_comes(self) -> None:
        known = Catalog(VS_CLASSIC, CARDS, {})
        deck = a_deck((5, BORIS), (56, HOUND))
        assert apply_changes(deck, repaired(deck).changes, known).counts == {BORIS: 4, HOUND: 56}
        deck = a_deck((59, HOUND))
        assert apply_changes(deck, repaired(deck).changes, known).size() == 60


class TestWhatStaysOpen:
    def test_is_named_and_the_rest_repaired(self) -> None:
        hidden = Restriction("not-in-the-list", {"what": "the draw"})
        found = repaired(a_deck((4, OVERLOAD), (56, HOUND)), restrictions=(hidden,))
        assert [finding.code for finding in found.left] == ["format-restriction"]
        assert (found.size, found.is_smallest) == (4, True)
        assert found.verdict
        assert found.verdict.outcome == UNCERTAIN

    def test_is_a_pool_that_a_draw_chooses(self) -> None:
        found = repaired(a_deck((59, HOUND)), pool=Pool("chosen"))
        assert [finding.code for finding in found.left] == ["not-in-format"]
        assert found.size == 1

    def test_is_which_characters_are_meant(self) -> None:
        hero = Restriction("copies-of-a-character", {"count": 3, "part": "a hero"})
        found = repaired(a_deck((3, BORIS), (57, HOUND)), restrictions=(hero,))
        assert (found.size, [finding.code for finding in found.left]) == (0, ["format-restriction"])
        # Without one there is something to repair: three copies of a character have to come.
        found = repaired(a_deck((60, HOUND)), restrictions=(hero,))
        assert (found.size, found.is_smallest) == (3, True)


class TestTheBudget:
    def test_spent_leaves_what_is_proven_and_no_repair(self) -> None:
        found = repaired(a_deck((4, OVERLOAD), (10, HOUND)), budget=3)
        assert (found.is_found, found.is_smallest, found.changes, found.deck) == (False, False, (), None)
        # Ten hounds stay: fifty others come.
        assert found.at_least == 50

    def test_spent_may_leave_a_repair_that_is_perhaps_too_large(self) -> None:
        nobody = a_card("Nobody", sets=("MOR-9",), versions_known=False)
        found = repaired(a_deck((4, OVERLOAD), (50, HOUND)), (*CARDS, nobody), budget=9)
        assert found.verdicts <= 9 + 9 // 2
        assert not found.is_found or found.size >= found.at_least

    def test_finds_none_where_no_card_is_in_the_format(self) -> None:
        found = repaired(a_deck((4, OVERLOAD)), (OVERLOAD,))
        assert not found.is_found
        assert not found.is_smallest
