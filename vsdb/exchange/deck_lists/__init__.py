"""Decks in and out: layouts that are written and read, one door in, decisions, and lists out of addresses."""

from vsdb.exchange.deck_lists.building import DROP, apply_decisions
from vsdb.exchange.deck_lists.drafts import ExportedText, OutgoingDeck
from vsdb.exchange.deck_lists.importing import ImportedList, LineDecision, import_deck_list, read_list_in_any_layout
from vsdb.exchange.deck_lists.layouts import (
    ListLayout,
    build_file_name,
    detect_layout,
    get_layout,
    index_layouts,
    list_layouts,
)
from vsdb.exchange.deck_lists.o8d import map_octgn_ids
from vsdb.exchange.deck_lists.parameters import from_parameters

__all__ = [
    "DROP",
    "ExportedText",
    "ImportedList",
    "LineDecision",
    "ListLayout",
    "OutgoingDeck",
    "apply_decisions",
    "build_file_name",
    "detect_layout",
    "from_parameters",
    "get_layout",
    "import_deck_list",
    "index_layouts",
    "list_layouts",
    "map_octgn_ids",
    "read_list_in_any_layout",
]
