"""Bare words that name a team, a keyword, a set, a type or a format, or say `3-drop` or `cost 3`: they are asked as
that too, a format also with a day: `silver age in april 2007`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from engine.model.reference import Reference
from vsdb.core.folding import to_compact_spelling
from vsdb.search.conditions.context import SearchContext
from vsdb.search.conditions.vocabulary import load_vocabulary
from vsdb.search.language.field_types import FieldKind
from vsdb.search.language.fields import find_field, list_games_of
from vsdb.search.language.syntax import And, Not, NumberSum, Or, Query, QuerySpan, Subquery, Term, Tree, Word
from vsdb.search.language.values import split_day
from vsdb.search.language.writing import write_tree

_ENDINGS = ("", "s")
_MAX_WORDS = 6  #: of a name, or of one with a day
_MAX_GAP = 2  #: characters between them
_DROP = re.compile(r"(\d{1,2})drops?", re.ASCII)
#: `cost 3`, `that costs 3`, `cost of 3`, `3 cost`, `3-cost`: a field and its figure.
_FIGURE = re.compile(
    r"(?:(?:that|which|with|for) )?([a-z]{3,}?)s? (?:of |is )?(\d{1,2})|(\d{1,2})[ -]([a-z]{3,})",
    re.ASCII | re.IGNORECASE,
)

#: A field and the name in it.
Label = tuple[str, str]


@dataclass(frozen=True, slots=True)
class WordReading:
    """Words that also name something: the added term, and the queries with only the term or only the words."""

    words: str
    term: str
    named: str
    literal: str


def read_words(tree: Tree, context: SearchContext) -> Tree:
    """Return the tree in which words that name something also match what has that name."""
    match tree:
        case Term(value=Subquery() as inner):
            return replace(tree, value=replace(inner, tree=read_words(inner.tree, context)))
        case Term():
            return _read_run((tree,), context) or tree
        case Not():
            return Not(read_words(tree.inner, context))
        case Or():
            return Or(tuple(read_words(each, context) for each in tree.parts))
    parts: list[Tree] = []
    place = 0
    while place < len(tree.parts):
        read, width = _read_longest(tree.parts[place : place + _MAX_WORDS], context)
        parts.append(read)
        place += width
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def list_readings(query: Query, context: SearchContext) -> tuple[WordReading, ...]:
    """Return the words of a query that also name something, in query order."""
    found, text = [], query.text
    for span, others in _walk_readings(read_words(query.tree, context)):
        words, meant = text[span.start : span.end], others[0] if len(others) == 1 else Or(others)
        named, literal = _put(text, span, write_tree(meant)), _put(text, span, f'"{words}"')
        found.append(WordReading(words, write_tree(meant, is_inner=False), named, literal))
    return tuple(found)


def _read_longest(parts: tuple[Tree, ...], context: SearchContext) -> tuple[Tree, int]:
    """Read the longest name at the start of the parts; return its tree and its number of parts."""
    for width in range(len(parts), 1, -1):
        if read := _read_run(parts[:width], context):
            return read, width
    return read_words(parts[0], context), 1


@dataclass(frozen=True, slots=True)
class NamingWords(Or):
    """The words themselves, then their other meanings."""


def _read_run(parts: tuple[Tree, ...], context: SearchContext) -> Tree | None:
    """Return consecutive words with their other meanings; None if they have none."""
    words = [part for part in parts if isinstance(part, Term) and _is_bare(part)]
    if len(words) < len(parts) or any(two.span.start - one.span.end > _MAX_GAP for one, two in pairwise(words)):
        return None
    text = " ".join(part.value.text for part in words if isinstance(part.value, Word))
    span = QuerySpan(words[0].span.start, words[-1].span.end)
    others = tuple(_list_meanings(text, span, context))
    return NamingWords((words[0] if len(words) == 1 else And(tuple(words)), *others)) if others else None


def _is_bare(term: Term) -> bool:
    return not term.field and term.op == ":" and isinstance(term.value, Word) and not term.value.is_phrase


def _list_meanings(text: str, span: QuerySpan, context: SearchContext) -> Iterator[Tree]:
    spelling = to_compact_spelling(text)
    if (drop := _DROP.fullmatch(spelling)) and set(list_games_of("cost")) & set(context.references):
        cost = Term("cost", "=", NumberSum(((int(drop[1]), None),)), span)
        yield And((cost, Term("type", ":", Word("character"), span)))
    if figure := _read_figure(text, context):
        name, number = figure
        yield Term(name, "=", NumberSum(((number, None),)), span)
    references = context.references.values()
    if dated := split_day(text):
        name, day = dated
        for each in references:
            for field, slug in map_labels(each).get(to_compact_spelling(name), ()):
                if field == "legal":
                    yield Term(field, ":", Word(slug, is_phrase=True), span, day)
    found = dict.fromkeys(label for each in references for label in map_labels(each).get(spelling, ()))
    if any(text in each.sets for each in references):
        found["set", text] = None
    # A format is meant where nothing else is called so: Loyalty is a keyword first.
    others = [label for label in found if label[0] != "legal"]
    for field, name in others or found:
        yield Term(field, ":", Word(name, is_phrase=True), span)


def _read_figure(text: str, context: SearchContext) -> tuple[str, int] | None:
    """The field of figures that words name, and its figure; None where they name none of the searched games."""
    if not (found := _FIGURE.fullmatch(text)):
        return None
    before, after, first, name = found.groups()
    field = find_field(before or name)
    if (
        field is None
        or field.kind is not FieldKind.NUMBER
        or not set(list_games_of(field.name)) & set(context.references)
    ):
        return None
    return field.name, int(after or first)


@lru_cache(maxsize=16)
def map_labels(reference: Reference) -> Mapping[str, tuple[Label, ...]]:
    """Map the spelling of each name to what has it; types and keywords also in the plural."""
    vocabulary = load_vocabulary(reference)
    named = [
        *((name, ("team", name)) for name in vocabulary["team"]),
        *(
            (f"{name}{ending}", (field, name))
            for field in ("kw", "type")
            for name in vocabulary[field]
            for ending in _ENDINGS
        ),
        *((each.name, ("set", code)) for code, each in reference.sets.items()),
        *((fmt.name, ("legal", slug)) for slug, fmt in reference.formats.items()),
    ]
    found: dict[str, dict[Label, None]] = defaultdict(dict)
    for name, label in named:
        found[to_compact_spelling(name)][label] = None
    return {spelling: tuple(labels) for spelling, labels in found.items() if spelling}


def _walk_readings(tree: Tree) -> Iterator[tuple[QuerySpan, tuple[Tree, ...]]]:
    match tree:
        case NamingWords():
            words, *others = tree.parts
            terms = words.parts if isinstance(words, And) else (words,)
            spans = [term.span for term in terms if isinstance(term, Term)]
            yield QuerySpan(spans[0].start, spans[-1].end), tuple(others)
        case Not():
            yield from _walk_readings(tree.inner)
        case And() | Or():
            for part in tree.parts:
                yield from _walk_readings(part)


def _put(text: str, span: QuerySpan, words: str) -> str:
    return f"{text[: span.start]}{words}{text[span.end :]}"
