"""What the rulebook takes for the same name, team or alignment."""

from __future__ import annotations

from engine.games.vs_2pcg.card_facts import ALTERNATE_NAMES, name_key, team_key
from engine.play.facts import Maybe
from engine.play.truth import compute

#: The full name that an alternate one stands for.
_FULL = {name_key(short): name_key(full) for full, shorts in ALTERNATE_NAMES.items() for short in shorts}
_GOOD = (
    *("A-Force", "Anti-Registration", "Avengers", "Bureau", "Champions", "The Company", "Defenders", "Fantastic"),
    *("Guardians of the Galaxy", "Inhumans", "MCU Heroes", "Monsters Unleashed", "Prey", "Pro-Registration"),
    *("Red Team", "Resistance", "Scoobies", "S.H.I.E.L.D.", "Spider-Friends", "X-Men"),
)
_OTHERS = (
    *("Brotherhood of Mutants", "Femme Fatales", "Frightful", "H.A.M.M.E.R.", "Hydra", "Leviathons"),
    *("Masters of Evil", "MCU Villains", "Monsters of the Week", "Predators", "Sentinels", "Supervillains"),
    *("Sinister Syndicate", "Symbiotes", "Syndicate", "The Underworld", "Yellow Team", "Xenomorphs"),
    "Omega Level Mutants",
)
_GOOD_TEAMS, _OTHER_TEAMS = frozenset(map(team_key, _GOOD)), frozenset(map(team_key, _OTHERS))


def names_of(name: Maybe[str], aka: tuple[str, ...]) -> Maybe[frozenset[str]]:
    """The names by which a card goes, whatever their case; an alternate name counts as the full one."""
    return compute(lambda said: frozenset(name_of(each) for each in (said, *aka)), name)


def teams_of(teams: tuple[str, ...]) -> frozenset[str]:
    """Teams in the one spelling that counts."""
    return frozenset(map(team_key, teams))


def is_good(teams: tuple[str, ...]) -> bool | None:
    """Whether one of the teams is Good; `None` where none is and the rulebook doesn't list them all."""
    keys = teams_of(teams)
    if keys & _GOOD_TEAMS:
        return True
    return False if keys <= _OTHER_TEAMS else None


def name_of(name: str) -> str:
    """A name in the one spelling that counts: an alternate one is the full one."""
    return _FULL.get(name_key(name), name_key(name))
