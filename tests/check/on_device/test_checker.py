"""The checker that a browser runs gives what the site gives: the same bytes, and the same refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from engine.on_device import ListChecker
from vsdb.accounts.viewers import Viewer
from vsdb.check.forms import list_samples
from vsdb.check.on_device import files
from vsdb.decks import services
from vsdb.decks.services import Snapshot
from vsdb.device.decks import deck_to_dict

pytestmark = pytest.mark.django_db

ARMY = "59 Sentinel Mark V, Army"


@pytest.fixture(scope="module")
def facts(django_db_setup: None, django_db_blocker: Any) -> list[str]:
    """The facts of every game, as a device has them."""
    with django_db_blocker.unblock():
        return [each.unpack().decode() for each in files.list_files() if each.name.startswith("facts-")]


@pytest.fixture(scope="module")
def checker(facts: list[str]) -> ListChecker:
    """A checker with the facts of every game."""
    made = ListChecker()
    for dump in facts:
        made.load_facts(dump)
    return made


def ask(checker: ListChecker, text: str, fmt: str = "", day: str = "") -> dict[str, Any]:
    """The checker's answer about a list, asked as the check page asks."""
    game, _, slug = fmt.partition("/")
    question = {"text": text, "game": game, "format": slug, "day": day, "today": timezone.localdate().isoformat()}
    told: dict[str, Any] = json.loads(checker.answer(json.dumps(question)))
    return told


class TestVerdicts:
    @pytest.mark.parametrize(
        ("text", "fmt", "day"),
        [
            (ARMY, "vs-classic/golden-age", "2010-06-01"),
            (ARMY, "vs-classic/golden-age", ""),
            (f"# as-of: 2007-04-15\n{ARMY}", "vs-classic/silver-age", ""),
            (f"# game: vs-classic\n# format: golden\n# as-of: 2010-06-01\n{ARMY}\n4 Savage Beatdwn", "", ""),
            (f"# format: Golden Age\n{ARMY}", "", ""),
            (ARMY, "", ""),
            (ARMY, "", "2007-04-15"),
            *((each.text, "", "") for each in list_samples()),
        ],
    )
    def test_are_those_of_the_check_page(
        self, checker: ListChecker, client: Client, text: str, fmt: str, day: str
    ) -> None:
        said = client.get("/check/json/", {"deck": text, "format": fmt, "on": day})
        assert said.status_code == 200, said.content
        assert ask(checker, text, fmt, day)["verdict"] == said.content.decode()

    def test_come_with_the_words_of_the_page(self, checker: ListChecker, client: Client) -> None:
        page = client.get("/check/", {"sample": "secret-avengers"}).content.decode()
        (sample,) = (each for each in list_samples() if each.slug == "secret-avengers")
        told = ask(checker, sample.text)
        assert (told["title"], told["format_name"]) == (sample.title, "Silver Age")
        assert f'<p class="outcome__repair">{told["advice"]}</p>' in page
        assert f'<p class="outcome__figures">{told["figures"]}</p>' in page
        assert all(title in page for title in told["titles"].values())


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "fmt", "day"),
        [
            ("# only words", "", ""),
            ("https://moxfield.com/decks/1", "vs-classic/golden-age", ""),
            ("4 Nobody At All Has This Name", "", ""),
            (f"# as-of: 2010-02-30\n{ARMY}", "", ""),
            (f"# game: chess\n{ARMY}", "", ""),
            ("1 Nobody\0", "vs-classic/golden-age", ""),
        ],
    )
    def test_say_what_the_site_says(self, checker: ListChecker, client: Client, text: str, fmt: str, day: str) -> None:
        body: dict[str, Any] = {"deck": text}
        if fmt:
            body["game"], body["format"] = fmt.split("/")
        said = client.post("/api/v1/check", body, content_type="application/json")
        assert said.status_code in (400, 404)
        problem = ask(checker, text, fmt, day)["problem"]
        assert problem in [said.json()["message"], *(each["message"] for each in said.json()["errors"])]

    def test_name_a_format_that_only_the_site_has(self, checker: ListChecker) -> None:
        assert ask(checker, ARMY, "vs-classic/my-league")["problem"] == "no format 'my-league' is on this device"


def add(card: str, count: int = 1) -> dict[str, Any]:
    """A card that a device put into a deck, in the section where it belongs."""
    return {"op": "add", "card": card, "name": "as the page shows it", "count": count}


def put(card: str, count: int, section: str = "deck") -> dict[str, Any]:
    """So many copies of a card in a section."""
    return {"op": "set", "card": card, "section": section, "count": count}


class TestStoredDecks:
    """A deck with changes that wait on a device is judged there as the site judges it once they were sent."""

    @pytest.mark.parametrize(
        ("game", "fmt", "text", "changes"),
        [
            ("vs-classic", "golden-age", "4 Savage Beatdown\n2 Overload\n3 Mobilize\n", []),
            ("vs-classic", "golden-age", "", [add("savage-beatdown", 5)]),
            (
                "vs-classic",
                "silver-age",
                "4 Savage Beatdwn\n\n4 Savage Beatdown\n# new\n1 Overload\n2 Overload\nSideboard\n2 Mobilize\n",
                [
                    put("overload", 4),
                    put("savage-beatdown", 0),
                    put("mobilize", 3, "sideboard"),
                    add("hulk-gladiator", 5),
                ],
            ),
            (
                "vs-2pcg",
                "multiverse",
                "",
                [add("she-hulk-aff-003"), add("she-hulk-aff-004"), add("sister-grimm-aff-010", 5)],
            ),
            ("vs-2pcg", "multiverse", "SAMPLE", [put("pixie-aff-011", 5), add("she-hulk-aff-003"), add("academy", 1)]),
            ("riftbound", "standard", "", [add("jinx-rebel", 3), add("vi-destructive"), add("fury-rune", 13)]),
            (
                "riftbound",
                "standard",
                "",
                [add("jinx-loose-cannon"), add("jinx-rebel"), add("jinx-demolitionist"), add("fury-rune", 7)],
            ),
            (
                "riftbound",
                "standard",
                "SAMPLE",
                [
                    put("fury-rune", 6, "runes"),
                    put("jinx-rebel", 0, "champion"),
                    add("void-gate"),
                    add("chaos-rune", 2),
                    add("vi-destructive"),
                    add("jinx-demolitionist", 2),
                    put("rebuke", 9, "sideboard"),
                ],
            ),
        ],
    )
    def test_are_judged_as_after_the_changes_were_sent(
        self, checker: ListChecker, client: Client, game: str, fmt: str, text: str, changes: list[dict[str, Any]]
    ) -> None:
        ann = User.objects.create_user("ann")
        client.force_login(ann)
        if text == "SAMPLE":
            (text,) = (each.text for each in list_samples() if f"# game: {game}\n" in each.text)
        deck = services.create(Viewer(ann.pk), game, Snapshot(title="Mine", format=fmt, text=text))
        held = deck_to_dict(services.share(deck.pk, Viewer(ann.pk), "public"))
        question = {"text": held["text"], "game": held["game"], "format": held["format"], "day": held["as_of"]}
        today = timezone.localdate().isoformat()
        told = json.loads(checker.answer(json.dumps({**question, "changes": changes, "today": today})))
        sent = {"op": "offline", "edition": str(held["edition"]), "changes": json.dumps(changes)}
        assert client.post(held["change"], sent).status_code == 302
        said = client.get(f"/api/v1/decks/{deck.pk}/verdicts", {"formats": fmt}).content.decode()
        assert '{"verdicts":[' + told["verdict"] + "]}" == said

    def test_hold_on_their_own_day(self, checker: ListChecker) -> None:
        question = {"text": "", "game": "vs-classic", "format": "golden-age", "changes": [], "today": "2026-01-01"}
        days = ["2006-05-01", ""]
        told = [json.loads(checker.answer(json.dumps({**question, "day": day})))["verdict"] for day in days]
        assert [json.loads(verdict)["as_of"] for verdict in told] == ["2006-05-01", "2026-01-01"]

    @pytest.mark.parametrize(
        ("fmt", "changes", "problem"),
        [
            ("my-league", [], "no format 'my-league' is on this device"),
            ("golden-age", [add("no-such-card")], "no card 'no-such-card' in this game"),
            ("golden-age", [put("overload", 1_000_000)], "1000000 copies; a list can have 0 to 9,999"),
        ],
    )
    def test_that_cant_be_judged_say_why(
        self, checker: ListChecker, fmt: str, changes: list[dict[str, Any]], problem: str
    ) -> None:
        question = {"text": ARMY, "game": "vs-classic", "format": fmt, "changes": changes, "today": "2026-01-01"}
        assert json.loads(checker.answer(json.dumps(question))) == {"problem": problem}


@pytest.mark.shared
def test_the_cases_are_the_same_bytes_without_numpy_and_without_compiled_packages(
    facts: list[str], client: Client, shared: Path, tmp_path: Path
) -> None:
    """The engine out of its zip, in a process that has nothing else, judges as the site does."""
    archive = tmp_path / "engine.zip"
    archive.write_bytes(files.zip_code())
    cases = json.loads((shared / "cases" / "verdicts.json").read_text(encoding="utf-8"))
    ran = subprocess.run(
        [sys.executable, "-S", "-E", "-c", ALONE, str(archive)],
        input=json.dumps({"facts": facts, "cases": cases}),
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    for case, verdict in zip(cases, told, strict=True):
        asked = {"deck": case["deck"], "format": f"{case['game']}/{case['format']}", "on": case["as_of"]}
        assert client.get("/check/json/", asked).content.decode() == verdict, case["id"]


#: `-S` leaves the installed packages out of reach, so that what is imported comes out of the zip or of Python itself.
ALONE = """
import json, sys

sys.path.insert(0, sys.argv[1])
from engine.on_device import ListChecker

given = json.loads(sys.stdin.read())
checker = ListChecker()
for dump in given["facts"]:
    checker.load_facts(dump)
verdicts = []
for case in given["cases"]:
    question = {"text": case["deck"], "game": case["game"], "format": case["format"], "day": case["as_of"], "today": ""}
    verdicts.append(json.loads(checker.answer(json.dumps(question)))["verdict"])
from rapidfuzz import fuzz, fuzz_py

assert fuzz.ratio is fuzz_py.ratio and "numpy" not in sys.modules
print(json.dumps(verdicts))
"""
