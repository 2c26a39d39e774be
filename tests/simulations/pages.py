"""Lists for the pages about what chance makes of them, and the way to those pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.test import Client

CLASSIC = """# Sentinels
# game: vs-classic
# as-of: 2010-06-01
20 Dr. Light, Master of Holograms
20 Falcon, Secret Avenger
12 Bloodsport
4 Charging Star
4 Nobody Here"""
RIFTBOUND = """# game: riftbound
# as-of: 2026-08-01
Legend
1 Loose Cannon [OGN-251]
Champion
1 Jinx, Rebel [OGN-202]
Deck
12 Chemtech Enforcer
12 Flame Chompers
12 Vi, Destructive
3 Get Excited!
Runes
7 Fury Rune
5 Chaos Rune
Sideboard
3 Rebuke
2 Void Seeker"""
PCG = "# game: vs-2pcg\n# as-of: 2024-01-01\n"


def open_page(client: Client, page: str, text: str, **words: Any) -> HttpResponse:
    """A page about a pasted list, with further words of its address."""
    address = client.post("/simulate/", {"deck": text}).headers["Location"]
    base, _, query = address.partition("?")
    game_and_list = dict(each.split("=", 1) for each in query.split("&"))
    return client.get(base.replace("/odds/", f"/{page}/"), {**game_and_list, **words})
