"""What stands in the wording: words, phrases, expressions; on a day, as it was printed, in super powers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import CharField, F, Q, QuerySet, Value
from django.db.models.functions import Concat, Substr
from django.utils import timezone

from engine.card_text import strip_reminders, unify_symbols
from engine.model.reference import Reference
from vsdb.catalog.wordings.models import Wording
from vsdb.catalog.wordings.selectors import list_wordings_in_force
from vsdb.core.folding import join_spaced, split_spellings, tokenize
from vsdb.search.conditions.context import SearchContext
from vsdb.search.conditions.effective_facts import count_loaded_texts, find_text_epoch, get_day_of_texts
from vsdb.search.conditions.vocabulary import build_matcher, compile_pattern
from vsdb.search.language.syntax import ANY, Pattern, Term, Word, get_written_word
from vsdb.search.language.values import UnreadableValue
from vsdb.search.text.rows import TextQuery

OWN_NAME = "~"
AT_ONCE = 2000
MAX_PATTERNS = 4  #: over texts in one query, since each is tried on the text of every card
_OWN = Substr(F("card__search_text__name_words"), 2)
_PARTS = re.compile(rf"({OWN_NAME})")

#: Whether a text, its folded words and the name of its card are as asked.
Fits = Callable[[str, str, str], bool]


def list_counting_wordings(context: SearchContext) -> QuerySet[Wording]:
    """The wordings that count on the day of the query; those of today are noted with the searched texts."""
    on = get_day_of_texts(context)
    return list_wordings_counting_on(on, is_today=_is_as_today(context, on))


def list_wordings_counting_on(on: date, *, is_today: bool) -> QuerySet[Wording]:
    """The wordings that count on a day."""
    if not is_today:
        return list_wordings_in_force(on)
    # Joined: of a list of keys SQLite would try every one for each card.
    return Wording.objects.filter(card__search_text__text_of=F("pk"))


def read_texts_of_epoch(reference: Reference, number: int, *columns: str) -> Iterator[tuple[Any, ...]]:
    """The slug, the text and these columns of each text that counts in a span of days, by its number; one query."""
    turns = count_loaded_texts(reference).turns
    is_today = number == find_text_epoch(reference, timezone.localdate())
    rows = list_wordings_counting_on(turns[number - 1] if number else date.min, is_today=is_today)
    rows = rows.filter(card__game=reference.game).order_by()
    for slug, text, *others in rows.values_list("card__slug", "text", *columns).iterator(AT_ONCE):
        yield slug, unify_symbols(bare(text), reference.game), *others


def _is_as_today(context: SearchContext, on: date) -> bool:
    """Whether the texts of a day are those of today, which the index holds."""
    context.see_to_index()
    today = timezone.localdate()
    return all(find_text_epoch(each, on) == find_text_epoch(each, today) for each in context.references.values())


def text(term: Term, context: SearchContext) -> Q:
    """Words of the wording that counts, without reminders (`text`) or with them (`full`), or of a printed one."""
    is_printed = term.field == "printed"
    rows = Wording.objects.filter(kind=Wording.Kind.PRINTED) if is_printed else list_counting_wordings(context)
    rows = rows.filter(card__game__in=context.games).order_by()
    if isinstance(term.value, Pattern):
        return build_pattern_condition(term.value, context, rows, is_full=term.field == "full")
    wanted = SoughtWords.of(term)
    if wanted.is_any:
        return build_wordings_condition(rows)
    on = get_day_of_texts(context)  # which notes a day that can't be read, also beside printed texts
    if term.field == "text" and term.op == ":" and wanted.is_plain and _is_as_today(context, on):
        query = TextQuery(wanted.parts, "phrase" if wanted.is_phrase else "word", "wording")
        return Q(pk__among=context.search_text(query))
    column = "folded_full" if term.field == "full" else "folded"
    return build_wordings_condition(wanted.among(rows, column, is_whole=term.op == "="))


def build_wordings_condition(rows: QuerySet[Wording]) -> Q:
    """The cards of some wordings, read at once: within a larger query SQLite may read the texts card by card."""
    return Q(pk__among=set(rows.order_by().values_list("card", flat=True)))


@dataclass(frozen=True, slots=True)
class SoughtWords:
    """Words to look for in folded texts; a part that is empty stands for the card's own name."""

    text: str
    parts: tuple[str, ...]
    is_phrase: bool

    @classmethod
    def of(cls, term: Term) -> SoughtWords:
        """What a term looks for. Raises UnreadableValue where that is signs alone."""
        said = get_written_word(term.value) or ""
        parts = tuple(token for part in _PARTS.split(said) for token in (("",) if part == OWN_NAME else tokenize(part)))
        is_quoted = isinstance(term.value, Word) and term.value.is_phrase
        if not parts and said != ANY:
            raise UnreadableValue(f"“{said[:40]}” contains no letter or digit to search for")
        return cls(said, parts, is_quoted or len(parts) > 1 or not all(parts))

    @property
    def is_any(self) -> bool:
        """Whether any text will do."""
        return self.text == ANY

    @property
    def is_plain(self) -> bool:
        """Whether it is the same words for every card."""
        return all(self.parts)

    def among(self, rows: QuerySet[Any], column: str, *, is_whole: bool = False) -> QuerySet[Any]:
        """The rows in whose column of searched words the words stand; `is_whole`: and nothing else in a spelling."""
        if self.is_plain:
            words = " ".join(self.parts)
            if is_whole:
                return rows.filter(_is_a_spelling(column, f" {words} ", f" {words}  ", f"  {words} "))
            return rows.filter(**{f"{column}__contains": f" {words} " if self.is_phrase else f" {words}"})
        pieces = [Value(f"{part} ") if part else _OWN for part in self.parts]
        sought = Concat(Value(" "), *pieces, output_field=CharField())
        rows = rows.alias(sought=sought)
        if is_whole:
            space = Value(" ")
            first, last = (Concat(*both, output_field=CharField()) for both in ((sought, space), (space, sought)))
            return rows.filter(_is_a_spelling(column, F("sought"), first, last))
        return rows.filter(**{f"{column}__contains": F("sought")})

    def fitting(self, term: Term) -> Fits:
        """Whether a text with its folded words, of a card of that name, is as the term asks."""
        return lambda said, folded, name: self.stands_in(folded, join_spaced(tokenize(name)), is_whole=term.op == "=")

    def stands_in(self, folded: str, own: str, *, is_whole: bool = False) -> bool:
        """Whether the words stand in a text of spaced tokens of a card of that folded name."""
        words = "".join(f"{part} " if part else own.lstrip(" ") for part in self.parts)
        if is_whole:
            return f" {words}" in split_spellings(folded)
        return (f" {words}" if self.is_phrase else f" {words.rstrip()}") in folded


def _is_a_spelling(column: str, whole: object, first: object, last: object) -> Q:
    """Whether a column of searched words is the words, or begins or ends with them as one of its spellings."""
    return Q(**{column: whole}) | Q(**{f"{column}__startswith": first}) | Q(**{f"{column}__endswith": last})


def build_pattern_condition(
    pattern: Pattern, context: SearchContext, rows: QuerySet[Wording], *, is_full: bool = False
) -> Q:
    """The cards whose text an expression describes, as it stands or folded; one query."""
    fits = build_text_matcher(pattern, context)
    # The rows are read as they are needed, so that the texts of all cards don't fill the memory.
    columns = ("card", "card__game_id", "text", "folded_full" if is_full else "folded", "card__name")
    found = {
        card
        for card, game, said, folded, name in rows.values_list(*columns).iterator(AT_ONCE)
        if is_either_fitting(fits, said if is_full else bare(said), game, folded, name)
    }
    return Q(pk__among=found)


def is_either_fitting(fits: Fits, said: str, game: str, folded: str, name: str) -> bool:
    """Whether a text is as asked as it is printed or with symbols in one spelling."""
    if fits(said, folded, name):
        return True
    unified = unify_symbols(said, game)
    return unified != said and fits(unified, folded, name)


def build_text_matcher(pattern: Pattern, context: SearchContext) -> Fits:
    """Whether a text, its folded words or, for `~`, the text with its card's name so written fits an expression.

    Raises UnreadableValue for one that can't be read, or for one too many.
    """
    if pattern.text not in context.text_patterns and len(context.text_patterns) >= MAX_PATTERNS:
        said = f"a query can use at most {MAX_PATTERNS} different regular expressions for texts; this one is ignored"
        raise UnreadableValue(said)
    build_matcher(pattern, context)
    context.text_patterns.add(pattern.text)
    matches = compile_pattern(pattern.text, is_folding=False)

    def fits(said: str, folded: str, name: str) -> bool:
        if OWN_NAME in pattern.text:
            said = said.replace(name, OWN_NAME)
            folded = folded.replace(join_spaced(tokenize(name)), f" {OWN_NAME} ")
        return matches(said) or any(matches(each.strip()) for each in split_spellings(folded))

    return fits


def bare(text: str) -> str:
    """A text without its reminders."""
    return strip_reminders(text) if "(" in text else text


def super_power(term: Term, context: SearchContext) -> Q:
    """Words of one and the same super power: of its name, the symbols that it costs, or its text."""
    rows = list_counting_wordings(context).filter(card__game__in=context.games).order_by()
    rows = rows.filter(derived__has_key="super_powers")
    if isinstance(term.value, Pattern):
        fits = build_text_matcher(term.value, context)
    else:
        wanted = SoughtWords.of(term)
        if wanted.is_any:
            return build_wordings_condition(rows)
        if wanted.is_plain:
            for word in wanted.parts:
                rows = rows.filter(folded__contains=f" {word}")
        fits = wanted.fitting(term)
    held = rows.values_list("card", "derived", "card__name").iterator(AT_ONCE)
    powers = ((card, said, name) for card, derived, name in held for said in _powers(derived))
    return Q(pk__among={card for card, said, name in powers if fits(said, join_spaced(tokenize(said)), name)})


def _powers(derived: Mapping[str, Any]) -> Iterable[str]:
    """Each super power as a text: its name, its costs and what it does."""
    for power in derived.get("super_powers") or ():
        costs = " or ".join(" ".join(f"[{symbol}]" for symbol in way) for way in power.get("costs") or ())
        yield " ".join(filter(None, (power.get("name"), costs, power.get("text"))))
