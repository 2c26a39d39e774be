"""Cards that tests of collections name, and how somebody comes to own them."""

from __future__ import annotations

import html
import re

from django.contrib.auth.models import User

from vsdb.collection import services
from vsdb.collection.reading import OWNED, WANTED, CardKey

CLASSIC, SAVAGE = "vs-classic", "savage-beatdown"
ANY, MOR = CardKey(CLASSIC, SAVAGE), CardKey(CLASSIC, SAVAGE, "MOR")
LAND = CardKey(CLASSIC, "savage-land")


def has(user: User, **counts: tuple[int, int]) -> None:
    """Somebody owns and wants copies: `mor=(3, 4)`."""
    keys = {"any": ANY, "mor": MOR, "land": LAND}
    services.set_copies(user.pk, {keys[name]: {OWNED: each[0], WANTED: each[1]} for name, each in counts.items()})


def lay_out(page: str, **changes: str) -> dict[str, str]:
    """What the form of a preview sends as it stands, with some of it changed."""
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    (text,) = re.findall(r'<textarea id="text"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    (mode,) = re.findall(r'<select id="mode".*?</select>', page, re.DOTALL)
    modes = re.findall(r'value="(\w+)" selected', mode)
    sent = {name: html.unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}
    # A browser reads every line end as one character and sends two.
    written = re.split("\r\n?|\n", html.unescape(text))
    sent |= {"text": "\r\n".join(written), "mode": modes[0] if modes else "add", "keep": "yes"}
    return sent | changes
