"""Register the app."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The organizer's desk."""

    name = "vsdb.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what stands against the end of an account."""
        from vsdb.accounts.own_data import register_refusal
        from vsdb.events.planning.roles import refuse_deletion

        register_refusal("events", refuse_deletion)
