"""Reads for rulings and penalties, and for the lists that have a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet, Subquery
from django.http import Http404

from engine import fold
from vsdb.events.access import Asker
from vsdb.events.models import Event, EventList, ListVersion, Penalty, Registration, Ruling
from vsdb.events.triage.findings import ListFinding, list_findings
from vsdb.events.triage.loading import list_current_rulings, name_actor, with_judge
from vsdb.events.triage.rulings import CurrentRulings, RuledFinding
from vsdb.events.verdicts.selectors import get_record, list_records, map_pairs


@dataclass(frozen=True, slots=True)
class RuledList:
    """A list with the outcome of record and its findings, each with the ruling that counts for it."""

    entry: EventList
    outcome: str
    findings: tuple[RuledFinding, ...]

    @property
    def is_cleared(self) -> bool:
        """Whether there are findings, and a ruling allows each."""
        return bool(self.findings) and all(each.is_cleared for each in self.findings)

    def find(self, digest: str) -> RuledFinding:
        """The finding of that digest. Raises Http404."""
        found = next((each for each in self.findings if each.finding.digest == digest), None)
        if found is None:
            raise Http404
        return found


def list_own_findings(entry: EventList) -> tuple[str, tuple[ListFinding, ...]]:
    """The outcome of record of a list and its errors and unknowns; nothing where nothing is submitted. Five queries."""
    record = get_record(entry)
    if record is None or entry.current is None:
        return "", ()
    return record.outcome, list_findings(record.whole, entry.current.text)


def map_findings(event: Event, entries: Sequence[EventList]) -> dict[int, tuple[ListFinding, ...]]:
    """The errors and unknowns of lists of an event, by the list's key. Four queries, and one a thousand verdicts."""
    pairs = map_pairs(event, EventList.objects.filter(pk__in=[each.pk for each in entries]))
    return {
        each.pk: list_findings(pairs[each.pk].record.whole, each.current.text)
        if each.pk in pairs and each.current
        else ()
        for each in entries
    }


def load_ruled_list(event: Event, entry: EventList) -> RuledList:
    """A list with its findings and rulings. Six queries."""
    outcome, findings = list_own_findings(entry)
    return RuledList(entry, outcome, CurrentRulings(list_current_rulings(event)).apply(entry.pk, findings))


def list_rulings(event: Event) -> QuerySet[Ruling]:
    """All rulings of an event, superseded ones too, the newest first, each with `by_name` and its list's player."""
    found = event.rulings.select_related("list__registration", "superseded_by").order_by("-at", "-pk")
    return with_judge(found, event)


def list_rulings_of_list(event: Event, entry: EventList, findings: Sequence[ListFinding]) -> list[Ruling]:
    """The rulings of a list, superseded ones too, and those for all lists on a finding that it has."""
    held = {(each.code, each.digest) for each in findings}
    return [
        each
        for each in list_rulings(event)
        if each.list_id == entry.pk or (each.list_id is None and (each.code, each.finding) in held)
    ]


def list_lists_with(event: Event, code: str, digest: str) -> list[EventList]:
    """The lists of an event whose verdict of record has exactly this finding, each with its registration."""
    records = {key: record for key, record in list_records(event).items() if code in record.codes}
    entries = EventList.objects.filter(pk__in=records).select_related("registration", "current")
    return [
        entry
        for entry in entries
        if entry.current is not None
        and any(each.digest == digest for each in list_findings(records[entry.pk].whole, entry.current.text))
    ]


def list_cleared(event: Event) -> set[int]:
    """The keys of the lists whose every error and unknown a ruling allows. Seven queries for 1,000 lists."""
    rulings = CurrentRulings(list_current_rulings(event))
    codes = rulings.codes
    records = {key: each for key, each in list_records(event).items() if each.codes and codes.issuperset(each.codes)}
    texts = dict(
        ListVersion.objects.filter(pk__in=[each.version_id for each in records.values()]).values_list("pk", "text")
    )
    return {
        key
        for key, each in records.items()
        if rulings.are_cleared(key, list_findings(each.whole, texts[each.version_id]))
    }


def find_holders(event: Event, card: str) -> frozenset[int]:
    """The keys of the lists with a line that has these words, whatever case and accents. One query."""
    wanted = fold(card)
    found = ListVersion.objects.filter(
        list__event=event, pk__in=EventList.objects.filter(event=event).values("current")
    )
    return frozenset(
        entry
        for entry, text in found.values_list("list", "text")
        if any(wanted in fold(line) for line in text.splitlines())
    )


def find_player(event: Event, number: int) -> Registration:
    """The registration of that key of this event. Raises Http404."""
    found = event.registrations.filter(pk=number).first()
    if found is None:
        raise Http404
    return found


def find_own_list(player: Registration, number: int | None) -> EventList | None:
    """The list of that key of a player; None where none is named. Raises Http404."""
    if number is None:
        return None
    found = player.lists.select_related("current").filter(pk=number).first()
    if found is None:
        raise Http404
    found.registration = player
    return found


def list_penalties(event: Event, players: Iterable[Registration] | None = None) -> QuerySet[Penalty]:
    """The penalties of an event, or of some of its players, withdrawn ones too, the oldest first, each with its player,
    `by_name` and `withdrawn_by_name`."""
    found = Penalty.objects.filter(registration__event=event).select_related("registration", "list")
    if players is not None:
        found = found.filter(registration__in=[each.pk for each in players])
    withdrawer = Subquery(name_actor("withdrawn_by", event))
    named: QuerySet[Penalty] = with_judge(found.order_by("at", "pk"), event).annotate(withdrawn_by_name=withdrawer)
    return named


def find_penalty(event: Event, number: int) -> Penalty:
    """The penalty of that key of this event, with its player. Raises Http404."""
    found = Penalty.objects.select_related("registration").filter(registration__event=event, pk=number).first()
    if found is None:
        raise Http404
    return found


def show_penalties_to(event: Event, asker: Asker, penalties: Iterable[Penalty]) -> list[Penalty]:
    """Penalties as somebody may read them: whoever plays reads no reasons of others’, which may name cards, before the
    event is over."""
    found = list(penalties)
    own = asker.registration.pk if asker.registration else None
    if asker.plays and event.stage != Event.Stage.OVER:
        for each in found:
            if each.registration_id != own:
                each.reason = each.withdrawn_reason = ""
    return found


def list_unreachable(event: Event, players: Sequence[int]) -> list[str]:
    """The names of those of these players who have no email address, so that no mail reaches them; one query."""
    without = Q(email="") & (Q(user=None) | Q(user__email=""))
    return list(event.registrations.filter(without, pk__in=players).values_list("shown_name", flat=True))
