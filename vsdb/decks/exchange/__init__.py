"""Decks in and out: layouts that are written and read, one door in, decisions, and lists out of addresses."""

from vsdb.decks.exchange.deciding import DROP, decided
from vsdb.decks.exchange.layouts import LAYOUTS, Layout, file_name, layout, layout_of, layouts_of
from vsdb.decks.exchange.octgn_ids import octgn_ids
from vsdb.decks.exchange.outgoing import Export, Outgoing
from vsdb.decks.exchange.parameters import from_parameters
from vsdb.decks.exchange.taking import Decision, Taken, read_any

__all__ = [
    "DROP",
    "LAYOUTS",
    "Decision",
    "Export",
    "Layout",
    "Outgoing",
    "Taken",
    "decided",
    "file_name",
    "from_parameters",
    "layout",
    "layout_of",
    "layouts_of",
    "octgn_ids",
    "read_any",
]
