"""The text index in files, with Whoosh; no other module knows Whoosh.

Whoosh keeps which cards hold which words and finds them; phrases and ranks are read off the texts, which it keeps too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from whoosh import columns, fields
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.filedb.filestore import FileStorage
from whoosh.reading import TermNotFound

from vsdb.search.text.interface import Progress, TextQuery
from vsdb.search.text.ranks import Ranking

#: Raised when the files are laid out in another way, so that older ones are written anew.
LAYOUT = 1
MEMORY_MEBIBYTES = 128
_SHOW_EVERY = 500
_MANIFEST = "complete.json"
#: A card's key, the words of its name, all its words and those of its wording.
Text = tuple[int, str, str, str]


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
        self._columns = {
            name: self._reader.column_reader(name, translate=False) for name in ("name_words", "words", "wording")
        }
        self._cards = list(self._reader.column_reader("card")) if self._reader.doc_count_all() else []
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
        ranking = Ranking(query.tokens, query.kind)
        with self._turn:
            found = self._documents(field, query.tokens, query.kind)
            names, texts, cards = self._columns["name_words"], self._columns[field], self._cards
            ranks = {}
            for number in sorted(found):
                text = texts[number].decode()
                if query.kind == "phrase" and not ranking.holds(text):
                    continue
                ranks[cards[number]] = ranking.rank(names[number].decode() if field == "words" else " ", text)
        return ranks

    def _documents(self, field: str, tokens: tuple[str, ...], kind: str) -> set[int]:
        """The numbers of the documents that hold every token, or a word that begins with it."""
        found: set[int] | None = None
        # The longest is the rarest, mostly.
        for token in sorted(set(tokens), key=len, reverse=True):
            holding = self._holding(field, token.encode(), whole=kind == "phrase")
            found = holding if found is None else found & holding
            if not found:
                break
        return found or set()

    def _holding(self, field: str, token: bytes, *, whole: bool) -> set[int]:
        reader = self._reader
        holding: set[int] = set()
        for term in (token,) if whole else reader.expand_prefix(field, token):
            try:
                holding.update(reader.postings(field, term).all_ids())
            except TermNotFound:
                continue
        return holding


def _schema() -> fields.Schema:
    words = SpaceSeparatedTokenizer()
    return fields.Schema(
        key=fields.ID(unique=True),
        card=fields.COLUMN(columns.NumericColumn("q")),
        name_words=fields.COLUMN(columns.VarBytesColumn()),
        words=fields.KEYWORD(analyzer=words, sortable=True),
        wording=fields.KEYWORD(analyzer=words, sortable=True),
    )


def _document(text: Text) -> dict[str, Any]:
    card, name_words, words, wording = text
    return {"key": str(card), "card": card, "name_words": name_words.encode(), "words": words, "wording": wording}


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
