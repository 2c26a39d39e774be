"""Health, metrics and the operations page."""

from __future__ import annotations

from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import get_viewer
from vsdb.core.responses import serve_uncached
from vsdb.core.words import format_day, to_sentence
from vsdb.exchange.card_files.uploads import LimitedUploadHandler
from vsdb.operations.access import is_monitor, is_staff
from vsdb.operations.checks import LOOKS, check_readiness
from vsdb.operations.health import PROBLEM, get_worst_state, run_looks, summarize, to_dict
from vsdb.operations.metrics import CONTENT_TYPE, write_metrics
from vsdb.operations.models import TaskFailure
from vsdb.operations.refreshing import writing
from vsdb.operations.refreshing.page import may_refresh, preview_upload, take_sealed

_RETRY_SECONDS = 5
_MAX_FAILURES = 20


@require_safe
@serve_uncached
def show_alive(request: HttpRequest) -> HttpResponse:
    """Whether this process answers; it asks nothing else, so a load balancer may ask every second."""
    return JsonResponse({"state": "ok"})


@require_safe
@serve_uncached
def show_ready(request: HttpRequest) -> HttpResponse:
    """Whether the site can serve: 200, or 503 where it can't. Strangers are told states, others what was found."""
    checks = check_readiness()
    may_see = is_monitor(request) or is_staff(request)
    told = [to_dict(check) if may_see else {"name": check.name, "state": check.state} for check in checks]
    state = get_worst_state(checks)
    answer = JsonResponse({"state": state, "summary": summarize(checks), "checks": told})
    if state == PROBLEM:
        answer.status_code = HTTPStatus.SERVICE_UNAVAILABLE
        answer.headers["Retry-After"] = str(_RETRY_SECONDS)
    return answer


@require_safe
@serve_uncached
def show_metrics(request: HttpRequest) -> HttpResponse:
    """The metrics for Prometheus, for addresses and tokens of the settings and for staff."""
    if not (is_monitor(request) or is_staff(request)):
        said = "Closed. MONITORING_TOKEN and MONITORING_ADDRESSES say who may read this.\n"
        return HttpResponse(said, content_type="text/plain; charset=utf-8", status=HTTPStatus.FORBIDDEN)
    return HttpResponse(write_metrics(), content_type=CONTENT_TYPE)


@serve_uncached
def show_operations(request: HttpRequest) -> HttpResponse:
    """All checks as they are now and the tasks that failed last, for staff. Raises NotFound for others."""
    if not is_staff(request):
        raise NotFound("there is no page here")
    return _show_checks(request)


@csrf_exempt  # which would read the form: `_answer_refresh` asks for its token, when the list may be large
@serve_uncached
def show_refresh(request: HttpRequest) -> HttpResponseBase:
    """Preview, take or undo a newer list of cards, for staff that may import. Raises NotFound for others."""
    if not may_refresh(request):
        raise NotFound("there is no page here")
    limited = LimitedUploadHandler(request)
    request.upload_handlers = [limited]
    return _answer_refresh(request, limited)


def _tell(refused: InputError) -> str:
    """What is wrong, as a sentence; behind the name of a file and the place in it where that is known."""
    is_of_page = refused.place in ("", "file", "day") or refused.place.startswith("/")
    return to_sentence(refused.message) if is_of_page else f"{str(refused).removesuffix('.')}."


def _are(names: str) -> str:
    return "are" if ", " in names else "is"


@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def _answer_refresh(request: HttpRequest, limited: LimitedUploadHandler) -> HttpResponseBase:
    folder = writing.get_fixtures_folder()
    context: dict[str, object] = {"can_undo": writing.can_undo(folder), "day": request.POST.get("day", "")}
    status = HTTPStatus.OK
    try:
        match request.POST.get("step", ""):
            case "take":
                listed = take_sealed(folder, request.POST.get("sealed", "")).listed
                messages.success(
                    request,
                    f"{listed.name} of {format_day(listed.day)} {_are(listed.name)} taken. Now import the texts.",
                )
                return redirect("operations:refresh")
            case "undo":
                undone = writing.undo(folder)
                messages.success(request, f"{undone['list']} {_are(undone['list'])} undone.")
                return redirect("operations:refresh")
            case "preview":
                if limited.is_exceeded:
                    said = f"the file is too large; at most {settings.IMPORT_MAX_BYTES:,} bytes (IMPORT_MAX_BYTES)"
                    raise InputError(said, place="file", code="too-long")
                files, day, viewer = request.FILES.getlist("file"), str(context["day"]), get_viewer(request)
                context["preview"] = preview_upload(folder, files, day, viewer)
    except InputError as refused:
        context["problem"] = _tell(refused)
        status = HTTPStatus.BAD_REQUEST
    return render(request, "operations/refresh.html", context, status=status)


@require_safe
def _show_checks(request: HttpRequest) -> HttpResponse:
    found = run_looks(LOOKS)
    groups: dict[str, list[object]] = {}
    for look, check in found:
        groups.setdefault(look.group, []).append(check)
    checks = [check for _, check in found]
    is_migrated = all(check.state != PROBLEM for check in checks if check.name == "migrations")
    context = {
        "groups": groups.items(),
        "state": get_worst_state(checks),
        "summary": summarize(checks),
        "failures": TaskFailure.objects.all()[:_MAX_FAILURES] if is_migrated else (),
    }
    return render(request, "operations/index.html", context)
