"""Facts read from card texts: names of cards and teams, and what cards do in play."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Q

from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.core.folding import find_nearest, to_compact_spelling, tokenize
from vsdb.search.conditions.card_tags import build_relation_condition
from vsdb.search.conditions.context import SearchContext, build_slugs_condition
from vsdb.search.conditions.effective_facts import find_text_epoch, get_day_of_texts, read_references
from vsdb.search.conditions.names import holds, words_of
from vsdb.search.conditions.vocabulary import build_matcher, compile_pattern, find_meant_names, load_vocabulary
from vsdb.search.conditions.wordings import list_counting_wordings, read_texts_of_epoch
from vsdb.search.language.functions import FUNCTIONS
from vsdb.search.language.syntax import ANY, UNKNOWN, Pattern, Term, Word, get_state, get_written_word

_WORD = re.compile(r"[^\W_]+")

Slugs = frozenset[str]


@dataclass(frozen=True, slots=True)
class NameMentions:
    """By name the cards (slugs) in whose wording a card's name stands, and by team those that ask for it."""

    names: Mapping[str, Slugs]
    teams: Mapping[str, Slugs]


def build_mention_condition(term: Term, context: SearchContext) -> Q:
    """`mentions`, `refs`, `refby` and `stamped`; a few queries the first time that a version of the data is asked."""
    context.see_to_index()
    on = get_day_of_texts(context)
    held = {game: _mentions(each, find_text_epoch(each, on)) for game, each in context.references.items()}
    meant = _find_meant_names(term, context)
    found: dict[str, Slugs] = {}
    for game, each in held.items():
        match term.field:
            case "stamped":
                found[game] = _union(each.teams, meant)
            case "mentions":
                found[game] = _union(each.names, meant)
            case "refs":
                found[game] = _find_referring_cards(meant, each, context.references[game])
            case _:
                found[game] = _find_referred_cards(meant, each, context.references[game])
    return build_slugs_condition(found)


def _find_meant_names(term: Term, context: SearchContext) -> set[str]:
    """The names that a term means: those with the words, the whole one, or those that an expression describes."""
    what, spell = ("team", to_compact_spelling) if term.field == "stamped" else ("card", fold)
    known = {name: words for each in context.references.values() for name, words in _split_names(each, what).items()}
    if isinstance(term.value, Pattern):
        return set(filter(build_matcher(term.value, context), known))
    text = get_written_word(term.value) or ""
    if text == ANY:
        return set(known)
    words = words_of(term)
    if term.op == "=" or what == "team":
        wanted = spell(text)
        found = {name for name in known if spell(name) == wanted}
    else:
        is_phrase = len(words) > 1 or (isinstance(term.value, Word) and term.value.is_phrase)
        found = {name for name, held in known.items() if holds(held, words, is_phrase=is_phrase)}
    if not found:
        context.note(f"No {what} in {context.where} is named “{text[:60]}”", term.span, find_nearest(text, known))
    return found


@lru_cache(maxsize=16)
def _split_names(reference: Reference, what: str) -> Mapping[str, tuple[str, ...]]:
    """The words of the name of each team, or of each card."""
    names: Iterable[str] = load_vocabulary(reference)["team"] if what == "team" else _by_name(reference)
    return {name: tokenize(name) for name in names}


def _union(held: Mapping[str, Slugs], names: Iterable[str]) -> Slugs:
    """The cards under any of the names."""
    return frozenset[str]().union(*(held.get(name, ()) for name in names))


def _find_referring_cards(meant: set[str], held: NameMentions, reference: Reference) -> Slugs:
    """Return cards that refer to other cards with the names."""
    own, nothing = _by_name(reference), frozenset[str]()
    return nothing.union(*(held.names.get(name, nothing) - own.get(name, nothing) for name in meant))


def _find_referred_cards(meant: set[str], held: NameMentions, reference: Reference) -> Slugs:
    """Return cards that other cards with the names refer to."""
    own, nothing = _by_name(reference), frozenset[str]()
    referring = _union(own, meant)
    return _union(own, (name for name, slugs in held.names.items() if (slugs - own.get(name, nothing)) & referring))


@lru_cache(maxsize=8)
def _by_name(reference: Reference) -> Mapping[str, Slugs]:
    found: dict[str, set[str]] = defaultdict(set)
    for card in reference.catalog.cards:
        found[card.name].add(card.slug)
    return _freeze(found)


def _freeze(found: Mapping[str, set[str]]) -> Mapping[str, Slugs]:
    return {name: frozenset(slugs) for name, slugs in found.items()}


@lru_cache(maxsize=12)
def _mentions(reference: Reference, number: int) -> NameMentions:
    """The names in the texts that count in a span of days, by its number; one query, which reads every text."""
    teams = load_vocabulary(reference)["team"]
    words = {to_compact_spelling(name) for name in load_vocabulary(reference)["kw"]}
    of_cards = _by_name(reference)
    spotter = NameSpotter(teams, (name for name in of_cards if to_compact_spelling(name) not in words))
    names: dict[str, set[str]] = defaultdict(set)
    asking: dict[str, set[str]] = defaultdict(set)
    for slug, text, derived in read_texts_of_epoch(reference, number, "derived"):
        for name in spotter.spotted(text):
            if name in teams:
                asking[name].add(slug)
            names[name].add(slug)
        for name in (derived.get("loyalty") or {}).get("teams") or ():
            asking[name].add(slug)
    return NameMentions(_freeze({name: slugs for name, slugs in names.items() if name in of_cards}), _freeze(asking))


class NameSpotter:
    """Finds names in running text: whole words in a row, with a capital where the name has one.

    A text is looked through only for the names all of whose words it has, and of these only the names are tried whose
    rarest word it has: most texts have none.
    """

    def __init__(self, *names: Iterable[str]) -> None:
        """Names that are among several are found once."""
        held = [_Name.of(name) for name in dict.fromkeys(name for some in names for name in some)]
        counts = Counter(word for name in held for word in set(name.spelling))
        self._by_rarest: dict[str, list[_Name]] = defaultdict(list)
        for name in held:
            if name.spelling:
                self._by_rarest[min(name.spelling, key=lambda word: (counts[word], -len(word)))].append(name)
        self._rarest = frozenset(self._by_rarest)

    def spotted(self, text: str) -> set[str]:
        """The names in a text, the longest at each place."""
        plain = _plain(text)
        spelling = _get_spelling(plain)
        named = self._beginnings(set(spelling))
        found: set[str] = set()
        if not named:
            return found
        words = _words(plain)
        end = 0
        for at, word in enumerate(spelling):
            if at < end or word not in named:
                continue
            meant = [name for name in named[word] if name.stands(words, spelling, at)]
            length = max((len(name.words) for name in meant), default=0)
            found.update(name.name for name in meant if len(name.words) == length)
            end = at + length
        return found

    def _beginnings(self, held: set[str]) -> dict[str, list[_Name]]:
        """The names all of whose words are held, by the first."""
        named: dict[str, list[_Name]] = {}
        for word in held & self._rarest:
            for name in self._by_rarest[word]:
                if held.issuperset(name.spelling):
                    named.setdefault(name.spelling[0], []).append(name)
        return named


@dataclass(frozen=True, slots=True)
class _Name:
    """A name, its words as they are cased, and in small letters."""

    name: str
    words: tuple[str, ...]
    spelling: tuple[str, ...]

    @classmethod
    def of(cls, name: str) -> _Name:
        plain = _plain(name)
        return cls(name, _words(plain), _get_spelling(plain))

    def stands(self, words: tuple[str, ...], spelling: tuple[str, ...], at: int) -> bool:
        """Whether the name stands in a text at a place."""
        end = at + len(self.words)
        return self.spelling == spelling[at:end] and all(
            one == other or other[0].isupper() or not one[0].isupper()
            for one, other in zip(self.words, words[at:end], strict=True)
        )


def _plain(text: str) -> str:
    """A text without accents."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


def _words(plain: str) -> tuple[str, ...]:
    """The words of a text as they are cased."""
    return tuple(_WORD.findall(plain))


def _get_spelling(plain: str) -> tuple[str, ...]:
    """The same words in small letters; at once where that parts no word otherwise."""
    return _words(plain.lower()) if plain.isascii() else tuple(word.casefold() for word in _words(plain))


_BY_TAG = {each.tag: each for each in FUNCTIONS}


def function(term: Term, context: SearchContext) -> Q:
    """Functions compared as labels are; a query for each of them the first time that a version of the data is asked."""
    context.see_to_index()
    worded = Q(pk__in=list_counting_wordings(context).order_by().values("card"))
    on, read = get_day_of_texts(context), read_references(context)

    def having(names: tuple[str, ...] | None = None, *, other: bool = False) -> Q:
        tags = [tag for tag in _BY_TAG if names is None or (tag in names) != other]
        found: dict[str, Slugs] = {}
        for game, each in context.references.items():
            held = (_find_cards_having(each, read[game], find_text_epoch(each, on), tag) for tag in tags)
            found[game] = frozenset[str]().union(*held)
        return build_slugs_condition(found)

    state = get_state(term)
    if state == ANY:
        return having()
    if state:
        return ~worded if state == UNKNOWN else worded & ~having()
    groups = find_meant_names(term, context, "fn", "the function", known=_BY_TAG)
    return build_relation_condition(having, worded, term.op, groups)


@lru_cache(maxsize=512)
def _find_cards_having(reference: Reference, read: Reference, number: int, tag: str) -> frozenset[str]:
    """The cards that have a function by the texts that count in a span of days, or by a keyword; one query."""
    wanted = _BY_TAG[tag]
    matches = compile_pattern(wanted.pattern, is_folding=False)
    by_text = {slug for slug, text in read_texts_of_epoch(reference, number) if matches(text)}
    by_keyword = {card.slug for card in read.catalog.cards if card.keyword_names & {*wanted.keywords}}
    return frozenset(by_text | by_keyword)
