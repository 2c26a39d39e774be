"""`python -m vsdb_conformance http://host`: measure an API against the suite."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from vsdb_conformance.cases import KINDS, LEVELS, Case, choose, load_cases, load_file
from vsdb_conformance.client import CannotRun, Client
from vsdb_conformance.laws import check_laws
from vsdb_conformance.reporting import passes, to_dict, write_failures, write_summary
from vsdb_conformance.running import Result, Runner

ALL_PASS, SOME_FAIL, CANNOT_RUN = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the suite and print the results. Returns the exit status."""
    parser = _build_parser()
    given = parser.parse_args(arguments)
    cases = choose(load_cases([given.kind] if given.kind else KINDS), given.game or (), given.case or ())
    if not cases:
        print("No such case. --list shows the ids.", file=sys.stderr)
        return CANNOT_RUN
    if given.list:
        for case in cases:
            print(f"{case.id}\t{case.kind}\t{case.game}\t{case.why}")
        return ALL_PASS
    if not given.host:
        parser.error("give the address of the server, such as http://127.0.0.1:8000")
    try:
        results = _run(given, cases)
    except CannotRun as error:
        print(f"\nCannot run: {error}", file=sys.stderr)
        return CANNOT_RUN
    if given.json:
        versions = {kind: str(load_file(kind)["version"]) for kind in KINDS}
        print(json.dumps(to_dict(results, given.level, given.host, versions), ensure_ascii=False, indent=1))
    else:
        print("\n".join([*write_failures(results, given.level), *write_summary(results, given.level)]))
    return ALL_PASS if all(passes(each, given.level) for each in results) else SOME_FAIL


def _run(given: argparse.Namespace, cases: Sequence[Case]) -> list[Result]:
    """The results, with the progress on standard error. Raises CannotRun."""
    done = 0

    def show(count: int) -> None:
        nonlocal done
        done += count
        if not given.quiet:
            said = f"{done} of {len(cases)} cases" if done <= len(cases) else f"{done - len(cases)} lists for the laws"
            print(f"\r{said}", end="", file=sys.stderr, flush=True)

    def report(message: str) -> None:
        print(f"\n{message}", file=sys.stderr, flush=True)

    client = Client(given.host, given.api, given.timeout, report=report)
    runner = Runner(client, show)
    results = list(runner.run(cases))
    if given.laws:
        results += check_laws(runner, cases)
    if not given.quiet:
        print(file=sys.stderr)
    return results


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m vsdb_conformance",
        description="Measure a deck checker and card search against cases with known answers.",
        epilog="Exit status: 0 all pass, 1 some fail, 2 cannot run. docs/conformance.md describes the API's shape.",
    )
    parser.add_argument("host", nargs="?", help="address of the server, such as http://127.0.0.1:8000")
    parser.add_argument("--api", default="/api/v1", metavar="PATH", help="path of the API (default: %(default)s)")
    parser.add_argument("--kind", choices=KINDS, help="only these cases")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--case", action="append", metavar="ID", help="only this case, or a pattern such as 'ban-*'")
    parser.add_argument(
        "--level", choices=LEVELS, default=LEVELS[-1], help="how much has to agree (default: %(default)s)"
    )
    parser.add_argument("--laws", action="store_true", help="try laws too, such as: the order of lines changes nothing")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--timeout", type=_positive, default=30.0, metavar="S", help="seconds to wait for an answer")
    parser.add_argument("--list", action="store_true", help="list the cases and ask nothing")
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    return parser


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError("a number of seconds from 1 to 3600")
    return value


if __name__ == "__main__":
    sys.exit(main())
