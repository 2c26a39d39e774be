"""The search for the smallest repair: with no change, with one, with two ..., each time through all that can be.

It goes from need to need: of each only those changes are tried of which every repair has one, and a way is left as
soon as the copies that still have to go or come are more than may be changed.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import CHAMPION, LEGEND, MAIN_CHARACTER, Deck
from engine.model.formats import Format
from engine.model.games import game_of
from engine.model.verdicts import ERROR, UNKNOWN, Finding, Verdict
from engine.repair.bounds import count_least_copies, pack_disjoint_groups
from engine.repair.by_rule import list_cases
from engine.repair.candidates import RepairCandidates
from engine.repair.edits import Copies, Item, RepairEdit, apply_edit, count_items, count_total, make_item
from engine.repair.needs import ANYWHERE, FindingContext, RepairCase, RepairNeed, list_distinct_cases
from engine.repair.sizes import SizeLimit, list_size_limits
from engine.rules.messages import quantity
from engine.rules.validation import check_deck

#: Where one card stands, and others have to fit it.
_ONE_PLACE = frozenset((LEGEND, CHAMPION, MAIN_CHARACTER))


_BESIDES = 60


class BudgetExhausted(Exception):
    """As many decks were judged as may be."""


@dataclass(frozen=True, eq=False, slots=True)
class SearchState:
    """A deck on the way: its verdict, what is still needed, what no change can settle, how many copies still have to
    go and to come at least."""

    deck: Deck
    verdict: Verdict
    needs: tuple[RepairNeed, ...]
    left: tuple[Finding, ...]
    going: int
    coming: int


class RepairSearch:
    """One deck in one format on one day. Decks that were judged once are remembered."""

    def __init__(self, deck: Deck, fmt: Format, as_of: date, catalog: Catalog, budget: int) -> None:
        self.deck, self.fmt, self.as_of, self.catalog = deck, fmt, as_of, catalog
        self.budget = budget
        self.verdicts = 0
        self.sizes = list_size_limits(fmt, as_of)
        self.candidates = RepairCandidates(deck, catalog, fmt, as_of)
        self._states: dict[Hashable, SearchState] = {}
        self._met: set[Hashable] = set()
        #: What goes, in the order of the list; of a line that names no card the card that is most likely meant.
        self.meant = {make_item(entry): entry.card or next(iter(entry.candidates), None) for entry in deck.entries}
        wanted = sum(size.least for size in self.sizes)
        #: More changes than these no repair needs: every copy out, and in what the format and some piles ask for.
        self.most_changes = sum(count_items(deck).values()) + wanted + _BESIDES

    def state(self, edit: RepairEdit) -> SearchState:
        """The deck with an edit made, judged. Raises BudgetExhausted."""
        key = edit.key
        if key not in self._states:
            if self.verdicts >= self.budget:
                raise BudgetExhausted
            self.verdicts += 1
            self._states[key] = self._judged(apply_edit(self.deck, edit, self.catalog))
        return self._states[key]

    def within(self, most: int) -> RepairEdit | None:
        """An edit of at most so many changes that makes the deck legal; None for none. Raises BudgetExhausted."""
        self._met = set()
        return self._from(RepairEdit(), most)

    def _from(self, edit: RepairEdit, most: int) -> RepairEdit | None:
        key = edit.key
        if key in self._met:
            return None
        self._met.add(key)
        state = self.state(edit)
        out, into = edit.sizes
        if out + state.going > most or into + state.coming > most:
            return None
        if not state.needs:
            return edit
        for further in self._further(edit, state, most - out, most - into):
            found = self._from(further, most)
            if found is not None:
                return found
        return None

    def _further(self, edit: RepairEdit, state: SearchState, out: int, into: int) -> Iterator[RepairEdit]:
        """The edit with each change more of which a repair has one: those of the need with the fewest.

        `out` and `into` are how many copies may still go and come.
        """
        copies = state.deck.once(count_items)
        chosen: tuple[RepairCase, ...] | None = None
        for need in state.needs:
            possible = tuple(case for case in need.cases if case.least <= (into if case.is_coming else out))
            if chosen is None or self._breadth(possible) < self._breadth(chosen):
                chosen = possible
        for case in chosen or ():
            if case.is_coming:
                yield from self._coming(edit, state.deck, case)
            # Where all of them have to go, they go at once.
            elif len(chosen or ()) == 1 and case.least == count_total(copies, case.out):
                if not any(item in edit.into for item in case.out):
                    yield _without(edit, {item: copies[item] for item in case.out})
            else:
                going = sorted(case.out, key=lambda item: (-self._urgency(item, state.needs), item))
                yield from (edit.with_removed(item) for item in going if item not in edit.into)

    def _breadth(self, cases: Iterable[RepairCase]) -> int:
        """To how many changes the cases come, alike ones not taken together."""
        return sum(
            sum(self.candidates.many(case, section) for section in self._sections(case, self.deck))
            if case.is_coming
            else len(case.out)
            for case in cases
        )

    def _sections(self, case: RepairCase, deck: Deck) -> list[str]:
        """The sections of a case into which something comes, those last that are full by themselves."""
        full = {
            section
            for size in self.sizes
            for section in size.sections
            if len(size.sections) == 1 and size.most is not None and deck.size(section) >= size.most
        }
        wanted = [
            each for each in game_of(deck.game).repairs.sections(deck) if case.into == ANYWHERE or each in case.into
        ]
        return sorted(wanted, key=lambda section: section in full)

    @staticmethod
    def _urgency(item: Item, needs: Iterable[RepairNeed]) -> int:
        """In how many needs it is that something goes."""
        return sum(any(item in case.out for case in need.cases) for need in needs)

    def _coming(self, edit: RepairEdit, deck: Deck, case: RepairCase) -> Iterator[RepairEdit]:
        """A copy more of each card that the rules can tell apart; each that the deck has stands for itself."""
        for section in self._sections(case, deck):
            cards = self.candidates.of(case, section, self._gone(edit, section))
            for card in self.candidates.apart(cards, deck):
                if (section, card.slug) not in edit.out:
                    yield edit.with_added((section, card.slug))

    def _gone(self, edit: RepairEdit, section: str) -> Card | None:
        """The card in whose place the next copy comes: the first of the section that goes without one that comes."""
        waiting = sum(count for (into, _), count in edit.into.items() if into == section)
        for item in self.meant:
            waiting -= edit.out.get(item, 0) if item[0] == section else 0
            if waiting < 0:
                return self.meant[item]
        return None

    def _judged(self, deck: Deck) -> SearchState:
        verdict = check_deck(deck, self.fmt, self.as_of)
        needs, left = self._needs(deck, verdict)
        copies = deck.once(count_items)
        going = pack_disjoint_groups(
            (need.going for need in needs if need.going), lambda held: count_total(copies, held)
        )
        coming = pack_disjoint_groups(self._asked_for(deck, needs, going), lambda _: sys.maxsize)
        return SearchState(deck, verdict, needs, left, count_least_copies(going), count_least_copies(coming))

    def _needs(self, deck: Deck, verdict: Verdict) -> tuple[tuple[RepairNeed, ...], tuple[Finding, ...]]:
        """What the findings and the sizes ask for, and the findings that nothing settles."""
        needs = [need for size in self.sizes for need in _of_size(size, deck, verdict)]
        left: list[Finding] = []
        for finding in verdict.of(ERROR, UNKNOWN):
            if any(size.code == finding.code and not finding.cards for size in self.sizes):
                continue
            cases = list_cases(FindingContext.of(finding, deck, self.fmt, self.as_of))
            if cases:
                needs.append(RepairNeed(finding.message, finding.citation, cases, finding))
            else:
                left.append(finding)
        tight = [
            replace(need, cases=list_distinct_cases(self._tight(case, deck) for case in need.cases)) for need in needs
        ]
        return tuple(_together(tight, deck.once(count_items))), tuple(left)

    def _tight(self, case: RepairCase, deck: Deck) -> RepairCase:
        """Where a card comes into a place that is taken already, one goes there."""
        if len(case.into) != 1 or not case.into <= _ONE_PLACE:
            return case
        size = next((size for size in self.sizes if size.sections == case.into), None)
        section = next(iter(case.into))
        if size is None or size.most is None or deck.size(section) < size.most:
            return case
        return RepairCase(1, frozenset(item for item in deck.once(count_items) if item[0] == section))

    def _asked_for(
        self, deck: Deck, needs: Iterable[RepairNeed], going: Iterable[tuple[frozenset[Item], int]]
    ) -> Iterator[tuple[frozenset[str], int]]:
        """Into which sections how many copies have to come: as many as are missing once what has to go is gone."""
        going = list(going)
        for need in needs:
            if need.coming and not need.coming[0] & ANYWHERE:
                yield need.coming
        for size in self.sizes:
            stands = sum(deck.size(section) for section in size.sections)
            leaving = sum(n for items, n in going if all(item[0] in size.sections for item in items))
            missing = size.least - stands + leaving
            if missing > 0:
                yield size.sections, missing


def _of_size(size: SizeLimit, deck: Deck, verdict: Verdict) -> Iterator[RepairNeed]:
    """What a size asks for: copies that come, or copies that go."""
    found = sum(deck.size(section) for section in size.sections)
    rule = next((each for each in verdict.checked if each.code == size.code), None)
    cited = rule.citation if rule else None
    if found < size.least:
        text = f"{quantity(found, 'card')}; {size.words}"
        yield RepairNeed(text, cited, (RepairCase(size.least - found, into=size.sections),))
    elif size.most is not None and found > size.most:
        items = frozenset(item for item in deck.once(count_items) if item[0] in size.sections)
        yield RepairNeed(f"{quantity(found, 'card')}; {size.words}", cited, (RepairCase(found - size.most, items),))


def _together(needs: Iterable[RepairNeed], copies: Copies) -> Iterator[RepairNeed]:
    """What doesn't fit the same legend or main character as one need: either all of it goes, or that is another."""
    joined: dict[Hashable, RepairNeed] = {}
    for need in needs:
        own = [case for case in need.cases if not _is_of_one_place(case)]
        others = tuple(case for case in need.cases if _is_of_one_place(case))
        is_joint = len(own) == 1 and bool(others) and own[0].least == count_total(copies, own[0].out)
        key: Hashable = others if is_joint else need
        held = joined.get(key, need)
        if held is not need:
            out = own[0].out.union(*(case.out for case in held.cases if case not in others))
            held = replace(held, cases=list_distinct_cases((RepairCase(count_total(copies, out), out), *others)))
        joined[key] = held
    yield from joined.values()


def _is_of_one_place(case: RepairCase) -> bool:
    """Whether it is about the card that stands where there is one only."""
    sections = case.into or {section for section, _ in case.out}
    return len(sections) == 1 and sections <= _ONE_PLACE


def _without(edit: RepairEdit, going: Mapping[Item, int]) -> RepairEdit:
    for item, count in going.items():
        edit = edit.with_removed(item, count)
    return edit
