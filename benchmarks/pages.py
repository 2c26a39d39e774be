"""Pages of facts against Datasette's pages of the same rows, in processor time; the first page after a start; memory.

Run it as `python -m benchmarks.pages`. Both sites run in a process of their own, without a web server, and are asked by
turns. Datasette has the cards in a SQLite file with full-text search, and shows as many rows and kinds of facets as our
page. It shows less: a card's row where ours has its printings, legality, timeline and related cards.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote

from benchmarks.answer_lines import HOST
from benchmarks.goals import Result, faster, within
from benchmarks.peers import DATASETTE, find_datasette
from benchmarks.web_site import ROOT, Prepared, prepare_sqlite_site, serve

FIRST_PAGE_SECONDS = 1.8
WORKER_MIB = 60
KEPT_TIMES = 15
_QUIET = {"CATCH_UP_SECONDS": "0"}  #: no thread beside the pages that are measured
_CARDS, _ROUNDS = 24, 12
_WORDS = ("marvel", "doom", "spider", "captain", "team", "mutant", "dark", "army", "attack", "green", "man", "power")
_FACETS = "_facet=type&_facet=cost&_facet=set_code&_facet_array=teams"
_PEER_ROWS = """
CREATE TABLE cards AS
 SELECT c.id, c.game_id AS game, c.slug, c.name, c.title, c.type, c.cost, c.atk, c.defense, c.identity, c.rarity,
  (SELECT s.code FROM site.cards_printing p JOIN site.cards_cardset s ON s.id = p.card_set_id WHERE p.card_id = c.id
   ORDER BY p.position LIMIT 1) AS set_code,
  (SELECT json_group_array(t.name) FROM site.cards_cardteam ct JOIN site.cards_team t ON t.id = ct.team_id
   WHERE ct.card_id = c.id) AS teams
 FROM site.cards_card c;
CREATE TABLE sets AS
 SELECT id, game_id AS game, code, name, kind, released_earliest, legal_from FROM site.cards_cardset;
CREATE TABLE formats AS
 SELECT id, game_id AS game, slug, name, kind, starts_earliest, definition FROM site.formats_format;
CREATE TABLE printings AS
 SELECT p.id, s.game_id AS game, s.code AS set_code, p.number, p.rarity, c.name, c.type, c.cost
 FROM site.cards_printing p JOIN site.cards_card c ON c.id = p.card_id
  JOIN site.cards_cardset s ON s.id = p.card_set_id;
"""
_INDEXES = """
CREATE INDEX {0}_id ON {0} (id);
CREATE INDEX {0}_game ON {0} (game);
"""
_WORD_INDEX = """
CREATE INDEX printings_set ON printings (set_code);
CREATE VIRTUAL TABLE cards_fts USING fts5 (name, title, type, teams, content='cards');
INSERT INTO cards_fts (rowid, name, title, type, teams) SELECT rowid, name, title, type, teams FROM cards;
"""


def main() -> None:
    """Print the goals."""
    for each in results():
        peer = each.peer or "the bound"
        print(f"{each.goal}: {each.measured}, {each.ratio:.2f} times {peer} ({each.wanted:g} wanted)")


def results() -> Iterator[Result]:
    """Each page made anew and kept against Datasette's; the first page; the memory of a further worker."""
    with prepare_sqlite_site(0) as prepared:
        database = Path(prepared.environment["DATABASE_URL"].removeprefix("sqlite:///"))
        peer = database.with_name("peer.sqlite3")
        pages = _list_pages(database, peer)
        yield from _compare(prepared, peer, pages)
        first = min(_measure_start(prepared) for _ in range(4))
        yield within("the first page after a start, processor time", first, FIRST_PAGE_SECONDS)
        mebibytes = _measure_worker(prepared, [ours for pairs in pages.values() for ours, _ in pairs][:60])
        measured = f"{mebibytes:.0f} MiB"
        yield Result("private memory of a further worker", measured, "", WORKER_MIB / mebibytes, 1.0)


Pages = Mapping[str, Sequence[tuple[str, str]]]  #: by the kind of page our addresses and the peer's


def _list_pages(database: Path, peer: Path) -> Pages:
    """Write the peer's file; the addresses of the same rows on both sites."""
    with sqlite3.connect(peer) as rows:
        rows.execute("ATTACH ? AS site", (str(database),))
        rows.executescript(_PEER_ROWS)
        rows.executescript("".join(_INDEXES.format(table) for table in ("cards", "sets", "formats", "printings")))
        rows.executescript(_WORD_INDEX)
        cards = rows.execute("SELECT rowid, game, slug FROM cards ORDER BY game, slug").fetchall()
        sets = rows.execute("SELECT game, set_code FROM printings GROUP BY 1, 2 ORDER BY count(*) DESC").fetchall()
        formats = rows.execute("SELECT rowid, game, slug FROM formats ORDER BY kind, game, slug").fetchall()
    name = peer.stem
    return {
        "card": [
            (f"/cards/{game}/{slug}/", f"/{name}/cards/{row}") for row, game, slug in cards[:: len(cards) // _CARDS]
        ],
        "search": [
            (
                f"/cards/vs-classic/?q={word}",
                f"/{name}/cards?_search={quote(word)}&game=vs-classic&_size=60&{_FACETS}",
            )
            for word in _WORDS
        ],
        "front": [("/", "/")] * _ROUNDS,
        "format": [
            (f"/formats/{game}/{slug}/", f"/{name}/formats/{row}")
            for row, game, slug in formats[:: len(formats) // _ROUNDS]
        ],
        "set": [
            (f"/sets/{game}/{code}/", f"/{name}/printings?set_code={quote(code)}&game={game}&_size=max")
            for game, code in sets[:_ROUNDS]
        ],
    }


def _compare(prepared: Prepared, peer: Path, pages: Pages) -> Iterator[Result]:
    python = find_datasette()
    with ExitStack() as asked:
        inside = [sys.executable, "-m", "benchmarks.answer_lines"]
        ours = asked.enter_context(_ask(inside, {**prepared.environment, **_QUIET}))
        script = str(ROOT / "benchmarks" / "datasette_peer.py")
        theirs = asked.enter_context(_ask([str(python), script, str(peer)], os.environ)) if python else None
        for kind, pairs in pages.items():
            anew, kept, peers = [], [], []
            for address, _ in pairs[:2]:
                ours(address)  # what a process reads once
            for number, (address, path) in enumerate(pairs):
                fresh = f"{address}{'&' if '?' in address else '?'}anew={number}"
                anew.append(ours(fresh))
                if theirs:
                    peers.append(theirs(path))
                kept += [ours(fresh) for _ in range(5)]
            least = median(peers) if peers else None
            yield faster(f"the {kind} page made anew", median(anew), DATASETTE, least, 1.0)
            yield faster(f"the {kind} page kept", median(kept), DATASETTE, least, KEPT_TIMES)


@contextmanager
def _ask(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[Any]:
    """A process that answers a path a line; gives a function from a path to the seconds that its page took."""
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def ask(path: str) -> float:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{path}\n")
        process.stdin.flush()
        told = json.loads(process.stdout.readline())
        if told["status"] != 200:
            raise RuntimeError(f"{path} answers {told['status']}")
        return float(told["seconds"])

    try:
        yield ask
    finally:
        process.communicate()


def _measure_start(prepared: Prepared) -> float:
    """The seconds of the processor that a new process takes until it has given its first page."""
    command = [sys.executable, "-m", "benchmarks.answer_lines"]
    environment = {**prepared.environment, **_QUIET, "KEPT_PAGES_MIB": "0"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a site that starts again has its code compiled
    environment["PYTHONPYCACHEPREFIX"] = str(Path(environment["VAR_DIR"]) / "compiled")
    asked = "/cards/vs-classic/hulk-gladiator/\n"
    done = subprocess.run(
        command, cwd=ROOT, env=environment, input=asked, check=True, stdout=subprocess.PIPE, text=True
    )
    return float(json.loads(done.stdout)["process"])


def _measure_worker(prepared: Prepared, addresses: Sequence[str]) -> float:
    """The private memory of one of two workers that have given these pages, in MiB."""
    sharing = Prepared({**prepared.environment, "WEB_PRELOAD": "1"}, prepared.accounts)
    with serve(sharing, 2, 4) as web:
        for address in addresses:
            connection = HTTPConnection("127.0.0.1", web.port, timeout=60)
            connection.request("GET", address, headers={"Host": HOST, "X-Forwarded-Proto": "https"})
            connection.getresponse().read()
            connection.close()
        return web.measure_memory()[1] / 2 / 1024


if __name__ == "__main__":
    main()
