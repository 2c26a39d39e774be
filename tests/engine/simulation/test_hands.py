"""Sample hands by each game's own rules."""

from __future__ import annotations

from collections import Counter
from datetime import date
from math import comb, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.decks import DECK, Deck, DeckEntry
from engine.model.errors import InputError
from engine.model.games import game_of
from engine.model.verdicts import Citation
from engine.simulation.hands import Hand, deal_opening_hand, draw_cards, draw_turn, mulligan
from tests.engine.builders import card
from tests.engine.decklist_cards import classic, pcg, rift
from tests.engine.real_lists import Line, deck_of, lines, real_decks

SPREAD = [f"{count} Nobody {count}" for count in range(1, 11)]


def deck_of_60(game: str, copies: int) -> Deck:
    """Sixty cards, so many of them copies of the card that is looked for."""
    return Deck(
        game,
        (
            DeckEntry(DECK, copies, card(game, "Wanted"), line=1),
            DeckEntry(DECK, 60 - copies, card(game, "Other"), line=2),
        ),
    )


def names(hand: Hand) -> list[str]:
    return [dealt.name for dealt in hand.cards]


class TestOpening:
    @pytest.mark.parametrize(("game", "size"), [(VS_CLASSIC, 4), (VS_2PCG, 7), (RIFTBOUND, 4)])
    def test_is_as_large_as_the_game_says(self, game: str, size: int) -> None:
        hand = deal_opening_hand(deck_of_60(game, 4), 1)
        assert (len(hand.cards), hand.library_left) == (size, 60 - size)

    def test_deals_the_same_for_the_same_seed_for_ever(self) -> None:
        assert names(deal_opening_hand(classic(*SPREAD), 42)) == ["Nobody 3", "Nobody 5", "Nobody 9", "Nobody 7"]

    def test_deals_another_hand_for_another_seed(self) -> None:
        hands = {tuple(names(deal_opening_hand(classic(*SPREAD), seed))) for seed in range(20)}
        assert len(hands) > 15

    @settings(deadline=None, max_examples=40)
    @given(st.data(), st.sampled_from(list(GAMES)), st.integers(0, 10**9))
    def test_deals_alike_however_the_list_is_written(self, data: st.DataObject, game: str, seed: int) -> None:
        found: list[Line] = data.draw(lines(game, 10))
        turned = data.draw(st.permutations(found))
        one, other = (deal_opening_hand(deck_of(game, each), seed) for each in (found, turned))
        assert [dealt.identity for dealt in one.cards + one.library] == [
            dealt.identity for dealt in other.cards + other.library
        ]

    @settings(deadline=None, max_examples=40)
    @given(real_decks(10), st.integers(0, 10**9))
    def test_deals_each_card_of_the_deck_once_and_no_other(self, deck: Deck, seed: int) -> None:
        hand = deal_opening_hand(deck, seed)
        dealt = Counter(each.name for each in hand.cards + hand.library)
        held: Counter[str] = Counter()
        for entry in deck.entries:
            if entry.section == DECK and entry.count:
                held[entry.card.title if entry.card else entry.name] += entry.count
        assert dealt == held

    def test_deals_lines_that_name_no_card_as_they_are_written(self) -> None:
        hand = deal_opening_hand(classic("2 Nobody", "1 Ghost Rider", "1 X-23", "-4 Storm"), 3)
        assert sorted(names(hand)) == ["Ghost Rider", "Nobody", "Nobody", "X-23"]
        assert hand.library == ()
        assert sorted(each["slug"] or "" for each in hand.as_dict()["hand"]) == ["", "", "", "x-23"]

    def test_keeps_a_2pcg_main_character_and_levels_and_piles_apart(self) -> None:
        hand = deal_opening_hand(
            pcg(
                "Main Character",
                "1 AFF-003",
                "Level Up",
                "1 AFF-004",
                "Pile: Eggs",
                "3 Facehugger",
                "Deck",
                "9 AFF-012",
            ),
            1,
        )
        assert {dealt.name for dealt in hand.cards + hand.library} == {"She-Hulk"}
        assert (len(hand.cards), hand.library_left) == (7, 2)
        assert [(each.section, each.count) for each in hand.apart] == [
            ("main-character", 1),
            ("level-up", 1),
            ("pile:Eggs", 3),
        ]

    def test_keeps_the_riftbound_legend_champion_runes_battlefields_and_sideboard_apart(self) -> None:
        sections = [("Legend", "1 Dark Child"), ("Champion", "1 Annie, Fiery"), ("Runes", "12 Fury Rune")]
        sections += [("Battlefields", "1 Zaun Warrens"), ("Sideboard", "2 Promo"), ("Deck", "5 OGN-027")]
        hand = deal_opening_hand(rift(*(line for pair in sections for line in pair)), 1)
        assert (len(hand.cards), hand.library_left) == (4, 1)
        assert [each.section for each in hand.apart] == ["legend", "champion", "runes", "battlefields", "sideboard"]

    def test_of_a_deck_smaller_than_a_hand_is_all_of_it(self) -> None:
        assert len(deal_opening_hand(classic("3 X-23"), 1).cards) == 3
        assert deal_opening_hand(classic(), 1).cards == ()


class TestClassicMulligan:
    """cr-2.7 101.6: the hand goes to the bottom of the deck, four new cards are drawn, once."""

    HAND = deal_opening_hand(classic(*SPREAD), 42)

    def test_draws_the_next_four_and_puts_the_hand_below(self) -> None:
        after = mulligan(self.HAND)
        assert after.cards == self.HAND.library[:4]
        assert after.library == self.HAND.library[4:] + self.HAND.cards

    def test_comes_once(self) -> None:
        with pytest.raises(InputError, match="too late to mulligan"):
            mulligan(mulligan(self.HAND))

    def test_comes_before_the_first_draw(self) -> None:
        assert not draw_cards(self.HAND).may_mulligan
        with pytest.raises(InputError, match="too late to mulligan"):
            mulligan(draw_cards(self.HAND))

    def test_takes_the_whole_hand(self) -> None:
        with pytest.raises(InputError, match="changes the whole hand"):
            mulligan(self.HAND, [1])

    def test_of_a_small_deck_draws_cards_of_the_hand_again(self) -> None:
        after = mulligan(deal_opening_hand(classic("6 X-23"), 1))
        assert (len(after.cards), after.library_left) == (4, 2)


class TestPcgMulligan:
    """pcg-5.0 Setting Up the Game: the hand is shuffled into the deck, seven new cards are drawn, once."""

    HAND = deal_opening_hand(pcg(*SPREAD), 42)

    def test_shuffles_the_hand_into_the_deck(self) -> None:
        after = mulligan(self.HAND)
        assert len(after.cards) == 7
        assert Counter(after.cards + after.library) == Counter(self.HAND.cards + self.HAND.library)
        assert after.cards + after.library != self.HAND.cards + self.HAND.library

    def test_is_the_same_for_the_same_seed(self) -> None:
        assert mulligan(self.HAND) == mulligan(deal_opening_hand(pcg(*reversed(SPREAD)), 42))

    def test_can_bring_cards_of_the_first_hand_again(self) -> None:
        hands = [deal_opening_hand(deck_of_60(VS_2PCG, 1), seed) for seed in range(400)]
        again = [mulligan(hand) for hand in hands if "Wanted" in names(hand)]
        assert any("Wanted" in names(hand) for hand in again)


class TestRiftboundMulligan:
    """Up to two cards are set aside, as many drawn, and those set aside go below the deck."""

    HAND = deal_opening_hand(rift("Deck", *SPREAD), 42)

    def test_keeps_the_others(self) -> None:
        after = mulligan(self.HAND, [0, 2])
        one, two, three, four = self.HAND.cards
        assert after.cards == (two, four, *self.HAND.library[:2])
        assert after.library == (*self.HAND.library[2:], one, three)

    def test_may_set_nothing_aside(self) -> None:
        after = mulligan(self.HAND)
        assert (after.cards, after.library, after.mulligans) == (self.HAND.cards, self.HAND.library, 1)

    @pytest.mark.parametrize(
        ("places", "why"),
        [([0, 1, 2], "3 cards set aside; at most 2"), ([4], "no card 5 in a hand of 4"), ([-1], "no card 0")],
    )
    def test_refuses_other_cards(self, places: list[int], why: str) -> None:
        with pytest.raises(InputError, match=why):
            mulligan(self.HAND, places)


class TestDraw:
    def test_takes_from_the_top_until_nothing_is_left(self) -> None:
        hand = deal_opening_hand(classic("6 X-23", "1 Nobody"), 1)
        after = draw_cards(draw_cards(hand), 1)
        assert after.cards == hand.cards + hand.library[:2]
        assert (draw_cards(after, 9).library_left, draw_cards(after, 9).drawn) == (0, 3)

    def test_refuses_fewer_than_none(self) -> None:
        with pytest.raises(InputError, match="-1 cards"):
            draw_cards(deal_opening_hand(classic("9 X-23"), 1), -1)


class TestChances:
    """The share of hands with so many copies of a card, against the hypergeometric distribution."""

    SEEDS = 1_500

    @pytest.mark.parametrize("game", list(GAMES))
    @pytest.mark.parametrize("after", [False, True], ids=["opening", "mulligan"])
    def test_are_those_of_drawing_without_putting_back(self, game: str, after: bool) -> None:
        deck = deck_of_60(game, 12)
        size = game_of(game).opening.hand_size
        seen: Counter[int] = Counter()
        for seed in range(self.SEEDS):
            hand = deal_opening_hand(deck, seed)
            hand = mulligan(hand, [0, 1] if game == RIFTBOUND else []) if after else hand
            seen[names(hand).count("Wanted")] += 1
        for copies in range(size + 1):
            chance = comb(12, copies) * comb(48, size - copies) / comb(60, size)
            most_off = 4 * sqrt(chance * (1 - chance) / self.SEEDS)
            assert abs(seen[copies] / self.SEEDS - chance) <= most_off + 1 / self.SEEDS

    @settings(max_examples=25, deadline=None)
    @given(st.integers(0, 10**9), st.integers(1, 6), st.sampled_from(list(GAMES)))
    def test_never_deal_more_copies_than_there_are(self, seed: int, copies: int, game: str) -> None:
        hand = draw_cards(deal_opening_hand(deck_of_60(game, copies), seed), 60)
        assert names(hand).count("Wanted") == copies


class TestAsDict:
    def test_says_which_rule_was_followed(self) -> None:
        rule = deal_opening_hand(classic("9 X-23"), 5).as_dict()["rule"]
        assert rule["dealt_by"] == Citation("cr-2.7", "101.5").as_dict()
        assert rule["mulligan_by"] == Citation("cr-2.7", "101.6").as_dict()

    @pytest.mark.parametrize(
        ("on", "edition", "dealt", "mulligan", "drawn"),
        [
            (date(2026, 1, 1), "rb-core-1.3", "117", "118", "315.4.b"),
            (date(2026, 7, 15), "rb-core-1.3", "117", "118", "315.4.b"),
            (date(2026, 7, 16), "rb-core-2026-07-16", "116", "117", "315.4.b"),
            (date(2026, 10, 9), "rb-core-2026-10-09", "116", "117", "315.4.b"),
            (None, "rb-core-2026-07-16", "116", "117", "315.4.b"),
        ],
    )
    def test_cites_the_edition_of_the_day(
        self, on: date | None, edition: str, dealt: str, mulligan: str, drawn: str
    ) -> None:
        rule = deal_opening_hand(rift("9 Promo"), 5, on).as_dict()["rule"]
        found = [
            rule[by] and (rule[by]["document"], rule[by]["rule"]) for by in ("dealt_by", "mulligan_by", "drawn_by")
        ]
        held = min(edition, "rb-core-2026-07-16")
        assert found == [(edition, dealt), (edition, mulligan), (held, drawn)]
        assert bool(rule["note"]) is (edition != held)

    def test_tells_each_rule_once(self) -> None:
        setting_up = Citation("pcg-5.0", "Setting Up the Game")
        rule = deal_opening_hand(pcg("60 Nobody"), 5).rule
        assert rule.citations == (setting_up, Citation("pcg-5.0", "Draw Phase"))

    def test_says_how_far_the_hand_has_come(self) -> None:
        told = draw_cards(mulligan(deal_opening_hand(classic("9 X-23"), 5)), 2).as_dict()
        assert (told["seed"], told["mulligans"], told["drawn"], told["library_left"], told["may_mulligan"]) == (
            5,
            1,
            2,
            3,
            False,
        )

    def test_has_what_each_turn_drew(self) -> None:
        told = draw_cards(draw_turn(deal_opening_hand(RUNES, 5))).as_dict()
        (turn,) = told["turns"]
        assert (told["turn"], turn["turn"], told["first"]) == (1, 1, False)
        assert [each["name"] for each in turn["drawn"] + turn["more"]] == [each["name"] for each in told["hand"][4:]]
        assert [(pile["section"], len(pile["drawn"])) for pile in turn["piles"]] == [("runes", 3)]
        assert [(pile["section"], pile["left"], len(pile["cards"])) for pile in told["piles"]] == [("runes", 9, 3)]
        assert told["piles"][0]["first_turn_by"] == Citation("rb-core-2026-07-16", "485.7").as_dict()

    def test_leaves_open_who_is_first_where_it_makes_no_difference(self) -> None:
        assert deal_opening_hand(classic("9 X-23"), 5).as_dict()["first"] is None


RUNES = rift("Runes", "6 Fury Rune", "6 Calm Rune", "Deck", *SPREAD)


def count_turns(hand: Hand, turns: int) -> list[int]:
    """The cards drawn on each of some turns."""
    for _ in range(turns):
        hand = draw_turn(hand)
    return [len(each.cards) for each in hand.turns]


class TestTurns:
    """cr-2.7 401.1, pcg-5.0 Draw Phase, rb-core-2026-07-16 315.4.b: what a turn draws."""

    @pytest.mark.parametrize(
        ("deck", "first", "drawn"),
        [
            (classic(*SPREAD), True, [2, 2, 2]),
            (classic(*SPREAD), False, [2, 2, 2]),
            (pcg("60 Nobody"), True, [0, 2, 2]),
            (pcg("60 Nobody"), False, [2, 2, 2]),
            (RUNES, True, [1, 1, 1]),
            (RUNES, False, [1, 1, 1]),
        ],
    )
    def test_draws_what_the_rules_deal(self, deck: Deck, first: bool, drawn: list[int]) -> None:
        assert count_turns(deal_opening_hand(deck, 3, first=first), 3) == drawn

    def test_asks_who_is_first_where_it_makes_a_difference(self) -> None:
        assert [deal_opening_hand(each, 1).asks_first for each in (classic("9 X-23"), pcg("9 Nobody"), RUNES)] == [
            False,
            True,
            True,
        ]

    def test_takes_the_cards_that_drawing_them_one_by_one_takes(self) -> None:
        hand = deal_opening_hand(classic(*SPREAD), 3)
        after = draw_turn(draw_turn(hand))
        assert (after.cards, after.library, after.drawn) == (
            draw_cards(hand, 4).cards,
            draw_cards(hand, 4).library,
            4,
        )
        assert [each.cards for each in after.turns] == [hand.library[:2], hand.library[2:4]]

    def test_ends_the_time_for_a_mulligan_even_where_nothing_is_drawn(self) -> None:
        hand = draw_turn(deal_opening_hand(pcg("60 Nobody"), 3, first=True))
        assert (hand.drawn, hand.turn) == (0, 1)
        with pytest.raises(InputError, match="too late to mulligan"):
            mulligan(hand)

    def test_keeps_cards_beyond_the_rules_with_their_turn(self) -> None:
        hand = deal_opening_hand(classic(*SPREAD), 3)
        after = draw_turn(draw_cards(draw_turn(draw_cards(hand, 1)), 2))
        assert [(each.turn, len(each.cards), len(each.more)) for each in after.turns] == [
            (0, 0, 1),
            (1, 2, 2),
            (2, 2, 0),
        ]

    def test_draws_what_is_left(self) -> None:
        hand = deal_opening_hand(classic("5 X-23"), 3)
        after = draw_turn(draw_turn(hand))
        assert [len(each.cards) for each in after.turns] == [1, 0]
        assert draw_cards(after).turns == after.turns


class TestRunes:
    """rb-core-1.3 315.3.b and 480.7, rb-core-2026-07-16 315.3.b and 485.7: two a turn, one more for the second."""

    @pytest.mark.parametrize(("first", "channeled"), [(True, [2, 2, 2, 2, 2, 2, 0]), (False, [3, 2, 2, 2, 2, 1, 0])])
    def test_are_channeled_as_long_as_there_are_any(self, first: bool, channeled: list[int]) -> None:
        hand = deal_opening_hand(RUNES, 3, first=first)
        for _ in range(7):
            hand = draw_turn(hand)
        assert [len(cards) for turn in hand.turns for _, cards in turn.piles] == channeled

    def test_are_shuffled_by_themselves(self) -> None:
        (one,), (other,) = deal_opening_hand(RUNES, 3).piles, deal_opening_hand(RUNES, 4).piles
        assert Counter(one.library) == Counter(other.library)
        assert one.library != other.library

    def test_stay_where_they_are_in_a_mulligan(self) -> None:
        hand = deal_opening_hand(RUNES, 3)
        assert mulligan(hand, [0]).piles == hand.piles

    @pytest.mark.parametrize(
        ("on", "cited"),
        [
            (date(2026, 7, 15), [("rb-core-1.3", "315.3.b"), ("rb-core-1.3", "480.7")]),
            (date(2026, 7, 16), [("rb-core-2026-07-16", "315.3.b"), ("rb-core-2026-07-16", "485.7")]),
            (date(2026, 10, 9), [("rb-core-2026-07-16", "315.3.b"), ("rb-core-2026-07-16", "485.7")]),
        ],
    )
    def test_cite_the_edition_of_the_day(self, on: date, cited: list[tuple[str, str]]) -> None:
        hand = deal_opening_hand(RUNES, 3, on)
        assert [(each.document, each.rule) for each in hand.piles[0].rule.citations] == cited
        assert set(hand.citations) == {*hand.rule.citations, *hand.piles[0].rule.citations}
