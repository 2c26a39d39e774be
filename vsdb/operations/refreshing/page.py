"""The page on which staff previews, takes and undoes a newer list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils import timezone

from engine.model.errors import InputError
from vsdb.accounts.viewers import Viewer
from vsdb.core.dates import parse_day
from vsdb.decks.selectors import list_findable_decks
from vsdb.operations.refreshing.comparing import Comparison
from vsdb.operations.refreshing.effects import DeckChange, RefreshEffects, find_effects
from vsdb.operations.refreshing.guesses import Guess
from vsdb.operations.refreshing.planning import plan_refresh
from vsdb.operations.refreshing.reading import MAX_BYTES, FactList, ListedPrinting, parse_lists
from vsdb.operations.refreshing.tables import TableRow
from vsdb.operations.refreshing.writing import fingerprint_fixtures, take

_SALT = "refresh of the reference"
_PERMISSION = "importing.add_import"
MAX_JUDGED = 2_000  #: stored decks that a page judges, those edited last; the command judges all


@dataclass(frozen=True, slots=True)
class RefreshPreview:
    """A list beside the fixtures, with its effects; `decks` are those that change and that the viewer may find.

    `sealed` is the list as the page keeps it until it is taken.
    """

    found: Comparison
    effects: RefreshEffects
    decks: tuple[DeckChange, ...]
    sealed: str


def may_refresh(request: HttpRequest) -> bool:
    """Whether somebody of the staff is signed in who may import."""
    user = request.user
    return isinstance(user, User) and user.is_active and user.is_staff and user.has_perm(_PERMISSION)


def preview_upload(folder: Path, files: Sequence[UploadedFile[bytes]], day: str, viewer: Viewer) -> RefreshPreview:
    """What uploaded lists would do; nothing is stored. Raises InputError."""
    if not files:
        raise InputError("choose a file", place="file", code="file-missing")
    texts = [(Path(PurePosixPath((file.name or "list").replace("\\", "/")).name), _read(file)) for file in files]
    on = parse_day(day, place="day") if day else None
    try:
        listed = parse_lists(texts, on)
    except InputError as error:
        if error.code != "day-missing":
            raise
        raise InputError("the list doesn't state its date; fill it in", place="day", code=error.code) from error
    return _preview(folder, listed, viewer)


def _read(file: UploadedFile[bytes]) -> str:
    if (file.size or 0) > MAX_BYTES:
        raise InputError(f"the file has {file.size:,} bytes; at most {MAX_BYTES:,}", place="file", code="too-long")
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("not UTF-8 text; save the file as UTF-8", place="file", code="wrong-file") from error


def take_sealed(folder: Path, sealed: str) -> Comparison:
    """Take a list that was previewed, from the fixtures that it was compared with. Raises InputError."""
    try:
        held: Mapping[str, Any] = signing.loads(sealed, salt=_SALT)
    except signing.BadSignature as error:
        raise InputError("the preview is damaged; choose the files again", code="stale") from error
    printings = tuple(map(_unseal_printing, held["printings"]))
    tables = {name: tuple(TableRow(place, cells) for place, cells in rows) for name, rows in held["tables"].items()}
    listed = FactList(held["name"], date.fromisoformat(held["day"]), printings, tables)
    return take(folder, listed, compared_with=held["fixtures"]).found


def _unseal_printing(held: Mapping[str, Any]) -> ListedPrinting:
    guesses = tuple(Guess(tuple(each["columns"]), each["note"]) for each in held["guesses"])
    words = {name: tuple(held[name]) for name in ("names", "keywords")}
    return ListedPrinting(**{**held, **words, "guesses": guesses})


def _preview(folder: Path, listed: FactList, viewer: Viewer) -> RefreshPreview:
    plan = plan_refresh(folder, listed)
    effects = find_effects(plan.before, plan.after, plan.find_day(timezone.localdate()), most=MAX_JUDGED)
    seen = list_findable_decks(viewer).filter(pk__in=[each.number for each in effects.decks])
    named = frozenset(seen.values_list("pk", flat=True))
    decks = tuple(each for each in effects.decks if each.number in named)
    return RefreshPreview(plan.found, effects, decks, _seal(folder, listed))


def _seal(folder: Path, listed: FactList) -> str:
    """The list, so that nobody can change it on its way back; the places of printings aren't needed any more."""
    printings = [asdict(replace(each, place=each.code)) for each in listed.printings]
    tables = {name: [(row.place, row.cells) for row in rows] for name, rows in listed.tables.items()}
    held = {"name": listed.name, "day": listed.day.isoformat(), "printings": printings, "tables": tables}
    return signing.dumps({**held, "fixtures": fingerprint_fixtures(folder)}, salt=_SALT, compress=True)
