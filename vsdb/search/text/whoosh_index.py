"""The text index in files, with Whoosh; no other module knows Whoosh.

Whoosh keeps which cards hold which words and finds them; phrases are read off the texts, which it keeps too. A card's
words are kept in two parts, those of its wording and those before it, so that no word is kept twice.
"""

from __future__ import annotations

import json
import os
import pickle
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from heapq import merge
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any
from weakref import finalize

from whoosh import columns, fields, formats
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.codec.whoosh3 import W3Codec
from whoosh.filedb.filestore import FileStorage
from whoosh.index import Index
from whoosh.reading import IndexReader, TermNotFound

from vsdb.core.folding import join_spaced
from vsdb.search.text.rows import BEGUN_IN_NAME, BEGUN_IN_TEXT, IN_NAME, IN_TEXT, THE_NAME, Progress, TextQuery

#: Raised when the files are laid out in another way, so that older ones are written anew.
LAYOUT = 2
_SHOW_EVERY = 500
_BLOCK = 2048
_MAX_HELD = 32 * 1024 * 1024  #: bytes of words and documents
_BYTES_OF_A_WORD = 300
_MANIFEST = "complete.json"
_EVERY = ("heading", "wording")  #: the two parts of a card's words
_LAST = b"\xff"  #: stands behind every letter, since UTF-8 doesn't use it
#: A card's key, the words of its name, all its words and, with which these end, those of its wording.
Text = tuple[int, str, str, str]
#: As Whoosh hands them over: field, word, document, weight and nothing more, since which documents is all that is kept.
Posting = tuple[str, bytes, int, float, bytes]
Word = tuple[str, bytes]  #: with its field first
Ranked = tuple[float, Iterable[int]]


class DamagedIndex(Exception):
    """The files of an index aren't there, aren't complete or aren't of this layout."""


def write_files(folder: Path, texts: Iterable[Text], total: int, progress: Progress | None = None) -> None:
    """Write an index of these texts, in number `total`, into an empty folder; they are read once, one by one."""
    index = FileStorage(str(folder)).create_index(_schema())
    writer = _writer(index)
    writer.pool = _Postings()
    done = 0
    for done, text in enumerate(texts, 1):
        writer.add_document(**_document(text))
        if progress and done % _SHOW_EVERY == 0:
            progress(done, total)
    writer.commit(optimize=True)
    index.close()
    _seal(folder)
    if progress and done % _SHOW_EVERY:
        progress(done, total)


class _Postings:
    """The documents of each word while an index is written, in the place of Whoosh's own pool.

    That one keeps a tuple for every word of every document, and sorts them; the documents come in order already, so
    that four bytes each are enough. What would fill the memory is put into files, each in order.
    """

    def __init__(self) -> None:
        self._words: dict[Word, array[int]] = defaultdict(partial(array, "I"))
        self._held = 0
        self._files: list[IO[bytes]] = []

    def add(self, posting: Posting) -> None:
        """Take in that a document holds a word."""
        field, word, document, *_ = posting
        documents = self._words[field, word]
        self._held += documents.itemsize if documents else _BYTES_OF_A_WORD
        documents.append(document)
        if self._held > _MAX_HELD:
            self._put_away()

    def iter_postings(self) -> Iterator[Posting]:
        """What was taken in, by field, word and document."""
        for (field, word), documents in merge(*map(_read, self._files), self._taken(), key=itemgetter(0)):
            for document in documents:
                yield field, word, document, 1.0, b""

    def cleanup(self) -> None:
        """Forget all."""
        self._words.clear()
        for file in self._files:
            file.close()
        self._files.clear()

    def _taken(self) -> Iterator[tuple[Word, array[int]]]:
        """What is held in the memory, which is then forgotten."""
        for word in sorted(self._words):
            yield word, self._words.pop(word)

    def _put_away(self) -> None:
        file = TemporaryFile()  # noqa: SIM115 - closed by cleanup
        self._files.append(file)
        for each in self._taken():
            pickle.dump(each, file)
        self._held = 0


def _read(file: IO[bytes]) -> Iterator[tuple[Word, array[int]]]:
    """What was put away, in the order in which it was."""
    file.seek(0)
    while True:
        try:
            # Only what this process itself has put there.
            yield pickle.load(file)  # noqa: S301
        except EOFError:
            return


class WhooshFiles:
    """An index in files, opened for searching; threads take turns."""

    def __init__(self, folder: Path) -> None:
        """Open the files, until nobody needs this any more.

        Raises DamagedIndex where they are missing, incomplete or of another layout.
        """
        _check(folder)
        index = FileStorage(str(folder)).open_index(schema=_schema())
        self._reader = index.reader()
        finalize(self, index.close)
        finalize(self, self._reader.close)
        # Whoosh reads no columns of an index without documents.
        columns = ("name", *_EVERY) if self._reader.doc_count_all() else ()
        self._texts = {name: self._reader.column_reader(name, translate=False) for name in columns}
        self._cards = _cards(self._reader)
        self._lexicons: dict[str, list[bytes]] = {}
        self._read: dict[tuple[str, bytes], array[int]] = {}
        self._turn = Lock()

    def search(self, query: TextQuery) -> dict[int, float]:
        """Every card that holds the words, with its rank."""
        if not query.tokens:
            return {}
        parts = ("wording",) if query.field == "wording" else _EVERY
        find = self._phrase if query.kind == "phrase" else self._words
        with self._turn:
            ranks: dict[int, float] = {}
            for rank, found in find(parts, query.tokens):
                ranks.update(dict.fromkeys([self._cards[number] for number in found], rank))
        return ranks

    def _words(self, parts: tuple[str, ...], tokens: tuple[str, ...]) -> Iterator[Ranked]:
        """The documents that hold words that begin with the tokens, then those of each higher rank."""
        words = [token.encode() for token in tokens]
        begun = self._all(parts, words, whole=False)
        yield BEGUN_IN_TEXT, begun
        if not begun:
            return
        yield IN_TEXT, self._all(parts, words, whole=True)
        if parts == _EVERY:
            yield BEGUN_IN_NAME, self._all(("name",), words, whole=False)
            named = self._all(("name",), words, whole=True)
            yield IN_NAME, named
            yield THE_NAME, self._called(join_spaced(tokens).encode(), named)

    def _phrase(self, parts: tuple[str, ...], tokens: tuple[str, ...]) -> Iterator[Ranked]:
        """The documents that hold the phrase, then those of each higher rank."""
        phrase, words = join_spaced(tokens).encode(), [token.encode() for token in tokens]
        yield IN_TEXT, self._holding(parts, words, phrase)
        if parts == _EVERY:
            named = self._holding(("name",), words, phrase)
            yield IN_NAME, named
            yield THE_NAME, self._called(phrase, named)

    def _called(self, phrase: bytes, named: Iterable[int]) -> list[int]:
        """The documents among some whose name is the phrase and nothing else."""
        names = self._texts["name"]
        return [number for number in named if names[number] == phrase]

    def _holding(self, parts: tuple[str, ...], words: list[bytes], phrase: bytes) -> Iterable[int]:
        """The documents that hold the phrase in the parts, which are read as one text."""
        holding = self._all(parts, words, whole=True)
        if len(words) == 1:
            return holding
        first, *others = (self._texts[part] for part in parts)
        joined = ((number, (first[number], *(text[number][1:] for text in others))) for number in holding)
        return [number for number, texts in joined if phrase in b"".join(texts)]

    def _all(self, parts: tuple[str, ...], words: list[bytes], *, whole: bool) -> set[int]:
        """The documents that hold every word in any of the parts, or with `whole` unset one that begins with it."""
        found: set[int] | None = None
        # The longest is the rarest, mostly.
        for word in sorted(set(words), key=len, reverse=True):
            holding: set[int] = set()
            for field in parts:
                terms = (word,) if whole else self._beginning(field, word)
                holding.update(*(self._ids(field, term) for term in terms))
            found = holding if found is None else found & holding
            if not found:
                break
        return found or set()

    def _beginning(self, field: str, start: bytes) -> list[bytes]:
        """The terms of a field that begin so; all are read the first time, which takes a few milliseconds."""
        lexicon = self._lexicons.get(field)
        if lexicon is None:
            lexicon = self._lexicons[field] = list(self._reader.lexicon(field))
        at = bisect_left(lexicon, start)
        return lexicon[at : bisect_left(lexicon, start + _LAST, at)]

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


class _Words(fields.FieldType):  # type: ignore[misc]
    """Spaced tokens: which of them a document holds, and the text itself."""

    def __init__(self) -> None:
        super().__init__(formats.Existence(), SpaceSeparatedTokenizer(), sortable=True)

    def index(self, value: str, **_options: Any) -> list[tuple[bytes, int, float, bytes]]:
        """The words as Whoosh takes them; its tokenizers make an object of each, which takes several times as long."""
        return [(word.encode(), 1, 1.0, b"") for word in set(value.split())]


def _writer(index: Index) -> Any:
    """A writer of files of their own, since one that holds all is read into memory whole where it is opened.

    The blocks are larger than those that Whoosh skips through, since all documents of a word are read. No field is
    scored; told to look up each field's lengths all the same, Whoosh would look for a file at every posting.
    """
    codec = W3Codec(blocklimit=_BLOCK)
    codec.length_stats = False
    return index.writer(codec=codec, compound=False)


def _schema() -> fields.Schema:
    key = fields.COLUMN(columns.NumericColumn("q"))
    return fields.Schema(card=key, name=_Words(), heading=_Words(), wording=_Words())


def _document(text: Text) -> dict[str, Any]:
    card, name_words, words, wording = text
    return {"card": card, "name": name_words, "heading": words[: len(words) - len(wording) + 1], "wording": wording}


def _cards(reader: IndexReader) -> list[int]:
    """The cards' keys by the documents' numbers."""
    return list(reader.column_reader("card")) if reader.doc_count_all() else []


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
        raise DamagedIndex(f"the index in {folder} is incomplete or has another layout")
