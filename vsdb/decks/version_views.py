"""Versions of a deck: all of them, one, back to one; its repair and its timeline; two lists side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine.model.cards import GAMES
from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import Viewer, get_viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import list_format_choices
from vsdb.check.addresses import explain_address
from vsdb.check.list_answers import SharedAnswer
from vsdb.check.list_links import build_query, find_expiry, open_list
from vsdb.check.play_area import build_play_area
from vsdb.check.repair import parse_picks, repair_page
from vsdb.collection.lacks import compute_needs
from vsdb.collection.list_views import build_text_answer
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import answers_in_read_only_mode, read_number
from vsdb.core.responses import serve_uncached
from vsdb.core.words import to_sentence
from vsdb.decks import selectors, services, to_engine, versions
from vsdb.decks.access import ViewedDeck, with_deck_action, with_readable_deck
from vsdb.decks.deck_page import read_version
from vsdb.decks.pdf.listing import build_parts
from vsdb.decks.versions import ComparedList, DeckComparison, life_of, repair_of
from vsdb.timelines.page import build_deck_page

_MAX_CHOICES = 100  #: of one's own decks, the newest


@with_readable_deck
def show_history(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The versions of a deck, with what each changed."""
    page, shown = versions.list_versions(place.deck, request.GET.get("page"))
    context = {"place": place, "page": page, "versions": shown, "word": place.secret or place.deck.pk}
    return render(request, "decks/versions.html", context)


@with_readable_deck
def show_version(request: HttpRequest, place: ViewedDeck, number: int) -> HttpResponseBase:
    """A version as it was, judged in its format on its day."""
    read = read_version(place.deck, number)
    area = build_play_area(read.value, read.fmt, read.on)
    context = {
        "place": place,
        "revision": read.revision,
        "read": read,
        "area": area,
        "parts": build_parts(read.value, area=area),
        "proof": read.proof,
        "word": place.secret or place.deck.pk,
    }
    return render(request, "decks/version.html", context)


@with_deck_action
def restore_view(request: HttpRequest, place: ViewedDeck, number: int) -> HttpResponse:
    """A version brought back as the newest one; those between stay in the history."""
    services.restore(place.deck.pk, place.viewer, number)
    return redirect(place.address("versions"))


@answers_in_read_only_mode
@require_http_methods(["GET", "HEAD", "POST"])
@serve_uncached
def compare(request: HttpRequest) -> HttpResponse:
    """Any two lists side by side; each is a deck, a version of one, or pasted. What is sent leads to an address."""
    words = request.POST if request.method == "POST" else request.GET
    typed = {name: words.get(name, "").strip() for name in ("a", "b", "a_list", "b_list", "game")}
    for name in ("a", "b"):
        # A deck that is chosen from the list counts unless another was typed beside it.
        if (chosen := words.get(f"{name}_own", "").strip()) and typed[name] == words.get(f"{name}_was", "").strip():
            typed[name] = chosen
    _open_lists(typed, words.getlist("list"))
    if not any(typed.values()) or (request.method != "POST" and not (typed["b"] or typed["b_list"])):
        return _compare_page(request, typed, {}, None)
    viewer = get_viewer(request)
    problems: dict[str, str] = {}
    sides: dict[str, ComparedList] = {}
    comparison = None
    for name in ("a", "b"):
        if not typed[name] and (told := explain_address(request, typed[f"{name}_list"])):
            problems[name] = told
            continue
        try:
            sides[name] = _load_side(typed, name, viewer, sides.get("a"))
            comparison = versions.compare(*sides.values()) if len(sides) > 1 else None
        except (InputError, NotFound) as error:
            problems[name] = to_sentence(str(error))
    query = ""
    if comparison:
        asked = [(name, side.word) for name, side in sides.items() if side.word]
        asked += [("game", typed["game"])] if typed["game"] else []
        pasted = [typed[f"{name}_list"] for name, side in sides.items() if not side.word]
        query = build_query(asked, *pasted, request=request if request.method == "POST" else None)
        if request.method == "POST" and query:
            return redirect(f"{reverse('stored:compare')}?{query}")
    return _compare_page(request, typed, problems, comparison, query)


def _open_lists(typed: dict[str, str], links: Sequence[str]) -> None:
    """Put the lists of an address in the places that no deck is named for. Raises InputError and NotFound."""
    free = (name for name in ("a", "b") if not (typed[name] or typed[f"{name}_list"]))
    for name, word in zip(free, links, strict=False):
        typed[f"{name}_list"] = open_list(word)


def _compare_page(
    request: HttpRequest,
    typed: Mapping[str, str],
    problems: Mapping[str, str],
    comparison: DeckComparison | None,
    query: str = "",
) -> HttpResponse:
    titles = {"a": "Deck A", "b": "Deck B"}
    context = {
        "typed": typed,
        "games": GAMES,
        "comparison": comparison,
        "share": SharedAnswer(query, find_expiry(query)),
        "sides": (comparison.a, comparison.b) if comparison else (),
        "own": list(selectors.list_own_decks(get_viewer(request)).order_by("-edited")[:_MAX_CHOICES]),
        "fields": [
            (name, title, typed[name], typed[f"{name}_list"], problems.get(name, "")) for name, title in titles.items()
        ],
    }
    return render(request, "decks/compare.html", context, status=400 if problems else 200)


def _load_side(typed: Mapping[str, str], name: str, viewer: Viewer, first: ComparedList | None) -> ComparedList:
    """A deck where one is named, else the list that was pasted, in the game of the first list where nothing says it."""
    text = typed[f"{name}_list"]
    if text and not typed[name]:
        return versions.read_compared_list(text, typed["game"] or (first.value.game if first else ""))
    if not typed[name]:
        raise InputError("enter a deck or paste a list")
    return versions.load_side(typed[name], viewer)


@with_readable_deck
def repair(request: HttpRequest, place: ViewedDeck) -> HttpResponseBase:
    """The repair of a stored deck's newest version in its format on its day, or in those that the address names."""
    page, problem, status = None, "", 200
    try:
        found = repair_of(place.deck, request.GET, day="on", picks=parse_picks(request.GET))
        page = repair_page(found) if found else None
    except (InputError, NotFound) as error:
        problem, status = to_sentence(str(error)), 400
    deck, words = place.deck, request.GET
    context = {
        "place": place,
        "page": page,
        "problem": problem,
        "formats": list_format_choices(cards.get_reference(deck.game_id), words.get("format", "") or deck.format),
        "chosen": page.found.fmt.slug if page else words.get("format", ""),
        "on": words.get("on", ""),
    }
    return render(request, "decks/repair.html", context, status=status)


@with_readable_deck
def show_lacks(request: HttpRequest, place: ViewedDeck) -> HttpResponseBase:
    """What whoever asks lacks of the newest version's cards; a stranger is asked to sign in."""
    context: dict[str, object] = {"place": place}
    if place.viewer.user is not None:
        read = read_version(place.deck)
        needs = compute_needs(place.viewer.user, read.value)
        if request.GET.get("show") == "text":
            return build_text_answer(needs)
        context |= {"needs": needs, "list": read.revision.text}
    return render(request, "decks/lacks.html", context)


@with_deck_action
def apply(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The repair with what was picked, as the next version of one's own deck."""
    if not place.is_own:
        raise NotFound(f"you have no deck {place.deck.pk}")
    found = repair_of(place.deck, request.POST, day="on", picks=parse_picks(request.POST))
    if found is None or not found.works or found.deck is None:
        raise ApplicationError("There is no repair in this format.", code="no-repair")
    newest, base = selectors.get_revision(place.deck), read_number(request.POST, "edition") or place.deck.edition
    repaired = replace(services.read_snapshot_of(newest), text=to_engine.list_text(found.deck))
    comment = f"Repaired for {found.fmt.name}: {found.repair.size} change{'' if found.repair.size == 1 else 's'}"
    saved = services.save(place.deck.pk, place.viewer, base, repaired, comment=comment)
    messages.success(request, f"Repair saved as version {saved.number}.")
    return redirect(place.address())


@with_readable_deck
def show_timeline_of_deck(request: HttpRequest, place: ViewedDeck) -> HttpResponseBase:
    """The life of a stored deck, of its newest version or of the one that `?version=` names."""
    number = read_number(request.GET, "version")
    revision = selectors.get_revision(place.deck, number)
    page, problem = None, ""
    try:
        page = build_deck_page(life_of(place.deck, revision))
    except InputError as error:
        problem = to_sentence(error.message)
    context = {"place": place, "revision": revision, "page": page, "problem": problem}
    return render(request, "timelines/stored.html", context)
