"""Who may do what at an event: one table for pages and API. What isn't somebody's to see is absent: 404."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from vsdb.core.sealed_fields import read_word
from vsdb.events import clock
from vsdb.events.models import Event, EventList, Registration, Role, RoundTable

_ENTRIES = "event_entries"  #: the session's word for registrations whose code the browser has given, by event

ORGANIZERS = frozenset((Role.Name.HEAD_ORGANIZER, Role.Name.ORGANIZER))
JUDGES = frozenset((Role.Name.HEAD_JUDGE, Role.Name.JUDGE))
HEAD_ORGANIZER = frozenset((Role.Name.HEAD_ORGANIZER,))
HEAD_JUDGE = frozenset((Role.Name.HEAD_JUDGE,))
SCOREKEEPER = frozenset((Role.Name.SCOREKEEPER,))


class Act(Enum):
    """What somebody may do at an event by a role."""

    SEE_DESK = "see the desk"
    EDIT_EVENT = "edit the event, its dates and its disclosure; move it, copy it, extend its deadlines"
    GIVE_ROLES = "give and take roles, and hand the event over"
    REOPEN_EVENT = "have an event that is over run again"
    REGISTER_OTHERS = "register and withdraw anybody"
    SET_TABLES = "set registrations’ state and table, rounds and seats; print slips"
    SEE_LIST_STATES = "see which lists there are, and their outcome"
    READ_LOCKED_LISTS = "read locked lists"
    SUBMIT_FOR_OTHERS = "submit lists for walk-ins before the lock"
    REOPEN_LISTS = "open lists again, and accept late ones"
    RULE = "rule on a finding of a list"
    RULE_EVENT_WIDE = "rule on a finding for all lists, overrule an illegal one, adopt a later verdict"
    REPLACE_LISTS = "replace locked lists"
    GIVE_PENALTIES = "give penalties, and withdraw one’s own"
    SEE_PENALTIES = "see penalties"
    WITHDRAW_PENALTIES = "withdraw the penalties of other judges"
    CHECK_DECKS = "check decks, and note something of a player"
    TAKE_ALONG = "take the event along on a device"
    REVOKE_DEVICES = "see and revoke the devices of others"
    READ_LOG = "read the whole log"
    EXPORT_EMAILS = "export players with their addresses, and the whole event"
    PUBLISH = "publish the lists of those who agreed"
    MAIL_PLAYERS = "send players a message"


#: Roles by what they may do (the permission table of docs/events.md).
TABLE: Mapping[Act, frozenset[Role.Name]] = {
    Act.SEE_DESK: ORGANIZERS | JUDGES | SCOREKEEPER,
    Act.EDIT_EVENT: ORGANIZERS,
    Act.GIVE_ROLES: HEAD_ORGANIZER,
    Act.REOPEN_EVENT: HEAD_ORGANIZER,
    Act.REGISTER_OTHERS: ORGANIZERS,
    Act.SET_TABLES: ORGANIZERS | SCOREKEEPER,
    Act.SEE_LIST_STATES: ORGANIZERS | JUDGES,
    Act.READ_LOCKED_LISTS: ORGANIZERS | JUDGES,
    Act.SUBMIT_FOR_OTHERS: ORGANIZERS,
    Act.REOPEN_LISTS: ORGANIZERS | HEAD_JUDGE,
    Act.RULE: JUDGES,
    Act.RULE_EVENT_WIDE: HEAD_JUDGE,
    Act.REPLACE_LISTS: HEAD_JUDGE,
    Act.GIVE_PENALTIES: JUDGES,
    Act.SEE_PENALTIES: ORGANIZERS | JUDGES,
    Act.WITHDRAW_PENALTIES: ORGANIZERS | HEAD_JUDGE,
    Act.CHECK_DECKS: JUDGES,
    Act.TAKE_ALONG: ORGANIZERS | JUDGES,
    Act.REVOKE_DEVICES: ORGANIZERS | HEAD_JUDGE,
    Act.READ_LOG: ORGANIZERS | JUDGES,
    Act.EXPORT_EMAILS: ORGANIZERS,
    Act.PUBLISH: ORGANIZERS,
    Act.MAIL_PLAYERS: ORGANIZERS | JUDGES,
}


@dataclass(frozen=True)
class Asker:
    """Who asks about an event: an account, or a browser that has given a registration's code; with what it is there."""

    user: int | None = None
    roles: frozenset[str] = frozenset()
    registration: Registration | None = field(default=None, compare=False)

    def may(self, act: Act) -> bool:
        """Whether a role of theirs allows it."""
        return not self.roles.isdisjoint(TABLE[act])

    @property
    def plays(self) -> bool:
        """Whether they have a registration here that isn't withdrawn."""
        return self.registration is not None and self.registration.state != Registration.State.WITHDRAWN


def find_asker(event: Event, user: int | None, entered: int | None = None) -> Asker:
    """Who asks, by account and by the registration whose code was given. At most two queries; none for a stranger."""
    roles: frozenset[str] = frozenset()
    own = None
    if user is not None:
        held = Role.objects.filter(event=event, user=user, revoked_at=None)
        roles = frozenset(held.values_list("name", flat=True))
        own = Registration.objects.filter(event=event, user=user).first()
    if own is None and entered is not None:
        own = Registration.objects.filter(event=event, pk=entered, user=None).first()
    return Asker(user, roles, own)


def get_asker(request: HttpRequest, event: Event) -> Asker:
    """Who sends a request to a page; one without a session's cookie is a stranger's."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return Asker()
    user = request.user.pk if request.user.is_authenticated else None
    entered, mark = request.session.get(_ENTRIES, {}).get(str(event.pk), (None, ""))
    asker = find_asker(event, user, entered)
    own = asker.registration
    if own is not None and own.user_id is None and not constant_time_compare(mark, _mark_code(own)):
        return replace(asker, registration=None)
    return asker


def _mark_code(registration: Registration) -> str:
    """What a browser keeps of the code that it gave: with a new code it opens nothing any more."""
    return salted_hmac("vsdb.events.access", read_word(registration, "code"), algorithm="sha256").hexdigest()[:32]


def remember_entry(request: HttpRequest, registration: Registration) -> None:
    """The browser keeps that it has given the code of a registration, of the newest fifty events."""
    others = {
        key: value for key, value in request.session.get(_ENTRIES, {}).items() if key != str(registration.event_id)
    }
    entry = (registration.pk, _mark_code(registration))
    request.session[_ENTRIES] = dict([*others.items(), (str(registration.event_id), entry)][-50:])


def list_entered(request: HttpRequest) -> list[int]:
    """The registrations whose codes the browser has given."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return []
    return [registration for registration, _ in request.session.get(_ENTRIES, {}).values()]


def is_visible(event: Event, asker: Asker) -> bool:
    """Whether an event exists for somebody: a draft and a sample do only for those who work at it."""
    is_public = event.stage != Event.Stage.DRAFT and not event.is_sample
    return is_public or asker.may(Act.SEE_DESK)


def open_event(request: HttpRequest, number: int, act: Act | None = None) -> tuple[Event, Asker]:
    """The event of an address, and who asks. Raises Http404 where it is absent for them, or the act isn't theirs."""
    event = Event.objects.select_related("game").filter(pk=number).first()
    if event is None:
        raise Http404
    asker = get_asker(request, event)
    if not is_visible(event, asker) or (act is not None and not asker.may(act)):
        raise Http404
    return event, asker


def open_own(request: HttpRequest, number: int) -> tuple[Event, Asker, Registration]:
    """The event of an address with the registration of who asks. Raises Http404 where they have none."""
    event, asker = open_event(request, number)
    if asker.registration is None:
        raise Http404
    return event, asker, asker.registration


def find_list(event: Event, number: int) -> EventList:
    """The list of that number of this event, with its registration and current version. Raises Http404."""
    found = EventList.objects.select_related("registration", "current").filter(event=event, pk=number).first()
    if found is None:
        raise Http404
    return found


def may_read_list(event: Event, asker: Asker, entry: EventList, now: datetime) -> bool:
    """Whether somebody may read the cards of the current version of a list now.

    One's own always. Whoever plays reads nobody else's by a role before the event is over. By a role: locked lists;
    before the lock the draft of who asks the desk. Others as the event and the player's consent disclose it.
    """
    own = asker.registration
    if own is not None and entry.registration_id == own.pk:
        return True
    by_role = asker.may(Act.READ_LOCKED_LISTS) and not (asker.plays and event.stage != Event.Stage.OVER)
    if by_role and (clock.is_locked(event, entry.registration, now) or entry.registration.asks_desk):
        return True
    return is_disclosed_to(event, asker, entry.registration, now)


@dataclass(frozen=True, slots=True)
class DisclosureFacts:
    """What the disclosure to somebody follows from for all players: whether its moment is there, and against whom they
    play in the newest round."""

    is_due: bool
    opponents: frozenset[int] = frozenset()


def find_disclosure_facts(event: Event, asker: Asker, now: datetime) -> DisclosureFacts:
    """What many calls of `is_disclosed_to` need; at most three queries."""
    own = asker.registration if asker.plays else None
    return DisclosureFacts(is_disclosure_due(event, now), _find_opponents(event, own) if own else frozenset())


def is_disclosed_to(
    event: Event, asker: Asker, player: Registration, now: datetime, facts: DisclosureFacts | None = None
) -> bool:
    """Whether the event's disclosure, as far as the player has agreed to it, shows a player's lists to somebody; no
    query where the facts are given."""
    if player.state == Registration.State.WITHDRAWN or not clock.is_locked(event, player, now):
        return False
    level = min(event.disclosure, player.agreed_disclosure, key=LEVELS.index)
    if level == Event.Disclosure.NOBODY or not (facts.is_due if facts else is_disclosure_due(event, now)):
        return False
    if not _is_as_late(event, player) or now < _get_agreed_date(player, now):
        return False
    if level == Event.Disclosure.EVERYBODY:
        return True
    own = asker.registration
    if own is None or not asker.plays:
        return False
    if level == Event.Disclosure.PARTICIPANTS:
        return True
    if level == Event.Disclosure.CUT and own.is_in_cut and player.is_in_cut:
        return True
    return player.pk in (facts.opponents if facts else _find_opponents(event, own))


#: From the narrowest to the widest; each includes those before it.
LEVELS = [each.value for each in Event.Disclosure]
#: From the earliest to the latest moment.
MOMENTS = [Event.DisclosedFrom.LOCK, Event.DisclosedFrom.ROUND, Event.DisclosedFrom.CUT, Event.DisclosedFrom.OVER]


def is_disclosure_due(event: Event, now: datetime) -> bool:
    """Whether the moment of disclosure is there."""
    begun: Mapping[str, Any] = {
        Event.DisclosedFrom.LOCK: now > clock.get_lock(event),
        Event.DisclosedFrom.CUT: event.cut_at is not None and event.cut_at <= now,
        Event.DisclosedFrom.OVER: event.stage == Event.Stage.OVER,
        Event.DisclosedFrom.DATE: event.disclosed_at is not None and event.disclosed_at <= now,
    }
    if event.disclosed_from == Event.DisclosedFrom.ROUND:
        return event.rounds.filter(number__gte=event.disclosed_round or 1).exists()
    return bool(begun[event.disclosed_from])


def _is_as_late(event: Event, player: Registration) -> bool:
    """Whether the event discloses no earlier than the player has agreed to; between a date and another moment that is
    known only once it is over."""
    if event.stage == Event.Stage.OVER:
        return True
    if event.disclosed_from == player.agreed_from:
        return _begins_as_late(event, player)
    if Event.DisclosedFrom.DATE in (event.disclosed_from, player.agreed_from):
        return False
    return MOMENTS.index(Event.DisclosedFrom(event.disclosed_from)) >= MOMENTS.index(
        Event.DisclosedFrom(player.agreed_from)
    )


def _begins_as_late(event: Event, player: Registration) -> bool:
    """Whether the round or the date from which the event discloses is no earlier than the one agreed to, if that was
    kept with the consent."""
    agreed: Mapping[str, Any] = next((row for row in reversed(player.consents) if row["what"] == "disclosure"), {})
    if event.disclosed_from == Event.DisclosedFrom.ROUND:
        return (event.disclosed_round or 1) >= (agreed.get("round") or 1)
    if event.disclosed_from == Event.DisclosedFrom.DATE and agreed.get("date") and event.disclosed_at:
        return event.disclosed_at >= datetime.fromisoformat(agreed["date"])
    return True


def _get_agreed_date(player: Registration, now: datetime) -> datetime:
    """The date before which a player has agreed to no disclosure, whatever the event says since; else `now`."""
    agreed: Mapping[str, Any] = next((row for row in reversed(player.consents) if row["what"] == "disclosure"), {})
    is_dated = player.agreed_from == Event.DisclosedFrom.DATE and agreed.get("date")
    return datetime.fromisoformat(agreed["date"]) if is_dated else now


def is_covered(event: Event, player: Registration) -> bool:
    """Whether a player has agreed to all that the event discloses now."""
    level, agreed = LEVELS.index(event.disclosure), LEVELS.index(player.agreed_disclosure)
    return event.disclosure == Event.Disclosure.NOBODY or (level <= agreed and _is_as_late(event, player))


def _find_opponents(event: Event, player: Registration) -> frozenset[int]:
    """Whom a player meets in the newest round; at most two queries."""
    newest = event.rounds.order_by("-number").first()
    if newest is None:
        return frozenset()
    pairs: Iterable[tuple[int, int | None]] = RoundTable.objects.filter(round=newest).values_list("first", "second")
    met = {other for pair in pairs if player.pk in pair for other in pair if other is not None}
    return frozenset(met - {player.pk})
