"""Events over HTTP: read by everybody, made and changed with a token of an account that has the role for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ErrorDetail, NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import (
    StoredListView,
    StoredView,
    created_response,
    describe_answer,
    read,
    require_user,
    viewer_of_request,
)
from vsdb.api.errors import build_error_body
from vsdb.api.parameters import OF_GAME, path_parameter, query_parameter, read_mine_parameter
from vsdb.events import clock
from vsdb.events.access import Act
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.models import Event
from vsdb.events.planning import desk, roles, selectors, services, stages
from vsdb.events.planning.api_shapes import (
    ChangedEventShape,
    CopiedEventShape,
    DeskShape,
    EventInFullShape,
    EventShape,
    ExtensionShape,
    NewEventShape,
    NewRoleShape,
    PersonShape,
    RoleShape,
    SentStageShape,
    StaleEventShape,
    form_data,
    sent_to_form,
)
from vsdb.events.planning.forms import EventForm, describe_event, suggest_event
from vsdb.events.planning.selectors import EventFilter

_REFUSED = (400, 401, 403, 404, 409)
_MINE = query_parameter("mine", "True: only events you work at or play in; needs a token.", bool)
_WHEN = query_parameter("when", "Coming and running events, or past ones. Default: coming.", enum=["coming", "past"])
_FORMAT = query_parameter("format", "The slug of a format.")
_ROLE = path_parameter("role", "The role’s number.", int)


class Events(StoredListView):
    """Events."""

    parameters = ("game", "format", "when", "mine", "page", "page_size")

    @describe_answer(EventShape(many=True), 400, 401, parameters=[OF_GAME, _FORMAT, _WHEN, _MINE])
    def get(self, request: Request) -> Response:
        """List announced and running events, the next one first; past ones, the last one first; or your own."""
        now, words, user = clock.get_now(), request.query_params, viewer_of_request(request).user
        is_mine, when = read_mine_parameter(request), words.get("when", "coming")
        if when not in ("coming", "past"):
            raise ValidationError({"when": f"{when[:40]!r} is not valid. Use coming or past."})
        if is_mine and user is None:
            raise NotAuthenticated("Listing your own events needs your token.")
        if is_mine:
            return self.page([each.event for each in selectors.list_own_events(user, now=now)], EventShape)
        narrowing = EventFilter(words.get("game", ""), words.get("format", "")[:80], when == "past")
        return self.page(selectors.list_public_events(narrowing, now), EventShape)

    @describe_answer(EventInFullShape, *_REFUSED, status=201, takes=NewEventShape)
    def post(self, request: Request) -> Response:
        """Create an event as a draft that you organize. Times are local times of its zone, or have an offset."""
        user, now = require_user(request), clock.get_now()
        sent = read(NewEventShape, request)
        form = EventForm(form_data({**suggest_event(now), "grace_minutes": "0"}, sent_to_form(sent)))
        return created_response(tell(services.create_event(validate(form), user, now)))


class OneEvent(StoredView):
    """An event."""

    def handle_exception(self, exc: Exception) -> Response:
        """What stands against a change comes back with it."""
        if not isinstance(exc, services.StaleEvent):
            return super().handle_exception(exc)
        told = {"edition": exc.edition, "mine": dict(exc.mine), "theirs": dict(exc.theirs)}
        return Response({**build_error_body(exc.code, exc.message), **told}, status=409)

    @describe_answer(EventInFullShape, 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """Return an event. A draft is there only for those who work at it."""
        return Response(tell(open_event(request, event)[0]))

    @describe_answer(
        EventInFullShape,
        400,
        401,
        403,
        404,
        takes=ChangedEventShape,
        parameters=[EVENT],
        errors={409: StaleEventShape},
    )
    def patch(self, request: Request, event: int) -> Response:
        """Change an event. Parts you leave out stay. Players are told once when place, time or deadline move."""
        now = clock.get_now()
        found, _ = open_event(request, event, Act.EDIT_EVENT)
        user, sent = require_user(request), read(ChangedEventShape, request)
        edition = sent.pop("edition")
        form = EventForm(form_data(describe_event(found), sent_to_form(sent, found)), event=found)
        validate(form)
        services.change_event(form, found, edition, user, now)
        return Response(tell(found))


class EventDesk(StoredView):
    """The numbers of an event's desk."""

    @describe_answer(DeskShape, 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """Return how many players and lists there are by state, and what is due next."""
        now = clock.get_now()
        found, asker = open_event(request, event, Act.SEE_DESK)
        return Response(DeskShape(desk.load_desk(found, asker, now)).data)


class EventStage(StoredView):
    """The stage of an event."""

    @describe_answer(EventInFullShape, *_REFUSED, takes=SentStageShape, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Move an event to another stage. Returns 409 if lists are missing at the start, unless `confirm` is true."""
        now = clock.get_now()
        found, asker = open_event(request, event, Act.EDIT_EVENT)
        sent = read(SentStageShape, request)
        stages.move_event(found, sent["stage"], asker, now, is_confirmed=sent["confirm"], reason=sent["reason"])
        return Response(tell(found))


class EventCopy(StoredView):
    """A copy of an event."""

    @describe_answer(EventInFullShape, *_REFUSED, status=201, takes=CopiedEventShape, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Copy an event to days later, as a draft with its roles. Local times stay; one that doesn’t exist then, or
        exists twice, is refused: create the event with other times."""
        now = clock.get_now()
        found, _ = open_event(request, event, Act.EDIT_EVENT)
        days = read(CopiedEventShape, request)["days"]
        made, form = services.copy_event(found, require_user(request), now, days=days)
        if made is None:
            validate(form)
        return created_response(tell(made or found))


class EventDeadlines(StoredView):
    """The deadlines of an event."""

    @describe_answer(EventInFullShape, *_REFUSED, takes=ExtensionShape, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Move every deadline that hasn’t passed for good by some minutes."""
        now = clock.get_now()
        found, _ = open_event(request, event, Act.EDIT_EVENT)
        minutes = read(ExtensionShape, request)["minutes"]
        services.extend_deadlines(found, minutes, require_user(request), now)
        return Response(tell(found))


class EventRoles(StoredView):
    """The roles at an event."""

    @describe_answer(RoleShape(many=True), 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """List who has which role."""
        found, _ = open_event(request, event, Act.GIVE_ROLES)
        held = found.roles.filter(revoked_at=None).select_related("user").order_by("pk")
        return Response(RoleShape(held, many=True).data)

    @describe_answer(RoleShape, *_REFUSED, status=201, takes=NewRoleShape, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Give somebody a role."""
        now = clock.get_now()
        found, _ = open_event(request, event, Act.GIVE_ROLES)
        sent = read(NewRoleShape, request)
        given = roles.give_role(found, sent["user"], sent["role"], require_user(request), now)
        return created_response(RoleShape(given).data)


class OneEventRole(StoredView):
    """A role at an event."""

    @describe_answer(None, *_REFUSED, status=204, parameters=[EVENT, _ROLE])
    def delete(self, request: Request, event: int, role: int) -> Response:
        """Take a role away. The last head organizer’s stays until the event is handed over."""
        now = clock.get_now()
        found, _ = open_event(request, event, Act.GIVE_ROLES)
        roles.revoke_role(found, role, require_user(request), now)
        return Response(status=204)


class EventHandOver(StoredView):
    """The head organizer of an event."""

    @describe_answer(RoleShape, *_REFUSED, takes=PersonShape, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Make somebody else the head organizer. You stay as organizer."""
        now = clock.get_now()
        found, _ = open_event(request, event, Act.GIVE_ROLES)
        given = roles.hand_over(found, read(PersonShape, request)["user"], require_user(request), now)
        return Response(RoleShape(given).data)


class EventLeave(StoredView):
    """One's own roles at an event."""

    @describe_answer(None, *_REFUSED, status=204, takes=None, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Give up your roles. The last head organizer hands the event over first."""
        now = clock.get_now()
        found, _ = open_event(request, event, Act.SEE_DESK)
        roles.leave_event(found, require_user(request), now)
        return Response(status=204)


def validate(form: EventForm) -> Mapping[str, Any]:
    """The plan of a form. Raises ValidationError with what is wrong, by field."""
    if not form.is_valid():
        raise ValidationError(
            {
                name: [ErrorDetail(str(each), code=form.codes.get(name, "invalid")) for each in said]
                for name, said in form.errors.items()
            }
        )
    return form.plan


def tell(event: Event) -> dict[str, Any]:
    """An event in full."""
    return dict(EventInFullShape(event).data)
