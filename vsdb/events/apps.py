"""Register the app, and what other rooms have to know of it."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The organizer's desk."""

    name = "vsdb.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what is held about people, what stands against the end of an account, and what
        follows new facts."""
        from vsdb.accounts.own_data import register, register_refusal
        from vsdb.catalog.cards.followers import Follower, register_follower
        from vsdb.events.planning.roles import refuse_deletion
        from vsdb.events.retention.own_data import SECTIONS
        from vsdb.events.verdicts.batches import register_starter
        from vsdb.events.verdicts.tasks import judge_changed_game, start

        register(*SECTIONS)
        register_refusal("events", refuse_deletion)
        register_starter(start)
        register_follower(Follower("events", "verdicts on the lists of events", 35, judge_changed_game))
