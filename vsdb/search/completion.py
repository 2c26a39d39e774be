"""What may be meant by the word that is being typed: fields, their values, names of cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from engine.model.names import fold
from vsdb.catalog.cards.queries import quoted
from vsdb.search.choices import is_offered, values_of
from vsdb.search.conditions.vocabulary import compact
from vsdb.search.language.completion import UnfinishedValue, complete, unfinished_value
from vsdb.search.language.field_types import Choice
from vsdb.search.language.syntax import Span
from vsdb.search.models import SearchText
from vsdb.search.text.current import current

AT_MOST = 10
_NAMES = 5
_FEWEST = 2  #: letters of a name before names are offered

#: Names of cards may be meant by the plain words before the cursor, or by what stands behind an exclamation mark.
_EXACT = re.compile(r'(?:^|[\s(])-?(?P<name>!"?[^"]*)$')
_WORDS = re.compile(r'(?:^|(?<=[\s(-]))(?P<words>[^\W_][^\s"(){}:=<>!/]*(?:\s+[^\s"(){}:=<>!/]+)*)$')
_JOINED = re.compile(r"^(?:.*\s)?(?:or|and|not)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Offer:
    """A completion: what it is, and the query with it and the place of the cursor behind it."""

    label: str
    detail: str
    query: str
    at: int


@dataclass(frozen=True, slots=True)
class Meant:
    """A word that may be meant, in which place it stands, and how it is written there."""

    label: str
    detail: str
    span: Span
    written: str


def completions(text: str, at: int, game: str | None) -> list[Offer]:
    """What stands at a place of a query may become this, likeliest first; a query a game, and four for names."""
    return [offered(meant, text) for meant in islice(_meant(text, at, game), AT_MOST)]


def offered(meant: Meant, text: str) -> Offer:
    """The query with a completion, and a space behind it where it is finished and last."""
    before, after = text[: meant.span.start], text[meant.span.end :]
    is_open = meant.written.endswith((":", "(")) or before.endswith(("{", ","))
    head = before + meant.written + ("" if is_open or after else " ")
    return Offer(meant.label, meant.detail, head + after, len(head))


def _meant(text: str, at: int, game: str | None) -> Iterator[Meant]:
    unfinished = unfinished_value(text, at)
    if unfinished is not None:
        yield from values_meant(unfinished, values_of(unfinished.field.name, game))
        return
    before = text[:at]
    if exact := _EXACT.search(before):
        yield from _names(exact["name"].lstrip('!"'), Span(exact.start("name"), at), game)
        return
    for each in complete(text, at):
        known = each.field
        if is_offered(known, game):
            yield Meant(each.text, known.help.partition(". ")[0].rstrip("."), each.span, each.text)
    if words := _WORDS.search(before):
        joined = _JOINED.match(words["words"])
        start = words.start("words") + (joined.end() if joined else 0)
        last = max(start, before.rfind(" ") + 1)
        whole = list(_names(before[start:], Span(start, at), game))
        yield from whole or (_names(before[last:], Span(last, at), game) if last > start else ())


def values_meant(unfinished: UnfinishedValue, values: Iterable[Choice]) -> Iterator[Meant]:
    """The values that begin so, then those that have a word which does; both in the order given."""
    wanted = compact(unfinished.typed)
    held = [choice for choice in values if not choice.unanswerable]
    begin = [choice for choice in held if any(compact(name).startswith(wanted) for name in _names_of(choice))]
    within = [choice for choice in held if any(compact(word).startswith(wanted) for word in _words(choice))]
    for choice in dict.fromkeys((*begin, *within)):
        yield Meant(choice.name, choice.help, unfinished.span, _written(choice.name))


def _names_of(choice: Choice) -> tuple[str, ...]:
    return (choice.name, *choice.aliases)


def _words(choice: Choice) -> list[str]:
    """The words of a value and of what it means, as in the code and the name of a set."""
    return [*choice.name.split(), *choice.help.split()]


def _written(value: str) -> str:
    """A value as a query has it; the mark of a set stays before the quotes."""
    return value if value.startswith("set:") else quoted(value)


def _names(typed: str, span: Span, game: str | None) -> Iterator[Meant]:
    """The names of cards that begin so; two queries."""
    wanted = fold(typed).strip()
    if len(wanted) < _FEWEST:
        return
    current()  # the names are those of the searched texts, which it brings up to date
    rows = SearchText.objects.filter(name__startswith=wanted)
    if game:
        rows = rows.filter(card__game=game)
    for name in rows.order_by("name").values_list("card__name", flat=True).distinct()[:_NAMES]:
        yield Meant(name, "a card's name", span, f'!"{name.replace(chr(34), "")}"')
