"""Manifest, service worker, and what browsers take along."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from PIL import Image
from pytest_django import Settings

from tests.search.worded import a_wording, new_data
from vsdb.accounts.offline_copies import PUBLIC, get_account_digest
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Card
from vsdb.core import code_version
from vsdb.decks import services
from vsdb.decks.services import Snapshot
from vsdb.device.card_packages import build_card_package

pytestmark = pytest.mark.django_db
STATIC = Path(django_settings.BASE_DIR) / "static"


def make_deck(owner: User | None, title: str) -> int:
    viewer = Viewer(owner.pk if owner else None)
    return services.create(viewer, "vs-classic", Snapshot(title=title, text="4 Savage Beatdown\nno such card")).pk


class TestTheManifest:
    def test_names_icons_of_their_stated_size_and_addresses_that_lead_somewhere(self, client: Client) -> None:
        answer = client.get("/manifest.webmanifest")
        assert answer.headers["Content-Type"] == "application/manifest+json"
        told = json.loads(answer.content)
        for icon in told["icons"]:
            with Image.open(STATIC / icon["src"].removeprefix("/static/")) as picture:
                assert f"{picture.width}x{picture.height}" == icon["sizes"]
        assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
        assert told["scope"] == "/"
        for address in (told["start_url"], *(each["url"] for each in told["shortcuts"])):
            assert client.get(address).status_code == 200
        assert [each["name"] for each in told["shortcuts"]] == ["Search cards", "Check a deck", "My decks", "Events"]

    def test_is_linked_and_allowed_on_every_page(self, client: Client) -> None:
        answer = client.get("/rules/")
        assert '<link rel="manifest" href="/manifest.webmanifest">' in answer.content.decode()
        assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]


class TestTheServiceWorker:
    def test_is_for_the_whole_site_and_looked_at_anew_each_time(self, client: Client) -> None:
        answer = client.get("/service-worker.js")
        assert answer.headers["Service-Worker-Allowed"] == "/"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Content-Type"].startswith("text/javascript")
        assert 'data-worker="/service-worker.js"' in client.get("/").content.decode()

    def test_is_another_one_for_other_code(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        before = client.get("/service-worker.js")
        held = {"If-None-Match": before.headers["ETag"]}
        assert client.get("/service-worker.js", headers=held).status_code == 304
        monkeypatch.setattr(code_version, "_once", lambda: "other" * 10)
        after = client.get("/service-worker.js", headers=held)
        assert (after.status_code, after.content != before.content) == (200, True)

    def test_throws_all_away_where_browsers_arent_to_store_anything(self, client: Client, settings: Settings) -> None:
        held = {"If-None-Match": client.get("/service-worker.js").headers["ETag"]}
        settings.OFFLINE_COPIES = False
        assert '"isOn": false' in client.get("/service-worker.js", headers=held).content.decode()
        assert "data-worker" not in client.get("/").content.decode()

    def test_loads_scripts_that_there_are(self, client: Client) -> None:
        [names] = re.findall(r"importScripts\((.*)\)", client.get("/service-worker.js").content.decode())
        scripts = json.loads(f"[{names}]")
        assert [(STATIC / name.removeprefix("/static/")).is_file() for name in scripts] == [True, True]


class TestCards:
    def test_come_compressed_and_once_for_each_data_version_and_day(self, client: Client) -> None:
        answer = client.get("/device/cards/vs-classic.json", headers={"Accept-Encoding": "gzip"})
        assert answer.headers["Content-Encoding"] == "gzip"
        assert len(answer.content) < 100_000
        held = {"If-None-Match": answer.headers["ETag"], "Accept-Encoding": "gzip"}
        assert client.get("/device/cards/vs-classic.json", headers=held).status_code == 304

    def test_of_no_game_there_is_are_refused(self, client: Client) -> None:
        assert client.get("/device/cards/chess.json").status_code == 404

    def test_have_figures_printings_legality_and_the_text_that_counts(self) -> None:
        card = Card.objects.get(game="vs-classic", slug="savage-beatdown")
        a_wording(card, "Invented words of no card.", "reference")
        new_data("vs-classic")
        told = build_card_package("vs-classic", timezone.localdate())
        place, found = next((at, each) for at, each in enumerate(told["cards"]) if each["slug"] == "savage-beatdown")
        assert (found["type"], found["text"]) == ("Plot Twist", "Invented words of no card.")
        assert " invented words " in found["words"]
        assert len(found["printings"]) == card.printings.count() > 0
        formats = {each["slug"]: each for each in told["formats"]}
        assert formats["golden-age"]["answers"][place] in "lb"
        assert {len(each["answers"]) for each in formats.values()} == {len(told["cards"])}


class TestDecks:
    def test_are_ones_own_alone(self, client: Client) -> None:
        ann, bob = User.objects.create_user("ann"), User.objects.create_user("bob")
        make_deck(bob, "Of Bob")
        number = make_deck(ann, "Of Ann")
        assert client.get("/device/decks.json").json()["decks"] == []
        client.force_login(ann)
        answer = client.get("/device/decks.json")
        assert answer.headers["Cache-Control"] == "private, no-store"
        told = answer.json()
        assert told["account"] == get_account_digest(ann.pk)
        assert [each["title"] for each in told["decks"]] == ["Of Ann"]
        lines = [(each["card"], each["name"], each["count"]) for each in told["decks"][0]["lines"]]
        assert lines == [("savage-beatdown", "Savage Beatdown", 4), ("", "no such card", 0)]
        assert len(client.get(f"/device/decks.json?deck={number}").json()["decks"]) == 1
        assert client.get(f"/device/decks.json?deck={number - 1}").json()["decks"] == []

    def test_of_a_browser_without_an_account_are_its_own(self, client: Client) -> None:
        form = {"text": "4 Savage Beatdown", "game": "vs-classic", "title": "Mine", "keep": "yes"}
        client.post("/decks/import/", form)
        told = client.get("/device/decks.json").json()
        assert (told["account"], [each["has_account"] for each in told["decks"]]) == (PUBLIC, [False])
        assert Client().get("/device/decks.json").json()["decks"] == []


@pytest.mark.parametrize("address", ["/device/", "/device/cards/", "/device/deck/"])
def test_the_tools_are_the_same_for_everybody_but_for_the_name_of_the_account(client: Client, address: str) -> None:
    """They are stored once, as nobody's."""
    ann = User.objects.create_user("ann")
    stranger = client.get(address).content.decode()
    client.force_login(ann)
    main = [
        page.partition("<main")[2].partition("</main")[0] for page in (stranger, client.get(address).content.decode())
    ]
    assert main[0] == main[1]
