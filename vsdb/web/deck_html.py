"""Rows of lists of decks as HTML, written in one go: a page has dozens of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from html import escape
from urllib.parse import quote

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from engine.model.games import game_of, name_in_messages
from vsdb.core.addresses import get_address
from vsdb.core.words import format_day
from vsdb.decks.browse import DeckRow
from vsdb.decks.glance import CardGroup, Glance, SmallCurve
from vsdb.decks.models import Deck
from vsdb.decks.rechecks.models import VerdictChange
from vsdb.decks.templatetags.stored import moment, shared_with
from vsdb.web.card_html import draw_outcome


def draw_deck_row(row: DeckRow, *, is_of_one: bool = False) -> SafeString:
    """A deck in a list; in one of decks of one person (`is_of_one`) without its author."""
    author = "" if is_of_one else _write_author(row.deck)
    return _draw_row(row, author, shows_who=row.deck.visibility != Deck.Visibility.PUBLIC)


def draw_own_deck_row(row: DeckRow, picked: Collection[int], change: VerdictChange | None) -> SafeString:
    """A deck in one's own list: with its box, ticked if it is among those `picked`, its places, and how its verdict has
    changed."""
    deck, title = row.deck, escape(row.deck.title)
    box = f'type="checkbox" form="selected" id="pick-{deck.pk}" name="deck" value="{deck.pk}"'
    pick = (
        f'<div class="deckrow__pick"><input {box}{" checked" if deck.pk in picked else ""}><label for="pick-{deck.pk}">'
        f'<span class="visually-hidden">Select {title}</span></label></div>'
    )
    changed = render_to_string("decks/rechecks/since.html", {"change": change}) if change else ""
    return _draw_row(row, "", shows_who=True, pick=pick, more=changed + _draw_places(deck))


def _draw_row(row: DeckRow, author: str, *, shows_who: bool, pick: str = "", more: str = "") -> SafeString:
    deck, glance = row.deck, row.glance
    who = f'<span class="tag">{shared_with(deck)}</span> ' if shows_who else ""
    likes = f"{_count(deck.liked, 'like')} · " if deck.liked else ""
    shared = f'<p class="small soft">{_count(row.shared, "card")} in common</p>' if row.shared else ""
    return mark_safe(  # noqa: S308  (all that comes from people is escaped where it is written)
        f"""<li class="deckrow{" deckrow--picked" if pick else ""}">
  {pick}
  <div class="deckrow__sign">{_draw_sign(row)}</div>
  <div class="deckrow__words">
    <h2 class="deckrow__title"><a href="{_find_page(deck)}">{escape(deck.title)}</a></h2>
    {_draw_cards(deck, glance)}
    <p class="small">{_write_facts(row)}{author}{_write_history(deck)}</p>
    {more}
    {shared}
    {_draw_tags(deck)}
  </div>
  <div class="deckrow__curve">{_draw_curve(glance.curve) if glance.curve else ""}</div>
  <p class="deckrow__beside small soft">{who}{likes}<span>{moment(deck.edited)}</span></p>
</li>"""
    )


def _find_page(deck: Deck) -> str:
    return get_address("stored:deck", str(deck.pk), deck.slug)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _draw_sign(row: DeckRow) -> str:
    if row.draft:
        return f'{draw_outcome("draft")}<span class="small soft">{escape(row.draft)}</span>'
    if row.outcome:
        return draw_outcome(row.outcome)
    return f'<span class="soft small">{"not checked yet" if row.fmt else "no format"}</span>'


def _draw_cards(deck: Deck, glance: Glance) -> str:
    """Whom a deck is led by, and its teams."""
    if not glance.leads and not glance.groups:
        return ""
    links = ", ".join(
        f'<a href="{get_address("cards:card", deck.game_id, lead.slug)}">{escape(lead.title)}</a>'
        for lead in glance.leads
    )
    leads = f"<span>{links}</span>" if links else ""
    return f'<p class="deckrow__lead">{leads}{"".join(map(_draw_group, glance.groups))}</p>'


def _draw_group(group: CardGroup) -> str:
    ink = f'<span class="swatch__ink {escape(group.look)}" aria-hidden="true"></span>' if group.look else ""
    copies = f' <span class="soft">{group.copies}</span>' if group.copies else ""
    return f' <span class="swatch">{ink}{escape(group.name)}{copies}</span>'


def _write_facts(row: DeckRow) -> str:
    deck = row.deck
    fmt = f" · {escape(row.fmt.name)}" if row.fmt else ""
    on = f" on {format_day(deck.as_of)}" if deck.as_of else ""
    return f"{escape(name_in_messages(game_of(deck.game_id)))}{fmt}{on} · {_count(deck.size, 'card')}"


def _write_author(deck: Deck) -> str:
    if deck.owner is None:
        return ""
    name = deck.owner.username
    return f' · by <a href="{get_address("accounts:profile", name)}">{escape(name)}</a>'


def _write_history(deck: Deck) -> str:
    return (f" · {escape(deck.event)}" if deck.event else "") + (" · a fork" if deck.is_fork else "")


def _draw_places(deck: Deck) -> str:
    """The folder and the private labels of one's own deck."""
    mine = get_address("stored:mine")
    places = [f'in <a href="{mine}?folder={deck.folder.pk}">{escape(deck.folder.name)}</a>'] if deck.folder else []
    places += [
        f'<a class="tag tag--label" href="{mine}?label={label.pk}">{escape(label.name)}</a>'
        for label in deck.labels.all()
    ]
    return _draw_list(places, "taglist small") if deck.owner_id else ""


def _draw_tags(deck: Deck) -> str:
    index = get_address("stored:index")
    return _draw_list(
        [f'<a class="tag" href="{index}?tag={quote(tag.slug)}">{escape(tag.name)}</a>' for tag in deck.tags.all()],
        "taglist",
    )


def _draw_list(items: Iterable[str], look: str) -> str:
    drawn = "".join(f"<li>{item}</li>" for item in items)
    return f'<ul class="{look}">{drawn}</ul>' if drawn else ""


def _draw_curve(curve: SmallCurve) -> str:
    words, width, height = escape(curve.words), curve.width, curve.height
    said = f'<span class="small soft" aria-hidden="true">{curve.unrecorded} not recorded</span>'
    return (
        f'<svg class="minicurve" role="img" aria-label="{words}" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}"><title>{words}</title><path d="{curve.path}"/></svg>'
        f"{said if curve.unrecorded else ''}"
    )
