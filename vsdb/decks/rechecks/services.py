"""Rechecks are begun, taken the place of, begun again where nobody works on them, and worked off.

A portion is taken, judged and recorded, by as many workers as there are. Each deck is recorded once, however often a
worker dies or is called twice: a portion is taken by one conditional update, for a short time and with a token of its
own, and is recorded in one transaction that begins by marking it as done where it still has that token. Clocks that
differ cost time, not that.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, Length
from django.utils import timezone

from engine.model.decks import Deck as DeckValue
from engine.model.errors import NotFound
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.locking import lock_games
from vsdb.core.garbage import pause_garbage_collection
from vsdb.core.words import quantity
from vsdb.decks import verdict_cache, verdict_records
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.rechecks.models import Portion, Recheck
from vsdb.decks.rechecks.selectors import PATIENCE, is_stalled, may_be_resumed
from vsdb.decks.search.context import FOUND, write_readings

logger = logging.getLogger(__name__)
PORTION = 500  #: lists that one portion has at most; a very long one counts as several
_SMALL_PORTION = 100  #: that need not be cut further
_SHARES = 8  #: portions at least, before they are large: as many workers have something to do
_CHARACTERS = 3_000  #: of a list that counts as one
LEASE = timedelta(seconds=5)  #: for which a portion is taken; whoever works on it takes it for longer in time
MAX_TAKES = 5  #: of a portion, after which something in it must be wrong
_ENDED = "their verdicts were for earlier days"
_MAY_SEE, _MAY_ASK = "rechecks.view_recheck", "rechecks.add_recheck"
_RENEWED_AFTER_SECONDS = LEASE.total_seconds() / 4
_WAIT_SECONDS = 0.25  #: until a portion that went wrong is tried again
_LOOK_SECONDS = 0.05  #: until it is looked again whether a portion that others have is done, or has become free


@transaction.atomic
def begin(
    game: str, why: str, *, before: str = "", by: int | None = None, is_for_new_facts: bool = False
) -> Recheck | None:
    """A recheck of all decks of a game that have a format, by the facts of now, cut into portions.

    One that is under way by the same facts is given as it is, one by others ends here. None where there is no such
    deck, or no fact; and `is_for_new_facts` where the last recheck was by these facts and is over.
    """
    # Two that begin at once wait for each other here.
    after = next((each.data_version for each in lock_games([game])), "")
    running = Recheck.objects.filter(game=game, state=Recheck.State.RUNNING).first()
    if running and running.after == after and not running.only_ended:
        return running
    if running:
        # What is brought for a portion that is gone is refused, so that older facts never come last.
        running.portions.exclude(state=Portion.State.DONE).delete()
        running.state, running.ended = Recheck.State.SUPERSEDED, timezone.now()
        running.save(update_fields=("state", "ended"))
    decks = Deck.objects.filter(game=game).exclude(format="")
    if not after or not decks.exists() or (is_for_new_facts and _was_rechecked(game, after)):
        return None
    return _cut(Recheck(game_id=game, why=why[:200], before=before, after=after, by_id=by), decks)


@transaction.atomic
def begin_ended(game: str) -> Recheck | None:
    """A recheck of the decks of a game whose verdict doesn't hold today, or the one that is under way; None where there
    is none."""
    after = next((each.data_version for each in lock_games([game])), "")
    if running := Recheck.objects.filter(game=game, state=Recheck.State.RUNNING).first():
        return running
    if not after:
        return None
    decks = verdict_cache.list_ended(game, verdict_records.get_today())
    if not decks.exists():
        return None
    return _cut(Recheck(game_id=game, why=_ENDED, before=after, after=after, only_ended=True), decks)


def work_on_ended(game: str) -> Recheck | None:
    """Judge the decks of a game whose verdict doesn't hold today, after the recheck that is under way; the last recheck
    that was worked on. Raises as `work` does."""
    recheck = begin_ended(game)
    if recheck is not None:
        work(recheck.pk)
        if not recheck.only_ended and (newer := begin_ended(game)):
            recheck = newer
            work(recheck.pk)
        recheck.refresh_from_db()
    return recheck


def _cut(recheck: Recheck, decks: QuerySet[Deck]) -> Recheck:
    """Store a recheck of these decks with its portions."""
    lengths = list(decks.order_by("pk").values_list("pk", Length("text")))
    rows = list(_portions(lengths, choose_portion_size(len(lengths))))
    recheck.total = sum(map(len, rows))
    recheck.save()
    portions = [
        Portion(recheck=recheck, number=number, decks=keys, size=len(keys)) for number, keys in enumerate(rows, start=1)
    ]
    Portion.objects.bulk_create(portions, batch_size=500)
    return recheck


def _was_rechecked(game: str, version: str) -> bool:
    last = Recheck.objects.filter(game=game, only_ended=False).order_by("-pk").first()
    return last is not None and last.after == version and last.state in (Recheck.State.DONE, Recheck.State.FAILED)


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


def record_problem(number: int, why: str) -> None:
    """Say why a running recheck doesn't go on: nobody could be called to it, or nothing can be recorded."""
    Recheck.objects.filter(pk=number, state=Recheck.State.RUNNING).update(problem=why[:400])


def choose_portion_size(decks: int) -> int:
    """How many lists each portion of so many has at most."""
    return min(PORTION, max(decks // _SHARES, _SMALL_PORTION))


def _portions(lengths: Iterable[tuple[int, int]], most: int) -> Iterator[list[int]]:
    """The keys of decks in rows that take about the same time each, as long as so many lists at most."""
    keys: list[int] = []
    weight = 0
    for key, length in lengths:
        own = 1 + length // _CHARACTERS
        if keys and weight + own > most:
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
    raise NotFound("there is no page here")


def may_ask(user: User) -> bool:
    """Whether they may begin a recheck, and go on with one that stands still."""
    return user.has_perm(_MAY_ASK)


def require_recheck_permission(user: AbstractBaseUser | AnonymousUser | None) -> User:
    """Whoever asks, who may begin a recheck. Raises NotFound."""
    found = require_staff(user)
    if not may_ask(found):
        raise NotFound("you may not start a recheck")
    return found


class _LostPortion(Exception):
    """Somebody else has the portion, or it is gone: the recheck has ended, or it took too long."""


def work(number: int, *, seconds: float | None = None, tell: Callable[[], object] = lambda: None) -> bool:
    """Work on a recheck until it is over, also by waiting for portions that others have and may never bring.

    Whether it is over, or there is more to do after so many seconds. After each portion it is told. A portion in which
    something goes wrong is logged and tried again; one that was taken too often is given up. Raises OperationalError
    where the database goes on refusing to write: the recheck stays as it is, to be gone on with.
    """
    end = None if seconds is None else time.monotonic() + seconds
    Recheck.objects.filter(pk=number, state=Recheck.State.RUNNING).exclude(problem="").update(problem="")
    while (recheck := Recheck.objects.filter(pk=number).first()) and recheck.state == Recheck.State.RUNNING:
        if end is not None and time.monotonic() > end:
            return False
        with cards.pin_data_versions():
            if cards.get_data_version(recheck.game_id) != recheck.after:
                # Facts came in whose own recheck hasn't begun, nor ever may: it begins here, in the place of this one.
                newer = begin(recheck.game_id, recheck.why, before=recheck.before, by=recheck.by_id)
                return newer is None or work(newer.pk, seconds=seconds, tell=tell)
            portion = _take(recheck)
            if portion is not None:
                with pause_garbage_collection():
                    _judge(portion, recheck)
                tell()
                continue
        if not _is_over(recheck):
            time.sleep(_LOOK_SECONDS)
    return True


def _take(recheck: Recheck) -> Portion | None:
    """The first portion that nobody has, now ours for a while; None where others have what is left."""
    free = Q(state=Portion.State.WAITING) | Q(state=Portion.State.TAKEN, until__lt=timezone.now())
    while (found := recheck.portions.filter(free).order_by("number").first()) is not None:
        same = Portion.objects.filter(free, pk=found.pk)
        if found.takes >= MAX_TAKES:
            same.update(state=Portion.State.FAILED, token="")
            continue
        found.token = secrets.token_hex(16)
        now = timezone.now()
        if same.update(
            state=Portion.State.TAKEN,
            token=found.token,
            until=now + LEASE,
            takes=F("takes") + 1,
            started=Coalesce("started", now),
        ):
            return found
    return None


def _judge(portion: Portion, recheck: Recheck) -> None:
    """Judge the decks of a portion that is ours, and record them where it still is."""
    today = verdict_records.get_today()
    try:
        made = list(_verdicts(portion, portion.decks, recheck, today))
        with transaction.atomic():
            _record(portion, recheck, made, today)
    except _LostPortion:
        return
    except OperationalError as error:
        # The database is full, locked or away: that is nothing about these decks, whose tries begin anew.
        logger.exception("%s couldn't be recorded", portion)
        is_last_try = portion.takes + 1 >= MAX_TAKES
        time.sleep(_WAIT_SECONDS)
        _ours(portion).update(state=Portion.State.WAITING, token="", takes=0 if is_last_try else F("takes"))
        if is_last_try:
            record_problem(recheck.pk, f"the database can't be written: {error}")
            raise
    except Exception:
        # One deck that can't be judged must not keep the others from it.
        logger.exception("%s couldn't be judged", portion)
        time.sleep(_WAIT_SECONDS)
        _ours(portion).update(state=Portion.State.WAITING, token="")


def _record(portion: Portion, recheck: Recheck, made: list[tuple[Judgement, DeckValue]], today: date) -> None:
    """The portion is done, all of its verdicts are kept, and what its decks are found by; within a transaction. Raises
    _LostPortion."""
    if not _ours(portion).update(state=Portion.State.DONE, token="", ended=timezone.now()):
        raise _LostPortion
    edited = verdict_records.store_verdicts([each for each, _ in made], today, recheck)
    read = [(each.deck, value) for each, value in made if each.deck_id not in edited]
    if edited:
        # They are locked by now, so that nobody edits them once more.
        anew = list(_verdicts(portion, sorted(edited), recheck, today, is_ours=True))
        verdict_records.store_verdicts([each for each, _ in anew], today, recheck)
        read += [(each.deck, value) for each, value in anew]
    facts = cards.get_data_version(recheck.game_id)
    if past := [(deck, value) for deck, value in read if deck.facts != facts]:
        write_readings(past, {recheck.game_id: facts})
    Portion.objects.filter(pk=portion.pk).update(judged=len(read), left_out=portion.size - len(read))


def _verdicts(
    portion: Portion, keys: list[int], recheck: Recheck, today: date, *, is_ours: bool = False
) -> Iterator[tuple[Judgement, DeckValue]]:
    """The verdicts of these decks in their own formats, and how they read; the portion stays ours meanwhile. Raises
    _LostPortion."""
    state = verdict_records.get_facts_state(recheck.game_id)
    renewed = time.monotonic()
    fields = (*verdict_records.JUDGED, "facts", *FOUND)
    for deck in Deck.objects.filter(pk__among=keys).exclude(format="").order_by("pk").only(*fields):
        if not is_ours and time.monotonic() - renewed > _RENEWED_AFTER_SECONDS:
            renewed = time.monotonic()
            if not _ours(portion).update(until=timezone.now() + LEASE):
                raise _LostPortion
        made = verdict_records.compute_cached_verdict(deck, deck.format, deck.as_of or today, state)
        if made is not None:
            yield made


def _ours(portion: Portion) -> QuerySet[Portion]:
    return Portion.objects.filter(pk=portion.pk, state=Portion.State.TAKEN, token=portion.token)


def _is_over(recheck: Recheck) -> bool:
    """Whether nothing is left to do of a recheck, which then ends; whoever sees it first says so."""
    if recheck.portions.filter(state__in=(Portion.State.WAITING, Portion.State.TAKEN)).exists():
        return False
    failed = recheck.portions.filter(state=Portion.State.FAILED).count()
    state = Recheck.State.FAILED if failed else Recheck.State.DONE
    problem = f"{quantity(failed, 'portion')} given up after {MAX_TAKES} tries" if failed else ""
    running = Recheck.objects.filter(pk=recheck.pk, state=Recheck.State.RUNNING)
    running.update(state=state, problem=problem, ended=timezone.now())
    return True
