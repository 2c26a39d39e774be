"""What changed last in each game, as the reference has it: newest sets and newest bans, with their days."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.cards import GAMES, Between, CardSet
from engine.model.formats import Ban, Format
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors

_SETS = 3
_BANS = 2
_NO_RELEASE = frozenset({"promo"})  #: kinds of sets that come out card by card


@dataclass(frozen=True, slots=True)
class Banned:
    """The cards that were banned on one day, and in which formats."""

    begins: Between
    cards: tuple[str, ...]
    formats: tuple[Format, ...]


@dataclass(frozen=True, slots=True)
class Lately:
    """The newest sets and bans of a game, newest first."""

    game: str
    sets: tuple[CardSet, ...]
    bans: tuple[Banned, ...]

    @property
    def rows(self) -> list[tuple[CardSet | None, Banned | None]]:
        """The sets and the bans in one order, the newest first; a set before bans of its day."""
        dated: list[tuple[Between, CardSet | None, Banned | None]] = [
            *((each.released, each, None) for each in self.sets),
            *((each.begins, None, each) for each in self.bans),
        ]
        return [row[1:] for row in sorted(dated, key=lambda row: _newness(row[0]), reverse=True)]


def lately() -> list[Lately]:
    """What changed last in each game; no query but those of the references."""
    references = (selectors.reference(game) for game in GAMES)
    return [Lately(each.game, _newest_sets(each), _newest_bans(each)) for each in references]


def _newest_sets(reference: Reference) -> tuple[CardSet, ...]:
    sets = [each for each in reference.sets.values() if each.official == "yes" and each.kind not in _NO_RELEASE]
    return tuple(sorted(sets, key=lambda each: _newness(each.released), reverse=True)[:_SETS])


def _newest_bans(reference: Reference) -> tuple[Banned, ...]:
    """Bans that are part of a format from its beginning are no change."""
    found: dict[Between, dict[Ban, list[Format]]] = {}
    for fmt in reference.formats.values():
        for ban in fmt.bans:
            if fmt.starts is None or ban.begins.earliest > fmt.starts.earliest:
                found.setdefault(ban.begins, {}).setdefault(ban, []).append(fmt)
    newest = sorted(found, key=_newness, reverse=True)[:_BANS]
    return tuple(
        Banned(
            begins,
            tuple(dict.fromkeys(ban.card for ban in found[begins])),
            tuple(dict.fromkeys(fmt for formats in found[begins].values() for fmt in formats)),
        )
        for begins in newest
    )


def _newness(days: Between) -> tuple[object, object]:
    return days.earliest, days.latest
