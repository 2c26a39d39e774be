"""Draws the icons of the installed site from its mark: `python scripts/draw_icons.py`. Needs Chromium and Pillow.

The files are in `static/img/`; they are drawn again only when the mark changes.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

IMAGES = Path(__file__).resolve().parents[1] / "static" / "img"
PAPER = "#f5f1e6"
COLOURS = 8
#: Name, size in pixels, and how much of it the mark takes: a phone may cut off all but the middle of a maskable icon.
ICONS = (("icon-192", 192, 1.0), ("icon-512", 512, 1.0), ("icon-maskable-512", 512, 0.62))


def draw(mark: str, name: str, size: int, share: float) -> None:
    """Draw one icon."""
    side = round(size * share)
    page = (
        f'<body style="margin:0;background:{PAPER};display:grid;place-items:center;width:{size}px;height:{size}px">'
        f'<div style="width:{side}px;height:{side}px">{mark}</div>'
    )
    with tempfile.TemporaryDirectory() as folder:
        source, shot = Path(folder, "icon.html"), Path(folder, "icon.png")
        source.write_text(page, encoding="utf-8")
        flags = (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--window-size={size},{size + 200}",
        )
        subprocess.run(
            [shutil.which("chromium") or "", *flags, f"--screenshot={shot}", source.as_uri()],
            check=True,
            capture_output=True,
        )
        drawn = Image.open(shot).convert("RGB").crop((0, 0, size, size))
    drawn.quantize(COLOURS).save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    svg = (IMAGES / "favicon.svg").read_text(encoding="utf-8")
    for icon in ICONS:
        draw(svg, *icon)
