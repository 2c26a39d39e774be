"""The pages of formats by organizers: those that everybody may read, and those on which owners build them."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine import GAMES, Format, InputError, NotFound, Reference
from vsdb.accounts.viewers import for_members, get_viewer, require_user
from vsdb.catalog.cards.filters import list_address, write_term
from vsdb.catalog.cards.selectors import get_reference
from vsdb.catalog.formats.messages import describe_pool, describe_requirements
from vsdb.catalog.formats.services import format_on
from vsdb.check.forms import OTHER_GAME, format_choices
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import read_number
from vsdb.core.words import spell_out_days, to_sentence
from vsdb.custom_formats import files, selectors, services
from vsdb.custom_formats.definitions import describe_ban
from vsdb.custom_formats.forms import DraftForm, parse_draft, press_button
from vsdb.custom_formats.models import OwnFormat, TestDeck
from vsdb.custom_formats.testing import run_tests

A_PAGE = 50
Problems = dict[str, str]  #: by the fields that they are shown beside
_version = partial(read_number, digits=6, what="number of a version")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The formats that are published, by game, and one's own."""
    viewer = get_viewer(request)
    game = request.GET.get("game", "")
    found = selectors.list_published(game if game in GAMES else None).select_related("owner")
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    mine = list(selectors.list_own_formats(viewer.user)) if viewer.user else []
    context = {"page": page, "mine": mine, "viewer": viewer, "games": GAMES, "game": game if game in GAMES else ""}
    return render(request, "custom_formats/index.html", context)


@require_safe
def show_format(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A format with its newest version, its history, and what comes of its test decks today."""
    viewer = get_viewer(request)
    fmt = selectors.get_visible_format(game, slug, viewer.user)
    held = get_reference(game)
    versions = list(fmt.versions.defer("definition", "tests"))
    context = {"format": fmt, "viewer": viewer, "is_own": viewer.user is not None and fmt.owner_id == viewer.user}
    if versions:
        newest = selectors.get_version(fmt)
        value = selectors.build_version_format(held, newest)
        context |= _describe(value, held) | {
            "version": newest,
            "versions": versions,
            "bans": [describe_ban(ban) for ban in value.bans],
            "tests": run_tests(newest.tests, value, held),
            "address": list_address(game, write_term("legal", fmt.slug)),
        }
    response = render(request, "custom_formats/format.html", {**context, "game": game})
    if fmt.newest is None or fmt.hidden_at:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def compare(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """What is different between two versions of a format."""
    fmt = selectors.get_visible_format(game, slug, get_viewer(request).user)
    newest = selectors.get_version(fmt).number
    after = _version(request.GET, "b") or newest
    before = _version(request.GET, "a") or max(after - 1, 1)
    one, other = (selectors.get_version(fmt, number) for number in (before, after))
    found = selectors.compare(one, other)
    numbers = range(newest, 0, -1)
    context = {"format": fmt, "game": game, "before": one, "after": other, "found": found, "numbers": numbers}
    return render(request, "custom_formats/compare.html", context)


@require_safe
def export(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A version as a file, the newest where none is named; for its owner also the draft."""
    user = get_viewer(request).user
    if request.GET.get("version") == "draft":
        file = files.draft_to_file(selectors.get_own_format(game, slug, user))
        name = f"{slug}-draft"
    else:
        fmt = selectors.get_visible_format(game, slug, user)
        version = selectors.get_version(fmt, _version(request.GET, "version"))
        file, name = files.version_to_file(version), f"{slug}-{version.number}"
    answer = HttpResponse(files.dump_file(file), content_type="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer


@for_members("GET", "HEAD", "POST")
def show_new_format(request: HttpRequest) -> HttpResponse:
    """A new format, from the game's rules alone or from another format."""
    if request.method != "POST":
        return _start(request, request.GET)
    words = request.POST
    of_game, _, start = words.get("start", "").partition("/")
    game = words.get("game", "") or of_game
    if of_game in GAMES and of_game != game:
        return _start(request, words, {"start": f"This format is for {GAMES[of_game]}. {OTHER_GAME}"})
    try:
        fmt = services.create(
            require_user(request), game, words.get("name", ""), slug=words.get("slug", ""), start=start
        )
    except (InputError, NotFound) as error:
        return _start(request, words, _problem(error))
    return redirect(_edit(fmt))


@for_members("POST")
def take_in(request: HttpRequest) -> HttpResponse:
    """A file becomes a draft, which is looked at before anything is published."""
    upload, words = request.FILES.get("file"), request.POST
    try:
        if not isinstance(upload, UploadedFile):
            raise InputError("choose a file first", place="file")
        file = files.read(upload.read(files.MAX_BYTES + 1))
        others = {name: words.get(name, "").strip() for name in ("name", "slug")}
        fmt = services.import_format(require_user(request), file, **others)
    except (InputError, NotFound) as error:
        problems = getattr(error, "problems", ())
        said = "; ".join(map(str, problems[:10])) if problems else str(error)
        return _start(request, QueryDict(), {"file": to_sentence(said)}, beside_file=words)
    messages.success(request, "The file is imported as a draft. Review it, then publish it.")
    return redirect(_edit(fmt))


@for_members("GET", "HEAD", "POST")
def edit(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The form of a draft; what is sent is kept, also where something is wrong with it."""
    fmt = selectors.get_own_format(game, slug, require_user(request))
    if request.method != "POST":
        return _page(request, fmt)
    held, sent = get_reference(game), request.POST
    draft = parse_draft(sent, fmt.draft, held)
    anchor = press_button(draft, sent, held)
    try:
        services.save_draft(fmt, draft, sent.get("name", ""))
    except InputError as error:
        fmt.draft, fmt.draft_name = draft, sent.get("name", "")[:120]
        return _page(request, fmt, _problem(error))
    messages.success(request, "Saved.")
    return redirect(f"{_edit(fmt)}{anchor}")


@for_members("POST")
def edit_tests(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A test deck more, or one less."""
    fmt, sent = selectors.get_own_format(game, slug, require_user(request)), request.POST
    removed = sent.get("remove", "")
    if removed:
        if removed.isascii() and removed.isdecimal() and len(removed) < 18:
            services.remove_test(fmt, int(removed))
        return redirect(f"{_edit(fmt)}#tests")
    row = {key: sent.get(key, "") for key in ("title", "deck", "as_of", "expected")}
    codes = sent.get("codes", "").replace(",", " ").split()
    try:
        services.add_test(fmt, {**row, "codes": codes})
    except (InputError, ApplicationError) as error:
        return _page(request, fmt, {"test": to_sentence(str(error).removeprefix("test."))}, typed=sent)
    return redirect(f"{_edit(fmt)}#tests")


@for_members("POST")
def publish(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The draft becomes the next version; refused while test decks fail, unless that is confirmed."""
    fmt = selectors.get_own_format(game, slug, require_user(request))
    comment, is_confirmed = request.POST.get("comment", ""), request.POST.get("confirm") == "yes"
    try:
        version = services.publish(fmt, require_user(request), comment=comment, is_confirmed=is_confirmed)
    except services.TestsFail as error:
        return _page(request, fmt, {"publish": error.message}, typed=request.POST, must_confirm=True)
    except (InputError, ApplicationError) as error:
        return _page(request, fmt, {"publish": to_sentence(_in_words(error, fmt))}, typed=request.POST)
    messages.success(request, f"Version {version.number} is published.")
    return redirect("ownformats:format", game, slug)


@for_members("POST")
def retire(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A published format is taken out of the lists, or put back."""
    fmt = selectors.get_own_format(game, slug, require_user(request))
    services.retire(fmt, is_over=request.POST.get("back") != "yes")
    return redirect("ownformats:format", game, slug)


@for_members("GET", "HEAD", "POST")
def delete(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A draft that was never published goes for good, once that is confirmed."""
    fmt = selectors.get_own_format(game, slug, require_user(request))
    if request.method == "POST" and request.POST.get("sure") == "yes":
        services.delete(fmt)
        messages.success(request, f"“{fmt.name}” is deleted.")
        return redirect("ownformats:index")
    return render(request, "custom_formats/delete.html", {"format": fmt, "game": game})


def _describe(value: Format, held: Reference) -> dict[str, Any]:
    """What a page says of a format today."""
    today = timezone.localdate()
    day = format_on(value, today, held)
    return {"fmt": value, "day": day, "asks": describe_requirements(value, today), "pool": describe_pool(value)}


def _start(request: HttpRequest, typed: QueryDict, problems: Problems | None = None, **more: object) -> HttpResponse:
    """The page on which a format begins, with what was typed into its form or beside a file."""
    game, formats = typed.get("game") or next(iter(GAMES)), format_choices(typed.get("start", ""))
    context = {"typed": typed, "problems": problems or {}, "games": GAMES, "game": game, "formats": formats, **more}
    return render(request, "custom_formats/new.html", context, status=400 if problems else 200)


def _page(request: HttpRequest, fmt: OwnFormat, problems: Problems | None = None, **typed: object) -> HttpResponse:
    """The page of a draft, with what was `typed` into its other forms and whether a publication `must_confirm`."""
    held = get_reference(fmt.game_id)
    value = services.build_draft_format(fmt, held)
    rows = list(fmt.test_decks.order_by("pk"))
    outcomes = run_tests(map(selectors.test_row, rows), value, held) if value else [None] * len(rows)
    failing = sum(each is not None and not each.holds for each in outcomes)
    shown = {"tests": [*zip(rows, outcomes, strict=True)], "failing": failing, "expected": TestDeck.Expected.choices}
    context = {"format": fmt, "game": fmt.game_id, "editor": DraftForm(fmt.draft, held), "problems": problems or {}}
    context |= shown | typed
    if value:
        context |= _describe(value, held) | {"cards": services.count_legal_cards(value, held, timezone.localdate())}
    return render(request, "custom_formats/edit.html", context, status=400 if problems else 200)


def _edit(fmt: OwnFormat) -> str:
    return reverse("ownformats:edit", args=(fmt.game_id, fmt.slug))


def _problem(error: InputError | NotFound) -> dict[str, str]:
    """What went wrong by the field that it is shown beside; with its place where that is no field of the form."""
    if isinstance(error, InputError) and error.place in ("name", "slug"):
        return {error.place: to_sentence(error.message)}
    return {"start": to_sentence(spell_out_days(str(error)))}


def _in_words(error: InputError | ApplicationError, fmt: OwnFormat) -> str:
    """What is wrong with a draft, its place by the words of the form."""
    if isinstance(error, InputError) and error.place:
        return spell_out_days(DraftForm(fmt.draft, get_reference(fmt.game_id)).in_words(error.place, error.message))
    return spell_out_days(str(error))
