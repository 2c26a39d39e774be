"""Faces of cards and tables of their legality as HTML, written in one go: a page has dozens of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from html import escape

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from engine.formats.changes import IN_FORCE, NOT_IN_FORCE
from engine.formats.legality import BANNED, NOT_IN
from engine.formats.set_status import IN, OUT
from vsdb.catalog.cards.card_page import FormatAnswers
from vsdb.catalog.cards.faces import CardFace, FaceFigure
from vsdb.catalog.cards.templatetags.domains import domain_signs
from vsdb.catalog.formats.ban_marks import BanMark, find_ban_mark
from vsdb.catalog.wordings.selectors import CURRENT, FUTURE, PAST, POSSIBLE
from vsdb.catalog.wordings.templatetags.wordings import face_text
from vsdb.core.addresses import get_address
from vsdb.core.icons import draw_icon
from vsdb.core.words import format_between, format_day, spell_out_days

#: Sign and word for each outcome, severity and status; the sign is a symbol of `icons.svg`.
_SIGNS = {
    "legal": ("legal", "legal"),
    "illegal": ("illegal", "illegal"),
    "uncertain": ("uncertain", "uncertain"),
    "draft": ("info", "draft"),
    "error": ("illegal", "error"),
    "unknown": ("uncertain", "unknown"),
    "warning": ("warning", "warning"),
    "info": ("info", "note"),
    "ok": ("legal", "holds"),
    "problem": ("illegal", "problem"),
    "broken": ("illegal", "broken"),
    "none recorded": ("info", "none recorded"),
    "not applicable": ("none", "not applicable"),
    IN: ("legal", "in"),
    OUT: ("none", "not in"),
    NOT_IN: ("none", "not in"),
    BANNED: ("illegal", "banned"),
    IN_FORCE: ("illegal", "in force"),
    NOT_IN_FORCE: ("none", "not in force"),
    CURRENT: ("legal", "in force"),
    POSSIBLE: ("uncertain", "may be in force"),
    PAST: ("none", "earlier"),
    FUTURE: ("none", "later"),
}


def draw_outcome(meaning: str, word: str = "") -> SafeString:
    """The sign, word and colour of an outcome, a severity or a status."""
    return _draw_outcome(draw_icon(_SIGNS[meaning][0]), meaning, word)


@lru_cache(maxsize=512)
def _draw_outcome(icon: SafeString, meaning: str, word: str) -> SafeString:
    symbol, usual_word = _SIGNS[meaning]
    return format_html('<span class="sign sign--{}">{} {}</span>', symbol, icon, word or usual_word)


def draw_face(
    face: CardFace,
    href: str = "",
    *,
    large: bool = False,
    linked: bool = False,
    picture: str = "",
    mark: BanMark | None = None,
) -> SafeString:
    """A face as a link with the face in words for its name, or as a group with its keywords as links."""
    said = face.alt if mark is None else f"{face.alt} {_capitalize(mark.words)}."
    looks = "".join(f" face--{look}" for look in face.looks) + (" face--large" if large else "")
    code, size = escape(face.code or "printing not recorded"), f" face__text--{face.text_size}" if face.lines else ""
    tag, begins, words, hidden = "div", f'div role="group" aria-label="{escape(said)}"', "", ""
    if href:
        tag, begins, hidden = "a", f'a href="{escape(href)}"', ' aria-hidden="true"'
        words = f'<span class="visually-hidden">{escape(said)}</span>'
    return mark_safe(  # noqa: S308  (all that comes from cards is escaped where it is written)
        f"""
<{begins} class="face{escape(looks)}">
  {words}
  <span class="face__in"{hidden}>
    <span class="face__head">
      {_draw_coins(face.coins)}
      <span class="face__names"><b class="face__name">{escape(face.name)}</b>{_draw_under(face)}</span>
    </span>
    <span class="face__team{f" face__band band-{face.band}" if face.band is not None else ""}">
      <span class="face__teamname">{_draw_team(face)}</span>
      <span class="face__icons">{"".join(_draw_icons(face))}</span>
    </span>
    {_draw_mark(mark) if mark else ""}
    <span class="face__art" aria-hidden="true"><span>{escape(face.monogram)}</span></span>
    <span class="face__text{size}">{_draw_text(face, linked=linked)}</span>
    {_draw_figures(face.figures)}
    <span class="face__foot"><span>{code}</span><span>{escape(face.foot)}</span></span>
    {_draw_picture(picture) if picture else ""}
  </span>
</{tag}>

"""
    )


def draw_ban_mark(mark: BanMark | None) -> SafeString:
    """The mark of a banned card beside its name, since when and in which formats; nothing without one."""
    if mark is None:
        return SafeString("")
    look, icon = ("sure", "illegal") if mark.is_certain else ("doubt", "uncertain")
    if mark.is_elsewhere:
        look, icon = "elsewhere", "info"
    marked = '<span class="banmark banmark--{}">{} <b>{}</b> {}</span>'
    return format_html(marked, look, draw_icon(icon), mark.word, mark.details)


def draw_faces(faces: Iterable[CardFace], *, few: bool = False) -> SafeString:
    """A list of faces, each a link to its card; `few` of them stand beside other things."""
    drawn = "".join(f"<li>{_draw_linked(face)}</li>" for face in faces)
    return mark_safe(f'<ul class="faces{" faces--few" if few else ""}">\n  {drawn}\n</ul>\n')  # noqa: S308


def _draw_linked(face: CardFace) -> SafeString:
    card = face.card
    return draw_face(
        face, get_address("cards:card", card.game, card.slug), picture=face.picture, mark=find_ban_mark(card)
    )


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _draw_coins(coins: Iterable[FaceFigure]) -> str:
    drawn = "".join(map(_draw_coin, coins))
    return f'<span class="face__coins">{drawn}</span>' if drawn else ""


def _draw_coin(coin: FaceFigure) -> str:
    words = escape(coin.words)
    if coin.is_drawn:
        pips = "".join(f'<span class="pip {escape(sign.look)}">{draw_icon(sign.icon)}</span>' for sign in coin.signs)
        return f'<span class="pips" title="{words}">{pips or _UNRECORDED_PIP}</span>'
    look = f" coin--{coin.look}" if coin.look else ""
    unrecorded = "" if coin.value else " coin--unrecorded"
    return f'<span class="coin{look}{unrecorded}" title="{words}">{escape(coin.value)}</span>'


_UNRECORDED_PIP = '<span class="pip pip--unrecorded"></span>'


def _draw_under(face: CardFace) -> str:
    return f'<span class="face__version">{escape(face.under)}</span>' if face.under else ""


def _draw_team(face: CardFace) -> str:
    if face.signs:
        return domain_signs(face.card)
    if face.strip:
        return escape(face.strip)
    return f'<span class="unrecorded" title="{face.group_word} not recorded"></span>' if face.has_team_place else ""


def _draw_icons(face: CardFace) -> Iterable[str]:
    for side in face.sides:
        yield f'<span class="face__side" title="{escape(side)}">{escape(side[:1])}</span>'
    for name in face.icons:
        yield draw_icon(name, name)


def _draw_mark(mark: BanMark) -> str:
    look, icon = ("sure", "illegal") if mark.is_certain else ("doubt", "uncertain")
    words = escape(_capitalize(mark.words))
    return f'<span class="face__ban face__ban--{look}" title="{words}">{draw_icon(icon)} {escape(mark.word)}</span>'


def _draw_text(face: CardFace, *, linked: bool) -> str:
    if face.lines:
        return face_text(face.lines, linked=linked)
    if not face.keywords:
        no_text = "card text not available" if face.lines is None else "no game text"
        return f'<i class="face__nothing">{no_text if face.card.type else "type not recorded"}</i>'
    if not linked:
        return "".join(f"<b>{escape(str(keyword))}</b>" for keyword in face.keywords)
    game = face.card.game
    return "".join(
        f'<a href="{get_address("cards:keyword", game, slugify(keyword.name))}">{escape(str(keyword))}</a>'
        for keyword in face.keywords
    )


def _draw_figures(figures: Iterable[FaceFigure]) -> str:
    drawn = "".join(
        f'<span class="figure{"" if figure.value else " figure--unrecorded"}" title="{escape(figure.words)}">'
        f"{draw_icon(figure.look)}<b>{escape(figure.value)}</b></span>"
        for figure in figures
    )
    return f'<span class="face__figures">{drawn}</span>' if drawn else ""


def _draw_picture(picture: str) -> str:
    look = " face__picture--here" if picture.startswith("/") else ""
    return (
        f'<img class="face__picture{look}" src="{escape(picture)}" alt="" width="63" height="88" loading="lazy"'
        ' decoding="async" referrerpolicy="no-referrer">'
    )


def draw_legality_table(
    game: str, rows: Iterable[FormatAnswers], label: str, on: date, *, is_today: bool
) -> SafeString:
    """What each format says of a card today and on a day, a row each."""
    day, query = escape(format_day(on)), f"?on={on.isoformat()}"
    head = "" if is_today else f'<th scope="col">{day}</th>'
    drawn = "".join(_draw_answers(game, each, "" if is_today else day, query) for each in rows)
    return mark_safe(  # noqa: S308  (all that comes from facts is escaped where it is written)
        f"""<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}">
  <table class="wraps fits stacks">
    <thead><tr><th scope="col">Format</th><th scope="col">Today</th>{head}<th scope="col">Reason</th></tr></thead>
    <tbody>
      {drawn}
    </tbody>
  </table>
</div>
"""
    )


_TODAY = ' data-label="Today"'


def _draw_answers(game: str, answers: FormatAnswers, day: str, query: str) -> str:
    """A format's row; `day` is empty where today alone is asked about."""
    asked, said = answers.asked, escape(spell_out_days(answers.asked.reason))
    if asked.status == BANNED:
        reason = f", {escape(asked.reason)}" if asked.reason else ""
        said = f"since {escape(format_between(asked.ban.begins if asked.ban else None))}{reason}"
    url, name = get_address("formats:format", game, asked.fmt.slug), escape(asked.fmt.name)
    then = f'<td class="stacks__beside" data-label="{day}">{draw_outcome(asked.status)}</td>' if day else ""
    return (
        f'<tr><th scope="row" class="stacks__beside"><a href="{url}{query}">{name}</a></th>'
        f'<td class="stacks__beside"{_TODAY if day else ""}>'
        f"{draw_outcome(answers.today.status)}</td>{then}<td>{said}</td></tr>"
    )
