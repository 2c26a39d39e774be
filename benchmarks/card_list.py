"""How many times a second the card list is answered as JSON, and an unchanged page by its ETag, beside Datasette.

Run `python benchmarks/card_list.py`. Datasette 0.65.5 isn't among the requirements: set it up apart, once, and name it:
`python -m venv /tmp/datasette && /tmp/datasette/bin/pip install datasette==0.65.5`, then
`DATASETTE=/tmp/datasette/bin/datasette python benchmarks/card_list.py`.

Both serve one SQLite file with the whole reference from one process with one worker thread, over loopback, to one
client that keeps its connections, one or four: the first hundred cards of a game, each with its teams, keywords, words
and printings.
Datasette is asked in the two ways that it has, for a view and for a written query, with facets and counts of its own
turned off; the faster one counts. The rounds alternate, and the best of each is taken. The ratio is that of answers a
second of the server's processor time, which is what one process can do; what else the machine does, the client too,
makes no difference to it. The answers a second by the clock stand beside it.
"""

from __future__ import annotations

import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
PINNED = "0.65.5"
ROUNDS = 5
SECONDS = 1.0
WARM_UP = 20  #: requests that aren't counted
CONNECTIONS = (1, 4)  #: a server may do better when it can wait, or when it needn't; the better one counts
GAME = "vs-2pcg"
CARDS = 100
GOALS = {"the card list as JSON": 2.5, "the card list as JSON, by ETag": 10.0, "a card's page, by ETag": 10.0}

VIEW_ASKED, QUERY_ASKED = "Datasette, a view", "Datasette, a query"

VIEW = """
CREATE VIEW card_list AS SELECT card.*,
  (SELECT json_group_array(team.name) FROM cards_cardteam AS held JOIN cards_team AS team ON team.id = held.team_id
   WHERE held.card_id = card.id) AS teams,
  (SELECT json_group_array(json_object('name', keyword.name, 'parameter', held.parameter))
   FROM cards_cardkeyword AS held JOIN cards_keyword AS keyword ON keyword.id = held.keyword_id
   WHERE held.card_id = card.id) AS keywords,
  (SELECT json_group_array(json_object('kind', label.kind, 'name', label.name))
   FROM cards_cardlabel AS label WHERE label.card_id = card.id) AS labels,
  (SELECT json_group_array(json_object('set_code', card_set.code, 'number', printing.number, 'rarity', printing.rarity))
   FROM cards_printing AS printing JOIN cards_cardset AS card_set ON card_set.id = printing.card_set_id
   WHERE printing.card_id = card.id) AS printings
FROM cards_card AS card
"""


#: As in production, with what collectstatic gathers kept out of the checkout.
SETTINGS = """
from pathlib import Path
from vsdb.settings import *
STATIC_ROOT = Path(__file__).parent / "static"
"""


def main() -> str | None:
    """Print requests a second and the ratios; a word to standard error where Datasette isn't there."""
    datasette = os.environ.get("DATASETTE", "datasette")
    try:
        found = subprocess.run([datasette, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    except (OSError, subprocess.CalledProcessError):
        return f"no Datasette at {datasette!r}: {__doc__.splitlines()[2]} {__doc__.splitlines()[3]}"
    if found != PINNED:
        print(f"Datasette is {found}; the goals were set beside {PINNED}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        file = Path(folder) / "benchmark.sqlite3"
        environment = _environment(file)
        (Path(folder) / "benchmark_settings.py").write_text(SETTINGS, encoding="utf-8")
        for command in (["migrate", "-v0"], ["load_reference", "-v0"], ["collectstatic", "-v0", "--no-input"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)
        with sqlite3.connect(file) as made:
            made.execute(VIEW)
        made.close()
        ours = stack.enter_context(_served(_our_server(), environment))
        theirs = stack.enter_context(_served(_their_server(datasette, file), environment))
        rates = _measure(ours, theirs)
    _report(rates)
    return None


def _environment(file: Path) -> dict[str, str]:
    settings = {
        "DATABASE_URL": f"sqlite:///{file}",
        "DJANGO_DEBUG": "0",
        "DJANGO_SECRET_KEY": "for-the-benchmark-alone",
        "DJANGO_ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SSL_REDIRECT": "0",
        "API_RATE": "",
        "DJANGO_SETTINGS_MODULE": "benchmark_settings",
        "PYTHONPATH": f"{file.parent}{os.pathsep}{ROOT}",
    }
    return {**os.environ, **settings}


def _our_server() -> list[str]:
    gunicorn = [sys.executable, "-m", "gunicorn", "vsdb.wsgi", "--workers", "1", "--worker-class", "gthread"]
    return [*gunicorn, "--threads", "1", "--keep-alive", "60", "--log-level", "error", "--bind", "127.0.0.1:{port}"]


def _their_server(datasette: str, file: Path) -> list[str]:
    plain = ["--setting", "suggest_facets", "off", "--setting", "num_sql_threads", "1"]
    return [datasette, "serve", "--immutable", str(file), *plain, "--host", "127.0.0.1", "--port", "{port}"]


@dataclass(frozen=True)
class Server:
    """A server of its own process, with the worker that it starts."""

    port: int
    pid: int

    def processor_seconds(self) -> float:
        """What it has used of a processor so far, as Linux counts it."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="ascii").split()
        stats = (Path(f"/proc/{pid}/stat").read_text(encoding="utf-8") for pid in (str(self.pid), *children))
        fields = (stat.rpartition(")")[2].split() for stat in stats)
        return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")


class Rate(NamedTuple):
    """Answers a second of the server's processor time, and by the clock."""

    processor: float
    clock: float


class Asked(NamedTuple):
    """What is asked of a server again and again, and the status it has to answer with."""

    server: Server
    address: str
    status: int = 200
    etag: str = ""

    @property
    def question(self) -> bytes:
        """The request as it goes over the wire."""
        known = f"If-None-Match: {self.etag}\r\n" if self.etag else ""
        return f"GET {self.address} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n{known}\r\n".encode()


@contextmanager
def _served(command: list[str], environment: dict[str, str]) -> Iterator[Server]:
    """A server that answers, and is ended afterwards."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    filled = [part.format(port=port) for part in command]
    process = subprocess.Popen(filled, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                _connected(port).close()
                break
            except OSError:
                sleep(0.1)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(timeout=20)


def _measure(ours: Server, theirs: Server) -> dict[str, Rate]:
    """The rates of each thing, the best of the rounds; each answer is looked at once before."""
    cards = f"/api/v1/cards?game={GAME}&page_size={CARDS}"
    page = f"/cards/{GAME}/she-hulk-aff-003/"
    query = f"select * from card_list where game_id = '{GAME}' order by name, title, slug limit {CARDS}"
    by_view = {"game_id": GAME, "_sort": "name", "_size": CARDS, "_shape": "objects", "_nocount": 1, "_nofacet": 1}
    lists = {
        VIEW_ASKED: Asked(theirs, f"/benchmark/card_list.json?{urlencode(by_view)}"),
        QUERY_ASKED: Asked(theirs, f"/benchmark.json?{urlencode({'sql': query, '_shape': 'objects'})}"),
        "the card list as JSON": Asked(ours, cards),
    }
    for what, asked in lists.items():
        told = json.loads(_once(asked)[1])
        assert len(told.get("results") or told["rows"]) == CARDS, what
    every = {
        **lists,
        "the card list as JSON, by ETag": Asked(ours, cards, 304, _etag(ours, cards)),
        "a card's page, by ETag": Asked(ours, page, 304, _etag(ours, page)),
        "a card's page": Asked(ours, page),
    }
    best = dict.fromkeys(every, Rate(0.0, 0.0))
    for _ in range(ROUNDS):
        for what, asked in every.items():
            for connections in CONNECTIONS:
                best[what] = Rate(*map(max, best[what], _rate(asked, connections)))
    return best


def _rate(asked: Asked, connections: int) -> Rate:
    """Answers a second over some connections, each of which asks again as soon as it is answered."""
    begins = f"HTTP/1.1 {asked.status} ".encode()
    with ExitStack() as stack:
        lines = [stack.enter_context(_connected(asked.server.port)) for _ in range(connections)]
        for line in lines:
            line.sendall(asked.question)
        for _ in range(WARM_UP):
            _ask_again(lines, asked.question, begins)
        count, used, began = 0, asked.server.processor_seconds(), perf_counter()
        while perf_counter() - began < SECONDS:
            _ask_again(lines, asked.question, begins)
            count += len(lines)
        return Rate(count / (asked.server.processor_seconds() - used), count / (perf_counter() - began))


def _ask_again(lines: list[socket.socket], question: bytes, begins: bytes) -> None:
    for line in lines:
        head, _ = _answer(line)
        assert head.startswith(begins), head
        line.sendall(question)


def _once(asked: Asked) -> tuple[bytes, bytes]:
    with _connected(asked.server.port) as line:
        line.sendall(asked.question)
        return _answer(line)


def _etag(server: Server, address: str) -> str:
    head, _ = _once(Asked(server, address))
    found = re.search(rb'(?i)\r\netag: *("[^"]*")', head)
    assert found, head
    return found[1].decode()


def _connected(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def _answer(line: socket.socket) -> tuple[bytes, bytes]:
    """Head and body of one whole answer off the wire, whichever way its end is told."""
    got = b""
    while b"\r\n\r\n" not in got:
        got += _more(line)
    head, _, body = got.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    if length:
        while len(body) < int(length[1]):
            body += _more(line)
        return head, body
    if b"chunked" not in head.lower():
        return head, body
    while not body.endswith(b"0\r\n\r\n"):
        body += _more(line)
    return head, b"".join(re.split(rb"(?:\r\n)?[0-9a-f]+\r\n", body))


def _more(line: socket.socket) -> bytes:
    got = line.recv(1 << 18)
    assert got, "the server hung up"
    return got


def _report(rates: dict[str, Rate]) -> None:
    beside = max(rates[VIEW_ASKED].processor, rates[QUERY_ASKED].processor)
    print(f"{CARDS} cards a list, one process each, Python {sys.version.split()[0]}; answers a second of")
    print(f"{'':<34}{'processor':>10}{'clock':>9}")
    for what, rate in rates.items():
        goal = f"   the goal is {GOALS[what]:g}" if what in GOALS else ""
        times = f"{rate.processor / beside:>8.1f} times Datasette"
        print(f"{what:<34}{rate.processor:>10,.0f}{rate.clock:>9,.0f}{times}{goal}")


if __name__ == "__main__":
    sys.exit(main())
