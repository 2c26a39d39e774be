"""What is known of a 2PCG card, in three values: yes, no, and `None` for what no source records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.model.cards import Card
from engine.model.names import fold
from engine.model.verdicts import NONE_RECORDED, Measure
from engine.rules.messages import quantity

MAIN_CHARACTER = "Main Character"
SUPPORTING_CHARACTER = "Supporting Character"
PLOT_TWIST = "Plot Twist"
EQUIPMENT = "Equipment"
BASIC_LOCATION = "Basic Location"
SPECIAL_LOCATION = "Special Location"

_CHARACTERS = frozenset((MAIN_CHARACTER, SUPPORTING_CHARACTER))

ILLUSTRATED = "Illustrated"
PHOTOGRAPHIC = "Photographic"
ANY_UNIVERSE = "Any"

GOOD = "Good"
EVIL = "Evil"
NEUTRAL = "Neutral"

#: Shorter spellings of teams in the sources, folded.
_TEAM_SPELLINGS = {
    "brotherhood": "brotherhoodofmutants",
    "mutantresistance": "resistance",
    "shield": "shield",
    "guardians": "guardiansofthegalaxy",
}
#: Words that card names write in another way, as the rulebook lists them.
ALTERNATE_NAMES = {
    "Spider": ("SP//dr",),
    "Spider-Man": ("Spidey",),
    "Captain America": ("Cap",),
    "Doctor Strange": ("Dr. Strange",),
    "Loki": ("Lokis",),
}


def all_hold(truths: Iterable[bool | None]) -> bool | None:
    """Whether all of them hold; False as soon as one certainly doesn't."""
    answer: bool | None = True
    for truth in truths:
        if truth is False:
            return False
        if truth is None:
            answer = None
    return answer


def any_holds(truths: Iterable[bool | None]) -> bool | None:
    """Whether any of them holds; True as soon as one certainly does."""
    answer: bool | None = False
    for truth in truths:
        if truth:
            return True
        if truth is None:
            answer = None
    return answer


def is_of_type(card: Card, *types: str) -> bool | None:
    """Whether the card's type is one of these."""
    return None if card.type is None else card.type in types


def is_main_character(card: Card) -> bool | None:
    """Whether it is a main character."""
    return None if card.type is None else card.type == MAIN_CHARACTER


def is_character(card: Card) -> bool | None:
    """Whether it is a main or a supporting character."""
    return None if card.type is None else card.type in _CHARACTERS


def is_location(card: Card) -> bool | None:
    """Whether it is a location, basic or special."""
    return None if card.type is None else card.type.endswith("Location")


@lru_cache(maxsize=1024)
def team_key(team: str) -> str:
    """A team's name in the one spelling that counts."""
    key = "".join(sign for sign in fold(team).removeprefix("the ") if sign.isalnum())
    return _TEAM_SPELLINGS.get(key, key)


@lru_cache(maxsize=16_384)
def team_keys(card: Card) -> frozenset[str] | None:
    """The teams printed on it, folded; empty where it is known to have none."""
    if card.teams is not None:
        return frozenset(map(team_key, card.teams))
    is_teamless = card.type == BASIC_LOCATION or card.alignments == (NEUTRAL,)
    return frozenset() if is_teamless else None


def has_team(card: Card, *teams: str) -> bool | None:
    """Whether one of these teams is printed on it."""
    keys = team_keys(card)
    return None if keys is None else not keys.isdisjoint(_team_keys_of(teams))


@lru_cache(maxsize=1024)
def _team_keys_of(teams: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(team_key, teams))


def is_neutral(card: Card) -> bool | None:
    """Whether no team is printed on it; an alignment that is recorded as Good or Evil comes from a team."""
    keys = team_keys(card)
    if keys is None:
        return False if card.alignments and NEUTRAL not in card.alignments else None
    return not keys


@lru_cache(maxsize=16_384)
def alignment(card: Card) -> frozenset[str] | None:
    """The alignments of its teams; empty where it has no team."""
    if card.alignments is not None:
        return frozenset(card.alignments) - {NEUTRAL}
    return frozenset() if team_keys(card) == frozenset() else None


def has_recorded_text(card: Card) -> bool:
    """Whether its keywords can be relied on: they are recorded with the figures and teams of a card, or not at all."""
    return not (card.teams is None and card.level is None and card.cost is None)


def has_keyword(card: Card, keyword: str) -> bool | None:
    """Whether the keyword is printed on it; `None` where no source records its text."""
    return card.has_keyword(keyword) or (False if has_recorded_text(card) else None)


def keywords_on_trust(cards: Iterable[Card], keyword: str, section: str | None = None) -> Iterator[Measure]:
    """The cards of which no source records the text: whether they have a keyword too is taken on trust."""
    on_trust = sum(not has_recorded_text(card) for card in cards)
    if on_trust:
        note = f"no recorded text for {quantity(on_trust, 'card')}: assumed not to have {keyword}"
        yield Measure(on_trust, None, section, NONE_RECORDED, note)


def is_universe(card: Card, universe: str) -> bool | None:
    """Whether it belongs to the universe; a card that fits any fits both."""
    return None if card.universe is None else card.universe in (universe, ANY_UNIVERSE)


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """A name in the one spelling that counts; the stars of a mantle stay, so `*Name*` is another name."""
    return fold(name)


@lru_cache(maxsize=16_384)
def name_keys(card: Card) -> frozenset[str]:
    """Its title and its AKA names in the one spelling that counts."""
    return frozenset(map(name_key, card.names))


def is_named(card: Card, *names: str) -> bool:
    """Whether one of these is its title or one of its AKA names."""
    return not name_keys(card).isdisjoint(_name_keys_of(names))


@lru_cache(maxsize=1024)
def _name_keys_of(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(name_key, names))


def share_a_name(one: Card, other: Card) -> bool:
    """Whether the two share a name, AKA included."""
    return not one.names.isdisjoint(other.names)


def name_contains(card: Card, word: str) -> bool:
    """Whether the word stands in one of its names, in a spelling that the rulebook lets count for it too."""
    words = [fold(spelling) for spelling in (word, *ALTERNATE_NAMES.get(word, ()))]
    return any(spelling in fold(name) for name in card.names for spelling in words)
