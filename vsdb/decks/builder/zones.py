"""A deck under construction laid out: its sections, and within them its cards by type, cost or team."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from engine.decklists.default_sections import list_shown_sections
from engine.decklists.sections import section_title
from engine.model.cards import Card
from engine.model.decks import READ, SIDEBOARD, Deck, DeckEntry
from engine.model.games import Step, game_of
from vsdb.catalog.cards.faces import CardFace, build_face
from vsdb.check.verdict_page import LineRemark
from vsdb.decks.builder.changes import ADD, CHOOSE, DROP, MOVE, REMOVE, SET, BuilderChange

TYPE, COST, TEAM = "type", "cost", "team"
WAYS: Mapping[str, str] = {TYPE: "Type", COST: "Cost", TEAM: "Team"}

_NOT_RECORDED = "Not recorded"


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
    """A section of the deck; `step` is what to do first where nothing stands in it."""

    section: str
    title: str
    count: int
    groups: tuple[ZoneGroup, ...]
    open_lines: tuple[OpenLine, ...]
    step: Step | None = None

    @property
    def key(self) -> str:
        """The section as part of an id."""
        return slugify(self.section)


@dataclass(frozen=True, slots=True)
class CardPick(_Counted):
    """A card to choose, and how many of it the deck has; `copies` is how many of a card the format allows."""

    held: int
    copies: int | None

    @property
    def most(self) -> int | None:
        """How many of it a deck can have, where that is several and the same for every deck."""
        card = self.card
        game = game_of(card.game)
        limit = game.copies.own_limit(card) or self.copies
        return None if card.type in game.building.single_types or limit == 1 else limit

    @property
    def all_of_it(self) -> str:
        """The change that makes it as many as are allowed."""
        return BuilderChange(SET, self.card.slug, count=self.most or 0).words


def build_zones(
    deck: Deck, by: str, *, remarks: Mapping[Card, Sequence[LineRemark]], notes: Mapping[str, str], has_sideboard: bool
) -> tuple[Zone, ...]:
    """The sections to show, in their order."""
    names = list_shown_sections(deck)
    goals = dict.fromkeys((*names, *((SIDEBOARD,) if has_sideboard else ())))
    return tuple(_zone(deck, name, by, remarks, notes, tuple(goals)) for name in names)


def _zone(
    deck: Deck,
    section: str,
    by: str,
    remarks: Mapping[Card, Sequence[LineRemark]],
    notes: Mapping[str, str],
    goals: Sequence[str],
) -> Zone:
    building = game_of(deck.game).building
    lines = [
        BuiltLine(
            face=build_face(card),
            section=section,
            count=count,
            key=f"{slugify(section)}--{card.slug}",
            remarks=tuple(remarks.get(card, ())),
            note=notes.get(card.slug, ""),
            goals=tuple(
                (section_title(goal), BuilderChange(MOVE, card.slug, section, goal, 1).words)
                for goal in goals
                if goal != section and (card.type is None or building.may_move(card, goal))
            ),
        )
        for card, count in deck.read(section)
    ]
    return Zone(
        section=section,
        title=section_title(section),
        count=deck.size(section),
        groups=tuple(_groups(lines, by)),
        open_lines=tuple(_open(entry) for entry in deck.sections.get(section, ()) if entry.state != READ),
        step=None if section in deck.sections else building.first_step(deck, section),
    )


def _groups(lines: Iterable[BuiltLine], by: str) -> Iterable[ZoneGroup]:
    """The lines under what they have in common, by cost and title within."""
    said = _SAID[by]
    found: dict[tuple[object, str], list[BuiltLine]] = {}
    for line in lines:
        found.setdefault(said(line.card), []).append(line)
    for (_, title), held in sorted(found.items(), key=lambda each: each[0]):
        held.sort(key=lambda line: (*_number(_cost(line.card)), line.card.title))
        yield ZoneGroup(title, sum(line.count for line in held), tuple(held))


def _by_type(card: Card) -> tuple[object, str]:
    kind = card.type or ""
    types = game_of(card.game).building.types
    place = types.index(kind) if kind in types else len(types)
    return place, kind or f"Type {_NOT_RECORDED.lower()}"


def _by_cost(card: Card) -> tuple[object, str]:
    cost = _cost(card)
    if cost is None:
        return (1, 0), "No cost recorded"
    return _number(cost), f"Cost {cost}"


def _by_team(card: Card) -> tuple[object, str]:
    teams = getattr(card, game_of(card.game).site.face.groups)
    if teams is None:
        return (2, ""), f"Team {_NOT_RECORDED.lower()}"
    return ((0, " / ".join(teams)), " / ".join(teams)) if teams else ((1, ""), "No team")


_SAID: Mapping[str, Callable[[Card], tuple[object, str]]] = {TYPE: _by_type, COST: _by_cost, TEAM: _by_team}


def _cost(card: Card) -> int | str | None:
    return next((figure for figure in (card.energy, card.cost, card.level) if figure is not None), None)


def _number(cost: int | str | None) -> tuple[int, int]:
    """What costs are ordered by: numbers first, then those that are none."""
    return (0, cost) if isinstance(cost, int) else (1, 0)


def _open(entry: DeckEntry) -> OpenLine:
    choices = ((card, BuilderChange(CHOOSE, card.slug, line=entry.line).words) for card in entry.candidates)
    return OpenLine(entry, BuilderChange(DROP, line=entry.line).words, tuple(choices))
