"""The values that a field can take, for the completion of what is being typed."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from engine.model.cards import GAMES
from engine.model.catalog import LEGEND
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.search.conditions.coverage import lacking
from vsdb.search.conditions.names import names_of
from vsdb.search.conditions.vocabulary import values
from vsdb.search.language.field_types import FIGURES, Choice, Field, Kind
from vsdb.search.language.fields import field

_FIGURES = ("none", "unknown", "even", "odd")
_NAMES = {"name", "aka", "identity", "mentions", "refs", "refby"}


def values_of(name: str, game: str | None = None) -> tuple[Choice, ...]:
    """The values of a field, by name or alias, in a game or in all: the fixed ones, else those that cards have.

    None of a field for which nothing is loaded. Those that most cards have come first. A query a game, and a few more
    after a load of the data.
    """
    one = field(name)
    if one is None or not one.is_answerable or (game is not None and game not in one.games):
        return ()
    references = _as_read(one.games if game is None else (game,))
    if lacking(one.needs, references):
        return ()
    if one.choices:
        return tuple(each for each in one.choices if not lacking(each.needs, references))
    if one.kind in FIGURES:
        return tuple(map(Choice, _FIGURES))
    if one.name == "game":
        return tuple(Choice(slug, title) for slug, title in GAMES.items())
    if one.kind is Kind.SET or one.name == "date":
        mark = "set:" if one.kind is Kind.DATE else ""
        sets = [each for reference in references for each in reference.sets.values()]
        return tuple(Choice(f"{mark}{each.code}", each.name) for each in sets)
    if one.kind is Kind.LEGALITY:
        formats = {fmt.slug: fmt for reference in references for fmt in reference.formats.values()}
        return tuple(Choice(slug, fmt.name, fmt.short) for slug, fmt in formats.items())
    if one.name == "for":
        legends = [card for reference in references for card in reference.catalog.cards if card.type == LEGEND]
        return tuple(Choice(", ".join((*card.tags[:1], card.name))) for card in legends)
    if one.name == "stamped":
        return tuple(map(Choice, sorted(values(references, "team"))))
    if one.name in _NAMES:
        return tuple(map(Choice, dict.fromkeys(text for each in references for text in _names(one.name, each))))
    counted = values(references, one.name)
    return tuple(Choice(value, _cards(counted[value])) for value in sorted(counted, key=lambda v: (-counted[v], v)))


def is_offered(one: Field, game: str | None) -> bool:
    """Whether a field is a fact of a game, or of any, and what it rests on is loaded."""
    if not one.is_answerable or (game is not None and game not in one.games):
        return False
    return not one.needs or not lacking(one.needs, selectors.references(one.games if game is None else (game,)))


def _as_read(games: Iterable[str]) -> list[Reference]:
    """The references of games with their cards as they read today."""
    today = timezone.localdate()
    return [each.on(today) for each in selectors.references(games)]


def _names(name: str, reference: Reference) -> tuple[str, ...]:
    cards = reference.catalog.cards
    if name == "aka":
        return tuple(sorted({text for card in cards for text in card.aka}))
    if name == "identity":
        return tuple(sorted({card.identity or card.name for card in cards}))
    return names_of(reference)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
