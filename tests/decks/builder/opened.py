"""The builder as a browser has it: what it shows, and what it sends."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from django.http import HttpResponse
from django.test import Client

from vsdb.decks.models import Deck, Revision

LINE = re.compile(r'class="line[^"]*" data-card="([^"]*)" data-section="([^"]*)" data-count="(\d+)"')


@dataclass
class Tab:
    """A tab of a browser with the builder of a deck open; `edition` is what it last showed."""

    client: Client
    deck: Deck
    edition: int = field(init=False)
    text: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self.open()

    @property
    def address(self) -> str:
        """The builder's address."""
        return f"/decks/{self.deck.pk}/edit/"

    def open(self, query: str = "") -> str:
        """Load the page anew."""
        self._show(self.client.get(f"{self.address}{query}"))
        return self.text

    def change(self, change: str) -> HttpResponse:
        """Press a button of the page."""
        return self.send({"change": change, "edition": str(self.edition)})

    def send(self, fields: dict[str, str], *, has_scripts: bool = True) -> HttpResponse:
        """Send a form of the page."""
        headers = {"HX-Request": "true"} if has_scripts else {}
        response = self.client.post(f"{self.address}change/", fields, headers=headers)
        if response.status_code in (200, 400):
            self._show(response)
        return response

    @property
    def lines(self) -> dict[tuple[str, str], int]:
        """What stands where on the page, and how often."""
        return {(section, card): int(count) for card, section, count in LINE.findall(self.text)}

    @property
    def announced(self) -> str:
        """What is said of the deck after a change."""
        found = re.search(r'nowbar__line[^>]*data-announce-as="([^"]*)"', self.text)
        return unescape(found[1]) if found else ""

    def _show(self, response: HttpResponse) -> None:
        self.text = response.content.decode()
        self.edition = int(re.search(r'data-edition="(\d+)"', self.text)[1])  # type: ignore[index]


def newest(deck: Deck) -> Revision:
    """What is saved now."""
    return Revision.objects.filter(deck=deck).first()  # type: ignore[return-value]
