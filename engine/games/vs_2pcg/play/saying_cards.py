"""What actions with cards and powers say beside their verb."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.vs_2pcg.play.facts import CARD_TYPES, FLAG, ROW, TEXT, TEXTS, TIMINGS, Card
from engine.games.vs_2pcg.play.saying import CardSays, Says
from engine.play.facts import EMPTY, Choice, Either, Facts, ListOf, Maybe, Null, Record, fact

HAPPENED = "Did the event of the reaction just happen?"


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentCard(Card):
    """A card that is played as equipment: unless said, that is its type."""

    type: str = fact(Choice(CARD_TYPES), default="equipment")


@dataclass(frozen=True, slots=True, kw_only=True)
class TwistCard(Card):
    """A card that is played as a plot twist: unless said, that is its type."""

    type: str = fact(Choice(CARD_TYPES), default="plot-twist")


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipSays(CardSays):
    """An equipment, and who gets it or which row a Machine enters."""

    card: EquipmentCard = fact(Record(EquipmentCard), default=EMPTY)
    onto: str = fact(TEXT, default="", ask="Who gets the equipment?", label="onto")
    row: str = fact(ROW, default="", ask="Into which row does the Machine go?", label="row of a Machine")


@dataclass(frozen=True, slots=True, kw_only=True)
class TwistSays(CardSays):
    """A plot twist, and whom it affects."""

    card: TwistCard = fact(Record(TwistCard), default=EMPTY)
    targets: tuple[str, ...] = fact(TEXTS, default=(), label="characters that it affects")
    event_happened: Maybe[bool] = fact(FLAG, ask=HAPPENED)

    @property
    def played(self) -> Card:
        """What is played, with its timing."""
        return self.card


@dataclass(frozen=True, slots=True, kw_only=True)
class Power(Facts):
    """A super power."""

    name: Maybe[str] = fact(TEXT, ask="What is the power called?")
    timing: Maybe[str] = fact(Choice(TIMINGS), ask="When can the power be used?")
    any_turn: Maybe[bool] = fact(FLAG, ask="Does the power have the Any Turn symbol?")
    cost: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Which symbols or locations does the power cost?")
    used_this_game: Maybe[bool] = fact(FLAG, ask="Was the power used in this game?")
    any_combat: bool = fact(FLAG, default=False, label="Any Combat")
    once_per_game: bool = fact(FLAG, default=False, label="once per game")
    works_face_down: bool = fact(FLAG, default=False, label="works while stunned or hidden")


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment(Facts):
    """A card that pays: one of the row by its id, or one of the hand."""

    id: str = fact(TEXT, default="", ask="Which card of the resource row pays?")
    from_: str = fact(Choice(("row", "hand")), default="row", label="from")
    card: Card = fact(Record(Card), default=EMPTY)


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSays(Says):
    """Who uses which power, and how it is paid."""

    character: Maybe[str] = fact(TEXT, ask="Whose power is used?")
    power: Power = fact(Record(Power), default=EMPTY)
    pay: tuple[Payment, ...] | None = fact(
        Either((Null(), ListOf(Record(Payment), refers=True))), default=None, label="cards that pay"
    )
    event_happened: Maybe[bool] = fact(FLAG, ask=HAPPENED)

    @property
    def played(self) -> Power:
        """What is used, with its timing."""
        return self.power

    @property
    def payments(self) -> tuple[Payment, ...]:
        """The cards that pay, each once; one of the hand without an id is another card than the others."""
        said = enumerate(self.pay or ())
        return tuple({(each.from_, each.id or each.card.id or number): each for number, each in said}.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSays(Says):
    """Who levels up into which card."""

    character: Maybe[str] = fact(TEXT, ask="Which character levels up?")
    to: Card = fact(Record(Card), default=EMPTY)
    looks_back: bool = fact(FLAG, default=False, label="stunned by the very event that gave the last XP")


@dataclass(frozen=True, slots=True, kw_only=True)
class LookSays(Says):
    """What somebody wants to look at."""

    what: Maybe[str] = fact(TEXT, ask="Look at what, and whose is it: is a pile public or private?")


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculateSays(Says):
    """Whose figures are calculated."""

    character: Maybe[str] = fact(TEXT, ask="Whose figures?")
