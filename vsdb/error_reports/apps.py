"""Register the app."""

from django.apps import AppConfig


class ErrorReportsConfig(AppConfig):
    name = "vsdb.error_reports"

    def ready(self) -> None:
        """Enter what is held about people."""
        from vsdb.accounts.own_data import register
        from vsdb.error_reports.own_data import SECTIONS

        register(*SECTIONS)
