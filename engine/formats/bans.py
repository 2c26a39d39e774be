"""Which bans a card falls under, and which are in force on a day; both may be unknown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache

from engine.formats.set_status import format_days
from engine.model.cards import Card
from engine.model.formats import Ban, Format
from engine.model.names import fold, version_key


@dataclass(frozen=True, slots=True)
class BanStatus:
    """What a ban says of a card on a day: certain, or not and then `doubt` names what isn't known."""

    ban: Ban
    is_certain: bool
    doubt: str = ""


class BansOnDay:
    """The bans of a format that are or may be in force on a day, and what they say of each card."""

    def __init__(self, fmt: Format, as_of: date) -> None:
        self._as_of = as_of
        self._by_name: dict[str, list[tuple[Ban, bool | None]]] = {}
        for ban in fmt.bans:
            in_force = is_in_force(ban, as_of)
            if in_force is not False:
                self._by_name.setdefault(fold(ban.card), []).append((ban, in_force))
        self._cards: dict[Card, BanStatus | None] = {}

    @cached_property
    def names(self) -> frozenset[str]:
        """The names under which a card may be banned, in the spelling that counts."""
        return frozenset(self._by_name)

    def of(self, card: Card) -> BanStatus | None:
        """The ban that a card falls under, the surest one; `None` for a card that is certainly free."""
        if card not in self._cards:
            self._cards[card] = self._of(card)
        return self._cards[card]

    def named(self, name: str) -> Ban | None:
        """A ban of a card of that name, for a line whose card isn't known."""
        bans = self._by_name.get(fold(name))
        return bans[0][0] if bans else None

    def _of(self, card: Card) -> BanStatus | None:
        found: BanStatus | None = None
        for ban, in_force in self._by_name.get(fold(card.name), ()):
            falls, missing = is_named_by_ban(card, ban)
            if falls is False:
                continue
            if falls and in_force:
                return BanStatus(ban, is_certain=True)
            doubt = f"this card’s {missing} isn’t recorded" if missing else self._day_in_doubt(ban)
            found = found or BanStatus(ban, is_certain=False, doubt=doubt)
        return found

    def _day_in_doubt(self, ban: Ban) -> str:
        if ban.begins.has_come(self._as_of) is None:
            return f"the ban began {format_days(ban.begins)}"
        return f"the ban was lifted {format_days(ban.ends)}" if ban.ends else ""


def find_bans_on(fmt: Format, as_of: date) -> BansOnDay:
    """The bans of a format on a day, worked out once for all days between two on which one may begin or end."""
    turning = list_ban_days(fmt)
    place = bisect_right(turning, as_of)
    return _bans_since(fmt, turning[place - 1] if place else date.min)


@lru_cache(maxsize=512)
def _bans_since(fmt: Format, as_of: date) -> BansOnDay:
    return BansOnDay(fmt, as_of)


@lru_cache(maxsize=512)
def list_ban_days(fmt: Format) -> tuple[date, ...]:
    """The days on which any ban of a format may begin or end, in order."""
    return tuple(sorted({day for ban in fmt.bans for day in list_change_days_of_ban(ban)}))


def list_change_days_of_ban(ban: Ban) -> tuple[date, ...]:
    """The first and the last day on which a ban may have begun, and on which it may have ended where it did."""
    ends = (ban.ends.earliest, ban.ends.latest) if ban.ends else ()
    return (ban.begins.earliest, ban.begins.latest, *ends)


def is_in_force(ban: Ban, as_of: date) -> bool | None:
    """Whether a ban is in force: `None` on a day on which it may have begun, or may have ended."""
    begun = ban.begins.has_come(as_of)
    over = ban.ends.has_come(as_of) if ban.ends else False
    if over or begun is False:
        return False
    return True if begun and over is False else None


def list_bans_naming(card: Card, fmt: Format) -> Iterator[Ban]:
    """The bans of a format that name a card at any time, or may, in their order."""
    return (ban for ban in _group_by_name(fmt).get(fold(card.name), ()) if is_named_by_ban(card, ban)[0] is not False)


@lru_cache(maxsize=512)
def _group_by_name(fmt: Format) -> Mapping[str, Sequence[Ban]]:
    found: dict[str, list[Ban]] = {}
    for ban in fmt.bans:
        found.setdefault(fold(ban.card), []).append(ban)
    return found


def is_named_by_ban(card: Card, ban: Ban) -> tuple[bool | None, str]:
    """Whether a ban names a card; where that can't be told, also the fact that is missing.

    Versions decide before the identity, which doesn't make a classic card another card (202.6).
    """
    if fold(card.name) != fold(ban.card):
        return False, ""
    answers: list[tuple[bool | None, str]] = []
    if ban.versions is not None:
        answers.append((_has_versions(card, ban.versions), "version"))
    elif ban.identity is not None:
        answers.append((_is_same(card.identity, ban.identity), "identity"))
    if ban.type is not None:
        answers.append((_is_same(card.type, ban.type), "type"))
    if ban.universe is not None:
        answers.append((_is_same(card.universe, ban.universe), "universe"))
    if ban.team is not None:
        answers.append((_has_teams(card, ban.team), "team"))
    if ban.set_code is not None:
        answers.append((_has_printing(card, {ban.set_code}, {ban.set_code}), "set"))
    if ban.printings:
        sets = {code.rpartition("-")[0] for code in ban.printings}
        answers.append((_has_printing(card, set(ban.printings), sets), "number"))
    if any(answer is False for answer, _ in answers):
        return False, ""
    missing = next((fact for answer, fact in answers if answer is None), "")
    return (None if missing else True), missing


def _is_same(recorded: str | None, wanted: str) -> bool | None:
    return None if recorded is None else fold(recorded) == fold(wanted)


def _has_versions(card: Card, versions: tuple[str, ...]) -> bool | None:
    return version_key(card.versions) == version_key(versions) if card.versions_known else None


def _has_teams(card: Card, team: str) -> bool | None:
    """Whether it has the team, or each of several joined by a slash."""
    if card.teams is None:
        return None
    teams = {fold(name) for name in card.teams}
    return all(fold(name) in teams for name in team.split("/"))


def _has_printing(card: Card, codes: set[str], sets: set[str]) -> bool | None:
    """Whether it has a printing of these codes; unknown where a printing, or its number in these sets, is missing."""
    if any(printing.code in codes or printing.set_code in codes for printing in card.printings):
        return True
    if card.has_unrecorded_printing or not card.printings:
        return None
    is_vague = any(p.set_code is None or (p.number is None and p.set_code in sets) for p in card.printings)
    return None if is_vague else False
