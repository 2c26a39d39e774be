"""What can be chosen: who fits, how many fit, and what choosing them costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from engine.games.riftbound.play.facts import BASE, NOBODY, ChainItem, Permanent
from engine.play.truth import Truth, Unknown, all_of, at_least, combine, equals, is_in, negate

if TYPE_CHECKING:
    from engine.games.riftbound.play.action_facts import Target
    from engine.games.riftbound.play.attempt import Attempt

ON_CHAIN = ("spell", "ability")
PERMANENTS = ("unit", "gear")
_IS_NO = {
    "unit": "isn’t a unit",
    "gear": "isn’t gear",
    "permanent": "isn’t a permanent",
    "spell": "isn’t a spell on the chain",
    "ability": "isn’t an ability on the chain",
    "battlefield": "isn’t a battlefield",
}
_AT = {"battlefield": "at a battlefield", BASE: "in the base"}


def list_candidates(attempt: Attempt, target: Target) -> tuple[Any, ...] | Unknown:
    """All things of the position among which something could fit; unknown where nobody listed them."""
    if target.what in ON_CHAIN:
        return attempt.chain
    return attempt.position.battlefields if target.what == "battlefield" else attempt.position.board


def find_candidate(attempt: Attempt, target: Target, name: str) -> Any:
    """The thing with this id that something may choose; None for another kind, unknown where it's nowhere."""
    held = list_candidates(attempt, target)
    found = None if isinstance(held, Unknown) else next((each for each in held if each.id == name), None)
    if found is not None and _is_named_twice(attempt, name):
        return Unknown(("action.targets",))
    if found is not None or _is_of_another_kind(attempt, name):
        return found
    if isinstance(held, Unknown):
        return held
    listed = "turn.chain" if target.what in ON_CHAIN else "battlefields" if target.what == "battlefield" else "board"
    return Unknown((f"{listed}.{name}",))


def _is_named_twice(attempt: Attempt, name: str) -> bool:
    """Whether both something on the board and a battlefield have this id, so that it isn't known what is chosen."""
    lists = (attempt.position.board, attempt.position.battlefields)
    return all(not isinstance(held, Unknown) and any(each.id == name for each in held) for held in lists)


def _is_of_another_kind(attempt: Attempt, name: str) -> bool:
    """Whether some list of the position holds this id: where it isn't the right one, the thing can't fit (355.9.a)."""
    lists = (attempt.chain, attempt.position.board, attempt.position.battlefields)
    return any(each.id == name for held in lists if not isinstance(held, Unknown) for each in held)


def fits(attempt: Attempt, target: Target, candidate: Any) -> Truth:
    """Whether a thing can be chosen: kind, controller, place and might fit, and it may be chosen (355.9)."""
    return all_of(truth for truth, _ in list_demands(attempt, target, candidate))


def list_demands(attempt: Attempt, target: Target, candidate: Any) -> Iterable[tuple[Truth, str]]:
    """What a thing must be to be chosen, each with what is said of one that isn't (355.9)."""
    return _demands_on(attempt, target, candidate) if candidate else ((False, _IS_NO[target.what]),)


def _demands_on(attempt: Attempt, target: Target, candidate: Any) -> Iterator[tuple[Truth, str]]:
    if isinstance(candidate, ChainItem):
        yield equals(candidate.kind, target.what), _IS_NO[target.what]
    if isinstance(candidate, Permanent):
        yield not candidate.cannot_be_chosen, "can’t be chosen"
        kinds = PERMANENTS if target.what == "permanent" else (target.what,)
        yield is_in(candidate.type, kinds), _IS_NO[target.what]
    yield (
        _is_whose(attempt, target, candidate.controller),
        f"isn’t {'friendly' if target.whose == 'friendly' else 'an enemy'}",
    )
    if isinstance(candidate, Permanent):
        yield is_at(candidate, target.where), f"isn’t {_AT.get(target.where or '', f'at {target.where}')}"
        if target.might_min is not None:
            yield at_least(candidate.might, target.might_min), f"has less than {target.might_min} might"
        if target.might_max is not None:
            yield negate(at_least(candidate.might, target.might_max + 1)), f"has more than {target.might_max} might"


def _is_whose(attempt: Attempt, target: Target, controller: str | Unknown) -> Truth:
    if target.whose is None:
        return True
    mine = equals(controller, attempt.player)
    if target.whose == "friendly" or mine is True:
        return mine if target.whose == "friendly" else False
    return negate(is_in(controller, (attempt.player, NOBODY)))


def is_at(candidate: Permanent, where: str | None) -> Truth:
    """Whether a permanent is at a place: a battlefield's id, the base, or any battlefield."""
    if where is None:
        return True
    return negate(equals(candidate.location, BASE)) if where == "battlefield" else equals(candidate.location, where)


def find_options(attempt: Attempt, target: Target, hidden_at: str | None) -> tuple[Truth, ...] | Unknown:
    """Of each thing that is there, whether it can be chosen; played from hidden, at that battlefield."""
    held = list_candidates(attempt, target)
    if isinstance(held, Unknown):
        return held
    if hidden_at is None or not restricts_to_hidden(target, hidden_at):
        return tuple(fits(attempt, target, each) for each in held)
    return tuple(all_of((fits(attempt, target, each), is_at(each, hidden_at))) for each in held)


def count_options(options: tuple[Truth, ...], needed: int) -> Truth:
    """Whether there are as many as are needed; where it hangs on unknown facts, they are asked."""
    certain = sum(truth is True for truth in options)
    unknown = [truth for truth in options if isinstance(truth, Unknown)]
    if certain >= needed:
        return True
    return combine(*unknown) if certain + len(unknown) >= needed else False


def restricts_to_hidden(target: Target, hidden_at: str) -> bool:
    """Whether what is played from hidden must choose there: not where its own words rule that out (811.1.d.2)."""
    on_board = target.what not in {*ON_CHAIN, "battlefield"}
    return on_board and (target.where is None or target.where in {"battlefield", hidden_at})


def deflect_value(keywords: tuple[str, ...]) -> int:
    """The sum of all Deflect values among these keywords; without a number it is 1 (809.1.b.3, 809.2)."""
    total = 0
    for keyword in keywords:
        name, _, number = keyword.partition(" ")
        if name == "Deflect":
            total += int(number) if number.isdecimal() else 1
    return total
