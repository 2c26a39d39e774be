"""The files that cases load and import: two versions of the facts, card files, two editions of a rules document."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Sequence
from pathlib import Path

from fault_cases.filling import FORMAT, GAME
from fault_cases.sites import ROOT

FACTS = ROOT / "fixtures"
DOCUMENT = "cr-2.7"
CARDS_OF_A_FILE = 40
BANNED_ON = "2009-01-01"  #: the day of the ban that the other facts add


def write_other_facts(folder: Path, banned: str) -> Path:
    """A copy of the facts in which a card is banned since 2009 and every 25th card has another rarity."""
    shutil.copytree(FACTS, folder)
    with (folder / GAME / "bans.csv").open("a", encoding="utf-8") as file:
        file.write(f"{banned},,,,,,,,{FORMAT},{BANNED_ON},{BANNED_ON},,,,,\n")
    path = folder / GAME / "cards.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next(at for at, line in enumerate(lines) if not line.startswith("#"))
    rows = list(csv.reader(lines[start:]))
    column = rows[0].index("rarity")
    for row in rows[1::25]:
        row[column] = "Common" if row[column] == "Rare" else "Rare"
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("".join(f"{line}\n" for line in lines[:start]))
        csv.writer(file, lineterminator="\n").writerows(rows)
    return folder


def write_card_file(path: Path, name: str, number: int = CARDS_OF_A_FILE) -> Path:
    """A card file of so many new cards with texts, whose names begin with a word of their own."""
    rows = (f"{GAME},{name} {each},Plot Twist,Choose a {name.lower()}. Then ready it." for each in range(number))
    path.write_text("\n".join(["game,name,type,text", *rows]) + "\n", encoding="utf-8")
    return path


def write_rules(path: Path, numbers: Sequence[str], edition: str) -> Path:
    """A document with every rule that is cited of it, in words of ours that name the edition."""
    lines = [f"{number}. In the {edition} printing, rule {number} says to sit down and shuffle." for number in numbers]
    path.write_text("\n\n".join(lines) + "\n", encoding="utf-8")
    return path
