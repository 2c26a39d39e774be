"""What came of a case: how often it was tried and what went wrong, by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

#: The kinds of fault that fail a run, in the order of the table.
KINDS = ("lost", "doubled", "half done", "hanging", "5xx")
HANGING_SECONDS = 30.0
SLOW_SECONDS = 5.0
_MAX_SAID = 40  #: faults and slow answers that are told of one case


@dataclass
class Outcome:
    """A case on one database. `faults` tells the first ones of each kind, `counts` all of them."""

    name: str
    database: str
    tries: int = 0
    seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    faults: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    slow_count: int = 0
    notes: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)  #: of answers over HTTP
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __getstate__(self) -> dict[str, object]:
        """All but the lock, which stays in its process."""
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._lock = Lock()

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong, in at least one try."""
        return self.tries > 0 and not any(self.counts.values())

    def add_try(self) -> None:
        """Count a try."""
        with self._lock:
            self.tries += 1

    def add_status(self, status: int) -> None:
        """Count an answer over HTTP by its status."""
        with self._lock:
            self.statuses[status] += 1

    def add_fault(self, kind: str, said: str) -> None:
        """Count a fault of a kind and keep what it was."""
        with self._lock:
            self.counts[kind] += 1
            if len(self.faults) < _MAX_SAID:
                self.faults.append(f"{kind}: {said}")

    def add_duration(self, what: str, seconds: float) -> None:
        """Count what hung, and list what was slow."""
        if seconds >= HANGING_SECONDS:
            self.add_fault("hanging", f"{what} ({seconds:.1f} s)")
        if seconds > SLOW_SECONDS:
            with self._lock:
                self.slow_count += 1
                if len(self.slow) < _MAX_SAID:
                    self.slow.append(f"{what}: {seconds:.1f} s")

    def note(self, said: str) -> None:
        """Keep a remark, once."""
        with self._lock:
            if said not in self.notes:
                self.notes.append(said)

    def as_json(self) -> dict[str, object]:
        """What `--json` prints of it."""
        return {
            "name": self.name,
            "database": self.database,
            "tries": self.tries,
            **{kind.replace(" ", "_"): count for kind, count in self.counts.items()},
            "over_5_seconds": self.slow_count,
            "seconds": round(self.seconds, 1),
            "faults": self.faults,
            "slow": self.slow,
            "notes": self.notes,
            "statuses": {str(status): count for status, count in sorted(self.statuses.items())},
        }


def format_table(outcomes: Sequence[Outcome]) -> str:
    """The table, and below it every fault, note and slow answer."""
    head = ["what", "database", "tries", *KINDS, "over 5 s", "minutes"]
    rows = [
        [
            each.name,
            each.database,
            f"{each.tries:,}",
            *(f"{each.counts[kind]:,}" for kind in KINDS),
            f"{each.slow_count:,}",
            f"{each.seconds / 60:.1f}",
        ]
        for each in outcomes
    ]
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    lines = [_format_row(row, widths) for row in [head, *rows]]
    for each in outcomes:
        title = f"{each.name} on {each.database}"
        lines += [f"{title}: {said}" for said in each.faults]
        lines += [f"{title}: over 5 s: {said}" for said in each.slow]
        lines += [f"{title}: note: {said}" for said in each.notes]
        if each.statuses:
            said = ", ".join(f"{count:,} times {status}" for status, count in sorted(each.statuses.items()))
            lines.append(f"{title}: answered {said}")
    return "\n".join(lines)


def _format_row(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (
        cell.ljust(width) if at < 2 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(cells).rstrip()
