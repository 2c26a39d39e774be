"""Who asks for an out-of-game pile, and what a rule about a pile consists of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from engine.games.vs_2pcg.card_facts import has_team, is_named
from engine.games.vs_2pcg.deck_parts import DeckParts, find_used_piles, pile_key
from engine.games.vs_2pcg.pile_contents import PileRequirement
from engine.model.cards import Card
from engine.model.verdicts import Citation

MANDATORY = "mandatory"
OPTIONAL = "optional"
MADE_IN_PLAY = "made in play"

#: The cards of a list that ask for the pile: certainly, and perhaps (a fact is missing).
Needs = Callable[[DeckParts, str], tuple[tuple[Card, ...], tuple[Card, ...]]]


def find_users(build: DeckParts, key: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards of main character, level-up zone and deck that use the pile, and those that a Binding pile brings."""
    own = build.users_of.get(key, ())
    if "binding" not in build.piles:
        return (own, ())
    bound = [card for card, _ in build.piles["binding"].cards if key in find_used_piles(card)]
    return (tuple(dict.fromkeys((*own, *bound))), ())


def list_used_piles(build: DeckParts) -> frozenset[str]:
    """The piles that some card uses, as `find_users` says."""
    bound = build.piles["binding"].cards if "binding" in build.piles else ()
    return frozenset(build.users_of).union(*(find_used_piles(card) for card, _ in bound))


def starters_that_use(build: DeckParts, key: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Starting main characters that use the pile, their higher levels included; a copied power gives none."""
    cards = [card for part in (build.starters, build.level_up) for card, _ in part]
    return (tuple(card for card in cards if key in find_used_piles(card)), ())


def users_or_members(build: DeckParts, key: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """As `users`; where the pile takes the starting main character's place, its own cards ask for it."""
    asking, _ = find_users(build, key)
    if not asking and not build.starters and key in build.piles:
        asking = tuple(card for card, _ in build.piles[key].cards)
    return (asking, ())


def starters_of(team: str, set_code: str) -> Needs:
    """Starting main characters of a team; where no team is recorded, those of the set that brought the team may be."""

    def needs(build: DeckParts, key: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        answers = [(card, has_team(card, team)) for card, _ in build.starters]
        certain = tuple(card for card, answer in answers if answer)
        perhaps = tuple(card for card, answer in answers if answer is None and set_code in card.set_codes)
        return (certain, perhaps)

    return needs


def called(*names: str, only_starters: bool = False) -> Needs:
    """Cards of these names, for needs that the sources record by name."""

    def needs(build: DeckParts, key: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        cards = [card for card, _ in build.starters] if only_starters else build.own
        return (tuple(card for card in cards if is_named(card, *names)), ())

    return needs


@dataclass(frozen=True)
class PileRule:
    """One kind of pile. `may_be_empty`: a list without it has it with no cards in it.

    No card in a pile uses a pile: `may_nest` where any card may, `may_hold_users` where the pile's own users belong in
    it.
    """

    name: str
    presence: str
    citation: Citation
    contents: tuple[PileRequirement, ...] = ()
    needs: Needs = find_users
    may_be_empty: bool = False
    may_nest: bool = False
    may_hold_users: bool = False
    aliases: tuple[str, ...] = ()

    @cached_property
    def key(self) -> str:
        """Its name in the one spelling that counts."""
        return pile_key(self.name)
