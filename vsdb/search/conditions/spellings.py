"""Cards by what people write instead of a name as it is printed: a printing's code, a word joined or parted."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from django.db.models import Q

from engine.model.cards import Card
from engine.model.catalog import printing_key
from engine.model.reference import Reference
from vsdb.core.folding import tokens
from vsdb.search.conditions.context import Context, of_slugs
from vsdb.search.language.syntax import And, Not, Or, Span, Term, Tree, Word

Slugs = frozenset[str]
_BETWEEN_WORDS = re.compile(r"[\s/,:()]+")


def of_code(word: Word, span: Span, context: Context) -> Q | None:
    """The cards recorded under a printing's code; None where the word is none, or stood in quotes.

    Of a code of a known set under which no card is recorded that is said.
    """
    key = None if word.is_phrase else printing_key(word.text)
    if key is None:
        return None
    found = {
        game: frozenset(card.slug for card in reference.catalog.by_printing(word.text))
        for game, reference in context.references.items()
    }
    if any(found.values()):
        return of_slugs(found)
    for reference in context.references.values():
        if code := reference.catalog.set_code(key[0]):
            context.remark_once(
                f"no card is recorded under the number {word.text.upper()} of {reference.sets[code].name}", span
            )
    return None


def asked_by_code(tree: Tree, context: Context) -> Q | None:
    """The cards of every code that stands in a tree and isn't negated; None where there is none."""
    found = [
        code
        for term in _bare_words(tree)
        if isinstance(term.value, Word) and (code := of_code(term.value, term.span, context))
    ]
    if not found:
        return None
    every = Q(pk__in=())
    for each in found:
        every |= each
    return every


def respelt(words: tuple[str, ...], context: Context, *, has_others: bool = False) -> Q | None:
    """The cards with a word in their name that is written otherwise; None where there is none.

    One token is the beginning of a word joined, `spiderm` of Spider-Man; several are parts of one, `bat`, `man` of
    Batman. With `has_others` identities and other names count as names.
    """
    wanted = "".join(words)
    names = _names if has_others else _name
    found: dict[str, Slugs] = {}
    for game, reference in context.references.items():
        joined, whole = _words_joined(reference, names)
        if len(words) == 1:
            held = (slugs for word, slugs in joined.items() if word.startswith(wanted))
            found[game] = frozenset().union(*held)
        else:
            found[game] = whole.get(wanted, frozenset())
    return of_slugs(found) if any(found.values()) else None


def parted_names(tree: And, context: Context) -> And:
    """The same with each two words beside one another that a name joins, `bat man`, standing for that name too."""
    parts: list[Tree] = []
    for part in tree.parts:
        before = _single_word(parts[-1]) if parts else ""
        word = _single_word(part)
        if isinstance(part, Term) and before and word and respelt((before, word), context) is not None:
            joined = Term("name", ":", Word(f"{before}-{word}"), part.span)
            parts[-1:] = Or((parts[-1], joined)), Or((part, joined))
        else:
            parts.append(part)
    return And(tuple(parts))


def _single_word(tree: Tree) -> str:
    """The token of a bare word of one; empty for anything else."""
    if isinstance(tree, Term) and not tree.field and tree.op == ":" and isinstance(tree.value, Word):
        words = () if tree.value.is_phrase else tokens(tree.value.text)
        return words[0] if len(words) == 1 else ""
    return ""


def _bare_words(tree: Tree) -> Iterator[Term]:
    match tree:
        case Term(field="", op=":"):
            yield tree
        case And() | Or():
            for part in tree.parts:
                yield from _bare_words(part)
        case Term() | Not():
            return


def _name(card: Card) -> tuple[str, ...]:
    return (card.name,)


def _names(card: Card) -> tuple[str, ...]:
    return (card.name, *((card.identity,) if card.identity else ()), *card.aka)


@lru_cache(maxsize=16)
def _words_joined(
    reference: Reference, names: Callable[[Card], Iterable[str]]
) -> tuple[Mapping[str, Slugs], Mapping[str, Slugs]]:
    """The cards by each word of their names with what parts it left out: those that have parts, and all."""
    every: dict[str, set[str]] = defaultdict(set)
    parted: set[str] = set()
    for card in reference.catalog.cards:
        for word in {word for name in names(card) for word in _BETWEEN_WORDS.split(name)}:
            parts = tokens(word)
            joined = "".join(parts)
            every[joined].add(card.slug)
            if len(parts) > 1:
                parted.add(joined)
    whole = {word: frozenset(slugs) for word, slugs in every.items() if word}
    return {word: whole[word] for word in sorted(parted)}, whole
