"""Everything that a card's page shows, put together once for its three readers: people, programs and notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.urls import reverse

from engine.formats.legality import CardLegality
from engine.model.cards import COSTLESS, Card, CardSet, Keyword, Printing
from engine.model.games import FactPlace, game_of
from engine.model.reference import Reference
from vsdb.catalog.cards import related
from vsdb.catalog.cards.faces import Face, face, worded_by_slug
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.cards.queries import list_address, term
from vsdb.catalog.cards.to_engine import MAY_BE_NONE
from vsdb.catalog.formats.services import BanOnDay, bans_naming, legality_of
from vsdb.catalog.wordings.drawing import Gloss, glosses
from vsdb.catalog.wordings.services import CardWording, Choice, card_wording


@dataclass(frozen=True, slots=True)
class Answers:
    """A format's answer for a card, today and on the day that is asked about."""

    today: CardLegality
    asked: CardLegality


@dataclass(frozen=True, slots=True)
class KeywordOnCard:
    """A keyword of the card with its gloss, and the address of the other cards that have it.

    One that only the card's text names `is_only_named`: it isn't recorded of the card.
    """

    keyword: Keyword
    gloss: Gloss
    others: int
    address: str
    is_only_named: bool = False


@dataclass(frozen=True)
class CardPage:
    """A card with all that is known around it, on a day."""

    card: Card
    row: CardRow
    face: Face
    facts: list[Fact]
    today: date
    on: date
    printings: list[tuple[Printing, CardSet | None]]
    wording: CardWording
    keywords: list[KeywordOnCard]
    legality: list[Answers]
    bans: list[BanOnDay]
    same_name: list[Card]
    same_character: list[Card]
    levels: list[tuple[int | None, list[Card]]]
    piles: list[related.PileLinks]
    linked: list[Card]
    before: related.Neighbour | None
    after: related.Neighbour | None
    set_code: str

    @property
    def has_rarity(self) -> bool:
        """Whether cards of the game have a rarity."""
        return "rarity" in game_of(self.card.game).site.search.fields

    @property
    def in_season(self) -> list[Answers]:
        """The formats that may be played today or on the day asked about."""
        return [each for each in self.legality if each.asked.is_in_season or each.today.is_in_season]

    @property
    def out_of_season(self) -> list[Answers]:
        """The formats that are played on neither."""
        return [each for each in self.legality if not (each.asked.is_in_season or each.today.is_in_season)]

    @property
    def has_ban_reasons(self) -> bool:
        """Whether a ban is recorded with why it came or what replaced the card."""
        return any(each.ban.reason or each.ban.event or each.ban.replacement for each in self.bans)

    @cached_property
    def small_faces(self) -> dict[str, Face]:
        """The faces of the cards around it, by their slugs; one query where there are any."""
        others = [*self.same_name, *self.same_character, *self.linked]
        others += [card for _, cards in self.levels for card in cards]
        others += [card for pile in self.piles for card in pile.cards]
        return worded_by_slug(others, self.on)

    @property
    def is_for_today(self) -> bool:
        """Whether the day asked about is today."""
        return self.on == self.today


def card_page(reference: Reference, card: Card, *, today: date, on: date, choice: Choice | None = None) -> CardPage:
    """All that a card's page shows; six queries beside the reference, and eight at most for the rulings that lead
    to the card. Raises Card.DoesNotExist."""
    row = CardRow.objects.prefetch_related("teams").get(game=card.game, slug=card.slug)
    before, after, set_code = related.neighbours(reference, card)
    now = legality_of(card, today, reference)
    then = now if on == today else legality_of(card, on, reference)
    words = glosses(card.game, reference)
    wording = card_wording(card, row.pk, words, on=on, choice=choice)
    return CardPage(
        card=card,
        row=row,
        face=_face(card, wording),
        facts=facts(card, {team.name: team.slug for team in row.teams.all()}),
        today=today,
        on=on,
        printings=[(printing, reference.sets.get(printing.set_code or "")) for printing in card.printings],
        wording=wording,
        keywords=_keywords(reference, card, words, wording),
        legality=[Answers(*both) for both in zip(now, then, strict=True)],
        bans=bans_naming(card, reference, on),
        same_name=related.other_versions(reference, card),
        same_character=related.same_character(reference, card),
        levels=related.level_chain(reference, card),
        piles=related.piles(reference, card),
        linked=related.linked_cards(reference, card),
        before=before,
        after=after,
        set_code=set_code,
    )


def _face(card: Card, wording: CardWording) -> Face:
    shown = wording.shown
    return face(card, wording.lines, shown.wording.text) if shown else face(card)


def _keywords(reference: Reference, card: Card, words: dict[str, Gloss], wording: CardWording) -> list[KeywordOnCard]:
    """The keywords that are recorded of the card, then those that its text names beside them."""
    recorded = [_keyword(reference, each, words[each.name]) for each in card.keywords if each.name in words]
    named = (gloss for gloss in wording.keywords if not card.has_keyword(gloss.name))
    return [*recorded, *(_keyword(reference, Keyword(gloss.name), gloss, is_only_named=True) for gloss in named)]


def _keyword(reference: Reference, keyword: Keyword, gloss: Gloss, *, is_only_named: bool = False) -> KeywordOnCard:
    having = sum(card.has_keyword(keyword.name) for card in reference.catalog.cards)
    address = list_address(reference.game, term("kw", keyword.name))
    return KeywordOnCard(keyword, gloss, having - (not is_only_named), address, is_only_named)


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a fact, with the page of everything that shares it, where there is one."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact with its values; None where it isn't recorded, empty where it is recorded as none."""

    label: str
    values: tuple[Value, ...] | None


def facts(card: Card, team_slugs: Mapping[str, str]) -> list[Fact]:
    """The facts that a card of its game has, in the order of its face."""
    found: dict[str, Fact] = {}
    for place in game_of(card.game).site.facts:
        if place.fact not in found and _is_listed(card, place):
            found[place.fact] = Fact(place.label, _values(card, place, team_slugs))
    return [*found.values()]


def _is_listed(card: Card, place: FactPlace) -> bool:
    if place.types is None or card.type in place.types:
        return True
    return place.is_on_others and _is_recorded(card, place.beside or place.fact)


def _is_recorded(card: Card, fact: str) -> bool:
    value = getattr(card, fact)
    return value is not None and (value != () or fact in MAY_BE_NONE)


def _values(card: Card, place: FactPlace, team_slugs: Mapping[str, str]) -> tuple[Value, ...] | None:
    """What is recorded of a fact; with a query each value leads to every card that shares it."""
    value = getattr(card, place.fact)
    if value is None or (place.fact == "versions" and not card.versions_known):
        return None
    if value == COSTLESS:
        return ()
    if place.fact == "teams":
        return tuple(Value(name, reverse("cards:team", args=(card.game, team_slugs[name]))) for name in value)
    if isinstance(value, bool):
        return (Value("yes" if value else "no"),)
    each = map(str, value) if isinstance(value, tuple) else (str(value),)
    return tuple(Value(text, list_address(card.game, term(place.query, text)) if place.query else "") for text in each)
