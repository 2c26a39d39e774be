"""A served site: gunicorn with its workers, Celery workers, and requests that are timed."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from uuid import uuid4

from fault_cases.outcomes import Outcome
from fault_cases.sites import ROOT, Site

#: Longer than anything may take.
_TIMEOUT_SECONDS = 40.0
_STARTS_WITHIN_SECONDS = 60.0
UNANSWERED = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered with: status 0 where there was no answer at all."""

    status: int
    seconds: float
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    def json(self) -> dict[str, object]:
        """The body read as JSON."""
        return dict(json.loads(self.body))


@dataclass(frozen=True)
class Door:
    """Where a site is served, and by whom it is asked: a token of the API or the cookies of a browser."""

    port: int
    token: str = ""
    cookie: str = ""

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        kind: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send one request and time the answer."""
        sent = {"X-Forwarded-Proto": "https", **(headers or {})}
        if kind:
            sent["Content-Type"] = kind
        if self.token and path.startswith("/api/"):
            sent["Authorization"] = f"Bearer {self.token}"
        if self.cookie and not path.startswith("/api/"):
            csrf = "0" * 32
            sent |= {"Cookie": f"sessionid={self.cookie}; csrftoken={csrf}", "X-CSRFToken": csrf}
            sent |= {"Origin": f"https://127.0.0.1:{self.port}"}
        started = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_TIMEOUT_SECONDS)
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            if body is not None:
                sent["Content-Length"] = str(len(body))
            for name, value in sent.items():
                connection.putheader(name, value)
            connection.endheaders()
            if body is not None:
                # Who is refused before the end of the body is answered all the same.
                with suppress(ConnectionError):
                    connection.send(body)
            answer = connection.getresponse()
            content = answer.read()
            return Answer(answer.status, time.monotonic() - started, content, {**dict(answer.getheaders())})
        except (OSError, http.client.HTTPException) as error:
            return Answer(UNANSWERED, time.monotonic() - started, repr(error).encode())
        finally:
            connection.close()

    def send_json(self, method: str, path: str, value: object) -> Answer:
        """Send a value as JSON."""
        return self.ask(method, path, json.dumps(value).encode(), "application/json")


def count_answer(outcome: Outcome, what: str, answer: Answer, *, may_be_unavailable: bool = False) -> None:
    """Count an answer: a 5xx and none at all are faults, but for a 503 where nothing else can be said."""
    outcome.add_try()
    outcome.add_status(answer.status)
    outcome.add_duration(what, answer.seconds)
    if answer.status == UNANSWERED:
        outcome.add_fault("5xx", f"{what}: no answer ({answer.body.decode()[:120]})")
    elif answer.status >= 500 and not (may_be_unavailable and answer.status == 503):
        outcome.add_fault("5xx", f"{what}: {answer.status}")


def find_port() -> int:
    """A port that is free now."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


@contextmanager
def served(site: Site, workers: int = 2) -> Iterator[Door]:
    """The site served by so many processes, until the block ends."""
    port = find_port()
    command = [sys.executable, "-m", "gunicorn", "vsdb.wsgi", "--workers", str(workers), "--bind", f"127.0.0.1:{port}"]
    with _running(site, command, "gunicorn.log"):
        door, end = Door(port), time.monotonic() + _STARTS_WITHIN_SECONDS
        while door.ask("GET", "/robots.txt").status != 200:
            if time.monotonic() > end:
                raise RuntimeError(f"gunicorn doesn't serve: {read_log(site, 'gunicorn.log')}")
            time.sleep(0.2)
        yield door


@contextmanager
def working(site: Site) -> Iterator[subprocess.Popen[bytes]]:
    """A Celery worker of the site with one process that does the work, until the block ends."""
    command = [sys.executable, "-m", "celery", "-A", "vsdb", "worker", "--concurrency", "1", "--loglevel", "warning"]
    with _running(site, [*command, "--hostname", f"{uuid4().hex}@%h"], "worker.log") as process:
        yield process


@contextmanager
def _running(site: Site, command: list[str], log: str) -> Iterator[subprocess.Popen[bytes]]:
    with (site.folder / log).open("ab") as file:
        process = subprocess.Popen(
            command, cwd=ROOT, env=site.environment(), stdout=file, stderr=file, start_new_session=True
        )
        try:
            yield process
        finally:
            end_group(process)


def end_group(process: subprocess.Popen[bytes], how: signal.Signals = signal.SIGTERM) -> None:
    """End a process that was started in a group of its own, with its children."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, how)
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def read_log(site: Site, name: str) -> str:
    """The end of what a server has printed."""
    return (site.folder / name).read_text(encoding="utf-8", errors="replace")[-1500:]


def sign_in(name: str) -> str:
    """The session of somebody who is signed in, as a browser's cookie holds it."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get(username=name))
    return str(client.cookies["sessionid"].value)
