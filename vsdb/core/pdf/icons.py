"""The site's icons as shapes to draw on paper: the same drawings as in pages."""

from __future__ import annotations

from functools import cache
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import parse
from django.conf import settings
from reportlab.graphics.shapes import Path as Shape
from reportlab.graphics.svgpath import SvgPath

SIDE = 24.0  #: every icon is drawn in a square of so many steps
_SVG = "{http://www.w3.org/2000/svg}"


@cache
def icon(name: str) -> Shape:
    """The icon of that name in static/img/icons.svg."""
    return _icons()[name]


@cache
def _icons() -> dict[str, Shape]:
    root: Element = parse(settings.BASE_DIR / "static/img/icons.svg").getroot()
    return {symbol.get("id", ""): SvgPath(_drawn(symbol)) for symbol in root.iter(f"{_SVG}symbol")}


def _drawn(symbol: Element) -> str:
    return " ".join(path.get("d", "") for path in symbol.iter(f"{_SVG}path"))
