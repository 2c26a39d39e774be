"""Line charts as pictures to share, PNG or SVG: in the site's fonts and inks on light paper, complete in one file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from io import BytesIO
from itertools import pairwise
from textwrap import wrap

from django.http import HttpResponse
from PIL import Image, ImageDraw

from vsdb.catalog.cards import preview
from vsdb.catalog.cards.preview import HEAD, LABEL, SIZE, TEXT, draw_mark, fit_text_to_width
from vsdb.core.line_charts import DrawnSeries, LineChart

_MARGIN = 56
_WIDTH = SIZE[0] - 2 * _MARGIN
_MARK = 140  #: how much of the first line the site's mark takes
_FOOT = SIZE[1] - 34
_KEY = 44  #: how high a row of the key is
_LINE = 5
_MARK_SIZE = 8
#: On and off by look, in pixels; none for a whole line.
_DASHES: tuple[tuple[int, ...], ...] = ((), (18, 8), (5, 8), (26, 8, 5, 8), (36, 12), (3, 10))
_SVG_CHARACTERS = 90  #: of a line of text
_SVG_FONT = "Barlow Condensed, Arial Narrow, Liberation Sans Narrow, sans-serif"

Place = tuple[float, float]


def send_chart(chart: LineChart, title: str, sub: str, *, is_svg: bool) -> HttpResponse:
    """A picture of a chart under the title of a list and a sentence."""
    drawn = draw_svg(chart, title, sub) if is_svg else draw_png(chart, title, sub)
    return _send(drawn, chart.slug)


def send_answer(figure: str, title: str, sub: str, chart: LineChart | None, *, is_svg: bool) -> HttpResponse:
    """A picture of an answer: its figure large, the title of a list, its question, and a chart where it has one."""
    return _send((draw_svg if is_svg else draw_png)(chart, title, sub, figure), "answer")


def _send(drawn: str | bytes, name: str) -> HttpResponse:
    is_svg = isinstance(drawn, str)
    answer = HttpResponse(drawn, "image/svg+xml; charset=utf-8" if is_svg else "image/png")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.{"svg" if is_svg else "png"}"'
    return answer


@lru_cache(maxsize=32)
def draw_png(chart: LineChart | None, title: str, sub: str, figure: str = "") -> bytes:
    """A PNG of 1200 by 630: title, figure, sentence, the lines with their axis, and the key below."""
    colours = preview.read_colours()
    picture = Image.new("RGB", SIZE, colours["paper"])
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, SIZE[0], 12), fill=colours["ink"])
    draw_mark(pen, SIZE[0] - _MARGIN - 106, 98)
    y = _write(pen, title, (HEAD, 56 if chart else 64, 1), 36, _WIDTH - _MARK)
    if figure:
        y = _write(pen, figure, (HEAD, 96 if chart else 200, 1), y + (4 if chart else 40), _WIDTH - _MARK)
    size, lines = (44, 4) if chart is None else (26, 2)
    y = _write(pen, sub, (TEXT, size, lines), y + (6 if chart else 30), _WIDTH - (_MARK if y < 98 else 0))
    if chart is not None:
        _draw_chart(pen, chart, y + 14)
    held = BytesIO()
    picture.quantize(64).save(held, "PNG", optimize=True)
    return held.getvalue()


def _draw_chart(pen: ImageDraw.ImageDraw, chart: LineChart, top: float) -> None:
    """The lines with their axis from a height down, and the key."""
    drawn = chart.drawn
    rows = _lay_key(drawn)
    box = (_MARGIN, top, SIZE[0] - _MARGIN, _FOOT - _KEY * len(rows) - 8)
    _draw_axes(pen, chart, box)
    for line in drawn:
        _draw_line(pen, chart, line, box)
    _draw_key(pen, rows)


def draw_svg(chart: LineChart | None, title: str, sub: str, figure: str = "") -> str:
    """An SVG with all its inks, to be opened, printed or edited alone."""
    colours = preview.read_colours()
    drawn = chart.drawn if chart else []
    ink, soft = colours["ink"], colours["ink-soft"]
    lines = wrap(sub, _SVG_CHARACTERS)
    below = 36 + (44 if figure else 0)
    head = below + 18 * len(lines) + 4
    width, high = LineChart.width + 20, LineChart.height if chart else 0
    height = head + high + 20 * len(drawn) + 16
    told = chart.words if chart else sub
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{2 * width}" '
        f'height="{2 * height}" font-family="{_SVG_FONT}" font-size="13" role="img">',
        f"<title>{escape(f'{title}: {figure or (chart.title if chart else sub)}')}</title><desc>{escape(told)}</desc>",
        f'<rect width="{width}" height="{height}" fill="{colours["paper"]}"/>',
        f'<text x="10" y="24" font-size="20" font-weight="700" fill="{ink}">{escape(_cut(title, 54))}</text>',
        f'<text x="10" y="68" font-size="42" font-weight="700" fill="{ink}">{escape(figure)}</text>' if figure else "",
        *(
            f'<text x="10" y="{below + 8 + 18 * at}" fill="{soft}">{escape(line)}</text>'
            for at, line in enumerate(lines)
        ),
    ]
    if chart:
        parts += [
            f'<g transform="translate(10 {head})" fill="{soft}">',
            *_write_axes(chart, colours["line"]),
            *(part for line in drawn for part in _write_line(line, _get_ink(line))),
            "</g>",
            *_write_key(drawn, head + high + 4, ink),
        ]
    return "".join([*parts, "</svg>"])


def _write(pen: ImageDraw.ImageDraw, text: str, look: tuple[str, int, int], top: float, wide: int) -> float:
    """Lines of text from a height down, and where they end."""
    name, size, most = look
    lines, font = fit_text_to_width(text or " ", name, size, wide, most)
    ink = preview.read_colours()["ink" if name == HEAD else "ink-soft"]
    for line in lines:
        pen.text((_MARGIN, top), line, font=font, fill=ink)
        top += font.size * 1.2
    return top


def _to_place(chart: LineChart, x: float, y: float, box: tuple[float, float, float, float]) -> Place:
    """A place of the chart in a box of the picture; the box has room for the figures at its left and its foot."""
    left, top, right, foot = box
    wide = (right - left - 76) / (chart.right - chart.left)
    return left + 76 + (x - chart.left) * wide, top + 12 + y * (foot - top - 56) / chart.floor


def _draw_axes(pen: ImageDraw.ImageDraw, chart: LineChart, box: tuple[float, float, float, float]) -> None:
    colours, font = preview.read_colours(), preview.load_font(LABEL, 26)
    for row in chart.rows:
        left, y = _to_place(chart, chart.left, row.at, box)
        pen.line((left, y, box[2], y), fill=colours["line"], width=2)
        pen.text((left - 12, y), row.label, font=font, fill=colours["ink-soft"], anchor="rm")
    for column in chart.columns:
        x, y = _to_place(chart, column.at, chart.floor, box)
        pen.text((x, y + 10), column.label, font=font, fill=colours["ink-soft"], anchor="ma")
    pen.text((box[0], box[3] - 34), chart.what, font=font, fill=colours["ink-soft"])


def _draw_line(
    pen: ImageDraw.ImageDraw, chart: LineChart, line: DrawnSeries, box: tuple[float, float, float, float]
) -> None:
    """The line with its marks."""
    ink = _get_ink(line)
    places = [_to_place(chart, mark.x, mark.y, box) for mark in line.marks]
    for start, end in pairwise(places):
        for piece in _cut_into_dashes(start, end, _DASHES[line.look - 1]):
            pen.line((*piece[0], *piece[1]), fill=ink, width=_LINE)
    for x, y in places:
        _draw_dot(pen, (x, y), line.look, ink)


def _draw_dot(pen: ImageDraw.ImageDraw, place: Place, look: int, ink: str) -> None:
    x, y = place
    size = _MARK_SIZE
    if look % 3 == 1:
        pen.ellipse((x - size, y - size, x + size, y + size), fill=ink)
    elif look % 3 == 2:
        pen.rectangle((x - size + 1, y - size + 1, x + size - 1, y + size - 1), fill=ink)
    else:
        pen.polygon([(x, y - size - 2), (x + size + 1, y + size - 1), (x - size - 1, y + size - 1)], fill=ink)


def _cut_into_dashes(start: Place, end: Place, dashes: tuple[int, ...]) -> Iterator[tuple[Place, Place]]:
    """The pieces of a stretch that are drawn; all of it without dashes."""
    if not dashes:
        yield start, end
        return
    wide, high = end[0] - start[0], end[1] - start[1]
    length = (wide**2 + high**2) ** 0.5
    at, number = 0.0, 0
    while at < length:
        step = dashes[number % len(dashes)]
        if number % 2 == 0:
            first, last = at / length, min(at + step, length) / length
            yield (
                (start[0] + first * wide, start[1] + first * high),
                (start[0] + last * wide, start[1] + last * high),
            )
        at += step
        number += 1


def _lay_key(drawn: list[DrawnSeries]) -> list[list[tuple[float, DrawnSeries]]]:
    """The entries of the key in rows, each with its left edge."""
    font = preview.load_font(LABEL, 28)
    rows: list[list[tuple[float, DrawnSeries]]] = [[]]
    left = float(_MARGIN)
    for line in drawn:
        wide = 70 + font.getlength(line.series.label) + 40
        if rows[-1] and left + wide > SIZE[0] - _MARGIN:
            rows.append([])
            left = float(_MARGIN)
        rows[-1].append((left, line))
        left += wide
    return rows


def _draw_key(pen: ImageDraw.ImageDraw, rows: list[list[tuple[float, DrawnSeries]]]) -> None:
    font, colours = preview.load_font(LABEL, 28), preview.read_colours()
    for number, row in enumerate(reversed(rows)):
        y = _FOOT - _KEY * number - _KEY // 2
        for left, line in row:
            for piece in _cut_into_dashes((left, y), (left + 54, y), _DASHES[line.look - 1]):
                pen.line((*piece[0], *piece[1]), fill=_get_ink(line), width=_LINE)
            _draw_dot(pen, (left + 27, y), line.look, _get_ink(line))
            wide = SIZE[0] - _MARGIN - int(left) - 70
            label, fitting = fit_text_to_width(line.series.label, LABEL, 28, wide, 1)
            pen.text((left + 70, y), label[0], font=fitting or font, fill=colours["ink"], anchor="lm")


def _get_ink(line: DrawnSeries) -> str:
    colours = preview.read_colours()
    return colours.get(f"line-{line.look}", colours["ink"])


def _write_axes(chart: LineChart, ink: str) -> Iterator[str]:
    for row in chart.rows:
        yield f'<path d="M{chart.left} {row.at}H{chart.right}" stroke="{ink}"/>'
        yield f'<text x="{chart.label_x}" y="{row.at}" dy="4" text-anchor="end">{escape(row.label)}</text>'
    for column in chart.columns:
        yield f'<text x="{column.at}" y="{chart.label_y}" text-anchor="middle">{escape(column.label)}</text>'
    yield f'<text x="0" y="{chart.label_y}">{escape(chart.what)}</text>'


def _write_line(line: DrawnSeries, ink: str) -> Iterator[str]:
    if line.band:
        yield f'<path d="{line.band}" fill="{ink}" fill-opacity="0.18"/>'
    yield f'<path d="{line.path}" fill="none" stroke="{ink}" stroke-width="2"{_write_dashes(line)}/>'
    for mark in line.marks:
        yield f'<circle cx="{mark.x}" cy="{mark.y}" r="3.5" fill="{ink}"><title>{escape(mark.words)}</title></circle>'


def _write_key(drawn: list[DrawnSeries], top: float, ink: str) -> Iterator[str]:
    for number, line in enumerate(drawn):
        y = top + 20 * number
        stroke = f'stroke="{_get_ink(line)}" stroke-width="2"{_write_dashes(line)}'
        yield f'<path d="M10 {y}H40" {stroke}/>'
        yield f'<text x="48" y="{y}" dy="4" fill="{ink}">{escape(line.series.label)}</text>'


def _write_dashes(line: DrawnSeries) -> str:
    dashes = " ".join(f"{each / 2.5:.0f}" for each in _DASHES[line.look - 1])
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
