"""A repair as a person reads it: what makes way for what, and which other cards would do as well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import Deck, DeckEntry
from engine.model.errors import InputError
from engine.repair.candidates import get_likeness_key
from engine.repair.edits import Item, RepairEdit, apply_edit_in_order, make_item
from engine.repair.search import BudgetExhausted, RepairSearch
from engine.repair.values import Repair, RepairChange

_TRIED = 4  #: how many cards are tried for each that is offered


def list_changes_of_edit(search: RepairSearch, edit: RepairEdit, most_choices: int) -> tuple[RepairChange, ...]:
    """The changes of an edit: each card that comes beside one that goes, of the same section where there is one."""
    going = [(item, count) for item, count in edit.out.items() if count]
    changes = []
    for item, count in edit.into.items():
        for gone, paired in _pair_changes(search, item, count, going):
            changes.append(RepairChange(paired, gone, search.catalog.by_slug[item[1]], item[0]))
    changes += [RepairChange(count, _find_first_line(search, item)) for item, count in going if count]
    return tuple(replace(each, choices=tuple(_list_choices(search, edit, each, most_choices))) for each in changes)


def prefer_meant_cards(search: RepairSearch, edit: RepairEdit) -> RepairEdit:
    """The same with as many as can be of the cards that misspelt lines mean, in place of others that would come."""
    for item, count in edit.out.items():
        card = search.meant[item]
        if card is None or not item[1].startswith("#"):
            continue
        wanted = (item[0], card.slug)
        for other in edit.into:
            while other != wanted and edit.into[other] and edit.into.get(wanted, 0) < count:
                tried = edit.with_added(wanted).with_added(other, -1)
                try:
                    if search.state(RepairEdit(edit.out, {each: n for each, n in tried.into.items() if n})).needs:
                        break
                except BudgetExhausted:
                    return edit
                edit = tried
    return RepairEdit(edit.out, {each: n for each, n in edit.into.items() if n})


def apply_picks(repair: Repair, picks: Mapping[int, Card]) -> tuple[RepairChange, ...]:
    """The changes with other cards in place of some that come, by the number of the change from 0.

    Raises InputError for a card that isn't among the choices of its change.
    """
    changes = list(repair.changes)
    for number, card in picks.items():
        offered = (changes[number].comes, *changes[number].choices) if 0 <= number < len(changes) else ()
        if card not in offered:
            raise InputError(f"{card.title} is not one of the choices offered", place=f"pick-{number}")
        changes[number] = replace(changes[number], comes=card)
    return tuple(changes)


def apply_changes(deck: Deck, changes: Iterable[RepairChange], catalog: Catalog) -> Deck:
    """The deck with these changes made."""
    edit = RepairEdit()
    for change in changes:
        if change.gone:
            edit = edit.with_removed(make_item(change.gone), change.count)
        if change.comes:
            edit = edit.with_added((change.into, change.comes.slug), change.count)
    return apply_edit_in_order(deck, edit, catalog)


def _pair_changes(
    search: RepairSearch, item: Item, count: int, going: list[tuple[Item, int]]
) -> Iterator[tuple[DeckEntry | None, int]]:
    """What goes for so many copies of a card that comes, and how many of each; None where nothing is left to go."""
    comes = search.catalog.by_slug[item[1]]

    def distance(at: int) -> tuple[object, ...]:
        (section, _), _ = going[at]
        card = search.meant[going[at][0]]
        return (section != item[0], card is not comes, *get_likeness_key(comes, card, search.deck)[:-1], at)

    while count:
        waiting = [at for at, (_, left) in enumerate(going) if left]
        if not waiting:
            yield None, count
            return
        at = min(waiting, key=distance)
        gone, left = going[at]
        paired = min(left, count)
        going[at] = (gone, left - paired)
        count -= paired
        yield _find_first_line(search, gone), paired


def _find_first_line(search: RepairSearch, item: Item) -> DeckEntry:
    """The first line of what goes."""
    return next(entry for entry in search.deck.entries if make_item(entry) == item)


def _list_choices(search: RepairSearch, edit: RepairEdit, change: RepairChange, most: int) -> Iterator[Card]:
    """Other cards that may come instead: the deck is as legal with each of them, and as many changes lead to it."""
    if change.comes is None or change.comes is (change.gone.card if change.gone else None):
        return
    item = (change.into, change.comes.slug)
    fewer = dict(edit.into)
    fewer[item] -= change.count
    fewer = {each: count for each, count in fewer.items() if count}
    gone = search.meant[make_item(change.gone)] if change.gone else None
    cards = search.candidates.into(change.into, gone)
    found = 0
    for card in cards[: most * _TRIED]:
        other = (change.into, card.slug)
        if found == most:
            return
        if card is change.comes or other in edit.out:
            continue
        try:
            state = search.state(RepairEdit(edit.out, fewer).with_added(other, change.count))
        except BudgetExhausted:
            return
        if not state.needs:
            found += 1
            yield card
