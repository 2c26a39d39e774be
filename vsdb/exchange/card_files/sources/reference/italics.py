"""Passages that a text sets apart by marks for italics."""

from __future__ import annotations

import re

_TAG = re.compile(r"<(i|em|b|strong|u)(?: [^<>]*)?>(.*?)(?:</\1>|$)", re.IGNORECASE)
_ANY_TAG = re.compile(r"</?(?:i|em|b|strong|u|p|br|span)(?: [^<>]*)?/?>", re.IGNORECASE)
#: A mark opens after a space and before a word, and closes the other way round: `O*N*E*` holds none.
_MARK = re.compile(r"(?<![^\s(\[\"'“‘—])(\*{1,3}|_{1,3})(?=[^\s*_])(.{1,1000}?)(?<=[^\s*_])\1(?![^\s.,;:!?)\]\"'”’—])")

_CLOSES = re.compile(r"[^\s*_][*_]+(?![^\s.,;:!?)\]\"'”’—*_])")


def without_italics(text: str, title: str = "") -> tuple[str, tuple[str, ...]]:
    """A paragraph without its marks, and the passages that stood between them; the title's own asterisks stay."""
    passages: list[str] = []

    def keep(found: re.Match[str]) -> str:
        if found[0] in title:
            return found[0]
        passages.append(found[2])
        return found[2]

    text = _ANY_TAG.sub("", _TAG.sub(keep, text))
    # Looked for first, since every mark that nothing closes costs a search of its own.
    text = " ".join((_MARK.sub(keep, text) if _CLOSES.search(text) else text).split())
    plain = (" ".join(_MARK.sub(r"\2", _ANY_TAG.sub("", passage)).split()) for passage in passages)
    return text, tuple(sorted(filter(None, plain), key=text.find))
