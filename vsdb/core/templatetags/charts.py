"""Counts as a picture with a table beside it."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from vsdb.core.charts import Chart, TimeAxis
from vsdb.core.line_charts import LineChart

register = template.Library()


@register.inclusion_tag("parts/chart.html")
def chart(drawn: Chart) -> dict[str, Any]:
    """The picture, with its counts as a table to be unfolded; nothing where there is nothing to count."""
    return {"chart": drawn}


@register.inclusion_tag("parts/line_chart.html")
def line_chart(drawn: LineChart) -> dict[str, Any]:
    """The lines, with their figures as a table to be unfolded; nothing where there are none."""
    return {"chart": drawn}


@register.simple_tag
def grid(axis: TimeAxis, height: int) -> SafeString:
    """The lines of the years in one row of a timeline; the same in each row."""
    line = '<line class="lifeline__grid" x1="{0}" x2="{0}" y1="0" y2="{1}"/>'
    return format_html_join("", line, ((tick.x, height) for tick in axis.ticks))
