"""A newer list beside the fixtures, set by set: what is new, what has changed, and what is doubtful.

Nothing is ever removed. A list that is no newer than the fixtures changes nothing that is recorded: what it says
otherwise is doubtful.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.text import slugify

from engine.model.names import fold
from vsdb.catalog.cards.reading.cards import derive_columns
from vsdb.operations.refreshing.reading import FactList, ListedPrinting

Row = dict[str, Any]
FACTS = ("type", "supertype", "domains", "energy", "power", "might", "tags")
NOT_RECORDED = "the set isn't recorded; give a list of sets with its code, name and release day too"
_ADDED = frozenset(("tags",))  #: lists of words that printings of one card add to


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact that the list says otherwise; `recorded` is None where nothing was."""

    card: str
    column: str
    recorded: Any
    found: Any


@dataclass
class SetComparison:
    """What the list says of one set: codes and names of new printings, changed facts, and doubts in words.

    Of a table other than the cards it says the same in its rows; `code` is the table's file then.
    """

    code: str
    new: list[str] = field(default_factory=list)
    changed: list[FactChange] = field(default_factory=list)
    confirmed: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    @property
    def is_same(self) -> bool:
        """Whether there is nothing to take, and nothing in doubt."""
        return not (self.new or self.changed or self.confirmed or self.doubts)


@dataclass(frozen=True)
class Comparison:
    """A list beside the recorded facts; `cards` are the rows as they would be, `tables` what is said beside cards."""

    listed: FactList
    is_newer: bool
    sets: tuple[SetComparison, ...]
    cards: tuple[Row, ...]
    tables: tuple[SetComparison, ...] = ()

    @property
    def has_news(self) -> bool:
        """Whether there is anything to take."""
        return any(each.new or each.changed or each.confirmed for each in (*self.tables, *self.sets))


def compare(cards: Iterable[Mapping[str, Any]], codes: Sequence[str], listed: FactList, since: date) -> Comparison:
    """The list beside the rows of the cards and the codes of the sets; `since` is the day up to which lists were
    gathered for them."""
    return _Comparing(cards, codes, listed, is_newer=listed.day > since).run()


class _Comparing:
    """One comparison under way."""

    def __init__(
        self, cards: Iterable[Mapping[str, Any]], codes: Sequence[str], listed: FactList, *, is_newer: bool
    ) -> None:
        self.listed = listed
        self.is_newer = is_newer
        self.codes = codes
        self.cards: list[Row] = [deepcopy(dict(card)) for card in cards]
        self.by_name = {fold(card["name"]): card for card in self.cards}
        self.by_code = {
            f"{set_code}-{number}".casefold(): card
            for card in self.cards
            for set_code, number, _ in card["printings"]
            if number
        }
        self.recorded = [
            (set_code, f"{set_code}-{number}", card["name"])
            for card in self.cards
            for set_code, number, _ in card["printings"]
            if number
        ]
        self.slugs = {card["slug"] for card in self.cards}
        units = [(card["name"], card["supertype"]) for card in self.cards]
        units += [(each.names[0], each.facts.get("supertype")) for each in listed.printings]
        self.champions = {name.partition(",")[0] for name, kind in units if kind == "Champion"}
        self.fresh: set[str] = set()
        self.found: dict[str, SetComparison] = {}

    def run(self) -> Comparison:
        """Go through the list card by card, then through what it lacks."""
        by_card: dict[str, list[ListedPrinting]] = defaultdict(list)
        for each in self.listed.printings:
            result = self.found.setdefault(each.set_code, SetComparison(each.set_code))
            if each.set_code not in self.codes:
                if not result.doubts:
                    result.doubts.append(NOT_RECORDED)
                continue
            if (name := self._place(each, result)) is not None:
                by_card[name].append(each)
        for name, printings in by_card.items():
            self._compare_facts(self.by_name[name], printings)
        self._find_missing()
        order = {code: at for at, code in enumerate(self.codes)}
        sets = sorted(self.found.values(), key=lambda each: (order.get(each.code, len(order)), each.code))
        return Comparison(self.listed, self.is_newer, tuple(sets), tuple(self.cards))

    def _place(self, listed: ListedPrinting, result: SetComparison) -> str | None:
        """The folded name of the card that a printing shows, put there where it is new; None where that is in doubt."""
        held = self.by_code.get(listed.code.casefold())
        name = next((each for each in listed.names if fold(each) in self.by_name), None)
        if held is not None and fold(held["name"]) not in map(fold, listed.names):
            result.doubts.append(f"{listed.code} is {held['name']} here and {listed.names[0]} in the list")
            return None
        if held is None and name is None:
            name = listed.names[0]
            self._add_card(name, listed)
        card = held or self.by_name[fold(str(name))]
        if held is None:
            card["printings"].append([listed.set_code, listed.number, listed.rarity or None])
            card["has_unrecorded_printing"] = False
            self.by_code[listed.code.casefold()] = card
            result.new.append(f"{listed.code} {card['name']}")
        else:
            self._compare_rarity(card, listed, result)
        return fold(card["name"])

    def _add_card(self, name: str, listed: ListedPrinting) -> None:
        champion = (listed.facts.get("tags") or [""])[0] if listed.facts.get("type") == "Legend" else ""
        slug = base = slugify(f"{champion} {name}") or slugify(listed.code)
        at = 2
        while slug in self.slugs:
            slug, at = f"{base}-{at}", at + 1
        card: Row = {
            "slug": slug,
            "name": name,
            **dict.fromkeys(FACTS),
            "tags": [],
            "keywords": [],
            "printings": [],
            "doubtful": [],
            "note": None,
        }
        card |= derive_columns("riftbound", card)
        self.slugs.add(slug)
        self.fresh.add(slug)
        self.by_name[fold(name)] = card
        self.cards.append(card)

    def _compare_rarity(self, card: Row, listed: ListedPrinting, result: SetComparison) -> None:
        for printing in card["printings"]:
            if f"{printing[0]}-{printing[1]}".casefold() == listed.code.casefold() and listed.rarity:
                if printing[2] == listed.rarity:
                    self._confirm(card, "rarity", result)
                    return
                if printing[2] and not self.is_newer:
                    result.doubts.append(f"{listed.code} is {printing[2]} here and {listed.rarity} in the list")
                    return
                change = FactChange(f"{listed.code} {card['name']}", "rarity", printing[2], listed.rarity)
                result.changed.append(change)
                printing[2] = listed.rarity
                self._settle(card, "rarity")

    def _compare_facts(self, card: Row, printings: Sequence[ListedPrinting]) -> None:
        """Hold what the list says of a card beside what is recorded, column by column."""
        result = self.found[printings[0].set_code]
        for column in FACTS:
            said = [each.facts[column] for each in printings if column in each.facts]
            if not said:
                continue
            if column in _ADDED:
                found: Any = list(dict.fromkeys(word for words in said for word in words))
            else:
                found = said[0]
                if any(_sorted(other) != _sorted(found) for other in said[1:]):
                    told = " and ".join(dict.fromkeys(_word(each) for each in said))
                    result.doubts.append(f"{card['name']}: the list has two values of {column}, {told}")
                    continue
            self._compare_fact(card, column, found, result)

    def _compare_fact(self, card: Row, column: str, found: Any, result: SetComparison) -> None:
        recorded, is_fresh = card[column], card["slug"] in self.fresh
        is_blank = recorded is None or recorded == ""
        lacking = [word for word in recorded if word not in found] if column in _ADDED else []
        if column in _ADDED:
            settled = [word for word in found if word not in recorded and self._is_settled(card, word, found)]
            result.doubts += [f"{card['name']}: the tag {word} of the list is not taken" for word in settled]
            more = [word for word in found if word not in recorded and word not in settled]
            found, is_blank = [*recorded, *more], not recorded
        if lacking and column in card["doubtful"] and self.is_newer:
            result.doubts.append(f"{card['name']}: the list lacks the doubtful {column} {', '.join(lacking)}")
        if _sorted(found) == _sorted(recorded):
            if not lacking:
                self._confirm(card, column, result)
            return
        if is_fresh:
            card[column] = found
            return
        if not is_blank and not self.is_newer:
            result.doubts.append(f"{card['name']}: {column} is {_word(recorded)} here and {_word(found)} in the list")
            return
        result.changed.append(FactChange(card["name"], column, None if is_blank else recorded, found))
        card[column] = found
        if not lacking:
            self._settle(card, column)

    def _is_settled(self, card: Row, tag: str, tags: Sequence[str]) -> bool:
        """Whether a tag isn't to be taken: the card's note speaks of it, or it isn't the champion of a legend, by whom
        chosen champions are told."""
        if f"tag {tag}" in (card["note"] or ""):
            return True
        others = [*card["tags"], *(each for each in tags if each in self.champions)]
        return card["type"] == "Legend" and tag not in self.champions and bool(others)

    def _confirm(self, card: Row, column: str, result: SetComparison) -> None:
        """A newer list says of a doubtful fact what is recorded."""
        if column in card["doubtful"] and self.is_newer:
            self._settle(card, column)
            result.confirmed.append(f"{card['name']}: {column}")

    def _settle(self, card: Row, column: str) -> None:
        """The fact is doubtful no more; the note that said why goes with the last doubt."""
        if column in card["doubtful"]:
            card["doubtful"].remove(column)
            if not card["doubtful"]:
                card["note"] = None

    def _find_missing(self) -> None:
        """Doubt the recorded printings of the list's sets that it doesn't have; one doubt where it has few of a set."""
        listed = {each.code.casefold() for each in self.listed.printings}
        held: dict[str, list[str]] = defaultdict(list)
        missing: dict[str, list[str]] = defaultdict(list)
        for set_code, code, name in self.recorded:
            held[set_code].append(code)
            if code.casefold() not in listed:
                missing[set_code].append(f"{code} {name} is not in the list")
        for set_code, result in self.found.items():
            lacking, count = sorted(missing[set_code]), len(held[set_code])
            if len(lacking) * 2 > count:
                lacking = [f"the list has {count - len(lacking)} of {count} recorded printings"]
            result.doubts += lacking


def _sorted(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else value


def _word(value: Any) -> str:
    return "/".join(map(str, value)) or "none" if isinstance(value, list) else str(value)
