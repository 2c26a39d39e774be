"""What is held about somebody in simulation runs: for their export, and what a deletion does with it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from vsdb.accounts.own_data import OwnDataSection
from vsdb.simulations.models import SimulationRun

_FIELDS = ("text", "game", "as_of", "games", "turns", "seed", "first", "state", "played", "asked", "started", "ended")


def export_runs(user: User) -> list[dict[str, Any]]:
    """Their runs with the lists; one query."""
    return list(SimulationRun.objects.filter(user=user).order_by("asked").values(*_FIELDS))


SECTIONS = (
    OwnDataSection(
        "simulation_runs",
        25,
        export_runs,
        "Your long simulations are cancelled and deleted, with their lists and results.",
    ),
)
