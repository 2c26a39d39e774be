"""What is drawn on a card's face: its facts in the places where a player looks for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from zlib import crc32

from engine.model.cards import COSTLESS, Card, Keyword
from engine.model.game_site import FaceLayout, FigurePlace
from engine.model.games import game_of
from engine.model.names import VERSION_JOINER
from vsdb.catalog.cards.pictures import find_picture
from vsdb.catalog.cards.signs import DomainSign, find_power_sign, list_domain_signs
from vsdb.catalog.wordings.drawing import Line, draw_small_text
from vsdb.catalog.wordings.services import find_texts

_SMALL_WORDS = frozenset({"a", "an", "and", "of", "the", "in", "to", "for", "mr", "mrs", "ms", "dr", "vs"})
#: What stands before a fact under the name.
_MARKS = {"identity": "◊ ", "level": "Level "}
_ICONS = {"flight": "has_flight", "range": "has_range", "concealed": "is_concealed"}
_BANDS = 12
_MAX_SIGNS = 6  #: of a cost; a larger one is written as a number
#: Up to how many characters a text has letters of which size.
_SIZES = ((60, "large"), (140, "medium"), (260, "small"), (420, "smaller"))


@dataclass(frozen=True, slots=True)
class FaceFigure:
    """A figure in its place; `value` is empty where it isn't recorded. One with a `sign` is drawn as so many of it."""

    label: str
    value: str
    look: str = ""
    sign: DomainSign | None = None

    @property
    def words(self) -> str:
        """The figure as it is read aloud."""
        if self.value == "—":
            return f"no {self.label}"
        if not self.value:
            return f"{self.label} not recorded"
        return f"{self.label} {self.value}" + (f", {self.sign.word}" if self.sign else "")

    @property
    def is_drawn(self) -> bool:
        """Whether it is so many signs, none where it isn't recorded; else it is written as a number."""
        return self.sign is not None and (
            not self.value or (self.value.isdecimal() and 0 < int(self.value) <= _MAX_SIGNS)
        )

    @property
    def signs(self) -> tuple[DomainSign, ...]:
        """The signs that are drawn for it."""
        return (self.sign,) * int(self.value) if self.sign and self.is_drawn and self.value else ()


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card's face; `looks` are the names of its inks, `band` the number of its team's colour.

    `lines` are its text as it is drawn, None where no wording of it is loaded; `said` is the text as it is read aloud,
    where it is to be. `picture` is the address of the operator's picture of it, empty without one. `signs` are those of
    its domains.
    """

    card: Card
    name: str
    under: str
    monogram: str
    looks: tuple[str, ...]
    coins: tuple[FaceFigure, ...]
    figures: tuple[FaceFigure, ...]
    team: str
    has_team_place: bool
    strip: str = ""
    band: int | None = None
    sides: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    keywords: tuple[Keyword, ...] = field(default=())
    code: str = ""
    foot: str = ""
    lines: tuple[Line, ...] | None = None
    said: str = ""
    picture: str = ""
    signs: tuple[DomainSign, ...] = ()

    @property
    def group_word(self) -> str:
        """What is missing where nothing stands in the team's place."""
        return "domain" if game_of(self.card.game).site.face.symbols else "team"

    @property
    def has_gaps(self) -> bool:
        """Whether a dotted box stands on it for what isn't recorded."""
        is_named = bool(self.signs or self.strip) or not self.has_team_place
        return not is_named or any(not each.value for each in (*self.coins, *self.figures))

    @property
    def alt(self) -> str:
        """The face in words, in the order in which it is read."""
        return f"{self.name}, {self.under}. {self.summary}" if self.under else f"{self.name}. {self.summary}"

    @property
    def summary(self) -> str:
        """What the face says beside the card's names, in words."""
        card = self.card
        parts: Iterable[str] = (
            card.type or "type not recorded",
            *(coin.words for coin in self.coins),
            self.team or " ".join(sign.word for sign in self.signs),
            f"{self.group_word} not recorded" if self.has_team_place else "",
            *self.sides,
            *self.icons,
            ", ".join(str(keyword) for keyword in self.keywords),
            self.said.replace("\n", " "),
            *(figure.words for figure in self.figures),
            self.code,
        )
        return " ".join(_sentence(part) for part in parts if part)

    @property
    def text_size(self) -> str:
        """The size of the letters that its text has room for."""
        length = sum(len(piece.text) for line in self.lines or () for run in line for piece in run.pieces)
        return next((size for most, size in _SIZES if length <= most), "smallest")


def _sentence(part: str) -> str:
    return f"{part[:1].upper()}{part[1:]}{'' if part.endswith('.') else '.'}"


def build_face(card: Card, lines: tuple[Line, ...] | None = None, said: str = "") -> CardFace:
    """The face of a card, with its text where that is at hand."""
    drawn = game_of(card.game).site.face
    teams: tuple[str, ...] | None = getattr(card, drawn.groups)
    # Whether a card without a team needn't say its type in the team's place: its name's line does, or none is due.
    says_type = "type" in drawn.under or card.type in drawn.grouped_types
    return CardFace(
        card=card,
        name=card.name,
        under=_under(card, drawn),
        monogram=monogram(card.name),
        looks=_looks(card, drawn),
        coins=tuple(_figures(card, drawn.corner).values()),
        figures=tuple(_figures(card, drawn.foot).values()),
        team=" / ".join(teams or ()),
        has_team_place=teams is None and card.type in (None, *drawn.grouped_types),
        strip=" / ".join(teams) if teams else "" if says_type else card.type or "",
        band=find_band(card.game, teams[0]) if teams else None,
        sides=card.alignments or (),
        icons=tuple(name for name, fact in _ICONS.items() if getattr(card, fact)),
        keywords=card.keywords,
        code=next((printing.code for printing in card.printings if printing.set_code), ""),
        foot=card.brand or card.universe or card.rarity or "",
        lines=lines,
        said=said,
        picture=find_picture(card),
        signs=list_domain_signs(card),
    )


def find_printing_code(card: Card) -> str:
    """The code of a card's first printing that has one; empty where none is recorded."""
    return next((each.code for each in card.printings if each.set_code and each.number), "")


def name_card(card: Card) -> str:
    """What pages call a card: its title, a legend's behind the champion that it shows."""
    return game_of(card.game).naming.page_title(card)


def find_band(game: str, team: str) -> int | None:
    """The number of a team's colour; None in a game whose teams have none."""
    return crc32(team.encode()) % _BANDS if game_of(game).site.face.has_bands else None


def monogram(name: str) -> str:
    """One or two capitals that stand for a name where a picture would be."""
    words = re.findall(r"[^\W_]+", name)
    letters = [word[0] for word in words if word.casefold() not in _SMALL_WORDS] or [word[0] for word in words]
    return "".join(letters[:1] + letters[1:][-1:]).upper()


def _under(card: Card, drawn: FaceLayout) -> str:
    """What stands under the name: identity and versions, or the level of a main character."""
    if "versions" in drawn.under and not card.versions_known:
        return "version not recorded"
    return drawn.under_joiner.join(filter(None, (_describe_foot(card, fact) for fact in drawn.under)))


def _describe_foot(card: Card, fact: str) -> str:
    value = getattr(card, fact)
    if fact == "versions":
        return VERSION_JOINER.join(value)
    return f"{_MARKS.get(fact, '')}{value}" if value else ""


def _looks(card: Card, drawn: FaceLayout) -> tuple[str, ...]:
    colours = getattr(card, drawn.ink_by)
    if colours in (None, ""):
        return ("untyped",)
    inks = [drawn.inks.get(each, "plain") for each in ((colours,) if isinstance(colours, str) else colours)]
    inks = inks or ["colorless"]  # recorded as having none
    double = ("double",) if card.type in drawn.double_types else ()
    return ("black" if card.is_concealed else inks[0], *(f"and-{ink}" for ink in inks[1:2]), *double)


def map_drawn_costs(card: Card) -> Mapping[str, FaceFigure]:
    """The costs of a card by their facts, in a game whose costs are drawn beside its domains; else none."""
    drawn = game_of(card.game).site.face
    return _figures(card, drawn.corner) if drawn.symbols else {}


def _figures(card: Card, places: Iterable[FigurePlace]) -> dict[str, FaceFigure]:
    """The figures of the corner or the foot, by their facts."""
    drawn: dict[str, FaceFigure] = {}
    for place in places:
        value = getattr(card, place.fact)
        is_recorded = place.is_on_others and value is not None and card.type not in place.never_on
        if place.fact not in drawn and (card.type in place.types or is_recorded):
            said = "" if value is None else "—" if value == COSTLESS else str(value)
            sign = find_power_sign(card) if place.is_counted else None
            drawn[place.fact] = FaceFigure(place.label, said, place.look, sign)
    return drawn


def build_faces_with_texts(cards: Sequence[Card], on: date) -> list[CardFace]:
    """The faces of cards, in their order, with the texts of a day; a query for each game among them."""
    texts: dict[Card, str] = {}
    for game in dict.fromkeys(card.game for card in cards):
        texts |= find_texts([card for card in cards if card.game == game], on)
    return [build_face(card, draw_small_text(texts[card], card.game) if card in texts else None) for card in cards]


def build_faces_by_slug(cards: Iterable[Card], on: date) -> dict[str, CardFace]:
    """The faces of cards of one game by their slugs; one query."""
    once = [*dict.fromkeys(cards)]
    return dict(zip((card.slug for card in once), build_faces_with_texts(once, on), strict=True))
