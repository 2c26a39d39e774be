"""What a card is called and what it is counted by: title, copy key and address, out of its name and versions."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.utils.text import slugify

from engine.model.games import game_of
from engine.model.names import IDENTITY_MARK, VERSION_JOINER, fold, version_key

UNRECORDED = "?"
MAX_SLUG_LENGTH = 140  #: of 160, so that a number fits behind it


def build_title(name: str, identity: str | None = None, versions: Sequence[str] = ()) -> str:
    """The full title of a card: `Name <> Identity, Version ○ Version`."""
    named = f"{name}{IDENTITY_MARK}{identity}" if identity else name
    return f"{named}, {VERSION_JOINER.join(versions)}" if versions else named


def copy_key(game: str, slug: str, name: str, versions: Sequence[str] = (), *, versions_known: bool = True) -> str:
    """What copies of one card share: the design where cards are told by their printings, else name and versions."""
    if is_told_by_printing(game):
        return slug
    if not game_of(game).copies.are_by_version:
        return fold(name)
    return "|".join((fold(name), *(version_key(tuple(versions)) if versions_known else (UNRECORDED,))))


def is_told_by_printing(game: str) -> bool:
    """Whether it takes a printing to tell a card from others of its name."""
    return "printings" in game_of(game).site.importing.identifying


def derive_columns(game: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a card's row that follow from others: title, copy key and the kind of its cost."""
    versions = tuple(row.get("versions") or ())
    known = bool(row.get("versions_known", True))
    key = copy_key(game, row["slug"], row["name"], versions, versions_known=known)
    implied: dict[str, Any] = {"title": build_title(row["name"], row.get("identity"), versions), "copy_key": key}
    if with_threshold := game_of(game).site.importing.threshold_types:
        kind = "threshold" if row.get("type") in with_threshold else "recruit"
        implied["cost_kind"] = kind if row.get("type") else None
    return implied


def build_card_slug(
    game: str, name: str, identity: str | None, versions: Sequence[str], set_code: str | None, number: str | None
) -> str:
    """The address of a card that no fixture has: its name, and what else tells it from others of that name."""
    identifying = game_of(game).site.importing.identifying
    words = [name]
    if "versions" in identifying:
        words += [identity or "", *versions]
    if "printings" in identifying:
        words += [set_code or "", number or ""]
    if not slugify(name):
        words.insert(0, f"card {digest(name)}")
    return slugify(" ".join(filter(None, words)))[:MAX_SLUG_LENGTH].strip("-")


@lru_cache(maxsize=4096)
def slugify_word(word: str) -> str:
    """The address of a team or a keyword, which are few and often asked for."""
    return slugify(word)


def digest(*words: str | None) -> str:
    """A few letters that tell names apart which no address can."""
    return hashlib.sha256("|".join(word or "" for word in words).encode()).hexdigest()[:8]
