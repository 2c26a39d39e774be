"""What must hold of a site whatever happened to it, asked of its database and its folders."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction

from vsdb.catalog.cards.models import FactsMark
from vsdb.catalog.cards.selectors import get_data_version
from vsdb.decks.models import Deck, Revision
from vsdb.decks.rechecks.models import Recheck, Standing, VerdictChange
from vsdb.exchange.card_files.models import Import
from vsdb.news.models import Happening
from vsdb.news.selectors import find_games_behind
from vsdb.search.text.current import TableScan, get_text_index
from vsdb.search.text.rows import TextQuery

#: The apps whose tables are the reference, but for the marks of who has taken in which facts.
_REFERENCE = ("cards", "formats", "rules", "wordings")
_WORDS = ("avengers", "doom", "spider", "army", "ready", "shuffle")
#: Names of temporary files, or endings.
_PARTIAL = (".part", ".tmp", ".new", ".upload")


def digest_reference() -> str:
    """A digest of every row of the reference, without keys and moments; the same facts have the same digest."""
    held = [model for app in _REFERENCE for model in apps.get_app_config(_find_app(app)).get_models(True)]
    tables = [model for model in held if model is not FactsMark]
    with transaction.atomic():
        rows = {model: dict(_read_rows(model)) for model in tables}
        said = hashlib.sha256()
        for model in tables:
            said.update(model._meta.label.encode())
            for line in sorted(_name_relations(model, rows)):
                said.update(line.encode())
    return said.hexdigest()[:16]


def _find_app(label: str) -> str:
    return next(each.label for each in apps.get_app_configs() if each.name == f"vsdb.catalog.{label}")


def _own_fields(model: type[models.Model]) -> list[str]:
    left_out = (models.ForeignKey, models.DateTimeField, models.AutoField)
    return [each.attname for each in model._meta.concrete_fields if not isinstance(each, left_out)]


def _read_rows(model: type[models.Model]) -> Iterator[tuple[Any, str]]:
    names = _own_fields(model)
    for pk, *values in model._default_manager.order_by().values_list("pk", *names).iterator():
        yield pk, repr(values)


def _name_relations(model: type[models.Model], rows: dict[type[models.Model], dict[Any, str]]) -> Iterator[str]:
    """Each row with what it points to in place of keys."""
    points = [each for each in model._meta.concrete_fields if isinstance(each, models.ForeignKey)]
    targets = [rows.get(each.related_model, {}) for each in points]
    for pk, *keys in model._default_manager.order_by().values_list("pk", *(each.attname for each in points)).iterator():
        yield repr([rows[model][pk], *(target.get(key, "") for target, key in zip(targets, keys, strict=True))])


def find_wrong_verdicts(game: str) -> Iterator[str]:
    """Each deck has one current verdict, of its newest version and by the newest facts."""
    newest = get_data_version(game)[:31]
    wrong = Deck.objects.filter(game=game).exclude(format="")
    held = Standing.objects.filter(deck__game=game, state__startswith=newest, edition=models.F("deck__edition"))
    late = wrong.exclude(pk__in=held.values("deck")).count()
    if late:
        yield f"{late} decks without a verdict by the newest facts"
    running = Recheck.objects.filter(state=Recheck.State.RUNNING).count()
    if running:
        yield f"{running} rechecks still running"
    failed = Recheck.objects.filter(state=Recheck.State.FAILED).count()
    if failed:
        yield f"{failed} rechecks failed"


def find_doubled_changes() -> Iterator[str]:
    """Each change of a verdict is recorded once: it begins where the one before it ended, and differs from it."""
    rows = VerdictChange.objects.order_by("deck", "pk").values_list(
        "deck", "before", "codes_before", "after", "codes_after"
    )
    wrong = 0
    for _, changes in groupby(rows, key=lambda row: row[0]):
        history = list(changes)
        wrong += sum(row[1:3] == row[3:5] for row in history)
        wrong += sum(last[3:5] != row[1:3] for last, row in pairwise(history))
    if wrong:
        yield f"{wrong} changes of verdicts twice, or without the one before"


def count_changes(card: str) -> set[int]:
    """How many changes the decks with a card have: the same of each, so one number."""
    holders = Deck.objects.filter(text__contains=f"4 {card}\n")
    counted = Counter(VerdictChange.objects.filter(deck__in=holders).values_list("deck", flat=True))
    return {counted.get(pk, 0) for pk in holders.values_list("pk", flat=True)}


def count_happenings() -> int:
    """How many times followers were told of something."""
    return Happening.objects.count()


def find_unfinished() -> Iterator[str]:
    """Nothing is under way any more, and the news know of the newest facts."""
    running = Import.objects.filter(state=Import.State.RUNNING).count()
    if running:
        yield f"{running} imports still running"
    for game in find_games_behind():
        yield f"the news of {game} are of older facts"


def find_broken_versions() -> Iterator[str]:
    """Every deck is its newest version, and its versions are numbered without gaps or doubles."""
    numbers: dict[int, list[int]] = {}
    for deck, number in Revision.objects.order_by("deck", "number").values_list("deck", "number"):
        numbers.setdefault(deck, []).append(number)
    for pk, edition, text in Deck.objects.values_list("pk", "edition", "text"):
        found = numbers.get(pk, [])
        if found != list(range(1, edition + 1)):
            yield f"deck {pk} at version {edition} has the versions {found}"
        elif Revision.objects.values_list("text", flat=True).get(deck=pk, number=edition) != text:
            yield f"deck {pk} isn't its newest version"


def find_wrong_answers() -> Iterator[str]:
    """The index answers what the rows say, and holds every card."""
    index, scan = get_text_index(), TableScan()
    for word in _WORDS:
        query = TextQuery((word,))
        found, held = set(index.search(query)), set(scan.search(query))
        if found != held:
            yield f"the index finds {len(found)} cards for {word}, the rows hold {len(held)}"


def find_leftovers() -> Iterator[str]:
    """No temporary or half-written file is left in a folder of the site, and one index."""
    index = Path(settings.SEARCH_INDEX_DIR)
    builds = [each.name for each in index.iterdir() if each.is_dir()] if index.is_dir() else []
    if len(builds) > 1:
        yield f"{len(builds)} indexes: {', '.join(builds)}"
    folders = (index, Path(settings.IMPORT_DIR), Path(settings.BULK_DIR))
    for folder in folders:
        for path in folder.rglob("*") if folder.is_dir() else ():
            is_hidden = path.name.startswith(".") and path.name != ".lock"
            if path.suffix in _PARTIAL or path.suffix == ".running" or is_hidden:
                yield f"{path.relative_to(folder.parent)} is left"
    site = Path(settings.SEARCH_INDEX_DIR).parent / "tmp"
    for path in site.iterdir() if site.is_dir() else ():
        yield f"tmp/{path.name} is left"


def find_damage() -> Iterator[str]:
    """The database itself is whole, as far as it can tell."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check")
            if (said := cursor.fetchone()[0]) != "ok":
                yield f"SQLite: {said}"
            cursor.execute("PRAGMA foreign_key_check")
            if broken := cursor.fetchall():
                yield f"{len(broken)} rows point to rows that aren't there"


def find_all(game: str) -> list[tuple[str, str]]:
    """Everything that is wrong after catching up, each with its kind of fault."""
    checks: list[tuple[str, Iterable[str]]] = [
        ("lost", find_wrong_verdicts(game)),
        ("doubled", find_doubled_changes()),
        ("half done", find_unfinished()),
        ("half done", find_wrong_answers()),
        ("half done", find_broken_versions()),
        ("half done", find_leftovers()),
        ("half done", find_damage()),
    ]
    return [(kind, said) for kind, found in checks for said in found]
