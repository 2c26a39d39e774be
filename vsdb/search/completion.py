"""Complete the word at the cursor: fields, values and card names."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from django.utils import timezone

from engine.model.cards import GAMES
from engine.model.catalog import LEGEND
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.filters import quote_term
from vsdb.catalog.formats.ban_marks import describe_bans_of_name
from vsdb.core.folding import to_compact_spelling
from vsdb.search.conditions.effective_facts import explain_lacking
from vsdb.search.conditions.names import list_names
from vsdb.search.conditions.vocabulary import count_values
from vsdb.search.language.field_types import FIGURES, FieldChoice, FieldKind, SearchField
from vsdb.search.language.fields import FIELDS, find_field
from vsdb.search.language.syntax import QuerySpan
from vsdb.search.language.tokens import clean

_FIGURES = ("none", "unknown", "even", "odd")
_OF_NAMES = {"name", "aka", "identity", "mentions", "refs", "refby"}


def list_values(name: str, game: str | None = None) -> tuple[FieldChoice, ...]:
    """Return the values of a field in one game or in all: fixed values, else those that cards have, most common first.

    Empty for a field without data. One query per game, and a few more after a load.
    """
    one = find_field(name)
    if one is None or not one.is_answerable or (game is not None and game not in one.games):
        return ()
    today = timezone.localdate()
    references = [each.on(today) for each in selectors.list_references(one.games if game is None else (game,))]
    if explain_lacking(one.needs, references):
        return ()
    if one.choices:
        return tuple(each for each in one.choices if not explain_lacking(each.needs, references))
    if one.kind in FIGURES:
        return tuple(map(FieldChoice, _FIGURES))
    if one.name == "game":
        return tuple(FieldChoice(slug, title) for slug, title in GAMES.items())
    if one.kind is FieldKind.SET or one.name == "date":
        mark = "set:" if one.kind is FieldKind.DATE else ""
        sets = [each for reference in references for each in reference.sets.values()]
        return tuple(FieldChoice(f"{mark}{each.code}", each.name) for each in sets)
    if one.kind is FieldKind.LEGALITY:
        formats = {fmt.slug: fmt for reference in references for fmt in reference.formats.values()}
        return tuple(FieldChoice(slug, fmt.name, fmt.short) for slug, fmt in formats.items())
    if one.name == "for":
        legends = [card for reference in references for card in reference.catalog.cards if card.type == LEGEND]
        return tuple(FieldChoice(", ".join((*card.tags[:1], card.name))) for card in legends)
    if one.name == "stamped":
        return tuple(map(FieldChoice, sorted(count_values(references, "team"))))
    if one.name in _OF_NAMES:
        names = dict.fromkeys(name for each in references for name in _names_of_cards(one.name, each))
        return tuple(map(FieldChoice, names))
    counted = sorted(count_values(references, one.name).items(), key=lambda item: (-item[1], item[0]))
    return tuple(FieldChoice(value, f"{count} card{'' if count == 1 else 's'}") for value, count in counted)


def is_offered(one: SearchField, game: str | None) -> bool:
    """Whether a game, or any game, has the field, and its data is loaded."""
    if not one.is_answerable or (game is not None and game not in one.games):
        return False
    games = one.games if game is None else (game,)
    return not one.needs or not explain_lacking(one.needs, selectors.list_references(games))


def _names_of_cards(name: str, reference: Reference) -> tuple[str, ...]:
    cards = reference.catalog.cards
    if name == "aka":
        return tuple(sorted({text for card in cards for text in card.aka}))
    if name == "identity":
        return tuple(sorted({card.identity or card.name for card in cards}))
    return list_names(reference)


_BEFORE = r"(?:^|[\s(])[-!]?"
_KEY = re.compile(rf"{_BEFORE}(?P<typed>[^\W\d_][\w-]*)$")
_VALUE = re.compile(
    rf"{_BEFORE}(?P<key>[^\W\d_][\w-]*)(?:!=|<=|>=|[:=<>≤≥≠])"
    r"""(?:\{(?:[^}]*,)?\s*(?P<item>"[^",}]*|[^\s()",{}]*)|(?P<typed>"[^"]*|[^\s()"{}]*))$"""
)
_REST = re.compile(r'[^\s()",{}]*')
_AT_MOST = 12


@dataclass(frozen=True, slots=True)
class KeyCompletion:
    """A field whose key can replace the text at `span`."""

    field: SearchField
    span: QuerySpan

    @property
    def text(self) -> str:
        """The key as it is typed."""
        return f"{self.field.name}:"


@dataclass(frozen=True, slots=True)
class UnfinishedValue:
    """An unfinished value: its field, the typed part, and its place, including an opening quote."""

    field: SearchField
    typed: str
    span: QuerySpan


def complete(text: str, cursor: int, fields: Sequence[SearchField] = FIELDS) -> list[KeyCompletion]:
    """Return the fields that complete the word at the cursor, best first. For values use `find_unfinished_value`."""
    cursor = max(0, min(cursor, len(text)))
    before, rest = _around(text, cursor)
    found = _KEY.search(before)
    if not found or before.count('"') % 2:
        return []
    typed = found["typed"].casefold()
    end = cursor + len(rest)
    while end < len(text) and text[end] in ":=":  # the key was typed before with its operator
        end += 1
    span = QuerySpan(found.start("typed"), end)
    ranked = sorted((rank, place) for place, one in enumerate(fields) if (rank := _rank(one, typed)) is not None)
    return [KeyCompletion(fields[place], span) for _, place in ranked[:_AT_MOST]]


def find_unfinished_value(
    text: str, cursor: int, field_of: Callable[[str], SearchField | None] = find_field
) -> UnfinishedValue | None:
    """Return the value at the cursor, if any."""
    cursor = max(0, min(cursor, len(text)))
    before, rest = _around(text, cursor)
    found = _VALUE.search(before)
    known = field_of(found["key"]) if found else None
    if not found or known is None:
        return None
    group = "typed" if found["item"] is None else "item"
    typed, start = found[group], found.start(group)
    if known.name == "sort":
        listed = max(typed.rfind(","), -1) + 1
        start, typed = start + listed, typed[listed:]
    end = cursor + (0 if typed.startswith('"') else len(rest))
    return UnfinishedValue(known, typed.removeprefix('"'), QuerySpan(start, end))


def _around(text: str, cursor: int) -> tuple[str, str]:
    """Return the text before the cursor, and the rest of the word at the cursor."""
    found = _REST.match(text, cursor)
    return clean(text[:cursor]), found[0].split(":")[0].split("=")[0] if found else ""


def _rank(one: SearchField, typed: str) -> int | None:
    """Return how well the key matches: exact name or alias, or the beginning of one."""
    if typed in one.keys:
        return 0
    if one.name.startswith(typed):
        return 1
    if any(key.startswith(typed) for key in one.aliases) or one.title.casefold().startswith(typed):
        return 2
    return None


AT_MOST = 10
_NAMES = 5
_MIN = 2  #: letters of a name before names are offered

#: Names of cards may be meant by the plain words before the cursor, or by what stands behind an exclamation mark.
_EXACT = re.compile(r'(?:^|[\s(])-?(?P<name>!"?[^"]*)$')
_WORDS = re.compile(r'(?:^|(?<=[\s(-]))(?P<words>[^\W_][^\s"(){}:=<>!/]*(?:\s+[^\s"(){}:=<>!/]+)*)$')
_JOINED = re.compile(r"^(?:.*\s)?(?:or|and|not)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CompletionOffer:
    """A completion: its label, the new query, the new cursor position, and whether it is a card name."""

    label: str
    detail: str
    query: str
    at: int
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class MeantWord:
    """A suggested word, its place in the query, and its spelling there."""

    label: str
    detail: str
    span: QuerySpan
    written: str
    is_name: bool = False


def list_completions(text: str, at: int, game: str | None) -> list[CompletionOffer]:
    """Return completions at a place of a query, likeliest first. One query per game."""
    return [build_offer(meant, text) for meant in islice(_find_meant_words(text, at, game), AT_MOST)]


def build_offer(meant: MeantWord, text: str) -> CompletionOffer:
    """Insert a completion into the query, followed by a space if it is complete and last."""
    before, after = text[: meant.span.start], text[meant.span.end :]
    is_open = meant.written.endswith((":", "(")) or before.endswith(("{", ","))
    head = before + meant.written + ("" if is_open or after else " ")
    return CompletionOffer(meant.label, meant.detail, head + after, len(head), meant.is_name)


def _find_meant_words(text: str, at: int, game: str | None) -> Iterator[MeantWord]:
    unfinished = find_unfinished_value(text, at)
    if unfinished is not None:
        yield from find_meant_values(unfinished, list_values(unfinished.field.name, game))
        return
    before = text[:at]
    if exact := _EXACT.search(before):
        yield from _names(exact["name"].lstrip('!"'), QuerySpan(exact.start("name"), at), game)
        return
    for each in complete(text, at):
        known = each.field
        if is_offered(known, game):
            yield MeantWord(each.text, known.help.partition(". ")[0].rstrip("."), each.span, each.text)
    if words := _WORDS.search(before):
        joined = _JOINED.match(words["words"])
        start = words.start("words") + (joined.end() if joined else 0)
        last = max(start, before.rfind(" ") + 1)
        whole = list(_names(before[start:], QuerySpan(start, at), game))
        yield from whole or (_names(before[last:], QuerySpan(last, at), game) if last > start else ())


def find_meant_values(unfinished: UnfinishedValue, values: Iterable[FieldChoice]) -> Iterator[MeantWord]:
    """Return values that begin with the text, then values with a word that does, each in the given order."""
    wanted = to_compact_spelling(unfinished.typed)

    def begins(words: Iterable[str]) -> bool:
        return any(to_compact_spelling(word).startswith(wanted) for word in words)

    held = [choice for choice in values if not choice.unanswerable]
    begin = [choice for choice in held if begins((choice.name, *choice.aliases))]
    # A word of the value or of what it means, as in the code and the name of a set.
    within = [choice for choice in held if begins((*choice.name.split(), *choice.help.split()))]
    for choice in dict.fromkeys((*begin, *within)):
        # The mark of a set stays before the quotes.
        written = choice.name if choice.name.startswith("set:") else quote_term(choice.name)
        yield MeantWord(choice.name, choice.help, unfinished.span, written)


def _names(typed: str, span: QuerySpan, game: str | None) -> Iterator[MeantWord]:
    """Return card names that begin with the text, with today's bans. No query where the cards have been read."""
    wanted = fold(typed).strip()
    if len(wanted) < _MIN:
        return
    references = selectors.list_references((game,)) if game else selectors.list_references()
    found = {name: printed for reference in references for name, printed in _list_names_begun(reference, wanted)}
    for _, name in sorted(found.items())[:_NAMES]:
        banned = describe_bans_of_name(name, (game,) if game else GAMES, timezone.localdate())
        said, written = f"card {banned}".rstrip(), f'!"{name.replace(chr(34), "")}"'
        yield MeantWord(name, said, span, written, is_name=True)


def _list_names_begun(reference: Reference, start: str) -> list[tuple[str, str]]:
    """The first names of a game that begin so: folded, and as printed."""
    names = _sort_card_names(reference)
    first = bisect_left(names, (start,))
    return [each for each in names[first : first + _NAMES] if each[0].startswith(start)]


@lru_cache(maxsize=16)
def _sort_card_names(reference: Reference) -> list[tuple[str, str]]:
    """The different names of a game's cards: folded, and as the first card prints it."""
    return sorted({fold(card.name): card.name for card in reversed(reference.catalog.cards)}.items())
