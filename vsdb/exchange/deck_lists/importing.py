"""Import a deck list of any layout: every line is read, guessed with its reason, or asked about.

The lines of a text list are read by `engine.decklists.read_deck`; nothing is stored here.

Where nobody said which game a list is of, it is the one whose cards most of its lines name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.utils import timezone

from engine import decklists
from engine.decklists.addresses import refuse_address
from engine.decklists.encoding import split_lines
from engine.decklists.games import CLEAN, count_named, find_most_named, is_about_card, weigh_line
from engine.formats.names import find_game
from engine.model.cards import GAMES, Card
from engine.model.catalog import Catalog
from engine.model.decks import AMBIGUOUS, UNKNOWN, Deck, DeckEntry
from engine.model.errors import InputError, NotFound
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.core.dates import parse_day
from vsdb.core.words import to_sentence
from vsdb.exchange.deck_lists.drafts import DraftRow, ListDraft, build
from vsdb.exchange.deck_lists.layouts import ListLayout, detect_layout
from vsdb.exchange.deck_lists.o8d import map_cards_of_octgn_ids


def find_reference_of_draft(
    draft: ListDraft, references: Sequence[Reference], as_of: date, *, asked: str | None
) -> tuple[Reference, tuple[str, ...]]:
    """The reference of the list's game, and what had to be settled for it.

    What was asked for decides, then what the list says, then its cards. Raises InputError (`game-missing`) where these
    tell no one game, and NotFound for a game asked for that isn't there.
    """
    by_game = {each.game: each for each in references}
    said, remarks = _read_game(draft)
    if asked:
        game = find_game(asked)
        if said and said != game:
            remarks = (*remarks, f"The list names {GAMES[said]}. It was read as {GAMES[game]}, as you chose.")
    elif said:
        game = said
    else:
        weighed = _weigh(draft.lines, references, as_of)
        game = find_most_named(weighed)
        told = f"{count_named(weighed[game])} of {sum(map(_is_line, draft.lines))} lines name cards of this game"
        remarks = (*remarks, f"The list names no game. It was read as {GAMES[game]}: {told}.")
    if game not in by_game:
        raise NotFound(f"no cards of {GAMES[game]} are recorded")
    return by_game[game], remarks


def find_game_of_lines(lines: Sequence[str | DraftRow], references: Sequence[Reference], as_of: date) -> str:
    """The game whose cards most of the lines name. Raises InputError (`game-missing`) where that is no one game."""
    return find_most_named(_weigh(lines, references, as_of))


def find_game_without(
    lines: Sequence[str | DraftRow], references: Sequence[Reference], as_of: date, game: str
) -> str | None:
    """The game whose cards most of the lines name if no line names one of `game`. Raises InputError as above."""
    catalog = next((each.catalog for each in references if each.game == game), None)
    if catalog is None or any(_state(line, catalog, as_of) for line in lines):
        return None
    return find_game_of_lines(lines, references, as_of)


def has_cards(lines: Sequence[str | DraftRow]) -> bool:
    """Whether a line is about a card, read or not: neither empty, nor a comment, nor a heading."""
    return any(map(_is_line, lines))


def _read_game(draft: ListDraft) -> tuple[str, tuple[str, ...]]:
    """The game that the list itself names; a word that is none is remarked."""
    if not draft.game.strip():
        return "", ()
    try:
        return find_game(draft.game), ()
    except NotFound:
        return "", (f"No game named “{draft.game.strip()[:60]}”. The games are {', '.join(GAMES)}.",)


def _weigh(lines: Sequence[str | DraftRow], references: Sequence[Reference], as_of: date) -> dict[str, list[str]]:
    """What each line says of each game."""
    return {each.game: [_state(line, each.catalog, as_of) for line in lines] for each in references}


def _is_line(line: str | DraftRow) -> bool:
    return isinstance(line, DraftRow) or is_about_card(line)


def _state(line: str | DraftRow, catalog: Catalog, as_of: date) -> str:
    """What a line says of the game of a catalog."""
    if isinstance(line, DraftRow):
        if line.slug in catalog.by_slug:
            return CLEAN
        line = line.written or line.name + (f" [{line.printing}]" if line.printing else "")
    return weigh_line(line, catalog, as_of)


@dataclass(frozen=True, slots=True)
class LineDecision:
    """A line that a person has to decide: `state` is unknown, ambiguous or unreadable, `why` says it in a sentence."""

    line: int
    section: str
    count: int
    written: str
    state: str
    why: str
    candidates: tuple[Card, ...] = ()


@dataclass(frozen=True)
class ImportedList:
    """A deck that came in. `text` is its list in deck text, whose lines the decisions number; `deck` is it as read.

    `remarks` say what couldn't be taken over as it was; the notes of `deck.noted` say what was guessed on which line.
    """

    text: str
    deck: Deck
    layout: ListLayout
    remarks: tuple[str, ...] = ()
    notes: str = ""
    card_notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def decisions(self) -> tuple[LineDecision, ...]:
        """The lines that name no one card."""
        return tuple(_decision(entry) for entry in self.deck.unsettled)


def import_deck_list(given: str | bytes, *, file_name: str = "", game: str = "") -> ImportedList:
    """Read a list in any layout, on its own day or else today's. Raises InputError and NotFound."""
    said = decklists.read_metadata(given) if isinstance(given, str) else {}
    try:
        on = parse_day(said["as-of"])
    except (KeyError, InputError):
        on = timezone.localdate()
    references = selectors.list_references()
    return read_list_in_any_layout(given, references=references, as_of=on, file_name=file_name, game=game or None)


def read_list_in_any_layout(
    given: str | bytes, *, references: Sequence[Reference], as_of: date, file_name: str = "", game: str | None = None
) -> ImportedList:
    """Read a list in any layout, as pasted or as a file, for a day; no query, but one for an OCTGN deck.

    Raises InputError for what can't be a list at all, such as an address, for a file that is broken (with line and
    column), and, with the code `game-missing`, where nothing tells the game; NotFound for a game asked for that isn't
    there.
    """
    text = decklists.decode_list(given) if isinstance(given, bytes) else given
    split_lines(text)
    refuse_address(text)
    layout = detect_layout(text, file_name)
    draft, remarks = _with_octgn_cards(layout.read(text, references, as_of))
    reference, settled = find_reference_of_draft(draft, references, as_of, asked=game)
    catalog = reference.on(as_of).catalog
    deck_text, line_notes, unknown = build(draft, catalog)
    deck = decklists.read_deck(deck_text, catalog, as_of)
    card_notes, others = _notes(deck, line_notes)
    notes = "\n".join(filter(None, (draft.notes, *others)))
    return ImportedList(deck_text, deck, layout, (*draft.remarks, *remarks, *settled, *unknown), notes, card_notes)


def _with_octgn_cards(draft: ListDraft) -> tuple[ListDraft, tuple[str, ...]]:
    """The draft with the cards whose OCTGN ids are on record, and how many aren't; one query where there are ids."""
    rows = [row for row in draft.lines if isinstance(row, DraftRow) and row.octgn_id]
    if not rows:
        return draft, ()
    known = map_cards_of_octgn_ids({row.octgn_id for row in rows})
    games = [known[row.octgn_id][0] for row in rows if row.octgn_id in known]
    game = draft.game or max(games, key=games.count, default="")
    lines = tuple(
        replace(line, slug=known[line.octgn_id][1]) if isinstance(line, DraftRow) and line.octgn_id in known else line
        for line in draft.lines
    )
    missing = len(rows) - len(games)
    lines_read = "1 line was" if missing == 1 else f"{missing} lines were"
    remarks = (f"{lines_read} read by card name, since the OCTGN id isn't recorded.",) if missing else ()
    return replace(draft, lines=lines, game=game), remarks


def _notes(deck: Deck, by_line: Mapping[int, str]) -> tuple[dict[str, str], list[str]]:
    """The notes by card; those on lines that name no one card, and second ones on a card, go to the deck's."""
    entries = {entry.line: entry for entry in deck.entries}
    notes: dict[str, str] = {}
    others: list[str] = []
    for line, note in by_line.items():
        entry = entries.get(line)
        if entry and entry.card and notes.setdefault(entry.card.slug, note) == note:
            continue
        name = (entry.card.title if entry.card else entry.name or entry.written) if entry else ""
        others.append(f"{name}: {note}" if name else note)
    return notes, others


def _decision(entry: DeckEntry) -> LineDecision:
    if entry.state == UNKNOWN:
        why = f"No card named “{entry.name[:80]}” is recorded."
    elif entry.state == AMBIGUOUS:
        why = f"“{entry.name[:80]}” fits {len(entry.candidates)} cards. Choose one."
    else:
        why = to_sentence(entry.problem)
    return LineDecision(entry.line, entry.section, entry.count, entry.written, entry.state, why, entry.candidates)
