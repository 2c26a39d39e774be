"""How long searches by words take: Whoosh beside SQLite and PostgreSQL, in one run, with 8,000 and 100,000 cards.

Run it as `python -m benchmarks.search`; TEST_POSTGRESQL_URL names a server other than the usual local one, on which the
run makes a database of its own. The cards are made of the names and versions in the fixtures, by a fixed seed, and so
are the questions. "Ours" is what a page does: see which index is current, search it, have every card with its rank.
"Bare" is the same question put to the engine alone: an ordinary Whoosh index that ranks by BM25, or a plain SELECT; for
misspelt names a plain comparison with all names, or a plain SELECT by trigrams. Times are of the processor, of this
process and of the database's, in milliseconds. Before each kind is timed, as many other questions of it are asked.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import psycopg

from benchmarks.clocks import make_clock
from benchmarks.databases import SERVER, temporary_database

ROOT = Path(__file__).resolve().parent.parent
SIZES = (8_000, 100_000)
QUESTIONS = 200
SEED = 20081222
GOALS = {"term": 5.0, "and": 5.0, "prefix": 5.0, "fuzzy": 5.0, "phrase": 35.0}
RATIO = 8.0
GAME = "vs-classic"

Ask = Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Measured:
    """Of one kind of question: how long ours and the bare engine took, in milliseconds.

    `added` is the median of what ours took more, question by question, which a busy machine sways less.
    """

    ours_median: float
    ours_p95: float
    bare_median: float
    bare_p95: float
    added: float
    found: float

    def overhead(self) -> str:
        """Whether the layer adds at most a fifth or half a millisecond: question by question, and by the slowest."""
        by_question = self.added <= max(self.bare_median * 0.2, 0.5)
        by_slowest = self.ours_p95 - self.bare_p95 <= max(self.bare_p95 * 0.2, 0.5)
        return f"layer {_word(by_question)}, by p95 {_word(by_slowest)}"


def _word(is_kept: bool) -> str:
    return "kept" if is_kept else "MISSED"


def main() -> None:
    """Measure each database in a process of its own, and print the table."""
    if len(sys.argv) > 1:
        measure()
        return
    with tempfile.TemporaryDirectory() as folder:
        tables = {"Whoosh": _run(f"sqlite:///{Path(folder) / 'benchmark.sqlite3'}", folder)}
        try:
            with temporary_database("benchmark") as database:
                tables["PostgreSQL"] = _run(database, folder)
        except psycopg.OperationalError as exc:
            print(f"Nothing of PostgreSQL: {SERVER} doesn't answer ({str(exc).strip()}).")
    _print(tables)


def _run(database: str, folder: str) -> dict[str, Any]:
    environment = os.environ | {
        "DATABASE_URL": database,
        "SEARCH_INDEX_DIR": f"{folder}/index",
        # As in production: in development every query is written down besides.
        "DJANGO_DEBUG": "0",
        "DJANGO_SECRET_KEY": "measuring-only",
    }
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.search", "measure"],
        check=True,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
    )
    table: dict[str, Any] = json.loads(done.stdout)
    return table


def _print(tables: dict[str, dict[str, Any]]) -> None:
    print(f"Python {sys.version.split()[0]}, {QUESTIONS} questions of each kind, milliseconds")
    headings = f"{'ours p50':>10}{'p95':>8}{'bare p50':>10}{'p95':>8}{'added':>8}"
    print(f"{'':<12}{'cards':>8}  {'question':<9}{'found':>7}{headings}  goals")
    for backend, table in tables.items():
        for size in SIZES:
            for kind, row in table[str(size)]["kinds"].items():
                measured = Measured(**row)
                goals = [measured.overhead()]
                if size == SIZES[0]:
                    goals.insert(0, f"{GOALS[kind]:g} ms {_word(measured.ours_p95 <= GOALS[kind])}")
                times = (
                    f"{measured.ours_median:>10.2f}{measured.ours_p95:>8.2f}"
                    f"{measured.bare_median:>10.2f}{measured.bare_p95:>8.2f}{measured.added:>+8.2f}"
                )
                print(f"{backend:<12}{size:>8,}  {kind:<9}{measured.found:>7.0f}{times}  {', '.join(goals)}")
            print(f"{backend:<12}{size:>8,}  built in {table[str(size)]['build']:.1f} s")
    if len(tables) == 2:
        _print_ratios(*(tables[name][str(SIZES[-1])]["kinds"]["and"] for name in ("Whoosh", "PostgreSQL")))


def _print_ratios(slow: dict[str, float], fast: dict[str, float]) -> None:
    print(f"Two words of {SIZES[-1]:,} cards, how many times as fast PostgreSQL is as Whoosh (goal: {RATIO:g}):")
    for which, what in (("bare", "the bare engines"), ("ours", "through our layer")):
        for part, by in (("median", "the median"), ("p95", "the 95th percentile")):
            ratio = slow[f"{which}_{part}"] / fast[f"{which}_{part}"]
            print(f"  {what}, by {by}: {ratio:.1f}  {_word(ratio >= RATIO)}")


def measure() -> None:
    """Fill the database with cards of each size, build, ask, and print the figures as JSON."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "vsdb.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    table = {}
    for size in SIZES:
        fill(size)
        start = perf_counter()
        from vsdb.search.text.current import get_text_index

        get_text_index()
        table[size] = {"build": perf_counter() - start, "kinds": measure_kinds()}
    print(json.dumps(table))


def fill(size: int) -> None:
    """Put that many cards there, and no others."""
    from engine.model.cards import GAMES
    from vsdb.catalog.cards.models import Game

    Game.objects.all().delete()
    Game.objects.create(slug=GAME, name=GAMES[GAME], position=0)
    add_cards(size)


def add_cards(count: int) -> None:
    """Add so many cards to the classic game, each with a name, an identity and two versions out of the fixtures."""
    from django.db import connection

    from engine.model.cards import GAMES
    from vsdb.catalog.cards.models import Card, Game
    from vsdb.catalog.cards.reading.folder import read_game

    chance = Random(SEED)  # noqa: S311
    rows = [row for game in GAMES for row in read_game(ROOT / "fixtures" / game, game).cards]
    names = sorted({row["name"] for row in rows})
    versions = sorted({version for row in rows for version in row.get("versions") or ()}) or names
    cards = []
    for number in range(count):
        name, identity = chance.choice(names), chance.choice(names)
        title = f"{name} <> {identity}, {chance.choice(versions)} ○ {chance.choice(names)}"
        slug = f"card-{number}"
        cards.append(Card(game_id=GAME, slug=slug, name=name, title=title, copy_key=title, identity=identity[:120]))
    Card.objects.bulk_create(cards, batch_size=2_000)
    Game.objects.filter(pk=GAME).update(data_version=f"{count} more")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def measure_kinds(chosen: Sequence[str] = ()) -> dict[str, dict[str, float]]:
    """The times of each kind of question, or of those chosen."""
    from vsdb.search.text.current import get_text_index, search_current_index
    from vsdb.search.text.rows import TextQuery

    bare = _bare()

    def ours(query: TextQuery) -> object:
        return search_current_index(query)[1]

    def ours_names(text: str) -> object:
        return get_text_index().suggest(text)

    kinds = {}
    for kind, questions in _questions().items():
        if chosen and kind not in chosen:
            continue
        if kind == "fuzzy":
            kinds[kind] = _times(questions, ours_names, bare["names"])
        else:
            queries = [TextQuery(tokens, "phrase" if kind == "phrase" else "word") for tokens in questions]
            kinds[kind] = _times(queries, ours, bare["words"])
    return kinds


def _questions() -> dict[str, list[Any]]:
    """The questions of each kind, out of the cards' own words: twice as many as are timed."""
    from vsdb.search.models import SearchText

    chance = Random(SEED)  # noqa: S311
    held = list(SearchText.objects.order_by("pk").values_list("name", "words"))
    names = [name for name, _ in held]
    texts = [words.split() for _, words in held if len(words.split()) > 2]

    def several(make: Callable[[], Any]) -> list[Any]:
        return [make() for _ in range(2 * QUESTIONS)]

    def term() -> tuple[str, ...]:
        return (chance.choice(chance.choice(texts)),)

    def pair() -> tuple[str, ...]:
        return tuple(chance.sample(chance.choice(texts), 2))

    def prefix() -> tuple[str, ...]:
        return (term()[0][: chance.randint(2, 5)],)

    def misspelt() -> str:
        name = chance.choice(names)
        at = chance.randrange(len(name))
        return name[:at] + name[at + 1 :]

    def phrase() -> tuple[str, ...]:
        words = chance.choice(texts)
        at = chance.randrange(len(words) - 2)
        return tuple(words[at : at + chance.randint(2, 3)])

    return {
        "term": several(term),
        "and": several(pair),
        "prefix": several(prefix),
        "fuzzy": several(misspelt),
        "phrase": several(phrase),
    }


def _times(questions: list[Any], ours: Ask, bare: Ask) -> dict[str, float]:
    """Both answer each question in turn, so that what else the machine does falls on both alike.

    Each goes first half of the time: whoever comes second finds the rows in the processor's cache.
    """
    clock = make_clock()
    asks = [("ours", ours), ("bare", bare)]
    found = []
    taken: dict[str, list[float]] = {"ours": [], "bare": []}
    for question in questions[:QUESTIONS]:
        ours(question)
        bare(question)
    for question in questions[QUESTIONS:]:
        asks.reverse()
        for name, ask in asks:
            start = clock()
            answer = ask(question)
            taken[name].append((clock() - start) * 1000)
            if name == "ours":
                found.append(len(answer))  # type: ignore[arg-type]
    return {
        **{f"{name}_median": median(times) for name, times in taken.items()},
        **{f"{name}_p95": quantiles(times, n=20)[-1] for name, times in taken.items()},
        "added": median(ours - bare for ours, bare in zip(taken["ours"], taken["bare"], strict=True)),
        "found": sum(found) / len(found),
    }


def _bare() -> dict[str, Ask]:
    from django.db import connection

    return _bare_postgresql() if connection.vendor == "postgresql" else _bare_whoosh()


def _bare_whoosh() -> dict[str, Ask]:
    from rapidfuzz import fuzz, process
    from whoosh import fields, query
    from whoosh.analysis import SpaceSeparatedTokenizer
    from whoosh.filedb.filestore import FileStorage

    from vsdb.search.models import SearchText

    folder = tempfile.mkdtemp(dir=Path(os.environ["SEARCH_INDEX_DIR"]).parent)
    schema = fields.Schema(card=fields.STORED, words=fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=True))
    index = FileStorage(folder).create_index(schema)
    writer = index.writer(limitmb=256)
    for card, words in SearchText.objects.order_by("pk").values_list("card", "words"):
        writer.add_document(card=card, words=words)
    writer.commit(optimize=True)
    searcher = index.searcher()
    names = sorted(set(SearchText.objects.values_list("name", flat=True)))

    def words(asked: Any) -> object:
        if asked.kind == "phrase":
            wanted: Any = query.Phrase("words", list(asked.tokens))
        else:
            wanted = query.And([query.Prefix("words", token) for token in asked.tokens])
        return [(hit["card"], hit.score) for hit in searcher.search(wanted, limit=None)]

    return {"words": words, "names": lambda text: process.extract(text, names, scorer=fuzz.ratio, limit=5)}


def _bare_postgresql() -> dict[str, Ask]:
    from django.db import connection

    connection.ensure_connection()
    cursor = connection.connection.cursor()

    def rows(statement: str, *values: str) -> Iterator[Any]:
        return iter(cursor.execute(statement, values).fetchall())

    def words(asked: Any) -> object:
        if asked.kind == "phrase":
            text = f" {' '.join(asked.tokens)} "
            every = " & ".join(f"'{token}'" for token in asked.tokens)
            found = rows(
                "SELECT card_id, ts_rank(vector, %s::tsquery) FROM search_searchtext"
                " WHERE vector @@ %s::tsquery AND strpos(words, %s) > 0",
                every, every, text,
            )  # fmt: skip
        else:
            every = " & ".join(f"'{token}':*" for token in asked.tokens)
            found = rows(
                "SELECT card_id, ts_rank(vector, %s::tsquery) FROM search_searchtext WHERE vector @@ %s::tsquery",
                every, every,
            )  # fmt: skip
        return list(found)

    def names(text: str) -> object:
        alike = rows(
            "SELECT DISTINCT name, similarity(name, %s) AS likeness FROM search_searchtext WHERE name %% %s"
            " ORDER BY likeness DESC LIMIT 5",
            text, text,
        )  # fmt: skip
        return list(alike)

    return {"words": words, "names": names}


if __name__ == "__main__":
    main()
