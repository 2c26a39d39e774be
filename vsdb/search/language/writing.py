"""A query that was read, written again as a query."""

from __future__ import annotations

from datetime import date

from vsdb.search.language.numeric_terms import write_figures
from vsdb.search.language.syntax import (
    And,
    Display,
    Figures,
    Not,
    Pattern,
    Query,
    Several,
    Term,
    Tree,
    Word,
)


def unparse(query: Query) -> str:
    """A query that is read as the same tree, display and day."""
    shown = query.display
    parts = [
        _tree(query.tree, is_inner=False),
        f"asof:{_on(query.as_of)}" if query.as_of else "",
        f"sort:{','.join(shown.sort)}" if shown.sort else "",
        *(f"{key}:{value}" for key, value in shown_by(shown)),
    ]
    return " ".join(filter(None, parts))


def shown_by(display: Display) -> tuple[tuple[str, str], ...]:
    """The words of the display that are set, but for the order."""
    pairs = (("group", display.group), ("view", display.view), ("unique", display.unique))
    return tuple((key, value) for key, value in pairs if value)


def _tree(tree: Tree, *, is_inner: bool = True) -> str:
    if isinstance(tree, Term):
        return _term(tree)
    if isinstance(tree, Not):
        return f"-{_tree(tree.inner)}"
    text = (" " if isinstance(tree, And) else " or ").join(map(_tree, tree.parts))
    return f"({text})" if is_inner else text


def _term(term: Term) -> str:
    if not term.field:
        return ("!" if term.op == "=" else "") + _value(term)
    if term.left is not None:
        return f"{write_figures(term.left)}{term.op}{_value(term)}"
    return f"{term.field}{term.op}{_value(term)}" + (f"@{_on(term.on)}" if term.on else "")


def _value(term: Term) -> str:
    value = term.value
    if isinstance(value, Word):
        return f'"{value.text}"' if value.is_phrase else value.text
    if isinstance(value, Pattern):
        return f"/{value.text}/"
    if isinstance(value, Several):
        return "{" + ",".join(f'"{item}"' for item in value.items) + "}"
    if isinstance(value, Figures):
        return write_figures(value)
    copies = f"{value.copies[0]}{value.copies[1]}" if value.copies else ""
    return f"({_tree(value.tree, is_inner=False)}){copies}"


def _on(on: date | str | None) -> str:
    return on.isoformat() if isinstance(on, date) else f'"{on}"'
