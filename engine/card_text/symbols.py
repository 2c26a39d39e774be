"""The symbols in card texts: as a source spells them, and in the one spelling in which texts are compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC

POWER_SYMBOLS = ("Energy", "Intellect", "Might", "Skill", "Humanity", "Alien")
ANY_TURN = "Any Turn"
ACTIVATE = "Activate"
ARROW = ">>>"

#: The symbols by their folded names; files that show a power symbol by its colour or its planet among them.
_PCG = {
    **{name.casefold(): name for name in (*POWER_SYMBOLS, "Flight", "Range", "Health")},
    "blue": "Energy",
    "yellow": "Intellect",
    "green": "Might",
    "red": "Skill",
    "earth": "Humanity",
    "space": "Alien",
    "ranged": "Range",
    "anyturn": ANY_TURN,
    "anytime": ANY_TURN,
    "aforce": "A-Force",
    "avenger": "Avengers",
    "avengers": "Avengers",
    "company": "Company",
    "defenders": "Defenders",
    "fantastic": "Fantastic",
    "fantasticfour": "Fantastic",
    "femme": "Femme Fatales",
    "femmefatales": "Femme Fatales",
    "guardians": "Guardians of the Galaxy",
    "guardiansofthegalaxy": "Guardians of the Galaxy",
    "marvel": "Marvel",
    "thecompany": "Company",
    "underworld": "Underworld",
    "villain": "Super Villains",
    "villains": "Super Villains",
    "xenomorph": "Xenomorphs",
    "xmen": "X-Men",
}
_CLASSIC = {"activate": ACTIVATE, "flight": "Flight", "range": "Range"}
SYMBOLS: Mapping[str, Mapping[str, str]] = MappingProxyType({VS_2PCG: _PCG, VS_CLASSIC: _CLASSIC, RIFTBOUND: {}})

#: What sources write for an arrow.
ARROWS = r"(?:>{2,3}|-{1,2}>|[\u2192\u25ba\u27a1]\ufe0f?)"
_BRACKETED = re.compile(r"\[([^\[\]\n]*)\]")
_PARENTHESISED = re.compile(r"\(([A-Za-z -]{3,16})\)")
_UNSPOKEN = re.compile(r"[^a-z0-9]")
_FEWEST_WORDS = 3  #: of a sentence
_STUCK = re.compile(r"(?<=[A-Za-z,;])(?=\[)|(?<=\])(?=[A-Za-z])")
_APART = re.compile(r"(\[([^\[\]\n]*)\]) +(?=\[([^\[\]\n]*)\])")
_ARROW = re.compile(ARROWS)
_ARROW_AND_SPACES = re.compile(f" ?({ARROWS}) ?")
_BARE_ACTIVATE = re.compile(rf"(?:^|(?<=[:.] ))Activate(?=,| {ARROWS})", re.MULTILINE)


def mark_symbols(text: str, game: str) -> str:
    """The text with every symbol in square brackets and every arrow between spaces, each in the text's own spelling.

    Symbols of a cost stand close together, others apart from words.
    """
    named = SYMBOLS.get(game, {})
    # Arrows come first: what stands in brackets is told by how many words it has.
    text = _ARROW_AND_SPACES.sub(r" \1 ", text)
    if "[" in text:
        text = _BRACKETED.sub(lambda found: _bracketed(found[1]), text)
    if "(" in text:
        text = _PARENTHESISED.sub(lambda found: _parenthesised(found, named), text)
    if game == VS_CLASSIC:
        text = _BARE_ACTIVATE.sub(f"[{ACTIVATE}]", text)
    return _APART.sub(lambda found: _cost(found, named), _STUCK.sub(" ", text)) if named else text


def unify_symbols(text: str, game: str) -> str:
    """A text whose symbols are marked, with each in the one spelling; unknown ones stay as written."""
    named = SYMBOLS.get(game)
    if named and "[" in text:
        text = _BRACKETED.sub(lambda found: f"[{named.get(_folded(found[1]), found[1])}]", text)
    return _ARROW.sub(ARROW, text)


def symbol_name(word: str, game: str) -> str:
    """The name of a symbol that is written so, without its brackets."""
    return SYMBOLS.get(game, {}).get(_folded(word), " ".join(word.split()))


def _bracketed(word: str) -> str:
    """A symbol; or the reminder that some files put into square brackets."""
    if word.rstrip().endswith((".", "!")) and len(word.split()) >= _FEWEST_WORDS:
        return f"({word.strip()})"
    return f"[{' '.join(word.split())}]"


def _parenthesised(found: re.Match[str], named: Mapping[str, str]) -> str:
    """A power symbol or the sign for any turn that a file puts into parentheses; else what stands there."""
    name = named.get(_folded(found[1]))
    is_symbol = name in (*POWER_SYMBOLS, ANY_TURN) and found[1][0].isupper()
    return f"[{' '.join(found[1].split())}]" if is_symbol else found[0]


def _cost(found: re.Match[str], named: Mapping[str, str]) -> str:
    """A symbol and the space before the next, which goes where both are power symbols."""
    is_cost = all(named.get(_folded(word)) in POWER_SYMBOLS for word in (found[2], found[3]))
    return found[1] if is_cost else found[0]


def _folded(word: str) -> str:
    return _UNSPOKEN.sub("", word.casefold())
