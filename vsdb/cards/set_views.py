"""The pages of sets: all of them, and each with its checklist."""

from __future__ import annotations

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.cards import GAMES
from engine.errors import NotFound
from vsdb.cards import browsing, selectors
from vsdb.cards.faces import face
from vsdb.cards.models import CardSet
from vsdb.formats.lookup import nearest_slugs
from vsdb.site.addresses import lead_on


@require_safe
def set_list(request: HttpRequest) -> HttpResponse:
    """Every set of every game."""
    games: dict[str, list[CardSet]] = {game: [] for game in GAMES}
    for card_set in browsing.sets_with_counts():
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
    rows = [(printing, by_slug[printing.card.slug]) for printing in browsing.printings_of(card_set)]
    cards = list(dict.fromkeys(card for _, card in rows))
    teams = Counter(name for card in cards for name in card.teams or card.domains or ())
    rarities = Counter(printing.rarity or card.rarity or "" for printing, card in rows).most_common()
    context = {
        "game": game,
        "card_set": card_set,
        "value": reference.sets[code],
        "rows": rows,
        "cards": cards,
        "faces": [face(card) for card in cards] if request.GET.get("view") == "faces" else None,
        "types": Counter(card.type or "" for card in cards).most_common(),
        "rarities": rarities,
        "has_rarities": any(name for name, _ in rarities),
        "teams": teams.most_common(),
        "numbered": sum(1 for printing, _ in rows if printing.number),
        "followers": card_set.followers.all(),
    }
    return render(request, "cards/set.html", context)
