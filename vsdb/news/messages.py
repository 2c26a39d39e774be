"""Changes in words: a title, a sentence or two, and where they lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.urls import reverse

from engine.model.cards import GAMES, Between
from vsdb.core.words import format_between, format_day, quantity
from vsdb.news.models import Change

Kind = Change.Kind
#: What the list can be narrowed to: the word of the address, its name, and the kinds of change.
GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "sets": ("Sets", (Kind.SET_RELEASED, Kind.SET_LEGAL)),
    "rotation": ("Rotation", (Kind.SET_ROTATED,)),
    "bans": ("Bans", (Kind.BAN_BEGAN, Kind.BAN_ENDED)),
    "texts": ("Errata and rulings", (Kind.ERRATA, Kind.TEXTS, Kind.RULINGS)),
    "formats": ("Formats", (Kind.FORMAT_BEGAN, Kind.FORMAT_ENDED, Kind.FORMAT_PUBLISHED)),
}
_GROUP_OF = {kind: group for group, (_, kinds) in GROUPS.items() for kind in kinds}
_MAX_FORMATS = 3


@dataclass(frozen=True, slots=True)
class ChangeMessage:
    """A change as people read it.

    `when` is its own day in words, empty where none is recorded; `updated` the moment at which it last was news.
    """

    change: Change
    title: str
    text: str
    href: str
    group: str
    when: str
    updated: datetime
    is_upcoming: bool

    @property
    def group_name(self) -> str:
        """The name of its group."""
        return GROUPS[self.group][0]

    @property
    def name(self) -> str:
        """What was banned or left a format."""
        return str(self.change.facts.get("card") or self.change.facts["name"])

    @property
    def narrowed(self) -> str:
        """The printings or the set that a ban is narrowed to."""
        return join_names(self.change.facts.get("printings", ()), 5) or self.change.facts.get("set", "")

    @property
    def is_withdrawn(self) -> bool:
        """Whether it is no longer among the facts."""
        return self.change.withdrawn is not None

    @property
    def is_news(self) -> bool:
        """Whether the site learned of it, or learned otherwise, after it first looked at the facts of its game."""
        return not self.change.is_initial or self.change.revised is not None or self.is_withdrawn


def describe_change(change: Change, now: datetime) -> ChangeMessage:
    """A change in words, as it stands at a moment; no query."""
    days = build_interval(change.earliest, change.latest)
    has_come = days is None or days.earliest <= now.date()
    title, text, href = _WORDS[Kind(change.kind)](change.game_id, change.facts, days, has_come)
    if change.withdrawn:
        said = f"{title[:1].upper()}{title[1:]}. {text}"
        title = f"Withdrawn: {title}"
        text = f"No longer among the facts since {format_day(change.withdrawn.date())}. It said: {said}"
    elif change.before and (before := _before(change.before)):
        text = (
            f"{text} Until {format_day(change.revised.date()) if change.revised else 'then'} "
            f"the day was given as {before}."
        )
    return ChangeMessage(
        change=change,
        title=title,
        text=text,
        href=f"{reverse('changes:index')}?game={change.game_id}" if change.withdrawn else href,
        group=_GROUP_OF[Kind(change.kind)],
        when=format_between(days),
        updated=change.at if change.earliest and change.at <= now else change.touched,
        is_upcoming=not has_come and not change.withdrawn,
    )


def build_interval(earliest: date | None, latest: date | None) -> Between | None:
    """The day that lies between two; None where it isn't recorded."""
    return Between(earliest, latest) if earliest and latest else None


def format_when(days: Between | None) -> str:
    """A day as it stands in a sentence: on 1 July 2008, in July 2008, between two days."""
    if days is None:
        return "on a day that isn’t recorded"
    said = format_between(days)
    if said.startswith(("between ", "on ")):
        return said
    return f"on {said}" if days.earliest == days.latest else f"in {said}"


def format_when_of_change(change: Change) -> str:
    """The day of a change as it stands in a sentence."""
    return format_when(build_interval(change.earliest, change.latest))


def join_names(names: Sequence[str], most: int = _MAX_FORMATS) -> str:
    """Names as a list in a sentence, the first few of many."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {quantity(len(names) - most, 'other')}"
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _before(days: Sequence[str | None]) -> str:
    first, last = (date.fromisoformat(each) if each else None for each in days)
    said = build_interval(first, last)
    return format_between(said) if said else ""


_Words = tuple[str, str, str]
_Facts = dict[str, Any]


def _describe_release(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    doubt = {"doubtful": " Whether it was an official set is doubtful.", "no": " It is a fan set."}
    verb = "came out" if has_come else "comes out"
    text = (
        f"{facts['name']} ({facts['code']}, {GAMES[game]}) {verb} "
        f"{format_when(days)}.{doubt.get(facts['official'], '')}"
    )
    return f"New set: {facts['name']}", text, _set(game, facts)


def _describe_first_legal_day(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    verb = "became" if has_come else "becomes"
    title = f"{facts['name']} {verb} legal"
    return title, f"{facts['name']} ({facts['code']}) {verb} legal {format_when(days)}.", _set(game, facts)


def _describe_rotation(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    verb = "left" if has_come else "leaves"
    title = f"{facts['name']} {verb} {facts['format_name']}"
    return (
        title,
        f"It rotated out {format_when(days)}." if has_come else f"It rotates out {format_when(days)}.",
        _format(game, facts),
    )


def _describe_ban(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    verb = "began" if has_come else "begins"
    event = f" It was first applied at {facts['event']}." if facts["event"] else ""
    text = f"The ban {verb} {format_when(days)}.{_describe_limits(facts)}{event}"
    return f"{facts['card']} banned in {join_formats(facts)}", text, _card(game, facts)


def _describe_lifted_ban(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    verb = "ended" if has_come else "ends"
    title = f"{facts['card']} no longer banned in {join_formats(facts)}"
    return title, f"The ban {verb} {format_when(days)}.{_describe_limits(facts)}", _card(game, facts)


def _describe_errata(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    verb = "count" if has_come else "will count"
    since = f"They {verb} from {'a day ' if not days or days.earliest != days.latest else ''}{_exactly(days)}"
    return f"Errata for {_cards_of(facts)}", f"From {facts['source_name']}. {since}.", _source(game, facts)


def _describe_official_text(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    title = f"Official texts of {_cards_of(facts)}"
    return title, f"From {facts['source_name']}, {_describe_day(days)}.", _source(game, facts)


def _describe_rulings(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    title = f"{quantity(facts['count'], 'ruling').capitalize()} from {facts['source_name']}"
    return (
        title,
        f"Published by {_AUTHORITIES.get(facts['authority'], 'a source')}, {_describe_day(days)}.",
        _source(game, facts),
    )


def _describe_first_record(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    if days is None:
        return f"Format: {facts['name']}", f"The first day of {facts['name']} isn’t recorded.", _format(game, facts)
    text = f"{facts['name']} ({GAMES[game]}) {'began' if has_come else 'begins'} {format_when(days)}."
    return f"New format: {facts['name']}", text, _format(game, facts)


def _describe_end(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    verb = "ended" if has_come else "ends"
    return f"{facts['name']} {verb}", f"The format {verb} {format_when(days)}.", _format(game, facts)


def _describe_published(game: str, facts: _Facts, days: Between | None, has_come: bool) -> _Words:
    comment = f" {facts['comment']}" if facts["comment"] else ""
    text = f"Version {facts['version']} of a format for {GAMES[game]}, published {format_when(days)}.{comment}"
    href = reverse("formats:format", args=(game, f"{facts['format']}@{facts['version']}"))
    return f"A format by an organizer: {facts['name']}", text, href


_WORDS = {
    Kind.SET_RELEASED: _describe_release,
    Kind.SET_LEGAL: _describe_first_legal_day,
    Kind.SET_ROTATED: _describe_rotation,
    Kind.BAN_BEGAN: _describe_ban,
    Kind.BAN_ENDED: _describe_lifted_ban,
    Kind.ERRATA: _describe_errata,
    Kind.TEXTS: _describe_official_text,
    Kind.RULINGS: _describe_rulings,
    Kind.FORMAT_BEGAN: _describe_first_record,
    Kind.FORMAT_ENDED: _describe_end,
    Kind.FORMAT_PUBLISHED: _describe_published,
}
_AUTHORITIES = {"publisher": "the publisher", "judge": "a judge", "community": "players"}


def _describe_day(days: Between | None) -> str:
    return f"dated {format_between(days)}" if days else "undated"


def _exactly(days: Between | None) -> str:
    return (
        format_between(days) if days and days.earliest == days.latest else format_when(days).removeprefix("on a day ")
    )


def join_formats(facts: Mapping[str, Any]) -> str:
    """The formats that facts name."""
    return join_names([name for _, name in facts["formats"]]) or "no format"


def _cards_of(facts: _Facts) -> str:
    """A few cards by their names, many by their number."""
    names = [title for _, title in facts["cards"]]
    return join_names(names) if facts["count"] <= _MAX_FORMATS else quantity(facts["count"], "card")


def _describe_limits(facts: _Facts) -> str:
    if facts["printings"]:
        return f" Only {join_names(facts['printings'])}."
    return f" Only in {facts['set']}." if facts["set"] else ""


def _set(game: str, facts: _Facts) -> str:
    return reverse("cards:set", args=(game, facts["code"]))


def _format(game: str, facts: _Facts) -> str:
    return reverse("formats:format", args=(game, facts["format"]))


def _source(game: str, facts: _Facts) -> str:
    return reverse("wordings:source", args=(game, facts["source"]))


def _card(game: str, facts: _Facts) -> str:
    """The card's page; where none is recorded, or several are meant, the bans of the first format."""
    if len(facts["cards"]) == 1:
        return f"{reverse('cards:card', args=(game, facts['cards'][0]))}#bans"
    return f"{reverse('formats:format', args=(game, facts['formats'][0][0]))}#bans"
