"""The runner against APIs that are right, wrong, busy, broken or not there."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.fake_api import ALL_RIGHT, Answering, Reply, right_batch, right_check, right_search, serve
from vsdb_conformance.__main__ import main
from vsdb_conformance.cases import VERDICTS, choose, load_cases
from vsdb_conformance.client import MAX_TRIES, CannotRun, Client

ROOT = Path(__file__).resolve().parents[2]
ONE = "classic-copies-5"
LEGAL = "classic-size-60"


@pytest.fixture(autouse=True)
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the runner would have waited; it doesn't here."""
    waited: list[float] = []
    monkeypatch.setattr("vsdb_conformance.client.sleep", waited.append)
    return waited


def busy(times: int, headers: Mapping[str, str], then: Answering, status: int = 429) -> Answering:
    """An address that answers 429, or another status, so many times."""
    left = [times]

    def answer(asked: Any) -> Reply:
        if left[0]:
            left[0] -= 1
            return Reply({"code": "too-many-requests"}, status, headers)
        return then(asked)

    return answer


def changed(**parts: Any) -> Answering:
    """A check whose verdict has other parts than the right one."""

    def answer(asked: Any) -> Reply:
        reply = right_check(asked)
        reply.data["verdicts"][0].update(parts)
        return reply

    return answer


def run(url: str, *options: str) -> int:
    return main([url, "--quiet", *options])


class TestRightApi:
    def test_passes_every_case_in_batches_of_75(self, capsys: pytest.CaptureFixture[str]) -> None:
        with serve(ALL_RIGHT) as api:
            assert run(api.url) == 0

        total = len(load_cases())
        assert capsys.readouterr().out.splitlines()[-1] == f"{total} of {total} cases pass at the level figures."
        sizes = [len(asked["decks"]) for name, asked in api.asked if name == "check/batch"]
        assert sum(sizes) == len(load_cases([VERDICTS]))
        assert max(sizes) == 75

    def test_passes_one_by_one_where_there_are_no_batches(self) -> None:
        with serve({"check": right_check}) as api:
            assert run(api.url, "--kind", "verdicts", "--game", "riftbound") == 0

        names = [name for name, _ in api.asked]
        assert names[0] == "check/batch"
        assert set(names[1:]) == {"check"}

    def test_is_asked_what_the_case_says(self) -> None:
        with serve({"check": right_check}) as api:
            assert run(api.url, "--case", ONE) == 0

        [case] = choose(load_cases(), ids=[ONE])
        assert api.asked[-1] == ("check", case.asked)

    def test_may_be_at_another_path(self) -> None:
        with serve({"/rules/v2/check/batch": right_batch}) as api:
            assert run(api.url, "--api", "/rules/v2/", "--case", ONE) == 0

    def test_shows_its_progress_on_standard_error(self, capsys: pytest.CaptureFixture[str]) -> None:
        with serve(ALL_RIGHT) as api:
            assert main([api.url, "--case", ONE]) == 0

        assert "\r1 of 1 cases" in capsys.readouterr().err

    def test_of_several_pages_is_read_to_the_end(self) -> None:
        def pages(asked: Any) -> Reply:
            reply = right_search(asked)
            rows = reply.data["results"]
            number = int(asked.get("page", 1))
            reply.data["results"] = rows[(number - 1) * 5 : number * 5]
            query = f"q={asked['q']}&game={asked['game']}&page={number + 1}"
            reply.data["next"] = f"/api/v1/cards?{query}" if number * 5 < len(rows) else None
            return reply

        with serve({"cards": pages}) as api:
            assert run(api.url, "--case", "search-army") == 0

        assert len(api.asked) == 4


class TestWrongApi:
    def test_fails_and_says_what_differs_and_the_rule(self, capsys: pytest.CaptureFixture[str]) -> None:
        with serve({"check": changed(outcome="legal", legal=True, findings=[])}) as api:
            assert run(api.url, "--case", ONE) == 1

        said = capsys.readouterr().out
        assert f"FAIL {ONE} (vs-classic golden-age 2010-06-01)" in said
        assert "outcome: expected illegal" in said
        assert "codes: expected error copy-limit found 5, allowed 4 line 1 [cr-2.7 101.2]" in said
        assert "0 of 1 cases pass at the level figures." in said

    @pytest.mark.parametrize(("level", "status"), [("outcome", 0), ("codes", 0), ("citations", 0), ("figures", 1)])
    def test_passes_up_to_the_level_that_it_reaches(self, level: str, status: int) -> None:
        def miscounting(asked: Any) -> Reply:
            reply = right_check(asked)
            reply.data["verdicts"][0]["findings"][0]["found"] = 6
            return reply

        with serve({"check": miscounting}) as api:
            assert run(api.url, "--case", ONE, "--level", level) == status

    def test_fails_a_case_that_it_answers_with_an_error(self, capsys: pytest.CaptureFixture[str]) -> None:
        def refusing(asked: Any) -> Reply:
            return Reply({"code": "not-found", "message": "No format golden-age."}, 404)

        with serve({"check": refusing}) as api:
            assert run(api.url, "--case", ONE) == 1

        assert "got an error: No format golden-age." in capsys.readouterr().out

    def test_fails_one_list_of_a_batch_alone(self, capsys: pytest.CaptureFixture[str]) -> None:
        def refusing_one(asked: Any) -> Reply:
            reply = right_batch(asked)
            reply.data["results"][0] = {"verdicts": [], "error": {"code": "too-many", "message": "too many lines"}}
            return reply

        with serve({"check/batch": refusing_one}) as api:
            assert run(api.url, "--case", "classic-copies-*") == 1

        assert capsys.readouterr().out.count("FAIL") == 1

    def test_tells_programs_the_same_in_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        with serve({"check": changed(findings=[])}) as api:
            assert run(api.url, "--case", ONE, "--case", LEGAL, "--json") == 1

        told = json.loads(capsys.readouterr().out)
        assert (told["total"], told["passed"], told["level"]) == (2, 1, "figures")
        assert told["summary"] == {
            "vs-classic verdicts": {"cases": 2, "outcome": 2, "codes": 1, "citations": 1, "figures": 1}
        }
        failed = next(each for each in told["cases"] if not each["passed"])
        assert (failed["id"], failed["reached"]) == (ONE, "outcome")
        assert [each["level"] for each in failed["differences"]] == ["codes"]

    def test_that_tells_each_list_apart_by_the_order_of_its_lines_breaks_a_law(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def by_first_line(asked: Any) -> Reply:
            outcome = "legal" if asked["deck"].startswith("4 Hercules") else "illegal"
            return Reply({"verdicts": [{"outcome": outcome, "findings": [], "checked": []}]})

        with serve({"check": by_first_line}) as api:
            assert run(api.url, "--case", LEGAL, "--laws") == 1

        said = capsys.readouterr().out
        assert f"FAIL lines-reversed:{LEGAL}" in said
        assert f"FAIL asked-again:{LEGAL}" not in said

    def test_that_changes_its_mind_breaks_a_law(self, capsys: pytest.CaptureFixture[str]) -> None:
        outcomes = iter(["legal", "illegal", "legal", "legal", "legal", "legal", "legal"])

        def moody(asked: Any) -> Reply:
            return Reply({"verdicts": [{"outcome": next(outcomes), "findings": [], "checked": []}]})

        with serve({"check": moody}) as api:
            run(api.url, "--case", LEGAL, "--laws")

        assert f"FAIL asked-again:{LEGAL}" in capsys.readouterr().out

    def test_that_overlooks_a_banned_card_in_another_list_breaks_a_law(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def lenient(asked: Any) -> Reply:
            outcome = "legal" if "Hercules" in asked["deck"] else "illegal"
            return Reply({"verdicts": [{"outcome": outcome, "findings": [], "checked": []}]})

        with serve({"check": lenient}) as api:
            run(api.url, "--case", LEGAL, "--case", "ban-overload-certain", "--laws")

        said = capsys.readouterr().out
        assert "FAIL banned-card-mixed-in:ban-overload-certain" in said
        assert "FAIL banned-card-added:ban-overload-certain" not in said

    def test_that_lets_a_banned_card_in_when_there_are_more_of_it_breaks_a_law(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def lenient(asked: Any) -> Reply:
            outcome = "illegal" if asked["deck"].count("Overload") == 1 else "legal"
            return Reply({"verdicts": [{"outcome": outcome, "findings": [], "checked": []}]})

        with serve({"check": lenient}) as api:
            run(api.url, "--case", "ban-overload-certain", "--laws")

        assert "FAIL banned-card-added:ban-overload-certain" in capsys.readouterr().out


class TestBusyApi:
    @pytest.mark.parametrize(
        ("headers", "waited"),
        [
            ({"Retry-After": "7"}, [7.0]),
            ({"RateLimit": '"api";r=9;t=3, "check";r=0;t=5'}, [5.0]),
            ({}, [1.0]),
            ({"Retry-After": "soon"}, [1.0]),
        ],
    )
    def test_is_given_the_time_that_it_asks_for(
        self, headers: dict[str, str], waited: list[float], slept: list[float]
    ) -> None:
        with serve({"check/batch": busy(1, headers, right_batch)}) as api:
            assert run(api.url, "--case", ONE) == 0

        assert slept == waited

    def test_may_be_down_for_a_moment(self, slept: list[float]) -> None:
        with serve({"check/batch": busy(2, {"Retry-After": "60"}, right_batch, 503)}) as api:
            assert run(api.url, "--case", ONE) == 0

        assert slept == [60.0, 60.0]

    def test_may_name_a_date(self, slept: list[float]) -> None:
        later = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
        with serve({"check/batch": busy(1, {"Retry-After": later}, right_batch)}) as api:
            assert run(api.url, "--case", ONE) == 0

        assert len(slept) == 1
        assert 20 < slept[0] <= 30

    def test_that_says_nothing_is_left_is_not_asked_before_its_time(self, slept: list[float]) -> None:
        def last_one(asked: Any) -> Reply:
            reply = right_check(asked)
            return Reply(reply.data, headers={"RateLimit": '"check";r=0;t=4'})

        with serve({"check": last_one}) as api:
            assert run(api.url, "--case", ONE, "--case", LEGAL) == 0

        assert slept == [4.0]

    def test_that_stays_busy_cannot_be_measured(self, slept: list[float], capsys: pytest.CaptureFixture[str]) -> None:
        with serve({"check/batch": busy(99, {"Retry-After": "1"}, right_batch)}) as api:
            assert run(api.url, "--case", ONE) == 2

        assert slept == [1.0] * (MAX_TRIES - 1)
        assert "still answers 429" in capsys.readouterr().err

    def test_that_asks_for_hours_is_not_waited_for(
        self, slept: list[float], capsys: pytest.CaptureFixture[str]
    ) -> None:
        with serve({"check/batch": busy(1, {"Retry-After": "7200"}, right_batch)}) as api:
            assert run(api.url, "--case", ONE) == 2

        assert slept == []
        assert "asks to wait 7200 seconds" in capsys.readouterr().err


class TestNoApi:
    def test_where_nobody_listens(self, capsys: pytest.CaptureFixture[str]) -> None:
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            port = unused.getsockname()[1]
        assert run(f"http://127.0.0.1:{port}", "--case", ONE) == 2

        assert "Is the server running" in capsys.readouterr().err

    def test_where_no_answer_comes(self, capsys: pytest.CaptureFixture[str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            assert run(f"http://127.0.0.1:{silent.getsockname()[1]}", "--case", ONE, "--timeout", "0.2") == 2

        assert "within 0.2 s. Give more with --timeout." in capsys.readouterr().err

    @pytest.mark.parametrize("raw", [b"<!doctype html>", b'{"results": [', b"\xff\xfe"])
    def test_where_the_answer_is_no_json(self, raw: bytes, capsys: pytest.CaptureFixture[str]) -> None:
        with serve({"check/batch": lambda asked: Reply(raw=raw)}) as api:
            assert run(api.url, "--case", ONE) == 2

        assert "Give its path with --api" in capsys.readouterr().err

    @pytest.mark.parametrize("data", [[], {}, {"results": []}, {"results": [{"verdicts": []}]}, {"results": [7]}])
    def test_where_the_answer_has_another_shape(self, data: Any, capsys: pytest.CaptureFixture[str]) -> None:
        with serve({"check/batch": lambda asked: Reply(data)}) as api:
            assert run(api.url, "--case", ONE) == 2

        assert "docs/conformance.md" in capsys.readouterr().err

    def test_where_the_path_is_another(self, capsys: pytest.CaptureFixture[str]) -> None:
        with serve({"check": lambda asked: Reply(raw=b"no such page", status=404)}) as api:
            assert run(api.url, "--case", ONE) == 2

        assert "Give the API's path with --api." in capsys.readouterr().err

    def test_where_the_search_has_another_shape(self, capsys: pytest.CaptureFixture[str]) -> None:
        with serve({"cards": lambda asked: Reply({"cards": []})}) as api:
            assert run(api.url, "--kind", "searches", "--game", "riftbound") == 2

        assert "without results" in capsys.readouterr().err

    def test_where_the_next_page_is_elsewhere(self, capsys: pytest.CaptureFixture[str]) -> None:
        def leading_away(asked: Any) -> Reply:
            return Reply({"count": 1, "next": "http://elsewhere.example/cards", "results": [], "notes": []})

        with serve({"cards": leading_away}) as api:
            assert run(api.url, "--case", "search-army") == 2

        assert "another host" in capsys.readouterr().err

    @pytest.mark.parametrize("host", ["ftp://127.0.0.1", "http://", "file:///etc/hosts"])
    def test_where_the_address_is_none(self, host: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(host, "--case", ONE) == 2
        assert "Give one such as http://127.0.0.1:8000" in capsys.readouterr().err

    def test_a_host_without_scheme_is_taken_as_http(self) -> None:
        assert Client("localhost:8000/sub/").host == "http://localhost:8000/sub"
        with pytest.raises(CannotRun):
            Client("gopher://localhost")


class TestCommand:
    def test_lists_the_cases_without_asking_anybody(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--list", "--game", "riftbound", "--kind", "verdicts"]) == 0

        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith("rift-deck-40\tverdicts\triftbound\t")
        assert len(lines) == len(choose(load_cases([VERDICTS]), ["riftbound"]))

    def test_says_so_where_no_case_is_chosen(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["http://127.0.0.1:9", "--case", "no-such-case"]) == 2
        assert "--list" in capsys.readouterr().err

    @pytest.mark.parametrize("options", [[], ["http://127.0.0.1:9", "--timeout", "0"], ["--level", "best"]])
    def test_refuses_what_it_cannot_use(self, options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as ended:
            main(options)

        assert ended.value.code == 2
        assert "usage: python -m vsdb_conformance" in capsys.readouterr().err

    def test_runs_alone_without_site_packages(self, tmp_path: Path) -> None:
        """With `-S -I` only the standard library and the folder itself are within reach."""
        code = f"import sys, runpy; sys.path.insert(0, {str(ROOT)!r}); sys.argv = ['x', '--list']; "
        done = subprocess.run(
            [sys.executable, "-S", "-I", "-c", f"{code}runpy.run_module('vsdb_conformance', run_name='__main__')"],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert len(done.stdout.splitlines()) == len(load_cases())
