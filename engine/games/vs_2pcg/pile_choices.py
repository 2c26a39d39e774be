"""The piles whose content takes more than a line of the table: inventions, transformations, wishes, Ultron, the Six."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.vs_2pcg.card_facts import (
    EQUIPMENT,
    has_team,
    is_main_character,
    is_named,
    is_of_type,
    share_a_name,
    team_keys,
)
from engine.games.vs_2pcg.deck import INVENTION
from engine.games.vs_2pcg.level_up import can_follow
from engine.games.vs_2pcg.pile_contents import PILE_CARD, PILE_SIZE, PileContext
from engine.model.cards import Card
from engine.model.verdicts import ERROR, INFO, UNKNOWN, Breach, Citation
from engine.rules.messages import card_label, quantity

TRANSFORM_OPTIONS = 3
WISHES = 3
COPIES_OF_A_WISH = 2
SINISTER_SIX_SIZE = 6
ULTRONS = 6
THE_MAKER = "The Maker"
EQUIPMENT_OF_THE_MAKER = 5
OPTIONAL_INVENTIONS = Citation("pcg-updates", "August 2021")


def inventions(contents: PileContext) -> Iterator[Breach]:
    """Of each Invention at most its number of copies, team-less or of an inventor's team; equipment for The Maker."""
    besides = [(card, count) for card, count in contents.cards if not _is_invention(card)]
    for card, count in contents.cards:
        if _is_invention(card):
            yield from _invention_breaches(contents, card, count)
    yield from _equipment_breaches(contents, besides)


def _is_invention(card: Card) -> bool:
    return card.has_keyword(INVENTION) or INVENTION in card.member_of_piles


def _invention_breaches(contents: PileContext, card: Card, count: int) -> Iterator[Breach]:
    number = next((keyword.parameter for keyword in card.keywords if keyword.name == INVENTION), None)
    limit = int(number) if number and number.isdigit() else None
    if limit is not None and count > limit:
        message = f"{quantity(count, 'copy', 'copies')} of {card_label(card)}; at most {limit}, its Invention number"
        yield contents.breach(PILE_SIZE, message, [card], found=count, allowed=limit)
    elif limit is not None and count < limit:
        copies = f"{quantity(count, 'copy', 'copies')} of {card_label(card)}"
        message = f"{copies}; all {limit} in the rulebook, but optional since August 2021"
        yield contents.breach(
            PILE_SIZE, message, [card], found=count, allowed=limit, severity=INFO, citation=OPTIONAL_INVENTIONS
        )
    teams = team_keys(card)
    if teams == frozenset():
        return
    fits = [None if teams is None else _shares_team(user, teams) for user in contents.users]
    if True not in fits:
        known = "shares no team with an inventor in the deck" if None not in fits else "might share no inventor’s team"
        message = f"{card_label(card)} {known}; an Invention must have an inventor’s team or none"
        yield contents.breach(PILE_CARD, message, [card], severity=ERROR if None not in fits else UNKNOWN)


def _shares_team(user: Card, teams: frozenset[str]) -> bool | None:
    own = team_keys(user)
    return None if own is None else not own.isdisjoint(teams)


def _equipment_breaches(contents: PileContext, besides: list[tuple[Card, int]]) -> Iterator[Breach]:
    allowed = EQUIPMENT_OF_THE_MAKER if any(is_named(user, THE_MAKER) for user in contents.users) else 0
    words = f"only Inventions and {allowed} equipment for {THE_MAKER}" if allowed else "only Inventions"
    equipment = 0
    for card, count in besides:
        is_equipment = is_of_type(card, EQUIPMENT)
        if allowed and is_equipment:
            equipment += count
        elif is_equipment is None:
            message = f"not recorded whether {card_label(card)} is allowed; {words}"
            yield contents.breach(PILE_CARD, message, [card], severity=UNKNOWN)
        else:
            yield contents.breach(PILE_CARD, f"{card_label(card)} isn’t allowed; {words}", [card])
    if equipment > allowed:
        message = f"{equipment} equipment; at most {allowed} for {THE_MAKER}"
        yield contents.breach(PILE_SIZE, message, [card for card, _ in besides], found=equipment, allowed=allowed)


def transformations(contents: PileContext) -> Iterator[Breach]:
    """At most three characters with a level 2, each with its level 1; other versions of them are free."""
    groups: list[list[Card]] = []
    for card, _ in contents.cards:
        if not is_main_character(card):
            continue
        group = next((group for group in groups if any(share_a_name(card, other) for other in group)), None)
        if group is None:
            groups.append([card])
        else:
            group.append(card)
    if len(groups) > TRANSFORM_OPTIONS:
        message = f"{len(groups)} different characters; at most {TRANSFORM_OPTIONS}"
        cards = [group[0] for group in groups]
        yield contents.breach(PILE_SIZE, message, cards, found=len(groups), allowed=TRANSFORM_OPTIONS)
    for group in groups:
        yield from _group_breaches(contents, group)


def _group_breaches(contents: PileContext, group: list[Card]) -> Iterator[Breach]:
    known = [card.level for card in group]
    open_ended = None in known or contents.pile.unsettled > 0
    for level in (2, 1):
        if level in known:
            continue
        message = f"no level {level} of {card_label(group[0])}; each character needs its level 1 and level 2"
        yield contents.breach(PILE_CARD, message, group, found=0, allowed=1, severity=UNKNOWN if open_ended else ERROR)
    for card in group:
        if card.level == 2 and 1 in known and not any(can_follow(other, card) is not False for other in group):
            message = f"the level 1 for {card_label(card)} is missing"
            yield contents.breach(PILE_CARD, message, [card], severity=UNKNOWN if open_ended else ERROR)


def wishes(contents: PileContext) -> Iterator[Breach]:
    """Three different cards, two copies of each."""
    found = len(contents.cards)
    if found != WISHES:
        severity = UNKNOWN if found < WISHES and contents.pile.unsettled else ERROR
        message = f"{quantity(found, 'different card')}; exactly {WISHES}"
        yield contents.breach(
            PILE_SIZE, message, [card for card, _ in contents.cards], found=found, allowed=WISHES, severity=severity
        )
    for card, count in contents.cards:
        if count != COPIES_OF_A_WISH:
            message = f"{quantity(count, 'copy', 'copies')} of {card_label(card)}; exactly {COPIES_OF_A_WISH}"
            yield contents.breach(PILE_SIZE, message, [card], found=count, allowed=COPIES_OF_A_WISH)


def sinister_six(contents: PileContext) -> Iterator[Breach]:
    """Six different main characters, the starting one counted where it is listed apart."""
    apart = [
        starter for starter, _ in contents.build.starters if all(starter is not card for card, _ in contents.cards)
    ]
    found = contents.pile.size
    if found != SINISTER_SIX_SIZE and not (apart and found + len(apart) == SINISTER_SIX_SIZE):
        message = f"{quantity(found, 'main character')}; exactly {SINISTER_SIX_SIZE}"
        yield contents.breach(PILE_SIZE, message, found=found, allowed=SINISTER_SIX_SIZE)


def ultron_levels(contents: PileContext) -> Iterator[Breach]:
    """With the starting one: three of level 1, two of level 2 and one of level 3."""
    starters = [card for card, _ in contents.build.starters if card in contents.users]
    cards = [*starters, *(card for card, count in contents.cards for _ in range(min(count, ULTRONS)))]
    unknown = [card for card in cards if card.level is None]
    for level, wanted in ((1, 3), (2, 2), (3, 1)):
        found = sum(card.level == level for card in cards)
        if found > wanted or (found < wanted and not unknown and len(cards) >= ULTRONS):
            message = f"{quantity(found, 'card')} of level {level}, including the starting one; exactly {wanted}"
            yield contents.breach(PILE_CARD, message, cards, found=found, allowed=wanted)
    if unknown:
        message = f"the level of {card_label(unknown[0])} isn’t recorded; 3 of level 1, 2 of level 2 and 1 of level 3"
        yield contents.breach(PILE_CARD, message, dict.fromkeys(unknown), severity=UNKNOWN)


def bound_characters(contents: PileContext) -> Iterator[Breach]:
    """The level 1 main characters that the hosts of the deck name; which a host names is recorded for one host only."""
    for user in contents.users:
        name = HOSTS.get(user.name)
        if name is None:
            message = f"not recorded which main character {card_label(user)} names"
            yield contents.breach(PILE_CARD, message, [user], severity=UNKNOWN)
        elif not any(is_named(card, name) for card, _ in contents.cards):
            severity = UNKNOWN if contents.pile.unsettled else ERROR
            yield contents.breach(PILE_CARD, f"no {name}, named by {card_label(user)}", [user], severity=severity)


#: The main character that a host's Bind names, from the rulebook's example.
HOSTS = {"Peter Parker": "Spider-Man"}


def terrain_of_the_city(card: Card, contents: PileContext) -> bool | None:
    """A Terrain of the set City; to which set of terrains a card belongs is rarely recorded."""
    is_terrain = is_of_type(card, "Terrain")
    if is_terrain is not True:
        return is_terrain
    return True if "City" in (*card.traits, *card.tags) else None


def is_of_syndicate(card: Card, contents: PileContext) -> bool | None:
    """A card of the Syndicate."""
    return has_team(card, "Syndicate")
