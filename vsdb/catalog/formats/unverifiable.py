"""What a deck list can't show of a format, and so can't be checked: it is said before anything else."""

from __future__ import annotations

from engine.model.formats import Format

#: Kinds of restrictions that a list alone doesn't settle, with how that is said.
_BY_KIND = {
    "not-in-the-list": "A deck list can’t show {what}.",
    "between-decks": "One deck list can’t show this, only the lists of a team side by side: {what}.",
    "copies-of-a-character": "A deck list can’t show which of its characters is {part}.",
    "named-character": "A deck list shows which cards name a character in their names, but not in their texts.",
    "customary-size": "The size of {min} cards is customary; no source that is held states it.",
}


def what_no_list_shows(fmt: Format) -> list[str]:
    """A sentence for everything about a format that can't be checked from a deck list; none where all can be."""
    said = []
    if fmt.pool.is_inferred:
        said.append("No source states which sets it has, so whether a card is in it is uncertain.")
    elif fmt.pool.kind == "chosen":
        said.append("Its sets are chosen for each event, and a deck list can’t show which.")
    for each in fmt.restrictions:
        if each.kind in _BY_KIND:
            terms = {name: str(term).rstrip(".") for name, term in each.terms.items()}
            said.append(_BY_KIND[each.kind].format_map(terms))
    return said
