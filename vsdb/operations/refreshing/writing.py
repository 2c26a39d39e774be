"""Newer facts put into the fixtures and loaded, in whole or not at all, and the way back.

What the files were is kept in a folder beside them until the next refresh.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from engine.model.errors import InputError
from vsdb.catalog.cards.loading import load_reference
from vsdb.catalog.cards.reading.files import read_text
from vsdb.catalog.wordings.models import RulingCard, Wording
from vsdb.operations.refreshing.fixture_rows import read_fixture
from vsdb.operations.refreshing.planning import CARDS, FILES, RefreshPlan, plan_refresh
from vsdb.operations.refreshing.reading import FactList
from vsdb.operations.refreshing.tables import GAME

_KEPT, _STATE = ".before-refresh", "refresh.json"
_LOCK, _OLDER = ".refresh.lock", f"{_KEPT}.older"


def get_fixtures_folder() -> Path:
    """The fixtures that this installation loads."""
    return Path(settings.BASE_DIR) / "fixtures"


def can_undo(folder: Path) -> bool:
    """Whether there is a refresh to undo."""
    return (folder / GAME / _KEPT / _STATE).exists()


def fingerprint_fixtures(folder: Path) -> str:
    """A fingerprint of what a list is compared with."""
    return _hash("".join(_read(folder / GAME / name) for name in FILES))


def take(folder: Path, listed: FactList, *, compared_with: str = "") -> RefreshPlan:
    """Compare a list with the fixtures, write what is new into them and load them; what was found.

    `compared_with` is the fingerprint of the fixtures that somebody has seen beside the list. Raises InputError, and
    nothing is changed then.
    """
    home = folder / GAME
    with _one_at_a_time(home):
        if compared_with and compared_with != fingerprint_fixtures(folder):
            raise InputError("the fixtures have changed since the preview; choose the files again", code="stale")
        plan = plan_refresh(folder, listed)
        if not plan.texts:
            return plan
        before = {name: _read(home / name) for name in plan.texts}
        _keep(home, before, plan)
        try:
            _replace_and_load(folder, plan.texts, before)
        except BaseException:
            _forget(home, is_taken=False)
            raise
        _forget(home, is_taken=True)
    return plan


def undo(folder: Path) -> Mapping[str, str]:
    """Put back what the fixtures were before the last refresh and load them; which list that was. Raises InputError."""
    home = folder / GAME
    if not can_undo(folder):
        raise InputError("there is no refresh to undo", place=str(home), code="no-refresh")
    with _one_at_a_time(home):
        try:
            state: dict[str, Any] = json.loads((home / _KEPT / _STATE).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InputError("there is no refresh to undo", place=str(home), code="no-refresh") from error
        for name, digest in state["digests"].items():
            if _hash(read_text(home / name)) not in (digest, _hash(read_text(home / _KEPT / name))):
                said = f"{name} was changed after the refresh; undo would lose that. The old file is in {_KEPT}"
                raise InputError(said, place=str(home / name), code="changed-since")
        now = {name: read_text(home / name) for name in state["digests"]}
        kept = {name: read_text(home / _KEPT / name) for name in state["digests"]}
        lost = _list_lost(home)
        _refuse_loss_of_texts(home, lost)
        # Cards that came with the refresh go with it, however many they are.
        _replace_and_load(folder, kept, now, may_lose=lost)
        shutil.rmtree(home / _KEPT)
    return {"list": state["list"], "day": state["day"]}


@contextmanager
def _one_at_a_time(home: Path) -> Iterator[None]:
    """Whoever comes second waits until the first is done; the lock ends with the process, however it ends."""
    try:
        file = (home / _LOCK).open("w")
    except OSError as error:
        raise _cannot_write(home, error) from error
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _replace_and_load(
    folder: Path, texts: Mapping[str, str], before: Mapping[str, str], *, may_lose: Collection[str] = ()
) -> None:
    """Write the files and load them. Where that fails they are as before, unless the database has the new ones."""
    home, stored = folder / GAME, []
    try:
        for name, text in texts.items():
            _replace(home / name, text)
        with transaction.atomic():
            # Before all else that follows a load: once it is stored, the files stay with it.
            transaction.on_commit(lambda: stored.append(True))
            load_reference(folder, may_lose={GAME: may_lose})
    except BaseException as error:
        if not stored:
            for name, text in before.items():
                _replace(home / name, text)
        if isinstance(error, OSError):
            raise _cannot_write(home, error) from error
        raise


def _list_lost(home: Path) -> frozenset[str]:
    """The cards that came with the refresh."""
    if not (home / _KEPT / CARDS).exists():
        return frozenset()
    now, kept = ({row["slug"] for row in read_fixture(path).rows} for path in (home / CARDS, home / _KEPT / CARDS))
    return frozenset(now - kept)


def _refuse_loss_of_texts(home: Path, lost: Collection[str]) -> None:
    """Refuse to go back where cards that came with the refresh have texts or rulings by now."""
    worded = Wording.objects.filter(card__game=GAME, card__slug__in=lost).values_list("card__name", flat=True)
    ruled = RulingCard.objects.filter(card__game=GAME, card__slug__in=lost).values_list("card__name", flat=True)
    if said := sorted({*worded, *ruled}):
        more = f" and {len(said) - 5} more cards" if len(said) > 5 else ""
        has = f"{', '.join(said[:5])}{more}: undo would delete their texts or rulings"
        message = f"{has}; restore the backup of before the refresh and undo then, or correct the facts by hand"
        raise InputError(message, place=str(home), code="loss-of-cards")


def _keep(home: Path, before: Mapping[str, str], plan: RefreshPlan) -> None:
    """Copy the files as they are, for the way back; what was kept before waits beside them until all went well."""
    fresh = home / f"{_KEPT}.new"
    try:
        if fresh.exists():
            shutil.rmtree(fresh)
        fresh.mkdir()
        for name, text in before.items():
            (fresh / name).write_text(text, encoding="utf-8")
        digests = {name: _hash(text) for name, text in plan.texts.items()}
        listed = plan.found.listed
        state = {"list": listed.name, "day": listed.day.isoformat(), "digests": digests}
        (fresh / _STATE).write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
        if (home / _OLDER).exists():
            shutil.rmtree(home / _OLDER)
        if (home / _KEPT).exists():
            (home / _KEPT).rename(home / _OLDER)
        fresh.rename(home / _KEPT)
    except OSError as error:
        raise _cannot_write(home, error) from error


def _forget(home: Path, *, is_taken: bool) -> None:
    """Leave the way back that holds: that of the list that was taken, else the one before."""
    kept, older = home / _KEPT, home / _OLDER
    names = [path.name for path in kept.iterdir() if path.name != _STATE]
    if is_taken or any(read_text(home / name) != read_text(kept / name) for name in names):
        shutil.rmtree(older, ignore_errors=True)
        return
    shutil.rmtree(kept, ignore_errors=True)
    if older.exists() and not kept.exists():
        older.rename(kept)


def _replace(path: Path, text: str) -> None:
    """Write a file beside its place and move it there."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def _read(path: Path) -> str:
    """The text of a file of the fixtures; none where there is no such file."""
    return read_text(path) if path.exists() else ""


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _cannot_write(home: Path, error: OSError) -> InputError:
    return InputError(
        f"cannot write the fixtures: {error.strerror or error}; nothing was changed", place=str(home), code="wrong-file"
    )
