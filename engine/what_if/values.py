"""A proposal as a value: what would be banned, lifted, moved or corrected, in which formats and from which day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.model.errors import InputError
from engine.what_if.errata import Erratum

MAX_CHANGES = 40
MAX_FORMATS = 80
MAX_SETS_OF_A_BRAND = 50
YEARS = range(1990, 2101)  #: in which a yearly pool may begin to rotate


@dataclass(frozen=True, slots=True)
class Proposal:
    """Changes to the facts of one game. Raises InputError for more than anybody would propose at once.

    `formats` are the slugs in which cards are banned or freed, sets moved and rotation rules changed; none: every
    format of the game. `since` is the day from which all of it counts; None: as if it had always been so. `bans` and
    `lifts` name cards by slug, printing, full title or name. `per_brand` are brands with how many of their last
    expansions rotating formats keep, `first_rotation` the year from which yearly pools rotate, `set_days` sets with
    the day from which they would be legal. Errata and days of sets count in the whole game.
    """

    game: str
    formats: tuple[str, ...] = ()
    since: date | None = None
    bans: tuple[str, ...] = ()
    lifts: tuple[str, ...] = ()
    sets_out: tuple[str, ...] = ()
    sets_in: tuple[str, ...] = ()
    per_brand: tuple[tuple[str, int], ...] = ()
    first_rotation: int | None = None
    set_days: tuple[tuple[str, date], ...] = ()
    errata: tuple[Erratum, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what no proposal can be."""
        if self.changes > MAX_CHANGES:
            raise InputError(f"{self.changes} changes; at most {MAX_CHANGES}", place="changes", code="too-many")
        if len(self.formats) > MAX_FORMATS:
            raise InputError(f"{len(self.formats)} formats; at most {MAX_FORMATS}", place="formats", code="too-many")
        for brand, count in self.per_brand:
            if not 1 <= count <= MAX_SETS_OF_A_BRAND:
                said = f"{count} expansions of {brand}; a rotation keeps 1 to {MAX_SETS_OF_A_BRAND}"
                raise InputError(said, place="per_brand", code="out-of-range")
        if self.first_rotation is not None and self.first_rotation not in YEARS:
            said = f"the year {self.first_rotation} is not from {YEARS[0]} to {YEARS[-1]}"
            raise InputError(said, place="first_rotation", code="out-of-range")
        both = sorted({*self.sets_out} & {*self.sets_in})
        if both:
            raise InputError(f"{both[0]} can’t both leave and enter", place="sets_in", code="contradiction")

    @property
    def changes(self) -> int:
        """How many single changes it has."""
        lists = (self.bans, self.lifts, self.sets_out, self.sets_in, self.per_brand, self.set_days)
        facts = sum(len(erratum.facts) for erratum in self.errata)
        return sum(map(len, lists)) + facts + (self.first_rotation is not None)
