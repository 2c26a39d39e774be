"""How a super power is paid: with face-up locations of the row, locations of the hand, and cards with Bond."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.facts import Card, Resource
from engine.games.vs_2pcg.play.names import name_of, names_of, teams_of
from engine.games.vs_2pcg.play.saying_cards import Payment
from engine.games.vs_2pcg.play.turn_checks import ask_whom, subject
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_of, any_in_order, any_of, compute, equals

#: A cost names one of these, or a location.
SYMBOLS = frozenset(("energy", "intellect", "might", "skill", "alien", "humanity"))


class Source(NamedTuple):
    """A card that may pay, and whether it counts at all."""

    card: Resource | Card
    counts: Truth
    bonded: Truth  #: whether it makes any symbol by Bond
    generates: Truth = True  #: whether its symbols serve the character; its name pays anyway


def payment_said(attempt: Attempt) -> tuple[tuple[Payment, Resource | Card | None], ...]:
    """The cards that are said to pay, each once; None for one that the listed row doesn't hold, or that isn't named."""
    row = attempt.own.resources
    held = {} if isinstance(row, Unknown) else {each.id: each for each in row}
    return tuple(
        (each, each.card if each.from_ == "hand" else held.get(each.id) if each.id else None)
        for each in attempt.says.payments
    )


def payment_face_up(attempt: Attempt) -> Found:
    said = [each for each in payment_said(attempt) if each[0].from_ == "row"]
    if not said:
        return None
    unnamed = [Unknown((f"{each.path}.id",)) for each, _ in said if not each.id]
    if unnamed:
        return unnamed[0]
    if isinstance(attempt.own.resources, Unknown):
        return attempt.own.resources
    for payment, card in said:
        if card is None:
            return Broken(f"{payment.id} isn’t in the resource row.")
    return all_of(equals(card.face, "up") for _, card in said if isinstance(card, Resource))


def payment_is_location(attempt: Attempt) -> Found:
    paid = [card for payment, card in payment_said(attempt) if payment.from_ == "hand" and isinstance(card, Card)]
    return all_of(any_in_order(_usable(attempt, each)) for each in paid) if paid else None


def special_location_fits(attempt: Attempt) -> Found:
    """A team's special location makes symbols for its own characters; paid by its name, it makes none."""
    paid = [card for _, card in payment_said(attempt) if card is not None and card.team is not None]
    return all_of(any_of((_is_named(attempt, each), _serves(attempt, each))) for each in paid) if paid else None


def payment_suffices(attempt: Attempt) -> Found:
    """Each symbol is paid by a card of its own. Without a payment: by the row and the hand together."""
    cost: Maybe[tuple[str, ...]] = attempt.says.power.cost
    if isinstance(cost, Unknown):
        return cost
    if attempt.says.pay is None:
        row, hand = attempt.own.resources, attempt.own.hand
        unlisted = [each for each in (row, hand) if isinstance(each, Unknown)]
        return _can_pay(cost, tuple(_sources(attempt)), unlisted)
    said = payment_said(attempt)
    if any(card is None for _, card in said):
        return None
    return _can_pay(cost, [Source(card, True, _bonded(attempt, card)) for _, card in said if card is not None], [])


def _sources(attempt: Attempt) -> Iterator[Source]:
    row, hand = attempt.own.resources, attempt.own.hand
    if not isinstance(row, Unknown):
        for each in row:
            yield Source(each, equals(each.face, "up"), False, _serves(attempt, each))
    if not isinstance(hand, Unknown):
        for card in hand:
            usable = any_in_order(_usable(attempt, card))
            yield Source(card, usable, _bonded(attempt, card), _serves(attempt, card))


def _usable(attempt: Attempt, card: Card) -> tuple[Truth, Truth]:
    return (equals(card.type, "location"), _bonded(attempt, card))


def _bonded(attempt: Attempt, card: Resource | Card) -> Truth:
    """Whether Bond lets the card pay for this character's powers."""
    if not isinstance(card, Card) or card.type != "supporting":
        return False
    figure, bond = subject(attempt), card.bond
    if bond is None or isinstance(bond, Unknown):
        return bond if isinstance(bond, Unknown) else False
    if figure is None:
        return ask_whom(attempt)
    return compute(lambda names: name_of(bond) in names, names_of(figure.facts.name, figure.facts.aka))


def _serves(attempt: Attempt, card: Resource | Card) -> Truth:
    figure = subject(attempt)
    if card.team is None or figure is None:
        return True
    teams = figure.facts.teams
    return teams if isinstance(teams, Unknown) else teams_of((card.team,)) <= teams_of(teams)


def _is_named(attempt: Attempt, card: Resource | Card) -> Truth:
    """Whether the cost names this very location."""
    cost: Maybe[tuple[str, ...]] = attempt.says.power.cost
    named = compute(lambda held: frozenset(each.casefold() for each in held) - SYMBOLS, cost)
    if isinstance(named, Unknown) or not named:
        return named if isinstance(named, Unknown) else False
    return compute(lambda name: name.casefold() in named, card.name)


def _can_pay(cost: tuple[str, ...], sources: Sequence[Source], unlisted: list[Unknown]) -> Truth | Broken:
    """Whether each part of the cost finds a card; what isn't known might pay, and a list that isn't said anything."""
    table = [[_pays(part.casefold(), each) for each in sources] for part in cost]
    if _match([[number for number, each in enumerate(row) if each is True] for row in table]) == len(cost):
        return True
    paid = _match([[number for number, each in enumerate(row) if each is not False] for row in table])
    if not unlisted and paid < len(cost):
        return Broken(f"The power costs {', '.join(cost)}. The cards pay {paid} of {len(cost)}.")
    return any_of((*(each for row in table for each in row if isinstance(each, Unknown)), *unlisted))


def _pays(part: str, source: Source) -> Truth:
    if source.counts is not True:
        return False if _makes(part, source) is False else source.counts
    return _makes(part, source)


def _makes(part: str, source: Source) -> Truth:
    if part not in SYMBOLS:
        return equals(compute(str.casefold, source.card.name), part)
    if source.generates is False:
        return source.bonded
    made = compute(lambda symbols: part in {each.casefold() for each in symbols}, source.card.symbols)
    if source.generates is not True and made is not False:
        made = source.generates
    return any_in_order((source.bonded, made)) if source.bonded is not False else made


def _match(possible: list[list[int]]) -> int:
    """How many parts can be given a card of their own, by augmenting paths."""
    taken: dict[int, int] = {}

    def place(part: int, seen: set[int]) -> bool:
        for card in possible[part]:
            if card not in seen:
                seen.add(card)
                if card not in taken or place(taken[card], seen):
                    taken[card] = part
                    return True
        return False

    return sum(place(part, set()) for part in range(len(possible)))
