"""Decks by the cards in them: how many copies answer a query, and of which teams they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db.models import F, Q, Sum

from engine.model.names import fold
from vsdb.catalog.cards.models import Card, CardTeam
from vsdb.core.folding import join_spaced, tokenize
from vsdb.decks.models import DeckCard
from vsdb.decks.search.context import DeckSearchContext, DeckWords
from vsdb.search.conditions import build_condition, keep_understood_terms
from vsdb.search.conditions.numeric_terms import COMPARISONS, holds
from vsdb.search.conditions.vocabulary import build_matcher, find_meant_names
from vsdb.search.language.syntax import ANY, NONE, And, Pattern, Subquery, Term, Word, get_written_word

MAX_QUERIES = 8  #: for cards, in one query for decks
_PART = 3  #: a team of at least one in so many of the copies that have one is a team of the deck


def contains(term: Term, asking: DeckSearchContext) -> Q | None:
    """Decks with so many copies, in all sections together, of cards that answer a query; one query for the cards."""
    if not isinstance(term.value, Subquery):
        return None
    asking.queries += 1
    if asking.queries > MAX_QUERIES:
        asking.cards.note(f"one query for decks asks at most {MAX_QUERIES} of their cards", term.span)
        return None
    asking.cards.see_to_index()
    _see_to_rows(term, asking)
    if keep_understood_terms(term.value.tree, asking.cards) == And(()):
        return None
    cards = Card.objects.filter(build_condition(term.value.tree, asking.cards), game__in=asking.cards.games)
    rows = DeckCard.objects.filter(build_cards_condition(cards.order_by().values_list("game_id", "slug")))
    op, wanted = term.value.copies or (">=", 1)
    counted = rows.values("deck").annotate(found=Sum("count"))
    if op == "!=":
        found = Q(pk__in=counted.exclude(found=wanted).values("deck"))
    else:
        found = Q(pk__in=counted.filter(**{f"found__{COMPARISONS.get(op, 'exact')}": wanted}).values("deck"))
    return found | ~Q(pk__in=rows.values("deck")) if holds(0, op, wanted) else found


def team(term: Term, asking: DeckSearchContext) -> Q | None:
    """Decks of a team: at least a third of the copies that have one have it; `*` of any, `none` without one."""
    _see_to_rows(term, asking)
    said = get_written_word(term.value)
    any_team = DeckCard.objects.filter(build_cards_condition(_of_teams(asking, None)))
    if said in (ANY, NONE):
        having = Q(pk__in=any_team.values("deck"))
        return having if said == ANY else ~having
    groups = find_meant_names(term, asking.cards, "team", "the team")
    names = [name for group in groups for name in group]
    theirs = DeckCard.objects.filter(build_cards_condition(_of_teams(asking, names)))
    of_team = Sum("count", filter=Q(pk__in=theirs.values("pk")))
    shares = any_team.values("deck").annotate(copies=Sum("count"), of_team=of_team)
    return Q(pk__in=shares.filter(copies__lte=F("of_team") * _PART).values("deck"))


def _see_to_rows(term: Term, asking: DeckSearchContext) -> None:
    """Decks that were read when other facts were loaded are read anew, within the bound of a request."""
    if asking.unread:
        said = f"{asking.unread:,} more decks haven't been read since the facts of cards have changed: ask again"
        asking.cards.note(said, term.span)


def _of_teams(asking: DeckSearchContext, names: Iterable[str] | None) -> Iterable[tuple[str, str]]:
    rows = CardTeam.objects.filter(card__game__in=asking.cards.games).order_by()
    if names is not None:
        rows = rows.filter(team__name__in=list(names))
    return rows.values_list("card__game_id", "card__slug").distinct()


def build_cards_condition(cards: Iterable[tuple[str, str]]) -> Q:
    """The rows of decks that are these cards, each by game and slug."""
    slugs: dict[str, set[str]] = {}
    for game, slug in cards:
        slugs.setdefault(game, set()).add(slug)
    found = Q(pk__in=())
    for game, held in slugs.items():
        found |= Q(deck__game=game, slug__among=held)
    return found


def bare(term: Term, asking: DeckSearchContext) -> Q | None:
    """A word, or a phrase, of title, event, author or tags; `!"…"` the whole title."""
    if term.op == "=":
        return _whole(term, asking, lambda words: words.title)
    return _build_words_condition(term, asking, lambda words: (words.title, words.event, words.author, *words.tags))


def text_of(term: Term, asking: DeckSearchContext, text: Callable[[DeckWords], str]) -> Q | None:
    """Words of one text, such as the title; with `=` the whole of it."""
    said = get_written_word(term.value)
    if said in (ANY, NONE) and not (isinstance(term.value, Word) and term.value.is_phrase):
        return _where(asking, lambda words: bool(text(words)) is (said == ANY))
    if term.op == "=":
        return _whole(term, asking, text)
    return _build_words_condition(term, asking, lambda words: (text(words),))


def _whole(term: Term, asking: DeckSearchContext, text: Callable[[DeckWords], str]) -> Q:
    wanted = fold(get_written_word(term.value) or "")
    return _where(asking, lambda words: fold(text(words)) == wanted)


def _build_words_condition(
    term: Term, asking: DeckSearchContext, texts: Callable[[DeckWords], tuple[str, ...]]
) -> Q | None:
    """Decks with each of the words, or the phrase, in one of the texts; a word may be the beginning of a longer one."""
    if isinstance(term.value, Pattern):
        matches = build_matcher(term.value, asking.cards)
        return _where(asking, lambda words: any(map(matches, texts(words))))
    wanted = tokenize(get_written_word(term.value) or "")
    if not wanted:
        asking.cards.note("there is no letter or digit to look for", term.span)
        return None
    is_phrase = isinstance(term.value, Word) and term.value.is_phrase
    sought = [join_spaced(wanted)] if is_phrase else [f" {word}" for word in wanted]

    def fits(words: DeckWords) -> bool:
        held = [join_spaced(tokenize(text)) for text in texts(words)]
        return all(any(each in text for text in held) for each in sought)

    return _where(asking, fits)


def _where(asking: DeckSearchContext, fits: Callable[[DeckWords], bool]) -> Q:
    return Q(pk__among=[pk for pk, words in asking.words.items() if fits(words)])
