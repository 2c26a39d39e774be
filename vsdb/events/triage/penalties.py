"""Penalties: judges give them by hand. The site offers a text for what it sees and gives none by itself."""

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
    """Give a player a penalty. `seen` is how many the player had as the judge saw it; None: whatever there are.

    Raises InputError, and ApplicationError (`stale`) where there are more by now, also where a form is sent twice.
    """
    if kind not in Penalty.Kind.values:
        raise InputError(f"{kind[:20]!r} is no penalty; use {', '.join(Penalty.Kind.values)}", place="kind")
    what = clean_text(infraction, "infraction", _MAX_INFRACTION, is_needed=True)
    why = clean_text(reason, "reason", MAX_REASON)
    player = Registration.objects.select_for_update(of=("self",)).select_related("event").get(pk=registration.pk)
    given = player.penalties.count()
    if seen is not None and given != seen:
        newest = player.penalties.latest("at", "pk")
        said = (
            f"This player now has {'1 penalty' if given == 1 else f'{given} penalties'}; you saw {seen}. "
            f"The newest is {newest.get_kind_display().lower()} for “{newest.infraction}”; yours is for “{what}”."
        )
        raise ApplicationError(said, code="stale")
    penalty = Penalty.objects.create(
        registration=player, list=entry, kind=kind, infraction=what, reason=why, by=actor, at=now
    )
    after = {"penalty": penalty.pk, "kind": kind, "list": entry.pk if entry else None}
    log.record(player.event, actor, "penalty-given", f"registration:{player.number}", after=after)
    return penalty


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
