"""The fields of the rules search; they drive its parser and its help."""

from __future__ import annotations

from vsdb.catalog.rules.models import SUMMARY, Unit
from vsdb.search.language.examples import GAME_OF_RULES
from vsdb.search.language.field_types import GAMES_AS_CHOICES, Choice, Field, Kind

CARD, RULING, CHECK, RULE, KEYWORD = "card", "ruling", "check", "rule", "keyword"

CITERS = (
    Choice(CARD, "defines a keyword that stands on cards", ("cards",)),
    Choice(RULING, "a ruling that is loaded cites it", ("rulings",)),
    Choice(CHECK, "a check of decks rests on it", ("checks", "engine")),
    Choice(RULE, "another rule refers to it", ("rules",)),
    Choice(KEYWORD, "defines a keyword", ("keywords", "kw")),
)
_KINDS = (
    Choice(Unit.Kind.HEADING.value, "a heading"),
    Choice(Unit.Kind.RULE.value, "a rule"),
    Choice(Unit.Kind.EXAMPLE.value, "an example", ("examples",)),
    Choice(Unit.Kind.GLOSSARY.value, "an entry of a glossary", ("term",)),
    Choice(Unit.Kind.PARAGRAPH.value, "a paragraph without a number"),
    Choice(Unit.Kind.STEP.value, "a step"),
    Choice(SUMMARY, "held in words of our own alone"),
)
FIELDS = (
    Field(
        "cr",
        Kind.TEXT,
        "A rule by its number, with all below it, or by words that stand side by side in it.",
        ("cr:505", "cr:101.2a", 'cr:"concealed"'),
        ("rule", "r", "number"),
    ),
    Field(
        "edition",
        Kind.TEXT,
        "A document by its name, or those in force on a day, in a month or a year.",
        ("edition:2.7", "edition:2007-04", "edition:cr-2007-02-05"),
        ("ed", "e", "document", "doc"),
    ),
    Field(
        "changed",
        Kind.DATE,
        "Says something that the edition before didn't say: in an edition of that day, month, year or span.",
        ("changed:2008", "changed:2006..2008-12"),
    ),
    Field(
        "citedby",
        Kind.TEXT,
        "What cites it: "
        + ", ".join(choice.name for choice in CITERS)
        + "; or the number of the rule that refers to it.",
        ("citedby:card", "citedby:ruling", "citedby:505.1"),
        choices=CITERS,
    ),
    Field("cites", Kind.TEXT, "Refers to the rule of that number; * to any.", ("cites:101.2", "cites:*"), ("refs",)),
    Field("keyword", Kind.TEXT, "Defines that keyword; * any.", ("kw:boost", "kw:*"), ("kw",)),
    Field("is", Kind.CHOICE, "What it is.", ("is:glossary", "-is:example"), ("kind",), choices=_KINDS),
    Field("game", Kind.CHOICE, "The game whose rule it is.", GAME_OF_RULES, ("g",), choices=GAMES_AS_CHOICES),
)
_BY_KEY = {key: known for known in FIELDS for key in known.keys}
KEYS = tuple(key for key in _BY_KEY if len(key) > 1)


def field(name_or_alias: str) -> Field | None:
    """The field of that name or alias, however it is cased."""
    return _BY_KEY.get(name_or_alias.casefold())
