"""The pages of keywords and teams: what each is, how its cards are spread, and the cards."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from engine.model.games import game_of
from vsdb.catalog.cards import selectors, spreads
from vsdb.catalog.cards.faces import worded_faces
from vsdb.catalog.cards.models import CardSet, Keyword, Team
from vsdb.catalog.cards.queries import list_address, term
from vsdb.catalog.formats.lookup import nearest_slugs
from vsdb.catalog.wordings.ruling_pages import ruling_page
from vsdb.catalog.wordings.selectors import rulings as all_rulings
from vsdb.core.redirects import lead_on

Named = TypeVar("Named", Keyword, Team)


@require_safe
def keyword_list(request: HttpRequest, game: str) -> HttpResponse:
    """A game's keywords with their glosses."""
    return render(request, "cards/keywords.html", {"game": game, "keywords": selectors.keywords_with_counts(game)})


@require_safe
def keyword_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A keyword, what it means in our own words, and the cards that are recorded with it."""
    keyword = _named(Keyword.objects.filter(game=game), slug, f"{GAMES[game]} has no keyword")
    if keyword.slug != slug:
        return lead_on(request, "cards:keyword", game, keyword.slug)
    cards = [card for card in selectors.reference(game).catalog.cards if card.has_keyword(keyword.name)]
    query = term("kw", keyword.name)
    found, rulings = ruling_page(request, all_rulings().filter(keywords=keyword))
    context = {
        "found": found,
        "rulings": rulings,
        "game": game,
        "keyword": keyword,
        "citation": selectors.citation_of(keyword),
        "faces": worded_faces(cards, timezone.localdate()),
        "address": list_address(game, query),
        "charts": [
            spreads.cost_curve(cards, game, query),
            spreads.by_type(cards, game, query),
            spreads.by_team(cards, game, query),
        ],
    }
    return render(request, "cards/keyword.html", context)


@require_safe
def team_list(request: HttpRequest, game: str) -> HttpResponse:
    """A game's teams or affiliations with their counts. Raises NotFound for a game without teams."""
    words = game_of(game).site.words
    if not words.teams:
        raise NotFound(f"{GAMES[game]} has {words.team}s and no teams")
    return render(request, "cards/teams.html", {"game": game, "teams": selectors.teams_with_counts(game)})


@require_safe
def team_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A team or affiliation: its curve, its keywords, whom it shares cards with, and its cards."""
    team = _named(Team.objects.filter(game=game), slug, f"{GAMES[game]} has no team")
    if team.slug != slug:
        return lead_on(request, "cards:team", game, team.slug)
    cards = [card for card in selectors.reference(game).catalog.cards if team.name in (card.teams or ())]
    query = term("team", team.name)
    context = {
        "game": game,
        "team": team,
        "faces": worded_faces(cards, timezone.localdate()),
        "address": list_address(game, query),
        "charts": [
            spreads.cost_curve(cards, game, query),
            spreads.by_type(cards, game, query),
            spreads.by_keyword(cards, game, query),
        ],
    }
    return render(request, "cards/team.html", context)


def _named(rows: QuerySet[Named], slug: str, none: str) -> Named:
    """The one of that slug, in whatever case. Raises NotFound with the nearest slugs."""
    found = rows.filter(slug=slug.lower()).first()
    if found is None:
        raise NotFound(f"{none} {slug[:80]}", nearest=nearest_slugs(slug, rows.values_list("slug", flat=True)))
    return found


@require_safe
def set_list(request: HttpRequest) -> HttpResponse:
    """Every set of every game."""
    games: dict[str, list[CardSet]] = {game: [] for game in GAMES}
    for card_set in selectors.sets_with_counts():
        games[card_set.game_id].append(card_set)
    return render(request, "cards/sets.html", {"games": games.items()})


@require_safe
def set_page(request: HttpRequest, game: str, code: str) -> HttpResponse:
    """A set with its checklist, to be read or printed, and what it is made of."""
    card_set = CardSet.objects.select_related("game", "follows").filter(game=game, code=code).first()
    reference = selectors.reference(game)
    if card_set is None:
        if code.upper() in reference.sets:
            return lead_on(request, "cards:set", game, code.upper())
        raise NotFound(f"{GAMES[game]} has no set {code[:80]}", nearest=nearest_slugs(code, reference.sets))
    by_slug = reference.catalog.by_slug
    rows = [(printing, by_slug[printing.card.slug]) for printing in selectors.printings_of(card_set)]
    cards = list(dict.fromkeys(card for _, card in rows))
    query = term("s", card_set.code)
    found, rulings = ruling_page(request, all_rulings().filter(sets=card_set))
    context = {
        "found": found,
        "rulings": rulings,
        "game": game,
        "card_set": card_set,
        "value": reference.sets[code],
        "rows": rows,
        "cards": cards,
        "faces": worded_faces(cards, timezone.localdate()) if request.GET.get("view") == "faces" else None,
        "has_rarities": any(printing.rarity or card.rarity for printing, card in rows),
        "numbered": sum(1 for printing, _ in rows if printing.number),
        "followers": card_set.followers.all(),
        "address": list_address(game, query),
        "charts": [
            spreads.by_type(cards, game, query),
            spreads.by_rarity((printing.rarity or card.rarity for printing, card in rows), game, query),
            spreads.by_team(cards, game, query),
            spreads.cost_curve(cards, game, query),
        ],
    }
    return render(request, "cards/set.html", context)
