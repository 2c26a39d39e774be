"""Thousands of hostile queries, bodies and files, sent to every address of a served site."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import quote

from django.db import connections
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator

from fault_cases import hostile_words, invariants
from fault_cases.filling import GAME, read_tokens
from fault_cases.serving import Answer, Door, count_answer, served, sign_in
from fault_cases.sites import POSTGRESQL
from fault_cases.trials import Trial
from vsdb.exchange.card_files import uploads
from vsdb.exchange.card_files.models import Import
from vsdb.exchange.card_files.sources import READERS

Send = Callable[[Door, Random], tuple[str, Answer]]
#: Addresses that end the session, the account or the second factor of whoever asks; and the one that answers 503 for
#: whatever an operator should look at.
_ENDING = re.compile(r"readyz|logout|account/delete|sessions/|two-factor|password|email|tokens/")
_CONVERTER = re.compile(r"<(?:(\w+):)?(\w+)>")
_PARAMETERS = (
    *("q", "page", "page_size", "on", "from", "to", "format", "formats", "game", "as_of", "view", "columns", "sort"),
    *(
        "deck",
        "list",
        "code",
        "dates",
        "cursor",
        "seed",
        "draw",
        "printing",
        "edition",
        "a",
        "b",
        "next",
        "kind",
        "set",
    ),
    *("file", "title", "fingerprint", "ban", "out", "in", "brand", "first", "legal", "erratum", "card", "url", "slug"),
)
_FORMS = (
    *("/check/", "/check/team/", "/check/life/", "/check/repair/", "/decks/new/", "/decks/import/", "/report/"),
    *("/decks/preview-text/", "/collection/change/", "/collection/import/", "/collection/lacks/", "/following/add/"),
    *(
        "/formats/own/",
        "/decks/folders/",
        "/decks/mine/selected/",
        "/decks/{deck}/edit/change/",
        "/decks/{deck}/share/",
    ),
    *("/decks/{deck}/describe/", "/decks/{deck}/comments/", "/decks/{deck}/file/", "/decks/{deck}/repair/apply/"),
)
_WORDS_OF_FORMS = (
    *_PARAMETERS,
    "text",
    "name",
    "notes",
    "keep",
    "add",
    "count",
    "mode",
    "tags",
    "visibility",
    "comment",
)
_UPLOADS = (
    "/admin/importing/import/add/",
    "/collection/import/",
    "/formats/own/import/",
    "/decks/import/",
    "/check/",
)
_LONGEST_PATH = 7_000
_IMPORTS_END_WITHIN_SECONDS = 120


def send_queries(trial: Trial) -> None:
    """Queries: hostile parameters and parts of the path, at every page and every address of the API."""
    pages, schema = list(_list_pages()), _list_operations("get")
    _send(trial, lambda door, chance: _ask_page(door, chance, pages, schema))


def send_bodies(trial: Trial) -> None:
    """Bodies: mangled JSON at every address of the API that takes one, and forms with wrong fields."""
    operations = [each for method in ("post", "put", "patch") for each in _list_operations(method)]
    _send(trial, lambda door, chance: _send_body(door, chance, operations))


def send_uploads(trial: Trial) -> None:
    """Files: bombs, broken tables, wrong kinds; what is imported of them is tried and ends."""
    _send(trial, _send_file)


def _send(trial: Trial, send: Send) -> None:
    """Send by as many at once as the site has processes; then look whether the site is what it was."""
    workers = 2 if trial.site.kind == POSTGRESQL else 1
    before = invariants.digest_reference()
    cookie, token = sign_in("ann"), read_tokens(trial.site.folder)["ann"]
    connections.close_all()
    with served(trial.site, workers) as stranger:
        door = replace(stranger, cookie=cookie, token=token)

        def one(number: int) -> None:
            what, answer = send(door, Random(f"{trial.outcome.name} {number} {seed}"))  # noqa: S311
            count_answer(trial.outcome, what, answer)

        seed = trial.chance.random()
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(one, range(trial.tries)))
        _wait_for_imports(trial)
        for path in ("/", "/api/v1/games", "/decks/"):
            count_answer(trial.outcome, f"afterwards {path}", door.ask("GET", path))
    if invariants.digest_reference() != before:
        trial.outcome.add_fault("half done", "the reference is another than before")
    for said in (*invariants.find_broken_versions(), *invariants.find_doubled_changes()):
        trial.outcome.add_fault("half done", said)


def _wait_for_imports(trial: Trial) -> None:
    """What was uploaded comes to its end; a process that died doing so has lost it."""
    end = time.monotonic() + _IMPORTS_END_WITHIN_SECONDS
    open_states = (Import.State.WAITING, Import.State.RUNNING)
    while records := list(Import.objects.filter(state__in=open_states)):
        dead = [each for each in records if uploads.get_import_state(each) == uploads.DIED]
        if dead:
            trial.outcome.add_fault("lost", f"{len(dead)} imports died, such as {dead[0].file_name[:60]!r}")
            return
        if time.monotonic() > end:
            trial.outcome.add_fault("hanging", f"{len(records)} imports don't end")
            return
        time.sleep(0.5)


def _list_pages(patterns: Sequence[Any] | None = None, before: str = "/") -> Iterator[str]:
    """Every address of the site as Django writes it, but for those of the API and those that end something."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        path = before + str(each.pattern).lstrip("^").replace("\\Z", "").rstrip("$")
        if isinstance(each, URLResolver):
            yield from _list_pages(each.url_patterns, path)
        elif isinstance(each, URLPattern) and not path.startswith("/api/v1") and not _ENDING.search(path):
            yield path


def _list_operations(method: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation of the API with that method: its address, and its parameters or fields with examples."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    shapes, found = schema["components"]["schemas"], []
    for path, operations in schema["paths"].items():
        if method not in operations:
            continue
        operation = operations[method]
        names = {each["name"]: "1" for each in operation.get("parameters", []) if each["in"] == "query"}
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        name = str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]
        fields = {key: _make_example(key, each) for key, each in shapes.get(name, {}).get("properties", {}).items()}
        found.append((method.upper(), path, fields or names))
    return found


def _make_example(name: str, shape: dict[str, Any]) -> Any:
    known = {"deck": "4 Savage Beatdown", "game": GAME, "formats": ["golden-age"], "format": "golden-age", "edition": 1}
    kind = shape.get("type", "string")
    kind = kind[0] if isinstance(kind, list) else kind
    values = {"integer": 1, "number": 1, "boolean": True, "array": [], "object": {}}
    return known.get(name, values.get(kind, "2007-04-15" if shape.get("format") == "date" else "word"))


def _fill(path: str, chance: Random) -> str:
    """A path with values in its places: right ones, that lead on, or hostile ones."""

    def put(found: re.Match[str]) -> str:
        kind, name = (found[1], found[2]) if found.re is _CONVERTER else ("", found[1])
        if chance.random() < 0.3:
            return (
                hostile_words.make_encoded(chance) if chance.random() < 0.4 else _quote(hostile_words.make_word(chance))
            )
        if kind == "int" or name in ("id", "pk", "number", "comment"):
            return str(chance.choice((1, 1, 2, 3, 10**10, 2**31, 2**63, 10**40)))
        known = {"game": GAME, "layout": "text", "kind": "cards", "code": "MOR", "document": "cr-2.7", "rule": "101.2"}
        return known.get(name) or chance.choice(("a-child-named-valeria", "golden-age", "avengers", "x" * 200))

    filled = _CONVERTER.sub(put, path)
    return re.sub(r"\{(\w+)\}", put, filled)


def _quote(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def _ask_page(
    door: Door, chance: Random, pages: Sequence[str], schema: Sequence[tuple[str, str, dict[str, Any]]]
) -> tuple[str, Answer]:
    if chance.random() < 0.5:
        path, names = chance.choice(pages), list(_PARAMETERS)
        if chance.random() < 0.3:
            path, names = chance.choice(("/cards/", f"/cards/{GAME}/", "/decks/", "/rules/", "/jump/")), ["q"]
    else:
        _, path, fields = chance.choice(schema)
        names = [*fields] or ["q"]
    query = "&".join(
        f"{name}={_make_parameter(name, chance)}"
        for name in chance.choices(names, k=chance.randint(1, min(4, len(names))))
    )
    path = f"{_fill(path, chance)}?{query}"[:_LONGEST_PATH]
    return f"GET {path[:160]}", door.ask(chance.choice(("GET", "GET", "GET", "HEAD")), path)


def _make_parameter(name: str, chance: Random) -> str:
    if name == "q" and chance.random() < 0.7:
        return _quote(hostile_words.make_query(chance))
    if chance.random() < 0.15:
        return hostile_words.make_encoded(chance)
    known = {"game": GAME, "format": f"{GAME}/golden-age", "deck": "4%20Savage%20Beatdown", "on": "2007-04-15"}
    return known[name] if name in known and chance.random() < 0.5 else _quote(hostile_words.make_word(chance))


def _send_body(door: Door, chance: Random, operations: Sequence[tuple[str, str, dict[str, Any]]]) -> tuple[str, Answer]:
    if chance.random() < 0.25:
        return _send_form(door, chance)
    method, path, fields = chance.choice(operations)
    path = _fill(path, chance)
    body = hostile_words.make_body(chance, fields)
    kinds = ("application/json", "application/json; charset=utf-16", "text/plain", "application/x-www-form-urlencoded")
    kind = kinds[0] if chance.random() < 0.9 else chance.choice(kinds)
    headers = {"Content-Encoding": "gzip"} if chance.random() < 0.02 else {}
    return f"{method} {path[:80]} {body[:120]!r}", door.ask(method, path, body, kind, headers)


def _send_form(door: Door, chance: Random) -> tuple[str, Answer]:
    path = chance.choice(_FORMS).replace("{deck}", str(chance.choice((1, 2, 3, 10**20))))
    names = chance.choices(_WORDS_OF_FORMS, k=chance.randint(1, 6))
    body = "&".join(f"{name}={_make_parameter(name, chance)}" for name in names).encode()
    if chance.random() < 0.1:
        body += b"&a=" * 5_000
    return f"POST {path} {body[:120]!r}", door.ask("POST", path, body, "application/x-www-form-urlencoded")


def _send_file(door: Door, chance: Random) -> tuple[str, Answer]:
    path = chance.choice(_UPLOADS)
    name, content = hostile_words.make_file(chance)
    words = {
        "source": chance.choice((*READERS, "none")),
        "game": chance.choice((GAME, "", "none")),
        "name": "A",
        "slug": "a",
    }
    if chance.random() < 0.1:
        words["source"] = hostile_words.make_word(chance)
    body = _make_multipart(words, name, content)
    if chance.random() < 0.05:
        body = body[: chance.randrange(len(body))]
    said = f"POST {path} {name[:40]!r} {words['source'][:20]!r} {len(content):,} bytes {content[:60]!r}"
    return said, door.ask("POST", path, body, "multipart/form-data; boundary=vsdbfaults")


def _make_multipart(words: dict[str, str], name: str, content: bytes) -> bytes:
    parts = [
        f'--vsdbfaults\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode("utf-8", "replace")
        for key, value in words.items()
    ]
    head = f'--vsdbfaults\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
    kind = "Content-Type: application/octet-stream\r\n\r\n"
    return b"".join(parts) + (head + kind).encode("utf-8", "replace") + content + b"\r\n--vsdbfaults--\r\n"
