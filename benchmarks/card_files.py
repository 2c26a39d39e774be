"""Card files of any size in every layout that can be imported, for the benchmark of imports."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TextIO

WORDS = (
    "a", "the", "each", "your", "their", "another", "card", "character", "counter", "deck", "hand", "side", "turn",
    "attack", "draw", "move", "ready", "spend",
)  # fmt: skip
FEW_NAMES = tuple(f"Repeated {word.title()}" for word in WORDS)
GAME_IDS = {"vs-2pcg": "d9d22574-b64d-4f4b-9726-092d35b778c9", "vs-classic": ""}
SETS = {"vs-2pcg": "XFC", "vs-classic": "MOR"}


@dataclass(frozen=True)
class Made:
    """A card of a large file."""

    name: str
    number: str
    facts: Mapping[str, str]
    text: str


def made(few_names: Sequence[str], game: str) -> Iterator[Made]:
    """Cards without an end; of each name one, or those names over and over."""
    chance = random.Random(1)  # noqa: S311 - words for cards
    for each in count():
        block, number = divmod(each, 9_000)
        kind = "Supporting Character" if game == "vs-2pcg" else "Character"
        facts = {"type": kind, "cost": str(each % len(WORDS) % 8), "atk": "3", "def": "4", "teams": "X-Men"}
        if game == "vs-classic":
            facts["versions"] = "Big Boss"
        name = few_names[each % len(few_names)] if few_names else f"{chance.choice(WORDS).title()} Number {each}"
        code = f"{chr(65 + block % 26)}{chr(65 + block // 26 % 26)}{number + 1_000}"
        yield Made(name, code, facts, f"Main: {' '.join(chance.choice(WORDS) for _ in range(40))}.")


def write_octgn(out: TextIO, size: int, game: str, few_names: Sequence[str]) -> None:
    """An OCTGN set."""
    out.write(f'<set name="{game}" gameId="{GAME_IDS[game]}"><cards>\n')
    for card in made(few_names, game):
        properties = {"Card Number": f"{SETS[game]}-{card.number}", **card.facts, "Rules": card.text}
        inside = "".join(f'<property name="{name}" value="{value}" />' for name, value in properties.items())
        out.write(f'<card id="" name="{card.name}">{inside}</card>\n')
        if out.tell() > size:
            break
    out.write("</cards></set>\n")


def write_tcgbrowser(out: TextIO, size: int, game: str, few_names: Sequence[str]) -> None:
    """A list of TCG Browser."""
    for card in made(few_names, game):
        facts = {"guid": f"{SETS[game]}-{card.number}", "name": card.name, **card.facts, "text": card.text}
        out.write(("," if out.tell() else "[") + json.dumps(facts) + "\n")
        if out.tell() > size:
            break
    out.write("]\n")


def write_cockatrice(out: TextIO, size: int, game: str, few_names: Sequence[str]) -> None:
    """A Cockatrice database."""
    out.write(f'<cockatrice_carddatabase version="4" game="{game}"><cards>\n')
    for card in made(few_names, game):
        inside = "".join(f"<{name}>{value}</{name}>" for name, value in card.facts.items())
        printing = f'<set num="{card.number}">{SETS[game]}</set>'
        out.write(f"<card><name>{card.name}</name><text>{card.text}</text><prop>{inside}</prop>{printing}</card>\n")
        if out.tell() > size:
            break
    out.write("</cards></cockatrice_carddatabase>\n")


def write_csv(out: TextIO, size: int, game: str, few_names: Sequence[str]) -> None:
    """A table of cards with printed texts."""
    for card in made(few_names, game):
        row = {"name": card.name, "set": SETS[game], "number": card.number, **card.facts, "printed_text": card.text}
        if not out.tell():
            out.write(",".join(row) + "\n")
        out.write(",".join(row.values()) + "\n")
        if out.tell() > size:
            break


def write_reference(out: TextIO, size: int, game: str, few_names: Sequence[str]) -> None:
    """A card reference: errata, since it gives no numbers."""
    out.write("Vs. System Card Reference\nUpdated June 10, 2008\n\nCards\n\n")
    for card in made(few_names, game):
        facts = card.facts
        out.write(f"{card.name}\nCharacter, {facts['cost']}, X-Men, {facts['atk']}/{facts['def']}\n{card.text}\n\n")
        if out.tell() > size:
            break


WRITERS: dict[str, Callable[[TextIO, int, str, Sequence[str]], None]] = {
    "octgn": write_octgn,
    "tcgbrowser": write_tcgbrowser,
    "cockatrice": write_cockatrice,
    "csv": write_csv,
    "reference": write_reference,
}
