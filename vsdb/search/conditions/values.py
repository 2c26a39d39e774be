"""What stands behind the operator of a term, read for the fields whose values are names of things."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rapidfuzz import fuzz

from engine.model.errors import InputError
from vsdb.core.folding import nearest
from vsdb.search.conditions.context import Context
from vsdb.search.conditions.effective_facts import read_references
from vsdb.search.conditions.patterns import compiled
from vsdb.search.conditions.vocabulary import spelt, values
from vsdb.search.language.fields import field as field_of
from vsdb.search.language.syntax import Figures, Pattern, Several, Subquery, Term, Value, Word

NONE = "none"
UNKNOWN = "unknown"
ANY = "*"
MOST_PATTERNS = 12  #: in one query, since each is tried on every card


def written(value: Value) -> str | None:
    """The one word or number that was written; None for a pattern, a set, a sum or a query."""
    if isinstance(value, Word):
        return value.text
    if isinstance(value, Several) and len(value.items) == 1:
        return value.items[0]
    if isinstance(value, Figures) and len(value.parts) == 1:
        factor, name = value.parts[0]
        return str(factor) if name is None else name if factor == 1 else None
    return None


def items(value: Value) -> tuple[str, ...]:
    """The words of a value, one by one."""
    if isinstance(value, Several):
        return value.items
    word = written(value)
    return () if word is None else (word,)


def is_word(term: Term, word: str) -> bool:
    """Whether a term asks for exactly this word, with an operator that means having it."""
    said = written(term.value)
    return term.op in (":", "=") and said is not None and said.strip().casefold() == word


def matcher(pattern: Pattern, term: Term, context: Context) -> Callable[[str], bool] | None:
    """Whether a text fits a pattern; None, with a note, for one that can't be read, or for one too many."""
    context.patterns.add(pattern.text)
    if len(context.patterns) > MOST_PATTERNS:
        context.note(f"one query has at most {MOST_PATTERNS} different expressions; this one is left out", term.span)
        return None
    try:
        return compiled(pattern.text)
    except InputError as exc:
        context.note(exc.message, term.span)
        return None


def names_meant(
    term: Term, context: Context, field: str, what: str, known: Iterable[str] | None = None
) -> list[tuple[str, ...]] | None:
    """For each item of a term the recorded names that it spells; None, with a note, where one spells none.

    What is known elsewhere, as the team of another game, isn't misspelt: it names no card here, which is said too.
    """
    counts = values(read_references(context).values(), field) if known is None else dict.fromkeys(known, 1)
    held = list(counts)
    if isinstance(term.value, Pattern):
        matches = matcher(term.value, term, context)
        return None if matches is None else [tuple(name for name in held if matches(name))]
    if isinstance(term.value, Subquery) or not items(term.value):
        context.note(f"{term.field} takes {what}; what is written there is none", term.span)
        return None
    groups = []
    for item in items(term.value):
        names = spelt(held, item)
        if not names:
            context.note(f"No card of {context.where} has {what} {item[:80]!r}", term.span, nearest(item, held))
            if not (_is_known_elsewhere(term, context, field, item) or _is_a_word_of_its_own(term, item, held)):
                return None
        elif not any(counts[name] for name in names):
            context.remark(f"no card of {context.where} is recorded with {what} {names[0]}", term.span)
        groups.append(names)
    return groups


def _is_known_elsewhere(term: Term, context: Context, field: str, item: str) -> bool:
    one = field_of(term.field)
    return bool((one and one.choice(item)) or spelt(values(context.elsewhere.values(), field), item))


def _is_a_word_of_its_own(term: Term, item: str, held: Iterable[str]) -> bool:
    """Whether it is a trait like no other: cards are printed with more of them than the records know."""
    return term.field == "trait" and not nearest(item, held, scorer=fuzz.ratio)
