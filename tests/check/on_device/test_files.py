"""The files of the offline engine: what is in them, and that each address stands for one content."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine.model.cards import GAMES
from vsdb.catalog.cards import selectors
from vsdb.check.on_device import files
from vsdb.check.on_device.views import WORKER_POLICY

VENDORED = Path(settings.BASE_DIR) / "static" / "vendor"
MANIFEST = "/engine/manifest.json"


def read_vendored(name: str) -> bytes:
    """The content of a file of Pyodide."""
    content: bytes = brotli.decompress((VENDORED / "pyodide" / f"{name}.br").read_bytes())
    return content


def is_in_python(module: str) -> bool:
    """Whether a module is one of Python's library that is written in Python: of those in C Pyodide is made."""
    spec = find_spec(module) if module.partition(".")[0] in sys.stdlib_module_names else None
    return bool(spec and spec.origin and spec.origin.endswith(".py"))


def list_imports(sources: Iterator[str]) -> set[str]:
    """The modules that sources import, wherever in them."""
    found: set[str] = set()
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                found.update(each.name for each in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                found.add(node.module)
    return found


class TestPyodide:
    def test_is_what_the_table_says(self) -> None:
        rows = re.findall(r"^\| `([\w.]+)` \| ([\d,]+) \| ([\d,]+) \| `(\w{64})` \|", table(), flags=re.MULTILINE)
        held = sorted(path.name.removesuffix(".br") for path in (VENDORED / "pyodide").glob("*.br"))
        assert sorted(name for name, *_ in rows) == held
        for name, size, packed, digest in rows:
            content = read_vendored(name)
            assert (f"{len(content):,}", hashlib.sha256(content).hexdigest()) == (size, digest), name
            assert f"{(VENDORED / 'pyodide' / f'{name}.br').stat().st_size:,}" == packed

    def test_has_the_version_that_is_told(self) -> None:
        assert f'="{files.PYODIDE}"'.encode() in read_vendored("pyodide.js")
        assert files.PYODIDE in table()

    def test_has_every_module_of_pythons_library_that_the_engine_imports(self) -> None:
        with zipfile.ZipFile(io.BytesIO(files.zip_code())) as code:
            imported = list_imports(code.read(name).decode() for name in code.namelist())
        with zipfile.ZipFile(io.BytesIO(read_vendored("python_stdlib.zip"))) as kept:
            there = {re.sub(r"(/__init__)?\.py$", "", name).replace("/", ".") for name in kept.namelist()}
        # Which Python 3.13 makes of `_collections_abc` without a file of its own.
        missing = [name for name in imported - {"collections.abc"} if is_in_python(name) and name not in there]
        assert missing == []


def table() -> str:
    """What is told of the libraries' files."""
    return (VENDORED / "README.md").read_text(encoding="utf-8")


class TestCode:
    def test_is_the_engine_and_rapidfuzz_in_python(self) -> None:
        with zipfile.ZipFile(io.BytesIO(files.zip_code())) as code:
            names = set(code.namelist())
        assert {"engine/on_device.py", "rapidfuzz/fuzz_py.py", "rapidfuzz/process_py.py"} <= names
        assert {name.partition("/")[0] for name in names} == {"engine", "rapidfuzz"}
        assert [name for name in names if not name.endswith(".py")] == []

    def test_is_the_same_bytes_each_time(self) -> None:
        assert files.zip_code() == files.zip_code()


@pytest.mark.django_db
class TestManifest:
    def test_tells_digest_and_size_of_what_each_address_gives(self, client: Client) -> None:
        told = client.get(MANIFEST).json()
        assert [each["name"] for each in told["files"]] == [
            "worker.js",
            "pyodide.asm.wasm",
            "python_stdlib.zip",
            "engine.zip",
            "facts-vs-classic.json",
            "facts-vs-2pcg.json",
            "facts-riftbound.json",
        ]
        for each in told["files"]:
            plain, packed = client.get(each["address"]), client.get(each["address"], headers={"Accept-Encoding": "br"})
            assert hashlib.sha256(plain.content).hexdigest() == each["sha256"], each["name"]
            assert len(plain.content) == each["bytes"]
            assert packed.headers["Content-Encoding"] == "br"
            assert (len(packed.content), brotli.decompress(packed.content)) == (each["fetched"], plain.content)
        assert told["fetched"] == sum(each["fetched"] for each in told["files"]) < 4 * 1024 * 1024

    def test_has_the_facts_as_the_engine_reads_them(self, client: Client) -> None:
        (address,) = (each["address"] for each in client.get(MANIFEST).json()["files"] if "2pcg" in each["name"])
        facts = json.loads(client.get(address).content)
        assert facts["data_version"] == selectors.get_data_version("vs-2pcg")
        assert facts["cards"] == json.loads(json.dumps(selectors.list_reference_rows("vs-2pcg")["cards"]))

    def test_reads_no_facts_again(self, client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        client.get(MANIFEST)
        with django_assert_num_queries(1):
            client.get(MANIFEST)


@pytest.mark.django_db
def test_facts_that_change_while_they_are_packed_are_not_given_under_the_version_before(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    files._pack_facts.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(selectors, "map_stored_versions", lambda: dict.fromkeys(GAMES, "newer"))
        assert client.get(MANIFEST).status_code == 404
    assert client.get(MANIFEST).status_code == 200


@pytest.mark.django_db
class TestAddresses:
    def find(self, client: Client, name: str) -> str:
        """The address of a file."""
        found: str
        (found,) = (each["address"] for each in client.get(MANIFEST).json()["files"] if each["name"] == name)
        return found

    def test_are_kept_for_good(self, client: Client) -> None:
        answer = client.get(self.find(client, "engine.zip"))
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"

    @pytest.mark.parametrize("asked", ["gzip", "br;q=0", "deflate, br; q=0.0", "brr"])
    def test_give_what_whoever_asks_can_unpack(self, client: Client, asked: str) -> None:
        answer = client.get(self.find(client, "worker.js"), headers={"Accept-Encoding": asked})
        assert answer.headers.get("Content-Encoding") != "br"

    def test_of_another_content_or_name_lead_nowhere(self, client: Client) -> None:
        address = self.find(client, "engine.zip")
        for other in (address.replace("engine.zip", "worker.js"), "/engine/0123456789abcdef/engine.zip"):
            assert client.get(other).status_code == 404

    def test_of_the_worker_alone_may_compile_webassembly_and_nothing_else(self, client: Client) -> None:
        """No page and no other file has `wasm-unsafe-eval`; the worker asks nobody for anything."""
        policies = {
            each["name"]: client.get(each["address"]).headers["Content-Security-Policy"]
            for each in client.get(MANIFEST).json()["files"]
        }
        assert policies.pop("worker.js") == WORKER_POLICY == "default-src 'none'; script-src 'wasm-unsafe-eval'"
        pages = {page: client.get(page).headers["Content-Security-Policy"] for page in ("/", "/check/", MANIFEST)}
        for place, policy in {**policies, **pages}.items():
            assert "wasm-unsafe-eval" not in policy, place
            assert "script-src 'self';" in policy, place

    def test_are_asked_for_by_no_page_but_that_of_checks(self, client: Client) -> None:
        assert b"js/engine.js" in client.get("/check/").content
        for page in ("/", "/cards/vs-classic/", "/formats/", "/decks/new/"):
            assert b"engine" not in b"".join(re.findall(rb"<script[^>]*>", client.get(page).content)), page
