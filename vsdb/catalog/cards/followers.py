"""What follows new facts: each follower has a mark that says which facts it has taken in.

The marks are written in the transaction that stores the facts. Whoever is killed before the followers have taken them
in leaves marks that say so; `vsdb.operations` has them catch up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils import timezone

from vsdb.catalog.cards.models import FactsMark, Game

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RenewedFacts:
    """A game whose facts have changed: the data version before, empty where there was none, and the one since."""

    game: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Follower:
    """Something that rests on the facts and has to follow them, such as the search index.

    `follow` brings it up to the facts of a game. It may be called twice, and by two processes at once, and raises what
    goes wrong. `title` names it for people. `position` orders the followers. `is_for_workers`: where there is a queue,
    workers do it. `is_slow`: without a queue a command leaves it to the site. `needs_every_card`: so too for a game
    with very many cards.
    """

    name: str
    title: str
    position: int
    follow: Callable[[RenewedFacts], object]
    is_for_workers: bool = False
    is_slow: bool = False
    needs_every_card: bool = False


@dataclass(frozen=True, slots=True)
class FollowerState:
    """A follower that is behind the facts of a game: `facts` are what it had taken in last, and what there is now.

    `called_until`: so long nobody else need be called to it. `problem` and `failures` tell of tries that failed.
    """

    follower: Follower
    facts: RenewedFacts
    since: datetime | None = None
    called_until: datetime | None = None
    tried: datetime | None = None
    failures: int = 0
    problem: str = ""


_followers: dict[str, Follower] = {}
#: Sent after a transaction that stored facts, also where they are the same as before: a good moment to catch up.
facts_stored = Signal()


def register_follower(follower: Follower) -> None:
    """Enter a follower; a room does so when it is ready. One of the same name takes its place."""
    _followers[follower.name] = follower


def list_followers() -> list[Follower]:
    """Every follower, in the order in which they take in facts."""
    return sorted(_followers.values(), key=lambda each: each.position)


def tell_of_new_facts(before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Mark which games have other data versions than before, and tell of it once the transaction is through.

    To be called in the transaction that stores the facts, with the games locked.
    """
    now = timezone.now()
    renewed = [game for game, version in after.items() if version != before.get(game, "")]
    rows = FactsMark.objects.filter(game__in=renewed) if renewed else ()
    held = {(mark.game_id, mark.follower): mark for mark in rows}
    new = [
        FactsMark(game_id=game, follower=each.name, taken=before.get(game, ""), since=now)
        for game in sorted(renewed)
        for each in list_followers()
        if (game, each.name) not in held
    ]
    FactsMark.objects.bulk_create(new)
    for mark in held.values():
        # Facts may also come back to what a follower knows already.
        mark.since = None if mark.taken == after[mark.game_id] else mark.since or now
        mark.failures, mark.problem, mark.called_until = 0, "", None
    FactsMark.objects.bulk_update(held.values(), ("since", "failures", "problem", "called_until"))
    transaction.on_commit(_send)


def list_followers_behind() -> list[FollowerState]:
    """The followers that haven't taken in the facts of a game, in the order of followers; two queries."""
    versions = dict(Game.objects.exclude(data_version="").order_by("pk").values_list("pk", "data_version"))
    marks = {(mark.follower, mark.game_id): mark for mark in FactsMark.objects.filter(game__in=versions)}
    found = []
    for follower in list_followers():
        for game, version in versions.items():
            mark = marks.get((follower.name, game))
            if mark is None:
                found.append(FollowerState(follower, RenewedFacts(game, "", version)))
            elif mark.taken != version:
                facts = RenewedFacts(game, mark.taken, version)
                tries = (mark.tried, mark.failures, mark.problem)
                found.append(FollowerState(follower, facts, mark.since, mark.called_until, *tries))
    return found


def call_to_follower(state: FollowerState, until: datetime) -> bool:
    """Whether the follower is the caller's until then, and nobody else was called to it since it was looked at."""
    row = {"game_id": state.facts.game, "follower": state.follower.name}
    mark, is_new = FactsMark.objects.get_or_create(
        **row, defaults={"since": timezone.now(), "called_until": until, "taken": state.facts.before}
    )
    same = FactsMark.objects.filter(pk=mark.pk, taken=state.facts.before, called_until=state.called_until)
    return is_new or bool(same.update(called_until=until))


def record_taken(state: FollowerState) -> None:
    """The follower has taken in the facts that `state` tells of; newer ones may have come in meanwhile."""
    game, version = state.facts.game, state.facts.after
    done = {"taken": version, "tried": timezone.now(), "failures": 0, "problem": "", "called_until": None}
    FactsMark.objects.update_or_create(game_id=game, follower=state.follower.name, defaults=done)
    FactsMark.objects.filter(follower=state.follower.name, game=game, game__data_version=version).update(since=None)


def record_failure(state: FollowerState, problem: str) -> None:
    """The follower couldn't take in the facts, and why."""
    row = {"game_id": state.facts.game, "follower": state.follower.name}
    FactsMark.objects.get_or_create(**row, defaults={"since": timezone.now(), "taken": state.facts.before})
    tried = {"tried": timezone.now(), "problem": problem[:400], "called_until": None}
    FactsMark.objects.filter(**row).update(failures=F("failures") + 1, **tried)


def record_uncalled(state: FollowerState, problem: str, until: datetime) -> None:
    """Nobody could be called to the follower, and why; it didn't fail itself. Nobody tries before `until`."""
    row = {"game_id": state.facts.game, "follower": state.follower.name}
    FactsMark.objects.filter(**row).update(problem=problem[:400], called_until=until)


def _send() -> None:
    for receiver, failure in facts_stored.send_robust(None):
        if isinstance(failure, Exception):
            logger.error("%r failed after new facts", receiver, exc_info=failure)
