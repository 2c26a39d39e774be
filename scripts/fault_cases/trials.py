"""What each case is given, and how a site is brought back in order between two tries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from django.db import connections

from fault_cases import children, invariants
from fault_cases.filling import GAME, read_banned
from fault_cases.outcomes import Outcome
from fault_cases.sites import Site, restore

#: How long catching up may take before it counts as hanging.
_LONGEST = 120


@dataclass(frozen=True)
class Trial:
    """A case that is run: on which site, how often, by which chance, and what came of it."""

    site: Site
    template: Site
    outcome: Outcome
    tries: int
    chance: Random

    @property
    def log(self) -> Path:
        """Where children print."""
        return self.site.folder / "children.log"

    @property
    def banned(self) -> str:
        """The card that the other facts ban."""
        return read_banned(self.site.folder)

    def check(self, where: str, action: children.Action) -> bool:
        """Run an action that has to go well, and count it as lost where it fails; whether it went well."""
        status, seconds = children.run(action, self.log, _LONGEST)
        self.outcome.add_duration(where, seconds)
        if status is not None and status != 0:
            self.outcome.add_fault("lost", f"{where}: ended with {status}: {children.read_end(self.log)}")
        return status == 0

    def settle(self, where: str, found: Iterable[tuple[str, str]] = ()) -> bool:
        """Catch up, then look whether everything holds; where it doesn't, the site is made anew. Whether it did."""
        found = list(found)
        # It ends with 1 where an import that was killed has to be made again by somebody, which we do.
        is_caught_up = self.check(f"{where}: catch_up", children.command("catch_up", statuses=(0, 1), verbosity=0))
        found += invariants.find_all(GAME)
        for kind, said in found:
            self.outcome.add_fault(kind, f"{where}: {said}")
        if found or not is_caught_up:
            self.start_over()
            return False
        return True

    def start_over(self) -> None:
        """Make the site what it was before the first try."""
        connections.close_all()
        restore(self.template, self.site)
