"""The results of a combat and of a stun: wounds, KO's, and who survived."""

from __future__ import annotations

from typing import Any

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.citing import cite_headings
from engine.games.vs_2pcg.play.combat import Fight, resolve
from engine.games.vs_2pcg.play.facts import BACK, FACE_UP, STUNNED
from engine.games.vs_2pcg.play.turn_checks import subject
from engine.model.verdicts import ILLEGAL
from engine.play.rules import Applied, Line, Missing, Result, Row
from engine.play.truth import Unknown, combine

_UNWOUNDED_IN_COMBAT = ("Indestructible", "Elder of the Universe")
_UNWOUNDED_BY_EFFECTS = ("Indestructible", "Enhanced Durability", "Durable")


def resolve_combat(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Who is stunned, wounded and KO'd."""
    if outcome == ILLEGAL:
        return None
    fight = Fight(attempt)
    if not fight.attackers or not fight.defenders:
        return None
    stunned, totals = resolve(fight)
    cited = _headings(fight)
    working = tuple(Line(text, cited[0]) for text in fight.lines)
    applied = (Applied("combat-figures", cited),)
    if fight.asks:
        return Result(None, applied, (Missing("combat-figures", cited, tuple(fight.asks)),), working)
    values: dict[str, Any] = {"kind": "ranged" if fight.ranged else "melee"}
    values["attack_total"] = totals if len(totals) > 1 else next(iter(totals.values()))
    ids = sorted(each.facts.id for each in stunned)
    values["stunned"] = [each for each in ids if attempt.figure(each, attempt.by).facts.state != STUNNED]
    missing: list[str] = []
    wounds: dict[str, int] = {}
    gone: dict[str, list[str]] = {"ko": [], "ko_unknown": [], "removed_from_game": []}
    for each in sorted(stunned, key=lambda one: one.facts.id):
        _wound(fight, each, wounds, gone, missing)
    everybody = {each.facts.id for each in (*fight.attackers, *fight.defenders)}
    values |= {"wounds": wounds, **gone, "survived": sorted(everybody - set(ids))}
    if fight.choice is not None:
        values["strike_choice"] = fight.choice
        if fight.options:
            values["strike_options"] = fight.options
    gaps = (Missing("combat-figures", cited, tuple(missing)),) if missing else ()
    return Result(values, applied, gaps, working)


def _wound(
    fight: Fight, figure: Figure, wounds: dict[str, int], gone: dict[str, list[str]], missing: list[str]
) -> None:
    facts = figure.facts
    unwounded = facts.no_wound or any(fight.has(figure, each) for each in _UNWOUNDED_IN_COMBAT)
    adds = 0 if unwounded or facts.vitality else 1
    if not isinstance(facts.wounds, Unknown):
        wounds[facts.id] = facts.wounds + adds
    if not adds:
        return
    lethal = figure in fight.defenders and any(fight.has(each, "Lethal") for each in fight.attackers)
    if lethal and facts.main is False:
        gone["ko"].append(facts.id)
    elif (
        isinstance(facts.wounds, Unknown)
        or isinstance(facts.health, Unknown)
        or (lethal and isinstance(facts.main, Unknown) and facts.wounds + 1 < facts.health)
    ):
        gone["ko_unknown"].append(facts.id)
        missing += combine(
            *(each for each in (facts.wounds, facts.health) if isinstance(each, Unknown)),
            *((facts.main,) if lethal and isinstance(facts.main, Unknown) else ()),
        ).asks
    elif facts.wounds + 1 >= facts.health:
        gone["ko"].append(facts.id)
        if facts.main is True:
            gone["removed_from_game"].append(facts.id)


def _headings(fight: Fight) -> tuple[Any, ...]:
    style = "Team Attack" if fight.is_team else "Solo Attack"
    texts = ["Stunned Characters", "Normal Resolution", f"Normal Resolution > {style}"]
    if "Ferocious" in fight.keywords:
        texts.insert(1, f"Ferocious Resolution > {style}")
    if fight.attackers[0].row == BACK:
        texts.append("Game Terms > Ranged Combat")
    if len(fight.defenders) > 1:
        texts.append("Multi-Defender")
    texts += [f"Keyword Glossary > {each}" for each in fight.keywords]
    return cite_headings("; ".join(texts))


def stun_character(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """What a stun does to a character."""
    figure = subject(attempt)
    if outcome == ILLEGAL or figure is None:
        return None
    facts, cause = figure.facts, attempt.says.cause
    cited = cite_headings("Stunned Characters; Game Terms > Fatal Wound")
    values: dict[str, Any] = {
        "state": STUNNED,
        "ready": False,
        "counters_left": 0,
        "ko_equipment": list(facts.equipment),
        "leaves_combat": cause != "combat" and attempt.step == "during-combat",
    }
    keywords = _UNWOUNDED_IN_COMBAT if cause == "combat" else _UNWOUNDED_BY_EFFECTS
    works = facts.state == FACE_UP
    unwounded = facts.no_wound or cause == "daze" or (works and any(figure.has(each) for each in keywords))
    adds = 0 if unwounded or facts.vitality else 1
    asks: list[str] = []
    if isinstance(facts.wounds, Unknown):
        asks += facts.wounds.asks
    else:
        values["wounds"] = facts.wounds + adds
    if not adds:
        values["ko"] = False
        return Result(values, (Applied("wound-figures", cited),))
    if attempt.says.lethal and facts.main is False:
        values["ko"] = True
    elif not isinstance(facts.wounds, Unknown) and not isinstance(facts.health, Unknown):
        values["ko"] = facts.wounds + 1 >= facts.health
    else:
        asks += facts.health.asks if isinstance(facts.health, Unknown) else ()
    if values.get("ko"):
        values["goes_to"] = "removed from the game" if facts.main is True else "ko pile"
    missing = (Missing("wound-figures", cited, tuple(asks)),) if asks else ()
    return Result(values, (Applied("wound-figures", cited),), missing)
