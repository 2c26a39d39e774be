"""In which order loyalty lets a deck's characters be recruited, drawn as columns with arrows. No queries."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.model.cards import Card, disambiguate_titles
from engine.model.decks import Deck
from engine.model.games import game_of
from engine.model.verdicts import Citation
from engine.stats import LoyaltyOrder, find_loyalty_order
from vsdb.core.words import shorten

_BOX_WIDTH, _BOX_HEIGHT = 148, 28
_GAP, _STEP, _HEAD = 44, 38, 26
_LABEL_LENGTH = 22

FREE, LATER, UNCERTAIN, UNREACHABLE = "free", "later", "uncertain", "unreachable"


@dataclass(frozen=True, slots=True)
class LoyaltyBox:
    """A character in its column."""

    label: str
    state: str
    x: float
    y: float
    width: float = _BOX_WIDTH
    height: float = _BOX_HEIGHT

    @property
    def text_x(self) -> float:
        """Where its name begins."""
        return self.x + 8

    @property
    def text_y(self) -> float:
        """The foot of its letters."""
        return self.y + self.height / 2 + 4.5

    @property
    def middle(self) -> float:
        """The height at which arrows leave and reach it."""
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class LoyaltyArrow:
    """From a character to one that it lets in."""

    start: LoyaltyBox
    end: LoyaltyBox

    @property
    def path(self) -> str:
        """The line as SVG draws it, with its head."""
        left, right = self.start.x + self.start.width, self.end.x
        bend = (left + right) / 2
        line = f"M{left:g} {self.start.middle:g}C{bend:g} {self.start.middle:g} {bend:g} {self.end.middle:g}"
        return f"{line} {right - 2:g} {self.end.middle:g}m-6 -4l6 4l-6 4"


@dataclass(frozen=True, slots=True)
class LoyaltyColumn:
    """A column with what it is called."""

    title: str
    x: float


@dataclass(frozen=True, slots=True)
class LoyalCharacter:
    """A character with loyalty, when it can come and through whom, for the table."""

    card: Card
    title: str
    keywords: tuple[str, ...]
    state: str
    when: str
    through: str


@dataclass(frozen=True, slots=True)
class LoyaltyPicture:
    """The columns of who comes when, of those with loyalty and those that let them in; `others` need nobody.

    Without any character with loyalty there is nothing to draw.
    """

    columns: tuple[LoyaltyColumn, ...] = ()
    boxes: tuple[LoyaltyBox, ...] = ()
    arrows: tuple[LoyaltyArrow, ...] = ()
    table: tuple[LoyalCharacter, ...] = ()
    others: int = 0
    citations: tuple[Citation, ...] = ()

    @property
    def width(self) -> int:
        """The picture's width."""
        return len(self.columns) * (_BOX_WIDTH + _GAP) - _GAP

    @property
    def height(self) -> float:
        """The picture's height."""
        return max((box.y + box.height for box in self.boxes), default=0) + 4

    @property
    def words(self) -> str:
        """The picture in words."""
        return "; ".join(f"{each.title}: {each.when}" for each in self.table)


def draw_loyalty(deck: Deck) -> LoyaltyPicture | None:
    """The picture of a deck; `None` in games where loyalty is no matter of recruiting."""
    found = find_loyalty_order(deck)
    if found is None:
        return None
    if not found.loyal:
        return LoyaltyPicture()
    rules = game_of(deck.game).stats.loyalty_by
    helpers = {card for cards in found.lets_in.values() for card in cards}
    columns = [
        (title, state, drawn)
        for title, state, cards in _columns(found)
        if (drawn := [card for card in cards if card in helpers or card in found.loyal])
    ]
    order = [card for _, _, cards in columns for card in cards]
    titles = dict(zip(order, disambiguate_titles(order), strict=True))
    boxes = {
        card: LoyaltyBox(shorten(titles[card], _LABEL_LENGTH), state, place * (_BOX_WIDTH + _GAP), _HEAD + _STEP * at)
        for place, (_, state, cards) in enumerate(columns)
        for at, card in enumerate(cards)
    }
    return LoyaltyPicture(
        tuple(LoyaltyColumn(title, place * (_BOX_WIDTH + _GAP)) for place, (title, _, _) in enumerate(columns)),
        tuple(boxes.values()),
        tuple(LoyaltyArrow(boxes[helper], boxes[card]) for card, cards in found.lets_in.items() for helper in cards),
        tuple(_rows(found, columns, titles, rules)),
        sum(card not in boxes for layer in found.layers for card in layer),
        tuple(cited for word, cited in rules.items() if any(card.has_keyword(word) for card in found.loyal)),
    )


def _columns(found: LoyaltyOrder) -> Iterable[tuple[str, str, Sequence[Card]]]:
    """Who comes when: a column a layer, then the uncertain and those whom nobody lets in."""
    for place, layer in enumerate(found.layers):
        yield ("Needs nobody in play", FREE, layer) if not place else (f"Step {place + 1}", LATER, layer)
    yield "Not certain", UNCERTAIN, found.uncertain
    yield "Let in by nobody", UNREACHABLE, found.unreachable


def _rows(
    found: LoyaltyOrder,
    columns: Iterable[tuple[str, str, Sequence[Card]]],
    titles: Mapping[Card, str],
    words: Container[str],
) -> Iterable[LoyalCharacter]:
    for title, state, cards in columns:
        for card in cards:
            if card in found.loyal:
                through = "; ".join(titles[helper] for helper in found.lets_in.get(card, ()))
                keywords = tuple(str(word) for word in card.keywords if word.name in words)
                yield LoyalCharacter(card, titles[card], keywords, state, title.lower(), through)
