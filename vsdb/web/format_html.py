"""Sets, changes and bans of a format as HTML, written in one go: a page has hundreds of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from html import escape

from django.utils.safestring import SafeString, mark_safe

from engine.formats.changes import FormatChange
from engine.formats.set_status import IN, UNKNOWN
from engine.model.cards import CardSet
from engine.model.formats import Ban
from vsdb.catalog.formats.services import BanOnDay, FormatExplanation, FormatOnDay
from vsdb.catalog.formats.views import FormatTimeline, SetStretch
from vsdb.core.addresses import get_address
from vsdb.core.words import format_between, format_day, spell_out_days
from vsdb.web.card_html import draw_outcome


def draw_set_tags(game: str, found: FormatExplanation) -> SafeString:
    """The sets that are in on a day, and those that may be, as links."""
    sign = draw_outcome(UNKNOWN)
    sure = "".join(f"<li>{_begin_tag(game, card_set)}</a></li>" for card_set, _, _ in found.sets_in)
    doubtful = "".join(f"<li>{_begin_tag(game, card_set)} {sign}</a></li>" for card_set, _ in found.day.sets_in_doubt)
    return _mark_safe(f"{sure}\n          {doubtful}")


def draw_set_reasons(game: str, found: FormatExplanation) -> SafeString:
    """A row for each set that is in on a day, and for each that may be: why."""
    sure = (
        _draw_reason(game, card_set, IN, f"{_capitalize(reason.said)}; {_draw_legal_day(card_set)}")
        for card_set, _, reason in found.sets_in
    )
    doubtful = (
        _draw_reason(game, card_set, UNKNOWN, escape(spell_out_days(status.reason)))
        for card_set, status in found.day.sets_in_doubt
    )
    gap = "\n                "
    return _mark_safe(f"{''.join(sure)}{gap}{''.join(doubtful)}")


def draw_sets_out(game: str, day: FormatOnDay) -> SafeString:
    """A row for each set that isn't in on a day: why."""
    return _mark_safe(
        "".join(
            f'<tr><th scope="row">{_draw_code(card_set)} {_link_set(game, card_set)}</th>'
            f"<td>{escape(spell_out_days(status.reason))}</td></tr>"
            for card_set, status in day.sets_out
        )
    )


def draw_changes(changes: Iterable[FormatChange]) -> SafeString:
    """Changes in words, an entry each."""
    return _mark_safe("".join(f"<li>{escape(spell_out_days(each.said))}</li>" for each in changes))


def draw_calendar(calendar: Iterable[tuple[date, str]], on: date) -> SafeString:
    """A row for each day with changes, what changes in words; the day that is looked at is marked."""
    return _mark_safe(
        "".join(
            f'<tr><th scope="row"><a href="?on={when.isoformat()}"{_CURRENT_DAY if when == on else ""}>'
            f"{format_day(when)}</a></th><td>{_capitalize(spell_out_days(said))}</td></tr>"
            for when, said in calendar
        )
    )


_CURRENT_DAY = ' aria-current="date"'


def draw_timeline_rows(timeline: FormatTimeline, grid: str) -> SafeString:
    """A row for each set: the times in which it is in, in words and as bars over the `grid` of years."""
    today = draw_asked_day(timeline)
    return _mark_safe(
        "".join(
            f"""
        <li class="lifeline__row poolline__row">
          <span class="lifeline__name"><span class="code small">{escape(card_set.code)}</span>\
<span class="visually-hidden">: {escape(words)}.</span></span>
          <svg class="lifeline__picture poolline__picture" aria-hidden="true" focusable="false">
            {grid}
            {"".join(_draw_stretch(card_set, each) for each in stretches)}
            {today}
          </svg>
        </li>
      """
            for card_set, words, stretches in timeline.rows
        )
    )


def draw_asked_day(timeline: FormatTimeline) -> SafeString:
    """The line of the day that is looked at, in one row; nothing where it lies outside."""
    x = timeline.asked
    return _mark_safe(f'<line class="lifeline__today" x1="{x}" x2="{x}" y1="0" y2="20"/>' if x else "")


def draw_timeline_table(timeline: FormatTimeline) -> SafeString:
    """A row for each set: the times in which it is in, in words."""
    return _mark_safe(
        "".join(
            f'<tr><th scope="row">{_draw_code(card_set)} {escape(card_set.name)}</th><td>{_capitalize(words)}</td></tr>'
            for card_set, words, _ in timeline.rows
        )
    )


def draw_bans(game: str, day: FormatOnDay) -> SafeString:
    """A row for each ban of a format; with its reason where one is recorded of any."""
    has_reasons = day.has_reasons
    return _mark_safe("".join(_draw_ban(game, each, has_reasons=has_reasons) for each in day.bans))


def _draw_ban(game: str, each: BanOnDay, *, has_reasons: bool) -> str:
    ban = each.ban
    return f"""
                <tr>
                  <th scope="row" class="stacks__beside">{_name_banned(game, each)}</th>
                  <td class="stacks__beside">{draw_outcome(each.state)}</td>
                  <td data-label="From">{format_between(ban.begins)}</td>
                  <td data-label="Until">{format_between(ban.ends) if ban.ends else "end not recorded"}</td>
                  {_draw_ban_reason(ban) if has_reasons else ""}
                </tr>
              """


def _name_banned(game: str, each: BanOnDay) -> str:
    """What a ban names, as a link where that is one card."""
    ban, name = each.ban, escape(each.ban.card)
    if len(each.cards) == 1:
        name = f'<a href="{escape(get_address("cards:card", game, each.cards[0].slug))}">{name}</a>'
    identity = f" ◊ {escape(ban.identity)}" if ban.identity else ""
    versions = f", {_join(ban.versions, ' ○ ')}" if ban.versions else ""
    narrower = ""
    if ban.type or ban.set_code or ban.team or ban.printings:
        parts = (ban.type or "", ban.set_code or "", ban.team or "")
        narrower = f' <span class="soft small">{_join(parts, " ")} {_join(ban.printings, ", ")}</span>'
    unrecorded = "" if each.cards else ' <span class="unrecorded">card not recorded</span>'
    return f"{name}{identity}{versions}{narrower}{unrecorded}"


def _draw_ban_reason(ban: Ban) -> str:
    said = escape(", ".join(filter(None, (ban.reason, ban.event))))
    replaced = f"; replaced by {escape(ban.replacement)}" if ban.replacement else ""
    return f'<td data-label="Why">{said}{replaced}</td>\n'


def _draw_reason(game: str, card_set: CardSet, status: str, why: str) -> str:
    return f"""
                  <tr><th scope="row" class="stacks__beside">{_draw_code(card_set)} {_link_set(game, card_set)}</th>\
<td class="stacks__beside">{draw_outcome(status)}</td><td>{why}</td></tr>
                """


def _draw_legal_day(card_set: CardSet) -> str:
    release = "" if card_set.legal_from else ", on release"
    return f'<span class="soft small">legal from {format_between(card_set.legal)}{release}</span>'


def _draw_stretch(card_set: CardSet, each: SetStretch) -> str:
    place = f'x="{each.x}" width="{each.width}" y="4" height="12"'
    look, hatch = ("sure", "") if each.is_sure else ("doubt", f'<rect {place} fill="url(#lifeline-hatch)"/>')
    return (
        f"<g><title>{escape(card_set.name)}: {escape(each.words)}</title>"
        f'<rect class="lifeline__bar lifeline__bar--{look}" {place}/>{hatch}</g>'
    )


def _begin_tag(game: str, card_set: CardSet) -> str:
    return f'<a class="tag" href="{_find_set(game, card_set)}">{escape(card_set.name)}'


def _link_set(game: str, card_set: CardSet) -> str:
    return f'<a href="{_find_set(game, card_set)}">{escape(card_set.name)}</a>'


def _find_set(game: str, card_set: CardSet) -> str:
    return get_address("cards:set", game, card_set.code)


def _draw_code(card_set: CardSet) -> str:
    return f'<span class="code soft">{escape(card_set.code)}</span>'


def _capitalize(text: str) -> str:
    return escape(text[:1].upper() + text[1:])


def _join(texts: Iterable[str], by: str) -> str:
    return by.join(map(escape, texts))


def _mark_safe(html: str) -> SafeString:
    """Take HTML for what it is: all that comes from facts is escaped where it is written."""
    return mark_safe(html)  # noqa: S308
