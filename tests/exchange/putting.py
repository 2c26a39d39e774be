"""Items of our own making put into the database as an import puts them."""

from __future__ import annotations

import io
from collections.abc import Iterable

from vsdb.exchange.card_files import services
from vsdb.exchange.card_files.applying import apply
from vsdb.exchange.card_files.proposals import CardProposal, FilePosition, Item, SourceProposal, WordingProposal
from vsdb.exchange.reports import ImportReport

HERE = FilePosition(7, 3, "here")


def put(*items: Item, game: str = "vs-2pcg", slug: str = "a-file", authority: str = "community") -> ImportReport:
    """What came of items that a file of that source gives."""
    report = ImportReport("a.file")
    source = SourceProposal(game, slug, "A file", authority=authority)
    apply([source, *items], "digest", report, at_most=10_000, told=lambda: None)
    return report


def card(name: str, set_code: str | None = None, number: str | None = None, **others: object) -> CardProposal:
    """A card of the 2PCG, or of the game that is named."""
    game = str(others.pop("game", "vs-2pcg"))
    return CardProposal(HERE, game, name, set_code=set_code, number=number, **others)  # type: ignore[arg-type]


def printed(text: str) -> WordingProposal:
    """A text as it is printed."""
    return WordingProposal("printed", text, HERE)


def run_csv(*lines: str, name: str = "cards.csv", is_dry_run: bool = False) -> ImportReport:
    """What came of a CSV file."""
    content = io.BytesIO("\n".join(lines).encode())
    return services.run(content, name, "csv", is_dry_run=is_dry_run)


def counted(report: ImportReport) -> dict[str, int]:
    """What was counted, as `cards new`."""
    return {f"{table} {what}": count for (table, what), count in report.counts.items() if count and table != "sources"}


def lines(report: ImportReport, kind: str) -> list[str]:
    """The lines of a list, without their places."""
    return [_line(line) for line in report.lists[kind].shown]


def _line(line: dict[str, object]) -> str:
    said: Iterable[object] = (
        line.get("of"),
        line.get("field"),
        line.get("recorded"),
        line.get("found"),
        line["message"],
    )
    return " | ".join(str(each) for each in said if each not in (None, ""))
