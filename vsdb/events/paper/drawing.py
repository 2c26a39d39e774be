"""Papers are drawn in portions on the pages of one file, so that its fonts are embedded once.

The pages that are drawn are held by whoever draws: a worker that dies takes them along, and the next one begins anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from django.conf import settings
from django.urls import reverse

from engine import NotFound
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.check.play_area import build_play_area
from vsdb.core import leased_work
from vsdb.core.pdf.canvas import PdfCanvas, get_paper
from vsdb.core.words import format_day, quantity
from vsdb.decks.pdf.judge_list import draw_judge_list
from vsdb.decks.pdf.listing import SheetRequest
from vsdb.decks.pdf.sheet import draw_sheet
from vsdb.decks.to_engine import build_deck
from vsdb.events import clock
from vsdb.events.access import find_asker
from vsdb.events.checks.codes import make_sheet_code
from vsdb.events.models import Event, EventList, ListVerdict, ListVersion, PaperJob
from vsdb.events.paper import selectors
from vsdb.events.paper.kinds import OF_LISTS, PaperKind, may_print
from vsdb.events.paper.tables import draw_missing, draw_seats, draw_slips
from vsdb.events.triage.findings import list_findings
from vsdb.events.triage.loading import list_current_rulings
from vsdb.events.triage.rulings import CurrentRulings, RuledFinding
from vsdb.events.verdicts.judging import EventQuestion, get_event_question
from vsdb.events.verdicts.selectors import map_pairs

PORTION = 25  #: lists, about half a second


class PaperDrawer:
    """Draws the papers of one job."""

    def __init__(self) -> None:
        self._pen: PdfCanvas | None = None
        self._lists: list[int] = []
        self._drawn = self._pages = 0

    def draw_portion(self, job: PaperJob) -> PaperJob | None:
        """Draw the next portion and record it; the job as it is then, or None where it was cancelled or another has
        gone on with it. Raises NotFound where whoever asked for it may no longer have it."""
        event, kind = Event.objects.select_related("game").get(pk=job.event_id), PaperKind(job.kind)
        if self._pen is None or self._drawn != job.drawn:
            self._pen = self._begin(job, event, kind)
        if kind in OF_LISTS:
            self._draw_lists(self._pen, job, event, kind)
        else:
            _OTHERS[kind](self._pen, event, job.order)
            self._drawn = job.total
        changes: dict[str, object] = {"drawn": self._drawn}
        is_over = kind not in OF_LISTS or self._drawn >= len(self._lists)
        if is_over:
            changes["file"] = store_file(job, self._pen.file())
            self._pen = None
        return leased_work.record_portion(job, changes, is_over=is_over)

    def _begin(self, job: PaperJob, event: Event, kind: PaperKind) -> PdfCanvas:
        """The first page, and which lists are drawn."""
        asker = find_asker(event, job.user_id)
        if not may_print(event, asker, kind):
            raise NotFound("the person who asked for these papers may no longer read them")
        title = f"{PaperKind(kind).label}, {event.title}"
        self._drawn = self._pages = 0
        self._lists = selectors.list_readable(event, asker, job.order, clock.get_now()) if kind in OF_LISTS else []
        return PdfCanvas(get_paper(job.options.get("paper", "a4")), title)

    def _draw_lists(self, pen: PdfCanvas, job: PaperJob, event: Event, kind: PaperKind) -> None:
        keys = self._lists[self._drawn : self._drawn + PORTION]
        draw = draw_sheet if kind == PaperKind.SHEETS else draw_judge_list
        for sheet in build_sheets(event, keys, job.options.get("root", "")):
            if job.options.get("odd") and self._pages % 2:
                pen.next_page()
                self._pages += 1
            self._pages += draw(pen, sheet)
        self._drawn += len(keys)


def build_sheets(event: Event, keys: Sequence[int], root: str) -> list[SheetRequest]:
    """What stands on the sheets of lists of an event, in this order; a list that is gone is left out. Seven queries."""
    entries = EventList.objects.filter(event=event, pk__in=keys, current__isnull=False)
    held = {each.pk: each for each in entries.select_related("registration", "current")}
    pairs = map_pairs(event, EventList.objects.filter(pk__in=list(held)))
    rulings = CurrentRulings(list_current_rulings(event))
    question, names = get_event_question(event), _map_format_names(event, [each.record for each in pairs.values()])
    found = []
    for key in keys:
        entry = held.get(key)
        if entry is not None and entry.current is not None:
            pair = pairs.get(key)
            verdict = _describe_record(pair.record, names) if pair else ""
            if pair and pair.record.codes:
                verdict += _describe_rulings(rulings.apply(key, list_findings(pair.record.whole, entry.current.text)))
            found.append(_build_sheet(event, question, entry, entry.current, verdict, root))
    return found


def _map_format_names(event: Event, records: Sequence[ListVerdict]) -> Mapping[str, str]:
    """The names of formats by their slugs."""
    reference = cards.get_reference(event.game_id)
    named = {slug: format_named(reference, slug) for slug in {each.format for each in records}}
    return {slug: fmt.name if fmt else slug for slug, fmt in named.items()}


def _describe_record(record: ListVerdict, names: Mapping[str, str]) -> str:
    """The verdict of record in a line."""
    return f"{record.outcome.capitalize()} in {names[record.format]} on {format_day(record.day)}"


def _describe_rulings(findings: Sequence[RuledFinding]) -> str:
    """Which judges have cleared a list; empty where a finding is left that no ruling allows."""
    rulings = [each.ruling for each in findings if each.is_cleared]
    if not findings or len(rulings) < len(findings):
        return ""
    judges = dict.fromkeys(getattr(each, "by_name", None) or "a judge" for each in rulings)
    return f"; cleared by {', '.join(judges)}"


def _build_sheet(
    event: Event, question: EventQuestion, entry: EventList, version: ListVersion, verdict: str, root: str
) -> SheetRequest:
    deck = build_deck(version.text, event.game_id, question.day)
    # The address of the QR code is short, so that it is small and quickly read, and says nothing of the list.
    code = make_sheet_code(event, entry.registration.number, entry.slot)
    return SheetRequest(
        deck=deck,
        player=entry.registration.shown_name,
        event=event.title,
        date=clock.to_local(event.starts, event).date(),
        format=question.fmt.name,
        fingerprint=version.fingerprint,
        verdict=verdict,
        check_url=f"{root}{reverse('events:check-code', args=(event.pk, code))}",
        area=build_play_area(deck, question.fmt, question.day),
        about=describe_version(event, entry, version),
        check_code=code,
    )


def describe_version(event: Event, entry: EventList, version: ListVersion) -> str:
    """Whose list it is by number, and when it was received, in a line."""
    player = entry.registration
    late = quantity(version.late_seconds, "second")
    said = (
        f"Player {player.number}",
        "" if player.table is None else f"table {player.table}",
        f"list {entry.slot} of {event.lists_per_entry}" if event.lists_per_entry > 1 else "",
        f"version {version.number}",
        f"received {clock.describe_moment(version.received, event)}",
        f"late by {late}" if version.late_seconds else "on time",
    )
    return ", ".join(filter(None, said))


def store_file(job: PaperJob, made: bytes) -> str:
    """Keep the file of a job; its name. It is there whole or not at all."""
    name = f"{job.pk}.pdf"
    settings.PAPER_DIR.mkdir(parents=True, exist_ok=True)
    unfinished = settings.PAPER_DIR / f".{name}.{os.getpid()}"
    unfinished.write_bytes(made)
    unfinished.replace(settings.PAPER_DIR / name)
    return name


def find_file(job: PaperJob) -> Path:
    """Where the file of a job lies. Raises NotFound where it isn't there."""
    path: Path = settings.PAPER_DIR / job.file
    if not job.file or not path.is_file():
        raise NotFound("these papers are not there any more; print them again")
    return path


_OTHERS: Mapping[PaperKind, Callable[[PdfCanvas, Event, str], None]] = {
    PaperKind.MISSING: lambda pen, event, order: draw_missing(pen, event, selectors.list_missing(event, order)),
    PaperKind.SEATS: lambda pen, event, _: draw_seats(pen, event, selectors.list_seats(event)),
    PaperKind.SLIPS: lambda pen, event, _: draw_slips(pen, event, selectors.list_slips(event)),
}
