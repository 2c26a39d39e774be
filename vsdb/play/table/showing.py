"""A drawn table with what can be tapped on it: cards, places and targets with their links and answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from vsdb.play.documents import encode_question
from vsdb.play.table.layouts import Offer
from vsdb.play.table.shapes import SIDE_TITLES, SIDES, Drawing, Figure, Piece, Place
from vsdb.play.table.targets import Target

#: The sign of an answer on a card, and its word.
SIGNS = {"legal": "✓", "illegal": "✗", "uncertain": "?"}


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of a table in a state."""

    game: str
    document: Mapping[str, Any]
    code: str

    def show(self, **more: str) -> str:
        """This state with something chosen."""
        said = {"q": self.code, **{key: each for key, each in more.items() if each}}
        return f"{reverse('play:table', args=(self.game,))}?{urlencode(said)}"

    def change(self, do: str, **more: str) -> str:
        """A change of this state."""
        said = {"q": self.code, "do": do, **more}
        return f"{reverse('play:table-change', args=(self.game,))}?{urlencode(said)}"

    def ask(self, action: Mapping[str, Any], **more: str) -> str:
        """The same position with another action asked about."""
        code = encode_question({**self.document, "action": dict(action)})
        return f"{reverse('play:table', args=(self.game,))}?{urlencode({'q': code, **more})}"


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """A card with where a tap on it leads, and what the judge says of it as a target."""

    piece: Piece
    href: str
    is_chosen: bool = False
    target: Target | None = None

    @property
    def sign(self) -> str:
        """The sign of its answer."""
        return SIGNS[self.target.outcome] if self.target else ""

    @property
    def words(self) -> str:
        """The card in words, with its answer."""
        return self.piece.said + (", chosen" if self.is_chosen else "") + _answered(self.target)


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A place with where a tap on it leads, if anywhere."""

    place: Place
    href: str = ""
    target: Target | None = None

    @property
    def sign(self) -> str:
        """The sign of its answer."""
        return SIGNS[self.target.outcome] if self.target else ""

    @property
    def words(self) -> str:
        """The place in words, with its answer."""
        return (self.place.words if self.target else f"Put at: {self.place.words}") + _answered(self.target)


@dataclass(frozen=True, slots=True)
class ShownTarget:
    """A target with the address of its question."""

    target: Target
    href: str


@dataclass(frozen=True, slots=True)
class SideTwin:
    """A side in words: its numbers and its cards."""

    title: str
    figures: tuple[Figure, ...]
    pieces: tuple[ShownPiece, ...]


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A whole table for a page."""

    drawing: Drawing
    pieces: tuple[ShownPiece, ...]
    places: tuple[ShownPlace, ...]
    targets: tuple[ShownTarget, ...]

    @property
    def box(self) -> str:
        """What the picture shows, with room for edges and focus."""
        return f"-4 -4 {self.drawing.width + 8} {self.drawing.height + 8}"

    @property
    def width(self) -> int:
        """How wide the picture is."""
        return self.drawing.width + 8

    @property
    def height(self) -> int:
        """How high the picture is."""
        return self.drawing.height + 8

    @property
    def sides(self) -> tuple[SideTwin, ...]:
        """The table in words, your side first; what nobody said a side of comes last."""
        found = [
            SideTwin(
                SIDE_TITLES[side],
                tuple(each for each in self.drawing.figures if each.side == side),
                tuple(each for each in self.pieces if each.piece.side == side),
            )
            for side in SIDES
        ]
        others = tuple(each for each in self.pieces if each.piece.side not in SIDES)
        return (*found, SideTwin("Nobody’s, or side not known", (), others)) if others else tuple(found)


def show_table(
    drawing: Drawing, links: Links, chosen: Piece | None, offer: Offer | None, targets: Iterable[Target]
) -> ShownTable:
    """A table with its links: a target leads to its question, another card is chosen, a place takes the chosen one."""
    by_key = {each.key: each for each in targets}
    asked = {"at": chosen.ref, "act": offer.verb} if chosen and offer else {}
    hrefs = {key: links.ask(each.action, **asked) for key, each in by_key.items()}
    pieces = tuple(
        ShownPiece(
            piece,
            hrefs.get(piece.ref) or links.show(at="" if chosen and piece.ref == chosen.ref else piece.ref),
            bool(chosen and piece.ref == chosen.ref),
            by_key.get(piece.ref),
        )
        for piece in drawing.pieces
    )
    places = tuple(_show_place(place, links, chosen, offer, by_key, hrefs) for place in drawing.places)
    shown = tuple(ShownTarget(each, hrefs[key]) for key, each in by_key.items())
    return ShownTable(drawing, pieces, places, shown)


def _show_place(
    place: Place,
    links: Links,
    chosen: Piece | None,
    offer: Offer | None,
    by_key: Mapping[str, Target],
    hrefs: Mapping[str, str],
) -> ShownPlace:
    if place.key in by_key:
        return ShownPlace(place, hrefs[place.key], by_key[place.key])
    if not place.holder or chosen is None or "field" in chosen.looks or (offer and offer.verb and offer.is_to_place):
        return ShownPlace(place)
    if offer and offer.verb and place.side != chosen.side:
        return ShownPlace(place)
    return ShownPlace(place, links.change("place", at=chosen.ref, to=place.key))


def _answered(target: Target | None) -> str:
    if target is None:
        return ""
    return f"; {target.outcome}" + (f": {target.reason}" if target.reason else "")
