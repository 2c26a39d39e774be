"""Rechecks are begun, taken the place of, and begun again where nobody works on them. One transaction each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import transaction
from django.db.models.functions import Length
from django.utils import timezone

from engine.model.errors import NotFound
from vsdb.catalog.cards.models import Game
from vsdb.decks.models import Deck
from vsdb.decks.rechecks.models import Portion, Recheck
from vsdb.decks.rechecks.selectors import PATIENCE, is_stalled, may_be_resumed

PORTION = 100  #: lists that one portion has at most; a very long one counts as several
_CHARACTERS = 3_000  #: of a list that counts as one
LEASE = timedelta(seconds=5)  #: for which a portion is taken; whoever works on it takes it for longer in time
MAX_TAKES = 5  #: of a portion, after which something in it must be wrong
_MAY_SEE, _MAY_ASK = "rechecks.view_recheck", "rechecks.add_recheck"


@transaction.atomic
def begin(game: str, why: str, *, before: str = "", by: int | None = None) -> Recheck | None:
    """A recheck of all decks of a game that have a format, by the facts of now, cut into portions.

    One that is under way by the same facts is given as it is, one by others ends here. None where there is no such
    deck, or no fact.
    """
    # Two that begin at once wait for each other here.
    after = Game.objects.select_for_update(no_key=True).filter(pk=game).values_list("data_version", flat=True).first()
    running = Recheck.objects.filter(game=game, state=Recheck.State.RUNNING).first()
    if running and running.after == after:
        return running
    if running:
        _supersede(running)
    decks = Deck.objects.filter(game=game).exclude(format="")
    if not after or not decks.exists():
        return None
    recheck = Recheck.objects.create(game_id=game, why=why[:200], before=before, after=after, by_id=by)
    portions = [
        Portion(recheck=recheck, number=number, decks=keys, size=len(keys))
        for number, keys in enumerate(_portions(decks.order_by("pk").values_list("pk", Length("text"))), start=1)
    ]
    Portion.objects.bulk_create(portions, batch_size=500)
    recheck.total = sum(portion.size for portion in portions)
    recheck.save(update_fields=("total",))
    return recheck


@transaction.atomic
def resume(recheck: Recheck) -> bool:
    """Have it worked on again, failed portions too; whether there is something to do. Whoever calls starts the work."""
    locked = Recheck.objects.select_for_update(no_key=True).get(pk=recheck.pk)
    if not may_be_resumed(locked):
        return False
    locked.portions.filter(state=Portion.State.FAILED).update(state=Portion.State.WAITING, takes=0)
    locked.state, locked.called, locked.problem, locked.ended = Recheck.State.RUNNING, timezone.now(), "", None
    locked.save(update_fields=("state", "called", "problem", "ended"))
    return True


def call_to_stalled() -> list[int]:
    """The rechecks that nobody works on and to which nobody was called for a while; each is given to one caller."""
    long_ago = timezone.now() - PATIENCE
    waiting = Recheck.objects.filter(state=Recheck.State.RUNNING, called__lt=long_ago)
    return [
        recheck.pk
        for recheck in waiting
        if is_stalled(recheck)
        and Recheck.objects.filter(pk=recheck.pk, called=recheck.called).update(called=timezone.now())
    ]


def record_start_failure(number: int, why: str) -> None:
    """Say of a recheck that nobody could be called to it, and why."""
    Recheck.objects.filter(pk=number, state=Recheck.State.RUNNING).update(problem=why[:400])


def _supersede(recheck: Recheck) -> None:
    """End a recheck. What is brought for a portion that is gone is refused, so that older facts never come last."""
    recheck.portions.exclude(state=Portion.State.DONE).delete()
    recheck.state, recheck.ended = Recheck.State.SUPERSEDED, timezone.now()
    recheck.save(update_fields=("state", "ended"))


def _portions(lengths: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """The keys of decks in rows that take about the same time each."""
    keys: list[int] = []
    weight = 0
    for key, length in lengths:
        own = 1 + length // _CHARACTERS
        if keys and weight + own > PORTION:
            yield keys
            keys, weight = [], 0
        keys.append(key)
        weight += own
    if keys:
        yield keys


def require_staff(user: AbstractBaseUser | AnonymousUser | None) -> User:
    """Whoever asks, who may see rechecks. Raises NotFound: nobody else is told that there are any."""
    if isinstance(user, User) and user.is_active and user.is_staff and (user.has_perm(_MAY_SEE) or may_ask(user)):
        return user
    raise NotFound("there is nothing here")


def may_ask(user: User) -> bool:
    """Whether they may begin a recheck, and go on with one that stands still."""
    return user.has_perm(_MAY_ASK)


def require_recheck_permission(user: AbstractBaseUser | AnonymousUser | None) -> User:
    """Whoever asks, who may begin a recheck. Raises NotFound."""
    found = require_staff(user)
    if not may_ask(found):
        raise NotFound("there is nothing here that you may begin")
    return found
