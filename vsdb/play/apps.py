"""The room of play."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Questions of play and their answers; only saved positions are stored."""

    name = "vsdb.play"
    label = "play"

    def ready(self) -> None:
        """Register what is held about people."""
        from vsdb.accounts.own_data import register
        from vsdb.play.own_data import SECTIONS

        register(*SECTIONS)
