"""From text to a tree: a tolerant recursive descent, by hand.

Why no parser library: a grammar that fails, fails as a whole. Here the rest of a faulty query must still run, and every
mistake needs its place and the nearest right word; so each step takes what it can and notes what it can't.

    any    = all ("or" all)*
    all    = one ("and"? one)*
    one    = ("-" | "not ")* (group | term)
    group  = "(" any ")" ["@" day]
    term   = key op value ["@" day] | sum op sum | "!" name | word | "phrase" | /pattern/
    value  = word | "phrase" | /pattern/ | "{" item ("," item)* "}" | "(" any ")"
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date

from engine.cards import GAMES
from vsdb.search.language.days import period
from vsdb.search.language.fields import FIELDS, field
from vsdb.search.language.figures import fields_of, read_figures
from vsdb.search.language.kinds import FIGURES, Field, Kind
from vsdb.search.language.suggestions import nearest
from vsdb.search.language.syntax import (
    And,
    Display,
    Figures,
    Not,
    Note,
    Or,
    Pattern,
    Query,
    Span,
    Subquery,
    Term,
    Tree,
    Word,
)
from vsdb.search.language.tokens import Head, Piece, Scanner, clean
from vsdb.search.language.values import Place, Unread, negated, read_value

MOST_CHARACTERS = 1_000
MOST_TERMS = 60
DEEPEST = 20
_DAYS_FLAGS = ("legal", "banned")  #: flags that are asked on a day
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!=", ":": ":"}


def parse(text: str, games: Collection[str] | None = None) -> Query:
    """What the query asks; `games` are those that are searched, all if left out. Never raises."""
    return _Parser(text, games).query()


class _Parser:
    def __init__(self, text: str, games: Collection[str] | None) -> None:
        self.text = clean(text[:MOST_CHARACTERS])
        self.scanner = Scanner(self.text)
        self.games = frozenset(GAMES if games is None else games)
        self.notes: list[Note] = []
        self.display = Display()
        self.as_of: date | str | None = None
        self.terms = 0
        if len(text) > MOST_CHARACTERS:
            cut = Span(MOST_CHARACTERS - 1, MOST_CHARACTERS)
            self.note(f"The query has {len(text):,} characters; the first {MOST_CHARACTERS:,} were read.", cut)

    def query(self) -> Query:
        tree = self.any(0, None) or And(())
        notes = tuple(sorted(dict.fromkeys(self.notes), key=lambda note: (note.span.start, note.span.end)))
        return Query(self.text, tree, self.display, self.as_of, notes)

    def note(self, message: str, span: Span, suggestions: tuple[str, ...] = ()) -> None:
        self.notes.append(Note(message, span, suggestions))

    # What stands inside a field's parentheses (`t:(unit or spell)`) is read with that field: `inside`.

    def any(self, depth: int, inside: Place | None) -> Tree | None:
        parts = [self.all(depth, inside)]
        while self.scanner.at_word("or"):
            span = Span(self.scanner.place, self.scanner.place + 2)
            self.scanner.place = span.end
            after = self.all(depth, inside)
            if parts[-1:] == [None] and len(parts) == 1 and after is not None and not self.notes:
                self.note("“or” has nothing before it.", span)
            parts.append(after)
        kept = tuple(part for part in parts if part is not None)
        return _joined(Or, kept)

    def all(self, depth: int, inside: Place | None) -> Tree | None:
        parts: list[Tree] = []
        while True:
            self.scanner.skip_spaces()
            if not self.scanner.next or self.scanner.at_word("or"):
                break
            if self.scanner.at_word("and"):
                self.scanner.place += 3
            elif self.scanner.next == ")":
                if depth:
                    break
                self.note(
                    "A closing parenthesis has no opening one; it was left out.",
                    Span(self.scanner.place, self.scanner.place + 1),
                )
                self.scanner.place += 1
            else:
                part = self.one(depth, inside)
                if part is not None:
                    parts.append(part)
        return _joined(And, tuple(parts))

    def one(self, depth: int, inside: Place | None) -> Tree | None:
        start = self.scanner.place
        is_negated = False
        while True:
            if self.scanner.next == "-" and self.scanner.after_next not in {"", " ", ")"}:
                self.scanner.place += 1
            elif self.scanner.at_word("not"):
                self.scanner.place += 3
                self.scanner.skip_spaces()
                if self.scanner.next in {"", ")"} or self.scanner.at_word("or") or self.scanner.at_word("and"):
                    self.note("“not” has nothing after it.", Span(start, start + 3))
                    return None
            else:
                break
            is_negated = not is_negated
        if self.scanner.next == "(":
            tree = self.group(depth, inside)
        else:
            tree = self.term(start, depth, inside, is_negated=is_negated)
        return negated(tree) if tree is not None and is_negated else tree

    def group(self, depth: int, inside: Place | None) -> Tree | None:
        start = self.scanner.place
        if depth >= DEEPEST:
            self.note(
                f"Parentheses stand in each other more than {DEEPEST} deep; what is deeper was left out.",
                self.scanner.skip_parentheses(),
            )
            return None
        self.scanner.place += 1
        notes = len(self.notes)
        tree = self.any(depth + 1, inside)
        if self.scanner.next == ")":
            self.scanner.place += 1
        else:
            self.note("An opening parenthesis has no closing one.", Span(start, start + 1))
        if tree is None and len(self.notes) == notes:
            self.note("There is nothing between the parentheses.", Span(start, self.scanner.place))
        if self.scanner.next == "@" and (on := self.suffix()) and tree is not None:
            return _asked_on(tree, on)
        return tree

    def term(self, start: int, depth: int, inside: Place | None, *, is_negated: bool) -> Tree | None:
        scanner = self.scanner
        character = scanner.next
        if character == '"':
            return self.bare(scanner.take_quoted(), start, inside)
        if character == "/" and scanner.after_next not in {"", " "}:
            return self.bare(scanner.take_pattern(), start, inside)
        if character == "{":
            piece = scanner.take_braces()
            if inside:
                return self.bare(piece, start, inside)
            self.note("Braces need a field before them, as in team:{avengers,x-men}.", piece.span)
            return None
        if character == "!" and (scanner.after_next == '"' or scanner.after_next.isalnum()):
            return self.exact(start)
        for head in (scanner.sum_before_operator(), scanner.head()):
            if head and self.is_head(head):
                return self.of_field(head, start, depth, is_negated=is_negated)
        if stray := scanner.take_stray_operator():
            self.note(
                f"Nothing stands before “{self.text[stray.start : stray.end]}”; a field does, as in cost<=3.", stray
            )
            return None
        piece_or_none = scanner.take_bare()
        if piece_or_none is None:
            scanner.place += 1
            return None
        return self.bare(piece_or_none, start, inside)

    def is_head(self, head: Head) -> bool:
        """Whether it is meant as a field: a known one, a sum of known ones, or some word right before an operator."""
        known = field(head.key)
        figures = read_figures(head.key)
        if figures is not None and (known is None or head.key.isdecimal()):
            return head.op != ":" or bool(fields_of(figures)) or not head.is_spaced
        if known is not None:
            return not head.is_spaced or head.op != ":"
        return not head.is_spaced and head.key.isidentifier() and not self.ends_with_colon(head)

    def ends_with_colon(self, head: Head) -> bool:
        """Whether the colon is a name's own, as in `Origins: Proving Grounds`."""
        return head.op == ":" and self.text[head.span.end : head.span.end + 1] in {"", " ", ")"}

    def bare(self, piece: Piece, start: int, inside: Place | None) -> Tree | None:
        """Words, phrases and patterns that no field stands before."""
        span = Span(start, self.scanner.place)
        self.close(piece)
        if inside:
            return self.valued(replace(inside, span=span), piece)
        if piece.form == "pattern":
            return self.counted(Term("", ":", Pattern(piece.text), span), span) if piece.text else None
        text = piece.text if piece.form == "phrase" else piece.text.rstrip(":,;")
        if not any(character.isalnum() for character in text):
            if piece.form == "phrase":
                self.note("There is no word between the quotes.", piece.span)
            return None
        return self.counted(Term("", ":", Word(text, piece.form == "phrase"), span), span)

    def exact(self, start: int) -> Tree | None:
        """`!"Spider-Man"` and `!Spider-Man`: the whole name."""
        self.scanner.place += 1
        piece = self.scanner.take_quoted() if self.scanner.next == '"' else self.scanner.take_bare()
        if piece is None or not piece.text:
            self.note('A name is missing after "!".', Span(start, self.scanner.place))
            return None
        self.close(piece)
        span = Span(start, self.scanner.place)
        return self.counted(Term("", "=", Word(piece.text, piece.form == "phrase"), span), span)

    def of_field(self, head: Head, start: int, depth: int, *, is_negated: bool) -> Tree | None:
        scanner = self.scanner
        scanner.place = head.span.end
        known = field(head.key)
        figures = None if known is not None else read_figures(head.key)
        known = known or (field(names[0]) if figures and (names := fields_of(figures)) else None)
        place_of_value = scanner.place
        scanner.skip_spaces()
        is_missing = scanner.next in {"", ")"} or scanner.at_word("or") or scanner.at_word("and")
        piece = scanner.take_sum() if (known and known.kind in FIGURES) or figures else None
        if is_missing:
            scanner.place = place_of_value
            piece = Piece("word", "", Span(place_of_value, place_of_value))
        elif scanner.next == "(" and piece is None:
            return self.field_of_group(known, head, start, depth)
        elif piece is None:
            piece = self.value()
        self.close(piece)
        on = self.suffix() if scanner.next == "@" else None
        span = Span(start, scanner.place)
        if figures:
            return self.compared(figures, head.op, piece, span)
        if known is None:
            self.unknown(head)
            return None
        if known.kind is Kind.DISPLAY:
            self.show(known, piece, span, is_negated=is_negated)
            return None
        if on is not None and not _takes_a_day(known, piece):
            self.note(f"“@” asks for a day; “{known.name}” has none, only legal and banned do.", span)
            on = None
        return self.valued(Place(known, head.op, span, on), piece)

    def value(self) -> Piece:
        scanner = self.scanner
        if scanner.next == '"':
            return scanner.take_quoted()
        if scanner.next == "{":
            return scanner.take_braces()
        if scanner.next == "/":
            return scanner.take_pattern()
        start = scanner.place
        piece = scanner.take_run() or Piece("word", "", Span(start, start))
        if piece.text.endswith(":") and scanner.next == '"':  # date>=s:"Marvel Origins"
            quoted = scanner.take_quoted()
            return Piece("word", piece.text + quoted.text, Span(start, scanner.place), is_open=quoted.is_open)
        return piece

    def field_of_group(self, known: Field | None, head: Head, start: int, depth: int) -> Tree | None:
        """A field before parentheses: a query of its own, or the field for every word in it."""
        span = Span(start, head.span.end)
        if known is None:
            self.unknown(head) if read_figures(head.key) is None else self.note("A figure comes after this.", span)
            self.scanner.skip_parentheses()
            return None
        if known.kind is Kind.DISPLAY:
            self.note(f"“{known.name}” takes a word, no parentheses.", Span(start, self.scanner.skip_parentheses().end))
            return None
        if known.kind is not Kind.SUBQUERY:
            return self.group(depth, Place(known, head.op, span))
        tree = self.group(depth, None)
        span = Span(start, self.scanner.place)
        self.say_what_is_lacking(known, span)
        return None if tree is None else self.counted(Term(known.name, ":", Subquery(tree), span), span)

    def compared(self, left: Figures, op: str, piece: Piece, span: Span) -> Tree | None:
        """A sum against a sum; a plain number on the left changes sides."""
        right = read_figures(piece.text) if piece.form == "word" else None
        op = "=" if op == ":" else op
        if right is None:
            self.note(f"“{piece.text}” is no number and no sum of figures.", piece.span)
            return None
        if not fields_of(left):
            left, right, op = right, left, _TURNED[op]
        names = fields_of(left)
        known = field(names[0]) if names else None
        if known is None:
            self.note("Two numbers are compared here; one side needs a figure of the card.", span)
            return None
        for name in (*names, *fields_of(right)):
            self.say_what_is_lacking(field(name), span)
        if left.parts == ((1, known.name),) and not fields_of(right):
            return self.counted(Term(known.name, op, right, span), span)
        return self.counted(Term(known.name, op, right, span, left=left), span)

    def valued(self, place: Place, piece: Piece) -> Tree | None:
        """The field's term, or a note for why there is none."""
        known = place.field
        if known.kind is Kind.SUBQUERY:
            self.note(f"“{known.name}” takes a query in parentheses.", place.span, known.examples[:1])
            return None
        try:
            tree = read_value(place, piece)
        except Unread as unread:
            self.note(unread.message, piece.span if piece.text else place.span, unread.suggestions)
            return None
        self.say_what_is_lacking(known, place.span)
        choices = [known.choice(term.value.text) for term in _terms(tree) if isinstance(term.value, Word)]
        for choice in choices:
            if choice and choice.unanswerable:
                self.note(f"No card is found by “{known.name}:{choice.name}”: {choice.unanswerable}.", place.span)
        return self.counted(tree, place.span)

    def say_what_is_lacking(self, known: Field | None, span: Span) -> None:
        """What the records can't answer, or don't have for the games that are searched."""
        if known is None:
            return
        if known.unanswerable:
            self.note(f"No card is found by “{known.name}”: {known.unanswerable}.", span)
        elif self.games and self.games.isdisjoint(known.games):
            having = " and ".join(GAMES[game] for game in known.games)
            self.note(f"“{known.name}” is a fact of {having} alone.", span)

    def counted(self, tree: Tree, span: Span) -> Tree | None:
        """The tree, unless there are too many terms with it."""
        self.terms += sum(1 for _ in _terms(tree))
        if self.terms <= MOST_TERMS:
            return tree
        self.note(f"The query has more than {MOST_TERMS} terms; what came after was left out.", span)
        self.scanner.place = len(self.text)
        return None

    def unknown(self, head: Head) -> None:
        """A field that there isn't; its term is left out."""
        span = Span(head.span.start, head.span.start + len(head.key))
        near = nearest(head.key, [key for known in FIELDS for key in known.keys if len(key) > 1])
        self.note(f"There is no field “{head.key}”; what it asks was left out.", span, near)

    def close(self, piece: Piece) -> None:
        """Say where an end is missing."""
        if piece.is_open:
            missing = {"braces": "closing brace", "pattern": "closing slash"}.get(piece.form, "closing quote")
            self.note(
                f"A {missing} is missing; all up to the end was taken.", Span(piece.span.start, piece.span.start + 1)
            )

    def suffix(self) -> date | str | None:
        """The day, set or event after an `@`."""
        start = self.scanner.place
        self.scanner.place += 1
        piece = self.scanner.take_quoted() if self.scanner.next == '"' else self.scanner.take_run()
        span = Span(start, self.scanner.place)
        if piece is None or not piece.text:
            self.note("A day, a set or an event is missing after “@”.", span)
            return None
        self.close(piece)
        return self.day(piece.text, span)

    def day(self, text: str, span: Span) -> date | str:
        """The day; of a month or a year the last one, with a note."""
        days = period(text)
        if days is None or ".." in text:
            return text
        if days[0] != days[1]:
            self.note(f"“{text}” is more than a day; its last, {days[1].isoformat()}, was taken.", span)
        return days[1]

    def show(self, known: Field, piece: Piece, span: Span, *, is_negated: bool) -> None:
        """How the answer is shown and on which day it is asked."""
        if not piece.text:
            self.note(f"A value is missing after “{known.name}:”.", span, known.examples[:2])
        elif known.name == "asof":
            self.as_of = self.day(piece.text, span)
        else:
            texts = piece.items if piece.form == "braces" else tuple(filter(None, piece.text.split(",")))
            for text in texts:
                self.show_one(known, text.strip(), piece.span, is_negated=is_negated)

    def show_one(self, known: Field, text: str, span: Span, *, is_negated: bool) -> None:
        is_descending = is_negated != (text.startswith("-") and known.name == "sort")
        choice = known.choice(text.removeprefix("-"))
        if choice is None:
            names = [one.name for one in known.choices]
            self.note(f"“{text}” is nothing to {known.name} by: {', '.join(names)}.", span, nearest(text, names))
        elif known.name == "sort":
            keys = [key for key in self.display.sort if key.removeprefix("-") != choice.name]
            self.display = replace(self.display, sort=(*keys, "-" * is_descending + choice.name))
        else:
            self.display = replace(self.display, **{known.name: choice.name})


def _joined(joiner: type[And] | type[Or], parts: tuple[Tree, ...]) -> Tree | None:
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else joiner(parts)


def _takes_a_day(known: Field, piece: Piece) -> bool:
    return known.kind is Kind.LEGALITY or (known.name == "is" and piece.text.casefold() in _DAYS_FLAGS)


def _terms(tree: Tree) -> Iterable[Term]:
    if isinstance(tree, Term):
        yield tree
    elif isinstance(tree, Not):
        yield from _terms(tree.inner)
    else:
        for part in tree.parts:
            yield from _terms(part)


def _asked_on(tree: Tree, on: date | str) -> Tree:
    """The tree with every legality in it that names no day of its own asked on that day."""
    if isinstance(tree, Term):
        known = field(tree.field)
        is_legality = (
            known is not None
            and isinstance(tree.value, Word)
            and (known.kind is Kind.LEGALITY or (known.name == "is" and tree.value.text in _DAYS_FLAGS))
        )
        return replace(tree, on=on) if is_legality and tree.on is None else tree
    if isinstance(tree, Not):
        return Not(_asked_on(tree.inner, on))
    return type(tree)(tuple(_asked_on(part, on) for part in tree.parts))
