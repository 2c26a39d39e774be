"""The pages of keywords and teams: what each is, how its cards are spread, and the cards."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.cards import GAMES, RIFTBOUND
from engine.errors import NotFound
from vsdb.cards import browsing, selectors, spreads
from vsdb.cards.faces import face
from vsdb.cards.models import Keyword, Team
from vsdb.cards.queries import list_address, term
from vsdb.formats.lookup import nearest_slugs
from vsdb.site.addresses import lead_on


@require_safe
def keyword_list(request: HttpRequest, game: str) -> HttpResponse:
    """A game's keywords with their glosses."""
    return render(request, "cards/keywords.html", {"game": game, "keywords": browsing.keywords_with_counts(game)})


@require_safe
def keyword_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A keyword, what it means in our own words, and the cards that are recorded with it."""
    keyword = Keyword.objects.filter(game=game, slug=slug.lower()).first()
    if keyword is None:
        slugs = Keyword.objects.filter(game=game).values_list("slug", flat=True)
        raise NotFound(f"{GAMES[game]} has no keyword {slug[:80]}", nearest=nearest_slugs(slug, slugs))
    if keyword.slug != slug:
        return lead_on(request, "cards:keyword", game, keyword.slug)
    cards = [card for card in selectors.reference(game).catalog.cards if card.has_keyword(keyword.name)]
    query = term("kw", keyword.name)
    context = {
        "game": game,
        "keyword": keyword,
        "citation": browsing.citation_of(keyword),
        "faces": [face(card) for card in cards],
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
    """A game's teams or affiliations with their counts; of Riftbound, which has none, nothing."""
    if game == RIFTBOUND:
        raise NotFound(f"{GAMES[game]} has domains and no teams")
    return render(request, "cards/teams.html", {"game": game, "teams": browsing.teams_with_counts(game)})


@require_safe
def team_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A team or affiliation: its curve, its keywords, whom it shares cards with, and its cards."""
    team = Team.objects.filter(game=game, slug=slug.lower()).first()
    if team is None:
        slugs = Team.objects.filter(game=game).values_list("slug", flat=True)
        raise NotFound(f"{GAMES[game]} has no team {slug[:80]}", nearest=nearest_slugs(slug, slugs))
    if team.slug != slug:
        return lead_on(request, "cards:team", game, team.slug)
    cards = [card for card in selectors.reference(game).catalog.cards if team.name in (card.teams or ())]
    query = term("team", team.name)
    context = {
        "game": game,
        "team": team,
        "faces": [face(card) for card in cards],
        "address": list_address(game, query),
        "charts": [
            spreads.cost_curve(cards, game, query),
            spreads.by_type(cards, game, query),
            spreads.by_keyword(cards, game, query),
        ],
    }
    return render(request, "cards/team.html", context)
