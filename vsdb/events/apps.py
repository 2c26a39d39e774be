"""Register the app."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The organizer's desk."""

    name = "vsdb.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"
