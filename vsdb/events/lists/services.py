"""Lists of an event as players send them: drafts are saved and lists submitted. One transaction each.

`received` and `now` are moments that the caller took; `received` first in its request. `actor` is a number of
`vsdb.events.log.get_actor`.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction

from engine import InputError
from engine.decklists.encoding import split_lines
from vsdb.core.errors import ApplicationError
from vsdb.events import log
from vsdb.events.clock import LATE, ON_TIME, TOO_LATE, Holding, describe_moment, hold_against
from vsdb.events.models import Event, EventList, ListVersion, Registration
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.notices.services import add_notice
from vsdb.events.verdicts.judging import JudgedText, get_event_question, judge_text
from vsdb.events.verdicts.services import keep_verdict

CLOSED, STALE, TOO_LATE_CODE = "lists-closed", "stale", "too-late"
MAX_QUESTION = 500  #: characters
MAX_VERSIONS = 200  #: of a list; a judge may still replace it


def submit(
    event: Event,
    registration: Registration,
    slot: int,
    text: str,
    *,
    actor: int,
    received: datetime,
    now: datetime,
    source: str = ListVersion.Source.PLAYER,
    file_name: str = "",
    reason: str = "",
    edition: int | None = None,
    keeps_draft: bool = True,
) -> ListVersion:
    """Submit a list: its version, verdict, log row and notice. The text of the current version again makes no new one.

    A list after deadline and grace is refused (ApplicationError, `too-late`), and one that can't be read too
    (InputError); either text is kept as the draft, unless somebody else than the player sends it (`keeps_draft`).
    `edition` is that of the list as the sender saw it; a stale one is refused and nothing is kept.
    """
    refuse_closed(event, registration, slot)
    text = normalize_text(text)
    try:
        judged = judge_text(get_event_question(event), text, file_name)
    except InputError:
        if keeps_draft:
            _save_readable(event, registration, slot, text, actor, received, edition)
        raise
    held = hold(event, registration, received)
    if held.state == TOO_LATE and not keeps_draft:
        raise ApplicationError("Lists are locked. The head judge can replace one", code=TOO_LATE_CODE)
    if held.state == TOO_LATE:
        save_draft(event, registration, slot, text, actor=actor, received=received, edition=edition)
        raise build_too_late_error(event, held)
    with transaction.atomic():
        entry = lock_list(event, registration, slot, edition)
        found = find_same(entry, judged)
        if found is None:
            late = held.late_seconds if held.state == LATE else 0
            found = store_version(
                entry, judged, text, actor=actor, received=received, source=source, reason=reason, late_seconds=late
            )
            record_version(event, entry, found, judged, "list-submitted", actor)
            add_notice(event, NoticeKind.RECEIVED, f"version-{found.pk}", registration, {"version": found.pk})
        elif entry.draft:
            clear_draft(entry)
    return found


def _save_readable(
    event: Event, registration: Registration, slot: int, text: str, actor: int, received: datetime, edition: int | None
) -> None:
    """Keep a text that is no list as the draft; what can't be stored as text isn't kept."""
    with suppress(InputError):
        save_draft(event, registration, slot, text, actor=actor, received=received, edition=edition)


def save_draft(
    event: Event,
    registration: Registration,
    slot: int,
    text: str,
    *,
    actor: int,
    received: datetime,
    edition: int | None = None,
) -> EventList:
    """Keep a text beside the current version without submitting it, before and after the lock.

    Raises InputError for what isn't text or is too long, and ApplicationError for a stale `edition`.
    """
    refuse_closed(event, registration, slot)
    text = normalize_text(text)
    split_lines(text)
    with transaction.atomic():
        entry = lock_list(event, registration, slot, edition)
        if entry.draft != text:
            entry.draft, entry.draft_at = text, received if text else None
            entry.edition += 1
            entry.save(update_fields=["draft", "draft_at", "edition"])
            log.record(event, actor, "draft-saved", f"list:{entry.pk}", after={"edition": entry.edition})
    return entry


@transaction.atomic
def ask_desk(event: Event, registration: Registration, text: str, *, actor: int, now: datetime) -> None:
    """Ask the desk about one's lists; the judges may read them from then on, drafts too. An empty text takes it back.

    Raises InputError for a question that is too long.
    """
    text = normalize_text(text).strip()
    if len(text) > MAX_QUESTION or "\0" in text:
        raise InputError(f"{len(text)} characters; at most {MAX_QUESTION}", place="question", code="too-long")
    locked = Registration.objects.select_for_update().get(pk=registration.pk)
    if locked.asks_desk == text:
        return
    before = bool(locked.asks_desk)
    locked.asks_desk, locked.asked_at = text, now if text else None
    locked.save(update_fields=["asks_desk", "asked_at"])
    about = f"registration:{registration.number}"
    log.record(event, actor, "desk-asked", about, before={"asks": before}, after={"asks": bool(text)})


def normalize_text(text: str) -> str:
    """A text as it is kept: lines end as on this site, whatever a browser sends."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def refuse_closed(event: Event, registration: Registration, slot: int) -> None:
    """Raise ApplicationError where an event takes no list of a player, or not so many."""
    if event.lists == Event.Lists.NONE:
        raise ApplicationError("This event takes no lists", code=CLOSED)
    if event.stage in (Event.Stage.OVER, Event.Stage.CANCELLED):
        raise ApplicationError(f"The event is {event.stage}. Its lists can’t be changed any more", code=CLOSED)
    if registration.state in (Registration.State.WITHDRAWN, Registration.State.DROPPED):
        raise ApplicationError(f"The registration is {registration.state}", code=CLOSED)
    if not 1 <= slot <= event.lists_per_entry:
        raise ApplicationError(f"This event takes {event.lists_per_entry} lists a player", code=CLOSED)


def hold(event: Event, registration: Registration, received: datetime) -> Holding:
    """Hold the moment at which a list was received against the deadline then in force; one query.

    For a player for whom lists are open again, that moment is their deadline.
    """
    held = hold_against(list(event.deadlines.all()), event, received)
    reopened = registration.reopened_until
    if held.state != ON_TIME and reopened and received <= reopened:
        return Holding(ON_TIME, reopened)
    return held


def build_too_late_error(event: Event, held: Holding) -> ApplicationError:
    """The refusal of a list after the lock."""
    until = describe_moment(held.deadline, event)
    return ApplicationError(f"The deadline was {until}. The list is kept as a draft; ask the desk", code=TOO_LATE_CODE)


def lock_list(event: Event, registration: Registration, slot: int, edition: int | None = None) -> EventList:
    """The list of a slot, locked until the transaction ends; made where there is none.

    Raises ApplicationError (`stale`) where somebody has changed it since that edition.
    """
    rows = EventList.objects.select_for_update(of=("self",)).select_related("current")
    entry, is_new = rows.get_or_create(registration=registration, slot=slot, defaults={"event": event})
    if not is_new:
        refuse_stale(entry, edition)
    return entry


def refuse_stale(entry: EventList, edition: int | None) -> None:
    """Raise ApplicationError (`stale`) where the list was changed since that edition."""
    if edition is not None and entry.edition != edition:
        raise ApplicationError(
            f"The list has been changed since you opened it. It is at edition {entry.edition}, yours was {edition}",
            code=STALE,
        )


def find_same(entry: EventList, judged: JudgedText) -> ListVersion | None:
    """The current version, where it says the same."""
    current = entry.current
    return current if current and current.text == judged.text else None


def store_version(
    entry: EventList,
    judged: JudgedText,
    given: str,
    *,
    actor: int,
    received: datetime,
    source: str,
    reason: str = "",
    late_seconds: int = 0,
) -> ListVersion:
    """The next version of a locked list, with its verdict; the draft goes. Raises ApplicationError for very many."""
    newest = entry.versions.order_by("-number").first()
    if newest and newest.number >= MAX_VERSIONS and source != ListVersion.Source.JUDGE:
        said = f"The list has {MAX_VERSIONS} versions, the maximum. Ask the desk"
        raise ApplicationError(said, code="too-many-versions")
    version = ListVersion.objects.create(
        list=entry,
        number=newest.number + 1 if newest else 1,
        given=given,
        text=judged.text,
        by=actor,
        received=received,
        source=source,
        reason=reason,
        late_seconds=late_seconds,
        fingerprint=judged.fingerprint,
        unread=len(judged.deck.unsettled),
    )
    keep_verdict(version, judged, made=received)
    entry.current, entry.draft, entry.draft_at = version, "", None
    entry.edition += 1
    entry.save(update_fields=["current", "draft", "draft_at", "edition"])
    return version


def clear_draft(entry: EventList) -> None:
    """Drop the draft of a locked list."""
    entry.draft, entry.draft_at = "", None
    entry.edition += 1
    entry.save(update_fields=["draft", "draft_at", "edition"])


def record_version(
    event: Event, entry: EventList, version: ListVersion, judged: JudgedText, action: str, actor: int
) -> None:
    """The log row of a new version."""
    after = {
        "version": version.number,
        "source": version.source,
        "late_seconds": version.late_seconds,
        "outcome": judged.verdict.outcome,
    }
    log.record(event, actor, action, f"list:{entry.pk}", before={"version": version.number - 1}, after=after)
