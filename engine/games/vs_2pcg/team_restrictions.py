"""What 2PCG formats ask of teams and alignments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from engine.games.vs_2pcg.card_facts import (
    BASIC_LOCATION,
    EVIL,
    GOOD,
    SPECIAL_LOCATION,
    SUPPORTING_CHARACTER,
    alignment,
    all_hold,
    any_holds,
    has_team,
    is_character,
    is_main_character,
    is_named,
    is_neutral,
    is_of_type,
    team_keys,
)
from engine.games.vs_2pcg.deck_parts import list_cards, split_deck_parts
from engine.games.vs_2pcg.restriction_terms import (
    Answers,
    Said,
    Terms,
    check_cards,
    list_main_characters,
    read_mappings,
    read_names,
    read_once,
    report_answers,
)
from engine.games.vs_2pcg.teams import find_shared_team, has_the_team, shares_team, team_breaches
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.verdicts import UNKNOWN, Breach, Measure
from engine.rules.messages import join_or

_OTHER = {GOOD: EVIL, EVIL: GOOD}


def one_team(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """All cards share one team. Neutral cards: those that are no characters, or basic locations only."""
    cards = list_cards(deck, piles=bool(terms.get("piles")))
    is_steadfast = terms.get("neutral") == "basic-locations"
    fits = has_the_team if is_steadfast else shares_team
    if is_steadfast:
        cards = tuple(card for card in cards if card.type != BASIC_LOCATION)
    shared = find_shared_team(cards, fits)
    yield Measure(len(shared.without), 0)
    who = "all cards" if is_steadfast else "all characters and other cards with a team"
    yield from team_breaches(shared, f"{who} must share one team")


def teams_only(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Cards are of the teams named; what goes for cards without a team, and which cards are excepted, the terms say.

    `scope` is affiliated (every card with a team), or characters (no other card is looked at). `neutral` is any, or
    non-characters. `except` lists names with a type, `except_sets` sets.
    """
    fits, allowed = _read_teams(terms)
    cards = list_cards(deck, piles=terms.get("piles") is not False)
    yield from check_cards(cards, fits, allowed, "team or type")


@read_once
def _read_teams(terms: Terms) -> tuple[Callable[[Card], bool | None], str]:
    """Whether the terms allow a card, and what they allow in words."""
    teams = read_names(terms, "teams")
    only_characters = terms.get("scope") == "characters"
    neutral_characters = terms.get("neutral") == "any"
    is_excepted = _exceptions(terms)

    @lru_cache(maxsize=16_384)
    def fits(card: Card) -> bool | None:
        if is_excepted(card):
            return True
        if only_characters and is_character(card) is not True:
            return None if is_character(card) is None else True
        of_the_teams = has_team(card, *teams)
        if of_the_teams:
            return True
        allowed_as_neutral = all_hold((is_neutral(card), _not(False if neutral_characters else is_character(card))))
        return any_holds((of_the_teams, allowed_as_neutral))

    kind = (
        "characters"
        if only_characters
        else "cards with a team"
        if neutral_characters
        else "characters and cards with a team"
    )
    return fits, f"{kind} must be {join_or(teams)}"


def _exceptions(terms: Terms) -> Callable[[Card], bool]:
    """Whether the terms except a card: by its set, or by its name and type."""
    sets = frozenset(read_names(terms, "except_sets"))
    named = [(str(each.get("name")), str(each.get("type"))) for each in read_mappings(terms, "except")]

    def is_excepted(card: Card) -> bool:
        if not card.set_codes.isdisjoint(sets):
            return True
        return any(is_named(card, name) and is_of_type(card, kind) is not False for name, kind in named)

    return is_excepted


def _not(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def main_character_teams(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Every main character is of one of the teams, or one of those named."""
    teams, besides = read_names(terms, "teams"), read_names(terms, "or_named")
    allowed = f"main characters must be {join_or((*teams, *besides))}"

    def fits(card: Card) -> bool | None:
        return True if is_named(card, *besides) else has_team(card, *teams)

    yield from check_cards(list_main_characters(deck), fits, allowed, "team")


def good_or_evil(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Main characters are all Good or all Evil, and no card has a team of the other alignment."""
    cards = list_cards(deck)
    mains = [
        card
        for card, _ in (*split_deck_parts(deck).starters, *split_deck_parts(deck).level_up)
        if is_main_character(card)
    ]
    sides = [
        (side, [(card, _is_only(card, side)) for card in mains], [(card, _has_none_of(card, other)) for card in cards])
        for side, other in _OTHER.items()
    ]
    side, of_mains, of_cards = min(sides, key=lambda each: _count_failing([*each[1], *each[2]]))
    yield from report_answers(of_mains, f"the main character must be {side} at every level", "alignment")
    yield from report_answers(of_cards, f"no card may have {_team_of(_OTHER[side])}", "alignment")


def _team_of(side: str) -> str:
    return f"{'an' if side == EVIL else 'a'} {side} team"


def _is_only(card: Card, side: str) -> bool | None:
    printed = alignment(card)
    return None if printed is None else printed == {side}


def _has_none_of(card: Card, side: str) -> bool | None:
    printed = alignment(card)
    return None if printed is None else side not in printed


def _has(card: Card, side: str) -> bool | None:
    printed = alignment(card)
    return None if printed is None else side in printed


def alignment_loyalty(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Supporting characters have a team of the alignment and none of the other, other cards no other team than its.

    Where the terms name no alignment it is that of the level 1 main character.
    """
    side = str(terms.get("alignment") or "")
    if not side:
        sides = {alignment(card) for card, _ in split_deck_parts(deck).starters if card.level in (1, None)}
        known = [each for each in sides if each]
        if len(sides) != 1 or not known or len(known[0]) != 1:
            yield Breach("Alignment not recorded for the starting main character, which decides", severity=UNKNOWN)
            return
        side = next(iter(known[0]))

    allowed = f"supporting characters must have {_team_of(side)}, and no card {_team_of(_OTHER[side])}"
    answers = [(card, _is_loyal_to(card, side)) for card in list_cards(deck)]
    yield from report_answers(answers, allowed, "alignment or type")


@lru_cache(maxsize=16_384)
def _is_loyal_to(card: Card, side: str) -> bool | None:
    free = _has_none_of(card, _OTHER[side])
    wanted = any_holds((_not(is_of_type(card, SUPPORTING_CHARACTER)), _has(card, side)))
    return True if is_main_character(card) else all_hold((free, wanted))


def team_pair(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """All cards are of one of the pairs of teams, or of the team that goes with any; extras are named by the terms."""
    asked = read_pairs(terms)
    cards = list_cards(deck, without_piles=asked.free_piles)
    answers = [asked.find_answers(card) for card in cards]
    for at, card in enumerate(cards):
        if card.type == SPECIAL_LOCATION and answers[at].count(True) < len(answers[at]):
            wild = _is_shared_wild(card, deck)
            answers[at] = tuple(any_holds((each, wild)) for each in answers[at])
    by_pair = [list(zip(cards, of_pair, strict=True)) for of_pair in zip(*answers, strict=True)]
    by_pair = by_pair or [[] for _ in asked.pairs]
    pair, fitting = min(zip(asked.pairs, by_pair, strict=True), key=lambda each: _count_failing(each[1]))
    yield from report_answers(fitting, f"cards must be {' or '.join(pair)}", "team")


def _count_failing(answers: Answers) -> tuple[int, int]:
    """How many cards certainly don't fit, and how many may not."""
    said = [answer for _, answer in answers]
    return said.count(False), said.count(None)


@dataclass(frozen=True, slots=True)
class _PairTerms:
    """The pairs of teams, the piles that are free of them, and what a card by itself is for each of the pairs."""

    pairs: tuple[tuple[str, ...], ...]
    free_piles: tuple[str, ...]
    find_answers: Callable[[Card], tuple[bool | None, ...]]


@read_once
def read_pairs(terms: Terms) -> _PairTerms:
    """Whether a card is of each pair, of the team that goes with any, or one of the extras."""
    given = terms.get("pairs")
    pairs = tuple(tuple(map(str, pair)) for pair in given) if isinstance(given, (list, tuple)) else ()
    keywords, free = read_names(terms, "free_keywords"), read_names(terms, "free_names")
    extras, sets = read_names(terms, "extra_main_characters"), frozenset(read_names(terms, "extra_main_character_sets"))
    with_any = read_names(terms, "with_any")

    def always_fits(card: Card) -> bool:
        if card.type == BASIC_LOCATION or any(card.has_keyword(word) for word in keywords) or is_named(card, *free):
            return True
        is_extra = is_main_character(card) and is_named(card, *extras)
        return bool(is_extra) and not card.set_codes.isdisjoint(sets)

    @lru_cache(maxsize=16_384)
    def find_answers(card: Card) -> tuple[bool | None, ...]:
        if always_fits(card):
            return (True,) * len(pairs)
        besides = () if is_main_character(card) else with_any
        return tuple(has_team(card, *pair, *besides) for pair in pairs)

    return _PairTerms(pairs, read_names(terms, "free_piles"), find_answers)


def _is_shared_wild(card: Card, deck: Deck) -> bool | None:
    """Whether it is a special location of several power symbols that shares a team with a character of the deck."""
    teams = team_keys(card)
    if card.power_symbols is None or teams is None:
        return None
    if len(card.power_symbols) < 2:
        return False
    return any_holds(
        None if team_keys(other) is None else not teams.isdisjoint(team_keys(other) or ())
        for other in list_cards(deck)
        if is_character(other)
    )
