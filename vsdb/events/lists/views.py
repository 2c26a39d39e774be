"""A player's pages of their own lists: checked, submitted, compared, and asked about."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from engine import InputError, NotFound
from engine.decklists.addresses import read_address
from vsdb.accounts.viewers import get_viewer
from vsdb.check.repair import RepairPage
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import drain, is_too_large
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import to_sentence
from vsdb.decks.versions import find_named_version
from vsdb.events import clock, log
from vsdb.events.access import Asker, open_own
from vsdb.events.lists import selectors, services
from vsdb.events.lists.desk_services import ANSWER
from vsdb.events.lists.forms import ListForm
from vsdb.events.lists.showing import build_cards, find_repair, find_team
from vsdb.events.models import Event, EventList, Notice, Registration
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.registration.limits import refuse_too_many_submissions
from vsdb.events.rendering import render_event
from vsdb.events.verdicts.judging import EventQuestion, get_event_question, judge_text
from vsdb.events.verdicts.selectors import get_record

_TOO_LARGE = "The list is too large. The limit is 256 KiB."


@dataclass(frozen=True, slots=True)
class OwnSlot:
    """One's own place for a list at an event, and the moment of the request."""

    event: Event
    asker: Asker
    registration: Registration
    slot: int
    now: datetime

    @property
    def address(self) -> str:
        """The address of its page."""
        return reverse("events:my-list-slot", args=(self.event.pk, self.slot))

    @property
    def actor(self) -> int:
        """The number of whoever asks, made where they have none; up to four queries."""
        return log.get_actor(self.event, user=self.asker.user, registration=self.registration)


def open_slot(request: HttpRequest, event: int, slot: int, now: datetime) -> OwnSlot:
    """One's own place for a list. Raises Http404 where there is none."""
    found, asker, registration = open_own(request, event)
    if found.lists == Event.Lists.NONE or not 1 <= slot <= found.lists_per_entry:
        raise Http404
    return OwnSlot(found, asker, registration, slot, now)


@require_safe
def show_my_lists(request: HttpRequest, event: int) -> HttpResponse:
    """One's own lists at an event: the list, or where a player enters several, all with the verdict on the team."""
    place = open_slot(request, event, 1, clock.get_now())
    if place.event.lists_per_entry == 1:
        return _render_slot(request, place)
    entries = {entry.slot: entry for entry in selectors.list_own_lists(place.registration)}
    records = {slot: get_record(entry) for slot, entry in entries.items()}
    slots = [
        {"number": slot, "entry": entries.get(slot), "record": records.get(slot)}
        for slot in range(1, place.event.lists_per_entry + 1)
    ]
    context = {
        "slots": slots,
        "state": selectors.find_deadline_state(place.event, place.registration, place.now),
        "team": find_team(place.event, [*entries.values()]),
    }
    return render_event(request, "events/lists/slots.html", place.event, place.asker, context)


@require_http_methods(["GET", "HEAD", "POST"])
def show_my_list(request: HttpRequest, event: int, slot: int) -> HttpResponse:
    """One's own list: what is submitted, the draft with its verdict, and the form; a POST checks or submits."""
    received = clock.get_now()
    place = open_slot(request, event, slot, received)
    if request.method != "POST":
        return _render_slot(request, place)
    if is_too_large(request):
        drain(request)
        return _render_slot(request, place, {"deck": _TOO_LARGE}, status=HTTPStatus.BAD_REQUEST)
    action = _ACTIONS.get(request.POST.get("do", ""), _check)
    try:
        return action(request, place)
    except ApplicationError as error:
        told = {"page": to_sentence(error.message)}
        return _render_slot(request, place, told, sent=request.POST.get("deck"), status=HTTPStatus.CONFLICT)


def _check(request: HttpRequest, place: OwnSlot) -> HttpResponse:
    """Keep what was sent as the draft, and show its verdict."""
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _refuse_form(request, place, form)
    try:
        text = _read_text(request, place, form)
        services.save_draft(
            place.event, place.registration, place.slot, text,
            actor=place.actor, received=place.now, edition=form.seen,
        )  # fmt: skip
    except (InputError, NotFound) as error:
        return _refuse_text(request, place, form, error)
    return _redirect(place, "?checked#draft")


def _submit(request: HttpRequest, place: OwnSlot) -> HttpResponse:
    """Submit what was sent."""
    refuse_too_many_submissions(request, place.registration)
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _refuse_form(request, place, form)
    text = form.cleaned_data["deck"]
    try:
        text = _read_link(request, place.event, text)
        if _asks_to_confirm(request, place, form, text):
            services.save_draft(
                place.event, place.registration, place.slot, _read_text(request, place, form),
                actor=place.actor, received=place.now, edition=form.seen,
            )  # fmt: skip
            return _redirect(place, "?checked&confirm#draft")
        version = services.submit(
            place.event, place.registration, place.slot, text,
            actor=place.actor, received=place.now, now=place.now, file_name=form.file_name, edition=form.seen,
        )  # fmt: skip
    except (InputError, NotFound) as error:
        return _refuse_text(request, place, form, error)
    except ApplicationError as error:
        told = {"page": to_sentence(error.message)}
        return _render_slot(request, place, told, sent=text, status=HTTPStatus.CONFLICT)
    messages.success(request, f"Submitted: version {version.number}.")
    return _redirect(place, "?repair#submitted" if "confirm" in request.POST else "")


def _asks_to_confirm(request: HttpRequest, place: OwnSlot, form: ListForm, text: str) -> bool:
    """Whether a list that isn't legal is shown with its verdict before it is submitted: unless its sender has seen
    that already and submits the same text anyway, or it can't be submitted at all."""
    if request.POST.get("confirm") == build_digest(text):
        return False
    if services.hold(place.event, place.registration, place.now).state == clock.TOO_LATE:
        return False
    try:
        judged = judge_text(get_event_question(place.event), services.normalize_text(text), form.file_name)
    except InputError:
        return False
    return not judged.verdict.is_legal or bool(judged.deck.unsettled)


def build_digest(text: str) -> str:
    """The digest of a list's text, by which a confirmation belongs to it alone."""
    return hashlib.sha256(services.normalize_text(text).encode()).hexdigest()


def _copy(request: HttpRequest, place: OwnSlot) -> HttpResponse:
    """Keep the list of a stored deck as the draft; the deck stays as it is and isn't linked to the event."""
    form = ListForm({**request.POST.dict(), "deck": "copied"})
    word = request.POST.get("link", "").strip() or request.POST.get("stored", "").strip()
    try:
        if not word:
            raise InputError("choose a deck, or paste its link", place="stored")
        text = _copy_deck(request, place.event, word)
        services.save_draft(
            place.event, place.registration, place.slot, text,
            actor=place.actor, received=place.now, edition=form.seen if form.is_valid() else None,
        )  # fmt: skip
    except (InputError, NotFound) as error:
        return _render_slot(request, place, {"stored": to_sentence(error.args[0])}, status=HTTPStatus.BAD_REQUEST)
    return _redirect(place, "?checked#draft")


def _discard(request: HttpRequest, place: OwnSlot) -> HttpResponse:
    """Drop the draft; what is submitted stays."""
    form = ListForm({**request.POST.dict(), "deck": "none"})
    services.save_draft(
        place.event, place.registration, place.slot, "",
        actor=place.actor, received=place.now, edition=form.seen if form.is_valid() else None,
    )  # fmt: skip
    return _redirect(place)


def _ask(request: HttpRequest, place: OwnSlot) -> HttpResponse:
    """Ask the desk about one's lists, so that it may read them."""
    question = request.POST.get("question", "").strip() or "Asks about the list."
    try:
        services.ask_desk(place.event, place.registration, question, actor=place.actor, now=place.now)
    except InputError as error:
        return _render_slot(request, place, {"question": to_sentence(error.message)}, status=HTTPStatus.BAD_REQUEST)
    messages.success(request, "The desk sees your question.")
    return _redirect(place, "#ask")


def _take_back(request: HttpRequest, place: OwnSlot) -> HttpResponse:
    """Take one's question to the desk back."""
    services.ask_desk(place.event, place.registration, "", actor=place.actor, now=place.now)
    return _redirect(place, "#ask")


_ACTIONS = {
    "check": _check,
    "submit": _submit,
    "copy": _copy,
    "discard": _discard,
    "ask": _ask,
    "take-back": _take_back,
}


def _redirect(place: OwnSlot, behind: str = "") -> HttpResponse:
    address = f"{place.address}{behind}"
    return forbid_keeping(HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER))


def _read_text(request: HttpRequest, place: OwnSlot, form: ListForm) -> str:
    """The text that was sent; a file of another layout as deck text, and the link of a deck as its list."""
    text = _read_link(request, place.event, form.cleaned_data["deck"])
    if not form.file_name:
        return text
    try:
        return judge_text(get_event_question(place.event), text, form.file_name).text
    except InputError:
        return text


def _read_link(request: HttpRequest, event: Event, text: str) -> str:
    """The list of the deck of this site whose link was pasted, else the text. Raises InputError and NotFound."""
    address = read_address(text)
    if address is None or address.netloc.casefold() != request.get_host().casefold():
        return text
    return _copy_deck(request, event, text.strip())


def _copy_deck(request: HttpRequest, event: Event, word: str) -> str:
    """The list of a deck that whoever asks may read. Raises InputError and NotFound."""
    found, read, _ = find_named_version(word, get_viewer(request))
    if found.deck.game_id != event.game_id:
        raise InputError("this is a deck of another game", place="stored", code="other-game")
    return read.revision.text


def _refuse_form(request: HttpRequest, place: OwnSlot, form: ListForm) -> HttpResponse:
    told = {name: " ".join(map(str, said)) for name, said in form.errors.items()}
    return _render_slot(request, place, told, sent=request.POST.get("deck"), status=HTTPStatus.BAD_REQUEST)


def _refuse_text(request: HttpRequest, place: OwnSlot, form: ListForm, error: InputError | NotFound) -> HttpResponse:
    said = error.message if isinstance(error, NotFound) or error.place == "deck" else str(error)
    told = {"file" if form.file_name else "deck": to_sentence(said)}
    return _render_slot(request, place, told, sent=form.cleaned_data["deck"], status=HTTPStatus.BAD_REQUEST)


def _render_slot(
    request: HttpRequest,
    place: OwnSlot,
    problems: Mapping[str, str] | None = None,
    *,
    sent: str | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """The page of a list as it is now, with what is wrong with what was sent, and that in the form; at most 20
    queries."""
    event, registration = place.event, place.registration
    registration.refresh_from_db(fields=["asks_desk", "asked_at", "reopened_until"])
    question = get_event_question(event)
    entry = selectors.find_list(registration, place.slot)
    shown = selectors.show_list(entry, question) if entry else None
    draft = selectors.judge_draft(entry.draft, question) if entry and entry.draft else None
    is_checked = "checked" in request.GET and draft is not None and draft.judged is not None
    state = selectors.find_deadline_state(event, registration, place.now)
    context = {
        "registration": registration,
        "slot": place.slot,
        "entry": entry,
        "shown": shown,
        "draft": draft,
        "repair": find_repair(draft.judged) if is_checked and draft and draft.judged else None,
        "is_checked": is_checked,
        "asks_to_confirm": is_checked and "confirm" in request.GET,
        "digest": build_digest(entry.draft) if entry and is_checked else "",
        "submitted_repair": _repair_submitted(entry, question) if "repair" in request.GET else None,
        "cards": build_cards(shown.page) if shown and shown.page else None,
        "fmt": question.fmt,
        "day": question.day,
        "state": state,
        "may_edit": _may_edit(event, registration),
        "text": sent if sent is not None else _get_text(entry),
        "edition": entry.edition if entry else 0,
        "own_decks": selectors.list_offered_decks(get_viewer(request), event),
        "answers": _list_answers(registration),
        "problems": problems or {},
        "is_stale": status == HTTPStatus.CONFLICT and sent is not None,
        "team": find_team(event, selectors.list_own_lists(registration)) if event.lists_per_entry > 1 else None,
    }
    return render_event(request, "events/lists/my_list.html", event, place.asker, context, status=status)


def _repair_submitted(entry: EventList | None, question: EventQuestion) -> RepairPage | None:
    """The smallest repair of the list that counts; None for a legal one."""
    judged = selectors.judge_draft(entry.current.text, question).judged if entry and entry.current else None
    return find_repair(judged) if judged else None


def _list_answers(registration: Registration) -> list[Notice]:
    """What the desk has answered to a player's questions, the newest first; one query."""
    found = registration.notices.filter(kind=NoticeKind.MESSAGE, key__contains=f":{NoticeKind.MESSAGE}:{ANSWER}")
    return list(found.order_by("-made", "-pk"))


def _may_edit(event: Event, registration: Registration) -> bool:
    """Whether a list can be checked and kept at all."""
    gone: Sequence[str] = (Registration.State.WITHDRAWN, Registration.State.DROPPED)
    return event.stage not in (Event.Stage.OVER, Event.Stage.CANCELLED) and registration.state not in gone


def _get_text(entry: EventList | None) -> str:
    """The text that the form begins with: the draft, else the current version."""
    if entry is None:
        return ""
    return entry.draft or (entry.current.text if entry.current else "")
