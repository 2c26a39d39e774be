"""Pictures of cards that the operator of a site has: files of a folder, or addresses on one other host.

The project has none and fetches none. `CARD_PICTURES_DIR` names a folder with one folder per game and files named by
printing: `riftbound/OGN-001.webp`. `CARD_PICTURES_URL` is an address with fields: `https://pictures.example/{game}/{code}.webp`.
A file comes before an address. A card without either has its drawn face alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from string import Formatter
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.urls import reverse

from engine.model.cards import GAMES, Card, Printing

#: Kinds of files that browsers draw and that can hold no script.
CONTENT_TYPES = {
    ".avif": "image/avif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
}
#: What an address may hold: of the printing, of its card.
FIELDS = frozenset({"game", "code", "code_lower", "set", "set_lower", "number", "slug"})


def find_picture(card: Card) -> str:
    """The address of a card's picture: of its first printing with one; empty where there is none."""
    for printing in card.printings:
        if found := find_picture_of_printing(card, printing):
            return found
    return ""


def find_picture_of_printing(card: Card, printing: Printing) -> str:
    """The address of the picture of a printing; empty where there is none, or its number isn't recorded."""
    if not is_shown(card.game) or not (printing.set_code and printing.number):
        return ""
    if name := list_files(card.game).get(printing.code.upper()):
        return reverse("cards:picture", args=(card.game, name))
    return _fill_in(card, printing) if settings.CARD_PICTURES_URL else ""


def find_picture_file(card: Card) -> Path | None:
    """The file of a card's picture, of its first printing with one; None where the operator's folder has none."""
    if not is_shown(card.game):
        return None
    files = list_files(card.game)
    names = (files.get(printing.code.upper()) for printing in card.printings if printing.number)
    name = next(filter(None, names), None)
    return Path(settings.CARD_PICTURES_DIR, card.game, name) if name else None


def read_file_version(path: Path | None) -> tuple[int, int]:
    """When a file was last written, in nanoseconds, and its size: what changes with its content; 0 for no file."""
    try:
        held = path.stat() if path else None
    except OSError:
        held = None
    return (held.st_mtime_ns, held.st_size) if held else (0, 0)


def is_shown(game: str) -> bool:
    """Whether the operator has pictures of this game."""
    has_any = settings.CARD_PICTURES_DIR or settings.CARD_PICTURES_URL
    return bool(has_any) and (not settings.CARD_PICTURES_GAMES or game in settings.CARD_PICTURES_GAMES)


def list_files(game: str) -> Mapping[str, str]:
    """The names of a game's picture files by their printings' codes in capitals; read anew when the folder changes."""
    if not settings.CARD_PICTURES_DIR:
        return {}
    folder = os.path.join(settings.CARD_PICTURES_DIR, game)  # noqa: PTH118  # asked for each face: no object for it
    return _read_folder(folder, _read_changed(folder))


def get_pictures_version() -> str:
    """What changes when pictures come, go or are replaced by others; empty for a site without.

    Not when somebody writes into a file: looking at each file would cost every request thousands of looks.
    """
    if not (settings.CARD_PICTURES_DIR or settings.CARD_PICTURES_URL):
        return ""
    changed = (_read_changed(os.path.join(settings.CARD_PICTURES_DIR, game)) for game in GAMES)  # noqa: PTH118
    of_folder = ",".join(map(str, changed)) if settings.CARD_PICTURES_DIR else ""
    return f"{settings.CARD_PICTURES_URL} {settings.CARD_PICTURES_GAMES} {of_folder}"


def get_picture_origin() -> str:
    """Scheme and host of the pictures' addresses, as a content policy names them; empty for a site without."""
    parts = urlsplit(settings.CARD_PICTURES_URL)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def find_faults() -> Iterator[tuple[str, str]]:
    """What is wrong with the settings: the setting's name and what to do."""
    folder, address = settings.CARD_PICTURES_DIR, settings.CARD_PICTURES_URL
    if folder and not Path(folder).is_dir():
        yield "CARD_PICTURES_DIR", f"There is no folder {folder}. Create it, or leave the setting empty."
    if address:
        parts = urlsplit(address)
        if parts.scheme != "https" or not parts.hostname or set(parts.netloc) & set("{}'\"; ,*@"):
            yield (
                "CARD_PICTURES_URL",
                f"{address!r} is no address. Begin with https:// and a host without fields.",
            )
        try:
            names = {name for _, name, _, _ in Formatter().parse(address) if name is not None}
        except ValueError:
            names = {"{"}
        if unknown := sorted(names - FIELDS):
            fields = ", ".join(sorted(FIELDS))
            yield "CARD_PICTURES_URL", f"Unknown field {unknown[0]!r} in {address!r}. The fields are {fields}."
        elif not names & {"code", "code_lower", "number", "slug"}:
            yield "CARD_PICTURES_URL", f"{address!r} is the same for all cards. Use {{code}}, {{number}} or {{slug}}."
    for game in settings.CARD_PICTURES_GAMES:
        if game not in GAMES:
            yield "CARD_PICTURES_GAMES", f"There is no game {game!r}. The games are {', '.join(GAMES)}."


def _fill_in(card: Card, printing: Printing) -> str:
    code, set_code = printing.code, printing.set_code or ""
    values = {
        "game": card.game,
        "code": code,
        "code_lower": code.lower(),
        "set": set_code,
        "set_lower": set_code.lower(),
        "number": printing.number or "",
        "slug": card.slug,
    }
    filled: str = settings.CARD_PICTURES_URL.format_map({name: quote(value, safe="") for name, value in values.items()})
    return filled


def _read_changed(folder: str) -> int:
    """When files last came or went, in nanoseconds; 0 where there is no folder."""
    try:
        return os.stat(folder).st_mtime_ns  # noqa: PTH116
    except OSError:
        return 0


@lru_cache(maxsize=32)
def _read_folder(folder: str, changed: int) -> Mapping[str, str]:
    if not changed:
        return {}
    with os.scandir(folder) as entries:
        names = sorted(entry.name for entry in entries if entry.is_file())
    parts = ((Path(name), name) for name in names)
    return {path.stem.upper(): name for path, name in parts if path.suffix.lower() in CONTENT_TYPES}
