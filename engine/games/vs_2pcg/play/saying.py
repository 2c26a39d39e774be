"""What each action of the 2PCG says beside its verb."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.vs_2pcg.play.facts import COUNT, FLAG, PLACE, ROW, SIDE_CHOICE, TEXT, TEXTS, YOU, Card
from engine.play.facts import EMPTY, Choice, Either, Facts, ListOf, Maybe, Null, Record, fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Says(Facts):
    """An action says who does it."""

    by: str = fact(SIDE_CHOICE, default=YOU, label="by")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackSays(Says):
    """Who attacks whom."""

    attackers: Maybe[tuple[str, ...]] = fact(TEXTS, ask="Who attacks?", label="attackers")
    defender: str = fact(TEXT, default="", label="defender")
    defenders: tuple[str, ...] = fact(TEXTS, default=(), label="defenders, where a power allows several")


@dataclass(frozen=True, slots=True, kw_only=True)
class PassSays(Says):
    """A pass says nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverSays(Says):
    """Which character recovers, and whether an effect recovers it."""

    character: Maybe[str] = fact(TEXT, ask="Which character recovers?")
    cause: str = fact(Choice(("phase", "effect")), default="phase", label="cause")


@dataclass(frozen=True, slots=True, kw_only=True)
class OneMove(Facts):
    """One of several moves."""

    character: str = fact(TEXT, default="", ask="Which character moves?", label="character")
    to: Maybe[str] = fact(ROW, ask="To which row?")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSays(Says):
    """Who moves where."""

    moves: tuple[OneMove, ...] = fact(ListOf(Record(OneMove)), default=(), label="moves, where there are several")
    character: Maybe[str] = fact(TEXT, ask="Which character moves?")
    to: Maybe[str] = fact(ROW, ask="To which row?")


@dataclass(frozen=True, slots=True, kw_only=True)
class MulliganSays(Says):
    """How many cards somebody wants to hold back."""

    keep: int = fact(COUNT, default=0, label="cards held back")


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawSays(Says):
    """How many cards somebody wants to draw."""

    count: int | None = fact(Either((Null(), COUNT)), default=None, label="cards")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSays(Says):
    """A card, and where it comes from."""

    card: Card = fact(Record(Card), default=EMPTY)
    from_: str = fact(PLACE, default="hand", label="from")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceSays(CardSays):
    """A card for the resource row, and how it lies there."""

    face: Maybe[str] = fact(Choice(("up", "down")), ask="Face up or face down?")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecruitSays(CardSays):
    """A character and the row it enters."""

    row: Maybe[str] = fact(ROW, ask="Into which row?")
    side: str | None = fact(Either((Null(), SIDE_CHOICE)), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerUpSays(Says):
    """A character, and the card discarded for it."""

    character: Maybe[str] = fact(TEXT, ask="Which character is powered up?")
    discard: Card = fact(Record(Card), default=EMPTY)
    from_: str = fact(PLACE, default="hand", label="from")


@dataclass(frozen=True, slots=True, kw_only=True)
class StunSays(Says):
    """Who is stunned, and by what."""

    character: Maybe[str] = fact(TEXT, ask="Which character is stunned?")
    cause: str = fact(Choice(("effect", "combat", "daze", "wound", "zero-def")), default="effect")
    lethal: bool = fact(FLAG, default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveSays(Says):
    """Whom the defender strikes back, where that is chosen."""

    strikes: str | None = fact(
        Either((Null(), TEXT)),
        default=None,
        ask="Which attacker does the defender strike?",
        label="attacker that the defender strikes; unless said, the only one",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSays(Says):
    """Why somebody says that they have won."""

    reason: str = fact(Choice(("main-characters", "turn-begins", "empty-deck", "stalemate")), default="main-characters")
