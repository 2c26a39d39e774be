"""The room of simulations."""

from django.apps import AppConfig


class SimulationsConfig(AppConfig):
    """Odds and simulated games; nothing is stored."""

    name = "vsdb.simulations"
    label = "simulations"
