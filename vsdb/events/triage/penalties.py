"""Penalties: judges give them by hand. The site offers a text for what it sees and gives none by itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.words import quantity, to_sentence
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
    version: ListVersion | None, outcome: str, findings: tuple[ListFinding, ...], *, is_readable: bool
) -> list[PenaltyOffer]:
    """The texts that are offered for a list: late, replaced, illegal, unread lines. Who may not read the list is told
    nothing of its lines and cards."""
    if version is None:
        return []
    offers = []
    if version.late_seconds:
        said = f"The list came {describe_seconds(version.late_seconds)} after the deadline."
        offers.append(PenaltyOffer("late", "Late list", said))
    if version.source == ListVersion.Source.JUDGE:
        offers.append(PenaltyOffer("replaced", "List replaced", "A judge replaced the list after the lock."))
    if outcome == "illegal":
        first = next((each for each in findings if each.is_error), None) if is_readable else None
        said = to_sentence(first.message) if first else "The list is illegal."
        offers.append(PenaltyOffer("illegal", "Illegal list", said))
    if version.unread and is_readable:
        said = f"{quantity(version.unread, 'line')} of the list {'names' if version.unread == 1 else 'name'} no card."
        offers.append(PenaltyOffer("unread", "Unclear list", said))
    return offers


def describe_seconds(seconds: int) -> str:
    """A length of time: `3 minutes 5 seconds`, `2 hours 10 minutes`."""
    hours, rest = divmod(seconds, 3_600)
    minutes, left = divmod(rest, 60)
    parts = ((hours, "hour"), (minutes, "minute"), (left if not hours else 0, "second"))
    return " ".join(quantity(number, noun) for number, noun in parts if number) or "0 seconds"
