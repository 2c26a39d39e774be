"""Rules queries: the syntax of card search with their own fields."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.model.cards import GAMES
from vsdb.catalog.rules.models import SUMMARY, Unit
from vsdb.search.language import field_types as kinds
from vsdb.search.language.examples import GAME_OF_RULES
from vsdb.search.language.field_types import GAMES_AS_CHOICES, FieldChoice, FieldKind, SearchField
from vsdb.search.language.findings import NoteCollector
from vsdb.search.language.parser import QueryParser
from vsdb.search.language.syntax import Or, Query, QuerySpan, Term, Tree, Word, join_trees, negate_tree
from vsdb.search.language.tokens import TermHead, ValuePiece
from vsdb.search.language.values import TermPlace

CARD, RULING, CHECK, RULE, KEYWORD = "card", "ruling", "check", "rule", "keyword"

CITERS = (
    FieldChoice(CARD, "defines a keyword that cards have", ("cards",)),
    FieldChoice(RULING, "is cited by a ruling", ("rulings",)),
    FieldChoice(CHECK, "is cited by a deck check", ("checks", "engine")),
    FieldChoice(RULE, "is cited by another rule", ("rules",)),
    FieldChoice(KEYWORD, "defines a keyword", ("keywords", "kw")),
)
_KINDS = (
    FieldChoice(Unit.Kind.HEADING.value, "a heading"),
    FieldChoice(Unit.Kind.RULE.value, "a rule"),
    FieldChoice(Unit.Kind.EXAMPLE.value, "an example", ("examples",)),
    FieldChoice(Unit.Kind.GLOSSARY.value, "a glossary entry", ("term",)),
    FieldChoice(Unit.Kind.PARAGRAPH.value, "a paragraph without a number"),
    FieldChoice(Unit.Kind.STEP.value, "a step"),
    FieldChoice(SUMMARY, "available only as our summary"),
)
FIELDS = (
    kinds.text(
        "cr rule r number",
        "Rule by its number, including subrules, or by consecutive words in it.",
        ("cr:505", "cr:101.2a", 'cr:"concealed"'),
    ),
    kinds.text(
        "edition ed e document doc",
        "Document by its name, or those in force on a date, in a month or in a year.",
        ("edition:2.7", "edition:2007-04", "edition:cr-2007-02-05"),
    ),
    kinds.date(
        "changed",
        "Changed since the edition before, in an edition of that day, month, year or range.",
        ("changed:2008", "changed:2006..2008-12"),
    ),
    kinds.text(
        "citedby",
        "What cites the rule: "
        + ", ".join(choice.name for choice in CITERS)
        + "; or the number of a rule that cites it.",
        ("citedby:card", "citedby:ruling", "citedby:505.1"),
        choices=CITERS,
    ),
    kinds.text("cites refs", "Cites the rule with that number; * means any rule.", ("cites:101.2", "cites:*")),
    kinds.text("keyword kw", "Defines that keyword; * means any keyword.", ("kw:boost", "kw:*")),
    kinds.choice("is kind", "Kind of text.", ("is:glossary", "-is:example"), choices=_KINDS),
    kinds.choice("game g", "Game of the rule.", GAME_OF_RULES, choices=GAMES_AS_CHOICES),
)
_BY_KEY = {key: known for known in FIELDS for key in known.keys}
KEYS = tuple(key for key in _BY_KEY if len(key) > 1)


def find_rule_field(name_or_alias: str) -> SearchField | None:
    """Return the field with that name or alias, in any case."""
    return _BY_KEY.get(name_or_alias.casefold())


_SAME = (":", "=", "!=")
_COMPARED = (*_SAME, "<", "<=", ">", ">=")
_MAX_ITEMS = 60


def parse(text: str, games: Collection[str] | None = None) -> Query:
    """What the query asks: terms whose field is one of the rules search, or empty for bare words. It never raises."""
    findings = NoteCollector(GAMES if games is None else games)
    findings.what = "rule"
    return _RulesParser(text, findings).query()


class _RulesParser(QueryParser):
    example = "cr:505"
    has_names = False

    @property
    def keys(self) -> Sequence[str]:
        return KEYS

    def heads(self) -> Iterable[TermHead | None]:
        """A field alone: rules have no figures."""
        return (self.scanner.head(),)

    def is_head(self, head: TermHead) -> bool:
        """Whether a field is meant: a known one, or a word with an operator right behind it and a value behind that."""
        if find_rule_field(head.key):
            return not head.is_spaced or head.op != ":"
        return self.scanner.is_word_before_operator(head)

    def of_field(self, head: TermHead, start: int, depth: int, is_negated: bool) -> Tree | None:
        scanner, known = self.scanner, find_rule_field(head.key)
        scanner.place = head.span.end
        piece = scanner.take_value(has_figures=False)
        if known is None:
            return self.of_unknown(head, piece or self.take_group())
        if piece is None:
            return self.group(depth, TermPlace(known, head.op, head.span))
        self.findings.close(piece)
        if scanner.next == "@":
            self.suffix()
        return self.valued(TermPlace(known, head.op, QuerySpan(start, scanner.place)), piece)

    def valued(self, place: TermPlace, piece: ValuePiece) -> Tree | None:
        """The field's term, one for each item between braces, or a note for why there is none."""
        known, op = place.field, place.op
        allowed = _COMPARED if known.kind is FieldKind.DATE else _SAME
        if op not in allowed:
            self.note(f"“{known.name}” can't be used with “{op}”. Use {', '.join(allowed)}.", place.span)
            return None
        if piece.form == "pattern":
            self.note(f"“{known.name}” can't be used with a regular expression; write it without a field.", piece.span)
            return None
        texts = piece.items[:_MAX_ITEMS] if piece.form == "braces" else (piece.text,)
        if not any(texts):
            self.note(f"A value is missing after “{known.name}{op}”.", place.span, known.examples[:1])
            return None
        is_phrase = piece.form == "phrase"
        same = op if known.kind is FieldKind.DATE and op != "!=" else ":"
        terms = [Term(known.name, same, Word(text, is_phrase), place.span) for text in texts]
        tree = join_trees(Or, terms)
        counted = self.counted(tree, place.span) if tree is not None else None
        return negate_tree(counted) if counted is not None and op == "!=" else counted

    def suffix(self) -> None:
        """What stands behind an `@`: rules have editions instead."""
        start = self.scanner.place
        self.scanner.place += 1
        piece = self.scanner.take_quoted() if self.scanner.next == '"' else self.scanner.take_run()
        near = (f" edition:{piece.text}",) if piece and piece.text else ()
        span = QuerySpan(start, self.scanner.place)
        self.note("Rules don't take “@”. Use edition: for a date.", span, near)
