"""A card's page as data for programs and as Markdown for notebooks and forums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.urls import reverse

from engine.cards import GAMES, Card, told_apart
from vsdb.api.format_serializers import BanShape, DaysShape, LegalityShape
from vsdb.api.serializers import CardShape
from vsdb.cards.card_page import CardPage
from vsdb.formats.services import CardLegality
from vsdb.site.words import between, day, plain_days

_SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|#"})


def as_json(page: CardPage) -> dict[str, Any]:
    """The page as plain data; null means not recorded."""
    game = page.card.game
    return {
        "card": CardShape(page.card).data,
        "has_errata": page.row.has_errata,
        "note": page.row.note or None,
        "today": page.today.isoformat(),
        "on": page.on.isoformat(),
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
                "name": each.glossed.keyword.name,
                "parameter": each.glossed.keyword.parameter,
                "gloss": each.glossed.gloss or None,
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
        "before": page.before and page.before.slug,
        "after": page.after and page.after.slug,
        "page": reverse("cards:card", args=(game, page.card.slug)),
    }


def _slugs(cards: Iterable[Card]) -> list[str]:
    return [card.slug for card in cards]


def as_markdown(page: CardPage, absolute: Callable[[str], str]) -> str:
    """The page as Markdown; `absolute` makes a whole address of a path."""
    return "\n".join(_lines(page, absolute)) + "\n"


def _lines(page: CardPage, absolute: Callable[[str], str]) -> Iterator[str]:
    card = page.card

    def links(cards: Sequence[Card]) -> Iterator[str]:
        for other, name in zip(cards, told_apart(cards), strict=True):
            yield f"- [{_plain(name)}]({absolute(reverse('cards:card', args=(card.game, other.slug)))})"

    yield f"# {_plain(card.title)}"
    yield f"\n{GAMES[card.game]} · <{absolute(reverse('cards:card', args=(card.game, card.slug)))}>\n"
    for fact in page.facts:
        values = fact.values
        said = "not recorded" if values is None else ", ".join(value.text for value in values) or "none"
        yield f"- **{fact.label}:** {_plain(said)}"
    if page.keywords:
        yield "\n## Keywords\n"
        for keyword in page.keywords:
            name = _plain(str(keyword.glossed.keyword))
            yield f"- **{name}:** {_plain(keyword.glossed.gloss)}" if keyword.glossed.gloss else f"- **{name}**"
    yield "\n## Printings\n"
    for printing, card_set in page.printings:
        where = f"{_plain(card_set.name)}, legal from {between(card_set.legal)}" if card_set else "set not recorded"
        yield f"- {_plain(printing.code)}: {where}"
    if not page.printings:
        yield "Not recorded."
    yield f"\n## Where it is legal on {day(page.on)}\n"
    yield "| Format | Answer | Why |"
    yield "| --- | --- | --- |"
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


def _why(answer: CardLegality) -> str:
    if answer.ban and answer.status == "banned":
        return f"since {between(answer.ban.begins)}" + (f", {answer.reason}" if answer.reason else "")
    return plain_days(answer.reason)


def _plain(text: str) -> str:
    """A text with the signs that mean something in Markdown made plain."""
    return text.translate(_SPECIAL)
