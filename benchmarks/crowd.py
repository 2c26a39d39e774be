"""Fills a PostgreSQL database with very many public decks and kept verdicts: a few minutes for 100,000 and 1,000,000.

1,000 lists are read and judged as the site does it, in their own format and others; every deck is a copy of one of them
under a title, an owner, an event and a day of its own. All of it comes from a fixed seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from django.db.models import Model

    from engine.model.cards import Card
    from engine.model.decks import DeckEntry
    from vsdb.decks.models import Deck

SEED = 20081222
DAY = date(2026, 12, 1)  #: today, for whoever measures
PAST = date(2006, 8, 1)
LISTS = 1_000
OWNERS = 2_000
VERDICTS = 10  #: of a deck
SHARES = (("vs-classic", 60), ("vs-2pcg", 20), ("riftbound", 20))  #: of a hundred decks
SAMPLES = {"vs-classic": ("warbound", "secret-avengers"), "vs-2pcg": ("a-force",), "riftbound": ("jinx",)}
TAGS = ("Budget", "Control", "Combo", "Aggro", "Rush", "Curve", "Stall", "Tournament", "Casual", "Theme")
ADJECTIVES = ("Marvel", "Doom", "X-", "Silver", "Golden", "Secret", "Night", "Iron", "Cosmic", "Wild", "Final", "Young")
NOUNS = ("control", "curve", "rush", "knights", "stall", "family", "tempo", "wall", "army", "league", "burn", "toolbox")
EVENTS = ("", "", "", "Gen Con {}", "Pro Circuit {}", "Origins {}", "Store championship {}", "$10K Marvel {}")
FOLDER = Path(__file__).resolve().parent.parent / "vsdb" / "check" / "sample_lists"


@contextmanager
def stand_still() -> Iterator[None]:
    """Today is always the same day and the code the same code, so that a filled database serves whoever measures."""
    from django.utils import timezone

    from vsdb.core import code_version

    with ExitStack() as stack:
        stack.enter_context(patch.object(timezone, "localdate", lambda value=None, tz=None: _local(value) or DAY))
        stack.enter_context(patch.object(code_version, "_once", lambda: "measured"))
        yield


def _local(moment: datetime | None) -> date | None:
    return moment.date() if moment else None


def fill(decks: int) -> None:
    """Fill a database that has the reference and no decks."""
    from django.db import connection

    from vsdb.catalog.cards import selectors

    chance = Random(SEED)  # noqa: S311
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE decks_deck, decks_tag, auth_user RESTART IDENTITY CASCADE")
    _write_people()
    lists = list(_make_lists(chance, min(LISTS, decks)))
    facts = {game: selectors.get_data_version(game) for game, _ in SHARES}
    rows = [_make_deck(chance, number, lists[number % len(lists)]) for number in range(decks)]
    for row in rows:
        row.facts = facts[row.game_id]
    _copy(rows)
    _write_what_hangs_on(chance, rows)
    _judge(rows[: len(lists)])
    _multiply(len(lists))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _write_people() -> None:
    from django.contrib.auth.models import User

    _copy([User(pk=number + 1, username=_name(number), password="") for number in range(OWNERS)])


def _name(number: int) -> str:
    return f"someone{number or ''}"


def _make_lists(chance: Random, number: int) -> Iterator[Deck]:
    """Lists like the samples of each game, an eighth of whose lines name another card of the same type."""
    from engine import decklists
    from vsdb.catalog.cards import selectors
    from vsdb.decks.models import Deck

    games = [game for game, share in SHARES for _ in range(share)]
    formats = {game: [*selectors.get_reference(game).formats] for game, _ in SHARES}
    for place in range(number):
        game = games[place * 7 % len(games)]
        catalog = selectors.get_reference(game).catalog
        text = (FOLDER / f"{chance.choice(SAMPLES[game])}.txt").read_text(encoding="utf-8")
        read = decklists.read_deck(text, catalog, DAY)
        own = "" if place % 20 == 0 else chance.choice(formats[game])
        as_of = chance.choice((None, None, PAST, date(2005 + place % 4, 1 + place % 12, 15)))
        lines: list[str] = []
        for section, entries in read.sections.items():
            lines.append(section.replace("-", " ").title())
            lines += [_write_line(chance, entry, catalog.cards) for entry in entries]
        yield Deck(game_id=game, format=own, as_of=as_of, text="\n".join(lines) + "\n")


def _write_line(chance: Random, entry: DeckEntry, cards: Sequence[Card]) -> str:
    if entry.card is None:
        return entry.written
    card = entry.card
    while entry.count > 1 and chance.random() < 0.12:
        card = chance.choice(cards)
        if card.type == entry.card.type:
            break
    return f"{entry.count} {card.title}"


def _make_deck(chance: Random, number: int, pattern: Deck) -> Deck:
    from vsdb.decks.models import Deck
    from vsdb.decks.search.words import fold_words

    edited = datetime(2026, 11, 30, tzinfo=UTC) - timedelta(minutes=number * 17 % 1_000_003)
    year = 2004 + number % 9
    event = chance.choice(EVENTS).format(year)
    title = f"{chance.choice(ADJECTIVES)} {chance.choice(NOUNS)} {number}"
    if number % 11 == 0:
        title = f"X-{chance.choice(NOUNS).title()} {number}"
    owner = chance.randrange(OWNERS)
    return Deck(
        pk=number + 1,
        owner_id=owner + 1,
        words=fold_words(title, event, _name(owner)),
        game_id=pattern.game_id,
        edition=1,
        title=title,
        format=pattern.format,
        as_of=pattern.as_of,
        text=pattern.text,
        visibility=Deck.Visibility.PUBLIC,
        liked=_count_likes(number + 1),
        event=event,
        played_on=date(year, 1 + number % 12, 1 + number % 28) if event else None,
        created=edited,
        edited=edited,
        published=edited,
    )


def _copy(rows: Sequence[Model]) -> None:
    """Write rows with their keys, and let the next key be another."""
    from django.db import connection

    fields = type(rows[0])._meta.concrete_fields
    table, columns = type(rows[0])._meta.db_table, ", ".join(f'"{field.column}"' for field in fields)
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
            for row in rows:
                values = ((field, field.pre_save(row, add=True)) for field in fields)
                copy.write_row([field.get_db_prep_save(value, connection) for field, value in values])
        cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")


def _write_what_hangs_on(chance: Random, rows: Sequence[Deck]) -> None:
    """Tags, likes, titles' words, versions, and forks of what the first decks were."""
    from vsdb.core.folding import tokenize
    from vsdb.decks.models import Deck, Like, Revision, Tag, TitleWord

    _copy([Tag(pk=place + 1, name=name, slug=name.lower()) for place, name in enumerate(TAGS)])
    through: Any = Deck.tags.through
    pairs = [(row.pk, tag) for row in rows for tag in chance.sample(range(1, len(TAGS) + 1), row.pk % 3)]
    _copy([through(pk=place + 1, deck_id=deck, tag_id=tag) for place, (deck, tag) in enumerate(pairs)])
    likes = [(row, by) for row in rows for by in chance.sample(range(OWNERS), _count_likes(row.pk))]
    _copy([Like(pk=n + 1, deck_id=row.pk, by_id=by + 1, at=row.edited) for n, (row, by) in enumerate(likes)])
    words = [(row.pk, word) for row in rows for word in dict.fromkeys(tokenize(row.title))]
    _copy([TitleWord(pk=n + 1, deck_id=pk, word=word[:40]) for n, (pk, word) in enumerate(words)])
    _copy(
        [
            Revision(pk=row.pk, deck_id=row.pk, number=1, title=row.title, format=row.format, as_of=row.as_of,
                     text=row.text, saved=row.edited)
            for row in rows
        ]
    )  # fmt: skip
    forks = [row.pk for row in rows if row.pk % 20 == 13]
    Deck.objects.filter(pk__in=forks).update(is_fork=True, forked_from=12)


def _count_likes(deck: int) -> int:
    return min(deck * 7 % 9, deck * 3 % 13)


def _judge(patterns: Sequence[Deck]) -> None:
    """Read the first decks, judge each in ten formats on some day, and keep it, as a visit would."""
    from vsdb.catalog.cards import selectors
    from vsdb.decks import verdict_records
    from vsdb.decks.models import Deck
    from vsdb.decks.search.context import index_missing

    facts = {game: selectors.get_data_version(game) for game, _ in SHARES}
    mine = Deck.objects.filter(pk__lte=len(patterns))
    mine.update(facts="")
    assert index_missing(mine, facts, most=len(patterns)) == 0
    for game, _ in SHARES:
        state = verdict_records.get_facts_state(game)
        held = list(mine.filter(game=game))
        for start in range(0, len(held), 200):
            made = [
                verdict[0]
                for deck in held[start : start + 200]
                for slug, day in list_asked(deck)
                if (verdict := verdict_records.compute_cached_verdict(deck, slug, day, state))
            ]
            verdict_records.store_verdicts(made, DAY)


def list_asked(deck: Deck) -> list[tuple[str, date]]:
    """In which formats and on which days a deck is judged beforehand: its own first."""
    from vsdb.catalog.cards import selectors

    formats = [*selectors.get_reference(deck.game_id).formats]
    asked = [(deck.format, deck.as_of or DAY)] if deck.format else []
    silver = [slug for slug in formats if slug.startswith("silver")]
    asked += [(slug, day) for slug in silver for day in (DAY, PAST)]
    asked += [(slug, day) for day in (DAY, date(2008, 7, 1), PAST, date(2026, 11, 30)) for slug in formats]
    asked += [(formats[0], DAY - timedelta(days=past)) for past in range(2, 2 + VERDICTS)]
    return [*dict.fromkeys(asked)][:VERDICTS]


def _multiply(patterns: int) -> None:
    """Give every further deck what the one has whose list it shares."""
    from django.db import connection

    from vsdb.decks.models import Deck, DeckCard, Judgement
    from vsdb.decks.rechecks.models import Standing

    same = f"(deck.id - 1) %% {patterns} + 1 = held.deck_id AND deck.id > {patterns}"
    with connection.cursor() as cursor:
        for model in (DeckCard, Judgement, Standing):
            table = model._meta.db_table
            columns = [each.column for each in model._meta.concrete_fields if each.column not in ("id", "deck_id")]
            named, theirs = ", ".join(columns), ", ".join(f"held.{column}" for column in columns)
            cursor.execute(
                f"INSERT INTO {table} (deck_id, {named}) SELECT deck.id, {theirs}"
                f" FROM {table} held JOIN decks_deck deck ON {same} ORDER BY deck.id",
                (),
            )
        told = {"size", "glance", "facts", *_find_facts_of_cards(Deck)}
        setting = ", ".join(f"{name} = held.{name}" for name in sorted(told))
        cursor.execute(
            f"UPDATE decks_deck deck SET {setting} FROM decks_deck held"
            f" WHERE (deck.id - 1) %% {patterns} + 1 = held.id AND deck.id > {patterns}",
            (),
        )


def _find_facts_of_cards(model: type[Model]) -> Iterable[str]:
    """Further columns that a deck's list decides."""
    return (field.column for field in model._meta.concrete_fields if field.column in {"is_wholly_read", "teams"})
