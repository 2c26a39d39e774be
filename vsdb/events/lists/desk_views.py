"""The desk's page of one list: its verdict of record, its versions, and what may be done about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.read_only import get_read_only_mode
from vsdb.core.requests import drain, is_too_large
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import to_sentence
from vsdb.events import clock, log
from vsdb.events.access import JUDGES, Act, Asker, find_list, may_read_list, open_event
from vsdb.events.checks.codes import make_sheet_code
from vsdb.events.lists import desk_services, selectors, services
from vsdb.events.lists.forms import AnswerForm, EditionForm, ListForm, ReopenForm, ReplaceForm
from vsdb.events.lists.showing import build_cards
from vsdb.events.models import Event, EventList, ListVersion
from vsdb.events.rendering import render_event
from vsdb.events.triage.loading import find_later_verdict, reads_no_list
from vsdb.events.triage.rows import LaterVerdict
from vsdb.events.verdicts.judging import get_event_question
from vsdb.events.verdicts.selectors import get_record

_OFFERED = timedelta(minutes=30)  #: for which the form offers to open lists again
_TOO_LARGE = "The list is too large. The limit is 256 KiB."
_SOURCES = {"desk": ListVersion.Source.DESK, "paper": ListVersion.Source.PAPER}


@dataclass(frozen=True, slots=True)
class DeskList:
    """A list as somebody of the desk has asked for it. One that nobody has sent yet has no key and edition 0.

    `reads` says whether they may read its cards, `reads_by_role` whether they may by a role, drafts too.
    """

    event: Event
    asker: Asker
    entry: EventList
    now: datetime

    @property
    def reads_by_role(self) -> bool:
        """Whether a role lets them read it now; whoever plays reads by none before the event is over."""
        if self.asker.plays and self.event.stage != Event.Stage.OVER:
            return False
        is_open = clock.is_locked(self.event, self.entry.registration, self.now) or self.entry.registration.asks_desk
        return self.asker.may(Act.READ_LOCKED_LISTS) and bool(is_open)

    @property
    def is_own(self) -> bool:
        """Whether they play and it is theirs."""
        own = self.asker.registration
        return own is not None and own.pk == self.entry.registration_id

    @property
    def reads(self) -> bool:
        """Whether they may read its cards."""
        return bool(self.entry.pk) and may_read_list(self.event, self.asker, self.entry, self.now)

    @property
    def actor(self) -> int:
        """Their number at the event; at most four queries."""
        return log.get_actor(self.event, user=self.asker.user)

    @property
    def address(self) -> str:
        """The address of the page: by the list, else by the player."""
        if self.entry.pk:
            return reverse("events:list", args=(self.event.pk, self.entry.pk))
        return reverse("events:player-list", args=(self.event.pk, self.entry.registration.number, self.entry.slot))


def find_player_list(event: Event, number: int, slot: int) -> EventList:
    """The list of a player's slot, one without a key where nobody has sent any; two queries. Raises Http404."""
    player = event.registrations.filter(number=number).first()
    if player is None or event.lists == Event.Lists.NONE or not 1 <= slot <= event.lists_per_entry:
        raise Http404
    return selectors.find_list(player, slot) or EventList(event=event, registration=player, slot=slot, edition=0)


@require_http_methods(["GET", "HEAD", "POST"])
def show_list(request: HttpRequest, event: int, entry: int) -> HttpResponse:
    """A list of the event for organizers and judges: cards only for whoever may read them now."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.SEE_LIST_STATES)
    row = find_list(found, entry)
    row.event = found
    return _answer(request, DeskList(found, asker, row, now))


@require_http_methods(["GET", "HEAD", "POST"])
def show_player_list(request: HttpRequest, event: int, player_number: int, slot: int) -> HttpResponse:
    """The list of a player by number and slot, also where there is none yet: the desk submits it for a walk-in."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.SEE_LIST_STATES)
    return _answer(request, DeskList(found, asker, find_player_list(found, player_number, slot), now))


def _answer(request: HttpRequest, asked: DeskList) -> HttpResponse:
    if request.method != "POST":
        note_reading(asked)
        return _render(request, asked)
    if is_too_large(request):
        drain(request)
        return _render(request, asked, {"deck": _TOO_LARGE}, HTTPStatus.BAD_REQUEST)
    act, action = _ACTIONS.get(request.POST.get("do", ""), (None, None))
    if act is None or action is None or not asked.asker.may(act):
        raise Http404
    try:
        problems = action(request, asked)
    except InputError as error:
        place = error.place if error.place in ("reason", "until", "answer") else "deck"
        problems = {place: to_sentence(error.message if error.place in (place, "deck") else str(error))}
    except ApplicationError as error:
        return _render(request, asked, {"page": to_sentence(error.message)}, HTTPStatus.CONFLICT)
    if problems:
        return _render(request, asked, problems, HTTPStatus.BAD_REQUEST)
    return forbid_keeping(HttpResponseRedirect(asked.address, status=HTTPStatus.SEE_OTHER))


def _accept(request: HttpRequest, asked: DeskList) -> Mapping[str, str]:
    form = EditionForm(request.POST)
    seen = form.seen if form.is_valid() else None
    version = desk_services.accept_draft(asked.event, asked.entry, actor=asked.actor, now=asked.now, edition=seen)
    messages.success(request, f"The draft counts as version {version.number}.")
    return {}


def _reopen(request: HttpRequest, asked: DeskList) -> Mapping[str, str]:
    form = ReopenForm(request.POST)
    until = form.read_until(asked.event)
    if until is None:
        return _list_problems(form)
    desk_services.reopen(asked.event, asked.entry, until, actor=asked.actor, now=asked.now, edition=form.seen)
    messages.success(request, f"Lists are open until {clock.describe_moment(until, asked.event)}.")
    return {}


def _replace(request: HttpRequest, asked: DeskList) -> Mapping[str, str]:
    form = ReplaceForm(request.POST, request.FILES)
    if not form.is_valid():
        return _list_problems(form)
    version = desk_services.replace(
        asked.event, asked.entry, form.cleaned_data["deck"], form.cleaned_data["reason"],
        actor=asked.actor, received=asked.now, edition=form.seen, file_name=form.file_name,
    )  # fmt: skip
    messages.success(request, f"Replaced by version {version.number}. The versions before are kept.")
    return {}


def _submit(request: HttpRequest, asked: DeskList) -> Mapping[str, str]:
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _list_problems(form)
    version = services.submit(
        asked.event, asked.entry.registration, asked.entry.slot, form.cleaned_data["deck"],
        actor=asked.actor, received=asked.now, now=asked.now, edition=form.seen, file_name=form.file_name,
        source=_SOURCES.get(request.POST.get("source", ""), ListVersion.Source.DESK),
        keeps_draft=False,
    )  # fmt: skip
    messages.success(request, f"Submitted for the player: version {version.number}.")
    return {}


def _send_answer(request: HttpRequest, asked: DeskList) -> Mapping[str, str]:
    if asked.asker.plays and asked.event.stage != Event.Stage.OVER:
        raise Http404
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _list_problems(form)
    said, player = form.cleaned_data, asked.entry.registration
    desk_services.answer_question(asked.event, player, said["answer"], asked=said["asked"], actor=asked.actor)
    messages.success(request, "The answer is kept for the player, and mailed where there is an address.")
    return {}


_ACTIONS = {
    "answer": (Act.READ_LOCKED_LISTS, _send_answer),
    "accept": (Act.REOPEN_LISTS, _accept),
    "reopen": (Act.REOPEN_LISTS, _reopen),
    "replace": (Act.REPLACE_LISTS, _replace),
    "submit": (Act.SUBMIT_FOR_OTHERS, _submit),
}


def _list_problems(form: forms.Form) -> Mapping[str, str]:
    return {name: " ".join(map(str, said)) for name, said in form.errors.items()}


def note_reading(asked: DeskList) -> None:
    """Log that a locked list is read by a role, and note which judge has it open."""
    if not (asked.reads and asked.reads_by_role) or asked.is_own or get_read_only_mode():
        return
    actor = asked.actor
    desk_services.record_reading(asked.event, asked.entry, actor, asked.now)
    if not asked.asker.roles.isdisjoint(JUDGES):
        desk_services.note_open(asked.entry, actor, asked.now)


def _render(
    request: HttpRequest,
    asked: DeskList,
    problems: Mapping[str, str] | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """The page as it is now, with what is wrong with what was sent, and that in the forms; at most 24 queries."""
    event, asker = asked.event, asked.asker
    entry = selectors.find_list(asked.entry.registration, asked.entry.slot) if problems else None
    entry = entry or asked.entry
    entry.event = event
    shown = DeskList(event, asker, entry, asked.now)
    question = get_event_question(event)
    # What is disclosed to a player has a page of its own, without drafts and the versions before.
    reads = bool(entry.pk) and (shown.reads_by_role or shown.is_own)
    state = selectors.find_deadline_state(event, entry.registration, asked.now)
    listed = selectors.show_list(entry, question) if reads else None
    sees_draft = reads and shown.reads_by_role and bool(entry.draft)
    sent = request.POST.get("deck") if request.method == "POST" else None
    may_change = event.stage not in (Event.Stage.OVER, Event.Stage.CANCELLED)
    until = min(asked.now + _OFFERED, event.ends)
    context = {
        "entry": entry,
        "player": entry.registration,
        "state": state,
        "record": listed.record if listed else get_record(entry) if entry.pk else None,
        "shown": listed,
        "later": _find_later(shown) if listed and listed.cause and shown.reads_by_role else None,
        "cards": build_cards(listed.page) if listed and listed.page else None,
        "draft": selectors.judge_draft(entry.draft, question) if sees_draft else None,
        "reads": reads,
        "asked": entry.registration.asked_at.isoformat() if entry.registration.asked_at else "",
        "answers": bool(entry.registration.asks_desk) and shown.reads_by_role and not shown.is_own,
        "opened_by": _find_other(event, asker, entry),
        "may_accept": may_change and asker.may(Act.REOPEN_LISTS) and state.is_locked and bool(entry.draft),
        "may_reopen": may_change and asker.may(Act.REOPEN_LISTS),
        "may_replace": may_change and asker.may(Act.REPLACE_LISTS) and state.is_locked,
        "may_submit": may_change and asker.may(Act.SUBMIT_FOR_OTHERS) and not state.is_locked,
        "may_check": asker.may(Act.CHECK_DECKS) and reads and shown.reads_by_role and entry.current is not None,
        "code": _find_sheet_code(shown),
        "may_penalize": asker.may(Act.GIVE_PENALTIES),
        "may_see_penalties": asker.may(Act.SEE_PENALTIES),
        "text": sent if sent is not None else (entry.current.text if reads and entry.current else ""),
        "typed": request.POST if problems else {},
        "until": until,
        "problems": problems or {},
        "address": shown.address,
        "is_stale": status == HTTPStatus.CONFLICT,
    }
    return render_event(request, "events/lists/desk_list.html", event, asker, context, status=status)


def _find_sheet_code(asked: DeskList) -> str:
    """The short code of the list's sheet, for who checks decks; it says nothing of the list."""
    if not asked.entry.pk or not asked.asker.may(Act.CHECK_DECKS) or reads_no_list(asked.event, asked.asker):
        return ""
    return make_sheet_code(asked.event, asked.entry.registration.number, asked.entry.slot)


def _find_later(asked: DeskList) -> LaterVerdict | None:
    """A later verdict that differs and that the head judge hasn't decided about. At most ten queries."""
    found = find_later_verdict(asked.event, asked.entry)
    is_decided = found is not None and asked.entry.adoptions.filter(verdict=found.verdict).exists()
    return None if is_decided else found


def _find_other(event: Event, asker: Asker, entry: EventList) -> str:
    """The name of another judge who has the list open; empty where it is nobody or oneself. Up to two queries."""
    if entry.opened_by is None:
        return ""
    own = event.actors.filter(user=asker.user, number=entry.opened_by).exists()
    return "" if own else selectors.describe_actor(event, entry.opened_by)
