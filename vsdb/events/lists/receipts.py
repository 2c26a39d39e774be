"""Receipts of lists: one page with everything in it, to be shown without a network, printed or kept as a file."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from engine.model.verdicts import ERROR, UNKNOWN
from vsdb.core import qr
from vsdb.core.requests import read_number
from vsdb.core.responses import forbid_keeping
from vsdb.events import clock
from vsdb.events.lists.views import open_slot
from vsdb.events.models import Event, ListVerdict, ListVersion
from vsdb.events.planning.selectors import name_format


@require_safe
def show_receipt(request: HttpRequest, event: int, slot: int) -> HttpResponse:
    """The receipt of a version of one's own list, the current one where none is named; as a file with `?download`."""
    place = open_slot(request, event, slot, clock.get_now())
    number = read_number(request.GET, "version", digits=6, what="number of a version")
    version = _find_version(place.registration.pk, slot, number)
    verdict = version.verdicts.order_by("made", "pk").first()
    context = {
        "event": place.event,
        "registration": place.registration,
        "slot": slot,
        "version": version,
        "verdict": verdict,
        "format_name": name_format(place.event.game_id, verdict.format) if verdict else "",
        "figures": _count_findings(verdict) if verdict else "",
        "style": _read_style(),
        "picture": _draw_code(request, place.event, version),
        "now": place.now,
        "address": request.build_absolute_uri(place.address),
    }
    answer = forbid_keeping(HttpResponse(render_to_string("events/lists/receipt.html", context)))
    answer.headers["Content-Security-Policy"] = _build_policy()
    if "download" in request.GET:
        name = f"receipt-{place.event.pk}-{place.registration.number}-{slot}-{version.number}.html"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _find_version(registration: int, slot: int, number: int | None) -> ListVersion:
    """A version of one's own list, the current one without a number; one query. Raises Http404."""
    found = ListVersion.objects.select_related("list").filter(list__registration=registration, list__slot=slot)
    version = found.filter(number=number).first() if number else found.order_by("-number").first()
    if version is None:
        raise Http404
    return version


def _count_findings(verdict: ListVerdict) -> str:
    """How many errors and open questions a verdict has, without the names of cards."""
    severities = [each["severity"] for each in json.loads(verdict.whole)["findings"]]
    counts = ((severities.count(ERROR), "error"), (severities.count(UNKNOWN), "open question"))
    return ", ".join(f"{count} {what}{'' if count == 1 else 's'}" for count, what in counts if count)


def _draw_code(request: HttpRequest, event: Event, version: ListVersion) -> SafeString:
    """A QR code of the page on which a list is checked against the fingerprint; it says no card."""
    words = {"fingerprint": version.fingerprint, "format": f"{event.game_id}/{event.format}"}
    address = request.build_absolute_uri(f"{reverse('decks:check')}?{urlencode(words)}")
    return qr.render_svg(address, "QR code to check a list against this fingerprint")


@cache
def _read_style() -> SafeString:
    """The style of receipts, which stands in the page."""
    return mark_safe(Path(__file__).with_name("receipt.css").read_text(encoding="utf-8"))  # noqa: S308 - of this folder


@cache
def _build_policy() -> str:
    """The content policy of receipts: nothing but their own style."""
    digest = base64.b64encode(hashlib.sha256(_read_style().encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
