"""The copies in the lists of an event, remembered by the process that has read them."""

from __future__ import annotations

from collections.abc import Callable

from engine import Deck, InputError
from vsdb.events.models import Event
from vsdb.events.verdicts import likeness
from vsdb.events.verdicts.judging import EventQuestion, read_text
from vsdb.events.verdicts.likeness import Copies
from vsdb.events.verdicts.selectors import list_entered

_MAX_HELD = 2_000  #: lists whose copies a process remembers
_OFTEN = 50  #: lists that are read until somebody is told
_held: dict[str, Copies] = {}  #: by fingerprint: a list with another has other copies


def remember_copies(fingerprint: str, deck: Deck) -> Copies:
    """The copies of a list, remembered by its fingerprint."""
    if len(_held) >= _MAX_HELD:
        _held.clear()
    copies = _held[fingerprint] = likeness.count_copies(deck)
    return copies


def count_copies_of_lists(
    event: Event, question: EventQuestion, tell: Callable[[], object] = lambda: None
) -> dict[str, Copies]:
    """The copies in the lists of an event, by fingerprint; `tell` is called now and then. Lists that can't be read are
    left out. One query."""
    found: dict[str, Copies] = {}
    texts = list_entered(event).exclude(current__fingerprint="").values_list("current__fingerprint", "current__text")
    for number, (fingerprint, text) in enumerate(texts):
        if number % _OFTEN == 0:
            tell()
        copies = _held.get(fingerprint)
        if copies is None:
            try:
                copies = remember_copies(fingerprint, read_text(question, text).deck)
            except InputError:
                continue
        found[fingerprint] = copies
    return found
