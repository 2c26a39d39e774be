"""From text to a tree: a tolerant recursive descent, by hand.

Why no parser library: a grammar that fails, fails as a whole. Here the rest of a faulty query must still run, and every
mistake needs its place and the nearest right word; so each step takes what it can and notes what it can't.

    any    = all ("or" all)*
    all    = one ("and"? one)*
    one    = ("-" | "not")* (group | term)
    group  = "(" any ")" ["@" day]
    term   = key op ["!"] value ["@" day] | sum op sum | "!" name | word | "phrase" | /pattern/
    value  = word | "phrase" | /pattern/ | "{" item ("," item)* "}" | "(" any ")"
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date

from engine.model.cards import GAMES
from vsdb.core.folding import find_nearest
from vsdb.search.language import syntax
from vsdb.search.language.field_types import FIGURES, FieldKind, SearchField
from vsdb.search.language.fields import FIELDS, find_field
from vsdb.search.language.findings import NoteCollector
from vsdb.search.language.syntax import (
    And,
    Not,
    NumberSum,
    Or,
    Pattern,
    Query,
    QuerySpan,
    Several,
    Subquery,
    Term,
    Tree,
    Value,
    Word,
)
from vsdb.search.language.tokens import QueryScanner, TermHead, ValuePiece, clean
from vsdb.search.language.values import TermPlace, UnreadableValue, read_value
from vsdb.search.language.writing import unparse

MAX_CHARACTERS = 1_000
MAX_TERMS = 60
DEEPEST = 20  #: parentheses in parentheses
_KEYS = tuple(key for known in FIELDS for key in known.keys if len(key) > 1)
_JOINERS = ("or", "and", "not")
#: The fields that name a format, and a version of one by an organizer.
_OF_FORMATS = frozenset({"legal", "illegal", "uncertain", "banned", "format"})
_NEGATION = re.compile(r"(?:^|(?<=[\s(]))(?<!not )(?:-|not\s+)$", re.IGNORECASE)
_VERSION = re.compile(r"@[1-9][0-9]{0,2}(?![\w-])", re.ASCII)


def parse(text: str, games: Collection[str] | None = None) -> Query:
    """Parse a query. `games` are the searched games; all if omitted. Never raises."""
    return QueryParser(text, NoteCollector(GAMES if games is None else games)).query()


class QueryParser:
    """Each method takes what it is named for from the scanner's place; what it gives is None where nothing is left.

    `depth` counts the open parentheses. Words in a field's parentheses, `t:(unit or spell)`, are read with the field:
    that is `inside`.
    """

    example = "cost<=3"
    has_names = True  #: so that `!` asks for a whole one

    def __init__(self, text: str, findings: NoteCollector) -> None:
        self.scanner = QueryScanner(clean(text[:MAX_CHARACTERS]))
        self.findings = findings
        self.note = findings.note
        self.terms = 0
        self.unknown: set[Term] = set()
        if len(text) > MAX_CHARACTERS:
            cut = QuerySpan(MAX_CHARACTERS - 1, MAX_CHARACTERS)
            self.note(f"The query has {len(text):,} characters; only the first {MAX_CHARACTERS:,} were read.", cut)

    @property
    def keys(self) -> Sequence[str]:
        """Names and aliases of the fields, for suggestions."""
        return _KEYS

    def query(self) -> Query:
        """Parse the whole text. Notes on unknown fields have the query without them."""
        tree, found = self.any(0, None) or And(()), self.findings
        query = Query(self.scanner.text, tree, found.display, found.as_of, found.notes)
        if not self.unknown:
            return query
        without = unparse(replace(query, tree=syntax.keep_parts(self._is_known, tree)))
        notes = (note if note.without is None else replace(note, without=without) for note in query.notes)
        return replace(query, notes=tuple(notes))

    def _is_known(self, tree: Tree) -> bool:
        """Whether a tree asks something besides unknown fields."""
        match tree:
            case Term(value=Subquery(tree=inner)):
                return self.unknown.isdisjoint(syntax.walk_terms(inner))
            case Term():
                return tree not in self.unknown
            case Not():
                return self._is_known(tree.inner)
        return not tree.parts or any(map(self._is_known, tree.parts))

    def field_of(self, key: str) -> SearchField | None:
        """Return the field with that name or alias."""
        return find_field(key)

    def any(self, depth: int, inside: TermPlace | None) -> Tree | None:
        scanner = self.scanner
        scanner.skip_spaces()
        if scanner.at_word("or"):
            self.note("“or” has nothing before it.", QuerySpan(scanner.place, scanner.place + 2))
        parts = [self.all(depth, inside)]
        while scanner.at_word("or"):
            word = QuerySpan(scanner.place, scanner.place + 2)
            scanner.place = word.end
            scanner.skip_spaces()
            if scanner.at_end_of_group() or scanner.at_word("or"):
                self.note("“or” has nothing after it.", word)
            parts.append(self.all(depth, inside))
        return syntax.join_trees(Or, parts)

    def all(self, depth: int, inside: TermPlace | None) -> Tree | None:
        scanner = self.scanner
        parts: list[Tree | None] = []
        while True:
            scanner.skip_spaces()
            if not scanner.next or scanner.at_word("or") or (depth and scanner.next == ")"):
                return syntax.join_trees(And, parts)
            if scanner.at_word("and"):
                scanner.place += 3
            elif scanner.next == ")":
                place = QuerySpan(scanner.place, scanner.place + 1)
                self.note("A closing parenthesis has no opening one; it was ignored.", place)
                scanner.place += 1
            else:
                parts.append(self.one(depth, inside))

    def one(self, depth: int, inside: TermPlace | None) -> Tree | None:
        scanner = self.scanner
        start = scanner.place
        is_negated = False
        while True:
            if scanner.next == "-" and scanner.after_next not in {"", " ", ")"}:
                scanner.place += 1
            elif scanner.at_word("not"):
                word = QuerySpan(scanner.place, scanner.place + 3)
                scanner.place = word.end
                scanner.skip_spaces()
                if scanner.at_end_of_group() or scanner.at_word("or") or scanner.at_word("and"):
                    self.note("“not” has nothing after it.", word)
                    return None
            else:
                break
            is_negated = not is_negated
        tree = self.group(depth, inside) if scanner.next == "(" else self.term(start, depth, inside, is_negated)
        return syntax.negate_tree(tree) if tree is not None and is_negated else tree

    def group(self, depth: int, inside: TermPlace | None) -> Tree | None:
        scanner = self.scanner
        start = scanner.place
        if depth >= DEEPEST:
            deeper = scanner.skip_parentheses()
            self.note(f"More than {DEEPEST} nested parentheses; deeper parts were ignored.", deeper)
            return None
        scanner.place += 1
        scanner.skip_spaces()
        if scanner.next == ")":
            self.note("The parentheses are empty.", QuerySpan(start, scanner.place + 1))
        tree = self.any(depth + 1, inside)
        if scanner.next == ")":
            scanner.place += 1
        elif self.terms <= MAX_TERMS:
            self.note("An opening parenthesis has no closing one.", QuerySpan(start, start + 1))
        on = self.suffix() if scanner.next == "@" else None
        return syntax.add_day_to_legality(tree, on) if tree is not None and on is not None else tree

    def term(self, start: int, depth: int, inside: TermPlace | None, is_negated: bool) -> Tree | None:
        scanner = self.scanner
        if marked := scanner.take_marked():
            return self.bare(marked, start, inside)
        if self.has_names and scanner.at_exact():
            return self.exact(start)
        for head in self.heads():
            if head and self.is_head(head):
                return self.of_field(head, start, depth, is_negated)
        if stray := scanner.take_stray_operator():
            written = scanner.text[stray.start : stray.end]
            self.note(f"There is nothing before “{written}”. Write a field, as in {self.example}.", stray)
            return None
        return self.bare(scanner.take_bare(), start, inside)

    def heads(self) -> Iterable[TermHead | None]:
        """What stands here before an operator, as a sum and as a field."""
        return (self.scanner.sum_before_operator(), self.scanner.head())

    def is_head(self, head: TermHead) -> bool:
        """Whether a field is meant: a known one, a sum of known ones, or any word right before an operator."""
        if find_field(head.key):
            return not head.is_spaced or head.op != ":"
        if figures := syntax.read_figures(head.key):
            return head.op != ":" or bool(syntax.list_fields(figures))
        return self.scanner.is_word_before_operator(head)

    def bare(self, piece: ValuePiece, start: int, inside: TermPlace | None) -> Tree | None:
        """Parse words, phrases and regular expressions without a field."""
        span = QuerySpan(start, self.scanner.place)
        self.findings.close(piece)
        if inside:
            return self.valued(replace(inside, span=span), piece)
        if piece.form == "braces":
            self.note("Braces need a field before them, as in team:{avengers,x-men}.", piece.span)
            return None
        if piece.form == "pattern":
            if piece.text:
                return self.counted(Term("", ":", Pattern(piece.text), span), span)
            self.note("The regular expression is empty.", piece.span)
            return None
        text = piece.text if piece.form == "phrase" else piece.text.rstrip(":,;")
        if any(character.isalnum() for character in text):
            is_phrase = piece.form == "phrase" or text.casefold() in _JOINERS
            return self.counted(Term("", ":", Word(text, is_phrase), span), span)
        if piece.form == "phrase":
            self.note("The quotes contain no word.", piece.span)
        return None

    def exact(self, start: int) -> Tree | None:
        """Parse an exact name: `!"Spider-Man"` or `!Spider-Man`."""
        scanner = self.scanner
        scanner.place += 1
        piece = scanner.take_quoted() if scanner.next == '"' else scanner.take_bare()
        self.findings.close(piece)
        span = QuerySpan(start, scanner.place)
        if not piece.text:
            self.note("A name is missing after “!”.", span)
            return None
        return self.counted(Term("", "=", Word(piece.text, piece.form == "phrase"), span), span)

    def of_field(self, head: TermHead, start: int, depth: int, is_negated: bool) -> Tree | None:
        scanner = self.scanner
        known = self.field_of(head.key)
        figures = None if known else syntax.read_figures(head.key)
        scanner.place = head.span.end
        op = head.op
        if known is not None and known.kind is FieldKind.NAME and scanner.at_exact(is_spaced=True):
            scanner.place += 1  # name:!"Spider-Man" is the whole name as !"Spider-Man" is
            op = "=" if op == ":" else op
        piece = scanner.take_value(has_figures=figures is not None or (known is not None and known.kind in FIGURES))
        if piece is None:
            return self.of_group(known, head, start, depth)
        self.findings.close(piece)
        if known is not None and known.name in _OF_FORMATS:
            piece = self.versioned(piece)
        on = self.suffix() if scanner.next == "@" else None
        span = QuerySpan(start, scanner.place)
        if figures:
            return self.compared(figures, head.op, piece, span)
        if known is None:
            return self.of_unknown(head, piece)
        if known.kind is FieldKind.DISPLAY:
            self.findings.show(known, piece, span, is_negated=is_negated)
            return None
        if on is not None and not syntax.takes_a_day(known, piece.text):
            self.note(f"“@” gives a date; only legal and banned take one, not “{known.name}”.", span)
            on = None
        return self.valued(TermPlace(known, op, span, on), piece)

    def versioned(self, piece: ValuePiece) -> ValuePiece:
        """The name of a format with the version that stands after it, as in my-league@3; a day has more digits."""
        scanner = self.scanner
        version = _VERSION.match(scanner.text, scanner.place) if piece.form == "word" else None
        if version is None:
            return piece
        scanner.place = version.end()
        return replace(piece, text=piece.text + version[0], span=QuerySpan(piece.span.start, scanner.place))

    def of_group(self, known: SearchField | None, head: TermHead, start: int, depth: int) -> Tree | None:
        """Parse a field before parentheses: a subquery, or the field for every word inside."""
        if known is not None and known.kind is FieldKind.SUBQUERY:
            tree = self.group(depth, None)
            copies = self.scanner.take_count() if known.name == "contains" else None
            span = QuerySpan(start, self.scanner.place)
            self.findings.lacking(known, span)
            return None if tree is None else self.counted(Term(known.name, ":", Subquery(tree, copies), span), span)
        if known is not None and known.kind is not FieldKind.DISPLAY:
            return self.group(depth, TermPlace(known, head.op, head.span))
        inner = self.take_group()
        if known is None and syntax.read_figures(head.key) is None:
            return self.of_unknown(head, inner)
        self.note(f"“{head.key}{head.op}” can't be followed by parentheses.", QuerySpan(start, inner.span.end))
        return None

    def take_group(self) -> ValuePiece:
        """Take unread text in parentheses as one phrase."""
        span = self.scanner.skip_parentheses()
        return ValuePiece("phrase", self.scanner.text[span.start : span.end].strip("() ").replace('"', ""), span)

    def of_unknown(self, head: TermHead, piece: ValuePiece) -> Tree | None:
        """Parse an unknown field, which matches nothing; without a value it is ignored, as while typing."""
        if not piece.text:
            key = QuerySpan(head.span.start, head.span.start + len(head.key))
            self.note(f"There is no field “{head.key}”.", key, find_nearest(head.key, self.keys))
            return None
        start, text = head.span.start, self.scanner.text
        minus = _NEGATION.search(text, 0, start)
        negated = text[minus.start() : self.scanner.place] if minus else ""
        self.findings.unknown_field(head.key, start, self.keys, negated)
        value: Value = Word(piece.text, piece.form == "phrase")
        if piece.form in ("braces", "pattern"):
            value = Several(piece.items) if piece.form == "braces" else Pattern(piece.text)
        term = Term(head.key, head.op, value, QuerySpan(head.span.start, self.scanner.place))
        self.unknown.add(term)
        return self.counted(term, term.span)

    def compared(self, left: NumberSum, op: str, piece: ValuePiece, span: QuerySpan) -> Tree | None:
        """Parse a comparison of sums."""
        right = syntax.read_figures(piece.text) if piece.form == "word" else None
        if right is None:
            self.note(f"“{piece.text}” is not a whole number or a sum of numbers.", piece.span if piece.text else span)
            return None
        term = syntax.build_comparison(left, op, right, span)
        if term is None:
            self.note("This compares two numbers; one side must be a field, such as cost.", span)
            return None
        for name in dict.fromkeys((*syntax.list_fields(left), *syntax.list_fields(right))):
            if known := find_field(name):
                self.findings.lacking(known, span)
        return self.counted(term, span)

    def valued(self, place: TermPlace, piece: ValuePiece) -> Tree | None:
        """Return the field's term, or note why there is none."""
        known = place.field
        try:
            tree = read_value(place, piece)
        except UnreadableValue as unread:
            near = unread.suggestions if piece.form != "braces" else ()
            self.note(unread.message, place.span if unread.is_of_term else piece.span, near)
            return None
        self.findings.lacking(known, place.span)
        for term in syntax.walk_terms(tree):
            if isinstance(term.value, Word):
                self.findings.lacking_choice(known, term.value.text, place.span)
        return self.counted(tree, place.span)

    def counted(self, tree: Tree, span: QuerySpan) -> Tree | None:
        """Return the tree, unless the query has too many terms; then stop reading."""
        self.terms += sum(1 for _ in syntax.walk_terms(tree))
        if self.terms <= MAX_TERMS:
            return tree
        self.note(f"The query has more than {MAX_TERMS} terms; the rest was ignored.", span)
        self.scanner.place = len(self.scanner.text)
        return None

    def suffix(self) -> date | str | None:
        """Parse the date, set or event after `@`."""
        scanner = self.scanner
        start = scanner.place
        scanner.place += 1
        piece = scanner.take_quoted() if scanner.next == '"' else scanner.take_run()
        span = QuerySpan(start, scanner.place)
        if piece is None or not piece.text:
            self.note("A date, set or event is missing after “@”.", span)
            return None
        self.findings.close(piece)
        return self.findings.day(piece.text, span)
