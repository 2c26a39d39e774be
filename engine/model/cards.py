"""Cards, their printings and their sets, as frozen values.

Missing facts are `None`, never zero, never an empty tuple: `teams=None` is "not recorded",
`teams=()` is "recorded as having none".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from engine.model import games
from engine.model.names import fold

VS_CLASSIC = "vs-classic"
VS_2PCG = "vs-2pcg"
RIFTBOUND = "riftbound"
GAMES = games.GAMES  #: the names of all games, by slug

#: A figure on a card: a number, a sign as printed (`"0+"`, `"*"`, `"none"` for costless), or `None` where unrecorded.
Figure = int | str | None
COSTLESS = "none"


@dataclass(frozen=True, slots=True)
class Between:
    """A day known only to lie between two days, both included; the last day there is as `latest`: not known to come."""

    earliest: date
    latest: date

    def has_come(self, on: date) -> bool | None:
        """Whether the day has come by `on`, that day included; `None` where it may or may not have."""
        if on >= self.latest and self.latest != date.max:
            return True
        return None if on >= self.earliest else False


@dataclass(frozen=True, slots=True)
class RegionalDay:
    """A day from which a set is legal in a region, other than elsewhere."""

    region: str
    legal_from: date


@dataclass(frozen=True, eq=False)
class CardSet:
    """A set of cards. `official` is yes, doubtful or no; a set that `follows` another is legal with it."""

    game: str
    code: str
    name: str
    released: Between
    legal_from: date | None = None
    kind: str = ""
    brand: str | None = None
    universe: str | None = None
    volume: str | None = None
    follows: str | None = None
    official: str = "yes"
    regional_days: tuple[RegionalDay, ...] = ()

    @cached_property
    def legal(self) -> Between:
        """The day it becomes legal: `legal_from` where recorded, else the release stands in."""
        return Between(self.legal_from, self.legal_from) if self.legal_from else self.released


@dataclass(frozen=True, slots=True)
class Printing:
    """A card in a set. `number` is `None` where only the set is recorded; `set_code` `None` where even that isn't."""

    set_code: str | None
    number: str | None = None
    rarity: str | None = None

    @property
    def code(self) -> str:
        """The code as printed and pasted, `MOR-053`, or the set's code where the number isn't recorded."""
        return "-".join(filter(None, (self.set_code, self.number))) or "?"


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword on a card with its parameter, as in Boost 2."""

    name: str
    parameter: str | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.parameter}" if self.parameter else self.name


@dataclass(frozen=True, eq=False)
class StatedFacts:
    """What a card's text states: `facts` are fields of a card, by name. It counts `since` a day; None: ever since."""

    since: Between | None
    facts: Mapping[str, object]


@dataclass(frozen=True, eq=False)
class Card:
    """One card design with its printed facts. Two values of one catalog are the same card only if they are one object.

    `copy_key` is equal for what the game counts as copies of one card (classic 101.2 and 202.6; 2PCG: reprints
    together; Riftbound 103.2: the name).
    """

    game: str
    slug: str
    name: str
    title: str
    copy_key: str
    type: str | None = None
    printings: tuple[Printing, ...] = ()
    has_unrecorded_printing: bool = False
    is_in_every_set: bool = False
    identity: str | None = None
    versions: tuple[str, ...] = ()
    versions_known: bool = True
    supertype: str | None = None
    level: int | None = None
    cost: Figure = None
    cost_kind: str | None = None  #: recruit or threshold (classic)
    atk: Figure = None
    defense: Figure = None
    health: Figure = None
    energy: Figure = None
    power: Figure = None
    might: Figure = None
    teams: tuple[str, ...] | None = None
    alignments: tuple[str, ...] | None = None
    universe: str | None = None
    domains: tuple[str, ...] | None = None
    power_symbols: tuple[str, ...] | None = None
    keywords: tuple[Keyword, ...] = ()
    traits: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    aka: tuple[str, ...] = ()
    has_flight: bool | None = None
    has_range: bool | None = None
    is_concealed: bool | None = None
    printed_limit: int | None = None
    linked: tuple[str, ...] = ()
    levels_into: tuple[str, ...] = ()  #: the recorded cards (slugs) that it can certainly level into
    uses_piles: tuple[str, ...] = ()
    member_of_piles: tuple[str, ...] = ()
    deck_building: tuple[str, ...] = ()  #: what it changes about deck building (`deck_terms` of its game)
    rarity: str | None = None
    brand: str | None = None
    doubtful: tuple[str, ...] = ()  #: those of its facts (fields) that were inferred, or rest on a source that may err
    readings: tuple[
        StatedFacts, ...
    ] = ()  #: what its texts state, the oldest text first (`engine.model.effective_facts`)

    @cached_property
    def set_codes(self) -> frozenset[str]:
        """The sets it is recorded in."""
        return frozenset(printing.set_code for printing in self.printings if printing.set_code)

    @cached_property
    def keyword_names(self) -> frozenset[str]:
        """Its keywords without their parameters."""
        return frozenset(keyword.name for keyword in self.keywords)

    @cached_property
    def names(self) -> frozenset[str]:
        """Its name and its AKA names."""
        return frozenset((self.name, *self.aka))

    @cached_property
    def folded_name(self) -> str:
        """Its name in the spelling that counts."""
        return fold(self.name)

    @cached_property
    def bits(self) -> int:
        """What the guards of its game ask of it, as bits."""
        return games.game_of(self.game).fast_path.bits(self)

    def prepare(self) -> tuple[int, str]:
        """Work out now what totals of decks ask of it: its bits and its folded name."""
        return self.bits, self.folded_name

    def has_keyword(self, name: str) -> bool:
        """Whether the keyword is recorded for it, with or without a parameter."""
        return name in self.keyword_names


def disambiguate_titles(cards: Iterable[Card]) -> tuple[str, ...]:
    """Their titles, those that several have with the printing, or else the slug, that tells them apart."""
    cards = tuple(cards)
    often = Counter(card.title for card in cards)
    return tuple(f"{card.title} [{_code(card)}]" if often[card.title] > 1 else card.title for card in cards)


def _code(card: Card) -> str:
    return next((printing.code for printing in card.printings if printing.set_code), card.slug)
