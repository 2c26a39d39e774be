"""Registrations of events over HTTP: all for the desk, one's own for players, by the account of the token."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import StoredListView, StoredView, created_response, describe_answer, read, require_user
from vsdb.api.errors import ErrorShape, build_error_body
from vsdb.api.parameters import path_parameter, query_parameter
from vsdb.api.shapes import OPTIONAL, Choice, Flag, Link, Moment, Number, Shape, StrictShape, Text
from vsdb.core.requests import read_choice
from vsdb.events import clock
from vsdb.events.access import Act, Asker
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.log import get_actor
from vsdb.events.models import Event, Registration
from vsdb.events.registration import selectors, services
from vsdb.events.registration.consents import Consents
from vsdb.events.registration.forms import STATE_CHOICES
from vsdb.events.registration.waiting import find_position, promote_waiting

_STATES = Registration.State.values
_PLAYER = path_parameter("player", "The registration’s id.", int)
_ONE = [EVENT, _PLAYER]
_LIST = [
    EVENT,
    query_parameter("q", "A part of a name, a number or a table."),
    query_parameter("state", "Only registrations in this state.", enum=_STATES),
    query_parameter("page", "The page, from 1.", int),
    query_parameter("page_size", "Rows a page.", int),
]
_REFUSED = (400, 401, 403, 404, 409)


class RegistrationShape(Shape):
    """A player of an event."""

    id = Number("The registration’s id, of which its addresses are made.", source="pk")
    number = Number("The player’s number at the event.")
    shown_name = Text("What everybody sees; it may be an alias.")
    sort_name = Text("The name for sorting; may be empty.")
    email = Text(
        "The email address; empty for who may not see it.", of=lambda row: str(row.__dict__.get("shown_email", ""))
    )
    external_id = Text("The id by which imports match; may be empty.")
    has_account = Flag("Whether the player has an account here.", of=lambda row: row.user_id is not None)
    state = Choice("The state.", _STATES)
    table = Number("The table; null: none.", allow_null=True)
    is_in_cut = Flag("Whether the player is in the cut.")
    offered_until = Moment("Until when a place is offered; null: none is.", allow_null=True)
    registered = Moment("When the player registered.")
    edition = Number("Counts changes; send it back with a change.")
    api = Link("Its path in this API.", "api:event-registration", "event_id", "pk")


class RegistrationInFullShape(RegistrationShape):
    """One registration."""

    position = Number("The place on the waiting list, from 1; null: not on it.", of=find_position, allow_null=True)
    code = Text(
        "The code of a player without an account, in the answer that makes it; else empty.",
        of=lambda row: str(row.__dict__.get("shown_code", "")),
    )


class StaleRegistrationShape(ErrorShape):
    """Somebody else has changed the registration since; or another refusal, without `current`."""

    current = RegistrationInFullShape.one("The registration as it is now.", required=False)


class NewRegistrationShape(StrictShape):
    """Who registers. Without `walk_in` it is the account of the token."""

    shown_name = Text("The name that everybody sees.", max_length=80)
    sort_name = Text("The name for sorting.", max_length=120, allow_blank=True, default="")
    agrees_to_disclosure = Flag("Agree to who reads the lists, as the event says now.", default=False)
    may_publish = Flag("Agree that lists are published after the event.", default=False)
    may_be_named = Flag("Agree that published lists show the name.", default=False)
    walk_in = Flag("Register somebody else; for organizers.", default=False)
    email = Text("Of a walk-in; an account has its own.", max_length=254, allow_blank=True, default="")
    external_id = Text("Of a walk-in: the id by which imports match.", max_length=80, allow_blank=True, default="")
    table = Number("Of a walk-in.", **OPTIONAL)
    over_capacity = Flag("Confirm a walk-in even if all places are taken.", default=False)


class PlaceShape(StrictShape):
    """What staff sets of a registration; what is left out stays."""

    state = Choice("The state.", [value.value for value, _ in STATE_CHOICES], required=False)
    table = Number("The table; null: none.", **OPTIONAL)
    is_in_cut = Flag("Whether the player is in the cut.", required=False)
    over_capacity = Flag("Confirm even if all places are taken.", default=False)
    edition = Number("The edition that the change is based on; another one answers 409.", required=False)


class ConfirmationShape(StrictShape):
    """How a registration is confirmed."""

    over_capacity = Flag("Confirm even if all places are taken; for organizers.", default=False)


class Registrations(StoredListView):
    """The registrations of an event."""

    parameters = ("page", "page_size", "q", "state")

    @describe_answer(RegistrationShape(many=True), 400, 404, parameters=_LIST)
    def get(self, request: Request, event: int) -> Response:
        """List the registrations, by name: all for those who work at the event, their own for players."""
        found, asker = open_event(request, event)
        promote_waiting(found, clock.get_now())
        state = read_choice(request.query_params, "state", _STATES)
        rows = selectors.list_players(found, request.query_params.get("q", ""), state)
        if not asker.may(Act.SEE_DESK):
            if asker.registration is None:
                raise Http404
            rows = rows.filter(pk=asker.registration.pk)
        return self.page(rows, RegistrationShape, lambda page: _mark(page, asker))

    @describe_answer(RegistrationInFullShape, *_REFUSED, status=201, takes=NewRegistrationShape, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Register oneself, or as an organizer a walk-in, whose code is in the answer."""
        now = clock.get_now()
        user = require_user(request)
        given = read(NewRegistrationShape, request)
        is_walk_in = given["walk_in"]
        found, asker = open_event(request, event, Act.REGISTER_OTHERS if is_walk_in else None)
        names: dict[str, Any] = {name: given[name] for name in ("shown_name", "sort_name")}
        if is_walk_in:
            names |= {name: given.get(name) for name in ("email", "external_id", "table", "over_capacity")}
            player, code = services.register(found, **names, actor=get_actor(found, user=user), now=now)
        else:
            agreed = Consents(given["agrees_to_disclosure"], given["may_publish"], given["may_be_named"])
            names["email"] = getattr(request.user, "email", "")
            player, code = services.register(found, **names, user=user, consents=agreed, now=now)
        return created_response(_show(player, asker, code=code))


class OneRegistration(StoredView):
    """A registration."""

    @describe_answer(RegistrationInFullShape, 404, parameters=_ONE)
    def get(self, request: Request, event: int, player: int) -> Response:
        """Give a registration, to those who work at the event and to its player."""
        found, asker = open_event(request, event)
        promote_waiting(found, clock.get_now())
        return Response(_show(_find(found, asker, player, Act.SEE_DESK), asker))

    @describe_answer(
        RegistrationInFullShape,
        *(400, 401, 403, 404),
        takes=PlaceShape,
        parameters=_ONE,
        errors={409: StaleRegistrationShape},
    )
    def patch(self, request: Request, event: int, player: int) -> Response:
        """Set state, table and cut of a registration."""
        now = clock.get_now()
        found, asker = open_event(request, event, Act.SET_TABLES)
        own = selectors.find_player(found, player)
        given = read(PlaceShape, request)
        placed = {name: given.get(name, getattr(own, name)) for name in ("state", "table", "is_in_cut")}
        more = {"over_capacity": given["over_capacity"], "edition": given.get("edition")}
        try:
            own = services.set_place(found, own, get_actor(found, user=asker.user), now, **placed, **more)
        except services.StaleEditionError as stale:
            current = _show(stale.current, asker)
            return Response({**build_error_body(stale.code, stale.message), "current": current}, status=409)
        return Response(_show(own, asker))


class Withdrawal(StoredView):
    """A registration is withdrawn."""

    @describe_answer(RegistrationInFullShape, *_REFUSED, takes=None, parameters=_ONE)
    def post(self, request: Request, event: int, player: int) -> Response:
        """Withdraw, or drop once the event runs: oneself, or as staff anybody. It declines an offered place, too."""
        now = clock.get_now()
        found, asker = open_event(request, event)
        own = _find(found, asker, player, Act.SET_TABLES)
        return Response(_show(services.withdraw(found, own, get_actor(found, user=asker.user), now), asker))


class Confirmation(StoredView):
    """A registration is confirmed."""

    @describe_answer(RegistrationInFullShape, *_REFUSED, takes=ConfirmationShape, parameters=_ONE)
    def post(self, request: Request, event: int, player: int) -> Response:
        """Accept the place that is offered to oneself, or as staff confirm anybody."""
        now = clock.get_now()
        found, asker = open_event(request, event)
        own = _find(found, asker, player, Act.SET_TABLES)
        actor = get_actor(found, user=asker.user)
        if asker.may(Act.SET_TABLES):
            over = read(ConfirmationShape, request)["over_capacity"]
            return Response(_show(services.confirm(found, own, actor, now, over_capacity=over), asker))
        return Response(_show(services.accept_offer(found, own, actor, now), asker))


def _find(event: Event, asker: Asker, key: int, act: Act) -> Registration:
    """The registration of that number, for who may do this and for its player. Raises Http404."""
    player = selectors.find_player(event, key)
    own = asker.registration
    if not asker.may(act) and (own is None or own.pk != player.pk):
        raise Http404
    return player


def _show(player: Registration, asker: Asker, *, code: str = "") -> dict[str, Any]:
    """A registration as whoever asks sees it."""
    (marked,) = _mark([player], asker)
    marked.__dict__["shown_code"] = code
    answer: dict[str, Any] = RegistrationInFullShape(marked).data
    return answer


def _mark(players: Iterable[Registration], asker: Asker) -> list[Registration]:
    """Registrations with the addresses that whoever asks may see."""
    found = list(players)
    for each in found:
        own = asker.user is not None and each.user_id == asker.user
        each.__dict__["shown_email"] = each.email if own or asker.may(Act.EXPORT_EMAILS) else ""
    return found
