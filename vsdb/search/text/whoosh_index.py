"""The text index in files, with Whoosh; no other module knows Whoosh.

Whoosh keeps which cards hold which words and finds them; phrases are read off the texts, which it keeps too.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from whoosh import columns, fields
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.filedb.filestore import FileStorage
from whoosh.reading import TermNotFound

from vsdb.search.text.folding import spaced
from vsdb.search.text.interface import Progress, TextQuery
from vsdb.search.text.ranks import BEGUN_IN_NAME, BEGUN_IN_TEXT, IN_NAME, IN_TEXT, THE_NAME

#: Raised when the files are laid out in another way, so that older ones are written anew.
LAYOUT = 1
MEMORY_MEBIBYTES = 128
_SHOW_EVERY = 500
_MANIFEST = "complete.json"
#: A card's key, the words of its name, all its words and those of its wording.
Text = tuple[int, str, str, str]
Ranked = tuple[float, Iterable[int]]


class DamagedIndex(Exception):
    """The files of an index aren't there, aren't complete or aren't of this layout."""


def write_files(folder: Path, texts: Sequence[Text], progress: Progress | None = None) -> None:
    """Write an index of these texts into an empty folder."""
    index = FileStorage(str(folder)).create_index(_schema())
    writer = index.writer(limitmb=MEMORY_MEBIBYTES)
    for done, text in enumerate(texts, 1):
        writer.add_document(**_document(text))
        if progress and (done % _SHOW_EVERY == 0 or done == len(texts)):
            progress(done, len(texts))
    writer.commit(optimize=True)
    index.close()
    _seal(folder)


def amend_files(folder: Path, texts: Iterable[Text], gone: Iterable[int]) -> None:
    """Put these texts in the place of those that the index in the folder holds of the same cards."""
    (folder / _MANIFEST).unlink()
    index = FileStorage(str(folder)).open_index(schema=_schema())
    writer = index.writer()
    for card in gone:
        writer.delete_by_term("key", str(card))
    for text in texts:
        writer.update_document(**_document(text))
    writer.commit()
    index.close()
    _seal(folder)


class WhooshFiles:
    """An index in files, opened for searching; threads take turns."""

    def __init__(self, folder: Path) -> None:
        """Open the files; raises DamagedIndex where they are missing, incomplete or of another layout."""
        _check(folder)
        self._index = FileStorage(str(folder)).open_index(schema=_schema())
        self._reader = self._index.reader()
        self._texts = {name: self._reader.column_reader(name, translate=False) for name in ("name", "words", "wording")}
        self._cards = list(self._reader.column_reader("card")) if self._reader.doc_count_all() else []
        self._read: dict[tuple[str, bytes], array[int]] = {}
        self._turn = Lock()

    def close(self) -> None:
        """Let go of the files."""
        with self._turn:
            self._reader.close()
            self._index.close()

    def search(self, query: TextQuery) -> dict[int, float]:
        """Every card that holds the words, with its rank."""
        if not query.tokens:
            return {}
        field = "wording" if query.field == "wording" else "words"
        with self._turn:
            ranked = self._phrase(field, query.tokens) if query.kind == "phrase" else self._words(field, query.tokens)
            ranks: dict[int, float] = {}
            for rank, found in ranked:
                ranks.update(dict.fromkeys([self._cards[number] for number in found], rank))
        return ranks

    def _words(self, field: str, tokens: tuple[str, ...]) -> Iterator[Ranked]:
        """The documents that hold words that begin with the tokens, then those of each higher rank."""
        words = [token.encode() for token in tokens]
        begun = self._all(field, words, whole=False)
        yield BEGUN_IN_TEXT, begun
        if not begun:
            return
        yield IN_TEXT, self._all(field, words, whole=True)
        if field == "words":
            yield BEGUN_IN_NAME, self._all("name", words, whole=False)
            yield IN_NAME, self._all("name", words, whole=True)
            yield THE_NAME, self._ids("whole_name", spaced(tokens).encode())

    def _phrase(self, field: str, tokens: tuple[str, ...]) -> Iterator[Ranked]:
        """The documents that hold the phrase, then those of each higher rank."""
        phrase, words = spaced(tokens).encode(), [token.encode() for token in tokens]
        for rank, searched in ((IN_TEXT, field), (IN_NAME, "name"))[: 2 if field == "words" else 1]:
            text = self._texts[searched]
            yield rank, [number for number in self._all(searched, words, whole=True) if phrase in text[number]]
        if field == "words":
            yield THE_NAME, self._ids("whole_name", phrase)

    def _all(self, field: str, words: list[bytes], *, whole: bool) -> set[int]:
        """The documents that hold every word, or with `whole` unset one that begins with it."""
        found: set[int] | None = None
        # The longest is the rarest, mostly.
        for word in sorted(set(words), key=len, reverse=True):
            terms = (word,) if whole else self._reader.expand_prefix(field, word)
            holding: set[int] = set().union(*(self._ids(field, term) for term in terms))
            found = holding if found is None else found & holding
            if not found:
                break
        return found or set()

    def _ids(self, field: str, term: bytes) -> Sequence[int]:
        """The documents that hold a term; what was read once is kept, a few bytes a word of a card."""
        ids = self._read.get((field, term))
        if ids is None:
            try:
                ids = array("I", self._reader.postings(field, term).all_ids())
            except TermNotFound:
                return ()
            self._read[field, term] = ids
        return ids


def _schema() -> fields.Schema:
    words = SpaceSeparatedTokenizer()
    return fields.Schema(
        key=fields.ID(unique=True),
        card=fields.COLUMN(columns.NumericColumn("q")),
        whole_name=fields.ID(),
        name=fields.KEYWORD(analyzer=words, sortable=True),
        words=fields.KEYWORD(analyzer=words, sortable=True),
        wording=fields.KEYWORD(analyzer=words, sortable=True),
    )


def _document(text: Text) -> dict[str, Any]:
    card, name_words, words, wording = text
    return {
        "key": str(card),
        "card": card,
        "whole_name": name_words,
        "name": name_words,
        "words": words,
        "wording": wording,
    }


def _seal(folder: Path) -> None:
    """Have the files on the disk, and note how long each is."""
    sizes = {}
    for path in sorted(folder.iterdir()):
        with path.open("rb") as file:
            os.fsync(file.fileno())
        sizes[path.name] = path.stat().st_size
    (folder / _MANIFEST).write_text(json.dumps({"layout": LAYOUT, "sizes": sizes}), encoding="utf-8")


def _check(folder: Path) -> None:
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        sizes = {name: (folder / name).stat().st_size for name in manifest["sizes"]}
    except (OSError, ValueError, KeyError, TypeError) as exc:
        raise DamagedIndex(f"no complete index in {folder}") from exc
    if manifest["layout"] != LAYOUT or sizes != manifest["sizes"]:
        raise DamagedIndex(f"the index in {folder} is incomplete or of another layout")
