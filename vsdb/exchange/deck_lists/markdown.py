"""Decks in Markdown, the cards linked; names and notes are inert in it."""

from __future__ import annotations

import re

from engine.decklists.encoding import lines_of
from engine.decklists.sections import title_of
from engine.model.decks import READ, Entry
from vsdb.exchange.deck_lists.drafts import Draft, Export, Outgoing, Row, line_of, note_lines, one_line
from vsdb.exchange.deck_lists.markups import address_of, card_at, drafted, head_words, linked, said_line, title_line

_SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|#&~$"})
_BEGINS_BLOCK = re.compile(r"^(\s*\d*)([-+=~.)])")  #: what would make a list or a line of its own
_LINKED_BARE = re.compile(r":(?=//)|(?<=www)\.|@", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")

_TEXT = r"(?:\\.|[^\\\[\]])*"
_LINK = rf"\[(?P<title>{_TEXT})\]\((?P<address>[^\s()<>]+)\)"
_ITEM = re.compile(
    rf"\s*(?:[-*+]\s+)?(?P<count>[0-9]+)\s*(?:[xX×]\s*)?{_LINK}"
    r"(?:\s*\((?P<printing>[^()]{1,40})\))?(?:\s+[—–-]+\s+(?P<note>.*)|(?P<rest>.*))"
)
_SAID = re.compile(rf"\*(?P<key>[a-z-]+): (?P<value>{_TEXT})\*\s*")


def write(out: Outgoing) -> Export:
    """A heading a section and an item a card, its note behind it; the deck's notes are a quotation."""
    deck = out.deck
    title, said = head_words(deck)
    lines = [f"# {escaped(title)}", ""] if title else []
    lines += [f"*{escaped(line)}*  " for line in said]
    if out.address:
        lines += ["", f"<{out.address}>"]
    if out.notes:
        lines += ["", *(f"> {escaped(line)}" for line in note_lines(out.notes))]
    section = ""
    for entry in deck.entries:
        if entry.section != section:
            section = entry.section
            lines += ["", f"## {escaped(title_of(section))}", ""]
        lines.append(f"- {_item(entry, out)}")
    return Export("\n".join(lines) + "\n")


def recognised(text: str) -> bool:
    """Whether any line is a card with its number, linked as Markdown links."""
    items = (_ITEM.fullmatch(line) for line in lines_of(text))
    return any(item and card_at(item["address"]) for item in items)


def read(text: str) -> Draft:
    """Items with a link are the linked cards; quotations are notes; everything else is deck text."""
    lines: list[str | Row] = []
    games: list[str] = []
    notes: list[str] = []
    for line in lines_of(text):
        item = _ITEM.fullmatch(line)
        said = _SAID.fullmatch(line)
        if item:
            note = one_line(bare(item["note"] or item["rest"] or ""))
            row, game = linked(item["count"], bare(item["title"]), item["address"], bare(item["printing"] or ""), note)
            lines.append(row)
            games.append(game)
        elif said:
            lines.append(said_line(said["key"], bare(said["value"])) or bare(line))
        elif line.startswith(">"):
            notes.append(bare(line.removeprefix(">").removeprefix(" ")))
        elif not line.startswith("<http"):
            lines.append(_as_deck_text(line))
    return drafted(lines, games, notes)


def escaped(text: str) -> str:
    """A text in which nothing means anything to Markdown."""
    plain = one_line(text).translate(_SPECIAL)
    plain = _LINKED_BARE.sub(lambda found: f"\\{found[0]}", plain)
    return _BEGINS_BLOCK.sub(lambda found: f"{found[1]}\\{found[2]}", plain)


def bare(text: str) -> str:
    """The text that was escaped."""
    return _ESCAPED.sub(r"\1", text)


def _item(entry: Entry, out: Outgoing) -> str:
    card = entry.card
    if entry.state != READ or card is None:
        return escaped(line_of(entry, out.deck.game))
    printing = f" ({escaped(entry.printing)})" if entry.printing and entry.printing != card.slug else ""
    note = out.note_on(entry)
    behind = f" — {escaped(note)}" if note else ""
    return f"{entry.count} × [{escaped(card.title)}]({address_of(card, out)}){printing}{behind}"


def _as_deck_text(line: str) -> str:
    if line.startswith("# "):
        return title_line(bare(line.removeprefix("# ").strip()).removeprefix("title: "))
    return bare(re.sub(r"^\s*[-*+]\s", "", line))
