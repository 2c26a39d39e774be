"""Checks of many lists are stored, judged in portions, and cancelled.

A portion that a worker has judged is recorded in one transaction, where no other was recorded since it was taken and
nobody cancelled the check. So each list is recorded once, and a worker that dies loses one portion at most.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence

from django.conf import settings
from django.db import OperationalError, transaction

from engine import GAMES, NotFound
from vsdb.accounts.starters import Starter
from vsdb.catalog.cards import selectors as cards
from vsdb.check.many.judging import UNREADABLE, JudgedList, ListJudge, ListsQuestion
from vsdb.check.many.reading import GivenList
from vsdb.check.many.selectors import list_expired_checks
from vsdb.check.models import ListOfCheck, ManyCheck
from vsdb.core import leased_work
from vsdb.core.code_version import get_code_version
from vsdb.core.errors import ApplicationError, TooManyRequests
from vsdb.core.leased_work import OPEN
from vsdb.core.limits.computing import bounds_computing
from vsdb.core.words import quantity

logger = logging.getLogger(__name__)
AT_ONCE = 30  #: lists that are judged within the request
PORTION = 50  #: lists of a portion, about a fifth of a second
MAX_OPEN = 50  #: checks of the whole site that wait or are worked on
_KIND = "check_many"  #: what the digest of a caller is salted with
_WAIT_SECONDS = 30  #: after which to try again where so many are open
_EXPIRED_AT_ONCE = 20
_NOT_JUDGED = "this list couldn't be judged; the site's log says why"


def start_check(lists: Sequence[GivenList], asked: ListsQuestion, starter: Starter) -> ManyCheck:
    """A check that waits to be worked on. Whoever calls has it worked on.

    Raises ApplicationError where the caller has as many as one may, and TooManyRequests where the site has.
    """
    expired = list_expired_checks().values_list("pk", flat=True)[:_EXPIRED_AT_ONCE]
    ManyCheck.objects.filter(pk__in=list(expired)).delete()
    check = ManyCheck(game=asked.game, format=asked.format, as_of=asked.on, total=len(lists))
    check.user_id, check.caller = starter.user, starter.digest(_KIND)
    # Of several that start at once each counts the others' rows too, so that never more than the limit stay.
    check.save(force_insert=True)
    try:
        _refuse_too_many(check)
        ListOfCheck.objects.bulk_create(
            (
                ListOfCheck(check_of=check, number=number, name=each.name[:120], file=each.file, **_keep_text(each))
                for number, each in enumerate(lists, start=1)
            ),
            batch_size=200,
        )
    except BaseException:
        check.delete()
        raise
    return check


def _keep_text(given: GivenList) -> dict[str, str]:
    """The text and why it can't be read; what no database takes is no text of a list."""
    if "\0" in given.text:
        return {"text": "", "refusal": "the list has a NUL byte; a list must be plain text"}
    text = given.text.encode("utf-8", "replace").decode()
    return {"text": text, "refusal": given.problem.replace("\0", "")[:400]}


def _refuse_too_many(check: ManyCheck) -> None:
    """Raise where there are too many checks with this one, which is stored."""
    open_checks = ManyCheck.objects.filter(state__in=OPEN)
    if 0 < settings.CHECK_MANY_AT_ONCE < open_checks.filter(caller=check.caller).count():
        at_once = quantity(settings.CHECK_MANY_AT_ONCE, "check")
        said = f"You have {at_once} of many lists under way, as many as you may. Wait or cancel one."
        raise ApplicationError(said, code="at-once")
    if open_checks.count() > MAX_OPEN or ManyCheck.objects.count() > settings.CHECK_MANY_MAX:
        said = "The site has as many checks of many lists as it can take. Try again later"
        raise TooManyRequests(said, wait=_WAIT_SECONDS)


@bounds_computing
def work_at_once(check: ManyCheck) -> None:
    """Judge the lists of a small check here and now, within the limits of the request."""
    work_on(check.pk)


def cancel_check(check: ManyCheck, starter: Starter) -> bool:
    """Cancel a check; whether it was open still. What was judged is kept. Raises NotFound for who hasn't started it."""
    if not starter.owns(check):
        raise NotFound("you didn't start this check, so you can't cancel it")
    return leased_work.cancel(check)


def call_to_stalled() -> list[str]:
    """The checks that nobody works on and to which nobody was called for a while; each is given to one caller."""
    return leased_work.call_to_stalled(ManyCheck)


def record_problem(key: str, why: str) -> None:
    """Say why an open check doesn't go on: nobody could be called to it."""
    leased_work.record_problem(ManyCheck, key, why)


def work_on(key: str, *, seconds: float | None = None) -> bool:
    """Judge lists of a check until it is over. Whether nothing is left to do here, also because another works on it;
    or there is more to do after so many seconds."""
    return leased_work.work_on(ManyCheck, key, _PortionJudge().judge_portion, seconds)


class _PortionJudge:
    """Judges portions of one check; formats are looked up again only where the facts have changed."""

    def __init__(self) -> None:
        self.facts = ""
        self.judge: ListJudge | None = None

    def judge_portion(self, check: ManyCheck) -> ManyCheck | None:
        """Judge the next portion and record it; the check as it is then, or None where it was cancelled, or another
        has recorded a portion meanwhile."""
        with cards.pin_data_versions():
            facts = _get_facts_state()
            if self.judge is None or self.facts != facts:
                self.judge = ListJudge(ListsQuestion(check.game, check.format, check.as_of))
                self.facts = facts
            # Lists judged by older facts don't stand among those judged by newer ones.
            start = check.judged if check.facts in ("", facts) else 0
            lists = list(ListOfCheck.objects.filter(check_of=check, number__gt=start).order_by("number")[:PORTION])
            for each in lists:
                row, deck = _judge_list(self.judge, each)
                each.row, each.deck = row.as_dict(), "" if deck.rstrip() == each.text.rstrip() else deck
        if not lists:
            leased_work.fail(check, "its lists weren't stored; send them again")
            return None
        return _record(check, lists, lists[-1].number, facts)


def _judge_list(judge: ListJudge, each: ListOfCheck) -> tuple[JudgedList, str]:
    """What comes of a list; one that the site can't judge must not keep the others from it."""
    try:
        return judge.judge(GivenList(each.name, each.text, each.file, each.refusal))
    except OperationalError:
        raise
    except Exception:
        logger.exception("list %s of check %s couldn't be judged", each.number, each.check_of_id[:6])
        return JudgedList(each.name, UNREADABLE, _NOT_JUDGED, each.file), each.text


def _record(check: ManyCheck, lists: list[ListOfCheck], judged: int, facts: str) -> ManyCheck | None:
    """Record what came of the lists of a portion, where nobody else has gone on with the check."""
    with transaction.atomic():
        found = leased_work.record_portion(check, {"facts": facts, "judged": judged}, is_over=judged >= check.total)
        if found is not None:
            ListOfCheck.objects.bulk_update(lists, ("row", "deck"), batch_size=PORTION)
    return found


def _get_facts_state() -> str:
    """What verdicts rest on beside the lists: the facts of all games, any of which a list may be of, and the code."""
    said = [get_code_version(), *(cards.get_data_version(game) for game in GAMES)]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()
