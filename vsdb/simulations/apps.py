"""The room of simulations."""

from django.apps import AppConfig


class SimulationsConfig(AppConfig):
    """Odds and simulated games; only runs that take long are stored."""

    name = "vsdb.simulations"
    label = "simulations"

    def ready(self) -> None:
        """Register what is held about people."""
        from vsdb.accounts.own_data import register
        from vsdb.simulations.own_data import SECTIONS

        register(*SECTIONS)
