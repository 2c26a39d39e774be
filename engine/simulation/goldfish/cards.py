"""A deck as a goldfish sees it: each card with the few facts that decide what happens to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.model.cards import Card, Figure
from engine.model.decks import DECK, Deck
from engine.model.identities import SectionCount, count_by_section

CHARACTER = "character"
EQUIPMENT = "equipment"
RESOURCE = "resource"  #: plot twists and locations, which are played from the resource row
OTHER = "other"  #: never played
UNKNOWN = "unknown"  #: a fact that decides isn't recorded: never played, and counted as unknown


@dataclass(frozen=True, slots=True, eq=False)
class GoldfishCard:
    """A card of the deck; `place` counts from 0 in the canonical order, `rank` dearest first, then by ATK and identity.

    `names` are those of which only one may be in play, none for a card that isn't unique. `need` names what must be in
    play first. Unrecorded ATK and DEF are 0 and listed in `missing`. For `energy` games `cost` is energy.
    """

    role: str
    cost: int | None = None
    atk: int = 0
    defense: int = 0
    is_playable: bool = False
    names: frozenset[str] = frozenset()
    teams: frozenset[str] = frozenset()
    need: str = ""
    threshold: int | None = None
    is_location: bool = False
    power: int = 0
    domains: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()
    title: str = ""
    slug: str | None = None
    identity: str = ""
    place: int = 0
    rank: int = 0

    @property
    def is_unique(self) -> bool:
        """Whether a second one of its name is worth nothing."""
        return bool(self.names)

    @property
    def is_never_played(self) -> bool:
        """Whether it stays in hand until it is built: of unknown cost or type, or without a number for a cost."""
        return not self.is_playable and self.role != RESOURCE

    @property
    def is_unknown(self) -> bool:
        """Whether it is left out because a fact isn't recorded."""
        return self.role == UNKNOWN or "cost" in self.missing


CardReader = Callable[[Card], GoldfishCard]


@dataclass(frozen=True, slots=True, eq=False)
class GoldfishDeck:
    """The cards of a deck by place, its copies (a place each, in canonical order), and what stands apart."""

    game: str
    deck: Deck
    cards: tuple[GoldfishCard, ...]
    copies: tuple[int, ...]
    apart: Mapping[str, tuple[GoldfishCard, ...]] = field(default_factory=dict)

    def count_unknown(self) -> int:
        """How many copies are left out because a fact of theirs isn't recorded."""
        return sum(self.cards[place].is_unknown for place in self.copies)

    def name_unknown(self) -> tuple[str, ...]:
        """The titles of the cards that are left out, in canonical order."""
        return tuple(dict.fromkeys(card.title for card in self.cards if card.is_unknown))

    def name_missing(self, *facts: str) -> tuple[str, ...]:
        """The titles of the cards that are played though one of these figures isn't recorded."""
        return tuple(card.title for card in self.cards if card.is_playable and not set(facts).isdisjoint(card.missing))


def read_goldfish_deck(deck: Deck, read: CardReader, sections: Iterable[str] = ()) -> GoldfishDeck:
    """The deck section with the cards of other sections that a game starts with, each in canonical order."""
    rows: dict[str, list[tuple[str, SectionCount]]] = {DECK: [], **{section: [] for section in sections}}
    for (section, identity), each in count_by_section(deck).items():
        if section in rows and each.is_readable:
            rows[section].append((identity, each))
    for of_section in rows.values():
        of_section.sort(key=lambda row: row[0])
    cards = _rank({section: _read_cards(of_section, read) for section, of_section in rows.items()})
    copies = {
        section: tuple(place for place, (_, each) in enumerate(of_section) for _ in range(each.count))
        for section, of_section in rows.items()
    }
    apart = {name: tuple(cards[name][place] for place in copies[name]) for name in rows if name != DECK}
    return GoldfishDeck(deck.game, deck, cards[DECK], copies[DECK], apart)


def _read_cards(rows: list[tuple[str, SectionCount]], read: CardReader) -> list[GoldfishCard]:
    return [
        replace(
            read(each.card) if each.card else GoldfishCard(UNKNOWN),
            title=each.name,
            slug=each.card.slug if each.card else None,
            identity=identity,
            place=place,
        )
        for place, (identity, each) in enumerate(rows)
    ]


def _rank(sections: Mapping[str, list[GoldfishCard]]) -> dict[str, tuple[GoldfishCard, ...]]:
    """The cards with their ranks over all sections: dearest first, then the highest ATK, then by identity."""
    every = [card for cards in sections.values() for card in cards]
    every.sort(key=lambda card: (-card.cost if card.cost is not None else 1, -card.atk, card.identity))
    ranks = {id(card): rank for rank, card in enumerate(every)}
    return {name: tuple(replace(card, rank=ranks[id(card)]) for card in cards) for name, cards in sections.items()}


def read_number(figure: Figure) -> int:
    """The number of a figure; 0 where it is a sign or isn't recorded."""
    return figure if isinstance(figure, int) else 0


def list_missing(**figures: Figure) -> tuple[str, ...]:
    """The names of the figures that aren't recorded."""
    return tuple(name for name, figure in figures.items() if figure is None)
