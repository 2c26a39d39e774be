"""The pages of formats by organizers: who sees what, and the form that they are built with."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine.formats.definitions import list_pools, list_restrictions
from engine.model.cards import GAMES
from engine.model.errors import NotFound
from tests.custom_formats.making import BANNED, BEATDOWNS, a_format, a_test, next_version, person, published
from vsdb.accounts.services import delete_account
from vsdb.catalog.cards.selectors import get_reference
from vsdb.custom_formats import files, services
from vsdb.custom_formats.models import OwnFormat

pytestmark = pytest.mark.django_db
AT = "/formats/own/vs-classic/lake-league/"


@pytest.fixture
def ola() -> tuple[User, Client]:
    return person("ola")


def fields_of(page: str) -> dict[str, Any]:
    """What the form of the draft sends as it stands."""
    form = page[page.index('id="draft"') : page.index('<section id="tests"')]
    found: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        said = {name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        kind = said.get("type", "text")
        if kind in ("checkbox", "radio") and " checked" not in tag:
            continue
        found.setdefault(said["name"], []).append(said.get("value", ""))
    for name, options in re.findall(r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.findall(r'value="([^"]*)" selected', options)
        found[name] = [unescape(chosen[0])] if chosen else [""]
    for name, text in re.findall(r'<textarea[^>]*name="([^"]*)"[^>]*>\n?(.*?)</textarea>', form, re.DOTALL):
        found[name] = [unescape(text)]
    return found


class TestBuilding:
    def test_a_format_is_built_published_and_used_without_scripts(self, ola: tuple[User, Client]) -> None:
        _, browser = ola
        begun = browser.post("/formats/own/new/", {"name": "Lake League", "start": "vs-classic/silver-age"})
        assert begun.headers["Location"] == f"{AT}edit/"

        def send(**more: Any) -> None:
            sent = fields_of(browser.get(f"{AT}edit/").content.decode())
            answer = browser.post(f"{AT}edit/", {**sent, **more})
            assert answer.status_code == 302, answer.content.decode()

        send(do="add-restriction", **{"add-kind": "sets-at-most"})
        assert "is missing" in browser.get(f"{AT}edit/").content.decode()
        send(**{"r-0-count": "2", "r-0-besides": "mor, dor"})
        send(do="add-ban", **{"add-card": "Dr. Light, Master of Holograms", "add-from": "2008-01-01"})
        send(**{"fig-deck_min": "50", "ban-0-until": "2009-01-01", "notes": "Played by the lake."})
        fmt = OwnFormat.objects.get()
        assert fmt.draft["pool"] == {"kind": "rotation", "per_brand": {"Marvel": 4, "DC": 4}}
        assert fmt.draft["construction"] == {"deck_min": 50, "copies": 4}
        assert fmt.draft["restrictions"] == [{"kind": "sets-at-most", "terms": {"count": 2, "besides": ["MOR", "DOR"]}}]
        day, end = "2008-01-01", "2009-01-01"
        assert fmt.draft["bans"] == [
            {
                "card": "Dr. Light",
                "versions": ["Master of Holograms"],
                "begins_earliest": day,
                "begins_latest": day,
                "ends_earliest": end,
                "ends_latest": end,
            }
        ]
        browser.post(
            f"{AT}edit/tests/", {"title": "Four", "deck": BEATDOWNS, "expected": "illegal", "codes": "deck-size"}
        )
        assert browser.post(f"{AT}edit/publish/", {"comment": "First"}).status_code == 302
        assert "Played by the lake." in Client().get(AT).content.decode()
        send(do="restrictions:0")
        send(do="bans:0")
        fmt.refresh_from_db()
        assert (fmt.draft["restrictions"], fmt.draft["bans"]) == ([], [])

    @pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
    def test_saving_the_form_as_it_stands_changes_nothing(self, ola: tuple[User, Client], game: str) -> None:
        user, browser = ola
        for number, slug in enumerate(get_reference(game).formats):
            fmt = services.create(user.pk, game, f"Ours {number}", start=slug)
            fmt.draft["starts"] = ["2008-01-01", "2008-01-31"]
            fmt.draft["bans"] = [{**BANNED, "begins_latest": "2008-02-01", "identity": "Nobody"}]
            services.save_draft(fmt, fmt.draft, fmt.name)
            address = f"/formats/own/{game}/{fmt.slug}/edit/"
            sent = fields_of(browser.get(address).content.decode())
            assert browser.post(address, sent).status_code == 302
            before = dict(fmt.draft)
            fmt.refresh_from_db()
            for row in before["restrictions"]:  # an unticked box says no, and so does a term that isn't there
                row["terms"] = {name: value for name, value in row["terms"].items() if value is not False}
            assert {**fmt.draft, "doubts": []} == before, slug
            services.delete(fmt)

    def test_what_cant_be_meant_stays_as_it_was_typed_and_is_told(self, ola: tuple[User, Client]) -> None:
        user, browser = ola
        fmt = a_format(user)
        sent = {"name": "<b>Lake</b>", "pool": "all", "fig-copies": "<i>four", "r-0-kind": "play-only", "r-0-what": ""}
        browser.post(f"{AT}edit/", sent)
        page = browser.get(f"{AT}edit/").content.decode()
        assert "&lt;i&gt;four" in page
        assert "<i>four" not in page
        assert "<b>Lake</b>" not in page
        assert "is not a whole number" in unescape(page)
        assert browser.post(f"{AT}edit/publish/").status_code == 400
        fmt.refresh_from_db()
        assert fmt.newest is None

    def test_a_name_that_is_taken_is_told_and_the_rest_kept_on_the_page(self, ola: tuple[User, Client]) -> None:
        user, browser = ola
        a_format(user)
        answer = browser.post(f"{AT}edit/", {"name": "Silver Age", "pool": "all", "notes": "By the lake"})
        assert answer.status_code == 400
        assert "By the lake" in answer.content.decode()

    def test_failing_test_decks_are_listed_and_may_be_confirmed(self, ola: tuple[User, Client]) -> None:
        user, browser = ola
        services.add_test(a_format(user), a_test("illegal"))
        answer = browser.post(f"{AT}edit/publish/")
        assert answer.status_code == 400
        assert 'name="confirm"' in answer.content.decode()
        assert browser.post(f"{AT}edit/publish/", {"confirm": "yes"}).status_code == 302

    def test_a_wrong_test_deck_is_told(self, ola: tuple[User, Client]) -> None:
        user, browser = ola
        a_format(user)
        answer = browser.post(f"{AT}edit/tests/", {"title": "A", "deck": "", "expected": "legal"})
        assert (answer.status_code, "is missing" in answer.content.decode()) == (400, True)

    def test_a_likely_mistake_is_pointed_out(self, ola: tuple[User, Client]) -> None:
        user, browser = ola
        teams = [{"kind": "characters-of-teams", "terms": {"teams": ["Avngers"]}}]
        a_format(user, definition={"bans": [{**BANNED, "card": "Savage Beetdown"}], "restrictions": teams})
        page = unescape(browser.get(f"{AT}edit/").content.decode())
        assert "no recorded card is named “Savage Beetdown”; nearest: Savage Beatdown" in page
        assert "no recorded card is from “Avngers”" in page


class TestWhoMayWhat:
    def test_a_draft_is_its_owners_alone(self, ola: tuple[User, Client]) -> None:
        fmt = a_format(ola[0])
        bob = person("bob")[1]
        for browser in (bob, Client()):
            for address in (AT, f"{AT}format.json", f"{AT}compare/"):
                assert browser.get(address).status_code == 404
        for address in ("edit/", "edit/delete/"):
            assert bob.get(f"{AT}{address}").status_code == 404
            assert Client().get(f"{AT}{address}").status_code == 302
        for address in ("edit/", "edit/tests/", "edit/publish/", "edit/retire/", "edit/delete/"):
            sent = {"name": "Mine", "title": "A", "deck": "B", "expected": "legal", "sure": "yes"}
            assert bob.post(f"{AT}{address}", sent).status_code == 404
            assert Client().post(f"{AT}{address}", sent).headers["Location"].startswith("/account/login/")
        fmt.refresh_from_db()
        assert (fmt.name, fmt.newest, fmt.test_decks.count()) == ("Lake League", None, 0)
        assert ola[1].get(AT).status_code == 200

    def test_a_new_name_is_its_owners_alone_until_it_is_published(self, ola: tuple[User, Client]) -> None:
        fmt = published(ola[0])
        ola[1].post(f"{AT}edit/", {"name": "River League", "pool": "all", "fig-copies": "4"})
        seen = (AT, f"{AT}compare/", "/formats/own/", "/check/", "/api/v1/own-formats/vs-classic/lake-league")
        for address in seen:
            page = Client().get(address).content.decode()
            assert "Lake League" in page
            assert "River League" not in page
        assert 'value="River League"' in ola[1].get(f"{AT}edit/").content.decode()
        fmt.refresh_from_db()
        services.publish(fmt, ola[0].pk)
        for address in seen[:1] + seen[2:]:
            page = Client().get(address).content.decode()
            assert "River League" in page
        assert fmt.versions.get(number=2).name == "River League"

    def test_a_name_that_was_never_published_goes_with_its_owner(self, ola: tuple[User, Client]) -> None:
        fmt = published(ola[0])
        services.change(fmt, name="River League")
        delete_account(ola[0])
        fmt.refresh_from_db()
        assert fmt.working_name == "Lake League"

    def test_what_was_deleted_meanwhile_is_told(self, ola: tuple[User, Client]) -> None:
        fmt = a_format(ola[0])
        services.delete(OwnFormat.objects.get(pk=fmt.pk))
        with pytest.raises(NotFound, match="lake-league"):
            services.change(fmt, name="River League")

    def test_a_published_one_is_everybodys_to_read_and_its_draft_isnt(self, ola: tuple[User, Client]) -> None:
        fmt = published(ola[0])
        services.change(fmt, definition={"notes": "Not for you yet"})
        anybody = Client()
        for address in ("/formats/own/", AT, f"{AT}format.json", f"{AT}compare/"):
            answer = anybody.get(address)
            assert answer.status_code == 200
            assert "Not for you yet" not in answer.content.decode()
        assert anybody.get(f"{AT}format.json?version=draft").status_code == 404
        assert "Not for you yet" in ola[1].get(f"{AT}format.json?version=draft").content.decode()

    def test_a_hidden_one_is_for_its_owner_with_the_reason(self, ola: tuple[User, Client]) -> None:
        services.hide(published(ola[0]), "It is rude.")
        assert Client().get(AT).status_code == 404
        assert "Lake League" not in Client().get("/formats/own/").content.decode()
        assert "It is rude." in ola[1].get(AT).content.decode()

    def test_a_draft_is_deleted_once_that_is_confirmed(self, ola: tuple[User, Client]) -> None:
        a_format(ola[0])
        assert ola[1].post(f"{AT}edit/delete/").status_code == 200
        assert OwnFormat.objects.exists()
        assert ola[1].post(f"{AT}edit/delete/", {"sure": "yes"}).status_code == 302
        assert not OwnFormat.objects.exists()


class TestReading:
    def test_versions_are_compared(self, ola: tuple[User, Client]) -> None:
        fmt = published(ola[0])
        next_version(fmt, {"construction": {"copies": 1}})
        page = Client().get(f"{AT}compare/?a=1&b=2").content.decode()
        assert "At most 4 copies of a card." in page
        assert "At most 1 copy of a card." in page
        assert Client().get(f"{AT}compare/?a=1&b=3").status_code == 404
        assert Client().get(f"{AT}compare/?a=x").status_code == 400

    def test_costs_the_same_for_many_formats_as_for_few(
        self, ola: tuple[User, Client], django_assert_max_num_queries: Any
    ) -> None:
        for number in range(3):
            published(ola[0], f"League {number}")
        with django_assert_max_num_queries(3):
            assert Client().get("/formats/own/").status_code == 200

    def test_retiring_takes_it_out_of_the_lists_and_back(self, ola: tuple[User, Client]) -> None:
        published(ola[0])
        ola[1].post(f"{AT}edit/retire/")
        assert "Lake League" not in Client().get("/formats/own/").content.decode()
        assert "retired" in Client().get(AT).content.decode()
        ola[1].post(f"{AT}edit/retire/", {"back": "yes"})
        assert "Lake League" in Client().get("/formats/own/?game=vs-classic").content.decode()


class TestFiles:
    def test_what_was_exported_is_taken_in_as_the_same_draft(self, ola: tuple[User, Client]) -> None:
        fmt = a_format(ola[0], definition={"construction": {"copies": 4}, "bans": [BANNED], "bans_of": "golden-age"})
        services.add_test(fmt, a_test("illegal", codes=["banned"]))
        services.publish(fmt, ola[0].pk)
        text = Client().get(f"{AT}format.json").content
        bob, browser = person("bob")
        upload = SimpleUploadedFile("format.json", text)
        answer = browser.post("/formats/own/import/", {"file": upload, "slug": "river-league", "name": "River League"})
        assert answer.status_code == 302
        copy = OwnFormat.objects.get(owner=bob)
        again = files.draft_to_file(copy)
        whole = files.read(text)
        assert (again["definition"], again["tests"]) == (whole.definition, whole.tests)
        assert copy.newest is None

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (b"", "is not JSON"),
            (b"{", "line 1, column 2: is not JSON"),
            (b"\xff", "is not UTF-8 text"),
            (b"[" * 100_000, "be read as JSON"),
            (b"{}", "is not a format file"),
            (b'{"vsdb-format": 2}', "is not a format file"),
            (b'{"vsdb-format": 1, "colour": 3}', "is not a field"),
            (b'{"vsdb-format": 1, "game": 3}', "expected a text"),
            (b'{"vsdb-format": 1, "game": "chess", "slug": "a", "name": "A"}', "is missing"),
            (b'{"vsdb-format": 1, "game": "chess", "slug": "a", "name": "A", "definition": {}}', "there is no game"),
            (
                b'{"vsdb-format": 1, "game": "vs-classic", "slug": "a", "name": "A", "definition": {"pool": 1}}',
                "pool: must be an object with a kind, not '1'",
            ),
            (
                b'{"vsdb-format": 1, "game": "vs-classic", "slug": "a", "name": "A", "definition": {}, "tests": 5}',
                "tests: expected a list of test decks",
            ),
            (
                b'{"vsdb-format": 1, "game": "vs-classic", "slug": "a", "name": "A", "definition": {}, "tests":'
                b' [{"title": "Half", "deck": "4 \\ud800", "expected": "legal"}]}',
                "file: holds half a character",
            ),
            (b'{"vsdb-format": 1, "\\ud800": 1}', "file: holds half a character"),
            (b'"' + b"x" * files.MAX_BYTES + b'"', "more than 512 KiB"),
        ],
    )
    def test_a_file_that_isnt_one_is_refused_with_the_place(
        self, ola: tuple[User, Client], text: bytes, said: str
    ) -> None:
        answer = ola[1].post("/formats/own/import/", {"file": SimpleUploadedFile("format.json", text)})
        assert answer.status_code == 400
        page = unescape(answer.content.decode()).casefold()
        assert said.casefold() in page
        assert not OwnFormat.objects.exists()

    def test_no_file_is_told(self, ola: tuple[User, Client]) -> None:
        assert "hoose a file first" in ola[1].post("/formats/own/import/").content.decode()


def test_the_documentation_lists_every_part_with_its_terms() -> None:
    text = (Path(__file__).parents[2] / "docs" / "own-formats.md").read_text(encoding="utf-8")
    for game in GAMES:
        for part in list_restrictions(game):
            [row] = [line for line in text.splitlines() if line.startswith(f"| `{part.kind}` |")]
            assert part.title in row
            assert all(f"`{term.name}` {term.kind}" in row for term in part.terms)
        assert all(f"`{part.kind}`" in text for part in list_pools(game))
