"""In production a page fetches few files: joined, minified, compressed, and kept by the browser for good."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings

PAGES = (
    "/",
    "/check/",
    "/cards/?q=hulk",
    "/cards/vs-classic/overload/",
    "/formats/",
    "/formats/own/",
    "/formats/vs-classic/silver-age/",
    "/sets/",
    "/rules/cr-2.7/101.2/",
    "/decks/new/",
    "/what-if/",
    "/account/login/",
)
CSS = Path(settings.BASE_DIR) / "static" / "css"
LINKED = re.compile(r'<link rel="stylesheet" href="([^"]+)"')
FETCHED = re.compile(r'<(?:link rel="(?:stylesheet|preload|icon)" href|script src)="(/static/[^"]+)"')
HASHED = re.compile(r"/[\w.-]+\.[0-9a-f]{12}\.\w+$")


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Static files gathered and served as in production; libraries' own are left out."""
    with override_settings(
        STATIC_ROOT=tmp_path_factory.mktemp("static"),
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STORAGES={
            **settings.STORAGES,
            "staticfiles": {"BACKEND": "vsdb.web.static_files.ProductionStorage"},
        },
        WHITENOISE_USE_FINDERS=False,
        WHITENOISE_AUTOREFRESH=False,
    ):
        call_command("collectstatic", "--no-input", verbosity=0)
        yield


def read(client: Client, address: str, encoding: str = "identity") -> tuple[dict[str, str], bytes]:
    """Return the headers and the body of a file or a page."""
    answer = client.get(address, headers={"Accept-Encoding": encoding})
    assert answer.status_code == 200
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    if answer.streaming:  # of a page it would end the connection to the database
        answer.close()
    return dict(answer.items()), body


@pytest.mark.django_db
@pytest.mark.usefixtures("production")
class TestInProduction:
    @pytest.mark.parametrize("address", PAGES)
    def test_a_page_links_at_most_three_sheets_and_only_hashed_names(self, client: Client, address: str) -> None:
        page = read(client, address)[1].decode()
        assert 1 <= len(LINKED.findall(page)) <= 3
        assert [name for name in FETCHED.findall(page) if not HASHED.search(name)] == []

    def test_what_a_page_links_is_kept_for_good(self, client: Client) -> None:
        for name in FETCHED.findall(read(client, "/decks/new/")[1].decode()):
            kept = read(client, name)[0]["Cache-Control"]
            assert ("immutable" in kept, int(kept.partition("max-age=")[2].partition(",")[0]) > 30_000_000) == (
                True,
                True,
            )

    @pytest.mark.parametrize(("encoding", "unpack"), [("gzip", gzip.decompress), ("br", brotli.decompress)])
    def test_sheets_and_scripts_are_compressed(self, client: Client, encoding: str, unpack: type[bytes]) -> None:
        names = FETCHED.findall(read(client, "/")[1].decode())
        for name in (each for each in names if each.endswith((".css", ".js"))):
            plain = read(client, name)[1]
            headers, body = read(client, name, encoding)
            if len(plain) > 1000:
                assert headers["Content-Encoding"] == encoding, name
                assert len(body) < len(plain) / 2
                assert unpack(body) == plain

    def test_the_sheet_of_all_pages_is_joined_and_minified(self, client: Client) -> None:
        (name,) = LINKED.findall(read(client, "/")[1].decode())
        sheet = read(client, name)[1].decode()
        sources = [CSS / each for each in re.findall(r'@import "(.+)"', (CSS / "site.css").read_text(encoding="utf-8"))]
        assert "@import" not in sheet
        assert "/*" not in sheet
        assert "--paper:light-dark(" in sheet
        assert ".masthead{" in sheet
        assert len(sheet) < 0.85 * sum(source.stat().st_size for source in sources)

    def test_a_script_is_minified(self, client: Client) -> None:
        (name,) = (each for each in FETCHED.findall(read(client, "/")[1].decode()) if "/search." in each)
        script = read(client, name)[1]
        source = (CSS.parent / "js" / "search.js").read_bytes()
        assert b"// " not in script
        assert len(script) < 0.8 * len(source)

    def test_what_a_sheet_fetches_has_a_hashed_name_too(self, client: Client) -> None:
        (name,) = LINKED.findall(read(client, "/")[1].decode())
        fetched = re.findall(r'url\("([^"]+)"\)', read(client, name)[1].decode())
        assert fetched
        assert [each for each in fetched if not HASHED.search(each)] == []


def test_every_sheet_is_worn_by_all_pages_or_linked_by_some() -> None:
    joined = re.findall(r'@import "(.+)"', (CSS / "site.css").read_text(encoding="utf-8"))
    templates = "".join(path.read_text(encoding="utf-8") for path in (CSS.parents[1] / "templates").rglob("*.html"))
    assert {path.name for path in CSS.glob("*.css")} == {*joined, *re.findall(r"css/([\w.-]+\.css)", templates)} - {
        "forms.css"  # of Django's own pages
    }


@pytest.mark.django_db
class TestAPage:
    def test_is_sent_compressed_to_whoever_takes_it_so(self, client: Client) -> None:
        plain = read(client, "/sets/")[1]
        headers, body = read(client, "/sets/", "gzip, br")
        assert (headers["Content-Encoding"], gzip.decompress(body)) == ("gzip", plain)
        assert "Accept-Encoding" in headers["Vary"]
        assert len(body) < len(plain) / 3

    def test_is_not_sent_again_compressed_or_not(self, client: Client) -> None:
        etag = read(client, "/sets/", "gzip")[0]["ETag"]
        assert etag.startswith("W/")
        for encoding in ("gzip", "identity"):
            again = client.get("/sets/", headers={"Accept-Encoding": encoding, "If-None-Match": etag})
            assert (again.status_code, again.headers["ETag"]) == (304, etag)
            assert "Accept-Encoding" in again.headers["Vary"]
