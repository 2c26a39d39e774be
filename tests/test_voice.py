"""What people read is plain English: no template, script or string of the code holds a word from the list below."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: Words that no page, mail, message or command says, with what to say instead.
WORST_WORDS = {
    r"of its own day": "on its own date",
    r"(?:is|was|are|were|be) looked at": "checked",
    r"look into your mail": "check your email",
    r"unwanted mail": "spam folder",
    r"where (?:it|they|that|this) stands?\b": "name the source",
    r"stands? by (?:itself|themselves)": "is listed separately",
    r"stands? otherwise": "changes",
    r"\bstands\b": "is",
    r"of theirs\b": "their",
    r"(?<!all )(?<!part )(?<!rest )\bof it\b": "its",
    r"\bleast cards\b": "minimum deck size",
    r"\btake (?:it|them) along\b": "export",
    r"\bwhoever\b": "name who",
    r"\bthat which\b": "what",
    r"\bmay be any of\b": "one of",
    r"\bthe one asked\b": "the chosen one",
    r"\bfirst of all\b": "main",
    r"\bplease\b": "leave it out",
    r"\bsimply\b": "leave it out",
    r"\bsorry\b": "say what is wrong",
    r"\boops\b": "say what is wrong",
    r"\bas the list says\b": "detected from the list",
    r"\bshow its life\b": "show timeline",
    r"\bwording not loaded\b": "card text not available",
    r"\bon that day, and why\b": "on any date",
    r"\bone unknown decides\b": "one open question remains",
    r"\bis stated by no\b": "no … states",
    r"\bhave to go\b": "remove",
    r"\bis no (?:kind|set|day|such)\b": "is not a",
}
WORST = re.compile("|".join(f"(?:{words})" for words in WORST_WORDS), re.IGNORECASE)
#: Modules that hold such words as data: stop words, and what texts of other sites say.
DATA = ("engine/card_text/proper_names.py", "vsdb/exchange/card_files/sources/reference/speech.py")
#: An apostrophe as typewriters have it, in a word or after a plural.
STRAIGHT = re.compile(r"[a-z}”]'(?:t|s|re|d|ll|ve)\b|^'s \w|[a-z]s' ", re.IGNORECASE)
#: Modules that hold such apostrophes as data: stop words, and patterns of what cards say.
TYPED = ("engine/card_text/proper_names.py", "engine/games/vs_2pcg/deck_texts.py")
PATHS = [
    *(path for path in (ROOT / "templates").rglob("*") if path.is_file()),
    *(ROOT / "static" / "js").glob("*.js"),
    *(path for room in ("engine", "vsdb") for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts),
]
NAMES = sorted(str(path.relative_to(ROOT)) for path in PATHS)


def list_texts(name: str) -> Iterator[tuple[int, str]]:
    """What a file may say to people, with its line; comments and docstrings are left out."""
    written = (ROOT / name).read_text()
    if not name.endswith(".py"):
        without_comments = re.sub(r"\{#.*?#\}|<!--.*?-->|^\s*//.*?$", "", written, flags=re.MULTILINE)
        yield from enumerate(without_comments.splitlines(), start=1)
        return
    nodes = list(ast.walk(ast.parse(written)))
    docstrings = {id(each.value) for each in nodes if isinstance(each, ast.Expr)}
    for each in nodes:
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in docstrings:
            yield each.lineno, each.value


@pytest.mark.parametrize("room", ["templates/", "static/", "engine/", "vsdb/"])
def test_nothing_is_said_in_the_worst_words(room: str) -> None:
    names = [name for name in NAMES if name.startswith(room) and name not in DATA]
    said = ((name, *each) for name in names for each in list_texts(name))
    assert names
    assert [f"{name}:{line}: {found[0]}" for name, line, text in said if (found := WORST.search(text))] == []


def test_the_engine_speaks_with_typographic_apostrophes_as_the_pages_do() -> None:
    names = [name for name in NAMES if name.startswith("engine/") and name not in TYPED]
    said = ((name, *each) for name in names for each in list_texts(name))
    assert [f"{name}:{line}: {text}" for name, line, text in said if STRAIGHT.search(text)] == []


@pytest.mark.parametrize(
    ("text", "is_straight"),
    [
        ("It isn't ready", True),
        ("'s own side", True),
        ("the players' turn", True),
        ("It isn’t", False),
        ("'own'", False),
    ],
)
def test_a_straight_apostrophe_is_told_from_quotation_marks(text: str, is_straight: bool) -> None:
    assert bool(STRAIGHT.search(text)) == is_straight


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Is this deck legal, on that day, and why?", "on that day, and why"),
        ("1 card that would stand otherwise", "stand otherwise"),
        ("Least cards in the deck", "Least cards"),
        ("Look into your mail", "Look into your mail"),
        ("Check whether a deck was legal on any date.", None),
        ("Minimum deck size", None),
    ],
)
def test_the_list_knows_the_worst_sentences_from_the_better_ones(text: str, found: str | None) -> None:
    held = WORST.search(text)
    assert (held[0] if held else None) == found


def test_every_file_that_is_left_out_is_there() -> None:
    assert {*DATA, *TYPED} <= set(NAMES)
