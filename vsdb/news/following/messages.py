"""What happened to something that is followed, as sentences; `vsdb.news.messages` has those of the public feeds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from engine.model.cards import Between
from vsdb.catalog.cards import selectors as cards
from vsdb.core.words import format_between, format_day, quantity, to_sentence
from vsdb.news.following.snapshots import Part
from vsdb.news.messages import format_when, join_formats, join_names

_KINDS = {"errata": "Errata", "reference": "An official text", "printed": "A printed text"}
_STATUSES = {"unknown": "uncertain"}


def describe_part(part: Part, today: date) -> str:
    """What happened, in a sentence; today's date tells whether a day is past."""
    return _SENTENCES[part["what"]](part, today)


def _describe_ban(part: Part, today: date) -> str:
    days = _days(part["begins"])
    verb = "from" if days and days.earliest > today else "since"
    end = f", until {_until(part['ends'])}" if part["ends"] else ""
    if days and days.earliest != days.latest:
        verb = "begins" if days.earliest > today else "began"
        return f"Banned in {join_formats(part)}; the ban {verb} {format_when(days)}{end}."
    return f"Banned in {join_formats(part)} {verb} {format_between(days)}{end}."


def _ban_gone(part: Part, today: date) -> str:
    return (
        f"A ban in {join_formats(part)} is no longer among the facts; it was to begin "
        f"{format_when(_days(part['begins']))}."
    )


def _ban_days(part: Part, today: date) -> str:
    said = [f"The ban in {join_formats(part)} has other days: it begins {format_when(_days(part['begins']))}"]
    if part["begins"] != part["before"]["begins"]:
        said.append(f"until now that was given as {format_between(_days(part['before']['begins']))}")
    if part["ends"] != part["before"]["ends"]:
        said.append(f"it ends {_format_ending(part['ends'])}" if part["ends"] else "no end of it is recorded any more")
    return f"{'; '.join(said)}."


def _status(part: Part, today: date) -> str:
    before, after = (_STATUSES.get(part[name], part[name]) for name in ("before", "after"))
    if after == "not in":
        return f"No longer in {join_formats(part)}, where it was {before}."
    was = "wasn’t in it" if before == "not in" else f"was {before}"
    return f"Now {after} in {join_formats(part)}; before it {was}."


def _printings(part: Part, today: date) -> str:
    new = [f"{code} in {name}" if name else code for code, name in part["printings"]]
    return f"{'A new printing is' if len(new) == 1 else 'New printings are'} recorded: {join_names(new, 5)}."


def _text(part: Part, today: date) -> str:
    days = _days(part["days"])
    counts = f", counting from {'a day ' if days.earliest != days.latest else ''}{format_between(days)}" if days else ""
    return f"{_KINDS.get(part['kind'], 'A text')} from {part['source']}{counts}."


def _text_changed(part: Part, today: date) -> str:
    return (
        f"{_KINDS.get(part['kind'], 'A text')} from {part['source']} reads otherwise than before, or has another day."
    )


def _rulings(part: Part, today: date) -> str:
    return f"{quantity(part['count'], 'new ruling').capitalize()} from {part['source']}."


def _verdict(part: Part, today: date) -> str:
    said = f"The verdict in its format is now {part['after']}; before it was {part['before']}."
    if part["before"] == part["after"]:
        said = f"It is {part['after']} as before, for other reasons."
    if part["banned"]:
        return f"{said} Banned in it: {join_names(part['banned'], 5)}."
    new = ", ".join(code.replace("-", " ") for code in part["came"])
    return f"{said} New: {new}." if new else said


def _versions(part: Part, today: date) -> str:
    outcome = f" It is {part['outcome']} in its format." if part["outcome"] else ""
    if part["count"] == 1:
        return f"Version {part['to']} was saved.{outcome}"
    return f"{quantity(part['count'], 'version').capitalize()} were saved, the newest number {part['to']}.{outcome}"


def _comments(part: Part, today: date) -> str:
    return f"{quantity(part['count'], 'new comment').capitalize()}."


def _matches(part: Part, today: date) -> str:
    said = []
    if part["came_count"]:
        said.append(f"newly found: {_cards(part['came'], part['came_count'])}")
    if part["went_count"]:
        said.append(f"no longer found: {_cards(part['went'], part['went_count'])}")
    return to_sentence("; ".join(said))


def _beyond(part: Part, today: date) -> str:
    return f"It now finds {part['count']:,} cards, too many to be followed one by one."


def _within(part: Part, today: date) -> str:
    return f"It finds {part['count']:,} cards, few enough again to be followed one by one."


_SENTENCES: dict[str, Callable[[Part, date], str]] = {
    "ban": _describe_ban,
    "ban-gone": _ban_gone,
    "ban-days": _ban_days,
    "status": _status,
    "printings": _printings,
    "text": _text,
    "text-changed": _text_changed,
    "rulings": _rulings,
    "gone": lambda part, today: "The card is no longer among the facts.",
    "back": lambda part, today: "The card is among the facts again.",
    "verdict": _verdict,
    "versions": _versions,
    "comments": _comments,
    "matches": _matches,
    "beyond": _beyond,
    "within": _within,
}


def find_title(place: str) -> str:
    """The title of a card given as `game/slug`; its slug where it isn't recorded."""
    game, _, slug = place.partition("/")
    card = next((each.catalog.by_slug.get(slug) for each in cards.list_references((game,))), None)
    return card.title if card else slug


def _cards(places: list[str], count: int) -> str:
    names = [find_title(each) for each in places[:5]]
    rest = count - len(names)
    return f"{', '.join(names)} and {quantity(rest, 'other')}" if rest else join_names(names, 5)


def _days(iso: list[str]) -> Between | None:
    if not iso or not all(iso):
        return None
    return Between(*map(date.fromisoformat, iso))


def _until(iso: list[str]) -> str:
    days: Any = _days(iso)
    return format_day(days.latest) if days.earliest == days.latest else f"a day {format_between(days)}"


def _format_ending(iso: list[str]) -> str:
    return format_when(_days(iso))
