"""How a turn, a play and a showdown go by the newest edition held, for people who read without a position."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.riftbound.play.citing import CORE_JULY, Place, cite_places
from engine.games.riftbound.play.walk_tables import ACTIVATE_ABILITY, PLACE_TRIGGER, PLAY_GEAR, PLAY_SPELL, PLAY_UNIT
from engine.play.rules import Rule, Sequence, SequenceStep

_OF_CARDS = (
    ("Before", "The player may act now, and what came before is finished."),
    ("Onto the chain", "The card leaves its zone and is pending on the chain. From now on the state is closed."),
    ("Choices", "Targets, modes and the like are chosen, and which optional costs are paid. No choice changes later."),
    (
        "The cost in all",
        "The base comes first, then additional costs, then increases, then discounts: first those of a component, "
        "then those of the whole. Nothing falls below 0.",
    ),
    ("Payment", "Energy, power and other costs are paid. Abilities that add and have Reaction can be used meanwhile."),
    ("Legality", "A last look at targets, state and timing. If anything is illegal, all of it is undone."),
)
#: What a step of one kind of play does where it isn't the same for all cards.
_TEXTS: Mapping[str, Mapping[str, str]] = {
    "play-unit": {
        "Choices": "A place is chosen, then targets and the like, and which optional costs are paid. No choice changes "
        "later."
    },
    "play-gear": {
        "Choices": "Targets and the like are chosen, and which optional costs are paid. The place is no choice: it is "
        "the base, or the battlefield where the gear was hidden."
    },
    "activate-ability": {
        "Onto the chain": "The ability is pending on the chain, without a card. From now on the state is closed.",
        "Choices": "Targets, modes and the like are chosen. If a required choice has no legal option, the ability "
        "can’t be used at all.",
        "The cost in all": "The cost is what comes before the colon, with its increases and discounts.",
        "Legality": "A last look: targets are still legal, and the effect makes no illegal state.",
    },
    "place-trigger": {
        "Onto the chain": "The trigger is pending on the chain, without a card. From now on the state is closed.",
        "Choices": "A choice with a legal option can’t be declined. If a required choice has none, the trigger leaves "
        "the chain, which isn’t a counter.",
        "The cost in all": "Mostly there is none. If the text asks for one thing in order to do another, the first is "
        "the cost.",
        "Payment": "The player pays or declines. A declined trigger leaves the chain, which isn’t a counter.",
        "Legality": "A last look: targets are still legal, and the effect makes no illegal state.",
    },
}
_ENDINGS: Mapping[str, tuple[str, str, tuple[Place, ...]]] = {
    "play-unit": (
        "The unit leaves the chain",
        "It enters its place exhausted, or ready where Accelerate was paid. Nobody can answer.",
        ("R.359.1", "R.359.2.c", "R.143.4", "R.805.6", "R.337.1.c"),
    ),
    "play-gear": (
        "The gear leaves the chain",
        "It enters the base ready. Nobody can answer.",
        ("R.359.1", "R.359.2.d", "R.149.1", "R.337.1.c"),
    ),
    "play-spell": (
        "The spell lingers",
        "Its controller has priority, and others may answer. It resolves once all have passed.",
        ("R.359.3", "R.337.1.c.3", "R.338", "R.339", "R.340"),
    ),
    "activate-ability": (
        "The ability lingers",
        "Others may answer, and it resolves once all have passed. What adds resolves at once.",
        ("R.406.2", "R.406.4", "R.400.2"),
    ),
    "place-trigger": (
        "The trigger lingers",
        "It is a chain item now, and others may answer.",
        ("R.406.2", "R.406.4", "R.401.2"),
    ),
}


def _walk(slug: str, title: str, verb: str, tables: Mapping[str, tuple[Rule, ...]]) -> Sequence:
    rules = tables[CORE_JULY.slug]
    steps = [
        SequenceStep(
            name if number == 0 else f"{number}. {name}",
            _TEXTS.get(verb, {}).get(name, text),
            tuple(dict.fromkeys(cited for rule in rules if rule.step == number for cited in rule.citations)),
            (verb,),
            tuple(dict.fromkeys(rule.question for rule in rules if rule.step == number)),
        )
        for number, (name, text) in enumerate(_OF_CARDS)
        if any(rule.step == number for rule in rules)
    ]
    name, text, places = _ENDINGS[verb]
    last = SequenceStep(f"6. {name}", text, cite_places(CORE_JULY, *places), (verb,))
    return Sequence(slug, title, (*steps, last), is_numbered=True)


def _step(title: str, text: str, *places: Place, verbs: tuple[str, ...] = ()) -> SequenceStep:
    return SequenceStep(title, text, cite_places(CORE_JULY, *places), verbs)


TURN = Sequence(
    "turn",
    "The turn",
    (
        _step("Awaken", "Everything that the turn player controls becomes ready.", "315.1.b", verbs=("begin-turn",)),
        _step(
            "Beginning",
            "Effects of the start happen; then each battlefield under control is held.",
            "315.2.b.2",
            verbs=("begin-turn",),
        ),
        _step(
            "Channel",
            "Two runes are channeled, or as many as are left; one more on the second player’s first turn.",
            "315.3.b",
            "315.3.b.1",
            "485.7",
            verbs=("begin-turn",),
        ),
        _step("Draw", "One card is drawn, and all pools are emptied.", "315.4.b", "316.3", verbs=("begin-turn",)),
        _step(
            "Main phase",
            "Cards are played, abilities used, units moved and cards hidden, in any order.",
            "312.2.a",
            "310.1.a",
            "144.1.a",
            "811.1.b",
            verbs=("play-unit", "play-gear", "play-spell", "activate-ability", "move-units", "hide", "end-turn"),
        ),
        _step(
            "Ending",
            "Damage heals, what lasts for the turn ends, the pools are emptied; the next turn begins.",
            "316.9",
            "317.2.a",
            "317.2.d",
            "317.3",
            verbs=("end-turn",),
        ),
    ),
)

SHOWDOWN = Sequence(
    "showdown",
    "A showdown",
    (
        _step(
            "Focus",
            "The player with focus acts: with Action or Reaction, or passes.",
            "313.1",
            "313.2",
            "R.358.3",
            "R.806",
            verbs=("play-unit", "play-gear", "play-spell", "activate-ability", "pass"),
        ),
        _step(
            "The chain",
            "What is on the chain is answered with Reactions, and resolves newest first once all have passed.",
            "R.338",
            "R.339",
            "R.340",
            "R.813",
            verbs=("respond", "pass", "resolve"),
        ),
        _step("Focus passes", "With the chain gone, the next player has focus.", "346", "340.2.a"),
        _step("The end", "Once all have passed in a row, the showdown ends.", "347.2.a", verbs=("pass",)),
    ),
)

SEQUENCES = (
    TURN,
    _walk("play-unit", "Playing a unit", "play-unit", PLAY_UNIT),
    _walk("play-gear", "Playing a gear", "play-gear", PLAY_GEAR),
    _walk("play-spell", "Playing a spell", "play-spell", PLAY_SPELL),
    _walk("activate-ability", "Using an ability", "activate-ability", ACTIVATE_ABILITY),
    _walk("place-trigger", "A triggered ability", "place-trigger", PLACE_TRIGGER),
    SHOWDOWN,
)
