"""What being on curve means in Riftbound."""

from engine.games.riftbound.opening import RUNES
from engine.simulation.odds.ready import CurveRule

_MOST_RUNES = 12


def find_costs(turn: int, first: bool) -> tuple[int, int]:
    """The energy that leaves at most one of a turn's runes: three or four on turn 2, five too for who goes second."""
    return (
        min(RUNES.draws_per_turn * turn, _MOST_RUNES) - 1,
        min(RUNES.count_seen(turn, first=first), _MOST_RUNES),
    )


ON_CURVE = CurveRule(
    types=("Unit",),
    fact="energy",
    noun="unit",
    among="t:unit",
    term="energy",
    costs=find_costs,
    meaning="A unit whose energy takes the runes of the turn, or all but one of two a turn.",
)
