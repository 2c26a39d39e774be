"""What the actions of Riftbound say: the card or ability, what is chosen, and what is paid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.games.riftbound.play.facts import (
    CARD_TYPES,
    DOMAINS,
    ENERGY,
    KEYWORDS_OF,
    POWER,
    SIDES,
    YOU,
    Amount,
    ChainItem,
    Power,
)
from engine.play.facts import (
    EMPTY,
    Choice,
    Either,
    Facts,
    Flag,
    ListOf,
    Maybe,
    Null,
    Number,
    Record,
    TableOf,
    Text,
    fact,
)

ZONES = ("hand", "champion", "facedown", "deck", "trash", "banishment", "board", "legend")
IGNORABLE = ("cost", "energy", "power")
TARGETS = ("unit", "gear", "permanent", "spell", "ability", "battlefield")
_TEXTS = ListOf(Text())
_AMOUNT = Either((Record(Amount), ENERGY))


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionFacts(Facts):
    """What every action says: who acts."""

    player: str = fact(Choice(SIDES), default=YOU, label="who acts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target(Facts):
    """What a card or ability has to choose."""

    what: str = fact(Choice(TARGETS), default="unit", label="kind")
    whose: str | None = fact(Choice(("friendly", "enemy")), default=None, label="whose")
    where: str | None = fact(Text(), default=None, label="where")
    count: int = fact(Number(0, 20), default=1, label="how many")
    up_to: bool = fact(Flag(), default=False, label="up to")
    might_min: int | None = fact(Number(), default=None, label="least might")
    might_max: int | None = fact(Number(), default=None, label="greatest might")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraCost(Facts):
    """An additional cost with its name."""

    id: str = fact(Text(), default="")
    energy: int = fact(ENERGY, default=0)
    power: Power = fact(POWER, default=())
    other: tuple[str, ...] = fact(_TEXTS, default=(), label="other costs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Discount(Facts):
    """A discount: of a component where `of` names one, else of the total; perhaps not below a minimum of its own."""

    energy: int = fact(ENERGY, default=0)
    power: Power = fact(POWER, default=())
    of: str = fact(Text(), default="", label="of which additional cost")
    min: Any = fact(_AMOUNT, default=0, label="not below")
    minimum: Any = fact(_AMOUNT, default=0, label="not below")


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Facts):
    """What cards and abilities share: choices, costs, keywords."""

    keywords: Maybe[tuple[str, ...]] = fact(KEYWORDS_OF, ask="Which keywords does it have?", label="keywords")
    target: Target | None = fact(Either((Record(Target), Null())), default=None, label="what it chooses")
    modes: tuple[str, ...] = fact(_TEXTS, default=(), label="modes")
    moves: bool = fact(Flag(), default=False, label="moves what it chooses")
    optional: tuple[ExtraCost, ...] = fact(ListOf(Record(ExtraCost)), default=(), label="optional costs")
    mandatory: tuple[ExtraCost, ...] = fact(ListOf(Record(ExtraCost)), default=(), label="mandatory costs")
    increases: tuple[ExtraCost, ...] = fact(ListOf(Record(ExtraCost)), default=(), label="increases")
    discounts: tuple[Discount, ...] = fact(ListOf(Record(Discount)), default=(), label="discounts")
    repeat: Maybe[ExtraCost | None] = fact(
        Either((Record(ExtraCost), Null())), ask="What does Repeat cost?", label="cost of Repeat"
    )
    ignore: str | None = fact(Either((Choice(IGNORABLE), Null())), default=None, label="ignores")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedCard(Played):
    """The card that is played."""

    slug: str = fact(Text(), default="", label="its slug in the card reference")
    id: str = fact(Text(), default="", label="its id on the board or chain")
    name: str = fact(Text(), default="")
    might: int | None = fact(Either((Number(-1000, 1000), Null())), default=None, label="might")
    type: Maybe[str] = fact(Choice(CARD_TYPES), ask="Is the card a unit, a gear or a spell?", label="type")
    energy: int | Any | None = fact(Either((ENERGY, Null())), ask="What does the card cost in energy?", label="energy")
    power: Power = fact(POWER, default=(), label="power")
    domains: Maybe[tuple[str, ...]] = fact(
        ListOf(Choice(DOMAINS)), ask="Which domains does the card have?", label="domains"
    )
    zone: str = fact(Choice(ZONES), default="hand", label="zone")
    hidden_on_turn: Maybe[int] = fact(Number(0, 10_000), ask="On which turn was the card hidden?")
    hidden_at: Maybe[str] = fact(Text(), ask="At which battlefield does the card lie face down?")
    granted_locations: tuple[str, ...] = fact(_TEXTS, default=(), label="places that an effect grants")
    playable_from_there: bool = fact(Flag(), default=False, label="an effect lets you play it from there")
    enters_ready: bool = fact(Flag(), default=False, label="enters ready")
    for_: Any = fact(Either((Record(Amount), ENERGY, Null())), default=None, label="cost instead of the printed one")


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityCost(Facts):
    """What an ability costs."""

    energy: int = fact(ENERGY, default=0)
    power: Power = fact(POWER, default=())
    exhaust: bool = fact(Flag(), default=False, label="exhausts its source")
    other: tuple[str, ...] = fact(_TEXTS, default=(), label="other costs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability(Played):
    """The ability that is activated or has triggered."""

    kind: str = fact(Choice(("activated", "triggered")), default="", label="kind")
    source: Maybe[str] = fact(Text(), ask="Whose ability is it: what on the board?", label="source")
    cost: Maybe[AbilityCost] = fact(Record(AbilityCost), ask="What does the ability cost?", label="cost")
    options: Any = fact(
        Either((Null(), Flag(), Number(0, 1000), _TEXTS)),
        default=None,
        label="legal options; unless said, those on the board",
    )
    adds: Amount | None = fact(Either((Record(Amount), Null())), default=None, label="adds")
    use_only: bool | None = fact(
        Either((Flag(), Null())), default=True, ask="Does the condition hold under which it may be used?"
    )
    condition_met: Maybe[bool] = fact(Flag(), ask="Is the condition of the trigger met?")
    may: Maybe[bool] = fact(Flag(), ask="Does its effect begin with “you may”?")
    pay: bool = fact(Flag(), default=True, label="its cost is paid")
    hidden_at: str | None = fact(Text(), default=None, label="where its unit was played from hidden")


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkFacts(ActionFacts):
    """What the walks share: choices, payment, and how far they go."""

    kind: ClassVar[str] = ""  #: unit, gear, spell, activated or triggered
    targets: Maybe[tuple[str, ...]] = fact(_TEXTS, ask="What is chosen?", label="targets")
    repeat_targets: Maybe[tuple[str, ...]] = fact(_TEXTS, default=None, label="targets of the repetition")
    mode: Maybe[str] = fact(Text(), ask="Which mode is chosen?", label="mode")
    destination: Maybe[str] = fact(Text(), ask="Where does it move what it chooses?", label="destination")
    pay: tuple[str, ...] = fact(_TEXTS, default=(), label="optional costs paid")
    able: tuple[tuple[str, bool], ...] = fact(
        TableOf(Flag()), default=(), ask="Can this cost be paid?", label="other costs that can be paid"
    )
    lost: tuple[str, ...] = fact(_TEXTS, default=(), label="targets lost since they were chosen")
    illegal_state: bool = fact(Flag(), default=False, label="its effect would make an illegal state")
    instructed: bool = fact(Flag(), default=False, label="an effect says to play it")
    through: int = fact(Number(0, 6), default=6, label="the last step to look at")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCard(WalkFacts):
    """What the play of a card says."""

    card: PlayedCard = fact(Record(PlayedCard), default=EMPTY, label="card")
    location: Maybe[str] = fact(Text(), ask="Where does the unit go?", label="place")
    units_gone: bool = fact(Flag(), default=False, label="the own units there are gone")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayUnit(PlayCard):
    """What the play of a unit says."""

    kind: ClassVar[str] = "unit"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayGear(PlayCard):
    """What the play of a gear says."""

    kind: ClassVar[str] = "gear"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySpell(PlayCard):
    """What the play of a spell says."""

    kind: ClassVar[str] = "spell"


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility(WalkFacts):
    """What the use of an ability says."""

    ability: Ability = fact(Record(Ability), default=EMPTY, label="ability")
    place: bool = fact(Flag(), default=True, label="it is put on the chain")


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivateAbility(UseAbility):
    """What the use of an activated ability says."""

    kind: ClassVar[str] = "activated"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceTrigger(UseAbility):
    """What is done with an ability that has triggered."""

    kind: ClassVar[str] = "triggered"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineTrigger(PlaceTrigger):
    """At which step a trigger is declined."""

    step: Maybe[int] = fact(Number(0, 6), ask="At which step is it declined?", label="step")


@dataclass(frozen=True, slots=True, kw_only=True)
class Respond(ActionFacts):
    """What is answered, and with what."""

    kind: ClassVar[str] = "answer"

    to: Maybe[str | ChainItem] = fact(Either((Text(), Record(ChainItem))), ask="What is answered?", label="to")
    card: PlayedCard = fact(Record(PlayedCard), default=EMPTY, label="card")
    ability: Ability | None = fact(
        Either((Record(Ability), Null())), default=None, label="ability, where no card answers"
    )
    location: Maybe[str] = fact(Text(), ask="Where does the unit go?", label="place")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(ActionFacts):
    """Who has passed already."""

    passed: tuple[str, ...] = fact(ListOf(Choice(SIDES)), default=(), label="have passed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolve(ActionFacts):
    """Which item resolves, and who has passed."""

    item: Maybe[str | ChainItem] = fact(Either((Text(), Record(ChainItem))), ask="Which item resolves?", label="item")
    passed: Maybe[tuple[str, ...]] = fact(ListOf(Choice(SIDES)), ask="Who has passed?", label="have passed")
    lost: tuple[str, ...] = fact(_TEXTS, default=(), label="targets lost since they were chosen")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(ActionFacts):
    """Which item is countered."""

    item: Maybe[str | ChainItem] = fact(
        Either((Text(), Record(ChainItem))), ask="Which item is countered?", label="item"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeChoices(ActionFacts):
    """How far the play is whose choices are changed."""

    step: Maybe[int] = fact(Number(0, 6), ask="At which step is the play?", label="step")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide(ActionFacts):
    """Which card is hidden, and where."""

    card: PlayedCard = fact(Record(PlayedCard), default=EMPTY, label="card")
    location: Maybe[str] = fact(Text(), ask="At which battlefield is it hidden?", label="battlefield")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUnits(ActionFacts):
    """Which units move, and where to."""

    units: Maybe[tuple[str, ...]] = fact(_TEXTS, ask="Which units move?", label="units")
    destination: Maybe[str] = fact(Text(), ask="Where do they move?", label="destination")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mulligan(ActionFacts):
    """Which cards of the hand are set aside, by their places from 0."""

    aside: Maybe[tuple[int, ...]] = fact(ListOf(Number(0, 3)), ask="Which cards are set aside?", label="set aside")
