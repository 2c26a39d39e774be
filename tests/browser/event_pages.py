"""Events in which somebody does everything that can be done at one, and the pages where it is done."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from tests.events.making import LEGAL, SHORT, give_role, make_event, make_player, make_user, submit_list
from vsdb.events.log import CLOCK, get_actor
from vsdb.events.models import Batch, Event, EventList, PaperJob, Registration, Role, SyncItem
from vsdb.events.notices.services import add_notice
from vsdb.events.publishing.services import publish_lists
from vsdb.events.sample.loading import load_sample_event

OPEN = "Open to everybody"  #: the event for which anybody can register
_State = Registration.State


def make_events(user: User) -> list[str]:
    """Make the events of somebody who works at some and plays in others; their pages, in the order of use."""
    now = timezone.now()
    return [*_plan(user, now), *_play(user, now), *_work(user, now), *_end(user, now)]


def find_venue_page() -> str:
    """The page that asks for the venue's code; a browser that has it, as whoever works there does, isn't asked."""
    return _address("venue", Event.objects.get(title=OPEN))


def _make(now: datetime, title: str, days: int = 7, **given: Any) -> Event:
    """An event in so many days, whose lists are due the day before."""
    starts = now + timedelta(days=days)
    times = {"starts": starts, "ends": starts + timedelta(hours=9), "list_deadline": starts - timedelta(days=1)}
    return make_event(**{"title": title, **times, **given})


def _address(name: str, event: Event, *others: object) -> str:
    return reverse(f"events:{name}", args=(event.pk, *others))


def _plan(user: User, now: datetime) -> Iterator[str]:
    """A draft to announce; and an event that is edited and copied, whose roles are given and taken, and then it is
    handed over, cancelled and left."""
    draft = _make(now, "Draft", stage=Event.Stage.DRAFT)
    ending = _make(now, "Soon cancelled")
    give_role(draft, user, Role.Name.HEAD_ORGANIZER)
    give_role(ending, make_user("bob"), Role.Name.JUDGE)
    for each in (make_user("bob"), user):
        give_role(ending, each, Role.Name.HEAD_ORGANIZER)
    yield _address("stage", draft, Event.Stage.ANNOUNCED)
    yield _address("stage", ending, Event.Stage.CANCELLED)
    for name in ("desk", "edit", "roles"):
        yield _address(name, ending)


def _play(user: User, now: datetime) -> Iterator[str]:
    """An event to register for, one where a list is checked and submitted, one with a place to accept, and one to
    come back to."""
    open_to_all = _make(now, OPEN, disclosure=Event.Disclosure.EVERYBODY)
    playing = _make(now, "With a list", disclosure=Event.Disclosure.PARTICIPANTS)
    offered, left = _make(now, "With a place", capacity=1), _make(now, "Left")
    player = make_player(playing, "Ann", user=user)
    submit_list(player, SHORT, received=now)
    EventList.objects.filter(registration=player).update(draft=SHORT, draft_at=now, edition=2)
    make_player(offered, "Ann", user=user, state=_State.PENDING, offered_until=now + timedelta(days=1))
    make_player(left, "Ann", user=user, state=_State.WITHDRAWN)
    yield _address("register", open_to_all)
    for event in (offered, left, playing):
        yield _address("me", event)
    yield f"{_address('my-list-slot', playing, 1)}?checked"


def _work(user: User, now: datetime) -> Iterator[str]:
    """The sample event with a full desk, papers that wait and a notice that does; and an event before its lock, whose
    lists are just being judged."""
    sample = load_sample_event(user, now)
    add_notice(sample, "message", "waits", data={"subject": "Welcome", "text": "See you."})
    papers = PaperJob.objects.create(event=sample, kind="sheets", total=300)
    entries = {each.registration.shown_name: each for each in EventList.objects.filter(event=sample)}
    illegal, draft = entries["Gus Hale"], entries["Kim Lund"]
    other = make_player(sample, "Another with a draft")
    EventList.objects.create(event=sample, registration=other, draft=draft.draft, draft_at=now - timedelta(days=1))
    make_player(sample, "Another without a list")
    changed = entries["Dev Évrard"]
    for name in ("desk", "players", "new-player", "triage", "triage-drop", "triage-drafts", "papers", "transfer"):
        yield _address(name, sample)
    yield _address("player", sample, illegal.registration_id)
    yield _address("player-penalties", sample, illegal.registration_id)
    for entry in (illegal, changed):
        yield _address("list-rulings", sample, entry.pk)
    for entry in (entries["Lea Moss"], draft):  # the first is opened again, so that nobody rules on it any more
        yield _address("list", sample, entry.pk)
    yield _address("paper", sample, papers.pk)
    for name in ("verdicts", "notices", "statistics", "log"):
        yield _address(name, sample)
    early = _make(now, "Before the lock", registration_closes=now - timedelta(days=1))
    for role in (Role.Name.HEAD_ORGANIZER, Role.Name.HEAD_JUDGE):
        give_role(early, user, role)
    walk_in = make_player(early, "Walk-in")
    entry = submit_list(walk_in, received=now)
    _send_conflicts(early, walk_in, user, now)
    Batch.objects.create(event=early, why="button", total=1)
    for name in ("verdicts", "conflicts"):
        yield _address(name, early)
    yield _address("list", early, entry.pk)


def _send_conflicts(event: Event, player: Registration, user: User, now: datetime) -> None:
    """Two penalties that a device sent beside one that it hadn't seen."""
    actor = get_actor(event, user=user.pk)
    sent = {"player": player.number, "list": None, "kind": "caution", "infraction": "Late", "reason": ""}
    for nonce in ("penalty-1", "penalty-2"):
        SyncItem.objects.create(
            event=event, nonce=nonce, by=actor, kind="penalty", at=now, received=now, payload=sent, result="conflict"
        )


def _end(user: User, now: datetime) -> Iterator[str]:
    """An event that is over, with a list that is published and one that isn't yet."""
    over = _make(now, "Over", -2, stage=Event.Stage.OVER)
    give_role(over, user, Role.Name.HEAD_ORGANIZER)
    for name in ("First", "Second"):
        submit_list(make_player(over, name, may_publish=True), LEGAL, received=now - timedelta(days=4))
        if name == "First":
            publish_lists(over, CLOCK, now)
    yield _address("stage", over, Event.Stage.RUNNING)
    yield _address("decks", over)
