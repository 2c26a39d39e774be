"""A format by an organizer out of a file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.db import transaction

from engine import InputError, NotFound
from vsdb.core.commands import UNUSABLE, StatusCommand, add_json
from vsdb.core.errors import ApplicationError
from vsdb.custom_formats import files, services


class Command(StatusCommand):
    """Import a format as somebody's draft. Exit status: 0 imported, 2 failed."""

    help = "Import a file of export_format as a draft. Exit status: 0 imported, 2 failed."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file")
        parser.add_argument("--owner", metavar="NAME", required=True, help="the user name of the draft's owner")
        parser.add_argument("--slug", metavar="SLUG", help="a new short name instead of the file's")
        parser.add_argument("--name", metavar="NAME", help="a new name instead of the file's")
        parser.add_argument("--publish", action="store_true", help="publish it if its test decks come out as expected")
        parser.add_argument("--confirm", action="store_true", help="publish it even if test decks fail")
        add_json(parser, "print the result as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Nothing is kept where anything is wrong."""
        owner = User.objects.filter(username=options["owner"]).first()
        if owner is None:
            raise CommandError(f"there is no account {options['owner']!r}", returncode=UNUSABLE)
        try:
            with Path(options["file"]).open("rb") as stream:
                file = files.read(stream.read(files.MAX_BYTES + 1))
            with transaction.atomic():
                fmt = services.import_format(owner.pk, file, name=options["name"], slug=options["slug"])
                if options["publish"]:
                    services.publish(fmt, owner.pk, is_confirmed=options["confirm"])
        except (InputError, NotFound, ApplicationError) as error:
            problems = [str(each) for each in getattr(error, "problems", ())] or [str(error)]
            raise CommandError("\n".join(problems), returncode=UNUSABLE) from error
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}", returncode=UNUSABLE) from error
        told = {"game": fmt.game_id, "slug": fmt.slug, "name": fmt.name, "version": fmt.newest}
        state = f"version {fmt.newest}" if fmt.newest else "a draft"
        self.say(json.dumps(told) if options["json"] else f"{fmt.name} ({fmt.slug}) is {state} of {owner}.")
        return 0
