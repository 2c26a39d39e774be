"""Full disks: what can't be written is left as it was, nothing half-written stays, and with room again it works.

As root the site's folder is a small file system in memory (tmpfs) that is filled up; else no file of the process may
grow past a size (RLIMIT_FSIZE), which a full disk looks like to whoever writes.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.core.management import get_commands
from django.db import connections

from fault_cases import children, invariants, materials
from fault_cases.children import Action
from fault_cases.sites import SQLITE
from fault_cases.trials import Trial
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.formats.models import Ban
from vsdb.decks import services
from vsdb.decks.models import Deck, Revision

_MIB = 1024 * 1024
_SIZE = 160 * _MIB  #: of the file system in memory
_FILLER = "filler"


@dataclass(frozen=True)
class Write:
    """Something that writes: how its state is told, and what may not be left of it."""

    name: str
    act: Action
    read_state: Callable[[], object]
    target: Path | None = None  #: a file that is there whole or not at all


def fill_disk(trial: Trial) -> None:
    """Run what writes on a disk with little room, of a size by chance; then again with enough."""
    with _small_disk(trial) as disk:
        writes = _list_writes(trial)
        for number in range(trial.tries):
            write = writes[number % len(writes)]
            _try(trial, write, disk, f"try {number + 1}, {write.name}")


def _try(trial: Trial, write: Write, disk: _Disk, where: str) -> None:
    before = write.read_state()
    connections.close_all()
    with disk.nearly_full(int(trial.chance.triangular(0, 8 * _MIB, _MIB // 2))) as limited:
        status, seconds = children.run(limited(write.act), trial.log)
    trial.outcome.add_try()
    trial.outcome.add_duration(where, seconds)
    if status:
        trial.outcome.note(f"{write.name} failed for want of room at least once")
    found = []
    if status and write.read_state() != before:
        found.append(("half done", f"it ended with {status} and something changed: {children.read_end(trial.log)}"))
    if status and write.target and write.target.exists():
        found.append(("half done", f"{write.target.name} is there and not whole"))
    if write.target:
        write.target.unlink(missing_ok=True)  # no backup replaces a file
    if not trial.check(f"{where}: again, with room", write.act):
        found.append(("lost", "it doesn't work with room again"))
    if write.target:
        write.target.unlink(missing_ok=True)
    trial.settle(where, found)


def _list_writes(trial: Trial) -> list[Write]:
    """All that writes files or the database."""
    folder = trial.site.folder
    other = materials.write_other_facts(folder / "other-facts", trial.banned)
    children.measure(children.command("load_reference", folder=other, verbosity=0), trial.log)

    def load() -> None:
        # By what they tell apart: imports of other tries have changed the reference, too.
        has_other = Ban.objects.filter(card=trial.banned, begins_earliest=materials.BANNED_ON).exists()
        children.command("load_reference", folder=materials.FACTS if has_other else other, verbosity=0)()

    def import_cards() -> None:
        name = f"Tin{os.getpid()}"
        path = materials.write_card_file(Path(os.environ["FAULTS_CARDS"]), name)
        children.command("import_cards", str(path), source="csv", verbosity=0)()

    def save_deck() -> None:
        deck = Deck.objects.order_by("pk")[3]
        snapshot = services.Snapshot(title=f"{os.getpid()}", format=deck.format, text=deck.text, notes="Notes. " * 900)
        services.save(deck.pk, Viewer(deck.owner_id), deck.edition, snapshot)

    def count_versions() -> object:
        return Revision.objects.count(), Deck.objects.order_by("pk").values_list("edition", flat=True)[3]

    index = children.command("build_index", verbosity=0)
    bulk = children.command("write_bulk_files", verbosity=0)
    found = [
        Write("load_reference", load, invariants.digest_reference),
        Write("import_cards", import_cards, invariants.digest_reference),
        Write("build_index", index, invariants.digest_reference),
        Write("write_bulk_files", bulk, lambda: None),
        Write("saving a deck", save_deck, count_versions),
    ]
    if "backup" in get_commands():
        target = folder / "backup"
        backup = children.command("backup", str(target), verbosity=0)
        found.append(Write("backup", backup, invariants.digest_reference, target))
    return found


class _Disk:
    """A place with as much room as it is given."""

    def __init__(self, folder: Path, *, is_mounted: bool) -> None:
        self._folder = folder
        self._is_mounted = is_mounted

    @contextmanager
    def nearly_full(self, room: int) -> Iterator[Callable[[Action], Action]]:
        """Within it so many bytes of room are left for what the function that is given runs."""
        if not self._is_mounted:
            yield lambda act: _with_small_files(act, room)
            return
        filler = self._folder / _FILLER
        held = os.statvfs(self._folder)
        free = held.f_bavail * held.f_frsize
        with filler.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(free - room, 1))
        try:
            yield lambda act: act
        finally:
            filler.unlink()


def _with_small_files(act: Action, room: int) -> Action:
    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        largest = max(
            (each.stat().st_size for each in Path(os.environ["FAULTS_FOLDER"]).glob("vsdb.sqlite3*")), default=0
        )
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest + room, largest + room))
        act()

    return limited


@contextmanager
def _small_disk(trial: Trial) -> Iterator[_Disk]:
    """The folder of the site as a file system of its own, where this may be mounted."""
    folder = trial.site.folder
    os.environ["FAULTS_CARDS"] = str(folder.parent / f"cards-{folder.name}.csv")
    mount, umount = (shutil.which(name) or name for name in ("mount", "umount"))
    mounted = subprocess.run(
        [mount, "-t", "tmpfs", "-o", f"size={_SIZE}", "vsdb-faults", str(folder)], check=False, capture_output=True
    )
    if mounted.returncode:
        trial.outcome.note("no file system may be mounted here: the size of files was limited (RLIMIT_FSIZE)")
        yield _Disk(folder, is_mounted=False)
        return
    what = "database, index, imports and bulk files" if trial.site.kind == SQLITE else "index, imports and bulk files"
    trial.outcome.note(f"the disk was a tmpfs of {_SIZE // _MIB} MiB with {what} on it")
    try:
        trial.start_over()
        yield _Disk(folder, is_mounted=True)
    finally:
        connections.close_all()
        subprocess.run([umount, "--lazy", str(folder)], check=False, capture_output=True)
