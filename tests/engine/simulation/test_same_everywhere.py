"""The same seed gives the same bytes: in every Python, in any portions, by NumPy."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from engine.model.cards import GAMES
from engine.simulation.goldfish.running import GoldfishRun
from tests.conftest import ROOT
from tests.engine.simulation import same_everywhere

#: Of the figures: it never changes by machine, Python or portions.
DIGEST = "d6bf6875d57d17a8840328534765fbcc449843943f62b35dca996eded2cefe99"


def list_interpreters() -> list[str]:
    """Every Python from 3.11 to 3.13 that is on the path and runs."""
    found = [shutil.which(f"python3.{minor}") for minor in (11, 12, 13)]
    return [path for path in found if path and _run(path, "-c", "print(1)").stdout]


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, check=False, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )


INTERPRETERS = list_interpreters()


class TestDigest:
    @pytest.mark.parametrize("portions", [1, 7])
    def test_of_figures_is_the_one_that_is_known(self, portions: int) -> None:
        assert same_everywhere.compute_digests(portions)[0] == DIGEST

    @pytest.mark.skipif(not INTERPRETERS, reason="needs python3.11, python3.12 or python3.13 on the path")
    @pytest.mark.parametrize("interpreter", INTERPRETERS)
    def test_of_all_that_is_told_is_the_same_in_other_pythons(self, interpreter: str) -> None:
        ran = _run(interpreter, same_everywhere.__file__, "7")
        assert tuple(ran.stdout.split()) == same_everywhere.compute_digests(1), ran.stderr

    def test_tells_seeds_apart(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(same_everywhere, "SEED", same_everywhere.SEED + 1)
        assert same_everywhere.compute_digests(7)[0] != DIGEST


@pytest.mark.parametrize("game", GAMES)
def test_bulk_games_add_up_to_the_same_in_one_portion_and_in_seven(game: str) -> None:
    run = GoldfishRun(same_everywhere.build_deck(game), same_everywhere.SEED, same_everywhere.TURNS)
    plain = run.play_portion(0, 70)
    whole = run.play_portion(0, 70, in_bulk=True)
    portions = [run.play_portion(start, stop, in_bulk=True) for start, stop in same_everywhere.cut(70, 7)]
    assert plain == whole
    assert same_everywhere.join_portions(run, portions).tally == plain
