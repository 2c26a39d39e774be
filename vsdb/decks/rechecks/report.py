"""How far a recheck is and what it has found, as the page, the API and the command line tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vsdb.decks.rechecks import selectors, services
from vsdb.decks.rechecks.models import Recheck
from vsdb.decks.rechecks.selectors import Progress


@dataclass(frozen=True, slots=True)
class Report:
    """A recheck with its figures. `outcomes`: how many verdicts went from an outcome to another; `came` and `went`:
    in how many changed verdicts a code stands since, or no more, the most frequent first."""

    recheck: Recheck
    progress: Progress
    outcomes: Mapping[tuple[str, str], int]
    came: Mapping[str, int]
    went: Mapping[str, int]
    may_be_resumed: bool

    @property
    def changed(self) -> int:
        """Decks whose verdict is another one."""
        return sum(self.outcomes.values())

    @property
    def rows(self) -> list[dict[str, str | int]]:
        """The outcomes in words, the most frequent first."""
        return [
            {"decks": number, "said": f"{before}, as before" if before == after else f"{before} to {after}"}
            for (before, after), number in sorted(self.outcomes.items(), key=lambda each: -each[1])
        ]

    @property
    def codes(self) -> list[tuple[str, int, int]]:
        """Each code, in how many decks it came and from how many it went."""
        return [(code, self.came.get(code, 0), self.went.get(code, 0)) for code in {**self.came, **self.went}]

    @property
    def is_under_way(self) -> bool:
        """Whether somebody should look again."""
        return self.recheck.state == Recheck.State.RUNNING


def report(recheck: Recheck) -> Report:
    """A recheck with its figures of now; five queries at most."""
    came, went = selectors.codes_changed(recheck)
    return Report(
        recheck,
        selectors.progress(recheck),
        selectors.outcomes_changed(recheck),
        _frequent(came),
        _frequent(went),
        services.may_be_resumed(recheck),
    )


def _frequent(codes: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(codes.items(), key=lambda each: (-each[1], each[0])))
