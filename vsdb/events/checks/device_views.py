"""Devices with the package and what they send back, conflicts, and judges’ notes."""

from __future__ import annotations

import json
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import Catalog, InputError
from vsdb.accounts.offline_copies import name_account
from vsdb.core.errors import ApplicationError
from vsdb.core.read_only import is_refusing_writes
from vsdb.core.requests import drain, is_too_large
from vsdb.core.responses import build_permissions_policy, forbid_keeping
from vsdb.core.words import to_sentence
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.checks import devices, selectors, settling
from vsdb.events.checks.access import open_checks, refuse_staff
from vsdb.events.checks.lines import has_result, list_differences
from vsdb.events.checks.notes import MAX_TEXT, write_note
from vsdb.events.checks.package import build_package
from vsdb.events.checks.selectors import get_catalog, write_moment
from vsdb.events.checks.sync import take_items
from vsdb.events.checks.sync_shapes import SyncRequest, list_items, read_sent_at
from vsdb.events.models import DeckCheck, Device, Event, Penalty, SyncItem
from vsdb.events.registration.selectors import find_player
from vsdb.events.rendering import render_event

WIPE = {"wipe": True}


def open_devices(request: HttpRequest, number: int) -> tuple[Event, Asker]:
    """The event of an address for who may take it along, or may revoke devices. Raises Http404."""
    event, asker = open_event(request, number, Act.TAKE_ALONG)
    if not devices.may_take_along(event, asker) and not asker.may(Act.REVOKE_DEVICES):
        raise Http404
    return event, asker


@require_safe
def show_device_desk(request: HttpRequest, event: int) -> HttpResponse:
    """The desk from what is on the device. The page itself holds nothing of any list: its scripts read what was taken
    along, so that the browser can keep the page and show it without a network. Whoever isn't signed in is led to sign
    in, whether or not there is such an event."""
    if not request.user.is_authenticated:
        return forbid_keeping(redirect_to_login(request.get_full_path()))
    found, asker = open_event(request, event, Act.TAKE_ALONG)
    if not devices.may_take_along(found, asker):
        raise Http404
    answer = render_event(request, "events/checks/desk_device.html", found, asker, {"account": name_account(request)})
    answer.headers["Permissions-Policy"] = build_permissions_policy("camera")
    return answer


def show_device(device: Device) -> dict[str, Any]:
    """A new device with its key."""
    return {"id": device.pk, "key": device.key, "name": device.name, "added": write_moment(device.added)}


@require_http_methods(["GET", "HEAD", "POST"])
def show_devices(request: HttpRequest, event: int) -> HttpResponse:
    """The devices on which the event is: one's own, or for organizers and the head judge all; a POST adds one."""
    found, asker = open_devices(request, event)
    wants_json = request.headers.get("Accept", "").startswith("application/json")
    problem, status = "", HTTPStatus.OK
    if request.method == "POST":
        if not devices.may_take_along(found, asker):
            raise Http404
        actor, now = log.get_actor(found, user=asker.user), clock.get_now()
        try:
            made = devices.add_device(found, asker, request.POST.get("name", ""), actor=actor, now=now)
        except (InputError, ApplicationError) as error:
            problem = to_sentence(error.message)
            status = HTTPStatus.BAD_REQUEST if isinstance(error, InputError) else HTTPStatus.CONFLICT
            if wants_json:
                return _answer({"message": problem}, status)
        else:
            if wants_json:
                return _answer(show_device(made), HTTPStatus.CREATED)
            return forbid_keeping(redirect("events:devices", found.pk))
    context = {
        "devices": [
            {
                "device": each,
                "added": clock.describe_moment(each.added, found),
                "seen": clock.describe_moment(each.seen, found),
                "taken": clock.describe_moment(each.taken, found) if each.taken else "",
                "revoked": clock.describe_moment(each.revoked, found) if each.revoked else "",
            }
            for each in devices.list_devices(found, asker)
        ],
        "sees_all": asker.may(Act.REVOKE_DEVICES),
        "may_add": devices.may_take_along(found, asker),
        "expires": clock.describe_moment(devices.get_expiry(found), found),
        "problem": problem,
    }
    return render_event(request, "events/checks/devices.html", found, asker, context, status=status)


@require_POST
def revoke_device(request: HttpRequest, event: int, device: int) -> HttpResponse:
    """Revoke a device of one's own, or as organizer or head judge of anybody."""
    found, asker = open_devices(request, event)
    held = devices.find_device(found, asker, device)
    devices.revoke_device(found, held, actor=log.get_actor(found, user=asker.user), now=clock.get_now())
    messages.success(request, f"{held.name} is revoked. It is wiped when it next reaches this site.")
    return forbid_keeping(redirect("events:devices", found.pk))


@require_safe
def send_package(request: HttpRequest, event: int) -> HttpResponse:
    """The package of the event for a device; 410 for one that was revoked."""
    found, asker = open_event(request, event)
    now = clock.get_now()
    try:
        said, status = take_package(found, asker, request.GET.get("device"), now)
    except InputError as error:
        return _answer({"code": error.code, "message": to_sentence(error.message)}, HTTPStatus.BAD_REQUEST)
    return _answer(said, status)


def take_package(event: Event, asker: Asker, key: object, now: datetime) -> tuple[dict[str, Any], int]:
    """The package for a device with its status, or the word to wipe. Raises InputError and Http404."""
    try:
        device = devices.meet_device(event, asker, key, now)
    except devices.DeviceGone:
        return WIPE, HTTPStatus.GONE
    if now > devices.get_expiry(event):
        return WIPE, HTTPStatus.GONE
    return build_package(event, asker, device, _find_actor(event, asker), now), HTTPStatus.OK


def _find_actor(event: Event, asker: Asker) -> int:
    """The number of somebody who takes the event along; on a read-only site none is made."""
    if is_refusing_writes():
        return event.actors.filter(user=asker.user).values_list("number", flat=True).first() or log.CLOCK
    return log.get_actor(event, user=asker.user)


@require_POST
def take_sync(request: HttpRequest, event: int) -> HttpResponse:
    """Take in what a device sends that was done without a network."""
    found, asker = open_event(request, event)
    if is_too_large(request):
        drain(request)
        said = "This is too large. Send fewer items at once."
        return _answer({"code": "too-large", "message": said}, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError):
        sent = None
    try:
        return _answer(*take_sent(found, asker, sent, clock.get_now()))
    except InputError as error:
        return _answer({"code": error.code, "message": to_sentence(str(error))}, HTTPStatus.BAD_REQUEST)


def take_sent(event: Event, asker: Asker, sent: object, now: datetime) -> tuple[dict[str, Any], int]:
    """The answer to what a device sends with its status, or the word to wipe. Raises InputError and Http404."""
    given = sent if isinstance(sent, dict) else {}
    try:
        device = devices.meet_device(event, asker, given.get("device"), now)
    except devices.DeviceGone:
        return WIPE, HTTPStatus.GONE
    offset, items = read_sent_at(given.get("sent_at"), now), list_items(given.get("items"))
    actor = log.get_actor(event, user=asker.user)
    return take_items(SyncRequest(event, asker, device, actor, now, offset), items), HTTPStatus.OK


def _answer(said: dict[str, Any], status: int) -> HttpResponse:
    return forbid_keeping(JsonResponse(said, status=status, json_dumps_params={"ensure_ascii": False}))


@require_safe
def show_conflicts(request: HttpRequest, event: int) -> HttpResponse:
    """What devices have sent that stands against something, with both sides and a button for each. Who works at the
    event and checks no decks is told who does."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    return refuse_staff(request, found, asker) or _show_conflicts(request, found, asker)


def _show_conflicts(request: HttpRequest, event: Event, asker: Asker, problem: str = "") -> HttpResponse:
    rows = list_conflict_rows(event)
    status = HTTPStatus.CONFLICT if problem else HTTPStatus.OK
    context = {"rows": rows, "problem": problem}
    return render_event(request, "events/checks/conflicts.html", event, asker, context, status=status)


def list_conflict_rows(event: Event) -> list[dict[str, Any]]:
    """The conflicts, of a check each once, with what differs on both sides. Three queries."""
    items = list(selectors.list_conflicts(event))
    once = {each.deck_check_id or f"item-{each.pk}": each for each in items}
    checks = [each.deck_check for each in once.values() if each.deck_check]
    numbers = {each.by for each in items} | {each.rival.by for each in checks if each.rival}
    names = selectors.name_judges(event, numbers)
    catalog = get_catalog(event)
    kinds = dict(Penalty.Kind.choices)
    rows = []
    for item in once.values():
        check = item.deck_check
        rival = check.rival if check else None
        rows.append(
            {
                "item": item,
                "check": check,
                "rival": rival,
                "is_mine_ended": check is not None and has_result(check),
                "is_theirs_ended": rival is not None and has_result(rival),
                "by": names.get(item.by) or "a closed account",
                "rival_by": (names.get(rival.by) or "a closed account") if rival else "",
                "at": clock.describe_moment(item.at, event),
                "received": clock.describe_moment(item.received, event),
                "mine": _list_side(check, catalog),
                "theirs": _list_side(rival, catalog),
                "penalty": kinds.get(str(item.payload.get("kind")), ""),
            }
        )
    return rows


def _list_side(check: DeckCheck | None, catalog: Catalog) -> list[str]:
    """What differs on a side of a conflict; of a check without a result only among what was counted."""
    if check is None:
        return []
    return [each.says for each in list_differences(check, catalog, of_counted=not has_result(check))]


@require_POST
def settle(request: HttpRequest, event: int, item: int) -> HttpResponse:
    """Keep one side of a conflict."""
    found, asker = open_checks(request, event)
    held = find_conflict(found, item)
    actor = log.get_actor(found, user=asker.user)
    keep = request.POST.get("keep", "")
    try:
        settling.settle_conflict(found, held, keep, actor=actor, now=clock.get_now())
    except (InputError, ApplicationError) as error:
        return _show_conflicts(request, found, asker, to_sentence(error.message))
    messages.success(request, _describe_settled(found, held, is_mine=keep == settling.MINE))
    return forbid_keeping(redirect("events:conflicts", found.pk))


def _describe_settled(event: Event, item: SyncItem, *, is_mine: bool) -> str:
    """Which side of a conflict counts now. At most three queries."""
    check = item.deck_check
    if check is None:
        if item.kind == SyncItem.Kind.PENALTY:
            return "The penalty is given." if is_mine else "The penalty isn’t given."
        return "The conflict is settled."
    rival = check.rival
    names = selectors.name_judges(event, [item.by, rival.by if rival else None])
    own = names.get(item.by) or "a closed account"
    if rival is None:
        return (
            f"The check of {own} counts." if is_mine else f"The check of {own} is abandoned. What was counted is kept."
        )
    other = names.get(rival.by) or "a closed account"
    counts, abandoned = (own, other) if is_mine else (other, own)
    return f"The check of {counts} counts now. The check of {abandoned} is abandoned; what was counted is kept."


def find_conflict(event: Event, number: int) -> SyncItem:
    """A conflict of this event. Raises Http404."""
    found = SyncItem.objects.filter(event=event, pk=number, result=SyncItem.Result.CONFLICT).first()
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
def show_notes(request: HttpRequest, event: int, player: int) -> HttpResponse:
    """What judges have noted of a player; a POST adds a note."""
    found, asker = open_checks(request, event)
    who = find_player(found, player)
    if asker.registration is not None and asker.registration.pk == who.pk:
        raise Http404
    problem, status = "", HTTPStatus.OK
    if request.method == "POST":
        actor, now = log.get_actor(found, user=asker.user), clock.get_now()
        try:
            write_note(found, who, request.POST.get("text", ""), actor=actor, at=now)
            return forbid_keeping(redirect("events:player-notes", found.pk, who.pk))
        except (InputError, ApplicationError) as error:
            problem = to_sentence(error.message)
            status = HTTPStatus.BAD_REQUEST if isinstance(error, InputError) else HTTPStatus.CONFLICT
    notes = list(selectors.list_notes(found, who))
    names = selectors.name_judges(found, [each.by for each in notes])
    context = {
        "player": who,
        "notes": [
            {
                "note": each,
                "by": names.get(each.by) or "a closed account",
                "at": clock.describe_moment(each.at, found),
            }
            for each in notes
        ],
        "most": MAX_TEXT,
        "typed": request.POST.get("text", "") if problem else "",
        "problem": problem,
    }
    return render_event(request, "events/checks/notes.html", found, asker, context, status=status)
