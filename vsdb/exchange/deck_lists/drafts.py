"""Lists on their way: what a layout says before any card is looked for, and a deck that goes out in one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from engine import decklists
from engine.model.catalog import Catalog
from engine.model.decks import READ, Deck, DeckEntry
from engine.model.errors import InputError

_LINE_ENDS = re.compile("[\r\n\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A line told in fields. `count` is as it was written; `written` is the whole line where the layout kept it.

    `section` is a heading's words or a section's slug; empty is the deck, None the section of the line before.
    """

    count: str = ""
    name: str = ""
    section: str | None = None
    slug: str = ""
    printing: str = ""
    octgn_id: str = ""
    written: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ListDraft:
    """A list as its layout gives it: lines of deck text as they stand, and rows. `game` is as it was written."""

    lines: tuple[str | DraftRow, ...]
    game: str = ""
    notes: str = ""
    remarks: tuple[str, ...] = ()


def to_one_line(text: str) -> str:
    """A text with its line breaks as spaces."""
    return _LINE_ENDS.sub(" ", text).strip()


def split_note(text: str) -> list[str]:
    """The lines of a note."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if text.strip() else []


def broken_layout_error(layout: str, why: str, place: str = "") -> InputError:
    """The error for a file that isn't what it looks like."""
    return InputError(f"this looks like {layout}, but {why}", place=place, code="wrong-file")


@dataclass(frozen=True, slots=True)
class OutgoingDeck:
    """A deck with all that a layout may tell of it.

    `card_notes` and `octgn_ids` are by the card's slug; `address` is that of the deck's page, and `absolute` makes a
    whole address of a path.
    """

    deck: Deck
    catalog: Catalog
    notes: str = ""
    card_notes: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    absolute: Callable[[str], str] = str
    octgn_ids: Mapping[str, str] = field(default_factory=dict)
    octgn_game: str = ""

    def note_on(self, entry: DeckEntry) -> str:
        """The note on the line's card, on the first line that it stands on; empty where there is none."""
        card = entry.card
        note = self.card_notes.get(card.slug, "") if card else ""
        is_first = bool(note) and next(each for each in self.deck.entries if each.card is card) is entry
        return note if is_first else ""


@dataclass(frozen=True, slots=True)
class ExportedText:
    """A deck in a layout, and what of it couldn't go in as it was."""

    text: str
    remarks: tuple[str, ...] = ()


def write_line(entry: DeckEntry, game: str) -> str:
    """An entry as a line that leads back to it."""
    return (
        decklists.write_deck(Deck(game, (entry,))).splitlines()[-1]
        if entry.state == READ
        else to_one_line(entry.written)
    )


def move_metadata_to_lines(deck: Deck, **said: str) -> Deck:
    """The deck with title and metadata on one line each, and what else is said before these."""
    about = {key: to_one_line(value) for key, value in {**said, **deck.metadata}.items()}
    return replace(deck, title=to_one_line(deck.title), metadata=about)


def write_head_lines(deck: Deck) -> list[str]:
    """The comment lines of a list: its title, its game, and what else it says about itself."""
    return decklists.write_deck(replace(move_metadata_to_lines(deck, game=deck.game), entries=())).splitlines()
