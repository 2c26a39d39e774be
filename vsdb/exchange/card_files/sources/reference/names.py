"""A card's name line taken apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.model.names import fold, split_identity, split_versions
from vsdb.exchange.card_files.sources.reference.known import Words
from vsdb.exchange.card_files.sources.reference.layout import plain_heading

_SET, _NUMBER = r"(?P<set>[A-Z][A-Z0-9]{2,3})", r"(?P<number>[A-Z]?\d{3})"
_CODE_BEFORE = re.compile(rf"[(\[]?{_SET}-{_NUMBER}[)\]]?[:.,]? +(?=\S)", re.ASCII)
_CODE_AFTER = re.compile(rf",? +[(\[]?{_SET}-{_NUMBER}[)\]]?$", re.ASCII)


@dataclass(frozen=True, slots=True)
class CardName:
    """The parts of a name line. `versions` is None where the line doesn't say whether the card has any."""

    title: str
    name: str
    identity: str | None
    versions: tuple[str, ...] | None
    set_code: str | None
    number: str | None


def card_name(text: str, *, is_character: bool, is_whole: bool, words: Words) -> CardName:
    """`Echo <> Ronin, Secret Avenger` in its parts; a printing's code before or after it apart.

    A comma parts name and version, but in the names of other cards than characters it may be one of theirs.
    `is_whole` says that a card written without a version has none.
    """
    title = plain_heading(text)
    code = _CODE_BEFORE.match(title) or _CODE_AFTER.search(title)
    if code:
        title = (title[: code.start()] + title[code.end() :]).strip() or title
    head, comma, tail = title.partition(",")
    if comma and not is_character and (fold(title) in words.names_with_comma or tail.rstrip().endswith(("!", "?"))):
        head, comma, tail = title, "", ""
    name, identity = split_identity(head.strip())
    if not name:
        name, identity = title, None
    versions = split_versions(tail) if comma else ()
    return CardName(
        title,
        name,
        identity or None,
        versions if versions or is_whole else None,
        code["set"] if code else None,
        code["number"] if code else None,
    )
