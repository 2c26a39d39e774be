"""Two lists side by side: versions of decks, or lists that are pasted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine import decklists
from engine.decklists.differences import Differences, differences
from engine.decklists.fingerprints import fingerprint
from engine.decklists.sections import title_of
from engine.model.cards import GAMES, Card
from engine.model.decks import Deck as DeckValue
from engine.model.errors import InputError
from engine.model.identities import Standing, standings
from vsdb.accounts.viewers import Visitor
from vsdb.decks import selectors
from vsdb.decks.access import Place
from vsdb.decks.deck_page import Read, read_revision
from vsdb.decks.models import Revision
from vsdb.decks.pdf.listing import ordered
from vsdb.exchange.deck_lists import take

#: A deck's number or secret, alone or in its address, with a version behind @ or in the address.
_WORD = re.compile(
    r"(?:\S*/decks/)?(?:(?P<pk>[0-9]{1,9})|(?:shared/)?(?P<secret>[A-Za-z0-9_-]{16,32}))"
    r"(?:/versions/(?P<in_address>[0-9]{1,9})/?|/\S*?)?(?:@(?P<version>[0-9]{1,9}))?"
)


@dataclass(frozen=True)
class Side:
    """One of the lists. `word` is what the address calls it, empty for a pasted one; `place` where it can be read."""

    title: str
    value: DeckValue
    word: str = ""
    place: Place | None = None
    revision: Revision | None = None
    read: Read | None = None

    @cached_property
    def fingerprint(self) -> str:
        """The list's fingerprint."""
        return fingerprint(self.value)

    @property
    def size(self) -> int:
        """How many cards it has in all sections."""
        return sum(self.value.sizes.values())


@dataclass(frozen=True, slots=True)
class Pair:
    """A card of a section with its count in each list."""

    name: str
    card: Card | None
    before: int
    after: int

    @property
    def by(self) -> int:
        """How many copies more the second has, or fewer below zero."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class SectionPair:
    """A section of both lists: where they differ, and what is the same in both."""

    title: str
    before: int
    after: int
    different: tuple[Pair, ...]
    same: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two lists of a game side by side."""

    a: Side
    b: Side
    sections: tuple[SectionPair, ...]
    changes: Differences

    @property
    def is_same(self) -> bool:
        """Whether both hold the same cards."""
        return not self.changes


def side(word: str, asker: Visitor) -> Side:
    """The list that a word of the address names; at most four queries. Raises InputError and NotFound."""
    found = _WORD.fullmatch(word.strip())
    if found is None:
        raise InputError(
            f"“{word.strip()[:60]}” names no deck; give its address, or its number with @ and a version, as in 12@3"
        )
    secret = found["secret"] or ""
    deck = selectors.shared_deck(secret) if secret else selectors.deck_for(int(found["pk"]), asker)
    version = found["version"] or found["in_address"]
    revision = selectors.revision_of(deck, int(version) if version else None)
    read = read_revision(revision, deck.game_id)
    title = revision.title if revision.number == deck.edition else f"{revision.title}, version {revision.number}"
    name = f"{secret or deck.pk}" + (f"@{version}" if version else "")
    return Side(title, read.value, name, Place(deck, asker, secret), revision, read)


def pasted(text: str, game: str = "") -> Side:
    """A list that somebody pasted, of the game that it says, else the one given, else the one that it shows.

    Raises InputError and NotFound.
    """
    written = text.replace("\r\n", "\n")
    taken = take(written, game="" if "game" in decklists.metadata(written) else game)
    return Side(taken.deck.title[:120] or "The pasted list", taken.deck)


def compare(a: Side, b: Side) -> Comparison:
    """Two lists section by section. Raises InputError for lists of different games."""
    if a.value.game != b.value.game:
        raise InputError(f"one list is of {GAMES[a.value.game]}, the other of {GAMES[b.value.game]}")
    return Comparison(a, b, tuple(_sections(a.value, b.value)), differences(a.value, b.value))


def _sections(a: DeckValue, b: DeckValue) -> Iterator[SectionPair]:
    one, other = standings(a), standings(b)
    by_section: dict[str, list[Pair]] = {}
    names: dict[str, str] = {}
    for key in dict.fromkeys((*one, *other)):
        shown = other.get(key) or one[key]
        names.setdefault(key[0], shown.section)
        pair = Pair(shown.name, shown.card, _count(one.get(key)), _count(other.get(key)))
        by_section.setdefault(names[key[0]], []).append(pair)
    for section in ordered(by_section):
        pairs = by_section[section]
        yield SectionPair(
            title_of(section),
            sum(pair.before for pair in pairs),
            sum(pair.after for pair in pairs),
            tuple(pair for pair in pairs if pair.by),
            tuple(pair for pair in pairs if not pair.by),
        )


def _count(standing: Standing | None) -> int:
    return standing.count if standing else 0
