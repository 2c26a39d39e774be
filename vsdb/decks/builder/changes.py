"""A deck under construction laid out, and the changes that its buttons send: its sections, and within them its cards by
type, cost or team."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlencode

from django.utils.text import slugify

from engine.decklists.adding import add_copies, remove_copies, set_total_copies
from engine.decklists.changing import move_copies, remove_line, set_copies, set_printing
from engine.decklists.default_sections import list_shown_sections
from engine.decklists.lines import MAX_COPIES
from engine.decklists.sections import find_section, section_title
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import READ, SIDEBOARD, Deck, DeckEntry
from engine.model.errors import InputError, NotFound
from engine.model.formats import Format
from engine.model.game_site import SectionPlace
from engine.model.games import Step, game_of
from engine.repair.sizes import SectionSize, find_short_sections
from vsdb.catalog.cards.faces import CardFace, build_face
from vsdb.check.play_area import describe_size, find_step, measure_deck
from vsdb.check.verdict_page import LineRemark
from vsdb.decks.grouping import find_cost, find_group, rank_cost

ADD, REMOVE, SET, FILL = "add", "remove", "set", "fill"
MOVE, PRINTING, DROP, CHOOSE = "move", "printing", "drop-line", "choose"
OPS = (ADD, REMOVE, SET, FILL, MOVE, PRINTING, DROP, CHOOSE)
_OF_LINES = frozenset((DROP, CHOOSE))
ANY_PRINTING = "Any printing"
MAX_CHANGES = 1_000  #: that a browser sends together
_FEW = 3  #: cards of a section that are added one by one

#: How often what stands in a list: by section and card, a line that names no card by what is written there.
Tally = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class BuilderChange:
    """One change: `card` is a slug, `section` where it stands or is to stand, empty for where it belongs; `goal` is
    where it is moved to; `line` is the number of a line that names no card. To fill is to add up to `count` copies,
    as many as bring no new error. `printing` is a code, empty for any."""

    op: str
    card: str = ""
    section: str = ""
    goal: str = ""
    count: int = 1
    line: int = 0
    printing: str = ""

    @property
    def words(self) -> str:
        """The change as the value of a button."""
        said = {"op": self.op, "card": self.card, "section": self.section, "goal": self.goal, "line": self.line or ""}
        said["printing"] = self.printing
        return urlencode({**{name: value for name, value in said.items() if value}, "count": self.count})


def change_of(fields: Mapping[str, str], game: str) -> BuilderChange:
    """The change that a form asks for. Raises InputError."""
    op = fields.get("op", "")
    if op not in OPS:
        raise InputError(f"no action {op[:40]!r}; the actions are {', '.join(OPS)}", place="op")
    section, goal = (_section(fields.get(name, ""), game, name) for name in ("section", "goal"))
    count, line = (_number(fields.get(name) or default, name) for name, default in (("count", "1"), ("line", "0")))
    return BuilderChange(op, fields.get("card", ""), section, goal, count, line, fields.get("printing", ""))


def read_changes(text: str, game: str) -> list[BuilderChange]:
    """The changes of a browser that was offline: a JSON list of objects, each as a form's fields. Raises InputError."""
    try:
        sent = json.loads(text)
    except ValueError as exc:
        raise InputError("the changes are not JSON", place="changes") from exc
    if not isinstance(sent, list) or not all(isinstance(each, dict) for each in sent):
        raise InputError("the changes are not a list of objects", place="changes")
    if len(sent) > MAX_CHANGES:
        raise InputError(f"{len(sent):,} changes; at most {MAX_CHANGES:,} can be sent together", place="changes")
    return [change_of({name: str(value) for name, value in each.items()}, game) for each in sent]


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
        case "printing":
            return set_printing(deck, card, change.section, change.printing)
    if not change.section or not change.goal:
        raise InputError("a move needs `section` and `goal`", place="goal")
    return move_copies(deck, card, change.count, (change.section, change.goal), catalog)


def find_line(deck: Deck, line: int) -> DeckEntry:
    """The line of that number, one that names no card. Raises NotFound."""
    found = next((entry for entry in deck.entries if entry.line == line and entry.state != READ), None)
    if found is None:
        raise NotFound(f"line {line} is no longer in the list or already has a card")
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
    raise NotFound(f"“{entry.written[:60]}” is no longer in the list")


def _choose_card(deck: Deck, entry: DeckEntry, change: BuilderChange, catalog: Catalog) -> Deck:
    """The deck with a card in the place of a line that named none."""
    card = _card(change, catalog)
    return add_copies(remove_line(deck, entry.line), card, max(entry.count, 1), catalog, entry.section)


def _card(change: BuilderChange, catalog: Catalog) -> Card:
    card = catalog.by_slug.get(change.card)
    if card is None:
        raise NotFound(f"no card {change.card[:80]!r} in this game")
    return card


def _section(text: str, game: str, place: str) -> str:
    if not text:
        return ""
    found = find_section(text, game)
    if found is None:
        raise InputError(f"no section {text[:60]!r} in this game", place=place)
    return found


def _number(text: str, place: str) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text[:6]) > MAX_COPIES or len(text) > 6:
        raise InputError(f"{text[:20]!r} is not a number from 0 to {MAX_COPIES:,}", place=place)
    return int(text)


@dataclass(frozen=True, slots=True)
class _Counted:
    """A card with the changes of its count that buttons send; where `section` is empty, where it belongs."""

    face: CardFace
    section: str

    @property
    def card(self) -> Card:
        """The card."""
        return self.face.card

    @property
    def one_more(self) -> str:
        """The change that adds one."""
        return BuilderChange(ADD, self.card.slug, self.section).words

    @property
    def one_fewer(self) -> str:
        """The change that takes one out."""
        return BuilderChange(REMOVE, self.card.slug, self.section).words


@dataclass(frozen=True, slots=True)
class BuiltLine(_Counted):
    """A card in a section, with what was found about it, the note on it, and the changes that move it elsewhere."""

    count: int
    key: str
    remarks: tuple[LineRemark, ...]
    note: str
    goals: tuple[tuple[str, str], ...]
    printing: str = ""  #: the code that the list names

    @property
    def printings(self) -> tuple[tuple[str, str, bool], ...]:
        """The printings to choose from, any first: name, change, and whether it is chosen; none of a card with one."""
        codes = dict.fromkeys(each.code for each in self.card.printings if each.set_code and each.number)
        if len(codes) < 2:
            return ()
        change = BuilderChange(PRINTING, self.card.slug, self.section)
        named = {"": ANY_PRINTING, **{code: code for code in codes}}
        return tuple(
            (name, replace(change, printing=code).words, code == self.printing) for code, name in named.items()
        )

    @property
    def none(self) -> str:
        """The change that takes all out of here."""
        return BuilderChange(SET, self.card.slug, self.section, count=0).words

    @property
    def cost(self) -> str:
        """Its cost, where it has one."""
        return self.face.coins[0].value if self.face.coins else ""


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line that names no card, with the changes that settle it."""

    entry: DeckEntry
    drop: str
    choices: tuple[tuple[Card, str], ...]


@dataclass(frozen=True, slots=True)
class ZoneGroup:
    """Cards of a section that belong together."""

    title: str
    count: int
    lines: tuple[BuiltLine, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """A section of the deck; `step` is what to do next while cards are missing in it, `figures` how many there are of
    how many that the format asks for, `is_over` where that is too many; `place` where players lay it."""

    section: str
    title: str
    count: int
    groups: tuple[ZoneGroup, ...]
    open_lines: tuple[OpenLine, ...]
    step: Step | None = None
    figures: str = ""
    place: SectionPlace | None = None
    is_over: bool = False

    @property
    def key(self) -> str:
        """The section as part of an id."""
        return slugify(self.section)


@dataclass(frozen=True, slots=True)
class CardPick(_Counted):
    """A card to choose, and how many of it the deck has; `copies` is how many of a card the format allows, `room` how
    many cards its section has to have, where that is an exact number."""

    held: int
    copies: int | None
    room: int | None = None

    @property
    def fills(self) -> tuple[FillButton, ...]:
        """The buttons that add several copies: up to the copy limit, or to half a section and to all of it."""
        card, game = self.card, game_of(self.card.game)
        limit = game.copies.own_limit(card) or self.copies
        if card.type in game.building.single_types:
            steps = [self.room // 2, self.room] if self.room and self.room > _FEW else []
        else:
            steps = [limit] if limit and limit > 1 else []
        return tuple(FillButton(step, BuilderChange(FILL, card.slug, self.section, count=step).words) for step in steps)


@dataclass(frozen=True, slots=True)
class FillButton:
    """A button that adds up to so many copies, as far as the rules allow."""

    count: int
    words: str


def build_zones(
    deck: Deck,
    by: str,
    *,
    remarks: Mapping[tuple[str, Card], Sequence[LineRemark]],
    notes: Mapping[str, str],
    fmt: Format | None = None,
    on: date = date.max,
) -> tuple[Zone, ...]:
    """The sections to show, as players lay them out and else in their order; those that a format asks for on a day
    where there is one."""
    names, building = list_shown_sections(deck), game_of(deck.game).building
    places = {place.section: place for place in game_of(deck.game).site.play_area}
    sizes = measure_deck(deck, fmt, on)
    short = find_short_sections(deck.sizes, fmt, on) if fmt else {}
    has_sideboard = bool(fmt and fmt.construction_on(on).sideboard_max)
    goals = dict.fromkeys((*names, *((SIDEBOARD,) if has_sideboard else ())))

    printings = {(entry.section, entry.card): entry.printing for entry in deck.entries if entry.printing}

    def build_line(section: str, card: Card, count: int) -> BuiltLine:
        moves = tuple(
            (section_title(goal), BuilderChange(MOVE, card.slug, section, goal, 1).words)
            for goal in goals
            if goal != section and (card.type is None or building.may_move(card, goal))
        )
        key, said = f"{slugify(section)}--{card.slug}", tuple(remarks.get((section, card), ()))
        note, printing = notes.get(card.slug, ""), printings.get((section, card), "")
        return BuiltLine(build_face(card), section, count, key, said, note, moves, printing)

    def find_next(section: str) -> Step | None:
        size = sizes.get(section, SectionSize(0))
        if section in deck.sections and section not in short and not (section in places and size.missing):
            return None
        if section in places:
            return find_step(places[section], deck, fmt, size)
        return building.next_step(deck, section, fmt)

    return tuple(
        Zone(
            section=section,
            title=section_title(section),
            count=deck.size(section),
            groups=tuple(_groups((build_line(section, *each) for each in deck.read(section)), by)),
            open_lines=tuple(_open(entry) for entry in deck.sections.get(section, ()) if entry.state != READ),
            step=find_next(section),
            figures=describe_size(sizes[section]) if section in sizes else str(deck.size(section)),
            place=places.get(section),
            is_over=section in sizes and sizes[section].is_over,
        )
        for section in (*(name for name in places if name in names), *(name for name in names if name not in places))
    )


def _groups(lines: Iterable[BuiltLine], by: str) -> Iterable[ZoneGroup]:
    """The lines under what they have in common, by cost and title within."""
    found: dict[tuple[object, str], list[BuiltLine]] = {}
    for line in lines:
        found.setdefault(find_group(line.card, by), []).append(line)
    for (_, title), held in sorted(found.items(), key=lambda each: each[0]):
        held.sort(key=lambda line: (*rank_cost(find_cost(line.card)), line.card.title))
        yield ZoneGroup(title, sum(line.count for line in held), tuple(held))


def _open(entry: DeckEntry) -> OpenLine:
    choices = ((card, BuilderChange(CHOOSE, card.slug, line=entry.line).words) for card in entry.candidates)
    return OpenLine(entry, BuilderChange(DROP, line=entry.line).words, tuple(choices))
