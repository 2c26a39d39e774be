"""The recorded cards that a batch of proposals may mean, out of the database: a few queries for the whole batch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from engine.model.cards import RIFTBOUND
from engine.model.catalog import printing_key
from engine.model.names import fold
from vsdb.catalog.cards.models import Card, CardKeyword, CardLabel, CardTeam, Printing
from vsdb.catalog.cards.row_columns import CARD_FACTS, CARD_FLAGS, CARD_TEXTS, FIGURES, LABELS, MAY_BE_NONE
from vsdb.exchange.card_files.proposals import CardProposal

PrintingKey = tuple[str, str, str, str]
_COLUMNS = ("pk", "slug", "signs", *CARD_TEXTS, *CARD_FACTS, *CARD_FLAGS, *FIGURES)
_RECORDED = tuple(f"{name}_recorded" for name in MAY_BE_NONE)
_WIDTHS = range(1, 5)


@dataclass(eq=False)
class Entry:
    """A card of the batch: recorded, with its primary key, or new and not written yet.

    `filled` are the columns of its row that this batch fills, `printings` those it adds.
    """

    row: dict[str, Any]
    pk: int | None = None
    filled: dict[str, Any] = field(default_factory=dict)
    printings: list[list[str | None]] = field(default_factory=list)
    linked: list[str] = field(default_factory=list)
    place: str = ""
    is_new: bool = False

    @property
    def name_key(self) -> str:
        """The folded name."""
        return fold(self.row["name"])

    @property
    def set_codes(self) -> set[str | None]:
        """The sets it is recorded in."""
        return {set_code for set_code, _, _ in self.row["printings"]}


class Shelf:
    """The cards of one game that a batch may mean, those that it brings itself among them."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.by_pk: dict[int, Entry] = {}
        self.by_slug: dict[str, Entry] = {}
        self._by_name: dict[str, list[Entry]] = defaultdict(list)
        self._by_printing: dict[PrintingKey, list[Entry]] = defaultdict(list)

    def fetch(self, proposals: Iterable[CardProposal], slugs: Iterable[str]) -> None:
        """Get the cards that have one of the printings, names or slugs; eight queries."""
        proposals = list(proposals)
        names = {fold(proposal.name) for proposal in proposals}
        sets = {proposal.set_code for proposal in proposals if proposal.set_code and proposal.number}
        numbers = {form for proposal in proposals if proposal.number for form in _spellings(proposal.number)}
        pks: set[int] = set()
        if sets:
            printed = Printing.objects.filter(card__game=self.game, card_set__code__in=sets, number__in=numbers)
            pks.update(printed.values_list("card", flat=True))
        named = Card.objects.filter(Q(name_key__in=names) | Q(slug__in=set(slugs)), game=self.game)
        pks.update(named.values_list("pk", flat=True))
        for pk, row in held_rows(pks):
            self.put(Entry(row, pk))

    def put(self, entry: Entry) -> None:
        """Put a card where its name, its slug and its printings lead to it."""
        if entry.pk is not None:
            self.by_pk[entry.pk] = entry
        self.by_slug[entry.row["slug"]] = entry
        self._by_name[entry.name_key].append(entry)
        for set_code, number, _ in entry.row["printings"]:
            self.put_printing(entry, set_code, number)

    def put_printing(self, entry: Entry, set_code: str | None, number: str | None) -> None:
        """Let a printing lead to a card."""
        key = printing_key(f"{set_code}-{number}") if set_code and number else None
        if key and entry not in self._by_printing[key]:
            self._by_printing[key].append(entry)

    def named(self, name: str) -> list[Entry]:
        """The cards of a name."""
        return list(self._by_name.get(fold(name), ()))

    def printed(self, set_code: str | None, number: str | None) -> list[Entry]:
        """The cards recorded under a printing; in games that don't tell printings apart by letters, without them."""
        key = printing_key(f"{set_code}-{number}") if set_code and number else None
        if key is None:
            return []
        found = self._by_printing.get(key, ())
        if not found and self.game != RIFTBOUND:
            found = self._by_printing.get((*key[:3], ""), ())
        return list(found)


def held_rows(pks: Iterable[int]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of cards as the fixtures' reader gives them, without their links; five queries."""
    pks = list(pks)
    if not pks:
        return
    of_these: dict[str, Any] = {"card__in": pks}
    labels: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for card, kind, name in (
        CardLabel.objects.filter(**of_these).order_by("position").values_list("card", "kind", "name")
    ):
        labels[kind][card].append(name)
    teams: dict[int, list[str]] = defaultdict(list)
    for card, name in CardTeam.objects.filter(**of_these).order_by("position").values_list("card", "team__name"):
        teams[card].append(name)
    keywords: dict[int, list[list[str | None]]] = defaultdict(list)
    said = CardKeyword.objects.filter(**of_these).order_by("position")
    for card, name, parameter in said.values_list("card", "keyword__name", "parameter"):
        keywords[card].append([name, parameter or None])
    printings: dict[int, list[list[str | None]]] = defaultdict(list)
    printed = Printing.objects.filter(**of_these).order_by("position")
    for card, set_code, number, rarity in printed.values_list("card", "card_set__code", "number", "rarity"):
        printings[card].append([set_code, number or None, rarity or None])
    for held in Card.objects.filter(pk__in=pks).order_by("pk").values(*_COLUMNS, *_RECORDED):
        pk = held["pk"]
        row = {
            "slug": held["slug"],
            **{name: held[name] or None for name in CARD_TEXTS},
            **{name: held[name] for name in (*CARD_FACTS, *CARD_FLAGS)},
            **{name: held["signs"].get(name, held[name]) for name in FIGURES},
            **{name: labels[kind].get(pk, []) for name, kind in LABELS.items()},
            "teams": teams.get(pk, []),
            "keywords": keywords.get(pk, []),
            "printings": printings.get(pk, []),
        }
        row.update((name, None) for name in MAY_BE_NONE if not held[f"{name}_recorded"])
        yield pk, row


def _spellings(number: str) -> set[str]:
    """The ways in which a printing's number may be recorded: padded or not, with its letters or without."""
    folded = number.strip().casefold()
    key = printing_key(f"XX-{folded}")
    if key is None:
        return {number}
    _, before, digits, after = key
    forms = {
        f"{letters}{digits.zfill(width)}{end}"
        for letters in (before, before.upper())
        for end in (after, after.upper(), "")
        for width in _WIDTHS
    }
    return forms | {number}
