"""What organizers of classic events ask of affiliations and copies; with every kind that classic formats use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import cast

from engine.model.decks import UNREADABLE, Deck
from engine.model.formats import Format
from engine.model.names import fold
from engine.model.verdicts import UNKNOWN, Breach, Measure
from engine.rules import restrictions
from engine.rules.format_rules import EachCard, RestrictionCheck
from engine.rules.messages import join_or, quantity

Terms = Mapping[str, object]
Said = Iterator[Breach | Measure]


def characters_of_teams(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Every character has one of these affiliations."""
    yield from _check_teams(deck, _to_texts(terms["teams"]))


def characters_of_a_pair(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Every character has an affiliation of one and the same of these pairs."""
    yield from min((list(_check_teams(deck, pair)) for pair in _pairs(terms["pairs"])), key=_weigh)


def exact_copies(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Exactly so many copies of each card, by name and versions."""
    wanted = int(str(terms["count"]))
    counts: dict[str, int] = {}
    for card, count in deck.counts.items():
        counts[card.copy_key] = counts.get(card.copy_key, 0) + count
    others = tuple(card for card in deck.cards if counts[card.copy_key] != wanted)
    is_open = bool(_count_unsettled(deck)) or any(not card.versions_known for card in deck.cards)
    sure = tuple(card for card in others if card.versions_known and (counts[card.copy_key] > wanted or not is_open))
    if sure:
        lines = tuple(line for card in sure for line in deck.lines[card])
        said = f"{quantity(len(sure), 'card')} with the wrong number of copies; exactly {wanted} of each"
        yield Breach(said, sure, counts[sure[0].copy_key], wanted, lines=lines)
    elif is_open:
        said = f"Unknown whether each card has exactly {quantity(wanted, 'copy', 'copies')}"
        yield Breach(said, others, severity=UNKNOWN)
    yield Measure(len(others), allowed=f"{wanted} of each")


def _check_teams(deck: Deck, teams: tuple[str, ...]) -> Said:
    wanted = set(map(fold, teams))
    characters = [card for card in deck.cards if card.type == restrictions.CHARACTER]
    strangers = tuple(
        card for card in characters if card.teams is not None and wanted.isdisjoint(map(fold, card.teams))
    )
    vague = tuple(card for card in deck.cards if card.type is None or (card in characters and card.teams is None))
    allowed = f"only characters of {join_or(teams)}"
    if strangers:
        lines = tuple(line for card in strangers for line in deck.lines[card])
        said = f"{quantity(len(strangers), 'character')} of other affiliations; {allowed}"
        yield Breach(said, strangers, len(strangers), 0, lines=lines)
    if vague or _count_unsettled(deck):
        said = f"Affiliation not recorded for {quantity(len(vague) + _count_unsettled(deck), 'card')}; {allowed}"
        yield Breach(said, vague, severity=UNKNOWN)
    yield Measure(len(strangers), 0, note=allowed)


def _weigh(said: list[Breach | Measure]) -> tuple[int, int]:
    """How many characters speak against, then how much is not known."""
    breaches = [each for each in said if isinstance(each, Breach)]
    return (
        sum(len(each.cards) for each in breaches if each.severity != UNKNOWN),
        sum(each.severity == UNKNOWN for each in breaches),
    )


def _to_texts(names: object) -> tuple[str, ...]:
    return tuple(map(str, cast("Sequence[object]", names)))


def _pairs(pairs: object) -> tuple[tuple[str, ...], ...]:
    return tuple(map(_to_texts, cast("Sequence[object]", pairs)))


def _count_unsettled(deck: Deck) -> int:
    """How many cards stand on lines that name no one card."""
    return sum(entry.count for entry in deck.unsettled if entry.state != UNREADABLE)


#: The kinds of restriction that classic formats use.
RESTRICTIONS: Mapping[str, RestrictionCheck] = {
    **restrictions.RESTRICTIONS,
    "characters-of-teams": EachCard(characters_of_teams),
    "characters-of-a-pair": characters_of_a_pair,
    "exact-copies": exact_copies,
}
