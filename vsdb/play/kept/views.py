"""The pages of saved positions; positions as JSON, as a picture, and for the opponent across the table; logs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from engine import GAMES, InputError, NotFound
from engine.play.judging import APPLIED
from engine.play.log import Log, Move, Step, replay
from vsdb.accounts.viewers import for_members, get_viewer, require_user
from vsdb.catalog.cards.selectors import get_reference
from vsdb.core.errors import ApplicationError
from vsdb.core.qr import render_svg
from vsdb.play.documents import decode_question, dump_question, encode_question
from vsdb.play.kept import picture, selectors, services
from vsdb.play.kept.forms import LogForm, PasteForm, SaveForm
from vsdb.play.kept.paragraphs import list_paragraphs
from vsdb.play.models import SavedPosition
from vsdb.play.page.turns import say_table, say_turn
from vsdb.play.page.words import list_names, say_action
from vsdb.play.quiz.positions import QuizPosition, list_positions_of_rule
from vsdb.play.services import answer_question, explain_error

A_PAGE = 50
_EXAMPLE = """start {"game": "vs-classic", "opponent": {"characters": [{"id": "hulk", "row": "front"}]}}
attack {"attackers": ["thor"], "defender": "hulk"}
"""  #: of a log
_A_PART = 5  #: positions on the page of a rule or a card


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """The public positions by game, and one's own."""
    viewer = get_viewer(request)
    game = request.GET.get("game", "") if request.GET.get("game", "") in GAMES else ""
    is_mine = "mine" in request.GET and viewer.user is not None
    found = selectors.list_own_positions(viewer.user) if is_mine and viewer.user else selectors.list_public_positions()
    about: dict[str, Any] = {}
    if request.GET.get("rule"):
        document, _, rule = request.GET["rule"].partition(" ")
        found, about = selectors.list_positions_by_rule(document, rule), {"rule": request.GET["rule"]}
    elif request.GET.get("card") and game:
        card = get_reference(game).catalog.by_slug.get(request.GET["card"])
        if card is None:
            raise NotFound(f"no card {request.GET['card'][:80]!r}")
        found, about = selectors.list_positions_by_card(game, card.slug), {"card": card}
    page = Paginator(found.filter(game=game) if game else found, A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "games": GAMES, "game": game, "viewer": viewer, "is_mine": is_mine, **about}
    return render(request, "play/kept/index.html", context)


@require_safe
@never_cache
def show_saved(request: HttpRequest, key: str) -> HttpResponse:
    """A saved position with what the judge says today."""
    viewer = get_viewer(request)
    saved = selectors.get_visible_position(key, viewer.user)
    is_own = saved.owner_id == viewer.user
    context = {"saved": saved, "is_own": is_own, "code": encode_question(saved.question), **_judged(saved.question)}
    response = render(request, "play/kept/saved.html", context)
    if not saved.is_public or saved.hidden_at:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


@for_members("GET", "HEAD", "POST")
def save(request: HttpRequest) -> HttpResponse:
    """Save the position of `?q=` under a name, with the log of the game where one was sent."""
    said = request.POST if request.method == "POST" else request.GET
    question, log = decode_question(said.get("q", "")), said.get("log", "")
    answer = answer_question(question)
    form = SaveForm(request.POST if request.method == "POST" else None)

    def keep() -> SavedPosition:
        return services.save_position(require_user(request), question, log=log, **form.cleaned_data)

    context = {"q": said.get("q", ""), "log": log, "answer": answer, "title": "Save a position"}
    return _edit(request, form, keep, context)


@for_members("GET", "HEAD", "POST")
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Rename a saved position, change its notes, or who may read it."""
    saved = selectors.get_own_position(key, require_user(request))
    now = {"name": saved.name, "notes": saved.notes, "is_public": saved.is_public}
    form = SaveForm(request.POST if request.method == "POST" else None, initial=now)

    def keep() -> SavedPosition:
        services.change_position(saved, **form.cleaned_data)
        return saved

    context = {"saved": saved, "answer": answer_question(saved.question), "title": f"Change “{saved.name}”"}
    return _edit(request, form, keep, context)


@for_members("GET", "HEAD", "POST")
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Ask once, then delete a saved position for good."""
    saved = selectors.get_own_position(key, require_user(request))
    if request.method == "POST" and request.POST.get("sure") == "yes":
        services.delete_position(saved)
        messages.success(request, f"“{saved.name}” is deleted.")
        return redirect(f"{reverse('play:positions')}?mine=1")
    return render(request, "play/kept/delete.html", {"saved": saved})


@require_safe
@never_cache
def show_positions_of_rule(request: HttpRequest, document: str, rule: str) -> HttpResponse:
    """The part of a rule's page about the positions that turn on it."""
    found = selectors.list_positions_by_rule(document, rule)[: _A_PART + 1]
    address = f"{reverse('play:positions')}?{urlencode({'rule': f'{document} {rule}'})}"
    return _part(request, list(found), address, list_positions_of_rule(document, rule)[:_A_PART])


@require_safe
@never_cache
def show_positions_of_card(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The part of a card's page about the positions that show it."""
    found = selectors.list_positions_by_card(game, slug)[: _A_PART + 1]
    return _part(request, list(found), f"{reverse('play:positions')}?{urlencode({'game': game, 'card': slug})}")


@require_safe
def export(request: HttpRequest, game: str) -> HttpResponse:
    """The position of `?q=` as a JSON file."""
    question = decode_question(request.GET.get("q", ""))
    answer_question(question)
    response = HttpResponse(dump_question(question), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{game}-position.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_position(request: HttpRequest) -> HttpResponse:
    """Open a position that is pasted as JSON."""
    form = PasteForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        question = form.cleaned_data["text"]
        try:
            answer = answer_question(question)
            return redirect(f"{reverse('play:game', args=(answer.game,))}?q={encode_question(question)}")
        except InputError as exc:
            form.add_error("text", explain_error(exc, with_place=True))
    return render(request, "play/kept/paste.html", {"form": form}, status=400 if form.errors else 200)


@require_safe
def draw(request: HttpRequest) -> HttpResponse:
    """The picture of the position of `?q=` for a chat."""
    question = decode_question(request.GET.get("q", ""))
    drawn = picture.draw_picture(picture.describe_question(question, answer_question(question)))
    return HttpResponse(drawn, "image/png", headers={"Content-Disposition": 'inline; filename="position.png"'})


@require_safe
def explain(request: HttpRequest, game: str) -> HttpResponse:
    """The answer as one screen for the opponent across the table: verdict, rule, result, and a QR code of the link."""
    code = request.GET.get("q", "")
    question = decode_question(code)
    judged = _judged(question)
    link = request.build_absolute_uri(f"{reverse('play:game', args=(judged['answer'].game,))}?q={code}")
    answer = judged["answer"]
    cited = [finding.citations[0] for finding in answer.findings if finding.citations]
    if not cited:
        cited = [checked.citations[0] for checked in answer.checked if checked.outcome == APPLIED]
    image = request.build_absolute_uri(f"{reverse('play:picture')}?q={code}")
    shown = {"code": code, "qr": _draw_code(link), "paragraphs": list_paragraphs(cited), "image": image}
    position = question["position"]
    context = {**judged, **shown, "said": (say_turn(position), say_table(position))}
    return render(request, "play/kept/explain.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def replay_log(request: HttpRequest) -> HttpResponse:
    """A log of a game that is pasted, judged entry by entry; each step opens as a position."""
    form = LogForm(request.POST if request.method == "POST" else None, initial={"log": request.GET.get("log", "")})
    shown: dict[str, Any] = {"form": form, "example": _EXAMPLE}
    if form.is_bound and form.is_valid():
        log: Log = form.cleaned_data["log"]
        try:
            steps = list(replay(log, today=timezone.localdate()))
        except InputError as exc:
            form.add_error("log", explain_error(exc, with_place=True))
        else:
            shown |= {"steps": _number_steps(log, steps), "game": log.start.get("game", "")}
    return render(request, "play/kept/log.html", shown, status=400 if form.errors else 200)


def _edit(
    request: HttpRequest, form: SaveForm, keep: Callable[[], SavedPosition], context: dict[str, Any]
) -> HttpResponse:
    """A form of a saved position, and what comes of sending it."""
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                saved = keep()
            except InputError as exc:
                form.add_error(None, explain_error(exc, with_place=True))
            except ApplicationError as exc:
                form.add_error(None, exc.message)
                status = 409
            else:
                messages.success(request, f"“{saved.name}” is saved.")
                return redirect("play:saved", saved.key)
    return render(request, "play/kept/edit.html", {"form": form, **context}, status=status)


def _part(
    request: HttpRequest, found: list[SavedPosition], address: str, asked: Sequence[QuizPosition] = ()
) -> HttpResponse:
    context = {"found": found[:_A_PART], "more": address if len(found) > _A_PART else "", "asked": asked}
    return render(request, "play/kept/part.html", context)


def _judged(question: Any) -> dict[str, Any]:
    """The answer to a question with what pages show of it."""
    answer = answer_question(question)
    words = say_action(picture.title_of(answer), question["action"], list_names(question))
    return {"answer": answer, "game": answer.game, "action": words}


def _number_steps(log: Log, steps: list[Step]) -> list[dict[str, Any]]:
    """The steps with their numbers and the links to the positions after them; none for one that no link can hold."""
    shown = []
    for number, step in enumerate(steps, start=1):
        entry = step.entry
        action = getattr(entry, "action", None) or {"action": "pass"}
        code = _code_of({"position": step.position, "action": action})
        title = _name_step(step, list_names({"position": step.position}))
        shown.append({"number": number, "step": step, "code": code, "title": title})
    return shown


def _name_step(step: Step, names: Mapping[str, str]) -> str:
    """What was done in a step; empty for a change by a card."""
    if not isinstance(step.entry, Move) or step.answer is None:
        return ""
    return say_action(picture.title_of(step.answer), step.entry.action, names)


def _code_of(question: Any) -> str:
    try:
        return encode_question(question)
    except InputError:
        return ""


def _draw_code(link: str) -> str:
    """A QR code of a link; none for a link that is too long for one."""
    try:
        return render_svg(link, "Open this position on your own phone")
    except InputError:
        return ""
