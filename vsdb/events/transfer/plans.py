"""What an import would do, row by row. Nothing is stored; the digest tells whether another plan is the same."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from engine import fold
from vsdb.events.models import Event, Registration
from vsdb.events.transfer.layouts import Layout
from vsdb.events.transfer.rows import PairingRow, PlayerRow, ReadRows, UnreadRow

NEW, CHANGED, SAME, CONFLICT, IGNORED = "new", "changed", "same", "conflict", "ignored"
KINDS = (NEW, CHANGED, SAME, CONFLICT, IGNORED)
LEAVE = "leave"  #: the decision that leaves a row out
Decisions = Mapping[int, str]  #: by line: LEAVE, NEW, or the number of the player that is meant
_OUT = frozenset((Registration.State.WITHDRAWN, Registration.State.DROPPED))
_WITHOUT_PLACE: Mapping[str, str] = {
    Registration.State.WITHDRAWN: "has withdrawn",
    Registration.State.DROPPED: "has dropped",
    Registration.State.WAITLISTED: "is on the waiting list",
    Registration.State.PENDING: "hasn’t accepted the offered place",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player that a row may mean."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """What is done with a row. `target` is a player's number, `changes` what is set; `reason` says why it is a conflict
    or ignored."""

    line: int
    name: str
    kind: str
    target: int | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    candidates: tuple[Candidate, ...] = ()
    may_be_new: bool = False

    @property
    def says(self) -> str:
        """What changes, in words; never an address, whose place alone is named."""
        shown = {"email": "email address", "external_id": "external id", "sort_name": "sort name"}
        words = [
            f"table {value}" if name == "table" else shown.get(name, name)
            for name, value in self.changes.items()
            if name not in ("text", "name", "slot", "file", "first", "second", "round")
        ]
        return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do. `edition` is a digest of it, before any decision."""

    layout: Layout
    rows: tuple[PlannedRow, ...]
    unread: tuple[UnreadRow, ...]
    remarks: tuple[str, ...]
    edition: str

    @property
    def counts(self) -> dict[str, int]:
        """How many rows there are of each kind."""
        found = Counter(row.kind for row in self.rows)
        return {kind: found[kind] for kind in KINDS}

    @property
    def effects(self) -> list[PlannedRow]:
        """The rows that store something."""
        return [row for row in self.rows if row.kind in (NEW, CHANGED)]


def make_plan(layout: Layout, rows: Iterable[PlannedRow], read: ReadRows, decisions: Decisions) -> Plan:
    """A plan of these rows, once its conflicts are decided as far as that goes."""
    undecided = tuple(rows)
    said = [layout.slug, [[row.line, row.name, row.kind, row.target, row.changes] for row in undecided]]
    said.append([[row.line, row.reason] for row in read.unread])
    edition = sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()
    decided = tuple(_decide(undecided, decisions))
    return Plan(layout, decided, tuple(read.unread), tuple(read.remarks), edition)


def _decide(rows: Sequence[PlannedRow], decisions: Decisions) -> Iterator[PlannedRow]:
    """The rows with their conflicts decided; two rows never become one player."""
    taken = {row.target for row in rows if row.target is not None and row.kind in (CHANGED, SAME)}
    for row in rows:
        said = decisions.get(row.line, "")
        if row.kind != CONFLICT or not said:
            yield row
        elif said == LEAVE:
            yield replace(row, kind=IGNORED, reason="left out")
        elif said == NEW and row.may_be_new:
            yield replace(row, kind=NEW, target=None)
        else:
            chosen = next((each.number for each in row.candidates if str(each.number) == said), None)
            if chosen is None or chosen in taken:
                yield row
            else:
                taken.add(chosen)
                yield replace(row, kind=CHANGED, target=chosen)


class PlayerIndex:
    """The players of an event by external id, address and name, and what `Player 17` means. 1 query."""

    def __init__(self, event: Event) -> None:
        self.players = list(event.registrations.order_by("number"))
        self.by_number = {each.number: each for each in self.players}
        self.by_id = {each.external_id: each for each in self.players if each.external_id}
        self.by_email: defaultdict[str, list[Registration]] = defaultdict(list)
        self.by_name: defaultdict[str, list[Registration]] = defaultdict(list)
        for each in self.players:
            if each.email:
                self.by_email[each.email.casefold()].append(each)
            for name in {fold_name(each.shown_name), fold_name(each.sort_name)} - {""}:
                self.by_name[name].append(each)

    def find(self, said: str) -> list[Registration]:
        """Who a word may mean: by external id, then address, then name, then `Player 17`."""
        if said in self.by_id:
            return [self.by_id[said]]
        if found := self.by_email.get(said.casefold()):
            return found
        if found := self.by_name.get(fold_name(said)):
            return found
        words = said.casefold()
        return self.find_number(words.removeprefix("player ")) if words.startswith("player ") else []

    def find_number(self, said: str) -> list[Registration]:
        """Who has that number; nobody where it is none."""
        number = said.strip()
        is_number = number.isascii() and number.isdigit() and len(number) < 9
        held = self.by_number.get(int(number)) if is_number else None
        return [held] if held else []


def fold_name(name: str) -> str:
    """A name as it is compared: `Smith, Ann` is `Ann Smith`."""
    last, comma, first = name.partition(",")
    return fold(f"{first.strip()} {last.strip()}" if comma else name.strip())


def plan_players(event: Event, rows: Sequence[PlayerRow], *, may_register: bool) -> Iterator[PlannedRow]:
    """What each player’s row does. Matched by external id, then by address; a name alone is a conflict to decide,
    unless there is nothing to change."""
    index = PlayerIndex(event)
    seen: dict[Any, int] = {}
    for row in rows:
        keys = [("id", row.external_id), ("email", row.email.casefold()), ("name", fold_name(row.name))]
        unique = [key for key in keys[:2] if key[1]] or [key for key in keys[2:] if key[1]]
        found = _plan_player(index, row, may_register=may_register)
        if found.target is not None:
            unique.append(("player", str(found.target)))
        earlier = next((seen[key] for key in unique if key in seen), None)
        if earlier is not None:
            yield PlannedRow(row.line, row.name or row.email, IGNORED, reason=f"the same player as line {earlier}")
            continue
        seen.update(dict.fromkeys(unique, row.line))
        yield found


def _plan_player(index: PlayerIndex, row: PlayerRow, *, may_register: bool) -> PlannedRow:
    by_id = index.by_id.get(row.external_id) if row.external_id else None
    by_email = list(index.by_email.get(row.email.casefold(), ())) if row.email else []
    if len(by_email) > 1 and row.name:
        named = [each for each in by_email if fold_name(row.name) in _list_names(each)]
        by_email = named or by_email
    by_name = index.by_name.get(fold_name(row.name), []) if row.name else []
    base = PlannedRow(row.line, row.name or row.email, NEW)
    if by_id is not None:
        others = [each for each in by_email if each.pk != by_id.pk]
        if others:
            plain = replace(row, email="", external_id="")
            return _conflict(base, plain, [by_id, *others], "the id and the address are of different players")
        return _compare(base, row, by_id)
    if len(by_email) == 1:
        return _compare(base, row, by_email[0])
    if by_email:
        return _conflict(base, row, by_email, "several players have this address", may_be_new=may_register)
    if by_name:
        says_more = row.email or row.external_id or _list_changes(row, by_name[0])
        if len(by_name) == 1 and not says_more:
            return replace(base, kind=SAME, target=by_name[0].number)
        said = "a player has this name" if len(by_name) == 1 else f"{len(by_name)} players have this name"
        return _conflict(base, row, by_name, said, may_be_new=may_register)
    if not may_register:
        return replace(base, kind=IGNORED, reason="no such player is registered; an organizer can register them")
    if row.state in _OUT:
        return replace(base, kind=IGNORED, reason=f"{row.state} in the file")
    return replace(base, changes=_list_new(row))


def _list_names(player: Registration) -> set[str]:
    return {fold_name(player.shown_name), fold_name(player.sort_name)}


def _conflict(
    base: PlannedRow, row: PlayerRow, players: Sequence[Registration], reason: str, *, may_be_new: bool = False
) -> PlannedRow:
    candidates = tuple(Candidate(each.number, each.shown_name) for each in players[:20])
    return replace(
        base, kind=CONFLICT, changes=_list_new(row), reason=reason, candidates=candidates, may_be_new=may_be_new
    )


def _compare(base: PlannedRow, row: PlayerRow, player: Registration) -> PlannedRow:
    """A row about a player who was found: what it fills in, or a conflict where it says something else."""
    if row.email and player.email and row.email.casefold() != player.email.casefold():
        return _conflict(base, row, [player], "this player has another address, which stays")
    if row.external_id and player.external_id and row.external_id != player.external_id:
        return _conflict(base, row, [player], "this player has another external id, which stays")
    changes = _list_changes(row, player)
    return replace(base, kind=CHANGED if changes else SAME, target=player.number, changes=changes)


def _list_new(row: PlayerRow) -> dict[str, Any]:
    """All that a row says of a player."""
    said = {"name": row.name, "sort_name": row.sort_name, "email": row.email, "external_id": row.external_id}
    found: dict[str, Any] = {name: value for name, value in said.items() if value}
    if row.table is not None:
        found["table"] = row.table
    if row.standing is not None:
        found["standing"] = dict(row.standing)
    return found


def _list_changes(row: PlayerRow, player: Registration) -> dict[str, Any]:
    """What a row sets: what was empty, the table and the standing. A name or an address that is there stays."""
    return filter_changes(_list_new(row), player)


def filter_changes(said: Mapping[str, Any], player: Registration) -> dict[str, Any]:
    """What of a row changes a player."""
    filled = {
        name: value
        for name, value in said.items()
        if name in ("sort_name", "email", "external_id") and not getattr(player, name)
    }
    if fold_name(str(said.get("sort_name", ""))) in _list_names(player):
        filled.pop("sort_name", None)
    counted = {
        name: said[name] for name in ("table", "standing") if name in said and said[name] != getattr(player, name)
    }
    return {**filled, **counted}


def plan_pairings(event: Event, read: ReadRows) -> Iterator[PlannedRow]:
    """What each table of a round does. A player who can’t be found, or who stands twice in a round, is unread.

    Players are found as `PlayerIndex` does, else by their bare numbers. A remark names each who is paired anew and has
    no place.
    """
    index = PlayerIndex(event)
    held = {
        (each.round.number, each.table): (each.first_id, each.second_id)
        for rounds in event.rounds.prefetch_related("tables__round")
        for each in rounds.tables.all()
    }
    seats: set[tuple[int, int]] = set()
    tables: set[tuple[int, int]] = set()
    pairings: list[PairingRow] = list(read.rows)
    for row in pairings:
        written = f"{row.round},{row.table},{row.first},{row.second}"
        players: list[Registration] = []
        problem = ""
        for said in filter(None, (row.first, row.second)):
            found = index.find(said) or index.find_number(said)
            if len(found) != 1:
                problem = f"{len(found) or 'no'} player{'s are' if found else ' is'} called “{said[:60]}”"
                problem += " or has this number" if said.isdigit() else ""
                break
            players += found
        keys = {(row.round, each.pk) for each in players}
        if not problem and (keys & seats or len(keys) < len(players)):
            problem = f"a player is in round {row.round} twice"
        if not problem and (row.round, row.table) in tables:
            problem = f"table {row.table} is in round {row.round} twice"
        if problem:
            read.refuse(row.line, written, problem)
            continue
        seats |= keys
        tables.add((row.round, row.table))
        pair = (players[0].pk, players[1].pk if len(players) > 1 else None)
        before = held.get((row.round, row.table))
        changes = {"round": row.round, "table": row.table, "first": pair[0], "second": pair[1]}
        name = f"Round {row.round}, table {row.table}: {players[0].shown_name} – "
        name += players[1].shown_name if len(players) > 1 else "bye"
        kind = NEW if before is None else SAME if before == pair else CHANGED
        if kind != SAME:
            read.remarks += [
                f"{each.shown_name} (player {each.number}) {_WITHOUT_PLACE[each.state]}, "
                f"but is at table {row.table} in round {row.round}."
                for each in players
                if each.state in _WITHOUT_PLACE
            ]
        yield PlannedRow(row.line, name, kind, changes=changes)
    rounds_of_file = set() if read.unread else {number for number, _ in tables}
    for number, table in sorted(held):
        if number in rounds_of_file and (number, table) not in tables:
            # The file has each of its rounds whole; with a row that can't be read nobody knows that it has.
            gone = {"round": number, "table": table, "first": None, "second": None}
            yield PlannedRow(0, f"Round {number}, table {table}: no longer there", CHANGED, changes=gone)
