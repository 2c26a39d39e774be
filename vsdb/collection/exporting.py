"""Collections as text and as CSV. Both are read back as the same collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.model.cards import GAMES, Card
from engine.model.catalog import Catalog
from engine.model.reference import Reference
from vsdb.collection.reading import KINDS, CardKey
from vsdb.collection.selectors import Copies
from vsdb.collection.tables import write_table

Counts = Mapping[CardKey, Copies]


@dataclass(frozen=True, slots=True)
class ExportLayout:
    """A layout in which a collection goes out."""

    name: str
    extension: str
    media_type: str


LAYOUTS = {
    "csv": ExportLayout("CSV", "csv", "text/csv; charset=utf-8"),
    "text": ExportLayout("Text", "txt", "text/plain; charset=utf-8"),
}


def write_csv(copies: Counts, references: Sequence[Reference]) -> str:
    """A row a printing: game, name, slug, printing, owned and wanted copies."""
    catalogs = {each.game: each.catalog for each in references}
    return write_table(
        (key.game, card.title if card else "", key.slug, key.code, each.owned, each.wanted)
        for key, card, each in _list_cards(copies, catalogs)
    )


def write_text(copies: Counts, references: Sequence[Reference]) -> str:
    """Lines as in deck lists, under headings for games and for owned and wanted cards."""
    catalogs = {each.game: each.catalog for each in references}
    rows = list(_list_cards(copies, catalogs))
    lines: list[str] = []
    for game in GAMES:
        of_game = [row for row in rows if row[0].game == game]
        if not of_game:
            continue
        lines += [""] if lines else []
        lines.append(f"# game: {game}")
        for kind in KINDS:
            counted = [(getattr(each, kind), key, card) for key, card, each in of_game if getattr(each, kind)]
            lines += [f"# {kind}"] if counted else []
            lines += [write_line(count, key, card, catalogs.get(game)) for count, key, card in counted]
    return "\n".join(lines) + "\n" if lines else ""


def write_line(count: int, key: CardKey, card: Card | None, catalog: Catalog | None) -> str:
    """A line that is read back as this printing: with its code, or the slug where the title alone isn't enough."""
    if card is None or catalog is None:
        return f"{count} [{key.slug}]"
    code = key.code
    if not code and catalog.by_title(card.title) != (card,):
        code = card.slug
    return f"{count} {card.title}" + (f" [{code}]" if code else "")


def _list_cards(copies: Counts, catalogs: Mapping[str, Catalog]) -> Iterator[tuple[CardKey, Card | None, Copies]]:
    """The printings with their cards, by game, title and code."""
    order = {game: place for place, game in enumerate(GAMES)}
    found = [
        (key, catalogs[key.game].by_slug.get(key.slug) if key.game in catalogs else None, each)
        for key, each in copies.items()
    ]
    return iter(
        sorted(
            found,
            key=lambda row: (order.get(row[0].game, 99), (row[1].title if row[1] else row[0].slug).casefold(), row[0]),
        )
    )
