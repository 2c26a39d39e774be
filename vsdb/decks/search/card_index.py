"""The cards of stored decks as rows, by which decks are found, for as long as the facts that they came from hold."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Q, QuerySet

from engine.model.decks import Deck as DeckValue
from vsdb.decks import to_engine
from vsdb.decks.models import Deck, DeckCard

MOST_AT_ONCE = 500  #: decks that one request reads anew; each takes a few milliseconds


def index(deck: Deck, value: DeckValue) -> None:
    """The rows by which the deck is found; only what has changed is written."""
    wanted = {(section, card.slug): count for section in value.sections for card, count in value.read(section)}
    held = {(row.section, row.slug): row for row in deck.cards.all()}
    gone = [row.pk for key, row in held.items() if key not in wanted]
    changed = [row for key, row in held.items() if key in wanted and row.count != wanted[key]]
    for row in changed:
        row.count = wanted[row.section, row.slug]
    if gone:
        deck.cards.filter(pk__in=gone).delete()
    if changed:
        DeckCard.objects.bulk_update(changed, ("count",))
    DeckCard.objects.bulk_create(
        DeckCard(deck=deck, section=section, slug=slug, count=count)
        for (section, slug), count in wanted.items()
        if (section, slug) not in held
    )


def index_missing(decks: QuerySet[Deck], facts: Mapping[str, str], *, most: int = MOST_AT_ONCE) -> int:
    """Read those of the decks anew that were read by other versions of the facts than these, given by game.

    The last edited come first; how many are left because there are more than `most`. A query where nothing is to be
    done.
    """
    are_current = Q(pk__in=())
    for game, version in facts.items():
        are_current |= Q(game=game, facts=version)
    waiting = decks.filter(game__in=facts).exclude(are_current).order_by("-edited", "-pk")
    keys = list(waiting.values_list("pk", flat=True))
    if keys:
        _read_anew(keys[:most], facts)
    return max(len(keys) - most, 0)


@transaction.atomic
def _read_anew(keys: list[int], facts: Mapping[str, str]) -> None:
    locked = list(Deck.objects.select_for_update().filter(pk__in=keys).prefetch_related("cards"))
    for deck in locked:
        value = to_engine.deck_value(deck.text, deck.game_id, deck.as_of)
        index(deck, value)
        deck.size, deck.facts = sum(value.sizes.values()), facts[deck.game_id]
    Deck.objects.bulk_update(locked, ("size", "facts"), batch_size=200)
