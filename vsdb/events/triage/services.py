"""Rulings: on a finding of a list, or of every list of an event. One transaction each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.words import to_sentence
from vsdb.error_reports.context import ReportContext
from vsdb.error_reports.models import ErrorReport
from vsdb.error_reports.services import file_report
from vsdb.events import log
from vsdb.events.access import Act, Asker
from vsdb.events.clock import get_judged_day
from vsdb.events.models import Event, EventList, Ruling
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.notices.services import add_notice
from vsdb.events.triage import selectors
from vsdb.events.triage.findings import ListFinding
from vsdb.events.triage.loading import list_current_rulings
from vsdb.events.triage.rulings import CurrentRulings

MAX_REASON, MAX_DOCUMENT, MAX_RULE = 2_000, 120, 80  #: characters


@dataclass(frozen=True, slots=True)
class Decision:
    """What a judge decides on a finding, and why; `document` and `rule` are what they cite, if anything."""

    is_allowed: bool
    reason: str
    document: str = ""
    rule: str = ""

    def cleaned(self) -> Decision:
        """The same without spaces around its texts. Raises InputError."""
        return Decision(
            self.is_allowed,
            clean_text(self.reason, "reason", MAX_REASON, is_needed=True),
            clean_text(self.document, "document", MAX_DOCUMENT),
            clean_text(self.rule, "rule", MAX_RULE),
        )

    def as_dict(self) -> dict[str, Any]:
        """The decision as a refusal tells it."""
        return {"allowed": self.is_allowed, "reason": self.reason, "document": self.document, "rule": self.rule}


@dataclass(frozen=True, slots=True)
class Judge:
    """Who decides, with the number as an actor, the account, and the moment."""

    asker: Asker
    actor: int
    now: datetime
    user: User | None = None


class StaleRulingError(ApplicationError):
    """Somebody else ruled on the finding since: `theirs` is the ruling that counts now, `mine` what was decided."""

    def __init__(self, theirs: Ruling | None, mine: Decision) -> None:
        super().__init__(
            "Somebody else has ruled on this finding since you opened it. Nothing was saved.", code="stale"
        )
        self.theirs = theirs
        self.mine = mine


def clean_text(text: str, place: str, longest: int, *, is_needed: bool = False) -> str:
    """A text as it is stored. Raises InputError."""
    said = text.replace("\r\n", "\n").strip()
    if not said and is_needed:
        raise InputError("write a reason: the player reads it" if place == "reason" else "this is needed", place=place)
    if len(said) > longest:
        raise InputError(f"{len(said):,} characters; at most {longest:,}", place=place)
    if "\x00" in said:
        raise InputError("the text has a NUL character; remove it", place=place)
    return said


def get_needed_act(finding: ListFinding, *, is_allowed: bool, is_event_wide: bool) -> Act:
    """What one must be allowed to do for a decision: the head judge alone rules for all lists, and allows an error."""
    return Act.RULE_EVENT_WIDE if is_event_wide or (is_allowed and finding.is_error) else Act.RULE


@transaction.atomic
def give_ruling(
    event: Event,
    entry: EventList,
    digest: str,
    decision: Decision,
    judge: Judge,
    *,
    seen: int | None,
    is_event_wide: bool = False,
) -> Ruling:
    """Rule on a finding of a list, or on the same finding of every list of the event, now and later.

    `seen` is the key of the ruling that counted for the finding as the judge saw it, None for none. Raises Http404 for
    who may not decide this, InputError without a reason, ApplicationError where the finding has changed or the head
    judge has ruled for all lists, and StaleRulingError. Allowing an error is reported to the site.
    """
    decision = decision.cleaned()
    entry = EventList.objects.select_for_update(of=("self",)).select_related("registration", "current").get(pk=entry.pk)
    Event.objects.select_for_update().only("pk").get(pk=event.pk)
    _, findings = selectors.list_own_findings(entry)
    rulings = CurrentRulings(list_current_rulings(event))
    ruling = _rule(event, entry, findings, rulings, digest, decision, judge, seen, is_event_wide)
    return _tell_of(event, [ruling], entry, findings, decision, judge)[0]


@transaction.atomic
def give_rulings(
    event: Event,
    seen: Mapping[int, int | None],
    digest: str,
    decision: Decision,
    judge: Judge,
) -> list[Ruling]:
    """Rule on the same finding of several lists of an event, all or none.

    `seen` has by the list's key what `give_ruling` takes; raises what that raises.
    """
    decision = decision.cleaned()
    locked = EventList.objects.select_for_update(of=("self",)).select_related("registration", "current")
    entries = list(locked.filter(event=event, pk__in=seen).order_by("pk"))
    Event.objects.select_for_update().only("pk").get(pk=event.pk)
    found = selectors.map_findings(event, entries)
    rulings = CurrentRulings(list_current_rulings(event))
    given = [_rule(event, each, found[each.pk], rulings, digest, decision, judge, seen[each.pk]) for each in entries]
    return _tell_of(event, given, entries[0], found[entries[0].pk], decision, judge) if entries else []


def _rule(
    event: Event,
    entry: EventList,
    findings: Sequence[ListFinding],
    rulings: CurrentRulings,
    digest: str,
    decision: Decision,
    judge: Judge,
    seen: int | None,
    is_event_wide: bool = False,
) -> Ruling:
    """Store a ruling; the list and the event are locked."""
    finding = next((each for each in findings if each.digest == digest), None)
    if finding is None:
        raise ApplicationError("The list no longer has this finding. Reload the page.", code="finding-changed")
    if not judge.asker.may(get_needed_act(finding, is_allowed=decision.is_allowed, is_event_wide=is_event_wide)):
        raise Http404
    counting = rulings.find_counting(entry.pk, finding)
    if (counting.pk if counting else None) != seen:
        raise StaleRulingError(counting, decision)
    if counting and counting.list_id is None and not judge.asker.may(Act.RULE_EVENT_WIDE):
        said = "The head judge has ruled on this finding for all lists. Only the head judge can change that."
        raise ApplicationError(said, code="head-judge")
    before = (
        rulings.find_event_wide(finding)
        if is_event_wide
        else rulings.find_own(entry.pk, finding) or rulings.find_stale(entry.pk, finding, findings)
    )
    return Ruling.objects.create(
        event=event,
        list=None if is_event_wide else entry,
        code=finding.code,
        subject=finding.subject,
        finding=finding.digest,
        is_allowed=decision.is_allowed,
        reason=decision.reason,
        document=decision.document,
        rule=decision.rule,
        by=judge.actor,
        at=judge.now,
        supersedes=before,
    )


def _tell_of(
    event: Event,
    given: list[Ruling],
    entry: EventList,
    findings: Sequence[ListFinding],
    decision: Decision,
    judge: Judge,
) -> list[Ruling]:
    """Report, notify and log rulings on the same finding, which the list `entry` has; return them."""
    finding = next(each for each in findings if each.digest == given[0].finding)
    is_overruled = decision.is_allowed and finding.is_error
    report = _report_overruled(event, finding, decision, judge.user) if is_overruled else None
    for ruling in given:
        players = [ruling.list] if ruling.list else selectors.list_lists_with(event, finding.code, finding.digest)
        for each in players:
            data = {"ruling": ruling.pk, "list": each.pk}
            add_notice(event, NoticeKind.RULING, f"ruling-{ruling.pk}-{each.pk}", each.registration, data)
        _record(event, judge.actor, ruling, report, ruling.list or entry)
    return given


def _record(event: Event, actor: int, ruling: Ruling, report: ErrorReport | None, entry: EventList) -> None:
    """The log row of a ruling: codes and numbers alone."""
    before = ruling.supersedes
    after = {"ruling": ruling.pk, "code": ruling.code, "allowed": ruling.is_allowed}
    log.record(
        event,
        actor,
        "ruling-given" if ruling.list_id else "event-ruling-given",
        f"list:{entry.pk}",
        before={"ruling": before.pk, "allowed": before.is_allowed} if before else None,
        after={**after, "report": report.pk} if report else after,
    )


def _report_overruled(event: Event, finding: ListFinding, decision: Decision, user: User | None) -> ErrorReport | None:
    """Report to the site what the head judge allows though it is called illegal; None where too many reports wait.

    It tells of the finding, not of the list or its player.
    """
    context = ReportContext(
        kind=ErrorReport.Kind.FINDING,
        subject=f"{finding.document}/{finding.rule}" if finding.document else "",
        game=event.game_id,
        format=event.format.partition("@")[0],
        as_of=get_judged_day(event),
        finding=finding.code,
    )
    said = (
        f"A head judge allowed at an event what is called illegal here.\n\nFinding: {to_sentence(finding.message)}\n\n"
        f"Reason: {decision.reason}"
    )
    source = f"{decision.document} {decision.rule}".strip()
    try:
        return file_report(context, said, source=source, by=user)
    except ApplicationError:
        return None  # the queue is full; the ruling doesn't wait for staff
