"""How games stand in addresses."""

from __future__ import annotations

from engine.model.cards import GAMES


class GameConverter:
    """The slug of one of the games; anything else is another address."""

    regex = "|".join(GAMES)

    def to_python(self, value: str) -> str:
        """The game's slug."""
        return value

    def to_url(self, value: str) -> str:
        """The slug as it stands in the address."""
        return value
