"""The pages of papers: what can be printed, papers being drawn, and their file."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import InputError
from vsdb.core import leased_work
from vsdb.core.leased_work import OPEN, WorkState
from vsdb.core.pdf.canvas import PAPERS
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import to_sentence
from vsdb.events import clock
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.models import Event, PaperJob
from vsdb.events.paper import selectors, services, tasks
from vsdb.events.paper.drawing import find_file
from vsdb.events.paper.kinds import PaperKind, PaperOrder, may_print, name_contents
from vsdb.events.rendering import render_event


class PapersForm(forms.Form):
    """What is printed, in which order and on which paper."""

    kind = forms.ChoiceField(label="Papers", widget=forms.RadioSelect)
    order = forms.ChoiceField(label="Order", choices=PaperOrder.choices, initial=PaperOrder.NAME)
    paper = forms.ChoiceField(label="Paper", choices=[(slug, each.name) for slug, each in PAPERS.items()])
    odd = forms.BooleanField(label="Start each list on an odd page, to print on both sides", required=False)

    def __init__(self, kinds: list[PaperKind], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["kind"].choices = [(each.value, each.label) for each in kinds]  # type: ignore[attr-defined]
        self.fields["kind"].initial = kinds[0].value


@require_http_methods(["GET", "HEAD", "POST"])
def show_papers(request: HttpRequest, event: int) -> HttpResponse:
    """What somebody may print of an event, and the papers that are kept; a POST prints."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    kinds = [kind for kind in PaperKind if may_print(found, asker, kind)]
    if request.method != "POST":
        return _render_form(request, found, asker, PapersForm(kinds))
    if request.POST.get("kind") in set(PaperKind.values) - {kind.value for kind in kinds}:
        raise Http404
    form = PapersForm(kinds, request.POST)
    job = _start(request, found, asker, form) if form.is_valid() else None
    if job is None:
        return _render_form(request, found, asker, form)
    return forbid_keeping(redirect("events:paper", found.pk, job.pk))


def _start(request: HttpRequest, event: Event, asker: Asker, form: PapersForm) -> PaperJob | None:
    """Papers as a form asks for them; None where there is nothing to print, which then stands in the form."""
    said = form.cleaned_data
    options = {"paper": said["paper"], "odd": said["odd"], "root": request.build_absolute_uri("/")[:-1]}
    try:
        job = services.start_papers(event, asker, said["kind"], said["order"], options, clock.get_now())
    except InputError as error:
        form.add_error("kind", to_sentence(error.message))
        return None
    draw(job)
    return job


def draw(job: PaperJob) -> None:
    """Have papers drawn: few here and now, many beside the request."""
    if services.is_small(job):
        services.draw_at_once(job)
    else:
        tasks.start(job.pk)


def _render_form(request: HttpRequest, event: Event, asker: Asker, form: PapersForm) -> HttpResponse:
    jobs = [each for each in selectors.list_jobs(event) if may_print(event, asker, PaperKind(each.kind))]
    for job in jobs:
        job.label = PaperKind(job.kind).label  # type: ignore[attr-defined]
    context = {"form": form, "jobs": jobs, "playing": asker.plays and event.stage != Event.Stage.OVER}
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render_event(request, "events/paper/papers.html", event, asker, context, status=status)


@require_safe
def show_paper(request: HttpRequest, event: int, papers: str) -> HttpResponse:
    """Papers: how far they are, and their file."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    job = services.find_job(found, asker, papers)
    percent = 100 * job.drawn // job.total if job.total else 100
    context = {
        "job": job,
        "label": PaperKind(job.kind).label,
        "contents": name_contents(PaperKind(job.kind), job.total),
        "is_open": job.state in OPEN,
        "percent": percent,
        "asked": clock.describe_moment(job.asked, found),
    }
    return render_event(request, "events/paper/paper.html", found, asker, context)


@require_POST
def cancel(request: HttpRequest, event: int, papers: str) -> HttpResponse:
    """Cancel papers that are being drawn."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    job = services.find_job(found, asker, papers)
    if leased_work.cancel(job):
        messages.success(request, "The papers are cancelled.")
    return redirect("events:papers", found.pk)


@require_safe
def give_file(request: HttpRequest, event: int, papers: str) -> HttpResponseBase:
    """The file of papers that are drawn."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    return build_file_response(found, services.find_job(found, asker, papers))


def build_file_response(event: Event, job: PaperJob) -> HttpResponseBase:
    """The file of papers, which nobody keeps. Raises NotFound where they aren't drawn or deleted."""
    if job.state != WorkState.DONE:
        raise Http404
    name = f"{slugify(event.title)[:60] or 'event'}-{job.kind}.pdf"
    opened = find_file(job).open("rb")
    return forbid_keeping(FileResponse(opened, as_attachment=True, filename=name, content_type="application/pdf"))
