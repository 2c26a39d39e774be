"""How games stand in addresses."""

from __future__ import annotations

from engine.model.games import GAMES


class GameConverter:
    """The slug of one of the games; anything else is another address."""

    regex = "[-a-z0-9]+"

    def to_python(self, value: str) -> str:
        """The game's slug. Raises ValueError where there is no such game."""
        if value not in GAMES:
            raise ValueError(value)
        return value

    def to_url(self, value: str) -> str:
        """The slug as it stands in the address. Raises ValueError where there is no such game."""
        return self.to_python(value)
