"""The small parts of `make bench`: goals, rows, the busy machine, modules that fail."""

from __future__ import annotations

from math import nan
from pathlib import Path

import pytest

from benchmarks import bench
from benchmarks.goals import Result, faster, format_time, within
from benchmarks.table import is_busy, row_of_failure, row_of_result, write_markdown_table, write_text_table

KEPT = row_of_result("verdicts", Result("a verdict | classic", "12.3 µs", "peer 1.0", 2.0, 2.0))
MISSED = row_of_result("search", within("the jump box", 0.025, 0.02))
NO_PEER = row_of_result("verdicts", faster("in batch", 1e-6, "peer 1.0", None, 10.0))


class TestGoals:
    def test_a_ratio_at_the_wanted_one_is_kept_and_one_below_isnt(self) -> None:
        assert Result("", "", "", 2.0, 2.0).is_kept
        assert not Result("", "", "", 1.99, 2.0).is_kept
        assert not Result("", "", "", nan, 2.0).is_kept

    def test_a_bound_is_kept_up_to_its_seconds(self) -> None:
        assert within("", 0.02, 0.02).is_kept
        assert not within("", 0.021, 0.02).is_kept

    def test_the_ratio_says_how_many_times_as_fast_as_the_peer(self) -> None:
        assert faster("", 2.0, "peer", 6.0, 3.0).ratio == pytest.approx(3.0)

    @pytest.mark.parametrize(
        ("seconds", "text"),
        [(12.34e-6, "12.3 µs"), (0.45, "450 ms"), (2.0, "2.00 s"), (1e-3, "1.00 ms"), (5e-7, "0.50 µs")],
    )
    def test_times_have_the_unit_that_suits(self, seconds: float, text: str) -> None:
        assert format_time(seconds) == text


class TestTable:
    def test_says_of_each_goal_whether_it_is_kept(self) -> None:
        assert [row["state"] for row in (KEPT, MISSED, NO_PEER)] == ["kept", "missed", "peer not installed"]

    def test_has_no_ratio_where_the_peer_is_not_installed(self) -> None:
        assert NO_PEER["ratio"] is None
        assert write_text_table([NO_PEER]).splitlines()[1].split("  ")[-1] == "peer not installed"

    def test_pads_columns_for_a_terminal(self) -> None:
        heading, first, second = write_text_table([KEPT, MISSED]).splitlines()
        assert heading.index("ratio") == first.index("2.00") == second.index("0.80")

    def test_escapes_bars_in_markdown(self) -> None:
        assert write_markdown_table([KEPT, MISSED]).splitlines() == [
            "| goal | measured | compared with | ratio | wanted |  |",
            "| --- | --- | --- | --- | --- | --- |",
            "| a verdict \\| classic | 12.3 µs | peer 1.0 | 2.00 | 2.00 | kept |",
            "| the jump box | 25.0 ms | the bound | 0.80 | 1.00 | missed |",
        ]

    def test_names_a_module_that_failed_with_its_error(self) -> None:
        row = row_of_failure("search", "the server doesn't answer")
        assert "search: the server doesn't answer" in write_text_table([row])
        assert row["state"] == "failed"


class TestIsBusy:
    @pytest.mark.parametrize(
        ("before", "during", "busy"),
        [(1.0, [2.0, 1.5], False), (1.1, [1.0], True), (0.2, [1.0, 2.1], True), (0.0, [], False)],
    )
    def test_counts_the_run_itself_for_one(self, before: float, during: list[float], busy: bool) -> None:
        assert is_busy(before, during, cores=2) is busy


class TestModules:
    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A folder of benchmarks instead of the real one."""
        (tmp_path / "benchmarks").mkdir()
        monkeypatch.setattr(bench, "__file__", str(tmp_path / "benchmarks" / "bench.py"))
        return tmp_path / "benchmarks"

    def test_are_those_that_define_the_function(self, folder: Path) -> None:
        (folder / "two.py").write_text("def results():\n    yield from ()\n", encoding="utf-8")
        (folder / "one.py").write_text("x = 1\n\ndef results() -> None: ...\ndef growth(): ...\n", encoding="utf-8")
        (folder / "none.py").write_text("# def results():\n    def results(): ...\n", encoding="utf-8")
        assert bench.find_modules("results") == ["one", "two"]
        assert bench.find_modules("growth") == ["one"]

    def test_one_that_fails_gives_its_results_until_then_and_a_row_that_says_so(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lines = "print('noise')\nprint('BENCH {\"goal\": \"a\"}')\nraise SystemExit('no such database')"
        monkeypatch.setattr(bench, "_command", lambda module, function: [bench.sys.executable, "-c", lines])
        rows = bench.collect("search", "results", lambda found: {**found, "state": "kept"})
        assert rows == [{"goal": "a", "state": "kept"}, row_of_failure("search", "no such database")]

    def test_the_report_goes_on_after_one_that_fails(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bench, "find_modules", lambda function: ["bad", "good"])
        result = '{"goal": "g", "measured": "1", "peer": "", "ratio": 2.0, "wanted": 1.0}'
        code = {"bad": "raise ValueError('broken')", "good": f"print('BENCH {result}')"}
        monkeypatch.setattr(bench, "_command", lambda module, function: [bench.sys.executable, "-c", code[module]])
        report = bench.measure([], with_growth=False)
        assert [(row["module"], row["state"]) for row in report["rows"]] == [("bad", "failed"), ("good", "kept")]
        assert len(report["loads"]) == 3
