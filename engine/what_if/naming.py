"""Which cards a proposal means by a word, and the ban that names just them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from engine.formats.bans import is_named_by_ban
from engine.model.cards import Between, Card, disambiguate_titles
from engine.model.catalog import Catalog
from engine.model.errors import InputError, NotFound
from engine.model.formats import Ban

REASON = "proposed"


def find_cards(catalog: Catalog, word: str, place: str) -> tuple[Card, ...]:
    """The cards of a slug, a printing, a full title or a name, in this order. Raises NotFound with nearest titles."""
    word = word.strip()
    slug = catalog.by_slug.get(word.casefold())
    found = (slug,) if slug else catalog.by_printing(word) or catalog.by_title(word) or catalog.by_name(word)
    if not found:
        nearest = disambiguate_titles(catalog.nearest(word))
        near = f"; did you mean {', '.join(nearest)}?" if nearest else ""
        raise NotFound(f"{place}: no card {word[:80]!r}{near}", nearest=nearest)
    return found


def find_one_card(catalog: Catalog, word: str, place: str) -> Card:
    """The one card that a word means. Raises NotFound, and InputError where it means several."""
    found = find_cards(catalog, word, place)
    if len(found) > 1:
        slugs = ", ".join(card.slug for card in found[:5])
        raise InputError(f"{word[:80]!r} matches several cards: {slugs}", place=place, code="ambiguous-card")
    return found[0]


def build_bans(catalog: Catalog, word: str, since: date) -> tuple[Ban, ...]:
    """What would be written into a ban list: a printing by its code, a name as a name, a card by what tells it apart.

    Raises NotFound.
    """
    found = find_cards(catalog, word, "bans")
    begins = Between(since, since)
    if catalog.by_slug.get(word.strip().casefold()) is None and (printed := catalog.by_printing(word)):
        codes = {card: catalog.recorded_code(card, word) for card in printed}
        return tuple(Ban(card.name, begins, printings=(code,), reason=REASON) for card, code in codes.items())
    if set(found) == set(catalog.by_name(found[0].name)):
        return (Ban(found[0].name, begins, reason=REASON),)
    return tuple(_build_distinguishing_ban(catalog, card, begins) for card in found)


def _build_distinguishing_ban(catalog: Catalog, card: Card, begins: Between) -> Ban:
    """The ban with the fewest facts that names the card and certainly no other; else the one that may name fewest."""
    others = [other for other in catalog.by_name(card.name) if other is not card]
    best: tuple[int, Ban] | None = None
    for facts in _facts(card):
        ban = Ban(card.name, begins, reason=REASON, **facts)
        hit = sum(is_named_by_ban(other, ban)[0] is not False for other in others)
        if best is None or hit < best[0]:
            best = (hit, ban)
    return best[1] if best else Ban(card.name, begins, reason=REASON)


def _facts(card: Card) -> Iterator[dict[str, Any]]:
    codes = tuple(printing.code for printing in card.printings if printing.set_code and printing.number)
    single = {
        "versions": card.versions if card.versions_known else None,
        "identity": card.identity,
        "type": card.type,
        "team": "/".join(card.teams) if card.teams else None,
        "universe": card.universe,
        "printings": codes or None,
    }
    known = {name: value for name, value in single.items() if value is not None}
    yield from ({name: value} for name, value in known.items())
    yield known
