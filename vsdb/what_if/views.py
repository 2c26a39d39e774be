"""The page of what if: the form of a proposal with what was typed and blank rows for more; an answer laid out."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from http import HTTPStatus
from itertools import islice, takewhile
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine import GAMES, Card, Citation, InputError, NotFound, Reference, fold
from engine.formats.names import find_game
from engine.model.names import show_identity
from engine.what_if import ERRATUM_FACTS, MAX_CHANGES, Proposal
from vsdb.accounts.viewers import get_viewer
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import list_format_choices
from vsdb.catalog.rules.selectors import map_headings
from vsdb.check.list_answers import SharedAnswer
from vsdb.check.list_links import find_expiry, open_list
from vsdb.core.requests import answers_anybody, drain, is_too_large
from vsdb.core.words import format_day, to_sentence
from vsdb.what_if.questions import WhatIfQuestion, first_word, parse_question
from vsdb.what_if.services import WhatIfAnswer, run_what_if
from vsdb.what_if.trials import list_sample_effects

CARDS_A_PAGE = 60
Words = Mapping[str, Sequence[str]]
_CARDS = (
    ("ban", "Ban", "Name, full title or printing, as in MOR-053."),
    ("lift", "Unban", "A banned card."),
)
_SETS = (("out", "Set out"), ("in", "Set in"))
AT_MOST = 8
_MIN = 2  #: letters before anything is offered
#: Words of an address that propose nothing: with these alone the form is shown, filled.
_NEUTRAL = frozenset(
    ("game", "format", "from", "on", "all-in", "pool", "page", "list", "lists", "fact", "value", "moved-to")
)


@never_cache
@answers_anybody
def show_what_if(request: HttpRequest) -> HttpResponse:
    """The form and, where something is proposed, what it would do; what can't be read is 400.

    A form that was sent leads to its address, unless the lists in it are too long for one.
    """
    if request.method == "POST" and is_too_large(request):
        drain(request)
        return _form(request, QueryDict(), "The form is too large. The limit is 1 MiB.", "decks")
    data = (request.POST if request.method == "POST" else request.GET).copy()
    try:
        if data.get("list") and not data.get("lists"):
            data["lists"] = open_list(data.get("list", ""))
        words = {name: [each.replace("\x00", "") for each in said] for name, said in data.lists()}
        if not any(word.strip() for name, said in words.items() if name not in _NEUTRAL for word in said):
            if request.method == "POST":
                return _form(request, data, "Propose at least one change: a card, a set or a number.", "")
            return _page(request, build_form(words))
        question = parse_question(words)
        if request.method == "POST" and (query := question.query(request)):
            return HttpResponseRedirect(f"{reverse('whatif:page')}?{query}", status=HTTPStatus.SEE_OTHER)
        return _render_answer(request, question, words)
    except (InputError, NotFound) as refused:
        place = refused.place if isinstance(refused, InputError) else ""
        return _form(request, data, to_sentence(str(refused)), place)


def _render_answer(request: HttpRequest, question: WhatIfQuestion, words: dict[str, list[str]]) -> HttpResponse:
    cursor = words.get("so-far", [""])[0]
    answer = run_what_if(question, get_viewer(request), cursor=cursor)
    page = build_page(answer, pool=request.GET.get("pool", ""), number=request.GET.get("page", ""))
    if request.headers.get("HX-Request") and cursor:
        return render(request, "what_if/more.html", {"page": page})
    asked: dict[str, list[str]] = {"lists": [question.text]}
    for name, word in question.words():
        asked.setdefault(name, []).append(word)
    return _page(request, build_form(asked), page)


def _form(request: HttpRequest, data: QueryDict, problem: str, place: str) -> HttpResponse:
    return _page(request, build_form(dict(data.lists()), problem=problem, place=place))


def _page(request: HttpRequest, form: dict[str, Any], page: dict[str, Any] | None = None) -> HttpResponse:
    status = HTTPStatus.BAD_REQUEST if form["problem"] else HTTPStatus.OK
    return render(request, "what_if/page.html", {"form": form, "page": page}, status=status)


def build_form(words: Words, *, problem: str = "", place: str = "") -> dict[str, Any]:
    """Everything that the form shows of these words of an address. Choices have their value, name and whether they are
    chosen; `problem` is what can't be read, `place` the field that it is about.

    Costs the query of a reference in memory, and one for formats.
    """
    game = _game(first_word(words, "game"))
    reference = selectors.get_reference(game)
    chosen, all_in = {word.strip() for word in words.get("format", ())}, first_word(words, "all-in")
    known = list_format_choices(reference)
    brands = sorted({brand for fmt in reference.formats.values() for brand in fmt.pool.per_brand})
    kept = dict(word.rpartition(":")[::2] for word in words.get("brand", ()))
    shown: dict[str, Any] = {
        "since": first_word(words, "from"),
        "first": first_word(words, "first"),
        "lists": first_word(words, "lists"),
        "sets": [(name, label, _values(words, name)) for name, label in _SETS],
        "brands": [(brand, first_word(words, f"kept-{brand}") or kept.get(brand, "")) for brand in brands],
        "moved": [*_read_moved_sets(words), ("", "")],
        "errata": [*_errata(words), ("", "", "")],
    }
    folded = (
        *(shown[name] for name in ("since", "first", "lists")),
        *(value for *_, values in shown["sets"] for value in values),
        *(count for _, count in shown["brands"]),
        *(row[0] for name in ("moved", "errata") for row in shown[name]),
    )
    return {
        **shown,
        "has_more": any(folded),  # filled in where it stands folded away
        "game": game,
        "games": [(slug, name, slug == game) for slug, name in GAMES.items()],
        "formats": [(each.slug, each.name, each.slug in chosen) for each in known],
        "everywhere": [(each.slug, each.name, each.slug == all_in) for each in known],
        "on": first_word(words, "on"),
        "cards": [(name, label, said, _values(words, name)) for name, label, said in _CARDS],
        "has_years": any(fmt.pool.kind == "yearly" for fmt in reference.formats.values()),
        "facts": [(name, name.replace("_", " ")) for name in ERRATUM_FACTS],
        "set_codes": [(each.code, each.name) for each in reference.sets.values()],
        "problem": problem,
        "place": place,
    }


def _game(word: str) -> str:
    try:
        return find_game(word)
    except NotFound:
        return next(iter(GAMES))


def _values(words: Words, name: str) -> list[str]:
    """The single inputs of a name: those that were filled, and a blank one."""
    return [*[word.strip() for word in words.get(name, ()) if word.strip()][:MAX_CHANGES], ""]


def _read_moved_sets(words: Words) -> list[tuple[str, str]]:
    typed = [(code, to) for code, to in zip(words.get("moved", ()), words.get("moved-to", ()), strict=False) if code]
    said = [word.rpartition(":") for word in words.get("legal", ())]
    return [*typed, *((code, to) for code, _, to in said)][:MAX_CHANGES]


def _errata(words: Words) -> list[tuple[str, str, str]]:
    """The card, fact and value of each erratum, as they were typed apart or stand in one word."""
    apart = (words.get(name, ()) for name in ("fix", "fact", "value"))
    found = [row for row in zip(*apart, strict=False) if row[0].strip()]
    for word in words.get("erratum", ())[:MAX_CHANGES]:
        named, _, value = word.partition("=")
        card, _, fact = named.rpartition(":")
        found.append((card, fact, value))
    return found


def build_page(answer: WhatIfAnswer, *, pool: str = "", number: str = "") -> dict[str, Any]:
    """Everything that the page shows of an answer, with a page of the cards that move in the pool of a format; one
    query for the headings of rules."""
    question, stored = answer.trial.question, answer.stored
    moved = [each for each in answer.pools if each.cards or each.sets]
    chosen = next((each for each in moved if each.fmt.slug == pool), moved[0] if moved else None)
    samples = list_sample_effects(answer.trial) if stored.is_first else []
    ranked = stored.so_far.rules.most_common()
    rules = [(code, Citation(document, rule) if document else None, n) for (code, document, rule), n in ranked]
    told = (finding for each in (*stored.listed, *answer.lists, *samples) for finding, _ in each.findings)
    cited = [*(cite for _, cite, _ in rules), *(finding.citation for finding in told)]
    query = question.query()
    whole = query or urlencode([*question.words(), ("lists", question.text)])
    address = f"{reverse('whatif:page')}?{whole}"
    return {
        "answer": answer,
        "in_format": answer.trial.before.formats[question.in_format].name if question.in_format else "",
        "sentences": describe_proposal(question.proposal, answer),
        "samples": samples,
        "pools": moved,
        "shown": chosen,
        "cards": Paginator(chosen.cards, CARDS_A_PAGE).get_page(number) if chosen else None,
        "headings": map_headings([each for each in cited if each]),
        "rules": rules,
        "address": address,
        "share": SharedAnswer(query, find_expiry(query)),
        "next_address": f"{address}&{urlencode({'so-far': stored.cursor})}" if stored.cursor else "",
    }


def describe_proposal(proposal: Proposal, answer: WhatIfAnswer) -> list[str]:
    """A proposal in plain words, a sentence for each kind of change."""
    trial = answer.trial
    formats = trial.before.formats
    where = ", ".join(formats[slug].name for slug in proposal.formats) or "all formats"
    cards = trial.before.catalog.by_slug
    said = [f"{_title(cards, word)} is banned in {where}" for word in proposal.bans]
    said += [f"{_title(cards, word)} is unbanned in {where}" for word in proposal.lifts]
    said += [f"{code} leaves {where}" for code in proposal.sets_out]
    said += [f"{code} enters {where}" for code in proposal.sets_in]
    kept = ((brand, f"{count} expansion{'' if count == 1 else 's'}") for brand, count in proposal.per_brand)
    keeps = "keeps" if len(proposal.formats) == 1 else "keep"
    said += [f"{where} {keeps} the last {count} of {brand}" for brand, count in kept]
    if proposal.first_rotation is not None:
        rotates = "rotates" if len(proposal.formats) == 1 else "rotate"
        said.append(f"{where} {rotates} from {proposal.first_rotation}")
    said += [f"{code} is legal from {format_day(first)}" for code, first in proposal.set_days]
    for erratum in proposal.errata:
        facts = "; ".join(f"{name.replace('_', ' ')}: {_value(value)}" for name, value in erratum.facts)
        said.append(f"Erratum to {_title(cards, erratum.card)}: {facts}")
    return [f"{each[:1].upper()}{each[1:]}" for each in said]


def _title(cards: Mapping[str, Card], word: str) -> str:
    return cards[word].title if word in cards else word


def _value(value: object) -> str:
    if value is None or value == ():
        return "not recorded"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@require_safe
def complete_cards(request: HttpRequest) -> JsonResponse:
    """Titles of a game's cards that begin as what is being typed, as the search boxes take completions."""
    titles = complete_titles(request.GET.get("q", ""), request.GET.get("game", ""))
    offers = [{"label": show_identity(title), "detail": "card", "query": title, "at": len(title)} for title in titles]
    return JsonResponse({"completions": offers})


def complete_titles(typed: str, game: str) -> list[str]:
    """Up to eight titles of a game's cards, in their order; costs the query of a reference in memory."""
    wanted = fold(typed[:100]).strip()
    if len(wanted) < _MIN or game not in GAMES:
        return []
    titles = _titles(selectors.get_reference(game))
    begin = islice(titles, bisect_left(titles, (wanted, "")), None)
    return [title for _, title in islice(takewhile(lambda each: each[0].startswith(wanted), begin), AT_MOST)]


@lru_cache(maxsize=8)
def _titles(reference: Reference) -> Sequence[tuple[str, str]]:
    return sorted({(fold(card.title), card.title) for card in reference.catalog.cards})
