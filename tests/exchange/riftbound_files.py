"""Files on Riftbound as tests make them: every sentence is our own."""

from __future__ import annotations

import io
import json
from typing import Any

from vsdb.exchange.card_files import services
from vsdb.exchange.reports import ImportReport

GALLERY = "gallery.json"
DAY = "2026-03-28"


def gallery_card(code: str = "OGN-001/298", name: str = "Blazing Scorcher", **more: Any) -> dict[str, Any]:
    """A card as the gallery has it."""
    usual = {"domains": ["Fury"], "cardTypes": ["Unit"], "superTypes": [], "tags": ["Dragon", "Noxus"]}
    texts = {"energy": "5", "might": "5", "power": "", "rarity": "Common", "abilityText": "Zyxhop :rb_energy_2:."}
    return {"name": name, "publicCode": code, **usual, **texts, **more}


def gallery(*cards: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A whole gallery."""
    return {"source": "Our Gallery", "updatedAt": DAY, "count": len(cards), "cards": list(cards), **more}


def article(content: str, kind: str = "errata", **more: Any) -> dict[str, Any]:
    """An article of the publisher."""
    day = {"publishedAt": "2026-04-03T01:00:00.000Z", "source": "Riftbound Official"}
    return {"kind": kind, "id": "our-article", "title": "Our Article", **day, "content": content, **more}


def erratum(name: str, new: str, old: str) -> str:
    """An erratum as articles write it."""
    return f"## {name}\n\n#### [NEW TEXT]\n{new}\n\n####\n\n#### [OLD TEXT]\n{old}\n"


def entry(name: str, *codes: str, document: str = "ours", **more: Any) -> dict[str, Any]:
    """An erratum of a list."""
    texts = {"old_text": "Zyxhop once.", "new_text": "Zyxhop twice."}
    return {"official_name": name, "document": document, "card_ids": list(codes), **texts, **more}


def overlay(*entries: dict[str, Any], day: str = "2026-07-24") -> dict[str, Any]:
    """A list of errata of one document."""
    document = {"slug": "ours", "label": "Our Notice", "url": "https://example.com/", "announced_on": day}
    return {"documents": [document], "entries": list(entries)}


def run(content: Any, source: str, *, name: str = "ours.json", is_dry_run: bool = False) -> ImportReport:
    """What came of a file; text and bytes are taken as they are."""
    text = content if isinstance(content, str | bytes) else json.dumps(content, indent=1)
    data = text.encode() if isinstance(text, str) else text
    return services.run(io.BytesIO(data), name, source, is_dry_run=is_dry_run)
