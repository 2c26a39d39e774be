"""What devices send that was done without a network: each item once, however often it comes; conflicts keep both sides.

The rules are in docs/offline.md. Each item has its own transaction, which begins with the row of its nonce: whoever
sends the same at the same moment waits for it, and is then told that it was taken in before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.http import Http404

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.words import to_sentence
from vsdb.events.access import Act
from vsdb.events.checks import selectors
from vsdb.events.checks.selectors import write_moment
from vsdb.events.checks.sync_effects import FIELDS, HANDLERS, Result
from vsdb.events.checks.sync_shapes import Kind, SentItem, SyncRequest, read_item
from vsdb.events.models import Event, SyncItem

_KEPT_ELSEWHERE = (Kind.NOTE, Kind.PENALTY, Kind.PICK)  #: rows of their own have what was sent
DUPLICATE, REFUSED = "duplicate", "refused"
RESULTS = (Result.ACCEPTED.value, DUPLICATE, Result.CONFLICT.value, REFUSED)


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an item. `first` is what it was taken in as, where it came before."""

    nonce: str
    result: str
    message: str = ""
    code: str = ""
    check: int | None = None
    first: str = ""


def take_items(request: SyncRequest, items: Sequence[Any]) -> dict[str, Any]:
    """Take items in, in their order; the answer to them (docs/offline.md). Of several about a check the last has it."""
    answers = [take_item(request, each) for each in items]
    last: dict[int | None, int] = {each.check: place for place, each in enumerate(answers)}
    rows = selectors.list_checks(request.event).filter(pk__in=[key for key in last if key is not None])
    told: dict[int | None, Any] = {
        each["id"]: each for each in selectors.describe_checks(request.event, rows, request.now)
    }
    return {
        "server_time": write_moment(request.now),
        "answers": [
            _write_answer(each, told.get(each.check) if last[each.check] == place else None)
            for place, each in enumerate(answers)
        ],
    }


def _write_answer(answer: Answer, check: Mapping[str, Any] | None) -> dict[str, Any]:
    return {
        "nonce": answer.nonce,
        "result": answer.result,
        "message": answer.message,
        "code": answer.code,
        "first": answer.first,
        "check": check,
    }


def take_item(request: SyncRequest, given: object) -> Answer:
    """Take one item in, or say why not. Nothing that is sent raises anything but a fault of ours."""
    said = given.get("nonce") if isinstance(given, dict) else None
    nonce = said[:40] if isinstance(said, str) else ""
    try:
        item = read_item(given)
        known = _find_item(request.event, item.nonce)
        return _repeat(request, known, item) if known else _store_item(request, item)
    except InputError as error:
        return Answer(nonce, REFUSED, to_sentence(str(error)), error.code)
    except ApplicationError as error:
        return Answer(nonce, REFUSED, to_sentence(error.message), error.code)
    except Http404:
        return Answer(
            nonce, REFUSED, "This list, player or check isn’t there, or it isn’t yours to change.", "not-found"
        )


def _find_item(event: Event, nonce: str) -> SyncItem | None:
    return SyncItem.objects.filter(event=event, nonce=nonce).first()


def _repeat(request: SyncRequest, known: SyncItem, item: SentItem) -> Answer:
    """The answer to an item that was taken in before."""
    if known.by != request.actor or known.kind != item.kind:
        raise ApplicationError("This nonce was used for something else.", code="used-nonce")
    return Answer(item.nonce, DUPLICATE, known.message, "", known.deck_check_id, known.result)


def _store_item(request: SyncRequest, item: SentItem) -> Answer:
    """Take in an item that wasn't there; another request with the same one may come first even now."""
    if request.event.cleared_at is not None:
        raise ApplicationError("The lists of this event are erased.", code="cleared")
    act = Act.GIVE_PENALTIES if item.kind == Kind.PENALTY else Act.CHECK_DECKS
    if not request.asker.may(act):
        raise Http404
    try:
        with transaction.atomic():
            row = SyncItem.objects.create(
                event=request.event,
                nonce=item.nonce,
                device=request.device,
                by=request.actor,
                kind=item.kind,
                at=item.at,
                offset_ms=request.offset // timedelta(milliseconds=1),
                received=request.now,
                base=item.base,
                payload={name: item.payload[name] for name in FIELDS[item.kind] if name in item.payload},
                result=Result.ACCEPTED,
            )
            done = HANDLERS[item.kind](request, item)
            row.result = Result.CONFLICT if done.is_conflict else Result.ACCEPTED
            row.message, row.deck_check = done.message[:300], done.check
            if item.kind in _KEPT_ELSEWHERE and not done.is_conflict:
                row.payload = {}
            row.save(update_fields=["result", "message", "deck_check", "payload"])
    except IntegrityError as error:
        known = _find_item(request.event, item.nonce)
        if known is None:
            raise ApplicationError("This nonce was used for something else.", code="used-nonce") from error
        return _repeat(request, known, item)
    return Answer(item.nonce, row.result, row.message, done.code, row.deck_check_id)
