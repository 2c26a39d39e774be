"""Steps 3 and 4 of the walks: is the cost known, and can it be paid (356, 357)?"""

from __future__ import annotations

from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.discounts import Sum, describe
from engine.games.riftbound.play.facts import AddAbility
from engine.games.riftbound.play.funds import count_energy, count_power
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_of


def cost_known(attempt: Attempt) -> Found:
    """The cost in all is known (356, 403)."""
    missing = attempt.total.missing
    return Unknown(missing) if missing else True


def energy_paid(attempt: Attempt) -> Found:
    """There is as much energy as the cost asks, with what can be added in time (357.1), known in all or not."""
    total, held = attempt.total, count_energy(attempt.side, attempt.exhausts)
    is_known = not isinstance(total.energy, Unknown)
    found = held.covers(total.least.energy)
    if found is False:
        cost = f"{total.least.energy} energy" if is_known else f"at least {total.least.energy} energy"
        return Broken(f"It costs {cost}, and {held.most} can be paid.")
    return found if is_known else None


def power_paid(attempt: Attempt) -> Found:
    """There is as much power as the cost asks, of the domains that it asks (357.1), known in all or not."""
    cost, held = attempt.total.power, count_power(attempt.side)
    if any(held.covers(least) is not False for least in attempt.least_powers):
        # Where only the known part can't be paid, what isn't chosen yet may change what a discount takes.
        return None if isinstance(cost, Unknown) else held.covers(cost) or None
    if isinstance(cost, Unknown):
        return False
    return Broken(f"It costs {_words(Sum(0, cost))}, and there is {_words(Sum(0, held.least))}.")


def add_in_time(attempt: Attempt) -> Found:
    """What adds while a cost is paid has Reaction (357.1.a, 429.3)."""
    used = [each for each in attempt.side.adds if each.use_now is True]
    return all_of([_in_time(each) for each in used]) if used else None


def _in_time(add: AddAbility) -> Truth:
    return add.reaction


def exhaust_paid(attempt: Attempt) -> Found:
    """What is exhausted as a cost is ready (404.1)."""
    if attempt.exhausts is None:
        return None
    found = attempt.find_source()
    return found if isinstance(found, Unknown) else found.ready


def other_costs_paid(attempt: Attempt) -> Found:
    """What else is asked, such as a unit killed or a card discarded, can be done (357.2)."""
    others = attempt.total.others
    if not others:
        return None
    able = dict(attempt.says.able)
    if impossible := [each for each in others if able.get(each) is False]:
        return Broken(f"This cost can’t be paid: {', '.join(impossible)}.")
    asks = tuple(f"action.able.{each}" for each in others if each not in able)
    return Unknown(asks) if asks else True


def _words(power: Sum) -> str:
    return describe(power) if any(power.power.values()) else "no power"
