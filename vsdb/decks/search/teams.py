"""The teams of decks: a team is one of a deck if at least a third of the copies that have a team have it.

They stand in one column, which is counted when the cards of a deck are found: `|Avengers|X-Men|`; `|` alone where cards
have teams but no team a third of them, and nothing where no card has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

PART = 3  #: of the copies that have a team, one in so many


def write_teams(cards: Iterable[tuple[Sequence[str], int]]) -> str:
    """The column, of the teams of each card and its copies."""
    copies, of_team = 0, dict[str, int]()
    for teams, count in cards:
        if teams:
            copies += count
            for team in set(teams):
                of_team[team] = of_team.get(team, 0) + count
    if not copies:
        return ""
    found = sorted(team for team, count in of_team.items() if count * PART >= copies)
    return "".join(f"|{team}" for team in found) + "|"
