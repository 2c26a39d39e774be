"""From what stands behind a field to the tree that it means, one way for each kind of field; days as they are typed."""

from __future__ import annotations

import re
from calendar import month_abbr, month_name, monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from vsdb.core.folding import find_nearest
from vsdb.search.language import syntax
from vsdb.search.language.field_types import FIGURES, OPERATORS, FieldKind, SearchField
from vsdb.search.language.fields import FIELDS
from vsdb.search.language.fields import find_field as field_of
from vsdb.search.language.syntax import And, NumberSum, Or, Pattern, QuerySpan, Several, Term, Tree, Word
from vsdb.search.language.tokens import ValuePiece

_WRITTEN = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", re.ASCII)

_MONTHS = {name.casefold(): number for names in (month_name, month_abbr) for number, name in enumerate(names) if name}
#: A day, month or year behind other words: `in April 2007`, `on 15 April 2007`, `April 15, 2007`, `2007-04`, `2007`.
_DAY_BEHIND = re.compile(
    r"(?P<words>.*?\S)[\s,]+(?:(?:in|on|of|at|as of)\s+)?"
    rf"(?:(?:(?P<before>\d{{1,2}})\s+)?(?P<month>{'|'.join(_MONTHS)})\.?,?\s+(?:(?P<after>\d{{1,2}}),?\s+)?)?"
    r"(?P<written>\d{4}(?:-\d{1,2}){0,2})",
    re.ASCII | re.IGNORECASE,
)

_MAX_DATED = 120  #: characters of a text with a day, so that no text takes long to read

Period = tuple[date, date]  #: from the first to the last day, both included


def parse_period(text: str) -> Period | None:
    """The days of `2006`, `2006-06`, `2006-06-01`, or of a span `2005..2006-06`, whose ends may be left out."""
    first, dots, last = text.partition("..")
    if not dots:
        return _single(first)
    start = _single(first) if first else (date.min, date.min)
    end = _single(last) if last else (date.max, date.max)
    if start is None or end is None or not (first or last) or start[0] > end[1]:
        return None
    return start[0], end[1]


def split_day(text: str) -> tuple[str, date] | None:
    """The words before a day at the end of a text, and that day: the last one of a month or a year."""
    if len(text) > _MAX_DATED or not (found := _DAY_BEHIND.fullmatch(text)):
        return None
    written = found["written"]
    if found["month"]:
        month, day = _MONTHS[found["month"].casefold()], found["before"] or found["after"]
        written = "-".join(filter(None, (written, str(month), day)))
    period = _single(written)
    return (found["words"], period[1]) if period else None


def _single(text: str) -> Period | None:
    found = _WRITTEN.fullmatch(text)
    if not found:
        return None
    year, month, day = (int(part) if part else None for part in found.groups())
    try:
        if year is None or month is None:
            return date(year or 0, 1, 1), date(year or 0, 12, 31)
        if day is None:
            return date(year, month, 1), date(year, month, monthrange(year, month)[1])
        return (only := date(year, month, day)), only
    except ValueError:
        return None


MAX_ITEMS = 60
_RANGE = re.compile(r"(\d{1,6})(?:-|\.\.)(\d{1,6})|(\d{1,6})\.\.|\.\.(\d{1,6})", re.ASCII)
_SIGN = re.compile(r"\*|x|\d{1,6}\+|\d{1,6}\*", re.ASCII)
_NUMBER = re.compile(r"[a-z]{0,3}\d{1,6}[a-z]?\*?", re.ASCII)
_NUMBER_RANGE = re.compile(r"(\d{1,6})?(?:-|\.\.)(\d{1,6})?", re.ASCII)
_OF_A_SET = re.compile(r"(?:s|e|set):(.+)", re.IGNORECASE)
_PARITIES = ("even", "odd")
_STATES = (*_PARITIES, "none", "unknown")
_TODAY = ("today", "now")
_EVERYWHERE = ("*", "none", "unknown")
_RECKONED = tuple(known.name for known in FIELDS if known.kind in FIGURES and known.is_answerable)
_SIMPLE = re.compile(r"\w[\w.'&-]*")
_COMPARISONS = ("<", "<=", ">", ">=")


class UnreadableValue(Exception):
    """A value that can't be read: what was found, what is allowed, what is nearest, to stand instead of the value.

    `is_of_term`: the suggestions are whole terms.
    """

    def __init__(self, message: str, suggestions: tuple[str, ...] = (), *, is_of_term: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.suggestions = suggestions
        self.is_of_term = is_of_term


@dataclass(frozen=True, slots=True)
class TermPlace:
    """A field with its operator and where the whole term stands."""

    field: SearchField
    op: str
    span: QuerySpan
    on: date | str | None = None

    def term(self, op: str, value: Word | Pattern | Several | NumberSum, left: NumberSum | None = None) -> Term:
        """The term that it makes."""
        return Term(self.field.name, op, value, self.span, self.on, left)


def _any_of(trees: Iterable[Tree]) -> Tree:
    parts = tuple(trees)
    return parts[0] if len(parts) == 1 else Or(parts)


def read_value(place: TermPlace, piece: ValuePiece) -> Tree:
    """The tree of a field's term. Raises UnreadableValue."""
    kind = place.field.kind
    if kind in (FieldKind.SUBQUERY, FieldKind.DISPLAY):
        said = f"“{place.field.name}” needs a query in parentheses."
        raise UnreadableValue(said, place.field.examples[:1], is_of_term=True)
    if piece.form == "braces" and not piece.items:
        raise UnreadableValue("The braces are empty.")
    if len(piece.items) > MAX_ITEMS:
        raise UnreadableValue(f"The braces contain {len(piece.items)} values; the limit is {MAX_ITEMS}.")
    if not piece.text:
        written = f"{place.field.name}{place.op}"
        raise UnreadableValue(f"A value is missing after “{written}”.", place.field.examples[:2], is_of_term=True)
    allowed = OPERATORS[kind]
    if place.op not in allowed and place.field.is_answerable:
        said = f"“{place.field.name}” can't be used with “{place.op}”. Use {', '.join(allowed)}."
        raise UnreadableValue(said)
    match kind:
        case FieldKind.NAME | FieldKind.TEXT:
            return _name(place, piece)
        case FieldKind.COUNTED_TEXT:
            # How many there are, where a number says so or the operator compares; else their words.
            is_number = (piece.form == "word" and piece.text.isdecimal()) or place.op in _COMPARISONS
            return (_compared if is_number else _name)(place, piece)
        case FieldKind.LABELS | FieldKind.SET:
            return _labels(place, piece)
        case FieldKind.CHOICE | FieldKind.LEGALITY | FieldKind.FLAG:
            return _choice(place, piece)
    return _compared(place, piece)


def _name(place: TermPlace, piece: ValuePiece) -> Tree:
    op = "=" if place.op in {"=", "!="} else ":"
    if piece.form == "pattern":
        tree: Tree = place.term(":", Pattern(piece.text))
    else:
        tree = _any_of(place.term(op, _get_typed_word(piece, text)) for text in _texts(piece))
    return syntax.negate_tree(tree) if place.op == "!=" else tree


def _choice(place: TermPlace, piece: ValuePiece) -> Tree:
    _no_pattern(place, piece)
    texts = [text for text in piece.text.split("|") if text] if piece.form == "word" else _texts(piece)
    op = "=" if place.field.kind is FieldKind.CHOICE and place.op in {"=", "!="} else ":"
    tree = _any_of(place.term(op, _word(place, piece, text)) for text in texts or _texts(piece))
    return syntax.negate_tree(tree) if place.op == "!=" else tree


def _labels(place: TermPlace, piece: ValuePiece) -> Tree:
    op = "=" if place.op == "!=" else place.op
    if piece.form == "pattern":
        tree: Tree = place.term(":", Pattern(piece.text))
    elif piece.form == "braces":
        tree = place.term(op, Several(tuple(_word(place, piece, text).text for text in piece.items)))
    else:
        tree = place.term(op, _word(place, piece, piece.text))
    return syntax.negate_tree(tree) if place.op == "!=" else tree


def _compared(place: TermPlace, piece: ValuePiece) -> Tree:
    """Any of several values; with `!=` none of them, and with a comparison only one makes sense."""
    _no_pattern(place, piece)
    op = "=" if place.op == ":" else place.op
    if place.field.name == "power" and (needed := _domains(piece)):
        return _power_of_domains(place, op, needed)
    match place.field.kind:
        case FieldKind.ORDERED:
            terms: list[Tree] = [place.term(op, _word(place, piece, text)) for text in _texts(piece)]
        case FieldKind.NUMBERED:
            terms = [place.term(op, _read_collectors_number(op, text)) for text in _texts(piece)]
        case FieldKind.DATE:
            terms = [place.term(op, _read_day(op, text)) for text in _texts(piece)]
        case _:
            terms = [_one_number(place, op, text) for text in _texts(piece)]
    if len(terms) > 1 and op in _COMPARISONS:
        raise UnreadableValue(f"“{op}” takes only one value.")
    return terms[0] if len(terms) == 1 else (And if op == "!=" else Or)(tuple(terms))


def _one_number(place: TermPlace, op: str, text: str) -> Tree:
    state, words = text.casefold(), _list_number_words(place.field)
    choice = place.field.choice(state)
    if choice or state in words or _is_sign(state, place.field):
        if op in _COMPARISONS:
            raise UnreadableValue(f"“{text}” is not a number. Write a number after “{op}”.")
        return place.term(op, Word(choice.name if choice else state))
    if found := _RANGE.fullmatch(text):
        _no_comparison(op, text)
        low, high = found[1] or found[3], found[2] or found[4]
        ends = (("<", low), (">", high)) if op == "!=" else ((">=", low), ("<=", high))
        terms = [place.term(compare, NumberSum(((int(end), None),))) for compare, end in ends if end is not None]
        return terms[0] if len(terms) == 1 else (Or if op == "!=" else And)(tuple(terms))
    figures = syntax.read_figures(text)
    if figures is None:
        # After a comparison no word helps.
        words = () if op in _COMPARISONS else words
        said = f"“{text}” is not a value of “{place.field.name}”. Use {', '.join(('a whole number', *words))} "
        said += "or a sum of other numbers."
        raise UnreadableValue(said, find_nearest(text, (*words, *(_RECKONED if place.field.name in _RECKONED else ()))))
    left = NumberSum(((1, place.field.name),)) if syntax.list_fields(figures) else None
    return place.term(op, figures, left)


def _list_number_words(field: SearchField) -> tuple[str, ...]:
    """The words that a number's field takes. One with words of its own is always known, such as your copies."""
    return (*(each.name for each in field.choices), *_PARITIES, "none") if field.choices else _STATES


def _is_sign(text: str, field: SearchField) -> bool:
    """Whether a value is a sign that cards have printed for a number, or any value."""
    return text == "*" or bool(not field.choices and _SIGN.fullmatch(text))


def _domains(piece: ValuePiece) -> tuple[str, ...]:
    domain = field_of("domain")
    found = [domain.choice(text) if domain else None for text in _texts(piece)]
    return tuple(choice.name for choice in found if choice) if all(found) else ()


def _power_of_domains(place: TermPlace, op: str, domains: tuple[str, ...]) -> Tree:
    """Costs power and has these domains: of which domain its power is isn't recorded apart."""
    costs = place.term(">=", NumberSum(((1, None),)))
    has = Term("domain", "=" if op == "!=" else ":" if op == "=" else op, Several(domains), place.span)
    tree = And((costs, has))
    return syntax.negate_tree(tree) if op == "!=" else tree


def _read_collectors_number(op: str, text: str) -> Word:
    wanted = text.casefold()
    if _NUMBER.fullmatch(wanted):
        return Word(wanted)
    found = _NUMBER_RANGE.fullmatch(wanted)
    if not found or not any(found.groups()):
        raise UnreadableValue(f"“{text}” is not a collector's number. Use 12, 12a or a range such as 1-50.")
    _no_comparison(op, text)
    return Word(f"{found[1] or ''}..{found[2] or ''}")


def _no_comparison(op: str, span: str) -> None:
    if op in _COMPARISONS:
        raise UnreadableValue(f"“{span}” is a range. Use it after “:”, “=” or “!=”.")


def _read_day(op: str, text: str) -> Word:
    if found := _OF_A_SET.fullmatch(text):
        return Word(f"set:{found[1].strip()}", is_phrase=True)
    if parse_period(text) or text.casefold() in _TODAY:
        return Word(text)
    if text.casefold() in _EVERYWHERE and op == "=":
        return Word(text.casefold())
    raise UnreadableValue(
        f"“{text}” is not a date. Use 2006, 2006-06, 2006-06-01, a range 2005..2006, or a set such as s:MSM."
    )


def _texts(piece: ValuePiece) -> tuple[str, ...]:
    return piece.items if piece.form == "braces" else (piece.text,)


def _no_pattern(place: TermPlace, piece: ValuePiece) -> None:
    if piece.form == "pattern":
        raise UnreadableValue(
            f"“{place.field.name}” can't be used with a regular expression; names, versions and labels can."
        )


def _get_typed_word(piece: ValuePiece, text: str) -> Word:
    """The word as it was typed; one from between braces is a phrase where it couldn't stand alone."""
    return Word(text, piece.form == "phrase" or (piece.form == "braces" and not _SIMPLE.fullmatch(text)))


def _word(place: TermPlace, piece: ValuePiece, text: str) -> Word:
    """The value, by its own name where the field has fixed ones."""
    field = place.field
    if not field.choices:
        return _get_typed_word(piece, text)
    if choice := field.choice(text):
        return Word(choice.name)
    if field.kind is not FieldKind.FLAG and text.casefold() in _EVERYWHERE:
        return Word(text.casefold())
    names = [choice.name for choice in field.choices]
    others = [alias for choice in field.choices for alias in choice.aliases if len(alias) > 2]
    said = f"“{text}” is not a value of “{field.name}”. Use {', '.join(names)}."
    raise UnreadableValue(said, find_nearest(text, [*names, *others]))
