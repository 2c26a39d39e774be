"""What a stun does to a character, and what a wound alone does (Stunned Characters)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.citing import cite_headings
from engine.games.vs_2pcg.play.facts import STUNNED, Character
from engine.games.vs_2pcg.play.figures import MINUS, PLUS
from engine.games.vs_2pcg.play.timing import combat_open
from engine.games.vs_2pcg.play.turn_checks import in_combat_itself, subject
from engine.games.vs_2pcg.play.wording import say_unknown
from engine.model.verdicts import ILLEGAL
from engine.play.rules import Applied, Missing, Result, Row
from engine.play.truth import Truth, Unknown, all_in_order, any_of, compute, negate

_BY_EFFECT = ("effect", "zero-def")  #: causes of a stun other than a strike


def stun_character(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """What happens to the character. A wound alone leaves it as it is, unless it is fatal."""
    figure = subject(attempt)
    if outcome == ILLEGAL or figure is None:
        return None
    facts, cause = figure.facts, attempt.says.cause
    wounded: Truth = False if facts.vitality else takes_wound(attempt, figure, cause)
    lethal = negate(facts.main) if attempt.says.lethal else False  # a Lethal one KOs supporting characters
    fatal = is_fatal(facts, lethal) if wounded is True else wounded
    falls = cause != "wound" or fatal is True
    found: dict[str, Any] = {
        "state": facts.state if cause == "wound" else STUNNED,
        "ready": facts.ready if cause == "wound" else False,
        "counters_left": 0 if fatal is True else counters_kept(figure) if falls else sum(dict(facts.counters).values()),
        "ko_equipment": list(facts.equipment) if falls else [],
        "leaves_combat": _leaves_combat(attempt) if falls else False,
        "wounds": compute(lambda held, adds: held + bool(adds), facts.wounds, wounded),
        "ko": fatal,
    }
    if fatal is True:
        found["goes_to"] = compute(lambda main: "removed from the game" if main else "ko pile", facts.main)
    cited = cite_headings("; ".join(_headings(attempt, figure, kept=falls and fatal is not True)))
    unknown = [found[key] for key in ("wounds", "ko") if isinstance(found[key], Unknown)]
    asks = tuple(dict.fromkeys(ask for each in unknown for ask in each.asks))
    missing = (Missing("wound-figures", cited, asks, say_unknown(attempt, asks)),) if asks else ()
    values = {key: each for key, each in found.items() if not isinstance(each, Unknown)}
    return Result(values, (Applied("wound-figures", cited),), missing)


def takes_wound(attempt: Attempt, figure: Figure, cause: str) -> Truth:
    """Whether it is wounded, if no vitality counter takes the wound."""
    spared = any_of(spares for _, spares in _list_sparing(attempt, figure, cause))
    return negate(spared) if _is_wounding(figure, cause) else False


def _is_wounding(figure: Figure, cause: str) -> bool:
    """Whether it would be wounded without its keywords: not by a daze, nor where it is said to get no wound."""
    return cause != "daze" and not figure.facts.no_wound


def _list_sparing(attempt: Attempt, figure: Figure, cause: str) -> Iterator[tuple[str, Truth]]:
    """The keywords that spare it the wound, each with whether it works now."""
    if figure.has("Indestructible"):
        yield "Indestructible", figure.face_up
    if cause in _BY_EFFECT:
        yield from ((each, figure.face_up) for each in ("Durable", "Enhanced Durability") if figure.has(each))
    if cause != "wound" and figure.has("Elder of the Universe"):
        in_combat = True if cause == "combat" else combat_open(attempt)
        yield "Elder of the Universe", all_in_order((figure.face_up, in_combat))


def _headings(attempt: Attempt, figure: Figure, *, kept: bool) -> Iterator[str]:
    """What decides the wound and the counters: `kept` is whether it stays in play, stunned."""
    yield from ("Stunned Characters", "Game Terms > Fatal Wound")
    cause = attempt.says.cause
    if _is_wounding(figure, cause):
        for keyword, spares in _list_sparing(attempt, figure, cause):
            if spares is not False:
                yield f"Keyword Glossary > {keyword}"
        if figure.facts.vitality and takes_wound(attempt, figure, cause) is True:
            yield "Game Terms > Vitality Counter"
    if kept and counters_kept(figure):
        yield "Keyword Glossary > Symbiosis"


def counters_kept(figure: Figure) -> int:
    """The +1/+1 counters that Symbiosis keeps on a stunned character."""
    counters = dict(figure.facts.counters)
    return max(counters.get(PLUS, 0) - counters.get(MINUS, 0), 0) if figure.has("Symbiosis") else 0


def is_fatal(facts: Character, lethal: Truth) -> Truth:
    """Whether a wound KOs: it makes as many wounds as health, or is lethal."""
    by_health = compute(lambda wounds, health: bool(wounds + 1 >= health), facts.wounds, facts.health)
    return any_of((by_health, lethal))


def _leaves_combat(attempt: Attempt) -> Truth:
    """Whether it is in a combat and leaves it: those that a strike stuns stay until the end."""
    if attempt.says.cause == "combat":
        return False
    fights = in_combat_itself(attempt)
    return all_in_order((combat_open(attempt), fights if isinstance(fights, Unknown) else bool(fights)))
