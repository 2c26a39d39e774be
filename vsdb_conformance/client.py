"""Asks an API over HTTP: waits where it is told to, and says what to do where it can't go on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from time import sleep
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import Request, urlopen

MAX_TRIES = 6
MAX_WAIT = 120  #: seconds
MAX_BYTES = 64 * 1024 * 1024
BUSY = (429, 503)  #: asked again after a while
NO_SUCH = (404, 405, 501)
_STATE = re.compile(r"\br=(\d+)\s*;\s*t=(\d+)")  #: one limit in the header `RateLimit`


class CannotRun(Exception):
    """The API can't be measured; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A status with the JSON and the headers that came with it, their names in lower case."""

    status: int
    data: Any
    headers: Mapping[str, str]


@dataclass(slots=True)
class Client:
    """An API at a host. `report` is told how long a limit makes it wait."""

    host: str
    path: str = "/api/v1"
    timeout: float = 30
    report: Callable[[str], None] = field(default=lambda message: None)
    pause: float = 0  #: seconds before the next request

    def __post_init__(self) -> None:
        parts = urlsplit(self.host if "://" in self.host else f"http://{self.host}")
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise CannotRun(f"{self.host} is no address. Give one such as http://127.0.0.1:8000")
        self.host = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self.path = "/" + self.path.strip("/")

    def post(self, name: str, body: Mapping[str, Any]) -> Answer:
        """Send JSON to an address of the API. Raises CannotRun."""
        return self._ask(self._address(name), json.dumps(body).encode())

    def get(self, name: str, parameters: Mapping[str, str] | None = None) -> Answer:
        """Read an address of the API, or a whole address that it gave. Raises CannotRun."""
        address = name if "://" in name else self._address(name)
        return self._ask(f"{address}?{urlencode(parameters)}" if parameters else address, None)

    def follow(self, address: str) -> Answer:
        """Read the next page, whose address an answer gave, at this host. Raises CannotRun."""
        whole = urljoin(f"{self.host}/", address)
        if urlsplit(whole).netloc != urlsplit(self.host).netloc:
            raise CannotRun(
                f"the next page is at another host: {address}. The addresses in `next` must be this API's own."
            )
        return self._ask(whole, None)

    def _address(self, name: str) -> str:
        return f"{self.host}{self.path}/{name}"

    def _ask(self, address: str, body: bytes | None) -> Answer:
        for number in range(MAX_TRIES):
            self._wait()
            answer = self._send(address, body)
            self.pause = _find_pause(answer.headers)
            if answer.status not in BUSY:
                return answer
            self.pause = _find_retry(answer.headers) or self.pause or 2.0**number
        raise CannotRun(f"{address} still answers 429 after {MAX_TRIES} tries. Raise its limit, or try again later.")

    def _wait(self) -> None:
        """Let the pause go by that the last answer asked for."""
        seconds, self.pause = self.pause, 0
        if seconds > MAX_WAIT:
            raise CannotRun(f"{self.host} asks to wait {seconds:.0f} seconds. Raise its limit, or try again then.")
        if seconds > 0:
            self.report(f"waiting {seconds:.0f} s for the limit of {self.host}")
            sleep(seconds)

    def _send(self, address: str, body: bytes | None) -> Answer:
        headers = {"Accept": "application/json", "User-Agent": "vsdb-conformance"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = Request(address, body, headers)  # noqa: S310 - the scheme is http or https
        try:
            with urlopen(request, timeout=self.timeout) as response:  # noqa: S310
                return self._read(address, response.status, response.headers, response.read(MAX_BYTES))
        except HTTPError as error:
            with error:
                return self._read(address, error.code, error.headers, error.read(MAX_BYTES))
        except TimeoutError as error:
            raise self._late(address) from error
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise self._late(address) from error
            raise CannotRun(
                f"cannot reach {address}: {error.reason}. Is the server running, and is the address right?"
            ) from error
        except (HTTPException, OSError) as error:
            raise CannotRun(f"{address} broke off: {error!r}. Look into the server's log.") from error

    def _late(self, address: str) -> CannotRun:
        return CannotRun(f"no answer from {address} within {self.timeout:g} s. Give more with --timeout.")

    def _read(self, address: str, status: int, message: Message, text: bytes) -> Answer:
        headers = _read_headers(message)
        try:
            return Answer(status, json.loads(text), headers)
        except ValueError as error:
            if status in BUSY or status in NO_SUCH:
                return Answer(status, None, headers)
            raise CannotRun(
                f"{address} answers {status} without JSON. Is it the API? Give its path with --api; "
                "docs/conformance.md describes the shape."
            ) from error


def _read_headers(message: Message) -> dict[str, str]:
    """Each header by its name in lower case; one that is given several times joined."""
    return {name.lower(): ", ".join(message.get_all(name, ())) for name in message.keys()}  # noqa: SIM118 - no mapping


def _find_retry(headers: Mapping[str, str]) -> float:
    """The seconds of `Retry-After`, which may be a date; 0 without it."""
    said = (headers.get("retry-after") or "").strip()
    if said.isascii() and said.isdigit():
        return float(said[:9])
    try:
        return max((parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds(), 0)
    except (TypeError, ValueError):
        return 0


def _find_pause(headers: Mapping[str, str]) -> float:
    """The seconds until every limit of `RateLimit` leaves a request; 0 if each leaves one."""
    states: Sequence[tuple[str, str]] = _STATE.findall(headers.get("ratelimit") or "")
    return float(max((int(wait) for left, wait in states if int(left) == 0), default=0))
