"""The pages of sets, keywords, teams and cards; a card also as JSON, as Markdown and as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.model.cards import COSTLESS, GAMES, Card
from engine.model.errors import InputError, NotFound
from engine.model.games import game_of
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.card_page import CardPage, build_card_page
from vsdb.catalog.cards.card_texts import card_page_to_dict, card_page_to_markdown
from vsdb.catalog.cards.coverage import CardsCoverage, get_coverage, list_coverage
from vsdb.catalog.cards.faces import build_face, build_faces_with_texts
from vsdb.catalog.cards.filters import list_address, write_term
from vsdb.catalog.cards.models import CardSet, Keyword, Team
from vsdb.catalog.cards.pictures import CONTENT_TYPES, find_picture_file, is_shown, list_files
from vsdb.catalog.cards.preview import SIZE, draw
from vsdb.catalog.cards.signs import draw_look, find_domain_sign
from vsdb.catalog.formats.lookup import find_card, find_nearest_slugs, find_row
from vsdb.catalog.rules.reading import NamingPlace, find_rules_for_card
from vsdb.catalog.wordings.rulings import paginate_rulings
from vsdb.catalog.wordings.selectors import list_rulings as all_rulings
from vsdb.catalog.wordings.services import WordingChoice, find_texts
from vsdb.core.charts import Chart, ChartCount, chart_curve, split
from vsdb.core.requests import RequestedDay, read_requested_day, redirect_to_own_address


@require_safe
def show_keywords(request: HttpRequest, game: str) -> HttpResponse:
    """A game's keywords with their glosses."""
    context = {"game": game, "keywords": selectors.list_with_counts(Keyword, game)}
    return render(request, "catalog/cards/keywords.html", context)


@require_safe
def show_keyword(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A keyword with our explanation and its recorded cards."""
    keyword = find_row(Keyword.objects.filter(game=game), slug, f"{GAMES[game]} has no keyword")
    if keyword.slug != slug:
        return redirect_to_own_address(request, "cards:keyword", game, keyword.slug)
    cards = [card for card in selectors.get_reference(game).catalog.cards if card.has_keyword(keyword.name)]
    query = write_term("kw", keyword.name)
    found, rulings = paginate_rulings(request, all_rulings().filter(keywords=keyword))
    context = {
        "found": found,
        "rulings": rulings,
        "game": game,
        "keyword": keyword,
        "citation": selectors.build_citation(keyword),
        "faces": build_faces_with_texts(cards, timezone.localdate()),
        "address": list_address(game, query),
        "charts": [chart(cards, game, query) for chart in (chart_costs, chart_types, chart_teams)],
    }
    return render(request, "catalog/cards/keyword.html", context)


@require_safe
def show_teams(request: HttpRequest, game: str) -> HttpResponse:
    """A game's teams or affiliations with their counts. Raises NotFound for a game without teams."""
    words = game_of(game).site.words
    if not words.teams:
        raise NotFound(f"{GAMES[game]} has {words.team}s, not teams")
    context = {"game": game, "words": words, "teams": selectors.list_with_counts(Team, game)}
    return render(request, "catalog/cards/teams.html", context)


@require_safe
def show_team(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A team or affiliation: its curve, its keywords, whom it shares cards with, and its cards."""
    team = find_row(Team.objects.filter(game=game), slug, f"{GAMES[game]} has no team")
    if team.slug != slug:
        return redirect_to_own_address(request, "cards:team", game, team.slug)
    cards = [card for card in selectors.get_reference(game).catalog.cards if team.name in (card.teams or ())]
    query = write_term("team", team.name)
    context = {
        "game": game,
        "words": game_of(game).site.words,
        "team": team,
        "faces": build_faces_with_texts(cards, timezone.localdate()),
        "address": list_address(game, query),
        "charts": [chart(cards, game, query) for chart in (chart_costs, chart_types, chart_keywords)],
    }
    return render(request, "catalog/cards/team.html", context)


@require_safe
def set_list(request: HttpRequest) -> HttpResponse:
    """Every set of every game."""
    games: dict[str, list[tuple[CardSet, CardsCoverage]]] = {game: [] for game in GAMES}
    known = {(each.game, one.code): one.cards for each in list_coverage() for one in each.sets}
    for card_set in selectors.list_sets():
        counted = known.get((card_set.game_id, card_set.code))
        if counted:  # a set that is being loaded comes with the next visit
            games[card_set.game_id].append((card_set, counted))
    return render(request, "catalog/cards/sets.html", {"games": games.items()})


@require_safe
def set_page(request: HttpRequest, game: str, code: str) -> HttpResponse:
    """A set with its checklist, to be read or printed, and what it is made of."""
    card_set = CardSet.objects.select_related("game", "follows").filter(game=game, code=code).first()
    reference = selectors.get_reference(game)
    if card_set is None:
        if code.upper() in reference.sets:
            return redirect_to_own_address(request, "cards:set", game, code.upper())
        raise NotFound(f"{GAMES[game]} has no set {code[:80]}", nearest=find_nearest_slugs(code, reference.sets))
    by_slug = reference.catalog.by_slug
    rows = [(printing, by_slug[printing.slug]) for printing in selectors.list_printings(card_set)]
    cards = list(dict.fromkeys(card for _, card in rows))
    query = write_term("s", card_set.code)
    rarities = [printing.rarity or card.rarity or None for printing, card in rows]
    found, rulings = paginate_rulings(request, all_rulings().filter(sets=card_set))
    context = {
        "found": found,
        "rulings": rulings,
        "game": game,
        "has_domains": game_of(game).site.face.groups == "domains",
        "card_set": card_set,
        "known": get_coverage(game).of_set(card_set.code),
        "value": reference.sets[code],
        "rows": rows,
        "cards": cards,
        "faces": build_faces_with_texts(cards, timezone.localdate()) if request.GET.get("view") == "faces" else None,
        "has_rarities": any(rarities),
        "doubtful": sum(bool(card.doubtful) for card in cards),
        "numbered": sum(1 for printing, _ in rows if printing.number),
        "followers": card_set.followers.all(),
        "address": list_address(game, query),
        "charts": [
            chart_types(cards, game, query),
            _split("rarity", "Rarity", rarities if any(rarities) else (), game, query, "r", of="printings"),
            chart_teams(cards, game, query),
            chart_costs(cards, game, query),
        ],
    }
    return render(request, "catalog/cards/set.html", context)


@require_safe
def show_gaps(request: HttpRequest) -> HttpResponse:
    """What is known and what is missing, game by game."""
    return render(request, "catalog/cards/gaps.html", {"games": list_coverage()})


@require_safe
def show_gaps_of_game(request: HttpRequest, game: str) -> HttpResponse:
    """What is missing of a game: its fields and its sets, most first."""
    return render(request, "catalog/cards/gaps_of_game.html", {"game": game, "known": get_coverage(game)})


@require_safe
def card_html(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """A card: its face and facts, its printings, keywords and bans, what it goes with, and where it is legal."""
    reference = selectors.get_reference(game)
    if slug not in reference.catalog.by_slug and slug.lower() in reference.catalog.by_slug:
        return redirect_to_own_address(request, "cards:card", game, slug.lower())
    asked = read_requested_day(request)
    found = _page(request, reference, slug, asked)
    status = HTTPStatus.BAD_REQUEST if found.wording.problem else asked.status
    around = find_rules_for_card(reference, found.card.slug)
    context = {"game": game, "page": found, "asked": asked, "size": SIZE, "named_in": around.named_in}
    context["lines"] = around.with_terms(found.wording.lines)
    return render(request, "catalog/cards/card.html", context, status=status)


@require_safe
def card_json(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The page for programs."""
    found = _readable_page(request, game, slug)
    return JsonResponse(card_page_to_dict(found, _find_naming_rules(found)), json_dumps_params={"ensure_ascii": False})


@require_safe
def card_markdown(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The page for notebooks and forums."""
    found = _readable_page(request, game, slug)
    written = card_page_to_markdown(found, _find_naming_rules(found), request.build_absolute_uri)
    return HttpResponse(written, content_type="text/markdown; charset=utf-8")


@require_safe
def show_face(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A card's face by itself, with today's text, to be shown over a page; two queries."""
    card = find_card(selectors.get_reference(game), slug)
    (face,) = build_faces_with_texts([card], timezone.localdate())
    return render(request, "catalog/cards/face.html", {"face": face})


@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
def card_picture(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The picture that stands beside a link to the card elsewhere."""
    card = find_card(selectors.get_reference(game), slug)
    said = find_texts([card], timezone.localdate()).get(card, "")
    drawn = draw(build_face(card, said=said), find_picture_file(card))
    return HttpResponse(drawn, content_type="image/png")


@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
def show_picture_file(request: HttpRequest, game: str, name: str) -> HttpResponseBase:
    """A file of the operator's pictures. Raises NotFound for a name that isn't listed in its folder."""
    path = Path(settings.CARD_PICTURES_DIR, game, name)
    if not is_shown(game) or list_files(game).get(path.stem.upper()) != name:
        raise NotFound(f"{GAMES[game]} has no picture {name[:80]}")
    try:
        held = path.stat()
        etag = f'"{held.st_mtime_ns:x}-{held.st_size:x}"'
        unchanged = get_conditional_response(request, etag)
        opened = None if unchanged else path.open("rb")
    except OSError as gone:
        raise NotFound(f"{GAMES[game]} has no picture {name[:80]}") from gone
    answer: HttpResponseBase = unchanged or FileResponse(opened, content_type=CONTENT_TYPES[path.suffix.lower()])
    answer.headers["ETag"] = etag
    return answer


def _readable_page(request: HttpRequest, game: str, slug: str) -> CardPage:
    """The page of a day that can be read. Raises InputError for another."""
    asked = read_requested_day(request)
    if asked.problem:
        raise InputError(asked.problem, place="on")
    page = _page(request, selectors.get_reference(game), slug, asked)
    if page.wording.problem:
        raise InputError(page.wording.problem, place="from, to, printing")
    return page


def _find_naming_rules(page: CardPage) -> Sequence[NamingPlace]:
    """The rules that name the card; one query where their texts have been read."""
    return find_rules_for_card(selectors.get_reference(page.card.game), page.card.slug).named_in


def _page(request: HttpRequest, reference: Reference, slug: str, asked: RequestedDay) -> CardPage:
    card = find_card(reference, slug)
    choice = WordingChoice(*(request.GET.get(name, "").strip() for name in ("printing", "from", "to")))
    return build_card_page(reference, card, today=timezone.localdate(), on=asked.on, choice=choice)


def chart_costs(cards: Iterable[Card], game: str, query: str) -> Chart:
    """How many cards there are of each cost; the others, without one or with one unrecorded, are in its note.

    `query` is the one that finds the cards, so that every bar can lead to its own.
    """
    of = game_of(game).site.cost_curve
    figures = Counter(getattr(card, of.fact) for card in cards if not of.types or card.type in (None, *of.types))
    most = max((figure for figure in figures if isinstance(figure, int)), default=-1)
    urls = (list_address(game, query, write_term(of.query, n, "=")) for n in range(most + 1))
    bars = [ChartCount(str(n), figures[n], url) for n, url in enumerate(urls)]
    others = ((figures[COSTLESS], "without a cost"), (figures[None], "without a recorded cost"))
    note = ", ".join(f"{count} {said}" for count, said in others if count)
    return chart_curve("cost", f"{of.title} curve", of.title, bars, note=note)


def chart_types(cards: Iterable[Card], game: str, query: str) -> Chart:
    """How many cards there are of each type."""
    return _split("type", "Type", (card.type for card in cards), game, query, "t")


def chart_teams(cards: Iterable[Card], game: str, query: str) -> Chart:
    """How many cards there are of each team, affiliation or domain; a card of two counts for both."""
    site = game_of(game).site
    names = (name for card in cards for name in getattr(card, site.face.groups) or ())
    return _split("team", site.words.groups, names, game, query, site.face.groups_field)


def chart_keywords(cards: Iterable[Card], game: str, query: str) -> Chart:
    """How many cards are recorded with each keyword."""
    return _split("keyword", "Keyword", (name for card in cards for name in card.keyword_names), game, query, "kw")


def _split(
    slug: str, what: str, names: Iterable[str | None], game: str, query: str, field: str, *, of: str = "cards"
) -> Chart:
    """How often each name comes; its bar leads to those of the query that have it."""
    found = sorted(Counter(names).items(), key=lambda each: (-each[1], each[0] or ""))
    urls = (list_address(game, query, write_term(field, name)) if name else "" for name, _ in found)
    looks = (draw_look(find_domain_sign(game, name)) if name else None for name, _ in found)
    bars = [
        ChartCount(name or "not recorded", count, url, look)
        for (name, count), url, look in zip(found, urls, looks, strict=True)
    ]
    return split(slug, f"By {what.lower()}", what, bars, of=of)
