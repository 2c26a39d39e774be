"""The room of checks."""

from django.apps import AppConfig


class CheckConfig(AppConfig):
    """Verdicts on lists; only lists too long for an address and checks of many lists are stored, for a while."""

    name = "vsdb.check"
    label = "check"

    def ready(self) -> None:
        """Register what is held about people."""
        from vsdb.accounts.own_data import register
        from vsdb.check.many.own_data import SECTIONS

        register(*SECTIONS)
