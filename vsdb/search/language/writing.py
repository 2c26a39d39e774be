"""A query that was read, told in words, for those who can't see how it is marked, and written again as a query."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from engine.model.catalog import printing_key
from vsdb.core.words import format_day, spell_out_days
from vsdb.search.language.field_types import FieldKind, SearchField
from vsdb.search.language.fields import find_field
from vsdb.search.language.syntax import (
    And,
    DisplayOptions,
    Not,
    NumberSum,
    Pattern,
    Query,
    Several,
    Subquery,
    Term,
    Tree,
    Word,
    write_figures,
)

_COMPARED = {
    "=": "is",
    "!=": "is recorded and is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
_ON_DAYS = {"<": "before", "<=": "no later than", ">": "after", ">=": "no earlier than", "!=": "not in", "=": "in"}
_OF_LABELS = {
    ":": "has {any}",
    "=": "is {all} and nothing else",
    "<=": "is nothing but {any}",
    ">=": "has {all}",
    "<": "is less than {all}",
    ">": "has {all} and more",
}
_SHOWN = {"group": "under headings by", "view": "shown as", "unique": "one line for each of the"}
_STATES = {
    "*": "is any",
    "none": "is recorded as none",
    "unknown": "is not recorded",
    "even": "is even",
    "odd": "is odd",
}


def describe(query: Query) -> str:
    """What was understood, as one sentence."""
    what = "Every card" if query.tree == And(()) else f"Cards for which: {_tree(query.tree, is_inner=False)}"
    how = [f"as of {_day(query.as_of)}"] if query.as_of else []
    if query.display.sort:
        keys = (f"{key.removeprefix('-')}{' downwards' * key.startswith('-')}" for key in query.display.sort)
        how.append(f"sorted by {', then by '.join(keys)}")
    how += [f"{_SHOWN[key]} {value}" for key, value in list_display_words(query.display)]
    return "; ".join([what, *how]) + "."


def _tree(tree: Tree, *, is_inner: bool = True) -> str:
    if isinstance(tree, Term):
        return _term(tree)
    if isinstance(tree, Not):
        return f"not ({_tree(tree.inner, is_inner=False)})"
    text = (" and " if isinstance(tree, And) else " or ").join(map(_tree, tree.parts))
    return f"({text})" if is_inner else text


def _term(term: Term) -> str:
    known = find_field(term.field)
    if known is None:
        return _bare(term)
    if isinstance(term.value, Subquery):
        return f"{known.title} answers ({_tree(term.value.tree, is_inner=False)})"
    if isinstance(term.value, Pattern):
        return f"{known.title} matches /{term.value.text}/"
    if isinstance(term.value, NumberSum):
        return f"{_figures(term.left) if term.left else known.title} {_COMPARED[term.op]} {_figures(term.value)}"
    state = _STATES.get(_plain(term))
    if (
        state
        and known.kind not in (FieldKind.LEGALITY, FieldKind.FLAG)
        and (term.op == "=" or _WORDED[known.kind] != _describe_comparison)
    ):
        return f"{known.title} {state}"
    return _WORDED[known.kind](term, known)


def _bare(term: Term) -> str:
    if isinstance(term.value, Pattern):
        return f"a name matches /{term.value.text}/"
    word = _words(term)[0]
    if term.op == "=":
        return f"the whole name is {word}"
    is_code = isinstance(term.value, Word) and not term.value.is_phrase and printing_key(term.value.text)
    return f"{word} is {'the number of a printing, or ' if is_code else ''}in the name or the text"


def _words(term: Term) -> tuple[str, ...]:
    if isinstance(term.value, Several):
        return tuple(f"“{item}”" for item in term.value.items)
    return (f"“{term.value.text}”",) if isinstance(term.value, Word) else ()


def _plain(term: Term) -> str:
    return term.value.text if isinstance(term.value, Word) else ""


def _describe_name(term: Term, known: SearchField) -> str:
    return f"{known.title} {'is exactly' if term.op == '=' else 'has'} {_words(term)[0]}"


def _describe_choice(term: Term, known: SearchField) -> str:
    return f"{known.title} is {'exactly ' if term.op == '=' else ''}{_words(term)[0]}"


def _describe_comparison(term: Term, known: SearchField) -> str:
    return f"{known.title} {_COMPARED[term.op]} {_plain(term).replace('..', ' to ')}"


def _describe_label(term: Term, known: SearchField) -> str:
    words = _words(term)
    said = _OF_LABELS[term.op].format(any=" or ".join(words), all=" and ".join(words))
    return f"{known.title} {said}"


def _describe_date(term: Term, known: SearchField) -> str:
    text = _plain(term)
    when = (
        f"the day of the set {text.removeprefix('set:')}"
        if text.startswith("set:")
        else spell_out_days(text.replace("..", " to "))
    )
    return f"{known.title} {_ON_DAYS[term.op]} {when}"


def _legal(term: Term, known: SearchField) -> str:
    where = "some format" if _plain(term) == "*" else _words(term)[0]
    return f"{known.title} in {where}{_describe_day(term)}"


def _describe_flag(term: Term, known: SearchField) -> str:
    choice = known.choice(_plain(term))
    said = choice.help if choice else _plain(term)
    return (said if known.name in {"is", "has"} else f"{known.title}: {said}") + _describe_day(term)


def _describe_day(term: Term) -> str:
    return f" on {_day(term.on)}" if term.on else ""


def _day(on: date | str | None) -> str:
    return format_day(on) if isinstance(on, date) else f"the day of “{on}”"


def _figures(figures: NumberSum) -> str:
    text = ""
    for factor, name in figures.parts:
        joiner = " minus " if factor < 0 else " plus " if text else ""
        size = abs(factor)
        known = find_field(name) if name else None
        said = known.title if known else str(size)
        text += joiner + (f"{size} times {said}" if known and size != 1 else said)
    return text.strip()


_WORDED: dict[FieldKind, Callable[[Term, SearchField], str]] = {
    FieldKind.NAME: _describe_name,
    FieldKind.TEXT: _describe_name,
    FieldKind.COUNTED_TEXT: _describe_name,
    FieldKind.CHOICE: _describe_choice,
    FieldKind.ORDERED: _describe_comparison,
    FieldKind.NUMBER: _describe_comparison,
    FieldKind.COUNT: _describe_comparison,
    FieldKind.NUMBERED: _describe_comparison,
    FieldKind.LABELS: _describe_label,
    FieldKind.SET: _describe_label,
    FieldKind.DATE: _describe_date,
    FieldKind.LEGALITY: _legal,
    FieldKind.FLAG: _describe_flag,
}


def unparse(query: Query) -> str:
    """A query that is read as the same tree, display and day."""
    shown = query.display
    parts = [
        _written_tree(query.tree, is_inner=False),
        f"asof:{_on(query.as_of)}" if query.as_of else "",
        f"sort:{','.join(shown.sort)}" if shown.sort else "",
        *(f"{key}:{value}" for key, value in list_display_words(shown)),
    ]
    return " ".join(filter(None, parts))


def list_display_words(display: DisplayOptions) -> tuple[tuple[str, str], ...]:
    """The words of the display that are set, but for the order."""
    pairs = (("group", display.group), ("view", display.view), ("unique", display.unique))
    return tuple((key, value) for key, value in pairs if value)


def _written_tree(tree: Tree, *, is_inner: bool = True) -> str:
    if isinstance(tree, Term):
        return _written_term(tree)
    if isinstance(tree, Not):
        return f"-{_written_tree(tree.inner)}"
    text = (" " if isinstance(tree, And) else " or ").join(map(_written_tree, tree.parts))
    return f"({text})" if is_inner else text


def _written_term(term: Term) -> str:
    if not term.field:
        return ("!" if term.op == "=" else "") + _written_value(term)
    if term.left is not None:
        return f"{write_figures(term.left)}{term.op}{_written_value(term)}"
    return f"{term.field}{term.op}{_written_value(term)}" + (f"@{_on(term.on)}" if term.on else "")


def _written_value(term: Term) -> str:
    value = term.value
    if isinstance(value, Word):
        return f'"{value.text}"' if value.is_phrase else value.text
    if isinstance(value, Pattern):
        return f"/{value.text}/"
    if isinstance(value, Several):
        return "{" + ",".join(f'"{item}"' for item in value.items) + "}"
    if isinstance(value, NumberSum):
        return write_figures(value)
    copies = f"{value.copies[0]}{value.copies[1]}" if value.copies else ""
    return f"({_written_tree(value.tree, is_inner=False)}){copies}"


def _on(on: date | str | None) -> str:
    return on.isoformat() if isinstance(on, date) else f'"{on}"'
