"""The facts that stand in a card's text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engine.card_text.keywords import LOYALTY, Keywords, find_keywords
from engine.card_text.paragraphs import normalize_text, strip_reminders
from engine.model.games import game_of
from engine.model.names import fold

#: What is derived and is a column of a card's row too.
FACTS = ("keywords", "printed_limit", "power_symbols", "aka", "uses_piles", "member_of_piles", "deck_building")
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate(_WORDS)}
COUNT = r"(?P<count>\d+|" + "|".join(_NUMBERS) + ")"  #: a pattern for what `parse_number_word` reads
_CARDS_NAMED = r"(?:cards? named|copies of|copy of) (?P<name>.{1,120}?)"
_OF_A_NAME = re.compile(rf"\bmore than {COUNT} {_CARDS_NAMED} in (?:your|a) deck", re.I)


def derive_facts(
    text: str,
    *,
    game: str,
    name: str,
    type: str | None = None,  # noqa: A002 - as the column of a card's row is called
    keywords: Iterable[str] = (),
    is_normal: bool = False,
) -> dict[str, Any]:
    """The facts that a text states, as the package's docstring lists them; what it doesn't state has no key.

    `is_normal` says that the text is in its normal form already, which saves a tenth of the time.
    """
    normal = text if is_normal else normalize_text(text, game)
    of_the_game = game_of(game).card_text
    said = strip_reminders(of_the_game.unfold(normal))
    if not said:
        return {}
    held = find_keywords(said, game, keywords)
    found: dict[str, Any] = {
        "keywords": held,
        "printed_limit": _find_printed_limit(said, game, name, held),
        "loyalty": _find_loyalty(game, held),
        **of_the_game.facts(said, type),
    }
    return {key: value for key, value in found.items() if value or key == "power_symbols"}


def _find_printed_limit(text: str, game: str, name: str, keywords: Keywords) -> int | None:
    """How many copies a deck may have of the card by its own text (513.3c); the least, where it speaks twice."""
    said = _OF_A_NAME.finditer(text) if "more than" in text.casefold() else ()
    counts = [parse_number_word(found["count"]) for found in said if fold(found["name"].strip('"')) == fold(name)]
    return min((*counts, *game_of(game).card_text.limits(text, keywords)), default=None)


def _find_loyalty(game: str, keywords: Keywords) -> dict[str, Any] | None:
    """The kind of Loyalty that a card has, and the teams that it names."""
    kind = next((word for word, _ in keywords if LOYALTY in word), None)
    if kind is None:
        return None
    named = [team for word, team in keywords if word == kind and team]
    return {"kind": kind, "teams": named if game_of(game).card_text.names_loyal_teams else []}


def parse_number_word(word: str) -> int:
    """The number that a word or a figure says."""
    return int(word) if word.isdigit() else _NUMBERS[word.casefold()]
