"""Chances as percentages."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from django import template
from django.utils.html import format_html

from engine.simulation.odds.ready import Copies, TurnChance
from vsdb.simulations.odds.form import USUAL_TURN
from vsdb.simulations.sources import SimulatedList

register = template.Library()

_SPACE = "\u00a0"
_DIGITS = 1


class Range(Protocol):
    """A chance from `least` to `most`."""

    @property
    def least(self) -> Fraction:
        """The least that it can be."""

    @property
    def most(self) -> Fraction:
        """The most that it can be."""


@register.filter
def percent(chance: Range | None) -> str:
    """A chance as a percentage, or from the least to the most; a dash for None."""
    if chance is None:
        return "–"
    least, most = write_percent(chance.least), write_percent(chance.most)
    return least if least == most else f"{least} to {most}"


@register.filter
def short_percent(chance: Range | None) -> str:
    """A chance as a whole percentage, where there is little room: 72 %, 35–59 %."""
    if chance is None:
        return "–"
    least, most = (_round(each) for each in (chance.least, chance.most))
    return f"{least}{_SPACE}%" if least == most else f"{least}–{most}{_SPACE}%"


@register.filter
def copies(count: Copies) -> str:
    """How many copies count; from the least to the most where that is open."""
    return f"{count.least}" if count.least == count.most else f"{count.least} to {count.most}"


@register.filter
def cell(chance: TurnChance) -> str:
    """A cell of a table: the chance with every hand kept, and below it that with a mulligan."""
    if chance.mulligan is None:
        return percent(chance.never)
    return format_html('{}<br><span class="soft">{}</span>', percent(chance.never), percent(chance.mulligan))


@register.simple_tag
def ask_about(source: SimulatedList, of: str) -> str:
    """The address of the question about some cards of a list by turn 4."""
    return source.address("odds", [("by", f"{USUAL_TURN}"), ("least", "1"), ("of", of)]) + "#question"


@register.filter
def fraction(chance: Fraction) -> str:
    """A fraction in lowest terms."""
    return f"{chance.numerator}/{chance.denominator}"


def write_percent(chance: Fraction) -> str:
    """A percentage with one digit; what is nearly nothing or everything isn't rounded to it."""
    if 0 < chance < Fraction(1, 1000):
        return f"<{_SPACE}0.1{_SPACE}%"
    if Fraction(999, 1000) < chance < 1:
        return f">{_SPACE}99.9{_SPACE}%"
    return write_share(float(chance))


def _round(chance: Fraction) -> int:
    """A whole percentage; what isn't certain is never 0 or 100."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def write_share(share: float) -> str:
    """A share as a percentage with one digit."""
    return f"{100 * share:.{_DIGITS}f}{_SPACE}%"
