"""The form of an event, for its page and for the API: local times become moments in its zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, cast
from zoneinfo import ZoneInfo, available_timezones

from django import forms

from engine import InputError, NotFound
from engine.formats.names import find_game
from engine.rules.team_play import find_team_rules
from vsdb.catalog.cards.selectors import get_reference
from vsdb.catalog.formats.lookup import find_format
from vsdb.check.forms import format_choices
from vsdb.core.words import to_sentence
from vsdb.events import clock
from vsdb.events.models import Event, ListVersion

MAX_DAYS = 60  #: that an event lasts
_LISTS_PER_ENTRY = 10
_MAX_WARNING = 999  #: minutes
_INPUT = {"type": "datetime-local"}
#: The moments that people write, and whether one may be left empty.
MOMENTS = {
    "starts": True,
    "ends": True,
    "registration_opens": False,
    "registration_closes": False,
    "list_deadline": False,
    "disclosed_at": False,
}
WHICH = (("", "–"), (clock.EARLIER, "The earlier one"), (clock.LATER, "The later one"))


def _moment(label: str, help_text: str = "", *, required: bool = False) -> forms.CharField:
    widget = forms.TextInput(attrs=_INPUT)
    return forms.CharField(label=label, help_text=help_text, required=required, max_length=40, widget=widget)


def _which() -> forms.ChoiceField:
    return forms.ChoiceField(label="Which of the two", choices=WHICH, required=False, widget=forms.RadioSelect)


def _number(label: str, least: int, most: int, help_text: str = "", *, required: bool = True) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, required=required, min_value=least, max_value=most)


class EventForm(forms.Form):
    """What an event says of itself. `event` is the one that is edited; its `plan` has the values of the model.

    A time is written as `2026-12-05T10:00` in the event's zone. One that exists twice is asked for again with
    `<name>_which`; one with an offset, as programs send it, is a moment already.
    """

    title = forms.CharField(label="Title", max_length=120)
    format = forms.CharField(label="Game and format", max_length=120)
    place = forms.CharField(label="Place", max_length=200, required=False)
    zone = forms.CharField(
        label="Time zone",
        max_length=64,
        help_text="A name such as Europe/Berlin. All times below are local times there.",
    )
    starts = _moment("Start", required=True)
    ends = _moment("End", required=True)
    description = forms.CharField(
        label="Description", max_length=10_000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    registration_opens = _moment("Registration opens", "Empty: when the event is announced.")
    registration_closes = _moment(
        "Registration closes", "Empty: at the start. Who registers after the list deadline can’t submit a list."
    )
    capacity = _number("Places", 1, 100_000, "Empty: no limit. When full, players join a waiting list.", required=False)
    offer_hours = _number("Hours to accept a place", 1, 720, "For players who move up from the waiting list.")
    lists = forms.ChoiceField(label="Deck lists", choices=Event.Lists.choices)
    lists_per_entry = _number(
        "Lists per entry",
        1,
        _LISTS_PER_ENTRY,
        "Empty: 1, or the size of a team in a team format.",
        required=False,
    )
    list_deadline = _moment("List deadline", "Empty: at the start.")
    grace_minutes = forms.DecimalField(
        label="Grace (minutes)",
        min_value=0,
        max_value=10_080,
        max_digits=8,
        decimal_places=2,
        help_text="Lists in this time count as late. After it they are locked.",
    )
    kind = forms.ChoiceField(label="Kind", choices=Event.Kind.choices)
    judged_on = forms.DateField(label="Judged for", required=False, help_text="Empty: the day of the start.")
    disclosure = forms.ChoiceField(label="Who reads the lists of others", choices=Event.Disclosure.choices)
    disclosed_from = forms.ChoiceField(label="From when", choices=Event.DisclosedFrom.choices)
    disclosed_round = _number("From round", 1, 99, "For “From a round”.", required=False)
    disclosed_at = _moment("From date", "For “From a date”.")
    retention_days = _number(
        "Days until contacts are erased", 1, 1_095, "After the end. Unpublished lists are erased with them."
    )
    penalty_days = _number("Days until penalties are erased", 1, 3_650, "After the end.")
    check_percent = _number("Decks to check (percent)", 0, 100, "A target. Empty: 10.", required=False)
    check_warnings = forms.CharField(
        label="Deck check warns after (minutes)",
        max_length=40,
        required=False,
        help_text="Such as 7, 10. Empty: never.",
    )
    shuffle_minutes = _number(
        "Minutes to shuffle", 0, 60, "Added to the time extension after a deck check. Empty: 3.", required=False
    )
    starts_which, ends_which, registration_opens_which = _which(), _which(), _which()
    registration_closes_which, list_deadline_which, disclosed_at_which = _which(), _which(), _which()

    def __init__(self, data: Any = None, *, event: Event | None = None, initial: Mapping[str, Any] | None = None):
        super().__init__(data, initial=dict(initial or (describe_event(event) if event else {})))
        self.event = event
        self.plan: dict[str, Any] = {}
        self.codes: dict[str, str] = {}
        judged = cast(forms.DateField, self.fields["judged_on"])
        judged.widget = forms.TextInput(attrs={"type": "date"})
        judged.input_formats = ["%Y-%m-%d"]
        judged.error_messages["invalid"] = "Write a date as YYYY-MM-DD, such as 2026-12-05."
        chosen = str(self["format"].value() or "")
        select = forms.Select(choices=[("", "Choose a format"), *format_choices(chosen)])
        self.fields["format"].widget = select

    def clean_zone(self) -> str:
        """An IANA name."""
        zone: str = self.cleaned_data["zone"].strip()
        try:
            clock.find_zone(zone)
        except InputError as error:
            raise self._refusal("zone", error) from error
        return zone

    def clean_format(self) -> str:
        """The format's slug; one by an organizer is pinned to the version that its name means now."""
        game, _, word = self.cleaned_data["format"].partition("/")
        try:
            self.plan["game_id"] = find_game(game)
            return find_format(get_reference(self.plan["game_id"]), word).slug
        except NotFound as error:
            self.codes["format"] = "unknown-format"
            raise forms.ValidationError(to_sentence(error.message)) from error

    def clean_check_percent(self) -> int:
        """The target; the usual one where it is left empty."""
        return _or_usual(self.cleaned_data["check_percent"], "check_percent")

    def clean_shuffle_minutes(self) -> int:
        """The minutes; the usual ones where they are left empty."""
        return _or_usual(self.cleaned_data["shuffle_minutes"], "shuffle_minutes")

    def clean_check_warnings(self) -> str:
        """Whole minutes, ascending, between commas."""
        said = self.cleaned_data["check_warnings"].replace(",", " ").split()
        if any(not (each.isascii() and each.isdigit() and 1 <= int(each) <= _MAX_WARNING) for each in said):
            raise forms.ValidationError(f"Write minutes from 1 to {_MAX_WARNING}, such as 7, 10.")
        return ", ".join(str(each) for each in sorted({int(each) for each in said}))

    def clean(self) -> dict[str, Any]:
        """Read the times, and hold against each other what depends on each other."""
        found = {**(super().clean() or {})}
        if "zone" in found:
            for name in MOMENTS:
                if name in found:
                    self._read_moment(name, ZoneInfo(found["zone"]))
        self._check_order()
        self._check_lists(found)
        self._check_disclosure(found)
        if self.event is not None and not self.errors:
            self._check_stored(found)
        if not self.errors:
            told = {key: value for key, value in found.items() if key in _PLAIN}
            grace = round(found["grace_minutes"] * 60)
            self.plan = {**self.plan, **told, "format": found["format"], "grace_seconds": grace}
        return found

    def _read_moment(self, name: str, zone: ZoneInfo) -> None:
        text = self.cleaned_data[name].strip()
        self.plan[name] = None
        if not text:
            return
        try:
            self.plan[name] = read_moment(text, zone, self.cleaned_data.get(f"{name}_which", ""), name)
        except InputError as error:
            self.add_error(name, self._refusal(name, error))

    def _refusal(self, name: str, error: InputError) -> forms.ValidationError:
        self.codes[name] = error.code
        return forms.ValidationError(to_sentence(error.message), code=error.code)

    def _check_order(self) -> None:
        """What comes after what."""
        at = {name: self.plan.get(name) for name in MOMENTS}
        starts, ends = at["starts"], at["ends"]
        if starts and ends and ends <= starts:
            self.add_error("ends", "The end is not after the start. Choose a later end.")
        if starts and ends and ends - starts > timedelta(days=MAX_DAYS):
            self.add_error("ends", f"The event lasts more than {MAX_DAYS} days. Choose an earlier end.")
        opens, closes = at["registration_opens"], at["registration_closes"] or starts
        if opens and closes and closes <= opens:
            self.add_error("registration_opens", "Registration opens after it closes. Choose an earlier opening.")
        for name, what in (("registration_closes", "Registration closes"), ("list_deadline", "The list deadline is")):
            if ends and (moment := at[name]) and moment > ends:
                self.add_error(name, f"{what} after the end of the event. Choose an earlier time.")

    def _check_lists(self, found: Mapping[str, Any]) -> None:
        """As many lists an entry as the format's teams have decks."""
        if "format" not in found or "lists_per_entry" not in found:
            return
        fmt = find_format(get_reference(self.plan["game_id"]), found["format"])
        team = find_team_rules(fmt)
        wanted = found["lists_per_entry"] or (team.size if team else 1)
        if team and wanted != team.size:
            self.add_error("lists_per_entry", f"A team in {fmt.name} has {team.size} lists.")
        self.plan["lists_per_entry"] = wanted

    def _check_disclosure(self, found: Mapping[str, Any]) -> None:
        """A round or a date where disclosure begins with one."""
        begins = found.get("disclosed_from")
        if begins == Event.DisclosedFrom.ROUND and not found.get("disclosed_round"):
            self.add_error("disclosed_round", "Say from which round on.")
        if begins == Event.DisclosedFrom.DATE and "disclosed_at" in found and not found["disclosed_at"]:
            self.add_error("disclosed_at", "Say from when on.")

    def _check_stored(self, found: Mapping[str, Any]) -> None:
        """What lists that are entered already don't let happen."""
        versions = ListVersion.objects.filter(list__event=self.event)
        if self.event and self.plan["game_id"] != self.event.game_id and versions.exists():
            self.add_error("format", "Lists are entered already. Choose a format of the same game.")
        if versions.filter(list__slot__gt=self.plan["lists_per_entry"]).exists():
            self.add_error("lists_per_entry", "More lists are entered already for an entry.")

    @property
    def moments(self) -> dict[str, MomentField]:
        """The fields of the times, by their names, with the question which is meant where one exists twice."""
        return {name: self._describe_moment(name) for name in MOMENTS}

    def _describe_moment(self, name: str) -> MomentField:
        local, zone = _find_local(str(self[name].value() or "")), str(self["zone"].value() or "")
        try:
            found = clock.classify_local_time(local, clock.find_zone(zone)) if local else clock.LocalTime.ONCE
        except InputError:
            found = clock.LocalTime.ONCE
        return MomentField(self[name], self[f"{name}_which"], found is clock.LocalTime.TWICE)


def _or_usual(value: int | None, name: str) -> int:
    """A number, or the usual one where none is written."""
    usual: int = getattr(Event(), name)
    return usual if value is None else value


#: What stands in the model as it is written.
_PLAIN = frozenset(
    (
        *("title", "place", "description", "zone", "capacity", "offer_hours", "kind", "judged_on", "lists"),
        *("disclosure", "disclosed_from", "disclosed_round", "retention_days", "penalty_days"),
        *("check_percent", "check_warnings", "shuffle_minutes"),
    )
)


@dataclass(frozen=True, slots=True)
class MomentField:
    """The field of a time, the question which of two moments is meant, and whether that has to be asked."""

    field: forms.BoundField
    which: forms.BoundField
    is_twice: bool


def read_moment(text: str, zone: ZoneInfo, which: str, place: str) -> datetime:
    """The moment of a time as it is written: in the zone, or with an offset of its own. Raises InputError."""
    try:
        written = datetime.fromisoformat(text.strip())
    except ValueError as exc:
        said = f"{text.strip()[:40]!r} is not a time; write one as in 2026-12-05T10:00"
        raise InputError(said, place=place, code="unreadable-time") from exc
    if not 1990 <= written.year <= 2200:
        raise InputError(f"the year {written.year} is not between 1990 and 2200", place=place, code="unreadable-time")
    if written.tzinfo is not None:
        return written.astimezone(UTC)
    return clock.to_utc(written, zone, which=which, place=place)


def _find_local(text: str) -> datetime | None:
    """The local time that is written; None for one with an offset, or none that can be read."""
    try:
        written = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return written if written.tzinfo is None else None


def write_local(moment: datetime | None, zone: ZoneInfo) -> tuple[str, str]:
    """A moment as the form has it: local time, and which of two it is where it exists twice."""
    if moment is None:
        return "", ""
    local = moment.astimezone(zone)
    bare = local.replace(tzinfo=None, fold=0)
    is_twice = clock.classify_local_time(bare, zone) is clock.LocalTime.TWICE
    which = (clock.LATER if local.fold else clock.EARLIER) if is_twice else ""
    return bare.isoformat(timespec="minutes" if not bare.second else "seconds"), which


def describe_event(event: Event) -> dict[str, Any]:
    """What an event says of itself, as the form has it."""
    zone = ZoneInfo(event.zone)
    said: dict[str, Any] = {name: getattr(event, name) for name in (*_PLAIN, "lists_per_entry")}
    said |= {"format": f"{event.game_id}/{event.format}", "grace_minutes": write_minutes(event.grace_seconds)}
    for name in MOMENTS:
        said[name], said[f"{name}_which"] = write_local(getattr(event, name), zone)
    said["judged_on"] = event.judged_on.isoformat() if event.judged_on else ""
    return {name: "" if value is None else value for name, value in said.items()}


@cache
def list_zones() -> tuple[str, ...]:
    """The names of zones to choose from: those of places, and UTC."""
    continents = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    named = (each for each in available_timezones() if each.partition("/")[0] in continents)
    return ("UTC", *sorted(named))


def write_minutes(seconds: int) -> str:
    """Seconds as minutes: `15`, `1.5`."""
    return f"{seconds / 60:.2f}".rstrip("0").rstrip(".")


def suggest_event(now: datetime, zone: str = "UTC") -> dict[str, Any]:
    """What the form of a new event begins with: Saturday in a week's time, from ten to six."""
    today = now.astimezone(ZoneInfo(zone)).date()
    day = today + timedelta(days=7 + (5 - today.weekday()) % 7)
    return {
        "zone": zone,
        "starts": f"{day}T10:00",
        "ends": f"{day}T18:00",
        "offer_hours": 24,
        "lists": Event.Lists.REQUIRED,
        "grace_minutes": "10",
        "kind": Event.Kind.CONSTRUCTED,
        "disclosure": Event.Disclosure.NOBODY,
        "disclosed_from": Event.DisclosedFrom.OVER,
        "retention_days": 90,
        "penalty_days": 365,
        "check_percent": 10,
        "check_warnings": "7, 10",
        "shuffle_minutes": 3,
    }


def shift_event(event: Event, days: int) -> dict[str, Any]:
    """What an event says of itself, so many days later by the calendar of its zone: ten o'clock stays ten o'clock."""
    said = describe_event(event)
    for name in MOMENTS:
        if local := _find_local(said[name]):
            moved = local + timedelta(days=days)
            said[name], said[f"{name}_which"] = moved.isoformat(timespec="minutes"), ""
    return said | {"judged_on": ""}
