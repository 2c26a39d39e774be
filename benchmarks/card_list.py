"""How many times a second the card list is answered as JSON, and an unchanged page by its ETag, beside Datasette.

Run `python benchmarks/card_list.py`. Datasette 0.65.5 isn't among the requirements: set it up apart, once, and name it:
`python -m venv /tmp/datasette && /tmp/datasette/bin/pip install datasette==0.65.5`, then
`DATASETTE=/tmp/datasette/bin/datasette python benchmarks/card_list.py`.

Both serve one SQLite file with the whole reference from one process with one worker thread, over loopback, to one
client that keeps its connections, one or four: the first hundred cards of a game, each with its teams, keywords, words
and printings.
Datasette is asked in the two ways that it has, for a view and for a written query, with facets and counts of its own
turned off; the faster one counts. The rounds alternate, and the best of each is taken.
"""

from __future__ import annotations

import http.client
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
from pathlib import Path
from time import perf_counter, sleep
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


@contextmanager
def _served(command: list[str], environment: dict[str, str]) -> Iterator[http.client.HTTPConnection]:
    """A connection to a server of its own process, which is ended afterwards."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    filled = [part.format(port=port) for part in command]
    process = subprocess.Popen(filled, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                sleep(0.1)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        yield connection
        connection.close()
    finally:
        process.terminate()
        process.wait(timeout=20)


def _measure(ours: http.client.HTTPConnection, theirs: http.client.HTTPConnection) -> dict[str, float]:
    """Requests a second of each thing, the best of the rounds; each answer is looked at once before."""
    list_address = f"/api/v1/cards?game={GAME}&page_size={CARDS}"
    page_address = f"/cards/{GAME}/she-hulk-aff-003/"
    query = f"select * from card_list where game_id = '{GAME}' order by name, title, slug limit {CARDS}"
    by_view = {"game_id": GAME, "_sort": "name", "_size": CARDS, "_shape": "objects", "_nocount": 1, "_nofacet": 1}
    asked = {
        "Datasette, a view": (theirs, f"/benchmark/card_list.json?{urlencode(by_view)}", 200, {}),
        "Datasette, a query": (theirs, f"/benchmark.json?{urlencode({'sql': query, '_shape': 'objects'})}", 200, {}),
        "the card list as JSON": (ours, list_address, 200, {}),
        "the card list as JSON, by ETag": (ours, list_address, 304, _known(ours, list_address)),
        "a card's page, by ETag": (ours, page_address, 304, _known(ours, page_address)),
        "a card's page": (ours, page_address, 200, {}),
    }
    for what, (connection, address, status, headers) in asked.items():
        found, body, _ = _ask(connection, address, headers)
        assert found == status, (what, found, body[:200])
        if status == 200 and "page" not in what:
            told = json.loads(body)
            rows = told.get("results") or told["rows"]
            assert len(rows) == CARDS, (what, len(rows))
            print(f"{what}: {len(body) / 1024:.0f} KiB", file=sys.stderr)
    best = dict.fromkeys(asked, 0.0)
    for _ in range(ROUNDS):
        for what, (connection, address, status, headers) in asked.items():
            for connections in CONNECTIONS:
                best[what] = max(best[what], _rate(connection.port, address, status, headers, connections))
    return best


def _known(connection: http.client.HTTPConnection, address: str) -> dict[str, str]:
    return {"If-None-Match": _ask(connection, address, {})[2]}


def _ask(connection: http.client.HTTPConnection, address: str, headers: dict[str, str]) -> tuple[int, bytes, str]:
    connection.request("GET", address, headers=headers)
    response = connection.getresponse()
    return response.status, response.read(), response.headers.get("ETag", "")


def _rate(port: int, address: str, status: int, headers: dict[str, str], connections: int) -> float:
    """Answers a second over some connections, each of which asks again as soon as it is answered."""
    lines = [f"GET {address} HTTP/1.1", f"Host: 127.0.0.1:{port}", *(f"{name}: {headers[name]}" for name in headers)]
    question = "\r\n".join([*lines, "", ""]).encode()
    begins = f"HTTP/1.1 {status} ".encode()
    with ExitStack() as stack:
        lines_open = [stack.enter_context(_connected(port)) for _ in range(connections)]
        for line in lines_open:
            line.sendall(question)
        count, began = -WARM_UP, perf_counter()
        while (passed := perf_counter() - began) < SECONDS or count < 1:
            for line in lines_open:
                assert _answer(line).startswith(begins)
                line.sendall(question)
                count += 1
                if count == 0:
                    began = perf_counter()
    return count / passed


def _connected(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def _answer(line: socket.socket) -> bytes:
    """One whole answer off the wire, whichever way its end is told."""
    got = line.recv(1 << 18)
    while b"\r\n\r\n" not in got:
        got += line.recv(1 << 18)
    head, _, body = got.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    if length:
        while len(body) < int(length[1]):
            body += line.recv(1 << 18)
    elif b"chunked" in head.lower():
        while not body.endswith(b"0\r\n\r\n"):
            body += line.recv(1 << 18)
    return got


def _report(rates: dict[str, float]) -> None:
    beside = max(rates["Datasette, a view"], rates["Datasette, a query"])
    print(f"{CARDS} cards a list, one process each, Python {sys.version.split()[0]}; requests a second")
    for what, rate in rates.items():
        goal = f"   the goal is {GOALS[what]:g} times" if what in GOALS else ""
        print(f"{what:<34}{rate:>9,.0f}{rate / beside:>8.1f} times Datasette{goal}")


if __name__ == "__main__":
    sys.exit(main())
