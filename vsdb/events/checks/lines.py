"""The lines of a list as a deck check counts them, by keys, and what differs from them. No database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import Catalog, Deck, InputError, fold, game_of
from engine.decklists.sections import section_title
from engine.model import decks
from engine.model.cards import Card
from engine.model.identities import count_by_section, get_identity, section_key
from vsdb.catalog.cards.faces import name_card
from vsdb.decks.pdf.listing import sort_sections
from vsdb.events.models import DeckCheck

BETWEEN_GAMES = "between-games"
TOGETHER = "deck-and-sideboard"  #: the section of deck and sideboard between games
_TOGETHER = frozenset((decks.DECK, decks.SIDEBOARD))
MAX_COUNT = 9_999  #: of one card
MAX_KEYS = 500  #: of a check
_MAX_NAME = 200
_MAX_FOUND = 20

Line = Mapping[str, Any]
Counts = Mapping[str, int]


def build_lines(deck: Deck, kind: str) -> list[dict[str, Any]]:
    """What is registered, section by section in the order of the sheet: `key`, `section`, `card`, `name`, `registered`.

    Between games the deck and its sideboard are one section.
    """
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    unread: dict[str, int] = {}
    order = {section_key(name): place for place, name in enumerate(sort_sections(deck.sections, deck.game))}
    held = sorted(count_by_section(deck).items(), key=lambda each: order[each[0][0]])
    for (own, identity), each in held:
        section = TOGETHER if kind == BETWEEN_GAMES and own in _TOGETHER else own
        if (section, identity) in rows:
            rows[section, identity]["registered"] += each.count
            continue
        if each.card is None:
            unread[section] = unread.get(section, 0) + 1
        slug = each.card.slug if each.card else f"?{unread[section]}"
        rows[section, identity] = {
            "key": f"{section}/{slug}",
            "section": section,
            "card": each.card.slug if each.card else "",
            "name": (name_card(each.card) if each.card else each.name)[:_MAX_NAME],
            "registered": each.count,
        }
    return list(rows.values())


def name_section(section: str) -> str:
    """The heading of a section."""
    return "Deck and sideboard" if section == TOGETHER else section_title(section)


def list_sections(game: str, kind: str, lines: Iterable[Line]) -> list[str]:
    """The sections in which cards may be counted: those of the list, and those of the game."""
    own = [section_key(each.slug) for each in game_of(game).sections.own]
    main = [TOGETHER] if kind == BETWEEN_GAMES else [decks.DECK, decks.SIDEBOARD]
    return list(dict.fromkeys([*(each["section"] for each in lines), *main, *own]))


@dataclass(frozen=True, slots=True)
class KeyReader:
    """Reads the keys of what was counted in a check: those of its lines, and of cards that aren't on the list."""

    check: DeckCheck
    catalog: Catalog

    def read(self, key: object) -> str:
        """The key under which a card counts; of a card with several printings that of its line. Raises InputError."""
        if not isinstance(key, str):
            raise InputError("a key is a text", place="counts", code="wrong-key")
        if any(each["key"] == key for each in self.check.lines):
            return key
        section, _, slug = key.rpartition("/")
        card = self.catalog.by_slug.get(slug)
        if card is None:
            raise InputError(f"{key[:80]!r} names no line and no card", place="counts", code="wrong-key")
        if section not in list_sections(self.catalog.game, self.check.kind, self.check.lines):
            raise InputError(f"there is no section {section[:40]!r}", place="counts", code="wrong-key")
        return self.find_own_key(section, card)

    def find_own_key(self, section: str, card: Card) -> str:
        """The key of a card in a section: that of its line, or of a stranger that was counted already."""
        identity = get_identity(card)
        for each in (*self.check.lines, *list_strangers(self.check, self.catalog)):
            held = self.catalog.by_slug.get(each["card"])
            if each["section"] == section and held is not None and get_identity(held) == identity:
                return str(each["key"])
        return f"{section}/{card.slug}"

    def read_counts(self, given: object, *, least: int) -> dict[str, int]:
        """Numbers by key, from `least` on. Raises InputError."""
        if not isinstance(given, Mapping) or len(given) > MAX_KEYS:
            raise InputError(f"this is no object of at most {MAX_KEYS} numbers", place="counts", code="wrong-counts")
        found: dict[str, int] = {}
        for key, value in given.items():
            if type(value) is not int or not least <= value <= MAX_COUNT:
                said = f"a number is from {least} to {MAX_COUNT}"
                raise InputError(said, place="counts", code="wrong-counts")
            own = self.read(key)
            found[own] = found.get(own, 0) + value
        return found


def list_strangers(check: DeckCheck, catalog: Catalog | None) -> list[dict[str, Any]]:
    """The cards that were counted and aren't on the list: `key`, `section`, `card`, `name`, `counted`."""
    known = {each["key"] for each in check.lines}
    found = []
    for key, counted in check.counts.items():
        if key in known or counted <= 0:
            continue
        section, _, slug = key.rpartition("/")
        card = catalog.by_slug.get(slug) if catalog else None
        name = name_card(card) if card else slug
        found.append({"key": key, "section": section, "card": slug, "name": name, "counted": counted})
    return found


def get_counted(check: DeckCheck, key: str) -> int:
    """How many were counted of a line. Taps of two phones may arrive in another order, so the sum may be below 0."""
    return max(0, int(check.counts.get(key, 0)))


@dataclass(frozen=True, slots=True)
class Difference:
    """A line, or a card beside the list, whose numbers differ."""

    section: str
    card: str
    name: str
    registered: int
    counted: int

    @property
    def says(self) -> str:
        """The difference as a judge writes it."""
        return f"{self.name} ({name_section(self.section).lower()}): registered {self.registered}, found {self.counted}"


def is_compared(check: DeckCheck, key: str) -> bool:
    """Whether a line counts as different once its numbers differ: in a partial check only where it was counted."""
    return check.kind != DeckCheck.Kind.PARTIAL or key in check.counts


def has_result(check: DeckCheck) -> bool:
    """Whether a check ended with a result, also one that is set aside. Without one, nothing is missing."""
    results = (DeckCheck.State.MATCHES, DeckCheck.State.DISCREPANCIES)
    return check.state in results or (check.state == DeckCheck.State.SET_ASIDE and check.outcome in results)


def list_differences(check: DeckCheck, catalog: Catalog | None = None, *, of_counted: bool = False) -> list[Difference]:
    """What differs; in a partial check, and with `of_counted` in any, only among what was counted."""
    lines = [
        Difference(each["section"], each["card"], each["name"], each["registered"], get_counted(check, each["key"]))
        for each in check.lines
        if is_compared(check, each["key"]) and (not of_counted or each["key"] in check.counts)
    ]
    beside = [
        Difference(each["section"], each["card"], each["name"], 0, each["counted"])
        for each in list_strangers(check, catalog)
    ]
    return [each for each in (*lines, *beside) if each.registered != each.counted]


def add_totals(check: DeckCheck) -> None:
    """Set the totals that stay when the cards are erased; the caller saves the row."""
    check.registered = sum(each["registered"] for each in check.lines)
    check.counted = sum(max(0, each) for each in check.counts.values())
    check.differing = len(list_differences(check))


@dataclass(frozen=True, slots=True)
class FoundLines:
    """What words mean in a check: lines of the list, and cards that aren't on it."""

    lines: Sequence[Line] = ()
    others: Sequence[Card] = ()


def find_lines(check: DeckCheck, catalog: Catalog, words: str) -> FoundLines:
    """The lines that words mean: set and number of any printing of the card, else a part of its name.

    Set and number are the same in every language. Cards that aren't on the list come beside, those of the printing or
    whose names begin with the words first.
    """
    said = words.strip()[:100]
    if not said:
        return FoundLines()
    printed = catalog.by_printing(said)
    wanted = fold(said)
    identities = {get_identity(card) for card in printed}
    lines = [each for each in check.lines if _fits(each, catalog, identities, wanted)]
    held = {get_identity(card) for each in check.lines if (card := catalog.by_slug.get(each["card"])) is not None}
    others = [card for card in printed if get_identity(card) not in held]
    if not printed and len(wanted) > 1:
        named = [card for card in catalog.cards if wanted in fold(card.title) and get_identity(card) not in held]
        others = sorted(named, key=lambda card: (not fold(card.title).startswith(wanted), card.title, card.slug))
        if not others and not lines:
            others = [card for card in catalog.nearest(said) if get_identity(card) not in held]
    return FoundLines(lines, others[:_MAX_FOUND])


def _fits(line: Line, catalog: Catalog, identities: set[str], wanted: str) -> bool:
    card = catalog.by_slug.get(line["card"])
    if identities:
        return card is not None and get_identity(card) in identities
    return wanted in fold(line["name"])
