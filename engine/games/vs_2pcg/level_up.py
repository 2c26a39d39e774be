"""Which main character levels up into which, and what the level-up zone has to hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.games.vs_2pcg.card_facts import (
    all_hold,
    any_holds,
    has_recorded_text,
    has_team,
    is_main_character,
    is_named,
    is_universe,
    share_a_name,
    team_keys,
)
from engine.games.vs_2pcg.deck_parts import DeckParts, split_deck_parts
from engine.model.cards import Card
from engine.model.decks import LEVEL_UP, MAIN_CHARACTER, Deck
from engine.model.verdicts import ERROR, UNKNOWN, Breach, Measure
from engine.rules.messages import card_label

#: Piles that hold the other levels of the starting main character.
PILES_WITH_LEVELS = ("ultron facility", "personality")


@dataclass(frozen=True, slots=True)
class LevelUpText:
    """A main character whose text names the cards that it levels into: by name, and by team where one is given.

    With `each`, every one of them has to stand in the level-up zone. Where the text stands on the higher card, the
    lower one need not be able to level up.
    """

    name: str
    level: int
    into: tuple[tuple[str, str | None], ...]
    each: bool = False
    team: str | None = None
    universe: str | None = None
    is_on_the_lower_card: bool = True

    def is_of(self, card: Card) -> bool | None:
        """Whether this is the card whose text it is."""
        if not is_named(card, self.name):
            return False
        return all_hold(
            (
                None if card.level is None else card.level == self.level,
                True if self.team is None else has_team(card, self.team),
                True if self.universe is None else is_universe(card, self.universe),
            )
        )


#: The examples of the rulebook and the clarifications of single cards.
LEVEL_UP_TEXTS = (
    LevelUpText("Wolverine", 3, (("Logan", None),), is_on_the_lower_card=False),
    LevelUpText("Bucky Barnes", 1, (("Winter Soldier", None),), universe="Photographic"),
    LevelUpText(
        "Emma Frost", 1, (("Emma Frost", "H.A.M.M.E.R."), ("Emma Frost", "Resistance")), each=True, team="X-Men"
    ),
    LevelUpText("Dr. Pym", 1, (("Ant-Man", None), ("Giant-Man", None)), each=True),
    LevelUpText("Angel", 1, (("Archangel", None),), universe="Illustrated"),
)


@lru_cache(maxsize=16_384)
def find_level_up_texts(card: Card) -> tuple[tuple[LevelUpText, bool | None], ...]:
    """The texts that are, or may be, printed on the card."""
    return tuple((named, answer) for named in LEVEL_UP_TEXTS if (answer := named.is_of(card)) is not False)


def _is_the_named(card: Card, name: str, team: str | None) -> bool | None:
    return is_named(card, name) and (True if team is None else has_team(card, team))


@lru_cache(maxsize=16_384)
def can_follow(one: Card, other: Card) -> bool | None:
    """Whether the first may level up into the second: one level higher, and fit by text or by name, team and link."""
    if is_main_character(other) is not True:
        return is_main_character(other)
    level = None if one.level is None or other.level is None else other.level == one.level + 1
    if level is False:
        return False
    fits = _by_link(one, other)
    if fits is not True:
        by_text = (
            all_hold((it, _is_the_named(other, *whom))) for text, it in find_level_up_texts(one) for whom in text.into
        )
        fits = any_holds((fits, *by_text))
    return all_hold((level, fits))


def _by_link(one: Card, other: Card) -> bool | None:
    """By a shared name, a shared team if they have teams, and one set or a recorded link."""
    if not share_a_name(one, other):
        return False if has_recorded_text(one) and has_recorded_text(other) else None
    if _is_linked(one, other):
        # A recorded link says what the cards' text says, so it also joins two versions of other teams.
        return True
    link = True if one.set_codes & other.set_codes else None
    return all_hold((link, _share_a_team(one, other)))


def _is_linked(one: Card, other: Card) -> bool:
    """Whether a link is recorded in either direction."""
    return _names(one.linked, other) or _names(other.linked, one)


def _names(linked: Iterable[str], card: Card) -> bool:
    return any(code == card.slug or any(code == printing.code for printing in card.printings) for code in linked)


def _share_a_team(one: Card, other: Card) -> bool | None:
    first, second = team_keys(one), team_keys(other)
    if first is None or second is None:
        return None
    return bool(first & second) or not (first or second)


def add_followers(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards, each main character with the recorded ones that it can certainly level into."""
    cards = tuple(cards)
    mains = [card for card in cards if is_main_character(card) and card.level is not None]
    by_name: dict[str, list[Card]] = {}
    for card in mains:
        for name in card.names:
            by_name.setdefault(name, []).append(card)
    named_ones = [name for named in LEVEL_UP_TEXTS if named.is_on_the_lower_card for name, _ in named.into]
    targets = [card for card in mains if is_named(card, *named_ones)]
    into: dict[Card, tuple[str, ...]] = {}
    for card in mains:
        others = dict.fromkeys([*(other for name in card.names for other in by_name[name]), *targets])
        into[card] = tuple(sorted(other.slug for other in others if can_follow(card, other)))
    return tuple(
        card if into.get(card, ()) == card.levels_into else replace(card, levels_into=into.get(card, ()))
        for card in cards
    )


def level_up(deck: Deck) -> Iterator[Breach | Measure]:
    """The level-up zone holds what the main characters level into, all the way up, and nothing else."""
    build = split_deck_parts(deck)
    starters = [card for card, _ in build.starters]
    zone = [card for card, _ in build.level_up]
    yield Measure(build.sizes.get(LEVEL_UP, 0), None, LEVEL_UP)
    in_piles = [card for key in PILES_WITH_LEVELS if key in build.piles for card, _ in build.piles[key].cards]
    for card in dict.fromkeys((*starters, *zone)):
        yield from _check_followers(card, (*zone, *in_piles), build)
    yield from _find_unreached(starters, zone, build)


def _check_followers(card: Card, candidates: Sequence[Card], build: DeckParts) -> Iterator[Breach]:
    """A main character that can level up has one to level into; where its text names several, each of them."""
    if is_main_character(card) is False:
        return
    if card.level is None:
        message = f"The level of {card_label(card)} isn’t recorded, nor whether it can level up"
        yield Breach(message, (card,), None, None, LEVEL_UP, UNKNOWN)
        return
    answer = any_holds(can_follow(card, other) for other in candidates)
    text = next((text for text, _ in find_level_up_texts(card) if text.is_on_the_lower_card), None)
    if text and text.each:
        answer = all_hold(any_holds(_is_the_named(other, *target) for other in candidates) for target in text.into)
        if answer is False and text.is_of(card) is None:
            answer = None
    if answer is True or not (card.levels_into or text):
        return
    is_open = answer is None or build.may_hide_a_card(LEVEL_UP)
    needed = (
        f"each of {', '.join(' '.join(filter(None, target)) for target in text.into)}"
        if text and text.each
        else "a card it can level into"
    )
    yield Breach(
        f"{card_label(card)} can level up; "
        f"{'unknown whether the level-up zone has' if is_open else 'the level-up zone needs'} {needed}",
        (card,),
        0,
        1,
        LEVEL_UP,
        UNKNOWN if is_open else ERROR,
    )


def _find_unreached(starters: list[Card], zone: list[Card], build: DeckParts) -> Iterator[Breach]:
    """Every card of the zone is reached from a main character of the list, step by step."""
    mains = [card for card, _ in build.main if is_main_character(card) is not False]
    in_piles = [card for pile in build.piles.values() for card, _ in pile.cards if is_main_character(card) is not False]
    elsewhere = frozenset((*starters, *mains, *in_piles))
    reached: dict[Card, bool | None] = dict.fromkeys((*starters, *mains, *in_piles), True)
    _mark_reached(reached, zone)
    for card in zone:
        answer = _is_leveled_into(card, reached) if card in elsewhere else reached.get(card, False)
        if answer is True:
            continue
        is_open = answer is None or (answer is False and build.may_hide_a_card(MAIN_CHARACTER, LEVEL_UP))
        known = (
            f"Unknown whether a main character on the list can level into {card_label(card)}"
            if is_open
            else f"No main character on the list can level into {card_label(card)}"
        )
        yield Breach(
            f"{known}; the level-up zone is for higher levels of the starting one",
            (card,),
            section=LEVEL_UP,
            severity=UNKNOWN if is_open else ERROR,
        )


def _is_leveled_into(card: Card, reached: dict[Card, bool | None]) -> bool | None:
    """Whether one of the cards that are reached levels into the card; being in the list elsewhere is not enough."""
    return any_holds(all_hold((answer, can_follow(other, card))) for other, answer in reached.items())


def _mark_reached(reached: dict[Card, bool | None], zone: list[Card]) -> None:
    """Mark each card of the zone that is certainly reached, step by step, then each that perhaps is."""
    for certain in (True, None):
        last = list(reached)
        while last:
            waiting = [card for card in zone if card not in reached]
            last = [card for card in waiting if any(_leads_to(other, card, certain=certain) for other in last)]
            reached.update(dict.fromkeys(last, certain))


def _leads_to(one: Card, other: Card, *, certain: bool | None) -> bool:
    answer = can_follow(one, other)
    return answer is True or (answer is None and not certain)
