"""What the walks lead to: the cost, where each step stands, what enters or lingers, who may answer."""

from __future__ import annotations

from typing import Any

from engine.games.riftbound.play.action_facts import Target
from engine.games.riftbound.play.attempt import NO_OPTIONS, NOT_PLACED, Attempt, has_keyword
from engine.games.riftbound.play.citing import Place, applied, cite_places
from engine.games.riftbound.play.costs import ACCELERATE
from engine.games.riftbound.play.facts import BASE
from engine.games.riftbound.play.targets import count_options, find_options
from engine.model.verdicts import ILLEGAL
from engine.play.facts import read_facts
from engine.play.rules import Applied, Broken, Line, Result, Row
from engine.play.truth import Truth, Unknown, all_of, negate

LAST = 6
_OWN_UNIT = read_facts(Target, {"what": "unit", "whose": "friendly"}, "action.card")
_UNDONE: tuple[Place, ...] = ("R.358", ("358.4", "358.5"))


def compute_walk(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result:
    """The result of a walk: its steps, its cost, and where it isn't undone what happens then."""
    total = attempt.total
    cost = total.as_dict()
    values: dict[str, Any] = {"cost": cost} if cost is not None and attempt.says.through >= 3 else {}
    if outcome == ILLEGAL:
        stopped = next(row.rule.step for row in rows if _is_broken(row))
        steps = find_steps(attempt, rows, stopped)
        undone = {"stops_at": stopped, "undone": bool(stopped), "steps": steps}
        return Result({**values, **undone}, (applied(attempt.edition, "undone", *_UNDONE),))
    values["steps"] = find_steps(attempt, rows, None)
    values["waits"] = attempt.position.turn.resolving or attempt.position.turn.tasks
    ends, rules = ({}, []) if attempt.says.through < LAST else _find_ending(attempt)
    values |= ends
    cited = cite_places(attempt.edition, "356")[0]
    lines = tuple(Line(line, cited) for line in total.lines)
    return Result(values, tuple(rules), working=lines)


def find_steps(attempt: Attempt, rows: tuple[Row, ...], stopped: int | None) -> dict[str, str]:
    """Each step: ok, broken, unknown, removed, or not reached."""
    return {str(step): _find_step(attempt, rows, stopped, step) for step in range(LAST + 1)}


def _find_step(attempt: Attempt, rows: tuple[Row, ...], stopped: int | None, step: int) -> str:
    removed = attempt.removed_at
    if stopped is not None and step >= stopped:
        return "broken" if step == stopped else "not reached"
    if step > attempt.says.through:
        return "not reached"
    if removed is not None and step >= removed:
        return "removed" if step == removed else "not reached"
    found = [row.found for row in rows if row.rule.step == step]
    return "unknown" if any(isinstance(each, Unknown) for each in found) else "ok"


def _is_broken(row: Row) -> bool:
    return row.found is False or isinstance(row.found, Broken)


def _find_ending(attempt: Attempt) -> tuple[dict[str, Any], list[Applied]]:
    if attempt.kind in {"unit", "gear"}:
        return _enter(attempt)
    if attempt.kind == "triggered":
        return _end_trigger(attempt)
    return _linger(attempt)


def _enter(attempt: Attempt) -> tuple[dict[str, Any], list[Applied]]:
    """A permanent leaves the chain and enters the board at once; nobody may answer (337.1.c, 359.2)."""
    edition = attempt.edition
    passes = focus_passes(attempt)
    values: dict[str, Any] = {"leaves_chain": True, "reaction_window": False}
    rules = [applied(edition, "no-window", "R.337.1.c", ("337.1.c", "337.2"))]
    if not isinstance(passes, Unknown):
        values["focus_passes"] = passes
        rules += [applied(edition, "focus-passes", ("337.1.c.1.a", "340.2.a"), "346")] if passes else []
    if (gains := _find_priority(attempt)) is not None:
        values["priority"] = gains
        rules.append(applied(edition, "gains-priority", "R.337.1.c.3", ("337.1.c.3", "340.4"), "313.2"))
    place = attempt.says.location if attempt.kind == "unit" else _place_of_gear(attempt)
    ready = attempt.kind == "gear" or attempt.played.enters_ready or ACCELERATE in attempt.pays
    if not isinstance(place, Unknown):
        values["enters"] = {"location": place, "ready": ready}
    if attempt.kind == "unit":
        values["becomes_ready_trigger"] = False
        rules.append(applied(edition, "enters", "R.359.1", "R.359.2.c", "R.143.4"))
        if ACCELERATE in attempt.pays:
            rules.append(applied(edition, "enters-ready", "R.805.6", "R.805.6.a", "805.6"))
        return values, rules
    attached, more = _attach(attempt, place)
    return {**values, **attached}, [*rules, applied(edition, "enters", "R.359.1", "R.359.2.d", "R.149.1"), *more]


def _attach(attempt: Attempt, place: str | Unknown) -> tuple[dict[str, Any], list[Applied]]:
    """Quick-Draw attaches gear as it is played; else a cleanup recalls it from a battlefield (149.3, 819.1.d)."""
    edition, quick = attempt.edition, has_keyword(attempt.played.keywords, "Quick-Draw")
    attaches = all_of((quick, _may_attach(attempt)))
    if isinstance(attaches, Unknown):
        return {}, []
    values: dict[str, Any] = {"attaches": attaches}
    removed: tuple[Place, ...] = () if attaches else ("R.402.3",)
    rules = [applied(edition, "attaches", "R.819.1.d", *removed)] if quick is True else []
    if not isinstance(place, Unknown):
        values["recalled_in_cleanup"] = place != BASE and not attaches
        rules += [applied(edition, "recalled", "R.149.3", "R.811.1.d.1.a", "323.7")] if place != BASE else []
    return values, rules


def _find_priority(attempt: Attempt) -> str | None:
    """Who gains priority once a permanent has left the chain: with focus, or as controller of the newest item left.

    None where that isn't known, or something is to be done before anybody has priority.
    """
    turn, chain = attempt.position.turn, attempt.chain
    if turn.resolving or turn.tasks or isinstance(chain, Unknown) or any(each.pending for each in chain):
        return None
    if not chain:
        return attempt.other if focus_passes(attempt) is True else None
    newest = chain[-1].controller
    return None if isinstance(newest, Unknown) else newest


def _may_attach(attempt: Attempt) -> bool:
    """Whether there may be an own unit for what attaches as it is played; from face down, where it lay (811.1.d.2)."""
    where = attempt.hidden_at
    options = find_options(attempt, _OWN_UNIT, None if isinstance(where, Unknown) else where)
    return isinstance(options, Unknown) or count_options(options, 1) is not False


def _place_of_gear(attempt: Attempt) -> str | Unknown:
    place: str | Unknown = attempt.says.card.hidden_at if attempt.is_from_hidden else attempt.says.location
    return BASE if isinstance(place, Unknown) and not attempt.is_from_hidden else place


def focus_passes(attempt: Attempt) -> Truth:
    """Whether a permanent leaves a showdown without a chain, so that focus passes on."""
    return all_of((attempt.is_showdown, negate(attempt.is_closed)))


def _linger(attempt: Attempt) -> tuple[dict[str, Any], list[Applied]]:
    """A spell or ability lingers on the chain, and others may answer; what adds resolves at once (359.3, 400.2)."""
    edition = attempt.edition
    if attempt.is_ability and attempt.played.adds is not None:
        adds = attempt.played.adds
        added = {"energy": adds.energy} if adds.energy else {}
        values = {
            "lingers": False,
            "resolves_now": True,
            "reaction_window": False,
            "focus_passes": False,
            "adds": {**added, **({"power": dict(adds.power)} if adds.power else {})},
        }
        return values, [applied(edition, "adds", "R.400.2", "R.337.1.c", "429.2")]
    times = 1 + attempt.repeats
    values = {
        "lingers": True,
        "resolves_now": False,
        "reaction_window": True,
        "priority": attempt.player,
        "executes": times,
    }
    if attempt.is_ability:
        rules = [applied(edition, "lingers", "R.401.1", "R.406.2", "R.406.4", "R.337.1.c.3")]
    else:
        rules = [applied(edition, "lingers", "R.359.3", "R.359.3.a", "R.337.1.c.3", "R.338")]
    if times > 1:
        rules.append(applied(edition, "repeats", "R.820.2.a", "820.1.d.1", "820.3"))
    return values, rules


def _end_trigger(attempt: Attempt) -> tuple[dict[str, Any], list[Applied]]:
    """A trigger becomes a chain item, resolves where it adds, is removed, or is nothing; none of it counters it."""
    edition, removed = attempt.edition, attempt.removed_at
    gone = {"countered": False, "lingers": False, "reaction_window": False, "waits": False}
    if removed == NOT_PLACED:
        return {"becomes": "nothing", **gone}, [applied(edition, "not-placed", "383.3.a")]
    if removed is not None:
        if removed == NO_OPTIONS and not attempt.says.place:
            rule = applied(edition, "not-performed", "383.3.a", "402.1")
        elif removed == NO_OPTIONS:
            rule = applied(edition, "removed", "R.402.3", "R.402.3.a")
        else:
            rule = applied(edition, "removed", "R.404.2", "R.404.2.a")
        return {"becomes": "removed", "at": removed, **gone}, [rule]
    values, rules = _linger(attempt)
    becomes = "resolved" if values["resolves_now"] else "chain item"
    waits = [applied(edition, "waits", "R.401.2")] if attempt.position.turn.resolving else []
    placed = applied(edition, "placed", "R.401.1")
    return {**values, "becomes": becomes, "countered": False}, [placed, *rules, *waits]
