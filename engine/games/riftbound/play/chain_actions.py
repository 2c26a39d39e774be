"""The actions around the chain, with their tables: answering, passing, resolving, countering, declining."""

from __future__ import annotations

from engine.games.riftbound.play import action_facts as says
from engine.games.riftbound.play import applying_turn, responses
from engine.games.riftbound.play.citing import build_rules
from engine.games.riftbound.play.walk_tables import TASKS, ask_priority, wait_for_resolving
from engine.play.rules import Action

_RESOLVING = wait_for_resolving(responses.nothing_resolving, "R.157.3", ("157.3", "158.3"), "312.1.b")
_TASKS = (TASKS[0], responses.tasks_done, *TASKS[2:])

CHAIN_ACTIONS = (
    Action(
        verb="decline-trigger",
        title="Decline a trigger",
        summary="Leave a triggered ability out, or don’t pay its cost.",
        facts=says.DeclineTrigger,
        rules=build_rules(
            (
                "decline-step",
                responses.decline_step,
                "Is it declined at step 1, 2 or 4?",
                "A trigger can be declined at steps 1, 2 and 4 only.",
                ("R.402.3.b", "R.404.2", "383.3.a"),
            ),
            (
                "decline-at-placing",
                responses.decline_at_placing,
                "Does it say “you may” first?",
                "Only a trigger that says “you may” first can be left out.",
                ("383.3.a",),
            ),
            (
                "decline-at-choice",
                responses.decline_at_choice,
                "Is there nothing to choose?",
                "Where there is something to choose, it must be chosen.",
                ("R.402.3.b", ("402.3.b", "402.4.b")),
            ),
            (
                "decline-at-cost",
                responses.decline_at_cost,
                "Does it have a cost?",
                "Without a cost there is nothing to decline.",
                ("R.404.2", "404.2"),
            ),
        ),
        compute=responses.compute_decline,
    ),
    Action(
        verb="respond",
        title="Answer",
        summary="Answer what is on the chain before it resolves.",
        facts=says.Respond,
        rules=build_rules(
            (
                "reaction-window",
                responses.reaction_window,
                "Can it be answered?",
                "Units, gear and what adds resolve at once: nobody can answer them.",
                ("R.337.1.c", "R.400.2", "R.338"),
            ),
            (
                "window-after-finalizing",
                responses.window_after_finalizing,
                "Is nothing pending?",
                "A pending item is finished by its controller first.",
                ("R.359.3.b", "R.406.3"),
            ),
            (
                "responds-with-reaction",
                responses.responds_with_reaction,
                "Does the answer have Reaction?",
                "While there is a chain, only what has Reaction may be played or used.",
                ("R.813",),
            ),
            ask_priority(responses.respond_priority, "312.1"),
            _RESOLVING,
            _TASKS,
        ),
    ),
    Action(
        verb="pass",
        title="Pass",
        summary="Pass priority with a chain, or focus in a showdown.",
        facts=says.Pass,
        rules=build_rules(
            ask_priority(
                responses.pass_priority, ("338.1.c", "338.1.b"), ("347.3", "347.2"), "312.1", "312.2.d", "313.1"
            ),
            (
                "none-pending",
                responses.none_pending_here,
                "Is nothing pending?",
                "A pending item is finished before anybody has priority.",
                ("337.1", "337.1.a", "R.359.3.b"),
            ),
            _RESOLVING,
            _TASKS,
        ),
        compute=responses.compute_pass,
        apply=applying_turn.apply_pass,
    ),
    Action(
        verb="resolve",
        title="Resolve the newest item",
        summary="Let what is newest on the chain happen.",
        facts=says.Resolve,
        rules=build_rules(
            (
                "all-passed",
                responses.all_passed,
                "Have all passed?",
                "Nothing resolves before all have passed in a row.",
                ("R.339", "339.1"),
            ),
            (
                "none-pending",
                responses.none_pending,
                "Is nothing pending?",
                "A pending item is finished before anything resolves.",
                ("R.359.3.b",),
            ),
            (
                "newest-first",
                responses.newest_first,
                "Is it the newest item on the chain?",
                "The newest item resolves first.",
                ("R.340", "340.1"),
            ),
            (*_TASKS[:4], ("320", "320.1")),
        ),
        compute=responses.compute_resolve,
        apply=applying_turn.apply_leaving,
        is_event=True,
    ),
    Action(
        verb="counter",
        title="Counter",
        summary="Counter what is on the chain.",
        facts=says.Counter,
        rules=build_rules(
            (
                "on-the-chain",
                responses.on_the_chain,
                "Is it on the chain?",
                "Only what is on the chain can be countered.",
                ("R.419.4.b", ("419.4.b", "419.4.a.1")),
            ),
        ),
        compute=responses.compute_counter,
        apply=applying_turn.apply_leaving,
        is_event=True,
    ),
    Action(
        verb="change-choices",
        title="Change choices",
        summary="Change what was chosen for something that is being played.",
        facts=says.ChangeChoices,
        rules=build_rules(
            (
                "choices-locked",
                responses.choices_locked,
                "Is the play still at its choices?",
                "After step 2 choices can’t be changed.",
                ("R.355.15", "355.15"),
            ),
        ),
    ),
)
