"""Queries made to break or to stall a search, through every door that they come in by."""

from __future__ import annotations

import io
import json
import random
import time
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.search.asking import ask
from tests.search.test_language_laws import PIECES
from tests.sizes import size
from vsdb.search.language.fields import FIELDS
from vsdb.search.services import suggest_queries

pytestmark = pytest.mark.django_db

#: Processor seconds that tell a stalled query from a slow tracer; how fast queries are is measured in benchmarks/.
STALL = 10
_KEYS = [key for one in FIELDS for key in one.keys]
_SIXTY = range(60)
FLOODS = {
    "open parentheses": "(" * 10_000,
    "parentheses": "(" * 10_000 + "hulk" + ")" * 10_000,
    "negated parentheses": "-(" * 5_000 + "hulk" + ")" * 5_000,
    "not": "not " * 3_000 + "x",
    "braces": "{" * 10_000,
    "values between braces": "team:{" + ",".join(f"abc{place}" for place in range(20_000)) + "}",
    "alternatives": " or ".join(f"w{place}" for place in range(5_000)),
    "words": " ".join(f"a{place}" for place in range(20_000)),
    "one word": "x" * 100_000,
    "quotes": '"' * 100_000,
    "slashes": "/" * 100_000,
    "an expression": "n:/" + "(a+)+" * 20_000 + "/",
    "digits": "c=" + "9" * 100_000,
    "addition": "c=" + "+".join("1" * 50_000),
    "multiplication": "c=" + "*".join("9" * 5_000),
    "NULs": "\x00" * 100_000,
    "lone surrogates": "\ud800" * 1_000,
    "days": "legal:silver@" * 5_000,
    "other levels": "flip:(" * 19 + "c=1" + ")" * 19,
    "fields": "a:" * 30_000,
    "expressions": " or ".join(f"n:/{chr(97 + place % 26)}.*{place}/" for place in _SIXTY),
    "days of formats": " or ".join(f"legal:silver@20{place:02}-01-01" for place in _SIXTY),
    "sums": " or ".join(f"atk+def>=cost*{place}" for place in _SIXTY),
    "counted sums": " or ".join(f"teams+prints>={place}-teams" for place in _SIXTY),
    "levels of levels": " or ".join(f"-flip:(flip:(flip:(c={place})))" for place in range(15)),
    "letters": " or ".join(chr(97 + place % 26) for place in _SIXTY),
    "phrases": " or ".join(f'"{chr(97 + place % 26)} a"' for place in _SIXTY),
    "every field": " ".join(f"-{key}:x" for key in _KEYS),
    "keys of order": "group:team sort:" + ",".join(["cost", "name", "team", "set", "date", "rarity"] * 20),
    "wide signs": "ﷺİß" * 300,
}


def doors(text: str) -> dict[str, object]:
    """The status of a query on the site, in the API, in the completion and on the command line."""
    client, asked = Client(), text.encode("utf-8", "surrogatepass")
    written = io.StringIO()
    try:
        call_command("search_cards", "--json", "--limit", "5", "--", text, stdout=written, stderr=io.StringIO())
        status = 0
    except SystemExit as left:
        status = int(left.code or 0)
    assert json.loads(written.getvalue()).keys() == {"total", "results", "notes", "read_as"}
    pages = ("/cards/", "/api/v1/cards", "/search/complete/")
    return {"command": status, **{page: client.get(f"{page}?{urlencode({'q': asked})}").status_code for page in pages}}


#: The others wait for `make test-all`.
FLOODS_OF_EVERY_RUN = ("levels of levels", "expressions", "sums", "wide signs")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=name, marks=[] if name in FLOODS_OF_EVERY_RUN else [pytest.mark.full])
        for name, text in FLOODS.items()
    ],
)
def test_a_flood_is_answered_at_every_door(text: str) -> None:
    begun = time.process_time()
    found = doors(text)
    assert time.process_time() - begun < STALL
    assert found["command"] in (0, 1)
    assert found["/cards/"] == found["/search/complete/"] == 200
    assert found["/api/v1/cards"] in (200, 400)


@pytest.mark.law
def test_texts_at_random_are_searched() -> None:
    """The pieces of every query, and what breaks them, put together by a seed that stays the same."""
    chance = random.Random(20070205)  # noqa: S311
    for place in range(size(1_000, short=250)):
        pieces = chance.choices(PIECES, k=chance.choice((1, 2, 3, 5, 8, 30)))
        text = chance.choice((" ", " or ", "", ") ", ":")).join(pieces)
        begun = time.process_time()
        doors(text) if place % 50 == 0 else ask(text)
        assert time.process_time() - begun < STALL, ascii(text)


def test_a_query_counts_rows_card_by_card_for_a_few_sums_only() -> None:
    """Each costs a look at every row; on PostgreSQL sixty of them took longer than a second."""
    sums = [f"teams+prints>={place}-teams" for place in range(13)]
    assert ask(" or ".join(sums[:12])).notes == ()
    assert "at most 12 sums" in ask(" or ".join(sums)).notes[0].message


def test_few_characters_of_a_misspelt_name_are_compared() -> None:
    """One sign that is spelt out as eighteen, a thousand times: no name is as long."""
    with CaptureQueriesContext(connection) as held:
        assert suggest_queries("\ufdfa" * 1_000) == ()
    assert all(len(each["sql"]) < 2_000 for each in held)
