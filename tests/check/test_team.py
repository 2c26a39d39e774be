"""The decks of a team checked together: on the page, over HTTP and on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client

from tests.commands import run

pytestmark = pytest.mark.django_db

UNIFIED, PAIRS = "3v3-team-match-unified-deck-construction", "2v2-constructed"
#: A loose cannon's deck as the samples have it, and its partner's with the same list, legend and battlefields. On the
#: day after, one of the battlefields was banned.
JINX = (Path("vsdb/check/sample_lists") / "jinx.txt").read_text(encoding="utf-8").replace("# format: standard\n", "")
JINX = JINX.replace("2026-04-15", "2026-03-30")
MAINS = ("She-Hulk [AFF-003]", "Captain Marvel [AFF-001]", "Sister Grimm [AFF-005]")


def unified(number: int, main: str) -> str:
    """A player's list: a main character and the same four Pixies in part."""
    return f"# game: vs-2pcg\nMain Character\n1 {main}\nDeck\n{number} Pixie [AFF-011]\n4 Academy [MNB-111]\n"


def post(decks: list[str], **asked: object) -> tuple[int, dict[str, object]]:
    answer = Client().post("/api/v1/check/team", {"decks": decks, **asked}, content_type="application/json")
    return answer.status_code, answer.json()


class TestTheApi:
    """format:3v3-team-match-unified-deck-construction and format:2v2-constructed, by recorded cards."""

    @pytest.mark.parametrize(("third", "findings"), [(1, []), (2, [("format-restriction", 5, 4, [1, 2, 3])])])
    def test_counts_copies_across_three_decks_and_basic_locations_apart(
        self, third: int, findings: list[object]
    ) -> None:
        decks = [unified(number, main) for number, main in zip((2, 1, third), MAINS, strict=True)]
        status, told = post(decks, format=UNIFIED, as_of="2018-08-10")
        assert status == 200
        found = [(each["code"], each["found"], each["allowed"], each["decks"]) for each in told["findings"]]  # type: ignore[attr-defined]
        assert found == findings
        assert len(told["decks"]) == 3  # type: ignore[arg-type]
        assert "To be checked between" not in json.dumps(told)

    def test_finds_a_main_character_that_two_have(self) -> None:
        decks = [unified(1, main) for main in (MAINS[0], MAINS[1], MAINS[0])]
        _, told = post(decks, format=UNIFIED, as_of="2018-08-10")
        assert [each["decks"] for each in told["findings"]] == [[1, 3]]  # type: ignore[attr-defined]

    def test_finds_the_legend_and_the_battlefields_that_partners_share(self) -> None:
        status, told = post([JINX, JINX], format=PAIRS)
        assert status == 200
        assert [each["outcome"] for each in told["decks"]] == ["legal", "legal"]  # type: ignore[attr-defined]
        assert told["outcome"] == "illegal"
        assert [each["section"] for each in told["findings"]] == ["legend", *["battlefields"] * 3]  # type: ignore[attr-defined]
        assert told["as_of"] == "2026-03-30"

    @pytest.mark.parametrize(
        ("decks", "asked", "code", "said"),
        [
            ([JINX], {"format": PAIRS}, "team-size", "1 list; a team in 2v2 Constructed has 2"),
            ([JINX, JINX], {"format": "standard"}, "no-team-format", PAIRS),
            (["1 Hulk, Gladiator"] * 2, {}, "format-missing", PAIRS),
            ([JINX, "1 Hulk\n" * 20_000], {"format": PAIRS}, "too-long", "deck 2"),
            ([JINX, "# game: vs-classic\n1 Hulk"], {"format": PAIRS}, "unreadable-input", "another game"),
            ([JINX, JINX], {"format": PAIRS, "as_of": "soon"}, "unreadable-date", "soon"),
            ([JINX] * 4, {"format": PAIRS}, "invalid-input", "decks"),
            ([JINX, JINX], {"formats": [PAIRS]}, "invalid-input", "No such field"),
        ],
    )
    def test_refuses_what_is_no_team(self, decks: list[str], asked: dict[str, object], code: str, said: str) -> None:
        status, told = post(decks, **asked)
        assert (status, told["code"]) == (400, code)
        assert said in str(told["message"])


class TestThePage:
    def ask(self, *decks: str, **asked: str) -> tuple[int, str]:
        given = {f"deck_{number}": text for number, text in enumerate(decks, start=1)}
        answer = Client().post("/check/team/", {**given, **asked}, follow=True)
        return answer.status_code, answer.content.decode()

    def test_offers_the_formats_that_are_played_in_teams(self) -> None:
        text = Client().get("/check/team/").content.decode()
        assert f'value="vs-2pcg/{UNIFIED}"' in text
        assert f'value="riftbound/{PAIRS}"' in text
        assert text.count("<textarea") == 3
        assert "/check/team/" in Client().get("/check/").content.decode()

    def test_says_what_is_between_the_decks_and_each_deck_s_own(self) -> None:
        status, text = self.ask(JINX, JINX, format=f"riftbound/{PAIRS}")
        assert status == 200
        for said in (
            "<b>Illegal</b> as a team in 2v2 Constructed on 30 March 2026",
            "4 findings across the decks",
            "Each deck is legal on its own",
            "The Grand Plaza in deck 1 (1) and deck 2 (1)",
            "Deck 2: Jinx, loose",
        ):
            assert said in text, said

    @pytest.mark.parametrize(
        ("decks", "asked", "said"),
        [
            ((), {}, "Paste a list for each player"),
            ((JINX,), {"format": f"riftbound/{PAIRS}"}, "1 list; a team in 2v2 Constructed has 2."),
            ((JINX, JINX), {"format": "", "on": "soon"}, "is not a date"),
            ((JINX, JINX), {"format": "riftbound/standard"}, "isn’t a team format"),
            ((JINX, JINX), {"format": f"riftbound/{PAIRS}", "on": "soon"}, "&#x27;soon&#x27; is not a date"),
        ],
    )
    def test_keeps_the_lists_and_says_what_is_wrong(
        self, decks: tuple[str, ...], asked: dict[str, str], said: str
    ) -> None:
        status, text = self.ask(*decks, **asked)
        assert status == 400
        assert said in text
        assert text.count("Super Mega Death Rocket!") == len(decks)

    def test_shows_what_a_list_says_as_text(self) -> None:
        _, text = self.ask("# <b>x</b>\n1 <script>", JINX, format=f"riftbound/{PAIRS}")
        assert "<script>" not in text.replace("<script src", "")
        assert "<b>x</b>" not in text


class TestTheCommand:
    def test_says_it_all_and_exits_by_the_outcome(self, tmp_path: Path) -> None:
        path = tmp_path / "jinx.txt"
        path.write_text(JINX, encoding="utf-8")
        status, out, _ = run("check_team", str(path), str(path), "--format", PAIRS)
        assert status == 1
        assert out.startswith(f"✗ Illegal as a team in {PAIRS} on 2026-03-30")
        assert "partners have different battlefields" in out
        assert out.count("✓ Legal in") == 2
        status, out, _ = run("check_team", str(path), str(path), "--format", PAIRS, "--json")
        assert (status, json.loads(out)["outcome"]) == (1, "illegal")

    def test_can_use_neither_one_list_nor_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        path = tmp_path / "jinx.txt"
        path.write_text(JINX, encoding="utf-8")
        for files in ([str(path)], [str(path), str(tmp_path / "none.txt")]):
            status, out, err = run("check_team", *files, "--format", PAIRS)
            assert (status, out) == (2, "")
            assert err
