"""What a position of the classic Vs. System holds: the turn, both sides, their characters and locations."""

from __future__ import annotations

from dataclasses import dataclass

from engine.play.facts import (
    EMPTY,
    CardFacts,
    Choice,
    Either,
    Facts,
    Flag,
    ListOf,
    Maybe,
    Null,
    Number,
    PlayInputError,
    Record,
    Text,
    fact,
    quote,
)
from engine.play.truth import Unknown

YOU = "you"
OPPONENT = "opponent"
NOBODY = "none"
SIDES = (YOU, OPPONENT)
PHASES = ("setup", "draw", "build", "combat", "recovery")
#: The phase in which each step stands (402.1 and 406.1).
PHASE_OF = {"resource": "build", "recruit": "build", "formation": "build", "attack": "combat"}
DIVIDER = "divider"  #: the column between the visible and the hidden area (213.5c)
VISIBLE = "visible"
HIDDEN = "hidden"
CHARACTER = "character"
OPTIONAL = "optional"  #: concealed—optional: either area

FLAG = Flag()
TEXT = Text()
COUNT = Number(least=0)
TEXTS = ListOf(TEXT)
NAMES_OR_NONE = Either((Null(), TEXT))
COLUMN = Either((Number(), Choice((DIVIDER,))))
SIDE_CHOICE = Choice(SIDES)
SIDE_OR_NONE = Choice((*SIDES, NOBODY))
AREA = Choice((VISIBLE, HIDDEN))
CONCEALED = Either((FLAG, Choice((OPTIONAL,))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipment(Facts):
    """An equipment that is attached to a character."""

    id: str = fact(TEXT, default="")
    name: str = fact(TEXT, default="", label="name")
    unique: bool = fact(FLAG, default=False, ask="Is {it} unique?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(CardFacts):
    """A character in play, or another object that somebody takes for one."""

    id: str = fact(TEXT, default="")
    name: Maybe[str] = fact(TEXT, ask="What is the name of {it}?", label="name")
    names: tuple[str, ...] = fact(TEXTS, default=(), label="names, where it has several")
    identity: str = fact(TEXT, default="", label="identity, which names no character")
    version: Maybe[str] = fact(TEXT, ask="Which version is {it}?", label="version")
    affiliations: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Which affiliations does {it} have?")
    all_affiliations: bool = fact(FLAG, default=False, ask="Does {it} count as having all affiliations?")
    cost: Maybe[int] = fact(COUNT, ask="What is the recruit cost of {it}?", label="cost")
    costless: bool = fact(FLAG, default=False, ask="Does {it} have no recruit cost at all?")
    atk: Maybe[int] = fact(Number(), ask="What is the ATK of {it}?", label="ATK")
    def_: Maybe[int] = fact(Number(), ask="What is the DEF of {it}?", label="DEF")
    power_ups: int = fact(COUNT, default=0, label="power-ups this attack")
    row: Maybe[str] = fact(Choice(("front", "support", "resource")), ask="In which row is {it}?", label="row")
    column: Maybe[int | str] = fact(COLUMN, ask="In which column is {it}?", label="column")
    area: str = fact(AREA, default=VISIBLE, ask="Is {it} visible or hidden?", label="area")
    ready: Maybe[bool] = fact(FLAG, ask="Is {it} ready?", label="ready")
    stunned: Maybe[bool] = fact(FLAG, ask="Is {it} stunned?", label="stunned")
    flight: Maybe[bool] = fact(FLAG, ask="Does {it} have flight?", label="flight")
    range: Maybe[bool] = fact(FLAG, ask="Does {it} have range?", label="range")
    protected: bool | None = fact(Either((Null(), FLAG)), default=None, label="protected, where a card says so")
    equipment: Maybe[tuple[Equipment | str, ...]] = fact(
        ListOf(Either((TEXT, Record(Equipment)))), ask="Which equipment does {it} have?", label="equipment"
    )
    max_equipment: int = fact(COUNT, default=1, label="equipment allowed")
    cosmic_counter: Maybe[bool] = fact(FLAG, ask="Does {it} have a cosmic counter?")
    type: str = fact(Choice((CHARACTER, "equipment", "location", "plot twist", "resource")), default=CHARACTER)
    army: bool = fact(FLAG, default=False)
    non_unique: bool = fact(FLAG, default=False)
    invulnerability: bool = fact(FLAG, default=False)
    reinforcement: bool = fact(FLAG, default=False, label="has reinforcement this attack")
    must_attack: bool | str = fact(Either((FLAG, TEXT)), default=False, label="must attack, or whom")
    attacked_this_turn: bool = fact(FLAG, default=False)
    recruited_this_turn: bool = fact(FLAG, default=False)
    removed_from_attack: bool = fact(FLAG, default=False)
    can_attack_protected: bool = fact(FLAG, default=False)
    can_attack_hidden: bool = fact(FLAG, default=False)
    cannot_attack: bool = fact(FLAG, default=False)
    cannot_be_attacked: bool = fact(FLAG, default=False)
    cannot_be_koed: bool = fact(FLAG, default=False)
    cannot_be_stunned: bool = fact(FLAG, default=False)
    cannot_cause_breakthrough: bool = fact(FLAG, default=False)
    cannot_power_up: bool = fact(FLAG, default=False)
    cannot_ready: bool = fact(FLAG, default=False)
    cannot_recover: bool = fact(FLAG, default=False)
    cannot_reinforce: bool = fact(FLAG, default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Location(CardFacts):
    """A face-up location in a resource row."""

    id: str = fact(TEXT, default="")
    name: str = fact(TEXT, default="", label="name")
    non_unique: bool = fact(FLAG, default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Side(Facts):
    """A player and what they have."""

    characters: Maybe[tuple[Character, ...]] = fact(
        ListOf(Record(Character)), ask="Which characters does this side have?", label="characters"
    )
    locations: Maybe[tuple[Location, ...]] = fact(
        ListOf(Record(Location)), ask="Which face-up locations does this side have?", label="locations"
    )
    resources: Maybe[int] = fact(COUNT, ask="How many resources does this side have?", label="resources")
    resource_points: Maybe[int] = fact(COUNT, ask="How many resource points are left?", label="resource points")
    spent: Maybe[int] = fact(COUNT, ask="How many resource points were spent?", label="resource points spent")
    press: int = fact(COUNT, default=0, label="press discount of the next character")
    endurance: Maybe[int] = fact(Number(), ask="How much endurance does this side have?", label="endurance")
    deck: Maybe[int] = fact(COUNT, ask="How many cards are in the deck?", label="cards in the deck")
    hand: Maybe[int] = fact(COUNT, ask="How many cards are in hand?", label="cards in hand")
    resources_built: int = fact(COUNT, default=0)
    mulligans: int = fact(COUNT, default=0)
    recovered: int = fact(COUNT, default=0)
    cannot_be_attacked: bool = fact(FLAG, default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Facts):
    """An attack that is proposed, or whose substep is running."""

    stage: Maybe[str] = fact(Choice(("proposed", "substep")), ask="Is the attack proposed, or in its substep?")
    by: Maybe[str] = fact(SIDE_CHOICE, ask="Who attacks?")
    attackers: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Who are the attackers?")
    defender: Maybe[str] = fact(TEXT, ask="Who is attacked?")
    team: bool | None = fact(Either((Null(), FLAG)), default=None, label="team attack")
    team_breakthrough: bool = fact(FLAG, default=False)
    order: Maybe[tuple[str, ...]] = fact(TEXTS, ask="In which order is the attackers’ ATK applied?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Facts):
    """When it is."""

    phase: Maybe[str] = fact(Choice(PHASES), ask="Which phase is it?", label="phase")
    step: Maybe[str] = fact(Choice((*PHASE_OF, "none")), ask="Which step of the phase is it?", label="step")
    active: Maybe[str] = fact(SIDE_OR_NONE, ask="Whose step is it?", label="whose step")
    initiative: Maybe[str] = fact(SIDE_OR_NONE, ask="Who has the initiative?", label="initiative")
    initiative_decided: Maybe[bool] = fact(FLAG, ask="Has the initiative player decided on a mulligan?")
    priority: Maybe[str] = fact(SIDE_OR_NONE, ask="Who has priority?", label="priority")
    chain: Maybe[tuple[str, ...]] = fact(TEXTS, ask="What is on the chain?", label="chain")
    opening: Maybe[bool] = fact(FLAG, ask="Is this the start of the step, before anybody had priority?")
    wrap_up: Maybe[bool] = fact(FLAG, ask="Is this the wrap-up?", label="wrap-up")
    passed: Maybe[int] = fact(COUNT, ask="How many players passed just before?", label="passes just before")
    attack: Maybe[Attack | None] = fact(Either((Null(), Record(Attack))), ask="Is an attack under way?")
    number: int = fact(COUNT, default=0, label="turn number")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Facts):
    """What the players know of a game."""

    turn: Turn = fact(Record(Turn), default=EMPTY)
    you: Side = fact(Record(Side), default=EMPTY)
    opponent: Side = fact(Record(Side), default=EMPTY)

    def __post_init__(self) -> None:
        """Refuse an id that characters of both sides have: an action couldn't name either."""
        if isinstance(self.you.characters, Unknown) or isinstance(self.opponent.characters, Unknown):
            return
        mine = {each.id for each in self.you.characters if each.id}
        twice = next((each.id for each in self.opponent.characters if each.id in mine), None)
        if twice is not None:
            raise PlayInputError("opponent.characters", f"the id {quote(twice)} is given twice")
