"""A turn, a combat and playing cards, step by step; and what isn't judged."""

from __future__ import annotations

from engine.games.vs_2pcg.play.citing import cite_headings
from engine.play.rules import OutOfReach, Sequence, SequenceStep


def _step(title: str, text: str, headings: str, *verbs: str) -> SequenceStep:
    return SequenceStep(title, text, cite_headings(headings), verbs)


TURN = Sequence(
    "turn",
    "A turn",
    (
        _step(
            "Opening hand",
            "Seven cards each. Beginning with the first player, everybody may once change the whole hand.",
            "Setting Up the Game > Step 5",
            "mulligan",
        ),
        _step(
            "Draw phase",
            "Two cards; none on the first turn of the game. An empty deck loses nothing.",
            "Draw Phase; Running Out Of Cards",
            "draw",
        ),
        _step("Recovery phase", "Stunned characters recover, and everything readies.", "Recovery Phase", "recover"),
        _step(
            "Build phase: resource step",
            "One card may go into the resource row; only a location lies face up there.",
            "Resource Step (Optional)",
            "play-resource",
        ),
        _step(
            "Build phase: recruit step",
            "Each ready resource gives a point for characters and equipment. What is left is lost.",
            "Recruit Step; Playing Equipment",
            "recruit",
            "play-equipment",
        ),
        _step("Build phase: formation step", "Characters may change rows.", "Formation Step", "move"),
        _step(
            "Main phase",
            "Attacks, plot twists and powers, in any order, one combat after the other.",
            "Main Phase",
            "attack",
            "play-plot-twist",
            "use-super-power",
            "power-up",
        ),
    ),
)
COMBAT = Sequence(
    "combat",
    "A combat, step by step",
    (
        _step(
            "Combat declaration",
            "A ready character attacks, or a team of one row. The front row protects the back row.",
            "Combat Declaration; Game Terms > Protection",
            "attack",
        ),
        _step(
            "During combat",
            "Beginning with the attacker, the players act in turns until both pass in a row.",
            "During Combat",
            "play-plot-twist",
            "use-super-power",
            "power-up",
            "pass",
        ),
        _step(
            "Combat resolution",
            "Ferocious characters strike first, then the others at once. Strikes that reach the DEF stun.",
            "Combat Resolution; Normal Resolution",
            "resolve-combat",
        ),
        _step("Wounds", "Each stun is a wound; as many wounds as health KO.", "Stunned Characters", "stun"),
        _step("Figures", "Base, then counters, then modifiers in order.", "Calculating ATK/DEF", "calculate"),
    ),
)
CARDS = Sequence(
    "cards",
    "Playing a card or a power",
    (
        _step(
            "Look at the timing",
            "Build and Main name a phase, Combat a combat. Reactions answer an event.",
            "Playing Plot Twists; Super Powers; Reaction Powers",
            "play-plot-twist",
            "use-super-power",
        ),
        _step(
            "Look at the team",
            "A card with a team needs a face-up character of that team; one with three symbols needs three.",
            "Playing Plot Twists; Playing Equipment",
            "play-plot-twist",
            "play-equipment",
        ),
        _step(
            "Pay",
            "A power’s symbols come from locations: turned face down, or discarded from hand, one for each symbol.",
            "Super Powers; Resources and Locations",
            "use-super-power",
        ),
        _step(
            "Level up",
            "With enough XP a main character becomes its next level and keeps wounds, counters and equipment.",
            "Level Up Powers; Main Characters",
            "level-up",
        ),
        _step("Look", "Some things on the table are open, others hidden.", "Resources and Locations", "look-at"),
        _step(
            "Win",
            "A player without a main character of their own has lost. An empty deck loses nothing.",
            "Ending the Game; Running Out Of Cards",
            "claim-win",
        ),
    ),
)
SEQUENCES = (TURN, COMBAT, CARDS)
OUT_OF_REACH = (
    OutOfReach(
        "What cards do", "Say what a card grants in the position; its text isn’t read.", cite_headings("Powers")
    ),
    OutOfReach("Costs with a choice of symbols", "Name the symbol that is paid.", cite_headings("Super Powers")),
    OutOfReach("Requirements", "What cards make a player do isn’t weighed up.", cite_headings("Main Phase")),
    OutOfReach("More than two players", "A position has two sides.", cite_headings("Free for All - 3 or 4 players")),
)
