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
from engine.repair.bounds import least, packed
from engine.repair.by_rule import needs_of
from engine.repair.candidates import Candidates
from engine.repair.edits import Copies, Edit, Item, edited, item_of, items_of, total
from engine.repair.needs import ANYWHERE, Asked, Case, Need, choices
from engine.repair.sizes import Size, sizes_of
from engine.rules.messages import counted
from engine.rules.validation import check_deck

#: Where one card stands, and others have to fit it.
_ONE_PLACE = frozenset((LEGEND, CHAMPION, MAIN_CHARACTER))


_BESIDES = 60


class Spent(Exception):
    """As many decks were judged as may be."""


@dataclass(frozen=True, eq=False, slots=True)
class State:
    """A deck on the way: its verdict, what is still needed, what no change can settle, how many copies still have to
    go and to come at least."""

    deck: Deck
    verdict: Verdict
    needs: tuple[Need, ...]
    left: tuple[Finding, ...]
    going: int
    coming: int


class Search:
    """One deck in one format on one day. Decks that were judged once are remembered."""

    def __init__(self, deck: Deck, fmt: Format, as_of: date, catalog: Catalog, budget: int) -> None:
        self.deck, self.fmt, self.as_of, self.catalog = deck, fmt, as_of, catalog
        self.budget = budget
        self.verdicts = 0
        self.sizes = sizes_of(fmt)
        self.candidates = Candidates(deck, catalog, fmt, as_of)
        self._states: dict[Hashable, State] = {}
        self._met: set[Hashable] = set()
        #: What goes, in the order of the list; of a line that names no card the card that is most likely meant.
        self.meant = {item_of(entry): entry.card or next(iter(entry.candidates), None) for entry in deck.entries}
        wanted = sum(size.least for size in self.sizes)
        #: More changes than these no repair needs: every copy out, and in what the format and some piles ask for.
        self.most_changes = sum(items_of(deck).values()) + wanted + _BESIDES

    def state(self, edit: Edit) -> State:
        """The deck with an edit made, judged. Raises Spent."""
        key = edit.key
        if key not in self._states:
            if self.verdicts >= self.budget:
                raise Spent
            self.verdicts += 1
            self._states[key] = self._judged(edited(self.deck, edit, self.catalog))
        return self._states[key]

    def within(self, most: int) -> Edit | None:
        """An edit of at most so many changes that makes the deck legal, None where there is none. Raises Spent."""
        self._met = set()
        return self._from(Edit(), most)

    def _from(self, edit: Edit, most: int) -> Edit | None:
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

    def _further(self, edit: Edit, state: State, out: int, into: int) -> Iterator[Edit]:
        """The edit with each change more of which a repair has one: those of the need with the fewest.

        `out` and `into` are how many copies may still go and come.
        """
        copies = state.deck.once(items_of)
        chosen: tuple[Case, ...] | None = None
        for need in state.needs:
            possible = tuple(case for case in need.cases if case.least <= (into if case.is_coming else out))
            if chosen is None or self._breadth(possible) < self._breadth(chosen):
                chosen = possible
        for case in chosen or ():
            if case.is_coming:
                yield from self._coming(edit, state.deck, case)
            # Where all of them have to go, they go at once.
            elif len(chosen or ()) == 1 and case.least == total(copies, case.out):
                if not any(item in edit.into for item in case.out):
                    yield _without(edit, {item: copies[item] for item in case.out})
            else:
                going = sorted(case.out, key=lambda item: (-self._urgency(item, state.needs), item))
                yield from (edit.taking(item) for item in going if item not in edit.into)

    def _breadth(self, cases: Iterable[Case]) -> int:
        """To how many changes the cases come, alike ones not taken together."""
        return sum(
            sum(self.candidates.many(case, section) for section in self._sections(case, self.deck))
            if case.is_coming
            else len(case.out)
            for case in cases
        )

    def _sections(self, case: Case, deck: Deck) -> list[str]:
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
    def _urgency(item: Item, needs: Iterable[Need]) -> int:
        """In how many needs it is that something goes."""
        return sum(any(item in case.out for case in need.cases) for need in needs)

    def _coming(self, edit: Edit, deck: Deck, case: Case) -> Iterator[Edit]:
        """A copy more of each card that the rules can tell apart; each that the deck has stands for itself."""
        for section in self._sections(case, deck):
            cards = self.candidates.of(case, section, self._gone(edit, section))
            for card in self.candidates.apart(cards, deck):
                if (section, card.slug) not in edit.out:
                    yield edit.putting((section, card.slug))

    def _gone(self, edit: Edit, section: str) -> Card | None:
        """The card in whose place the next copy comes: the first of the section that goes without one that comes."""
        waiting = sum(count for (into, _), count in edit.into.items() if into == section)
        for item in self.meant:
            waiting -= edit.out.get(item, 0) if item[0] == section else 0
            if waiting < 0:
                return self.meant[item]
        return None

    def _judged(self, deck: Deck) -> State:
        verdict = check_deck(deck, self.fmt, self.as_of)
        needs, left = self._needs(deck, verdict)
        copies = deck.once(items_of)
        going = packed((need.going for need in needs if need.going), lambda held: total(copies, held))
        coming = packed(self._asked_for(deck, needs, going), lambda _: sys.maxsize)
        return State(deck, verdict, needs, left, least(going), least(coming))

    def _needs(self, deck: Deck, verdict: Verdict) -> tuple[tuple[Need, ...], tuple[Finding, ...]]:
        """What the findings and the sizes ask for, and the findings that nothing settles."""
        needs = [need for size in self.sizes for need in _of_size(size, deck, verdict)]
        left: list[Finding] = []
        for finding in verdict.of(ERROR, UNKNOWN):
            if any(size.code == finding.code and not finding.cards for size in self.sizes):
                continue
            cases = needs_of(Asked.of(finding, deck, self.fmt, self.as_of))
            if cases:
                needs.append(Need(finding.message, finding.citation, cases, finding))
            else:
                left.append(finding)
        tight = [replace(need, cases=choices(self._tight(case, deck) for case in need.cases)) for need in needs]
        return tuple(_together(tight, deck.once(items_of))), tuple(left)

    def _tight(self, case: Case, deck: Deck) -> Case:
        """Where a card comes into a place that is taken already, one goes there."""
        if len(case.into) != 1 or not case.into <= _ONE_PLACE:
            return case
        size = next((size for size in self.sizes if size.sections == case.into), None)
        section = next(iter(case.into))
        if size is None or size.most is None or deck.size(section) < size.most:
            return case
        return Case(1, frozenset(item for item in deck.once(items_of) if item[0] == section))

    def _asked_for(
        self, deck: Deck, needs: Iterable[Need], going: Iterable[tuple[frozenset[Item], int]]
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


def _of_size(size: Size, deck: Deck, verdict: Verdict) -> Iterator[Need]:
    """What a size asks for: copies that come, or copies that go."""
    found = sum(deck.size(section) for section in size.sections)
    rule = next((each for each in verdict.checked if each.code == size.code), None)
    cited = rule.citation if rule else None
    if found < size.least:
        text = f"{counted(found, 'card')}; {size.words}"
        yield Need(text, cited, (Case(size.least - found, into=size.sections),))
    elif size.most is not None and found > size.most:
        items = frozenset(item for item in deck.once(items_of) if item[0] in size.sections)
        yield Need(f"{counted(found, 'card')}; {size.words}", cited, (Case(found - size.most, items),))


def _together(needs: Iterable[Need], copies: Copies) -> Iterator[Need]:
    """What doesn't fit the same legend or main character as one need: either all of it goes, or that is another."""
    joined: dict[Hashable, Need] = {}
    for need in needs:
        own = [case for case in need.cases if not _is_of_one_place(case)]
        others = tuple(case for case in need.cases if _is_of_one_place(case))
        is_joint = len(own) == 1 and bool(others) and own[0].least == total(copies, own[0].out)
        key: Hashable = others if is_joint else need
        held = joined.get(key, need)
        if held is not need:
            out = own[0].out.union(*(case.out for case in held.cases if case not in others))
            held = replace(held, cases=choices((Case(total(copies, out), out), *others)))
        joined[key] = held
    yield from joined.values()


def _is_of_one_place(case: Case) -> bool:
    """Whether it is about the card that stands where there is one only."""
    sections = case.into or {section for section, _ in case.out}
    return len(sections) == 1 and sections <= _ONE_PLACE


def _without(edit: Edit, going: Mapping[Item, int]) -> Edit:
    for item, count in going.items():
        edit = edit.taking(item, count)
    return edit
