"""Files that people uploaded: kept while an import waits for them or may still be applied, and no longer.

Uploads are refused before they are read, or as soon as they are longer than they said.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import StopUpload, TemporaryFileUploadHandler
from django.db import transaction
from django.db.models import Count, F
from django.http import HttpRequest
from django.utils import timezone
from kombu.exceptions import OperationalError

from engine.model.errors import InputError
from vsdb.exchange.card_files import services
from vsdb.exchange.card_files.models import Import
from vsdb.exchange.card_files.sources import READERS
from vsdb.exchange.card_files.sources.vocabulary import find_game_in_text

_FRAME = 64 * 1024  #: what a form is beside its file


def is_announced_too_large(request: HttpRequest) -> bool:
    """Whether the body is longer than a form with the largest file, by what the request itself says."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return length.isdecimal() and int(length) > settings.IMPORT_MAX_BYTES + _FRAME


class LimitedUploadHandler(TemporaryFileUploadHandler):
    """Puts one file into a temporary file; at one byte too many it stops and the temporary file goes."""

    is_exceeded = False

    def receive_data_chunk(self, raw_data: bytes, start: int) -> Any:
        """Keep a piece."""
        if start + len(raw_data) > settings.IMPORT_MAX_BYTES:
            self.is_exceeded = True
            self.file.close()
            raise StopUpload
        return super().receive_data_chunk(raw_data, start)


#: Not a state that is stored: it is running, and nobody works on it any more.
DIED = "died"
_UNDER_WAY = (Import.State.WAITING, Import.State.RUNNING)
_OURS = re.compile(r"[0-9a-f]{32}|\d+\.running")
_STARTS_WITHIN = timedelta(minutes=1)
_LONGEST = timedelta(days=2)  #: that an import waits or runs
MAX_RESTARTS = 1  #: of an import that was killed
logger = logging.getLogger(__name__)


def get_import_state(record: Import) -> str:
    """The state of an import as it is, also of one whose process died; no query.

    One that comes to its end in this very moment may be taken for dead: look at the record again.
    """
    if record.state == Import.State.RUNNING and services.is_at_work(record.pk) is False:
        return DIED
    return DIED if _waits_long(record) and not settings.CELERY_BROKER_URL else record.state


def _waits_long(record: Import) -> bool:
    since = record.restarted or record.asked
    return record.state == Import.State.WAITING and timezone.now() - since > _STARTS_WITHIN


def list_dead_imports() -> list[Import]:
    """The imports that are to run, and that nobody works on any more or that no worker has taken; one query."""
    return [
        record
        for record in Import.objects.filter(state__in=_UNDER_WAY)
        if get_import_state(record) == DIED or _waits_long(record)
    ]


def count_imports_by_state() -> dict[str, int]:
    """How many imports there are in each state, `died` among them; two queries."""
    counts = dict.fromkeys((*Import.State.values, DIED), 0)
    counts.update(Import.objects.order_by().values_list("state").annotate(number=Count("pk")))
    for record in Import.objects.filter(state__in=_UNDER_WAY):
        if get_import_state(record) == DIED:
            counts[record.state] -= 1
            counts[DIED] += 1
    return counts


def build_name_with_game(name: str, game: str) -> str:
    """A file's name that says its game, as the readers look for it there."""
    if not game or find_game_in_text(name):
        return name
    path = PurePosixPath(name)
    return f"{path.stem[: 199 - len(game) - len(path.suffix)]}-{game}{path.suffix}"


def receive(upload: UploadedFile[bytes], *, source: str, game: str, by: User) -> tuple[Import, bool]:
    """Keep an uploaded file for a dry run, and whether it is new: the same file sent twice is one import."""
    sweep()
    name = build_name_with_game(PurePosixPath(upload.name or "file").name[-200:], game)
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    stored = secrets.token_hex(16)
    digest = hashlib.sha256()
    with (folder / stored).open("xb") as file:
        for chunk in upload.chunks():
            digest.update(chunk)
            file.write(chunk)
    with transaction.atomic():
        # Two that send at once wait for each other here.
        User.objects.select_for_update().get(pk=by.pk)
        sent: dict[str, Any] = {"source": source, "file_name": name, "digest": digest.hexdigest(), "is_dry_run": True}
        for record in Import.objects.filter(by=by, state__in=_UNDER_WAY, **sent):
            if get_import_state(record) in _UNDER_WAY:
                (folder / stored).unlink()
                return record, False
        return Import.objects.create(by=by, stored=stored, **sent), True


def may_be_applied(record: Import) -> bool:
    """Whether a dry run has come to its end and its file is still there."""
    return record.is_dry_run and record.state == Import.State.DONE and _is_kept(record)


def may_be_started_again(record: Import) -> bool:
    """Whether an import died, or a queue may have lost it, and its file is still there."""
    return (get_import_state(record) == DIED or _waits_long(record)) and _is_kept(record)


def take_for_applying(number: int, *, by: User) -> tuple[Import, bool]:
    """The import of a file that was tried, and whether it is new: asked for twice, it is still one.

    Raises InputError where the file is no longer kept.
    """
    with transaction.atomic():
        tried = Import.objects.select_for_update().get(pk=number)
        same = {"source": tried.source, "file_name": tried.file_name, "digest": tried.digest}
        if may_be_applied(tried):
            stored, tried.stored = tried.stored, ""
            tried.save(update_fields=["stored"])
            return Import.objects.create(by=by, stored=stored, **same), True
        later = Import.objects.filter(is_dry_run=False, pk__gt=number, **same).last()
    if later is None:
        raise InputError("the file is no longer stored; upload it again", code="file-gone")
    return later, False


def run(number: int) -> None:
    """Import a file that was uploaded; does nothing where that is done, or being done, already."""
    record = Import.objects.filter(pk=number, state__in=_UNDER_WAY).first()
    if record is None or services.is_at_work(number):
        return
    try:
        with (_folder() / record.stored).open("rb") as file:
            services.run(file, record.file_name, record.source, is_dry_run=record.is_dry_run, record=record)
    except InputError as error:
        if error.code == "import-running":
            return
    except OSError as error:
        record_failure(record, f"the uploaded file can't be read: {error.strerror or error}")
    finally:
        record.refresh_from_db()
        if record.state == Import.State.FAILED or (record.state == Import.State.DONE and not record.is_dry_run):
            discard(record)


def restart_dead_imports(start: Callable[[int], object]) -> Iterator[Import]:
    """Begin dead imports again by `start`, each once, where their files are kept; the others failed. Those it was.

    An import that is killed again may be what kills its process, so that it is left to people. Raises OperationalError
    where `start` finds no queue: that was no try of the import, and another comes after a minute.
    """
    for record in Import.objects.filter(state__in=_UNDER_WAY).order_by("pk"):
        if not _is_dead(record):
            continue
        now = timezone.now()
        same = Import.objects.filter(pk=record.pk, state=record.state, restarts=record.restarts)
        if not same.update(restarts=record.restarts + 1, restarted=now):
            continue
        record.refresh_from_db()
        logger.warning("import %s was left %s and nobody works on it", record.pk, record.state)
        if record.restarts <= MAX_RESTARTS and _is_kept(record):
            try:
                start(record.pk)
            except OperationalError:
                Import.objects.filter(pk=record.pk).update(restarts=F("restarts") - 1)
                raise
        else:
            record_failure(record, "it was stopped before it ended, and changed nothing; import the file again")
            services.forget_progress(record.pk)
        yield record


def forget_ended_imports() -> None:
    """Delete what ended imports have left of their progress: of those that were killed after they had ended."""
    folder = _folder()
    for path in folder.glob("*.running") if folder.is_dir() else ():
        if not path.stem.isdecimal() or services.is_at_work(int(path.stem)):
            continue
        # One that is under way may be begun at this very moment, and locks its file by then.
        if not Import.objects.filter(pk=int(path.stem), state__in=_UNDER_WAY).exists():
            services.forget_progress(int(path.stem))


def _is_dead(record: Import) -> bool:
    now = timezone.now()
    if record.restarted and now - record.restarted < _STARTS_WITHIN:
        return False
    if get_import_state(record) == DIED:
        return True
    # What left no trace on this machine may be at work on another one, but not for days.
    return now - (record.restarted or record.started or record.asked) > _LONGEST


def record_failure(record: Import, why: str) -> None:
    """Say of an import that it can't be made, and why."""
    record.state, record.ended, record.report = Import.State.FAILED, timezone.now(), {"error": why, "code": "no-run"}
    record.save()
    discard(record)


def discard(record: Import) -> None:
    """Throw the uploaded file away."""
    if record.stored:
        (_folder() / record.stored).unlink(missing_ok=True)
        Import.objects.filter(pk=record.pk, stored=record.stored).update(stored="")
        record.stored = ""


def sweep() -> None:
    """Throw away the files that nobody came back for, and what imports that died have left."""
    for path in list_leftover_uploads():
        path.unlink(missing_ok=True)
        Import.objects.filter(stored=path.name).update(stored="")


def list_leftover_uploads() -> Iterator[Path]:
    """The files that nobody came back for, and what imports that died have left; a query for each that is old."""
    folder, oldest = _folder(), time.time() - settings.IMPORT_KEEP_HOURS * 3600
    for path in list(folder.iterdir()) if folder.is_dir() else ():
        is_ours = _OURS.fullmatch(path.name) and path.is_file()
        if is_ours and path.stat().st_mtime < oldest and not _is_worked_on(path):
            yield path


def _is_worked_on(path: Path) -> bool:
    stored = Import.objects.filter(stored=path.name).values_list("pk", flat=True)
    number = int(path.stem) if path.suffix == ".running" else stored.first()
    return number is not None and bool(services.is_at_work(number))


def detect_game(file: BinaryIO, name: str, source: str) -> str | None:
    """The game that a file says it is of, from its first lines. Raises InputError where it isn't of its kind."""
    file.seek(0)
    try:
        first = next(iter(READERS[source](file, name)), None)
    finally:
        file.seek(0)
    return getattr(first, "game", None)


def _is_kept(record: Import) -> bool:
    return bool(record.stored) and (_folder() / record.stored).is_file()


def _folder() -> Path:
    return Path(settings.IMPORT_DIR)
