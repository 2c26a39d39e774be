"""Which cards are banned on a day, since when and in which formats, as marks beside cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.utils import timezone

from engine.formats.bans import BanStatus, find_bans_on
from engine.formats.legality import is_in_season
from engine.model.cards import Between, Card
from engine.model.formats import Format
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.core.words import format_between, format_day

_EVERY_FORMAT = "all"
_MAX_NAMED = 2  #: formats that a mark names; the others are counted
_MAX_STRETCHES = 2  #: different first days that a mark says


@dataclass(frozen=True, slots=True)
class CardBan:
    """A format that bans a card, or may: then `is_certain` is False, and `doubt` names what isn't known."""

    fmt: Format
    status: BanStatus

    @property
    def is_certain(self) -> bool:
        """Whether the card is banned for certain."""
        return self.status.is_certain

    @property
    def doubt(self) -> str:
        """What isn't known; empty where the ban is certain."""
        return self.status.doubt

    @property
    def since(self) -> Between:
        """The day that the ban began."""
        return self.status.ban.begins

    @property
    def is_everywhere(self) -> bool:
        """Whether it is a ban in every format."""
        return _EVERY_FORMAT in self.status.ban.formats

    @property
    def since_words(self) -> str:
        """Since when, as closely as that is known: since 30 November 2006 at the latest."""
        days, is_over = self.since, not self.is_certain and self.status.ban.ends is not None
        if not self.is_certain:
            return "" if is_over else f"since {format_day(days.earliest)}"
        said = format_between(days)
        return f"since {format_day(days.latest)} at the latest" if said.startswith("between") else f"since {said}"


@dataclass(frozen=True, slots=True)
class BanMark:
    """What a card's mark says: its bans on a day; `own` is that of the format in question, which comes first.

    `is_elsewhere`: a format is in question, and only other formats ban the card.
    """

    bans: tuple[CardBan, ...]
    own: CardBan | None = None
    is_elsewhere: bool = False

    @property
    def is_certain(self) -> bool:
        """Whether the ban is certain: that of the format in question, else any."""
        return self.own.is_certain if self.own else any(each.is_certain for each in self.bans)

    @property
    def word(self) -> str:
        """The mark in one to three words."""
        return "banned" if self.is_certain else "may be banned"

    @property
    def details(self) -> str:
        """Where and since when: in Golden Age and 7 more formats since 23 September 2006."""
        if self.own is None:
            return "; ".join(_describe_stretches(self.bans, self.is_certain))
        own = _join_words((f"in {self.own.fmt.name}", self.own.since_words))
        return f"{own}; also {_name_formats(self.bans)}" if self.bans else own

    @property
    def words(self) -> str:
        """The whole mark in words."""
        return f"{self.word} {self.details}"

    @property
    def text(self) -> str:
        """The whole mark as text, with its sign."""
        return f"{_get_sign(self.is_certain)} {self.words}"


def list_bans_by_card(game: str, on: date) -> Mapping[str, tuple[CardBan, ...]]:
    """The bans of a day by the slugs of the cards that they name, in the order of the formats in season.

    Worked out once a data version and day; no query where the game's cards have been read already. Raises NotFound.
    """
    return _bans_by_card(selectors.recall_reference(game), on)


@lru_cache(maxsize=32)
def _bans_by_card(reference: Reference, on: date) -> Mapping[str, tuple[CardBan, ...]]:
    found: dict[str, list[CardBan]] = {}
    for fmt in reference.formats.values():
        if not is_in_season(fmt, on):
            continue
        bans = find_bans_on(fmt, on)
        for card in (card for name in sorted(bans.names) for card in reference.catalog.by_name(name)):
            if status := bans.of(card):
                found.setdefault(card.slug, []).append(CardBan(fmt, status))
    return {slug: tuple(bans) for slug, bans in found.items()}


def find_ban_mark(card: Card, on: date | None = None, fmt: Format | None = None) -> BanMark | None:
    """The mark of a card on a day, today where none is given, with `fmt` first; None for a card that nothing bans."""
    day = on or timezone.localdate()
    bans = list_bans_by_card(card.game, day).get(card.slug, ())
    if fmt is None:
        return BanMark(bans) if bans else None
    others = tuple(each for each in bans if each.fmt.slug != fmt.slug)
    if status := find_bans_on(fmt, day).of(card):
        return BanMark(others, own=CardBan(fmt, status))
    return BanMark(others, is_elsewhere=True) if others else None


def list_card_bans(card: Card, on: date | None = None) -> list[CardBan]:
    """The bans of a card on a day, today where none is given, the certain ones first in the order of the formats."""
    bans = list_bans_by_card(card.game, on or timezone.localdate()).get(card.slug, ())
    return sorted(bans, key=lambda each: not each.is_certain)


def describe_bans_of_name(name: str, games: Iterable[str], on: date) -> str:
    """What a name's cards are, with a sign: banned since when, or how many of them are; empty where none is."""
    cards = [card for game in games for card in selectors.recall_reference(game).catalog.by_name(name)]
    marks = [mark for card in cards if (mark := find_ban_mark(card, on))]
    if not marks:
        return ""
    if len(marks) < len(cards):
        is_certain = any(mark.is_certain for mark in marks)
        return f"{_get_sign(is_certain)} {len(marks)} of {len(cards)} cards {'' if is_certain else 'may be '}banned"
    return marks[0].text


def _get_sign(is_certain: bool) -> str:
    return "✗" if is_certain else "?"


def _describe_stretches(bans: Iterable[CardBan], is_certain: bool) -> list[str]:
    """Formats with the same first day together; the certain ones first, and the others told apart from them."""
    by_day: dict[tuple[bool, str], list[CardBan]] = {}
    for ban in sorted(bans, key=lambda each: not each.is_certain):
        by_day.setdefault((ban.is_certain, ban.since_words), []).append(ban)
    return [
        _join_words(("may be banned" if is_certain and not sure else "", _name_formats(each), since))
        for (sure, since), each in by_day.items()
    ][:_MAX_STRETCHES]


def _name_formats(bans: Sequence[CardBan]) -> str:
    if all(ban.is_everywhere for ban in bans):
        return "in every format"
    names = [ban.fmt.name for ban in bans]
    if len(names) <= _MAX_NAMED:
        return f"in {' and '.join(names)}"
    return f"in {names[0]} and {len(names) - 1} more formats"


def _join_words(words: Iterable[str]) -> str:
    return " ".join(filter(None, words))
