"""Reads about deck checks: what is checked and what isn't, the open checks, and a check as it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404

from engine import Catalog, Deck, InputError, read_deck
from engine.decklists.fingerprints import normalize_fingerprint
from vsdb.catalog.cards import selectors as cards
from vsdb.events import clock
from vsdb.events.access import Act, Asker
from vsdb.events.checks.codes import read_sheet_code
from vsdb.events.checks.lines import Line, get_counted, list_strangers, name_section
from vsdb.events.models import (
    COUNTS_AS_CHECKED,
    STANDING,
    Actor,
    DeckCheck,
    Event,
    EventList,
    ListVersion,
    Penalty,
    Registration,
    Round,
    RoundTable,
    SyncItem,
)
from vsdb.events.registration.selectors import list_players
from vsdb.events.triage.loading import reads_no_list

State = DeckCheck.State
DONE = (State.MATCHES, State.DISCREPANCIES)  #: the states of a check that has been made


def may_check(event: Event, asker: Asker) -> bool:
    """Whether somebody checks decks here: a judge, but not one who plays before the event is over."""
    return asker.may(Act.CHECK_DECKS) and not reads_no_list(event, asker)


def get_catalog(event: Event) -> Catalog:
    """The cards of the event's game as they read on its day. No query once they are held."""
    return cards.get_reference(event.game_id).on(clock.get_judged_day(event)).catalog


def read_version(event: Event, version: ListVersion, catalog: Catalog) -> Deck:
    """The deck of a version."""
    return read_deck(version.text, catalog, clock.get_judged_day(event))


def list_checkable(event: Event, now: datetime) -> QuerySet[Any]:
    """The locked lists of players with a place, each with `is_checked`, `is_taken` while a check of it is open, and
    its registration."""
    found: QuerySet[Any] = EventList.objects.filter(
        event=event, current__isnull=False, registration__state=Registration.State.CONFIRMED
    )
    if event.stage not in (Event.Stage.OVER, Event.Stage.CANCELLED):
        is_open = now <= clock.get_lock(event)
        found = found.none() if is_open else found.exclude(registration__reopened_until__gte=now)
    checks = DeckCheck.objects.filter(list=OuterRef("pk"))
    is_checked = Exists(checks.filter(COUNTS_AS_CHECKED))
    marked: QuerySet[Any] = found.annotate(is_checked=is_checked, is_taken=Exists(checks.filter(state=State.OPEN)))
    return marked.select_related("registration", "current").order_by(
        "registration__sort_key", "registration__number", "slot"
    )


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the locked lists are checked, of how many that the event wants."""

    lists: int
    checked: int
    target: int
    percent: int
    in_cut: int
    unchecked_in_cut: int

    @property
    def share(self) -> int:
        """The checked lists in whole percent, rounded down."""
        return self.checked * 100 // self.lists if self.lists else 0

    @property
    def missing(self) -> int:
        """How many checks are missing for the target."""
        return max(0, self.target - self.checked)


def measure_coverage(event: Event, now: datetime) -> Coverage:
    """How far the checks are. One query."""
    rows = list(list_checkable(event, now).values_list("is_checked", "registration__is_in_cut"))
    in_cut = [checked for checked, cut in rows if cut]
    return Coverage(
        len(rows),
        sum(checked for checked, _ in rows),
        -(-len(rows) * event.check_percent // 100),
        event.check_percent,
        len(in_cut),
        len(in_cut) - sum(in_cut),
    )


def list_checks(event: Event) -> QuerySet[DeckCheck]:
    """The checks of an event, the newest first, each with its player and judges."""
    found = DeckCheck.objects.filter(event=event).select_related("registration", "list__current", "version", "rival")
    return found.prefetch_related("judges").order_by("-started", "-pk")


def find_check(event: Event, number: int) -> DeckCheck:
    """The check of that number of this event. Raises Http404. Two queries."""
    found = list_checks(event).filter(pk=number).first()
    if found is None:
        raise Http404
    found.event = event
    return found


def find_open_check(entry: EventList) -> DeckCheck | None:
    """The open check of a list; two queries."""
    return list_checks(entry.event).filter(list=entry, state=State.OPEN).first()


def may_read_check(event: Event, asker: Asker, check: DeckCheck) -> bool:
    """Whether somebody may read a check: who checks decks, and its player once it has ended."""
    own = asker.registration
    is_own = own is not None and own.pk == check.registration_id and check.state in DONE
    return is_own or may_check(event, asker)


def find_newest_round(event: Event) -> Round | None:
    """The newest round; None where none is imported. One query."""
    return event.rounds.order_by("-number").first()


def list_at_table(event: Event, table: int, now: datetime) -> list[EventList]:
    """The locked lists at a table: of the newest round, else of the seats. At most three queries."""
    newest = find_newest_round(event)
    lists = list_checkable(event, now)
    if newest is None:
        return list(lists.filter(registration__table=table))
    pair = RoundTable.objects.filter(round=newest, table=table).values_list("first", "second").first() or ()
    return list(lists.filter(registration__in=[each for each in pair if each is not None]))


def list_named(event: Event, words: str, now: datetime) -> list[EventList]:
    """The locked lists of players whom words name: a part of the name, or the number. One query."""
    return list(list_checkable(event, now).filter(registration__in=list_players(event, words)))


def find_by_code(event: Event, typed: str) -> EventList | None:
    """The list of a sheet's code; None where it is none of this event. At most one query."""
    place = read_sheet_code(event, typed)
    if place is None:
        return None
    found = EventList.objects.filter(event=event, registration__number=place.number, slot=place.slot)
    return found.select_related("registration", "current").first()


def list_with_fingerprint(event: Event, typed: str, now: datetime) -> list[EventList]:
    """The locked lists with a fingerprint, however it is typed; none for what is no fingerprint. One query.

    Those that aren't locked are left out: a guessed list could be confirmed by its fingerprint.
    """
    try:
        fingerprint = normalize_fingerprint(typed)
    except InputError:
        return []
    return list(list_checkable(event, now).filter(current__fingerprint=fingerprint))


def explain_no_check(event: Event, entry: EventList, now: datetime) -> str:
    """Why a list can't be checked now; empty where it can."""
    if entry.current is None:
        return "No list is submitted, so there is nothing to check against."
    if not clock.is_locked(event, entry.registration, now):
        until = clock.describe_moment(clock.get_lock(event, entry.registration), event)
        return f"The list isn’t locked yet. The player can submit until {until}; the deck can be checked after that."
    return ""


def count_conflicts(event: Event) -> int:
    """How many conflicts there are to settle: all that was sent about one check is one. One query."""
    rows = list_conflicts(event).values_list("pk", "deck_check")
    return len({("check", check) if check else ("item", pk) for pk, check in rows})


def list_penalties_since(check: DeckCheck) -> QuerySet[Any]:
    """The penalties that were given for a check's list since it began, before another check of it did, and that stand;
    the oldest first. Two queries."""
    given = Penalty.objects.filter(STANDING, registration=check.registration, at__gte=check.started)
    found = given.order_by("at", "pk")
    if check.list_id is None:
        return found.none()
    later = DeckCheck.objects.filter(list=check.list_id, started__gt=check.started).exclude(rival=check)
    following = later.order_by("started").values_list("started", flat=True).first()
    own = found.filter(list=check.list_id)
    return own.filter(at__lt=following) if following else own


def list_conflicts(event: Event) -> QuerySet[SyncItem]:
    """What devices have sent that stands against something, and that nobody has settled; the oldest first."""
    found = SyncItem.objects.filter(event=event, result=SyncItem.Result.CONFLICT, settled="")
    related = ("device", "deck_check__registration", "deck_check__rival")
    return found.select_related(*related).order_by("received", "pk")


def name_judges(event: Event, numbers: Iterable[int | None]) -> dict[int, str]:
    """The user names of actors by their numbers; empty where the account is closed. One query."""
    wanted = {each for each in numbers if each}
    found = Actor.objects.filter(event=event, number__in=wanted).values_list("number", "user__username")
    return {number: name or "" for number, name in found}


def list_numbers(checks: Iterable[DeckCheck]) -> set[int]:
    """The numbers of everybody who took part in checks."""
    checks = list(checks)
    began_or_ended = {key for each in checks for key in (each.by, each.ended_by) if key}
    return began_or_ended | {judge.number for each in checks for judge in each.judges.all()}


@dataclass(frozen=True, slots=True)
class CheckClock:
    """How long a check has taken, and the time extension that follows from it."""

    elapsed_seconds: int
    warnings: Sequence[int]
    shuffle_minutes: int

    @property
    def extension_minutes(self) -> int:
        """The elapsed time in started minutes, and the time to shuffle."""
        return -(-self.elapsed_seconds // 60) + self.shuffle_minutes

    @property
    def warned(self) -> int | None:
        """The last warning that is past, in minutes; None before the first."""
        past = [each for each in self.warnings if self.elapsed_seconds >= each * 60]
        return past[-1] if past else None


def read_clock(event: Event, check: DeckCheck, now: datetime) -> CheckClock:
    """The clock of a check, which stops when it ends."""
    elapsed = max(timedelta(0), (check.ended or now) - check.started)
    return CheckClock(int(elapsed.total_seconds()), list_warnings(event), event.shuffle_minutes)


def list_warnings(event: Event) -> list[int]:
    """After how many minutes of a check its clock warns."""
    return [int(each) for each in event.check_warnings.replace(",", " ").split() if each.isdecimal()]


def describe_check(
    event: Event, check: DeckCheck, now: datetime, names: dict[int, str] | None = None
) -> dict[str, Any]:
    """A check as page, package and API give it (docs/offline.md). No query with the names of its judges, else one."""
    catalog = get_catalog(event)
    judges = list(check.judges.all())
    names = names if names is not None else name_judges(event, list_numbers([check]))
    told = read_clock(event, check, now)
    return {
        "id": check.pk,
        "nonce": check.nonce,
        "list": check.list_id,
        "version": check.version.number if check.version else None,
        "slot": check.list.slot if check.list else None,
        "player": check.registration.number,
        "name": check.registration.shown_name,
        "table": check.table,
        "round": check.round,
        "kind": check.kind,
        "state": check.state,
        "started": write_moment(check.started),
        "ended": write_moment(check.ended),
        "by": {"number": check.by, "name": names.get(check.by, "")},
        "ended_by": {"number": check.ended_by, "name": names.get(check.ended_by, "")} if check.ended_by else None,
        "judges": [
            {
                "number": each.number,
                "name": names.get(each.number, ""),
                "joined": write_moment(each.joined),
                "left": write_moment(each.left),
            }
            for each in judges
        ],
        "lines": [_describe_line(check, each, catalog) for each in check.lines],
        "strangers": [_describe_stranger(each, catalog) for each in list_strangers(check, catalog)],
        "registered": check.registered,
        "counted": check.counted,
        "differing": check.differing,
        "edition": check.edition,
        "rival": check.rival_id,
        "outcome": check.outcome,
        "clock": {
            "server_time": write_moment(now),
            "elapsed_seconds": told.elapsed_seconds,
            "warnings": list(told.warnings),
            "shuffle_minutes": told.shuffle_minutes,
            "extension_minutes": told.extension_minutes,
        },
    }


def describe_checks(event: Event, checks: Iterable[DeckCheck], now: datetime) -> list[dict[str, Any]]:
    """Checks as `describe_check` gives them; one query for the names."""
    rows = list(checks)
    names = name_judges(event, list_numbers(rows))
    return [describe_check(event, each, now, names) for each in rows]


def write_moment(moment: datetime | None) -> str | None:
    """A moment as JSON has it, in UTC."""
    return moment.isoformat().replace("+00:00", "Z") if moment else None


def describe_card(slug: str, catalog: Catalog) -> tuple[str | None, list[str]]:
    """The type of a card and the codes of its printings."""
    card = catalog.by_slug.get(slug)
    return (card.type, [each.code for each in card.printings if each.number]) if card else (None, [])


def _describe_line(check: DeckCheck, line: Line, catalog: Catalog) -> dict[str, Any]:
    kind, printings = describe_card(line["card"], catalog)
    return {
        "key": line["key"],
        "section": line["section"],
        "section_title": name_section(line["section"]),
        "card": line["card"] or None,
        "name": line["name"],
        "type": kind,
        "printings": printings,
        "registered": line["registered"],
        "counted": get_counted(check, line["key"]),
    }


def _describe_stranger(row: dict[str, Any], catalog: Catalog) -> dict[str, Any]:
    kind, printings = describe_card(row["card"], catalog)
    return {**row, "section_title": name_section(row["section"]), "type": kind, "printings": printings}


def map_checked(event: Event) -> dict[int, datetime]:
    """When each list was last checked, by its key. One query."""
    done = DeckCheck.objects.filter(COUNTS_AS_CHECKED, event=event, list__isnull=False, ended__isnull=False)
    return {key: ended for key, ended in done.order_by("ended", "pk").values_list("list", "ended") if key and ended}


def list_relieved(check: DeckCheck) -> set[int]:
    """The numbers of the judges who were relieved of a check."""
    return {each.number for each in check.judges.all() if each.left is not None}


def list_notes(event: Event, player: Registration | None = None) -> QuerySet[Any]:
    """Judges' notes, of one player or of all, the newest first."""
    found = event.judge_notes.select_related("registration", "list").order_by("-at", "-pk")
    return found.filter(registration=player) if player else found


def find_last_discrepancies(entry: EventList) -> DeckCheck | None:
    """The newest check of a list that found discrepancies. One query."""
    found = DeckCheck.objects.filter(list=entry, state=State.DISCREPANCIES).exclude(lines=[])
    return found.order_by("-ended", "-pk").first()


def is_open_for(check: DeckCheck, number: int) -> bool:
    """Whether somebody counts in a check now."""
    return check.state == State.OPEN and any(each.number == number and each.left is None for each in check.judges.all())
