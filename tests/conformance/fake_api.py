"""A tiny API over HTTP that answers as a test tells it to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from vsdb_conformance.cases import SEARCHES, VERDICTS, load_cases

PREFIX = "/api/v1/"


@dataclass
class Reply:
    """What the API sends: a status, JSON or raw bytes, headers."""

    data: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None


Answering = Callable[[Any], Reply]


@dataclass
class FakeApi:
    """The addresses it has, and what it was asked, in order."""

    addresses: dict[str, Answering]
    asked: list[tuple[str, Any]] = field(default_factory=list)
    url: str = ""


@contextmanager
def serve(addresses: dict[str, Answering]) -> Iterator[FakeApi]:
    """An API that runs until the end of the block."""
    api = FakeApi(addresses)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            self._answer(json.loads(self.rfile.read(length)))

        def do_GET(self) -> None:
            self._answer({name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()})

        def _answer(self, asked: Any) -> None:
            name = urlsplit(self.path).path.removeprefix(PREFIX)
            api.asked.append((name, asked))
            answering = api.addresses.get(name)
            reply = answering(asked) if answering else Reply({"code": "not-found"}, 404)
            body = json.dumps(reply.data).encode() if reply.raw is None else reply.raw
            self.send_response(reply.status)
            for header, value in {"Content-Length": str(len(body)), **reply.headers}.items():
                self.send_header(header, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the library
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        api.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield api
        finally:
            server.shutdown()
            thread.join()


def right_verdict(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The verdict that a case expects, in the shape of an answer."""
    wanted = {name: asked[name] for name in ("deck", "game", "format", "as_of")}
    case = next(each for each in load_cases([VERDICTS]) if each.asked == wanted)
    expected = case.expected
    notes = [{"severity": "info", "code": code, "citation": None} for code in expected.get("notes", ())]
    return {
        "outcome": expected["outcome"],
        "legal": expected["outcome"] == "legal",
        "findings": [*map(_cite_one, expected["findings"]), *notes],
        "checked": [_cite_one(each) for each in expected.get("checked", ())],
    }


def right_check(asked: Mapping[str, Any]) -> Reply:
    """A single check, answered rightly."""
    return Reply({"verdicts": [right_verdict(asked)]})


def right_batch(asked: Mapping[str, Any]) -> Reply:
    """A batch, answered rightly."""
    return Reply({"results": [{"verdicts": [right_verdict(each)], "error": None} for each in asked["decks"]]})


def right_search(asked: Mapping[str, Any]) -> Reply:
    """A search, answered rightly."""
    case = next(each for each in load_cases([SEARCHES]) if each.asked == {"q": asked["q"], "game": asked["game"]})
    expected = case.expected
    titles = expected.get("titles", expected.get("includes", []))
    count = expected.get("count", len(titles))
    rows = [{"title": title} for title in (titles * count if titles else [])][: max(count, len(titles))]
    places = expected.get("places", [[0, 1]] if expected.get("notes") else [])
    notes = [{"message": "A note.", "start": start, "end": end} for start, end in places]
    return Reply({"count": count, "next": None, "results": rows, "notes": notes})


ALL_RIGHT: dict[str, Answering] = {"check": right_check, "check/batch": right_batch, "cards": right_search}


def _cite_one(row: Mapping[str, Any]) -> dict[str, Any]:
    citation = row.get("citation")
    one = citation[0] if isinstance(citation, list) else citation
    return {**row, "citation": {"rule": "1", **one} if one else None}
