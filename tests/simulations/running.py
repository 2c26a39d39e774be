"""Lists, small portions and starters for tests of simulation runs."""

from __future__ import annotations

from typing import Any

from vsdb.accounts.starters import Starter
from vsdb.simulations import services
from vsdb.simulations.goldfish.playing import GoldfishRequest
from vsdb.simulations.models import SimulationRun

LIST = "# game: vs-classic\n30 Savage Beatdown\n30 Overload"
SOMEBODY = Starter(caller="192.0.2.1")


def start(starter: Starter = SOMEBODY, **asked: Any) -> SimulationRun:
    """A run of 100 games of 3 turns that waits."""
    request = {"games": 100, "turns": 3, "seed": 7, **asked}
    return services.start_run(GoldfishRequest(request.pop("text", LIST), **request), starter)[0]


def reload(run: SimulationRun) -> SimulationRun:
    """The run as it is stored now."""
    return SimulationRun.objects.get(pk=run.pk)
