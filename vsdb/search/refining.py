"""Facets of a result, and changes to the text of a query."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from rapidfuzz import fuzz

from engine.formats.names import list_main_formats
from engine.model.cards import GAMES
from engine.model.games import game_of
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.filters import quote_term, write_term
from vsdb.catalog.cards.signs import DomainSign, find_domain_sign
from vsdb.search.conditions.card_tags import find_types
from vsdb.search.conditions.legality import find_legal_slugs
from vsdb.search.facet_counts import SOURCES, FacetSource, References, count_facet_values, map_cards
from vsdb.search.language.field_types import list_games_with
from vsdb.search.language.fields import find_field
from vsdb.search.language.syntax import And, NumberSum, Or, Query, QuerySpan, Several, Term, Tree, Word
from vsdb.search.language.writing import unparse

MAX_VALUES = 40  #: of a facet; the most frequent
Games = tuple[str, ...]  #: their slugs


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value of a facet: its text in a query, its label, its number of cards, and the query with it.

    If it is chosen, `query` is the query without it.
    """

    value: str
    label: str
    count: int
    query: str
    is_chosen: bool
    sign: DomainSign | None = None


@dataclass(frozen=True, slots=True)
class SearchFacet:
    """A field with the values that narrow a result."""

    key: str
    label: str
    values: tuple[FacetValue, ...]


def count_facets(
    query: Query, ids: Sequence[int], games: tuple[str, ...], today: date, keys: Collection[str] | None = None
) -> list[SearchFacet]:
    """Return the facets of a result that have values, or those of some keys. No query but after a load."""
    asked = SOURCES if keys is None else {key: source for key, source in SOURCES.items() if key in keys}
    references = tuple(selectors.list_references(games))
    found = [_facet(key, source, query, ids, references) for key, source in asked.items()]
    if keys is None or "legal" in keys:
        found.append(_legality(query, ids, references, today))
    return [facet for facet in found if facet is not None and facet.values]


def _facet(
    key: str, source: FacetSource, query: Query, ids: Sequence[int], references: References
) -> SearchFacet | None:
    games = tuple(each.game for each in references)
    if set(games).isdisjoint(list_games_with(key, lambda own: own.facets)) or (key == "game" and len(games) == 1):
        return None
    values = [
        _value(key, value, with_code(name, value) if key == "in" else name, count, query)
        for value, name, count in count_facet_values(references, key, ids)[: MAX_VALUES + 1]
    ]
    if key == "type":
        counts = {each.value: each.count for each in values}
        # What has the words of a type is found with it: a supporting character is a character.
        values = [replace(each, count=sum(counts[name] for name in find_types(each.value, counts))) for each in values]
    if source.is_number:
        values.sort(key=lambda each: int(each.value))
    if key == "domain":
        values = [replace(each, sign=_find_sign(games, each.value)) for each in values]
    label = "Set" if key == "in" else _label(key)
    if key == "team" and len(games) == 1:
        label = game_of(games[0]).site.words.team.capitalize()
    return SearchFacet(key, label, tuple(values[:MAX_VALUES]))


def _find_sign(games: Games, domain: str) -> DomainSign | None:
    return next(filter(None, (find_domain_sign(game, domain) for game in games)), None)


def _legality(query: Query, ids: Sequence[int], references: References, today: date) -> SearchFacet:
    """Count the cards that are legal today in each main format."""
    held: dict[str, set[str]] = {}
    for card in map_cards(references, ids).values():
        held.setdefault(card.game, set()).add(card.slug)
    values = []
    for reference in references:
        for fmt in list_main_formats(reference, today) if reference.game in held else ():
            if count := len(held[reference.game] & find_legal_slugs(reference, fmt, today)):
                name = fmt.name if len(references) == 1 else f"{fmt.name} ({GAMES[reference.game]})"
                values.append(_value("legal", fmt.slug, name, count, query))
    return SearchFacet("legal", _label("legal"), tuple(values))


def _label(key: str) -> str:
    one = find_field(key)
    return one.title[:1].upper() + one.title[1:] if one else key


def _value(key: str, value: str, label: str, count: int, query: Query) -> FacetValue:
    chosen = _find_chosen_term(query.tree, key, value)
    asked = write_term(key, value, "=" if value.isdigit() else ":")
    new = remove_spans(query.text, chosen.span) if chosen else refine_query(query, asked)
    return FacetValue(value, label, count, new, chosen is not None)


def refine_query(query: Query, asked: str) -> str:
    """Add a term to a query. Mistakes in the query are dropped, so that they can't swallow the term."""
    text = unparse(query) if query.notes else query.text.strip()
    return f"({text}) {asked}" if isinstance(query.tree, Or) else f"{text} {asked}".strip()


def replace_terms(query: Query, spans: Iterable[QuerySpan], written: str) -> str:
    """Replace terms of a query by one, or remove them where nothing is written; without spans, add it."""
    text, places = query.text, sorted(spans, key=lambda each: each.start)
    if not places:
        return refine_query(query, written) if written else text
    for number, span in reversed(list(enumerate(places))):
        before, after = text[: span.start].rstrip(), text[span.end :].lstrip()
        put = "" if number else written
        while not put and before.endswith("(") and after.startswith(")"):
            before, after = before[:-1].rstrip(), after[1:].lstrip()
        text = _join(before, put, after)
    return text


def _join(*parts: str) -> str:
    """Join parts of a query with spaces, except after ( and before )."""
    text = ""
    for part in filter(None, parts):
        text += part if not text or text.endswith("(") or part.startswith(")") else f" {part}"
    return text


def with_code(name: str, code: str) -> str:
    """Return a set's name with its code, unless the name ends with it."""
    return name if name.endswith(f"({code})") else f"{name} ({code})"


def remove_spans(text: str, *spans: QuerySpan) -> str:
    """Remove places from a query."""
    for span in sorted(spans, key=lambda each: each.start, reverse=True):
        text = f"{text[: span.start]} {text[span.end :]}"
    return " ".join(text.split())


def correct_query(text: str, spans: Iterable[QuerySpan], name: str) -> str:
    """Replace the bare words of a query with a name."""
    places = sorted(spans, key=lambda each: each.start)
    first, others = places[0], places[1:]
    later = (QuerySpan(each.start - first.end, each.end - first.end) for each in others)
    rest = remove_spans(text[first.end :], *later)
    return " ".join(filter(None, (text[: first.start].strip(), quote_term(name), rest)))


def _find_chosen_term(tree: Tree, key: str, value: str) -> Term | None:
    """Return the term that requires the value of every card."""
    fields = ("in", "set") if key == "in" else (key,)
    for part in tree.parts if isinstance(tree, And) else (tree,):
        if isinstance(part, Term) and part.field in fields and part.op in (":", "=") and _says(part, value):
            return part
    return None


def _says(term: Term, value: str) -> bool:
    match term.value:
        case Word(text=text):
            return text.casefold() == value.casefold()
        case Several(items=(only,)):
            return only.casefold() == value.casefold()
        case NumberSum(parts=((number, None),)):
            return str(number) == value
    return False


_CLOSING = {"(": ")", "{": "}"}
_JOINING = frozenset({"and", "or"})
_HEAD = re.compile(r'-?[^\s()"{}:=<>!]+\s*(?:!=|<=|>=|[:=<>])')
_SORTING = re.compile(r"-?sort[:=]", re.IGNORECASE)


def split_query(text: str) -> list[str]:
    """Split a query at spaces outside quotes, brackets and regular expressions."""
    parts: list[str] = []
    part = ""
    waits_for: list[str] = []
    for sign in text:
        if sign.isspace() and not waits_for:
            parts.append(part)
            part = ""
            continue
        inside = waits_for[-1] if waits_for else ""
        if sign == inside:
            waits_for.pop()
        elif inside not in ('"', "/"):
            if sign in _CLOSING:
                waits_for.append(_CLOSING[sign])
            elif sign == '"' or (sign == "/" and part.endswith((":", "="))):
                waits_for.append(sign)
        part += sign
    parts.append(part)
    return [each for each in parts if each]


def list_narrowing_parts(text: str) -> list[str]:
    """Return the parts that each narrow a query; none if `or` joins them."""
    parts = split_query(text)
    if any(part.lower() == "or" for part in parts):
        return []
    joined: list[str] = []
    for part in parts:
        if joined and joined[-1].lower() == "not":
            joined[-1] += f" {part}"
        elif part.lower() not in _JOINING:
            joined.append(part)
    return joined


def remove_part(text: str, part: str) -> str:
    """Remove the first such part from a query."""
    parts = list_narrowing_parts(text)
    parts.remove(part)
    return " ".join(parts)


def set_sort(text: str, key: str) -> str:
    """Replace the sort words of a query."""
    kept = [part for part in split_query(text) if not _SORTING.match(part)]
    return " ".join((*kept, key) if key else kept)


def mend_query(text: str, span: QuerySpan, word: str) -> str:
    """Correct a place in a query; its field and operator stay."""
    wrong = text[span.start : span.end]
    if _HEAD.match(word):
        right = word
    else:
        head = _HEAD.match(wrong)
        place = head.end() if head else 0
        right = wrong[:place] + _with_value(wrong[place:], word)
    return text[: span.start] + right + text[span.end :]


def _with_value(value: str, word: str) -> str:
    """Correct a field's value: alone, in braces or before a date."""
    if value.startswith("{"):
        items = [item.strip() for item in value.strip("{}").split(",")]
        wrong = max(items, key=lambda item: fuzz.ratio(item.casefold(), word.casefold()))
        return "{" + ",".join(quote_term(word) if item == wrong else item for item in items) + "}"
    before, at, day = value.rpartition("@")
    return f"{quote_term(word)}{at}{day}" if before else quote_term(word)
