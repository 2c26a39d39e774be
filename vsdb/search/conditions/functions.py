"""What cards do in play, told from their wording and their keywords by the definitions of `language.functions`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Q
from django.utils import timezone

from engine.card_text import unify_symbols
from engine.model.reference import Reference
from vsdb.search.conditions.card_tags import related
from vsdb.search.conditions.context import Condition, Context, of_slugs
from vsdb.search.conditions.coverage import coverage, epoch
from vsdb.search.conditions.date_terms import day_of_texts
from vsdb.search.conditions.effective_facts import read_references
from vsdb.search.conditions.patterns import compiled
from vsdb.search.conditions.values import ANY, NONE, UNKNOWN, is_word, names_meant
from vsdb.search.conditions.wordings import AT_ONCE, bare, counting, counting_on
from vsdb.search.language.functions import FUNCTIONS
from vsdb.search.language.syntax import Term

_BY_TAG = {each.tag: each for each in FUNCTIONS}


@dataclass(frozen=True, slots=True)
class _Functions:
    """The functions as labels that are compared like any others."""

    context: Context
    recorded: Q

    def having(self, names: tuple[str, ...] | None = None, *, other: bool = False) -> Q:
        """The cards with one of the functions, or with one that is none of them; without names with any."""
        tags = [tag for tag in _BY_TAG if names is None or (tag in names) != other]
        on = day_of_texts(self.context)
        read = read_references(self.context)
        return of_slugs(
            {
                game: frozenset[str]().union(*(_having(each, read[game], epoch(each, on), tag) for tag in tags))
                for game, each in self.context.references.items()
            }
        )


def function(term: Term, context: Context) -> Condition | None:
    """Functions compared as labels are; a query for each of them the first time that a version of the data is asked."""
    context.see_to_index()
    worded = Q(pk__in=counting(context).order_by().values("card"))
    kind = _Functions(context, worded)
    if is_word(term, ANY):
        return Condition(kind.having())
    if is_word(term, NONE):
        return Condition(worded & ~kind.having())
    if is_word(term, UNKNOWN):
        return Condition(~worded)
    groups = names_meant(term, context, "fn", "the function", known=_BY_TAG)
    return None if groups is None else Condition(related(kind, term.op, groups))


@lru_cache(maxsize=512)
def _having(reference: Reference, read: Reference, number: int, tag: str) -> frozenset[str]:
    """The cards that have a function by the texts that count in a span of days, or by a keyword; one query."""
    wanted = _BY_TAG[tag]
    matches = compiled(wanted.pattern, is_folding=False)
    turns = coverage(reference).turns
    is_today = number == epoch(reference, timezone.localdate())
    rows = counting_on(turns[number - 1] if number else date.min, is_today=is_today).filter(card__game=reference.game)
    texts = rows.order_by().values_list("card__slug", "text").iterator(AT_ONCE)
    by_text = {slug for slug, text in texts if matches(unify_symbols(bare(text), reference.game))}
    by_keyword = {card.slug for card in read.catalog.cards if card.keyword_names & {*wanted.keywords}}
    return frozenset(by_text | by_keyword)
