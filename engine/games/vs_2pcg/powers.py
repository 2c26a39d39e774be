"""The powers of cards that cost symbols, and the way to the next level, as card texts write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from engine.card_text.sentences import find_name_before, is_heading, split_sentences, strip_full_stop

POWER_SYMBOLS = ("Energy", "Intellect", "Might", "Skill", "Humanity", "Alien")
ANY_TURN = "Any Turn"
WHEN = ("Draw", "Build", "Main", "Combat", "Recovery", "Reaction")
_SYMBOL = rf"\[(?:{'|'.join(POWER_SYMBOLS)})\]"
_COSTS = rf"(?:{_SYMBOL})+(?:(?:,|,? or) (?:{_SYMBOL})+)*"
_TIMING = rf"(?:\[{ANY_TURN}\] )?(?:Any )?(?:{'|'.join(WHEN)})"
_POWER = re.compile(
    rf"(?<![\w-])(?P<when>{_TIMING}(?:,? (?:or )?{_TIMING}){{0,3}}) (?P<costs>{_COSTS})"
    r"(?: ?[:;]| ?[-\u2013\u2014] | (?=[A-Z]))"
    rf"|(?<=[\w.!?] )(?P<bare>{_COSTS}) ?:"
)
_LEVEL_UP = re.compile(r"Level Up ?\((?P<xp>\d+)\) ?[-\u2013\u2014:]? ?")
_ONE_SYMBOL = re.compile(r"\[([A-Za-z]+)\]")
_WORD = re.compile(r"\w+")
_MAX_NAME_LENGTH = 80  #: characters
_OR = re.compile(r",? or |, ")


def parse_super_powers(text: str) -> list[dict[str, Any]]:
    """The super powers of a text without reminders, in its order."""
    return [
        {
            "name": name,
            "when": [word for word in WHEN if word in _WORD.findall(found["when"] or "")],
            "any_turn": f"[{ANY_TURN}]" in (found["when"] or ""),
            "any_combat": "Any Combat" in (found["when"] or ""),
            "costs": [_ONE_SYMBOL.findall(way) for way in _OR.split(found["costs"] or found["bare"])],
            "text": said,
        }
        for found, name, said in _find_places(text, _POWER)
    ]


def parse_level_up(text: str) -> dict[str, Any] | None:
    """How a main character levels up; None where the text doesn't say."""
    return next(
        ({"name": name, "xp": int(found["xp"]), "text": said} for found, name, said in _find_places(text, _LEVEL_UP)),
        None,
    )


def find_power_names(text: str) -> frozenset[str]:
    """The names of the powers that cost symbols or level up, which are no keywords even where they are spelt alike."""
    found = (name for pattern in (_POWER, _LEVEL_UP) for _, name, _ in _find_places(text, pattern))
    return frozenset(name for name in found if name)


PowerPlace = tuple[re.Match[str], str | None, str]


def _find_places(text: str, wanted: re.Pattern[str]) -> Iterator[PowerPlace]:
    """Each place of a pattern with the name of its power and what the power says."""
    return (place for place in _places(text) if place[0].re is wanted)


@lru_cache(maxsize=8)
def _places(text: str) -> tuple[PowerPlace, ...]:
    """Where powers and ways to level up begin; a text is asked for both, and for their names, in a row."""
    return tuple(_read_places(text))


def _read_places(text: str) -> Iterator[PowerPlace]:
    heading: str | None = None
    for line in text.split("\n"):
        # Only a line with a symbol can have a power; looking for one takes most of the time.
        powers = _POWER.finditer(line) if "[" in line else ()
        levels = _LEVEL_UP.finditer(line) if "Level Up" in line else ()
        places = sorted((*powers, *levels), key=lambda found: found.start())
        at = 0
        for found in places:
            # What a power before it on the line says is a sentence at least, however like a name it reads.
            before = split_sentences(line[at : found.start()])[1 if at else 0 :]
            at = found.end()
            yield found, find_name_before(before) or heading, _cut_at_next_power(line[at:])
        if not places:
            heading = strip_full_stop(line) if _is_heading_line(line) else None


def _is_heading_line(line: str) -> bool:
    return is_heading(line) or (len(line) <= _MAX_NAME_LENGTH and not line.endswith("."))


def _cut_at_next_power(rest: str) -> str:
    """The text of a power: up to the name of the next one on its line."""
    said: list[str] = []
    for sentence in split_sentences(rest):
        is_next = said and (is_heading(sentence) or _POWER.search(sentence) or _LEVEL_UP.search(sentence))
        if is_next:
            break
        said.append(sentence)
    return " ".join(said)
