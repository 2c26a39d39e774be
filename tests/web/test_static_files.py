"""In production a page fetches few files: joined, minified, compressed, and kept by the browser for good."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.utils.module_loading import import_string

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


Collect = Callable[[dict[str, str]], None]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where versions of the code collect their files, one after the other."""
    with override_settings(
        STATIC_ROOT=tmp_path / "static",
        STATICFILES_DIRS=[tmp_path / "source"],
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STORAGES={**settings.STORAGES, "staticfiles": {"BACKEND": "vsdb.web.static_files.ProductionStorage"}},
        WHITENOISE_USE_FINDERS=False,
        WHITENOISE_AUTOREFRESH=False,
    ):
        yield tmp_path / "static"


@pytest.fixture
def collect(folder: Path, tmp_path: Path) -> Collect:
    """Collect the files of a version, as a command of its own does."""

    def collect_files(files: dict[str, str]) -> None:
        for path in (tmp_path / "source").rglob("*.js"):
            path.unlink()
        for name, text in files.items():
            (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "source" / name).write_text(text, "utf-8")
        with override_settings(STATIC_ROOT=folder):  # the storage reads the manifest as a new process does
            call_command("collectstatic", "--no-input", verbosity=0)

    return collect_files


class TestTwoVersions:
    """A folder of code per version, one folder of collected files."""

    OLD, NEW = {"js/theme.js": "old()", "js/site.js": "one()"}, {"js/look.js": "new()", "js/site.js": "two()"}

    def test_names_that_only_the_other_version_has_stay(self, collect: Collect, folder: Path) -> None:
        collect(self.OLD)
        old = staticfiles_storage.url("js/theme.js")
        collect(self.NEW)
        with override_settings(STATIC_ROOT=folder):
            assert staticfiles_storage.url("js/theme.js") == old
            assert HASHED.search(staticfiles_storage.url("js/look.js"))

    def test_a_name_of_both_leads_to_the_file_that_was_collected_last(self, collect: Collect, folder: Path) -> None:
        for version, text in ((self.OLD, "one()"), (self.NEW, "two()"), (self.OLD, "one()")):
            collect(version)
            paths = json.loads((folder / "staticfiles.json").read_bytes())["paths"]
            assert (folder / paths["js/site.js"]).read_text("utf-8") == text

    def test_names_go_with_their_files(self, collect: Collect, folder: Path) -> None:
        collect(self.OLD)
        for path in (folder / "js").glob("theme.*"):
            path.unlink()
        collect(self.NEW)
        assert sorted(json.loads((folder / "staticfiles.json").read_bytes())["paths"]) == ["js/look.js", "js/site.js"]

    def test_files_that_running_processes_serve_are_left_alone(self, collect: Collect, folder: Path) -> None:
        """Else a request that comes between deleting and writing would find none."""
        files = {"js/site.js": "one();" * 300, "css/site.css": "a{color:red}" * 100}
        collect(files)
        before = {path: path.stat() for path in folder.rglob("*") if HASHED.search(str(path).removesuffix(".gz"))}
        assert len(before) == 4
        collect(files)
        for path, was in before.items():
            assert (path.stat().st_ino, path.stat().st_mtime_ns) == (was.st_ino, was.st_mtime_ns), path

    def test_a_manifest_that_cannot_be_read_is_replaced(self, collect: Collect, folder: Path) -> None:
        collect(self.OLD)
        (folder / "staticfiles.json").write_text("{", "utf-8")
        collect(self.NEW)
        assert sorted(json.loads((folder / "staticfiles.json").read_bytes())["paths"]) == ["js/look.js", "js/site.js"]
        assert not (folder / "staticfiles.json.new").exists()

    @pytest.mark.django_db
    def test_a_running_process_serves_what_a_newer_version_collects(
        self, collect: Collect, folder: Path, rf: RequestFactory
    ) -> None:
        collect(self.OLD)
        serve = import_string(
            next(each for each in settings.MIDDLEWARE if "StaticFiles" in each or "WhiteNoise" in each)
        )
        process = serve(lambda request: HttpResponse(status=404))
        collect(self.NEW)
        with override_settings(STATIC_ROOT=folder):
            new = staticfiles_storage.url("js/look.js")
        answer = process(rf.get(new))
        assert (answer.status_code, b"".join(answer)) == (200, b"new()")
        answer.close()
        for path in ("/static/js", "/static/js/", "/static/../source/js/look.js", "/static/js/../../x", "/static/%00"):
            assert process(rf.get(path)).status_code == 404

    @pytest.mark.django_db
    def test_a_manifest_without_names_leaves_a_page_that_says_so(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        for text, address in (("{", "/about/"), ('{"paths": {}, "version": "1.1"}', "/about/"), ("{", "/nothing/")):
            (folder / "staticfiles.json").write_text(text, "utf-8")
            with override_settings(STATIC_ROOT=folder):
                answer = Client(raise_request_exception=False).get(address)
            page = answer.content.decode()
            assert (answer.status_code, answer.headers["Content-Type"]) == (500, "text/html; charset=utf-8")
            assert "<h1>Server error</h1>" in page
            assert answer.headers["X-Request-ID"] in page
            assert "/static/" not in page


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
