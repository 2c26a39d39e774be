"""Two texts word for word: what both say, what is gone, what is new."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

SAME, GONE, NEW, RESPACED = "same", "gone", "new", "respaced"
_WORD = re.compile(r"\[[^\[\]\n]*\]|>>>|[+-]?\d+(?:/[+-]?\d+)?(?!\w)|\w+(?:['’]\w+)*|[^\S\n]+|\n|.")
_CRUMB = 2  #: words
_MAX_COMPARED = 4_000_000  #: pairs of words; beyond that what differs is taken as a whole


@dataclass(frozen=True, slots=True)
class TextChange:
    """A stretch of words, with the spaces and line breaks in it.

    `before` is how the older text has it, where the two differ in spaces or quotation marks alone (`respaced`).
    """

    kind: str
    text: str
    before: str = ""


def diff_words(before: str, after: str) -> tuple[TextChange, ...]:
    """The stretches of both texts in order, what is gone before what is new in its place.

    The stretches that aren't new make up the text before, those that aren't gone the text after.
    """
    old, new = _WORD.findall(before), _WORD.findall(after)
    first = _common(old, new)
    last = _common(old[first:][::-1], new[first:][::-1])
    middle_old, middle_new = old[first : len(old) - last], new[first : len(new) - last]
    begin, end = "".join(old[:first]), "".join(old[len(old) - last :])
    changes = (TextChange(SAME, begin), *_compare_words(middle_old, middle_new), TextChange(SAME, end))
    return tuple(_join_neighbours(_without_crumbs([*_join_neighbours(changes)])))


_HYPHENS = re.compile(r"-{2,}")
_QUOTES = str.maketrans("“”„‘’‚–—‑", "\"\"\"'''---")


def squeeze_words(text: str) -> str:
    """The text without its spaces, with plain quotes and dashes: what two copies of one sentence share."""
    return _HYPHENS.sub("-", "".join(text.translate(_QUOTES).split()))


def mark_respaced(changes: Iterable[TextChange]) -> tuple[TextChange, ...]:
    """The changes, of which a replacement that has other spaces or quotation marks alone is one `respaced` stretch."""
    found: list[TextChange] = []
    for change in changes:
        last = found[-1] if found else None
        if change.kind == NEW and last and last.kind == GONE:
            if squeeze_words(change.text) == squeeze_words(last.text):
                found[-1] = TextChange(RESPACED, change.text, last.text)
                continue
        elif last and last.kind in {GONE, NEW} and not last.text.strip():
            found[-1] = _respace(last)
        found.append(change)
    if found and found[-1].kind in {GONE, NEW} and not found[-1].text.strip():
        found[-1] = _respace(found[-1])
    return tuple(found)


def _respace(change: TextChange) -> TextChange:
    """A space that is gone or new."""
    return TextChange(RESPACED, change.text, "") if change.kind == NEW else TextChange(RESPACED, "", change.text)


def _common(old: list[str], new: list[str]) -> int:
    """How many words both begin with."""
    return sum(1 for _ in takewhile(lambda words: words[0] == words[1], zip(old, new, strict=False)))


def _compare_words(old: list[str], new: list[str]) -> Iterator[TextChange]:
    if len(old) * len(new) > _MAX_COMPARED:
        yield from (TextChange(GONE, "".join(old)), TextChange(NEW, "".join(new)))
        return
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield TextChange(SAME, "".join(old[a:b]))
        else:
            yield TextChange(GONE, "".join(old[a:b]))
            yield TextChange(NEW, "".join(new[c:d]))


def _without_crumbs(changes: list[TextChange]) -> Iterator[TextChange]:
    """A word or two between two longer changes belong to both, so that what changed is read in one piece."""
    for place, change in enumerate(changes):
        before, after = _longest(changes[:place][-2:]), _longest(changes[place + 1 :][:2])
        if change.kind == SAME and _is_crumb(change.text, before, after):
            yield from (TextChange(GONE, change.text), TextChange(NEW, change.text))
        else:
            yield change


def _longest(neighbours: Iterable[TextChange]) -> int:
    """How long a change is, by the longer of what is gone and what is new."""
    return max((len(each.text) for each in neighbours if each.kind != SAME), default=0)


def _is_crumb(text: str, before: int, after: int) -> bool:
    if "\n" in text or not before or not after:
        return False
    return text.isspace() or (len(text.split()) <= _CRUMB and len(text) <= min(before, after))


def _join_neighbours(changes: Iterable[TextChange]) -> Iterator[TextChange]:
    """Neighbours of a kind as one; of a place where words are replaced, all that is gone before all that is new."""
    gone = new = same = ""
    for change in changes:
        if change.kind == SAME:
            if change.text and (gone or new):
                yield from _build_changes(same, gone, new)
                gone = new = same = ""
            same += change.text
        elif change.kind == GONE:
            gone += change.text
        else:
            new += change.text
    yield from _build_changes(same, gone, new)


def _build_changes(same: str, gone: str, new: str) -> Iterator[TextChange]:
    yield from (TextChange(kind, text) for kind, text in ((SAME, same), (GONE, gone), (NEW, new)) if text)
