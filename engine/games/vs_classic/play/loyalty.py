"""Loyalty (706.3): sharing affiliations with characters that one controls, stunned ones too.

Counting as having all affiliations helps in team attacks and reinforcing alone, as the FAQ says it, and not here.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.characters import is_character
from engine.games.vs_classic.play.facts import Character
from engine.play.facts import Maybe
from engine.play.rules import Found
from engine.play.truth import Truth, Unknown, all_of, any_in_order, any_of, combine


def shares_affiliation(attempt: Attempt) -> Truth:
    """Whether the actor controls a character that shares an affiliation with the card."""
    printed, held = attempt.says.card.affiliations, _own_characters(attempt)
    if printed == () or held == ():
        return False
    if isinstance(printed, Unknown) or isinstance(held, Unknown):
        return combine(*(each for each in (printed, held) if isinstance(each, Unknown)))
    return any_of(_share(printed, each.affiliations) for each in held)


def loyalty(attempt: Attempt) -> Found:
    """A card with loyalty needs a character that shares an affiliation."""
    return shares_affiliation(attempt) if attempt.says.card.loyalty == "loyalty" else None


def loyalty_reveal(attempt: Attempt) -> Found:
    """A card with loyalty—reveal needs the same, or a revealed character card that shares one."""
    if attempt.says.card.loyalty != "reveal":
        return None
    return any_in_order((shares_affiliation(attempt), _is_revealed(attempt)))


def _is_revealed(attempt: Attempt) -> Truth:
    """Whether another character card that shares an affiliation is revealed from hand or resource row."""
    revealed = attempt.says.reveal
    if isinstance(revealed, Unknown):
        return revealed
    if revealed is None or revealed.is_recruited:
        return False
    return all_of(
        (
            revealed.type if isinstance(revealed.type, Unknown) else revealed.type == "character",
            revealed.zone if isinstance(revealed.zone, Unknown) else revealed.zone in {"hand", "resource-row"},
            _share(attempt.says.card.affiliations, revealed.affiliations),
        )
    )


def dual_loyalty(attempt: Attempt) -> Found:
    """A card with dual loyalty needs each of its affiliations among the characters; without any it has none there."""
    if attempt.says.card.loyalty != "dual":
        return None
    printed, held = attempt.says.card.affiliations, _own_characters(attempt)
    if printed == () or held == ():
        return False
    if isinstance(printed, Unknown) or isinstance(held, Unknown):
        return combine(*(each for each in (printed, held) if isinstance(each, Unknown)))
    return all_of(any_of(_share((needed,), each.affiliations) for each in held) for needed in printed)


def _own_characters(attempt: Attempt) -> Maybe[tuple[Character, ...]]:
    held = attempt.own.characters
    return held if isinstance(held, Unknown) else tuple(each for each in held if is_character(each))


def _share(first: Maybe[Iterable[str]], second: Maybe[Iterable[str]]) -> Truth:
    """Whether two lists of affiliations have one in common; an empty one shares none."""
    if first == () or second == ():
        return False
    if isinstance(first, Unknown) or isinstance(second, Unknown):
        return combine(*(each for each in (first, second) if isinstance(each, Unknown)))
    return not {each.casefold() for each in first}.isdisjoint(each.casefold() for each in second)
