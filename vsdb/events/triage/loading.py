"""Loads the rows of triage: all lists of an event in four queries, however many there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby, product, takewhile
from typing import Any

from django.db.models import Case, Exists, OuterRef, QuerySet, Subquery, Value, When

from vsdb.events import clock
from vsdb.events.access import Act, Asker, may_read_list
from vsdb.events.models import (
    COUNTS_AS_CHECKED,
    Actor,
    Adoption,
    Batch,
    DeckCheck,
    Event,
    EventList,
    ListVerdict,
    Registration,
    Ruling,
)
from vsdb.events.triage.findings import list_findings
from vsdb.events.triage.rows import DRAFT, MISSING, SUBMITTED, LaterVerdict, OtherList, TriageRow
from vsdb.events.triage.rulings import CurrentRulings
from vsdb.events.verdicts.changes import build_change, describe_cause, differ
from vsdb.events.verdicts.selectors import VerdictMoment, choose_record, describe_change, get_pair

OPEN_FOR = timedelta(minutes=10)  #: how long a list counts as open after a judge has last opened it
_REASONS = 3  #: findings that a change names
_VERSION, _VERDICT = "lists__current__", "lists__current__verdicts__"
_COLUMNS = (
    *("pk", "number", "shown_name", "sort_key", "state", "table", "reopened_until", "asks_desk"),
    *("lists__pk", "lists__slot", "lists__edition", "lists__opened_at"),
    *(f"{_VERSION}{name}" for name in ("pk", "number", "received", "late_seconds", "unread", "fingerprint")),
    *(f"{_VERDICT}{name}" for name in ("pk", "made", "outcome", "codes")),
    *("has_draft", "opener", "adopted", "is_decided", "is_checked"),
)
_Columns = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _BareRow:
    """A row before its findings are known, with the keys of the verdict of record and of a later one.

    `later` is None where there is none, or the head judge has decided about it; `since` is when it first came out so.
    """

    row: TriageRow
    record: int | None = None
    later: int | None = None
    since: datetime | None = None

    @property
    def wanted(self) -> tuple[int, ...]:
        """The verdicts that have to be read as a whole: those with findings, and those to hold against each other."""
        if self.record is None or not self.row.is_readable:
            return ()
        if self.later is not None:
            return (self.record, self.later)
        return (self.record,) if self.row.codes else ()


def reads_no_list(event: Event, asker: Asker) -> bool:
    """Whether somebody sees states and outcomes alone: who plays, before the event is over."""
    return asker.plays and event.stage != Event.Stage.OVER


def reads_by_role(event: Event, asker: Asker, entry: EventList, now: datetime) -> bool:
    """Whether somebody may read what is found in a list by a role; what is disclosed to them doesn't count."""
    is_theirs = asker.may(Act.READ_LOCKED_LISTS) and not reads_no_list(event, asker)
    return is_theirs and may_read_list(event, asker, entry, now)


def load_rows(event: Event, asker: Asker, now: datetime) -> list[TriageRow]:
    """Every list of the event's players, and the places of those that are missing, by name. At most four queries."""
    bare = [_build_bare_row(event, asker, each, now) for each in _load_columns(event)]
    rows = [each.row for each in bare]
    if any(row.is_readable for row in rows):
        rows = _add_findings(event, bare)
    if event.lists != Event.Lists.NONE:
        rows += _list_empty_slots(event, rows)
    return sorted(rows, key=lambda row: (row.sort_key, row.number, row.slot))


def list_current_rulings(event: Event) -> QuerySet[Ruling]:
    """The rulings of an event that none has superseded, each with `by_name`, the judge's."""
    return with_judge(event.rulings.filter(superseded_by__isnull=True), event)


def with_judge(rows: QuerySet[Any], event: Event) -> QuerySet[Any]:
    """Rulings, penalties or adoptions with `by_name`, the name of the judge; NULL where the account is closed."""
    named: QuerySet[Any] = rows.annotate(by_name=Subquery(name_actor("by", event)))
    return named


def name_actor(column: str, event: Event) -> QuerySet[Actor, Any]:
    """The user name of the actor whose number stands in a column, for a subquery."""
    return Actor.objects.filter(event=event, number=OuterRef(column)).values("user__username")[:1]


def _load_columns(event: Event) -> Iterator[list[_Columns]]:
    """For each list, and each player without one, a row of columns for each of its verdicts, the oldest first."""
    adoptions = Adoption.objects.filter(list=OuterRef("lists__pk"), is_adopted=True).order_by("-at", "-pk")
    found = (
        event.registrations.filter(state__in=(Registration.State.CONFIRMED, Registration.State.DROPPED))
        .annotate(
            has_draft=Case(When(lists__draft__gt="", then=Value(True)), default=Value(False)),
            opener=Subquery(name_actor("lists__opened_by", event)),
            adopted=Subquery(adoptions.values("verdict")[:1]),
            is_decided=Exists(Adoption.objects.filter(verdict=OuterRef(f"{_VERDICT}pk"))),
            is_checked=Exists(DeckCheck.objects.filter(COUNTS_AS_CHECKED, list=OuterRef("lists__pk"))),
        )
        .order_by("pk", "lists__slot", f"{_VERDICT}made", f"{_VERDICT}pk")
        .values(*_COLUMNS)
    )
    for _, group in groupby(found, key=lambda columns: (columns["pk"], columns["lists__pk"])):
        yield list(group)


def _build_bare_row(event: Event, asker: Asker, verdicts: Sequence[_Columns], now: datetime) -> _BareRow:
    """The row of a list, or of a player without one, from its columns."""
    said = verdicts[0]
    player = Registration(**{name: said[name] for name in ("pk", "state", "reopened_until", "asks_desk")})
    is_submitted = said[f"{_VERSION}pk"] is not None
    entry = EventList(pk=said["lists__pk"], registration=player)
    is_readable = is_submitted and reads_by_role(event, asker, entry, now)
    opened = said["lists__opened_at"]
    is_open = opened is not None and now - opened < OPEN_FOR
    record = _choose_record(event, player, verdicts)
    row = TriageRow(
        registration=said["pk"],
        number=said["number"],
        name=said["shown_name"],
        sort_key=said["sort_key"],
        slot=said["lists__slot"] or 1,
        state=SUBMITTED if is_submitted else DRAFT if said["has_draft"] else MISSING,
        table=said["table"],
        list=said["lists__pk"],
        edition=said["lists__edition"],
        is_counted=said["state"] == Registration.State.CONFIRMED,
        is_owed=event.lists == Event.Lists.REQUIRED,
        is_locked=clock.is_locked(event, player, now),
        is_readable=is_readable,
        received=said[f"{_VERSION}received"],
        late_seconds=said[f"{_VERSION}late_seconds"] or 0,
        outcome=record[f"{_VERDICT}outcome"] if record else "",
        asks_desk=bool(said["asks_desk"]),
        opened_by=(said["opener"] or "a judge") if is_open else "",
        opened_at=opened if is_open else None,
        is_checked=said["is_checked"],
    )
    if not is_readable or record is None:
        return _BareRow(row)
    row = replace(
        row,
        version=said[f"{_VERSION}number"],
        unread=said[f"{_VERSION}unread"],
        fingerprint=said[f"{_VERSION}fingerprint"],
        codes=tuple(record[f"{_VERDICT}codes"]),
    )
    newest = verdicts[-1]
    if newest is record or newest["is_decided"]:
        return _BareRow(row, record[f"{_VERDICT}pk"])
    return _BareRow(row, record[f"{_VERDICT}pk"], newest[f"{_VERDICT}pk"], _find_since(verdicts))


def _find_since(verdicts: Sequence[_Columns]) -> datetime:
    """When the verdicts first had the outcome and the codes of the newest one, without a break since."""
    outcome, codes = (f"{_VERDICT}{name}" for name in ("outcome", "codes"))
    newest = verdicts[-1]
    alike = takewhile(lambda each: (each[outcome], each[codes]) == (newest[outcome], newest[codes]), reversed(verdicts))
    since: datetime = list(alike)[-1][f"{_VERDICT}made"]
    return since


def _choose_record(event: Event, player: Registration, verdicts: Sequence[_Columns]) -> _Columns | None:
    """The columns of the verdict of record."""
    kept = {each[f"{_VERDICT}pk"]: each for each in verdicts if each[f"{_VERDICT}pk"] is not None}
    moments = [VerdictMoment(pk, each[f"{_VERDICT}made"]) for pk, each in kept.items()]
    chosen = choose_record(moments, clock.get_lock(event, player), verdicts[0]["adopted"])
    return kept[chosen] if chosen is not None else None


def _list_empty_slots(event: Event, rows: Sequence[TriageRow]) -> list[TriageRow]:
    """A row for each further list that a player of an event with several lists owes."""
    held: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        held[row.registration].add(row.slot)
    players = {row.registration: row for row in rows if row.is_counted}
    return [
        TriageRow(
            **{
                name: getattr(row, name)
                for name in ("registration", "number", "name", "sort_key", "table", "asks_desk")
            },
            slot=slot,
            state=MISSING,
            is_owed=row.is_owed,
            is_locked=row.is_locked,
        )
        for row in players.values()
        for slot in range(1, event.lists_per_entry + 1)
        if slot not in held[row.registration]
    ]


def _add_findings(event: Event, bare: Sequence[_BareRow]) -> list[TriageRow]:
    """The rows with findings, rulings, later verdicts and lists that are alike. Three queries."""
    wanted = {pk for each in bare for pk in each.wanted}
    held = ListVerdict.objects.filter(pk__in=wanted).select_related("version").defer("version__given")
    verdicts = {each.pk: each for each in held}
    rulings = CurrentRulings(list_current_rulings(event))
    same, similar = _find_same(bare), _find_similar(event, bare)
    return [_add_to_row(event, each, verdicts, rulings, same, similar) for each in bare]


_Others = Mapping[int, tuple[OtherList, ...]]


def _add_to_row(
    event: Event,
    bare: _BareRow,
    verdicts: Mapping[int, ListVerdict],
    rulings: CurrentRulings,
    same: _Others,
    similar: _Others,
) -> TriageRow:
    row = bare.row
    if not row.is_readable or row.list is None:
        return row
    record = verdicts.get(bare.record or 0)
    findings = list_findings(record.whole, record.version.text) if record and row.codes else ()
    later = verdicts.get(bare.later or 0)
    return replace(
        row,
        findings=rulings.apply(row.list, findings),
        is_cleared=rulings.are_cleared(row.list, findings),
        change=describe_later_verdict(event, record, later, bare.since or later.made) if record and later else None,
        same=same.get(row.list, ()),
        similar=similar.get(row.list, ()),
    )


def find_later_verdict(event: Event, entry: EventList) -> LaterVerdict | None:
    """How the newest verdict on a list differs from the one of record; None where it doesn't. At most nine queries."""
    change, pair = describe_change(entry), get_pair(entry)
    return describe_later_verdict(event, pair.record, pair.newest, change.since) if change and pair else None


def describe_later_verdict(
    event: Event, record: ListVerdict, later: ListVerdict, since: datetime
) -> LaterVerdict | None:
    """How a later verdict differs from the one of record; None where it says the same."""
    if not differ(record, later):
        return None
    change = build_change(record, later, since)
    reasons = tuple(str(each["message"]) for each in change.reasons[:_REASONS])
    cause = describe_cause(record, later, event.game_id)
    return LaterVerdict(change.before, change.after, later.pk, since, reasons, cause)


def _find_same(bare: Iterable[_BareRow]) -> dict[int, tuple[OtherList, ...]]:
    """By the list's key the other lists with its fingerprint."""
    groups = _group_by_fingerprint(bare)
    return {
        one.list: tuple(other for other in group if other.list != one.list)
        for group in groups.values()
        if len(group) > 1
        for one in group
    }


def _find_similar(event: Event, bare: Iterable[_BareRow]) -> dict[int, tuple[OtherList, ...]]:
    """By the list's key the lists that the newest finished batch found nearly the same, the likest first. One query."""
    groups = _group_by_fingerprint(bare)
    done = Batch.objects.filter(event=event, state=Batch.State.DONE).order_by("-asked")
    found: dict[int, list[OtherList]] = defaultdict(list)
    for first, second, likeness in done.values_list("similar", flat=True).first() or ():
        for one, other in product(groups.get(first, ()), groups.get(second, ())):
            found[one.list].append(replace(other, likeness=likeness))
            found[other.list].append(replace(one, likeness=likeness))
    return {key: tuple(sorted(each, key=lambda other: -other.likeness)) for key, each in found.items()}


def _group_by_fingerprint(bare: Iterable[_BareRow]) -> dict[str, list[OtherList]]:
    """The lists that may be read, by fingerprint."""
    groups: dict[str, list[OtherList]] = defaultdict(list)
    for each in bare:
        if each.row.fingerprint and each.row.list is not None:
            groups[each.row.fingerprint].append(OtherList(each.row.list, each.row.name))
    return groups
