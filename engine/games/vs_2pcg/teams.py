"""The team that the cards of a 2PCG deck with Loyalty have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.games.vs_2pcg.card_facts import (
    any_holds,
    is_character,
    keywords_on_trust,
    team_key,
    team_keys,
)
from engine.games.vs_2pcg.deck_parts import split_deck_parts
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.verdicts import ERROR, NONE_RECORDED, UNKNOWN, Breach, Measure
from engine.rules.messages import card_label, card_titles, join_or

LOYALTY = "Loyalty"


@dataclass(frozen=True, slots=True)
class SharedTeam:
    """The best team for all of some cards: whether each has it, and the cards that don't or may not."""

    holds: bool | None
    team: str
    without: tuple[Card, ...] = ()
    unknown: tuple[Card, ...] = ()


def shares_team(card: Card, team: str) -> bool | None:
    """Whether the card fits a deck loyal to the team: every character has it, other cards have it or no team."""
    keys = team_keys(card)
    if keys is None:
        return None
    if keys:
        return team in keys
    is_person = is_character(card)
    return None if is_person is None else not is_person


def has_the_team(card: Card, team: str) -> bool | None:
    """Whether the card has the team; a card without any has not."""
    keys = team_keys(card)
    return None if keys is None else team in keys


def find_shared_team(
    cards: Iterable[Card], fits: Callable[[Card, str], bool | None] = shares_team, teams: Iterable[str] = ()
) -> SharedTeam:
    """The team, of those named or of all that are printed on the cards, that most of the cards fit.

    A card without a team, or of which it isn't recorded, fits all teams alike: so it is the one that most cards have.
    """
    cards, named = tuple(cards), tuple(teams)
    have: dict[str, int] = {}
    for card in cards:
        for key in sorted(team_keys(card) or ()):
            have[key] = have.get(key, 0) + 1
    return _answer(cards, fits, max(named or have, key=lambda team: have.get(team, 0), default=""))


def _answer(cards: tuple[Card, ...], fits: Callable[[Card, str], bool | None], team: str) -> SharedTeam:
    answers = [(card, fits(card, team)) for card in cards]
    without = tuple([card for card, answer in answers if answer is False])
    unknown = tuple([card for card, answer in answers if answer is None])
    return SharedTeam(False if without else None if unknown else True, team, without, unknown)


def team_breaches(shared: SharedTeam, why: str, *, broken: str = "") -> Iterator[Breach]:
    """What a team that not all cards share amounts to; `broken` says it of the cards without it."""
    if shared.holds is True:
        return
    cards = shared.without if shared.holds is False else shared.unknown
    broken = broken or ("Not on the team of the other cards" if shared.team else "No team")
    found = broken if shared.holds is False else "Team not recorded"
    yield Breach(
        f"{found}: {card_titles(cards)}; {why}",
        cards,
        len(cards),
        0,
        severity=ERROR if shared.holds is False else UNKNOWN,
    )


@dataclass(frozen=True, slots=True)
class LoyaltyBond:
    """One kind of Loyalty in a deck: the cards with it, and the teams that it names, of which each card has any.

    Loyalty itself need not name one: its cards share a team, whichever. Of the others that name none the teams aren't
    recorded.
    """

    name: str
    cards: tuple[Card, ...]
    teams: tuple[str, ...] = ()

    def fits(self, card: Card) -> bool | None:
        """Whether the card fits a deck with one of the teams named."""
        return any_holds(shares_team(card, team_key(team)) for team in self.teams)


def is_loyalty(keyword: str) -> bool:
    """Whether a keyword is Loyalty or one of its kinds: Mutant Loyalty, Loyalty to the Streets."""
    return LOYALTY in keyword.split()


def find_loyalty_bonds(cards: Iterable[Card]) -> tuple[LoyaltyBond, ...]:
    """The kinds of Loyalty that some cards have, each once; the same words for other teams are another kind."""
    found: dict[tuple[str, frozenset[str]], list[Card]] = {}
    named: dict[tuple[str, frozenset[str]], tuple[str, ...]] = {}
    for card in cards:
        for name in dict.fromkeys(keyword.name for keyword in card.keywords if is_loyalty(keyword.name)):
            teams = tuple(word.parameter for word in card.keywords if word.name == name and word.parameter)
            kind = (name, frozenset(map(team_key, teams)))
            found.setdefault(kind, []).append(card)
            named.setdefault(kind, teams)
    return tuple(LoyaltyBond(kind[0], tuple(loyal), named[kind]) for kind, loyal in found.items())


def loyalty(deck: Deck) -> Iterator[Breach | Measure]:
    """All characters, and other cards that have a team, share one with Loyalty, or have one that it names.

    Piles are free of it.
    """
    own = split_deck_parts(deck).own
    bonds = find_loyalty_bonds(own)
    if not bonds:
        yield Measure(0, outcome=NONE_RECORDED, note="no card in the deck is recorded with Loyalty")
        return
    breaches = [breach for bond in bonds for breach in _bond_breaches(bond, own)]
    yield Measure(len({card for breach in breaches if breach.severity == ERROR for card in breach.cards}), 0)
    yield from breaches
    loyal = {card for bond in bonds for card in bond.cards}
    yield from keywords_on_trust((card for card in own if card not in loyal), "Loyalty")


def _bond_breaches(bond: LoyaltyBond, own: tuple[Card, ...]) -> Iterator[Breach]:
    """What breaks, or may break, one kind of Loyalty."""
    loyal = f"{card_label(bond.cards[0])} has {bond.name}"
    if bond.teams:
        teams = join_or(bond.teams)
        why = f"{loyal}, so all characters and other cards with a team must be {teams}"
        yield from team_breaches(_answer(own, lambda card, _: bond.fits(card), teams), why, broken=f"Not {teams}")
    elif bond.name == LOYALTY:
        keys = {key for card in bond.cards for key in team_keys(card) or ()}
        why = f"{loyal}, so all characters and other cards with a team must share one team"
        yield from team_breaches(find_shared_team(own, shares_team, sorted(keys)), why)
    else:
        yield Breach(f"{loyal}; the teams it names aren’t recorded", bond.cards, severity=UNKNOWN)
