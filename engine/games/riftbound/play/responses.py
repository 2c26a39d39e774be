"""Actions around the chain: answering, passing, resolving, countering, changing choices, declining a trigger."""

from __future__ import annotations

from typing import Any

from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.citing import applied
from engine.games.riftbound.play.facts import SIDES, ChainItem, Permanent
from engine.games.riftbound.play.targets import deflect_value
from engine.games.riftbound.play.timing import explain_priority, has_focus, has_reaction
from engine.model.verdicts import ILLEGAL
from engine.play.rules import Broken, Found, Result, Row
from engine.play.truth import Unknown, combine, equals, is_in, negate

DECLINABLE_STEPS = (1, 2, 4)


def find_item(attempt: Attempt, said: str | ChainItem | Unknown) -> ChainItem | Unknown | None:
    """The item that is meant: as it is described, else the one on the chain; None where it isn't there."""
    if not isinstance(said, str):
        return said
    chain = attempt.chain
    return chain if isinstance(chain, Unknown) else next((each for each in chain if each.id == said), None)


def reaction_window(attempt: Attempt) -> Found:
    """Spells and abilities can be answered; units, gear and what adds never wait on the chain (337.1.c, 400.2)."""
    item = find_item(attempt, attempt.says.to)
    if item is None:
        return Broken("It isn’t on the chain: there is nothing to answer.")
    if isinstance(item, Unknown):
        return item
    return False if item.adds else is_in(item.kind, ("spell", "ability"))


def window_after_finalizing(attempt: Attempt) -> Found:
    """While an item is pending its controller finishes it first (359.3.b)."""
    said = attempt.says.to
    if isinstance(said, ChainItem) and said.pending:
        return False
    return none_pending(attempt)


def responds_with_reaction(attempt: Attempt) -> Found:
    """What answers has Reaction (813)."""
    return has_reaction(attempt)


def respond_priority(attempt: Attempt) -> Found:
    """Whoever answers has priority (312.1)."""
    if attempt.is_closed is False:
        return None
    return explain_priority(attempt, equals(attempt.position.turn.priority, attempt.player))


def pass_priority(attempt: Attempt) -> Found:
    """With a chain priority is passed, in an open showdown focus; else there is nothing to pass (338.1.c, 347.3)."""
    closed, showdown = attempt.is_closed, attempt.is_showdown
    if closed is True:
        return explain_priority(attempt, equals(attempt.position.turn.priority, attempt.player))
    if isinstance(closed, Unknown):
        return combine(closed, showdown) if isinstance(showdown, Unknown) else closed
    if showdown is True:
        return explain_priority(attempt, has_focus(attempt))
    return showdown or Broken("There is nothing to pass: end your turn, or act.")


def compute_pass(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Once both have passed, the newest item resolves, or the showdown ends; else it is the other's turn to act."""
    if outcome == ILLEGAL or isinstance(attempt.is_closed, Unknown):
        return None
    both = attempt.other in attempt.says.passed
    edition = attempt.edition
    if attempt.is_closed:
        if both:
            return Result(
                {"then": "newest item resolves"}, (applied(edition, "all-passed", "R.339", "R.340", "339.1"),)
            )
        values = {"then": "priority passes", "priority": attempt.other}
        return Result(values, (applied(edition, "priority-passes", "R.339", "312.2.d", "339.2"),))
    if both:
        return Result({"then": "showdown ends"}, (applied(edition, "showdown-ends", ("347.3.a", "347.2.a")),))
    values = {"then": "focus passes", "focus": attempt.other, "priority": attempt.other}
    return Result(values, (applied(edition, "focus-passes", ("347.4", "347.2.b"), "313.2"),))


def all_passed(attempt: Attempt) -> Found:
    """An item resolves once all have passed in a row (339)."""
    passed = attempt.says.passed
    return passed if isinstance(passed, Unknown) else set(SIDES) <= set(passed)


def none_pending(attempt: Attempt) -> Found:
    """Pending items are finalized before anything resolves (359.3.b)."""
    chain = attempt.chain
    return chain if isinstance(chain, Unknown) else not any(each.pending for each in chain)


def none_pending_here(attempt: Attempt) -> Found:
    """While an item is pending nobody has priority to pass (337.1)."""
    return None if isinstance(attempt.chain, Unknown) else none_pending(attempt)


def nothing_resolving(attempt: Attempt) -> Found:
    """While something resolves nobody has priority (157.3, 312.1.b)."""
    return not attempt.position.turn.resolving


def tasks_done(attempt: Attempt) -> Found:
    """While a task is owed nobody has priority, and nothing resolves (335.3, 320)."""
    return not attempt.position.turn.tasks


def newest_first(attempt: Attempt) -> Found:
    """The newest finalized item resolves (340.1)."""
    said, chain = attempt.says.item, attempt.chain
    if isinstance(said, Unknown):
        return said
    if isinstance(chain, Unknown):
        return chain
    name = said.id if isinstance(said, ChainItem) else said
    finalized = [each.id for each in chain if not each.pending]
    if name not in {each.id for each in chain}:
        return Broken(f"{name} isn’t on the chain.")
    return not finalized or finalized[-1] == name or name not in finalized


def compute_resolve(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The item does to its targets that are left what it says, then leaves the chain (340, 359.3.e)."""
    item = find_item(attempt, attempt.says.item)
    if outcome == ILLEGAL or not isinstance(item, ChainItem):
        return None
    lost = {name for name in item.targets if name in attempt.says.lost or _is_gone(attempt, name)}
    targets = {name: "unaffected" if name in lost else "affected" for name in sorted(item.targets)}
    executed = item.untargeted_text or not targets or "affected" in targets.values()
    edition = attempt.edition
    rules = [applied(edition, "resolves", "R.340", "R.157.1")]
    if lost:
        rules.append(
            applied(edition, "lost-targets", "R.359.3.e.8", "R.359.3.e.11", "359.3.e.8", "359.3.e.10", "359.3.e.5")
        )
    values: dict[str, Any] = {"targets": targets, "executed": executed, "played": True}
    if not isinstance(item.kind, Unknown):
        values["goes_to"] = _leaves_to(item.kind)
        rules.append(applied(edition, "leaves-the-chain", "R.406.5" if item.kind == "ability" else "R.351.2"))
    return Result(values, tuple(rules))


def _is_gone(attempt: Attempt, name: str) -> bool:
    """Whether nothing of the position has this id, and all of it is listed: what was chosen is there no more."""
    lists = (attempt.position.board, attempt.position.battlefields, attempt.chain)
    held = [each for each in lists if not isinstance(each, Unknown)]
    return len(held) == len(lists) and not any(each.id == name for things in held for each in things)


def _leaves_to(kind: str) -> str:
    return "cleared" if kind == "ability" else "trash"


def on_the_chain(attempt: Attempt) -> Found:
    """Only what is on the chain can be countered (419.4.b)."""
    said, chain = attempt.says.item, attempt.chain
    if isinstance(said, Unknown):
        return said
    if isinstance(chain, Unknown):
        return chain
    name = said.id if isinstance(said, ChainItem) else said
    return any(each.id == name for each in chain)


def compute_counter(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """A countered card wasn't played, and nothing comes back; since July 2026 that goes for what triggers on playing,
    while what looks at cards that were played looks at finalized ones (419.4)."""
    item = find_item(attempt, attempt.says.item)
    if outcome == ILLEGAL or not isinstance(item, ChainItem):
        return None
    values: dict[str, Any] = {"played": False, "refund": False}
    if attempt.is_july and item.kind != "ability":
        values["counts_as_finalized"] = True
    if not isinstance(item.kind, Unknown):
        values["goes_to"] = _leaves_to(item.kind)
    return Result(values, (applied(attempt.edition, "countered", "R.419.4.b", ("419.4.b", "419.4.a.1"), "425"),))


def choices_locked(attempt: Attempt) -> Found:
    """Choices can be changed until step 2 is done (355.15)."""
    step = attempt.says.step
    return step if isinstance(step, Unknown) else step <= 2


def decline_step(attempt: Attempt) -> Found:
    """A trigger is declined as it would be placed, without anything to choose, or when its cost is due."""
    return is_in(attempt.says.step, DECLINABLE_STEPS)


def decline_at_placing(attempt: Attempt) -> Found:
    """Only what says "you may" first is left out (383.3.a); since July 2026 that is decided in step 2 (402.1)."""
    if attempt.says.step != 1:
        return None
    if attempt.is_july:
        return Broken("A trigger is put on the chain; whether it is performed is decided in step 2.")
    may: Found = attempt.says.ability.may
    return may


def decline_at_choice(attempt: Attempt) -> Found:
    """With something to choose a choice can't be declined (402.3.b); since July 2026 "you may" is decided here."""
    ability = attempt.says.ability
    if attempt.says.step != 2:
        return None
    may: Found = ability.may
    if attempt.is_july and may is not False:
        return may
    if ability.target is None and ability.options is None:
        return Broken("It has nothing to choose that could be declined.")
    return negate(attempt.certain_options)


def decline_at_cost(attempt: Attempt) -> Found:
    """Only a cost can be declined (404.2)."""
    if attempt.says.step != 4:
        return None
    total = attempt.total
    if total.missing or not total.is_nothing:
        return Unknown(total.missing) if total.missing else True
    unknown = _list_unknown_deflectors(attempt)
    return combine(*unknown) if unknown else False


def _list_unknown_deflectors(attempt: Attempt) -> list[Unknown]:
    """What isn't known of what is chosen, and could have Deflect: that would be a cost (809.1.d)."""
    if attempt.played.target is None:
        return []
    chosen = attempt.says.targets
    if not isinstance(chosen, Unknown):
        return [found for name in chosen if isinstance(found := attempt.find_permanent(name), Unknown)]
    board = attempt.position.board
    return [chosen] if isinstance(board, Unknown) or any(_may_deflect(attempt, each) for each in board) else []


def _may_deflect(attempt: Attempt, permanent: Permanent) -> bool:
    keywords = permanent.keywords
    return permanent.controller != attempt.player and (isinstance(keywords, Unknown) or deflect_value(keywords) > 0)


def compute_decline(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """A declined trigger is never placed, or removed; it isn't countered (402.3.a, 404.2.a)."""
    step = attempt.says.step
    if outcome == ILLEGAL or isinstance(step, Unknown):
        return None
    if step == 1:
        return Result(
            {"becomes": "nothing", "at": step, "countered": False}, (applied(attempt.edition, "declined", "383.3.a"),)
        )
    places = ("R.402.3", "R.402.3.a") if step == 2 else ("R.404.2", "R.404.2.a")
    values = {"becomes": "removed", "at": step, "countered": False}
    return Result(values, (applied(attempt.edition, "declined", *places),))
