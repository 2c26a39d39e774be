"""Write who may what into docs/security.md, from the table that the tests walk: `python scripts/write_permissions.py`.

`tests/decks/test_who_may.py` fails where the document isn't what this writes.
"""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "security.md"
BEGIN, END = "<!-- permissions: begin -->", "<!-- permissions: end -->"
_PAGE_COLUMNS = {
    "own": "its owner",
    "browser": "the browser that built it",
    "account": "another account",
    "visitor": "a visitor",
}
_CALL_COLUMNS = {
    "own": "owner’s token",
    "own-reading": "owner’s read-only token",
    "account": "another’s token",
    "visitor": "no token",
}
_UNREADABLE = 400
_MARKS = str.maketrans("", "", "^$")  #: of regular expressions


def write_document(text: str) -> str:
    """The document with today's table between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{render()}\n{END}{after}"


def render() -> str:
    """The tables as Markdown."""
    from tests.decks import who_may_decks as deck_table
    from tests.decks import who_may_table as table
    from tests.decks.world import patterns

    paths = {name: _write_path(path) for name, path, _ in patterns()}
    shown = [
        "### Pages of a deck that the viewer may see",
        "A private deck is its owner’s alone; one shared by link is reached by its secret address; a public one is "
        "everybody’s. Whoever may not see a deck is told that there is none. A comment is changed and deleted by its "
        "author.",
        "",
        *_write_rows({**deck_table.PAGES, **deck_table.SHARED_PAGES}, _PAGE_COLUMNS, paths),
        "",
        "### Calls of the API about a deck",
        *_write_rows({**deck_table.CALLS, **deck_table.SHARED_CALLS}, _CALL_COLUMNS, paths),
        "",
        "### Everything else",
        "| who | addresses |",
        "|---|---|",
    ]
    groups = {
        "everybody, and the same for all": table.OPEN,
        "everybody, each their own: an account’s, a browser’s, or by a secret in the address": table.OF_ONESELF,
        "an account, its own; others are sent to sign in": table.OF_ACCOUNTS,
        "the door: signing in, up and out": table.DOOR,
        "staff with the permission for it, beside all of `/admin/`; for others there is no such page": {
            **table.OF_STAFF,
            **table.OF_STAFF_BY_NUMBER,
        },
    }
    shown += [f"| {who} | {_list_paths(names, paths)} |" for who, names in groups.items()]
    events = "whoever has the role for it at an event, or plays there, as `tests/events/matrix.py` tells of each"
    return "\n".join([*shown, f"| {events} | `/events/…`, `/api/v1/events/…` |"])


def _write_rows(rows: dict[str, Any], columns: dict[str, str], paths: dict[str, str]) -> list[str]:
    """A table with a line for each way of being allowed, and the addresses that have it."""
    alike: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, methods in rows.items():
        for method, statuses in methods.items():
            marks = tuple("yes" if statuses[column] < _UNREADABLE else "no" for column in columns)
            alike[(method, *marks)].append(f"`{paths[name]}`")
    head = f"| method | {' | '.join(columns.values())} | addresses |"
    lines = [f"| {' | '.join(key)} | {', '.join(sorted(set(found)))} |" for key, found in sorted(alike.items())]
    return [head, "|---" * (len(columns) + 2) + "|", *lines]


def _write_path(path: str) -> str:
    """An address with its parameters as `<name>`."""
    return "/" + re.sub(r"\(\?P(<\w+>)[^)]*\)|<\w+:(\w+)>", lambda found: found[1] or f"<{found[2]}>", path).translate(
        _MARKS
    )


def _list_paths(names: dict[str, Any], paths: dict[str, str]) -> str:
    return ", ".join(f"`{path}`" for path in sorted({paths[name] for name in names}))


def main() -> None:
    """Write the document."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    DOCUMENT.write_text(write_document(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
