"""The values of each field in a game, matched in any spelling or by regular expression."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

import re2
from rapidfuzz import fuzz

from engine.model.cards import Card
from engine.model.errors import InputError
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.catalog.cards.models import Keyword, Team
from vsdb.core.folding import find_nearest, to_compact_spelling
from vsdb.search.conditions.context import SearchContext
from vsdb.search.conditions.effective_facts import read_references
from vsdb.search.language.fields import find_field as field_of
from vsdb.search.language.syntax import Pattern, Term, list_items
from vsdb.search.language.values import UnreadableValue

#: A field's values and how many cards have each, zero where a value is known and no card is recorded with it.
Counts = Mapping[str, int]


@lru_cache(maxsize=16)
def load_vocabulary(reference: Reference) -> Mapping[str, Counts]:
    """Return the values of each field in a game. Two queries on the first use of a data version."""
    cards = reference.catalog.cards
    teams = dict.fromkeys(Team.objects.filter(game=reference.game).values_list("name", flat=True), 0)
    keywords = dict.fromkeys(Keyword.objects.filter(game=reference.game).values_list("name", flat=True), 0)
    held: dict[str, Iterable[str | None]] = {
        "type": (card.type for card in cards),
        "super": (card.supertype for card in cards),
        "universe": (card.universe for card in cards),
        "brand": (brand for card in cards for brand in _brands(card, reference)),
        "rarity": (rarity for card in cards for rarity in {card.rarity, *(each.rarity for each in card.printings)}),
        "team": (name for card in cards for name in card.teams or ()),
        "kw": (name for card in cards for name in card.keyword_names),
        "version": (name for card in cards for name in card.versions),
        "trait": (name for card in cards for name in {*card.traits, *card.tags, *card.versions}),
        "tag": (name for card in cards for name in card.tags),
        "domain": (name for card in cards for name in card.domains or ()),
        "side": (name for card in cards for name in card.alignments or ()),
        "symbol": (name for card in cards for name in card.power_symbols or ()),
        "pile": (name for card in cards for name in card.member_of_piles),
        "uses": (name for card in cards for name in card.uses_piles),
        "set": (code for card in cards for code in card.set_codes),
        "number": (number for card in cards for number in {printing.number for printing in card.printings}),
    }
    counts: dict[str, dict[str, int]] = {name: _count_rows(values) for name, values in held.items()}
    counts["team"] = {**teams, **counts["team"]}
    counts["kw"] = {**keywords, **counts["kw"]}
    counts["brand"] = {**{each.brand: 0 for each in reference.sets.values() if each.brand}, **counts["brand"]}
    counts["set"] = {**dict.fromkeys(reference.sets, 0), **counts["set"]}
    counts["st"] = _count_rows(card_set.kind for card_set in reference.sets.values())
    # A pile that some card uses, or is made for, is a pile, also where nobody recorded the other side.
    piles = {**counts["pile"], **counts["uses"]}
    counts["pile"] = {**dict.fromkeys(piles, 0), **counts["pile"]}
    counts["uses"] = {**dict.fromkeys(piles, 0), **counts["uses"]}
    return counts


def count_values(references: Iterable[Reference], field: str) -> dict[str, int]:
    """Return a field's values in some games, with their number of cards."""
    found: Counter[str] = Counter()
    for reference in references:
        found.update(load_vocabulary(reference).get(field, {}))
    return dict(found)


def find_spelled_names(names: Iterable[str], text: str) -> tuple[str, ...]:
    """Return the names that a text spells."""
    wanted = to_compact_spelling(text)
    return tuple(name for name in names if to_compact_spelling(name) == wanted)


def _brands(card: Card, reference: Reference) -> set[str | None]:
    """Return the card's brand, else the brands of its sets."""
    return {card.brand} if card.brand else {reference.sets[code].brand for code in card.set_codes}


def _count_rows(found: Iterable[str | None]) -> dict[str, int]:
    return dict(Counter(name for name in found if name))


MAX_SIGNS = 300
#: Expressions that mean the same in ASCII to Python's own engine, which is ten times as fast and never busy with them.
_PLAIN = re.compile(r"\^?[A-Za-z0-9 '-]+", re.ASCII)
_MAX_MEMORY = 1 << 20  # bytes that one compiled expression may take


@lru_cache(maxsize=256)
def compile_pattern(pattern: str, *, is_folding: bool = True) -> Callable[[str], bool]:
    """Whether a text holds what an expression describes, in any case; with and without its accents and dots.

    Without `is_folding` the text is taken as it stands, for whoever has it folded already.

    Raises InputError for an expression that can't be read, with the reason.
    """
    if len(pattern) > MAX_SIGNS:
        raise InputError(f"this regular expression has {len(pattern)} characters; the limit is {MAX_SIGNS}")
    holds = _compile_safely(pattern)
    if _PLAIN.fullmatch(pattern):
        holds = _prefer_plain(pattern, holds)
    if not is_folding:
        return holds
    return lambda text: holds(text) or ((folded := fold(text)) != text.casefold() and holds(folded))


def _prefer_plain(pattern: str, holds: Callable[[str], bool]) -> Callable[[str], bool]:
    """The same by Python's own engine for texts in ASCII; of other letters, such as ı, it has other cases."""
    search = re.compile(pattern, re.IGNORECASE).search
    return lambda text: search(text) is not None if text.isascii() else holds(text)


def _compile_safely(pattern: str) -> Callable[[str], bool]:
    """Whether a text holds what an expression describes, by an engine that no expression can keep busy."""
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = _MAX_MEMORY
    try:
        search = re2.compile(pattern, options).search
    except re2.error as exc:
        reason = exc.args[0] if exc.args else ""
        said = reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
        raise InputError(f"this regular expression is invalid: {said}") from exc
    return lambda text: search(text.encode()) is not None  # of a str it would count where each group stands


MAX_PATTERNS = 12  #: in one query, since each is tried on every card


def build_matcher(pattern: Pattern, context: SearchContext) -> Callable[[str], bool]:
    """Whether a text fits a pattern. Raises UnreadableValue for one that can't be read, or for one too many."""
    context.patterns.add(pattern.text)
    if len(context.patterns) > MAX_PATTERNS:
        raise UnreadableValue(
            f"a query can use at most {MAX_PATTERNS} different regular expressions; this one is ignored"
        )
    try:
        return compile_pattern(pattern.text)
    except InputError as exc:
        raise UnreadableValue(exc.message) from exc


def find_meant_names(
    term: Term, context: SearchContext, field: str, what: str, known: Iterable[str] | None = None
) -> list[tuple[str, ...]]:
    """Return the recorded names that each item of a term spells. Raises UnreadableValue if an item spells none.

    What is known elsewhere, as the team of another game, isn't misspelt: it names no card here, which is said too.
    """
    counts = count_values(read_references(context).values(), field) if known is None else dict.fromkeys(known, 1)
    held = list(counts)
    if isinstance(term.value, Pattern):
        return [tuple(filter(build_matcher(term.value, context), held))]
    groups = []
    for item in list_items(term.value):
        names = find_spelled_names(held, item)
        if not names:
            said = f"No card in {context.where} has {what} “{item[:80]}”"
            is_known = _is_known_elsewhere(term, context, field, item) or _is_a_word_of_its_own(term, item, held)
            context.note_unknown(said, term, find_nearest(item, held), is_known_elsewhere=is_known)
        elif not any(counts[name] for name in names):
            context.remark(f"no card in {context.where} is recorded with {what} {names[0]}", term.span)
        groups.append(names)
    return groups


def _is_known_elsewhere(term: Term, context: SearchContext, field: str, item: str) -> bool:
    one = field_of(term.field)
    return bool((one and one.choice(item)) or find_spelled_names(count_values(context.elsewhere.values(), field), item))


def _is_a_word_of_its_own(term: Term, item: str, held: Iterable[str]) -> bool:
    """Whether it is a trait like no other: cards are printed with more of them than the records know."""
    return term.field == "trait" and not find_nearest(item, held, scorer=fuzz.ratio)
