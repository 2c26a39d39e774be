"""The recovery phase's wrap-up (408.2): who loses, who recovers, who is KO'd, and what readies."""

from __future__ import annotations

from typing import Any

from engine.games.vs_classic.play.attempt import Attempt, is_own
from engine.games.vs_classic.play.characters import demand, find_character, is_contradicted, is_stunned, name_of
from engine.games.vs_classic.play.citing import cite_new
from engine.games.vs_classic.play.facts import OPPONENT, SIDES, YOU, Character, Side
from engine.games.vs_classic.play.saying import Recoveries
from engine.play.facts import Maybe
from engine.play.rules import Applied, Broken, Found, Line, Missing, Result, Row
from engine.play.truth import Unknown, any_in_order, combine, equals, negate


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
    if character.type != "character":
        return Broken(f"{name_of(character)} is no character.")
    return True if is_own(attempt, character) else Broken(f"{name_of(character)} is another player’s character.")


def chosen_stunned(attempt: Attempt) -> Found:
    """The character is stunned."""
    character = chosen(attempt)
    return None if character is None else demand(is_stunned(character), f"{name_of(character)} isn’t stunned.")


def first_recovery(attempt: Attempt) -> Found:
    """Nobody else was recovered in this wrap-up."""
    return None if attempt.says.character is None else attempt.own.recovered == 0


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
    return Broken(f"{name_of(character)} is stunned and isn’t recovered.") if stays_up is False else stays_up


def recovery_chosen(attempt: Attempt) -> Found:
    """Whoever is recovered in the wrap-up is a stunned character of that side."""
    for name in SIDES:
        picked = _picked(attempt, name)
        if picked is None or isinstance(picked, Unknown):
            continue
        side = attempt.side(name)
        character = find_character(picked, side, _other(attempt, side))
        if not character.path.startswith(name):
            return Broken(f"{name_of(character)} is another player’s character.")
        if is_stunned(character) is False:
            return Broken(f"{name_of(character)} isn’t stunned.")
    return True


def recover(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The character turns up, stays exhausted, and readies as the wrap-up goes on."""
    character = chosen(attempt)
    if outcome != "legal" or character is None:
        return None
    if character.cannot_recover:
        stays_down = {"stunned": True, "ready_after_recover": False, "ready_after_wrap_up": False}
        return Result(stays_down, (Applied("recovery", cite_new("408.2b, 103.2")),))
    values = {"stunned": False, "ready_after_recover": False, "ready_after_wrap_up": not character.cannot_ready}
    cited = cite_new("408.2b, 408.2c, 708.6a")
    line = Line("It recovers exhausted, and readies with everything else.", cited[2])
    return Result(values, (Applied("recovery", cited),), (), (line,))


def wrap_up(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The wrap-up, in the order of 408.2. Where somebody loses, the other wins, and nobody's recovery is asked for."""
    if outcome == "illegal" or any(attempt.contradictions):
        return None
    you, opponent = attempt.position.you.endurance, attempt.position.opponent.endurance
    if isinstance(you, Unknown) or isinstance(opponent, Unknown):
        asks = combine(*(each for each in (you, opponent) if isinstance(each, Unknown))).asks
        return Result(None, (), (Missing("endurance-check", cite_new("408.2a"), asks),))
    lose = losers(you, opponent)
    asks = () if lose else tuple(ask for name in SIDES for ask in _recovery_asks(attempt, name))
    applied = (
        Applied("endurance-check", cite_new("408.2a, 102.4, 104.1a")),
        Applied("recovery", cite_new("408.2b, 408.2c, 708.6a")),
        Applied("initiative-passes", cite_new("408.2e")),
    )
    lines = [Line(f"Endurance: you {you}, opponent {opponent}.", cite_new("408.2a")[0])]
    if asks:
        return Result(
            None,
            applied[:1],
            (Missing("recover-choice", cite_new("408.2b"), tuple(dict.fromkeys(asks))),),
            tuple(lines),
        )
    values: dict[str, Any] = {
        "lose": lose,
        "win": (YOU if lose == [OPPONENT] else OPPONENT) if lose else None,
        "recovered": sorted(each for name in SIDES if isinstance(each := _picked(attempt, name), str)),
    }
    values["koed"] = sorted(each.id for each in _listed(attempt) if _is_koed(attempt, each))
    values["ready"] = sorted(each.id for each in _listed(attempt) if _becomes_ready(attempt, each))
    values["initiative"] = passed_on(attempt.turn.initiative)
    lines += [Line(f"{_called(side)} at 0 or less: the game is lost.", cite_new("408.2a")[0]) for side in lose]
    lines += _told(values)
    return Result(values, applied, (), tuple(lines))


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


def _picked(attempt: Attempt, name: str) -> Maybe[str | None]:
    """Whom a side recovers; nobody more where it has recovered one already."""
    if attempt.side(name).recovered:
        return None
    said: Recoveries = attempt.says.recover
    return said.you if name == YOU else said.opponent


def _recovery_asks(attempt: Attempt, name: str) -> list[str]:
    """What has to be asked of a side's recovery: its characters, who of them is stunned, whom it recovers."""
    side = attempt.side(name)
    if isinstance(side.characters, Unknown):
        return list(side.characters.asks)
    unknown = [stunned for each in side.characters if isinstance(stunned := is_stunned(each), Unknown)]
    if unknown:
        return list(combine(*unknown).asks)
    picked = _picked(attempt, name)
    has_choice = any(is_stunned(each) is True for each in side.characters)
    return list(picked.asks) if has_choice and isinstance(picked, Unknown) else []


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
    """Whether it readies: it was exhausted, and isn't stunned any more."""
    if character.cannot_ready:
        return False
    if is_stunned(character) is True:
        return _is_recovered(attempt, character)
    return character.ready is False


def _told(values: dict[str, Any]) -> list[Line]:
    told = []
    for key, words, rule in (
        ("recovered", "Recovered", "408.2b"),
        ("koed", "KO’d", "408.2b"),
        ("ready", "Ready", "408.2c"),
    ):
        if values[key]:
            told.append(Line(f"{words}: {', '.join(values[key])}.", cite_new(rule)[0]))
    return told


def _called(side: str) -> str:
    return "You are" if side == YOU else "The opponent is"


def _other(attempt: Attempt, side: Side) -> Side:
    return attempt.position.opponent if side is attempt.position.you else attempt.position.you
