"""How players are named, sorted and reached: read from what people typed."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from engine import InputError, fold
from vsdb.events.models import Registration

MAX_TABLE = 9_999


def make_sort_key(sort_name: str, shown_name: str) -> str:
    """What players are sorted by: without regard to case and accents."""
    return fold(sort_name or shown_name)[:160]


def fill(
    player: Registration, shown_name: str, sort_name: str, email: str, external_id: str, table: int | None
) -> None:
    """Set names, address, id and table. Raises InputError."""
    player.shown_name = _read_text(shown_name, "shown_name", 80)
    if not player.shown_name:
        raise InputError("a name is needed", place="shown_name")
    player.sort_name = _read_text(sort_name, "sort_name", 120)
    player.sort_key = make_sort_key(player.sort_name, player.shown_name)
    player.email = _read_text(email, "email", 254)
    if player.email:
        try:
            validate_email(player.email)
        except ValidationError as error:
            raise InputError("this is no email address", place="email") from error
    player.external_id = _read_text(external_id, "external_id", 80)
    check_table(table)
    player.table = table


def _read_text(text: str, place: str, longest: int) -> str:
    """One line of text without spaces around it. Raises InputError."""
    if any(not sign.isprintable() for sign in text.strip()):
        raise InputError("write one line without control characters", place=place)
    line = " ".join(text.split())
    if len(line) > longest:
        raise InputError(f"{len(line)} characters; at most {longest}", place=place)
    return line


def check_table(table: int | None) -> None:
    """Raise InputError for a number that no table has."""
    if table is not None and not 1 <= table <= MAX_TABLE:
        raise InputError(f"{table} is no table; write a number from 1 to {MAX_TABLE}", place="table")
