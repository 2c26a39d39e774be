"""How much of each game is on record: cards of sets, and facts of cards, field by field."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.model.cards import GAMES, Card
from engine.model.game_site import FactPlace
from engine.model.games import game_of
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.filters import write_term
from vsdb.catalog.cards.models import CardSet
from vsdb.catalog.wordings.models import Wording

#: What every game's cards have, beside the facts that its site lists: the field and its label.
_SETS, _NUMBERS, _KEYWORDS, _TEXTS = ("set", "Set"), ("number", "Number"), ("keywords", "Keywords"), ("text", "Text")
#: The fields whose cards without an entry may have none: nothing on record tells the two apart.
OPEN_FIELDS = frozenset({"keywords"})
#: The search field of each fact by which cards are found that don't have it recorded.
_SEARCHED = {
    **{name: name for name in ("type", "cost", "atk", "health", "level", "energy", "might", "universe")},
    "defense": "def",
    "teams": "team",
    "alignments": "side",
    "domains": "domain",
    "versions": "version",
    "has_flight": "flight",
    "has_range": "range",
    "is_concealed": "hidden",
    "power_symbols": "symbol",
    "keywords": "kw",
    "set": "set",
}
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class FieldCoverage:
    """A field of some recorded cards, sets or bans: for how many it is `known`, out of those that have it or may.

    `query` finds the cards for which it isn't recorded; empty where no query does.
    """

    field: str
    label: str
    known: int
    of: int
    what: str = "recorded"
    query: str = ""

    @property
    def missing(self) -> int:
        """For how many it isn't recorded."""
        return self.of - self.known

    @property
    def missing_words(self) -> str:
        """How many are missing, in figures."""
        return f"{self.missing:,} missing"

    @property
    def percent(self) -> int:
        """The share that is known, rounded down, so that only a whole is 100; 0 where there is nothing to know."""
        return self.known * 100 // self.of if self.of else 0

    @property
    def words(self) -> str:
        """The share in words: Cost known for 158 of 1,200 recorded."""
        if not self.known:
            return f"{self.label} not recorded yet"
        return f"{self.label} known for {self.counts}"

    @property
    def counts(self) -> str:
        """The share in figures: 158 of 1,200 recorded."""
        return f"{self.known:,} of {self.of:,} {self.what}" if self.known else "not recorded yet"


@dataclass(frozen=True, slots=True)
class CardsCoverage:
    """Recorded cards with their fields, those first of which most is missing.

    `total` is how many cards there are in all, None where that isn't recorded; `is_total_exact` is False for a rough
    figure. The total of a set is the size printed on its cards: `counted` is how many of those numbers are recorded,
    and `beyond` how many recorded cards have other numbers or none. `missing_numbers` are listed where more than half
    of a set is recorded.
    """

    recorded: int
    counted: int
    total: int | None
    fields: tuple[FieldCoverage, ...]
    is_total_exact: bool = True
    beyond: int = 0
    missing_numbers: tuple[int, ...] = ()

    @property
    def missing(self) -> int | None:
        """How many cards aren't recorded; None where the total isn't."""
        return None if self.total is None else max(self.total - self.counted, 0)

    @property
    def percent(self) -> int | None:
        """The share of the cards that is recorded; None where the total isn't."""
        return None if not self.total else min(self.counted * 100 // self.total, 100)

    @property
    def unrecorded(self) -> list[str]:
        """The labels of the fields that no card has recorded."""
        return [each.label for each in self.fields if not each.known]

    @property
    def facts(self) -> FieldCoverage:
        """All fields of the recorded cards together."""
        known, of = (sum(getattr(each, name) for each in self.fields) for name in ("known", "of"))
        return FieldCoverage("facts", "Facts", known, of)

    @property
    def words(self) -> str:
        """How many cards are recorded: 40 recorded, total unknown."""
        if self.total is None:
            return f"{self.recorded:,} recorded, total unknown" if self.recorded else "not recorded yet"
        roughly = "" if self.is_total_exact else "about "
        if not self.counted:
            return f"none of {roughly}{self.total:,} recorded yet"
        beside = f", and {self.beyond:,} with other numbers" if self.beyond else ""
        return f"{self.counted:,} of {roughly}{self.total:,} recorded{beside}"


@dataclass(frozen=True, slots=True)
class SetCoverage:
    """What is recorded of a set."""

    code: str
    name: str
    cards: CardsCoverage

    @property
    def rank(self) -> tuple[bool, int, int]:
        """Its place among the gaps: sets without a card first, then by cards and by facts that are missing."""
        return self.cards.recorded > 0, -(self.cards.missing or 0), -self.cards.facts.missing


@dataclass(frozen=True, slots=True)
class GameCoverage:
    """What is recorded of a game; `sets` are in the order of their series.

    `other` are facts of its sets and bans: days and sizes.
    """

    game: str
    data_version: str
    cards: CardsCoverage
    sets: tuple[SetCoverage, ...]
    other: tuple[FieldCoverage, ...]

    @property
    def gaps(self) -> list[SetCoverage]:
        """The sets of which something is missing, most first."""
        open_ = (each for each in self.sets if each.cards.missing != 0 or each.cards.facts.missing)
        return sorted(open_, key=lambda each: each.rank)

    @property
    def recorded_sets(self) -> int:
        """How many sets have a recorded card."""
        return sum(1 for each in self.sets if each.cards.recorded)

    def of_set(self, code: str) -> SetCoverage | None:
        """What is recorded of a set."""
        return next((each for each in self.sets if each.code == code), None)

    def of_field(self, field: str) -> FieldCoverage | None:
        """A field of all cards."""
        return next((each for each in self.cards.fields if each.field == field), None)


def get_coverage(game: str) -> GameCoverage:
    """What is recorded of a game; the cost of its reference, and two queries once after a load. Raises NotFound."""
    return _count(selectors.get_reference(game))


def list_coverage(games: Iterable[str] = GAMES) -> list[GameCoverage]:
    """What is recorded of those of the games that have facts; each costs what `get_coverage` costs."""
    return [_count(each) for each in selectors.list_references(games)]


@lru_cache(maxsize=8)
def _count(reference: Reference) -> GameCoverage:
    """Count everything once a version of the data."""
    game, cards = reference.game, reference.catalog.cards
    worded = frozenset(Wording.objects.filter(card__game=game).order_by().values_list("card__slug", flat=True))
    sizes = dict(CardSet.objects.filter(game=game).values_list("code", "numbered_to"))
    by_set: dict[str, dict[Card, None]] = {code: {} for code in reference.sets}
    for card in cards:
        for printing in card.printings:
            if printing.set_code in by_set:
                by_set[printing.set_code][card] = None
    total = game_of(game).site.cards_in_all
    whole = CardsCoverage(len(cards), len(cards), total, _fields(game, cards, worded), is_total_exact=False)
    sets = (
        SetCoverage(code, card_set.name, _count_set(game, code, by_set[code], sizes.get(code), worded))
        for code, card_set in reference.sets.items()
    )
    return GameCoverage(game, reference.data_version, whole, tuple(sets), _count_other(reference, sizes))


def _count_set(
    game: str, code: str, cards: Collection[Card], size: int | None, worded: Collection[str]
) -> CardsCoverage:
    fields = _fields(game, cards, worded)
    if not size:
        return CardsCoverage(len(cards), len(cards), None, fields)
    numbers = [_numbers(code, card) for card in cards]
    counted = {number for held in numbers for number in held if number <= size}
    beyond = sum(1 for held in numbers if counted.isdisjoint(held))
    open_ = {*range(1, size + 1)} - counted if len(counted) * 2 > size else ()
    return CardsCoverage(len(cards), len(counted), size, fields, beyond=beyond, missing_numbers=tuple(sorted(open_)))


def _count_other(reference: Reference, sizes: Mapping[str, int | None]) -> tuple[FieldCoverage, ...]:
    """The days and sizes of sets and the first days of bans; a day counts where it is known to the day."""
    sets = [*reference.sets.values()]
    begins = [ban.begins for ban in {ban: None for fmt in reference.formats.values() for ban in fmt.bans}]
    released = sum(each.released.earliest == each.released.latest for each in sets)
    legal = sum(each.legal_from is not None for each in sets)
    found = (
        FieldCoverage("released", "Release date", released, len(sets), "sets"),
        FieldCoverage("legal_from", "First legal date", legal, len(sets), "sets"),
        FieldCoverage(
            "card_total", "Number of cards", sum(bool(sizes.get(each.code)) for each in sets), len(sets), "sets"
        ),
        FieldCoverage(
            "ban_begins", "First day of a ban", sum(day.earliest == day.latest for day in begins), len(begins), "bans"
        ),
    )
    return tuple(sorted((each for each in found if each.of), key=lambda each: (-each.missing, each.label)))


def _numbers(code: str, card: Card) -> set[int]:
    """The numbers that a card has in a set; a variant (7a, 7*) has its card's."""
    numbers = (printing.number or "" for printing in card.printings if printing.set_code == code)
    return {int(found[0]) for found in map(_NUMBER.match, numbers) if found}


def _fields(game: str, cards: Collection[Card], worded: Collection[str]) -> tuple[FieldCoverage, ...]:
    """The fields of cards, those first of which most is missing."""
    found = [*_facts(game, cards)]
    found += _of_all(cards, worded)
    return tuple(sorted((each for each in found if each.of), key=lambda each: (-each.missing, each.label)))


def _facts(game: str, cards: Collection[Card]) -> Iterator[FieldCoverage]:
    """The facts that cards of a type always have; a card whose type isn't recorded may have each."""
    places: dict[str, list[FactPlace]] = {}
    for place in game_of(game).site.facts:
        if place.types is None or place.types:
            places.setdefault(place.fact, []).append(place)
    for fact, of_fact in places.items():
        types = (
            None if any(each.types is None for each in of_fact) else {t for each in of_fact for t in each.types or ()}
        )
        having = [card for card in cards if types is None or card.type is None or card.type in types]
        label = next((each.label for each in of_fact if each.types is None), of_fact[0].label)
        known = sum(is_recorded(card, fact) for card in having)
        yield FieldCoverage(fact, label, known, len(having), query=_write_query(fact, types))


def _write_query(field: str, types: Collection[str] | None = None) -> str:
    """The query for the cards without a field; of `types` and of those whose type isn't recorded."""
    if field not in _SEARCHED:
        return ""
    missing = write_term(_SEARCHED[field], "unknown", "=")
    if types is None:
        return missing
    kinds = " or ".join((*(write_term("t", name, "=") for name in sorted(types)), "t=unknown"))
    return f"({kinds}) {missing}"


def is_recorded(card: Card, fact: str) -> bool:
    """Whether a fact of a card is recorded, as a value or as none."""
    if fact == "versions":
        return card.versions_known
    if fact == "rarity" and any(printing.rarity for printing in card.printings):
        return True
    return getattr(card, fact) is not None


def _of_all(cards: Collection[Card], worded: Collection[str]) -> Iterator[FieldCoverage]:
    """What cards of every game have."""
    in_sets = [card for card in cards if any(printing.set_code for printing in card.printings)]
    numbered = sum(any(printing.number for printing in card.printings) for card in in_sets)
    keyed = sum(bool(card.keywords) or card.slug in worded for card in cards)
    texts = sum(card.slug in worded for card in cards)
    counts = (len(in_sets), numbered, keyed, texts)
    for (field, label), known in zip((_SETS, _NUMBERS, _KEYWORDS, _TEXTS), counts, strict=True):
        yield FieldCoverage(field, label, known, len(cards), query=_write_query(field))
