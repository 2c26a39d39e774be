"""What a card is called and what it is counted by: title, copy key and address, out of its name and versions."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from django.utils.text import slugify

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.names import IDENTITY_MARK, VERSION_JOINER, fold, version_key

UNRECORDED = "?"
LONGEST_SLUG = 140  #: of 160, so that a number fits behind it


def title(name: str, identity: str | None = None, versions: Sequence[str] = ()) -> str:
    """The full title of a card: `Name <> Identity, Version ○ Version`."""
    named = f"{name}{IDENTITY_MARK}{identity}" if identity else name
    return f"{named}, {VERSION_JOINER.join(versions)}" if versions else named


def copy_key(game: str, slug: str, name: str, versions: Sequence[str] = (), *, versions_known: bool = True) -> str:
    """What copies of one card share: name and versions (classic), the design (2PCG), the name (Riftbound)."""
    if game == VS_2PCG:
        return slug
    if game == RIFTBOUND:
        return fold(name)
    return "|".join((fold(name), *(version_key(tuple(versions)) if versions_known else (UNRECORDED,))))


def new_slug(
    game: str, name: str, identity: str | None, versions: Sequence[str], set_code: str | None, number: str | None
) -> str:
    """The address of a card that no fixture has; in 2PCG, where many cards share a name, with the printing."""
    words = [name]
    if game == VS_CLASSIC:
        words += [identity or "", *versions]
    elif game == VS_2PCG:
        words += [set_code or "", number or ""]
    if not slugify(name):
        words.insert(0, f"card {digest(name)}")
    return slugify(" ".join(filter(None, words)))[:LONGEST_SLUG].strip("-")


@lru_cache(maxsize=4096)
def word_slug(word: str) -> str:
    """The address of a team or a keyword, which are few and often asked for."""
    return slugify(word)


def digest(*words: str | None) -> str:
    """A few letters that tell names apart which no address can."""
    return hashlib.sha256("|".join(word or "" for word in words).encode()).hexdigest()[:8]
