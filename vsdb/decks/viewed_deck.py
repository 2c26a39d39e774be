"""A stored deck as it was reached: by its number or by its secret link. Every link on its pages keeps to that way."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from vsdb.accounts.viewers import Visitor
from vsdb.decks.models import Deck


@dataclass(frozen=True, slots=True)
class Place:
    """A deck, who asks for it, and the secret that they came by; empty where they came by its number."""

    deck: Deck
    asker: Visitor
    secret: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is shown to whoever may change it. By its secret link its owner sees it as others do."""
        return not self.secret and self.asker.owns(self.deck)

    @property
    def is_listed(self) -> bool:
        """Whether search engines may keep the page."""
        return not self.secret and self.deck.visibility == Deck.Visibility.PUBLIC and not self.deck.hidden_at

    @property
    def has_preview(self) -> bool:
        """Whether other sites may be told what the page shows: where they can see it themselves."""
        return bool(self.secret) or self.is_listed

    def address(self, name: str = "deck", *args: object) -> str:
        """The address of a page about the deck: `stored:deck` and below, or `stored:shared` and below."""
        if self.secret:
            return reverse("stored:shared" if name == "deck" else f"stored:shared-{name}", args=(self.secret, *args))
        return reverse(f"stored:{name}", args=(self.deck.pk, *((self.deck.slug,) if name == "deck" else args)))
