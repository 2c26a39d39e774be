"""Questions to the page of odds, and what it says."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.test import Client

LIST = "4 Savage Beatdown\n4 Overload\n52 Boris, Personal Servant of Dr. Doom"
RUNES = "# game: riftbound\nDeck\n3 Chemtech Enforcer\n36 Flame Chompers\nRunes\n7 Fury Rune\n5 Chaos Rune"
Words = list[tuple[str, Any]]
FOUR: Words = [("by", 4), ("least", 1), ("of", "Savage Beatdown")]
KEEP_IF: Words = [("mulligan", "keep-if"), ("keep_least", 1), ("keep_of", "Savage Beatdown")]


def ask(client: Client, words: Words = [], text: str = LIST, game: str = "vs-classic") -> Any:  # noqa: B006
    return client.get(f"/simulate/odds/?{urlencode([('game', game), ('list', text + chr(10)), *words])}")


def told(answer: Any) -> str:
    return " ".join(answer.content.decode().replace("\u00a0", " ").split())
