"""Who may look at what, who has won, and what figures a character has."""

from __future__ import annotations

import re

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.turn_checks import ask_whom, subject
from engine.play.facts import Maybe
from engine.play.rules import Found
from engine.play.truth import Truth, Unknown, all_of, any_in_order, compute, equals, negate

#: What anybody sees, whoever's it is.
_OPEN = re.compile(
    r"stunned|hidden character|ko pile|public pile|removed from (the )?game|^size of|^number of|exhausted"
)
#: What its owner alone sees.
_OWN = re.compile(r"face-?\s?down resource|pile|hand\b|level-up zone")
_NEVER = re.compile(r"\bdeck\b")
_WHOSE = re.compile(r"^(own|my|your|enemy|opponent'?s?|opponent’s|their)\b")
_MINE = frozenset(("own", "my", "your"))


def may_look(attempt: Attempt) -> Found:
    """Whether somebody may look; unknown where it isn't said whose it is, or whether a pile is public."""
    asked = Unknown(("action.what",))
    if isinstance(attempt.says.what, Unknown):
        return asked
    what = " ".join(attempt.says.what.casefold().split())
    if _OPEN.search(what):
        return True
    if _NEVER.search(what):
        return False
    whose = _WHOSE.match(what)
    if whose is None or not _OWN.search(what):
        return asked
    if whose[1] in _MINE:
        return True
    return False if "private pile" in what or "pile" not in what else asked


def enemy_out(attempt: Attempt) -> Found:
    """None of the main characters that the other player owns is left; a bound one doesn't count."""
    if attempt.says.reason != "main-characters":
        return None
    left = left_of(attempt, attempt.enemy)
    return equals(left, 0)


def left_of(attempt: Attempt, side: str) -> Maybe[int]:
    """The main characters that a player owns and has left: as said, else at least those seen in play."""
    said = attempt.side(side).main_characters_left
    seen = sum(
        each.facts.main is True and not each.facts.bound and (each.facts.owner or each.side) == side
        for each in attempt.figures.values()
    )
    return seen if isinstance(said, Unknown) and seen else said


def both_out(attempt: Attempt) -> Found:
    """Where both players' last main characters are KO'd at once, the player whose turn it is wins."""
    if attempt.says.reason != "main-characters" or left_of(attempt, attempt.enemy) != 0:
        return None
    own = compute(lambda left: bool(left > 0), left_of(attempt, attempt.by))
    return any_in_order((own, equals(attempt.turn.active, attempt.by)))


def enemy_turn_begins(attempt: Attempt) -> Found:
    if attempt.says.reason != "turn-begins":
        return None
    return all_of((equals(attempt.turn.active, attempt.enemy), equals(attempt.phase, "draw")))


def enemy_has_none_on_side(attempt: Attempt) -> Found:
    """As a turn begins, its player needs a main character of their own that is on no enemy side and not in the deck."""
    if attempt.says.reason != "turn-begins":
        return None
    own = (each for each in attempt.on_side(attempt.enemy) if each.facts.main is True and not each.facts.bound)
    if any(each.facts.owner in {None, attempt.enemy} for each in own):
        return False
    return equals(attempt.side(attempt.enemy).main_characters_available, 0)


def deck_not_the_reason(attempt: Attempt) -> Found:
    return False if attempt.says.reason == "empty-deck" else None


def nobody_can_go_on(attempt: Attempt) -> Found:
    """All decks are empty, and nobody can and will attack."""
    if attempt.says.reason != "stalemate":
        return None
    decks = (equals(attempt.side(each).deck_size, 0) for each in (attempt.by, attempt.enemy))
    return all_of((*decks, negate(attempt.turn.attack_possible)))


def fewest_wounds(attempt: Attempt) -> Found:
    if attempt.says.reason != "stalemate":
        return None
    own, other = attempt.own.main_wounds, attempt.side(attempt.enemy).main_wounds
    return compute(lambda one, two: bool(one < two), own, other)


def figures_known(attempt: Attempt) -> Truth:
    """The base figures are known; all else that changes them is as said."""
    figure = subject(attempt)
    if figure is None:
        return ask_whom(attempt)
    return compute(lambda atk, defence: True, figure.facts.base_atk, figure.facts.base_def)
