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
from vsdb.catalog.cards.reading.cards import derive_columns, parse_keyword_pair
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
        self.filled: set[tuple[str, str]] = set()  #: slugs and columns that were blank and have a fact of the list
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
            card, result = self.by_name[name], self.found[printings[0].set_code]
            self._compare_facts(card, printings, result)
            self._compare_keywords(card, printings, result)
            self._doubt_guesses(card, printings, result)
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
            self.filled.add((card["slug"], "rarity"))
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
                is_guess = "rarity" in _guessed((listed,))
                if printing[2] == listed.rarity:
                    if not is_guess:
                        self._confirm(card, "rarity", result)
                    return
                if printing[2] and (is_guess or not self.is_newer):
                    result.doubts.append(f"{listed.code} is {printing[2]} here and {listed.rarity} in the list")
                    return
                change = FactChange(f"{listed.code} {card['name']}", "rarity", printing[2], listed.rarity)
                result.changed.append(change)
                printing[2] = listed.rarity
                if is_guess:
                    self.filled.add((card["slug"], "rarity"))
                else:
                    self._settle(card, "rarity")

    def _compare_facts(self, card: Row, printings: Sequence[ListedPrinting], result: SetComparison) -> None:
        """Hold what the list says of a card beside what is recorded, column by column."""
        guessed = _guessed(printings)
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
            self._compare_fact(card, column, found, result, is_guess=column in guessed)

    def _compare_fact(self, card: Row, column: str, found: Any, result: SetComparison, *, is_guess: bool) -> None:
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
            if not lacking and not is_guess:
                self._confirm(card, column, result)
            return
        if is_fresh:
            card[column] = found
            return
        if not is_blank and (is_guess or not self.is_newer):
            result.doubts.append(f"{card['name']}: {column} is {_word(recorded)} here and {_word(found)} in the list")
            return
        result.changed.append(FactChange(card["name"], column, None if is_blank else recorded, found))
        card[column] = found
        if is_guess:
            self.filled.add((card["slug"], column))
        elif not lacking:
            self._settle(card, column)

    def _compare_keywords(self, card: Row, printings: Sequence[ListedPrinting], result: SetComparison) -> None:
        """Take the keywords of a card that has none; others that the list has are in doubt."""
        said = dict.fromkeys(word for each in printings for word in each.keywords)
        found = [parse_keyword_pair(word) for word in said]
        if not card["keywords"] and found:
            card["keywords"] = found
            if card["slug"] not in self.fresh:
                result.changed.append(FactChange(card["name"], "keywords", None, [*said]))
            return
        more = [word for word, pair in zip(said, found, strict=True) if pair not in card["keywords"]]
        if more:
            result.doubts.append(f"{card['name']}: the list has {', '.join(more)} too, which isn't recorded")

    def _doubt_guesses(self, card: Row, printings: Sequence[ListedPrinting], result: SetComparison) -> None:
        """Mark the facts that were taken and that the list has inferred. An empty one is unknown, unless it is of
        several words: there nothing would say so."""
        is_fresh, notes = card["slug"] in self.fresh, []
        for guess in (guess for each in printings for guess in each.guesses):
            taken = [name for name in guess.columns if is_fresh or (card["slug"], name) in self.filled]
            more = [name for name in taken if name not in card["doubtful"] and _says(card, name)]
            if more:
                card["doubtful"] += more
                notes.append(guess.note)
        if notes:
            card["doubtful"].sort(key=(*FACTS, "rarity").index)
            card["note"] = "; ".join(filter(None, (card["note"], *notes)))
            result.doubts.append(f"{card['name']}: {'; '.join(notes)}")

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


def _guessed(printings: Iterable[ListedPrinting]) -> frozenset[str]:
    """The columns that the list has inferred for these printings."""
    return frozenset(name for each in printings for guess in each.guesses for name in guess.columns)


def _says(card: Mapping[str, Any], column: str) -> bool:
    return column in ("tags", "rarity") or card[column] is not None


def _sorted(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else value


def _word(value: Any) -> str:
    return "/".join(map(str, value)) or "none" if isinstance(value, list) else str(value)
