"""Rechecks are worked off: a portion is taken, judged and recorded, by as many workers as there are.

Each deck is recorded once, however often a worker dies or is called twice: a portion is taken by one conditional
update, for a short time and with a token of its own, and is recorded in one transaction that begins by marking it as
done where it still has that token. Clocks that differ cost time, not that.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterator
from datetime import date

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from vsdb.catalog.cards import selectors as cards
from vsdb.core.words import quantity
from vsdb.decks import verdict_cache
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.rechecks import services
from vsdb.decks.rechecks.models import Portion, Recheck
from vsdb.decks.rechecks.services import LEASE, MAX_TAKES

logger = logging.getLogger(__name__)
_RENEWED_AFTER_SECONDS = LEASE.total_seconds() / 4
_WAIT_SECONDS = 0.25  #: until it is looked again whether a portion that others have has become free


class _LostPortion(Exception):
    """Somebody else has the portion, or it is gone: the recheck has ended, or it took too long."""


def work(number: int, *, seconds: float | None = None, tell: Callable[[], object] = lambda: None) -> bool:
    """Work on a recheck until it is over, also by waiting for portions that others have and may never bring.

    Whether it is over, or there is more to do after so many seconds. After each portion it is told. A portion in which
    something goes wrong is logged and tried again; one that was taken too often is given up.
    """
    end = None if seconds is None else time.monotonic() + seconds
    Recheck.objects.filter(pk=number, state=Recheck.State.RUNNING).exclude(problem="").update(problem="")
    while (recheck := Recheck.objects.filter(pk=number).first()) and recheck.state == Recheck.State.RUNNING:
        if end is not None and time.monotonic() > end:
            return False
        with cards.pin_data_versions():
            if cards.get_data_version(recheck.game_id) != recheck.after:
                # Facts came in whose own recheck hasn't begun, nor ever may: it begins here, in the place of this one.
                newer = services.begin(recheck.game_id, recheck.why, before=recheck.before, by=recheck.by_id)
                return newer is None or work(newer.pk, seconds=seconds, tell=tell)
            portion = _take(recheck)
            if portion is not None:
                _judge(portion, recheck)
                tell()
                continue
        if not _is_over(recheck):
            time.sleep(_WAIT_SECONDS)
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
    today = verdict_cache.get_today()
    try:
        made = list(_verdicts(portion, portion.decks, recheck, today))
        with transaction.atomic():
            _record(portion, recheck, made, today)
    except _LostPortion:
        return
    except Exception:
        # One deck that can't be judged must not keep the others from it.
        logger.exception("%s couldn't be judged", portion)
        time.sleep(_WAIT_SECONDS)
        _ours(portion).update(state=Portion.State.WAITING, token="")


def _record(portion: Portion, recheck: Recheck, made: list[Judgement], today: date) -> None:
    """The portion is done, and all of its verdicts are kept; within a transaction. Raises _LostPortion."""
    if not _ours(portion).update(state=Portion.State.DONE, token="", ended=timezone.now()):
        raise _LostPortion
    edited = verdict_cache.store_verdicts(made, today, recheck)
    judged = len(made) - len(edited)
    if edited:
        # They are locked by now, so that nobody edits them once more.
        anew = list(_verdicts(portion, sorted(edited), recheck, today, is_ours=True))
        verdict_cache.store_verdicts(anew, today, recheck)
        judged += len(anew)
    Portion.objects.filter(pk=portion.pk).update(judged=judged, left_out=portion.size - judged)


def _verdicts(
    portion: Portion, keys: list[int], recheck: Recheck, today: date, *, is_ours: bool = False
) -> Iterator[Judgement]:
    """The verdicts of these decks in their own formats; the portion stays ours meanwhile. Raises _LostPortion."""
    state = verdict_cache.get_facts_state(recheck.game_id)
    renewed = time.monotonic()
    for deck in Deck.objects.filter(pk__in=keys).exclude(format="").order_by("pk"):
        if not is_ours and time.monotonic() - renewed > _RENEWED_AFTER_SECONDS:
            renewed = time.monotonic()
            if not _ours(portion).update(until=timezone.now() + LEASE):
                raise _LostPortion
        made = verdict_cache.compute_cached_verdict(deck, deck.format, deck.as_of or today, state)
        if made is not None:
            yield made


def _ours(portion: Portion) -> QuerySet[Portion]:
    return Portion.objects.filter(pk=portion.pk, state=Portion.State.TAKEN, token=portion.token)


def _is_over(recheck: Recheck) -> bool:
    """Whether nothing is left to do of a recheck, which then ends; whoever sees it first says so."""
    if recheck.portions.filter(state__in=(Portion.State.WAITING, Portion.State.TAKEN)).exists():
        return False
    failed = recheck.portions.filter(state=Portion.State.FAILED).count()
    Recheck.objects.filter(pk=recheck.pk, state=Recheck.State.RUNNING).update(
        state=Recheck.State.FAILED if failed else Recheck.State.DONE,
        problem=f"{quantity(failed, 'portion')} given up after {MAX_TAKES} tries" if failed else "",
        ended=timezone.now(),
    )
    return True
