"""The base of all commands: exit statuses, errors in one line, output that may be cut off, files and common options."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from engine import GAMES, ILLEGAL, LEGAL, UNCERTAIN, InputError, NotFound, decklists
from engine.model.serialization import dump_json
from vsdb.core.dates import parse_day

UNUSABLE = 2
#: The exit status of an outcome, best outcome first.
STATUSES: Mapping[str, int] = MappingProxyType({LEGAL: 0, UNCERTAIN: 3, ILLEGAL: 1})
_SET_UP = "run manage.py migrate and manage.py load_reference"


class StatusCommand(BaseCommand):
    """A command that ends with the exit status that `run` returns, and with 2 and one line for what it can't use.

    That is what `run` raises: InputError, NotFound, a database that can't be used, an answer that can't be written.
    """

    #: What is said where tables are missing or the database doesn't answer.
    database_problem: ClassVar[str] = f"can't use the database ({{}}); {_SET_UP}"

    def run(self, options: dict[str, Any]) -> int:
        """Do the work; return the exit status."""
        raise NotImplementedError

    def handle(self, *args: object, **options: Any) -> None:
        """Run the command and exit with its status."""
        try:
            status = self.run(options)
        except (InputError, NotFound) as error:
            said = ": ".join(filter(None, (str(error), getattr(error, "advice", ""))))
            raise CommandError(said, returncode=UNUSABLE) from error
        except DatabaseError as error:
            raise CommandError(self.database_problem.format(error), returncode=UNUSABLE) from error
        if status:
            sys.exit(status)

    def say(self, text: str, *, ending: str = "\n") -> None:
        """Write at once; an answer that nobody got has the status 2, and no message where its reader stopped early."""
        try:
            self.stdout.write(text, ending=ending)
            self.stdout.flush()
        except OSError as error:
            # Python is not to try again when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                sys.exit(UNUSABLE)
            raise CommandError(f"can't write the output: {error.strerror}", returncode=UNUSABLE) from error

    def answer(self, options: Mapping[str, Any], value: Callable[[], Mapping[str, Any]], lines: Iterable[str]) -> None:
        """Say a value as JSON where `--json` asks for it, else the lines that tell people of it."""
        self.say(dump_json(value()) if options["json"] else "\n".join(lines))


class QueryCommand(StatusCommand):
    """A status command that answers a question: it reads, and doesn't wait for the checks of the site."""

    requires_system_checks = ()
    database_problem = f"can't read the database ({{}}); {_SET_UP}"


def add_game(parser: ArgumentParser, after: str = "") -> None:
    """Add `--game`; `after` goes behind the names of the games."""
    *others, last = GAMES
    parser.add_argument("--game", metavar="SLUG", help=f"{', '.join(others)} or {last}{after}")


def add_format_and_day(parser: ArgumentParser, to_do_in: str = "to check", to_do_on: str = "to check") -> None:
    """Add `--format`, `--game` and `--as-of`; the words say what is done in the format and on the day."""
    parser.add_argument("--format", metavar="SLUG", help=f"format {to_do_in}")
    add_game(parser)
    parser.add_argument("--as-of", metavar="YYYY-MM-DD", help=f"date {to_do_on}")


def add_json(parser: ArgumentParser, what: str) -> None:
    """Add `--json`; `what` says what it prints."""
    parser.add_argument("--json", action="store_true", help=what)


def add_file(parser: ArgumentParser, what: str = "deck list") -> None:
    """Add the argument FILE."""
    parser.add_argument("file", metavar="FILE", help=f"{what}; - for standard input")


def read_day_option(options: Mapping[str, Any], name: str) -> date | None:
    """The day of an option such as `as_of`; None where it isn't given. Raises InputError."""
    return parse_day(options[name], place=f"--{name.replace('_', '-')}") if options[name] else None


def read_start(file: str, most: int) -> bytes:
    """The bytes of a file, of standard input for `-`, and no more than one byte past `most`, which shows a longer one.

    Raises OSError, and ValueError for a name that no file can have.
    """
    if file == "-":
        return sys.stdin.buffer.read(most + 1)
    with Path(file).open("rb") as opened:
        return opened.read(most + 1)


def read_list(file: str) -> str:
    """The text of a deck list in a file, or on standard input for `-`. Raises InputError that names the file."""
    try:
        return decklists.decode_list(read_start(file, decklists.MAX_BYTES))
    except (OSError, ValueError) as error:
        raise InputError(getattr(error, "strerror", None) or str(error), place=to_printable(file)) from error


def to_printable(file: str) -> str:
    """A file's name as it can be printed."""
    return os.fsencode(file).decode(errors="replace")


@contextmanager
def name_file_in_errors(file: str) -> Iterator[None]:
    """Name the file in errors that don't begin with its name."""
    try:
        yield
    except (InputError, NotFound) as error:
        if str(error).startswith(file):
            raise
        raise InputError(str(error), place=file) from error


@contextmanager
def report_file_errors(path: object, *, to: str = "read") -> Iterator[None]:
    """Turn errors of the system into InputError that names the file or folder and what can't be done with it."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"can't be {to}: {reason}", place=str(error.filename or path)) from error
