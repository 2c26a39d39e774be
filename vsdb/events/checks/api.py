"""Deck checks, devices, packages, sync, conflicts, notes and rounds over HTTP."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import StoredListView, StoredView, created_response, describe_answer, read
from vsdb.api.parameters import path_parameter, query_parameter
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.checks import api_shapes as shapes
from vsdb.events.checks import devices, selectors, services, settling
from vsdb.events.checks.access import find_own_check, find_own_list
from vsdb.events.checks.device_views import find_conflict, list_conflict_rows, show_device, take_package, take_sent
from vsdb.events.checks.lines import find_lines, list_sections
from vsdb.events.checks.notes import write_note
from vsdb.events.checks.picking import pick_at_random, pick_lists
from vsdb.events.lists.desk_services import record_reading
from vsdb.events.models import DeckCheck, Event, Registration
from vsdb.events.registration.selectors import find_player
from vsdb.events.triage.loading import reads_no_list
from vsdb.events.triage.selectors import find_own_list as find_players_list

_REFUSED = (400, 401, 403, 404, 409)
_PAGES = (query_parameter("page", "The page, from 1.", int), query_parameter("page_size", "Rows a page.", int))
_CHECK = path_parameter("check", "The check’s number.", int)
_DEVICE = path_parameter("device", "The device’s number.", int)
_ITEM = path_parameter("item", "The conflict’s number.", int)
_PLAYER = path_parameter("player", "The registration’s id.", int)
_QUERY = query_parameter("q", "A part of a name, or set and number of a card in any language.")
_KEY = query_parameter("device", "The device’s key.")


def open_checks(request: Request, number: int) -> tuple[Event, Asker]:
    """The event of an address for who checks decks there. Raises Http404 for others."""
    event, asker = open_event(request, number, Act.CHECK_DECKS)
    if reads_no_list(event, asker):
        raise Http404
    return event, asker


def _tell(event: Event, check: DeckCheck) -> dict[str, Any]:
    """A check as it is now."""
    held = selectors.find_check(event, check.pk)
    return dict(shapes.DeckCheckShape(selectors.describe_check(event, held, clock.get_now())).data)


class Checks(StoredListView):
    """The deck checks of an event."""

    @describe_answer(shapes.CheckSummaryShape(many=True), 404, parameters=[EVENT, *_PAGES])
    def get(self, request: Request, event: int) -> Response:
        """List the deck checks, the newest first, for judges who don’t play."""
        found, _ = open_checks(request, event)
        now = clock.get_now()
        checks = selectors.list_checks(found)
        return self.page(checks, shapes.CheckSummaryShape, lambda page: selectors.describe_checks(found, page, now))

    @describe_answer(shapes.DeckCheckShape, *_REFUSED, status=201, takes=shapes.NewCheckShape, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Begin to check a list, or join its open check. There is one open check a list."""
        found, asker = open_checks(request, event)
        now, sent = clock.get_now(), read(shapes.NewCheckShape, request)
        entry = find_own_list(found, asker, sent["list"], now)
        actor = log.get_actor(found, user=asker.user)
        check, _ = services.start_check(found, entry, actor=actor, now=now, kind=sent["kind"], table=sent.get("table"))
        record_reading(found, entry, actor, now)
        return created_response(_tell(found, check))


class CheckCoverage(StoredView):
    """How far the deck checks are."""

    @describe_answer(shapes.CheckCoverageShape, 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """Return how many lists are checked, and how many the event wants."""
        found, _ = open_checks(request, event)
        return Response(shapes.CheckCoverageShape(selectors.measure_coverage(found, clock.get_now())).data)


class CheckPick(StoredView):
    """Lists are picked to be checked."""

    @describe_answer(shapes.PickedShape, *_REFUSED, takes=shapes.PickShape, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Pick lists. A random pick never names a checked list while there are others; the log has its seed."""
        found, asker = open_checks(request, event)
        now, sent = clock.get_now(), read(shapes.PickShape, request)
        if sent["how"] in ("random", "cut"):
            actor = log.get_actor(found, user=asker.user)
            lists = pick_at_random(found, actor, now, in_cut=sent["how"] == "cut", count=sent["count"])
        else:
            lists = pick_lists(found, asker, sent["how"], sent["value"], now)
        return Response(shapes.PickedShape({"lists": lists}).data)


class OneCheck(StoredView):
    """A deck check."""

    @describe_answer(shapes.DeckCheckShape, 404, parameters=[EVENT, _CHECK])
    def get(self, request: Request, event: int, check: int) -> Response:
        """Return a deck check, to judges who don’t play, and to its player once it has ended."""
        found, asker = open_event(request, event)
        return Response(_tell(found, find_own_check(found, asker, check)))


class CheckCards(StoredView):
    """The cards of a check by words."""

    parameters = ("q",)

    @describe_answer(shapes.FoundCardsShape, 400, 404, parameters=[EVENT, _CHECK, _QUERY])
    def get(self, request: Request, event: int, check: int) -> Response:
        """Find the line that a card counts for, by name or by set and number, and cards that aren’t on the list."""
        found, _ = open_checks(request, event)
        held = selectors.find_check(found, check)
        lines = find_lines(held, selectors.get_catalog(found), request.query_params.get("q", ""))
        said = {
            "lines": [each["key"] for each in lines.lines],
            "others": lines.others,
            "sections": list_sections(found.game_id, held.kind, held.lines),
        }
        return Response(shapes.FoundCardsShape(said).data)


class CheckCounts(StoredView):
    """Counting in a check."""

    @describe_answer(shapes.DeckCheckShape, *_REFUSED, takes=shapes.DeltasShape, parameters=[EVENT, _CHECK])
    def post(self, request: Request, event: int, check: int) -> Response:
        """Add to what was counted, by key. What several judges count adds up."""
        found, asker = open_checks(request, event)
        held, sent = selectors.find_check(found, check), read(shapes.DeltasShape, request)
        actor = log.get_actor(found, user=asker.user)
        return Response(_tell(found, services.add_counts(found, held, sent["deltas"], actor=actor)))


class CheckJudges(StoredView):
    """Who counts in a check."""

    @describe_answer(shapes.DeckCheckShape, *_REFUSED, takes=shapes.JoinShape, parameters=[EVENT, _CHECK])
    def post(self, request: Request, event: int, check: int) -> Response:
        """Join an open check, or take it over."""
        found, asker = open_checks(request, event)
        held, sent = selectors.find_check(found, check), read(shapes.JoinShape, request)
        act = services.take_over if sent["take_over"] else services.join_check
        done = act(found, held, actor=log.get_actor(found, user=asker.user), now=clock.get_now())
        return Response(_tell(found, done))


class CheckEnd(StoredView):
    """Ending a check."""

    @describe_answer(shapes.DeckCheckShape, *_REFUSED, takes=shapes.CheckEndShape, parameters=[EVENT, _CHECK])
    def post(self, request: Request, event: int, check: int) -> Response:
        """End a check: it matches, it has discrepancies, or it is abandoned."""
        found, asker = open_checks(request, event)
        held, sent = selectors.find_check(found, check), read(shapes.CheckEndShape, request)
        actor = log.get_actor(found, user=asker.user)
        done = services.end_check(found, held, sent["result"], actor=actor, now=clock.get_now())
        return Response(_tell(found, done))


class Conflicts(StoredView):
    """What devices have sent that stands against something."""

    @describe_answer(shapes.ConflictShape(many=True), 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """List conflicts that nobody has settled, with both sides."""
        found, _ = open_checks(request, event)
        return Response(shapes.ConflictShape(list_conflict_rows(found), many=True).data)


class ConflictDecision(StoredView):
    """Settling a conflict."""

    @describe_answer(shapes.SettledShape, *_REFUSED, takes=shapes.SettlingShape, parameters=[EVENT, _ITEM])
    def post(self, request: Request, event: int, item: int) -> Response:
        """Keep one side of a conflict. The other side stays stored."""
        found, asker = open_checks(request, event)
        held, sent = find_conflict(found, item), read(shapes.SettlingShape, request)
        actor = log.get_actor(found, user=asker.user)
        done = settling.settle_conflict(found, held, sent["keep"], actor=actor, now=clock.get_now())
        return Response(shapes.SettledShape(done).data)


class Devices(StoredView):
    """The devices on which an event is."""

    @describe_answer(shapes.DeviceShape(many=True), 401, 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """List your devices; organizers and the head judge see all."""
        found, asker = open_event(request, event, Act.TAKE_ALONG)
        return Response(shapes.DeviceShape(devices.list_devices(found, asker), many=True).data)

    @describe_answer(shapes.AddedDeviceShape, *_REFUSED, status=201, takes=shapes.NewDeviceShape, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Add a device of yours. Its key is in the answer, once."""
        found, asker = open_event(request, event, Act.TAKE_ALONG)
        if not devices.may_take_along(found, asker):
            raise Http404
        sent, actor = read(shapes.NewDeviceShape, request), log.get_actor(found, user=asker.user)
        made = devices.add_device(found, asker, sent["name"], actor=actor, now=clock.get_now())
        return created_response(shapes.AddedDeviceShape(show_device(made)).data)


class OneDevice(StoredView):
    """A device."""

    @describe_answer(None, *_REFUSED, status=204, parameters=[EVENT, _DEVICE])
    def delete(self, request: Request, event: int, device: int) -> Response:
        """Revoke a device. It is wiped when it next makes contact."""
        found, asker = open_event(request, event, Act.TAKE_ALONG)
        held = devices.find_device(found, asker, device)
        devices.revoke_device(found, held, actor=log.get_actor(found, user=asker.user), now=clock.get_now())
        return Response(status=204)


class Package(StoredView):
    """An event to take along."""

    parameters = ("device",)

    @describe_answer(shapes.PackageShape, 400, 404, parameters=[EVENT, _KEY], errors={410: shapes.WipeShape})
    def get(self, request: Request, event: int) -> Response:
        """Return all that a judge needs without a network. A device that was revoked gets 410 and wipes itself."""
        found, asker = open_event(request, event)
        said, status = take_package(found, asker, request.query_params.get("device"), clock.get_now())
        return Response(said, status=status)


class Sync(StoredView):
    """What was done without a network."""

    @describe_answer(
        shapes.SyncedShape,
        *(400, 401, 403, 404, 413),
        takes=shapes.SyncShape,
        parameters=[EVENT],
        errors={410: shapes.WipeShape},
    )
    def post(self, request: Request, event: int) -> Response:
        """Take in what a device sends: each item once for its nonce, however often it comes."""
        found, asker = open_event(request, event)
        said, status = take_sent(found, asker, request.data, clock.get_now())
        return Response(said, status=status)


class PlayerNotes(StoredListView):
    """Judges’ notes of a player."""

    @describe_answer(shapes.JudgeNoteShape(many=True), 404, parameters=[EVENT, _PLAYER, *_PAGES])
    def get(self, request: Request, event: int, player: int) -> Response:
        """List what judges have noted of a player, the newest first."""
        found, who = _open_notes(request, event, player)
        return self.page(selectors.list_notes(found, who), shapes.JudgeNoteShape, lambda page: _name_notes(found, page))

    @describe_answer(
        shapes.JudgeNoteShape, *_REFUSED, status=201, takes=shapes.NewNoteShape, parameters=[EVENT, _PLAYER]
    )
    def post(self, request: Request, event: int, player: int) -> Response:
        """Note something of a player, for judges."""
        found, who = _open_notes(request, event, player)
        sent, asker = read(shapes.NewNoteShape, request), open_checks(request, event)[1]
        entry, actor = find_players_list(who, sent.get("list")), log.get_actor(found, user=asker.user)
        made = write_note(found, who, sent["text"], actor=actor, at=clock.get_now(), entry=entry)
        return created_response(shapes.JudgeNoteShape(_name_notes(found, [made])[0]).data)


def _open_notes(request: Request, event: int, player: int) -> tuple[Event, Registration]:
    found, asker = open_checks(request, event)
    who = find_player(found, player)
    if asker.registration is not None and asker.registration.pk == who.pk:
        raise Http404
    return found, who


def _name_notes(event: Event, notes: Any) -> list[Any]:
    """Notes with the names of their judges. One query."""
    rows = list(notes)
    names = selectors.name_judges(event, [each.by for each in rows])
    for each in rows:
        each.__dict__["by_name"] = names.get(each.by, "")
    return rows


class Rounds(StoredView):
    """The rounds of an event."""

    @describe_answer(shapes.EventRoundShape(many=True), 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """List the rounds with their tables, the newest first, for those who work at the event."""
        found, _ = open_event(request, event, Act.SEE_DESK)
        rounds = found.rounds.prefetch_related("tables__first", "tables__second").order_by("-number")
        return Response(shapes.EventRoundShape(rounds, many=True).data)
