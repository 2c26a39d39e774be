"""What being on curve means in the Vs. System TCG."""

from engine.simulation.odds.ready import CurveRule

#: A turn gives as many resource points as its number, as long as a resource is built on each (403.1, 404.1).
ON_CURVE = CurveRule(
    types=("Character",),
    fact="cost",
    noun="character",
    among="t:character",
    term="cost",
    costs=lambda turn, first: (turn, turn),
    meaning="A character whose recruit cost is the number of the turn.",
)
