"""A change to a deck under construction, as a button of its page sends it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from engine.decklists.adding import add_copies, remove_copies, set_total_copies
from engine.decklists.changing import move_copies, remove_line, set_copies
from engine.decklists.lines import MAX_COPIES
from engine.decklists.sections import find_section
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import READ, Deck, DeckEntry
from engine.model.errors import InputError, NotFound

ADD, REMOVE, SET, MOVE, DROP, CHOOSE = "add", "remove", "set", "move", "drop-line", "choose"
OPS = (ADD, REMOVE, SET, MOVE, DROP, CHOOSE)
_OF_LINES = frozenset((DROP, CHOOSE))

#: How often what stands in a list: by section and card, a line that names no card by what is written there.
Tally = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class BuilderChange:
    """One change: `card` is a slug, `section` where it stands or is to stand, empty for where it belongs; `goal` is
    where it is moved to; `line` is the number of a line that names no card."""

    op: str
    card: str = ""
    section: str = ""
    goal: str = ""
    count: int = 1
    line: int = 0

    @property
    def words(self) -> str:
        """The change as the value of a button."""
        said = {"op": self.op, "card": self.card, "section": self.section, "goal": self.goal, "line": self.line or ""}
        return urlencode({**{name: value for name, value in said.items() if value}, "count": self.count})


def change_of(fields: Mapping[str, str], game: str) -> BuilderChange:
    """The change that a form asks for. Raises InputError."""
    op = fields.get("op", "")
    if op not in OPS:
        raise InputError(f"{op[:40]!r}; one of {', '.join(OPS)}", place="op")
    return BuilderChange(
        op=op,
        card=fields.get("card", ""),
        section=_section(fields.get("section", ""), game, "section"),
        goal=_section(fields.get("goal", ""), game, "goal"),
        count=_number(fields.get("count") or "1", "count"),
        line=_number(fields.get("line") or "0", "line"),
    )


def apply_change(deck: Deck, change: BuilderChange, catalog: Catalog) -> Deck:
    """The deck after a change. Raises InputError and NotFound."""
    if change.op in _OF_LINES:
        entry = find_line(deck, change.line)
        return remove_line(deck, entry.line) if change.op == DROP else _choose_card(deck, entry, change, catalog)
    card = _card(change, catalog)
    match change.op:
        case "add":
            return add_copies(deck, card, change.count, catalog, change.section)
        case "remove":
            return remove_copies(deck, card, change.count, catalog, change.section)
        case "set" if change.section:
            return set_copies(deck, card, change.section, change.count, catalog)
        case "set":
            return set_total_copies(deck, card, change.count, catalog)
    if not change.section or not change.goal:
        raise InputError("say from where and to where the card is moved", place="goal")
    return move_copies(deck, card, change.count, (change.section, change.goal), catalog)


def find_line(deck: Deck, line: int) -> DeckEntry:
    """The line of that number, one that names no card. Raises NotFound."""
    found = next((entry for entry in deck.entries if entry.line == line and entry.state != READ), None)
    if found is None:
        raise NotFound(f"line {line} of the list isn't there any more, or is settled already")
    return found


def tally_list(deck: Deck) -> Tally:
    """What stands in a list, and how often."""
    counts: dict[tuple[str, str], int] = {}
    for entry in deck.entries:
        key = (entry.section, entry.card.slug if entry.card else entry.written.strip())
        counts[key] = counts.get(key, 0) + max(entry.count, 1)
    return counts


def find_touched(before: Deck, after: Deck) -> frozenset[tuple[str, str]]:
    """What stands in one of two lists more often than in the other."""
    one, other = tally_list(before), tally_list(after)
    return frozenset(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))


def rebase_change(change: BuilderChange, before: Deck, newest: Deck) -> BuilderChange:
    """The same change for a list whose lines may have moved. Raises NotFound where the line isn't there any more."""
    if change.op not in _OF_LINES:
        return change
    entry = find_line(before, change.line)
    for other in newest.unsettled:
        if (other.section, other.written.strip()) == (entry.section, entry.written.strip()):
            return BuilderChange(change.op, change.card, line=other.line, count=change.count)
    raise NotFound(f"“{entry.written[:60]}” isn't in the list any more")


def _choose_card(deck: Deck, entry: DeckEntry, change: BuilderChange, catalog: Catalog) -> Deck:
    """The deck with a card in the place of a line that named none."""
    card = _card(change, catalog)
    return add_copies(remove_line(deck, entry.line), card, max(entry.count, 1), catalog, entry.section)


def _card(change: BuilderChange, catalog: Catalog) -> Card:
    card = catalog.by_slug.get(change.card)
    if card is None:
        raise NotFound(f"there is no card {change.card[:80]!r} in this game")
    return card


def _section(text: str, game: str, place: str) -> str:
    if not text:
        return ""
    found = find_section(text, game)
    if found is None:
        raise InputError(f"{text[:60]!r} is no section of this game", place=place)
    return found


def _number(text: str, place: str) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text[:6]) > MAX_COPIES or len(text) > 6:
        raise InputError(f"{text[:20]!r}; a number from 0 to {MAX_COPIES:,}", place=place)
    return int(text)
