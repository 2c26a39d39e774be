"""A sample event with a full desk, so that a newcomer sees every tab of it: lists of spring 2026, invented players.

The lists are facts of registered Riftbound decks (`lists/`), some of them changed to break a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from vsdb.events import clock, log
from vsdb.events.access import Asker
from vsdb.events.checks import services as checks
from vsdb.events.lists import desk_services as desk
from vsdb.events.lists import services as lists
from vsdb.events.models import DeadlineChange, DeckCheck, Event, EventList, Registration, Role
from vsdb.events.registration.services import register, withdraw
from vsdb.events.triage.selectors import list_own_findings
from vsdb.events.triage.services import Decision, Judge, give_ruling
from vsdb.events.verdicts import batches

FOLDER = Path(__file__).with_name("lists")
TITLE = "Sample event: Spring Showdown"
_BEFORE_BANS, _AFTER_BANS = date(2026, 3, 15), date(2026, 4, 18)  #: seven cards were banned from 2026-03-31 on
_GRACE = timedelta(minutes=15)
_UNREAD = "1 Card That Nobody Printed"
_DESCRIPTION = (
    "An event to look around in. Its players are invented. Its lists were legal on 15 March 2026; then the event was "
    "moved to 18 April, after a ban, so some verdicts have changed since the lists were locked."
)


@cache
def read_sample_list(name: str) -> str:
    """The sample list of that name."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def _without_bans() -> str:
    """A list that no ban touches."""
    return read_sample_list("viktor").replace("Obelisk of Power [OGN-284]", "Zaun Warrens [OGN-298]")


def _change(old: str, new: str) -> Callable[[], str]:
    """The list that no ban touches, with one line changed."""
    return lambda: _without_bans().replace(old, new)


def _named(name: str) -> Callable[[], str]:
    return lambda: read_sample_list(name)


def _with_unread_line() -> str:
    return _without_bans().replace("1 Smoke Screen [OGN-093]", _UNREAD)


@dataclass(frozen=True, slots=True)
class SamplePlayer:
    """A player of the sample: the name, the list if there is one, and when it came, counted from the deadline."""

    name: str
    text: Callable[[], str] | None = None
    after: timedelta = field(default=timedelta(hours=-6))
    is_draft: bool = False
    has_left: bool = False


_LIKE = _change("3 Stupefy", "2 Stupefy")
PLAYERS = (
    SamplePlayer("Ada Brook", _without_bans),
    SamplePlayer("Ben Castle", _without_bans),
    SamplePlayer("Cleo Dahl", lambda: _LIKE().replace("1 Lecturing Yordle", "2 Lecturing Yordle")),
    SamplePlayer("Dev Évrard", _named("miss-fortune")),
    SamplePlayer("Edda Frost", _named("annie")),
    SamplePlayer("Finn Grey", _LIKE),
    SamplePlayer("Gus Hale", _change("3 Sprite Mother", "4 Sprite Mother")),
    SamplePlayer("Hana Ito", _with_unread_line),
    SamplePlayer("Ivo Jansen", _named("ezreal"), timedelta(minutes=5)),
    SamplePlayer("Jun Kato"),
    SamplePlayer("Kim Lund", _named("irelia"), is_draft=True),
    SamplePlayer("Lea Moss", _change("7 Mind Rune", "8 Mind Rune")),
    SamplePlayer("Max Noor", _with_unread_line),
    SamplePlayer("Nia Olsen", _named("master-yi")),
    SamplePlayer("Oto Park", _change("Zaun Warrens [OGN-298]", "Vilemaw's Lair [OGN-295]")),
    SamplePlayer("Pia Quist", has_left=True),
)


@transaction.atomic
def load_sample_event(user: User, now: datetime) -> Event:
    """The sample event of somebody, who is its head organizer and head judge: the one that there is, else a new one.

    Nobody else sees it. Its lists were locked this morning, and it starts in two hours.
    """
    held = Event.objects.filter(is_sample=True, roles__user=user, roles__revoked_at=None).first()
    if held is not None:
        return held
    event = _make_event(user, now)
    actor = log.get_actor(event, user=user.pk)
    for number, each in enumerate(PLAYERS, start=1):
        _enter(event, each, number, actor, now)
    _replace_one(event, actor, now)
    _rule_on_one(event, user, actor, now)
    _ask_one(event, now)
    _check_two(event, actor, now)
    _move_day(event, actor)
    return event


def _make_event(user: User, now: datetime) -> Event:
    starts = now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=3)
    deadline = starts - timedelta(hours=12)
    event = Event.objects.create(
        game_id="riftbound",
        title=TITLE,
        place="Anywhere",
        description=_DESCRIPTION,
        starts=starts,
        ends=starts + timedelta(hours=9),
        registration_opens=now - timedelta(days=20),
        capacity=32,
        list_deadline=deadline,
        grace_seconds=int(_GRACE.total_seconds()),
        format="standard",
        judged_on=_BEFORE_BANS,
        stage=Event.Stage.ANNOUNCED,
        is_sample=True,
    )
    since = now - timedelta(days=20)
    DeadlineChange.objects.create(event=event, since=since, deadline=deadline, grace_seconds=event.grace_seconds)
    actor = log.get_actor(event, user=user.pk)
    for name in (Role.Name.HEAD_ORGANIZER, Role.Name.HEAD_JUDGE):
        Role.objects.create(event=event, user=user, name=name, given_by=actor)
    log.record(event, actor, "create", f"event:{event.pk}")
    return event


def _enter(event: Event, sample: SamplePlayer, number: int, actor: int, now: datetime) -> None:
    """Register a player, and enter the list as if it had come then."""
    sort_name = " ".join(reversed(sample.name.split(" ", 1)))
    agreed: dict[str, Any] = {"may_publish": number % 3 != 0, "may_be_named": number % 2 == 0}
    player, _ = register(
        event, shown_name=sample.name, sort_name=sort_name, actor=actor, now=now, table=number, with_code=False
    )
    Registration.objects.filter(pk=player.pk).update(**agreed)
    if sample.has_left:
        withdraw(event, player, actor, now)
    if sample.text is None:
        return
    received = clock.get_deadline(event) + sample.after
    if sample.is_draft:
        lists.save_draft(event, player, 1, sample.text(), actor=actor, received=received)
    else:
        lists.submit(event, player, 1, sample.text(), actor=actor, received=received, now=received)


def _find_list(event: Event, name: str) -> EventList:
    entries = EventList.objects.select_related("registration", "current", "event")
    return entries.get(event=event, registration__shown_name=name)


def _replace_one(event: Event, actor: int, now: datetime) -> None:
    """One list was replaced by the head judge."""
    text = (
        read_sample_list("master-yi")
        .replace("2 Rune Prison", "3 Rune Prison")
        .replace("3 Tasty Faefolk", "2 Tasty Faefolk")
    )
    entry, reason = _find_list(event, "Nia Olsen"), "The list and the deck differed by one card."
    desk.replace(event, entry, text, reason, actor=actor, received=now, edition=None)


def _rule_on_one(event: Event, user: User, actor: int, now: datetime) -> None:
    """One unread line was cleared by a ruling."""
    entry = _find_list(event, "Max Noor")
    asker = Asker(user.pk, frozenset((Role.Name.HEAD_ORGANIZER, Role.Name.HEAD_JUDGE)))
    decision = Decision(is_allowed=True, reason="The player wrote a note for themselves there. The deck is complete.")
    _, findings = list_own_findings(entry)
    for finding in findings:
        give_ruling(event, entry, finding.digest, decision, Judge(asker, actor, now, user), seen=None)


def _ask_one(event: Event, now: datetime) -> None:
    """One player asks the desk."""
    player = event.registrations.get(shown_name="Kim Lund")
    question = "I saved my list and forgot to submit it. Can you take it?"
    lists.ask_desk(event, player, question, actor=log.get_actor(event, registration=player), now=now)


def _check_two(event: Event, actor: int, now: datetime) -> None:
    """Two decks were checked: one matches, and one has a card less than its list."""
    for name, missing in (("Ada Brook", 0), ("Edda Frost", 1)):
        begun = now - timedelta(minutes=9)
        check, _ = checks.start_check(event, _find_list(event, name), actor=actor, now=now, started=begun)
        counts = {each["key"]: each["registered"] for each in check.lines}
        last = check.lines[-1]
        counts[last["key"]] = last["registered"] - missing
        checks.save_counts(event, check, counts, actor=actor, edition=None)
        state = DeckCheck.State.DISCREPANCIES if missing else DeckCheck.State.MATCHES
        checks.end_check(event, check, state, actor=actor, now=now)


def _move_day(event: Event, actor: int) -> None:
    """The event is moved past a ban, and its lists are judged anew; their verdicts of record stay."""
    event.judged_on = _AFTER_BANS
    event.edition += 1
    event.save(update_fields=("judged_on", "edition"))
    log.record(event, actor, "event-changed", after={"fields": ["judged_on"], "edition": event.edition})
    batch = batches.begin(event, "day", actor)
    if batch is not None:
        batches.work_on(batch.pk)
