"""Everything that a card's page shows, put together once for its three readers: people, programs and notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.cards import Card, CardSet, Printing
from engine.reference import Reference
from vsdb.cards import browsing, related
from vsdb.cards.faces import Face, face
from vsdb.cards.facts import Fact, facts
from vsdb.cards.models import Card as CardRow
from vsdb.cards.queries import list_address, term
from vsdb.formats.services import BanOnDay, CardLegality, bans_naming, legality_of


@dataclass(frozen=True, slots=True)
class Answers:
    """A format's answer for a card, today and on the day that is asked about."""

    today: CardLegality
    asked: CardLegality


@dataclass(frozen=True, slots=True)
class KeywordOnCard:
    """A keyword of the card with its gloss, and the address of the other cards that have it."""

    glossed: browsing.Glossed
    others: int
    address: str


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card with all that is known around it, on a day."""

    card: Card
    row: CardRow
    face: Face
    facts: list[Fact]
    today: date
    on: date
    printings: list[tuple[Printing, CardSet | None]]
    keywords: list[KeywordOnCard]
    legality: list[Answers]
    bans: list[BanOnDay]
    same_name: list[Card]
    same_character: list[Card]
    levels: list[tuple[int | None, list[Card]]]
    piles: list[related.PileLinks]
    linked: list[Card]
    before: Card | None
    after: Card | None
    set_code: str

    @property
    def in_season(self) -> list[Answers]:
        """The formats that may be played today or on the day asked about."""
        return [each for each in self.legality if each.asked.is_in_season or each.today.is_in_season]

    @property
    def out_of_season(self) -> list[Answers]:
        """The formats that are played on neither."""
        return [each for each in self.legality if not (each.asked.is_in_season or each.today.is_in_season)]

    @property
    def is_for_today(self) -> bool:
        """Whether the day asked about is today."""
        return self.on == self.today


def card_page(reference: Reference, card: Card, *, today: date, on: date) -> CardPage:
    """All that a card's page shows; three queries beside the reference. Raises Card.DoesNotExist."""
    row = CardRow.objects.prefetch_related("teams").get(game=card.game, slug=card.slug)
    before, after, set_code = related.neighbours(reference, card)
    now = legality_of(card, today, reference)
    then = now if on == today else legality_of(card, on, reference)
    return CardPage(
        card=card,
        row=row,
        face=face(card),
        facts=facts(card, {team.name: team.slug for team in row.teams.all()}),
        today=today,
        on=on,
        printings=[(printing, reference.sets.get(printing.set_code or "")) for printing in card.printings],
        keywords=[_keyword(reference, each) for each in browsing.glossed(card.keywords, card.game)],
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


def _keyword(reference: Reference, glossed: browsing.Glossed) -> KeywordOnCard:
    name = glossed.keyword.name
    having = sum(card.has_keyword(name) for card in reference.catalog.cards)
    return KeywordOnCard(glossed, having - 1, list_address(reference.game, term("kw", name)))
