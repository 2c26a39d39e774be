"""Names as people type them: what counts as the same spelling, and where a title's parts join."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_QUOTES = str.maketrans(dict.fromkeys("‘’‚‛´ʼʹ′＇", "'") | dict.fromkeys("“”„‟«»″＂", '"'))
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i", "þ": "th", "ð": "d"})
#: Beside those of ASCII.
_HYPHENS = re.compile(r"[\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
#: A dot after a whole word stands for a space too (Dr.Doom); between and after initials it is nothing (M.O.D.O.K.).
_DOT_AS_SPACE = re.compile(r"\.(?<=\w\w\.)\.*(?=\w)")
#: Asterisks are part of a mantle's name; how they are spaced isn't.
_ASTERISKS = re.compile(r"(?<![^\s*])(\*+)\s+(?=\w)|(?<=\w)\s+(\*+)(?![^\s*])")

_SLASH = re.compile(r" ?/ ?")
_JOINER = re.compile(r"\s*[○•◦●∘⚬·/]\s*|\s+[-\u2010-\u2015]\s+")
_IDENTITY = re.compile(r"\s*(?:<\s*>|◊|⬦|◇|◆|⋄|♦|♢|＜\s*＞|&lt;\s*&gt;)\s*")

VERSION_JOINER = " ○ "
IDENTITY_MARK = " <> "  #: in titles, lists and messages, which programs read
SHOWN_IDENTITY_MARK = " ◊ "  #: on pages, as cards have it; either is read
UNRECORDED_VERSION = "?"


#: Longer texts than names are folded each time: kept, the wordings of all cards would fill the memory.
_KEPT_LENGTH = 160


def fold(text: str) -> str:
    """The spelling that counts: without regard to case, accents, the quotes' shape, dots, hyphens and double spaces.

    A hyphen is a space, so `She-Thing` and `She Thing` are one spelling and `SheThing` is another. Asterisks stay:
    `*Spider-Man*` and `Spider-Man` are different names.
    """
    return _fold_once(text) if len(text) <= _KEPT_LENGTH else _fold(text)


def _fold(text: str) -> str:
    plain = text
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain.translate(_QUOTES))
        plain = "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold().translate(_LETTERS)
        plain = _HYPHENS.sub(" ", plain)
    plain = plain.casefold().replace("`", "'").replace("-", " ").replace("_", " ")
    if "." in plain:
        plain = _DOT_AS_SPACE.sub(" ", plain).replace(".", "")
    plain = " ".join(plain.split())
    if "/" in plain:
        plain = _SLASH.sub("/", plain)
    return _ASTERISKS.sub(lambda found: found[1] or found[2], plain) if "*" in plain else plain


_fold_once = lru_cache(maxsize=16_384)(_fold)


def split_versions(text: str) -> tuple[str, ...]:
    """The versions in a text that joins them by ○, •, ◦, / or a spaced hyphen."""
    return tuple(part for part in (part.strip(" ,") for part in _JOINER.split(text)) if part)


def split_identity(text: str) -> tuple[str, str | None]:
    """The name and the identity in `Name <> Identity`, the mark written in any of its ways; None without a mark."""
    parts = _IDENTITY.split(text, maxsplit=1)
    return (parts[0], parts[1]) if len(parts) == 2 else (text, None)


def show_identity(text: str) -> str:
    """A title, or a sentence with titles, as pages show it."""
    return text.replace(IDENTITY_MARK, SHOWN_IDENTITY_MARK)


def version_key(versions: str | tuple[str, ...]) -> tuple[str, ...]:
    """Versions in the form in which two spellings and two orders of the same ones are equal."""
    text = versions if isinstance(versions, str) else VERSION_JOINER.join(versions)
    return tuple(sorted({fold(part) for whole in split_versions(text) for part in whole.split(",") if fold(part)}))
