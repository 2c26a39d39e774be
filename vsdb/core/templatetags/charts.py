"""Counts as a picture with a table beside it."""

from __future__ import annotations

from typing import Any

from django import template

from vsdb.core.charts import Chart
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
