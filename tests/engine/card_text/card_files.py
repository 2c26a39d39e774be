"""The texts of the real card files, read in the plainest way: for tests of the reader of texts, not of importers."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_CARD = re.compile(r'<card id="[^"]*" name="(?P<name>[^"]*)"(?P<rest>.*?)</card>', re.S)
_PROPERTY = re.compile(r'name="([^"]*)" value="([^"]*)"')
_TYPE_LINE = re.compile(r"(?:Character|Plot Twist|Location|Equipment), ?\d")


@dataclass(frozen=True)
class Text:
    """A card's text as a file has it."""

    code: str
    name: str
    type: str
    text: str


def pcg_texts(shared: Path) -> Iterator[Text]:
    """Those of the card files of 2PCG; the code is the printing's."""
    for card in json.loads((shared / "data" / "tcgbrowser-2pcg.json").read_text(encoding="utf-8")):
        yield Text(card["guid"].upper(), card["name"], card["type"], card["text"])
    for file in sorted((shared / "data" / "octgn").glob("*.xml")):
        for card in _CARD.finditer(file.read_text(encoding="utf-8-sig")):
            said = {name: html.unescape(value) for name, value in _PROPERTY.findall(card["rest"])}
            yield Text(said["Card Number"], html.unescape(card["name"]), said["Type"], said["Rules"])


def classic_texts(shared: Path) -> Iterator[Text]:
    """Those of the answers about the Marvel Universe set, with the ruling after each; the code is the card's title."""
    document = shared / "documents" / "marvel-universe-faq-2008-06-10.txt"
    lines = document.read_text(encoding="utf-8").split("\n")
    heads = [number for number, line in enumerate(lines) if _TYPE_LINE.match(line)]
    for head, following in zip(heads, [*heads[1:], len(lines) + 1], strict=True):
        title = lines[head - 1]
        yield Text(title, re.split(r",| <>", title)[0], lines[head], "\n".join(lines[head + 1 : following - 1]))
