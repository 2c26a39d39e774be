"""The identifiers under which OCTGN knows cards, as far as they were imported."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from vsdb.catalog.cards.models import CardId

SYSTEM = "octgn"


def octgn_ids(game: str, slugs: Collection[str]) -> Mapping[str, str]:
    """The OCTGN id of each of these cards that has one, by slug; one query."""
    held = CardId.objects.filter(system=SYSTEM, card__game=game, card__slug__in=set(slugs)).order_by("-value")
    return dict(held.values_list("card__slug", "value"))


def cards_of(ids: Collection[str]) -> Mapping[str, tuple[str, str]]:
    """The game and the slug of the card that has an OCTGN id, by id; one query."""
    held = CardId.objects.filter(system=SYSTEM, value__in=set(ids))
    return {value: (game, slug) for value, game, slug in held.values_list("value", "card__game_id", "card__slug")}
