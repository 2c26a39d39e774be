"""Changes in words: a title, a sentence or two, and where they lead; what happened to something that is followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.urls import reverse

from engine.model.cards import GAMES, Between
from vsdb.catalog.cards import selectors as cards
from vsdb.core.stored_json import sort_keys
from vsdb.core.words import format_between, format_day, quantity, to_sentence
from vsdb.news.models import Change

Kind = Change.Kind
#: What the list can be narrowed to: the word of the address, its name, and the kinds of change.
GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "sets": ("Sets", (Kind.SET_RELEASED, Kind.SET_LEGAL)),
    "rotation": ("Rotation", (Kind.SET_ROTATED,)),
    "rules": ("Rules", (Kind.EDITION,)),
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
    def facts(self) -> dict[str, Any]:
        """The recorded details, the same on every database."""
        found: dict[str, Any] = sort_keys(self.change.facts)
        return found

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
    title, text = _describe_fact(change.kind, change.game_id, change.facts, days, has_come=has_come)
    if change.withdrawn:
        said = f"{title[:1].upper()}{title[1:]}. {text}"
        title = f"Withdrawn: {title}"
        text = f"Removed from the facts on {format_day(change.withdrawn.date())}. It read: {said}"
    elif change.before and (before := _before(change.before)):
        until = format_day(change.revised.date()) if change.revised else "then"
        text = f"{text} Until {until} the date was given as {before}."
    group, when = _GROUP_OF[Kind(change.kind)], format_between(days)
    updated = change.at if change.earliest and change.at <= now else change.touched
    is_upcoming = not has_come and not change.withdrawn
    return ChangeMessage(change, title, text, _find_page(change), group, when, updated, is_upcoming)


def build_interval(earliest: date | None, latest: date | None) -> Between | None:
    """The day that lies between two; None where it isn't recorded."""
    return Between(earliest, latest) if earliest and latest else None


def format_when(days: Between | None) -> str:
    """A day as it stands in a sentence: on 1 July 2008, in July 2008, between two days."""
    if days is None:
        return "on a date not recorded"
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


def _describe_fact(
    kind: str, game: str, facts: dict[str, Any], days: Between | None, *, has_come: bool
) -> tuple[str, str]:
    """The title and the text of a change; a verb is told as past where its day has come."""
    when, name, source = format_when(days), facts.get("name", ""), facts.get("source_name", "")
    dated = f"dated {format_between(days)}" if days else "undated"

    def verb(past: str, present: str) -> str:
        return past if has_come else present

    match kind:
        case Kind.SET_RELEASED:
            doubt = {"doubtful": " It may not have been an official set.", "no": " It is a fan set."}
            text = f"{name} ({facts['code']}, {GAMES[game]}) {verb('came', 'comes')} out {when}."
            return f"New set: {name}", text + doubt.get(facts["official"], "")
        case Kind.SET_LEGAL:
            became = verb("became", "becomes")
            return f"{name} {became} legal", f"{name} ({facts['code']}) {became} legal {when}."
        case Kind.SET_ROTATED:
            title = f"{name} {verb('left', 'leaves')} {facts['format_name']}"
            return title, f"It {verb('rotated', 'rotates')} out {when}."
        case Kind.EDITION:
            return f"New edition: {name}", f"{name} {verb('took', 'takes')} effect {when}."
        case Kind.BAN_BEGAN:
            event = f" It was first applied at {facts['event']}." if facts["event"] else ""
            text = f"The ban {verb('began', 'begins')} {when}.{_describe_limits(facts)}{event}"
            return f"{facts['card']} banned in {join_formats(facts)}", text
        case Kind.BAN_ENDED:
            title = f"{facts['card']} no longer banned in {join_formats(facts)}"
            return title, f"The ban {verb('ended', 'ends')} {when}.{_describe_limits(facts)}"
        case Kind.ERRATA:
            is_exact = days and days.earliest == days.latest
            since = format_between(days) if is_exact else f"a date {when.removeprefix('on a date ')}"
            text = f"From {source}. They {verb('apply', 'will apply')} from {since}."
            return f"Errata for {_cards_of(facts)}", text
        case Kind.TEXTS:
            return f"Official texts of {_cards_of(facts)}", f"From {source}, {dated}."
        case Kind.RULINGS:
            publisher = _AUTHORITIES.get(facts["authority"], "a source")
            title = f"{quantity(facts['count'], 'ruling').capitalize()} from {source}"
            return title, f"Published by {publisher}, {dated}."
        case Kind.FORMAT_BEGAN if days is None:
            return f"Format: {name}", f"The start date of {name} isn’t recorded."
        case Kind.FORMAT_BEGAN:
            return f"New format: {name}", f"{name} ({GAMES[game]}) {verb('began', 'begins')} {when}."
        case Kind.FORMAT_ENDED:
            ended = verb("ended", "ends")
            return f"{name} {ended}", f"The format {ended} {when}."
    comment = f" {facts['comment']}" if facts["comment"] else ""
    text = f"Version {facts['version']} of a format for {GAMES[game]}, published {when}.{comment}"
    return f"Organizer’s format: {name}", text


_AUTHORITIES = {"publisher": "the publisher", "judge": "a judge", "community": "players"}


def join_formats(facts: Mapping[str, Any]) -> str:
    """The formats that facts name."""
    return join_names([name for _, name in facts["formats"]]) or "no format"


def _cards_of(facts: dict[str, Any]) -> str:
    """A few cards by their names, many by their number."""
    names = [title for _, title in facts["cards"]]
    return join_names(names) if facts["count"] <= _MAX_FORMATS else quantity(facts["count"], "card")


def _describe_limits(facts: dict[str, Any]) -> str:
    if facts["printings"]:
        return f" Only {join_names(facts['printings'])}."
    return f" Only in {facts['set']}." if facts["set"] else ""


def _find_page(change: Change) -> str:
    """What a change is about; of a ban that names no one card, the bans of its first format."""
    game = change.game_id
    if change.withdrawn:
        return f"{reverse('changes:index')}?game={game}"
    match change.facts:
        case {"document": slug}:
            return reverse("rules:document", args=(slug,))
        case {"format": slug, "version": number}:
            return reverse("formats:format", args=(game, f"{slug}@{number}"))
        case {"format": slug}:
            return reverse("formats:format", args=(game, slug))
        case {"source": slug}:
            return reverse("wordings:source", args=(game, slug))
        case {"cards": [slug]}:
            return f"{reverse('cards:card', args=(game, slug))}#bans"
        case {"formats": [[slug, _], *_]}:
            return f"{reverse('formats:format', args=(game, slug))}#bans"
    return reverse("cards:set", args=(game, change.facts["code"]))


_TEXT_KINDS = {"errata": "Errata", "reference": "An official text", "printed": "A printed text"}


def describe_part(part: dict[str, Any], today: date) -> str:
    """What happened to something that is followed, in a sentence; today's date tells whether a day is past."""
    match part["what"]:
        case "ban":
            return _describe_new_ban(part, today)
        case "ban-gone":
            begins = format_when(_days(part["begins"]))
            return f"A ban in {join_formats(part)} was removed from the facts; its recorded start was {begins}."
        case "ban-days":
            return f"{'; '.join(_describe_other_days(part))}."
        case "status":
            before, after = ("uncertain" if part[name] == "unknown" else part[name] for name in ("before", "after"))
            if after == "not in":
                return f"No longer in {join_formats(part)}; before, it was {before}."
            was = "wasn’t in the format" if before == "not in" else f"was {before}"
            return f"Now {after} in {join_formats(part)}; before, it {was}."
        case "printings":
            new = [f"{code} in {name}" if name else code for code, name in part["printings"]]
            return f"{'A new printing is' if len(new) == 1 else 'New printings are'} recorded: {join_names(new, 5)}."
        case "text":
            days = _days(part["days"])
            since = f", counting from {_day_or_some(days)}" if days else ""
            return f"{_TEXT_KINDS.get(part['kind'], 'A text')} from {part['source']}{since}."
        case "text-changed":
            kind = _TEXT_KINDS.get(part["kind"], "A text")
            return f"{kind} from {part['source']} has new words or a new date."
        case "rulings":
            return f"{quantity(part['count'], 'new ruling').capitalize()} from {part['source']}."
        case "gone":
            return "The card was removed from the facts."
        case "back":
            return "The card is back in the facts."
        case "verdict":
            return _describe_verdict(part)
        case "versions":
            outcome = f" Verdict in its format: {part['outcome']}." if part["outcome"] else ""
            if part["count"] == 1:
                return f"Version {part['to']} was saved.{outcome}"
            count = quantity(part["count"], "version").capitalize()
            return f"{count} were saved, the latest version {part['to']}.{outcome}"
        case "comments":
            return f"{quantity(part['count'], 'new comment').capitalize()}."
        case "new-decks":
            return _describe_new_decks(part)
        case "matches":
            pairs = (("new matches", "came"), ("no longer matching", "went"))
            said = [
                f"{title}: {_list_found(part[key], count)}" for title, key in pairs if (count := part[f"{key}_count"])
            ]
            return to_sentence("; ".join(said))
        case "beyond":
            return f"It now finds {part['count']:,} cards, too many to follow one by one."
    return f"It finds {part['count']:,} cards, few enough again to follow one by one."


def _describe_new_ban(part: dict[str, Any], today: date) -> str:
    days, ends = _days(part["begins"]), _days(part["ends"])
    is_ahead = bool(days and days.earliest > today)
    end = f", until {_day_or_some(ends)}" if ends else ""
    if days and days.earliest != days.latest:
        begins = "begins" if is_ahead else "began"
        return f"Banned in {join_formats(part)}; the ban {begins} {format_when(days)}{end}."
    return f"Banned in {join_formats(part)} {'from' if is_ahead else 'since'} {format_between(days)}{end}."


def _describe_other_days(part: dict[str, Any]) -> Iterator[str]:
    before = part["before"]
    yield f"The ban in {join_formats(part)} has new dates: it begins {format_when(_days(part['begins']))}"
    if part["begins"] != before["begins"]:
        yield f"the recorded start was {format_between(_days(before['begins']))}"
    if part["ends"] != before["ends"]:
        ends = _days(part["ends"])
        yield f"it ends {format_when(ends)}" if part["ends"] else "its end is no longer recorded"


def _describe_new_decks(part: dict[str, Any]) -> str:
    """New public decks, by the titles of those that everybody may still see (`titles`, by number)."""
    names, count = [title for pk in part["decks"] if (title := part["titles"].get(pk))], part["count"]
    said = quantity(count, "new public deck").capitalize()
    if not names:
        return f"{said}."
    rest = count - len(names[:5])
    listed = f"{', '.join(names[:5])} and {quantity(rest, 'other')}" if rest else join_names(names, 5)
    return to_sentence(f"{said}: {listed}")


def _describe_verdict(part: dict[str, Any]) -> str:
    said = f"The verdict in its format is now {part['after']}; before, it was {part['before']}."
    if part["before"] == part["after"]:
        said = f"Still {part['after']}, for other reasons."
    if part["banned"]:
        return f"{said} Banned cards: {join_names(part['banned'], 5)}."
    new = ", ".join(code.replace("-", " ") for code in part["came"])
    return f"{said} New: {new}." if new else said


def find_title(game: str, slug: str) -> str:
    """The title of a card; its slug where it isn't recorded."""
    card = next((each.catalog.by_slug.get(slug) for each in cards.list_references((game,))), None)
    return card.title if card else slug


def _list_found(places: list[str], count: int) -> str:
    names = [find_title(*place.split("/", 1)) for place in places[:5]]
    rest = count - len(names)
    return f"{', '.join(names)} and {quantity(rest, 'other')}" if rest else join_names(names, 5)


def _days(iso: list[str]) -> Between | None:
    return Between(*map(date.fromisoformat, iso)) if iso and all(iso) else None


def _day_or_some(days: Between) -> str:
    return format_between(days) if days.earliest == days.latest else f"a date {format_when(days)}"
