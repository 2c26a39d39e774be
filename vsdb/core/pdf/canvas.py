"""A PDF being drawn: places are points from the upper left corner, texts are data and never markup.

The library that writes it takes long to load, and few processes use it: it is imported where something is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, TypedDict, Unpack
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import parse
from django.conf import settings

from engine import InputError
from vsdb.core.pdf import lettering

if TYPE_CHECKING:
    from PIL.Image import Image
    from reportlab.graphics.shapes import Path as Shape
    from reportlab.lib.colors import Color

INK, SOFT, RULE = "#000000", "#444444", "#888888"
LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0
#: By the numbers that reportlab's shapes keep: what is done, with how many numbers.
_OPERATORS = (("moveTo", 2), ("lineTo", 2), ("curveTo", 6), ("close", 0))
SIDE = 24.0  #: every icon is drawn in a square of so many steps
_CURVE, _STEPS = 3, 12  #: the places that bend a curve, and into how many lines one is broken
_SVG = "{http://www.w3.org/2000/svg}"
MM = 72 / 25.4  #: points in a millimetre


class _Inks(TypedDict, total=False):
    """What a shape is drawn with: colours of its inside and of its edge, and how wide and dotted that is, in points."""

    fill: str
    edge: str
    wide: float
    dots: Sequence[float]


class PdfCanvas:
    """Draws on the pages of one file; `file` ends it."""

    def __init__(self, paper: PaperSize, title: str, subject: str = "") -> None:
        from reportlab.pdfgen.canvas import Canvas

        from vsdb.core.pdf.file_info import FileInfo

        self.paper = paper
        self._held, size = BytesIO(), (paper.width, paper.height)
        self._canvas = Canvas(self._held, pagesize=size, pageCompression=1, invariant=1, lang="en")
        info = self._canvas._doc.info = FileInfo()  # type: ignore[attr-defined]
        info.title, info.subject = lettering.cut(title), lettering.cut(subject)
        # A viewer that shrinks the page to its printer's margins would shrink the cards as well.
        self._canvas.setViewerPreference("PrintScaling", "None")

    def file(self) -> bytes:
        """The whole file."""
        self._canvas.save()
        return self._held.getvalue()

    def next_page(self) -> None:
        """End the page; the next thing drawn stands on a new one."""
        self._canvas.showPage()

    def text(self, x: float, y: float, text: str, font: str, size: float, *, ink: str = INK, at: float = LEFT) -> float:
        """Write a line with its foot at `y` and its left end, middle or right end at `x`; the place where it ends."""
        x -= at * lettering.measure_width(text, font, size)
        self._canvas.setFillColor(_read_ink(ink))
        for name, part in lettering.split_runs(text, font):
            self._canvas.setFont(name, size)
            self._canvas.drawString(x, self.paper.height - y, part)
            x += lettering.measure_width(part, name, size)
        return x

    def lines(self, x: float, y: float, lines: Iterable[str], font: str, size: float, leading: float) -> float:
        """Write lines one under the other, the first with its foot at `y`; the foot of the line after them."""
        for line in lines:
            self.text(x, y, line, font, size)
            y += leading
        return y

    def rule(self, x: float, y: float, to_x: float, to_y: float, *, ink: str = INK, wide: float = 0.5) -> None:
        """Draw a line."""
        self._stroke(ink, wide)
        self._canvas.line(x, self.paper.height - y, to_x, self.paper.height - to_y)

    def box(self, x: float, y: float, width: float, height: float, *, radius: float = 0, **inks: Unpack[_Inks]) -> None:
        """Draw a rectangle from its upper left corner, filled, edged or both."""
        kinds = self._ink(**inks)
        if radius:
            self._canvas.roundRect(x, self.paper.height - y - height, width, height, radius, **kinds)
        else:
            self._canvas.rect(x, self.paper.height - y - height, width, height, **kinds)
        self._canvas.setDash([])

    def circle(self, x: float, y: float, radius: float, **inks: Unpack[_Inks]) -> None:
        """Draw a circle round its middle."""
        self._canvas.circle(x, self.paper.height - y, radius, **self._ink(**inks))
        self._canvas.setDash([])

    def polygon(self, corners: Iterable[tuple[float, float]], fill: str) -> None:
        """Fill what lies between these corners."""
        self._canvas.setFillColor(_read_ink(fill))
        path = self._canvas.beginPath()
        for number, (x, y) in enumerate(corners):
            (path.lineTo if number else path.moveTo)(x, self.paper.height - y)
        path.close()
        self._canvas.drawPath(path, stroke=0, fill=1)

    def shape(self, shape: Shape, x: float, y: float, scale: float, ink: str) -> None:
        """Fill an icon with its upper left corner at a place; a step of the icon is `scale` points."""
        self._canvas.setFillColor(_read_ink(ink))
        path, numbers = self._canvas.beginPath(), iter(shape.points)
        for operator in shape.operators:
            name, count = _OPERATORS[int(operator)]
            flat = [next(numbers) for _ in range(count)]
            places = [
                x + scale * value if place % 2 == 0 else self.paper.height - y - scale * value
                for place, value in enumerate(flat)
            ]
            getattr(path, name)(*places)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def picture(self, picture: Image, x: float, y: float, width: float, height: float) -> None:
        """Draw a picture as large as there is room in a box, in its middle."""
        from reportlab.lib.utils import ImageReader

        scale = min(width / picture.width, height / picture.height)
        wide, high = picture.width * scale, picture.height * scale
        foot = self.paper.height - y - (height + high) / 2
        self._canvas.drawImage(ImageReader(picture), x + (width - wide) / 2, foot, wide, high)

    def bars(self, x: float, y: float, step: float, bars: Iterable[tuple[int, int, int]]) -> None:
        """Fill bars of a grid whose squares are `step` points wide: column, row and how many squares long."""
        self._canvas.setFillColor(_read_ink(INK))
        path = self._canvas.beginPath()
        for column, row, long in bars:
            path.rect(x + column * step, self.paper.height - y - (row + 1) * step, long * step, step)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def _ink(self, *, fill: str = "", edge: str = "", wide: float = 0.5, dots: Sequence[float] = ()) -> dict[str, int]:
        """Set the colours of what is drawn next; whether it has an edge, and whether it is filled."""
        if fill:
            self._canvas.setFillColor(_read_ink(fill))
        if edge:
            self._stroke(edge, wide)
            self._canvas.setDash(list(dots))
        return {"stroke": int(bool(edge)), "fill": int(bool(fill))}

    def _stroke(self, ink: str, wide: float) -> None:
        self._canvas.setStrokeColor(_read_ink(ink))
        self._canvas.setLineWidth(wide)


def load_icon(name: str) -> Shape:
    """The icon of that name in static/img/icons.svg."""
    return _icons()[name]


def trace_icon(name: str) -> list[list[tuple[float, float]]]:
    """The outlines of an icon as corners, in shares of its side from its upper left corner; curves in short steps."""
    shape = load_icon(name)
    numbers = iter(shape.points)
    outlines: list[list[tuple[float, float]]] = []
    for operator in shape.operators:
        command, count = _OPERATORS[int(operator)]
        flat = [next(numbers) / SIDE for _ in range(count)]
        places = list(zip(flat[::2], flat[1::2], strict=True))
        if command == "moveTo":
            outlines.append(places)
        elif len(places) == _CURVE:
            outlines[-1] += _bend(outlines[-1][-1], *places)
        else:
            outlines[-1] += places
    return outlines


def _bend(*corners: tuple[float, float]) -> list[tuple[float, float]]:
    """Places on a cubic curve, its end the last."""
    found = []
    for step in range(1, _STEPS + 1):
        at = step / _STEPS
        weights = ((1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3)
        x, y = (sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) for axis in (0, 1))
        found.append((x, y))
    return found


@cache
def _read_ink(ink: str) -> Color:
    from reportlab.lib.colors import HexColor

    return HexColor(ink)


@cache
def _icons() -> dict[str, Shape]:
    from reportlab.graphics.svgpath import SvgPath

    root: Element = parse(settings.BASE_DIR / "static/img/icons.svg").getroot()
    drawn = {symbol.get("id", ""): symbol.iter(f"{_SVG}path") for symbol in root.iter(f"{_SVG}symbol")}
    return {name: SvgPath(" ".join(path.get("d", "") for path in paths)) for name, paths in drawn.items()}


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A sheet of paper, upright."""

    name: str
    width: float
    height: float


PAPERS = {"a4": PaperSize("A4", 210 * MM, 297 * MM), "letter": PaperSize("Letter", 612, 792)}


def get_paper(name: str) -> PaperSize:
    """The paper of that name. Raises InputError."""
    if found := PAPERS.get(name.lower()):
        return found
    said = f"{name[:40]!r} is not a paper size; choose {' or '.join(PAPERS)}"
    raise InputError(said, place="paper", code="unknown-paper")
