"""What holds for the project as a whole: what people are told works, and what must not be in it isn't."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.run_tests import list_rest_files
from tests.conftest import REST_FILES

ROOT = Path(__file__).resolve().parents[1]


def tracked_files() -> list[Path]:
    """Every file that a clone has."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def python(code: str, *options: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """A Python process of its own."""
    return subprocess.run(
        [sys.executable, *options, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **environment},
    )


def code_blocks(document: str, language: str) -> list[str]:
    """The code blocks of a document in one language."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


class TestEngineAlone:
    def test_runs_where_nothing_of_the_site_can_be_imported(self) -> None:
        """The whole engine is imported and judges a deck while Django and the site are out of reach."""
        ran = python(ENGINE_ALONE)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.split() == ["legal", "illegal"]

    def test_reads_no_clock_no_file_and_no_chance(self) -> None:
        """The banned words stand in no module of it."""
        banned = re.compile(
            r"\b(import (random|os|time|pathlib)\b|from (random|os|time|pathlib)\b|open\(|\.today\(|\.now\()"
        )
        found = [
            f"{path.relative_to(ROOT)}: {line}"
            for path in (ROOT / "engine").rglob("*.py")
            for line in path.read_text(encoding="utf-8").splitlines()
            if banned.search(line)
        ]
        assert found == []


ENGINE_ALONE = """
import importlib, pkgutil, sys
from datetime import date

class NotHere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"django", "vsdb", "rest_framework", "celery", "yaml", "psycopg"}:
            raise ImportError(f"{name} is out of reach here")

sys.meta_path.insert(0, NotHere())
import engine
for module in pkgutil.walk_packages(engine.__path__, "engine."):
    importlib.import_module(module.name)

from engine import build_reference, check_deck, read_deck

drone = {"slug": "drone", "name": "Drone", "title": "Drone, Army", "copy_key": "drone", "type": "Character",
         "versions": ["Army"], "printings": [["SET", "001", None]]}
one = {"code": "SET", "name": "One", "released_earliest": "2004-01-01", "released_latest": "2004-01-01",
       "legal_from": "2004-01-01", "kind": "expansion"}
every = {"slug": "every", "name": "Every", "construction": {"deck_min": 60, "copies": 4}}
known = build_reference("vs-classic", cards=[drone], sets=[one], formats=[every], bans=[])
for size in (60, 59):
    deck = read_deck(f"{size} Drone, Army", known.catalog, date(2009, 1, 1))
    print(check_deck(deck, known.formats["every"], date(2009, 1, 1)).outcome)
"""


class TestDocuments:
    def test_the_first_example_of_the_engine_runs(self) -> None:
        first = code_blocks("docs/engine.md", "python")[0]
        assert len([line for line in first.splitlines() if line and " import " not in line]) <= 10
        ran = python(first)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.startswith("legal ")

    def test_the_second_example_of_the_engine_runs_on_a_dump(self, tmp_path: Path) -> None:
        dump = (
            "import json; from pathlib import Path; from vsdb.catalog.cards.reading.folder import read_game;"
            "rows = read_game(Path('fixtures/vs-classic'), 'vs-classic');"
            "names = ('cards', 'sets', 'formats', 'bans');"
            "lists = {n: getattr(rows, n) for n in names};"
            "print(json.dumps({'game': 'vs-classic', 'data_version': '1', **lists, 'readings': []}))"
        )
        (tmp_path / "vs-classic.json").write_text(python(dump).stdout, encoding="utf-8")
        second = code_blocks("docs/engine.md", "python")[1] + "\nprint(len(classic.formats) > 5, classic.data_version)"
        ran = python(second, cwd=tmp_path, PYTHONPATH=str(ROOT))
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.split() == ["True", "1"]

    @pytest.mark.parametrize(
        "document",
        [
            "README.md",
            "CONTRIBUTING.md",
            "docs/architecture.md",
            "docs/engine.md",
            "docs/data.md",
            "docs/operating.md",
            "docs/performance.md",
            "docs/running.md",
            "docs/scaling.md",
        ],
    )
    def test_links_lead_somewhere(self, document: str) -> None:
        text = (ROOT / document).read_text(encoding="utf-8")
        places = re.findall(r"\]\((?!https?:)([^)#]+)", text)
        assert [place for place in places if not ((ROOT / document).parent / place).exists()] == []

    def test_every_target_of_make_that_the_readme_names_is_there(self) -> None:
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
        named = set(re.findall(r"make ([a-z]+(?:-[a-z]+)?)\b", (ROOT / "README.md").read_text(encoding="utf-8")))
        assert {"run", "test", "test-all", "help"} <= named <= set(targets)

    def test_a_build_machine_runs_all_parts_of_the_tests(self) -> None:
        ran = re.findall(r"\brun (test[a-z-]*)", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert ran == ["test", "test-rest", "test-long"]

    def test_the_rest_of_the_tests_is_looked_for_in_every_file_that_has_some(
        self, request: pytest.FixtureRequest
    ) -> None:
        """As far as this session has read them."""
        assert request.config.stash[REST_FILES] - {Path(file) for file in list_rest_files(ROOT)} == set()

    def test_every_setting_that_is_read_is_in_the_readme_and_none_else(self) -> None:
        settings = "".join(each.read_text(encoding="utf-8") for each in (ROOT / "vsdb" / "settings").glob("*.py"))
        read = re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", settings)
        told = re.findall(r"^\| `([A-Z_]+)`", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert set(told) == set(read)


class TestRequirements:
    @pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
    def test_are_names_with_exact_versions(self, file: str) -> None:
        lines = [line for line in (ROOT / file).read_text(encoding="utf-8").splitlines() if line[:1] not in ("#", "")]
        pinned = re.compile(r"[A-Za-z0-9._-]+(\[[a-z,]+\])?==[0-9][A-Za-z0-9.]*(; python_full_version < \"[0-9.]+\")?")
        assert [line for line in lines if not pinned.fullmatch(line) and line != "-r requirements.txt"] == []

    @pytest.mark.parametrize("python", ["3.11.2", "3.11.9", "3.12.3", "3.13.5"])
    def test_pin_everything_that_is_installed(self, python: str) -> None:
        """Whatever the pinned packages need is pinned too, so that two installations are alike."""
        from importlib.metadata import distribution

        from packaging.requirements import Requirement

        there = {"python_full_version": python, "python_version": python.rpartition(".")[0], "extra": ""}
        text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
        lines = [Requirement(line) for line in text.splitlines() if line[:1] not in ("#", "")]
        pinned = {normal(each.name) for each in lines if not each.marker or each.marker.evaluate(there)}
        needs = [
            Requirement(need)
            for name in pinned
            if name != "async-timeout"  # which this Python need not have
            for need in distribution(name).requires or ()
        ]
        needed = {normal(each.name) for each in needs if not each.marker or each.marker.evaluate(there)}
        assert needed - pinned == set()


def normal(name: str) -> str:
    """A package's name in the one spelling that counts."""
    return re.sub(r"[-_.]+", "-", name).lower()


class TestWhatMustNotBeInIt:
    def test_no_host_of_a_package_registry_is_named(self) -> None:
        hosts = re.compile(
            "https?://[^ \"']*(" + "|".join(("regis" + "try", "py" + "pi", "python" + "hosted", "npm" + "js")) + ")"
        )
        assert files_with(hosts) == []

    def test_no_path_of_a_machine_is_named(self) -> None:
        assert files_with(re.compile(r"(?<![\w.])/(home|root|Users|work)/\w")) == []


def files_with(pattern: re.Pattern[str]) -> list[str]:
    """The tracked text files in which a pattern is found, with the place."""
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {each.group(0)}" for each in pattern.finditer(text)]
    return found


class TestSameInputSameBytes:
    def test_in_every_process_whatever_the_order_of_its_hashes(self) -> None:
        code = code_blocks("docs/engine.md", "python")[0] + "\nimport json; print(json.dumps(verdict.as_dict()))"
        printed = {python(code, PYTHONHASHSEED=seed).stdout for seed in ("0", "1", "4242")}
        assert len(printed) == 1
        assert '"outcome"' in printed.pop()


class TestProduction:
    @pytest.fixture
    def environment(self) -> dict[str, str]:
        """What production needs beside the defaults."""
        return {
            "DJANGO_DEBUG": "0",
            "DJANGO_SECRET_KEY": "a-key-of-the-test-"
            + "".join(chr(97 + place % 26) for place in range(60))
            + "-0123456789",
            "DJANGO_ALLOWED_HOSTS": "vsdb.example",
            # The check asks for both, which only an operator can decide.
            "DJANGO_HSTS_SUBDOMAINS": "1",
            "DJANGO_HSTS_PRELOAD": "1",
            "EMAIL_URL": "smtp+tls://vsdb.example:587",
        }

    def test_settings_pass_the_deployment_check_without_a_warning(self, environment: dict[str, str]) -> None:
        ran = subprocess.run(
            [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, **environment},
        )
        assert ran.returncode == 0, ran.stderr
        assert "no issues (0 silenced)" in ran.stdout

    def test_does_not_start_without_a_key_of_its_own(self) -> None:
        ran = python("import vsdb.settings", DJANGO_DEBUG="0", DJANGO_ALLOWED_HOSTS="vsdb.example")
        assert ran.returncode == 1
        assert "DJANGO_SECRET_KEY" in ran.stderr


class TestPortIsFree:
    def test_is_silent_where_the_port_is_free(self) -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            port = door.getsockname()[1]
        assert port_is_free("127.0.0.1", str(port)).returncode == 0

    def test_says_that_a_port_is_taken_and_what_to_do(self) -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            door.listen()
            port = door.getsockname()[1]
            ran = port_is_free("127.0.0.1", str(port))
        assert ran.returncode == 1
        assert f"can't serve 127.0.0.1:{port}" in ran.stderr
        assert f"PORT={port + 1} make run" in ran.stderr

    @pytest.mark.parametrize("port", ["0", "65536", "http", "-1"])
    def test_refuses_what_is_no_port(self, port: str) -> None:
        assert "a number from 1 to 65535" in port_is_free("127.0.0.1", port).stderr


def port_is_free(host: str, port: str) -> subprocess.CompletedProcess[str]:
    """The script that `make run` asks first."""
    return subprocess.run(
        [sys.executable, "scripts/port_is_free.py", host, port], check=False, capture_output=True, text=True, cwd=ROOT
    )
