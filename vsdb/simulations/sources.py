"""The list that a page simulates: a pasted one, which its address carries, or a stored deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from urllib.parse import urlencode

from django.urls import reverse

from engine import Deck
from engine.model.games import game_of
from vsdb.accounts.viewers import Viewer
from vsdb.check.list_links import Words

#: The pages about a list, each with its tab.
PAGES: Mapping[str, str] = {"odds": "Odds", "hand": "Sample hand", "hands": "Twenty hands", "games": "Goldfish"}


OpenDeck = Callable[[Viewer, str], "SimulatedList"]
_opener: dict[str, OpenDeck] = {}


@dataclass(frozen=True, slots=True)
class OtherLists:
    """What a list can be put beside: the versions of its deck and other decks, each by a word such as `12@3`.

    `list_versions` gives number, word and name of each version, newest first; one query. `open` gives the list of a
    word and raises InputError and NotFound.
    """

    list_versions: Callable[[], Sequence[tuple[int, str, str]]]
    open: Callable[[str], SimulatedList]


@dataclass(frozen=True, slots=True)
class ListVersion:
    """Which version of a stored deck a list is; the newest has the number `newest`."""

    deck: int
    number: int
    newest: int

    @property
    def title(self) -> str:
        """What it is called beside other versions."""
        return f"version {self.number}" + (", the newest" if self.number == self.newest else "")


@dataclass(frozen=True, slots=True)
class SimulatedList:
    """A list with the day whose rules hold, and the addresses of its pages by their names.

    `words` are what every address carries; a form with GET has them as hidden fields. `crumbs` lead to where the list
    comes from: address and name. `others` are what it can be compared with, `version` which one of a stored deck it is.
    At `edit_address` the list can be changed; empty where the reader may not.
    """

    title: str
    deck: Deck
    text: str
    on: date
    addresses: Mapping[str, str]
    words: tuple[tuple[str, str], ...] = ()
    crumbs: tuple[tuple[str, str], ...] = ()
    others: OtherLists | None = None
    version: ListVersion | None = None
    edit_address: str = ""

    @property
    def game(self) -> str:
        """The slug of its game."""
        return self.deck.game

    @property
    def asks_first(self) -> bool:
        """Whether going first makes a difference in its game."""
        policy = game_of(self.deck.game).goldfish
        return policy is not None and policy.asks_first

    def address(self, page: str, words: Words = ()) -> str:
        """The address of a page about the list, with further words."""
        query = urlencode([*self.words, *words])
        return f"{self.addresses[page]}?{query}" if query else self.addresses[page]

    @property
    def tabs(self) -> list[tuple[str, str, str]]:
        """Name, title and address of each page that its game has."""
        has_goldfish = game_of(self.deck.game).goldfish is not None
        return [(name, title, self.address(name)) for name, title in PAGES.items() if has_goldfish or name != "games"]


def build_pasted_list(text: str, word: str, deck: Deck, on: date, viewer: Viewer | None = None) -> SimulatedList:
    """A pasted list; its addresses name the game and carry the list as this word. It can be put beside the stored decks
    that the viewer may read."""
    words = (("game", deck.game), ("list", word))
    return SimulatedList(
        title=deck.title or "Pasted list",
        deck=deck,
        text=text,
        on=on,
        addresses={name: reverse(f"simulate:{name}") for name in PAGES},
        words=words,
        crumbs=((reverse("simulate:start"), "Hands, odds and games"),),
        others=OtherLists(tuple, partial(_opener["decks"], viewer)) if viewer and "decks" in _opener else None,
        edit_address=f"{reverse('simulate:start')}?{urlencode([*words, ('edit', '1')])}",
    )


def register_decks(open_deck: OpenDeck) -> None:
    """Stored decks are in a higher room, which says how one is opened for a viewer by the word that names it."""
    _opener["decks"] = open_deck
