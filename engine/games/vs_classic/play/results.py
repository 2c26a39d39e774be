"""What happens then: the results of playing cards, of powers, and of what players do inside an attack."""

from __future__ import annotations

from typing import Any

from engine.games.vs_classic.play import timing
from engine.games.vs_classic.play.attempt import OLD, Attempt
from engine.games.vs_classic.play.characters import name_of, side_name
from engine.games.vs_classic.play.citing import cite_new, cite_old
from engine.games.vs_classic.play.costs import Cost, cost_of
from engine.games.vs_classic.play.equipping import bearer
from engine.games.vs_classic.play.facts import HIDDEN, OPTIONAL, SIDES, VISIBLE, Side
from engine.games.vs_classic.play.powers import source_character
from engine.games.vs_classic.play.stunning import becomes_stunned, stun_cost, stun_rules, tell_loss
from engine.games.vs_classic.play.supporting import target_of
from engine.games.vs_classic.play.uniqueness import displaced, displacing_names, equipment_left, is_unique_character
from engine.model.verdicts import Citation
from engine.play.facts import Maybe
from engine.play.rules import Applied, Line, Missing, Result, Row
from engine.play.truth import Unknown
from engine.rules.messages import quantity

HAND_SIZE = 4
ENDURANCE = 50
DRAWS = 2


def recruit(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """What recruiting costs, where the character enters, and who goes to the KO'd pile for it."""
    cost = cost_of(attempt)
    if outcome != "legal" or isinstance(cost, Unknown):
        return None
    card = attempt.says.card
    values, lines = _paid(attempt, cost)
    values["area"] = area_of(card.concealed)
    _displace(values, lines, attempt.own, card, is_unique=is_unique_character(card), rule="704.1")
    costless = ", 203.4d" if card.costless else ""
    applied = (
        Applied("uniqueness", cite_new("704.1, 704.1a, 201.6, 201.8a, 202.4a, 301.6")),
        Applied("area", _in_edition(attempt, "214.3a, 301.5a")),
        Applied("cost", _in_edition(attempt, "203.4b") + cite_new(f"505.1d, 706.12{costless}")),
    )
    return Result(values, applied, (), tuple(lines))


def area_of(concealed: Maybe[bool | str]) -> str | None:
    """The area that a character card enters; None where it isn't said whether it is concealed."""
    if isinstance(concealed, Unknown):
        return None
    return "choice" if concealed == OPTIONAL else HIDDEN if concealed else VISIBLE


def equip(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """What the equipment costs, who controls it, and what goes to the KO'd pile for it."""
    target, cost = bearer(attempt), cost_of(attempt)
    if outcome != "legal" or target is None or isinstance(cost, Unknown):
        return None
    values, lines = _paid(attempt, cost)
    controller = side_name(target)
    values["controller"] = controller
    values["area"] = target.area
    card = attempt.says.card
    _displace(values, lines, attempt.side(controller), card, is_unique=card.unique, rule="704.3")
    applied = (Applied("uniqueness", cite_new("704.3, 302.8")), Applied("controller", cite_new("302.10")))
    return Result(values, applied, (), tuple(lines))


def play_twist(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Where the plot twist ends up, and whether its ongoing text works."""
    if outcome != "legal":
        return None
    is_from_row = attempt.says.from_ == "resource-row"
    values = {
        "card_goes_to": "resource-row" if is_from_row else "ko-pile",
        "ongoing_active": attempt.says.card.ongoing and is_from_row,
    }
    applied = (Applied("destination", _in_edition(attempt, "304.6, 304.10")),)
    return Result(values, applied)


def flip(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Which location goes to the KO'd pile; the chain isn't used."""
    if outcome != "legal":
        return None
    card = attempt.says.card
    values: dict[str, Any] = {"uses_chain": False}
    lines: list[Line] = []
    _displace(values, lines, attempt.own, card, is_unique=not card.non_unique, rule="704.2")
    return Result(values, (Applied("uniqueness", cite_new("704.2, 510.2f, 510.4")),), (), tuple(lines))


def use_power(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """What evasion does: it stuns its own character, and recovers it as the recovery phase starts."""
    character = source_character(attempt)
    if outcome != "legal" or attempt.says.power.keyword != "evasion" or character is None:
        return None
    cost = stun_cost(character)
    is_late = timing.phase_is(attempt, "recovery") is True
    values: dict[str, Any] = {
        "stunned": [character.id],
        "recovers": "never" if is_late else "start of recovery phase",
    }
    lines = [Line(f"{name_of(character)} is stunned as the cost.", cite_new("706.5")[0])]
    if isinstance(cost, Unknown):
        words = f"Stun endurance loss for {name_of(character)}: its recruit cost, which isn’t known."
        lines.append(Line(words, cite_new("708.11b")[0]))
    else:
        values["stun_loss"] = {attempt.by: cost}
        lines.append(tell_loss(character, cost))
    if is_late:
        words = f"The start of the recovery phase is over, so evasion doesn’t recover {name_of(character)}."
        lines.append(Line(words, cite_new("408.1")[0]))
    cited = cite_new(f"706.5, {stun_rules(character)}{', 408.1' if is_late else ''}")
    return Result(values, (Applied("evasion", cited),), (), tuple(lines))


def substitute(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Who leaves the game, and who goes to the KO'd pile; no resource points are spent."""
    if outcome != "legal":
        return None
    card, removed = attempt.says.card, attempt.says.remove
    values: dict[str, Any] = {"removed_from_game": [removed], "points_spent": 0, "area": area_of(card.concealed)}
    lines: list[Line] = []
    is_unique = is_unique_character(card)
    _displace(values, lines, attempt.own, card, is_unique=is_unique, without=removed, rule="704.1")
    return Result(values, (Applied("uniqueness", cite_new("704.1, 706.14b")),), (), tuple(lines))


def power_up(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """+1 ATK and +1 DEF this attack, or nothing where the target can't become powered-up."""
    target = target_of(attempt)
    if outcome != "legal" or target is None:
        return None
    gained = 0 if target.cannot_power_up else 1
    words = f"{name_of(target)} can’t become powered-up." if not gained else f"{name_of(target)}: +1 ATK, +1 DEF."
    rule = "708.5a" if gained else "708.5e"
    values = {"atk": gained, "def": gained, "until": "end of this attack"}
    return Result(values, (Applied("power-up", cite_new("708.5a, 708.5e")),), (), (Line(words, cite_new(rule)[0]),))


def reinforce(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The helper exhausts, and attackers of the defender cause no breakthrough this attack."""
    if outcome != "legal":
        return None
    says = attempt.says
    values = {"exhausted": [says.with_], "reinforcement": [says.defender], "until": "end of this attack"}
    line = Line("Attackers of a reinforced defender cause no breakthrough.", cite_new("708.7a")[0])
    return Result(values, (Applied("reinforcement", cite_new("708.7a, 708.7c")),), (), (line,))


def mulligan(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Four new cards; the old hand goes to the bottom of the deck."""
    if outcome != "legal":
        return None
    applied = (Applied("opening-hand", _in_edition(attempt, "101.6")),)
    return Result({"draw": HAND_SIZE, "hand_to": "bottom of deck"}, applied)


def begin(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """What the beginning of a game, of a draw phase or of a recruit step brings."""
    what = attempt.says.what
    if outcome != "legal" or isinstance(what, Unknown):
        return None
    if what == "game":
        values: dict[str, Any] = {"endurance": ENDURANCE, "hand": HAND_SIZE}
        return Result(values, (Applied("opening-hand", _in_edition(attempt, "101.5")),))
    if what == "draw":
        return Result(_draws(attempt), (Applied("normal-draw", _in_edition(attempt, "401.1, 102.6")),))
    resources = attempt.own.resources
    cited = cite_new("404.1")
    if isinstance(resources, Unknown):
        return Result(None, (), (Missing("resource-points", cited, resources.asks),))
    words = f"{quantity(resources, 'resource')}: {quantity(resources, 'resource point')}."
    line = Line(words, cited[0])
    return Result({"resource_points": resources}, (Applied("resource-points", cited),), (), (line,))


def stun(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Whether the character becomes stunned, and the endurance that its controller loses for it."""
    name = attempt.says.character
    cited = cite_new("708.11b, 708.11d")
    if outcome == "illegal" or any(attempt.contradictions) or isinstance(name, Unknown):
        return None
    character = attempt.own_character(name)
    stunned = becomes_stunned(character)
    if isinstance(stunned, Unknown):
        return Result(None, (), (Missing("stun-loss", cited, stunned.asks),))
    if not stunned:
        rule = "103.2" if character.cannot_be_stunned else "708.11d"
        line = Line(f"{name_of(character)} doesn’t become stunned.", cite_new(rule)[0])
        applied = (Applied("stun-loss", (*cite_new(rule), *cited)),)
        return Result({"becomes_stunned": False, "stun_loss": 0}, applied, (), (line,))
    cost = stun_cost(character)
    if isinstance(cost, Unknown):
        return Result(None, (), (Missing("stun-loss", cited, cost.asks),))
    lines = (Line(f"{name_of(character)} becomes stunned.", cite_new("708.11a")[0]), tell_loss(character, cost))
    applied = (Applied("stun-loss", tuple(dict.fromkeys((*cite_new(stun_rules(character)), *cited)))),)
    return Result({"becomes_stunned": True, "stun_loss": cost}, applied, (), lines)


def _draws(attempt: Attempt) -> dict[str, Any]:
    drawn = {}
    for name in SIDES:
        deck = attempt.side(name).deck
        drawn[name] = DRAWS if isinstance(deck, Unknown) else min(DRAWS, deck)
    return {"draw": drawn, "lose": []}


def _paid(attempt: Attempt, cost: Cost) -> tuple[dict[str, Any], list[Line]]:
    """The cost, the points left where these are known, and the working."""
    is_costless, points = attempt.says.card.costless, attempt.points
    rule = "203.4d" if is_costless else "706.12" if cost.press else "505.1d"
    why = ", since the card has no recruit cost" if is_costless and not cost.total else ""
    values: dict[str, Any] = {"cost": cost.total}
    lines = [Line(f"Cost: {cost.steps}{why}.", cite_new(rule)[0])]
    if not isinstance(points, Unknown):
        left = values["points_left"] = points - cost.total
        words = f"{points} − {cost.total} = {quantity(left, 'resource point')} left."
        lines.append(Line(words, cite_new("203.4b")[0]))
    return values, lines


def _displace(
    values: dict[str, Any],
    lines: list[Line],
    side: Side,
    card: Any,
    *,
    is_unique: bool,
    rule: str,
    without: str | None = None,
) -> None:
    """Tell who goes to the KO'd pile for a card of the same name, or that this isn't known."""
    held = side.locations if rule == "704.2" else side.characters
    if isinstance(held, Unknown) and displacing_names(card, is_unique=is_unique):
        what = "face-up locations" if rule == "704.2" else "characters"
        words = f"The {what} in play aren’t known. Another of this name goes to the KO’d pile."
        lines.append(Line(words, cite_new(rule)[0]))
        return
    gone = values["to_ko_pile"] = displaced(side, card, is_unique=is_unique, without=without)
    if gone:
        words = f"Put into the KO’d pile, which isn’t KO’ing: {', '.join(gone)}."
        lines.append(Line(words, cite_new(rule)[0]))
    left = equipment_left(side, {*gone, without})
    if left:
        words = f"Equipment goes to the KO’d pile as its character leaves play: {', '.join(left)}."
        lines.append(Line(words, cite_new("302.6")[0]))


def _in_edition(attempt: Attempt, rules: str) -> tuple[Citation, ...]:
    """Citations of rules that both editions hold."""
    return cite_old(rules) if attempt.edition == OLD else cite_new(rules)
