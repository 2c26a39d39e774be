"""The bulk files: what they hold, and how they are replaced and served."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from engine.model.cards import GAMES
from tests.api.test_schema import check, schema
from vsdb.catalog.cards.models import Game
from vsdb.exchange.bulk_files import storing, tasks
from vsdb.exchange.bulk_files.kinds import KINDS

pytestmark = pytest.mark.django_db

__all__ = ["schema"]
BULK = "/api/v1/bulk"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all tests: writing it takes seconds."""
    return tmp_path_factory.mktemp("bulk")


@pytest.fixture(autouse=True)
def _folder(folder: Path, settings: Settings) -> None:
    settings.BULK_DIR = folder
    settings.API_RATE = ""


def read_lines(client: Client, game: str, kind: str) -> list[Any]:
    content = client.get(f"{BULK}/{game}/{kind}").content
    return [json.loads(line) for line in gzip.decompress(content).splitlines()]


class TestList:
    def test_has_each_kind_of_each_game_as_described(self, client: Client, schema: dict[str, Any]) -> None:
        answer = client.get(BULK).json()
        assert [(each["game"], each["kind"]) for each in answer["results"]] == [
            (game, kind.slug) for game in GAMES for kind in KINDS
        ]
        check(schema, BULK, "get", 200, answer)

    def test_says_size_digest_and_number_of_objects_of_each(self, client: Client) -> None:
        for each in client.get(BULK).json()["results"]:
            assert each["download_url"].startswith("http://testserver/api/v1/bulk/")
            content = client.get(each["download_url"]).content
            assert (len(content), hashlib.sha256(content).hexdigest()) == (each["size"], each["sha256"])
            assert len(gzip.decompress(content).splitlines()) == each["objects"]


class TestContent:
    @pytest.mark.parametrize("game", GAMES)
    @pytest.mark.parametrize("kind", ["cards", "printings", "sets", "keywords", "teams", "rules"])
    def test_is_what_the_lists_of_the_api_give(self, client: Client, game: str, kind: str) -> None:
        found, address = [], f"/api/v1/{kind}?game={game}&page_size=500"
        while address:
            page = client.get(address).json()
            found += page["results"]
            address = page["next"]
        assert read_lines(client, game, kind) == found

    def test_of_formats_is_each_format_in_full(self, client: Client) -> None:
        for each in read_lines(client, "riftbound", "formats"):
            assert each == client.get(each["api"]).json()


class TestWriting:
    def test_again_changes_nothing(self, client: Client) -> None:
        first = storing.list_bulk_files()
        assert storing.write_bulk_files() == storing.list_bulk_files() == first

    def test_after_a_change_replaces_what_differs_and_keeps_the_rest(self, client: Client) -> None:
        before = {(each.game, each.kind): each for each in storing.list_bulk_files()}
        storing._replace(django_settings.BULK_DIR / "index.json", _with_other_stamp())
        (changed := before["riftbound", "sets"]).path.unlink()
        after = {(each.game, each.kind): each for each in storing.list_bulk_files()}
        assert after.keys() == before.keys()
        assert after["riftbound", "sets"].sha256 == changed.sha256
        assert after["vs-classic", "cards"] == before["vs-classic", "cards"]

    def test_is_not_done_by_a_request_that_a_worker_does_it_for(
        self, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = client.get(BULK).json()
        Game.objects.filter(slug="riftbound").update(data_version="another")
        monkeypatch.setattr(tasks, "start", lambda: True)
        assert client.get(BULK).json() == before

    def test_is_seen_by_whoever_has_the_list_of_before(
        self, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client.get(BULK)
        Game.objects.filter(slug="riftbound").update(data_version="yet another")
        monkeypatch.setattr(tasks, "start", lambda: True)
        held = {"If-None-Match": client.get(BULK)["ETag"]}
        assert client.get(BULK, headers=held).status_code == 304
        storing.write_bulk_files()
        index = django_settings.BULK_DIR / "index.json"
        stamps, files = json.loads(index.read_bytes())
        files[0]["updated_at"] = "2008-07-01T00:00:00+00:00"
        storing._replace(index, json.dumps([stamps, files]).encode())
        answer = client.get(BULK, headers=held)
        assert (answer.status_code, answer.json()["results"][0]["updated_at"]) == (200, "2008-07-01T00:00:00Z")

    @pytest.mark.parametrize("other", [{"query": {"page_size": "3"}}, {"headers": {"host": "localhost"}}])
    def test_has_an_etag_for_each_page_and_host(self, client: Client, other: dict[str, Any]) -> None:
        held = {"If-None-Match": client.get(BULK)["ETag"]}
        asked = client.get(BULK, other.get("query"), headers={**held, **other.get("headers", {})})
        assert asked.status_code == 200

    def test_leaves_nothing_of_a_writer_that_was_killed(self) -> None:
        storing.write_bulk_files()
        unfinished = django_settings.BULK_DIR / ".vs-classic-cards-0123456789abcdef.jsonl.gz.4711"
        unfinished.write_bytes(b"half of it")
        storing.write_bulk_files()
        assert not unfinished.exists()

    def test_by_the_command_says_how_much_there_is(self, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("write_bulk_files", "--json")
        files = json.loads(capsys.readouterr().out)
        assert len(files) == len(GAMES) * len(KINDS)
        call_command("write_bulk_files")
        assert capsys.readouterr().out.startswith(f"{len(files)} files in ")


def _with_other_stamp() -> bytes:
    stamps, files = json.loads((django_settings.BULK_DIR / "index.json").read_bytes())
    return json.dumps([{**stamps, "riftbound": "older"}, files]).encode()


class TestDownload:
    FILE = f"{BULK}/riftbound/sets"

    def test_carries_its_digest_and_is_not_compressed_again(self, client: Client) -> None:
        answer = client.get(self.FILE, headers={"accept-encoding": "gzip", "accept": "application/gzip"})
        digest = base64.b64encode(hashlib.sha256(answer.content).digest()).decode()
        assert answer["Repr-Digest"] == f"sha-256=:{digest}:"
        assert answer["Content-Type"] == "application/gzip"
        assert not answer.has_header("Content-Encoding")
        assert answer["Content-Disposition"] == 'attachment; filename="riftbound-sets.jsonl.gz"'

    def test_is_not_sent_again_to_whoever_has_it(self, client: Client) -> None:
        etag = client.get(self.FILE)["ETag"]
        assert client.get(self.FILE, headers={"if-none-match": etag}).status_code == 304

    @pytest.mark.parametrize(
        ("asked", "part"), [("bytes=0-9", slice(10)), ("bytes=10-", slice(10, None)), ("bytes=-5", slice(-5, None))]
    )
    def test_gives_a_range(self, client: Client, asked: str, part: slice) -> None:
        whole = client.get(self.FILE).content
        answer = client.get(self.FILE, headers={"range": asked})
        assert (answer.status_code, answer.content) == (206, whole[part])
        assert answer["Content-Range"].endswith(f"/{len(whole)}")

    @pytest.mark.parametrize("asked", ["bytes=9-2", "bytes=-", "lines=0-9", "bytes=0-1,5-6"])
    def test_ignores_what_is_no_range(self, client: Client, asked: str) -> None:
        assert client.get(self.FILE, headers={"range": asked}).status_code == 200

    def test_gives_the_whole_file_where_the_range_is_of_another(self, client: Client) -> None:
        answer = client.get(self.FILE, headers={"range": "bytes=0-9", "if-range": '"other"'})
        assert answer.status_code == 200

    def test_refuses_a_range_beyond_the_end(self, client: Client) -> None:
        answer = client.get(self.FILE, headers={"range": "bytes=99999999-"})
        assert answer.status_code == 416
        assert answer["Content-Range"].startswith("bytes */")

    @pytest.mark.parametrize("path", ["riftbound/decks", "chess/cards"])
    def test_of_what_is_none_is_not_found(self, client: Client, path: str) -> None:
        answer = client.get(f"{BULK}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
