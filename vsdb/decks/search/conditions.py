"""A query's tree as a condition of the table of decks; of a negation every deck that the inner tree doesn't find.

Decks are found by what is written about them, by the cards in them, and by their own columns; by verdicts: `verdicts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial, reduce
from operator import and_, or_
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Mod

from vsdb.catalog.cards.models import Card, CardTeam
from vsdb.decks import selectors
from vsdb.decks.models import Deck, DeckCard, Like
from vsdb.decks.search import verdicts, words
from vsdb.decks.search.context import DeckSearchContext
from vsdb.decks.search.teams import PART
from vsdb.search import conditions as card_conditions
from vsdb.search.conditions.effective_facts import read_days
from vsdb.search.conditions.numeric_terms import COMPARISONS, holds
from vsdb.search.conditions.vocabulary import find_meant_names
from vsdb.search.language.deck_fields import find_deck_field
from vsdb.search.language.syntax import (
    ANY,
    NONE,
    And,
    Not,
    NumberSum,
    Subquery,
    Term,
    Tree,
    get_written_word,
)
from vsdb.search.language.values import UnreadableValue

Maker = Callable[[Term, DeckSearchContext], Q | None]

_PARITY = {"even": 0, "odd": 1}
_MAX_VALUE = 2**31 - 1
#: What is asked of verdicts is looked at last, among the decks that the rest of the query leaves.
_OF_VERDICTS = frozenset({"legal", "illegal", "uncertain", "why"})
#: What only the one who asks can be told.
_OF_THE_VIEWER = frozenset({"own", "liked", "private", "link"})
MAX_QUERIES = 8  #: for cards, in one query for decks
_MAX_KEPT_ROWS = 100_000  #: of cards of decks, for which PostgreSQL's 4 MB of working memory are enough


def contains(term: Term, asking: DeckSearchContext) -> Q | None:
    """Decks with so many copies, in all sections together, of cards that answer a query; one query for the cards and
    one for each of their games."""
    if not isinstance(term.value, Subquery):
        return None
    asking.queries += 1
    if asking.queries > MAX_QUERIES:
        asking.cards.note(f"at most {MAX_QUERIES} card queries per deck query; this one is ignored", term.span)
        return None
    asking.cards.see_to_index()
    _see_to_rows(term, asking)
    if card_conditions.keep_understood_terms(term.value.tree, asking.cards) == And(()):
        return None
    cards = Card.objects.filter(
        card_conditions.build_condition(term.value.tree, asking.cards), game__in=asking.cards.games
    )
    op, wanted = term.value.copies or (">=", 1)
    found, having = Q(pk__in=()), Q(pk__in=())
    for game, slugs in _group_by_game(cards.order_by().values_list("game_id", "slug")).items():
        rows = DeckCard.objects.filter(slug__among=slugs).values("deck")
        # The game first: PostgreSQL looks in that order.
        found |= Q(game=game) & _have_copies(rows, op, wanted)
        if holds(0, op, wanted):
            having |= Q(game=game) & _have_copies(rows, ">=", 1)
    asking.is_costly = True
    return found | ~having if holds(0, op, wanted) else found


def _have_copies(rows: QuerySet[DeckCard, Any], op: str, wanted: int) -> Q:
    """Decks of which some rows have so many copies together.

    Where any copy is enough and the rows aren't too many, PostgreSQL keeps them in memory as they are; a query more.
    Of more rows it would look through all for each deck, minutes for 100,000 decks, so those are counted by deck.
    """
    if (op, wanted) in ((">=", 1), (">", 0)):
        if not rows[_MAX_KEPT_ROWS:].exists():
            return Q(pk__in=rows[:_MAX_KEPT_ROWS])
        counted = rows.annotate(found=Count("*"))
    else:
        counted = rows.annotate(found=Sum("count"))
    if op == "!=":
        return Q(pk__in=counted.exclude(found=wanted).values("deck"))
    return Q(pk__in=counted.filter(**{f"found__{COMPARISONS.get(op, 'exact')}": wanted}).values("deck"))


def team(term: Term, asking: DeckSearchContext) -> Q | None:
    """Decks of a team: at least a third of the copies that have one have it; `*` of any, `none` without one."""
    _see_to_rows(term, asking)
    said = get_written_word(term.value)
    if said in (ANY, NONE):
        return Q(teams="") if said == NONE else ~Q(teams="")
    groups = find_meant_names(term, asking.cards, "team", "the team")
    names = [name for group in groups for name in group]
    if len(names) == 1:
        return Q(teams__contains=f"|{names[0]}|")
    # Of several teams together the copies are counted now.
    any_team = DeckCard.objects.filter(build_cards_condition(_of_teams(asking, None)))
    theirs = DeckCard.objects.filter(build_cards_condition(_of_teams(asking, names)))
    of_team = Sum("count", filter=Q(pk__in=theirs.values("pk")))
    shares = any_team.values("deck").annotate(copies=Sum("count"), of_team=of_team)
    return Q(pk__in=shares.filter(copies__lte=F("of_team") * PART).values("deck"))


def _see_to_rows(term: Term, asking: DeckSearchContext) -> None:
    """Decks that were read when other facts were loaded are read anew, within the bound of a request."""
    if asking.unread:
        decks = "deck" if asking.unread == 1 else "decks"
        said = f"{asking.unread:,} more {decks} not read yet with the new card data: search again"
        asking.cards.note(said, term.span)


def _of_teams(asking: DeckSearchContext, names: Iterable[str] | None) -> Iterable[tuple[str, str]]:
    rows = CardTeam.objects.filter(card__game__in=asking.cards.games).order_by()
    if names is not None:
        rows = rows.filter(team__name__in=list(names))
    return rows.values_list("card__game_id", "card__slug").distinct()


def build_cards_condition(cards: Iterable[tuple[str, str]]) -> Q:
    """The rows of decks that are these cards, each by game and slug."""
    found = Q(pk__in=())
    for game, held in _group_by_game(cards).items():
        found |= Q(deck__game=game, slug__among=held)
    return found


def _group_by_game(cards: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    slugs: dict[str, set[str]] = {}
    for game, slug in cards:
        slugs.setdefault(game, set()).add(slug)
    return slugs


def build_condition(tree: Tree, asking: DeckSearchContext) -> Q:
    """What a tree asks of a deck. A value that isn't understood is left out, an unknown field finds nothing.

    The notes say so.
    """
    asking.narrowed = asking.among.filter(_without_verdicts(tree, asking))
    found = _build_tree(tree, asking)
    return Q() if found is None else found


def _build_tree(tree: Tree, asking: DeckSearchContext) -> Q | None:
    """The condition of a tree; None for one of which nothing was understood."""
    match tree:
        case Term():
            if tree not in asking.made:
                asking.made[tree] = _term(tree, asking)
            return asking.made[tree]
        case Not():
            inner = _build_tree(tree.inner, asking)
            return None if inner is None else ~inner
    parts = [part for part in (_build_tree(each, asking) for each in tree.parts) if part is not None]
    if not parts:
        return Q() if not tree.parts else None
    return reduce(and_ if isinstance(tree, And) else or_, parts)


def _without_verdicts(tree: Tree, asking: DeckSearchContext) -> Q:
    """What the parts that ask for no verdict, and all have to hold, leave."""
    parts = tree.parts if isinstance(tree, And) else (tree,)
    return reduce(and_, (_build_tree(part, asking) or Q() for part in parts if not _asks_verdicts(part)), Q())


def _asks_verdicts(tree: Tree) -> bool:
    match tree:
        case Term():
            return tree.field in _OF_VERDICTS or (
                tree.field == "is" and get_written_word(tree.value) in verdicts.OUTCOMES
            )
        case Not():
            return _asks_verdicts(tree.inner)
    return any(map(_asks_verdicts, tree.parts))


def _term(term: Term, asking: DeckSearchContext) -> Q | None:
    known = find_deck_field(term.field) if term.field else None
    if term.field and (known is None or known.unanswerable):
        return Q(pk__in=())
    try:
        return _MAKERS[term.field](term, asking)
    except UnreadableValue as unread:
        asking.cards.note(unread.message, term.span, unread.suggestions)
        return None


def _number(term: Term, asking: DeckSearchContext) -> int | str | None:
    """The number that is compared with, or even or odd; None, with a note, for what is neither."""
    said = get_written_word(term.value) if term.left is None else None
    if said is not None and said in _PARITY:
        return said
    if isinstance(term.value, NumberSum) and said is not None and said.lstrip("-").isdecimal():
        return max(min(int(said), _MAX_VALUE), -1)
    asking.cards.note(f"“{term.field}” needs a number", term.span)
    return None


def _count(term: Term, asking: DeckSearchContext, column: str) -> Q | None:
    """What a column has to hold, as a number compares or as even or odd."""
    wanted = _number(term, asking)
    if wanted is None:
        return None
    if isinstance(wanted, str):
        halved = Deck.objects.order_by().alias(rest=Mod(F(column), 2)).filter(rest=_PARITY[wanted])
        return Q(pk__in=halved.values("pk"))
    compared = Q(**{f"{column}__{COMPARISONS.get(term.op, 'exact')}": wanted})
    return ~compared if term.op == "!=" else compared


def _date(term: Term, asking: DeckSearchContext) -> Q | None:
    """The day on which it was played; of one that doesn't say that of its last edit."""
    if (said := get_written_word(term.value)) in (ANY, NONE):
        return Q(played_on=None) if said == NONE else ~Q(played_on=None)
    days = read_days(term, asking.cards)
    played, edited = (_on(column, term.op, days.earliest, days.latest) for column in ("played_on", "edited__date"))
    return played | (Q(played_on=None) & edited)


def _on(column: str, op: str, first: object, last: object) -> Q:
    before, after = Q(**{f"{column}__lt": first}), Q(**{f"{column}__gt": last})
    until, since = Q(**{f"{column}__lte": last}), Q(**{f"{column}__gte": first})
    return {"<": before, "<=": until, ">": after, ">=": since, "!=": before | after}.get(op, since & until)


def _build_forked_condition(term: Term, asking: DeckSearchContext) -> Q | None:
    """Decks that began as a copy: of any, or of the deck of that number where the viewer may find it."""
    said = (get_written_word(term.value) or "").removeprefix("#")
    if said in (ANY, NONE):
        return Q(forked_from=None) if said == NONE else ~Q(forked_from=None)
    if not (said.isascii() and said.isdecimal() and len(said) < 16):
        asking.cards.note("forked needs a deck number or *", term.span)
        return None
    origin = asking.among.filter(pk=int(said)).values("pk")
    return Q(forked_from__isnull=False, forked_from__deck__in=origin)


def _flag(term: Term, asking: DeckSearchContext) -> Q | None:
    said = get_written_word(term.value) or ""
    if said in verdicts.OUTCOMES:
        return verdicts.find_by_own_verdict(term, asking, Q(outcome=verdicts.OUTCOMES[said]))
    if said in _OF_THE_VIEWER:
        asking.cards.is_personal = True
    if said in Deck.Visibility.values:
        return Q(visibility=said)
    match said:
        case "own":
            return selectors.is_own(asking.viewer)
        case "forked":
            return ~Q(forked_from=None)
        case "liked":
            return Q(pk__in=Like.objects.filter(by=asking.viewer.user or 0).values("deck"))
    return None


_MAKERS: Mapping[str, Maker] = {
    "": words.bare,
    "name": partial(words.text_of, column=words.TITLE),
    "event": partial(words.text_of, column=words.EVENT),
    "author": partial(words.text_of, column=words.AUTHOR),
    "contains": contains,
    "team": team,
    "game": lambda term, asking: Q(game=get_written_word(term.value)),
    "format": verdicts.own_format,
    "legal": verdicts.in_format,
    "illegal": verdicts.in_format,
    "uncertain": verdicts.in_format,
    "why": verdicts.why,
    "size": partial(_count, column="size"),
    "likes": partial(_count, column="liked"),
    "date": _date,
    "tag": words.tag,
    "forked": _build_forked_condition,
    "is": _flag,
}
