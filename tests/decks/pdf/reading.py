"""Printed files read back by a reader that isn't ours: text, sizes, what is drawn where, QR codes."""

from __future__ import annotations

import pypdfium2
import zxingcpp
from pypdfium2.raw import FPDF_PAGEOBJ_PATH

MM = 72 / 25.4


def pages(data: bytes) -> list[list[str]]:
    """The lines of text of each page."""
    with pypdfium2.PdfDocument(data) as file:
        return [page.get_textpage().get_text_bounded().split("\r\n") for page in file]


def text(data: bytes) -> str:
    """The text of all pages."""
    return "\n".join(line for lines in pages(data) for line in lines)


def sizes(data: bytes) -> list[tuple[float, float]]:
    """The width and height of each page in points."""
    with pypdfium2.PdfDocument(data) as file:
        return [page.get_size() for page in file]


def boxes(data: bytes, page: int = 0) -> list[tuple[float, float, float, float]]:
    """Everything that is drawn and isn't text, in millimetres: left, top, width, height.

    The reader adds a line's own width on every side.
    """
    with pypdfium2.PdfDocument(data) as file:
        height = file[page].get_height()
        places = [each.get_bounds() for each in file[page].get_objects([FPDF_PAGEOBJ_PATH])]
    return [
        (left / MM, (height - top) / MM, (right - left) / MM, (top - foot) / MM) for left, foot, right, top in places
    ]


def qr_codes(data: bytes, page: int = 0) -> list[str]:
    """What the QR codes of a page say, read from its picture."""
    with pypdfium2.PdfDocument(data) as file:
        picture = file[page].render(scale=3).to_pil()
    return [found.text for found in zxingcpp.read_barcodes(picture)]


def said_of_itself(data: bytes) -> dict[str, str]:
    """What the file says about itself."""
    with pypdfium2.PdfDocument(data) as file:
        return {key: value for key, value in file.get_metadata_dict().items() if value}
