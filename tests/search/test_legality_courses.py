"""The tables of legality as they are kept: by data version, made once, swept, and made by two processes at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.formats.legality_table import build_legality_table, get_card_class
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.reference import Reference
from tests.search.asking import ask, slugs
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.followers import tell_of_new_facts
from vsdb.catalog.cards.models import Card, CardSet, Game, Printing
from vsdb.search.conditions import legality
from vsdb.search.models import CardKind, KindState, LegalityCourses

Callbacks = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]
ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.django_db


def as_a_new_process_has_it(game: str) -> Reference:
    """The reference as another value, for which nothing is held in memory."""
    return replace(selectors.get_reference(game))


class TestWhatIsStored:
    def test_is_every_official_format_and_every_card_once_the_index_is_built(self) -> None:
        for game in GAMES:
            held = selectors.get_reference(game)
            stored = LegalityCourses.objects.filter(
                game=game, data_version=legality.get_table_version(held.data_version)
            )
            assert set(stored.values_list("format", flat=True)) == set(held.formats)
            kinds = dict(CardKind.objects.filter(card__game=game).values_list("card__slug", "kind"))
            assert kinds == {card.slug: get_card_class(card) for card in held.catalog.cards}

    def test_is_read_with_one_query_and_not_made_again(self) -> None:
        known = as_a_new_process_has_it(VS_2PCG)
        with CaptureQueriesContext(connection) as asked:
            tables = legality.load_legality_tables(known, known.formats.values())
            legality.load_legality_tables(known, known.formats.values())
        assert len(asked) == 1
        assert tables == [build_legality_table(known, fmt) for fmt in known.formats.values()]

    def test_is_made_and_stored_where_it_is_missing(self) -> None:
        LegalityCourses.objects.filter(game=RIFTBOUND).delete()
        known = as_a_new_process_has_it(RIFTBOUND)
        legality.load_legality_tables(known, [known.formats["standard"]])
        assert [each.format for each in LegalityCourses.objects.filter(game=RIFTBOUND)] == ["standard"]

    def test_is_made_as_soon_as_there_are_new_facts(self, django_capture_on_commit_callbacks: Callbacks) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            Game.objects.filter(pk=RIFTBOUND).update(data_version="newer")
            tell_of_new_facts({RIFTBOUND: "older"}, {RIFTBOUND: "newer"})
        stored = LegalityCourses.objects.filter(game=RIFTBOUND, data_version=legality.get_table_version("newer"))
        assert set(stored.values_list("format", flat=True)) == set(selectors.get_reference(RIFTBOUND).formats)

    def test_is_swept_once_there_are_newer_facts(self) -> None:
        Game.objects.filter(pk=RIFTBOUND).update(data_version="newer still")
        known = selectors.get_reference(RIFTBOUND)
        legality.load_legality_tables(known, [known.formats["standard"]])
        stored = LegalityCourses.objects.filter(game=RIFTBOUND)
        assert list(stored.values_list("data_version", "format")) == [
            (legality.get_table_version("newer still"), "standard")
        ]

    def test_is_left_alone_by_who_still_has_older_facts(self) -> None:
        before = set(LegalityCourses.objects.values_list("game", "data_version", "format"))
        kinds = KindState.objects.get(pk=RIFTBOUND).data_version
        older = replace(selectors.get_reference(RIFTBOUND), data_version="older")
        legality.ensure_card_classes([older])
        assert len(legality.load_legality_tables(older, [older.formats["standard"]])) == 1
        assert set(LegalityCourses.objects.values_list("game", "data_version", "format")) == before
        assert KindState.objects.get(pk=RIFTBOUND).data_version == kinds

    def test_is_nothing_of_formats_by_organizers(self) -> None:
        known = as_a_new_process_has_it(RIFTBOUND)
        own = replace(known.formats["standard"], slug="my-league@1")
        before = LegalityCourses.objects.count()
        assert legality.load_legality_tables(known, [own]) == [build_legality_table(known, own)]
        assert LegalityCourses.objects.count() == before


class TestTheKinds:
    def test_are_told_anew_when_a_card_has_another_printing(self) -> None:
        """Overload, of an early set, with a printing in another set beside."""
        card = Card.objects.get(game=VS_CLASSIC, slug="overload")
        Printing.objects.create(card=card, card_set=CardSet.objects.get(game=VS_CLASSIC, code="MEV"), position=9)
        Game.objects.filter(pk=VS_CLASSIC).update(data_version="newer")
        (held,) = selectors.get_reference(VS_CLASSIC).catalog.by_name("Overload")
        ask("legal:golden", VS_CLASSIC)
        assert CardKind.objects.get(card=card).kind == get_card_class(held)
        assert KindState.objects.get(pk=VS_CLASSIC).data_version == "newer"

    def test_are_told_anew_when_cards_were_stored_again(self) -> None:
        found = slugs("legal:standard@2026-03-15", RIFTBOUND)
        CardKind.objects.filter(card__game=RIFTBOUND).delete()
        KindState.objects.filter(pk=RIFTBOUND).update(newest_card=0)
        assert found
        assert slugs("legal:standard@2026-03-15", RIFTBOUND) == found

    def test_cost_one_query_where_they_stand(self) -> None:
        with CaptureQueriesContext(connection) as asked:
            legality.ensure_card_classes(selectors.list_references())
        assert len([each for each in asked if "kindstate" in each["sql"]]) == 1


@pytest.mark.parametrize("query", ["legal:golden@2005-05-05", "legal:*@2007-03-03", "banned:*@2007-08-01", "is:legal"])
def test_a_day_never_asked_before_costs_as_many_queries_as_one_asked_again(query: str) -> None:
    ask("legal:golden legal:* banned:*")  # the first question in a process reads tables, and names
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            ask(query)
        counts.append(len(asked))
    assert counts[0] == counts[1]


MAKE = """
import django; django.setup()
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.followers import tell_of_new_facts
from vsdb.search.conditions import legality
print("ready", flush=True); input()
legality.make_all(selectors.list_references(["riftbound"]))
from vsdb.search.models import CardKind, LegalityCourses
print(LegalityCourses.objects.count(), CardKind.objects.count(), flush=True)
"""
FORGET = """
from vsdb.search.models import CardKind, KindState, LegalityCourses
for model in (CardKind, KindState, LegalityCourses): model.objects.all().delete()
"""


@pytest.mark.full
def test_two_processes_may_make_them_at_once(tmp_path: Path, loaded_file: Path) -> None:
    shutil.copy(loaded_file, tmp_path / "own.sqlite3")
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'own.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "vsdb.settings",
    }
    forget = [sys.executable, "manage.py", "shell", "-c", FORGET, "-v0"]
    subprocess.run(forget, cwd=ROOT, env=environment, check=True)
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", MAKE],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    counts = {process.communicate(timeout=60)[0] for process in processes}
    known = selectors.get_reference(RIFTBOUND)
    assert counts == {f"{len(known.formats)} {len(known.catalog.cards)}\n"}
