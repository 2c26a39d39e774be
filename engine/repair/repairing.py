"""The front door: the smallest repair of a deck in a format on a day."""

from __future__ import annotations

from datetime import date

from engine.model.catalog import Catalog
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.repair.alternatives import list_changes_of_edit, prefer_meant_cards
from engine.repair.edits import RepairEdit, apply_edit_in_order
from engine.repair.search import BudgetExhausted, RepairSearch
from engine.repair.values import Repair
from engine.repair.verification import explain_minimum
from engine.rules.validation import check_deck

#: How many decks are judged to find the smallest repair; half as many to find one at all where it wasn't found by then.
BUDGET = 3_000
MAX_CHOICES = 6  #: other cards that are offered for each place


def repair(
    deck: Deck, fmt: Format, as_of: date, catalog: Catalog, *, budget: int = BUDGET, most_choices: int = MAX_CHOICES
) -> Repair:
    """The smallest repair, or the best that was found within the budget, with what is proven of it.

    `catalog` is that by which the deck was read. The same input gives the same repair for ever. Raises ValueError where
    the deck and the format belong to different games.
    """
    search = RepairSearch(deck, fmt, as_of, catalog, budget)
    start = search.state(RepairEdit())
    at_least = max(start.going, start.coming)
    first = at_least
    edit = None
    try:
        while edit is None and at_least <= search.most_changes:
            edit = search.within(at_least)
            at_least += edit is None
    except BudgetExhausted:
        edit = _any(search)
    edit = prefer_meant_cards(search, edit) if edit else None
    found = apply_edit_in_order(deck, edit, catalog) if edit else None
    return Repair(
        before=start.verdict,
        changes=list_changes_of_edit(search, edit, most_choices) if edit else (),
        deck=found,
        verdict=check_deck(found, fmt, as_of) if found else None,
        size=edit.size if edit else 0,
        at_least=at_least,
        proof=explain_minimum(start, fmt, first=first, at_least=at_least),
        left=start.left,
        verdicts=search.verdicts,
    )


def _any(search: RepairSearch) -> RepairEdit | None:
    """Some repair, whatever its size."""
    search.budget += search.budget // 2
    try:
        return search.within(search.most_changes)
    except BudgetExhausted:
        return None
