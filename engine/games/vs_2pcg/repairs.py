"""What repairs of 2PCG decks have to know."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial

from engine.decklists.default_sections import list_shown_sections
from engine.games.vs_2pcg import card_facts
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
from engine.games.vs_2pcg.deck import DECK_SIZE, DECK_TYPES, INVENTION
from engine.games.vs_2pcg.deck_parts import pile_key
from engine.games.vs_2pcg.deck_terms import CHANGES, DeckTerms, find_deck_leaders, read_deck_terms
from engine.games.vs_2pcg.level_up import LEVEL_UP_TEXTS, find_level_up_texts
from engine.games.vs_2pcg.pile_rules import list_required_piles, pile_id
from engine.games.vs_2pcg.starters import GUESTS, STARTING_GROUPS
from engine.games.vs_2pcg.stat_restrictions import LOCATION
from engine.games.vs_2pcg.teams import LOYALTY, LoyaltyBond, find_loyalty_bonds, has_the_team, shares_team
from engine.games.vs_2pcg.universe import FREE_OF_UNIVERSE, UNIVERSES, has_brand
from engine.model.cards import Card
from engine.model.decks import DECK, LEVEL_UP, MAIN_CHARACTER, PILE, Deck, DeckEntry
from engine.model.formats import Construction, Format
from engine.model.games import RepairSettings
from engine.model.names import fold
from engine.model.verdicts import ERROR
from engine.repair.by_restriction import Terms, bring_to, remove_each_card
from engine.repair.edits import Item
from engine.repair.needs import FindingContext, RepairCase, list_distinct_cases, remove_misfits
from engine.repair.sizes import SizeLimit
from engine.rules.restrictions import list_names

_OWN = (MAIN_CHARACTER, LEVEL_UP, DECK)
_GUESTS = frozenset(guests.guest for guests in GUESTS)
_NAMES = (
    *(name for group in STARTING_GROUPS for names in group.places for name in names),
    *(name for text in LEVEL_UP_TEXTS for name in (text.name, *(into for into, _ in text.into))),
    *(guests.host_name for guests in GUESTS if guests.host_name),
)


def may_stand(card: Card, section: str) -> bool:
    """Whether a card can ever stand in a section of a legal deck, by its type alone."""
    if section in (MAIN_CHARACTER, LEVEL_UP):
        return card.type == card_facts.MAIN_CHARACTER and (section == LEVEL_UP or card.level == 1)
    if _is_pile(section):
        return not card.member_of_piles or pile_id(section) in {pile_id(PILE + name) for name in card.member_of_piles}
    if card.member_of_piles or card.has_keyword(INVENTION):
        return False
    is_guest = card.type == card_facts.MAIN_CHARACTER and not _GUESTS.isdisjoint(card.keyword_names)
    return card.type in DECK_TYPES or is_guest


def sections(deck: Deck) -> tuple[str, ...]:
    """Every section into which a copy may come."""
    return tuple(dict.fromkeys((*_OWN, *filter(_is_pile, list_shown_sections(deck)))))


def sizes(figures: Construction) -> tuple[SizeLimit, ...]:
    """The size of the deck; of main characters, level-up zone and piles the cards decide."""
    least, most = figures.deck_min or DECK_SIZE, figures.deck_max or DECK_SIZE
    return (SizeLimit("deck-size", frozenset((DECK,)), least, most),)


def _names_in(deck: Deck) -> Iterator[str]:
    """The cards that the texts of its starting main characters name."""
    for leader in find_deck_leaders(deck):
        terms = leader.terms
        yield from (*terms.starts_with, *terms.starts_beside, *dict(terms.lets_in))


def tell_apart(deck: Deck, fmt: Format) -> Callable[[Card], Hashable]:
    """Whether a card is of a brand that main characters ask; one that changes the deck it leads stands by itself."""
    brands = tuple(brand for leader in find_deck_leaders(deck) for brand in leader.terms.only)

    def tell(card: Card) -> Hashable:
        if read_deck_terms(card) != DeckTerms():
            return card.slug
        return has_brand(card, brands, fmt.sets) if brands else None

    return tell


def _by_a_text(asked: FindingContext) -> tuple[RepairCase, ...]:
    """What a main character's text forbids goes, where it counts copies so many, or another one starts."""
    cards = asked.cards()
    goes = asked.remove_some(cards, asked.surplus) if asked.surplus else asked.remove_all(cards)
    return list_distinct_cases((goes, asked.remove_some(asked.within(MAIN_CHARACTER))))


def _starters(asked: FindingContext) -> tuple[RepairCase, ...]:
    """Another main character starts, or one more; none of a wrong kind or level."""
    finding = asked.finding
    coming = RepairCase(1, into=frozenset((MAIN_CHARACTER,)))
    if finding.section == DECK:
        # A card that starts in play with the main character has to be in the deck.
        return list_distinct_cases(
            (asked.remove_some(asked.within(MAIN_CHARACTER)), RepairCase(1, into=frozenset((DECK,))))
        )
    if finding.found == 0:
        return (coming,)
    misfit = asked.remove_all(asked.cards(MAIN_CHARACTER))
    if finding.found != asked.deck.size(MAIN_CHARACTER):
        return list_distinct_cases((misfit,)) or asked.anything()
    by_number = (asked.remove_some(asked.within(MAIN_CHARACTER), asked.surplus), coming)
    # As many copies as the level of the one card there: it may be about either.
    is_vague = len(finding.cards) == 1 and finding.cards[0].level == finding.found
    return list_distinct_cases((misfit, *by_number) if is_vague else by_number)


def _with_another_starter(asked: FindingContext, *misfits_: RepairCase) -> tuple[RepairCase, ...]:
    """These copies, or another main character to start with."""
    starters = asked.remove_some(asked.within(MAIN_CHARACTER))
    return list_distinct_cases((*misfits_, starters, RepairCase(1, into=frozenset((MAIN_CHARACTER,)))))


def _card_type(asked: FindingContext) -> tuple[RepairCase, ...]:
    if asked.surplus and asked.finding.allowed:
        return _with_another_starter(asked, asked.remove_some(asked.cards(DECK), asked.surplus))
    gone = asked.remove_all(asked.cards(DECK))
    if any(_may_be_a_guest(card) for card in asked.finding.cards):
        return _with_another_starter(asked, gone)
    return (gone,)


def _may_be_a_guest(card: Card) -> bool:
    """Whether some other main character may let this one into the deck."""
    return card.type == card_facts.MAIN_CHARACTER and any(
        card_facts.has_keyword(card, guests.guest) is not False for guests in GUESTS
    )


def _locations(asked: FindingContext) -> tuple[RepairCase, ...]:
    """So many of the neutral locations, or all but those of one name."""
    locations = asked.where(lambda e: e.section == DECK and e.card is not None and bool(card_facts.is_location(e.card)))
    is_certain = asked.finding.severity == ERROR
    return (asked.remove_some(asked.cards(DECK) if is_certain else locations, asked.surplus),)


def _team_required(asked: FindingContext) -> tuple[RepairCase, ...]:
    asking = asked.where(lambda e: e.section == DECK and e.card is asked.finding.cards[0])
    return _with_another_starter(asked, asked.remove_all(asking))


def _loyal(asked: FindingContext) -> tuple[RepairCase, ...]:
    """All cards with a kind of Loyalty go, or all that aren't of its teams; without teams, of one of the deck's."""
    own = tuple(card for section in _OWN for card, _ in asked.deck.read(section))
    bonds = find_loyalty_bonds(own)
    loyal = (remove_misfits(asked, _is_own, partial(_is_free_of, bond)) for bond in bonds)
    named = (remove_misfits(asked, _is_own, bond.fits) for bond in bonds if bond.teams)
    is_any_shared = any(bond.name == LOYALTY and not bond.teams for bond in bonds)
    teams = dict.fromkeys(key for card in own for key in sorted(card_facts.team_keys(card) or ()) if is_any_shared)
    by_team = (remove_misfits(asked, _is_own, partial(shares_team, team=team)) for team in teams)
    return list_distinct_cases((*loyal, *named, *by_team))


def _is_free_of(bond: LoyaltyBond, card: Card) -> bool:
    return card not in bond.cards


def _is_own(section: str) -> bool:
    return section in _OWN


def _omega(asked: FindingContext) -> tuple[RepairCase, ...]:
    return (asked.remove_some(asked.cards(*_OWN)),)


def _universe(asked: FindingContext) -> tuple[RepairCase, ...]:
    """All cards go that aren't of one universe, or of the one that the format asks for; or a main character comes that
    lets them in. Where one does that already, only those go that it doesn't let in."""
    if asked.fmt.universe in UNIVERSES:
        return list_distinct_cases((remove_misfits(asked, _is_bound, partial(_is_of, asked.fmt.universe)),))
    if any(leader.is_certain and leader.terms.universes for leader in find_deck_leaders(asked.deck)):
        return list_distinct_cases((asked.remove_all(asked.cards()), asked.remove_some(asked.within(MAIN_CHARACTER))))
    coming = RepairCase(1, into=frozenset((MAIN_CHARACTER,)), fits=_lets_universes_in)
    return list_distinct_cases(
        (*(remove_misfits(asked, _is_bound, partial(_is_of, each)) for each in UNIVERSES), coming)
    )


def _lets_universes_in(card: Card) -> bool:
    """Whether as a starting main character it lets cards of another universe in."""
    return bool(read_deck_terms(card).universes)


def _is_of(universe: str, card: Card) -> bool:
    return card.universe in (universe, card_facts.ANY_UNIVERSE)


def _is_bound(section: str) -> bool:
    return not section.startswith(PILE) or pile_key(section.removeprefix(PILE)) not in FREE_OF_UNIVERSE


def _levels(asked: FindingContext) -> tuple[RepairCase, ...]:
    """The card goes, or another main character comes that it levels into or that levels into it."""
    piles = frozenset(filter(_is_pile, asked.deck.sections))
    card = asked.finding.cards[0]
    if asked.finding.found is None:
        # What nothing levels into may still start.
        misfit = asked.remove_all(asked.cards(LEVEL_UP) or asked.cards(MAIN_CHARACTER))
        return (misfit, RepairCase(1, into=piles | {MAIN_CHARACTER, LEVEL_UP, DECK}, kind=card_facts.MAIN_CHARACTER))
    # Where a text names who has to come, those may be others than it can certainly level into.
    among = frozenset(() if find_level_up_texts(card) else card.levels_into)
    coming = RepairCase(1, into=piles | {LEVEL_UP}, kind=card_facts.MAIN_CHARACTER, among=among)
    return (asked.remove_all(asked.cards(MAIN_CHARACTER, LEVEL_UP)), coming)


def _pile_missing(asked: FindingContext) -> tuple[RepairCase, ...]:
    """The cards that ask for it go, or the pile comes."""
    piles = frozenset((*list_required_piles(asked.deck), *filter(_is_pile, asked.deck.sections)))
    return list_distinct_cases((asked.remove_all(asked.cards(*_OWN)), RepairCase(1, into=piles)))


def _pile_size(asked: FindingContext) -> tuple[RepairCase, ...]:
    """Something comes into the pile or goes out of it, or cards that ask for it go."""
    return (asked.remove_some(_pile_and_users(asked)), RepairCase(1, into=frozenset((str(asked.finding.section),))))


def _pile_card(asked: FindingContext) -> tuple[RepairCase, ...]:
    """A card that may not be in the pile goes, or those go that ask for it; a card that is missing comes."""
    section = str(asked.finding.section)
    misfit = asked.cards(section)
    is_misfit = len(misfit) == 1 and not any(card.type == card_facts.MAIN_CHARACTER for card in asked.finding.cards)
    if is_misfit:
        users = asked.where(lambda e: e.card is not None and bool(e.card.uses_piles) and not _is_pile(e.section))
        return list_distinct_cases((asked.remove_all(misfit), asked.remove_some(users)))
    return _pile_size(asked)


def _pile_unexpected(asked: FindingContext) -> tuple[RepairCase, ...]:
    """All of the pile goes, or a card comes that asks for it."""
    into = frozenset((MAIN_CHARACTER, LEVEL_UP, DECK))
    return list_distinct_cases((asked.remove_all(asked.within(str(asked.finding.section))), RepairCase(1, into=into)))


def _pile_and_users(asked: FindingContext) -> frozenset[Item]:
    section = asked.finding.section
    if isinstance(asked.finding.allowed, int) and asked.finding.cards:
        pile = pile_id(str(section))
        users = asked.where(lambda e: e.card is not None and pile in map(pile_id, e.card.uses_piles))
        return asked.cards() | asked.within(str(section)) | users
    return asked.cards() | asked.where(
        lambda e: e.section == section or (e.card is not None and bool(e.card.uses_piles or e.card.linked))
    )


def _is_pile(section: str) -> bool:
    return section.startswith(PILE)


def _each_starter(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    return (asked.remove_all(asked.cards(MAIN_CHARACTER)),)


def _by_the_starter(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """Where no alignment is named the main character's decides, so another may come."""
    if terms.get("alignment"):
        return remove_each_card(asked, terms)
    another = (asked.remove_some(asked.within(MAIN_CHARACTER)), RepairCase(1, into=frozenset((MAIN_CHARACTER,))))
    return list_distinct_cases((asked.remove_all(asked.cards()), *another))


def _once(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    return (asked.remove_some(asked.cards(), asked.surplus),)


def _some_go(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """Main characters go: more of them never help."""
    mains = asked.where(lambda entry: entry.card is not None and is_main_character(entry.card) is not False)
    return (asked.remove_some(mains),)


def _starters_go(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    return (asked.remove_some(asked.within(MAIN_CHARACTER)),)


def _sets_combined(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """A card goes, since more cards never fit fewer sets; but one that comes may free a wild location."""
    is_wild_free = "shared-wild-locations" in list_names(terms, "free")
    if is_wild_free and any(card.type == SPECIAL_LOCATION for card in asked.deck.cards):
        return asked.anything()
    return (asked.remove_some(frozenset(asked.copies)),)


def _one_team(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """All cards go that aren't of one team, whichever it is; basic locations go with any where the format says so."""
    is_steadfast = terms.get("neutral") == "basic-locations"
    fits = has_the_team if is_steadfast else shares_team
    teams = dict.fromkeys(key for card in asked.deck.cards for key in sorted(team_keys(card) or ()))

    def stays(team: str, card: Card) -> bool:
        return (is_steadfast and card.type == BASIC_LOCATION) or bool(fits(card, team))

    def looks_at(section: str) -> bool:
        return bool(terms.get("piles")) or not section.startswith(PILE)

    return (
        list_distinct_cases(remove_misfits(asked, looks_at, partial(stays, team)) for team in teams) or asked.anything()
    )


def _one_side(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """All main characters go that aren't of one side, and all cards of the other."""

    def goes(side: str, other: str, entry: DeckEntry) -> bool:
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
    return list_distinct_cases(asked.remove_all(asked.where(partial(goes, side, other))) for side, other in sides)


def _copies_by_type(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    card = asked.finding.cards[0]
    figures = terms.get(LOCATION if is_location(card) else str(card.type))
    if not isinstance(figures, Mapping):
        return (asked.remove_all(asked.cards(DECK)),)
    exactly = figures.get("exactly")
    return bring_to(asked, card, figures.get("at_least", exactly), figures.get("at_most", exactly))


REPAIRS = RepairSettings(
    by_rule={
        "main-character": _starters,
        "card-type": _card_type,
        "location-limit": _locations,
        "team-required": _team_required,
        "loyalty": _loyal,
        "omega-level": _omega,
        "universe": _universe,
        "level-up": _levels,
        "pile-missing": _pile_missing,
        "pile-size": _pile_size,
        "pile-card": _pile_card,
        "pile-nested": _pile_size,
        "pile-unexpected": _pile_unexpected,
    },
    by_restriction={
        "teams-only": remove_each_card,
        "main-character-teams": remove_each_card,
        "main-character-sets": remove_each_card,
        "health": remove_each_card,
        "alignment-loyalty": _by_the_starter,
        "boss": _each_starter,
        "main-character-once": _once,
        "main-characters-at-most": _some_go,
        "one-starting-main-character": _starters_go,
        "sets-combined": _sets_combined,
        "one-team": _one_team,
        "good-or-evil": _one_side,
        "copies-by-type": _copies_by_type,
    },
    by_citation={CHANGES: _by_a_text},
    may_stand=may_stand,
    sections=sections,
    sizes=sizes,
    names=frozenset(map(fold, _NAMES)),
    names_in=_names_in,
    tell_apart=tell_apart,
    set_codes=frozenset(filter(None, (each.set_code for each in (*STARTING_GROUPS, *GUESTS)))),
)
