"""Decks as JSON: the layout `vsdb-deck`, version 1, which `docs/exchange.md` documents; items as the API takes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.model.decks import READ, DeckEntry
from engine.model.errors import InputError
from vsdb.exchange.deck_lists.drafts import (
    DraftRow,
    ExportedText,
    ListDraft,
    OutgoingDeck,
    broken_layout_error,
    to_one_line,
    write_line,
)
from vsdb.exchange.deck_lists.markups import write_metadata_line, write_title_line

NAME = "vsdb-deck"
VERSION = 1
_WHAT = "JSON"
_LISTS = ("cards", "deck", "items")


def write(out: OutgoingDeck) -> ExportedText:
    """The deck as one object, a line a card."""
    deck = out.deck
    head = {
        "layout": NAME,
        "version": VERSION,
        "game": deck.game,
        "title": deck.title,
        "metadata": dict(deck.metadata),
        "address": out.address,
        "notes": out.notes,
    }
    cards = ",\n    ".join(_json(_item(entry, out)) for entry in deck.entries)
    lines = [f'  "{key}": {_json(value)}' for key, value in head.items()]
    lines.append(f'  "cards": [\n    {cards}\n  ]' if cards else '  "cards": []')
    return ExportedText("{\n" + ",\n".join(lines) + "\n}\n")


def is_json(text: str) -> bool:
    """Whether the text is an object or a list of objects; a deck text begins with neither."""
    begun = text.lstrip("\ufeff \t\r\n")
    return begun.startswith("{") or (begun.startswith("[") and begun[1:].lstrip()[:1] in {"{", "]"})


def read(text: str) -> ListDraft:
    """A deck in our layout, or a list of items as the API takes them. Raises InputError with line and column."""
    value = _value(text)
    if isinstance(value, Mapping):
        layout, version = value.get("layout", NAME), value.get("version", VERSION)
        if layout != NAME or not isinstance(version, int):
            raise broken_layout_error(
                _WHAT, f"its layout is {str(layout)[:40]!r}, version {str(version)[:20]}; {NAME} is read"
            )
        if version > VERSION:
            raise broken_layout_error(
                _WHAT, f"it is of version {str(version)[:20]} of its layout; up to version {VERSION} is read"
            )
        items = next((value[key] for key in _LISTS if isinstance(value.get(key), list)), None)
        if items is None:
            raise broken_layout_error(_WHAT, "it has no list “cards”")
        said = value.get("metadata")
        given: Mapping[str, Any] = value
    else:
        items, said, given = value, None, {}
    title = to_one_line(_text(given.get("title"), "title"))
    lines: list[str | DraftRow] = [write_title_line(title)] if title else []
    if isinstance(said, Mapping):
        pairs = ((str(key), to_one_line(_text(each, f"metadata.{str(key)[:20]}"))) for key, each in said.items())
        lines += [line for key, each in pairs if each and (line := write_metadata_line(key, each))]
    lines += [row for place, item in enumerate(items) if (row := _row(item, f"cards[{place}]"))]
    return ListDraft(tuple(lines), _text(given.get("game"), "game"), _text(given.get("notes"), "notes"))


def _item(entry: DeckEntry, out: OutgoingDeck) -> dict[str, Any]:
    card = entry.card
    item: dict[str, Any] = {"section": entry.section, "count": entry.count}
    if entry.state != READ or card is None:
        return {**item, "state": entry.state, "name": entry.name, "written": write_line(entry, out.deck.game)}
    item |= {"slug": card.slug, "name": card.title, "printing": entry.printing or None}
    note = out.note_on(entry)
    return {**item, "note": note} if note else item


def _row(item: Any, place: str) -> DraftRow | None:
    if isinstance(item, str):
        return DraftRow(written=to_one_line(item), section=None) if item.strip() else None
    if not isinstance(item, Mapping):
        raise InputError(f"{type(item).__name__}; each card is an object", place=place)
    fields = {
        key: _text(item.get(key), f"{place}.{key}")
        for key in ("section", "count", "name", "slug", "printing", "written")
    }
    shown = {key: to_one_line(text) for key, text in fields.items()}
    if not (shown["name"] or shown["slug"] or shown["printing"] or shown["written"]):
        return None if not shown["count"] else DraftRow(shown["count"], section=shown["section"])
    return DraftRow(**shown, note=_text(item.get("note"), f"{place}.note"))


def _value(text: str) -> Mapping[str, Any] | Sequence[Any]:
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise broken_layout_error(_WHAT, f"it can't be read here: {error.msg}", place) from error
    except (ValueError, RecursionError) as error:
        raise broken_layout_error(_WHAT, "it holds a number or a nesting beyond all measure") from error
    if not isinstance(value, Mapping | list):
        raise broken_layout_error(_WHAT, "it is neither an object nor a list")
    return value


def _text(value: Any, place: str) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)[:40]
    raise InputError(f"{type(value).__name__}; text is needed", place=place)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
