"""Test decks: what a format says of them now, against what its owner expects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from engine import ERROR, UNKNOWN, Format, InputError, Reference, Verdict, check_deck, decklists
from engine.rules.editions import EDITIONS
from vsdb.core.dates import parse_day
from vsdb.custom_formats.models import TestDeck

MAX_TESTS = 30
MAX_TITLE_LENGTH = 120  #: characters
MAX_LIST_LENGTH = 6_000  #: every test deck is judged whenever its page is looked at
MAX_CODES = 20
FIELDS = ("title", "deck", "as_of", "expected", "codes")


@dataclass(frozen=True, slots=True)
class TestedDeck:
    """A test deck with what came of it."""

    row: Mapping[str, Any]
    on: date
    verdict: Verdict

    @property
    def missing(self) -> tuple[str, ...]:
        """The codes that were expected among the errors and unknowns, and aren't there."""
        found = {each.code for each in self.verdict.findings if each.severity in (ERROR, UNKNOWN)}
        return tuple(code for code in self.row["codes"] if code not in found)

    @property
    def holds(self) -> bool:
        """Whether the outcome is the expected one, with the expected codes."""
        return self.verdict.outcome == self.row["expected"] and not self.missing

    @property
    def said(self) -> str:
        """The result in words."""
        if self.verdict.outcome != self.row["expected"]:
            first = next((each for each in self.verdict.findings if each.severity in (ERROR, UNKNOWN)), None)
            because = f": {first.message}" if first else ""
            return f"{self.verdict.outcome}, expected {self.row['expected']}{because}"
        if self.missing:
            return f"{self.verdict.outcome}, but not for {', '.join(self.missing)}"
        return f"{self.verdict.outcome}, as expected"


def run_tests(rows: Iterable[Mapping[str, Any]], fmt: Format, reference: Reference) -> list[TestedDeck]:
    """Each test deck judged in a format on its day, else today; no query."""
    found = []
    for row in rows:
        on = date.fromisoformat(row["as_of"]) if row["as_of"] else timezone.localdate()
        deck = decklists.read_deck(row["deck"], reference.on(on).catalog, on)
        found.append(TestedDeck(row, on, check_deck(deck, fmt, on)))
    return found


def validate_tests(rows: object, game: str) -> list[dict[str, Any]]:
    """Test decks as they are kept. Raises InputError with the place of what is wrong."""
    if not isinstance(rows, list):
        raise InputError("expected a list of test decks", place="tests")
    if len(rows) > MAX_TESTS:
        raise InputError(f"{len(rows)} test decks; at most {MAX_TESTS}", place="tests")
    return [validate_test(row, f"tests[{number}]", game) for number, row in enumerate(rows)]


def validate_test(row: object, place: str, game: str) -> dict[str, Any]:
    """A test deck as it is kept. Raises InputError with the place of what is wrong."""
    if not isinstance(row, Mapping):
        raise InputError("expected a test deck with its fields", place=place)
    if others := [str(key) for key in row if key not in FIELDS]:
        raise InputError(f"{others[0][:40]!r} is not a field; the fields are {', '.join(FIELDS)}", place=place)
    title = " ".join(_text(row, "title", place, MAX_TITLE_LENGTH).split())
    text = _text(row, "deck", place, MAX_LIST_LENGTH).replace("\r\n", "\n")
    if not title or not text.strip():
        raise InputError("is missing", place=f"{place}.{'deck' if title else 'title'}")
    expected = row.get("expected")
    if expected not in TestDeck.Expected.values:
        raise InputError(f"expected one of {', '.join(TestDeck.Expected.values)}", place=f"{place}.expected")
    on = _text(row, "as_of", place, 40) if row.get("as_of") else ""
    return {
        "title": title,
        "deck": text,
        "as_of": parse_day(on, place=f"{place}.as_of").isoformat() if on else None,
        "expected": expected,
        "codes": _codes(row.get("codes") or [], f"{place}.codes", game),
    }


def _text(row: Mapping[str, Any], key: str, place: str, longest: int) -> str:
    text = row.get(key)
    if not isinstance(text, str) or "\x00" in text:
        raise InputError("expected a text", place=f"{place}.{key}")
    if len(text) > longest:
        raise InputError(f"{len(text):,} characters; at most {longest:,}", place=f"{place}.{key}")
    return text


def _codes(codes: object, place: str, game: str) -> list[str]:
    known = sorted({rule.code for edition in EDITIONS[game] for rule in edition.rules})
    if not isinstance(codes, list) or len(codes) > MAX_CODES:
        raise InputError(f"expected a list of at most {MAX_CODES} rule codes", place=place)
    if others := [str(code) for code in codes if code not in known]:
        raise InputError(f"{others[0][:40]!r} is not a rule code; the codes are {', '.join(known)}", place=place)
    return list(dict.fromkeys(map(str, codes)))
