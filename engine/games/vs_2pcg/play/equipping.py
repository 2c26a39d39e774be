"""Who may get an equipment, and where a Machine goes (Playing Equipment, Machine)."""

from __future__ import annotations

from engine.games.vs_2pcg.play.attempt import Attempt, Figure, has_keyword
from engine.games.vs_2pcg.play.facts import BACK, FACE_UP, FRONT
from engine.games.vs_2pcg.play.names import is_good, names_of
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, compute, equals

#: How names that hold "Spider" are written for short (Alternate Names).
_SPIDERS = ("spider", "sp//dr", "spidey")


def is_machine(attempt: Attempt) -> bool:
    """Whether the card is said to be a Machine."""
    subtype = attempt.says.card.subtype
    return subtype is not None and subtype.casefold() == "machine"


def bearer_of(attempt: Attempt) -> Figure | None:
    """Who gets the equipment; nobody gets a Machine."""
    onto = attempt.says.onto
    return attempt.figure(onto, attempt.by) if onto and not is_machine(attempt) else None


def is_equipment(attempt: Attempt) -> Found:
    return bool(attempt.says.card.type == "equipment")


def bearer_own(attempt: Attempt) -> Found:
    bearer = bearer_of(attempt)
    if bearer is None:
        return None if is_machine(attempt) else Unknown(("action.onto",))
    return True if bearer.side == attempt.by else Broken(f"{bearer.name} is on the other side.")


def bearer_face_up(attempt: Attempt) -> Found:
    bearer = bearer_of(attempt)
    if bearer is None:
        return None
    if bearer.facts.type == "machine":
        return Broken(f"{bearer.name} is a Machine, not a character.")
    return equals(bearer.facts.state, FACE_UP)


def machine_in_row(attempt: Attempt) -> Found:
    if not is_machine(attempt):
        return None
    if attempt.says.onto:
        return False
    return attempt.says.row in {FRONT, BACK} if attempt.says.row else Unknown(("action.row",))


def restriction_met(attempt: Attempt) -> Found:
    """No Creature gets equipment; some equipment wants a name or a Good character."""
    bearer = bearer_of(attempt)
    if bearer is None:
        return None
    if bearer.has("Creature"):
        return Broken(f"{bearer.name} is a Creature and gets no equipment.")
    keywords = attempt.says.card.keywords
    if has_keyword(keywords, "Spider-Gear"):
        return _named_spider(names_of(bearer.facts.name, bearer.facts.aka))
    return _is_good(bearer) if has_keyword(keywords, "Benevolent") else True


def _is_good(bearer: Figure) -> Truth:
    """Good as it is said, else by its teams; asked where the rulebook doesn't list them."""
    good, teams = bearer.facts.good, bearer.facts.teams
    if not isinstance(good, Unknown):
        return good
    if isinstance(teams, Unknown):
        return teams
    by_teams = is_good(teams)
    return good if by_teams is None else by_teams


def _named_spider(names: Maybe[frozenset[str]]) -> Truth:
    return compute(lambda held: any(spider in name for name in held for spider in _SPIDERS), names)
