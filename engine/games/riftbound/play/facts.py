"""The facts of a Riftbound position: the turn with its chain, the board, the battlefields and the two sides."""

from __future__ import annotations

import re
from dataclasses import dataclass
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
    nearest,
    quote,
)

YOU, OPPONENT, NOBODY = "you", "opponent", "none"
SIDES = (YOU, OPPONENT)
BASE = "base"
ANY = "any"
ALL = "all"
DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order")
PHASES = ("awaken", "beginning", "channel", "draw", "main", "ending")
STATES = ("neutral-open", "neutral-closed", "showdown-open", "showdown-closed")
KINDS = ("spell", "ability", "unit", "gear")
CARD_TYPES = ("unit", "gear", "spell", "rune", "battlefield", "legend")

ENERGY = Number(0, 1000)
POWER = TableOf(Number(0, 1000), (*DOMAINS, ANY))

Power = tuple[tuple[str, int], ...]

#: The glossary of the core rules, of both editions (805-826; July 805-829).
KEYWORDS = (
    *("Accelerate", "Action", "Ambush", "Assault", "Backline", "Deathknell", "Deflect", "Empower", "Empowered"),
    *("Equip", "Flow", "Ganking", "Hidden", "Hunt", "Legion", "Level", "Quick-Draw", "Reaction", "Repeat"),
    *("Shield", "Tank", "Temporary", "Unique", "Vision", "Weaponmaster"),
)


def _fold(word: str) -> str:
    return re.sub("[^a-z]", "", word.lower())


_BY_LETTERS = {_fold(each): each for each in KEYWORDS}


def spell_keyword(word: str) -> str | None:
    """A keyword, perhaps with a number, as the glossary has it; None for another word."""
    numbered = re.search(r"\s+(\d{1,4})$", word)
    known = _BY_LETTERS.get(_fold(word[: numbered.start()] if numbered else word))
    return f"{known} {numbered[1]}" if known and numbered else known


@dataclass(frozen=True, slots=True)
class Keyword(Text):
    """A keyword, perhaps with a number, such as `Deflect 2`; however it is written, it is read as the glossary has it.

    Other words stay as they are, but for those that are nearly a keyword: they raise PlayInputError.
    """

    common = ("Action", "Reaction", "Accelerate", "Ambush", "Ganking", "Hidden", "Quick-Draw")

    def read(self, raw: Any, path: str) -> str:
        text = Text.read(self, raw, path).strip()
        known = spell_keyword(text)
        near = () if known else nearest(_fold(text), tuple(_BY_LETTERS), 0.75)
        if near:
            raise PlayInputError(path, f"{quote(raw)} isn’t a keyword", tuple(_BY_LETTERS[each] for each in near))
        return known or text


KEYWORDS_OF = ListOf(Keyword())


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(Facts):
    """An amount of energy and power."""

    energy: int = fact(ENERGY, default=0, label="energy")
    power: Power = fact(POWER, default=(), label="power by domain")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainItem(Facts):
    """An item on the chain."""

    id: str = fact(Text(), default="")
    kind: Maybe[str] = fact(Choice(KINDS), ask="Is {it} a spell, an ability, a unit or a gear?")
    controller: Maybe[str] = fact(Choice(SIDES), ask="Who controls {it}?")
    pending: bool = fact(Flag(), default=False, label="not finalized yet")
    targets: tuple[str, ...] = fact(ListOf(Text()), default=(), label="what it chose")
    adds: Any = fact(Either((Flag(), Record(Amount))), default=False, label="adds energy or power")
    untargeted_text: bool = fact(Flag(), default=False, label="does something without its targets, too")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Facts):
    """Whose turn it is, its phase and state."""

    active: Maybe[str] = fact(Choice(SIDES), ask="Whose turn is it?")
    phase: Maybe[str] = fact(Choice(PHASES), ask="Which phase is it?")
    number: Maybe[int] = fact(Number(0, 10_000), ask="Which turn is it? 0 is before the first.")
    showdown: Maybe[bool] = fact(Flag(), ask="Is a showdown in progress?")
    chain: Maybe[tuple[ChainItem, ...]] = fact(
        ListOf(Record(ChainItem)), ask="What is on the chain, oldest first? Nothing is an answer, too."
    )
    state: Maybe[str] = fact(Choice(STATES), ask="Which state is it?", label="state, instead of showdown and chain")
    priority: Maybe[str] = fact(Choice(SIDES), ask="Who has priority?")
    focus: Maybe[str] = fact(Choice(SIDES), ask="Who has focus?")
    showdown_at: str = fact(
        Text(),
        default="",
        ask="At which battlefield is the showdown?",
        label="battlefield of the showdown; unless said, the one where damage is dealt or control is gained",
    )
    resolving: bool = fact(Flag(), default=False, label="something resolves")
    tasks: bool = fact(Flag(), default=False, label="a cleanup or another task is owed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Permanent(CardFacts):
    """A unit or gear on the board."""

    id: str = fact(Text(), default="")
    name: str = fact(Text(), default="")
    type: Maybe[str] = fact(Choice(("unit", "gear", "legend")), ask="Is {it} a unit, a gear or a legend?")
    controller: Maybe[str] = fact(Choice(SIDES), ask="Who controls {it}?")
    location: Maybe[str] = fact(Text(), ask="Where is {it}: in the base, or at which battlefield?")
    ready: Maybe[bool] = fact(Flag(), ask="Is {it} ready?")
    might: Maybe[int] = fact(Number(-1000, 1000), ask="What is the might of {it}?")
    keywords: Maybe[tuple[str, ...]] = fact(KEYWORDS_OF, ask="Which keywords does {it} have?")
    cannot_be_chosen: bool = fact(Flag(), default=False, label="can’t be chosen")
    damage: int = fact(Number(0, 1000), default=0, label="damage on it")
    stunned: bool = fact(Flag(), default=False, label="stunned")
    prevents: int | str = fact(
        Either((Number(0, 1000), Choice((ALL,)))), default=0, label="damage that is prevented: a number, or all"
    )
    takes_no_damage: bool = fact(Flag(), default=False, label="can’t be dealt damage")
    attached_to: str = fact(Text(), default="", label="the unit that it is attached to")
    token: bool = fact(Flag(), default=False, label="a token")


@dataclass(frozen=True, slots=True, kw_only=True)
class Battlefield(Facts):
    """A battlefield and who controls it."""

    id: str = fact(Text(), default="")
    name: str = fact(Text(), default="")
    controller: Maybe[str] = fact(Choice((*SIDES, NOBODY)), ask="Who controls {it}?")
    facedown: Maybe[bool] = fact(Flag(), ask="Does a card lie face down at {it}?")
    contested_by: str | None = fact(
        Either((Choice((*SIDES, NOBODY)), Null())),
        default=None,
        ask="Whose units made {it} contested?",
        label="contested by; unless said, the side with units there that doesn’t control it",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rune(Facts):
    """A rune on the board."""

    id: str = fact(Text(), default="")
    domain: Maybe[str] = fact(Choice(DOMAINS), ask="Which domain does the rune have?")
    ready: Maybe[bool] = fact(Flag(), ask="Is the rune ready?")


@dataclass(frozen=True, slots=True, kw_only=True)
class AddAbility(Facts):
    """An ability that adds energy or power."""

    id: str = fact(Text(), default="")
    energy: int = fact(ENERGY, default=0)
    power: Power = fact(POWER, default=())
    reaction: Maybe[bool] = fact(Flag(), ask="Does the ability that adds have Reaction?")
    ready: bool = fact(Flag(), default=True, label="can be used")
    use_now: bool | None = fact(Either((Flag(), Null())), default=None, label="is used while paying")


@dataclass(frozen=True, slots=True, kw_only=True)
class Side(Facts):
    """What a player has to pay with, and the player's decks and points."""

    energy: Maybe[int] = fact(ENERGY, ask="How much energy can {it} pay?", label="energy")
    power: Maybe[Power] = fact(POWER, ask="How much power of each domain can {it} pay?", label="power by domain")
    runes: Maybe[tuple[Rune, ...]] = fact(ListOf(Record(Rune)), ask="Which runes does this side have?", label="runes")
    adds: tuple[AddAbility, ...] = fact(ListOf(Record(AddAbility)), default=(), label="abilities that add")
    rune_deck: int = fact(Number(0, 100), default=12, label="cards in the rune deck")
    mulligans: int = fact(Number(0, 10), default=0, label="mulligans taken")
    goes_second: bool = fact(Flag(), default=False, label="goes second")
    first_turn: bool = fact(Flag(), default=False, label="it is this player’s first turn")
    score: Maybe[int] = fact(Number(0, 1000), ask="How many points does this side have?", label="points")
    deck: Maybe[int] = fact(Number(0, 1000), ask="How many cards are in the main deck of {it}?", label="main deck")
    trash: Maybe[int] = fact(Number(0, 1000), ask="How many cards are in the trash of {it}?", label="trash")
    scored_here: tuple[str, ...] = fact(ListOf(Text()), default=(), label="battlefields scored this turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Facts):
    """A position of Riftbound."""

    turn: Turn = fact(Record(Turn), default=EMPTY, label="turn")
    board: Maybe[tuple[Permanent, ...]] = fact(ListOf(Record(Permanent)), ask="What is on the board?", label="board")
    battlefields: Maybe[tuple[Battlefield, ...]] = fact(
        ListOf(Record(Battlefield)), ask="Which battlefields are there, and who controls them?", label="battlefields"
    )
    you: Side = fact(Record(Side), default=EMPTY, label="you")
    opponent: Side = fact(Record(Side), default=EMPTY, label="opponent")
    victory_score: int = fact(Number(1, 100), default=8, label="points to win")
