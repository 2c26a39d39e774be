"""Match names, versions and identities by words, exact text or regular expression; bare words; other spellings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, reduce
from operator import or_

from django.db.models import Q

from engine.model.cards import GAMES, Card
from engine.model.catalog import printing_key
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.core.folding import join_spaced, tokenize
from vsdb.search.conditions.context import SearchContext, build_slugs_condition
from vsdb.search.conditions.effective_facts import build_cards_condition, read_references
from vsdb.search.conditions.vocabulary import build_matcher
from vsdb.search.language import syntax
from vsdb.search.language.fields import list_games_of
from vsdb.search.language.syntax import ANY, NONE, UNKNOWN, And, Or, Pattern, QuerySpan, Term, Tree, Word
from vsdb.search.language.values import UnreadableValue
from vsdb.search.text.rows import TextQuery

Slugs = frozenset[str]
_BETWEEN_WORDS = re.compile(r"[\s/,:()]+")


def build_code_condition(word: Word, span: QuerySpan, context: SearchContext) -> Q | None:
    """The cards recorded under a printing's code; None where the word is none, or stood in quotes.

    Of a code of a known set under which no card is recorded that is said.
    """
    key = None if word.is_phrase else printing_key(word.text)
    if key is None:
        return None
    catalogs = {game: reference.catalog for game, reference in context.references.items()}
    found = {game: frozenset(card.slug for card in held.by_printing(word.text)) for game, held in catalogs.items()}
    if any(found.values()):
        return build_slugs_condition(found)
    for reference in context.references.values():
        if code := reference.catalog.set_code(key[0]):
            named = reference.sets[code].name
            context.remark_once(f"no card is recorded with the number {word.text.upper()} in {named}", span)
    return None


def build_codes_condition(tree: Tree, context: SearchContext) -> Q | None:
    """The cards of every code that stands in a tree and isn't negated; None where there is none."""
    bare = (term for term in syntax.list_positive_terms(tree) if not term.field and term.op == ":")
    words = ((term.value, term.span) for term in bare if isinstance(term.value, Word))
    found = [code for word, span in words if (code := build_code_condition(word, span, context))]
    return reduce(or_, found) if found else None


def build_respelled_condition(words: tuple[str, ...], context: SearchContext, *, has_others: bool = False) -> Q | None:
    """The cards with a word in their name that is written otherwise; None where there is none.

    One token is the beginning of a word joined, `spiderm` of Spider-Man; several are parts of one, `bat`, `man` of
    Batman. With `has_others` identities and other names count as names.
    """
    wanted = "".join(words)
    found: dict[str, Slugs] = {}
    for game, reference in context.references.items():
        joined, whole = _words_joined(reference, has_others)
        if len(words) == 1:
            found[game] = frozenset().union(*(slugs for word, slugs in joined.items() if word.startswith(wanted)))
        else:
            found[game] = whole.get(wanted, frozenset())
    return build_slugs_condition(found) if any(found.values()) else None


def join_parted_names(tree: And, context: SearchContext) -> And:
    """The same with each two words beside one another that a name joins, `bat man`, standing for that name too."""
    parts: list[Tree] = []
    for part in tree.parts:
        before = _single_word(parts[-1]) if parts else ""
        word = _single_word(part)
        if isinstance(part, Term) and before and word and build_respelled_condition((before, word), context):
            joined = Term("name", ":", Word(f"{before}-{word}"), part.span)
            parts[-1:] = Or((parts[-1], joined)), Or((part, joined))
        else:
            parts.append(part)
    return And(tuple(parts))


def _single_word(tree: Tree) -> str:
    """The token of a bare word of one; empty for anything else."""
    match tree:
        case Term(field="", op=":", value=Word(text=text, is_phrase=False)) if len(words := tokenize(text)) == 1:
            return words[0]
    return ""


@lru_cache(maxsize=16)
def _words_joined(reference: Reference, has_others: bool) -> tuple[Mapping[str, Slugs], Mapping[str, Slugs]]:
    """The cards by each word of their names with what parts it left out: those that have parts, and all."""
    every: dict[str, set[str]] = defaultdict(set)
    parted: set[str] = set()
    for card in reference.catalog.cards:
        names = (card.name, card.identity or "", *card.aka) if has_others else (card.name,)
        for word in {word for name in names for word in _BETWEEN_WORDS.split(name)}:
            parts = tokenize(word)
            joined = "".join(parts)
            every[joined].add(card.slug)
            if len(parts) > 1:
                parted.add(joined)
    whole = {word: frozenset(slugs) for word, slugs in every.items() if word}
    return {word: whole[word] for word in sorted(parted)}, whole


Texts = Callable[[Card], Iterable[str]]


def bare(term: Term, context: SearchContext) -> Q:
    """Match a word or phrase of name, version, identity or text, or a printing's number; `!"..."` the name or title."""
    if isinstance(term.value, Pattern):
        return _build_matching_condition(term, context, lambda card: (card.title, *card.aka))
    if term.op == "=":
        return _find_named_cards(term, context)
    words = words_of(term)
    kind = "phrase" if _is_phrase(term, words) else "word"
    found = Q(pk__among=context.search_text(TextQuery(words, kind)))
    if isinstance(term.value, Word) and not term.value.is_phrase:
        found |= build_code_condition(term.value, term.span, context) or Q()
        found |= build_respelled_condition(words, context, has_others=True) or Q()
    return found


def name(term: Term, context: SearchContext) -> Q:
    """Match a word or phrase of the name; `=` the whole name."""
    if isinstance(term.value, Pattern):
        return _build_matching_condition(term, context, lambda card: (card.name,))
    if syntax.get_written_word(term.value) == ANY:
        return Q()
    if term.op == "=":
        return _find_named_cards(term, context)
    words = words_of(term)
    is_phrase, whole = _is_phrase(term, words), join_spaced(words)
    found = Q(search_text__name_words__contains=whole if is_phrase else whole.rstrip())
    is_one_in_quotes = is_phrase and len(words) == 1
    return found if is_one_in_quotes else found | (build_respelled_condition(words, context) or Q())


def aka(term: Term, context: SearchContext) -> Q:
    """Match another name of a card."""
    return _label_words(term, context, lambda card: card.aka, Q(game__in=list_games_of(term.field)))


def version(term: Term, context: SearchContext) -> Q:
    """Match words of a version; none: printed without one; unknown: not recorded."""
    versioned = Q(game__in=list_games_of(term.field))
    if syntax.is_word(term, UNKNOWN):
        return versioned & Q(versions_known=False)
    return _label_words(term, context, lambda card: card.versions, versioned & Q(versions_known=True))


def identity(term: Term, context: SearchContext) -> Q:
    """Match words of the printed identity, or of the name if none is printed."""
    games = list_games_of(term.field)
    if syntax.get_written_word(term.value) == ANY:
        return Q(game__in=games)
    return _build_matching_condition(term, context, lambda card: (card.identity or card.name,), games)


def holds(held: tuple[str, ...], words: tuple[str, ...], *, is_phrase: bool) -> bool:
    """Whether each word begins a token, or, of a phrase, the tokens stand there in a row."""
    if is_phrase:
        return f" {' '.join(words)} " in f" {' '.join(held)} "
    return all(any(token.startswith(word) for token in held) for word in words)


def words_of(term: Term) -> tuple[str, ...]:
    """Return the words to search. Raises UnreadableValue without letters or digits."""
    text = syntax.get_written_word(term.value) or ""
    if words := tokenize(text):
        return words
    raise UnreadableValue(f"“{text[:40]}” contains no letter or digit to search for")


def _is_phrase(term: Term, words: tuple[str, ...]) -> bool:
    """Whether the words stand in a row: in quotes, or joined by signs as in `Spider-Man`."""
    return len(words) > 1 or (isinstance(term.value, Word) and term.value.is_phrase)


def _find_named_cards(term: Term, context: SearchContext) -> Q:
    """The cards of that whole name or whole title, an AKA line excepted; a mantle's asterisks are part of its name."""
    text = syntax.get_written_word(term.value) or ""
    found = {}
    for game, reference in context.references.items():
        cards = reference.catalog.by_name(text) or reference.catalog.by_title(text)
        found[game] = frozenset(card.slug for card in cards)
    return build_slugs_condition(found)


def _label_words(term: Term, context: SearchContext, texts: Texts, of: Q) -> Q:
    """Words of a label; `=` one that is exactly so, `none` no label, `*` any."""
    is_any = syntax.get_written_word(term.value) == ANY
    if is_any or syntax.is_word(term, NONE):
        labelled = _find_cards(context, texts)
        return of & labelled if is_any else of & ~labelled
    return _build_matching_condition(term, context, texts)


def _build_matching_condition(term: Term, context: SearchContext, texts: Texts, games: Iterable[str] = GAMES) -> Q:
    """The cards of which a text fits an expression, holds the words of a term or, with `=`, is them."""
    fits = build_matcher(term.value, context) if isinstance(term.value, Pattern) else _fitting(term)
    return _find_cards(context, lambda card: any(map(fits, texts(card))), games)


def _fitting(term: Term) -> Callable[[str], bool]:
    words = words_of(term)
    if term.op == "=":
        wanted = fold(syntax.get_written_word(term.value) or "")
        return lambda own: fold(own) == wanted
    is_phrase = _is_phrase(term, words)
    return lambda own: holds(tokenize(own), words, is_phrase=is_phrase)


def _find_cards(context: SearchContext, fits: Callable[[Card], object], games: Iterable[str] = GAMES) -> Q:
    held = {game: each.catalog.cards for game, each in read_references(context).items() if game in games}
    return build_cards_condition(held, fits)


@lru_cache(maxsize=8)
def list_names(reference: Reference) -> tuple[str, ...]:
    """Return all names in a game, each once."""
    return tuple(sorted({card.name for card in reference.catalog.cards}))
