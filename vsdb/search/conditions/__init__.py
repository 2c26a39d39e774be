"""Turn a query's tree into a database condition. A negation finds exactly the other cards.

No term costs a query per card; one about other levels costs one query. A term becomes an expression that is never
NULL, so that `~` is the plain complement.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial, reduce
from operator import and_, or_

from django.db import connection
from django.db.models import Q, QuerySet

from vsdb.catalog.cards.models import Card
from vsdb.search.conditions import (
    card_tags,
    collected,
    errata,
    flags,
    legality,
    names,
    numeric_terms,
    printings,
    wordings,
)
from vsdb.search.conditions.context import CardCondition, SearchContext
from vsdb.search.conditions.effective_facts import explain_lacking, tell_of_gaps
from vsdb.search.conditions.mentions import build_mention_condition, function
from vsdb.search.conditions.readings import NamingWords, read_words
from vsdb.search.language.field_types import RequiredData
from vsdb.search.language.fields import find_field, list_games_of
from vsdb.search.language.syntax import And, Not, NumberSum, Or, Subquery, Term, Tree, get_written_word, keep_parts
from vsdb.search.language.values import UnreadableValue

#: What a term asks; None where that is left out and said already. Raises UnreadableValue.
Maker = Callable[[Term, SearchContext], CardCondition | Q | None]


def build_condition(tree: Tree, context: SearchContext) -> Q:
    """Return the condition of a tree.

    Values that are not understood are ignored; unknown fields match nothing. The context's notes say so.
    """
    found = _build_tree(read_words(tree, context), context)
    return Q() if found is None else found.card


def keep_understood_terms(tree: Tree, context: SearchContext) -> Tree:
    """Return the tree as it was read, without the parts that were not understood."""
    return keep_parts(lambda part: _build_tree(part, context) is not None, read_words(tree, context))


def _build_tree(tree: Tree, context: SearchContext) -> CardCondition | None:
    """Return the condition of a tree, built once per term; None if nothing was understood."""
    key = _key(tree)
    if key not in context.made:
        match tree:
            case Term():
                context.made[key] = _term(tree, context)
            case Not():
                inner = _build_tree(tree.inner, context)
                context.made[key] = None if inner is None else CardCondition(~inner.card)
            case And():
                context.made[key] = _all(tree, context)
            case Or():
                context.made[key] = _any(tree, context)
    return context.made[key]


def _key(tree: Tree) -> Hashable:
    """Return what a tree asks, without its place in the text."""
    match tree:
        case Term(value=Subquery(tree=inner)):
            return tree.field, _key(inner)
        case Term():
            return tree.field, tree.op, tree.value, tree.on, tree.left
        case Not():
            return "not", _key(tree.inner)
        case And() | Or():
            return type(tree), tuple(map(_key, tree.parts))


def _parts(tree: And | Or, context: SearchContext) -> list[CardCondition]:
    """Return the conditions of the parts that were understood, each once."""
    built = [_build_tree(each, context) for each in tree.parts]
    return list({id(part): part for part in built if part is not None}.values())


def _all(tree: And, context: SearchContext) -> CardCondition | None:
    """Require all parts; conditions on printings apply to the same printing."""
    parts = _parts(names.join_parted_names(tree, context), context)
    if len(parts) <= 1:
        return parts[0] if parts else (CardCondition(Q()) if not tree.parts else None)
    of_printing = [part.printing for part in parts if part.printing is not None]
    if len(of_printing) > 1:
        joined = printings.build_printing_condition(reduce(and_, of_printing))
        if len(of_printing) == len(parts):
            return joined
        parts = [joined, *(part for part in parts if part.printing is None)]
    return CardCondition(reduce(and_, (part.card for part in parts)))


def _any(tree: Or, context: SearchContext) -> CardCondition | None:
    parts = _parts(tree, context)
    if not parts:
        return None
    of_printing = [part.printing for part in parts if part.printing is not None]
    printing = reduce(or_, of_printing) if len(of_printing) == len(parts) else None
    cards = [part.card for part in parts]
    is_postgresql = connection.vendor == "postgresql"
    if is_postgresql and isinstance(tree, NamingWords) and len(cards) > 1 and any(map(_has_subquery, cards)):
        return CardCondition(_unite(cards), printing)
    return CardCondition(reduce(or_, cards), printing)


def _has_subquery(condition: Q) -> bool:
    return any(
        _has_subquery(each) if isinstance(each, Q) else isinstance(each, tuple) and isinstance(each[1], QuerySet)
        for each in condition.children
    )


def _unite(conditions: Sequence[Q]) -> Q:
    """Match cards that meet one of the conditions, each looked up by itself.

    With an `OR` between a list of keys and a subquery, PostgreSQL uses no index and reads every card.
    """
    first, *others = (Card.objects.filter(each).order_by().values("pk") for each in conditions)
    return Q(pk__in=first.union(*others, all=True))


def _flip(term: Term, context: SearchContext) -> Q | None:
    """Match main characters whose linked other level matches a query."""
    inner = _build_tree(term.value.tree, context) if isinstance(term.value, Subquery) else None
    if inner is None:
        return None
    linked = Card.linked_cards.through.objects
    # Looked up here, once: the statement would hold the inner one twice, and at every level of nesting twice as often.
    levels = Card.objects.filter(inner.card, game__in=list_games_of(term.field))
    faces = list(levels.order_by().values_list("pk", flat=True))
    forward = linked.filter(to_card__id__among=faces).values("from_card")
    backward = linked.filter(from_card__id__among=faces).values("to_card")
    return Q(pk__in=forward) | Q(pk__in=backward)


MAKERS: Mapping[str, Maker] = {
    "": names.bare,
    "name": names.name,
    "aka": names.aka,
    "version": names.version,
    "identity": names.identity,
    "type": card_tags.card_type,
    "game": card_tags.game,
    "brand": card_tags.brand,
    "super": partial(card_tags.one_word, "supertype"),
    "universe": card_tags.universe,
    **dict.fromkeys(card_tags.LABELS, card_tags.labels),
    **dict.fromkeys((*numeric_terms.COLUMNS, *numeric_terms.COUNTS, *numeric_terms.STATED), numeric_terms.figure),
    "flip": _flip,
    "set": printings.in_set,
    "in": printings.in_any,
    "new": printings.new_in,
    "number": printings.number,
    "st": printings.set_kind,
    "rarity": printings.rarity,
    "date": printings.released,
    **dict.fromkeys(("legal", "banned"), legality.in_formats),
    **dict.fromkeys(("bannedon", "unbannedon", "changed"), legality.changed_on),
    "is": flags.flag,
    "has": flags.flag,
    **dict.fromkeys(("flight", "range", "hidden"), flags.icon),
    "for": flags.build_playable_condition,
    **dict.fromkeys(collected.FIELDS, numeric_terms.figure),
    "missing": collected.build_missing_condition,
    "ownedprint": collected.build_owned_printing_condition,
    **dict.fromkeys(("text", "full", "printed"), wordings.text),
    "superpower": wordings.super_power,
    **dict.fromkeys(("mentions", "refs", "refby", "stamped"), build_mention_condition),
    "fn": function,
    "errata": errata.errata,
    "erratadon": errata.on_days,
    "errataby": errata.by_source,
    "ruling": errata.ruling,
    "rulingon": errata.on_days,
    "cites": errata.cites,
}


def _term(term: Term, context: SearchContext) -> CardCondition | None:
    one = find_field(term.field) if term.field else None
    if one is None and term.field:
        return CardCondition(Q(pk__in=()))
    choice = one.choice(get_written_word(term.value) or "") if one else None
    if unanswerable := (one.unanswerable if one else "") or (choice.unanswerable if choice else ""):
        if not context.has_noted(term.span):
            context.note(f"“{term.field}” finds no cards: {unanswerable}", term.span)
        return CardCondition(Q(pk__in=()))
    needs = (one.needs if one else RequiredData.NOTHING) or (choice.needs if choice else RequiredData.NOTHING)
    if missing := explain_lacking(needs, context.references.values()):
        said = f"{term.field}:{get_written_word(term.value)}" if term.field in ("is", "has") else term.field
        context.note(f"“{said}” finds no cards: {missing}.", term.span)
        return CardCondition(Q(pk__in=()))
    tell_of_gaps(needs, term, context)
    make = numeric_terms.figure if isinstance(term.value, NumberSum) else MAKERS[term.field]
    try:
        found = make(term, context)
    except UnreadableValue as unread:
        context.note(unread.message, term.span, unread.suggestions)
        return None
    return CardCondition(found) if isinstance(found, Q) else found
