"""The examples of the API guide: real requests with real answers, shortened. A test sends each of them.

In an answer “…” stands for what is left out: other fields of an object, the rest of a list or of a text, or any value.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vsdb.api.examples import GAME

MORE = "…"
_ONE_LINE = 90  #: characters of a body that stay on one line


@dataclass(frozen=True, slots=True)
class GuideExample:
    """A request and what it answers."""

    path: str
    answer: Any
    method: str = "GET"
    body: Any = None
    status: int = 200
    needs_token: bool = False

    @property
    def is_link(self) -> bool:
        """Whether a browser can ask it."""
        return self.method == "GET" and not self.needs_token

    @property
    def text(self) -> str:
        """The answer as it is shown."""
        text = json.dumps(self.answer, indent=2, ensure_ascii=False)
        return text.replace(f'"{MORE}": "{MORE}"', MORE).replace(f'"{MORE}"', MORE)

    def write_curl(self, origin: str) -> str:
        """The request as a line for a shell; `origin` is the address of the site."""
        parts = ["curl -s"]
        if self.needs_token:
            parts.append('-H "Authorization: Bearer $TOKEN"')
        if self.body is not None:
            sent = json.dumps(self.body, ensure_ascii=False)
            sent = sent if len(sent) <= _ONE_LINE else json.dumps(self.body, indent=2, ensure_ascii=False)
            parts += ["-H 'Content-Type: application/json'", f"-d '{sent}'"]
        between = " " if len(parts) == 1 else " \\\n  "
        return between.join([*parts, f"'{origin}{self.path}'"])


_SAVAGE = {
    "game": GAME,
    "slug": "savage-beatdown",
    "name": "Savage Beatdown",
    "title": "Savage Beatdown",
    "page": "/cards/vs-classic/savage-beatdown/",
    "api": "/api/v1/cards/vs-classic/savage-beatdown",
}

EXAMPLES: Mapping[str, GuideExample] = {
    "first": GuideExample(
        "/api/v1/cards/named?exact=savage+beatdown",
        {**_SAVAGE, "type": "Plot Twist", "cost": 4, "cost_kind": "threshold", "level": None, MORE: MORE},
    ),
    "search": GuideExample(
        "/api/v1/cards?q=t:location+legal:silver-age@2007-04-15&game=vs-classic&page_size=2",
        {
            "count": 5,
            "next": MORE,
            "previous": None,
            "results": [
                {"game": GAME, "slug": "bizarro-world", "name": "Bizarro World", MORE: MORE},
                {"game": GAME, "slug": "brother-eye", "name": "Brother Eye", MORE: MORE},
            ],
            "notes": MORE,
            "read_as": MORE,
        },
    ),
    "printing": GuideExample(
        "/api/v1/cards?q=OGN-202",
        {
            "count": 1,
            "next": None,
            "previous": None,
            "results": [{"game": "riftbound", "slug": "jinx-rebel", "name": "Jinx, Rebel", MORE: MORE}],
            "notes": [],
            "read_as": MORE,
        },
    ),
    "fuzzy": GuideExample(
        "/api/v1/cards/named?fuzzy=savaje+beetdown", {"game": GAME, "slug": "savage-beatdown", MORE: MORE}
    ),
    "ambiguous": GuideExample(
        "/api/v1/cards/named?exact=wolverine&game=vs-classic",
        {
            "code": "ambiguous",
            "message": MORE,
            "errors": [],
            "candidates": [
                {
                    "game": GAME,
                    "slug": "wolverine-covert-predator",
                    "title": "Wolverine, Covert Predator",
                    "type": "Character",
                    "level": None,
                    "printing": MORE,
                    "page": "/cards/vs-classic/wolverine-covert-predator/",
                    "api": "/api/v1/cards/vs-classic/wolverine-covert-predator",
                },
                MORE,
            ],
        },
        status=404,
    ),
    "autocomplete": GuideExample(
        "/api/v1/cards/autocomplete?q=savage&game=vs-classic",
        {"titles": ["Savage Beatdown", "Savage Land", "Hulk, Savage Hulk", "Silver Surfer, The Silver Savage"]},
    ),
    "random": GuideExample("/api/v1/cards/random?q=t:location&game=vs-classic", {"game": GAME, MORE: MORE}),
    "collection": GuideExample(
        "/api/v1/cards/collection",
        {
            "cards": [
                {"game": GAME, "slug": "savage-beatdown", MORE: MORE},
                None,
                {"game": "riftbound", "slug": "jinx-rebel", MORE: MORE},
            ],
            "not_found": [
                {
                    "place": 1,
                    "code": "not-found",
                    "message": MORE,
                    "candidates": [{"slug": "flying-kick", MORE: MORE}, MORE],
                }
            ],
        },
        method="POST",
        body={
            "identifiers": [
                {"slug": "savage-beatdown", "game": GAME},
                {"name": "Flying Kik", "game": GAME},
                {"printing": "OGN-202"},
            ]
        },
    ),
    "legality": GuideExample(
        "/api/v1/cards/vs-classic/overload/legality?on=2006-08-01",
        {
            "game": GAME,
            "card": "overload",
            "page": "/cards/vs-classic/overload/",
            "api": "/api/v1/cards/vs-classic/overload",
            "on": "2006-08-01",
            "formats": [
                {
                    "format": "golden-age",
                    "name": "Golden Age",
                    "status": "banned",
                    "reason": MORE,
                    "is_in_season": True,
                    "page": "/formats/vs-classic/golden-age/",
                    "api": "/api/v1/formats/vs-classic/golden-age",
                },
                MORE,
            ],
        },
    ),
    "check": GuideExample(
        "/api/v1/check",
        {
            "verdicts": [
                {
                    "outcome": "illegal",
                    "legal": False,
                    "game": GAME,
                    "format": "golden-age",
                    "as_of": "2007-04-15",
                    "counts": {"deck": 59},
                    "findings": [
                        {
                            "code": "deck-size",
                            "severity": "error",
                            "message": MORE,
                            "citation": {"document": "cr-2007-02-05", "rule": "101.1"},
                            "found": 59,
                            "allowed": MORE,
                            MORE: MORE,
                        },
                        MORE,
                    ],
                    MORE: MORE,
                }
            ]
        },
        method="POST",
        body={"deck": "59 Sentinel Mark V, Army", "format": "golden-age", "as_of": "2007-04-15"},
    ),
    "batch": GuideExample(
        "/api/v1/check/batch",
        {
            "results": [
                {"place": 0, "verdicts": [{"outcome": "legal", MORE: MORE}], "error": None},
                {"place": 1, "verdicts": [], "error": {"code": "not-found", "message": MORE, "errors": MORE}},
            ]
        },
        method="POST",
        body={
            "decks": [
                {"deck": "60 Sentinel Mark V, Army", "format": "golden-age", "as_of": "2010-06-01"},
                {"deck": "4 Overload", "format": "goldenage"},
            ]
        },
    ),
    "play": GuideExample(
        "/api/v1/play",
        {
            "outcome": "illegal",
            "legal": False,
            "game": GAME,
            "edition": "cr-2.7",
            "action": "build-resource",
            "findings": [
                {
                    "code": "already-built",
                    "severity": "error",
                    "message": MORE,
                    "citation": {"document": "cr-2.7", "rule": "403.1"},
                    "citations": MORE,
                    "asks": [],
                }
            ],
            "checked": MORE,
            "asks": [],
            MORE: MORE,
        },
        method="POST",
        body={
            "position": {
                "game": GAME,
                "as_of": "2009-06-01",
                "turn": {"phase": "build", "step": "resource", "active": "you", "opening": True},
                "you": {"resources_built": 1},
            },
            "action": {"action": "build-resource", "from": "hand"},
        },
    ),
    "bulk": GuideExample(
        "/api/v1/bulk",
        {
            "count": MORE,
            "next": None,
            "previous": None,
            "results": [
                {
                    "game": GAME,
                    "kind": "cards",
                    "content": MORE,
                    "objects": 802,
                    "updated_at": MORE,
                    "size": MORE,
                    "sha256": MORE,
                    "content_type": "application/gzip",
                    "content_encoding": "gzip",
                    "download_url": MORE,
                },
                MORE,
            ],
        },
    ),
    "error": GuideExample(
        "/api/v1/cards?nmae=hulk",
        {
            "code": "invalid-input",
            "message": "nmae: No such parameter. The parameters are …",
            "errors": [{"field": "nmae", "message": "No such parameter. The parameters are …"}],
        },
        status=400,
    ),
    "save": GuideExample(
        "/api/v1/decks",
        {
            "id": MORE,
            "title": "Army",
            "game": GAME,
            "format": "golden-age",
            "edition": 1,
            "visibility": "private",
            "page": MORE,
            "api": MORE,
            "fingerprint": MORE,
            "unsettled": [],
            MORE: MORE,
        },
        method="POST",
        body={"title": "Army", "game": GAME, "format": "golden-age", "deck": "60 Sentinel Mark V, Army"},
        status=201,
        needs_token=True,
    ),
}


def find_difference(shown: Any, real: Any, place: str = "answer") -> str:
    """Where a real answer differs from the one that is shown; empty where it doesn't."""
    if shown == MORE:
        return ""
    if isinstance(shown, str) and shown.endswith(MORE):
        return "" if isinstance(real, str) and real.startswith(shown[:-1]) else f"{place}: {real!r}"
    if isinstance(shown, dict) and isinstance(real, dict):
        if MORE not in shown and shown.keys() != real.keys():
            return f"{place}: fields {', '.join(real)}"
        pairs = ((name, each) for name, each in shown.items() if name != MORE)
        found = (
            find_difference(each, real[name], f"{place}.{name}") if name in real else f"{place}.{name}: missing"
            for name, each in pairs
        )
        return next(filter(None, found), "")
    if isinstance(shown, list) and isinstance(real, list):
        listed = shown[:-1] if shown[-1:] == [MORE] else shown
        if len(listed) > len(real) or (listed == shown and len(shown) != len(real)):
            return f"{place}: {len(real)} entries"
        found = (find_difference(each, real[at], f"{place}[{at}]") for at, each in enumerate(listed))
        return next(filter(None, found), "")
    return "" if shown == real else f"{place}: {real!r}"
