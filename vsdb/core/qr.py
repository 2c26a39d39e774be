"""QR codes: as squares to draw, and as a picture in a page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine import InputError

Squares = tuple[tuple[bool, ...], ...]

MAX_LENGTH = 1_000  #: bytes; more make squares too small for a phone's camera on paper
QUIET = 4  #: squares of white on every side, as the standard asks


@lru_cache(maxsize=256)
def encode_qr(text: str) -> Squares:
    """The rows of a QR code that says this, True for black, without the white about it. Raises InputError."""
    import qrcode  # here, since few processes draw one
    from qrcode.constants import ERROR_CORRECT_M

    length = len(text.encode())
    if length > MAX_LENGTH:
        raise InputError(f"{length} bytes; a QR code holds at most {MAX_LENGTH}", place="qr", code="too-long")
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text, optimize=0)
    code.make(fit=True)
    return tuple(tuple(bool(cell) for cell in row) for row in code.get_matrix())


def merge_squares(rows: Squares) -> Iterator[tuple[int, int, int]]:
    """The black squares, neighbours of a row as one bar: column, row and how long it is."""
    for y, row in enumerate(rows):
        x = 0
        for is_black, cells in groupby(row):
            long = len([*cells])
            if is_black:
                yield x, y, long
            x += long


def render_svg(text: str, label: str) -> SafeString:
    """A QR code as inline SVG, black on white in light and dark; `label` says where it leads. Raises InputError."""
    rows = encode_qr(text)
    drawn = "".join(f"M{x + QUIET} {y + QUIET}h{long}v1h-{long}z" for x, y, long in merge_squares(rows))
    return format_html(
        '<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}" role="img" aria-label="{1}"'
        ' shape-rendering="crispEdges"><title>{1}</title><rect width="{0}" height="{0}" fill="#fff"/>'
        '<path fill="#000" d="{2}"/></svg>',
        len(rows) + 2 * QUIET, label, drawn,
    )  # fmt: skip
