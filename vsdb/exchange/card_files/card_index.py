"""The recorded cards that a batch of proposals may mean, out of the database: a few queries for the whole batch.

What is fetched grows with the batch, not with what is recorded: of a name that very many cards have, and of a card that
is printed very many times, only what the batch names by more than that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from engine.model.catalog import printing_key
from engine.model.games import game_of
from engine.model.names import fold
from vsdb.catalog.cards.models import Card, CardKeyword, CardLabel, CardTeam, Printing
from vsdb.catalog.cards.reading.cards import copy_key
from vsdb.catalog.cards.to_engine import CARD_FACTS, CARD_FLAGS, CARD_TEXTS, FIGURES, LABELS, MAY_BE_NONE
from vsdb.exchange.card_files.game_tables import GameTables
from vsdb.exchange.card_files.proposals import CardProposal

PrintingKey = tuple[str, str, str, str]
#: Printings as rows have them, with their positions, by their cards.
Printed = dict[int, list[tuple[int, list[str | None]]]]
_COLUMNS = ("pk", "slug", "signs", *CARD_TEXTS, *CARD_FACTS, *CARD_FLAGS, *FIGURES)
_RECORDED = tuple(f"{name}_recorded" for name in MAY_BE_NONE)
_WIDTHS = range(1, 5)
_LAST_POSITION = 32_767
_ROWS_AT_ONCE = 5_000
_EITHER = (True, False)


@dataclass(eq=False)
class IndexedCard:
    """A card of the batch: recorded, with its primary key, or new and not written yet.

    `filled` are the columns of its row that this batch fills, `printings` those it adds. Of a card in very many
    printings the row holds only some; `unfetched` is the number of the others, `positions` are those of the fetched.
    """

    row: dict[str, Any]
    pk: int | None = None
    filled: dict[str, Any] = field(default_factory=dict)
    printings: list[list[str | None]] = field(default_factory=list)
    linked: list[str] = field(default_factory=list)
    place: str = ""
    unfetched: int = 0
    positions: list[int] = field(default_factory=list)

    @property
    def name_key(self) -> str:
        """The folded name."""
        return fold(self.row["name"])

    @property
    def is_printed(self) -> bool:
        """Whether any printing of it is recorded."""
        return bool(self.row["printings"] or self.unfetched)

    def position(self, index: int) -> int:
        """Where a printing of the row stands among all of the card."""
        is_fetched = index < len(self.positions)
        return self.positions[index] if is_fetched else min(self.unfetched + index, _LAST_POSITION)


class CardIndex:
    """The cards of one game that a batch may mean, those that it brings itself among them."""

    def __init__(self, tables: GameTables) -> None:
        self.game = tables.game
        self.by_slug: dict[str, IndexedCard] = {}
        self._tables = tables
        self._by_name: dict[str, list[IndexedCard]] = defaultdict(list)
        self._by_printing: dict[PrintingKey, list[IndexedCard]] = defaultdict(list)
        self._crowded: Collection[str] = ()

    def fetch(self, proposals: Iterable[CardProposal], slugs: Iterable[str]) -> None:
        """Get the cards that may be meant by their printings, names or slugs; a dozen queries, and one more for each
        further set."""
        proposals = list(proposals)
        self._crowded = self._tables.crowded(fold(proposal.name) for proposal in proposals)
        printed, names_of = self._printed(proposals)
        pks = set(printed)
        pks.update(Card.objects.filter(game=self.game, slug__among=set(slugs)).values_list("pk", flat=True))
        for named in self._named(proposals, names_of):
            pks.update(named.values_list("pk", flat=True))
        many = self._tables.much_printed(pks)
        self._add_unnumbered(printed, many, {proposal.set_code for proposal in proposals if proposal.set_code})
        for pk, row in read_recorded_rows(pks, without_printings=many):
            entry = IndexedCard(row, pk)
            if pk in many:
                found = sorted(printed.get(pk, ()), key=itemgetter(0))
                row["printings"] = [printing for _, printing in found]
                entry.positions = [position for position, _ in found]
                entry.unfetched = many[pk] - len(found)
            self.put(entry)

    def put(self, entry: IndexedCard) -> None:
        """Put a card where its name, its slug and its printings lead to it."""
        self.by_slug[entry.row["slug"]] = entry
        self._by_name[entry.name_key].append(entry)
        for set_code, number, _ in entry.row["printings"]:
            self.put_printing(entry, set_code, number)

    def put_printing(self, entry: IndexedCard, set_code: str | None, number: str | None) -> None:
        """Let a printing lead to a card."""
        key = _find_key(set_code, number)
        if key and entry not in self._by_printing[key]:
            self._by_printing[key].append(entry)

    def is_crowded(self, name: str) -> bool:
        """Whether too many cards have the name for it to tell one; not all of them are here then."""
        return fold(name) in self._crowded

    def named(self, name: str) -> list[IndexedCard]:
        """The cards of a name."""
        return list(self._by_name.get(fold(name), ()))

    def printed(self, set_code: str | None, number: str | None) -> list[IndexedCard]:
        """The cards recorded under a printing; in games that don't tell printings apart by letters, without them."""
        if (key := _find_key(set_code, number)) is None:
            return []
        found = self._by_printing.get(key, ())
        if not found and game_of(self.game).naming.has_rarity_letters:
            found = self._by_printing.get((*key[:3], ""), ())
        return list(found)

    def is_in_set(self, entry: IndexedCard, set_code: str) -> bool:
        """Whether a card is recorded in a set; what `fetch_two_of` costs."""
        self.fetch_two_of(entry, set_code)
        return any(code == set_code for code, _, _ in entry.row["printings"])

    def fetch_two_of(self, entry: IndexedCard, set_code: str | None) -> None:
        """Have two of a card's printings in a set in its row, or all where it has fewer; a query where some of the
        card's weren't fetched."""
        held_set = self._tables.sets.get((set_code or "").casefold())
        numbers = {number for code, number, _ in entry.row["printings"] if code == set_code}
        if not entry.unfetched or held_set is None or len(numbers) > 1:
            return
        rows = Printing.objects.filter(card=entry.pk, card_set=held_set.pk).order_by("number")[:2]
        for number, rarity, position in rows.values_list("number", "rarity", "position"):
            if (number or None) not in numbers:
                entry.row["printings"].insert(len(entry.positions), [set_code, number or None, rarity or None])
                entry.positions.append(position)
                entry.unfetched -= 1

    def _printed(self, proposals: Iterable[CardProposal]) -> tuple[Printed, dict[tuple[str, ...], set[str]]]:
        """The recorded printings that are proposed; and by printing, without its letters, the names that it has in the
        proposals and in the tables."""
        wanted: dict[str, set[str]] = defaultdict(set)
        names_of: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for proposal in proposals:
            if proposal.set_code and proposal.number:
                wanted[proposal.set_code.casefold()].update(_spellings(proposal.number))
                names_of[_bare_key(proposal.set_code, proposal.number)].add(fold(proposal.name))
        found: Printed = defaultdict(list)
        for code, numbers in wanted.items():
            if (held_set := self._tables.sets.get(code)) is None:
                continue
            rows = Printing.objects.filter(card_set=held_set.pk, number__among=numbers).order_by()
            columns = ("card", "card__name_key", "number", "rarity", "position")
            for pk, name, number, rarity, position in rows.values_list(*columns):
                found[pk].append((position, [held_set.code, number, rarity or None]))
                names_of[_bare_key(held_set.code, number)].add(name)
        return found, names_of

    def _named(
        self, proposals: Iterable[CardProposal], names_of: dict[tuple[str, ...], set[str]]
    ) -> Iterator[QuerySet[Card]]:
        """The cards that the proposals' names may tell: all of a name where nothing else can, else those that can."""
        alone, with_set, keys, sets = set[str](), set[str](), set[str](), set[int]()
        for card in proposals:
            name, versions = fold(card.name), card.versions or ()
            is_numbered = bool(card.set_code and card.number)
            has_rivals = is_numbered and len(names_of[_bare_key(card.set_code, card.number)]) > 1
            if is_known_by_name_alone(card, is_printing_held=has_rivals):
                alone.add(name)
            elif "versions" in list_identifying_facts(self.game):
                keys |= {copy_key(self.game, "", card.name, versions, versions_known=known) for known in _EITHER}
            elif held_set := self._tables.sets.get((card.set_code or "").casefold()):
                with_set.add(name)
                sets.add(held_set.pk)
        of_game = Card.objects.filter(game=self.game).order_by()
        unnumbered = Printing.objects.filter(card=OuterRef("pk"), card_set__in=sets, number="")
        yield of_game.filter(name_key__among=alone.difference(self._crowded))
        yield of_game.filter(copy_key__in=keys)
        yield of_game.filter(Exists(unnumbered), name_key__in=with_set.difference(alone, self._crowded))

    def _add_unnumbered(self, printed: Printed, cards: Iterable[int], set_codes: Iterable[str]) -> None:
        """Add the printings of cards that have no number, in these sets; one query."""
        held = [self._tables.sets[code.casefold()] for code in set_codes if code.casefold() in self._tables.sets]
        codes = {held_set.pk: held_set.code for held_set in held}
        rows = Printing.objects.filter(card__in=cards, card_set__in=codes, number="").order_by()
        for pk, card_set, rarity, position in rows.values_list("card", "card_set", "rarity", "position"):
            printed[pk].append((position, [codes[card_set], None, rarity or None]))


def is_known_by_name_alone(card: CardProposal, *, is_printing_held: bool) -> bool:
    """Whether nothing but its name can tell which card is meant: it has no versions, in a game that tells cards apart
    by them; no number or one that another card has, in one that does so by printings."""
    told_by = list_identifying_facts(card.game)
    if "versions" in told_by:
        return card.versions is None
    return "printings" not in told_by or card.set_code is None or card.number is None or is_printing_held


def list_identifying_facts(game: str) -> tuple[str, ...]:
    """The facts that together name one card of a game."""
    return game_of(game).site.importing.identifying


def read_recorded_rows(
    pks: Iterable[int], *, without_printings: Container[int] = ()
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of cards as the fixtures' reader gives them, without their links; five queries for some thousands."""
    ordered = sorted(pks)
    for start in range(0, len(ordered), _ROWS_AT_ONCE):
        yield from _held_rows(ordered[start : start + _ROWS_AT_ONCE], without_printings)


def _held_rows(pks: list[int], without_printings: Container[int]) -> Iterator[tuple[int, dict[str, Any]]]:
    of_these: dict[str, Any] = {"card__in": pks}
    worded = CardLabel.objects.filter(**of_these).order_by("position").values_list("card", "kind", "name")
    labels = _group(((card, kind), name) for card, kind, name in worded)
    teams = _group(CardTeam.objects.filter(**of_these).order_by("position").values_list("card", "team__name"))
    said = CardKeyword.objects.filter(**of_these).order_by("position").values_list("card", "keyword__name", "parameter")
    keywords = _group((card, [name, parameter or None]) for card, name, parameter in said)
    printed = Printing.objects.filter(card__in=[pk for pk in pks if pk not in without_printings]).order_by("position")
    codes = printed.values_list("card", "card_set__code", "number", "rarity")
    printings = _group((card, [set_code, number or None, rarity or None]) for card, set_code, number, rarity in codes)
    for held in Card.objects.filter(pk__in=pks).order_by("pk").values(*_COLUMNS, *_RECORDED):
        pk = held["pk"]
        row = {
            "slug": held["slug"],
            **{name: held[name] or None for name in CARD_TEXTS},
            **{name: held[name] for name in (*CARD_FACTS, *CARD_FLAGS)},
            **{name: held["signs"].get(name, held[name]) for name in FIGURES},
            **{name: labels.get((pk, kind), []) for name, kind in LABELS.items()},
            "teams": teams.get(pk, []),
            "keywords": keywords.get(pk, []),
            "printings": printings.get(pk, []),
        }
        row.update((name, None) for name in MAY_BE_NONE if not held[f"{name}_recorded"])
        yield pk, row


def _group(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    """The values by what they belong to."""
    found: dict[Any, list[Any]] = {}
    for owner, value in pairs:
        found.setdefault(owner, []).append(value)
    return found


def number_key(number: str) -> tuple[str, str, str] | None:
    """A number's letters, digits and letters, in which all its spellings are equal; None for what isn't one."""
    # A set's code may be longer here than people write it before a number.
    key = printing_key(f"XX-{number}")
    return key[1:] if key else None


def _find_key(set_code: str | None, number: str | None) -> PrintingKey | None:
    key = number_key(number) if set_code and number else None
    return (set_code.casefold(), *key) if set_code and key else None


def _bare_key(set_code: str | None, number: str | None) -> tuple[str, ...]:
    """What spellings of a printing share, with its letters or without."""
    key = _find_key(set_code, number)
    return key[:3] if key else (f"{set_code}-{number}",)


def _spellings(number: str) -> set[str]:
    """The ways in which a printing's number may be recorded: padded or not, with its letters or without."""
    folded = number.strip().casefold()
    key = number_key(folded)
    if key is None:
        return {number}
    before, digits, after = key
    forms = {
        f"{letters}{digits.zfill(width)}{end}"
        for letters in (before, before.upper())
        for end in (after, after.upper(), "")
        for width in _WIDTHS
    }
    return forms | {number}
