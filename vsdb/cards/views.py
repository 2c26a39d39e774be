"""The pages of cards, keywords and teams."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from engine.cards import GAMES
from engine.errors import NotFound
from vsdb.cards import browsing, related, selectors
from vsdb.cards.faces import face
from vsdb.cards.facts import facts
from vsdb.cards.filters import CardFilter, facets
from vsdb.cards.models import Card, Keyword, Team
from vsdb.formats.lookup import nearest_slugs
from vsdb.formats.services import bans_naming, legality_of
from vsdb.site.addresses import lead_on
from vsdb.site.days import asked_day

FACES_A_PAGE = 60
ROWS_A_PAGE = 100
FOUND_A_GAME = 18  #: cards of each game among the results of a search over all games


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games to choose from or, where a name is asked for, the cards that have it in every game."""
    query = request.GET.get("q", "")[:100].replace("\0", "").strip()
    games = []
    total = 0
    for held in browsing.holdings():
        found = related.cards_named(selectors.reference(held.game.slug), query) if query else []
        faces = [face(card) for card in found[:FOUND_A_GAME]]
        games.append({"held": held, "game": held.game.slug, "found": len(found), "faces": faces})
        total += len(found)
    return render(request, "cards/index.html", {"games": games, "query": query, "total": total})


@require_safe
def card_list(request: HttpRequest, game: str) -> HttpResponse:
    """A game's cards, narrowed by the filters of the address; as faces or as a table."""
    reference = selectors.reference(game)
    data = request.GET.dict()
    filters = CardFilter(data, reference)
    is_table = data.get("view") == "table"
    is_valid = filters.is_valid()
    rows = filters.qs if is_valid else Card.objects.none()
    page = Paginator(rows.values_list("slug", flat=True), ROWS_A_PAGE if is_table else FACES_A_PAGE).get_page(
        data.get("page")
    )
    cards = [reference.catalog.by_slug[slug] for slug in page]
    context = {
        "game": game,
        "page": page,
        "faces": [face(card) for card in cards],
        "facets": facets(data, reference) if is_valid else [],
        "filters": filters,
        "is_table": is_table,
        "query": data.get("q", ""),
    }
    return render(request, "cards/list.html", context, status=200 if is_valid else 400)


@require_safe
def card_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A card: its face and facts, its printings, keywords and bans, and where it is legal on a day."""
    reference = selectors.reference(game)
    by_slug = reference.catalog.by_slug
    card = by_slug.get(slug)
    if card is None:
        if slug.lower() in by_slug:
            return lead_on(request, "cards:card", game, slug.lower())
        raise NotFound(f"{GAMES[game]} has no card {slug[:80]}", nearest=nearest_slugs(slug, by_slug))
    row = get_object_or_404(Card.objects.prefetch_related("teams"), game=game, slug=slug)
    asked = asked_day(request)
    above, below = related.level_links(reference, card)
    before, after, set_code = related.neighbours(reference, card)
    team_slugs = {team.name: team.slug for team in row.teams.all()}
    legality = legality_of(card, asked.on, reference)
    context = {
        "game": game,
        "card": card,
        "row": row,
        "face": face(card),
        "facts": facts(card, team_slugs),
        "printings": [(printing, reference.sets.get(printing.set_code or "")) for printing in card.printings],
        "keywords": browsing.glossed(card.keywords, game),
        "asked": asked,
        "in_season": [each for each in legality if each.is_in_season],
        "out_of_season": [each for each in legality if not each.is_in_season],
        "bans": bans_naming(card, reference, asked.on),
        "others": related.other_versions(reference, card),
        "above": above,
        "below": below,
        "linked": related.linked_cards(reference, card),
        "before": before,
        "after": after,
        "set_code": set_code,
    }
    return render(request, "cards/card.html", context, status=asked.status)


@require_safe
def keyword_list(request: HttpRequest, game: str) -> HttpResponse:
    """A game's keywords with their glosses."""
    return render(request, "cards/keywords.html", {"game": game, "keywords": browsing.keywords_with_counts(game)})


@require_safe
def keyword_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A keyword, what it means in our own words, and the cards that are recorded with it."""
    keyword = Keyword.objects.filter(game=game, slug=slug).first()
    if keyword is None:
        raise NotFound(f"{GAMES[game]} has no keyword {slug[:80]}")
    reference = selectors.reference(game)
    faces = [face(card) for card in reference.catalog.cards if card.has_keyword(keyword.name)]
    context = {"game": game, "keyword": keyword, "citation": browsing.citation_of(keyword), "faces": faces}
    return render(request, "cards/keyword.html", context)


@require_safe
def team_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A team or affiliation and its cards."""
    team = Team.objects.filter(game=game, slug=slug).first()
    if team is None:
        raise NotFound(f"{GAMES[game]} has no team {slug[:80]}")
    reference = selectors.reference(game)
    faces = [face(card) for card in reference.catalog.cards if team.name in (card.teams or ())]
    return render(request, "cards/team.html", {"game": game, "team": team, "faces": faces})
