"""Everything that a card's page shows, put together once for its three readers: people, programs and notebooks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial
from operator import attrgetter

from engine.formats.legality import CardLegality
from engine.formats.names import CONSTRUCTED
from engine.model.cards import COSTLESS, Card, CardSet, Keyword, Printing
from engine.model.game_site import FactPlace
from engine.model.games import game_of
from engine.model.reference import Reference
from vsdb.catalog.cards.faces import CardFace, FaceFigure, build_face, build_faces_by_slug, map_drawn_costs
from vsdb.catalog.cards.filters import list_address, write_term
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.cards.selectors import map_team_slugs
from vsdb.catalog.cards.signs import DomainSign, find_domain_sign
from vsdb.catalog.cards.to_engine import MAY_BE_NONE
from vsdb.catalog.formats.services import BanOnDay, list_bans_of_card, list_legalities
from vsdb.catalog.wordings.drawing import KeywordGloss, load_glosses
from vsdb.catalog.wordings.services import CardWording, WordingChoice, build_card_wording
from vsdb.core.addresses import get_address

Words = Mapping[str, KeywordGloss]


@dataclass(frozen=True, slots=True)
class FormatAnswers:
    """A format's answer for a card, today and on the day that is asked about."""

    today: CardLegality
    asked: CardLegality


@dataclass(frozen=True, slots=True)
class KeywordOnCard:
    """A keyword of the card with its gloss, and the address of the other cards that have it.

    One that only the card's text names `is_only_named`: it isn't recorded of the card.
    """

    keyword: Keyword
    gloss: KeywordGloss
    others: int
    address: str
    is_only_named: bool = False


@dataclass(frozen=True)
class CardPage:
    """A card with all that is known around it, on a day."""

    card: Card
    row: CardRow
    face: CardFace
    facts: list[CardFact]
    today: date
    on: date
    printings: list[tuple[Printing, CardSet | None]]
    wording: CardWording
    keywords: list[KeywordOnCard]
    legality: list[FormatAnswers]
    bans: list[BanOnDay]
    same_name: list[Card]
    same_character: list[Card]
    levels: list[tuple[int | None, list[Card]]]
    piles: list[PileLinks]
    linked: list[Card]
    before: CardNeighbour | None
    after: CardNeighbour | None
    set_code: str

    @property
    def has_rarity(self) -> bool:
        """Whether cards of the game have a rarity."""
        return "rarity" in game_of(self.card.game).site.search.fields

    @property
    def in_season(self) -> list[FormatAnswers]:
        """The formats that may be played today or on the day asked about."""
        return [each for each in self.legality if each.asked.is_in_season or each.today.is_in_season]

    @property
    def main_formats(self) -> list[FormatAnswers]:
        """The formats that decks are built for, today or on the day asked about."""
        return [each for each in self.in_season if each.asked.fmt.kind == CONSTRUCTED]

    @property
    def other_formats(self) -> list[FormatAnswers]:
        """The other formats that may be played on either day."""
        return [each for each in self.in_season if each.asked.fmt.kind != CONSTRUCTED]

    @property
    def out_of_season(self) -> list[FormatAnswers]:
        """The formats that are played on neither."""
        return [each for each in self.legality if not (each.asked.is_in_season or each.today.is_in_season)]

    @property
    def has_ban_reasons(self) -> bool:
        """Whether a ban is recorded with why it came or what replaced the card."""
        return any(each.ban.reason or each.ban.event or each.ban.replacement for each in self.bans)

    @cached_property
    def small_faces(self) -> dict[str, CardFace]:
        """The faces of the cards around it, by their slugs; one query where there are any with texts."""
        others = [*self.same_name, *self.same_character, *self.linked]
        others += [card for _, cards in self.levels for card in cards]
        others += [card for pile in self.piles for card in pile.cards]
        return build_faces_by_slug(others, self.on)

    @property
    def is_for_today(self) -> bool:
        """Whether the day asked about is today."""
        return self.on == self.today


def build_card_page(
    reference: Reference, card: Card, *, today: date, on: date, choice: WordingChoice | None = None
) -> CardPage:
    """All that a card's page shows. Raises Card.DoesNotExist.

    Beside the reference three queries at most, three more where texts were imported, and eight at most for the rulings
    that lead to the card.
    """
    row = CardRow.objects.only("has_errata", "note").get(game=card.game, slug=card.slug)
    before, after, set_code = find_neighbours(reference, card)
    now = list_legalities(card, today, reference)
    then = now if on == today else list_legalities(card, on, reference)
    words = load_glosses(card.game, reference)
    wording = build_card_wording(card, row.pk, words, on=on, choice=choice)
    shown = wording.shown
    return CardPage(
        card=card,
        row=row,
        face=build_face(card, wording.lines, shown.wording.text) if shown else build_face(card),
        facts=list_facts(card, map_team_slugs(card.game) if card.teams else {}),
        today=today,
        on=on,
        printings=[(printing, reference.sets.get(printing.set_code or "")) for printing in card.printings],
        wording=wording,
        keywords=_keywords(reference, card, words, wording),
        legality=[FormatAnswers(*both) for both in zip(now, then, strict=True)],
        bans=list_bans_of_card(card, reference, on),
        same_name=list_other_versions(reference, card),
        same_character=list_cards_of_character(reference, card),
        levels=build_level_chain(reference, card),
        piles=list_piles(reference, card),
        linked=list_linked_cards(reference, card),
        before=before,
        after=after,
        set_code=set_code,
    )


def _keywords(reference: Reference, card: Card, words: Words, wording: CardWording) -> list[KeywordOnCard]:
    """The keywords that are recorded of the card, then those that its text names beside them."""
    recorded = [_keyword(reference, each, words[each.name]) for each in card.keywords if each.name in words]
    named = (gloss for gloss in wording.keywords if not card.has_keyword(gloss.name))
    return [*recorded, *(_keyword(reference, Keyword(gloss.name), gloss, is_only_named=True) for gloss in named)]


def _keyword(held: Reference, keyword: Keyword, gloss: KeywordGloss, *, is_only_named: bool = False) -> KeywordOnCard:
    having = _count_keywords(held)[keyword.name]
    address = list_address(held.game, write_term("kw", keyword.name))
    return KeywordOnCard(keyword, gloss, having - (not is_only_named), address, is_only_named)


@lru_cache(maxsize=8)
def _count_keywords(reference: Reference) -> Counter[str]:
    """By keyword how many cards have it."""
    return Counter(name for card in reference.catalog.cards for name in card.keyword_names)


@dataclass(frozen=True, slots=True)
class FactValue:
    """One value of a fact, with the page of everything that shares it, where there is one."""

    text: str
    url: str = ""
    sign: DomainSign | None = None


@dataclass(frozen=True, slots=True)
class CardFact:
    """A fact with its values; None where it isn't recorded, empty where it is recorded as none. A `cost` is drawn.

    `is_doubtful`: it was inferred, or rests on a source that may err.
    """

    label: str
    values: tuple[FactValue, ...] | None
    is_doubtful: bool = False
    cost: FaceFigure | None = None


def list_facts(card: Card, team_slugs: Mapping[str, str]) -> list[CardFact]:
    """The facts that a card of its game has, in the order of its face."""
    costs = map_drawn_costs(card)
    return [
        CardFact(place.label, _values(card, place, team_slugs), place.fact in card.doubtful, costs.get(place.fact))
        for place in list_fact_places(card)
    ]


def list_fact_places(card: Card) -> list[FactPlace]:
    """The facts that a card of its game has, each where it is first shown on a face."""
    found: dict[str, FactPlace] = {}
    for place in game_of(card.game).site.facts:
        if place.fact not in found and _is_listed(card, place):
            found[place.fact] = place
    return [*found.values()]


def _is_listed(card: Card, place: FactPlace) -> bool:
    if place.types is None or card.type in place.types:
        return True
    value = getattr(card, fact := place.beside or place.fact)
    return place.is_on_others and value is not None and (value != () or fact in MAY_BE_NONE)


def _values(card: Card, place: FactPlace, team_slugs: Mapping[str, str]) -> tuple[FactValue, ...] | None:
    """What is recorded of a fact; with a query each value leads to every card that shares it."""
    value = getattr(card, place.fact)
    if value is None or (place.fact == "versions" and not card.versions_known):
        return None
    if value == COSTLESS:
        return ()
    if place.fact == "teams":
        return tuple(FactValue(name, get_address("cards:team", card.game, team_slugs[name])) for name in value)
    if isinstance(value, bool):
        return (FactValue("yes" if value else "no"),)
    texts = [*map(str, value)] if isinstance(value, tuple) else [str(value)]
    urls = (list_address(card.game, write_term(place.query, text)) if place.query else "" for text in texts)
    signs = (find_domain_sign(card.game, text) if place.fact == "domains" else None for text in texts)
    return tuple(map(FactValue, texts, urls, signs))


def list_other_versions(reference: Reference, card: Card) -> list[Card]:
    """The other cards of its name, in the order of their slugs."""
    others = (other for other in reference.catalog.by_name(card.name) if other is not card)
    return sorted(others, key=attrgetter("slug"))


def build_level_chain(reference: Reference, card: Card) -> list[tuple[int | None, list[Card]]]:
    """Everything that levels up into a card and that it levels up into, step by step, with the card itself.

    Each step is a level with its cards; empty where nothing is recorded.
    """
    below, above = _walk_links(card, partial(_below, reference)), _walk_links(card, partial(_above, reference))
    if not below and not above:
        return []
    steps: dict[int | None, list[Card]] = {}
    for each in (*below, card, *above):
        steps.setdefault(each.level, []).append(each)
    return sorted(steps.items(), key=lambda step: step[0] or 0)


def _above(reference: Reference, card: Card) -> list[Card]:
    """The recorded cards that it levels into."""
    by_slug = reference.catalog.by_slug
    return [by_slug[slug] for slug in card.levels_into if slug in by_slug]


def _below(reference: Reference, card: Card) -> list[Card]:
    """The cards that level into it."""
    return _index_levels(reference).get(card.slug, [])


@lru_cache(maxsize=8)
def _index_levels(reference: Reference) -> Mapping[str, list[Card]]:
    """By the slug of a card the cards that level into it."""
    found: dict[str, list[Card]] = defaultdict(list)
    for card in reference.catalog.cards:
        for slug in dict.fromkeys(card.levels_into):
            found[slug].append(card)
    return dict(found)


def _walk_links(card: Card, follow: Callable[[Card], list[Card]]) -> list[Card]:
    """The cards that are reached from one, once each, without itself."""
    seen = {card: None}
    ahead = [card]
    while ahead:
        found = [each for each in follow(ahead.pop()) if each not in seen]
        seen.update(dict.fromkeys(found))
        ahead += found
    return list(seen)[1:]


def list_cards_of_character(reference: Reference, card: Card) -> list[Card]:
    """The cards of other names that show the same character, by name."""
    names, cards = _index_characters(reference)
    others = {other for name in names.get(card, ()) for other in cards[name] if other.name != card.name}
    return sorted(others, key=attrgetter("name", "slug"))


@lru_cache(maxsize=8)
def _index_characters(reference: Reference) -> tuple[Mapping[Card, frozenset[str]], Mapping[str, list[Card]]]:
    """The characters that each card shows, and the cards of each character."""
    names = game_of(reference.game).naming.characters(reference.catalog.cards)
    cards: dict[str, list[Card]] = defaultdict(list)
    for card, shown in names.items():
        for name in shown:
            cards[name].append(card)
    return names, dict(cards)


@dataclass(frozen=True, slots=True)
class PileLinks:
    """An out-of-game pile of a card: whether the card uses it or is in it, and the cards on the other side."""

    name: str
    is_used: bool
    cards: tuple[Card, ...]


def list_piles(reference: Reference, card: Card) -> list[PileLinks]:
    """The piles that a card uses, with the cards in each; then those it is in, with the cards that use each."""
    cards = reference.catalog.cards
    used = (PileLinks(name, True, tuple(o for o in cards if name in o.member_of_piles)) for name in card.uses_piles)
    held = (PileLinks(name, False, tuple(o for o in cards if name in o.uses_piles)) for name in card.member_of_piles)
    return [*used, *held]


def list_linked_cards(reference: Reference, card: Card) -> list[Card]:
    """The cards that its facts are recorded as linked with, in either direction, level-up links left out."""
    levels = (card, *_above(reference, card), *_below(reference, card))
    linked = (other for code in card.linked for other in reference.catalog.by_printing(code))
    linking = _index_links(reference)
    backward = sorted({found for printing in card.printings for found in linking.get(printing.code, ())})
    cards = (reference.catalog.cards[place] for place in backward)
    return [other for other in dict.fromkeys((*linked, *cards)) if other not in levels]


@lru_cache(maxsize=8)
def _index_links(reference: Reference) -> Mapping[str, list[int]]:
    """By the code of a printing the places in the catalog of the cards that are linked with it."""
    found: dict[str, list[int]] = defaultdict(list)
    for place, card in enumerate(reference.catalog.cards):
        for code in card.linked:
            found[code].append(place)
    return dict(found)


@lru_cache(maxsize=8)
def _by_set(reference: Reference) -> dict[str, list[tuple[str, Card]]]:
    """The numbered cards of each set, in the order of their numbers."""
    found: dict[str, list[tuple[str, Card]]] = defaultdict(list)
    for card in reference.catalog.cards:
        for printing in card.printings:
            if printing.set_code and printing.number:
                found[printing.set_code].append((printing.number, card))
    return {code: sorted(cards, key=lambda each: (each[0], each[1].slug)) for code, cards in found.items()}


@dataclass(frozen=True, slots=True)
class CardNeighbour:
    """A card beside another in a set, with its number there."""

    card: Card
    number: str


def find_neighbours(reference: Reference, card: Card) -> tuple[CardNeighbour | None, CardNeighbour | None, str]:
    """The cards before and after it in the first of its sets that numbers it, and the set's code."""
    code = next((printing.set_code for printing in card.printings if printing.set_code and printing.number), None)
    if code is None:
        return None, None, ""
    numbers: dict[Card, str] = {}
    for number, other in _by_set(reference)[code]:
        numbers.setdefault(other, number)
    in_order = [CardNeighbour(other, number) for other, number in numbers.items()]
    place = list(numbers).index(card)
    return in_order[place - 1] if place else None, next(iter(in_order[place + 1 :]), None), code
