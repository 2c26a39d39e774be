"""The pages of rulings: of a list with its findings, of the event, and one ruling on several lists."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import InputError
from engine.model.verdicts import Citation
from vsdb.catalog.rules.selectors import map_headings
from vsdb.core.errors import ApplicationError
from vsdb.core.read_only import get_read_only_mode
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import quantity, to_sentence
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker, find_list, open_event
from vsdb.events.lists.desk_services import note_open, record_reading
from vsdb.events.models import Event, EventList, ListVerdict, Ruling
from vsdb.events.rendering import render_event
from vsdb.events.triage import selectors
from vsdb.events.triage.chosen import ChosenRows, choose_rows
from vsdb.events.triage.forms import AdoptionForm, RulingForm
from vsdb.events.triage.loading import find_later_verdict, reads_by_role, reads_no_list, with_judge
from vsdb.events.triage.penalties import list_offers
from vsdb.events.triage.rows import TriageRow
from vsdb.events.triage.rulings import RuledFinding
from vsdb.events.triage.services import Judge, StaleRulingError, get_needed_act, give_ruling, give_rulings
from vsdb.events.triage.views import find_list_address
from vsdb.events.verdicts.services import adopt_verdict

A_PAGE = 100
_KEY = re.compile("[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a form wasn't saved; `theirs` is the ruling that came first."""

    said: str
    theirs: Ruling | None = None
    status: int = HTTPStatus.BAD_REQUEST


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding with its ruling and the form for another one, with what was typed and what is wrong with it."""

    ruled: RuledFinding
    may_rule: bool = False
    may_allow: bool = False
    form: RulingForm | None = None
    problem: Problem | None = None


def open_list(event: Event, asker: Asker, number: int, now: datetime) -> tuple[EventList, bool]:
    """A list whose rulings somebody may read, and whether it is their own: its player, or who reads it by a role.

    Raises Http404.
    """
    entry = find_list(event, number)
    entry.event = event
    is_own = asker.registration is not None and asker.registration.pk == entry.registration_id
    if not is_own and not reads_by_role(event, asker, entry, now):
        raise Http404
    return entry, is_own


def get_judge(request: HttpRequest, event: Event, asker: Asker, now: datetime) -> Judge:
    """Who decides, of a request to a page."""
    user = request.user if isinstance(request.user, User) else None
    return Judge(asker, log.get_actor(event, user=asker.user, registration=asker.registration), now, user)


@require_http_methods(["GET", "HEAD", "POST"])
def show_list_rulings(request: HttpRequest, event: int, entry: int) -> HttpResponse:
    """The findings of a list with their rulings, for its player and who reads it by a role; a POST rules on one."""
    found, asker = open_event(request, event)
    now = clock.get_now()
    held, is_own = open_list(found, asker, entry, now)
    if request.method != "POST":
        if not is_own:
            note_reading(found, asker, held, now)
        return _render_list(request, found, asker, held)
    if is_own or not asker.may(Act.RULE):
        raise Http404
    form = RulingForm(request.POST)
    problem = _save_ruling(request, found, asker, held, form, now)
    if problem:
        return _render_list(request, found, asker, held, form=form, problem=problem)
    messages.success(request, "The ruling is saved. The player is told.")
    return forbid_keeping(redirect("events:list-rulings", found.pk, held.pk))


def note_reading(event: Event, asker: Asker, entry: EventList, now: datetime) -> None:
    """Log that somebody reads what is found in a list, and note that a judge has it open; not on a read-only site."""
    if get_read_only_mode() is not None:
        return
    actor = log.get_actor(event, user=asker.user)
    record_reading(event, entry, actor, now)
    if asker.may(Act.RULE):
        note_open(entry, actor, now)


def _save_ruling(
    request: HttpRequest, event: Event, asker: Asker, entry: EventList, form: RulingForm, now: datetime
) -> Problem | None:
    """Save what a form says; what is wrong with it where something is."""
    if not form.is_valid():
        return Problem(first_error(form))
    said = form.cleaned_data
    try:
        give_ruling(
            event,
            entry,
            said["finding"],
            form.to_decision(),
            get_judge(request, event, asker, now),
            seen=said["seen"],
            is_event_wide=said["all_lists"],
        )
    except (InputError, ApplicationError) as error:
        return describe_problem(event, error)
    return None


def first_error(form: Any) -> str:
    """What is wrong first with a form."""
    return str(next(iter(form.errors.values()))[0])


def describe_problem(event: Event, error: InputError | ApplicationError) -> Problem:
    """A refusal as a form shows it; a stale ruling with the one that came first."""
    if isinstance(error, InputError):
        return Problem(to_sentence(error.message))
    theirs = error.theirs if isinstance(error, StaleRulingError) else None
    return Problem(to_sentence(error.message), name_judge(event, theirs), HTTPStatus.CONFLICT)


def name_judge(event: Event, ruling: Ruling | None) -> Ruling | None:
    """The ruling again with `by_name`."""
    return with_judge(Ruling.objects.filter(pk=ruling.pk), event).first() if ruling else None


def _render_list(
    request: HttpRequest,
    event: Event,
    asker: Asker,
    entry: EventList,
    *,
    form: RulingForm | None = None,
    problem: Problem | None = None,
    adoption: AdoptionForm | None = None,
    adoption_problem: Problem | None = None,
) -> HttpResponse:
    is_own = asker.registration is not None and asker.registration.pk == entry.registration_id
    may_rule = asker.may(Act.RULE) and not is_own
    ruled = selectors.load_ruled_list(event, entry)
    findings = [_show_finding(each, asker, may_rule, form, problem) for each in ruled.findings]
    history = selectors.list_rulings_of_list(event, entry, [each.finding for each in ruled.findings])
    headings = _map_headings(ruled.findings, history)
    shows_penalties = is_own or asker.may(Act.SEE_PENALTIES)
    is_lost = problem is not None and not any(each.problem for each in findings)
    shown = (problem or adoption_problem) if is_lost or adoption_problem else None
    context = {
        "entry": entry,
        "player": entry.registration,
        "is_own": is_own,
        "ruled": ruled,
        "findings": findings,
        "history": _cite(history, headings),
        "headings": headings,
        "day": clock.get_judged_day(event),
        "may_rule": may_rule,
        "is_head": may_rule and asker.may(Act.RULE_EVENT_WIDE),
        "may_penalize": asker.may(Act.GIVE_PENALTIES) and not is_own,
        "offers": list_offers(entry.current, ruled.outcome, [each.finding for each in ruled.findings]),
        "penalties": list(selectors.list_penalties(event, [entry.registration])) if shows_penalties else [],
        "adoptions": list(with_judge(entry.adoptions.select_related("verdict").order_by("at", "pk"), event)),
        "change": find_later_verdict(event, entry) if asker.may(Act.READ_LOCKED_LISTS) and not is_own else None,
        "adoption": adoption,
        "list_href": "" if is_own else find_list_address(event, entry.pk),
        "problem": shown,
    }
    status = next((each.status for each in (problem, adoption_problem) if each), HTTPStatus.OK)
    return render_event(request, "events/triage/list_rulings.html", event, asker, context, status=status)


def _show_finding(
    ruled: RuledFinding, asker: Asker, may_rule: bool, form: RulingForm | None, problem: Problem | None
) -> ShownFinding:
    is_sent = form is not None and form.data.get("finding") == ruled.finding.digest
    may_allow = asker.may(get_needed_act(ruled.finding, is_allowed=True, is_event_wide=False))
    is_head_judges = ruled.ruling is not None and ruled.ruling.list_id is None
    return ShownFinding(
        ruled,
        may_rule and (asker.may(Act.RULE_EVENT_WIDE) or not is_head_judges),
        may_allow,
        form if is_sent else None,
        problem if is_sent else None,
    )


def _map_headings(findings: Sequence[RuledFinding], history: Sequence[Ruling]) -> dict[Citation, str]:
    cited = [citation for each in findings if (citation := each.finding.citation)]
    return map_headings([*cited, *(Citation(each.document, each.rule) for each in history if each.document)])


def _cite(rulings: Sequence[Ruling], headings: Mapping[Citation, str]) -> list[tuple[Ruling, Citation | None]]:
    """Rulings, each with what it cites, where the site holds that rule."""
    cited = [Citation(each.document, each.rule) for each in rulings]
    return [(each, found if found in headings else None) for each, found in zip(rulings, cited, strict=True)]


@require_POST
def decide_verdict(request: HttpRequest, event: int, entry: int) -> HttpResponse:
    """The head judge adopts a later verdict on a list, or keeps the one of record, with the reason for it."""
    found, asker = open_event(request, event, Act.RULE_EVENT_WIDE)
    now = clock.get_now()
    held, is_own = open_list(found, asker, entry, now)
    if is_own:
        raise Http404
    form = AdoptionForm(request.POST)
    if not form.is_valid():
        problem = Problem(first_error(form))
        return _render_list(request, found, asker, held, adoption=form, adoption_problem=problem)
    said = form.cleaned_data
    verdict = ListVerdict.objects.filter(version__list=held, pk=said["verdict"]).first()
    if verdict is None:
        raise Http404
    actor = log.get_actor(found, user=asker.user)
    try:
        adopt_verdict(held, verdict, said["choice"] == "adopt", said["reason"], actor)
    except ApplicationError as error:
        status = HTTPStatus.BAD_REQUEST if error.code == "no-reason" else HTTPStatus.CONFLICT
        problem = Problem(to_sentence(error.message), status=status)
        return _render_list(request, found, asker, held, adoption=form, adoption_problem=problem)
    messages.success(request, "The decision is saved.")
    return forbid_keeping(redirect("events:list-rulings", found.pk, held.pk))


@require_safe
def show_rulings(request: HttpRequest, event: int) -> HttpResponse:
    """All rulings of an event, the newest first, for who may read its lists."""
    found, asker = open_event(request, event, Act.READ_LOCKED_LISTS)
    if reads_no_list(found, asker):
        raise Http404
    page = Paginator(selectors.list_rulings(found), A_PAGE).get_page(request.GET.get("page"))
    rulings = list(page)
    headings = _map_headings((), rulings)
    day = clock.get_judged_day(found)
    context = {"page": page, "rulings": _cite(rulings, headings), "headings": headings, "day": day}
    return render_event(request, "events/triage/rulings.html", found, asker, context)


@dataclass(slots=True)
class FindingGroup:
    """A finding with the rows of the lists that have it."""

    ruled: RuledFinding
    rows: list[TriageRow] = field(default_factory=list)
    pairs: list[str] = field(default_factory=list)  #: `12:3` of list 12 with ruling 3, `12:` without

    @property
    def seen(self) -> str:
        """The pairs as the field of a form."""
        return ",".join(self.pairs)

    @property
    def names(self) -> list[str]:
        """The players."""
        return [row.name for row in self.rows]


def group_findings(rows: Sequence[TriageRow]) -> dict[str, FindingGroup]:
    """The findings of rows by their digest, the commonest first."""
    groups: dict[str, FindingGroup] = {}
    for row in rows:
        for each in row.findings:
            group = groups.setdefault(each.finding.digest, FindingGroup(each))
            group.rows.append(row)
            group.pairs.append(f"{row.list}:{each.ruling.pk if each.ruling else ''}")
    return dict(sorted(groups.items(), key=lambda item: -len(item[1].rows)))


@require_http_methods(["GET", "HEAD", "POST"])
def rule_on_several(request: HttpRequest, event: int) -> HttpResponse:
    """The findings of the chosen lists, each with the form for one ruling on all that have it; a POST rules."""
    found, asker = open_event(request, event, Act.RULE)
    if reads_no_list(found, asker):
        raise Http404
    now = clock.get_now()
    words = request.POST if request.method == "POST" else request.GET
    chosen = choose_rows(found, asker, words, now)
    if request.method != "POST":
        return _render_several(request, found, asker, chosen)
    form = RulingForm(request.POST)
    seen = read_seen([each for each in request.POST.get("of", "").split(",") if each])
    problem = _save_rulings(request, found, asker, chosen, form, seen, now)
    if problem:
        return _render_several(request, found, asker, chosen, form, problem)
    messages.success(request, f"The ruling is saved for {quantity(len(seen), 'list')}. The players are told.")
    address = f"{reverse('events:triage', args=(found.pk,))}?{chosen.build_query()}"
    return forbid_keeping(redirect(address))


def read_seen(pairs: Sequence[str]) -> dict[int, int | None]:
    """Lists with the ruling that was seen on each, out of the fields of a form. Raises Http404."""
    found: dict[int, int | None] = {}
    for each in pairs:
        entry, _, ruling = each.partition(":")
        if not _KEY.fullmatch(entry) or (ruling and not _KEY.fullmatch(ruling)):
            raise Http404
        found[int(entry)] = int(ruling) if ruling else None
    return found


def _save_rulings(
    request: HttpRequest,
    event: Event,
    asker: Asker,
    chosen: ChosenRows,
    form: RulingForm,
    seen: Mapping[int, int | None],
    now: datetime,
) -> Problem | None:
    if not form.is_valid():
        return Problem(first_error(form))
    readable = {row.list for row in chosen.fitting if row.is_readable}
    if not seen or not readable.issuperset(seen):
        raise Http404
    judge = get_judge(request, event, asker, now)
    try:
        give_rulings(event, seen, form.cleaned_data["finding"], form.to_decision(), judge)
    except (InputError, ApplicationError) as error:
        return describe_problem(event, error)
    return None


def _render_several(
    request: HttpRequest,
    event: Event,
    asker: Asker,
    chosen: ChosenRows,
    form: RulingForm | None = None,
    problem: Problem | None = None,
) -> HttpResponse:
    groups = group_findings(chosen.rows)
    shown = [(group, _show_finding(group.ruled, asker, True, form, problem)) for group in groups.values()]
    context = {
        "chosen": chosen,
        "groups": shown,
        "headings": _map_headings([each.ruled for each in groups.values()], ()),
        "day": clock.get_judged_day(event),
        "problem": problem if not any(each.problem for _, each in shown) else None,
        "may_rule": True,
    }
    status = problem.status if problem else HTTPStatus.OK
    return render_event(request, "events/triage/several.html", event, asker, context, status=status)
