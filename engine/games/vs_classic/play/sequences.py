"""A turn, an attack and playing a card, step by step, for people who read without a position; and what isn't judged."""

from __future__ import annotations

from engine.games.vs_classic.play.citing import CAMMI, OPPOSING, cite_new
from engine.play.rules import OutOfReach, Sequence, SequenceStep


def _step(title: str, text: str, rules: str, *verbs: str) -> SequenceStep:
    return SequenceStep(title, text, cite_new(rules), verbs)


_ANY_TIME = ("play-plot-twist", "flip-location", "reveal-resource", "use-power", "pass")

TURN = Sequence(
    "turn",
    "A turn",
    (
        _step(
            "Setup",
            "Before the first turn: 50 endurance, four cards each, and one mulligan each. "
            "The player with the initiative decides first.",
            "101.5, 101.6",
            "begin",
            "mulligan",
        ),
        _step(
            "Draw phase",
            "Two cards for each player, by an effect on the chain. An empty deck loses nothing.",
            "401.1, 102.6",
            "begin",
            *_ANY_TIME,
        ),
        _step(
            "Build phase: resource step",
            "The step’s player may put one card face down into the resource row as the step starts. "
            "The initiative player takes all three steps first, then the other player.",
            "402.1, 400.5, 403.1, 403.4",
            "build-resource",
            *_ANY_TIME,
        ),
        _step(
            "Build phase: recruit step",
            "One resource point a resource. They buy characters and equipment; what is left over is lost.",
            "404.1, 404.2, 404.3, 404.5",
            "begin",
            "recruit",
            "equip",
            "substitute",
            *_ANY_TIME,
        ),
        _step(
            "Build phase: formation step",
            "As the step starts, its player may move any number of their characters, each within its area.",
            "405.1, 405.3, 405.5",
            "form",
            *_ANY_TIME,
        ),
        _step(
            "Combat phase: attack steps",
            "One attack step each, the initiative player’s first, with any number of attacks, one after the other.",
            "406.1, 407.2, 407.5",
            "attack",
            *_ANY_TIME,
        ),
        _step(
            "Recovery phase",
            "Effects can still be played. Once everybody passes on an empty chain, the wrap-up begins.",
            "408.1, 408.2",
            *_ANY_TIME,
        ),
        _step(
            "Wrap-up: endurance",
            "A player with 0 endurance or less loses; if that is everybody, the highest stays in the game.",
            "408.2a, 104.1a",
            "wrap-up",
        ),
        _step(
            "Wrap-up: recovery",
            "Each player may recover one stunned character. The other stunned ones are KO’d.",
            "408.2b, 708.6a",
            "recover",
            "keep",
            "wrap-up",
        ),
        _step(
            "Wrap-up: ready and pass on",
            "Everything readies, effects of this turn end, and the initiative passes.",
            "408.2c, 408.2d, 408.2e",
            "wrap-up",
        ),
    ),
)

ATTACKING = Sequence(
    "attack",
    "An attack",
    (
        _step(
            "Propose",
            "In your attack step, with priority and on an empty chain, name attackers and a defender. "
            "Attackers are ready, yours, and in the front row or with range; a team shares an affiliation.",
            "601.1a, 601.1b, 601.2b, 601.2d, 601.5a",
            "attack",
        ),
        _step(
            "Choose a legal defender",
            "A visible character that isn’t stunned, and that isn’t protected unless every attacker flies. "
            "A player can be attacked who has no such character.",
            "601.3b, 601.3d, 601.3e, 601.4a, 701.7",
            "attack",
        ),
        _step(
            "Pass",
            "Both players may still act. Once both pass on an empty chain, the attack substep starts.",
            "601.1f",
            "pass",
            "play-plot-twist",
            "use-power",
        ),
        _step(
            "Check again",
            "The proposal is checked again. If it is still legal, the attackers exhaust; if not, nobody does.",
            "602.1, 602.1a, 602.1d",
            "start-attack",
        ),
        _step(
            "Fight",
            "Players may power up, reinforce and play other effects. A stunned character leaves the attack.",
            "507.1b, 507.1c, 602.2a, 602.3a",
            "power-up",
            "reinforce",
            "play-plot-twist",
            "use-power",
            "pass",
        ),
        _step(
            "Choose",
            "When both pass, a team’s order is chosen where it causes breakthrough. "
            "Then the defender chooses one attacker to strike.",
            "602.6, 602.6c",
            "conclude-attack",
        ),
        _step(
            "Compare",
            "ATK is compared with DEF both ways at once. As much or more stuns, and its controller loses its cost.",
            "602.7, 602.7a, 602.7d, 708.11b",
            "conclude-attack",
            "stun",
        ),
        _step(
            "Breakthrough",
            "ATK over the DEF is breakthrough, but not by a team or against reinforcement. "
            "A direct attack is breakthrough as a whole.",
            "602.7b, 602.7c, 602.10c, 708.7a",
            "conclude-attack",
        ),
        _step(
            "End",
            "Effects of this attack end, and the attack step goes on. An attacker whose defender has left readies.",
            "602.9f, 602.9g, 602.6b",
            "conclude-attack",
        ),
    ),
)

PLAYING = Sequence(
    "play-a-card",
    "Playing a card from the hand",
    (
        _step(
            "Check the time",
            "Any time with priority for a plot twist. Characters and equipment wait for an empty chain in your "
            "recruit step.",
            "304.2, 301.2, 302.2, 404.3",
            "play-plot-twist",
            "recruit",
            "equip",
        ),
        _step("Announce", "Show the card and put it on the chain.", "505.1a", "play-plot-twist", "recruit", "equip"),
        _step(
            "Choose",
            "Choose modes, and say whether boost or another additional cost is paid. Then choose targets, "
            "all of them legal and different.",
            "505.1b, 505.1c, 706.2",
        ),
        _step(
            "Work out the cost",
            "Take reductions off, then press, and add additional costs. It never falls below 0, by press not below 1.",
            "505.1d, 706.12",
        ),
        _step(
            "Pay",
            "Pay resource points for a recruit cost. A threshold is compared with your resources, and costs none.",
            "203.4b, 203.5b, 505.1d",
        ),
        _step(
            "Take it back if it can’t be finished",
            "What was paid is returned, and the player has priority as before.",
            "505.2",
        ),
        _step(
            "Pass and resolve",
            "When both players pass, the top effect of the chain resolves.",
            "505.1f, 508.1",
            "pass",
        ),
        _step(
            "Put it where it belongs",
            "A character enters the front or support row, equipment its character, a plot twist the KO’d pile. "
            "Other unique objects of the same name go to the KO’d pile.",
            "213.5e, 214.3a, 302.4, 304.6, 704.1, 704.3",
        ),
    ),
)

SEQUENCES = (TURN, ATTACKING, PLAYING)

OUT_OF_REACH = (
    OutOfReach("What cards do", "Say what a card grants in the position; its text isn’t read.", cite_new("103.1")),
    OutOfReach("Replacement modifiers", "What happens instead depends on the cards.", cite_new("513.5, 203.7a")),
    OutOfReach("Timestamps and order of modifiers", "Say the values that result.", cite_new("515.1, 515.7")),
    OutOfReach("Negating, and targets on resolution", "Only playing an effect is judged.", cite_new("508.2a")),
    OutOfReach("Changes of control", "Say who controls a character by its side.", cite_new("700.1, 700.3")),
    OutOfReach(
        "Characters that join an attack under way",
        "Name the attackers and the defender as they are.",
        cite_new("602.4, 602.5"),
    ),
    OutOfReach("Extra and skipped steps", "The turn has its usual steps.", cite_new("400.9a, 400.10a")),
    OutOfReach("Loops", "Repeated actions aren’t counted.", cite_new("703.1")),
    OutOfReach("More than two players", "A position has two sides.", cite_new("100.1")),
    OutOfReach(
        "“Can’t reinforce” and the game’s reinforcement",
        "One rule speaks of a modifier’s source, another of who exhausts; they don’t settle it.",
        cite_new("701.10d, 708.7c"),
    ),
    OutOfReach(
        "Counting as having all affiliations",
        "Taken as the FAQ has it: for team attacks and for reinforcing, never for loyalty or an unaffiliated defender.",
        (CAMMI,),
    ),
    OutOfReach(
        "Equipment for opposing characters in 2007",
        "The edition of 2007 has no exception for it, and the FAQ of 2008 does.",
        (OPPOSING,),
    ),
    OutOfReach(
        "Rare keywords",
        "Transfer, terraform, shift, insanity, hunter, energize and leader are cards’ or rarely asked.",
        cite_new("706.1"),
    ),
    OutOfReach("Conceding", "It is always allowed, so there is nothing to judge.", cite_new("102.5")),
)
