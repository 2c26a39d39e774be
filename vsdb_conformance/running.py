"""Asks every case of an API and compares the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from vsdb_conformance.cases import SEARCHES, VERDICTS, Case
from vsdb_conformance.client import NO_SUCH, Answer, CannotRun, Client
from vsdb_conformance.comparing import OUTCOME, Difference, compare, find_level

BATCH = 75  #: lists in a request
MAX_PAGES = 50
OK = 200
SHAPE = "docs/conformance.md describes the shape that is needed."


@dataclass(frozen=True, slots=True)
class Result:
    """A case with what its answer had otherwise."""

    case: Case
    differences: Sequence[Difference]

    @property
    def level(self) -> str | None:
        """The highest level that the answer reaches."""
        return find_level(self.differences)


@dataclass(slots=True)
class Runner:
    """Runs cases against an API, lists in batches where it takes them."""

    client: Client
    progress: Callable[[int], None] = field(default=lambda done: None)
    has_batches: bool = True

    def run(self, cases: Sequence[Case]) -> Iterator[Result]:
        """The result of each case, lists first. Raises CannotRun."""
        lists = [case for case in cases if case.kind == VERDICTS]
        for case, answer in zip(lists, self.ask_lists([case.asked for case in lists]), strict=True):
            yield Result(case, _compare(case, answer))
        for case in cases:
            if case.kind == SEARCHES:
                yield Result(case, _compare(case, self._search(case)))
                self.progress(1)

    def ask_lists(self, questions: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any] | str]:
        """The verdict on each list, or what the API has against it. Raises CannotRun."""
        for start in range(0, len(questions), BATCH):
            some = questions[start : start + BATCH]
            answers = self._ask_batch(some) if self.has_batches else None
            if answers is not None:
                yield from answers
                self.progress(len(some))
                continue
            for question in some:
                yield self._ask_one(question)
                self.progress(1)

    def _ask_batch(self, questions: Sequence[dict[str, Any]]) -> list[dict[str, Any] | str] | None:
        """The answers to a batch; None from an API that takes none."""
        answer = self.client.post("check/batch", {"decks": list(questions)})
        if answer.status in NO_SUCH:
            self.has_batches = False
            return None
        results = _get(answer.data, "results")
        if answer.status != OK or not isinstance(results, list) or len(results) != len(questions):
            raise CannotRun(f"check/batch answers {_say(answer)}, not one result for each list. {SHAPE}")
        return [_take_verdict(each, _get(each, "error")) for each in results]

    def _ask_one(self, question: dict[str, Any]) -> dict[str, Any] | str:
        answer = self.client.post("check", question)
        if answer.status in NO_SUCH and _get(answer.data, "code") is None:
            raise CannotRun(f"there is no {self.client.host}{self.client.path}/check. Give the API's path with --api.")
        return _take_verdict(answer.data, answer.data if answer.status != OK else None)

    def _search(self, case: Case) -> dict[str, Any] | str:
        """The found cards, of all pages together."""
        answer = self.client.get("cards", {**case.asked, "page_size": "500"})
        if answer.status != OK:
            return f"status {_say(answer)}"
        found: dict[str, Any] = {"count": _get(answer.data, "count"), "notes": _get(answer.data, "notes") or []}
        titles: list[str] = []
        for _ in range(MAX_PAGES):
            rows = _get(answer.data, "results")
            if not isinstance(rows, list):
                raise CannotRun(f"cards answers {_say(answer)} without results. {SHAPE}")
            titles += [str(_get(row, "title")) for row in rows]
            following = _get(answer.data, "next")
            if not following:
                break
            answer = self.client.follow(str(following))
        return {**found, "titles": titles}


def _compare(case: Case, answer: dict[str, Any] | str) -> list[Difference]:
    if isinstance(answer, str):
        return [Difference(OUTCOME, str(case.expected.get("outcome", "cards")), answer)]
    return compare(case, answer)


def _take_verdict(answer: Any, error: Any) -> dict[str, Any] | str:
    """The single verdict of an answer, or its error in words. Raises CannotRun."""
    if error:
        return f"an error: {_get(error, 'message') or error}"
    verdicts = _get(answer, "verdicts")
    if not isinstance(verdicts, list) or len(verdicts) != 1 or not isinstance(verdicts[0], dict):
        raise CannotRun(f"an answer without its one verdict: {str(answer)[:200]}. {SHAPE}")
    return verdicts[0]


def _get(data: Any, name: str) -> Any:
    return data.get(name) if isinstance(data, dict) else None


def _say(answer: Answer) -> str:
    return f"{answer.status} {str(answer.data)[:200]}"
