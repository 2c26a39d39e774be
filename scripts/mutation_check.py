"""Break the code in small ways, one at a time, and see whether `make test` finds out.

Each mutant swaps one comparison, one `and` or `or`, or one returned truth value, chosen by a seed, in a copy of the
tracked files: the checkout is only read. The tests that import the module or stand in the folder of its name run
first, then all others, each time until one fails; that one must pass without the swap, or it tells nothing. Survivors
are printed with their place: some are swaps that change nothing, each of the others is a test to be written.

    .venv/bin/python scripts/mutation_check.py                      # 24 in engine and 16 in vsdb, seed 1
    .venv/bin/python scripts/mutation_check.py --engine 4 --vsdb 2 --seed 7 --minutes 30
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import run_tests

ROOT = Path(__file__).resolve().parent.parent
COMPARISONS = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
#: How the answer begins where pytest could name no test.
NO_ANSWER = "pytest itself:"
#: The status of pytest where no test was chosen.
NO_TEST = 5
JOINS = {ast.And: ("and", "or"), ast.Or: ("or", "and")}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A swap in a file: its words from one byte to another, and what stands there instead."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old} -> {self.new}"

    def applied(self, content: bytes) -> bytes:
        return content[: self.start] + self.new.encode() + content[self.end :]


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a mutant: the test that found it, or None; how long it took."""

    mutant: Mutant
    found_by: str | None
    seconds: int


def main() -> int:
    """0 where every mutant was found, 1 where some survived, 3 where the time didn't suffice for all."""
    options = _options()
    end = time.monotonic() + options.minutes * 60
    results: list[Result] = []
    with copied(options.keep) as copy:
        counts = {"engine": options.engine, "vsdb": options.vsdb}
        every = (mutant for package, count in counts.items() for mutant in chosen(copy, package, count, options.seed))
        mutants = [*every][slice(*options.only)]
        if options.list:
            print(*mutants, sep="\n")
            return 0
        trial = Trial(copy, options.workers, options.minutes_each * 60)
        if not options.no_baseline:
            trial.leave_out_what_fails_anyway()
        for number, mutant in enumerate(mutants, start=1):
            if time.monotonic() > end:
                print(f"{len(mutants) - len(results)} not tried: the {options.minutes} minutes are over", flush=True)
                break
            results.append(trial.of(mutant))
            told = f"found by {results[-1].found_by}" if results[-1].found_by else "SURVIVED"
            print(f"{number}/{len(mutants)} {mutant}: {told} ({results[-1].seconds} s)", flush=True)
    for package in ("engine", "vsdb"):
        tried = [each for each in results if each.mutant.file.startswith(f"{package}/")]
        print(f"{package}: {sum(bool(each.found_by) for each in tried)} of {len(tried)} found")
    if options.json:
        options.json.write_text(json.dumps([asdict(each) for each in results], indent=1), encoding="utf-8")
    if any(each.found_by is None for each in results):
        return 1
    return 3 if len(results) < len(mutants) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    add = parser.add_argument
    add("--engine", type=int, default=24, metavar="N", help="number of mutants of engine (default: %(default)s)")
    add("--vsdb", type=int, default=16, metavar="N", help="number of mutants of vsdb (default: %(default)s)")
    add("--seed", type=int, default=1, help="seed that chooses them (default: %(default)s)")
    add("--only", type=int, nargs=2, default=(None, None), metavar=("FROM", "TO"), help="only these, counted from 0")
    add("--minutes", type=int, default=240, help="start no mutant after this time (default: %(default)s)")
    add("--minutes-each", type=int, default=20, help="count slower tests as a find (default: %(default)s)")
    add("--workers", default="2", help="test processes (default: %(default)s)")
    add("--no-baseline", action="store_true", help="don't run the unchanged tests first to skip failing ones")
    add("--list", action="store_true", help="list the mutants without testing")
    add("--keep", action="store_true", help="keep the copy")
    add("--json", type=Path, metavar="FILE", help="also write the results to this file")
    return parser.parse_args()


def chosen(copy: Path, package: str, count: int, seed: int) -> list[Mutant]:
    """So many mutants of a package, the same for the same files and seed."""
    files = sorted(path for path in (copy / package).rglob("*.py") if path.parent.name != "migrations")
    every = [mutant for path in files for mutant in mutants_of(str(path.relative_to(copy)), path.read_bytes())]
    return random.Random(f"{package} {seed}").sample(every, min(count, len(every)))  # noqa: S311


def mutants_of(file: str, content: bytes) -> Iterator[Mutant]:
    """Every swap that there is in a file."""
    starts = [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def swap(after: ast.expr, before: ast.expr, words: tuple[str, str]) -> Iterator[Mutant]:
        begin = starts[(after.end_lineno or 1) - 1] + (after.end_col_offset or 0)
        between = content[begin : starts[before.lineno - 1] + before.col_offset]
        pattern = rf"(?<![\w=<>!]){re.escape(words[0])}(?![\w=<>])".replace(r"\ ", r"\s+")
        if held := re.search(pattern.encode(), re.sub(rb"#[^\n]*", lambda note: b" " * len(note[0]), between)):
            start, end = begin + held.start(), begin + held.end()
            yield Mutant(file, content.count(b"\n", 0, start) + 1, start, end, *words)

    for node in ast.walk(ast.parse(content)):
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if ast.unparse(left) != "__name__":
                yield from swap(left, right, COMPARISONS[type(op)])
            case ast.BoolOp(op=op, values=[first, second]):
                yield from swap(first, second, JOINS[type(op)])
            case ast.Return(value=ast.Constant(value=bool(truth), lineno=line) as value):
                start = starts[line - 1] + value.col_offset
                yield Mutant(file, line, start, start + len(str(truth)), str(truth), str(not truth))


def _tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)  # noqa: S607
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


@contextmanager
def copied(is_kept: bool) -> Iterator[Path]:
    """A copy of the tracked files as they are now, a repository of its own, which some tests ask for."""
    folder = Path(tempfile.mkdtemp(prefix="vsdb-mutants-"))
    copy = folder / "vsdb"
    try:
        for name in _tracked():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
        for words in (["init", "-q"], ["add", "-A"]):
            subprocess.run(["git", *words], cwd=copy, check=True)  # noqa: S607
        (copy / ".venv").symlink_to(Path(sys.prefix).resolve())
        yield copy
    finally:
        if is_kept:
            print(f"The copy is kept in {copy}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


class Trial:
    """Mutants tried in a copy, one after another."""

    def __init__(self, copy: Path, workers: str, seconds: int) -> None:
        self.copy, self.workers, self.seconds = copy, workers, seconds
        self.server, _ = run_tests.postgresql()
        self.left_out: list[str] = []

    def leave_out_what_fails_anyway(self) -> None:
        """Run all tests once; those that fail with the code as it is can find nothing."""
        print("The tests as they are", flush=True)
        self.left_out = self._failures(["tests"])
        print(f"{len(self.left_out)} of them fail and are skipped: {' '.join(self.left_out)}", flush=True)

    def of(self, mutant: Mutant) -> Result:
        begun = time.monotonic()
        found = (self._finder(mutant, *wave) for wave in self._waves(mutant.file))
        found_by = next((each for each in found if each), None)
        return Result(mutant, found_by, round(time.monotonic() - begun))

    def _waves(self, file: str) -> Iterator[tuple[list[str], str]]:
        """The arguments of pytest and the database: the tests that are about the file, all others, PostgreSQL's."""
        near = self._near(file)
        if near:
            yield near, ""
        yield ["tests", *(f"--ignore={each}" for each in near)], ""
        if self.server:
            yield run_tests.on_postgresql(self.copy), self.server

    def _finder(self, mutant: Mutant, tests: list[str], url: str) -> str | None:
        """The first of these tests that fails with the swap and passes without it."""
        before = (self.copy / mutant.file).read_bytes()
        while True:
            self._write(mutant.file, mutant.applied(before))
            failures = self._failures([*tests, "--maxfail=1"], url)
            self._write(mutant.file, before)
            if not failures:
                return None
            if failures[0].startswith(NO_ANSWER) or not self._failures(failures[:1], url):
                return failures[0]
            self.left_out += failures[:1]

    def _near(self, file: str) -> list[str]:
        package, _, rest = file.partition("/")
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        parent, _, name = module.rpartition(".")
        is_named = re.compile(rf"\b{re.escape(module)}\b|from {re.escape(parent)} import [^\n]*\b{name}\b")
        own = f"tests/{package}/" if package == "engine" else f"tests/{rest.partition('/')[0]}/"
        paths = sorted((self.copy / "tests").rglob("test_*.py"))
        tests = {str(path.relative_to(self.copy)): path.read_text(encoding="utf-8") for path in paths}
        named = [test for test, text in tests.items() if is_named.search(text)]
        return [*named, *(test for test in tests if test.startswith(own) and test not in named)]

    def _failures(self, arguments: list[str], url: str = "") -> list[str]:
        """The tests that fail, or what came of pytest itself where it couldn't say."""
        kept = self.copy.parent / "cache"
        shutil.rmtree(kept, ignore_errors=True)
        command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-o", f"cache_dir={kept}"]
        command += ["-n", self.workers, "--dist", "worksteal", *arguments]
        command += [f"--deselect={test}" for test in self.left_out]
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        if url:
            environment["DATABASE_URL"] = url
        environment["VSDB_SHARED"] = environment.get("VSDB_SHARED") or str(ROOT.parent / "shared")
        status = _status_of(command, self.copy, environment, self.seconds)
        failed = kept / "v" / "cache" / "lastfailed"
        if status is not None and failed.is_file():
            return [*json.loads(failed.read_text(encoding="utf-8"))]
        if status in (0, NO_TEST):
            return []
        why = f"not ended after {self.seconds} s" if status is None else f"ended with {status}"
        return [f"{NO_ANSWER} {why}"]

    def _write(self, file: str, content: bytes) -> None:
        """Put a file into the copy, and forget what was compiled of it: a swap may keep its size, and its second."""
        path = self.copy / file
        path.write_bytes(content)
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()


def _status_of(command: list[str], folder: Path, environment: dict[str, str], seconds: int) -> int | None:
    """The status with which a command ends; None where it takes too long, and is ended with all that it began."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as running:
        try:
            return running.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            for signal_ in (signal.SIGTERM, signal.SIGKILL):
                if running.poll() is None:
                    os.killpg(running.pid, signal_)
                    with suppress(subprocess.TimeoutExpired):
                        running.wait(timeout=20)


if __name__ == "__main__":
    sys.exit(main())
