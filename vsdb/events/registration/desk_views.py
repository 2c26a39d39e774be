"""The desk's pages about players: the table, one player, walk-ins, codes, and the rounds with their tables."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import read_number
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import to_sentence
from vsdb.events import clock
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.checks.selectors import list_checkable
from vsdb.events.log import get_actor
from vsdb.events.models import Event, EventList, Registration, RoundTable
from vsdb.events.registration import selectors, services
from vsdb.events.registration.forms import STATE_CHOICES, EditForm, PlaceForm, WalkInForm
from vsdb.events.registration.waiting import promote_waiting
from vsdb.events.rendering import render_event
from vsdb.events.triage.loading import reads_no_list

A_PAGE = 100
State = Registration.State
_PAGE = "events/registration/{}.html"
_LABELS = {**dict(STATE_CHOICES), State.PENDING: "Place offered"}


@require_safe
def show_players(request: HttpRequest, event: int) -> HttpResponse:
    """The players by name, 100 a page; `q` searches, `state` filters."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.SEE_DESK)
    promote_waiting(found, now)
    query, state = request.GET.get("q", "")[:120], request.GET.get("state", "")
    state = state if state in State.values else ""
    page = Paginator(selectors.list_players(found, query, state), A_PAGE).get_page(request.GET.get("page"))
    for player in page:
        player.event = found
    counts = selectors.count_states(found)
    context = {
        "page": page,
        "query": query,
        "state": state,
        "states": [(value, _LABELS[value], counts[value]) for value in _LABELS],
        "choices": STATE_CHOICES,
        "taken": counts[State.CONFIRMED] + counts[State.PENDING],
        "offered": counts[State.PENDING],
        "waiting": counts[State.WAITLISTED],
        "back": f"?{urlencode({'q': query, 'state': state, 'page': page.number})}",
        **_list_powers(asker),
    }
    return render_event(request, _PAGE.format("players"), found, asker, context)


@require_http_methods(["GET", "HEAD", "POST"])
def add_player(request: HttpRequest, event: int) -> HttpResponse:
    """Register a walk-in."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.REGISTER_OTHERS)
    form = WalkInForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        extra = {name: given[name] for name in ("external_id", "table", "over_capacity")}
        try:
            actor = get_actor(found, user=asker.user)
            player, code = services.register(found, **form.list_names(), **extra, actor=actor, now=now)
        except InputError as error:
            form.refuse(error)
        else:
            messages.success(request, f"{player.shown_name} is registered as player {player.number}.")
            return _show_player(request, found, asker, player, code=code, status=HTTPStatus.CREATED)
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render_event(request, _PAGE.format("new_player"), found, asker, {"form": form}, status=status)


@require_safe
def show_player(request: HttpRequest, event: int, player: int) -> HttpResponse:
    """One player, with what the desk may do."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    promote_waiting(found, clock.get_now())
    return _show_player(request, found, asker, selectors.find_player(found, player))


def _show_player(
    request: HttpRequest,
    event: Event,
    asker: Asker,
    player: Registration,
    *,
    code: str = "",
    form: EditForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    names = ("shown_name", "sort_name", "email", "external_id", "edition")
    powers = _list_powers(asker)
    context = {
        "player": player,
        "label": _LABELS[State(player.state)],
        "code": code,
        "form": form or EditForm(initial={name: getattr(player, name) for name in names}),
        "choices": STATE_CHOICES,
        "registered": clock.describe_moment(player.registered, event),
        "offered_until": clock.describe_moment(player.offered_until, event) if player.offered_until else "",
        "slots": _list_slots(event, asker),
        "may_see_penalties": asker.may(Act.SEE_PENALTIES),
        "may_note": asker.may(Act.CHECK_DECKS) and not reads_no_list(event, asker),
        **powers,
    }
    return forbid_keeping(render_event(request, _PAGE.format("player"), event, asker, context, status=status))


def _list_slots(event: Event, asker: Asker) -> range:
    """The places of a player's lists, for whoever sees which lists there are."""
    sees_them = event.lists != Event.Lists.NONE and asker.may(Act.SEE_LIST_STATES)
    return range(1, event.lists_per_entry + 1) if sees_them else range(0)


def _list_powers(asker: Asker) -> dict[str, bool]:
    """What the pages of players offer to somebody."""
    return {
        "may_set": asker.may(Act.SET_TABLES),
        "may_register": asker.may(Act.REGISTER_OTHERS),
        "may_see_emails": asker.may(Act.EXPORT_EMAILS),
    }


@require_POST
def set_player(request: HttpRequest, event: int, player: int) -> HttpResponse:
    """Set state, table and cut of a player; what stands already stays. A stale edition answers 409 with both."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.SET_TABLES)
    own = selectors.find_player(found, player)
    form = PlaceForm(request.POST)
    if not form.is_valid():
        field, problems = next(iter(form.errors.items()))
        raise InputError(str(problems[0]), place=field)
    given = form.cleaned_data
    actor, edition = get_actor(found, user=asker.user), given["edition"]
    try:
        own = services.set_place(
            found,
            own,
            actor,
            now,
            state=given["state"],
            table=given["table"],
            is_in_cut=given["is_in_cut"],
            over_capacity=given["over_capacity"],
            edition=edition,
        )
    except services.StaleEditionError as error:
        return _show_conflict(request, found, asker, error.current, form, to_sentence(error.message))
    except ApplicationError as error:
        if error.code != "full":
            raise
        own.refresh_from_db()
        return _show_conflict(request, found, asker, own, form, error.message, is_full=True)
    messages.success(request, f"{own.shown_name} is saved.")
    return forbid_keeping(redirect(_go_back(request, found, own)))


def _show_conflict(
    request: HttpRequest,
    event: Event,
    asker: Asker,
    player: Registration,
    form: PlaceForm,
    said: str,
    *,
    is_full: bool = False,
) -> HttpResponse:
    """409 with what stands now and what was sent, and a button that sends it again."""
    context = {
        "player": player,
        "label": _LABELS[State(player.state)],
        "sent": form.cleaned_data,
        "sent_label": _LABELS[State(form.cleaned_data["state"])],
        "said": said,
        "is_full": is_full,
        "back": request.POST.get("back", "")[:300],
    }
    return render_event(request, _PAGE.format("conflict"), event, asker, context, status=HTTPStatus.CONFLICT)


def _go_back(request: HttpRequest, event: Event, player: Registration) -> str:
    """The page of the table that a row was saved on, else the player's own."""
    back = request.POST.get("back", "")
    players = reverse("events:players", args=(event.pk,))
    if back.startswith("?") and len(back) <= 300 and back.isprintable():
        return f"{players}{back}#player-{player.number}"
    return reverse("events:player", args=(event.pk, player.pk))


@require_POST
def edit_player(request: HttpRequest, event: int, player: int) -> HttpResponse:
    """Change a player's names and address. A stale edition answers 409 with both."""
    found, asker = open_event(request, event, Act.REGISTER_OTHERS)
    own = selectors.find_player(found, player)
    form = EditForm(request.POST)
    if form.is_valid():
        more = {name: form.cleaned_data[name] for name in ("external_id", "edition")}
        try:
            services.edit_names(found, own, get_actor(found, user=asker.user), **form.list_names(), **more)
        except InputError as error:
            form.refuse(error)
        except services.StaleEditionError as error:
            # The form keeps what was typed, beside what stands now, and sends it again over the newer edition.
            form = EditForm({**request.POST.dict(), "edition": error.current.edition})
            form.add_error(None, to_sentence(error.message))
            return _show_player(request, found, asker, error.current, form=form, status=HTTPStatus.CONFLICT)
        else:
            messages.success(request, "The player is saved.")
            return forbid_keeping(redirect("events:player", event, player))
    return _show_player(request, found, asker, own, form=form, status=HTTPStatus.BAD_REQUEST)


@require_POST
def renew_code(request: HttpRequest, event: int, player: int) -> HttpResponse:
    """Make a new code for a player without an account, and show it once."""
    found, asker = open_event(request, event, Act.REGISTER_OTHERS)
    own = selectors.find_player(found, player)
    code = services.renew_code(found, own, get_actor(found, user=asker.user))
    return _show_player(request, found, asker, selectors.find_player(found, player), code=code)


@require_safe
def show_rounds(request: HttpRequest, event: int) -> HttpResponse:
    """The rounds, and the tables of the newest or of `round`, 100 a page."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    rounds = selectors.list_rounds(found)
    wanted = read_number(request.GET, "round")
    shown = next((each for each in rounds if each.number == wanted), rounds[0] if rounds else None)
    tables = RoundTable.objects.filter(round=shown).select_related("first", "second").order_by("table")
    page = Paginator(tables, A_PAGE).get_page(request.GET.get("page"))
    may_check = asker.may(Act.CHECK_DECKS) and not reads_no_list(found, asker)
    lists = _map_lists(found, page, clock.get_now()) if may_check else {}
    context = {
        "rounds": rounds,
        "shown": shown,
        "page": page,
        "may_check": may_check,
        "may_import": asker.may(Act.SET_TABLES),
        "rows": [(each, [*lists.get(each.first_id, ()), *lists.get(each.second_id or 0, ())]) for each in page],
        "started": clock.describe_moment(shown.started, found) if shown else "",
    }
    return render_event(request, _PAGE.format("rounds"), found, asker, context)


def _map_lists(event: Event, tables: Iterable[RoundTable], now: datetime) -> dict[int, list[EventList]]:
    """The locked lists of the players at tables, by player, with whether they are checked. One query."""
    players = [key for each in tables for key in (each.first_id, each.second_id) if key is not None]
    found: dict[int, list[EventList]] = {}
    for entry in list_checkable(event, now).filter(registration__in=players):
        found.setdefault(entry.registration_id, []).append(entry)
    return found
