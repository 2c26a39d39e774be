"""The layouts that an import reads, and which of them a text is in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from engine import InputError
from vsdb.check.many.reading import is_table
from vsdb.core.words import shorten
from vsdb.events.access import Act
from vsdb.events.transfer import player_layouts as players
from vsdb.events.transfer.rows import (
    PairingRow,
    ReadRows,
    fold_header,
    list_lines,
    read_header,
    read_named_cells,
    read_whole,
)

PLAYERS, STANDINGS, ROUNDS, LISTS = "players", "standings", "rounds", "lists"
#: What one must be allowed to do to import something.
ACTS: Mapping[str, Act] = {
    PLAYERS: Act.REGISTER_OTHERS,
    STANDINGS: Act.SET_TABLES,
    ROUNDS: Act.SET_TABLES,
    LISTS: Act.SUBMIT_FOR_OTHERS,
}
#: What other programs call columns; no player is called so.
_HEADER_WORDS = frozenset(
    (
        *("name", "player", "player name", "display name", "username", "user name", "first name", "last name", "email"),
        *(
            "round",
            "table",
            "seat",
            "player1",
            "player2",
            "player 1",
            "player 2",
            "opponent",
            "result",
            "rank",
            "points",
        ),
        *("standing", "deck", "list", "number", "no", "no.", "#", "id"),
    )
)
_BYES = frozenset(("", "bye", "(bye)", "***bye***", "-"))


def read_rounds(text: str, _: players.Mapped) -> ReadRows:
    """Pairings: `round,table,player1,player2`; without a second player, or with BYE, it is a bye."""
    found = ReadRows()
    for line, cells in read_named_cells(text):
        number, table = (read_whole(cells.get(name, ""), 32_000) for name in ("round", "table"))
        first, second = cells.get("player1", ""), cells.get("player2", "")
        written = ",".join(cells.values())
        if not number or not table:
            found.refuse(line, written, "it has no number of a round or of a table")
        elif first.casefold() in _BYES:
            found.refuse(line, written, "it has no first player")
        else:
            found.rows.append(PairingRow(line, number, table, first, "" if second.casefold() in _BYES else second))
    return found


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout: how it is called, what it brings, what reads it, and how it is written, for the page."""

    slug: str
    label: str
    brings: str
    read: players.Reader | None
    columns: str


LAYOUTS: Mapping[str, Layout] = {
    each.slug: each
    for each in (
        Layout(
            "own", "This site’s table", PLAYERS, players.read_own, "name, sort_name, email, external_id, state, table"
        ),
        Layout("eventlink", "EventLink invitations", PLAYERS, players.read_event_link, "an email address or a name"),
        Layout("spicerack", "Spicerack", PLAYERS, players.read_spicerack, "first and last or full name, email"),
        Layout("challonge", "Challonge lines", PLAYERS, players.read_challonge_lines, "name, user name or email"),
        Layout("challonge-json", "Challonge API", PLAYERS, players.read_challonge_json, "JSON"),
        Layout("topdeck", "TopDeck lines", PLAYERS, players.read_top_deck, "a name or an email address"),
        Layout("melee", "Melee standings", STANDINGS, players.read_melee, "TeamPlayers1Name, …, Rank, Points, …"),
        Layout("unity", "Unity League", STANDINGS, players.read_unity, "PLAYER_NAME, RECORD or MATCH_POINTS"),
        Layout("nrtm", "NRTM (Cobra, Always Be Running)", STANDINGS, players.read_nrtm, "JSON"),
        Layout("rounds", "Pairings", ROUNDS, read_rounds, "round, table, player1, player2; players by name or number"),
        Layout("lists", "Lists", LISTS, None, "zip of files by player; player, deck; addresses"),
    )
}


def get_layout(slug: str) -> Layout:
    """The layout of that name. Raises InputError."""
    found = LAYOUTS.get(slug)
    if found is None:
        said = f"no layout {slug[:40]!r}; the layouts are {', '.join(LAYOUTS)}"
        raise InputError(said, place="layout", code="no-such-layout")
    return found


def detect_layout(text: str) -> Layout:
    """The layout that a text is in, by its header or its first lines. Raises InputError for an empty text, and for one
    with a header that no layout has."""
    if not text.strip():
        raise InputError("paste something or choose a file", place="text", code="text-missing")
    return LAYOUTS[_detect_json(text) if text.lstrip()[0] in "{[" else _detect_table(text) or _detect_lines(text)]


def _detect_json(text: str) -> str:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return "challonge-json"
    if isinstance(said, dict) and said.get("layout") == "vsdb-event":
        raise InputError("this is a whole event; import it as a new event", place="text", code="whole-event")
    return "nrtm" if isinstance(said, dict) and "players" in said else "challonge-json"


def _detect_table(text: str) -> str:
    """The layout whose header a text begins with; empty where it begins with none."""
    names = set((read_header(text) or ([], ""))[0])
    if "teamplayers1name" in names:
        return "melee"
    if "player name" in names and names & {"record", "match points"}:
        return "unity"
    if {"round", "table", "player1"} <= names:
        return "rounds"
    if is_table(text):
        return "lists"
    if "name" in names and names & {"external id", "sort name", "list state", "state", "table"}:
        return "own"
    known = {"email", "e-mail", "email address", "e-mail address"}
    return "spicerack" if names & known and len(names) > 1 else ""


def _has_header(text: str) -> bool:
    """Whether the first of several lines names columns, not a player: it has a word that names one, each cell begins
    with a small letter, or below it is a column of numbers."""
    rows = [line for _, line in list_lines(text)]
    separator = (read_header(text) or ([], ","))[1]
    first, *others = ([cell.strip() for cell in row.split(separator)] for row in rows)
    if len(first) < 2 or not others or any(not cell or "@" in cell or cell.isdigit() for cell in first):
        return False
    if {fold_header(cell) for cell in first} & _HEADER_WORDS:
        return True
    if all(cell[0].islower() for cell in first):
        return True
    columns = [[row[place] for row in others if len(row) > place] for place in range(len(first))]
    return any(column and all(cell.isdigit() for cell in column) for column in columns)


def _detect_lines(text: str) -> str:
    lines = [line for _, line in list_lines(text)]
    if all(line.startswith(("https://", "http://")) for line in lines):
        return "lists"
    if _has_header(text):
        known = "; ".join(f"{each.label}: {each.columns}" for each in LAYOUTS.values())
        said = f"the first line looks like a header that no layout has: “{shorten(lines[0], 80)}”. "
        raise InputError(f"{said}Choose a layout, or use one of these columns. {known}", code="no-such-layout")
    most = max(line.count(",") for line in lines)
    return "topdeck" if most == 0 else "challonge" if most == 1 else "eventlink"
