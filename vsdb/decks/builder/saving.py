"""Saving what is done in the builder, whoever else has saved the deck meanwhile: independent changes are both kept.

Of what both have changed, both texts stand side by side with what they come to together, for whoever has to settle it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher
from typing import Any

from django.utils import timezone

from engine.decklists import merging
from engine.decklists.adding import add_entries
from engine.decklists.text_merging import MergedText, merge_text
from engine.model.cards import GAMES
from engine.model.catalog import Catalog
from engine.model.decks import Deck as DeckValue
from engine.model.errors import InputError
from engine.repair.additions import count_addable
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.decks import selectors, services, to_engine
from vsdb.decks.builder.changes import ADD, FILL, BuilderChange, apply_change, find_touched, rebase_change, tally_list
from vsdb.decks.models import Deck, Revision
from vsdb.decks.services import Snapshot, StaleSave, read_snapshot_of
from vsdb.exchange.deck_lists.importing import ImportedList

NOTE = "note:"  #: followed by a card's slug: the field that holds the note on it
_PLAIN = {
    "title": "Title",
    "format": "Format",
    "as_of": "Date",
    "text": "List",
    "notes": "Notes",
}
_TRIES = 3  #: how often somebody else may come in between

#: A snapshot made of the one that was begun from and of the one that now stands there; and whether both clash.
Edit = Callable[[Snapshot, Snapshot], tuple[Snapshot, bool]]


@dataclass(frozen=True, slots=True)
class SavedDeck:
    """The deck's newest revision after a save; `since` is what the save began from where another came in between.

    `before` is the number of the version that it was made from, None where it made no new one.
    """

    revision: Revision
    since: Snapshot | None = None
    before: int | None = None

    @property
    def others(self) -> int:
        """The number of the newest version without this save."""
        return self.before or self.revision.number


class MergeConflict(StaleSave):
    """Two have changed the same; `base` is what both began from, None where it isn't kept any more; `edition` is the
    number of what now stands there."""

    @property
    def names(self) -> tuple[str, ...]:
        """The fields in which they did."""
        return find_conflicts(self.base, self.mine, self.theirs)


def change_list(deck: Deck, viewer: Viewer, base: int, change: BuilderChange) -> SavedDeck:
    """Make a change to the list that stood in the revision `base`.

    Where the deck was saved since, it is made to the newest list, if nobody has touched the same card in the same
    section. Raises MergeConflict, InputError and NotFound.
    """
    game = deck.game_id

    def edit(began: Snapshot, newest: Snapshot) -> tuple[Snapshot, bool]:
        before = _value(began, game)
        now = before if began is newest else _value(newest, game)
        own = _settle_fill(change, before, began, game)
        mine = apply_change(before, own, _catalog(game, began))
        if began.text == newest.text or find_touched(before, mine).isdisjoint(find_touched(before, now)):
            after = apply_change(now, rebase_change(own, before, now), _catalog(game, newest))
            return replace(newest, text=to_engine.list_text(after)), False
        return replace(newest, text=to_engine.list_text(mine)), True

    return _save(deck, viewer, base, edit)


def change_cards(
    deck: Deck, viewer: Viewer, base: int, changes: Sequence[BuilderChange], title: str | None = None
) -> SavedDeck:
    """Make several changes to the list, and give it a title where there is one, as one version.

    They are merged as `change_list` merges one. What stands in the newest list already, since they were sent before and
    the answer was lost, is no change. Raises MergeConflict, InputError and NotFound.
    """
    game = deck.game_id
    said = None if title is None else _tidy("title", title)

    def edit(began: Snapshot, newest: Snapshot) -> tuple[Snapshot, bool]:
        before, now, catalog = _value(began, game), _value(newest, game), _catalog(game, began)
        mine = _apply_all(before, changes, catalog)
        mine_counts, now_counts = tally_list(mine), tally_list(now)
        touched = find_touched(before, mine)
        open_keys = frozenset(key for key in touched if mine_counts.get(key) != now_counts.get(key))
        own = replace(began, text=to_engine.list_text(mine), title=began.title if said is None else said)
        is_title_contested = own.title != newest.title and began.title not in (own.title, newest.title)
        if is_title_contested or open_keys & find_touched(before, now):
            return own, True
        left = list(_find_left(before, changes, catalog, open_keys))
        after = _apply_all(now, left, _catalog(game, newest))
        text = to_engine.list_text(after) if left else newest.text
        return replace(newest, text=text, title=newest.title if own.title == began.title else own.title), False

    return _save(deck, viewer, base, edit)


def _find_left(
    deck: DeckValue, changes: Iterable[BuilderChange], catalog: Catalog, keys: frozenset[tuple[str, str]]
) -> Iterator[BuilderChange]:
    """The changes that touch one of the keys, each made after those before it: where a card belongs depends on them."""
    for change in changes:
        after = apply_change(deck, change, catalog)
        if keys & find_touched(deck, after):
            yield change
        deck = after


def _apply_all(deck: DeckValue, changes: Iterable[BuilderChange], catalog: Catalog) -> DeckValue:
    for change in changes:
        deck = apply_change(deck, change, catalog)
    return deck


def _settle_fill(change: BuilderChange, deck: DeckValue, snapshot: Snapshot, game: str) -> BuilderChange:
    """The change with the number of copies that bring no new error, where it fills a deck that has a format."""
    if change.op != FILL:
        return change
    day, reference = snapshot.as_of or timezone.localdate(), cards.get_reference(game)
    fmt, catalog = format_named(reference, snapshot.format), _catalog(game, snapshot)
    card = catalog.by_slug.get(change.card)
    if fmt and card:
        count = count_addable(card, deck, fmt, day, catalog, change.count, change.section)
        return replace(change, op=ADD, count=count)
    return replace(change, op=ADD)


def write_fields(deck: Deck, viewer: Viewer, base: int, written: Mapping[str, Any]) -> SavedDeck:
    """Write fields of a deck anew, named as `flatten_snapshot` names them.

    What nobody else has changed since is simply written. Raises MergeConflict, InputError and NotFound.
    """
    said = {name: _tidy(name, value) for name, value in written.items()}

    def edit(began: Snapshot, newest: Snapshot) -> tuple[Snapshot, bool]:
        before = flatten_snapshot(began)
        mine = build_snapshot({**before, **said})
        if find_conflicts(began, mine, newest):
            return mine, True
        changed_fields = {name: value for name, value in said.items() if value != before.get(name, "")}
        return build_snapshot({**flatten_snapshot(newest), **changed_fields}), False

    return _save(deck, viewer, base, edit)


def insert_list(deck: Deck, viewer: Viewer, base: int, given: ImportedList, *, instead: bool = False) -> SavedDeck:
    """Add the cards of a list to the newest list of a deck, or put them in its place.

    Raises InputError for a list of another game, MergeConflict where somebody has changed the list that is to go, and
    NotFound.
    """
    if given.deck.game != deck.game_id:
        raise InputError(f"the list is of {GAMES[given.deck.game]}, the deck of {GAMES[deck.game_id]}", place="list")
    if instead:
        return write_fields(deck, viewer, base, {"text": to_engine.list_text(given.deck)})

    def edit(began: Snapshot, newest: Snapshot) -> tuple[Snapshot, bool]:
        more = add_entries(_value(newest, deck.game_id), given.deck.entries, _catalog(deck.game_id, newest))
        return replace(newest, text=to_engine.list_text(more)), False

    return _save(deck, viewer, base, edit)


def take_back(deck: Deck, viewer: Viewer, number: int, after: int) -> SavedDeck:
    """Undo or redo a step: what was changed from the version `number` to the version `after`.

    What was saved since stays. Raises MergeConflict where that changed the same, InputError and NotFound.
    """
    then = read_snapshot_of(selectors.get_revision(deck, number))

    def edit(made: Snapshot, newest: Snapshot) -> tuple[Snapshot, bool]:
        if made == newest:
            return then, False
        without = _leave_out(then, made, newest, deck.game_id)
        return (then, True) if without is None else (without, False)

    return _save(deck, viewer, after, edit)


def parse_form_day(text: str) -> date | None:
    """The day that a form gives; None where it is empty: today, whenever that is. Raises InputError."""
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError as exc:
        raise InputError(f"{text[:40]!r} is not a date; write YYYY-MM-DD, such as 2008-07-01", place="as_of") from exc


def _save(deck: Deck, viewer: Viewer, base: int, edit: Edit, tries: int = _TRIES) -> SavedDeck:
    """Save what an edit makes of the deck, a row as it was just read; once more where somebody came in between."""
    newest = read_snapshot_of(selectors.get_revision(deck))
    began = newest if base == deck.edition else services.find_snapshot(deck, base)
    mine, is_clash = edit(began or Snapshot(), newest)
    if is_clash:
        raise MergeConflict(base=began, mine=mine, theirs=newest, edition=deck.edition)
    try:
        revision = services.save(deck.pk, viewer, deck.edition, mine, is_automatic=True)
    except StaleSave:
        if tries == 1:
            raise
        return _save(selectors.get_own_deck(deck.pk, viewer), viewer, base, edit, tries - 1)
    since, is_new = None if base == deck.edition else began, revision.number > deck.edition
    return SavedDeck(revision, since, deck.edition if is_new else None)


def _leave_out(then: Snapshot, made: Snapshot, newest: Snapshot, game: str) -> Snapshot | None:
    """The newest version without what was changed from `then` to `made`; None where that was changed again since."""
    before, after, now = (flatten_snapshot(each) for each in (then, made, newest))
    for name in dict.fromkeys((*before, *after)):
        was, became, held = (each.get(name, "") for each in (before, after, now))
        if was in (became, held):
            continue
        if held == became:
            now[name] = was
            continue
        if name in ("title", "format", "as_of"):
            return None
        merged = merging.merge_lists(became, was, held, game) if name == "text" else _merge_notes(became, was, held)
        if merged.conflicts:
            return None
        now[name] = merged.text
    return build_snapshot(now)


def flatten_snapshot(snapshot: Snapshot) -> dict[str, Any]:
    """The fields of a snapshot one beside the other, the note on a card as `note:` with the card's slug."""
    notes = {f"{NOTE}{slug}": text for slug, text in snapshot.card_notes.items()}
    return {**{name: getattr(snapshot, name) for name in _PLAIN}, **notes}


def build_snapshot(named: Mapping[str, Any]) -> Snapshot:
    """The snapshot of fields that stand one beside the other."""
    notes = {name.removeprefix(NOTE): text for name, text in named.items() if name.startswith(NOTE) and text}
    return Snapshot(**{name: named[name] for name in _PLAIN}, card_notes=notes)


def find_conflicts(base: Snapshot | None, mine: Snapshot, theirs: Snapshot) -> tuple[str, ...]:
    """The fields that were changed on both sides, and differently; without a base all that differ."""
    own, other, began = flatten_snapshot(mine), flatten_snapshot(theirs), flatten_snapshot(base) if base else None
    found = []
    for name in dict.fromkeys((*own, *other)):
        left, right = own.get(name, ""), other.get(name, "")
        if left != right and (began is None or began.get(name, "") not in (left, right)):
            found.append(name)
    return tuple(found)


def _tidy(name: str, value: Any) -> Any:
    """A field as a snapshot holds it: one line of a title, no edges of a note, lines ended in one way."""
    if not isinstance(value, str):
        return value
    if name == "title":
        return " ".join(value.split()) or services.UNTITLED
    text = value.replace("\r\n", "\n")
    return text.strip() if name == "notes" or name.startswith(NOTE) else text


def _value(snapshot: Snapshot, game: str) -> DeckValue:
    return to_engine.build_deck(snapshot.text, game, snapshot.as_of)


def _catalog(game: str, snapshot: Snapshot) -> Catalog:
    return cards.get_reference(game).on(snapshot.as_of or timezone.localdate()).catalog


@dataclass(frozen=True, slots=True)
class ConflictSide:
    """A line of one of two texts; `mark` says that it stands in this one alone."""

    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ContestedField:
    """A field that was changed on both sides: what stands on each, and a proposal of both together."""

    name: str
    label: str
    mine: tuple[ConflictSide, ...]
    theirs: tuple[ConflictSide, ...]
    proposal: str

    @property
    def field(self) -> str:
        """Its name in the form."""
        return f"field:{self.name}"

    @property
    def is_prose(self) -> bool:
        """Whether it is a note, of several lines."""
        return self.name == "notes" or self.name.startswith(NOTE)

    @property
    def is_long(self) -> bool:
        """Whether it is a text of several lines."""
        return self.is_prose or self.name == "text"

    @property
    def is_day(self) -> bool:
        """Whether it is a day."""
        return self.name == "as_of"

    @property
    def rows(self) -> int:
        """How many lines it takes to show the proposal."""
        return min(max(self.proposal.count("\n") + 2, 4), 30)


@dataclass(frozen=True, slots=True)
class ConflictPage:
    """What has to be settled; `kept` are the fields that only one side has changed, as they are saved with it."""

    edition: int
    contested: tuple[ContestedField, ...]
    kept: tuple[tuple[str, str], ...]


def build_conflict_page(clash: MergeConflict, game: str) -> ConflictPage:
    """The page of a clash in a deck of a game."""
    base, mine, theirs = (flatten_snapshot(each) if each else {} for each in (clash.base, clash.mine, clash.theirs))
    names = clash.names
    contested = (_build_contested_field(name, base, mine, theirs, game) for name in names)
    kept = {name: _words(value) for name, value in mine.items() if value != base.get(name, "")}
    fields = tuple((f"field:{name}", value) for name, value in kept.items() if name not in names)
    return ConflictPage(clash.edition, tuple(contested), fields)


def read_settled_fields(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields that a form of a clash sends, by their names."""
    return {name.removeprefix("field:"): value for name, value in fields.items() if name.startswith("field:")}


def _build_contested_field(
    name: str, base: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any], game: str
) -> ContestedField:
    began, own, other = (_words(side.get(name)) for side in (base, mine, theirs))
    known = cards.get_reference(game).catalog.by_slug
    slug = name.removeprefix(NOTE)
    label = f"Note on {known[slug].title}" if slug in known else _PLAIN.get(name, "Note")
    left, right = own.splitlines(), other.splitlines()
    sides = _list_side_lines(left, right, "mine"), _list_side_lines(right, left, "theirs")
    return ContestedField(name, label, *sides, propose_merge(name, began, own, other, game))


def _list_side_lines(own: list[str], other: list[str], mark: str) -> tuple[ConflictSide, ...]:
    """The lines of one text, those marked that the other hasn't in that place."""
    same: set[int] = set()
    for block in SequenceMatcher(None, own, other, autojunk=False).get_matching_blocks():
        same.update(range(block.a, block.a + block.size))
    return tuple(ConflictSide(line, "" if place in same else mark) for place, line in enumerate(own))


def _words(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else str(value or "")


def propose_merge(name: str, base: str, mine: str, theirs: str, game: str) -> str:
    """A proposal for a field that was changed on both sides: of texts all that either has; of other fields mine."""
    if name in ("title", "format", "as_of"):
        return mine
    if name == "text":
        try:
            return merging.merge_lists(base, mine, theirs, game).text
        except InputError:
            return mine
    return _merge_notes(base, mine, theirs).text


def _merge_notes(base: str, mine: str, theirs: str) -> MergedText:
    """Three notes put together, with the last line ended as the others are: a line behind it is no change of it."""
    merged = merge_text(*(f"{text}\n" for text in (base, mine, theirs)))
    return replace(merged, text=merged.text.strip("\n"))
