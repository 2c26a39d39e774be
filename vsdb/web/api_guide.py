"""The pages about the API: the guide, and the reference by subject."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from engine import GAMES, NotFound
from vsdb.api.guide_examples import EXAMPLES, GuideExample
from vsdb.api.limits import ChecksPerCaller, PerCaller
from vsdb.catalog.api.lookup import MAX_IDENTIFIERS
from vsdb.check import batch, services
from vsdb.web.api_reference import load_reference


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example with the address of this site."""

    name: str
    example: GuideExample
    curl: str


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """A code of an error, with its status and what to do."""

    code: str
    status: int
    meaning: str


#: The codes that any address may answer with, and those of deck checks and saving.
CODES = (
    ErrorCode("unreadable-input", 400, "The body or a value can’t be read. The message says where."),
    ErrorCode("invalid-input", 400, "A parameter or field is unknown, missing or wrong. errors lists each one."),
    ErrorCode("deck-missing", 400, "The list has no cards."),
    ErrorCode("address-given", 400, "A web address was sent as a list. Send the list itself."),
    ErrorCode(
        "game-missing",
        400,
        "No line names a card, or the cards are of several games. Check the lines or send game.",
    ),
    ErrorCode("format-missing", 400, "The list names no format. Send format."),
    ErrorCode("several-games", 400, "The formats belong to different games. Send game."),
    ErrorCode("unreadable-date", 400, "A date isn’t YYYY-MM-DD, or not in the calendar."),
    ErrorCode("too-many", 400, "More formats, dates or verdicts than one request takes. Send less at once."),
    ErrorCode("edition-missing", 400, "A change of a deck needs the number of the version it starts from."),
    ErrorCode("length-missing", 400, "The body was sent in chunks. Send Content-Length."),
    ErrorCode("not-authenticated", 401, "This address needs a token."),
    ErrorCode("authentication-failed", 401, "The token is wrong, expired or revoked."),
    ErrorCode("forbidden", 403, "The token is read-only, or you may not do this."),
    ErrorCode("not-found", 404, "The address or object doesn’t exist. errors may list the nearest names."),
    ErrorCode("ambiguous", 404, "Several cards have this name. candidates lists them."),
    ErrorCode("method-not-allowed", 405, "This address doesn’t take this method. The header Allow lists them."),
    ErrorCode("not-acceptable", 406, "Only JSON is available. Send Accept: application/json or none."),
    ErrorCode("stale", 409, "The deck was saved since. The answer has base, mine and theirs."),
    ErrorCode("refused", 409, "The site refuses. The message says why and what to do."),
    ErrorCode("too-large", 413, "The body is too long."),
    ErrorCode("unsupported-media-type", 415, "Send Content-Type: application/json."),
    ErrorCode("too-many-requests", 429, "A limit is reached. Wait as long as Retry-After says."),
    ErrorCode("crash", 500, "A fault of the site. Report it, or try again later."),
    ErrorCode("unavailable", 503, "The database can’t be reached. Try again when Retry-After says."),
    ErrorCode("read-only", 503, "The site stores nothing for now. Read on, or try again when Retry-After says."),
    ErrorCode("missing-key", 503, "The site lacks a key that a secret needs. The operator has to put it back."),
)


@require_safe
def lead_on(request: HttpRequest) -> HttpResponse:
    """`/api/` leads people to the guide and programs to the list of addresses."""
    is_page = "text/html" in request.headers.get("Accept", "")
    answer = redirect("api:guide" if is_page else "api:entrance")
    patch_vary_headers(answer, ("Accept",))
    return answer


@require_safe
def show_guide(request: HttpRequest) -> HttpResponse:
    """The guide to the API with examples; no query."""
    origin = request.build_absolute_uri("/").rstrip("/")
    shown = {name: ShownExample(name, each, each.write_curl(origin)) for name, each in EXAMPLES.items()}
    rates = (
        ("api", "every request", settings.API_RATE),
        ("check", "checks, repairs, timelines and what if", settings.API_CHECK_RATE),
        ("write", "changes of decks and other things of yours", settings.API_WRITE_RATE),
    )
    context = {
        "origin": origin,
        "examples": shown,
        "codes": CODES,
        "client": _read_client(),
        "games": GAMES,
        "counted": _count_example(),
        "compute": _say_rate(settings.COMPUTE_RATE) if settings.COMPUTE_RATE else "",
        "rates": [(name, what, _say_rate(rate)) for name, what, rate in rates],
        "max_identifiers": MAX_IDENTIFIERS,
        "max_decks": batch.MAX_DECKS,
        "max_verdicts": services.MAX_VERDICTS,
        "max_formats": services.MAX_FORMATS,
        "max_dates": services.MAX_DATES,
        "max_kib": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024,
    }
    return render(request, "web/api_guide.html", context)


@lru_cache(maxsize=1)
def _read_client() -> str:
    """The example of a client, as it is tested."""
    return (settings.BASE_DIR / "templates" / "web" / "api" / "client.py").read_text(encoding="utf-8")


def _count_example() -> list[PerCaller]:
    """The limits that a check counts under, as its answer to a new caller says them; none where there are none."""
    counted = [each for each in (PerCaller(), ChecksPerCaller()) if each.rate]
    for each in counted:
        each.now = 0
        each.history = [each.now]
    return counted


def _say_rate(rate: str) -> str:
    number, _, time = rate.partition("/")
    return f"{number} per {time}" if rate else "no limit"


@require_safe
def show_reference(request: HttpRequest) -> HttpResponse:
    """Every address of the API by subject; no query."""
    return render(request, "web/api_reference.html", {"subjects": load_reference()})


@require_safe
def show_subject(request: HttpRequest, subject: str) -> HttpResponse:
    """The addresses about one thing, with parameters, fields and examples; no query. Raises NotFound."""
    subjects = load_reference()
    found = next((each for each in subjects if each.slug == subject), None)
    if found is None:
        raise NotFound(f"the API has no subject {subject[:80]!r}")
    return render(request, "web/api_subject.html", {"subject": found, "subjects": subjects})
