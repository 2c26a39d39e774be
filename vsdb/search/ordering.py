"""In which order cards are listed: the same on every database, and what isn't recorded last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db import connection
from django.db.models import Case, CharField, F, Min, OrderBy, OuterRef, Q, Subquery, Value, When
from django.db.models.expressions import Expression
from django.db.models.functions import Coalesce, Collate, Length, NullIf
from django.db.models.lookups import Exact

from vsdb.catalog.cards.models import CardTeam, Printing
from vsdb.core.folding import join_spaced, tokenize
from vsdb.search.conditions.printings import RARITIES
from vsdb.search.language.syntax import And, DisplayOptions, Term, Tree, Word, list_positive_terms

RELEVANCE = "relevance"
PRINTS = "prints"
Key: TypeAlias = "Expression | F | Subquery[Any]"


@dataclass(frozen=True, slots=True)
class BestMatch:
    """What fits best besides names that hold the words: cards asked by a printing's code, and names spelt otherwise."""

    by_code: Q | None = None
    respelt: Q | None = None


def build_ordering(display: DisplayOptions, tree: Tree, likeness: BestMatch) -> list[OrderBy]:
    """The order of a query's answer: by its group, by its keys, and last by name, so that no two rows are tied.

    Where printings are listed the keys of sets, days and rarities are those of each printing.
    """
    keys = _KEYS | _KEYS_OF_PRINTINGS if display.unique == PRINTS else _KEYS
    found: list[OrderBy] = []
    if display.group:
        found += _by(keys[display.group])
    for key in display.sort or (RELEVANCE,):
        name = key.removeprefix("-")
        if name == RELEVANCE:
            found += _by_relevance(tree, likeness)
        else:
            found += _by(keys[name], is_descending=key.startswith("-"))
    found += [*_by(keys["name"]), OrderBy(F("game__position")), OrderBy(_plain(F("slug")))]
    return [*found, OrderBy(F("printings__position"))] if display.unique == PRINTS else found


def list_sought_words(tree: Tree) -> tuple[str, ...]:
    """The bare words that every card found has, in the order in which they were written."""
    words = (term.value for term in list_bare_terms(tree))
    return tuple(token for word in words if isinstance(word, Word) for token in tokenize(word.text))


def list_bare_terms(tree: Tree) -> list[Term]:
    """The terms without a field that are neither negated nor one of several."""
    return [term for term in list_positive_terms(tree, (And,)) if not term.field and isinstance(term.value, Word)]


def _by_relevance(tree: Tree, likeness: BestMatch) -> Iterator[OrderBy]:
    """First the cards of a code or called so, then those whose names begin so, then those whose names hold it."""
    if likeness.by_code is not None:
        yield OrderBy(Case(When(likeness.by_code, then=Value(0)), default=Value(1)))
    words = list_sought_words(tree)
    if words:
        whole = join_spaced(words)
        begun = whole.rstrip()
        yield OrderBy(
            Case(
                When(search_text__name_words=whole, then=Value(0)),
                When(search_text__name_words__startswith=whole, then=Value(1)),
                When(search_text__name_words__startswith=begun, then=Value(2)),
                When(search_text__name_words__contains=whole, then=Value(3)),
                When(search_text__name_words__contains=begun, then=Value(4)),
                *([When(likeness.respelt, then=Value(5))] if likeness.respelt is not None else ()),
                default=Value(6),
            )
        )


def _by(keys: Callable[[], list[Key]], *, is_descending: bool = False) -> list[OrderBy]:
    return [OrderBy(each, descending=is_descending, nulls_last=True) for each in keys()]


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
    return _rank(Coalesce(NullIf(F("rarity"), Value("")), _first_printing("rarity"), output_field=CharField()))


def _rarity_of_printing() -> Expression:
    """The printing's rarity, or the card's, from the most frequent on."""
    return _rank(Coalesce(NullIf(F("printings__rarity"), Value("")), F("rarity"), output_field=CharField()))


def _rank(known: Coalesce) -> Expression:
    ranks = [When(Exact(known, Value(name)), then=Value(place)) for place, name in enumerate(RARITIES)]
    return Case(*ranks, default=None)


def _figure(column: str) -> Callable[[], list[Key]]:
    return lambda: [F(column)]


_KEYS: dict[str, Callable[[], list[Key]]] = {
    # By its words before its signs: `*Spider-Man*` stands behind Spider-Man, not before all letters.
    "name": lambda: [
        _plain(F("search_text__name_words")),
        Length("search_text__name"),
        _plain(F("search_text__name")),
        _plain(F("search_text__title")),
    ],
    "game": lambda: [F("game__position")],
    "type": lambda: [_plain(NullIf(F("type"), Value("")))],
    # Where there is no cost, the energy.
    "cost": lambda: [Coalesce(F("cost"), F("energy"))],
    "def": _figure("defense"),
    **{name: _figure(name) for name in ("atk", "health", "level", "energy", "power", "might")},
    "team": lambda: [_team()],
    "rarity": lambda: [_rarity()],
    "set": lambda: [F("game__position"), _first_printing("card_set__position"), _plain(_first_printing("number"))],
    "date": lambda: [_date()],
}
#: What each printing has of its own, where printings are listed.
_KEYS_OF_PRINTINGS: dict[str, Callable[[], list[Key]]] = {
    "rarity": lambda: [_rarity_of_printing()],
    "set": lambda: [F("game__position"), F("printings__card_set__position"), _plain(F("printings__number"))],
    "date": lambda: [F("printings__card_set__released_earliest")],
}
