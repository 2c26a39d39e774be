"""Decks by the cards in them: how many copies answer a query, and of which teams they are."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F, Q, Sum

from vsdb.catalog.cards.models import Card, CardTeam
from vsdb.decks.models import DeckCard
from vsdb.decks.search.context import Asking
from vsdb.search.conditions import condition, understood
from vsdb.search.conditions.numeric_terms import COMPARISONS, holds
from vsdb.search.conditions.values import ANY, NONE, names_meant, written
from vsdb.search.language.syntax import And, Subquery, Term

MOST_QUERIES = 8  #: for cards, in one query for decks
_PART = 3  #: a team of at least one in so many of the copies that have one is a team of the deck


def contains(term: Term, asking: Asking) -> Q | None:
    """Decks with so many copies, in all sections together, of cards that answer a query; one query for the cards."""
    if not isinstance(term.value, Subquery):
        return None
    asking.queries += 1
    if asking.queries > MOST_QUERIES:
        asking.cards.note(f"one query for decks asks at most {MOST_QUERIES} of their cards", term.span)
        return None
    asking.cards.see_to_index()
    _see_to_rows(term, asking)
    if understood(term.value.tree, asking.cards) == And(()):
        return None
    cards = Card.objects.filter(condition(term.value.tree, asking.cards), game__in=asking.cards.games)
    rows = DeckCard.objects.filter(of_cards(cards.order_by().values_list("game_id", "slug")))
    op, wanted = term.value.copies or (">=", 1)
    counted = rows.values("deck").annotate(found=Sum("count"))
    if op == "!=":
        found = Q(pk__in=counted.exclude(found=wanted).values("deck"))
    else:
        found = Q(pk__in=counted.filter(**{f"found__{COMPARISONS.get(op, 'exact')}": wanted}).values("deck"))
    return found | ~Q(pk__in=rows.values("deck")) if holds(0, op, wanted) else found


def team(term: Term, asking: Asking) -> Q | None:
    """Decks of a team: at least a third of the copies that have one have it; `*` of any, `none` without one."""
    _see_to_rows(term, asking)
    said = written(term.value)
    any_team = DeckCard.objects.filter(of_cards(_of_teams(asking, None)))
    if said in (ANY, NONE):
        having = Q(pk__in=any_team.values("deck"))
        return having if said == ANY else ~having
    groups = names_meant(term, asking.cards, "team", "the team")
    if groups is None:
        return None
    names = [name for group in groups for name in group]
    theirs = DeckCard.objects.filter(of_cards(_of_teams(asking, names)))
    of_team = Sum("count", filter=Q(pk__in=theirs.values("pk")))
    shares = any_team.values("deck").annotate(copies=Sum("count"), of_team=of_team)
    return Q(pk__in=shares.filter(copies__lte=F("of_team") * _PART).values("deck"))


def _see_to_rows(term: Term, asking: Asking) -> None:
    """Decks that were read when other facts were loaded are read anew, within the bound of a request."""
    if asking.unread:
        said = f"{asking.unread:,} more decks haven't been read since the facts of cards have changed: ask again"
        asking.cards.note(said, term.span)


def _of_teams(asking: Asking, names: Iterable[str] | None) -> Iterable[tuple[str, str]]:
    rows = CardTeam.objects.filter(card__game__in=asking.cards.games).order_by()
    if names is not None:
        rows = rows.filter(team__name__in=list(names))
    return rows.values_list("card__game_id", "card__slug").distinct()


def of_cards(cards: Iterable[tuple[str, str]]) -> Q:
    """The rows of decks that are these cards, each by game and slug."""
    slugs: dict[str, set[str]] = {}
    for game, slug in cards:
        slugs.setdefault(game, set()).add(slug)
    found = Q(pk__in=())
    for game, held in slugs.items():
        found |= Q(deck__game=game, slug__among=held)
    return found
