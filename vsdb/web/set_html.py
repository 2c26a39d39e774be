"""The checklist of a set as HTML, written in one go: it has hundreds of rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from engine.model.cards import Card
from vsdb.catalog.cards.selectors import ListedPrinting
from vsdb.catalog.cards.templatetags.domains import domain_signs
from vsdb.catalog.formats.ban_marks import find_ban_mark, list_bans_by_card
from vsdb.collection.selectors import Copies
from vsdb.collection.templatetags.collection import copies_in
from vsdb.core.addresses import get_address
from vsdb.web.card_html import draw_ban_mark

_UNRECORDED = '<span class="unrecorded">not recorded</span>\n'
_NO_NUMBER = (
    '<span class="unrecorded" title="number not recorded">'
    '<span class="visually-hidden">number not recorded</span>&ensp;</span>'
)


def draw_checklist(
    game: str,
    rows: Iterable[tuple[ListedPrinting, Card]],
    owned: Mapping[tuple[str, str], Copies] | None,
    *,
    has_domains: bool,
    has_rarities: bool,
) -> SafeString:
    """A row for each printing of a set, with the copies that somebody has."""
    banned = list_bans_by_card(game, timezone.localdate())
    signs: dict[tuple[str, ...] | None, str] = {}
    drawn = []
    for printing, card in rows:
        if has_domains:
            group = signs.get(card.domains) or signs.setdefault(card.domains, domain_signs(card))
        else:
            group = _join(card.teams or (), " / ")
        rarity = f"<td>{escape(printing.rarity or card.rarity or '')}</td>" if has_rarities else ""
        mark = draw_ban_mark(find_ban_mark(card)) if card.slug in banned else ""
        drawn.append(
            f"""
                <tr>
                  <td>{_draw_copies(copies_in(owned, card.slug, printing.number))}</td>
                  <td class="code">{escape(printing.number) or _NO_NUMBER}</td>
                  <th scope="row">{_name(game, card)} {mark}</th>
                  <td>{escape(card.type or "") or _UNRECORDED}</td>
                  <td>{group}</td>
                  {rarity}
                </tr>
              """
        )
    return mark_safe("".join(drawn))  # noqa: S308  (all that comes from facts is escaped where it is written)


def _draw_copies(copies: int) -> str:
    if not copies:
        return '<span class="tickbox" aria-hidden="true"></span>'
    return f'<span class="checklist__owned">{copies}<span class="visually-hidden"> owned</span></span>'


def _name(game: str, card: Card) -> str:
    """A card's name as a link, with what else tells it apart."""
    address = escape(get_address("cards:card", game, card.slug))
    versions = f', <span class="soft">{_join(card.versions, " ○ ")}</span>' if card.versions else ""
    level = ""
    if card.type == "Main Character" and card.level:
        level = f' <span class="soft">level {card.level}</span>'
    return f'<a href="{address}">{escape(card.name)}</a>{versions}{level}'


def _join(texts: Iterable[str], by: str) -> str:
    return by.join(map(escape, texts))
