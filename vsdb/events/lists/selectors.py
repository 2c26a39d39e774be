"""Reads of lists of events, as pages and the API show them; each says how many queries it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from engine import Deck, InputError
from engine.decklists import read_deck
from engine.decklists.differences import DeckDifferences, compare_decks
from vsdb.accounts.viewers import Viewer
from vsdb.check.services import CheckedDeck, CheckedTeam, check_team
from vsdb.check.verdict_page import VerdictPage, build_verdict_page
from vsdb.decks import selectors as decks
from vsdb.decks.models import Deck as StoredDeck
from vsdb.events import clock
from vsdb.events.access import Asker, find_disclosure_facts, is_disclosed_to
from vsdb.events.lists.stored_verdicts import read_verdict
from vsdb.events.models import Actor, Event, EventList, ListVerdict, ListVersion, Registration
from vsdb.events.verdicts.changes import describe_cause
from vsdb.events.verdicts.judging import EventQuestion, JudgedText, get_event_question, judge_text
from vsdb.events.verdicts.selectors import get_pair

MAX_DECKS_OFFERED = 100  #: of one's own, the newest
MAX_VERSIONS_SHOWN = 30  #: of a list, the newest


@dataclass(frozen=True, slots=True)
class DeadlineState:
    """How a moment stands against the deadline of a player's lists.

    `state` is open, grace, reopened or locked; `ends` is when that ends, and `left_seconds` how far off that is.
    """

    state: str
    deadline: datetime
    ends: datetime
    left_seconds: int

    @property
    def is_locked(self) -> bool:
        """Whether nothing can be submitted any more."""
        return self.state == "locked"


def find_deadline_state(event: Event, registration: Registration, now: datetime) -> DeadlineState:
    """How the moment stands against the deadline of a player's lists; no query."""
    deadline, lock = clock.get_deadline(event), clock.get_lock(event, registration)
    if clock.is_locked(event, registration, now):
        state, ends = "locked", lock
    elif now <= deadline:
        state, ends = "open", deadline
    elif now <= deadline + timedelta(seconds=event.grace_seconds):
        state, ends = "grace", deadline + timedelta(seconds=event.grace_seconds)
    else:
        state, ends = "reopened", lock
    return DeadlineState(state, deadline, ends, max(0, int((ends - now).total_seconds())))


def find_list(registration: Registration, slot: int) -> EventList | None:
    """The list of a slot; one query."""
    found = EventList.objects.select_related("registration", "current", "event")
    return found.filter(registration=registration, slot=slot).first()


def list_own_lists(registration: Registration) -> list[EventList]:
    """The lists of a registration by slot; one query."""
    found = EventList.objects.select_related("registration", "current", "event")
    return list(found.filter(registration=registration).order_by("slot"))


def list_disclosed(event: Event, asker: Asker, now: datetime) -> list[EventList]:
    """The current lists of others that the event discloses to somebody; at most four queries."""
    facts = find_disclosure_facts(event, asker, now)
    if event.disclosure == Event.Disclosure.NOBODY or not facts.is_due:
        return []
    found = EventList.objects.select_related("registration").filter(event=event, current__isnull=False)
    own = asker.registration.pk if asker.registration else None
    return [
        entry
        for entry in found.order_by("registration__sort_key", "registration__number", "slot")
        if entry.registration_id != own and is_disclosed_to(event, asker, entry.registration, now, facts)
    ]


def list_offered_decks(viewer: Viewer, event: Event) -> list[StoredDeck]:
    """The decks of one's own whose list may be copied, the newest first; one query."""
    own = decks.list_own_decks(viewer).filter(game=event.game_id)
    return list(own.order_by("-edited", "-pk").only("pk", "title", "owner")[:MAX_DECKS_OFFERED])


def read_version(version: ListVersion, question: EventQuestion) -> Deck:
    """The deck of a version, read for the event's day."""
    return read_deck(version.text, question.reference.on(question.day).catalog, question.day)


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version with the verdict that was made with it, and what differs from the one before."""

    version: ListVersion
    verdict: ListVerdict | None
    changes: DeckDifferences | None


def list_versions(entry: EventList, question: EventQuestion) -> list[VersionRow]:
    """The newest versions of a list, the newest first; two queries."""
    newest = list(entry.versions.order_by("-number")[: MAX_VERSIONS_SHOWN + 1])
    made: dict[int, ListVerdict] = {}
    for verdict in ListVerdict.objects.filter(version__in=newest).defer("whole").order_by("made", "pk"):
        made.setdefault(verdict.version_id, verdict)
    read = [read_version(version, question) for version in newest]
    older = [*read[1:], None]
    rows = [
        VersionRow(version, made.get(version.pk), compare_decks(before, deck) if before else None)
        for version, deck, before in zip(newest, read, older, strict=True)
    ]
    return rows[:MAX_VERSIONS_SHOWN]


@dataclass(frozen=True, slots=True)
class ShownList:
    """A list as whoever may read it sees it: its versions, and the verdict of record on the current one, laid out.

    `cause` says why a newer verdict differs from the one of record; empty where none does.
    """

    entry: EventList
    record: ListVerdict | None = None
    page: VerdictPage | None = None
    cause: str = ""
    versions: Sequence[VersionRow] = field(default_factory=tuple)


def show_list(entry: EventList, question: EventQuestion) -> ShownList:
    """A list with its versions and its verdict of record; at most seven queries."""
    if entry.current is None:
        return ShownList(entry)
    pair = get_pair(entry)
    page = None
    if pair:
        verdict = read_verdict(pair.record.whole, question.reference.catalog)
        checked = CheckedDeck(read_version(entry.current, question), question.fmt, verdict)
        page = build_verdict_page([checked], entry.current.text)
    versions = list_versions(entry, question)
    cause = describe_cause(pair.record, pair.newest, entry.event.game_id) if pair and pair.is_changed else ""
    return ShownList(entry, pair.record if pair else None, page, cause, versions)


@dataclass(frozen=True, slots=True)
class JudgedDraft:
    """A draft with its verdict as it would be now, or with why it can't be read."""

    judged: JudgedText | None
    page: VerdictPage | None
    problem: str = ""


def judge_draft(text: str, question: EventQuestion) -> JudgedDraft:
    """The verdict on a text that isn't submitted; one query."""
    try:
        judged = judge_text(question, text)
    except InputError as error:
        return JudgedDraft(None, None, error.message if error.place == "deck" else str(error))
    checked = CheckedDeck(judged.deck, question.fmt, judged.verdict)
    return JudgedDraft(judged, build_verdict_page([checked], judged.text))


def check_entry_team(event: Event, texts: Sequence[str]) -> CheckedTeam | None:
    """The verdict on the lists of a team together; None where the format has no rules for a team of so many."""
    question = get_event_question(event)
    try:
        return check_team(texts, game=event.game_id, fmt=question.fmt.slug, as_of=question.day)
    except InputError:
        return None


def describe_actor(event: Event, number: int | None) -> str:
    """The name of whoever has that number at an event; empty where nobody has, or the account is gone. One query."""
    found = Actor.objects.select_related("user", "registration").filter(event=event, number=number or -1).first()
    if found is None:
        return ""
    return found.user.username if found.user else f"Player {found.registration.number}" if found.registration else ""
