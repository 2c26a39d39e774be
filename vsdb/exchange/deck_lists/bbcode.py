"""Decks in BBCode, the cards linked; names and notes are inert in it.

BBCode has no escape: an opening bracket in a text is followed by an invisible space, which reading takes off again.
"""

from __future__ import annotations

import re

from engine.decklists.encoding import lines_of
from engine.decklists.sections import title_of
from engine.model.decks import READ, Entry
from vsdb.exchange.deck_lists.drafts import Draft, Export, Outgoing, Row, line_of, note_lines, one_line
from vsdb.exchange.deck_lists.markups import address_of, card_at, drafted, head_words, linked, said_line, title_line

_GAP = "\u200b"
_BREAKS = re.compile(rf"(?<=\[)|(?<=:)(?={_GAP}*//)|(?<=www)(?={_GAP}*\.)", re.IGNORECASE)
_BROKEN = re.compile(rf"(?<=\[){_GAP}|(?<=:){_GAP}(?={_GAP}*//)|(?<=www){_GAP}(?={_GAP}*\.)", re.IGNORECASE)

_ITEM = re.compile(
    r"(?P<count>[0-9]+)\s*(?:[xX×]\s*)?\[url=(?P<address>[^\]\s]+)\](?P<title>[^\[]*(?:\[(?!/url\])[^\[]*)*)\[/url\]"
    r"(?:\s*\((?P<printing>[^()]{1,40})\))?(?:\s+[—–-]+\s+\[i\](?P<note>.*)\[/i\]|(?P<rest>.*))",
    re.IGNORECASE,
)
_TITLE = re.compile(r"\[size=[0-9]+\]\[b\](.*)\[/b\]\[/size\]", re.IGNORECASE)
_SAID = re.compile(r"\[i\]([a-z-]+): (.*)\[/i\]", re.IGNORECASE)
_BOLD = re.compile(r"\[b\](.*)\[/b\]", re.IGNORECASE)
_ADDRESS = re.compile(r"\[url\][^\[\]]*\[/url\]", re.IGNORECASE)


def write(out: Outgoing) -> Export:
    """A bold heading a section and a line a card, its note behind it; the deck's notes are a quotation."""
    deck = out.deck
    title, said = head_words(deck)
    lines = [f"[size=150][b]{inert(title)}[/b][/size]"] if title else []
    lines += [f"[i]{inert(line)}[/i]" for line in said]
    if out.address:
        lines.append(f"[url]{out.address}[/url]")
    if out.notes:
        lines += ["[quote]", *map(inert, note_lines(out.notes)), "[/quote]"]
    section = ""
    for entry in deck.entries:
        if entry.section != section:
            section = entry.section
            lines += ["", f"[b]{inert(title_of(section))}[/b]"]
        lines.append(_item(entry, out))
    return Export("\n".join(lines) + "\n")


def recognised(text: str) -> bool:
    """Whether any line is a card with its number, linked as BBCode links."""
    items = (_ITEM.fullmatch(line.strip()) for line in lines_of(text))
    return any(item and card_at(item["address"]) for item in items)


def read(text: str) -> Draft:
    """Lines with a link are the linked cards; the quotation is the notes; everything else is deck text."""
    lines: list[str | Row] = []
    games: list[str] = []
    notes: list[str] = []
    is_quoted = False
    for line in lines_of(text):
        item = _ITEM.fullmatch(line.strip())
        if line.strip().casefold() in {"[quote]", "[/quote]"}:
            is_quoted = not line.strip().startswith("[/")
        elif is_quoted:
            notes.append(shown(line))
        elif item:
            note = one_line(shown(item["note"] or item["rest"] or ""))
            row, game = linked(
                item["count"], shown(item["title"]), item["address"], shown(item["printing"] or ""), note
            )
            lines.append(row)
            games.append(game)
        elif not _ADDRESS.fullmatch(line.strip()):
            lines.append(_as_deck_text(line))
    return drafted(lines, games, notes)


def inert(text: str) -> str:
    """A text in which no tag and no address is one."""
    return _BREAKS.sub(_GAP, one_line(text))


def shown(text: str) -> str:
    """The text that was made inert."""
    return _BROKEN.sub("", text)


def _item(entry: Entry, out: Outgoing) -> str:
    card = entry.card
    if entry.state != READ or card is None:
        return inert(line_of(entry, out.deck.game))
    printing = f" ({inert(entry.printing)})" if entry.printing and entry.printing != card.slug else ""
    note = out.note_on(entry)
    behind = f" — [i]{inert(note)}[/i]" if note else ""
    return f"{entry.count} [url={address_of(card, out)}]{inert(card.title)}[/url]{printing}{behind}"


def _as_deck_text(line: str) -> str:
    title, said, bold = (pattern.fullmatch(line.strip()) for pattern in (_TITLE, _SAID, _BOLD))
    if title:
        return title_line(shown(title[1]).removeprefix("title: "))
    if said:
        return said_line(said[1], shown(said[2])) or shown(line)
    return shown(bold[1] if bold else line)
