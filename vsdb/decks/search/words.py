"""Decks by the words of their title, event, owner and tags.

The words of the first three stand folded in one column, a line for each: ` doom control \\n gen con \\n ann `. So one
index of trigrams finds a word, or the beginning of one, in any of them or in a certain one. Tags are few and are
compared here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q, QuerySet, TextField
from django.db.models.lookups import Lookup
from django.db.models.sql.compiler import SQLCompiler

from engine.model.names import fold
from vsdb.core.folding import find_nearest, join_spaced, to_compact_spelling, tokenize
from vsdb.core.read_only import is_refusing_writes
from vsdb.decks.models import Deck, Tag
from vsdb.decks.search.context import DeckSearchContext
from vsdb.search.conditions.vocabulary import build_matcher
from vsdb.search.language.syntax import ANY, NONE, Pattern, Term, Word, get_written_word, list_items

if TYPE_CHECKING:
    _Lookup = Lookup[Any]
else:
    _Lookup = Lookup

TITLE, EVENT, AUTHOR = "title", "event", "owner__username"
_LINES = (TITLE, EVENT, AUTHOR)
_MAX_AT_ONCE = 5_000  #: decks of which one request writes the words
_BATCH = 1_000
_RUN = re.compile(r"\^?[^\W_]+", re.ASCII)
_BRANCHING = frozenset("|([{\\?*")  #: with one of these no letter of a regular expression need be there


@TextField.register_lookup
class LikeLookup(_Lookup):
    """`words__like="% doom%"`: the database's own LIKE, for folded words, in which nothing has to be escaped."""

    lookup_name = "like"

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        """Return the comparison in SQL."""
        left, left_values = self.process_lhs(compiler, connection)
        right, right_values = self.process_rhs(compiler, connection)
        return f"{left} LIKE {right}", (*left_values, *right_values)


def fold_words(title: str, event: str, author: str) -> str:
    """What the column of a deck holds."""
    return "\n".join(join_spaced(tokenize(text)) for text in (title, event, author))


def refold_words(deck: Deck) -> str:
    """What the column of a deck whose title or event has changed holds; a query where it held nothing before."""
    if deck.words is not None:
        *_, author = deck.words.split("\n")
    else:
        author = deck.owner.username if deck.owner else ""
    return fold_words(deck.title, deck.event, author)


def write_words(decks: QuerySet[Deck], *, most: int | None = None) -> int:
    """Write the words of the decks anew, the first of them alone where there are more than `most`; three queries for
    each thousand. How many are left."""
    keys = list(decks.order_by("pk").values_list("pk", flat=True))
    taken = keys[:most]
    for start in range(0, len(taken), _BATCH):
        rows = list(Deck.objects.filter(pk__in=taken[start : start + _BATCH]).only("title", "event", "owner"))
        owners = {row.owner_id for row in rows if row.owner_id}
        named = dict(User.objects.filter(pk__in=owners).values_list("pk", "username"))
        for row in rows:
            row.words = fold_words(row.title, row.event, named.get(row.owner_id or 0, ""))
        Deck.objects.bulk_update(rows, ("words",), batch_size=100)
    return len(keys) - len(taken)


def write_words_of_owner(user: User) -> None:
    """Write the words of somebody's decks anew, since the user name is among them."""
    write_words(Deck.objects.filter(owner=user))


def bare(term: Term, asking: DeckSearchContext) -> Q | None:
    """A word, or a phrase, of title, event, author or tags; `!"…"` the whole title."""
    if term.op == "=":
        return _whole(term, asking, TITLE)
    if isinstance(term.value, Pattern):
        matches = build_matcher(term.value, asking.cards)
        found = [_matching(column, term.value, matches, asking) for column in _LINES]
        return reduce(or_, (*found, _tagged(asking, matches)))
    return _each_word(
        term,
        asking,
        lambda sought: Q(words__contains=sought) | _tagged(asking, lambda name: sought in join_spaced(tokenize(name))),
    )


def text_of(term: Term, asking: DeckSearchContext, column: str) -> Q | None:
    """Words of one text, such as the title; with `=` the whole of it."""
    said = get_written_word(term.value)
    if said in (ANY, NONE) and not (isinstance(term.value, Word) and term.value.is_phrase):
        is_empty = Q(owner=None) if column == AUTHOR else Q(**{column: ""})
        return is_empty if said == NONE else ~is_empty
    if term.op == "=":
        return _whole(term, asking, column)
    if isinstance(term.value, Pattern):
        return _matching(column, term.value, build_matcher(term.value, asking.cards), asking)
    return _each_word(term, asking, lambda sought: Q(words__like=_in_line(column, f"%{sought}%")))


def tag(term: Term, asking: DeckSearchContext) -> Q | None:
    """Decks with one of the tags, in any spelling."""
    if (said := get_written_word(term.value)) in (ANY, NONE):
        tagged = Q(pk__in=Deck.tags.through.objects.values("deck"))
        return tagged if said == ANY else ~tagged
    wanted = {to_compact_spelling(item) for item in list_items(term.value)}
    tagged = _tagged(asking, lambda name: to_compact_spelling(name) in wanted)
    if tagged and asking.among.filter(tagged).exists():
        return tagged
    held = Tag.objects.filter(decks__in=asking.among.values("pk")).order_by("pk").values_list("name", flat=True)
    near = find_nearest(said or "", held.distinct())
    asking.cards.note(f"no deck has the tag {(said or '')[:60]!r}", term.span, near)
    return Q(pk__in=())


def _each_word(term: Term, asking: DeckSearchContext, where: Callable[[str], Q]) -> Q | None:
    """Decks with each of the words, or the phrase; a word may be the beginning of a longer one."""
    wanted = tokenize(get_written_word(term.value) or "")
    if not wanted:
        asking.cards.note("needs a letter or digit", term.span)
        return None
    _see_to_words(term, asking)
    is_phrase = isinstance(term.value, Word) and term.value.is_phrase
    sought = [join_spaced(wanted)] if is_phrase else [f" {word}" for word in wanted]
    return reduce(and_, map(where, sought))


def _see_to_words(term: Term, asking: DeckSearchContext) -> None:
    """Decks whose words nobody has written yet get them, within the bound of a request."""
    if asking.unwritten is None:
        waiting = asking.among.filter(words=None)
        asking.unwritten = waiting.count() if is_refusing_writes() else write_words(waiting, most=_MAX_AT_ONCE)
    if asking.unwritten:
        decks = "deck" if asking.unwritten == 1 else "decks"
        asking.cards.note(f"{asking.unwritten:,} more {decks} not indexed yet: search again", term.span)


def _tagged(asking: DeckSearchContext, fits: Callable[[str], bool]) -> Q:
    """Decks with a tag whose name fits."""
    found = [pk for pk, name in asking.tags.items() if fits(name)]
    return Q(pk__in=Deck.tags.through.objects.filter(tag__in=found).values("deck")) if found else Q(pk__in=())


def _whole(term: Term, asking: DeckSearchContext, column: str) -> Q:
    """Decks of which a text is this one: those with the same words, but for those with other signs between."""
    _see_to_words(term, asking)
    said = get_written_word(term.value) or ""
    alike = Q(words__like=_in_line(column, join_spaced(tokenize(said))))
    return alike & _one_of(column, (text for text in _list_texts(column, alike, asking) if fold(text) == fold(said)))


def _matching(column: str, pattern: Pattern, matches: Callable[[str], bool], asking: DeckSearchContext) -> Q:
    """Decks of which a text fits a regular expression; of titles only those are looked at that have its letters."""
    may_match = Q()
    if column == TITLE and (run := _find_run(pattern.text)):
        line = f" {run[1:]}%" if run.startswith("^") else f"%{run}%"
        may_match = Q(words=None) | Q(words__like=_in_line(TITLE, line))
    if column == TITLE:  # nearly each has its own
        rows = asking.among.filter(may_match).order_by().values_list("pk", "title")
        asking.is_costly = True
        return Q(pk__among=frozenset(pk for pk, title in rows if matches(title)))
    return _one_of(column, filter(matches, _list_texts(column, may_match, asking)))


def _find_run(pattern: str) -> str:
    """Letters or digits that are in every text which fits an expression, with ^ before them where it begins so."""
    if not _BRANCHING.isdisjoint(pattern):
        return ""
    runs: list[str] = [run for run in _RUN.findall(pattern.casefold()) if pattern.isascii()]
    return max(runs, key=lambda run: (run.startswith("^"), len(run)), default="")


def _list_texts(column: str, narrowing: Q, asking: DeckSearchContext) -> list[str]:
    """The different texts that the decks have; of an owner who isn't there an empty one."""
    found = asking.among.filter(narrowing).order_by().values_list(column, flat=True).distinct()
    return [text or "" for text in found]


def _one_of(column: str, texts: Iterable[str]) -> Q:
    held: Sequence[str] = list(texts)
    found = Q(**{f"{column}__among": held}) if held else Q(pk__in=())
    return found | Q(owner=None) if column == AUTHOR and "" in held else found


def _in_line(column: str, pattern: str) -> str:
    """What the column is like where the line of a text is like this."""
    return "\n".join(pattern if line == column else "%" for line in _LINES)
