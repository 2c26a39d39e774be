"""The client that the guide prints works as it stands there, against a running site."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from vsdb.accounts.models import ApiToken
from vsdb.accounts.services import make_token
from vsdb.catalog.cards.models import Card
from vsdb.decks.models import Deck


@pytest.mark.django_db(transaction=True)
def test_a_program_copied_from_the_guide_does_what_the_guide_says(live_server: LiveServer, tmp_path: Path) -> None:
    page = Client().get("/api/guide/").content.decode()
    found = re.search(r'<pre [^>]*id="client-py">(.*?)</pre>', page, re.DOTALL)
    assert found
    program = tmp_path / "client.py"
    program.write_text(html.unescape(found[1]), encoding="utf-8")
    _, secret = make_token(User.objects.create_user("programmer"), name="client", scope=ApiToken.Scope.WRITE)
    done = subprocess.run(
        [sys.executable, str(program), live_server.url, secret],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Savage Beatdown"
    assert re.fullmatch(r"\d+ locations", lines[1])
    assert lines[2] == "500 of 500 decks are legal"
    assert lines[3] == f"{Card.objects.filter(game='riftbound').count()} cards in the bulk file"
    deck = Deck.objects.get()
    assert lines[4] == f"saved at {live_server.url}/decks/{deck.pk}/army/"
    assert lines[5] == "now called Large army"
    assert deck.title == "Large army"


@pytest.mark.skipif(not all(map(shutil.which, ("bash", "curl", "sha256sum", "gunzip"))), reason="needs these programs")
@pytest.mark.django_db(transaction=True)
def test_the_commands_that_download_a_file_get_the_listed_one(live_server: LiveServer, tmp_path: Path) -> None:
    page = Client().get("/api/guide/", headers={"host": live_server.url.removeprefix("http://")}).content.decode()
    found = re.search(r'<pre [^>]*aria-label="Download">(.*?)</pre>', page, re.DOTALL)
    assert found
    commands = html.unescape(found[1])
    done = subprocess.run(
        ["bash", "-c", f"set -eo pipefail\n{commands}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    digest, first = done.stdout.splitlines()
    listed = Client().get("/api/v1/bulk").json()["results"]
    file = next(each for each in listed if (each["game"], each["kind"]) == ("riftbound", "cards"))
    assert digest.split() == [file["sha256"], "riftbound-cards.jsonl.gz"]
    assert json.loads(first)["game"] == "riftbound"
