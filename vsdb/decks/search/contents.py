"""Decks by the cards in them: how many copies answer a query, and of which teams they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db.models import F, Q, Sum

from engine.model.names import fold
from vsdb.catalog.cards.models import Card, CardTeam
from vsdb.core.folding import spaced, tokens
from vsdb.decks.models import DeckCard
from vsdb.decks.search.context import Asking, Words
from vsdb.search.conditions import condition, understood
from vsdb.search.conditions.numeric_terms import COMPARISONS, holds
from vsdb.search.conditions.vocabulary import matcher, names_meant
from vsdb.search.language.syntax import ANY, NONE, And, Pattern, Subquery, Term, Word, written

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


def bare(term: Term, asking: Asking) -> Q | None:
    """A word, or a phrase, of title, event, author or tags; `!"…"` the whole title."""
    if term.op == "=":
        return _whole(term, asking, lambda words: words.title)
    return _having(term, asking, lambda words: (words.title, words.event, words.author, *words.tags))


def text_of(term: Term, asking: Asking, text: Callable[[Words], str]) -> Q | None:
    """Words of one text, such as the title; with `=` the whole of it."""
    said = written(term.value)
    if said in (ANY, NONE) and not (isinstance(term.value, Word) and term.value.is_phrase):
        return _where(asking, lambda words: bool(text(words)) is (said == ANY))
    if term.op == "=":
        return _whole(term, asking, text)
    return _having(term, asking, lambda words: (text(words),))


def _whole(term: Term, asking: Asking, text: Callable[[Words], str]) -> Q:
    wanted = fold(written(term.value) or "")
    return _where(asking, lambda words: fold(text(words)) == wanted)


def _having(term: Term, asking: Asking, texts: Callable[[Words], tuple[str, ...]]) -> Q | None:
    """Decks with each of the words, or the phrase, in one of the texts; a word may be the beginning of a longer one."""
    if isinstance(term.value, Pattern):
        matches = matcher(term.value, term, asking.cards)
        return None if matches is None else _where(asking, lambda words: any(map(matches, texts(words))))
    wanted = tokens(written(term.value) or "")
    if not wanted:
        asking.cards.note("there is no letter or digit to look for", term.span)
        return None
    is_phrase = isinstance(term.value, Word) and term.value.is_phrase
    sought = [spaced(wanted)] if is_phrase else [f" {word}" for word in wanted]

    def fits(words: Words) -> bool:
        held = [spaced(tokens(text)) for text in texts(words)]
        return all(any(each in text for text in held) for each in sought)

    return _where(asking, fits)


def _where(asking: Asking, fits: Callable[[Words], bool]) -> Q:
    return Q(pk__among=[pk for pk, words in asking.words.items() if fits(words)])
