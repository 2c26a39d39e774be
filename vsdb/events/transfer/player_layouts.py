"""How other programs write players and standings, each read as rows of players."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from engine import InputError
from vsdb.core.words import shorten
from vsdb.events.transfer.rows import (
    MAX_ROWS,
    ReadRows,
    add_player,
    drop_missing,
    is_email,
    list_lines,
    read_cells,
    read_decimal,
    read_header,
    read_named_cells,
    read_whole,
)

Mapped = Mapping[str, str]  #: names of columns by `name`, `first`, `last`, `email` and `external_id`
OWN_COLUMNS = (
    *("name", "sort_name", "email", "external_id", "state", "table"),
    *("list_state", "outcome", "codes", "submitted_at", "late_seconds", "checked_at"),
)
_FULL = ("name", "full name", "player", "player name", "display name")
_FIRST = ("first name", "firstname", "given name", "first")
_LAST = ("last name", "lastname", "surname", "family name", "last")
_EMAIL = ("email", "e-mail", "email address", "e-mail address", "mail")
_IDS = ("external id", "id", "player id", "username")
_MELEE_STANDING: Mapping[str, tuple[str, Callable[[str], float | None]]] = {
    "rank": ("rank", read_whole),
    "points": ("points", read_whole),
    "wins": ("matchwins", read_whole),
    "losses": ("matchlosses", read_whole),
    "draws": ("matchdraws", read_whole),
    "opponents_match_wins": ("opponentmatchwinpercentage", read_decimal),
    "game_wins": ("teamgamewinpercentage", read_decimal),
    "opponents_game_wins": ("opponentgamewinpercentage", read_decimal),
}


def read_own(text: str, _: Mapped) -> ReadRows:
    """Our own table: the columns that say who a player is; what it says of lists is left alone."""
    found = ReadRows()
    for line, cells in read_named_cells(text):
        table = cells.get("table", "")
        if table and not read_whole(table):
            found.refuse(line, _join(cells), f"“{shorten(table, 20)}” is no number of a table")
            continue
        add_player(
            found,
            line,
            _join(cells),
            name=cells.get("name", ""),
            sort_name=cells.get("sort name", ""),
            email=cells.get("email", ""),
            external_id=cells.get("external id", ""),
            state=cells.get("state", "").casefold(),
            table=read_whole(table),
        )
    return found


def read_event_link(text: str, _: Mapped) -> ReadRows:
    """EventLink’s invitations: no header; the first column is an address or a name, and others are ignored."""
    found = ReadRows()
    header = read_header(text)
    for line, cells in read_cells(text, header[1] if header else ","):
        add_player(found, line, ",".join(cells), **_name_or_email(cells[0]))
    return found


def read_spicerack(text: str, mapped: Mapped) -> ReadRows:
    """Spicerack’s table: a full name, or a first and a last one, and an address. `mapped` names other columns."""
    names = (read_header(text) or ([], ""))[0]

    def find(what: str, known: tuple[str, ...]) -> str:
        wanted = " ".join(mapped.get(what, "").casefold().replace("_", " ").split())
        if wanted and wanted not in names:
            said = f"no column is called “{shorten(wanted, 40)}”; the columns are {shorten(', '.join(names), 200)}"
            raise InputError(said, place="columns", code="no-such-column")
        return wanted or next((name for name in known if name in names), "")

    full, first, last = find("name", _FULL), find("first", _FIRST), find("last", _LAST)
    email, key = find("email", _EMAIL), find("external_id", _IDS)
    if first and last and not mapped.get("name"):
        full = ""
    if not email or not (full or (first and last)):
        missing = "an email address" if not email else "a name"
        said = f"no column has {missing}; name the columns. They are {shorten(', '.join(names), 200)}"
        raise InputError(said, place="columns", code="no-such-column")
    found = ReadRows()
    for line, cells in read_named_cells(text):
        address = cells.get(email, "")
        if not address:
            found.refuse(line, _join(cells), "it has no email address")
            continue
        name = cells.get(full, "") if full else f"{cells.get(first, '')} {cells.get(last, '')}"
        sort_name = "" if full else ", ".join(filter(None, (cells.get(last, ""), cells.get(first, ""))))
        add_player(
            found,
            line,
            _join(cells),
            name=name,
            sort_name=sort_name,
            email=address,
            external_id=cells.get(key, "") if key else "",
        )
    return found


def read_challonge_lines(text: str, _: Mapped) -> ReadRows:
    """Challonge’s lines: a name, or a name and a user name or an address after a comma."""
    found = ReadRows()
    for line, cells in read_cells(text, ","):
        name, second = cells[0], cells[1].strip() if len(cells) > 1 else ""
        if len([cell for cell in cells if cell.strip()]) > 2:
            found.refuse(line, ",".join(cells), "it has more than a name and a user name or an address")
            continue
        add_player(found, line, ",".join(cells), name=name, **_email_or_id(second))
    return found


def read_challonge_json(text: str, _: Mapped) -> ReadRows:
    """Participants as Challonge’s API gives or takes them."""
    said = _load(text)
    listed = said.get("participants", said.get("data", [])) if isinstance(said, dict) else said
    found = ReadRows()
    for number, each in enumerate(_as_list(listed), start=1):
        held = each
        for wrapper in ("participant", "attributes"):
            held = held.get(wrapper, held) if isinstance(held, dict) else held
        if not isinstance(held, dict):
            found.refuse(number, json.dumps(each)[:200], "it is no participant")
            continue
        invited = str(held.get("invite_name_or_email") or held.get("email") or held.get("username") or "")
        add_player(
            found, number, _dump(held), name=held.get("name") or held.get("display_name"), **_email_or_id(invited)
        )
    return found


def read_top_deck(text: str, _: Mapped) -> ReadRows:
    """TopDeck’s lines: a name or an address each."""
    found = ReadRows()
    for line, said in list_lines(text):
        add_player(found, line, said, **_name_or_email(said))
    return found


def read_melee(text: str, _: Mapped) -> ReadRows:
    """Melee’s standings. Phases follow each other; of a player’s rows the last counts."""
    last: dict[str, tuple[int, dict[str, str]]] = {}
    found = ReadRows()
    count = 0
    for line, cells in read_named_cells(text):
        email, username = cells.get("teamplayers1email", ""), cells.get("teamplayers1username", "")
        key = (email or username or cells.get("teamplayers1name", "")).casefold()
        if not key:
            found.refuse(line, _join(cells), "it names no player")
            continue
        count += 1
        last[key] = (line, cells)
    for line, cells in last.values():
        standing = {name: read(cells.get(column, "")) for name, (column, read) in _MELEE_STANDING.items()}
        where = {"phase": cells.get("phasename", "")[:80], "round": cells.get("round", "")[:40]}
        add_player(
            found,
            line,
            _join(cells),
            name=cells.get("teamplayers1name", ""),
            email=cells.get("teamplayers1email", ""),
            external_id=cells.get("teamplayers1username", ""),
            standing=drop_missing({**standing, **where}),
        )
    if earlier := count - len(last):
        found.remarks.append(f"Rows of earlier phases or rounds that later ones replace: {earlier:,}.")
    return found


def read_unity(text: str, _: Mapped) -> ReadRows:
    """Unity League’s results: a name with a record or with match points, best first."""
    found = ReadRows()
    for rank, (line, cells) in enumerate(read_named_cells(text), start=1):
        points, record = read_whole(cells.get("match points", "")), cells.get("record", "")[:20]
        if points is None and not record:
            found.refuse(line, _join(cells), "it has neither a record nor match points")
            continue
        standing = drop_missing({"rank": rank, "points": points, "record": record})
        add_player(found, line, _join(cells), name=cells.get("player name", ""), standing=standing)
    return found


def read_nrtm(text: str, _: Mapped) -> ReadRows:
    """Results as NRTM’s JSON, which Cobra writes and Always Be Running reads. A rank after the cut comes first."""
    said = _load(text)
    found = ReadRows()
    if not isinstance(said, dict):
        raise InputError("this JSON has no players", place="text", code="wrong-file")
    cut = {
        str(each.get("id")): each.get("rank")
        for each in _as_list(said.get("eliminationPlayers") or [])
        if isinstance(each, dict)
    }
    for number, each in enumerate(_as_list(said.get("players", [])), start=1):
        if not isinstance(each, dict):
            found.refuse(number, str(each), "it is no player")
            continue
        standing = {
            "rank": read_whole(str(cut.get(str(each.get("id"))) or each.get("rank") or "")),
            "swiss_rank": read_whole(str(each.get("rank") or "")),
            "points": read_whole(str(each.get("matchPoints", ""))),
            "strength_of_schedule": read_decimal(each.get("strengthOfSchedule")),
            "extended_strength_of_schedule": read_decimal(each.get("extendedStrengthOfSchedule")),
        }
        add_player(found, number, _dump(each), name=each.get("name"), standing=drop_missing(standing))
    return found


def _name_or_email(said: str) -> dict[str, str]:
    return {"email": said} if is_email(said.strip()) else {"name": said}


def _email_or_id(said: str) -> dict[str, str]:
    return {"email": said} if "@" in said else {"external_id": said}


def _join(cells: Mapping[str, str]) -> str:
    return ",".join(cells.values())


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:400]


def _as_list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise InputError("this JSON has no list of players", place="text", code="wrong-file")
    if len(value) > MAX_ROWS:
        raise InputError(f"more than {MAX_ROWS:,} players; send fewer at once", place="text", code="too-many")
    return value


def _load(text: str) -> Any:
    """The value of a JSON text. Raises InputError with the place of what is wrong."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}"
        raise InputError(f"this is no JSON: {error.msg}", place=where, code="wrong-file") from error
    except (ValueError, RecursionError) as error:
        raise InputError("this JSON can't be read", place="text", code="wrong-file") from error


Reader = Callable[[str, Mapped], ReadRows]
