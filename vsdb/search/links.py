"""What an address asks of a card list, and links to other queries and views."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlencode

from django.http import HttpRequest

from vsdb.accounts.viewers import STRANGER, Viewer, get_viewer
from vsdb.catalog.cards.filters import CardFilter
from vsdb.catalog.cards.signs import DomainSign
from vsdb.core.addresses import get_address
from vsdb.search import refining
from vsdb.search.columns import COLUMNS
from vsdb.search.language.parser import MAX_CHARACTERS
from vsdb.search.language.syntax import QueryNote

VIEWS = {"faces": "Faces", "table": "Table", "text": "Text"}
_COLUMNS = tuple(column.key for column in COLUMNS)
_ABOUT_VIEWER = re.compile(r"deck/|\b(?:own|have|want|missing)", re.IGNORECASE)


@dataclass(frozen=True)
class SearchRequest:
    """A query with its display options; `filters` are plain parameters of the address.

    `text` is the part of `written` that is read; links use only that.
    """

    game: str | None
    written: str
    text: str
    view: str
    columns: tuple[str, ...]
    page: str
    filters: CardFilter
    viewer: Viewer = STRANGER

    @property
    def problems(self) -> list[str]:
        """Invalid parameters of the address, and why."""
        return [f"{field.label}: {error}" for field in self.filters.form for error in field.errors]

    @property
    def path(self) -> str:
        """The path of the list."""
        return build_list_path(self.game)

    def words(self, **changes: Any) -> list[tuple[str, str]]:
        """Return the parameters with changes, starting at the first page; empty ones are removed."""
        words: dict[str, Any] = {"q": self.text, "view": self.view, "columns": self.columns, **self.filters.asked}
        words.update(changes)
        return [(name, each) for name, value in words.items() for each in _each(value)]

    def address(self, **changes: Any) -> str:
        """Return the address of this list with parameters changed."""
        words = self.words(**changes)
        return f"{self.path}?{urlencode(words)}" if words else self.path

    def address_in(self, game: str | None) -> str:
        """Return the address of the same query in another game, or in all games."""
        words = [(name, value) for name, value in self.words(columns=()) if name in ("q", "view")]
        return f"{build_list_path(game)}?{urlencode(words)}" if words else build_list_path(game)


def parse_search_request(request: HttpRequest, game: str | None) -> SearchRequest:
    """Read a search request."""
    words = request.GET
    view = words.get("view", "")
    columns = {each for word in words.getlist("columns") for each in word.split(",")}
    written = " ".join(words.get("q", "").replace("\0", "").split())
    return SearchRequest(
        game=game,
        written=written,
        text=written[:MAX_CHARACTERS],
        view=view if view in VIEWS else "",
        columns=tuple(key for key in _COLUMNS if key in columns),  # every link repeats them
        page=words.get("page", ""),
        filters=CardFilter(words.dict(), game),
        # Who asks makes a difference to what is asked of stored decks and collections alone; other pages are the same
        # for everybody.
        viewer=get_viewer(request) if _ABOUT_VIEWER.search(written) else STRANGER,
    )


def build_list_path(game: str | None) -> str:
    """Return the path of a game's card list, or of all games."""
    return get_address("cards:list", game) if game else get_address("cards:index")


def _each(value: str | Iterable[str]) -> Iterable[str]:
    return ([value] if value else ()) if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class CountedLink:
    """A link, optionally with its number of cards, and with the sign of the domain that it is about."""

    label: str
    href: str
    count: int = 0
    is_chosen: bool = False
    sign: DomainSign | None = None


@dataclass(frozen=True, slots=True)
class QueryRemark:
    """A note with the query around its place, and the corrected queries.

    The first note on an unknown field has the query `without` unknown fields.
    """

    message: str
    before: str
    wrong: str
    after: str
    nearest: tuple[CountedLink, ...]
    without: CountedLink | None = None


class LinkedQuery(Protocol):
    """A query, and the address of other queries in the same place."""

    @property
    def text(self) -> str:
        """The query as it is read."""

    def address(self, **changes: Any) -> str:
        """The address with these words changed."""


def build_remarks(asked: LinkedQuery, notes: Iterable[QueryNote]) -> list[QueryRemark]:
    """Return the notes on a query, each with its place."""
    text = asked.text
    return [
        QueryRemark(
            note.message[:1].upper() + note.message[1:],
            text[: note.span.start],
            text[note.span.start : note.span.end],
            text[note.span.end :],
            tuple(
                CountedLink(word, asked.address(q=refining.mend_query(text, note.span, word)))
                for word in note.suggestions
            ),
            None if number or note.without is None else CountedLink(note.without, asked.address(q=note.without)),
        )
        for number, note in enumerate(notes)
    ]
