"""Make a sample event with a full desk."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User

from engine import NotFound
from vsdb.core import commands
from vsdb.events import clock
from vsdb.events.sample.loading import load_sample_event


class Command(commands.StatusCommand):
    """Make the sample event of an account, or name the one that there is."""

    help = (
        "Make a sample event with a full desk: sixteen players, lists with every kind of verdict, a ruling, a replaced "
        "list and verdicts that changed. Only the organizer sees it. Running it again names the same event."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--organizer",
            metavar="NAME",
            default="",
            help="the account that is its head organizer and head judge; default: the first superuser",
        )

    def run(self, options: dict[str, Any]) -> int:
        """Make the event."""
        name = options["organizer"]
        users = User.objects.filter(is_active=True).order_by("pk")
        user = (users.filter(username=name) if name else users.filter(is_superuser=True)).first()
        if user is None:
            missing = f"there is no account {name!r}" if name else "there is no superuser; name an account: --organizer"
            raise NotFound(missing)
        event = load_sample_event(user, clock.get_now())
        self.say(f"{event.title}: /events/{event.pk}/desk/ (sign in as {user.username})")
        return 0
