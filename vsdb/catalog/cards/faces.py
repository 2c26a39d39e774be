"""What is drawn on a card's face: its facts in the places where a player looks for them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from zlib import crc32

from engine.model.cards import COSTLESS, RIFTBOUND, VS_2PCG, VS_CLASSIC, Card, Figure, Keyword
from vsdb.catalog.wordings.drawing import Line

#: Classic 205.1: the type gives the colour. The 2PCG follows suit.
_INKS = {
    "Character": "red",
    "Main Character": "red",
    "Supporting Character": "red",
    "Token (Supporting Character)": "red",
    "Plot Twist": "blue",
    "Location": "green",
    "Basic Location": "green",
    "Special Location": "green",
    "Equipment": "gray",
}
_FIGHTERS = ("Character", "Main Character", "Supporting Character", "Token (Supporting Character)", "Unit")
_RECRUITED = ("Character", "Equipment")
_PAID_IN_2PCG = ("Supporting Character", "Equipment")
_PAID_IN_RIFTBOUND = ("Unit", "Spell", "Gear")
_SMALL_WORDS = frozenset({"a", "an", "and", "of", "the", "in", "to", "for", "mr", "mrs", "ms", "dr", "vs"})
_BANDS = 12
#: Up to how many characters a text has letters of which size.
_SIZES = ((60, "large"), (140, "medium"), (260, "small"), (420, "smaller"))
_SMALLEST = "smallest"


@dataclass(frozen=True, slots=True)
class Shown:
    """A figure in its place; `value` is empty where it isn't recorded."""

    label: str
    value: str
    look: str = ""

    @property
    def words(self) -> str:
        """The figure as it is read aloud."""
        if self.value == "—":
            return f"no {self.label}"
        return f"{self.label} {self.value}" if self.value else f"{self.label} not recorded"


@dataclass(frozen=True, slots=True)
class Face:
    """A card's face; `looks` are the names of its inks, `band` the number of its team's colour.

    `lines` are its text as it is drawn, None where no wording of it is loaded; `said` is the text as it is read aloud,
    where it is to be.
    """

    card: Card
    name: str
    under: str
    monogram: str
    looks: tuple[str, ...]
    coins: tuple[Shown, ...]
    figures: tuple[Shown, ...]
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
            self.team or ("team not recorded" if self.has_team_place else ""),
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
        return next((size for most, size in _SIZES if length <= most), _SMALLEST)


def _sentence(part: str) -> str:
    return f"{part[:1].upper()}{part[1:]}{'' if part.endswith('.') else '.'}"


def face(card: Card, lines: tuple[Line, ...] | None = None, said: str = "") -> Face:
    """The face of a card, with its text where that is at hand."""
    teams = card.domains if card.game == RIFTBOUND else card.teams
    return Face(
        card=card,
        name=card.name,
        under=_under(card),
        monogram=monogram(card.name),
        looks=_looks(card),
        coins=tuple(_coins(card)),
        figures=tuple(_figures(card)),
        team=" / ".join(teams or ()),
        has_team_place=teams is None and card.type in (None, *_FIGHTERS),
        strip=" / ".join(teams) if teams else _kind(card),
        band=crc32(teams[0].encode()) % _BANDS if card.game == VS_2PCG and teams else None,
        sides=card.alignments or (),
        icons=tuple(
            name
            for name, has_it in (
                ("flight", card.has_flight),
                ("range", card.has_range),
                ("concealed", card.is_concealed),
            )
            if has_it
        ),
        keywords=card.keywords,
        code=next((printing.code for printing in card.printings if printing.set_code), ""),
        foot=card.brand or card.universe or card.rarity or "",
        lines=lines,
        said=said,
    )


def monogram(name: str) -> str:
    """One or two capitals that stand for a name where a picture would be."""
    words = [word for word in re.findall(r"[^\W_]+", name) if word.casefold() not in _SMALL_WORDS]
    words = words or re.findall(r"[^\W_]+", name)
    letters = [word[0] for word in words]
    return "".join(letters[:1] + letters[-1:] if len(letters) > 1 else letters).upper()


def _under(card: Card) -> str:
    """What stands under the name: identity and versions, or the level of a main character."""
    if card.game == VS_CLASSIC:
        if not card.versions_known:
            return "version not recorded"
        versions = " ○ ".join(card.versions)
        return ", ".join(filter(None, (f"◊ {card.identity}" if card.identity else "", versions)))
    if card.game == RIFTBOUND:
        return " ".join(filter(None, (card.supertype, card.type)))
    level = f"Level {card.level}" if card.level else ""
    return ", ".join(filter(None, (card.type, level)))


def _kind(card: Card) -> str:
    """What a card without a team says in the team's place, where its name's line doesn't say it."""
    return card.type or "" if card.game == VS_CLASSIC and card.type not in _FIGHTERS else ""


def _looks(card: Card) -> tuple[str, ...]:
    if card.game == RIFTBOUND:
        domains = [domain.lower() for domain in card.domains or ()]
        return (domains[0], *(f"and-{domain}" for domain in domains[1:2])) if domains else ("untyped",)
    if not card.type:
        return ("untyped",)
    ink = "black" if card.is_concealed else _INKS.get(card.type, "plain")
    return (ink, "double") if card.type == "Main Character" else (ink,)


def _coins(card: Card) -> Iterable[Shown]:
    """The corner: recruit cost gold, threshold cost silver, level, energy with power below."""
    if card.game == VS_CLASSIC:
        if card.type in _RECRUITED:
            yield Shown("recruit cost", _figure(card.cost))
        elif card.type:
            yield Shown("threshold cost", _figure(card.cost), "silver")
        elif card.cost is not None:
            yield Shown("cost", _figure(card.cost))
    elif card.game == VS_2PCG:
        if card.type == "Main Character":
            yield Shown("level", _figure(card.level), "level")
        elif card.type in _PAID_IN_2PCG or card.cost is not None:
            yield Shown("cost", _figure(card.cost))
    else:
        if card.type in _PAID_IN_RIFTBOUND or card.energy is not None:
            yield Shown("energy", _figure(card.energy))
        if card.power is not None:
            yield Shown("power", _figure(card.power), "small")


def _figures(card: Card) -> Iterable[Shown]:
    """The foot: attack and defense, health or might."""
    if card.game == RIFTBOUND:
        if card.type == "Unit" or card.might is not None:
            yield Shown("might", _figure(card.might), "might")
        return
    is_fighter = card.type in _FIGHTERS
    if is_fighter or card.atk is not None:
        yield Shown("ATK", _figure(card.atk), "attack")
    if is_fighter or card.defense is not None:
        yield Shown("DEF", _figure(card.defense), "defense")
    if card.game == VS_2PCG and (is_fighter or card.health is not None):
        yield Shown("health", _figure(card.health), "health")


def _figure(value: Figure) -> str:
    return "" if value is None else "—" if value == COSTLESS else str(value)
