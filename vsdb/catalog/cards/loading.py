"""The fixtures into the database: one transaction, only what differs is written, and nothing if a file is wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.text import slugify

from engine.model.cards import GAMES
from engine.model.errors import InputError
from engine.model.games import game_of, games
from vsdb.catalog.cards.filling import merge_imported_rows
from vsdb.catalog.cards.followers import tell_of_new_facts
from vsdb.catalog.cards.locking import lock_games
from vsdb.catalog.cards.models import Card, CardKeyword, CardLabel, CardSet, CardTeam, Game, Keyword, Printing, Team
from vsdb.catalog.cards.reading.files import split_columns
from vsdb.catalog.cards.reading.folder import GameRows, fingerprint_rows, read_documents, read_game
from vsdb.catalog.cards.tables import GameLoad, Keys, Names, TableTally, TargetRows, point
from vsdb.catalog.cards.to_engine import CARD_FIELDS, LABELS, SET_FIELDS, build_card_columns, set_columns
from vsdb.catalog.formats.models import Ban, Event, Format
from vsdb.catalog.rules.models import Document, Reference, Rule, Unit
from vsdb.catalog.wordings.models import RulingCard, Wording
from vsdb.catalog.wordings.selectors import combine_data_version, get_imports_version

MAY_BE_LOST_PERCENT = 2
_DOCUMENTS = TargetRows("documents", Document, Q(), ("slug",), ("name", "game_id", "edition_date", "note", "position"))
_RULES = TargetRows("rules", Rule, Q(), ("document_id", "slug"), ("number", "heading", "summary", "position"))
_OF_UNIT = ("slug", "parent__slug", "depth", "kind", "number", "likely", "title", "text", "line")
_OF_REFERENCE = ("unit__slug", "start", "end", "target__slug", "outside", "is_between")
_DEFINITION = ("pool", "construction", "construction_changes", "universe", "restrictions", "recorded")
_FORMAT_FACTS = ("slug", "name", "kind", "short", "aliases", "doubts", "notes")
_FORMAT_DAYS = ("starts_earliest", "starts_latest", "ends_earliest", "ends_latest")
_FORMAT_FIELDS = (*_FORMAT_FACTS[1:], "definition", *_FORMAT_DAYS, "position")
_BAN_FACTS = split_columns("card identity versions type set_code team universe printings replacement reason")
_BAN_DAYS = ("begins_earliest", "begins_latest", "ends_earliest", "ends_latest")


def load_reference(
    folder: Path, *, allow_loss: bool = False, may_lose: Mapping[str, Collection[str]] | None = None
) -> list[TableTally]:
    """Bring the reference to what the files of a folder say; what was done, by game and table.

    `may_lose` names, by game, cards that may go. A game with fixtures of its own (`Game.fixtures`) is read from there,
    its rules documents too where it has any.

    Raises InputError where a file is wrong, or where a game would lose more than 2 % of its cards and nobody allowed
    it; nothing is changed then.
    """
    read = [read_game(find_folder(game, folder), game) for game in GAMES]
    documents = [row for path in _documents_files(folder) for row in read_documents(path)]
    tallies: list[TableTally] = []
    with transaction.atomic():
        before = _put_games()
        after: dict[str, str] = {}
        for rows in read:
            together = merge_imported_rows(rows)
            together.store()
            if not allow_loss:
                path = find_folder(rows.game, folder) / "cards.csv"
                _refuse_loss(together.rows, path, (may_lose or {}).get(rows.game, ()))
            tallies += _load_game(together.rows)
        tallies += load_documents(documents)
        for rows in read:
            imported = get_imports_version(rows.game)
            after[rows.game] = combine_data_version(rows.data_version, imported)
            Game.objects.filter(pk=rows.game).update(
                facts_version=rows.data_version,
                imports_version=imported,
                data_version=after[rows.game],
                words_version=fingerprint_rows([rows.keywords, documents]),
            )
        tell_of_new_facts(before, after)
    return tallies


def find_folder(game: str, folder: Path) -> Path:
    """Where the files of a game are: in its own fixtures, else in the folder of its slug."""
    own = game_of(game).fixtures
    return Path(own) if own else folder / game


def _documents_files(folder: Path) -> Iterator[Path]:
    yield folder / "documents.yaml"
    yield from (path for game in games() if game.fixtures and (path := Path(game.fixtures) / "documents.yaml").exists())


def _put_games() -> dict[str, str]:
    """Put the games there and lock them; a second load waits here until the first is done. The data version of each."""
    wanted = [Game(slug=slug, name=name, position=position) for position, (slug, name) in enumerate(GAMES.items())]
    # What is there already is neither written nor locked by this: locks are taken in the one order, below.
    Game.objects.bulk_create(wanted, ignore_conflicts=True)
    held = {game.pk: game for game in lock_games()}
    said = [each for each in wanted if (held[each.pk].name, held[each.pk].position) != (each.name, each.position)]
    Game.objects.bulk_update(said, ("name", "position"))
    return {game.pk: game.data_version for game in held.values()}


def _refuse_loss(rows: GameRows, path: Path, may_lose: Collection[str]) -> None:
    held = dict(Card.objects.filter(game=rows.game).values_list("slug", "pk"))
    lost = {held[slug]: slug for slug in held.keys() - {row["slug"] for row in rows.cards}}
    name, worded = GAMES[rows.game], sorted(lost[pk] for pk in _find_worded(list(lost)))
    if worded:
        said = f"would delete {len(worded)} cards of {name} with imported texts or rulings ({_list_first(worded)});"
        raise InputError(f"{said} allow it with --allow-loss", place=str(path), code="loss-of-cards")
    lost = {pk: slug for pk, slug in lost.items() if slug not in may_lose}
    if len(lost) * 100 > len(held) * MAY_BE_LOST_PERCENT:
        said = f"would delete {len(lost)} of {len(held)} cards of {name} ({_list_first(sorted(lost.values()))});"
        may = f"the limit is {MAY_BE_LOST_PERCENT} %; allow it with --allow-loss"
        raise InputError(f"{said} {may}", place=str(path), code="loss-of-cards")


def _list_first(slugs: Sequence[str]) -> str:
    return f"{', '.join(slugs[:5])}{', …' * (len(slugs) > 5)}"


def _find_worded(pks: Sequence[int]) -> set[int]:
    """Of these cards those with a wording or a ruling that somebody imported: none of them may be lost."""
    said: set[int] = set()
    for start in range(0, len(pks), 500):
        for model in (Wording, RulingCard):
            worded = model._default_manager.filter(card__in=pks[start : start + 500])
            said.update(worded.values_list("card", flat=True).distinct())
    return said


def _load_game(rows: GameRows) -> list[TableTally]:
    load, of_game = GameLoad(rows.game), Q(game=rows.game)
    own = ({**set_columns(row), "position": position} for position, row in enumerate(rows.sets))
    sets = load.sync_own("sets", CardSet, ("code",), (*SET_FIELDS, "position"), own)
    wanted = {sets[row["code"],]: row["follows"] and sets[row["follows"],] for row in rows.sets}
    point(CardSet, "follows", of_game, wanted)  # counted with the sets
    teams = load.sync_own("teams", Team, ("slug",), ("name", "alignment"), _teams(rows))
    fields = ("name", "gloss", "citation_document", "citation_rule")
    keywords = load.sync_own("keywords", Keyword, ("slug",), fields, _keywords(rows))
    cards = load.sync_own("cards", Card, ("slug",), CARD_FIELDS, map(build_card_columns, rows.cards))
    _load_parts(load, rows, cards, sets, teams, keywords)
    _load_formats(load, rows)
    load.remove_stale()
    return load.tallies


def _load_parts(load: GameLoad, rows: GameRows, cards: Keys, sets: Keys, teams: Keys, keywords: Keys) -> None:
    """What belongs to cards: printings, teams, keywords, labels and level-up links."""
    of = "card__game"
    by_slug = [(cards[row["slug"],], row) for row in rows.cards]
    printings = (
        (card, sets[set_code,], number or "", rarity or "", position)
        for card, row in by_slug
        for position, (set_code, number, rarity) in enumerate(row["printings"])
    )
    key: Names = ("card_id", "card_set_id", "number")
    load.sync_parts("printings", Printing, of, key, ("rarity", "position"), printings)
    named = (
        (card, teams[slugify(team),], position)
        for card, row in by_slug
        for position, team in enumerate(row.get("teams") or ())
    )
    load.sync_parts("teams of cards", CardTeam, of, ("card_id", "team_id"), ("position",), named)
    said = (
        (card, keywords[slugify(keyword),], parameter or "", position)
        for card, row in by_slug
        for position, (keyword, parameter) in enumerate(row["keywords"])
    )
    key = ("card_id", "keyword_id", "parameter")
    load.sync_parts("keywords of cards", CardKeyword, of, key, ("position",), said)
    labels = (
        (card, kind.value, position, name)
        for card, row in by_slug
        for column, kind in LABELS.items()
        for position, name in enumerate(row.get(column) or ())
    )
    load.sync_parts("labels of cards", CardLabel, of, ("card_id", "kind", "position"), ("name",), labels)
    first = ((card, row["printings"][0]) for card, row in by_slug if row["printings"])
    by_code = {f"{set_code}-{number}": card for card, (set_code, number, _) in first}
    links = ((card, by_code[code]) for card, row in by_slug for code in row.get("linked") or ())
    through = Card.linked_cards.through
    load.sync_parts("level-up links", through, "from_card__game", ("from_card_id", "to_card_id"), (), links)


def _load_formats(load: GameLoad, rows: GameRows) -> None:
    """The events, formats and bans."""
    days = ("earliest", "latest")
    own = ({"name": row["name"], **{each: date.fromisoformat(row[each]) for each in days}} for row in rows.events)
    events = load.sync_own("events", Event, ("name",), days, own)
    columns = [_format(row, position) for position, row in enumerate(rows.formats)]
    slugs = load.sync_own("formats", Format, ("slug",), _FORMAT_FIELDS, columns)
    wanted = {slugs[row["slug"],]: row["inherits"] and slugs[row["inherits"],] for row in rows.formats}
    point(Format, "inherits", Q(game=load.game), wanted)
    banned = (_ban(row, position, events) for position, row in enumerate(rows.bans))
    implied = (*_BAN_FACTS, *_BAN_DAYS, "for_all_formats", "event_id")
    keys = load.sync_own("bans", Ban, ("key",), ("position",), banned, implied)
    named = ((keys[_key(row),], slugs[slug,]) for row in rows.bans for slug in row["formats"] if slug != "all")
    load.sync_parts("formats of bans", Ban.formats.through, "ban__game", ("ban_id", "format_id"), (), named)


def _format(row: Mapping[str, Any], position: int) -> dict[str, Any]:
    days = [day for name in ("starts", "ends") for day in row[name] or (None, None)]
    return {
        **{name: row[name] for name in _FORMAT_FACTS},
        "definition": {name: row[name] for name in _DEFINITION if name in row},
        **{name: day and date.fromisoformat(day) for name, day in zip(_FORMAT_DAYS, days, strict=True)},
        "position": position,
    }


def _ban(row: Mapping[str, Any], position: int, events: Keys) -> dict[str, Any]:
    return {
        "key": _key(row),
        **{name: row[name] for name in _BAN_FACTS},
        **{name: row[name] and date.fromisoformat(row[name]) for name in _BAN_DAYS},
        "for_all_formats": row["formats"] == ["all"],
        "event_id": row["event"] and events[row["event"],],
        "position": position,
    }


def _key(row: Mapping[str, Any]) -> str:
    said = json.dumps(row, sort_keys=True, ensure_ascii=False)
    return f"{row['card']} {hashlib.sha256(said.encode()).hexdigest()[:16]}"


def _teams(rows: GameRows) -> Iterator[dict[str, Any]]:
    """The teams of the list, then those that only cards name."""
    listed = {slugify(row["name"]): row for row in rows.teams}
    for name in (team for row in rows.cards for team in row.get("teams") or ()):
        listed.setdefault(slugify(name), {"name": name, "alignment": None})
    for slug, row in listed.items():
        yield {"slug": slug, "name": row["name"], "alignment": row["alignment"] or ""}


def _keywords(rows: GameRows) -> Iterator[dict[str, Any]]:
    """The keywords that are glossed, then those that only cards name."""
    unglossed = {"gloss": "", "citation_document": "", "citation_rule": ""}
    glossed: dict[str, Mapping[str, Any]] = {slugify(row["name"]): row for row in rows.keywords}
    for name in (name for row in rows.cards for name, _ in row["keywords"]):
        glossed.setdefault(slugify(name), {"name": name, **unglossed})
    for slug, row in glossed.items():
        yield {"slug": slug, **row}


def load_documents(rows: Iterable[Mapping[str, Any]]) -> list[TableTally]:
    """Bring the documents and their rules to what the rows of `read_documents` say; inside the caller's transaction."""
    rows = tuple(rows)
    load = GameLoad("all games")
    days = [row["edition_date"] and date.fromisoformat(row["edition_date"]) for row in rows]
    numbered = enumerate(zip(rows, days, strict=True))
    load.sync(
        _DOCUMENTS,
        [{**row, "game_id": row["game"], "edition_date": day, "position": at} for at, (row, day) in numbered],
    )
    rules = ((row["slug"], *each) for row in rows for each in enumerate(row["rules"]))
    load.sync(_RULES, [{**rule, "document_id": slug, "position": at} for slug, at, rule in rules])
    load.remove_stale()
    return load.tallies


def get_texts_version(game: str) -> str:
    """Empty where no text of a game's documents is loaded; one query, and two for each document that has one.

    A document of no one game counts for each.
    """
    held = hashlib.sha256()
    is_any = False
    loaded = Document.objects.exclude(text_digest="").filter(Q(game=game) | Q(game=None))
    for document in sorted(loaded, key=lambda each: each.pk):
        is_any = True
        held.update(repr((document.slug, document.text_digest)).encode())
        for unit in Unit.objects.filter(document=document).order_by("position").values_list(*_OF_UNIT):
            held.update(repr(unit).encode())
        references = Reference.objects.filter(unit__document=document).order_by("unit__position", "position")
        for reference in references.values_list(*_OF_REFERENCE):
            held.update(repr(reference).encode())
    return held.hexdigest() if is_any else ""


def renew_texts_versions(document: Document) -> None:
    """Give the games that a document is of the fingerprint of what they have now."""
    games = [document.game_id] if document.game_id else Game.objects.values_list("pk", flat=True)
    for game in games:
        Game.objects.filter(pk=game).update(texts_version=get_texts_version(game))
