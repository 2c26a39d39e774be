"""Organizers’ formats for programs: over the API with a token, and on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.commands import run
from tests.custom_formats.making import BANNED, GAME, LEAGUE, a_format, a_test, person, published
from vsdb.accounts.own_data import export
from vsdb.accounts.services import delete_account, make_token
from vsdb.custom_formats import services
from vsdb.custom_formats.models import OwnFormat, OwnFormatVersion, TestDeck

pytestmark = pytest.mark.django_db
AT = "/api/v1/own-formats"
ONE = f"{AT}/vs-classic/lake-league"


class Asker:
    """A program with somebody's token, or with none."""

    def __init__(self, user: User | None = None, scope: str = "write") -> None:
        secret = make_token(user, name="program", scope=scope)[1] if user else ""
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    def ask(self, method: str, address: str, data: object = None) -> tuple[int, Any]:
        sent = {} if data is None else {"data": json.dumps(data), "content_type": "application/json"}
        answer = getattr(Client(), method)(address, headers=self.headers, **sent)
        return answer.status_code, answer.json() if answer.content else None


@pytest.fixture
def ola() -> User:
    return person("ola")[0]


@pytest.fixture
def program(ola: User) -> Asker:
    return Asker(ola)


class TestApi:
    def test_a_format_is_built_tested_and_published(self, program: Asker) -> None:
        status, made = program.ask("post", AT, {"game": GAME, "name": "Lake League"})
        assert (status, made["slug"], made["newest"]) == (201, "lake-league", None)
        draft = {"definition": {**LEAGUE, "bans": [BANNED]}, "tests": [a_test("illegal", codes=["banned"])]}
        assert program.ask("patch", ONE, draft)[0] == 200
        [found] = program.ask("get", f"{ONE}/tests")[1]
        assert (found["outcome"], found["holds"]) == ("illegal", True)
        status, version = program.ask("post", f"{ONE}/publish", {"comment": "First"})
        assert (status, version["number"], version["comment"]) == (201, 1, "First")
        nobody = Asker()
        assert nobody.ask("get", AT)[1]["results"][0]["current"] == "lake-league@1"
        assert nobody.ask("get", f"{ONE}/versions/1")[1]["definition"]["bans"] == [BANNED]
        assert nobody.ask("get", f"{ONE}/versions/{10**30}")[0] == 404
        assert nobody.ask("get", f"{ONE}/compare")[1]["differences"] == []
        assert nobody.ask("get", ONE)[1]["draft"] is None

    def test_everything_that_is_wrong_is_told_at_once(self, program: Asker) -> None:
        program.ask("post", AT, {"game": GAME, "name": "Lake League"})
        wrong = {"pool": {"kind": "some"}, "restrictions": [{"kind": "sets-at-most", "terms": {"count": "two"}}]}
        status, answer = program.ask("patch", ONE, {"definition": wrong})
        assert (status, answer["code"]) == (400, "wrong-format")
        assert [each["field"] for each in answer["errors"]] == ["pool.kind", "restrictions[0].terms.count"]
        assert program.ask("get", ONE)[1]["draft"]["restrictions"] == []

    def test_a_failing_test_deck_is_a_conflict_until_it_is_confirmed(self, ola: User, program: Asker) -> None:
        services.add_test(a_format(ola), a_test("illegal"))
        assert program.ask("post", f"{ONE}/publish", {})[1]["code"] == "tests-fail"
        assert program.ask("post", f"{ONE}/publish", {"confirm": True})[0] == 201

    def test_a_file_goes_out_and_in(self, ola: User, program: Asker) -> None:
        published(ola, definition={**LEAGUE, "bans": [BANNED]})
        file = Asker().ask("get", f"{ONE}/file")[1]
        status, made = program.ask("post", f"{AT}/import", {**file, "slug": "river-league", "name": "River League"})
        assert (status, made["draft"]) == (201, file["definition"])
        assert program.ask("post", f"{AT}/import", {**file, "vsdb-format": 2})[0] == 400

    def test_only_its_owner_changes_it_and_only_with_a_token_that_writes(self, ola: User) -> None:
        published(ola)
        asked = [
            ("patch", ONE, {"name": "Mine"}),
            ("delete", ONE, None),
            ("post", f"{ONE}/publish", {}),
            ("post", f"{ONE}/retire", {"retired": True}),
        ]
        for viewer, status in ((Asker(), 401), (Asker(ola, "read"), 403), (Asker(person("bob")[0]), 404)):
            assert {viewer.ask(*each)[0] for each in asked} == {status}
        assert OwnFormat.objects.get().name == "Lake League"

    def test_a_draft_is_told_to_its_owner_alone(self, ola: User, program: Asker) -> None:
        a_format(ola)
        assert [each["slug"] for each in program.ask("get", f"{AT}?mine=true")[1]["results"]] == ["lake-league"]
        assert Asker().ask("get", ONE)[0] == 404
        assert Asker().ask("get", f"{AT}?mine=true")[0] == 401
        assert program.ask("get", f"{AT}?mine=maybe")[0] == 400
        assert program.ask("get", f"{AT}?game=chess")[0] == 400

    def test_it_is_retired_and_deleted(self, ola: User, program: Asker) -> None:
        published(ola)
        assert program.ask("post", f"{ONE}/retire", {"retired": True})[1]["retired"] is not None
        assert program.ask("delete", ONE)[0] == 409
        program.ask("post", AT, {"game": GAME, "name": "Draft", "slug": "draft"})
        assert program.ask("delete", f"{AT}/vs-classic/draft")[0] == 204

    def test_the_parts_are_listed_for_programs(self) -> None:
        parts = Asker().ask("get", f"{AT}/parts/vs-2pcg")[1]
        [health] = [each for each in parts["restrictions"] if each["kind"] == "health"]
        assert [term["name"] for term in health["terms"]][:2] == ["main_exactly", "main_at_least"]
        assert "volume" in {each["kind"] for each in parts["pools"]}


class TestCommands:
    def test_a_format_goes_out_and_in(self, ola: User, tmp_path: Path) -> None:
        published(ola, definition={**LEAGUE, "bans": [BANNED]})
        status, text, _ = run("export_format", "lake-league@1")
        assert (status, json.loads(text)["version"]) == (0, 1)
        file = tmp_path / "format.json"
        file.write_text(text, encoding="utf-8")
        named = ("--owner", "ola", "--slug", "river", "--name", "River")
        status, said, _ = run("import_format", str(file), *named, "--publish", "--json")
        assert (status, json.loads(said)) == (0, {"game": GAME, "slug": "river", "name": "River", "version": 1})
        first, second = OwnFormatVersion.objects.order_by("pk")
        assert first.definition == second.definition

    def test_nothing_is_kept_of_what_cant_be_taken_in(self, ola: User, tmp_path: Path) -> None:
        a_format(ola)
        file = tmp_path / "format.json"
        held = {"vsdb-format": 1, "game": GAME, "slug": "river", "name": "River", "definition": {"pool": {"kind": "x"}}}
        file.write_text(json.dumps(held), encoding="utf-8")
        status, _, said = run("import_format", str(file), "--owner", "ola")
        assert (status, "pool.kind: 'x' is not a kind of pool" in said) == (2, True)
        file.write_text(json.dumps({**held, "definition": LEAGUE, "tests": [a_test("illegal")]}), encoding="utf-8")
        assert run("import_format", str(file), "--owner", "ola", "--publish")[0] == 2
        assert run("import_format", str(file), "--owner", "nobody")[0] == 2
        assert run("import_format", str(tmp_path / "none.json"), "--owner", "ola")[0] == 2
        assert [each.slug for each in OwnFormat.objects.all()] == ["lake-league"]
        assert run("import_format", str(file), "--owner", "ola", "--publish", "--confirm")[0] == 0

    def test_test_decks_decide_the_status(self, ola: User) -> None:
        fmt = a_format(ola)
        services.add_test(fmt, a_test("legal"))
        services.publish(fmt, ola.pk)
        services.add_test(fmt, a_test("illegal", title="Wrong"))
        services.publish(fmt, ola.pk, is_confirmed=True)
        status, said, _ = run("test_format", "lake-league", "--json")
        assert (status, [json.loads(line)["holds"] for line in said.splitlines()]) == (1, [True, False])
        status, said, _ = run("test_format", "lake-league@1")
        assert (status, said) == (0, "ok  Beatdowns, 2008-07-01: legal, as expected\n")
        assert [run(name, "no-such-format")[0] for name in ("test_format", "export_format")] == [2, 2]

    def test_a_name_in_several_games_has_to_be_told_apart(self, ola: User) -> None:
        published(ola)
        other = services.create(ola.pk, "riftbound", "Lake League")
        services.publish(other, ola.pk)
        assert "name the game" in run("test_format", "lake-league")[2]
        assert run("test_format", "lake-league", "--game", GAME) == (0, "This format has no test decks.\n", "")

    def test_check_deck_takes_its_name(self, ola: User, tmp_path: Path) -> None:
        published(ola, definition={**LEAGUE, "bans": [BANNED]})
        deck = tmp_path / "deck.txt"
        deck.write_text("4 Savage Beatdown\n", encoding="utf-8")
        for slug, day, status in (("lake-league", "2008-01-01", 1), ("lake-league@1", "2007-12-31", 0)):
            assert run("check_deck", str(deck), "--format", slug, "--as-of", day)[0] == status


class TestLeaving:
    def test_published_formats_stay_without_a_name_and_drafts_go(self, ola: User) -> None:
        services.add_test(published(ola), a_test())
        a_format(ola, "Draft")
        held = export(ola)["own_formats"]
        assert [(each["slug"], len(each["versions"]), len(each["tests"])) for each in held] == [
            ("lake-league", 1, 1),
            ("draft", 0, 0),
        ]
        delete_account(ola)
        fmt = OwnFormat.objects.get()
        assert (fmt.slug, fmt.owner, fmt.draft, fmt.versions.get().by) == ("lake-league", None, {}, None)
        assert not TestDeck.objects.exists()
        assert "ola" not in Client().get("/formats/own/").content.decode()
        assert "closed their account" in Client().get("/formats/own/vs-classic/lake-league/").content.decode()


class TestStaff:
    def test_hides_and_shows_and_changes_nothing_else(self, ola: User) -> None:
        fmt = published(ola)
        a_format(ola, "Draft")
        staff = Client()
        staff.force_login(User.objects.create_superuser("root"))
        at = "/admin/ownformats/ownformat/"
        page = staff.get(at).content.decode()
        assert "Lake League" in page
        assert "Draft" not in page
        staff.post(at, {"action": "hide_them", "_selected_action": [fmt.pk]})
        fmt.refresh_from_db()
        assert fmt.hidden_at is not None
        staff.post(at, {"action": "show_them", "_selected_action": [fmt.pk]})
        fmt.refresh_from_db()
        assert fmt.hidden_at is None
        assert staff.post(f"{at}{fmt.pk}/change/", {"name": "Other"}).status_code == 403
