"""How much processor time the box that jumps to anything takes, over the full fixtures.

Run it as `python -m benchmarks.jump`, with a number behind it for so many stored decks besides. Each of 30 texts that
people type is asked as the page's script asks it, through the whole site, ten times; the database is SQLite. Times are
of the processor, in milliseconds.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any

from benchmarks.clocks import make_clock

TEXTS = (
    *("reservist", "avengers", "avengers cost=3", "silver age", "falcn", "101.2", "Get Excited", "avengers 3-drops"),
    *("sp", "spi", "spiderm", "spider-man", "wolvrine", "dr doom", "doctor doom", "x-men", "MOR", "marvel origins"),
    *("loyalty", "concealed", "team:aven", "t:character c<=3", "kw:boost", "golden", "what if", "deck size"),
    *("zzzzzz", "jinx", "green goblin", "how to search"),
)
ROUNDS = 10
_ROUNDS_OF_BOXES = 4
GOAL = 50.0
OWNERS = 200


def main() -> None:
    """Print median, 95th percentile and the slowest text."""
    decks = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'benchmark.sqlite3'}",
            "SEARCH_INDEX_DIR": f"{folder}/index",
            "DJANGO_DEBUG": "0",
            "DJANGO_SECRET_KEY": "measuring-only",
            "DJANGO_ALLOWED_HOSTS": "testserver",
            "DJANGO_SETTINGS_MODULE": "vsdb.settings",
        }
        import django

        django.setup()
        from django.core.management import call_command

        for command in ("migrate", "load_reference", "build_index"):
            call_command(command, verbosity=0, stdout=sys.stderr)
        _store_decks(decks)
        measure(decks)


def measure(decks: int) -> None:
    """Ask every text, and print the figures."""
    from django.test import Client

    client = Client()

    def ask(text: str) -> float:
        began = process_time()
        response = client.get("/jump/", {"q": text}, secure=True)
        taken = (process_time() - began) * 1000
        if response.status_code != 200:
            raise SystemExit(f"{text}: {response.status_code}")
        return taken

    cold = ask("falcon")
    ask("falcn zz")  # the names spelt like it are read once, too
    times = {text: [ask(text) for _ in range(ROUNDS)] for text in TEXTS}
    every = [each for taken in times.values() for each in taken]
    slowest = max(times, key=lambda text: median(times[text]))
    p95 = quantiles(every, n=20)[-1]
    print(f"{len(TEXTS)} texts, {ROUNDS} times each, {decks:,} stored decks, milliseconds of the processor")
    print(f"  median {median(every):.1f}, p95 {p95:.1f} (goal {GOAL:g}: {'kept' if p95 <= GOAL else 'MISSED'})")
    print(f"  slowest “{slowest}” {median(times[slowest]):.1f}; the first of a process {cold:.0f}")


def time_boxes(game: str = "") -> dict[str, list[float]]:
    """Milliseconds of each answer of the jump box and of completion, in the database that Django has open."""
    from django.test import Client

    client, clock = Client(), make_clock()
    paths = {"the jump box": "/jump/", "completion": "/search/complete/"}
    found: dict[str, list[float]] = {box: [] for box in paths}
    for number in range(_ROUNDS_OF_BOXES + 1):
        for text in TEXTS:
            for box, path in paths.items():
                began = clock()
                response = client.get(path, {"q": text, "game": game}, secure=True)
                taken = (clock() - began) * 1000
                assert response.status_code == 200, text
                if number:  # what is read once is there then
                    found[box].append(taken)
        gc.freeze()  # as web processes do, so that no collection looks at the facts
    return found


def _store_decks(count: int) -> None:
    """Put so many decks there, a tenth of them public, most of which share the words of their titles."""
    from django.contrib.auth.models import User

    from vsdb.core.folding import tokenize
    from vsdb.decks.models import Deck, TitleWord

    if not count:
        return
    User.objects.bulk_create(User(username=f"spider{number}") for number in range(OWNERS))
    owners = list(User.objects.values_list("pk", flat=True))
    titles = ("Avengers rush", "Spider-Man control", "Doom control", "Silver Age deck", "My deck", "Falcon and friends")

    def build(number: int) -> Any:
        visibility = Deck.Visibility.PUBLIC if number % 10 == 0 else Deck.Visibility.PRIVATE
        title = f"{titles[number % len(titles)]} {number}"
        owner = owners[number % len(owners)]
        return Deck(owner_id=owner, game_id="vs-classic", title=title, visibility=visibility)

    Deck.objects.bulk_create(map(build, range(count)), batch_size=2_000)
    rows = Deck.objects.values_list("pk", "title")
    words = (TitleWord(deck_id=pk, word=word) for pk, title in rows for word in dict.fromkeys(tokenize(title)))
    TitleWord.objects.bulk_create(words, batch_size=2_000)


if __name__ == "__main__":
    main()
