"""What the totals of a deck decide is what its rules say, to the last byte: of one deck, and of many at once."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from engine import Deck, Reference, check_deck
from engine.games.riftbound import fast_path as riftbound_path
from engine.games.vs_2pcg import fast_path as vs_2pcg_path
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.decks import DeckEntry
from engine.model.fast_path import ANY_CARDS, FastPath, Relation
from engine.model.formats import Ban, Construction, Format, Pool
from engine.model.games import Game, game_of
from engine.model.verdicts import ERROR, ILLEGAL, LEGAL, UNKNOWN, Breach, Verdict
from engine.rules import plans
from engine.rules.batch import OUTCOMES, DeckArrays, check_many
from engine.rules.format_rules import EachCard
from engine.rules.validation import check_in_full, find_codes
from tests.engine.classic_builders import A_DAY, a_card, a_deck, a_format, a_set, between
from tests.engine.decks_at_random import build_random_deck
from tests.engine.decks_of_one_kind import NarrowDecks
from tests.engine.house_game import house
from tests.sizes import size

__all__ = ["house"]

#: The bit of a card of which a deck may have one copy.
ONE_COPY = {VS_2PCG: vs_2pcg_path._ONE, RIFTBOUND: riftbound_path._UNIQUE}
FIRST = {"vs-classic": date(2004, 5, 1), "vs-2pcg": date(2015, 7, 1), "riftbound": date(2025, 10, 1)}


def draw_day(game: str, chance: Random) -> date:
    """A day on which the game is played, or has been."""
    return FIRST[game] + timedelta(days=chance.randrange(500 if game == RIFTBOUND else 2500))


def write(verdict: Verdict) -> str:
    return json.dumps(verdict.as_dict())


@pytest.mark.parametrize("game", GAMES)
class TestRandomDecks:
    @pytest.mark.law
    def test_have_the_verdict_that_every_rule_asked_gives(
        self, game: str, reference: Callable[[str], Reference]
    ) -> None:
        known, chance = reference(game), Random(f"{game} in full")  # noqa: S311
        formats = list(known.formats.values())
        for _ in range(size(200, short=40)):
            deck, day = build_random_deck(known, chance), draw_day(game, chance)
            for fmt in chance.sample(formats, 3):
                in_full = check_in_full(Deck(game, deck.entries), fmt, day)
                assert write(check_deck(deck, fmt, day)) == write(in_full), (fmt.slug, day)

    @pytest.mark.law
    def test_have_each_its_outcome_among_many(self, game: str, reference: Callable[[str], Reference]) -> None:
        known, chance = reference(game), Random(f"{game} among many")  # noqa: S311
        formats, day = list(known.formats.values()), draw_day(game, chance)
        narrow, number = NarrowDecks(known, chance), size(40, short=10)
        decks = [build() for build in (lambda: build_random_deck(known, chance), narrow.build) for _ in range(number)]
        found = check_many(DeckArrays(decks), formats, day)
        expected = [[check_deck(deck, fmt, day).outcome for fmt in formats] for deck in decks]
        assert [[OUTCOMES[number] for number in row] for row in found.tolist()] == expected

    @pytest.mark.law
    def test_have_the_codes_of_their_errors_and_unknowns_without_the_words(
        self, game: str, reference: Callable[[str], Reference]
    ) -> None:
        known, chance = reference(game), Random(f"{game} codes")  # noqa: S311
        formats, day = list(known.formats.values()), draw_day(game, chance)
        narrow, number = NarrowDecks(known, chance), size(40, short=10)
        for build in (lambda: build_random_deck(known, chance), narrow.build):
            for deck in [build() for _ in range(number)]:
                for fmt in formats:
                    outcome, codes = find_codes(Deck(game, deck.entries), fmt, day)
                    verdict = check_deck(deck, fmt, day)
                    expected = sorted({finding.code for finding in verdict.of(ERROR, UNKNOWN)})
                    assert (outcome, list(codes)) == (verdict.outcome, expected), (fmt.slug, day)

    @pytest.mark.law
    def test_have_the_suspects_that_every_guard_asked_gives(
        self, game: str, reference: Callable[[str], Reference]
    ) -> None:
        """Also where a deck with the same key was met before: guards that ask for more say so."""
        known, chance, day = reference(game), Random(f"{game} suspects"), draw_day(game, Random(game))  # noqa: S311
        plan = plans.find_plan(chance.choice(list(known.formats.values())), day)
        rules, of_edition = plan.list_rules, {rule.code for rule in plan.ruleset.rules}
        for _ in range(size(2_000, short=300)):
            deck = build_random_deck(known, chance)
            codes = {code for each in rules.guards if each.may_find(deck.totals) for code in each.codes}
            assert {rule.code for rule in rules.find_suspects(deck) - rules.unguarded} == codes & of_edition

    @pytest.mark.law
    def test_find_in_restrictions_of_each_card_what_their_cards_find_alone(
        self, game: str, reference: Callable[[str], Reference]
    ) -> None:
        known, chance, day = reference(game), Random(f"{game} alone"), draw_day(game, Random(game))  # noqa: S311
        kinds = game_of(game).formats.checks or {}
        asked = [
            (fmt, each.terms, kind)
            for fmt in known.formats.values()
            for each in fmt.restrictions
            if isinstance(kind := kinds.get(each.kind), EachCard) and kind.applies(each.terms)
        ]
        for _ in range(size(200, short=20) if asked else 0):
            deck = build_random_deck(known, chance)
            read = Deck(game, tuple(entry for entry in deck.entries if entry.card))
            for fmt, terms, kind in asked:

                def find(deck: Deck) -> set[str]:
                    said = list(kind(deck, fmt, day, terms))  # noqa: B023 - called within the loop
                    return {each.severity for each in said if isinstance(each, Breach)}

                alone = [find(Deck(game, (DeckEntry("deck", 1, card),))) for card in read.cards]
                assert find(read) == set().union(*alone), (fmt.slug, deck)


class AskedTotals:
    """Totals of no cards that take down of which cards they were asked more than their key tells."""

    def __init__(self) -> None:
        self.unsettled = self.noted = False
        self.bits = self.of_cards = 0

    def size(self, section: str) -> int:
        return 0

    def bits_of(self, section: str) -> int:
        return 0

    def most(self, group: str) -> int:
        return 0

    def is_beyond(self, sections: Collection[str]) -> bool:
        return False

    def count(self, bits: int, beside: str = "") -> int:
        self.of_cards |= bits
        return 0

    most_of = count

    def exceeds(self, group: str, most: int, without: int = 0) -> bool:
        return bool(self.count(without))

    def exceeds_by_name(self, bits: int, most: int) -> bool:
        return bool(self.count(bits))

    def repeats(self, bits: int) -> bool:
        return bool(self.count(bits))

    def differs(self, bits: int, section: str, relation: Relation) -> bool:
        return bool(self.count(bits))

    def lacks(self, one: str, other: str, relation: Relation) -> bool:
        self.of_cards = ANY_CARDS
        return False


@pytest.mark.parametrize("game", GAMES)
def test_a_guard_says_of_which_cards_it_asks_more_than_the_key_tells(
    game: str, reference: Callable[[str], Reference]
) -> None:
    asking = 0
    for fmt in reference(game).formats.values():
        for guard in plans.find_plan(fmt, FIRST[game] + timedelta(days=300)).list_rules.guards:
            guard.may_find(asked := AskedTotals())
            assert asked.of_cards == guard.of_cards, guard.codes
            asking += bool(asked.of_cards)
    assert asking


@pytest.mark.parametrize(("game", "slug"), [(VS_2PCG, "multiverse"), (RIFTBOUND, "standard")])
def test_a_copy_limit_holds_for_printings_that_are_recorded_without_it(
    game: str, slug: str, reference: Callable[[str], Reference]
) -> None:
    """One copy of a card of which one is allowed, and one of a printing whose text isn't recorded: two copies."""
    known = reference(game)
    day, fmt = FIRST[game] + timedelta(days=400), known.formats[slug]
    limited = next(card for card in known.on(day).catalog.cards if card.bits & ONE_COPY[game])
    twin = replace(limited, slug="another-printing", keywords=(), printed_limit=None)
    assert twin.copy_key == limited.copy_key
    assert not twin.bits & ONE_COPY[game]
    deck = Deck(game, (DeckEntry("deck", 1, limited), DeckEntry("deck", 1, twin)))
    in_full = check_in_full(Deck(game, deck.entries), fmt, day)
    assert any(each.code == "copy-limit" for each in in_full.findings)
    assert write(check_deck(deck, fmt, day)) == write(in_full)
    suspected = [
        each for each in game_of(game).fast_path.guards(fmt.construction_on(day), None) if "copy-limit" in each.codes
    ]
    assert all(each.may_find(DeckArrays([deck]))[0] for each in suspected)


class TestMany:
    def test_are_of_one_game(self) -> None:
        with pytest.raises(ValueError, match="the decks are of several games: riftbound, vs-classic"):
            DeckArrays([Deck(RIFTBOUND), Deck(VS_CLASSIC)])
        with pytest.raises(ValueError, match="the decks are for riftbound, but the format test-age is for vs-classic"):
            check_many(DeckArrays([Deck(RIFTBOUND)]), [a_format()], A_DAY)

    def test_may_be_none_in_no_format(self) -> None:
        assert check_many(DeckArrays([]), [a_format()], A_DAY).shape == (0, 1)
        assert check_many(DeckArrays([a_deck()]), [], A_DAY).shape == (1, 0)

    def test_hold_more_formats_than_fit_into_one_number(self) -> None:
        fmt = a_format(a_set("MOR", "2004-05-01"))
        deck = a_deck(*((4, a_card(f"Card {number}", sets=("MOR",))) for number in range(15)))
        assert check_deck(deck, fmt, A_DAY).outcome == LEGAL
        assert check_many(DeckArrays([deck, Deck(VS_CLASSIC)]), [fmt] * 45, A_DAY).tolist() == [[0] * 45, [2] * 45]

    def test_are_asked_one_by_one_where_a_game_has_no_guards(self, house: Game) -> None:
        fmt = Format(house.slug, "any", "Any")
        decks = [Deck(house.slug), Deck(house.slug, (DeckEntry("deck", 1, state="unknown", name="?"),))]
        outcomes = [check_deck(deck, fmt, A_DAY).outcome for deck in decks]
        assert [OUTCOMES[row[0]] for row in check_many(DeckArrays(decks), [fmt], A_DAY).tolist()] == outcomes


class TestCodes:
    def test_are_those_of_errors_and_unknowns_each_once_and_in_order(self) -> None:
        fmt = a_format(a_set("MOR", legal_from="2004-05-01"), bans=[Ban("One", between("2004-06-01"))])
        deck = a_deck(*((4, a_card(name, sets=("MOR",))) for name in ("One", "Two")), (4, a_card("Three", sets=("X",))))
        day = date(2004, 7, 1)
        outcome, codes = find_codes(deck, fmt, day)
        assert outcome == ILLEGAL
        assert list(codes) == sorted({each.code for each in check_deck(deck, fmt, day).of(ERROR, UNKNOWN)})
        assert {"banned", "deck-size"} <= set(codes)

    def test_are_none_of_a_legal_deck_on_which_there_are_notes(self) -> None:
        fmt = a_format(a_set("MOR", "2004-05-01"))
        deck = a_deck(*((4, a_card(f"Card {number}", sets=("MOR",))) for number in range(15)))
        assert check_deck(deck, fmt, A_DAY).findings
        assert find_codes(deck, fmt, A_DAY) == (LEGAL, ())

    def test_are_of_decks_of_the_format_s_game(self) -> None:
        with pytest.raises(ValueError, match="the deck is for riftbound"):
            find_codes(Deck(RIFTBOUND), a_format(), A_DAY)


class TestAPlan:
    def test_keeps_no_more_judgements_than_it_may(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(plans, "_MAX_KEPT", 1)
        sets = [a_set(f"S{number}", "2004-05-01") for number in range(4)]
        fmt = a_format(*sets)
        for each in sets:
            deck = a_deck(*((4, a_card(f"Card {number}", sets=(each.code,))) for number in range(15)))
            assert [each.code in str(found.message) for found in check_deck(deck, fmt, A_DAY).findings] == [True]
        assert len(plans.find_plan(fmt, A_DAY)._by_marks) <= 2

    def test_keeps_no_more_suspects_than_it_may(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(plans, "_MAX_KEPT", 2)
        rules = plans.find_plan(a_format(a_set("MOR", "2004-05-01")), A_DAY).list_rules
        found = [rules.find_suspects(a_deck((number, a_card("One")))) for number in (*range(1, 9), *range(1, 9))]
        assert found[:8] == found[8:]
        assert len(rules._by_key[False]) <= 3
        for number in range(1, 9):
            rules.find_suspects(a_deck((number, a_card("One"))), grave=True)
        assert len(rules._by_key[True]) <= 3

    def test_is_asked_again_for_a_card_not_seen_before(self) -> None:
        fmt = a_format(a_set("MOR", legal_from="2004-05-01"))
        one, other = a_card("One", sets=("MOR",)), a_card("Other", sets=("MSM",))
        found = [[each.cards for each in check_deck(a_deck((60, card)), fmt, A_DAY).findings] for card in (one, other)]
        assert [sum(cards == (card,) for cards in each) for card, each in zip((one, other), found, strict=True)] == [
            1,
            2,
        ]

    def test_says_of_a_card_that_is_out_how_many_copies_stand_on_which_lines(self) -> None:
        fmt = a_format(a_set("MOR", legal_from="2004-05-01"), bans=[Ban("One", between("2004-06-01"))])
        one, other = a_card("One", sets=("MOR",)), a_card("Other", sets=("MSM",))
        for copies in (1, 3):
            deck = a_deck((60, one), (copies, other), (2, other))
            findings = [
                each for each in check_deck(deck, fmt, A_DAY).findings if each.code in ("banned", "not-in-format")
            ]
            assert [(each.cards, each.found, each.lines) for each in findings] == [
                ((one,), 60, (1,)),
                ((other,), copies + 2, (2, 3)),
            ]

    def test_asks_of_a_whole_deck_what_a_card_alone_does_not_tell(self) -> None:
        """The pool is chosen for each event: of one card it is open, the other isn't legal yet in any case."""
        sets = a_set("MOR", legal_from="2004-05-01"), a_set("MSM", legal_from="2030-01-01")
        fmt = a_format(*sets, pool=Pool("chosen"))
        deck = a_deck((4, a_card("One", sets=("MOR",))), (56, a_card("Other", sets=("MSM",))))
        verdict = check_deck(deck, fmt, A_DAY)
        assert verdict.findings == check_in_full(deck, fmt, A_DAY).findings
        assert [each.code for each in verdict.findings].count("not-yet-legal") == 1


class TestCheckedRules:
    def test_are_a_sequence_equal_to_what_they_hold(self) -> None:
        checked = check_deck(a_deck(), a_format(), A_DAY).checked
        held = tuple(checked)
        assert (checked, len(checked), checked[0], checked[1:]) == (held, len(held), held[0], held[1:])
        assert (hash(checked), repr(checked), pickle.loads(pickle.dumps(checked))) == (hash(held), repr(held), held)  # noqa: S301
        assert checked != "a word"
        assert checked != 1

    def test_are_put_into_words_once(self) -> None:
        verdict = check_deck(a_deck((4, a_card("One"))), a_format(), A_DAY)
        assert verdict.checked[0] is verdict.checked[0]


class TestDeckTotals:
    def test_put_a_section_together_that_is_written_in_two_places(self) -> None:
        card = a_card("One")
        entries = [DeckEntry(section, 2, card) for section in ("deck", "sideboard", "deck")]
        totals = Deck(VS_CLASSIC, tuple(entries)).totals
        assert (totals.sizes, totals.most("copies")) == ({"deck": 4, "sideboard": 2}, 6)

    def test_of_nothing_are_nothing(self) -> None:
        totals = Deck(VS_CLASSIC).totals
        assert (totals.bits, totals.most("copies"), totals.size("deck"), totals.cards) == (0, 0, 0, [])

    def test_a_game_without_a_fast_path_guards_nothing(self) -> None:
        path = FastPath()
        assert (path.bits(a_card("One")), path.asks(a_format()), tuple(path.guards(Construction(), None))) == (
            0,
            None,
            (),
        )
