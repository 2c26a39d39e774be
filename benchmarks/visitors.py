"""Visitors of a site as benchmarks of the whole need them: what they ask, how long it took, and what came back.

Everything is asked of 127.0.0.1. A visitor sends what the proxy of production would: HTTPS in `X-Forwarded-Proto` and
an address of its own, from 127.9.0.0/16, in `X-Forwarded-For`.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from statistics import quantiles
from time import monotonic
from typing import Any
from urllib.parse import quote, urlencode

ROOT = Path(__file__).resolve().parent.parent
HOST = "vsdb.example"
LISTS = sorted((ROOT / "vsdb" / "check" / "sample_lists").glob("*.txt"))
CARD = "savage-beatdown"
QUERIES = (
    "t:character team:avengers cost<=3",
    "legal:silver@2007-04-15 -legal:silver",
    "savage",
    "atk>=12 def<8",
    "name:doom",
    "t:plot-twist cost=2",
    "x-men wolverine",
)
PAGES = (
    "/",
    "/cards/",
    "/cards/vs-classic/",
    "/cards/riftbound/?view=table",
    f"/cards/vs-classic/{CARD}/",
    f"/cards/vs-classic/{CARD}.json",
    "/sets/",
    "/sets/vs-classic/MOR/",
    "/formats/",
    "/formats/vs-classic/silver-age/?on=2007-04-15",
    "/rules/",
    "/changes/",
    "/decks/",
    "/help/search/",
    "/check/",
    "/teams/vs-classic/",
    "/api/v1/formats",
    "/api/v1/cards?q=t:mc",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer; status 0 where none came."""

    action: str
    status: int
    seconds: float
    at: float  #: on the clock of `monotonic`
    address: str


@dataclass(slots=True)
class Visitor:
    """One person with a browser, an account and a token."""

    port: int
    number: int
    account: Mapping[str, str]  #: name, password, token
    answers: list[Answer] = field(default_factory=list)
    cookies: dict[str, str] = field(default_factory=dict)
    connection: HTTPConnection | None = None
    chance: Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = Random(self.number)  # noqa: S311  (the same visits in every run)

    def ask(
        self, action: str, method: str, address: str, body: str = "", headers: Mapping[str, str] | None = None
    ) -> tuple[int, Mapping[str, str], str]:
        """Send a request, note how long the answer took, keep its cookies; status, headers and text come back."""
        sent = {
            "Host": HOST,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": f"127.9.{self.number // 250}.{1 + self.number % 250}",
            "Referer": f"https://{HOST}/",
            "Accept-Encoding": "gzip",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            **(headers or {}),
        }
        started = monotonic()
        status, got, text = 0, {}, ""
        try:
            if self.connection is None:
                self.connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
            self.connection.request(method, address, body.encode(), sent)
            response = self.connection.getresponse()
            raw = response.read()
            status, got = response.status, dict(response.getheaders())
            if response.headers.get("Content-Encoding") is None:
                text = raw.decode("utf-8", "replace")
            for line in response.headers.get_all("Set-Cookie") or ():
                self.cookies |= {name: each.value for name, each in SimpleCookie(line).items()}
        except (OSError, HTTPException):
            self.connection = None
        self.answers.append(Answer(action, status, monotonic() - started, monotonic(), f"{method} {address[:60]}"))
        return status, got, text

    def send_form(self, action: str, address: str, fields: Mapping[str, str]) -> tuple[int, Mapping[str, str], str]:
        """Send a form with the token that its page's cookie holds."""
        body = urlencode({**fields, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
        return self.ask(action, "POST", address, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def send_json(self, action: str, method: str, address: str, value: Any = None) -> tuple[int, Any]:
        """Send JSON with the account's token, without cookies; what the answer says as JSON."""
        headers = {
            "Authorization": f"Bearer {self.account['token']}",
            "Content-Type": "application/json",
            "Accept-Encoding": "identity",
            "Cookie": "",
        }
        status, _, text = self.ask(action, method, address, "" if value is None else json.dumps(value), headers)
        return status, json.loads(text) if text.startswith("{") else {}


def read_pages(visitor: Visitor) -> None:
    """Read a page, and what it links to with a picture."""
    visitor.ask("read", "GET", visitor.chance.choice(PAGES))


def search(visitor: Visitor) -> None:
    """Search on the page, or by the API."""
    query = quote(visitor.chance.choice(QUERIES))
    visitor.ask("search", "GET", f"{visitor.chance.choice(('/cards/', '/api/v1/cards'))}?q={query}")


def check(visitor: Visitor) -> None:
    """Check a list on the page, or by the API on a date."""
    text = visitor.chance.choice(LISTS).read_text(encoding="utf-8")
    if visitor.chance.random() < 0.5:
        visitor.ask("check", "GET", "/check/")
        _, headers, _ = visitor.send_form("check", "/check/", {"deck": text, "format": "", "on": "2007-04-15"})
        if place := headers.get("Location"):
            visitor.ask("check", "GET", place)
    else:
        visitor.send_json("check", "POST", "/api/v1/check", {"deck": text, "dates": ["2007-04-15"]})


def sign_in(visitor: Visitor) -> None:
    """Sign in with a fresh browser and see one's own decks."""
    visitor.cookies.clear()
    visitor.ask("sign in", "GET", "/account/login/")
    fields = {"login": visitor.account["name"], "password": visitor.account["password"]}
    status, _, _ = visitor.send_form("sign in", "/account/login/", fields)
    if status != 302:
        raise RuntimeError(f"signing in was answered {status}")
    visitor.ask("sign in", "GET", "/decks/mine/")


def save_deck(visitor: Visitor) -> None:
    """Make a deck by the API, change it, read its page and delete it; or make one in the builder and add to it."""
    if visitor.chance.random() < 0.5 and "sessionid" in visitor.cookies:
        fields = {"game": "vs-classic", "format": "", "title": f"Deck of {visitor.number}"}
        _, headers, _ = visitor.send_form("save", "/decks/new/", fields)
        place = headers.get("Location", "")
        if place.endswith("/edit/"):
            for edition in ("1", "2"):
                visitor.send_form(
                    "save", f"{place}change/", {"op": "add", "card": CARD, "count": "1", "edition": edition}
                )
            visitor.ask("save", "GET", place)
            visitor.send_form("save", place.replace("/edit/", "/delete/"), {"sure": "yes"})
        return
    text = visitor.chance.choice(LISTS[1:]).read_text(encoding="utf-8")
    game = "riftbound" if "Jinx" in text else "vs-classic"
    status, deck = visitor.send_json(
        "save", "POST", "/api/v1/decks", {"title": f"Deck of {visitor.number}", "game": game, "deck": text}
    )
    if status == 201:
        address = f"/api/v1/decks/{deck['id']}"
        visitor.send_json("save", "PATCH", address, {"title": "Renamed", "edition": deck.get("edition", 1)})
        visitor.send_json("save", "GET", f"{address}/verdicts")
        visitor.send_json("save", "DELETE", address)


#: What visitors do, and how often of a hundred times.
ACTIONS: tuple[tuple[Callable[[Visitor], None], int], ...] = (
    (read_pages, 48),
    (search, 20),
    (check, 15),
    (save_deck, 15),
    (sign_in, 2),
)


def visit(
    visitors: Sequence[Visitor], seconds: float, pause: float, begin: Callable[[], None] = lambda: None
) -> list[Answer]:
    """All of them at once, each doing one thing after the other until the time is over; `pause` is the mean between.

    All sign in beforehand, which is not counted: it takes a second of the processor for two of them. `begin` is called
    when the time begins.
    """
    stop, all_in = threading.Event(), threading.Barrier(len(visitors), action=begin)
    failed: list[BaseException] = []
    work, weights = zip(*ACTIONS, strict=True)

    def live(visitor: Visitor) -> None:
        try:
            sign_in(visitor)
            all_in.wait(300)
            visitor.answers.clear()
            until = monotonic() + seconds
            while monotonic() < until and not stop.is_set():
                visitor.chance.choices(work, weights)[0](visitor)
                stop.wait(visitor.chance.uniform(0, 2 * pause))
        except BaseException as error:
            failed.append(error)
            stop.set()
            all_in.abort()
            raise

    threads = [threading.Thread(target=live, args=(each,), daemon=True) for each in visitors]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    if failed:
        raise failed[0]
    return [answer for each in visitors for answer in each.answers]


def tabulate(answers: Sequence[Answer]) -> list[str]:
    """By action: how many, the median, the 95th percentile and the longest, in milliseconds, and the statuses."""
    lines = [f"{'action':<10}{'answers':>9}{'p50 ms':>9}{'p95 ms':>9}{'max ms':>9}  statuses"]
    for action in [*dict.fromkeys(each.action for each in answers), "all"]:
        of_it = [each for each in answers if action in (each.action, "all")]
        middle, most = find_percentiles([each.seconds for each in of_it])
        longest = max(each.seconds for each in of_it)
        counted = Counter(each.status for each in of_it)
        statuses = " ".join(f"{status}:{count}" for status, count in sorted(counted.items()))
        lines.append(
            f"{action:<10}{len(of_it):>9}{middle * 1000:>9.0f}{most * 1000:>9.0f}{longest * 1000:>9.0f}  {statuses}"
        )
    return lines


def find_percentiles(seconds: Sequence[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    cuts = quantiles(seconds, n=20) if len(seconds) > 1 else [*seconds] * 19
    return cuts[9], cuts[18]


def list_failed(answers: Sequence[Answer]) -> list[Answer]:
    """Answers of 5xx, and requests that nobody answered."""
    return [each for each in answers if each.status >= 500 or each.status == 0]
