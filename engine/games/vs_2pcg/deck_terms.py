"""What a main character's text changes about the deck that it leads: as recorded here, or as a loaded text states it.

`Card.deck_building` holds what a text states, each as a kind and a value: `only: Marvel`, `universe: Photographic`,
`starts with: Baseball Bat`, `starts beside: Devil Dinosaur`, `not read: card-type`. What is recorded here wins. Groups
of main characters that start together are in `engine.games.vs_2pcg.starters`, keywords that let others into the deck
too, and piles in `engine.games.vs_2pcg.piles`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Concatenate, NamedTuple, ParamSpec

from engine.games.vs_2pcg.deck_parts import split_deck_parts
from engine.model.cards import Card
from engine.model.decks import MAIN_CHARACTER, Deck
from engine.model.verdicts import ERROR, UNKNOWN, Breach, Citation, Measure
from engine.rules.messages import card_label

P = ParamSpec("P")
Said = Iterable[Breach | Measure]

ONLY = "only"  #: a brand: other cards may not be in the deck
UNIVERSE = "universe"  #: one whose cards may be in a deck of the other
STARTS_WITH = "starts with"  #: a card of the deck that starts the game in play
STARTS_BESIDE = "starts beside"  #: a further main character that starts the game in play
NOT_READ = "not read"  #: the code of a rule that the text changes in a way that can't be read off it

CHANGES = Citation("pcg-5.0", "Your Main Character Changes Your Deckbuilding Rules")
#: What a text that can't be read changes, by the code of the rule.
_CHANGED = {
    "universe": "which universes the deck can use",
    "card-type": "which cards the deck can have",
    "copy-limit": "how many copies of a card the deck can have",
    "deck-size": "how many cards the deck has",
    "main-character": "what starts the game in play",
}
#: The codes of the rules that a text is known to change.
CODES_CHANGED = tuple(_CHANGED)


@dataclass(frozen=True, slots=True)
class DeckTerms:
    """What a text changes, by its kinds; `lets_in` are cards that may else not be in the deck, with how many may."""

    only: tuple[str, ...] = ()
    universes: tuple[str, ...] = ()
    starts_with: tuple[str, ...] = ()
    starts_beside: tuple[str, ...] = ()
    lets_in: tuple[tuple[str, int], ...] = ()
    not_read: tuple[str, ...] = ()


#: By the main character's printing and name: the printed text, or the publisher's clarification of it.
RECORDED: Mapping[tuple[str, str], DeckTerms] = {
    ("FRF-011", "Uatu"): DeckTerms(only=("Marvel",), universes=("Photographic",)),
    ("AEW-003", "Chris Jericho"): DeckTerms(starts_with=("Baseball Bat",)),
    ("PRD-001", "Falconer"): DeckTerms(starts_with=("Falcon Drone",)),
    ("FRI-001", "Annihilus"): DeckTerms(lets_in=(("Negative Zone", 2),)),
}

_NOTHING = DeckTerms()


@lru_cache(maxsize=16_384)
def read_deck_terms(card: Card) -> DeckTerms:
    """What the card changes about a deck that it leads."""
    recorded = (RECORDED.get((printing.code, card.name)) for printing in card.printings)
    found = next(filter(None, recorded), None)
    if found or not card.deck_building:
        return found or _NOTHING
    said: dict[str, list[str]] = {}
    for term in card.deck_building:
        kind, _, value = term.partition(": ")
        said.setdefault(kind, []).append(value)
    kinds = (ONLY, UNIVERSE, STARTS_WITH, STARTS_BESIDE)
    only, universes, starts_with, beside = (tuple(said.get(kind, ())) for kind in kinds)
    return DeckTerms(only, universes, starts_with, beside, not_read=tuple(said.get(NOT_READ, ())))


def changes_deck_building(card: Card) -> bool:
    """Whether the card changes anything about a deck that it leads."""
    return read_deck_terms(card) is not _NOTHING


class DeckLeader(NamedTuple):
    """A starting main character that changes something about its deck; not certain where a line may name another."""

    card: Card
    terms: DeckTerms
    is_certain: bool = True


def find_deck_leaders(deck: Deck) -> tuple[DeckLeader, ...]:
    """The starting main characters that change something about the deck, certainly or perhaps."""
    return deck.once(_leaders)


def _leaders(deck: Deck) -> tuple[DeckLeader, ...]:
    build = split_deck_parts(deck)
    found = [DeckLeader(card, read_deck_terms(card)) for card, _ in build.starters]
    lines = (entry for entry in build.ambiguous if entry.section == MAIN_CHARACTER)
    perhaps = dict.fromkeys(card for entry in lines for card in entry.candidates)
    found += (DeckLeader(card, read_deck_terms(card), is_certain=False) for card in perhaps)
    return tuple(each for each in found if each.terms is not _NOTHING)


def as_its_text_says(
    code: str, unless: Callable[[Card], bool] = lambda _: False
) -> Callable[[Callable[Concatenate[Deck, P], Said]], Callable[Concatenate[Deck, P], Said]]:
    """A check that knows nothing for certain where a starting main character changes its rule and how isn't recorded.

    `unless` tells main characters of which it is recorded elsewhere.
    """

    def wrap(check: Callable[Concatenate[Deck, P], Said]) -> Callable[Concatenate[Deck, P], Said]:
        @wraps(check)
        def look_at(deck: Deck, /, *args: P.args, **kwargs: P.kwargs) -> Said:
            said = check(deck, *args, **kwargs)
            leaders = find_deck_leaders(deck)
            not_read = [each.card for each in leaders if code in each.terms.not_read and not unless(each.card)]
            return _in_doubt(said, code, not_read) if not_read else said

        return look_at

    return wrap


def _in_doubt(said: Said, code: str, not_read: Iterable[Card]) -> Iterator[Breach | Measure]:
    for each in said:
        yield each._replace(severity=UNKNOWN) if isinstance(each, Breach) and each.severity == ERROR else each
    for card in not_read:
        message = f"The text of {card_label(card)} changes {_CHANGED[code]}; how isn’t recorded"
        yield Breach(message, (card,), severity=UNKNOWN, citation=CHANGES)
