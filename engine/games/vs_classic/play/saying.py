"""What actions of the classic Vs. System say: who acts, with which card, on whom."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.vs_classic.play.facts import (
    AREA,
    COLUMN,
    CONCEALED,
    COUNT,
    FLAG,
    NAMES_OR_NONE,
    SIDE_CHOICE,
    TEXT,
    TEXTS,
    YOU,
)
from engine.play.facts import EMPTY, CardFacts, Choice, Either, Facts, ListOf, Maybe, Null, Number, Record, fact

ZONES = Choice(("hand", "resource-row", "deck", "ko-pile", "removed-from-game", "chain", "in-play"))
ROWS = Choice(("front", "support", "resource"))
FACE = Choice(("up", "down"))
CARD_TYPES = Choice(("character", "equipment", "plot twist", "location"))
NOTHING = "none"  #: a text that says there is none, like the empty one


@dataclass(frozen=True, slots=True, kw_only=True)
class Says(Facts):
    """What every action says: who acts."""

    by: str = fact(SIDE_CHOICE, default=YOU, label="by")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBase(CardFacts):
    """A card that is played, or discarded, with what is printed on it and granted to it."""

    id: str = fact(TEXT, default="")
    name: Maybe[str] = fact(TEXT, ask="What is the name of the card?", label="name")
    names: tuple[str, ...] = fact(TEXTS, default=())
    identity: str = fact(TEXT, default="")
    version: Maybe[str] = fact(TEXT, ask="Which version is the card?")
    versions_coexist: bool = fact(FLAG, default=False, label="other versions may stay in play")
    type: Maybe[str] = fact(CARD_TYPES, ask="Which type is the card?", label="type")
    affiliations: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Which affiliations does the card have?")
    cost: Maybe[int] = fact(COUNT, ask="What is the recruit cost of the card?", label="cost")
    costless: bool = fact(FLAG, default=False)
    reduction: int = fact(Number(), default=0, label="cost reduction")
    additional: int = fact(COUNT, default=0, label="additional resource points")
    additional_cost: str | None = fact(NAMES_OR_NONE, default=None, label="additional cost in words")
    boost: Maybe[int] = fact(COUNT, ask="What is the boost cost of the card?", label="boost")
    restriction: str | None = fact(NAMES_OR_NONE, default=None, label="play restriction")
    threshold: Maybe[int] = fact(COUNT, ask="What is the threshold cost of the card?", label="threshold")
    threshold_reduction: int = fact(Number(), default=0)
    loyalty: str = fact(Choice((NOTHING, "loyalty", "reveal", "dual")), default=NOTHING, label="loyalty")
    reservist: Maybe[bool] = fact(FLAG, ask="Is the card a reservist?", label="reservist")
    may_play_from: tuple[str, ...] = fact(ListOf(ZONES), default=(), label="other zones it may be played from")
    face: Maybe[str] = fact(FACE, ask="Is the card face up or face down?", label="face")
    controller: str | None = fact(Either((Null(), SIDE_CHOICE)), default=None)
    ongoing: bool = fact(FLAG, default=False)
    duration: str | None = fact(NAMES_OR_NONE, default=None, label="duration of the effect")
    targets: int = fact(COUNT, default=0, label="number of targets")
    army: bool = fact(FLAG, default=False)
    non_unique: bool = fact(FLAG, default=False)
    unique: bool = fact(FLAG, default=False)
    press: bool = fact(FLAG, default=False)
    atk: Maybe[int] = fact(Number(), ask="What is the ATK of the card?")
    def_: Maybe[int] = fact(Number(), ask="What is the DEF of the card?")
    flight: Maybe[bool] = fact(FLAG, ask="Does the card have flight?")
    range: Maybe[bool] = fact(FLAG, ask="Does the card have range?")
    invulnerability: bool = fact(FLAG, default=False)
    cosmic: bool = fact(FLAG, default=False)
    max_equipment: int = fact(COUNT, default=1)
    equip_only: str | None = fact(NAMES_OR_NONE, default=None, label="equip only to")
    equip_opposing: bool = fact(FLAG, default=False, label="equip only to an opposing character")


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterCard(CardBase):
    """A card that is recruited as a character: whether it is concealed decides where it enters play."""

    concealed: Maybe[bool | str] = fact(CONCEALED, ask="Is the card concealed?", label="concealed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(CardBase):
    """Any other card, which isn't concealed unless that is said."""

    concealed: bool | str = fact(CONCEALED, default=False, label="concealed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Facts):
    """Where a character goes."""

    row: Maybe[str] = fact(ROWS, ask="Into which row?", label="row")
    column: Maybe[int | str] = fact(COLUMN, ask="Into which column?", label="column")
    area: Maybe[str] = fact(AREA, ask="Into the visible or the hidden area?", label="area")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationMove(Facts):
    """A character that moves in a formation step; it stays in its area unless that is said."""

    id: str = fact(TEXT, default="")
    row: Maybe[str] = fact(ROWS, ask="Into which row does {it} move?", label="row")
    column: Maybe[int | str] = fact(COLUMN, ask="Into which column does {it} move?", label="column")
    area: str | None = fact(Either((Null(), AREA)), default=None, label="area")


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Facts):
    """The card that is revealed for loyalty."""

    type: Maybe[str] = fact(CARD_TYPES, ask="Which type is the revealed card?", label="type")
    zone: Maybe[str] = fact(ZONES, ask="Where is the revealed card?", label="zone")
    affiliations: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Which affiliations does the revealed card have?")
    is_recruited: bool = fact(FLAG, default=False, label="the recruited card itself")


@dataclass(frozen=True, slots=True, kw_only=True)
class Power(Facts):
    """A payment power: what it costs and when it may be used."""

    keyword: str = fact(Choice((NOTHING, "evasion")), default=NOTHING)
    activate: bool = fact(FLAG, default=False, label="activate")
    pay_endurance: int = fact(COUNT, default=0, label="endurance to pay")
    pay_points: int = fact(COUNT, default=0, label="resource points to pay")
    pay_atk: int = fact(COUNT, default=0, label="ATK to pay")
    pay_def: int = fact(COUNT, default=0, label="DEF to pay")
    other_cost: str | None = fact(NAMES_OR_NONE, default=None, label="other cost in words")
    limit: int | None = fact(Either((Null(), COUNT)), default=None, label="uses allowed")
    cosmic: bool = fact(FLAG, default=False, label="cosmic")
    duration: str | None = fact(NAMES_OR_NONE, default=None, label="duration")
    targets: int = fact(COUNT, default=0, label="number of targets")
    restriction: str | None = fact(NAMES_OR_NONE, default=None, label="restriction")


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing(Says):
    """What actions with a card from somewhere have in common."""

    from_: Maybe[str] = fact(ZONES, ask="Where does the card come from?", label="from")
    restriction_met: Maybe[bool] = fact(FLAG, ask="Is the restriction on the card met?")
    additional_cost_payable: Maybe[bool] = fact(FLAG, ask="Can the additional cost be paid?")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildSays(Says):
    """Building a resource."""

    from_: Maybe[str] = fact(ZONES, ask="Where does the card come from?", label="from")
    face: str = fact(FACE, default="down", label="face")
    card: Card = fact(Record(Card), default=EMPTY)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecruitSays(Playing):
    """Recruiting a character."""

    card: CharacterCard = fact(Record(CharacterCard), default=EMPTY)
    boost: int = fact(COUNT, default=0, label="boost paid")
    reveal: Maybe[Revealed | None] = fact(
        Either((Null(), Record(Revealed))), ask="Which character card is revealed?", label="revealed card"
    )
    place: Place | None = fact(Either((Null(), Record(Place))), default=None, label="place")


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipSays(Playing):
    """Recruiting an equipment."""

    card: Card = fact(Record(Card), default=EMPTY)
    target: Maybe[str | None] = fact(NAMES_OR_NONE, ask="Which character does it equip?", label="target")
    equip_only_met: Maybe[bool] = fact(FLAG, ask="Does the character meet what the equipment asks?")


@dataclass(frozen=True, slots=True, kw_only=True)
class TwistSays(Playing):
    """Playing a plot twist."""

    card: Card = fact(Record(Card), default=EMPTY)
    boost: int = fact(COUNT, default=0, label="boost paid")
    targets: tuple[str, ...] = fact(TEXTS, default=(), label="targets")
    legal_targets: Maybe[int] = fact(COUNT, ask="How many legal targets are there?")


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipSays(Playing):
    """Flipping a location."""

    card: Card = fact(Record(Card), default=EMPTY)


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealSays(Says):
    """Revealing a face-down resource."""

    card: Card = fact(Record(Card), default=EMPTY)
    from_: Maybe[str] = fact(ZONES, ask="Where is the card?", label="from")


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSays(Says):
    """Using a payment power. What no list of the position holds is described here."""

    source: Maybe[str] = fact(TEXT, ask="Whose power is it?", label="source")
    power: Power = fact(Record(Power), default=EMPTY)
    source_type: str = fact(Choice(("character", "location", "equipment")), default="character")
    source_controller: str | None = fact(Either((Null(), SIDE_CHOICE)), default=None)
    source_face: Maybe[str] = fact(FACE, ask="Is the source face up or face down?")
    source_ready: Maybe[bool] = fact(FLAG, ask="Is the source ready?")
    equipped_to: Maybe[str] = fact(TEXT, ask="Which character has the equipment?")
    used: Maybe[int] = fact(COUNT, ask="How often was the power used?")
    other_cost_payable: Maybe[bool] = fact(FLAG, ask="Can everything in the cost be done?")
    restriction_met: Maybe[bool] = fact(FLAG, ask="Is the restriction of the power met?")
    targets: tuple[str, ...] = fact(TEXTS, default=(), label="targets")
    legal_targets: Maybe[int] = fact(COUNT, ask="How many legal targets are there?")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteSays(Says):
    """Substituting a card in hand for a character."""

    card: CharacterCard = fact(Record(CharacterCard), default=EMPTY)
    from_: Maybe[str] = fact(ZONES, ask="Where does the card come from?", label="from")
    remove: Maybe[str] = fact(TEXT, ask="Which character is removed from the game?", label="removed")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSays(Says):
    """Changing the formation."""

    moves: Maybe[tuple[FormationMove, ...]] = fact(ListOf(Record(FormationMove)), ask="Who moves where?", label="moves")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackSays(Says):
    """Proposing an attack on a character, or on a player by the side's name."""

    attackers: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Who attacks?", label="attackers")
    defender: Maybe[str] = fact(TEXT, ask="Who is attacked?", label="defender")


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerUpSays(Says):
    """Powering up an attacker or defender."""

    target: Maybe[str] = fact(TEXT, ask="Which character becomes powered-up?", label="target")
    card: Card = fact(Record(Card), default=EMPTY)
    from_: Maybe[str] = fact(ZONES, ask="Where is the discarded card?", label="from")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinforceSays(Says):
    """Reinforcing a defender with a character behind or beside it."""

    defender: Maybe[str] = fact(TEXT, ask="Which defender is reinforced?", label="defender")
    with_: Maybe[str] = fact(TEXT, ask="Which character reinforces?", label="with")


@dataclass(frozen=True, slots=True, kw_only=True)
class PassSays(Says):
    """Passing priority."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverSays(Says):
    """Recovering a character in the wrap-up, or none."""

    character: Maybe[str | None] = fact(NAMES_OR_NONE, ask="Which character recovers?", label="character")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepSays(Says):
    """Keeping a character through the wrap-up."""

    character: Maybe[str] = fact(TEXT, ask="Which character stays?", label="character")
    recover: Maybe[str | None] = fact(NAMES_OR_NONE, ask="Which character recovers?", label="recovered")


@dataclass(frozen=True, slots=True, kw_only=True)
class MulliganSays(Says):
    """Taking a mulligan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSays(Says):
    """The start of an attack substep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcludeSays(Says):
    """The conclusion of an attack."""

    strike: str = fact(
        TEXT,
        default="",
        ask="Which attacker does the defender strike?",
        label="attacker that the defender strikes; unless said, the only one",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StunSays(Says):
    """A character becomes stunned."""

    character: Maybe[str] = fact(TEXT, ask="Which character would be stunned?", label="character")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recoveries(Facts):
    """Whom each side recovers."""

    you: str | None = fact(
        NAMES_OR_NONE,
        default="",
        ask="Which of your characters recovers?",
        label="your character that recovers (null: nobody); needs saying only where one could",
    )
    opponent: str | None = fact(
        NAMES_OR_NONE,
        default="",
        ask="Which of the opponent’s characters recovers?",
        label="the opponent’s character that recovers (null: nobody); needs saying only where one could",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WrapUpSays(Says):
    """The wrap-up of a turn."""

    recover: Recoveries = fact(Record(Recoveries), default=EMPTY)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSays(Says):
    """Something that begins: the game, a draw phase, a recruit step."""

    what: Maybe[str] = fact(Choice(("game", "draw", "recruit")), ask="What begins?", label="what")
