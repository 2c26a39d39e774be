"""A format as data: its pool of sets, its bans with their days, what it asks of a deck beyond the game's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from engine.model.cards import Between, CardSet

#: What the kinds of formats begin with that ask which sets are legal, and of those whose cards the event provides.
CONSTRUCTED, LIMITED = "constructed", "limited"


@dataclass(frozen=True, slots=True)
class Ban:
    """A card that is banned from a day on, with the doubt about that day.

    It names a card by `card` and, where given, by identity, versions, type, set, team or printing codes.
    Certain from `begins.latest` on and uncertain from `ends.earliest` on, these days included.
    """

    card: str
    begins: Between
    ends: Between | None = None
    identity: str | None = None
    versions: tuple[str, ...] | None = None
    type: str | None = None
    set_code: str | None = None
    team: str | None = None
    universe: str | None = None
    printings: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()  #: slugs, or `("all",)`
    event: str | None = None
    reason: str = ""
    replacement: str | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """Which sets a format has.

    `kind` is one of
    all       every official set
    listed    `sets`
    rotation  of each brand in `per_brand` so many of its last expansions, each with the sets that follow it
    yearly    this year's and last year's sets, from `first_rotation` on; every official set before; no promotional one
    volume    the sets of volume `from_volume` and later
    chosen    sets that an organizer, or a draw, chooses: not to be read off a deck list
    `always` names cards that are in whatever their set (`basic-locations`, `shared-wild-locations`).
    `is_inferred`: the sources don't state the list, so nothing in it is certain.
    `without` and `also` are sets that are out, or in once they are legal, whatever the kind says of them.
    """

    kind: str = "all"
    sets: tuple[str, ...] = ()
    per_brand: Mapping[str, int] = field(default_factory=dict)
    from_volume: int | None = None
    first_rotation: int | None = None
    always: tuple[str, ...] = ()
    is_inferred: bool = False
    without: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Restriction:
    """Something a format asks beyond the game's rules: a kind that the engine knows, and its terms."""

    kind: str
    terms: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Construction:
    """The figures of deck building; `None` is no limit, or not asked for."""

    deck_min: int | None = None
    deck_max: int | None = None
    copies: int | None = None
    sideboard_max: int | None = None
    runes: int | None = None
    battlefields: int | None = None
    legends: int | None = None
    champions: int | None = None
    signatures: int | None = None


@dataclass(frozen=True, slots=True)
class ConstructionChange:
    """Figures of deck building that are otherwise from a day on, by their names; the others stay."""

    since: date
    figures: Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class RecordedPool:
    """What a source says a format had at a time, to hold what is computed against; nothing rests on it.

    The time lies between `days`. `sets` and `bans` (names of cards) are all that it had, `None` where that isn't said;
    `without` are sets that it is said not to have had.
    """

    days: Between
    said: str
    sets: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()
    bans: tuple[str, ...] | None = None


@dataclass(frozen=True, eq=False)
class Format:
    """A format with everything a verdict needs of it: nothing is looked up elsewhere.

    `sets` are all sets of its game by code, `bans` those that apply to it. `universe` (2PCG) is `one`, `mixed`,
    `Illustrated` or `Photographic`. `construction` are its first figures, `construction_changes` what changes later.
    """

    game: str
    slug: str
    name: str
    kind: str = ""
    short: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    starts: Between | None = None
    ends: Between | None = None
    pool: Pool = Pool()
    construction: Construction = Construction()
    construction_changes: tuple[ConstructionChange, ...] = ()  #: in the order of their days
    universe: str | None = None
    restrictions: tuple[Restriction, ...] = ()
    bans: tuple[Ban, ...] = ()
    sets: Mapping[str, CardSet] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()
    notes: str = ""
    recorded: tuple[RecordedPool, ...] = ()
    data_version: str = ""

    def construction_on(self, day: date) -> Construction:
        """The figures of deck building on a day."""
        found = self.construction
        for since, figures in self._dated_construction:
            if since > day:
                break
            found = figures
        return found

    @cached_property
    def _dated_construction(self) -> tuple[tuple[date, Construction], ...]:
        """All figures from each day on which some of them change."""
        found: list[tuple[date, Construction]] = []
        figures = self.construction
        for change in self.construction_changes:
            figures = replace(figures, **change.figures)
            found.append((change.since, figures))
        return tuple(found)
