"""What each kind of restriction asks of a repair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from math import comb

from engine.games.riftbound import restrictions as riftbound_restrictions
from engine.games.vs_2pcg import restrictions as pcg_restrictions
from engine.games.vs_2pcg.card_facts import (
    BASIC_LOCATION,
    EVIL,
    GOOD,
    SPECIAL_LOCATION,
    alignment,
    is_location,
    is_main_character,
    team_keys,
)
from engine.games.vs_2pcg.stat_restrictions import LOCATION
from engine.games.vs_2pcg.teams import has_the_team, shares_team
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.decks import DECK, LEGEND, LEVEL_UP, MAIN_CHARACTER, PILE, Entry
from engine.model.formats import Restriction
from engine.model.names import fold
from engine.model.verdicts import UNKNOWN, Breach
from engine.repair.edits import total
from engine.repair.needs import Asked, Case, choices, misfits
from engine.rules import chosen_restrictions, restrictions

_CHECKS = {
    VS_CLASSIC: chosen_restrictions.RESTRICTIONS,
    VS_2PCG: pcg_restrictions.RESTRICTIONS,
    RIFTBOUND: riftbound_restrictions.RESTRICTIONS,
}
_MOST_COMBINATIONS = 200  #: beyond so many choices of sets or teams the least that must go isn't counted

Terms = Mapping[str, object]
Kind = Callable[[Asked, Terms], tuple[Case, ...]]


def restricted(asked: Asked) -> tuple[Case, ...]:
    """The cases of a restriction's finding, by its kind."""
    said = _said_by(asked)
    return _KINDS.get(said.kind, _anything)(asked, said.terms)


def _said_by(asked: Asked) -> Restriction:
    """The restriction that a finding comes from."""
    checks = _CHECKS[asked.fmt.game]
    for each in asked.fmt.restrictions:
        for said in checks[each.kind](asked.deck, asked.fmt, asked.as_of, each.terms):
            if isinstance(said, Breach) and said.message == asked.finding.message:
                return each
    raise LookupError(asked.finding.message)  # pragma: no cover - every finding comes from one of them


def _anything(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    return asked.anything()


def _never(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """A deck list can't show it, so no change of cards can settle it."""
    return ()


def _each_card(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """All copies of the cards that don't fit, each by itself; lines that name no card are another finding."""
    return choices((asked.all_of(asked.cards()),)) or asked.anything()


def _each_starter(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    return (asked.all_of(asked.cards(MAIN_CHARACTER)),)


def _by_the_starter(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """Where no alignment is named the main character's decides, so another may come."""
    if terms.get("alignment"):
        return _each_card(asked, terms)
    another = (asked.some_of(asked.within(MAIN_CHARACTER)), Case(1, into=frozenset((MAIN_CHARACTER,))))
    return choices((asked.all_of(asked.cards()), *another))


def _singles(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """All copies of each card but one."""
    counts: dict[str, int] = {}
    for card, count in asked.deck.counts.items():
        counts[card.copy_key] = counts.get(card.copy_key, 0) + count
    often = {key for key, count in counts.items() if count > 1}
    out = asked.where(lambda entry: entry.card is not None and entry.card.copy_key in often)
    return choices((asked.some_of(out, sum(counts[key] - 1 for key in often)),)) or asked.anything()


def _once(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    return (asked.some_of(asked.cards(), asked.surplus),)


def _some_go(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """Main characters go: more of them never help."""
    mains = asked.where(lambda entry: entry.card is not None and is_main_character(entry.card) is not False)
    return (asked.some_of(mains),)


def _starters_go(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    return (asked.some_of(asked.within(MAIN_CHARACTER)),)


def _chosen(asked: Asked, options: Mapping[Card, frozenset[str]], most: int) -> tuple[Case, ...]:
    """All copies go of the cards that have none of some chosen words, whichever are chosen."""
    words = sorted(frozenset().union(*options.values()))
    most = min(most, len(words))
    if comb(len(words), most) > _MOST_COMBINATIONS:
        return (asked.some_of(asked.where(lambda entry: entry.card in options)),)

    def stays(chosen: tuple[str, ...], card: Card) -> bool:
        return card not in options or not options[card].isdisjoint(chosen)

    cases = (misfits(asked, _everywhere, partial(stays, chosen)) for chosen in combinations(words, most))
    return choices(cases) or asked.anything()


def _everywhere(section: str) -> bool:
    return True


def _sets(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    besides = frozenset(restrictions.names_in(terms, "besides"))
    bound = (card for card in asked.deck.cards if not card.is_in_every_set and card.set_codes.isdisjoint(besides))
    return _chosen(asked, {card: card.set_codes for card in bound}, int(str(terms["count"])))


def _sets_combined(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """A card goes, since more cards never fit fewer sets; but one that comes may free a wild location."""
    is_wild_free = "shared-wild-locations" in restrictions.names_in(terms, "free")
    if is_wild_free and any(card.type == SPECIAL_LOCATION for card in asked.deck.cards):
        return asked.anything()
    return (asked.some_of(frozenset(asked.copies)),)


def _teams(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    bound = (card for card in asked.deck.cards if card.type in (None, restrictions.CHARACTER))
    if asked.finding.severity == UNKNOWN:
        vague = asked.where(lambda e: e.card is not None and (e.card.type is None or _is_without_team(e.card)))
        return choices((asked.all_of(vague),)) or asked.anything()
    return _chosen(asked, {card: frozenset(card.teams or ()) for card in bound}, int(str(terms["count"])))


def _one_pair(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """All characters go that are of neither team of a pair, whichever pair it is."""

    def stays(pair: frozenset[str], card: Card) -> bool:
        if card.type != restrictions.CHARACTER:
            return card.type is not None
        return not pair.isdisjoint(map(fold, card.teams or ()))

    given = terms["pairs"]
    pairs = [frozenset(map(fold, map(str, pair))) for pair in given] if isinstance(given, (list, tuple)) else []
    return choices(misfits(asked, _everywhere, partial(stays, pair)) for pair in pairs) or asked.anything()


def _is_without_team(card: Card) -> bool:
    return card.type == restrictions.CHARACTER and not card.teams


def _one_team(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """All cards go that aren't of one team, whichever it is; basic locations go with any where the format says so."""
    is_steadfast = terms.get("neutral") == "basic-locations"
    fits = has_the_team if is_steadfast else shares_team
    teams = dict.fromkeys(key for card in asked.deck.cards for key in sorted(team_keys(card) or ()))

    def stays(team: str, card: Card) -> bool:
        return (is_steadfast and card.type == BASIC_LOCATION) or bool(fits(card, team))

    def looks_at(section: str) -> bool:
        return bool(terms.get("piles")) or not section.startswith(PILE)

    return choices(misfits(asked, looks_at, partial(stays, team)) for team in teams) or asked.anything()


def _one_side(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """All main characters go that aren't of one side, and all cards of the other."""

    def goes(side: str, other: str, entry: Entry) -> bool:
        if entry.card is None:
            return False
        printed = alignment(entry.card)
        if printed is None or other in printed:
            return True
        stands_first = entry.section in (MAIN_CHARACTER, LEVEL_UP) and bool(
            entry.card and is_main_character(entry.card)
        )
        return bool(stands_first) and printed != {side}

    sides = ((GOOD, EVIL), (EVIL, GOOD))
    return choices(asked.all_of(asked.where(partial(goes, side, other))) for side, other in sides)


def _more_in_deck(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """More cards come into the deck: what is there is never too much."""
    return (Case(1, into=frozenset((DECK,))),)


def _customary(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    return (Case(int(str(terms["min"])) - asked.deck.size(DECK), into=frozenset((DECK,))),)


def _of_a_part(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """Which characters are meant isn't recorded: what is unknown of it stays so."""
    return () if asked.finding.severity == UNKNOWN else asked.anything()


def _copies_by_type(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    card = asked.finding.cards[0]
    figures = terms.get(LOCATION if is_location(card) else str(card.type))
    if not isinstance(figures, Mapping):
        return (asked.all_of(asked.cards(DECK)),)
    exactly = figures.get("exactly")
    return _as_many(asked, card, figures.get("at_least", exactly), figures.get("at_most", exactly))


def _exact_copies(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    wanted = int(str(terms["count"]))
    cards = asked.finding.cards
    return _as_many(asked, cards[0], wanted, wanted) if cards else asked.anything()


def _as_many(asked: Asked, card: Card, least: int | None, most: int | None) -> tuple[Case, ...]:
    """All copies of the card go, or those above the figure, or those come that are missing."""
    copies = asked.where(lambda entry: entry.section == DECK and _key(entry.card) == card.copy_key)
    count = total(asked.copies, copies)
    if most is not None and count > most:
        return (asked.some_of(copies, count - most),)
    missing = max(0, (least or 0) - count)
    return choices((asked.all_of(copies), Case(missing, into=frozenset((DECK,)), same=card.copy_key)))


def _key(card: Card | None) -> str:
    return card.copy_key if card else ""


def _domains(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """A card goes, or another legend comes."""
    return (asked.some_of(frozenset(asked.copies)), Case(1, into=frozenset((LEGEND,))))


_KINDS: Mapping[str, Kind] = {
    "not-in-the-list": _never,
    "copies-of-a-character": _of_a_part,
    "no-rares": _each_card,
    "without-type": _each_card,
    "teams-only": _each_card,
    "main-character-teams": _each_card,
    "main-character-sets": _each_card,
    "health": _each_card,
    "alignment-loyalty": _by_the_starter,
    "boss": _each_starter,
    "singleton": _singles,
    "main-character-once": _once,
    "main-characters-at-most": _some_go,
    "one-starting-main-character": _starters_go,
    "sets-at-most": _sets,
    "sets-combined": _sets_combined,
    "teams-at-most": _teams,
    "one-team": _one_team,
    "characters-of-a-pair": _one_pair,
    "characters-of-teams": _each_card,
    "good-or-evil": _one_side,
    "characters-per-team": _more_in_deck,
    "copies-by-type": _copies_by_type,
    "exact-copies": _exact_copies,
    "customary-size": _customary,
    "domains-at-most": _domains,
}
