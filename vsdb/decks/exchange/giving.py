"""The one door by which a deck goes out: a file in any layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.catalog import Catalog
from engine.decks import Deck
from vsdb.decks.exchange.layouts import LAYOUTS, file_name, layout
from vsdb.decks.exchange.octgn_ids import octgn_ids
from vsdb.decks.exchange.outgoing import Outgoing


@dataclass(frozen=True, slots=True)
class File:
    """A deck as a file; `remarks` say what of it couldn't go in as it was."""

    name: str
    content_type: str
    text: str
    remarks: tuple[str, ...] = ()


def write_as(
    slug: str,
    deck: Deck,
    catalog: Catalog,
    *,
    notes: str = "",
    card_notes: Mapping[str, str] | None = None,
    address: str = "",
    absolute: Callable[[str], str] = str,
) -> File:
    """A deck in a layout; no query, but one for an OCTGN deck. `address` is that of the deck's page, and `absolute`
    makes a whole address of a path. Raises NotFound for a layout that isn't there, InputError for a list too long."""
    chosen = layout(slug)
    ids = octgn_ids(deck.game, [card.slug for card in deck.cards]) if chosen is LAYOUTS["o8d"] else {}
    out = Outgoing(deck, catalog, notes, card_notes or {}, address, absolute, ids)
    export = chosen.write(out)
    return File(file_name(deck, chosen), chosen.content_type, export.text, export.remarks)
