"""`/operations/refresh/`: staff that may import previews, takes and undoes a newer list."""

from __future__ import annotations

import html
import json
import re
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags
from pytest_django import Settings

from tests.conftest import ROOT
from tests.exchange.riftbound_files import article, erratum
from tests.operations.test_refresh_reference import DECK
from vsdb.catalog.cards.models import Card
from vsdb.decks.models import Deck
from vsdb.operations.refreshing import writing

pytestmark = pytest.mark.django_db
ADDRESS = "/operations/refresh/"
ERRATA = json.dumps([article(erratum("Cleave", "Zyxhop.", "Zyxsit."))]).encode()
NEW = {
    "publicCode": "RAD-011/167",
    "name": "Test Raider",
    "domains": ["Fury"],
    "rarity": "Rare",
    "cardTypes": ["Unit"],
    "superTypes": [],
    "tags": ["Noxus"],
    "energy": "3",
    "might": "4",
    "power": "",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the fixtures, which the page writes."""
    copy = Path(shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures", ignore=shutil.ignore_patterns(".*")))
    monkeypatch.setattr(writing, "get_fixtures_folder", lambda: copy)
    return copy


def sign_in(*permissions: str) -> Client:
    """A client of staff with these permissions."""
    user = User.objects.create_user("keeper", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


def upload(client: Client, *cards: dict[str, Any], name: str = "gallery.json", **more: str) -> Any:
    content = json.dumps({"updatedAt": "2026-12-01", "cards": cards}).encode()
    return client.post(ADDRESS, {"step": "preview", "file": SimpleUploadedFile(name, content), **more})


def sealed_in(page: str) -> str:
    found = re.search(r'name="sealed" value="([^"]+)"', page)
    assert found
    return html.unescape(found[1])


def test_is_for_staff_that_may_import_alone(folder: Path, client: Client) -> None:
    assert client.get(ADDRESS).status_code == client.post(ADDRESS, {"step": "undo"}).status_code == 404
    other = sign_in("view_import")
    assert other.get(ADDRESS).status_code == other.post(ADDRESS, {"step": "undo"}).status_code == 404


def test_asks_staff_for_a_second_factor(folder: Path, settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = True
    client = sign_in("add_import")
    assert client.get(ADDRESS).status_code == client.post(ADDRESS, {"step": "undo"}).status_code == 403


def test_is_linked_for_whoever_may_use_it(folder: Path) -> None:
    client = sign_in("add_import")
    assert f'href="{ADDRESS}"' in client.get("/operations/").content.decode()
    assert client.get(ADDRESS).status_code == 200
    assert client.put(ADDRESS).status_code == 405


def test_previews_takes_and_undoes(folder: Path) -> None:
    client, path = sign_in("add_import"), folder / "riftbound" / "cards.csv"
    before = path.read_bytes()
    page = upload(client, NEW).content.decode()
    assert "RAD-011 Test Raider" in page
    assert re.search(r"All \d+ formats: ", page)
    assert path.read_bytes() == before
    assert "Undo the last refresh" not in page

    sealed = sealed_in(page)
    assert client.post(ADDRESS, {"step": "take", "sealed": sealed}).status_code == 302
    assert Card.objects.filter(name="Test Raider").exists()
    page = client.get(ADDRESS).content.decode()
    assert "gallery.json of 1 December 2026 is taken. Now import the texts." in page
    assert "Undo the last refresh" in page
    assert "Nothing to take." in upload(client, NEW).content.decode()
    again = client.post(ADDRESS, {"step": "take", "sealed": sealed})
    assert (again.status_code, ">The fixtures have changed since" in again.content.decode()) == (400, True)

    assert client.post(ADDRESS, {"step": "undo"}).status_code == 302
    assert path.read_bytes() == before
    assert not Card.objects.filter(name="Test Raider").exists()


def test_takes_several_lists_at_once(folder: Path) -> None:
    client = sign_in("add_import")
    gallery = json.dumps({"updatedAt": "2026-12-01", "cards": [NEW | {"publicCode": "NEX-001/170"}]})
    ban = {"card": "Test Raider", "from_earliest": "2026-12-10", "from_latest": "2026-12-10", "formats": ["standard"]}
    texts = {
        "gallery.json": gallery,
        "sets.csv": "code,name,released\nNEX,Next,2026-12-04\n",
        "bans.json": json.dumps([ban]),
    }
    files = [SimpleUploadedFile(name, text.encode()) for name, text in texts.items()]
    page = client.post(ADDRESS, {"step": "preview", "file": files}).content.decode()
    for said in ("NEX Next, released 2026-12-04", "NEX-001 Test Raider", "Test Raider from 2026-12-10 in standard"):
        assert said in page
    assert client.post(ADDRESS, {"step": "take", "sealed": sealed_in(page)}).status_code == 302
    assert Card.objects.get(name="Test Raider").printings.get().card_set.code == "NEX"
    assert (
        "gallery.json, sets.csv, bans.json of 1 December 2026 are taken. Now import the texts."
        in client.get(ADDRESS).content.decode()
    )
    assert client.post(ADDRESS, {"step": "undo"}).status_code == 302
    assert not Card.objects.filter(name="Test Raider").exists()


def test_asks_for_the_date_of_a_list_that_does_not_state_it(folder: Path) -> None:
    file = SimpleUploadedFile("sets.csv", b"code,name,released\nNEX,Next,2026-12-04\n")
    answer = sign_in("add_import").post(ADDRESS, {"step": "preview", "file": file})
    assert (answer.status_code, "fill it in" in answer.content.decode()) == (400, True)


def test_takes_nothing_else_than_what_was_previewed(folder: Path) -> None:
    client, path = sign_in("add_import"), folder / "riftbound" / "cards.csv"
    sealed = sealed_in(upload(client, NEW).content.decode())
    before = path.read_bytes()
    answer = client.post(ADDRESS, {"step": "take", "sealed": f"x{sealed}"})
    assert (answer.status_code, ">The preview is damaged" in answer.content.decode()) == (400, True)
    path.write_bytes(before.replace(b"Blazing Scorcher", b"Blazing Scorcher II"))
    changed = path.read_bytes()
    answer = client.post(ADDRESS, {"step": "take", "sealed": sealed})
    assert (answer.status_code, ">The fixtures have changed since" in answer.content.decode()) == (400, True)
    assert path.read_bytes() == changed
    assert not Card.objects.filter(name="Test Raider").exists()


def test_names_no_private_deck_of_others(folder: Path) -> None:
    author = User.objects.create_user("ann")
    for title, visibility in (("Hidden thing", "private"), ("Open thing", "public")):
        Deck.objects.create(
            game_id="riftbound", owner=author, title=title, text=DECK, format="standard", as_of=date(2026, 12, 1),
            edition=1, visibility=visibility, published=timezone.now() if visibility == "public" else None,
        )  # fmt: skip
    page = " ".join(strip_tags(upload(sign_in("add_import"), NEW).content.decode()).split())
    assert "2 of 2 stored decks change" in page
    assert ("Open thing" in page, "Hidden thing" in page) == (True, False)


def test_a_list_may_be_larger_than_other_forms_and_asks_for_the_token_of_the_form(
    folder: Path, settings: Settings
) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2_000
    client = sign_in("add_import")
    assert upload(client, NEW | {"name": "Test Raider", "note": "x" * 3_000}).status_code in (200, 400)
    assert "RAD-011 Test Raider" in upload(client, NEW, {**NEW, "publicCode": "RAD-022/167"}).content.decode()
    settings.IMPORT_MAX_BYTES = 100
    refused = upload(client, NEW)
    assert (refused.status_code, "too large; at most 100 bytes" in refused.content.decode()) == (400, True)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="keeper"))
    assert strict.post(ADDRESS, {"step": "undo"}).status_code == 403


def test_says_why_a_file_cannot_be_used(folder: Path) -> None:
    client = sign_in("add_import")
    for answer, said in (
        (client.post(ADDRESS, {"step": "preview"}), "Choose a file"),
        (client.post(ADDRESS, {"step": "undo"}), ">There is no refresh to undo."),
        (upload(client, NEW | {"might": "many"}), "is not a number (might)"),
        (upload(client, NEW, day="2026-02-30"), "2026-02-30"),
        (
            client.post(ADDRESS, {"step": "preview", "file": SimpleUploadedFile("gallery.json", b"\xff\xfe{")}),
            ">Not UTF-8 text",
        ),
        (
            client.post(ADDRESS, {"step": "preview", "file": SimpleUploadedFile("g.json", b"")}),
            ">g.json: the file is empty.",
        ),
        (
            client.post(ADDRESS, {"step": "preview", "file": SimpleUploadedFile("x.txt", b"hello there")}),
            ">x.txt: this is no list of cards, sets, regional days or bans",
        ),
        (
            client.post(ADDRESS, {"step": "preview", "file": SimpleUploadedFile("e.json", ERRATA)}),
            "this is a list of errata articles; texts are imported with import_cards",
        ),
    ):
        page = html.unescape(answer.content.decode())
        assert (answer.status_code, said in page) == (400, True), said
