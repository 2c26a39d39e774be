"""A card's page as data for programs and as Markdown for notebooks and forums."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.urls import reverse

from engine.formats.legality import BANNED, CardLegality
from engine.model.cards import GAMES, Card, disambiguate_titles
from vsdb.catalog.api.card_shapes import CardShape
from vsdb.catalog.api.format_shapes import BanShape, CardBanShape, DaysShape, LegalityShape
from vsdb.catalog.api.wordings import CardWordingShape
from vsdb.catalog.cards.card_page import CardPage
from vsdb.catalog.formats.ban_marks import find_ban_mark, list_card_bans
from vsdb.catalog.rules.reading import NamingPlace
from vsdb.core.words import format_between, format_day, spell_out_days, to_sentence

_BEGINS_LIST = re.compile(r"^(\d*)([-+=~.)])")  #: what would make a list or a line of its own
_SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|#"})


def card_page_to_dict(page: CardPage, named_in: Iterable[NamingPlace]) -> dict[str, Any]:
    """The page, with the rules that name the card, as plain data; null means not recorded."""
    game = page.card.game
    return {
        "card": {
            **CardShape(page.card).data,
            "banned": CardBanShape(list_card_bans(page.card, page.on), many=True).data,
        },
        "has_errata": page.row.has_errata,
        "note": page.row.note or None,
        "today": page.today.isoformat(),
        **CardWordingShape(page.wording).data,
        "unlike_recorded": [
            {"fact": fact.key, "in_text": list(fact.values), "recorded": list(fact.recorded or ())}
            for fact in page.wording.differences
        ],
        "printings": [
            {
                "code": printing.code,
                "set": card_set and card_set.code,
                "set_name": card_set and card_set.name,
                "number": printing.number,
                "rarity": printing.rarity or page.card.rarity,
                "legal": card_set and DaysShape(card_set.legal).data,
            }
            for printing, card_set in page.printings
        ],
        "keywords": [
            {
                "name": each.keyword.name,
                "parameter": each.keyword.parameter,
                "gloss": each.gloss.gloss or None,
                "other_cards": each.others,
            }
            for each in page.keywords
        ],
        "legality": [
            {**LegalityShape(each.asked).data, "today": LegalityShape(each.today).data["status"]}
            for each in page.legality
        ],
        "bans": [
            {**BanShape(each.ban).data, "state": each.state, "formats": [fmt.slug for fmt in each.formats]}
            for each in page.bans
        ],
        "same_name": _slugs(page.same_name),
        "same_character": _slugs(page.same_character),
        "levels": [{"level": level, "cards": _slugs(cards)} for level, cards in page.levels],
        "piles": [{"name": each.name, "uses": each.is_used, "cards": _slugs(each.cards)} for each in page.piles],
        "linked": _slugs(page.linked),
        "named_in": [
            {"document": each.document.slug, "name": each.name, "is_example": each.is_example, "page": each.url}
            for each in named_in
        ],
        "before": page.before and page.before.card.slug,
        "after": page.after and page.after.card.slug,
        "page": reverse("cards:card", args=(game, page.card.slug)),
    }


def _slugs(cards: Iterable[Card]) -> list[str]:
    return [card.slug for card in cards]


def card_page_to_markdown(page: CardPage, named_in: Iterable[NamingPlace], absolute: Callable[[str], str]) -> str:
    """The page, with the rules that name the card, as Markdown; `absolute` makes a whole address of a path."""
    return "\n".join((*_lines(page, absolute), *_rules(named_in, absolute))) + "\n"


def _lines(page: CardPage, absolute: Callable[[str], str]) -> Iterator[str]:
    card = page.card

    def links(cards: Sequence[Card]) -> Iterator[str]:
        for other, name in zip(cards, disambiguate_titles(cards), strict=True):
            yield f"- [{_plain(name)}]({absolute(reverse('cards:card', args=(card.game, other.slug)))})"

    yield f"# {_plain(card.title)}"
    yield f"\n{GAMES[card.game]} · <{absolute(reverse('cards:card', args=(card.game, card.slug)))}>\n"
    if mark := find_ban_mark(card, page.on):
        yield f"**{_plain(to_sentence(mark.words))}**\n"
    for fact in page.facts:
        values = fact.values
        said = "not recorded" if values is None else ", ".join(value.text for value in values) or "none"
        yield f"- **{fact.label}:** {_plain(said)}{' (doubtful)' if fact.is_doubtful else ''}"
    yield from _texts(page, absolute)
    if page.keywords:
        yield "\n## Keywords\n"
        for keyword in page.keywords:
            name = _plain(str(keyword.keyword))
            yield f"- **{name}:** {_plain(keyword.gloss.gloss)}" if keyword.gloss.gloss else f"- **{name}**"
    yield "\n## Printings\n"
    for printing, card_set in page.printings:
        where = "set not recorded"
        if card_set:
            where = f"{_plain(card_set.name)}, legal from {format_between(card_set.legal)}"
        yield f"- {_plain(printing.code)}: {where}"
    if not page.printings:
        yield "Not recorded."
    yield f"\n## Legality on {format_day(page.on)}\n"
    yield from ("| Format | Status | Why |", "| --- | --- | --- |")
    for each in page.legality:
        if each.asked.is_in_season:
            yield f"| {_plain(each.asked.fmt.name)} | {each.asked.status} | {_plain(_why(each.asked))} |"
    for title, cards in (
        *((f"Level {level}" if level else "Level not recorded", cards) for level, cards in page.levels),
        *((f"Pile: {pile.name}", list(pile.cards)) for pile in page.piles),
        ("Linked cards", page.linked),
        ("Same name", page.same_name),
        ("Same character", page.same_character),
    ):
        if cards:
            yield f"\n## {_plain(title)}\n"
            yield from links(cards)


def _rules(named_in: Iterable[NamingPlace], absolute: Callable[[str], str]) -> Iterator[str]:
    for at, each in enumerate(named_in):
        if not at:
            yield "\n## Rules that name this card\n"
        where = ", in an example" if each.is_example else ""
        yield f"- [{_plain(f'{each.document.name}: {each.name}')}]({absolute(each.url)}){where}"


def _texts(page: CardPage, absolute: Callable[[str], str]) -> Iterator[str]:
    """The text that counts, every text with its day and source, and the rulings about the card."""
    wording = page.wording
    yield f"\n## Text on {format_day(page.on)}\n"
    if wording.shown is None:
        yield "Card text not available."
    else:
        yield from _quote_block(wording.shown.wording.text or "No game text.")
        if wording.shown.wording.flavour:
            yield f"\n*{_plain(wording.shown.wording.flavour)}*"
        if wording.history.current is None:
            yield "\nThis is its oldest known text. It may not have been in force then."
        yield "\n## All texts\n"
        for each in wording.history.newest_first:
            since = format_between(each.since) if each.since else "date not recorded"
            source = each.wording.source
            address = absolute(reverse("wordings:source", args=(source.game_id, source.slug)))
            yield f"- {since}: {_plain(each.label)}, [{_plain(source.name)}]({address}), {each.state}"
    if wording.about:
        yield "\n## Rulings"
        for ruling in wording.about:
            when = format_between(ruling.day) if ruling.day else "date not recorded"
            yield f"\n### {_plain(ruling.ruling.subject)}\n"
            yield from _quote_block(ruling.ruling.text)
            yield f"\n{when}, {_plain(ruling.ruling.source.name)}"
            for rule in ruling.changed_rules:
                yield f"\nRule {_plain(rule.number)} has changed since, in {_plain(rule.changed_in)}."
            for newer in ruling.newer:
                yield f"\nThe text of {_plain(newer.card.title)} {'is' if newer.is_certain else 'may be'} newer."


def _quote_block(text: str) -> Iterator[str]:
    """A text as a quotation, a paragraph each."""
    yield "\n>\n".join("> " + _BEGINS_LIST.sub(r"\1\\\2", _plain(line)) for line in text.split("\n"))


def _why(answer: CardLegality) -> str:
    if answer.ban and answer.status == BANNED:
        return f"since {format_between(answer.ban.begins)}" + (f", {answer.reason}" if answer.reason else "")
    return spell_out_days(answer.reason)


def _plain(text: str) -> str:
    """A text with the signs that mean something in Markdown made plain."""
    return text.translate(_SPECIAL)
