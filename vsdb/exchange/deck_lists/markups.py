"""Decks in Markdown and BBCode, the cards linked; names and notes are inert in both.

BBCode has no escape: an opening bracket in a text is followed by an invisible space, which reading takes off again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.urls import reverse

from engine.decklists.encoding import split_lines
from engine.decklists.metadata import KEYS, is_title
from engine.decklists.sections import section_title
from engine.model.cards import GAMES
from engine.model.decks import READ, DeckEntry
from vsdb.exchange.deck_lists.drafts import (
    DraftRow,
    ExportedText,
    ListDraft,
    OutgoingDeck,
    split_note,
    to_one_line,
    write_head_lines,
    write_line,
)


@dataclass(frozen=True, slots=True)
class Markup:
    """How a markup writes a list's parts, and how it is read."""

    item: re.Pattern[str]  #: a line with a linked card
    inert: Callable[[str], str]  #: a text in which nothing means anything to the markup
    shown: Callable[[str], str]  #: the text that was made inert
    title: tuple[str, ...]
    said: str
    address: tuple[str, ...]
    notes: Callable[[list[str]], list[str]]
    heading: tuple[str, ...]
    row: str
    link: str
    note: str
    without_notes: Callable[[list[str], list[str]], Iterator[str]]  #: the lines but for notes and address
    deck_text: Callable[[str], str]  #: what a line without a link is in deck text

    def write(self, out: OutgoingDeck) -> ExportedText:
        """A heading a section and a line a card, its note behind it; the deck's notes are a quotation."""
        deck = out.deck
        said = [line.removeprefix("# ") for line in write_head_lines(deck)]
        title = said.pop(0) if deck.title.strip() else ""
        lines = [line.format(self.inert(title)) for line in self.title] if title else []
        lines += [self.said.format(self.inert(line)) for line in said]
        lines += [line.format(out.address) for line in self.address] if out.address else []
        lines += self.notes([self.inert(line) for line in split_note(out.notes)]) if out.notes else []
        section = ""
        for entry in deck.entries:
            if entry.section != section:
                section = entry.section
                lines += [line.format(self.inert(section_title(section))) for line in self.heading]
            lines.append(self.row.format(self._item(entry, out)))
        return ExportedText("\n".join(lines) + "\n")

    def recognised(self, text: str) -> bool:
        """Whether any line is a card with its number, linked as the markup links."""
        items = (self.item.fullmatch(line.strip()) for line in split_lines(text))
        return any(item and _card_at(item["address"]) for item in items)

    def read(self, text: str, *_: object) -> ListDraft:
        """Lines with a link are the linked cards, whose game most of them tell; everything else is deck text."""
        lines: list[str | DraftRow] = []
        games: list[str] = []
        notes: list[str] = []
        for line in self.without_notes(split_lines(text), notes):
            item = self.item.fullmatch(line.strip())
            if item is None:
                lines.append(self.deck_text(line))
                continue
            game, slug = _card_at(item["address"]) or ("", "")
            name, printing = to_one_line(self.shown(item["title"])), self.shown(item["printing"] or "")
            note = to_one_line(self.shown(item["note"] or item["rest"] or ""))
            lines.append(DraftRow(item["count"], name, slug=slug, printing=printing, note=note))
            games += [game] if game else []
        return ListDraft(tuple(lines), max(games, key=games.count, default=""), "\n".join(map(self.shown, notes)))

    def _item(self, entry: DeckEntry, out: OutgoingDeck) -> str:
        card, inert = entry.card, self.inert
        if entry.state != READ or card is None:
            return inert(write_line(entry, out.deck.game))
        address = out.absolute(reverse("cards:card", args=(card.game, card.slug)))
        printing = f" ({inert(entry.printing)})" if entry.printing and entry.printing != card.slug else ""
        note = out.note_on(entry)
        behind = f" — {self.note.format(inert(note))}" if note else ""
        return f"{entry.count} {self.link.format(inert(card.title), address)}{printing}{behind}"


def write_title_line(title: str) -> str:
    """A title as the comment line that gives it."""
    line = f"# {title}"
    return line if is_title(line) else f"# title: {title}"


def write_metadata_line(key: str, value: str) -> str | None:
    """What a list says about itself as a comment line; None for a key without a meaning."""
    return f"# {key}: {value}" if key in KEYS else None


def _card_at(address: str) -> tuple[str, str] | None:
    """The game and the slug of the card whose page an address of any site like this one is."""
    games = "|".join(map(re.escape, GAMES))
    found = re.search(rf"/cards/(?P<game>{games})/(?P<slug>[-a-zA-Z0-9_]+)/?(?:[?#].*)?$", address)
    return (found["game"], found["slug"]) if found else None


_SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|#&~$"})
_BEGINS_BLOCK = re.compile(r"^(\s*\d*)([-+=~.)])")  #: what would make a list or a line of its own
_LINKED_BARE = re.compile(r":(?=//)|(?<=www)\.|@", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_TEXT = r"(?:\\.|[^\\\[\]])*"
_SAID = re.compile(rf"\*(?P<key>[a-z-]+): (?P<value>{_TEXT})\*\s*")


def _escape(text: str) -> str:
    plain = to_one_line(text).translate(_SPECIAL)
    plain = _LINKED_BARE.sub(lambda found: f"\\{found[0]}", plain)
    return _BEGINS_BLOCK.sub(lambda found: f"{found[1]}\\{found[2]}", plain)


def _bare(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)


def _without_quotations(lines: list[str], notes: list[str]) -> Iterator[str]:
    for line in lines:
        if line.startswith(">"):
            notes.append(line.removeprefix(">").removeprefix(" "))
        elif not line.startswith("<http"):
            yield line


def _out_of_markdown(line: str) -> str:
    if said := _SAID.fullmatch(line):
        return write_metadata_line(said["key"], _bare(said["value"])) or _bare(line)
    if line.startswith("# "):
        return write_title_line(_bare(line.removeprefix("# ").strip()).removeprefix("title: "))
    return _bare(re.sub(r"^\s*[-*+]\s", "", line))


MARKDOWN = Markup(
    item=re.compile(
        rf"(?:[-*+]\s+)?(?P<count>[0-9]+)\s*(?:[xX×]\s*)?\[(?P<title>{_TEXT})\]\((?P<address>[^\s()<>]+)\)"
        r"(?:\s*\((?P<printing>[^()]{1,40})\))?(?:\s+[—–-]+\s+(?P<note>.*)|(?P<rest>.*))"
    ),
    inert=_escape,
    shown=_bare,
    title=("# {}", ""),
    said="*{}*  ",
    address=("", "<{}>"),
    notes=lambda lines: ["", *(f"> {line}" for line in lines)],
    heading=("", "## {}", ""),
    row="- {}",
    link="× [{}]({})",
    note="{}",
    without_notes=_without_quotations,
    deck_text=_out_of_markdown,
)

_GAP = "\u200b"
_BREAKS = re.compile(rf"(?<=\[)|(?<=:)(?={_GAP}*//)|(?<=www)(?={_GAP}*\.)", re.IGNORECASE)
_BROKEN = re.compile(rf"(?<=\[){_GAP}|(?<=:){_GAP}(?={_GAP}*//)|(?<=www){_GAP}(?={_GAP}*\.)", re.IGNORECASE)
_TITLE = re.compile(r"\[size=[0-9]+\]\[b\](.*)\[/b\]\[/size\]", re.IGNORECASE)
_ITALIC = re.compile(r"\[i\]([a-z-]+): (.*)\[/i\]", re.IGNORECASE)
_BOLD = re.compile(r"\[b\](.*)\[/b\]", re.IGNORECASE)
_ADDRESS = re.compile(r"\[url\][^\[\]]*\[/url\]", re.IGNORECASE)


def _remove_breaks(text: str) -> str:
    return _BROKEN.sub("", text)


def _without_quotes(lines: list[str], notes: list[str]) -> Iterator[str]:
    is_quoted = False
    for line in lines:
        if line.strip().casefold() in {"[quote]", "[/quote]"}:
            is_quoted = not line.strip().startswith("[/")
        elif is_quoted:
            notes.append(line)
        elif not _ADDRESS.fullmatch(line.strip()):
            yield line


def _out_of_bbcode(line: str) -> str:
    title, said, bold = (pattern.fullmatch(line.strip()) for pattern in (_TITLE, _ITALIC, _BOLD))
    if title:
        return write_title_line(_remove_breaks(title[1]).removeprefix("title: "))
    if said:
        return write_metadata_line(said[1], _remove_breaks(said[2])) or _remove_breaks(line)
    return _remove_breaks(bold[1] if bold else line)


BBCODE = Markup(
    item=re.compile(
        r"(?P<count>[0-9]+)\s*(?:[xX×]\s*)?"
        r"\[url=(?P<address>[^\]\s]+)\](?P<title>[^\[]*(?:\[(?!/url\])[^\[]*)*)\[/url\]"
        r"(?:\s*\((?P<printing>[^()]{1,40})\))?(?:\s+[—–-]+\s+\[i\](?P<note>.*)\[/i\]|(?P<rest>.*))",
        re.IGNORECASE,
    ),
    inert=lambda text: _BREAKS.sub(_GAP, to_one_line(text)),
    shown=_remove_breaks,
    title=("[size=150][b]{}[/b][/size]",),
    said="[i]{}[/i]",
    address=("[url]{}[/url]",),
    notes=lambda lines: ["[quote]", *lines, "[/quote]"],
    heading=("", "[b]{}[/b]"),
    row="{}",
    link="[url={1}]{0}[/url]",
    note="[i]{}[/i]",
    without_notes=_without_quotes,
    deck_text=_out_of_bbcode,
)
