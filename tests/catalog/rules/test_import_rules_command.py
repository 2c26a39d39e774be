"""`manage.py import_rules`: its report, its exit status and what it reads."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.catalog.rules.texts_made import NUMBERED, OWN, make_document
from tests.commands import run
from vsdb.catalog.rules.models import Unit
from vsdb.exchange.rule_documents.services import MAX_BYTES

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path: Path) -> str:
    make_document()
    path = tmp_path / "harbor.txt"
    path.write_text(NUMBERED, encoding="utf-8")
    return str(path)


def test_says_what_was_done_and_what_the_document_has_wrong(file: str) -> None:
    status, out, err = run("import_rules", file, "--document", OWN)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "harbor.txt: Harbor Rules (numbered)"
    assert "13 added" in lines[1]
    assert "1 example, 4 heading, 1 paragraph, 7 rule" in lines[3]
    assert "3 resolved, 1 dangling, 2 between" in out
    assert "harbor.txt:9: dangling-reference: " in out


def test_says_that_nothing_changed_the_second_time(file: str) -> None:
    run("import_rules", file, "--document", OWN)
    status, out, _ = run("import_rules", file, "--document", OWN)
    assert status == 0
    assert "Nothing changed" in out
    assert "13 unchanged" in out


def test_a_dry_run_says_so(file: str) -> None:
    status, out, _ = run("import_rules", file, "--document", OWN, "--dry-run")
    assert status == 0
    assert "Dry run: nothing was changed." in out
    assert not Unit.objects.filter(document=OWN).exists()


def test_the_report_as_json(file: str) -> None:
    _, out, _ = run("import_rules", file, "--document", OWN, "--json")
    report = json.loads(out)
    assert report["document"] == {"slug": OWN, "name": "Harbor Rules"}
    assert report["counts"]["units"] == {"added": 13, "changed": 0, "unchanged": 0, "removed": 0}
    assert sum(report["kinds"].values()) == 13
    assert report["references"] == {"resolved": 3, "outside": 0, "dangling": 1, "between": 2}
    assert report["defects"]["codes"] == {"dangling-reference": 1}
    assert report["defects"]["shown"][0]["line"] == 9
    assert report["has_changed"] is True
    assert len(report["digest"]) == 64


def test_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    make_document()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NUMBERED.encode())))
    status, out, _ = run("import_rules", "-", "--document", OWN)
    assert status == 0
    assert out.startswith("standard input: Harbor Rules")


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"Hello.", "layouts"), (b"\xff", "UTF-8"), (b"x" * (MAX_BYTES + 10), f"more than {MAX_BYTES} bytes")],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_name(tmp_path: Path, content: bytes, said: str) -> None:
    make_document()
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    status, out, err = run("import_rules", str(path), "--document", OWN)
    assert (status, out) == (2, "")
    assert said in err
    assert "odd.txt" in err


def test_a_file_that_is_not_there_and_a_document_that_is_not(tmp_path: Path, file: str) -> None:
    assert run("import_rules", str(tmp_path / "none.txt"), "--document", OWN)[0] == 2
    status, _, err = run("import_rules", file, "--document", "cr-3")
    assert status == 2
    assert "cr-2.7" in err


def test_a_file_of_another_edition_is_refused(file: str) -> None:
    status, _, err = run("import_rules", file, "--document", "cr-2.7")
    assert status == 2
    assert "2008-12-22" in err
    assert not Unit.objects.filter(document="cr-2.7").exists()
