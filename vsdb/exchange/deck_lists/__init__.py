"""Decks in and out: layouts that are written and read, one door in, decisions, and lists out of addresses."""

from vsdb.exchange.deck_lists.building import DROP, decided
from vsdb.exchange.deck_lists.drafts import Export, Outgoing
from vsdb.exchange.deck_lists.importing import Decision, Taken, read_any, take
from vsdb.exchange.deck_lists.layouts import Layout, all_layouts, file_name, layout, layout_of, layouts_of
from vsdb.exchange.deck_lists.o8d import octgn_ids
from vsdb.exchange.deck_lists.parameters import from_parameters

__all__ = [
    "DROP",
    "Decision",
    "Export",
    "Layout",
    "Outgoing",
    "Taken",
    "all_layouts",
    "decided",
    "file_name",
    "from_parameters",
    "layout",
    "layout_of",
    "layouts_of",
    "octgn_ids",
    "read_any",
    "take",
]
