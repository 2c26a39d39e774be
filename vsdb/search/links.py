"""Where a page of results leads on: other views, other orders, narrower, wider and corrected queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from engine.model.games import games as every_game
from engine.model.games import name_in_messages
from vsdb.search import query_text
from vsdb.search.language.fields import field
from vsdb.search.language.syntax import Note
from vsdb.search.request import VIEWS, Asked, path_of
from vsdb.search.services import did_you_mean


@dataclass(frozen=True, slots=True)
class Link:
    """A link with, where it says so, how many cards it leads to."""

    label: str
    href: str
    count: int = 0
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """A note with the query around the place that it is about, and the same query with the nearest words there."""

    message: str
    before: str
    wrong: str
    after: str
    nearest: tuple[Link, ...]


class Asks(Protocol):
    """A query and the address of another one in the same place."""

    @property
    def text(self) -> str:
        """The query as it is read."""

    def address(self, **changes: Any) -> str:
        """The address with these words changed."""


def remarks(asked: Asks, notes: Iterable[Note]) -> list[Remark]:
    """What is said of a query, each with its place."""
    return [_remark(asked, note) for note in notes]


def meant(asked: Asked) -> list[Link]:
    """The names that may have been meant by a query that finds nothing; two queries."""
    names = did_you_mean(asked.text, game=asked.game)
    return [Link(each.name, asked.address(q=each.query)) for each in names]


def _remark(asked: Asks, note: Note) -> Remark:
    text, span = asked.text, note.span
    nearest = (Link(word, asked.address(q=query_text.mended(text, span, word))) for word in note.suggestions)
    return Remark(
        note.message[:1].upper() + note.message[1:],
        text[: span.start],
        text[span.start : span.end],
        text[span.end :],
        tuple(nearest),
    )


def games(asked: Asked) -> list[Link]:
    """The same query in every game and in one."""
    every = Link("Every game", asked.address_in(None), is_chosen=asked.game is None)
    ones = (
        Link(name_in_messages(each), asked.address_in(each.slug), is_chosen=asked.game == each.slug)
        for each in every_game()
    )
    return [every, *ones]


def views(asked: Asked, view: str) -> list[Link]:
    """The ways to show the list."""
    return [
        Link(label, asked.address(view=key, columns=asked.columns if key == "table" else ()), is_chosen=key == view)
        for key, label in VIEWS.items()
    ]


def orders(asked: Asked, sort: tuple[str, ...]) -> list[Link]:
    """The orders that the list can be put in."""
    sorts = field("sort")
    first = sort[0] if sort else "relevance"
    return [
        Link(choice.help, order(asked, choice.name), is_chosen=choice.name == first.lstrip("-"))
        for choice in (sorts.choices if sorts else ())
        if _can_be_sorted_by(choice.name, asked.game)
    ]


def order(asked: Asked, key: str, *, is_turned: bool = False) -> str:
    """The address of the list in one order."""
    word = "" if key == "relevance" else f"{'-' if is_turned else ''}sort:{key}"
    return asked.address(q=query_text.sorted_by(asked.text, word))


def order_in_words(sort: tuple[str, ...]) -> str:
    """The order that a list is in."""
    if not sort:
        return "now what fits best first"
    sorts = field("sort")
    said = []
    for key in sort:
        choice = sorts.choice(key.lstrip("-")) if sorts else None
        words = (choice.help if choice else key).removeprefix("by ")
        said.append(f"{words}, highest first" if key.startswith("-") else words)
    return "now by " + ", then ".join(said)


def everything(asked: Asked) -> str:
    """The address of the list without any narrowing."""
    return path_of(asked.game) if asked.game else f"{path_of(None)}?q=sort:name"


def filters(asked: Asked) -> list[Link]:
    """The plain filters of the address, each with the address without it."""
    named = asked.filters.base_filters
    return [
        Link(f"{named[name].label} {value}", asked.address(**{name: ""})) for name, value in asked.filters.asked.items()
    ]


def _can_be_sorted_by(key: str, game: str | None) -> bool:
    one = field(key)
    return one is None or game is None or game in one.games
