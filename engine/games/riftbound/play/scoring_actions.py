"""The actions of scoring, burning out and winning, with the tables of their rules."""

from __future__ import annotations

from engine.games.riftbound.play import action_facts, scoring
from engine.games.riftbound.play import combat_facts as says
from engine.games.riftbound.play.burning_out import compute_burn_out
from engine.games.riftbound.play.citing import RuleRow, build_rules
from engine.games.riftbound.play.combat_actions import ALL_PASSED, CHAIN_EMPTY, NONE_ELSEWHERE
from engine.games.riftbound.play.combat_applying import apply_burn_out, apply_conquer, apply_score
from engine.games.riftbound.play.scoring_results import compute_conquer, compute_hold, compute_score, compute_win
from engine.play.rules import Action

SCORE_ONCE: RuleRow = (
    "score-once",
    scoring.score_once,
    "Hasn’t this side scored the battlefield this turn yet?",
    "This side has scored the battlefield this turn already.",
    (("465", "470"), ("464.1", "469.1")),
)

SCORING_ACTIONS: tuple[Action, ...] = (
    Action(
        verb="conquer",
        title="Conquer a battlefield",
        summary="Gain control of a battlefield after its showdown or combat, and score it.",
        facts=says.AfterShowdown,
        rules=build_rules(
            NONE_ELSEWHERE,
            CHAIN_EMPTY,
            ALL_PASSED,
            (
                "conquer-alone",
                scoring.conquer_alone,
                "Does this side alone have units there?",
                "Only the side that alone has units there gains control.",
                ("348.2.a", ("461.5", "466.5"), ("187.4", "190.4")),
            ),
            (
                "conquer-gains",
                scoring.conquer_gains,
                "Doesn’t this side control it yet?",
                "This side controls the battlefield already: there is nothing to conquer.",
                (("464.1", "469.1"), ("464.1.b", "469.1.b"), "348.2.a"),
            ),
            (
                *SCORE_ONCE[:3],
                "This side has scored the battlefield this turn already: it gains control, and scores nothing.",
                (*SCORE_ONCE[4], "348.2.a.1", ("461.5.d", "466.5.d")),
            ),
        ),
        compute=compute_conquer,
        apply=apply_conquer,
        is_event=True,
    ),
    Action(
        verb="hold",
        title="Hold a battlefield",
        summary="Score a battlefield under control in the beginning phase.",
        facts=says.AtBattlefield,
        rules=build_rules(
            (
                "hold-time",
                scoring.hold_time,
                "Is it this side’s beginning phase?",
                "Battlefields are held in their player’s own beginning phase.",
                (("464.2", "469.2"), "315.2.b.2"),
            ),
            (
                "hold-control",
                scoring.hold_control,
                "Does this side control the battlefield?",
                "Only a battlefield under control is held.",
                (("464.2", "469.2"), "315.2.b.2"),
            ),
            SCORE_ONCE,
        ),
        compute=compute_hold,
        apply=apply_score,
        is_event=True,
    ),
    Action(
        verb="score",
        title="Gain a point",
        summary="Gain a point by conquering, by holding or by an effect; the last one is hard to conquer.",
        facts=says.Score,
        rules=build_rules(
            (
                "score-how",
                scoring.score_how,
                "Is it a conquer, a hold or an effect?",
                "Points come from conquering, from holding, or from an effect.",
                (("464", "469"), ("466.1.a.1", "471.1.a.1")),
            ),
            (SCORE_ONCE[0], scoring.score_once_by, *SCORE_ONCE[2:]),
        ),
        compute=compute_score,
        apply=apply_score,
        is_event=True,
    ),
    Action(
        verb="burn-out",
        title="Burn out",
        summary="Take more cards than the main deck has: the trash is shuffled into it, and the other gains a point.",
        facts=says.BurnOut,
        rules=build_rules(
            (
                "burn-out-needed",
                scoring.burn_out_needed,
                "Are there fewer cards in the main deck than have to leave it?",
                "The main deck has enough cards.",
                ("431.1", "431.1.a", "413.4", "315.4.b.1"),
            ),
        ),
        compute=compute_burn_out,
        apply=apply_burn_out,
        is_event=True,
    ),
    Action(
        verb="win",
        title="Win the game",
        summary="Have the victory score and more points than the other side, in a cleanup.",
        facts=action_facts.ActionFacts,
        rules=build_rules(
            (
                "win-score",
                scoring.win_score,
                "Has this side the victory score?",
                "This side hasn’t the victory score.",
                (("467", "472"), "323.1", ("480.3", "194.3")),
            ),
            (
                "win-lead",
                scoring.win_lead,
                "Has this side more points than the other?",
                "The other side has as many points or more: play goes on.",
                (("467", "472"), ("323.1", "194.2.b")),
            ),
        ),
        compute=compute_win,
        is_event=True,
    ),
)
