"""The page on which staff previews, takes and undoes a newer list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils import timezone

from engine.model.errors import InputError
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.reading.folder import read_game
from vsdb.core.dates import parse_day
from vsdb.decks.selectors import list_findable_decks
from vsdb.operations.refreshing.comparing import Comparison, compare
from vsdb.operations.refreshing.effects import DeckChange, RefreshEffects, find_effects
from vsdb.operations.refreshing.reading import MAX_BYTES, ListedPrinting, PrintingList, parse_list
from vsdb.operations.refreshing.writing import GAME, fingerprint_fixtures, read_gathered_day, take

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


def preview_upload(folder: Path, file: UploadedFile[bytes] | None, day: str, viewer: Viewer) -> RefreshPreview:
    """What an uploaded list would do; nothing is stored. Raises InputError."""
    if file is None:
        raise InputError("choose a file", place="file", code="file-missing")
    if (file.size or 0) > MAX_BYTES:
        raise InputError(f"the file has {file.size:,} bytes; at most {MAX_BYTES:,}", place="file", code="too-long")
    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("not UTF-8 text; save the file as UTF-8", place="file", code="wrong-file") from error
    name = Path((file.name or "list").replace("\\", "/")).name
    listed = parse_list(Path(name), text, parse_day(day, place="day") if day else None)
    return _preview(folder, listed, viewer)


def take_sealed(folder: Path, sealed: str) -> Comparison:
    """Take a list that was previewed, from the fixtures that it was compared with. Raises InputError."""
    try:
        held: Mapping[str, Any] = signing.loads(sealed, salt=_SALT)
    except signing.BadSignature as error:
        raise InputError("the preview is damaged; choose the file again", place="sealed", code="stale") from error
    printings = tuple(ListedPrinting(**{**each, "names": tuple(each["names"])}) for each in held["printings"])
    listed = PrintingList(held["name"], date.fromisoformat(held["day"]), printings)
    return take(folder, listed, compared_with=held["fixtures"])


def _preview(folder: Path, listed: PrintingList, viewer: Viewer) -> RefreshPreview:
    rows = read_game(folder / GAME, GAME)
    found = compare(rows.cards, [row["code"] for row in rows.sets], listed, read_gathered_day(folder))
    effects = find_effects(rows, found.cards, timezone.localdate(), most=MAX_JUDGED)
    seen = list_findable_decks(viewer).filter(pk__in=[each.number for each in effects.decks])
    named = frozenset(seen.values_list("pk", flat=True))
    decks = tuple(each for each in effects.decks if each.number in named)
    return RefreshPreview(found, effects, decks, _seal(folder, listed))


def _seal(folder: Path, listed: PrintingList) -> str:
    """The list, so that nobody can change it on its way back; the places of its lines aren't needed any more."""
    printings = [asdict(replace(each, place=each.code)) for each in listed.printings]
    held = {"name": listed.name, "day": listed.day.isoformat(), "printings": printings}
    return signing.dumps({**held, "fixtures": fingerprint_fixtures(folder)}, salt=_SALT, compress=True)
