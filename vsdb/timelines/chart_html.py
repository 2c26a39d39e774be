"""The picture of a timeline as HTML, written in one go: a card has a row for each of dozens of formats."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from django.utils.safestring import SafeString, mark_safe

from vsdb.core.charts import TimelineBar, TimelineMark
from vsdb.timelines.page import TimelineInFormat, TimelinePage

_HATCHING = (
    '<svg class="lifeline__hatching" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
    '<pattern id="lifeline-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="lifeline__hatch" d="M0 0V6M3 0V6"/></pattern></defs></svg>'
)
_SWATCH = '<svg class="lifeline__swatch" aria-hidden="true" focusable="false">'
_BAR = '<rect class="lifeline__bar lifeline__bar--{look}" width="26" height="16"/>'
_TODAY = (
    '<span><svg class="lifeline__swatch lifeline__swatch--thin" aria-hidden="true" focusable="false">'
    '<line class="lifeline__today" x1="4" x2="4" y1="0" y2="16"/></svg> today</span>'
)


def draw_chart(page: TimelinePage, address: str) -> SafeString:
    """The figure of a timeline; its bars lead to the rows of the table at an address, empty for the same page."""
    of, to = f" of {escape(page.title)}" if page.title else "", escape(address)
    years = page.axis.ticks
    ticks = "".join(
        f'<line class="lifeline__tick" x1="{tick.x}" x2="{tick.x}" y1="16" y2="24"/>'
        f'<text class="lifeline__year" x="{tick.x}" y="12">{tick.year}</text>'
        for tick in years
    )
    grid = "".join(f'<line class="lifeline__grid" x1="{tick.x}" x2="{tick.x}" y1="0" y2="28"/>' for tick in years)
    now = page.axis.now
    today = f'<line class="lifeline__today" x1="{now}" x2="{now}" y1="0" y2="28"/>'
    rows = "".join(_draw_row(life, to, grid, today, is_own=life.fmt == page.own) for life in page.lives)
    legend = "\n    ".join(_draw_legend(page))
    return mark_safe(  # noqa: S308  (all that comes from facts is escaped where it is written)
        f"""<figure class="lifeline" aria-label="Timeline{of}">
  {_HATCHING}
  <div class="lifeline__row lifeline__row--axis" aria-hidden="true">
    <span class="lifeline__name">&nbsp;</span>
    <svg class="lifeline__axis" focusable="false">{ticks}</svg>
  </div>
  <ul class="lifeline__rows">
    {rows}
  </ul>
  <figcaption class="lifeline__legend small">
    {legend}
  </figcaption>
</figure>
"""
    )


def _draw_row(life: TimelineInFormat, to: str, grid: str, today: str, *, is_own: bool) -> str:
    row, season = life.row, ""
    if row.season:
        x, width = row.season
        season = f'<rect class="lifeline__season" x="{x}" width="{width}" y="0" height="28"/>'
    picture = '<svg class="lifeline__picture" aria-hidden="true" focusable="false">'
    bars, marks = "".join(_draw_bar(bar, to) for bar in row.bars), "".join(_draw_mark(mark, to) for mark in row.marks)
    return (
        f'<li class="lifeline__row{" lifeline__row--own" if is_own else ""}">'
        f'<span class="lifeline__name"><a href="{to}#{escape(life.anchor)}">{escape(life.fmt.name)}</a>'
        f'<span class="visually-hidden">: {escape(life.words)}.</span></span>'
        f"{picture}{season}{grid}{bars}{today}{marks}</svg></li>"
    )


def _draw_bar(bar: TimelineBar, to: str) -> str:
    is_doubt = bar.look == "doubt"
    at = 'y="13" height="2"' if bar.look == "nothing" else 'y="6" height="16"'
    hatch = sign = coin = ""
    if is_doubt:
        hatch = f'<rect x="{bar.x}" width="{bar.width}" y="6" height="16" fill="url(#lifeline-hatch)"/>'
        coin = f'<circle class="lifeline__coin" cx="{bar.middle}" cy="14" r="8"/>'
    if bar.sign:
        sign = (
            f'{coin}<text class="lifeline__sign lifeline__sign--{bar.look}" x="{bar.middle}" y="19"'
            f' text-anchor="middle">{bar.sign}</text>'
        )
    return (
        f'<a href="{to}#{escape(bar.anchor)}" tabindex="-1"><title>{escape(bar.words)}</title>'
        f'<rect class="lifeline__bar lifeline__bar--{bar.look}" x="{bar.x}" width="{bar.width}" {at}/>{hatch}{sign}</a>'
    )


def _draw_mark(mark: TimelineMark, to: str) -> str:
    return (
        f'<a href="{to}#{escape(mark.anchor)}" tabindex="-1"><title>{escape(mark.words)}</title>'
        f'<rect class="lifeline__reach" x="{mark.x}" y="0" width="9" height="28" transform="translate(-4.5 0)"/>'
        f'<line class="lifeline__mark" x1="{mark.x}" x2="{mark.x}" y1="3" y2="25"/></a>'
    )


def _draw_legend(page: TimelinePage) -> Iterator[str]:
    outcomes = page.outcomes
    sign = '<text class="lifeline__sign lifeline__sign--{look}" x="13" y="13" text-anchor="middle">{sign}</text>'
    if "legal" in outcomes:
        yield f"<span>{_SWATCH}{(_BAR + sign).format(look='sure', sign='✓')}</svg> legal</span>"
    if outcomes & {"uncertain", "unknown"}:
        hatch = '<rect width="26" height="16" fill="url(#lifeline-hatch)"/>'
        word = "unknown" if page.is_of_card else "uncertain"
        yield f"<span>{_SWATCH}{_BAR.format(look='doubt')}{hatch}</svg> {word}</span>"
    if "banned" in outcomes:
        yield f"<span>{_SWATCH}{(_BAR + sign).format(look='against', sign='✗')}</svg> banned</span>"
    if outcomes & {"illegal", "not in"}:
        thin = '<rect class="lifeline__bar lifeline__bar--nothing" y="7" width="26" height="2"/>'
        yield f"<span>{_SWATCH}{thin}</svg> {'not in the format' if page.is_of_card else 'illegal'}</span>"
    if page.has_seasons:
        yield f'<span>{_SWATCH}<rect class="lifeline__season" width="26" height="16"/></svg> format season</span>'
    yield _TODAY
