"""Two machines in small: each a web process and a worker with folders of its own, over one PostgreSQL, Redis, RabbitMQ.

Run it as `python -m benchmarks.two_machines`; it takes some minutes. TEST_POSTGRESQL_URL, TEST_REDIS_URL and
TEST_RABBITMQ_URL name servers other than the usual local ones. The database and the queue are of its own and are
dropped at the end. It tries what a visitor notices whose requests go to one machine and then to the other, and what is
left when a machine goes; each line says what was seen. docs/scaling.md explains the lines.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from benchmarks.visitors import CARD, HOST, LISTS, ROOT, Visitor
from benchmarks.web_site import Prepared, Web, manage, prepare_site, serve

RABBITMQ = os.environ.get("TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
DECKS = 40
_PATIENCE = 120  #: seconds for what workers do
_CARD_PAGE = f"/cards/vs-classic/{CARD}/"
_CHECKS = 8  #: a minute from one address, as the limit is set here
_UPLOAD = """
import json
from pathlib import Path
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from vsdb.exchange.card_files import tasks, uploads
file = SimpleUploadedFile("vs-classic.csv", Path("fixtures/vs-classic/cards.csv").read_bytes())
record, _ = uploads.receive(file, source="csv", game="vs-classic", by=User.objects.order_by("pk")[0])
tasks.start(record.pk)
print("IMPORT", record.pk)
"""
_STATE = """
import json
from vsdb.exchange.card_files.models import Import
record = Import.objects.get(pk={number})
print("STATE", json.dumps([record.state, record.report.get("error", "") if record.report else ""]))
"""
_OPEN = """
from vsdb.decks.rechecks.models import Recheck
print("OPEN", Recheck.objects.count(), Recheck.objects.filter(ended=None).count())
"""


@dataclass(frozen=True, slots=True)
class Machine:
    """A web server and a worker with folders of their own."""

    name: str
    environment: Mapping[str, str]
    web: Web
    worker: subprocess.Popen[bytes]

    def tasks_done(self) -> int:
        """How many tasks its worker has ended, by its log."""
        return len(re.findall(r"succeeded in", self.read_log()))

    def read_log(self) -> str:
        """What its worker has written."""
        return (Path(self.environment["VAR_DIR"]) / "worker.log").read_text(encoding="utf-8", errors="replace")

    def get(self, path: str, **headers: str) -> tuple[int, Mapping[str, str], str]:
        """Ask its web server as a stranger does: status, headers, text."""
        connection = HTTPConnection("127.0.0.1", self.web.port, timeout=120)
        sent = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1", **headers}
        connection.request("GET", path, headers=sent)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode("utf-8", "replace")

    def kill(self) -> None:
        """End both as if the machine were gone."""
        os.killpg(self.worker.pid, signal.SIGKILL)
        self.worker.wait(60)
        children = Path(f"/proc/{self.web.process.pid}/task/{self.web.process.pid}/children").read_text("ascii").split()
        self.web.process.kill()
        for child in children:
            os.kill(int(child), signal.SIGKILL)


def main() -> int:
    """Start both, try everything, print a line for each."""
    with prepare_site(2) as prepared, ExitStack() as stack:
        first, second = (stack.enter_context(_run_machine(prepared, name)) for name in "AB")
        _wait(lambda: all("ready." in each.read_log() for each in (first, second)), "workers are ready")
        for what, seen in _try_everything(prepared, first, second):
            print(f"{what:<58}{seen}", flush=True)
    return 0


@contextmanager
def _run_machine(prepared: Prepared, name: str) -> Iterator[Machine]:
    folder = Path(prepared.environment["VAR_DIR"]) / name
    folder.mkdir()
    environment = {
        **prepared.environment,
        "VAR_DIR": str(folder),
        "STATIC_DIR": f"{prepared.environment['VAR_DIR']}/static",  # the same files, whoever collects them
        "CELERY_BROKER_URL": RABBITMQ,
        "CELERY_TASK_DEFAULT_QUEUE": f"vsdb-two-{os.getpid()}",
        "API_CHECK_RATE": f"{_CHECKS}/minute",
        "MONITORING_ADDRESSES": "127.0.0.1",
        "LOG_LEVEL": "INFO",  # so that a worker says which tasks it has done
    }
    command = ["celery", "-A", "vsdb", "worker", "--loglevel", "INFO", "--concurrency", "1", "--hostname", f"{name}@%h"]
    with serve(replace(prepared, environment=environment), 1, 4) as web, (folder / "worker.log").open("wb") as log:
        worker = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            yield Machine(name, environment, web, worker)
        finally:
            if worker.poll() is None:
                worker.terminate()
                worker.wait(60)


def _try_everything(prepared: Prepared, a: Machine, b: Machine) -> Iterator[tuple[str, str]]:
    visitor = Visitor(a.web.port, 1, prepared.accounts[0])
    for attempt in (
        _try_sessions_and_decks,
        _try_pages,
        _try_limits,
        _try_new_facts,
        _try_read_only,
        _try_imports,
        _try_loss,
    ):
        try:
            yield from attempt(visitor, a, b)
        except TimeoutError as error:
            yield attempt.__name__, f"not seen: {error}"


def _go_to(visitor: Visitor, machine: Machine) -> Visitor:
    """The visitor's next requests go to the other machine, as a proxy may send them."""
    visitor.port, visitor.connection = machine.web.port, None
    return visitor


def _try_sessions_and_decks(visitor: Visitor, a: Machine, b: Machine) -> Iterator[tuple[str, str]]:
    visitor.ask("", "GET", "/account/login/")
    fields = {"login": visitor.account["name"], "password": visitor.account["password"]}
    visitor.send_form("", "/account/login/", fields)
    status, _, _ = _go_to(visitor, b).ask("", "GET", "/decks/mine/")
    yield "signed in on A, own decks on B", f"{status}"
    text = LISTS[1].read_text(encoding="utf-8")
    sent = {"title": "Two machines", "game": "vs-classic", "deck": text}
    status, deck = _go_to(visitor, a).send_json("", "POST", "/api/v1/decks", sent)
    yield "deck saved on A", f"{status}"
    address = f"/api/v1/decks/{deck['id']}"
    seen, _ = _go_to(visitor, b).send_json("", "GET", address)
    changed, _ = visitor.send_json("", "PATCH", address, {"title": "Renamed on B", "edition": deck.get("edition", 1)})
    yield "read and changed on B", f"{seen}, {changed}"
    stale, _ = _go_to(visitor, a).send_json("", "PATCH", address, {"title": "Late", "edition": deck.get("edition", 1)})
    yield "changed on A from the version before", f"{stale}"
    for number in range(DECKS):
        visitor.send_json("", "POST", "/api/v1/decks", {**sent, "title": f"Deck {number}"})


def _try_pages(_: Visitor, a: Machine, b: Machine) -> Iterator[tuple[str, str]]:
    etags = [machine.get(_CARD_PAGE)[1].get("ETag", "none") for machine in (a, b)]
    yield "ETag of a card page on A and B", "the same" if etags[0] == etags[1] else f"{etags[0]} and {etags[1]}"
    yield "page of A asked again of B with its ETag", f"{b.get(_CARD_PAGE, **{'If-None-Match': etags[0]})[0]}"


def _try_limits(visitor: Visitor, a: Machine, b: Machine) -> Iterator[tuple[str, str]]:
    text = LISTS[1].read_text(encoding="utf-8")
    statuses = [
        _go_to(visitor, machine).send_json("", "POST", "/api/v1/check", {"deck": text})[0]
        for machine in [a, b] * _CHECKS
    ]
    yield f"checks allowed on both together (limit {_CHECKS} a minute)", f"{statuses.count(200)}"


def _try_new_facts(visitor: Visitor, a: Machine, b: Machine) -> Iterator[tuple[str, str]]:
    before = b.get(_CARD_PAGE)[1].get("ETag")
    done = [machine.tasks_done() for machine in (a, b)]
    with _changed_fixtures(Path(a.environment["VAR_DIR"])) as folder:
        manage(a.environment, "load_reference", "--folder", str(folder), "--verbosity", "0")
    after = b.get(_CARD_PAGE)[1].get("ETag")
    yield "new facts loaded on A: the next page of B", "is new" if after != before else "IS OLD"
    seconds = _wait(lambda: _numbers(a, _OPEN, "OPEN")[1] == 0, "rechecks are over")
    recheck, _ = _numbers(a, _OPEN, "OPEN")
    did = [machine.tasks_done() - so_far for machine, so_far in zip((a, b), done, strict=True)]
    yield f"rechecks of {DECKS + 1} decks begun by it", f"{recheck}, over after {seconds:.0f} s"
    yield "tasks done meanwhile by the workers of A and B", f"{did[0]} and {did[1]}"


@contextmanager
def _changed_fixtures(beside: Path) -> Iterator[Path]:
    """The fixtures with the last set of the classic game renamed."""
    folder = beside / "changed"
    shutil.copytree(ROOT / "fixtures", folder)
    sets = folder / "vs-classic" / "sets.csv"
    lines = sets.read_text(encoding="utf-8").splitlines(keepends=True)
    heading = next(line for line in lines if not line.startswith("#")).strip().split(",")
    place = heading.index("name")
    cells = lines[-1].rstrip("\n").split(",")
    cells[place] += " (again)"
    sets.write_text("".join([*lines[:-1], ",".join(cells) + "\n"]), encoding="utf-8")
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _try_read_only(visitor: Visitor, a: Machine, b: Machine) -> Iterator[tuple[str, str]]:
    manage(a.environment, "read_only", "on", "--reason", "Trying two machines.")
    sent = {"title": "Read-only", "game": "vs-classic", "deck": LISTS[1].read_text(encoding="utf-8")}
    statuses = [_go_to(visitor, machine).send_json("", "POST", "/api/v1/decks", sent)[0] for machine in (a, b)]
    manage(a.environment, "read_only", "off")
    yield "read-only mode on A: a save on A and on B", f"{statuses[0]}, {statuses[1]}"


def _try_imports(_: Visitor, a: Machine, b: Machine) -> Iterator[tuple[str, str]]:
    """Upload on A, while only the worker of B runs; then the same with the folder of uploads shared."""
    os.killpg(a.worker.pid, signal.SIGSTOP)
    try:
        yield "file uploaded on A, worker of B, own folders", _import(a.environment)
        shared = {**a.environment, "IMPORT_DIR": b.environment["VAR_DIR"] + "/imports"}
        yield "the same with one IMPORT_DIR", _import(shared)
    finally:
        os.killpg(a.worker.pid, signal.SIGCONT)


def _import(environment: Mapping[str, str]) -> str:
    number = _numbers_in(environment, _UPLOAD, "IMPORT")[0]
    found: list[Any] = []

    def is_over() -> bool:
        printed = manage(environment, "shell", "--verbosity", "0", "--command", _STATE.format(number=number))
        found[:] = json.loads(printed.partition("STATE ")[2])
        return found[0] in {"done", "failed"}

    try:
        _wait(is_over, "the import is over")
    except TimeoutError:
        return f"still {found[0]} after {_PATIENCE} s"
    return f"{found[0]}{': ' if found[1] else ''}{found[1]}"


def _try_loss(visitor: Visitor, a: Machine, b: Machine) -> Iterator[tuple[str, str]]:
    a.kill()
    status, _ = _go_to(visitor, b).send_json("", "GET", "/api/v1/decks")
    yield "A killed: own decks on B", f"{status}"
    visitor.connection = None
    status, _, _ = visitor.ask("", "GET", "/decks/mine/")
    yield "A killed: the session that began on A, on B", f"{status}"
    done = b.tasks_done()
    manage(b.environment, "load_reference", "--verbosity", "0")
    seconds = _wait(lambda: _numbers(b, _OPEN, "OPEN")[1] == 0, "rechecks are over")
    yield "A killed: facts loaded on B, rechecked by B alone", f"{b.tasks_done() - done} tasks, {seconds:.0f} s"
    status, _, text = b.get("/readyz")
    checks = {each["name"]: each["status"] for each in json.loads(text).get("checks", [])} if text[:1] == "{" else {}
    yield "A killed: /readyz of B", f"{status} {checks}".strip()


def _numbers(machine: Machine, code: str, mark: str) -> list[int]:
    return _numbers_in(machine.environment, code, mark)


def _numbers_in(environment: Mapping[str, str], code: str, mark: str) -> list[int]:
    printed = manage(environment, "shell", "--verbosity", "0", "--command", code)
    return [int(word) for word in printed.partition(f"{mark} ")[2].split()]


def _wait(is_over: Any, what: str) -> float:
    """Wait until it is; for how many seconds. Raises TimeoutError."""
    began = monotonic()
    while not is_over():
        if monotonic() - began > _PATIENCE:
            raise TimeoutError(f"waited {_PATIENCE} s until {what}")
        sleep(1)
    return monotonic() - began


if __name__ == "__main__":
    sys.exit(main())
