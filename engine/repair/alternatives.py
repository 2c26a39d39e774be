"""A repair as a person reads it: what makes way for what, and which other cards would do as well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import Deck, Entry
from engine.model.errors import InputError
from engine.repair.candidates import likeness
from engine.repair.edits import Edit, Item, item_of, written
from engine.repair.search import Search, Spent
from engine.repair.values import Change, Repair

_TRIED = 4  #: how many cards are tried for each that is offered


def changes_of(search: Search, edit: Edit, most_choices: int) -> tuple[Change, ...]:
    """The changes of an edit: each card that comes beside one that goes, of the same section where there is one."""
    going = [(item, count) for item, count in edit.out.items() if count]
    changes = []
    for item, count in edit.into.items():
        for gone, paired in _paired(search, item, count, going):
            changes.append(Change(paired, gone, search.catalog.by_slug[item[1]], item[0]))
    changes += [Change(count, _line(search, item)) for item, count in going if count]
    return tuple(replace(each, choices=tuple(_choices(search, edit, each, most_choices))) for each in changes)


def as_meant(search: Search, edit: Edit) -> Edit:
    """The same with as many as can be of the cards that misspelt lines mean, in place of others that would come."""
    for item, count in edit.out.items():
        card = search.meant[item]
        if card is None or not item[1].startswith("#"):
            continue
        wanted = (item[0], card.slug)
        for other in edit.into:
            while other != wanted and edit.into[other] and edit.into.get(wanted, 0) < count:
                tried = edit.putting(wanted).putting(other, -1)
                try:
                    if search.state(Edit(edit.out, {each: n for each, n in tried.into.items() if n})).needs:
                        break
                except Spent:
                    return edit
                edit = tried
    return Edit(edit.out, {each: n for each, n in edit.into.items() if n})


def chosen(repair: Repair, picks: Mapping[int, Card]) -> tuple[Change, ...]:
    """The changes with other cards in place of some that come, by the number of the change from 0.

    Raises InputError for a card that isn't among the choices of its change.
    """
    changes = list(repair.changes)
    for number, card in picks.items():
        offered = (changes[number].comes, *changes[number].choices) if 0 <= number < len(changes) else ()
        if card not in offered:
            raise InputError(f"{card.title} is not among the cards offered there", place=f"pick-{number}")
        changes[number] = replace(changes[number], comes=card)
    return tuple(changes)


def made(deck: Deck, changes: Iterable[Change], catalog: Catalog) -> Deck:
    """The deck with these changes made."""
    edit = Edit()
    for change in changes:
        if change.gone:
            edit = edit.taking(item_of(change.gone), change.count)
        if change.comes:
            edit = edit.putting((change.into, change.comes.slug), change.count)
    return written(deck, edit, catalog)


def _paired(
    search: Search, item: Item, count: int, going: list[tuple[Item, int]]
) -> Iterator[tuple[Entry | None, int]]:
    """What goes for so many copies of a card that comes, and how many of each; None where nothing is left to go."""
    comes = search.catalog.by_slug[item[1]]

    def distance(at: int) -> tuple[object, ...]:
        (section, _), _ = going[at]
        card = search.meant[going[at][0]]
        return (section != item[0], card is not comes, *likeness(comes, card, search.deck)[:-1], at)

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
        yield _line(search, gone), paired


def _line(search: Search, item: Item) -> Entry:
    """The first line of what goes."""
    return next(entry for entry in search.deck.entries if item_of(entry) == item)


def _choices(search: Search, edit: Edit, change: Change, most: int) -> Iterator[Card]:
    """Other cards that may come instead: the deck is as legal with each of them, and as many changes lead to it."""
    if change.comes is None or change.comes is (change.gone.card if change.gone else None):
        return
    item = (change.into, change.comes.slug)
    fewer = dict(edit.into)
    fewer[item] -= change.count
    fewer = {each: count for each, count in fewer.items() if count}
    gone = search.meant[item_of(change.gone)] if change.gone else None
    cards = search.candidates.into(change.into, gone)
    found = 0
    for card in cards[: most * _TRIED]:
        other = (change.into, card.slug)
        if found == most:
            return
        if card is change.comes or other in edit.out:
            continue
        try:
            state = search.state(Edit(edit.out, fewer).putting(other, change.count))
        except Spent:
            return
        if not state.needs:
            found += 1
            yield card
