"""The results of a combat: wounds, KO's, and who survived."""

from __future__ import annotations

from typing import Any

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.citing import cite_headings
from engine.games.vs_2pcg.play.combat import Fight, resolve
from engine.games.vs_2pcg.play.facts import BACK, STUNNED
from engine.games.vs_2pcg.play.stunning import is_fatal
from engine.games.vs_2pcg.play.wording import say_unknown
from engine.model.verdicts import ILLEGAL, Citation
from engine.play.rules import Applied, Line, Missing, Result, Row
from engine.play.truth import Truth, Unknown, all_in_order, any_of, negate

_UNWOUNDED = ("Indestructible", "Elder of the Universe")


def resolve_combat(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Who is stunned, wounded and KO'd."""
    if outcome == ILLEGAL:
        return None
    fight = Fight(attempt)
    if not fight.attackers or not fight.defenders:
        return None
    stunned, totals = resolve(fight)
    for each in stunned:
        fight.know(each.face_up)  # a stunned character isn't stunned again, only wounded
    if fight.asks:
        cited = _headings(fight)
        return Result(None, (Applied("combat-figures", cited),), (_miss(attempt, cited, fight.asks),))
    values: dict[str, Any] = {"kind": "ranged" if fight.ranged else "melee"}
    values["attack_total"] = totals if len(totals) > 1 else next(iter(totals.values()))
    ids = sorted(each.facts.id for each in stunned)
    values["stunned"] = [each for each in ids if attempt.figure(each, attempt.by).facts.state != STUNNED]
    missing: list[str] = []
    wounds: dict[str, int] = {}
    gone: dict[str, list[str]] = {"ko": [], "ko_unknown": [], "removed_from_game": []}
    for each in sorted(stunned, key=lambda one: one.facts.id):
        _wound(fight, each, wounds, gone, missing)
    survived = {each.facts.id for each in (*fight.attackers, *fight.defenders)} - set(ids)
    survived -= {each for each, falls in fight.options.items() if falls}  # one of these is perhaps struck
    values |= {"wounds": wounds, **gone, "survived": sorted(survived)}
    if any(isinstance(each.facts.main, Unknown) for each in stunned if each.facts.id in gone["ko"]):
        del values["removed_from_game"]  # only main characters are removed
    if fight.choice is not None:
        values["strike_choice"] = fight.choice
        if fight.options:
            values["strike_options"] = fight.options
    cited = _headings(fight)
    working = tuple(Line(text, cited[0]) for text in fight.lines)
    unknown = (_miss(attempt, cited, missing),) if missing else ()
    return Result(values, (Applied("combat-figures", cited),), unknown, working)


def _miss(attempt: Attempt, cited: tuple[Citation, ...], asks: list[str]) -> Missing:
    return Missing("combat-figures", cited, tuple(asks), say_unknown(attempt, asks))


def _wound(
    fight: Fight, figure: Figure, wounds: dict[str, int], gone: dict[str, list[str]], missing: list[str]
) -> None:
    facts = figure.facts
    unwounded = facts.no_wound or any(fight.has(figure, each) for each in _UNWOUNDED)
    adds = 0 if unwounded or facts.vitality else 1
    if not isinstance(facts.wounds, Unknown):
        wounds[facts.id] = facts.wounds + adds
    if facts.vitality and not unwounded:
        fight.cite("Game Terms > Vitality Counter")
    if not adds:
        return
    lethal = all_in_order((_is_lethal(fight, figure), negate(facts.main)))
    if lethal is not False:
        fight.cite("Keyword Glossary > Lethal")
    fatal = is_fatal(facts, lethal)
    if isinstance(fatal, Unknown):
        gone["ko_unknown"].append(facts.id)
        missing += [each for each in fatal.asks if each not in missing]
    elif fatal:
        gone["ko"].append(facts.id)
        if facts.main is True:
            gone["removed_from_game"].append(facts.id)


def _is_lethal(fight: Fight, figure: Figure) -> Truth:
    """Whether a face-up attacker with Lethal wounds this defender."""
    if figure not in fight.defenders:
        return False
    return any_of(each.face_up for each in fight.wounding(figure) if each.has("Lethal"))


def _headings(fight: Fight) -> tuple[Citation, ...]:
    style = "Team Attack" if fight.is_team else "Solo Attack"
    texts = ["Stunned Characters", "Normal Resolution", f"Normal Resolution > {style}"]
    if "Keyword Glossary > Ferocious" in fight.cited:
        texts.insert(1, f"Ferocious Resolution > {style}")
    if fight.attackers[0].row == BACK:
        texts.append("Game Terms > Ranged Combat")
    if len(fight.defenders) > 1:
        texts.append("Multi-Defender")
    return cite_headings("; ".join((*texts, *fight.cited)))
