"""The inks of cards' faces outside of pages: the colours of the style sheet, by name."""

from __future__ import annotations

import re
from functools import lru_cache

from django.conf import settings

from vsdb.catalog.cards.faces import Face

_TOKEN = re.compile(r"^ *--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})", re.MULTILINE)


@lru_cache(maxsize=1)
def colours() -> dict[str, str]:
    """The colours of tokens.css by their names, those for light paper, the screen's and not the printer's."""
    text = (settings.BASE_DIR / "static/css/tokens.css").read_text(encoding="utf-8")
    return dict(reversed(_TOKEN.findall(text.partition("@media print")[0])))


def inks(face: Face) -> list[str]:
    """One ink or two: that of the type, or those of the domains."""
    names = [look.removeprefix("and-") for look in face.looks]
    found = [colours().get(f"card-{name}") or colours().get(name) for name in names]
    return [ink for ink in found if ink] or [colours()["card-plain"]]
