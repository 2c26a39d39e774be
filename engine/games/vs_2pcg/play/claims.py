"""Who may look at what, who has won, and what figures a character has."""

from __future__ import annotations

import re

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.facts import BACK, FRONT
from engine.games.vs_2pcg.play.turn_checks import ask_whom, subject
from engine.play.facts import Maybe
from engine.play.rules import Found
from engine.play.truth import Truth, Unknown, all_of, any_in_order, compute, equals, negate

_COUNTED = re.compile(r"\b(size|number) of\b|\bhow many\b|\b(size|count)$")
_DECK = re.compile(r"\bdeck\b")
_HAND = re.compile(r"\bhand\b")
_FACE_DOWN_RESOURCE = re.compile(r"face-?\s?down resource")
_PILE = re.compile(r"\bpile\b")
_OPEN_PILE = re.compile(r"\b(ko|public) pile\b")
_RESOURCE_ROW = re.compile(r"\bresource row\b")
#: What anybody sees, whoever's it is.
_OPEN = re.compile(
    r"stunned|hidden character|removed from (the )?game|level-up zone|face-?\s?up|face-?\s?down character"
    r"|\b(front|back) row\b|\bexhausted character"
)
_WHOSE = re.compile(r"\b(own|my|your|enemy|opponent'?s?|opponent’s|their)(?= |$)")
_MINE = frozenset(("own", "my", "your"))


def may_look(attempt: Attempt) -> Found:
    """Whether somebody may look; unknown where it isn't said whose it is, or whether a pile is public."""
    asked = Unknown(("action.what",))
    if isinstance(attempt.says.what, Unknown):
        return asked
    what = " ".join(attempt.says.what.casefold().split())
    if _COUNTED.search(what) or _OPEN_PILE.search(what):
        return True
    if _DECK.search(what):
        return False
    whose = _WHOSE.search(what)
    is_mine = whose is not None and whose[1] in _MINE
    if _HAND.search(what) or _FACE_DOWN_RESOURCE.search(what):
        return asked if whose is None else is_mine
    if _PILE.search(what):
        return asked if whose is None else is_mine or (False if "private pile" in what else asked)
    if _OPEN.search(what):
        return True
    return True if is_mine and _RESOURCE_ROW.search(what) else asked


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
        for each in attempt.figures
    )
    if isinstance(said, Unknown):
        return seen or said
    # Those in the rows are left: fewer can't be.
    return said if said >= seen else Unknown((f"{attempt.side(side).path}.main_characters_left",))


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
    available = attempt.side(attempt.enemy).main_characters_available
    if not any(each.facts.owner in {None, attempt.enemy} for each in own):
        return equals(available, 0)
    # One that is seen is there: it can't be said that none is.
    return Unknown((f"{attempt.enemy}.main_characters_available",)) if available == 0 else False


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
    return compute(
        lambda one, two: bool(one < two), _main_wounds(attempt, attempt.by), _main_wounds(attempt, attempt.enemy)
    )


def _main_wounds(attempt: Attempt, side: str) -> Maybe[int]:
    """The wounds on a player's main characters: as said, else those in the rows, where all of these are described.

    Unknown where the two differ.
    """
    said = attempt.side(side).main_wounds
    figures = attempt.on_side(side)
    listed = not any(attempt.row_open(side, row) for row in (FRONT, BACK))
    mains = [each.facts.wounds for each in figures if each.facts.main is True]
    if not listed or not mains or any(isinstance(each.facts.main, Unknown) for each in figures):
        return said
    seen = compute(lambda *wounds: int(sum(wounds)), *mains)
    if isinstance(said, Unknown):
        return seen
    return said if isinstance(seen, Unknown) or seen == said else Unknown((f"{side}.main_wounds",))


def figures_known(attempt: Attempt) -> Truth:
    """The base figures are known; all else that changes them is as said."""
    figure = subject(attempt)
    if figure is None:
        return ask_whom(attempt)
    return compute(lambda atk, defence: True, figure.facts.base_atk, figure.facts.base_def)
