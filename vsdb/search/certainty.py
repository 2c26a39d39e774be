"""Which of some cards a query finds for certain, and which it may find: a fact that isn't recorded decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_

from django.db.models import Q
from django.utils import timezone

from engine import InputError
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards.models import Card
from vsdb.search.conditions import build_condition, card_tags, flags, numeric_terms
from vsdb.search.conditions.context import SearchContext
from vsdb.search.language.parser import parse
from vsdb.search.language.syntax import UNKNOWN, And, Not, NumberSum, Or, Term, Tree, Word, get_written_word, walk_terms

#: The fields that every card has recorded, and the flags that are fields of their own.
_RECORDED = frozenset(("", "name", "game"))
_FLAG_FIELDS = {"flight": "flight", "range": "range", "concealed": "hidden"}
#: The fields of which it can be asked whether a card's is recorded.
_FIELDS = frozenset(
    (
        *(*card_tags.LABELS, *numeric_terms.COLUMNS, *flags.ICONS),
        *("type", "version", "super", "universe", "brand", "rarity", "set", "in", "date"),
    )
)


@dataclass(frozen=True, slots=True)
class FoundMembers:
    """The slugs of cards that a query finds for certain, and of those of which nobody can say it."""

    certain: frozenset[str]
    undecided: frozenset[str]


def find_members(text: str, game: str, slugs: Iterable[str], *, viewer: Viewer = STRANGER) -> FoundMembers:
    """Ask a query of some cards of a game, in two queries and those of its words. Bare words are those of names.

    Raises InputError for a query of which a part isn't understood, or asks for what may be unrecorded and can't be told
    to be: neither can be counted.
    """
    query = parse(text, (game,))
    context = SearchContext((game,), timezone.localdate(), query.as_of, list(query.notes), viewer=viewer)
    if not any(True for _ in walk_terms(query.tree)):
        raise InputError("the query is empty")
    certain, possible = _build_bounds(query.tree, context)
    # Notes without a place are about the index.
    if wrong := next((note for note in context.notes if note.span.end), None):
        raise InputError(wrong.message)
    rows = Card.objects.filter(game=game, slug__in=list(slugs)).order_by()
    found = frozenset(rows.filter(certain).values_list("slug", flat=True))
    return FoundMembers(found, frozenset(rows.filter(possible).values_list("slug", flat=True)) - found)


def _build_bounds(tree: Tree, context: SearchContext) -> tuple[Q, Q]:
    """The condition of the cards that a tree finds for certain, and of those that it may find."""
    if not any(_list_fields(term) for term in walk_terms(tree)):
        # All of it is recorded; conditions on printings stay together.
        decided = build_condition(tree, context)
        return decided, decided
    match tree:
        case Not():
            certain, possible = _build_bounds(tree.inner, context)
            return ~possible, ~certain
        case And() | Or():
            recorded = [each for each in tree.parts if not any(_list_fields(term) for term in walk_terms(each))]
            others = [each for each in tree.parts if each not in recorded]
            joined = [type(tree)(tuple(recorded))] if recorded else []
            bounds = [_build_bounds(each, context) for each in (*joined, *others)]
            join = and_ if isinstance(tree, And) else or_
            return reduce(join, (each for each, _ in bounds)), reduce(join, (each for _, each in bounds))
        case Term():
            found = build_condition(tree, context)
            unrecorded = (build_condition(_ask_unrecorded(tree, name), context) for name in _list_fields(tree))
            return found, reduce(or_, unrecorded, found)


def _list_fields(term: Term) -> tuple[str, ...]:
    """The fields of a term whose values a card may leave open; none where the term itself asks for that.

    Raises InputError for a field of which it can't be asked.
    """
    word = get_written_word(term.value) or ""
    flag = _FLAG_FIELDS.get(word) if term.field in ("is", "has") else None
    sums = [each for each in (term.left, term.value) if isinstance(each, NumberSum)]
    named = [flag or term.field, *(name for each in sums for _, name in each.parts if name)]
    for name in named:
        if name not in _FIELDS and name not in _RECORDED:
            said = f"{term.field}:{word}" if term.field in ("is", "has") else name
            raise InputError(f"“{said}” can't be counted: it can't be told of which cards it isn't recorded")
    return () if word == UNKNOWN else tuple(dict.fromkeys(name for name in named if name in _FIELDS))


def _ask_unrecorded(term: Term, field: str) -> Term:
    return replace(term, field=field, op="=", value=Word(UNKNOWN), left=None)
