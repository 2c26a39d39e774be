"""The fixtures into the database: one transaction, only what differs is written, and nothing if a file is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.text import slugify

from engine.model.cards import GAMES
from engine.model.errors import InputError
from engine.model.games import game_of, games
from vsdb.catalog.cards.filling import merge_imported_rows
from vsdb.catalog.cards.models import Card, CardKeyword, CardLabel, CardSet, CardTeam, Game, Keyword, Printing, Team
from vsdb.catalog.cards.reading.folder import GameRows, fingerprint_rows, read_documents, read_game
from vsdb.catalog.cards.signals import tell_of_new_facts
from vsdb.catalog.cards.tables import GameLoad, Keys, TableTally, TargetRows, point
from vsdb.catalog.cards.to_engine import CARD_FIELDS, LABELS, SET_FIELDS, build_card_columns, set_columns
from vsdb.catalog.formats.loading import load_formats
from vsdb.catalog.rules.loading import load_documents
from vsdb.catalog.wordings.models import RulingCard, Wording
from vsdb.catalog.wordings.selectors import combine_data_version, get_imports_version

MAY_BE_LOST_PERCENT = 2


def load_reference(folder: Path, *, allow_loss: bool = False) -> list[TableTally]:
    """Bring the reference to what the files of a folder say; what was done, by game and table.

    A game with fixtures of its own (`Game.fixtures`) is read from there, its rules documents too where it has any.

    Raises InputError where a file is wrong, or where a game would lose more than 2 % of its cards and nobody allowed
    it; nothing is changed then.
    """
    read = [read_game(find_folder(game, folder), game) for game in GAMES]
    documents = [row for path in _documents_files(folder) for row in read_documents(path)]
    tallies: list[TableTally] = []
    with transaction.atomic():
        before = _lock_games()
        after: dict[str, str] = {}
        for rows in read:
            together = merge_imported_rows(rows)
            together.store()
            if not allow_loss:
                _refuse_loss(together.rows, find_folder(rows.game, folder) / "cards.csv")
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


def _lock_games() -> dict[str, str]:
    """Put the games there; a second load waits here until the first is done. The data version of each."""
    Game.objects.bulk_create(
        [Game(slug=slug, name=name, position=position) for position, (slug, name) in enumerate(GAMES.items())],
        update_conflicts=True,
        unique_fields=["slug"],
        update_fields=["name", "position"],
    )
    return dict(Game.objects.select_for_update().order_by("pk").values_list("pk", "data_version"))


def _refuse_loss(rows: GameRows, path: Path) -> None:
    held = dict(Card.objects.filter(game=rows.game).values_list("slug", "pk"))
    lost = held.keys() - {row["slug"] for row in rows.cards}
    _refuse_loss_of_texts(rows.game, {held[slug]: slug for slug in lost}, path)
    if len(lost) * 100 > len(held) * MAY_BE_LOST_PERCENT:
        first = ", ".join(sorted(lost)[:5])
        raise InputError(
            f"{len(lost)} of {len(held)} cards of {GAMES[rows.game]} would be lost ({first}{', …' * (len(lost) > 5)}); "
            f"at most {MAY_BE_LOST_PERCENT} % may be, unless the loss is allowed (--allow-loss)",
            place=str(path),
            code="loss-of-cards",
        )


def _refuse_loss_of_texts(game: str, lost: Mapping[int, str], path: Path) -> None:
    """Refuse to remove a card, however few they are, with a wording or a ruling that somebody imported."""
    pks = list(lost)
    said: set[int] = set()
    for start in range(0, len(pks), 500):
        of_these = {"card__in": pks[start : start + 500]}
        said.update(Wording.objects.filter(**of_these).values_list("card", flat=True).distinct())
        said.update(RulingCard.objects.filter(**of_these).values_list("card", flat=True).distinct())
    if said:
        first = sorted(lost[pk] for pk in said)
        raise InputError(
            f"{len(said)} cards of {GAMES[game]} with imported wordings or rulings would be lost "
            f"({', '.join(first[:5])}{', …' * (len(first) > 5)}), unless the loss is allowed (--allow-loss)",
            place=str(path),
            code="loss-of-cards",
        )


def _load_game(rows: GameRows) -> list[TableTally]:
    load = GameLoad(rows.game)
    of_game, this = Q(game=rows.game), {"game_id": rows.game}
    sets = load.sync(
        TargetRows("sets", CardSet, of_game, ("code",), (*SET_FIELDS, "position"), (), this),
        ({**set_columns(row), "position": position} for position, row in enumerate(rows.sets)),
    )
    wanted = {sets[row["code"],]: row["follows"] and sets[row["follows"],] for row in rows.sets}
    point(CardSet, "follows", of_game, wanted)  # counted with the sets
    teams = load.sync(TargetRows("teams", Team, of_game, ("slug",), ("name", "alignment"), (), this), _teams(rows))
    keyword_fields = ("name", "gloss", "citation_document", "citation_rule")
    keywords = load.sync(TargetRows("keywords", Keyword, of_game, ("slug",), keyword_fields, (), this), _keywords(rows))
    cards = load.sync(
        TargetRows("cards", Card, of_game, ("slug",), CARD_FIELDS, (), this), map(build_card_columns, rows.cards)
    )
    _load_parts(load, rows, cards, sets, teams, keywords)
    load_formats(load, rows.events, rows.formats, rows.bans)
    load.remove_stale()
    return load.tallies


def _load_parts(load: GameLoad, rows: GameRows, cards: Keys, sets: Keys, teams: Keys, keywords: Keys) -> None:
    """What belongs to cards: printings, teams, keywords, labels and level-up links."""
    of_card = Q(card__game=rows.game)
    by_slug = [(cards[row["slug"],], row) for row in rows.cards]
    load.sync(
        TargetRows("printings", Printing, of_card, ("card_id", "card_set_id", "number"), ("rarity", "position")),
        (
            {
                "card_id": card,
                "card_set_id": sets[set_code,],
                "number": number or "",
                "rarity": rarity or "",
                "position": position,
            }
            for card, row in by_slug
            for position, (set_code, number, rarity) in enumerate(row["printings"])
        ),
    )
    load.sync(
        TargetRows("teams of cards", CardTeam, of_card, ("card_id", "team_id"), ("position",)),
        (
            {"card_id": card, "team_id": teams[slugify(team),], "position": position}
            for card, row in by_slug
            for position, team in enumerate(row.get("teams") or ())
        ),
    )
    load.sync(
        TargetRows("keywords of cards", CardKeyword, of_card, ("card_id", "keyword_id", "parameter"), ("position",)),
        (
            {
                "card_id": card,
                "keyword_id": keywords[slugify(keyword),],
                "parameter": parameter or "",
                "position": position,
            }
            for card, row in by_slug
            for position, (keyword, parameter) in enumerate(row["keywords"])
        ),
    )
    load.sync(
        TargetRows("labels of cards", CardLabel, of_card, ("card_id", "kind", "position"), ("name",)),
        (
            {"card_id": card, "kind": kind.value, "position": position, "name": name}
            for card, row in by_slug
            for column, kind in LABELS.items()
            for position, name in enumerate(row.get(column) or ())
        ),
    )
    _load_links(load, rows, cards)


def _load_links(load: GameLoad, rows: GameRows, cards: Keys) -> None:
    by_code = {
        f"{set_code}-{number}": cards[row["slug"],]
        for row in rows.cards
        for set_code, number, _ in row["printings"][:1]
    }
    load.sync(
        TargetRows(
            "level-up links", Card.linked_cards.through, Q(from_card__game=rows.game), ("from_card_id", "to_card_id")
        ),
        (
            {"from_card_id": cards[row["slug"],], "to_card_id": by_code[code]}
            for row in rows.cards
            for code in row.get("linked") or ()
        ),
    )


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
