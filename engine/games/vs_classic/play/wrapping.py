"""The recovery phase's wrap-up (408.2): who loses, who recovers, who is KO'd, and what readies."""

from __future__ import annotations

from typing import Any

from engine.games.vs_classic.play.attempt import Attempt, is_own
from engine.games.vs_classic.play.characters import (
    demand,
    find_character,
    is_character,
    is_contradicted,
    is_stunned,
    name_of,
)
from engine.games.vs_classic.play.citing import cite_new
from engine.games.vs_classic.play.facts import OPPONENT, SIDES, YOU, Character, Side
from engine.games.vs_classic.play.figures import called, signed
from engine.games.vs_classic.play.saying import Recoveries
from engine.play.facts import Maybe
from engine.play.rules import Applied, Broken, Found, Line, Missing, Result, Row
from engine.play.truth import Unknown, any_in_order, combine, equals, negate

#: What the wrap-up of a game that is over still does.
_NOTHING_ELSE: dict[str, Any] = {"recovered": [], "koed": [], "ready": [], "initiative": None}


def chosen(attempt: Attempt) -> Character | None:
    """The character that the action names; None for nobody, and where it isn't said."""
    name = attempt.says.character
    return None if name is None or isinstance(name, Unknown) else attempt.own_character(name)


def chosen_own(attempt: Attempt) -> Found:
    """The actor controls the character."""
    name = attempt.says.character
    if isinstance(name, Unknown):
        return name
    character = chosen(attempt)
    if character is None:
        return None
    if not is_character(character):
        return Broken(f"{name_of(character)} isn’t a character.")
    return True if is_own(attempt, character) else Broken(f"{name_of(character)} is another player’s character.")


def chosen_stunned(attempt: Attempt) -> Found:
    """The character is stunned."""
    character = chosen(attempt)
    return None if character is None else demand(is_stunned(character), f"{name_of(character)} isn’t stunned.")


def first_recovery(attempt: Attempt) -> Found:
    """Nobody else was recovered in this wrap-up."""
    name = attempt.says.character
    if name is None:
        return None
    return True if attempt.own.recovered == 0 else name if isinstance(name, Unknown) else False


def stays(attempt: Attempt) -> Found:
    """The character isn't stunned, or is the one that recovers, or can't be KO'd."""
    name, recovered = attempt.says.character, attempt.says.recover
    if isinstance(name, Unknown):
        return name
    character = attempt.own_character(name)
    if character.cannot_be_koed or is_contradicted(character):
        return True
    is_recovered = False if character.cannot_recover else equals(recovered, name)
    stays_up = any_in_order((negate(is_stunned(character)), is_recovered))
    reason = "can’t recover" if character.cannot_recover else "isn’t recovered"
    return Broken(f"{name_of(character)} is stunned and {reason}.") if stays_up is False else stays_up


def recovery_chosen(attempt: Attempt) -> Found:
    """Whoever is recovered in the wrap-up is a stunned character of that side."""
    asks: list[Unknown] = []
    for name in SIDES:
        picked = _picked(attempt, name)
        if not picked:
            continue
        side = attempt.side(name)
        character = find_character(picked, side, _other(attempt, side))
        if not is_character(character):
            return Broken(f"{name_of(character)} isn’t a character.")
        if not character.path.startswith(name):
            return Broken(f"{name_of(character)} is another player’s character.")
        stunned = is_stunned(character)
        if stunned is False:
            return Broken(f"{name_of(character)} isn’t stunned.")
        if isinstance(stunned, Unknown) and not is_contradicted(character):
            asks.append(side.characters if isinstance(side.characters, Unknown) else stunned)
    return combine(*asks) if asks else True


def recover(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The character turns up, stays exhausted, and readies as the wrap-up goes on."""
    character = chosen(attempt)
    if outcome != "legal" or character is None:
        return None
    name = name_of(character)
    if character.cannot_recover:
        stays_down = {"stunned": True, "ready_after_recover": False, "ready_after_wrap_up": False}
        lines = [Line(f"{name} can’t recover, so it stays stunned.", cite_new("103.2")[0])]
        if not character.cannot_be_koed:
            lines.append(Line(f"The wrap-up then KO’s {name}.", cite_new("408.2b")[0]))
        return Result(stays_down, (Applied("recovery", cite_new("408.2b, 103.2")),), (), tuple(lines))
    values = {"stunned": False, "ready_after_recover": False, "ready_after_wrap_up": not character.cannot_ready}
    if character.cannot_ready:
        cited = cite_new("408.2b, 708.6a, 103.2")
        line = Line(f"{name} recovers exhausted. It can’t ready.", cited[2])
    else:
        cited = cite_new("408.2b, 408.2c, 708.6a")
        line = Line(f"{name} recovers exhausted, and readies with everything else.", cited[2])
    return Result(values, (Applied("recovery", cited),), (), (line,))


def wrap_up(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The wrap-up, in the order of 408.2. Where somebody loses, the game is over, and nothing else happens."""
    if outcome == "illegal" or any(attempt.contradictions):
        return None
    you, opponent = attempt.position.you.endurance, attempt.position.opponent.endurance
    if isinstance(you, Unknown) or isinstance(opponent, Unknown):
        asks = combine(*(each for each in (you, opponent) if isinstance(each, Unknown))).asks
        return Result(None, (), (Missing("endurance-check", cite_new("408.2a"), asks),))
    lose = losers(you, opponent)
    lines = (
        Line(f"Endurance: you {signed(you)}, opponent {signed(opponent)}.", cite_new("408.2a")[0]),
        *_told_check(lose, {YOU: you, OPPONENT: opponent}),
    )
    if lose:
        ended = {"lose": lose, "win": YOU if lose == [OPPONENT] else OPPONENT, **_NOTHING_ELSE}
        return Result(ended, (Applied("endurance-check", cite_new("408.2a, 102.1, 102.4, 104.1a")),), (), lines)
    checked = Applied("endurance-check", cite_new("408.2a, 102.4, 104.1a"))
    asks = tuple(dict.fromkeys(ask for name in SIDES for ask in _recovery_asks(attempt, name)))
    if asks:
        return Result(None, (checked,), (Missing("recover-choice", cite_new("408.2b"), asks),), lines)
    picked = _chosen_characters(attempt)
    values: dict[str, Any] = {
        "lose": [],
        "win": None,
        "recovered": sorted(each.id for each in picked if not each.cannot_recover),
        "koed": sorted(each.id for each in _listed(attempt) if _is_koed(attempt, each)),
        "ready": sorted(each.id for each in _listed(attempt) if _becomes_ready(attempt, each)),
        "initiative": passed_on(attempt.turn.initiative),
    }
    in_vain = [each for each in picked if each.cannot_recover]
    applied = (
        checked,
        Applied("recovery", cite_new(f"408.2b, 408.2c, 708.6a{', 103.2' if in_vain else ''}")),
        Applied("initiative-passes", cite_new("408.2e")),
    )
    vain = (Line(f"{name_of(each)} can’t recover.", cite_new("103.2")[0]) for each in in_vain)
    return Result(values, applied, (), (*lines, *vain, *_told(values)))


def losers(you: int, opponent: int) -> list[str]:
    """The sides that lose the game: those at 0 or less, but not the highest where all are (408.2a)."""
    down = {name: held for name, held in ((YOU, you), (OPPONENT, opponent)) if held <= 0}
    if len(down) == len(SIDES):
        highest = max(down.values())
        return sorted(name for name, held in down.items() if held < highest)
    return list(down)


def passed_on(initiative: Maybe[str]) -> str | None:
    """Who has the initiative next turn; None where nobody is said to have it."""
    return {YOU: OPPONENT, OPPONENT: YOU}.get(initiative) if isinstance(initiative, str) else None


def _picked(attempt: Attempt, name: str) -> str | None:
    """Whom a side recovers, empty where it isn't said; nobody more where it has recovered one already."""
    if attempt.side(name).recovered:
        return None
    said: Recoveries = attempt.says.recover
    return said.you if name == YOU else said.opponent


def _chosen_characters(attempt: Attempt) -> list[Character]:
    """The characters that the sides choose to recover."""
    named = ((attempt.side(name), _picked(attempt, name)) for name in SIDES)
    return [find_character(picked, side, _other(attempt, side)) for side, picked in named if picked]


def _recovery_asks(attempt: Attempt, name: str) -> list[str]:
    """What has to be asked of a side's recovery: its characters, who of them is stunned, whom it recovers."""
    side = attempt.side(name)
    if isinstance(side.characters, Unknown):
        return list(side.characters.asks)
    unknown = [stunned for each in side.characters if isinstance(stunned := is_stunned(each), Unknown)]
    if unknown:
        return list(combine(*unknown).asks)
    picked = _picked(attempt, name)
    has_choice = any(is_stunned(each) is True and not each.cannot_recover for each in side.characters)
    return [f"action.recover.{name}"] if has_choice and picked == "" else []


def _listed(attempt: Attempt) -> list[Character]:
    sides = (attempt.position.you, attempt.position.opponent)
    return [each for side in sides if not isinstance(side.characters, Unknown) for each in side.characters]


def _is_recovered(attempt: Attempt, character: Character) -> bool:
    name = YOU if character.path.startswith(YOU) else OPPONENT
    return _picked(attempt, name) == character.id and not character.cannot_recover


def _is_koed(attempt: Attempt, character: Character) -> bool:
    is_down = is_stunned(character) is True and not _is_recovered(attempt, character)
    return is_down and not character.cannot_be_koed


def _becomes_ready(attempt: Attempt, character: Character) -> bool:
    """Whether it readies: it isn't stunned any more, and isn't said to be ready already."""
    if character.cannot_ready:
        return False
    if is_stunned(character) is True:
        return _is_recovered(attempt, character)
    return character.ready is not True


def _told_check(lose: list[str], endurance: dict[str, int]) -> list[Line]:
    """Who loses, and why a side at 0 or less doesn't."""
    cited = cite_new("408.2a")[0]
    if not lose:
        return [Line("Both are at 0 or less, and level: nobody loses.", cited)] if endurance[YOU] <= 0 else []
    (loser,) = lose
    winner = OPPONENT if loser == YOU else YOU
    told = [Line(f"{called(loser)} at 0 or less: the game is lost.", cited)]
    if endurance[winner] <= 0:
        told.append(Line(f"{called(winner)} at 0 or less too, but higher.", cite_new("104.1a")[0]))
    return [*told, Line("You win." if winner == YOU else "The opponent wins.", cite_new("102.1")[0])]


def _told(values: dict[str, Any]) -> list[Line]:
    told = []
    for key, words, rule in (
        ("recovered", "Recovered", "408.2b"),
        ("koed", "KO’d", "408.2b"),
        ("ready", "Ready", "408.2c"),
    ):
        if values[key]:
            told.append(Line(f"{words}: {', '.join(values[key])}.", cite_new(rule)[0]))
    initiative = values["initiative"]
    if initiative is not None:
        words = "you" if initiative == YOU else "the opponent"
        told.append(Line(f"The initiative passes to {words}.", cite_new("408.2e")[0]))
    return told


def _other(attempt: Attempt, side: Side) -> Side:
    return attempt.position.opponent if side is attempt.position.you else attempt.position.you
