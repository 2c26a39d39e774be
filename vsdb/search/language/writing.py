"""A query that was read, told in words, for those who can't see how it is marked, and written again as a query."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import groupby

from engine.model.catalog import printing_key
from vsdb.core.words import format_day, spell_out_days
from vsdb.search.language import syntax
from vsdb.search.language.field_types import FieldKind, SearchField
from vsdb.search.language.fields import find_field
from vsdb.search.language.syntax import And, Not, NumberSum, Or, Pattern, Query, Several, Subquery, Term, Tree, Word

_IS = {"=": "", "!=": " recorded and not", "<": " less than", "<=": " at most", ">": " more than", ">=": " at least"}
_ON_DAYS = {"<": "before", "<=": "no later than", ">": "after", ">=": "no earlier than", "!=": "not in", "=": "in"}
#: How a sentence with a date begins, for fields whose name doesn't begin one.
_DATED = {
    "bannedon": "it was banned",
    "unbannedon": "it was unbanned",
    "changed": "it changed",
    "erratadon": "it got errata",
    "rulingon": "it got a ruling",
}
_OF_LABELS = {
    ":": "is {any}",
    "=": "is {all} and nothing else",
    "<=": "is nothing but {any}",
    ">=": "includes {all}",
    "<": "is only part of {all}",
    ">": "includes {all} and more",
}
#: Kinds whose words name their field already.
_WITH_THEIR_FIELD = (FieldKind.FLAG, FieldKind.LEGALITY, FieldKind.DATE)
_COMPARABLE = (FieldKind.ORDERED, FieldKind.NUMBER, FieldKind.COUNT, FieldKind.NUMBERED)
_SHOWN = {"group": "grouped by", "view": "shown as", "unique": "one line per"}
_LINES = {"prints": "printing", "cards": "card"}
_STATES = {"*": "recorded", "none": "recorded as none", "unknown": "not recorded", "even": "even", "odd": "odd"}


def describe(query: Query) -> str:
    """What was understood, as one sentence."""
    what = "Every card" if query.tree == And(()) else f"Cards where {_tree(query.tree, is_inner=False)}"
    how = [f"as of {_day(query.as_of)}"] if query.as_of else []
    if query.display.sort:
        keys = (f"{key.removeprefix('-')}{' (descending)' * key.startswith('-')}" for key in query.display.sort)
        how.append(f"sorted by {', then by '.join(keys)}")
    how += [f"{_SHOWN[key]} {_LINES.get(value, value)}" for key, value in list_display_words(query.display)]
    return "; ".join([what, *how]) + "."


def _tree(tree: Tree, *, is_inner: bool = True) -> str:
    if isinstance(tree, Term):
        return _term(tree)
    if isinstance(tree, Not):
        return f"not ({_tree(tree.inner, is_inner=False)})"
    parts = list(_describe_parts(tree))
    either = ", or " if any(" or " in part for part in parts) else " or "
    text = (" and " if isinstance(tree, And) else either).join(parts)
    return f"({text})" if is_inner else text


def _describe_parts(tree: And | Or) -> Iterator[str]:
    """Describe each part, words beside one another that every card contains together."""
    for is_word, group in groupby(tree.parts, lambda part: isinstance(tree, And) and _is_plain_word(part)):
        parts = list(group)
        if is_word and len(parts) > 1:
            words = [_words(part)[0] for part in parts if isinstance(part, Term)]
            yield f"{', '.join(words[:-1])} and {words[-1]} are in the name or text"
        else:
            yield from map(_tree, parts)


def _is_plain_word(part: Tree) -> bool:
    """Whether a part is a bare word, and not the number of a printing."""
    if not isinstance(part, Term) or part.field or part.op != ":" or not isinstance(part.value, Word):
        return False
    return part.value.is_phrase or not printing_key(part.value.text)


def _term(term: Term) -> str:
    known = find_field(term.field)
    if known is None:
        return _bare(term)
    match term.value:
        case Subquery(tree=tree):
            said = f"matches ({_tree(tree, is_inner=False)})"
        case Pattern(text=text):
            said = f"matches /{text}/"
        case NumberSum() as figures if term.left:
            return f"{_figures(term.left)} is{_IS[term.op]} {_figures(figures)}"
        case NumberSum() as figures:
            said = f"is{_IS[term.op]} {_figures(figures)}"
        case _:
            said = _describe_words(term, known)
    return said if known.kind in _WITH_THEIR_FIELD else f"{known.title} {said}"


def _bare(term: Term) -> str:
    if term.field:
        return f"“{_written_term(term)}” (unknown field)"
    if isinstance(term.value, Pattern):
        return f"a name matches /{term.value.text}/"
    word = _words(term)[0]
    if term.op == "=":
        return f"the name is {word}"
    is_code = isinstance(term.value, Word) and not term.value.is_phrase and printing_key(term.value.text)
    return f"{word} is {'a printing’s number, or ' if is_code else ''}in the name or text"


def _words(term: Term) -> tuple[str, ...]:
    if isinstance(term.value, Several):
        return tuple(f"“{item}”" for item in term.value.items)
    return (f"“{term.value.text}”",) if isinstance(term.value, Word) else ()


def _plain(term: Term) -> str:
    return term.value.text if isinstance(term.value, Word) else ""


def _describe_words(term: Term, known: SearchField) -> str:
    text, words, is_whole = _plain(term), _words(term), term.op == "="
    match known.kind:
        case FieldKind.FLAG:
            choice = known.choice(text)
            if known.name in {"is", "has"}:
                return f"it {choice.help if choice else text}{_describe_day(term)}"
            return f"{known.title} is {_STATES.get(text, text)}"
        case FieldKind.LEGALITY:
            where = "at least one format" if text == "*" else words[0]
            return f"it is {known.title} in {where}{_describe_day(term)}"
        case kind if text in _STATES and (is_whole or kind not in _COMPARABLE):
            return f"is {_STATES[text]}"
        case FieldKind.NAME | FieldKind.TEXT | FieldKind.COUNTED_TEXT:
            return f"{'is' if is_whole else 'contains'} {words[0]}"
        case FieldKind.CHOICE:
            return f"is {'exactly ' if is_whole else ''}{words[0]}"
        case FieldKind.LABELS | FieldKind.SET:
            return _OF_LABELS[term.op].format(any=" or ".join(words), all=" and ".join(words))
        case FieldKind.DATE:
            on = (
                f"the date of set {text[4:]}" if text.startswith("set:") else spell_out_days(text.replace("..", " to "))
            )
            return f"{_DATED.get(known.name, f'{known.title} is')} {_ON_DAYS[term.op]} {on}"
    return f"is{_IS[term.op]} {text.replace('..', ' to ')}"


def _describe_day(term: Term) -> str:
    return f" on {_day(term.on)}" if term.on else ""


def _day(on: date | str | None) -> str:
    return format_day(on) if isinstance(on, date) else f"the date of “{on}”"


def _figures(figures: NumberSum) -> str:
    text = ""
    for factor, name in figures.parts:
        known, size = find_field(name) if name else None, abs(factor)
        text += " minus " if factor < 0 else " plus " if text else ""
        text += f"{size}" if known is None else known.title if size == 1 else f"{size} times {known.title}"
    return text.strip()


def unparse(query: Query) -> str:
    """A query that is read as the same tree, display and day."""
    shown = query.display
    parts = [
        write_tree(query.tree, is_inner=False),
        f"asof:{_on(query.as_of)}" if query.as_of else "",
        f"sort:{','.join(shown.sort)}" if shown.sort else "",
        *(f"{key}:{value}" for key, value in list_display_words(shown)),
    ]
    return " ".join(filter(None, parts))


def list_display_words(display: syntax.DisplayOptions) -> tuple[tuple[str, str], ...]:
    """The words of the display that are set, but for the order."""
    pairs = (("group", display.group), ("view", display.view), ("unique", display.unique))
    return tuple((key, value) for key, value in pairs if value)


def write_tree(tree: Tree, *, is_inner: bool = True) -> str:
    """A tree as it is typed, in parentheses where it has several parts and is part of another."""
    if isinstance(tree, Term):
        return _written_term(tree)
    if isinstance(tree, Not):
        return f"-{write_tree(tree.inner)}"
    text = (" " if isinstance(tree, And) else " or ").join(map(write_tree, tree.parts))
    return f"({text})" if is_inner else text


def _written_term(term: Term) -> str:
    if not term.field:
        return ("!" if term.op == "=" else "") + _written_value(term)
    if term.left is not None:
        return f"{syntax.write_figures(term.left)}{term.op}{_written_value(term)}"
    return f"{term.field}{term.op}{_written_value(term)}" + (f"@{_on(term.on)}" if term.on else "")


def _written_value(term: Term) -> str:
    match term.value:
        case Word(text=text, is_phrase=is_phrase):
            return f'"{text}"' if is_phrase else text
        case Pattern(text=text):
            return f"/{text}/"
        case Several(items=items):
            return "{" + ",".join(f'"{item}"' for item in items) + "}"
        case NumberSum() as figures:
            return syntax.write_figures(figures)
        case Subquery(tree=tree, copies=copies):
            return f"({write_tree(tree, is_inner=False)})" + "".join(map(str, copies or ()))


def _on(on: date | str | None) -> str:
    return on.isoformat() if isinstance(on, date) else f'"{on}"'
