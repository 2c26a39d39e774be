"""The served site passes the suite: every case at every level, over HTTP."""

from __future__ import annotations

import pytest
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from vsdb_conformance.__main__ import main

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    settings.API_RATE = ""
    settings.API_CHECK_RATE = ""


def test_the_site_passes_every_case(loaded_live_server: LiveServer, capsys: pytest.CaptureFixture[str]) -> None:
    status = main([loaded_live_server.url, "--quiet"])

    said = capsys.readouterr()
    assert status == 0, f"{said.out}\n{said.err}"


def test_the_site_keeps_its_own_limits_and_the_runner_waits(
    loaded_live_server: LiveServer, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.API_CHECK_RATE = "1/second"

    status = main([loaded_live_server.url, "--kind", "verdicts", "--game", "vs-2pcg"])

    said = capsys.readouterr()
    assert status == 0, f"{said.out}\n{said.err}"
    assert "waiting 1 s for the limit" in said.err


@pytest.mark.full
def test_the_site_keeps_the_laws(loaded_live_server: LiveServer, capsys: pytest.CaptureFixture[str]) -> None:
    status = main([loaded_live_server.url, "--quiet", "--laws", "--kind", "verdicts"])

    said = capsys.readouterr()
    assert status == 0, f"{said.out}\n{said.err}"
