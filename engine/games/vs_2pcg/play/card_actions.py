"""The tables of playing equipment and plot twists."""

from __future__ import annotations

from engine.games.vs_2pcg.play import card_results, equipping, playing, recruiting, saying_cards, timing
from engine.games.vs_2pcg.play.citing import TableRow, build_table
from engine.games.vs_2pcg.play.shared_rows import hand_row
from engine.play.rules import Action


def team_row(heading: str) -> TableRow:
    """The row that a card with a team needs face-up characters of it."""
    return (
        "team-missing",
        playing.team_there,
        "Does a face-up character of the card’s team stand on its player’s side?",
        "No face-up character of the card’s team is there, or too few.",
        heading,
    )


def timing_rows(own: str, reaction: str) -> tuple[TableRow, ...]:
    """The rows of when a plot twist or a super power may be used, with the headings of their own and of reactions."""
    return (
        (
            "not-your-turn",
            playing.own_turn_or_any,
            "Is it your turn, or does the Any Turn symbol stand there?",
            "Without the Any Turn symbol it waits for your own turn.",
            f"{own}; Game Terms > Any Turn Symbol",
        ),
        (
            "wrong-phase",
            playing.phase_fits,
            "Is it the phase that its timing names?",
            "Its timing names another phase.",
            own,
        ),
        (
            "combat-going-on",
            playing.main_outside_combat,
            "Timing Main: is no combat under way?",
            "Timing Main means outside combat.",
            own,
        ),
        (
            "no-combat",
            playing.combat_for_combat,
            "Timing Combat: is a combat under way?",
            "Timing Combat needs a combat.",
            own,
        ),
        (
            "wrong-combat-step",
            playing.acting_allowed,
            "Is it the During Combat step, in which players act?",
            "It isn’t the During Combat step, the only one in which players act.",
            "Combat Step Overview; Combat Resolution; Plot Twists",
        ),
        (
            "not-your-opportunity",
            playing.opportunity,
            "Is it your chance to act?",
            "It is the other player’s chance.",
            "During Combat",
        ),
        (
            "reaction-event",
            playing.event_there,
            "Did the event of the reaction just happen?",
            "Nothing happened that it could react to.",
            reaction,
        ),
    )


_EQUIP = "Playing Equipment"
EQUIPMENT = Action(
    verb="play-equipment",
    title="Play equipment",
    summary="Pay for equipment and put it onto a character, or put a Machine into a row.",
    facts=saying_cards.EquipSays,
    rules=build_table(
        ("not-your-turn", timing.own_turn, "Is it your turn?", "Equipment is played on your own turn.", "Equipment"),
        (
            "wrong-step",
            timing.in_step("recruit", "build"),
            "Is it the recruit step?",
            "Equipment belongs to the recruit step.",
            _EQUIP,
        ),
        (
            "not-equipment",
            equipping.is_equipment,
            "Is the card equipment?",
            "The card isn’t equipment.",
            _EQUIP,
        ),
        hand_row("Recruit Step"),
        (
            "not-enough-recruit-points",
            recruiting.points_enough,
            "Are enough recruit points left?",
            "Too few recruit points are left.",
            f"{_EQUIP}; Resources and Locations",
        ),
        team_row(_EQUIP),
        (
            "equip-enemy",
            equipping.bearer_own,
            "Is the character on its player’s side?",
            "You equip your own characters.",
            _EQUIP,
        ),
        (
            "equip-face-down",
            equipping.bearer_face_up,
            "Is the character face-up?",
            "A face-down character gets no equipment.",
            _EQUIP,
        ),
        (
            "machine-not-equipped",
            equipping.machine_in_row,
            "Does a Machine go into a row?",
            "A Machine goes into the front or the back row, onto nobody.",
            "Machine",
        ),
        (
            "equip-restricted",
            equipping.restriction_met,
            "May this character have this equipment?",
            "The equipment isn’t for this character.",
            "Keyword Glossary > Creature; Keyword Glossary > Spider-Gear; Alternate Names; "
            "Keyword Glossary > Benevolent; Team Glossary",
        ),
    ),
    compute=card_results.put_on_equipment,
    apply=card_results.apply_equipment,
)
_TWIST = "Playing Plot Twists"
TWIST = Action(
    verb="play-plot-twist",
    title="Play a plot twist",
    summary="Play a plot twist at the time that it names.",
    facts=saying_cards.TwistSays,
    rules=build_table(
        *timing_rows(_TWIST, "Plot Twists"),
        (
            "not-a-plot-twist",
            playing.is_twist,
            "Is the card a plot twist?",
            "The card isn’t a plot twist.",
            "Plot Twists",
        ),
        hand_row("Plot Twists"),
        team_row(_TWIST),
        (
            "target-not-in-combat",
            playing.targets_in_combat,
            "Timing Combat: are those that it affects in the combat?",
            "A combat twist affects characters in the combat.",
            _TWIST,
        ),
        (
            "combat-master",
            playing.no_combat_master,
            "Is no enemy Combat Master in the combat?",
            "An enemy Combat Master in the combat stops plot twists.",
            "Keyword Glossary > Combat Master",
        ),
    ),
    apply=card_results.apply_twist,
)
