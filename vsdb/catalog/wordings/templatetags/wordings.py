"""Card texts as HTML: symbols and arrows as icons with words, keywords as links, reminders and changes marked.

Every text comes from a file that somebody brought: all of it is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine.card_text.symbols import ARROW, normalize_symbol
from engine.model.game_site import COIN
from engine.model.games import game_of
from vsdb.catalog.wordings.drawing import (
    Line,
    LinePiece,
    PieceRun,
    find_icon,
    get_symbol_label,
    is_placeholder,
)
from vsdb.core.diffing import GONE, NEW, RESPACED, TextChange
from vsdb.core.icons import draw_coin, draw_icon

register = template.Library()

_SIGN = re.compile(r"(\[[^\[\]\n]+\]|>>>)")
_GONE, _NEW = "removed", "added"
_END = SafeString('<span class="visually-hidden">]</span>')


@register.simple_tag
def text(lines: Iterable[Line]) -> SafeString:
    """The lines of a text, a paragraph each."""
    return format_html_join("", "<p>{}</p>", ((_line(line, linked=True),) for line in lines))


@register.simple_tag
def face_text(lines: Iterable[Line], *, linked: bool = False) -> SafeString:
    """The lines of a text on a card's face; without links where the face itself is one."""
    return format_html_join("", '<span class="face__line">{}</span>', ((_line(line, linked=linked),) for line in lines))


@register.simple_tag
def compared(changes: Iterable[TextChange], *, with_signs: bool = True, game: str = "") -> SafeString:
    """Two texts in one: what is gone and what is new, said to those who hear it as well.

    `with_signs` draws the symbols of cards, those of a `game` as well; the texts of rules are shown as they are.
    """
    return format_html_join("", "{}", ((_change(change, game, with_signs=with_signs),) for change in changes))


@register.simple_tag
def signs(said: str, game: str = "") -> SafeString:
    """A short text with its symbols drawn, those of a game as well."""
    return _with_signs(said, game)


@register.simple_tag
def loading_command(game: str) -> str:
    """How wordings of a game are loaded from a file, as it is typed in a shell."""
    return f"manage.py import_cards --source {game_of(game).site.importing.usual_file} FILE"


def _line(line: Line, *, linked: bool) -> SafeString:
    return format_html_join("", "{}", ((_run(run, linked=linked),) for run in line))


def _run(run: PieceRun, *, linked: bool) -> SafeString:
    said = format_html_join("", "{}", ((_piece(piece, linked=linked),) for piece in run.pieces))
    return format_html('<i class="reminder">{}</i>', said) if run.is_reminder else said


def _piece(piece: LinePiece, *, linked: bool) -> SafeString:
    if piece.kind == "words" and piece.gloss is None:
        said = format_html("{}", piece.text)
    elif piece.gloss and linked:
        said = format_html(
            '<a class="keyword" href="{}"{}>{}</a>', piece.gloss.url, _title(piece.gloss.gloss), piece.text
        )
    elif piece.kind == "keyword":
        said = format_html("<b>{}</b>", piece.text)
    else:
        said = _symbol(ARROW if piece.kind == "arrow" else piece.name or piece.text, piece.printed, piece.icon)
    return format_html('<mark class="isnew">{}</mark>', said) if piece.is_new else said


def _title(gloss: str) -> SafeString:
    return format_html(' title="{}"', gloss) if gloss else SafeString("")


def _symbol(name: str, printed: str = "", drawing: str = "") -> SafeString:
    """A symbol, drawn or as the word that is printed; its tooltip gives the name and what is printed."""
    printed = printed or name
    if name == ARROW:
        return draw_icon("arrow", "then", look="cardsign cardsign--arrow")
    if drawing == COIN:
        return draw_coin(name, f"{name} energy")
    if drawing:
        title = name if printed == name else f"{name}, printed {printed}"
        return draw_icon(drawing, name, look=f"cardsign cardsign--{drawing}", title=title)
    if is_placeholder(name):
        return format_html("[{}]", printed)
    label = get_symbol_label(name, printed)
    title = f"{name}, printed {printed}" if label == name else name
    meaning = "" if printed == name else format_html(' title="{}"', title)
    return format_html('<span class="cardsign cardsign--word"{}>{}</span>', meaning, label)


def _with_signs(said: str, game: str) -> SafeString:
    def draw(part: str) -> str:
        if not _SIGN.fullmatch(part):
            return part
        printed = part.strip("[]")
        name = normalize_symbol(printed, game) if game and game_of(game).site.text_symbols else printed
        return _symbol(name, printed, find_icon(name, game))

    return format_html_join("", "{}", ((draw(part),) for part in _SIGN.split(said)))


def _change(change: TextChange, game: str, *, with_signs: bool) -> SafeString:
    said = _with_signs(change.text, game) if with_signs else format_html("{}", change.text)
    if change.kind == GONE:
        return format_html('<del><span class="visually-hidden">[{}: </span>{}{}</del>', _GONE, said, _END)
    if change.kind == NEW:
        return format_html('<ins><span class="visually-hidden">[{}: </span>{}{}</ins>', _NEW, said, _END)
    if change.kind == RESPACED:
        return format_html(
            '<span class="respaced" title="Before: “{}”"><span class="visually-hidden">[spacing: </span>{}{}</span>',
            change.before, said, _END,
        )  # fmt: skip
    return said
