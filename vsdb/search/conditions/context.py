"""The context of a query: games, date, and the notes that arise while conditions are built."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from django.db.models import Q

from engine.model.cards import GAMES
from engine.model.reference import Reference
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards import selectors
from vsdb.search.language.syntax import QueryNote, QuerySpan, Term
from vsdb.search.language.values import UnreadableValue
from vsdb.search.text.current import get_text_index, search_current_index
from vsdb.search.text.rows import TextIndex, TextQuery


@dataclass(frozen=True, slots=True)
class CardCondition:
    """The condition of a term that a `Q` alone can't express.

    A term that asks something of a printing says so in `printing`, so that several beside one another can ask it of
    one and the same printing; `card` is what it asks alone.
    """

    card: Q
    printing: Q | None = None


@dataclass
class SearchContext:
    """The games that are searched, today, the day that the query is asked for, and what there is to say.

    `notes` say what wasn't understood or what no card records, `remarks` what the records leave open. `days`,
    `patterns`, `sums` and `decks` each cost a look at every card, so that one query can't ask for too many; `made` are
    the conditions of what stood in the query already. `effective_facts.get_day_of_texts` keeps `day_of_texts`. `viewer`
    may read those of the decks that are found. `copies` are the viewer's own, by field; a query that asks for them
    `is_personal`.
    """

    games: tuple[str, ...]
    today: date
    as_of: date | str | None = None
    notes: list[QueryNote] = field(default_factory=list)
    remarks: list[QueryNote] = field(default_factory=list)
    days: set[date] = field(default_factory=set)
    patterns: set[str] = field(default_factory=set)
    text_patterns: set[str] = field(default_factory=set)
    sums: set[Hashable] = field(default_factory=set)
    day_of_texts: date | None = None
    made: dict[Hashable, CardCondition | None] = field(default_factory=dict)
    viewer: Viewer = STRANGER
    decks: set[str] = field(default_factory=set)
    copies: dict[str, Mapping[str, Mapping[str, int]]] = field(default_factory=dict)
    is_personal: bool = False

    @cached_property
    def references(self) -> dict[str, Reference]:
        """The references of the searched games that have data. One query per game."""
        return {each.game: each for each in selectors.list_references(self.games)}

    @cached_property
    def elsewhere(self) -> dict[str, Reference]:
        """The references of the games that aren't searched."""
        others = (game for game in GAMES if game not in self.games)
        return {each.game: each for each in selectors.list_references(others)}

    @cached_property
    def index(self) -> TextIndex:
        """The text index, looked up once; its notes are added."""
        found = get_text_index()
        self._add_notes_of(found)
        return found

    def search_text(self, query: TextQuery) -> Mapping[int, float]:
        """Every card that holds the words, with its rank; the first search also looks the index up. One query."""
        if "index" in self.__dict__:
            return self.index.search(query)
        self.__dict__["index"], found = search_current_index(query)
        self._add_notes_of(self.index)
        return found

    def _add_notes_of(self, index: TextIndex) -> None:
        for said in index.notes:
            self.note(said, QuerySpan(0, 0))

    def see_to_index(self) -> None:
        """Make sure the text index exists, even if no term needs it."""
        _ = self.index

    def has_noted(self, span: QuerySpan) -> bool:
        """Whether the place has a note already."""
        return any(note.span == span for note in self.notes)

    @property
    def where(self) -> str:
        """The searched games, for use in a sentence."""
        return GAMES[self.games[0]] if len(self.games) == 1 else "any game"

    @property
    def has_no(self) -> str:
        """The beginning of a sentence about what the searched games lack."""
        return f"{GAMES[self.games[0]]} has no" if len(self.games) == 1 else "No game has a"

    def note(self, message: str, span: QuerySpan, suggestions: tuple[str, ...] = ()) -> None:
        """Note what was not understood or is not recorded, once."""
        said = QueryNote(message, span, suggestions)
        if said not in self.notes:
            self.notes.append(said)

    def note_unknown(self, message: str, term: Term, near: tuple[str, ...], *, is_known_elsewhere: bool) -> None:
        """Note an unknown name. The term is ignored, unless another game knows the name."""
        if not is_known_elsewhere:
            raise UnreadableValue(message, near)
        self.note(message, term.span, near)

    def remark_once(self, message: str, span: QuerySpan) -> None:
        """Note an open question at its first place only."""
        if all(remark.message != message for remark in self.remarks):
            self.remark(message, span)

    def remark(self, message: str, span: QuerySpan) -> None:
        """Note an open question, once."""
        said = QueryNote(message, span)
        if said not in self.remarks:
            self.remarks.append(said)


def build_slugs_condition(slugs: dict[str, frozenset[str]]) -> Q:
    """Match cards by slug, per game; nothing without games."""
    found = Q(pk__in=())
    for game, held in slugs.items():
        if held:
            found |= Q(game=game, slug__among=held)
    return found
