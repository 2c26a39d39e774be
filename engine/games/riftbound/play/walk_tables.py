"""The tables of the five walks: step by step what is asked, and where it stands."""

from __future__ import annotations

from engine.games.riftbound.play import beginning, choices, legality, paying, timing
from engine.games.riftbound.play.citing import Place, RuleRow, build_walk
from engine.play.rules import Check

ABILITIES = "Playing / Activating Abilities"

PRIORITY: RuleRow = (
    "priority",
    timing.priority,
    "Is it yours to act?",
    "It isn’t yours to act: another has priority or focus, or it isn’t your main phase.",
    ("312.1", "310.1.a", "312.2.a", "313.1", "313.2", "313.4"),
)


def ask_priority(check: Check, *places: Place) -> RuleRow:
    """The row on priority of an action that is no walk."""
    code, _, question, broken, _ = PRIORITY
    return (code, check, question, broken, places)


TASKS: RuleRow = (
    "tasks-done",
    timing.tasks_done,
    "Is no task owed?",
    "A cleanup or another task is owed first.",
    ("R.354.4", ("334", "333"), ("335.3", "335"), "312.1.b", "354.4"),
)
_FINALIZED: RuleRow = (
    "window-after-finalizing",
    timing.others_finalized,
    "Is nothing else pending?",
    "A pending item is finished by its controller first.",
    ("R.359.3.b", "336", "337.1", "338.1"),
)
_TARGETS_QUESTION = "Is the right number chosen?"
_VALID_QUESTION = "Does each fit that is chosen?"
_UNFIT = "What is chosen doesn’t fit."
_HIDDEN_TARGETS: RuleRow = (
    "hidden-targets",
    choices.hidden_targets,
    "Is everything chosen at the battlefield where the card lay face down?",
    "What is played from face down chooses only at that battlefield.",
    ("811.1.d.2", "811.1.d"),
)


def wait_for_resolving(check: Check, *places: Place) -> RuleRow:
    """The row that waits for what resolves."""
    return (
        "nothing-resolving",
        check,
        "Does nothing resolve?",
        "Something resolves: nothing else begins until it is done.",
        places,
    )


def _modes(*places: str) -> RuleRow:
    return ("mode-chosen", choices.mode_chosen, "Which mode is chosen?", "This isn’t one of the choices.", places)


def _optional(*places: str) -> RuleRow:
    return (
        "optional-costs",
        choices.optional_costs,
        "Are only optional costs paid that it offers?",
        "This optional cost isn’t offered here.",
        places,
    )


def _timing(*places: Place) -> RuleRow:
    said = "It can’t be played now."
    return ("timing", timing.timing, "May it be played at this time?", said, (*places, "R.806", "R.813", "310.1.a"))


def _beginning(kind: str) -> tuple[RuleRow, ...]:
    return (
        (
            "card-type",
            beginning.card_type,
            f"Is the card a {kind}?",
            f"Only a {kind} is played like that.",
            ("R.354", "354"),
        ),
        (
            "zone",
            beginning.zone,
            "Is the card in the hand, in the champion zone or face down, or may it be played from elsewhere?",
            "A card is played from the hand, the champion zone or face down, unless an effect says otherwise.",
            ("R.354", "419.1.a"),
        ),
        (
            "hidden-next-turn",
            beginning.hidden_next_turn,
            "Was the card hidden on an earlier turn?",
            "A hidden card can be played from the next turn on.",
            ("811.1.b",),
        ),
        (
            "hidden-place-lost",
            beginning.hidden_place_kept,
            "Is the battlefield where the card lies face down still yours?",
            "The battlefield is no longer yours: what lay there face down goes to the trash.",
            ("107.3.c", "107.3.d", "323.7", "811.1.b"),
        ),
    )


def _costs(known: tuple[str, ...], paid: tuple[str, ...], *, exhausts: bool) -> dict[int, tuple[RuleRow, ...]]:
    sheet = ("R.356.1", "R.356.2", "R.356.3", "R.356.4", "R.356.5")
    core: tuple[Place, ...] = ("356.1", "356.2", "356.3", "356.4", ("356.5", "356.6"))
    discounts = ("356.4.c", "356.4.d", "356.4.e", "356.4.f.1")
    steps = (*sheet, *core, *discounts, "805.1.a", "809.1.c", "811.1.b")
    exhaust: RuleRow = (
        "exhaust-paid",
        paying.exhaust_paid,
        "Is what is exhausted as the cost ready?",
        "What is exhausted already can’t be exhausted as a cost.",
        paid,
    )
    return {
        3: (
            (
                "cost-known",
                paying.cost_known,
                "What does it cost in all?",
                "The cost isn’t known.",
                (*known, *steps),
            ),
        ),
        4: (
            (
                "energy-paid",
                paying.energy_paid,
                "Is there enough energy?",
                "There isn’t enough energy.",
                (*paid, "357.1"),
            ),
            (
                "power-paid",
                paying.power_paid,
                "Is there enough power of the right domains?",
                "There isn’t enough power of the right domains.",
                (*paid, "357.1"),
            ),
            (
                "add-in-time",
                paying.add_in_time,
                "Does what adds while paying have Reaction?",
                "An ability without Reaction can’t add while a cost is paid.",
                (*paid, "357.1.a", "429.3"),
            ),
            *((exhaust,) if exhausts else ()),
            (
                "other-costs-paid",
                paying.other_costs_paid,
                "Can the other costs be paid?",
                "Another cost can’t be paid.",
                (*paid, "357.2"),
            ),
        ),
    }


def _legality(place: str, *others: RuleRow) -> tuple[RuleRow, ...]:
    return (
        (
            "targets-still-legal",
            legality.targets_still_legal,
            "Is everything that was chosen still legal?",
            "Something that was chosen is no longer legal.",
            (place, "358.1"),
        ),
        (
            "no-illegal-state",
            legality.no_illegal_state,
            "Does it make no illegal state?",
            "It would make an illegal state.",
            (place, ("358.2", "358.3")),
        ),
        *others,
    )


_CARD_STEP_0 = (
    PRIORITY,
    wait_for_resolving(timing.nothing_resolving, "R.354.3", "R.157.3", "354.3", ("157.3", "158.3")),
    TASKS,
    _FINALIZED,
)
_CARD_COSTS = _costs(("R.356", "356"), ("R.357", "357"), exhausts=False)
_ABILITY_COSTS = _costs(("R.403.1.a", "R.403.1.b.1"), ("R.404.1",), exhausts=True)
_CARD_TIMING = _timing("R.358.3", ("358.3", "358.4"), "811.6", "819.1.b", "822.1.b")

PLAY_UNIT = build_walk(
    {
        0: _CARD_STEP_0,
        1: _beginning("unit"),
        2: (
            (
                "location-chosen",
                choices.location_chosen,
                "Where does the unit go?",
                "The unit needs a place.",
                ("R.355.2", "355.2"),
            ),
            (
                "location-valid",
                choices.location_valid,
                "May the unit go there?",
                "A unit goes to the base or a battlefield of its player, or where an effect lets it.",
                ("R.355.2.a", "R.355.2.b", "822.1.b", "811.1.d.1", "355.2.a"),
            ),
            _modes("R.355.1", "355.1"),
            _optional("R.356.2.b", "805.2", "356.2.b"),
        ),
        **_CARD_COSTS,
        5: _legality(
            "R.358",
            (
                "ambush-units-there",
                legality.ambush_units_there,
                "Are own units still there?",
                "Ambush lets the unit in only while own units are there.",
                ("822.3",),
            ),
            _CARD_TIMING,
        ),
    }
)

PLAY_GEAR = build_walk(
    {
        0: _CARD_STEP_0,
        1: _beginning("gear"),
        2: (
            (
                "gear-location",
                choices.gear_location,
                "Does the gear go to the base, or from face down to where it lay?",
                "Gear has no place to choose: it goes to the base, from face down to where it lay.",
                ("R.148.1.a.1", "R.149.2", "R.811.1.d.1", "R.811.1.d.1.a", "149.2"),
            ),
            _modes("R.355.1", "355.1"),
            _optional("R.356.2.b", "356.2.b"),
        ),
        **_CARD_COSTS,
        5: _legality("R.358", _CARD_TIMING),
    }
)

PLAY_SPELL = build_walk(
    {
        0: _CARD_STEP_0,
        1: _beginning("spell"),
        2: (
            (
                "targets-available",
                choices.targets_available,
                "Is there enough to choose?",
                "There isn’t enough that could be chosen.",
                ("R.355.8", "355.8", "811.1.d"),
            ),
            (
                "targets-chosen",
                choices.targets_chosen,
                _TARGETS_QUESTION,
                "The wrong number is chosen.",
                ("R.355.5", "R.355.8", "355.13", "R.820.2.a"),
            ),
            ("targets-valid", choices.targets_valid, _VALID_QUESTION, _UNFIT, ("R.355.8", "355.9")),
            _HIDDEN_TARGETS,
            _modes("R.355.3", "R.355.1", "355.3"),
            (
                "destination-valid",
                choices.destination_valid,
                "Does what moves go elsewhere?",
                "What moves goes to a place where it isn’t yet.",
                ("R.355.4", "355.4.a"),
            ),
            _optional("R.356.2.b", "R.820.2", "356.2.b", "820.1.d"),
        ),
        **_CARD_COSTS,
        5: _legality("R.358", _CARD_TIMING),
    }
)

_ABILITY_CHOICES: tuple[RuleRow, ...] = (
    ("targets-chosen", choices.targets_chosen, _TARGETS_QUESTION, "The wrong number is chosen.", ("R.402.1", "355.13")),
    ("targets-valid", choices.targets_valid, _VALID_QUESTION, _UNFIT, ("R.402.1", "355.9")),
    _modes("R.402.1", "355.3"),
    (
        "destination-valid",
        choices.destination_valid,
        "Does what moves go elsewhere?",
        "What moves goes to a place where it isn’t yet.",
        ("R.402.1", "R.355.4", "355.4.a"),
    ),
    _optional("R.402.1", "356.2.b"),
)

ACTIVATE_ABILITY = build_walk(
    {
        0: (PRIORITY, wait_for_resolving(timing.nothing_resolving, "R.401.2", "R.157.3", "401.2"), TASKS, _FINALIZED),
        1: (
            (
                "source-controlled",
                beginning.source_controlled,
                "Does the player who uses it control its source?",
                "Only the player who controls its source may use an ability.",
                (("188.4.a", "191.4.a"), "378"),
            ),
            (
                "options-exist",
                beginning.options_exist,
                "Are there enough legal options?",
                "Without enough legal options it can’t be activated.",
                ("R.402.2", ("402.2", "402.3")),
            ),
            (
                "use-condition",
                beginning.use_condition,
                "Does the condition hold under which it may be used?",
                "The condition under which it may be used doesn’t hold.",
                ("R.377.2", "377.2.b"),
            ),
        ),
        2: _ABILITY_CHOICES,
        **_ABILITY_COSTS,
        5: _legality("R.405", _timing("R.381", "R.145.2", "R.150.2", "R.358.3")),
    }
)

PLACE_TRIGGER = build_walk(
    {
        1: (
            (
                "trigger-condition",
                beginning.trigger_condition,
                "Is the condition of the trigger met?",
                "Its condition isn’t met: it doesn’t trigger.",
                (ABILITIES, "383.3", "R.401.1"),
            ),
            (
                "trigger-placed",
                beginning.trigger_placed,
                "Is it put on the chain, or does it say “you may” first?",
                "Only a trigger that says “you may” first can be left out.",
                ("383.3.a",),
            ),
        ),
        2: (
            *_ABILITY_CHOICES,
            _HIDDEN_TARGETS,
            (
                "trigger-must-choose",
                choices.trigger_must_choose,
                "Is something chosen where something can be?",
                "Where there is something to choose, it must be chosen.",
                ("R.402.3.b", ("402.3.b", "402.4.b")),
            ),
        ),
        **_ABILITY_COSTS,
        5: _legality("R.405"),
    }
)
