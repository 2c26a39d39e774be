"""Newer facts put into the fixtures and loaded, in whole or not at all, and the way back.

What the files were is kept in a folder beside them until the next refresh.
"""

from __future__ import annotations

import csv
import fcntl
import hashlib
import io
import json
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from engine.model.errors import InputError
from vsdb.catalog.cards.loading import load_reference
from vsdb.catalog.cards.reading.files import read_text, read_yaml
from vsdb.catalog.cards.reading.folder import read_game
from vsdb.catalog.wordings.models import RulingCard, Wording
from vsdb.operations.refreshing.comparing import FACTS, Comparison, compare
from vsdb.operations.refreshing.reading import PrintingList

GAME = "riftbound"
_CARDS, _GATHERED, _KEPT, _STATE = "cards.csv", "gathered.yaml", ".before-refresh", "refresh.json"
_LOCK, _OLDER = ".refresh.lock", f"{_KEPT}.older"
_FILES = (_CARDS, _GATHERED)


def get_fixtures_folder() -> Path:
    """The fixtures that this installation loads."""
    return Path(settings.BASE_DIR) / "fixtures"


def can_undo(folder: Path) -> bool:
    """Whether there is a refresh to undo."""
    return (folder / GAME / _KEPT / _STATE).exists()


def fingerprint_fixtures(folder: Path) -> str:
    """A fingerprint of what a list is compared with."""
    return _hash("".join(read_text(folder / GAME / name) for name in ("sets.csv", *_FILES)))


def read_gathered_day(folder: Path) -> date:
    """The day up to which lists were gathered for the fixtures. Raises InputError."""
    node = read_yaml(folder / GAME / _GATHERED).mapping(("day",), ("day",))["day"]
    return date.fromisoformat(node.day())


def take(folder: Path, listed: PrintingList, *, compared_with: str = "") -> Comparison:
    """Compare a list with the fixtures, write what is new into them and load them; what was found.

    `compared_with` is the fingerprint of the fixtures that somebody has seen beside the list. Raises InputError, and
    nothing is changed then.
    """
    home = folder / GAME
    with _one_at_a_time(home):
        if compared_with and compared_with != fingerprint_fixtures(folder):
            said = "the fixtures have changed since the preview; choose the file again"
            raise InputError(said, place="sealed", code="stale")
        rows, gathered = read_game(home, GAME), read_gathered_day(folder)
        held = {row["slug"]: row for row in rows.cards}
        found = compare(rows.cards, [row["code"] for row in rows.sets], listed, gathered)
        if not found.has_news:
            return found
        comments = [line for line in read_text(home / _GATHERED).splitlines(keepends=True) if line.startswith("#")]
        texts = {
            _CARDS: _write_cards(home / _CARDS, held, found.cards),
            _GATHERED: "".join(comments) + f"day: {max(listed.day, gathered).isoformat()}\n",
        }
        try:
            _try_out(home, texts)
        except OSError as error:
            raise _cannot_write(home, error) from error
        _keep(home, texts, found)
        before = {name: read_text(home / _KEPT / name) for name in _FILES}
        try:
            _replace_and_load(folder, texts, before)
        except BaseException:
            _forget(home, is_taken=False)
            raise
        _forget(home, is_taken=True)
    return found


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
    now, kept = ({row["slug"] for row in _read_rows(path)[1]} for path in (home / _CARDS, home / _KEPT / _CARDS))
    return frozenset(now - kept)


def _refuse_loss_of_texts(home: Path, lost: Collection[str]) -> None:
    """Refuse to go back where cards that came with the refresh have texts or rulings by now."""
    worded = Wording.objects.filter(card__game=GAME, card__slug__in=lost).values_list("card__slug", flat=True)
    ruled = RulingCard.objects.filter(card__game=GAME, card__slug__in=lost).values_list("card__slug", flat=True)
    if said := sorted({*worded, *ruled}):
        message = f"{', '.join(said[:5])} came with the refresh and have texts or rulings, which undo would delete"
        raise InputError(message, place=str(home), code="loss-of-cards")


def _read_rows(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    """The columns and rows of a fixture, cell by cell as they stand."""
    reader = csv.DictReader(line for line in read_text(path).splitlines(keepends=True) if not line.startswith("#"))
    return list(reader.fieldnames or ()), list(reader)


def _write_cards(path: Path, held: Mapping[str, Mapping[str, Any]], cards: Iterable[Mapping[str, Any]]) -> str:
    """The text of the file with the cards that differ; every other line stays as it is."""
    comments = [line for line in read_text(path).splitlines(keepends=True) if line.startswith("#")]
    columns, rows = _read_rows(path)
    wanted = {card["slug"]: card for card in cards}
    written = io.StringIO()
    writer = csv.DictWriter(written, columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        card = wanted.pop(row["slug"])
        writer.writerow(row if card == held[row["slug"]] else {**row, **_cells(card, row["printings"])})
    for card in wanted.values():
        keywords = "; ".join(" ".join(filter(None, pair)) for pair in card["keywords"])
        writer.writerow({"slug": card["slug"], "name": card["name"], "keywords": keywords, **_cells(card, "")})
    return "".join(comments) + written.getvalue()


def _cells(card: Mapping[str, Any], printings: str) -> dict[str, str]:
    """The cells that a refresh may change; a printing that exists and isn't recorded stays in."""
    codes = [
        " ".join(filter(None, (f"{code}-{number}" if number else code, rarity)))
        for code, number, rarity in card["printings"]
    ]
    if "?" in [word.strip() for word in printings.split(";")]:
        codes.append("?")
    return {
        **{name: _cell(card[name], may_be_none=name == "domains") for name in FACTS},
        "printings": "; ".join(codes),
        "doubtful": "; ".join(card["doubtful"]),
        "note": card["note"] or "",
    }


def _cell(value: Any, *, may_be_none: bool) -> str:
    if isinstance(value, list):
        return "; ".join(value) or ("none" if may_be_none else "")
    return "" if value is None else str(value)


def _try_out(home: Path, texts: Mapping[str, str]) -> None:
    """Read the files as they would be. Raises InputError where they couldn't be loaded."""
    with tempfile.TemporaryDirectory() as name:
        trial = Path(name) / GAME
        shutil.copytree(home, trial, ignore=shutil.ignore_patterns(".*"))
        for file, text in texts.items():
            (trial / file).write_text(text, encoding="utf-8")
        read_game(trial, GAME)


def _keep(home: Path, texts: Mapping[str, str], found: Comparison) -> None:
    """Copy the files as they are, for the way back; what was kept before waits beside them until all went well."""
    fresh = home / f"{_KEPT}.new"
    try:
        if fresh.exists():
            shutil.rmtree(fresh)
        fresh.mkdir()
        for name in _FILES:
            shutil.copyfile(home / name, fresh / name)
        digests = {name: _hash(text) for name, text in texts.items()}
        state = {"list": found.listed.name, "day": found.listed.day.isoformat(), "digests": digests}
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
    if is_taken or _hash(read_text(home / _CARDS)) != _hash(read_text(kept / _CARDS)):
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


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _cannot_write(home: Path, error: OSError) -> InputError:
    return InputError(
        f"cannot write the fixtures: {error.strerror or error}; nothing was changed", place=str(home), code="wrong-file"
    )
