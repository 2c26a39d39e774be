"""What a position of the 2PCG can hold."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

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
    TableOf,
    Text,
    fact,
    quote,
)
from engine.play.truth import Unknown

YOU, OPPONENT = "you", "opponent"
SIDES = (YOU, OPPONENT)
SIDE_CHOICE = Choice(SIDES)
FLAG, TEXT, COUNT, FIGURE = Flag(), Text(), Number(0), Number()
TEXTS = ListOf(TEXT)
OPTIONAL_TEXTS = Either((Null(), TEXTS))
FACE_UP, STUNNED, HIDDEN = "face-up", "stunned", "hidden"
FRONT, BACK = "front", "back"
NO_COMBAT, DURING, RESOLUTION = "no-combat", "during-combat", "combat-resolution"
PHASES = ("setup", "draw", "recovery", "build", "main")
PHASE_OF = {
    "opening-hand": "setup",
    "resource": "build",
    "recruit": "build",
    "formation": "build",
    NO_COMBAT: "main",
    "combat-declaration": "main",
    DURING: "main",
    RESOLUTION: "main",
    "combat-clean-up": "main",
}
MODES = ("standard", "free-for-all", "2v2", "2-headed", "boss-battle", "boss-vs-boss", "leviathon-invasion")
CARD_TYPES = ("supporting", "equipment", "plot-twist", "location", "main")
TIMINGS = ("build", "main", "combat", "reaction")


_PLACES = ("hand", "deck", "ko-pile", "play", "resolving", "level-up", "level-up-zone", "out-of-game")
_ROWS = (FRONT, BACK, "resource", "resources", "resource-row", "atlantis")


@dataclass(frozen=True, slots=True)
class Place(Text):
    """A place by its name, in whatever case; one that is nearly a known name is refused."""

    known: tuple[str, ...] = ()

    def read(self, raw: Any, path: str) -> str:
        said = Text().read(raw, path)
        place = "-".join(said.casefold().split())
        near = get_close_matches(place, self.known, n=3, cutoff=0.75)
        if near and place not in self.known:
            raise PlayInputError(path, f"{quote(raw)} isn’t one of {', '.join(self.known)}", tuple(near))
        return place

    def describe(self) -> dict[str, Any]:
        return {"type": "text"}


PLACE, ROW = Place(_PLACES), Place(_ROWS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier(Facts):
    """A change of ATK or DEF, or a switch of both."""

    atk: int = fact(FIGURE, default=0)
    def_: int = fact(FIGURE, default=0)
    switch: bool = fact(FLAG, default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(CardFacts):
    """A character or a Machine in play. Keywords that aren't said are asked for where they would help."""

    id: str = fact(TEXT, default="")
    type: str = fact(Choice(("character", "machine")), default="character")
    name: Maybe[str] = fact(TEXT, ask="What is the name of {it}?", label="name")
    aka: tuple[str, ...] = fact(TEXTS, default=(), label="other names")
    state: Maybe[str] = fact(Choice((FACE_UP, STUNNED, HIDDEN)), ask="Is {it} face-up, stunned or hidden?")
    ready: Maybe[bool] = fact(FLAG, ask="Is {it} ready?", label="ready")
    row: Maybe[str] = fact(Choice((FRONT, BACK)), ask="In which row is {it}?", label="row")
    flight: Maybe[bool] = fact(FLAG, ask="Does {it} have Flight?", label="Flight")
    range: Maybe[bool] = fact(FLAG, ask="Does {it} have Range?", label="Range")
    main: Maybe[bool] = fact(FLAG, ask="Is {it} a main character?", label="main character")
    teams: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Which teams does {it} belong to?", label="teams")
    keywords: tuple[str, ...] | None = fact(OPTIONAL_TEXTS, default=None, ask="Which keywords does {it} have?")
    multi_defender: Maybe[bool] = fact(FLAG, ask="May {it} attack several defenders at once?")
    moved_by_mobile: Maybe[bool] = fact(FLAG, ask="Has {it} moved by Mobile this turn?")
    atk: Maybe[int] = fact(FIGURE, ask="What is the ATK of {it}?", label="ATK")
    def_: Maybe[int] = fact(FIGURE, ask="What is the DEF of {it}?", label="DEF")
    base_atk: Maybe[int] = fact(FIGURE, ask="What is the printed ATK of {it}?")
    base_def: Maybe[int] = fact(FIGURE, ask="What is the printed DEF of {it}?")
    counters: tuple[tuple[str, int], ...] = fact(TableOf(COUNT), default=())
    modifiers: tuple[Modifier, ...] = fact(ListOf(Record(Modifier)), default=())
    wounds: Maybe[int] = fact(COUNT, ask="How many wounds does {it} have?", label="wounds")
    health: Maybe[int] = fact(COUNT, ask="What is the health of {it}?", label="health")
    vitality: int = fact(COUNT, default=0, label="vitality counters")
    xp: Maybe[int] = fact(COUNT, ask="How many XP counters does {it} have?", label="XP")
    level_up: Maybe[int] = fact(COUNT, ask="How many XP does {it} need to level up?")
    level: Maybe[int] = fact(COUNT, ask="Which level is {it}?", label="level")
    set: Maybe[str] = fact(TEXT, ask="Which set is {it} from?", label="set")
    equipment: tuple[str, ...] = fact(TEXTS, default=(), label="equipment")
    frozen: bool = fact(FLAG, default=False)
    no_wound: bool = fact(FLAG, default=False)
    may_attack: bool = fact(FLAG, default=False, label="may attack or be attacked face-down")
    bound: bool = fact(FLAG, default=False, label="an additional main character by Bind")
    good: Maybe[bool] = fact(FLAG, ask="Is {it} Good?")
    owner: str | None = fact(Either((Null(), SIDE_CHOICE)), default=None)
    appeared_this_turn: bool = fact(FLAG, default=False)
    powered_up: bool = fact(FLAG, default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource(CardFacts):
    """A card in the resource row."""

    id: str = fact(TEXT, default="")
    name: Maybe[str] = fact(TEXT, ask="What is the name of {it}?")
    face: Maybe[str] = fact(Choice(("up", "down")), ask="Is {it} face up?", label="face")
    ready: bool = fact(FLAG, default=True)
    symbols: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Which power symbols does {it} make?", label="symbols")
    team: str | None = fact(Either((Null(), TEXT)), default=None, label="team of a special location")


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(CardFacts):
    """A card in hand, or one that somebody plays."""

    id: str = fact(TEXT, default="")
    name: Maybe[str] = fact(TEXT, ask="What is the card called?", label="name")
    aka: tuple[str, ...] = fact(TEXTS, default=())
    type: Maybe[str] = fact(Choice(CARD_TYPES), ask="Which type of card is it?", label="type")
    cost: Maybe[int] = fact(COUNT, ask="What does the card cost?", label="cost")
    teams: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Which team symbols does the card have?", label="teams")
    timing: Maybe[str] = fact(Choice(TIMINGS), ask="When can the card be played?", label="timing")
    any_turn: Maybe[bool] = fact(FLAG, ask="Does the card have the Any Turn symbol?")
    team_symbols: int = fact(Number(1, 3), default=1, label="number of team symbols")
    subtype: str | None = fact(Either((Null(), TEXT)), default=None)
    affects_any: bool = fact(FLAG, default=False)
    bond: Maybe[str | None] = fact(
        Either((Null(), TEXT)), ask="Whose powers can the card pay by Bond (null: nobody’s)?"
    )
    event_in_resolution: Maybe[bool] = fact(FLAG, ask="Does its own event happen in combat resolution?")
    keywords: tuple[str, ...] | None = fact(OPTIONAL_TEXTS, default=None, ask="Which keywords does the card have?")
    symbols: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Which power symbols does the card make?")
    team: str | None = fact(Either((Null(), TEXT)), default=None)
    level: Maybe[int] = fact(COUNT, ask="Which level is the card?")
    set: Maybe[str] = fact(TEXT, ask="Which set is the card from?")
    linked: Maybe[bool] = fact(FLAG, ask="Are the two cards linked by their art?")
    named_by_card: bool = fact(FLAG, default=False)
    condition_met: Maybe[bool] = fact(FLAG, ask="Is what the card’s Future Past demands there?")
    atk: Maybe[int] = fact(FIGURE, ask="What is the ATK of the card?")
    def_: Maybe[int] = fact(FIGURE, ask="What is the DEF of the card?")
    health: Maybe[int] = fact(COUNT, ask="What is the health of the card?")
    flight: Maybe[bool] = fact(FLAG, ask="Does the card have Flight?")
    range: Maybe[bool] = fact(FLAG, ask="Does the card have Range?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Side(Facts):
    """A player and what they have."""

    front: Maybe[tuple[Character, ...]] = fact(ListOf(Record(Character)), ask="Who is in this front row?")
    back: Maybe[tuple[Character, ...]] = fact(ListOf(Record(Character)), ask="Who is in this back row?")
    characters: tuple[Character, ...] = fact(ListOf(Record(Character)), default=())
    resources: Maybe[tuple[Resource, ...]] = fact(ListOf(Record(Resource)), ask="What is in this resource row?")
    hand: Maybe[tuple[Card, ...]] = fact(ListOf(Record(Card)), ask="Which cards in hand could pay?")
    main_character: Maybe[str] = fact(TEXT, ask="What is this main character called?")
    level_up_zone: Maybe[tuple[Card, ...]] = fact(ListOf(Record(Card)), ask="What is in this level-up zone?")
    main_characters_left: Maybe[int] = fact(COUNT, ask="How many of their own main characters are left?")
    main_characters_available: Maybe[int] = fact(
        COUNT, ask="How many of their own main characters are neither KO’d, nor in the deck, nor on an enemy side?"
    )
    main_wounds: Maybe[int] = fact(COUNT, ask="How many wounds are on this player’s main characters?")
    deck_size: Maybe[int] = fact(COUNT, ask="How many cards are in this deck?")
    mulligans: Maybe[int] = fact(COUNT, ask="How many mulligans has this player taken?")
    hand_kept: Maybe[bool] = fact(FLAG, ask="Has this player kept a hand?")
    starting_main_characters: int = fact(COUNT, default=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat(Facts):
    """A combat under way."""

    attackers: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Who attacks?")
    defenders: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Who defends?")
    last: Maybe[str] = fact(Choice(("pass", "action", "none")), ask="What happened last in this combat?")
    passes: int | None = fact(
        Either((Null(), Number(0, 2))),
        default=None,
        ask="How many players have passed in a row?",
        label="passes in a row; while players act, unless said, not both have passed",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Facts):
    """When it is."""

    active: Maybe[str] = fact(SIDE_CHOICE, ask="Whose turn is it?", label="whose turn")
    phase: Maybe[str] = fact(Choice(PHASES), ask="Which phase is it?", label="phase")
    step: Maybe[str] = fact(Choice(tuple(PHASE_OF)), ask="Which step is it?", label="step")
    priority: Maybe[str] = fact(SIDE_CHOICE, ask="Whose chance to act is it?", label="chance to act")
    first_player: Maybe[str] = fact(SIDE_CHOICE, ask="Who is the first player?")
    number: Maybe[int] = fact(COUNT, ask="Which turn of the game is it, counted over all players?")
    drawn: Maybe[bool] = fact(FLAG, ask="Were this turn’s cards drawn already?")
    resource_played: Maybe[bool] = fact(FLAG, ask="Was a resource played this turn?")
    recruit_points_left: Maybe[int] = fact(COUNT, ask="How many recruit points are left?")
    recruit_points_bonus: int = fact(COUNT, default=0)
    recruit_points_spent: Maybe[int] = fact(COUNT, ask="How many recruit points were spent this turn?")
    super_powers_used: Maybe[tuple[tuple[str, ...], ...]] = fact(
        ListOf(TEXTS), ask="Which super powers were used this turn, and by whom?"
    )
    attack_possible: Maybe[bool] = fact(FLAG, ask="Can and will somebody still attack?")
    combat: Maybe[Combat] = fact(Record(Combat), ask="Which combat is under way?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Facts):
    """What the players know of a game."""

    mode: str = fact(Choice(MODES), default="standard", label="mode")
    turn: Turn = fact(Record(Turn), default=EMPTY)
    you: Side = fact(Record(Side), default=EMPTY)
    opponent: Side = fact(Record(Side), default=EMPTY)

    def __post_init__(self) -> None:
        """Refuse an id that two characters have: an action couldn't name either."""
        seen: set[str] = set()
        for side in (self.you, self.opponent):
            for row in (side.front, side.back, side.characters):
                for each in () if isinstance(row, Unknown) else row:
                    if each.id and each.id in seen:
                        place = each.path.removesuffix(f".{each.id}")
                        raise PlayInputError(place, f"the id {quote(each.id)} is given twice")
                    seen.add(each.id)
