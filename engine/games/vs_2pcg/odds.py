"""What being on curve means in Vs. System 2PCG."""

from engine.games.vs_2pcg.card_facts import SUPPORTING_CHARACTER
from engine.simulation.odds.ready import CurveRule

#: A turn gives as many recruit points as its number, as long as a resource is put down on each.
ON_CURVE = CurveRule(
    types=(SUPPORTING_CHARACTER,),
    fact="cost",
    noun="supporting character",
    among="t:supporting",
    term="cost",
    costs=lambda turn, first: (turn, turn),
    meaning="A supporting character whose cost is the number of the turn.",
)
