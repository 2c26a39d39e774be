"""Penalties: judges give them by hand, and withdraw what was a mistake. The site offers a text for what it sees and
gives none by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engine import InputError
from engine.model.verdicts import ILLEGAL
from vsdb.core.errors import ApplicationError
from vsdb.core.words import describe_duration, quantity, to_sentence
from vsdb.events import log
from vsdb.events.access import Act, Asker
from vsdb.events.models import EventList, ListVersion, Penalty, Registration
from vsdb.events.triage.findings import ListFinding
from vsdb.events.triage.services import MAX_REASON, clean_text

_MAX_INFRACTION = 120


@dataclass(frozen=True, slots=True)
class PenaltyOffer:
    """A text that is offered for a penalty; which penalty it deserves, if any, is the judge's to say."""

    slug: str
    infraction: str
    reason: str


@transaction.atomic
def give_penalty(
    registration: Registration,
    kind: str,
    infraction: str,
    reason: str,
    actor: int,
    entry: EventList | None = None,
    *,
    now: datetime,
    seen: int | None = None,
) -> Penalty:
    """Give a player a penalty. `seen` is how many the player had as the judge saw it, withdrawn ones too; None: any.

    Raises InputError, and ApplicationError (`stale`) where there are more by now, also where a form is sent twice.
    """
    if kind not in Penalty.Kind.values:
        raise InputError(f"{kind[:20]!r} is no penalty; use {', '.join(Penalty.Kind.values)}", place="kind")
    what = clean_text(infraction, "infraction", _MAX_INFRACTION, is_needed=True)
    why = clean_text(reason, "reason", MAX_REASON)
    player = Registration.objects.select_for_update(of=("self",)).select_related("event").get(pk=registration.pk)
    given = player.penalties.count()
    if seen is not None and given != seen:
        raise ApplicationError(_say_stale(player, given, seen, what), code="stale")
    penalty = Penalty.objects.create(
        registration=player, list=entry, kind=kind, infraction=what, reason=why, by=actor, at=now
    )
    after = {"penalty": penalty.pk, "kind": kind, "list": entry.pk if entry else None}
    log.record(player.event, actor, "penalty-given", f"registration:{player.number}", after=after)
    return penalty


def _say_stale(player: Registration, given: int, seen: int, infraction: str) -> str:
    """That a player has other penalties than a judge saw, with the newest one beside the judge's own."""
    newest = player.penalties.order_by("at", "pk").last()
    said = f"This player now has {'1 penalty' if given == 1 else f'{given} penalties'}; you saw {seen}. "
    if newest is None:
        return f"{said}Yours is for “{infraction}”."
    withdrawn = ", withdrawn" if newest.withdrawn_at else ""
    newest_kind = newest.get_kind_display().lower()
    return f"{said}The newest is {newest_kind} for “{newest.infraction}”{withdrawn}; yours is for “{infraction}”."


def is_withdrawer(asker: Asker, actor: int | None, penalty: Penalty) -> bool:
    """Whether somebody may withdraw a penalty: who gave it, the head judge and organizers; never one of their own."""
    own = asker.registration
    if own is not None and own.pk == penalty.registration_id:
        return False
    is_giver = actor is not None and penalty.by == actor and asker.may(Act.GIVE_PENALTIES)
    return is_giver or asker.may(Act.WITHDRAW_PENALTIES)


@transaction.atomic
def withdraw_penalty(penalty: Penalty, reason: str, actor: int, *, now: datetime) -> Penalty:
    """Withdraw a penalty: it stays, and counts no more.

    Raises InputError without a reason, and ApplicationError (`withdrawn`) where somebody has withdrawn it.
    """
    why = clean_text(reason, "reason", MAX_REASON, is_needed=True)
    player = (
        Registration.objects.select_for_update(of=("self",)).select_related("event").get(pk=penalty.registration_id)
    )
    held = Penalty.objects.select_for_update(of=("self",)).get(pk=penalty.pk)
    if held.withdrawn_at is not None:
        raise ApplicationError("Somebody has withdrawn this penalty already.", code="withdrawn")
    held.withdrawn_at, held.withdrawn_by, held.withdrawn_reason = now, actor, why
    held.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
    before = {"penalty": held.pk, "kind": held.kind, "list": held.list_id}
    log.record(player.event, actor, "penalty-withdrawn", f"registration:{player.number}", before=before)
    return held


def list_offers(
    version: ListVersion | None,
    outcome: str,
    findings: Sequence[ListFinding] | None,
    discrepancies: Sequence[str] = (),
) -> list[PenaltyOffer]:
    """The texts that are offered for a list: what a deck check found, late, replaced, illegal, unread lines. `findings`
    are None for who may not read the list; nothing is then told of its lines and cards."""
    if version is None:
        return []
    offers = []
    if discrepancies:
        said = to_sentence(f"Deck check: {'; '.join(discrepancies)}"[:MAX_REASON])
        offers.append(PenaltyOffer("check", "Deck differs from its list", said))
    if version.late_seconds:
        said = f"The list came {describe_duration(version.late_seconds)} after the deadline."
        offers.append(PenaltyOffer("late", "Late list", said))
    if version.source == ListVersion.Source.JUDGE:
        offers.append(PenaltyOffer("replaced", "List replaced", "A judge replaced the list after the lock."))
    if outcome == ILLEGAL:
        first = next((each for each in findings or () if each.is_error), None)
        offers.append(
            PenaltyOffer("illegal", "Illegal list", to_sentence(first.message if first else "the list is illegal"))
        )
    if version.unread and findings is not None:
        said = f"{quantity(version.unread, 'line')} of the list {'names' if version.unread == 1 else 'name'} no card."
        offers.append(PenaltyOffer("unread", "Unclear list", said))
    return offers
