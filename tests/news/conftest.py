"""People, the fixtures of the project as files that a test may change, and loads of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.commands import run
from tests.conftest import ROOT
from tests.decks.stored import person
from vsdb.news import recording

Add = Callable[[str, str], None]


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.fixture
def bob() -> tuple[User, Client]:
    return person("bob")


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    """A copy of the fixtures, which are what is loaded."""
    folder = tmp_path / "facts"
    shutil.copytree(ROOT / "fixtures", folder)
    recording.record()
    return folder


@pytest.fixture
def load(facts: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Callable[[], None]:
    """Load the copy by the command, with all that follows once it is stored."""

    def load_them() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            status, _, problem = run("load_reference", "--folder", str(facts))
        assert status == 0, problem

    return load_them


@pytest.fixture
def add(facts: Path) -> Add:
    """Add a row to a file of the copy."""

    def add_row(file: str, row: str) -> None:
        with (facts / file).open("a", encoding="utf-8") as held:
            held.write(f"{row}\n")

    return add_row
