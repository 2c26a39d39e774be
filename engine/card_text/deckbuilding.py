"""What a card's text says about the deck it is in: how many copies, which teams, which piles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from engine.card_text.having import Keywords
from engine.card_text.keywords import LOYALTY
from engine.card_text.sentences import sentences, trimmed
from engine.games.vs_2pcg.deck import LIMITS
from engine.games.vs_2pcg.deck_parts import pile_key
from engine.games.vs_2pcg.piles import PILES
from engine.model.cards import VS_2PCG
from engine.model.names import fold

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate(_WORDS)}
_COUNT = r"(?P<count>\d+|" + "|".join(_NUMBERS) + ")"
_CARDS_NAMED = r"(?:cards? named|copies of|copy of) (?P<name>.{1,120}?)"
_OF_A_NAME = re.compile(rf"\bmore than {_COUNT} {_CARDS_NAMED} in (?:your|a) deck", re.I)
_OF_THIS_CARD = re.compile(rf"\bhave (?:only |up to )?{_COUNT} (?:copies |copy )?of this card in your deck", re.I)
_MOST_WORDS = 4  #: in the name of a pile
_PILE = re.compile(rf"(?<!\S)((?:\S+ ){{1,{_MOST_WORDS}}}?)piles?\b", re.I)
_OWN_PLACE = re.compile(
    r"\bthis (?:card|character)\b.{0,80}\b(?:starts? the game|shuffled?)\b|\bshuffle this card\b", re.I
)
_CREATES = re.compile(r"\bcreates? (?:an?|\w+)(?: \[[^\]]+\])? Inventions?\b")
_TRANSFORMS = re.compile(r"\btransforms into\b")


def printed_limit(text: str, game: str, name: str, keywords: Keywords) -> int | None:
    """How many copies a deck may have of the card by its own text (513.3c); the least, where it speaks twice."""
    counts = [
        _number(found["count"]) for found in _OF_A_NAME.finditer(text) if fold(found["name"].strip('"')) == fold(name)
    ]
    if game == VS_2PCG:
        counts += [_number(found["count"]) for found in _OF_THIS_CARD.finditer(text)]
        counts += [LIMITS[word] for word, _ in keywords if word in LIMITS]
    return min(counts, default=None)


def loyalty(game: str, keywords: Keywords) -> dict[str, Any] | None:
    """The kind of Loyalty that a card has, and the teams that it names."""
    kind = next((word for word, _ in keywords if LOYALTY in word), None)
    if kind is None:
        return None
    teams = [team for word, team in keywords if word == kind and team] if game == VS_2PCG else []
    return {"kind": kind, "teams": teams}


def aka(text: str) -> list[str]:
    """The further names of a card."""
    said = (sentence for line in text.split("\n") for sentence in sentences(line))
    names = (trimmed(sentence).removeprefix("AKA ") for sentence in said if sentence.startswith("AKA "))
    return [name for joined in names for name in re.split(r", and |, | and ", joined)]


def piles(text: str) -> tuple[list[str], list[str]]:
    """The out-of-game piles that a card uses, and those that it says it belongs in."""
    uses: dict[str, None] = {}
    member: dict[str, None] = {}
    for line in text.split("\n"):
        for sentence in sentences(line):
            into = member if _OWN_PLACE.search(sentence) else uses
            into.update(dict.fromkeys(_piles_named(sentence)))
            uses.update(dict.fromkeys(_by_what_it_does(sentence)))
    return list(uses), list(member)


def _piles_named(sentence: str) -> Iterable[str]:
    """The piles that are called by name: of the words before "pile" as many as make one."""
    if "pile" not in sentence.casefold():
        return
    for found in _PILE.finditer(sentence):
        words = found[1].split()
        named = (_pile_names().get(pile_key(" ".join(words[start:]))) for start in range(len(words)))
        yield from [name for name in named if name][:1]


def _by_what_it_does(sentence: str) -> Iterable[str]:
    if _CREATES.search(sentence):
        yield "Invention"
    if _TRANSFORMS.search(sentence):
        yield "Transform"


@cache
def _pile_names() -> dict[str, str]:
    return {pile_key(name): pile.name for pile in PILES for name in (*pile.aliases, pile.name)}


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word.casefold()]
