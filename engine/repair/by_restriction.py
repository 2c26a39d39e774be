"""What each kind of restriction asks of a repair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from math import comb

from engine.model.cards import Card
from engine.model.decks import DECK
from engine.model.formats import Restriction
from engine.model.games import game_of
from engine.model.names import fold
from engine.model.verdicts import UNKNOWN, Breach
from engine.repair.edits import count_total
from engine.repair.needs import FindingContext, RepairCase, list_distinct_cases, remove_misfits
from engine.rules import restrictions

_MAX_COMBINATIONS = 200  #: beyond so many choices of sets or teams the least that must go isn't counted

Terms = Mapping[str, object]
Kind = Callable[[FindingContext, Terms], tuple[RepairCase, ...]]


def list_restriction_cases(asked: FindingContext) -> tuple[RepairCase, ...]:
    """The cases of a restriction's finding, by its kind."""
    said = _find_restriction(asked)
    own = game_of(asked.fmt.game).repairs.by_restriction
    return {**_KINDS, **own}.get(said.kind, _list_any_change)(asked, said.terms)


def _find_restriction(asked: FindingContext) -> Restriction:
    """The restriction that a finding comes from."""
    checks = game_of(asked.fmt.game).formats.checks or restrictions.OF_EVERY_GAME
    for each in asked.fmt.restrictions:
        for said in checks[each.kind](asked.deck, asked.fmt, asked.as_of, each.terms):
            if isinstance(said, Breach) and said.message == asked.finding.message:
                return each
    raise LookupError(asked.finding.message)  # pragma: no cover - every finding comes from one of them


def _list_any_change(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    return asked.anything()


def list_no_cases(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """A deck list can't show it, so no change of cards can settle it."""
    return ()


def remove_each_card(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """All copies of the cards that don't fit, each by itself; lines that name no card are another finding."""
    return list_distinct_cases((asked.remove_all(asked.cards()),)) or asked.anything()


def _remove_all_but_one(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """All copies of each card but one."""
    counts: dict[str, int] = {}
    for card, count in asked.deck.counts.items():
        counts[card.copy_key] = counts.get(card.copy_key, 0) + count
    often = {key for key, count in counts.items() if count > 1}
    out = asked.where(lambda entry: entry.card is not None and entry.card.copy_key in often)
    return list_distinct_cases((asked.remove_some(out, sum(counts[key] - 1 for key in often)),)) or asked.anything()


def _choose_options(asked: FindingContext, options: Mapping[Card, frozenset[str]], most: int) -> tuple[RepairCase, ...]:
    """All copies go of the cards that have none of some chosen words, whichever are chosen."""
    words = sorted(frozenset().union(*options.values()))
    most = min(most, len(words))
    if comb(len(words), most) > _MAX_COMBINATIONS:
        return (asked.remove_some(asked.where(lambda entry: entry.card in options)),)

    def stays(chosen: tuple[str, ...], card: Card) -> bool:
        return card not in options or not options[card].isdisjoint(chosen)

    cases = (remove_misfits(asked, _everywhere, partial(stays, chosen)) for chosen in combinations(words, most))
    return list_distinct_cases(cases) or asked.anything()


def _everywhere(section: str) -> bool:
    return True


def _sets(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    besides = frozenset(restrictions.list_names(terms, "besides"))
    bound = (card for card in asked.deck.cards if not card.is_in_every_set and card.set_codes.isdisjoint(besides))
    return _choose_options(asked, {card: card.set_codes for card in bound}, int(str(terms["count"])))


def _teams(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    bound = (card for card in asked.deck.cards if card.type in (None, restrictions.CHARACTER))
    if asked.finding.severity == UNKNOWN:
        vague = asked.where(lambda e: e.card is not None and (e.card.type is None or _is_without_team(e.card)))
        return list_distinct_cases((asked.remove_all(vague),)) or asked.anything()
    return _choose_options(asked, {card: frozenset(card.teams or ()) for card in bound}, int(str(terms["count"])))


def _one_pair(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """All characters go that are of neither team of a pair, whichever pair it is."""

    def stays(pair: frozenset[str], card: Card) -> bool:
        if card.type != restrictions.CHARACTER:
            return card.type is not None
        return not pair.isdisjoint(map(fold, card.teams or ()))

    given = terms["pairs"]
    pairs = [frozenset(map(fold, map(str, pair))) for pair in given] if isinstance(given, (list, tuple)) else []
    return (
        list_distinct_cases(remove_misfits(asked, _everywhere, partial(stays, pair)) for pair in pairs)
        or asked.anything()
    )


def _is_without_team(card: Card) -> bool:
    return card.type == restrictions.CHARACTER and not card.teams


def _more_in_deck(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """More cards come into the deck: what is there is never too much."""
    return (RepairCase(1, into=frozenset((DECK,))),)


def _list_customary_cases(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    return (RepairCase(int(str(terms["min"])) - asked.deck.size(DECK), into=frozenset((DECK,))),)


def _of_a_part(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """Which characters are meant isn't recorded: what is unknown of it stays so."""
    return () if asked.finding.severity == UNKNOWN else asked.anything()


def _exact_copies(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    wanted = int(str(terms["count"]))
    cards = asked.finding.cards
    return bring_to(asked, cards[0], wanted, wanted) if cards else asked.anything()


def bring_to(asked: FindingContext, card: Card, least: int | None, most: int | None) -> tuple[RepairCase, ...]:
    """All copies of the card go, or those above the figure, or those come that are missing."""
    copies = asked.where(lambda entry: entry.section == DECK and _key(entry.card) == card.copy_key)
    count = count_total(asked.copies, copies)
    if most is not None and count > most:
        return (asked.remove_some(copies, count - most),)
    missing = max(0, (least or 0) - count)
    return list_distinct_cases(
        (asked.remove_all(copies), RepairCase(missing, into=frozenset((DECK,)), same=card.copy_key))
    )


def _key(card: Card | None) -> str:
    return card.copy_key if card else ""


#: What each kind of restriction asks, those apart that only one game knows.
_KINDS: Mapping[str, Kind] = {
    "not-in-the-list": list_no_cases,
    "copies-of-a-character": _of_a_part,
    "no-rares": remove_each_card,
    "without-type": remove_each_card,
    "singleton": _remove_all_but_one,
    "sets-at-most": _sets,
    "teams-at-most": _teams,
    "characters-of-a-pair": _one_pair,
    "characters-of-teams": remove_each_card,
    "characters-per-team": _more_in_deck,
    "exact-copies": _exact_copies,
    "customary-size": _list_customary_cases,
}
