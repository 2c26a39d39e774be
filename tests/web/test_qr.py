"""QR codes: what a reader that isn't ours reads, in a page without styles of its own."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from engine.model.errors import InputError
from vsdb.core.qr import MAX_LENGTH, QUIET, encode_qr, merge_squares, render_svg

SIDE = 5


def read(drawn: list[tuple[int, int, int]], size: int) -> str:
    """What a picture with these bars says."""
    picture = Image.new("L", (size * SIDE, size * SIDE), 255)
    pen = ImageDraw.Draw(picture)
    for x, y, long in drawn:
        pen.rectangle((x * SIDE, y * SIDE, (x + long) * SIDE - 1, (y + 1) * SIDE - 1), fill=0)
    (found,) = zxingcpp.read_barcodes(picture)
    return found.text


def in_page(text: str) -> str:
    """What the picture says that stands in a page."""
    root = ET.fromstring(render_svg(text, "label"))  # noqa: S314
    size = int(root.attrib["viewBox"].split()[-1])
    path = next(child.attrib["d"] for child in root if child.tag.endswith("path"))
    found = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path)
    assert re.sub(r"M\d+ \d+h\d+v1h-\d+z", "", path) == ""
    assert all(min(int(x), int(y)) >= QUIET and int(x) + int(long) <= size - QUIET for x, y, long in found)
    return read([(int(x), int(y), int(long)) for x, y, long in found], size)


@pytest.mark.parametrize("text", ["K7QD-2M9X-4TFH", "https://cards.example/check/?a=1&b=2", "é ◊ ○", "x" * MAX_LENGTH])
def test_a_reader_reads_what_was_written(text: str) -> None:
    assert in_page(text) == text


@settings(max_examples=25)
@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=120))
def test_a_reader_reads_any_plain_text(text: str) -> None:
    rows = encode_qr(text)
    drawn = [(x + QUIET, y + QUIET, long) for x, y, long in merge_squares(rows)]
    assert read(drawn, len(rows) + 2 * QUIET) == text


@pytest.mark.parametrize("text", ["x" * (MAX_LENGTH + 1), "é" * (MAX_LENGTH // 2 + 1)])
def test_more_bytes_than_a_code_takes_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"qr: \d+ bytes; a QR code holds at most 1000"):
        encode_qr(text)


def test_the_label_is_escaped_and_nothing_is_styled() -> None:
    drawn = render_svg("text", '"><script>alert(1)</script>')
    assert "<script" not in drawn
    assert "style" not in drawn
    assert drawn.count("&quot;&gt;&lt;script&gt;") == 2
