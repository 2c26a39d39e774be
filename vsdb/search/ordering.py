"""In which order cards are listed: the same on every database, and what isn't recorded last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from django.db import connection
from django.db.models import Case, CharField, F, Min, OrderBy, OuterRef, Subquery, Value, When
from django.db.models.expressions import Expression
from django.db.models.functions import Coalesce, Collate, NullIf
from django.db.models.lookups import Exact

from vsdb.cards.models import CardTeam, Printing
from vsdb.search.conditions.printings import RARITIES
from vsdb.search.language.syntax import And, Not, Or, Term, Tree, Word
from vsdb.search.text.folding import spaced, tokens

RELEVANCE = "relevance"
Key: TypeAlias = "Expression | F | Subquery[Any]"


def ordering(sort: Iterable[str], group: str, tree: Tree) -> list[OrderBy]:
    """The order of a query's answer: by its group, by its keys, and last by name, so that no two cards are tied."""
    found: list[OrderBy] = []
    if group:
        found += _by(group)
    for key in sort or (RELEVANCE,):
        name = key.removeprefix("-")
        if name == RELEVANCE:
            found += _by_relevance(tree)
        else:
            found += _by(name, is_descending=key.startswith("-"))
    return [*found, *_by("name"), OrderBy(F("game__position")), OrderBy(_plain(F("slug")))]


def sought(tree: Tree) -> tuple[str, ...]:
    """The bare words that every card found has, in the order in which they were written."""
    words = (term.value for term in bare_terms(tree))
    return tuple(token for word in words if isinstance(word, Word) for token in tokens(word.text))


def bare_terms(tree: Tree) -> Iterator[Term]:
    """The terms without a field that are neither negated nor one of several."""
    match tree:
        case Term(field="", value=Word()):
            yield tree
        case And():
            for part in tree.parts:
                yield from bare_terms(part)
        case Term() | Not() | Or():
            return


def _by_relevance(tree: Tree) -> Iterator[OrderBy]:
    """First the cards that are called so, then those whose names begin so, then those whose names hold it."""
    words = sought(tree)
    if words:
        whole = spaced(words)
        begun = whole.rstrip()
        yield OrderBy(
            Case(
                When(search_text__name_words=whole, then=Value(0)),
                When(search_text__name_words__startswith=whole, then=Value(1)),
                When(search_text__name_words__startswith=begun, then=Value(2)),
                When(search_text__name_words__contains=whole, then=Value(3)),
                When(search_text__name_words__contains=begun, then=Value(4)),
                default=Value(5),
            )
        )


def _by(key: str, *, is_descending: bool = False) -> list[OrderBy]:
    return [OrderBy(each, descending=is_descending, nulls_last=True) for each in _KEYS[key]()]


def _plain(text: Key) -> Expression:
    """A text in the order of its signs, whatever the language of the database."""
    return Collate(text, "C" if connection.vendor == "postgresql" else "BINARY")


def _first_printing(column: str) -> Subquery[Any]:
    printings = Printing.objects.filter(card=OuterRef("pk")).order_by("position")
    return Subquery(printings.values(column)[:1])


def _team() -> Expression:
    teams = CardTeam.objects.filter(card=OuterRef("pk")).order_by("position")
    return _plain(Subquery(teams.values("team__name")[:1]))


def _date() -> Subquery[Any]:
    printings = Printing.objects.filter(card=OuterRef("pk")).order_by().values("card")
    return Subquery(printings.annotate(first=Min("card_set__released_earliest")).values("first"))


def _rarity() -> Expression:
    """The card's rarity, or that of its first printing, from the most frequent on."""
    known = Coalesce(NullIf(F("rarity"), Value("")), _first_printing("rarity"), output_field=CharField())
    ranks = [When(Exact(known, Value(name)), then=Value(place)) for place, name in enumerate(RARITIES)]
    return Case(*ranks, default=None)


def _cost() -> Expression:
    """The cost, in Riftbound the energy."""
    return Coalesce(F("cost"), F("energy"))


_KEYS: Mapping[str, Callable[[], list[Key]]] = {
    "name": lambda: [_plain(F("search_text__name")), _plain(F("search_text__title"))],
    "game": lambda: [F("game__position")],
    "type": lambda: [_plain(NullIf(F("type"), Value("")))],
    "cost": lambda: [_cost()],
    "atk": lambda: [F("atk")],
    "def": lambda: [F("defense")],
    "health": lambda: [F("health")],
    "level": lambda: [F("level")],
    "energy": lambda: [F("energy")],
    "power": lambda: [F("power")],
    "might": lambda: [F("might")],
    "team": lambda: [_team()],
    "rarity": lambda: [_rarity()],
    "set": lambda: [
        F("game__position"),
        _first_printing("card_set__position"),
        _plain(_first_printing("number")),
    ],
    "date": lambda: [_date()],
}
