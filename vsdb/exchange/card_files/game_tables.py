"""The small tables of a game that an import looks into all the time: its sets, teams, keywords and its source."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import Any

from django.db.models import Count, Max

from engine.model.cards import Between
from vsdb.catalog.cards.models import Card, CardSet, Keyword, Printing, Team
from vsdb.catalog.cards.reading.cards import slugify_word
from vsdb.catalog.cards.tables import insert_rows
from vsdb.catalog.rules.models import Document
from vsdb.catalog.wordings.models import Source, Wording
from vsdb.exchange.card_files.proposals import SourceProposal
from vsdb.exchange.reports import ImportReport

#: Of a name that more cards have, the name alone isn't looked up: it would tell none of them.
MANY_NAMESAKES = 50
#: Of a card in more printings, only those are looked up that a batch asks for.
MANY_PRINTINGS = 50


@dataclass(frozen=True, slots=True)
class RecordedSet:
    """A recorded set."""

    pk: int
    code: str
    released: Between


class SeenKeys:
    """Primary keys that were come by, a bit each."""

    def __init__(self) -> None:
        self._bits = bytearray()

    def add(self, pk: int) -> bool:
        """Remember a key; whether it is new."""
        place, bit = pk >> 3, 1 << (pk & 7)
        if place >= len(self._bits):
            self._bits.extend(bytes(place + 1 - len(self._bits)))
        is_new = not self._bits[place] & bit
        self._bits[place] |= bit
        return is_new


class NamedRows(dict[str, tuple[int, str]]):
    """The teams or the keywords of a game by their slugs: primary key and name; `blank` are a new one's columns."""

    def __init__(self, model: type[Team] | type[Keyword], game: str, *blank: str) -> None:
        self._model, self._game, self._blank = model, game, blank
        self.names: tuple[str, ...] = ()  #: as they are recorded
        self._read()

    def spell(self, name: str) -> str:
        """The recorded spelling of a name."""
        return self.get(slugify_word(name), (0, name))[1]

    def add(self, names: Iterable[str]) -> None:
        """Write those that aren't recorded yet; no query where all are."""
        if new := {slug: name for name in names if (slug := slugify_word(name)) not in self}:
            blank = [""] * len(self._blank)
            rows = ((self._game, slug, name, *blank) for slug, name in new.items())
            insert_rows(self._model, ("game_id", "slug", "name", *self._blank), rows)
            self._read(slug__in=new)

    def _read(self, **which: Any) -> None:
        rows = self._model._default_manager.filter(game=self._game, **which)
        self.update((slug, (pk, name)) for slug, pk, name in rows.values_list("slug", "pk", "name"))
        self.names = tuple(name for _, name in self.values())


class GameTables:
    """What is recorded of one game beside its cards, as it grows by an import, and the source of the import there."""

    def __init__(self, source: SourceProposal, digest: str, report: ImportReport, late: Spool) -> None:
        """Read them and write the source; a few queries. `late` keeps printings until the whole file is read."""
        self.game = source.game
        self.sets: dict[str, RecordedSet] = {}
        self.set_codes: frozenset[str] = frozenset()
        self.read_sets()
        self.teams = NamedRows(Team, source.game, "alignment")
        self.keywords = NamedRows(Keyword, source.game, "gloss", "citation_document", "citation_rule")
        added = report.counts["sources", "added"]
        self.source = _store_source(source, digest, report)
        self.is_new_source = report.counts["sources", "added"] > added
        #: Wordings with a higher key were written by this very import.
        self.newest_before = Wording.objects.aggregate(newest=Max("pk"))["newest"] or 0
        self.seen_wordings = SeenKeys()  #: older ones that this import has come by
        self.rulings = 0  #: how many of this import are written
        self.unknown_sets: set[str] = set()
        self.late_printings = late
        self._crowded: dict[str, str] = {}
        self._printing_counts: dict[int, int] = {}

    def read_sets(self) -> None:
        """Read the sets again, by their codes in any case; one query."""
        rows = CardSet.objects.filter(game=self.game)
        self.sets = {
            code.casefold(): RecordedSet(pk, code, Between(earliest, latest))
            for pk, code, earliest, latest in rows.values_list("pk", "code", "released_earliest", "released_latest")
        }
        self.set_codes = frozenset(held.code for held in self.sets.values())

    def crowded(self, name_keys: Iterable[str]) -> dict[str, str]:
        """Those of some folded names that more than `MANY_NAMESAKES` cards have, each as one of them writes it; a query
        for those not known so yet."""
        keys = set(name_keys)
        if unsure := keys - self._crowded.keys():
            counted = Card.objects.filter(game=self.game, name_key__in=unsure).order_by().values("name_key")
            many = counted.annotate(cards=Count("pk")).filter(cards__gt=MANY_NAMESAKES)
            self._crowded.update(many.values_list("name_key", Max("name")))
        return {key: self._crowded[key] for key in keys & self._crowded.keys()}

    def much_printed(self, pks: Iterable[int]) -> dict[int, int]:
        """Those of some cards that have more than `MANY_PRINTINGS`, with their number; a query for the others."""
        keys = set(pks)
        if unsure := keys - self._printing_counts.keys():
            counted = Printing.objects.filter(card__in=unsure).order_by().values("card")
            many = counted.annotate(printings=Count("pk")).filter(printings__gt=MANY_PRINTINGS)
            self._printing_counts.update(many.values_list("card", "printings"))
        return {pk: self._printing_counts[pk] for pk in keys & self._printing_counts.keys()}

    def count_printings(self, pk: int, printings: int) -> None:
        """Note how many printings a card has by now that has many."""
        self._printing_counts[pk] = printings


def _store_source(proposal: SourceProposal, digest: str, report: ImportReport) -> Source:
    """The source as the file says it is."""
    published, of_game = proposal.published, Source.objects.filter(game=proposal.game)
    said: dict[str, Any] = {
        "name": proposal.name,
        "kind": proposal.kind,
        "authority": proposal.authority,
        "document": Document.objects.filter(slug=proposal.document).first() if proposal.document else None,
        "published_earliest": published.earliest if published else None,
        "published_latest": published.latest if published else None,
    }
    held = of_game.filter(slug=proposal.slug).first()
    is_same = held is not None and all(getattr(held, column) == value for column, value in said.items())
    report.count("sources", "added" if held is None else "unchanged" if is_same else "changed")
    if held and is_same and held.digest == digest:
        return held
    return of_game.update_or_create({**said, "digest": digest}, game_id=proposal.game, slug=proposal.slug)[0]


_IN_MEMORY = 1024 * 1024


class Spool:
    """Values that wait until the whole file is read, in the order in which they came; read back once.

    They are in memory while they are few, in a temporary file when they are many.
    """

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - closed by whoever keeps it
        self._count = 0

    def close(self) -> None:
        """Throw the values away."""
        self._file.close()

    def put(self, value: Any) -> None:
        """Keep a value."""
        pickle.dump(value, self._file)
        self._count += 1

    def batches(self, size: int) -> Iterator[list[Any]]:
        """The values, so many at a time."""
        self._file.seek(0)
        for start in range(0, self._count, size):
            # Only what this process itself has put there.
            yield [pickle.load(self._file) for _ in range(min(size, self._count - start))]  # noqa: S301
