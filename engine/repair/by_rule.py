"""What each rule of the games asks of a repair, by the code of its findings.

Where a rule isn't here any change at all may mend it, which is true but slow to search.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.formats.pools import pool_on
from engine.games.vs_2pcg import card_facts
from engine.games.vs_2pcg.deck_parts import pile_key
from engine.games.vs_2pcg.deck_terms import CHANGES, terms_in, terms_of
from engine.games.vs_2pcg.level_up import texts_of
from engine.games.vs_2pcg.pile_rules import pile_id, piles_asked
from engine.games.vs_2pcg.starters import GUESTS
from engine.games.vs_2pcg.teams import LOYALTY, Bond, bonds_of, shares_team
from engine.games.vs_2pcg.universe import FREE_OF_UNIVERSE, UNIVERSES
from engine.games.vs_classic.copies import written_name
from engine.model.cards import RIFTBOUND, VS_2PCG, Card
from engine.model.decks import (
    BATTLEFIELDS,
    CHAMPION,
    DECK,
    LEGEND,
    LEVEL_UP,
    MAIN_CHARACTER,
    PILE,
    READ,
    RUNES,
    SIDEBOARD,
    UNREADABLE,
)
from engine.model.names import fold
from engine.model.verdicts import ERROR
from engine.repair.by_restriction import restricted
from engine.repair.edits import Item
from engine.repair.needs import Asked, Case, Reading, choices, misfits

_SHARED_WILD = "shared-wild-locations"
_OWN = (MAIN_CHARACTER, LEVEL_UP, DECK)
_MAIN = (DECK, CHAMPION, SIDEBOARD)


def needs_of(asked: Asked) -> tuple[Case, ...]:
    """The cases of a finding; none where no change of cards can settle it."""
    if asked.finding.citation == CHANGES:
        return _by_a_text(asked)
    return _READINGS.get(asked.finding.code, Asked.anything)(asked)


def _by_a_text(asked: Asked) -> tuple[Case, ...]:
    """What a main character's text forbids goes, where it counts copies so many, or another one starts."""
    cards = asked.cards()
    goes = asked.some_of(cards, asked.surplus) if asked.surplus else asked.all_of(cards)
    return choices((goes, asked.some_of(asked.within(MAIN_CHARACTER))))


def _gone(asked: Asked) -> tuple[Case, ...]:
    """All copies of its cards, and its lines that name no one card."""
    return (asked.all_of(asked.cards() | asked.unsettled()),)


def _not_in_format(asked: Asked) -> tuple[Case, ...]:
    pool = pool_on(asked.fmt, asked.as_of)
    cards = asked.finding.cards
    if all(pool.card_status(card).is_about_pool for card in cards):
        return ()
    if _SHARED_WILD in asked.fmt.pool.always and any(card.type == card_facts.SPECIAL_LOCATION for card in cards):
        # It is in with a character that shares its team.
        return choices((*_gone(asked), Case(1, into=frozenset(asked.deck.sections) | {MAIN_CHARACTER, DECK})))
    return _gone(asked)


def _in_section(asked: Asked) -> tuple[Case, ...]:
    """Its cards may not stand in that section."""
    return (asked.all_of(asked.cards(asked.finding.section or DECK)),)


def _copies(asked: Asked) -> tuple[Case, ...]:
    """So many copies of what counts as one card; in doubt, of all cards of a name."""
    keys = {card.copy_key for card in asked.finding.cards}
    names = {fold(card.name) for card in asked.finding.cards} if asked.deck.game not in (RIFTBOUND, VS_2PCG) else set()
    lines = set(asked.finding.lines)
    names |= {written_name(entry) for entry in asked.deck.unsettled if entry.line in lines}
    sections = {RIFTBOUND: _MAIN, VS_2PCG: (DECK,)}.get(asked.deck.game, tuple(asked.deck.sections))
    if asked.finding.severity == ERROR:
        out = asked.where(lambda e: e.card is not None and e.section in sections and e.card.copy_key in keys)
        out |= asked.unsettled()
    else:
        out = asked.where(lambda e: (fold(e.card.name) if e.card else written_name(e)) in names)
    return (asked.some_of(out, asked.surplus),)


def _printed_limit(asked: Asked) -> tuple[Case, ...]:
    """So many copies of the name; or all that print the lowest limit, and it is gone with them."""
    limits = [card.printed_limit for card in asked.finding.cards if card.printed_limit is not None]
    lowest = min(limits, default=None)
    limiting = asked.where(
        lambda e: e.card in asked.finding.cards and e.card is not None and e.card.printed_limit == lowest
    )
    names = {fold(card.name) for card in asked.finding.cards}
    is_doubt = asked.finding.severity != ERROR
    perhaps = asked.where(lambda e: is_doubt and e.state not in (READ, UNREADABLE) and written_name(e) in names)
    return choices((asked.some_of(asked.cards() | perhaps, asked.surplus), asked.all_of(limiting)))


def _surplus_in(*sections: str) -> Reading:
    """So many copies of its cards in these sections."""
    return lambda asked: (asked.some_of(asked.cards(*sections), asked.surplus),)


def _or_another_legend(asked: Asked, misfit: Case) -> tuple[Case, ...]:
    """All copies of what doesn't fit the legend, or another legend."""
    return choices((misfit, asked.some_of(asked.within(LEGEND)), Case(1, into=frozenset((LEGEND,)))))


def _champion(asked: Asked) -> tuple[Case, ...]:
    return _or_another_legend(asked, asked.all_of(asked.cards(CHAMPION)))


def _signatures(asked: Asked) -> tuple[Case, ...]:
    if asked.surplus:
        # Copies that stand where they can't are counted with the others.
        return (asked.some_of(asked.cards(), asked.surplus),)
    return _or_another_legend(asked, asked.all_of(asked.cards(*_MAIN)))


def _domains(asked: Asked) -> tuple[Case, ...]:
    return _or_another_legend(asked, asked.all_of(asked.cards(*_MAIN, RUNES)))


def _starters(asked: Asked) -> tuple[Case, ...]:
    """Another main character starts, or one more; none of a wrong kind or level."""
    finding = asked.finding
    coming = Case(1, into=frozenset((MAIN_CHARACTER,)))
    if finding.section == DECK:
        # A card that starts in play with the main character has to be in the deck.
        return choices((asked.some_of(asked.within(MAIN_CHARACTER)), Case(1, into=frozenset((DECK,)))))
    if finding.found == 0:
        return (coming,)
    misfit = asked.all_of(asked.cards(MAIN_CHARACTER))
    if finding.found != asked.deck.size(MAIN_CHARACTER):
        return choices((misfit,)) or asked.anything()
    by_number = (asked.some_of(asked.within(MAIN_CHARACTER), asked.surplus), coming)
    # As many copies as the level of the one card there: it may be about either.
    is_vague = len(finding.cards) == 1 and finding.cards[0].level == finding.found
    return choices((misfit, *by_number) if is_vague else by_number)


def _with_another_starter(asked: Asked, *misfits_: Case) -> tuple[Case, ...]:
    """These copies, or another main character to start with."""
    starters = asked.some_of(asked.within(MAIN_CHARACTER))
    return choices((*misfits_, starters, Case(1, into=frozenset((MAIN_CHARACTER,)))))


def _card_type(asked: Asked) -> tuple[Case, ...]:
    if asked.deck.game == RIFTBOUND:
        return _in_section(asked)
    if asked.surplus and asked.finding.allowed:
        return _with_another_starter(asked, asked.some_of(asked.cards(DECK), asked.surplus))
    gone = asked.all_of(asked.cards(DECK))
    if any(_may_be_a_guest(card) for card in asked.finding.cards):
        return _with_another_starter(asked, gone)
    return (gone,)


def _may_be_a_guest(card: Card) -> bool:
    """Whether some other main character may let this one into the deck."""
    return card.type == card_facts.MAIN_CHARACTER and any(
        card_facts.has_keyword(card, guests.guest) is not False for guests in GUESTS
    )


def _locations(asked: Asked) -> tuple[Case, ...]:
    """So many of the neutral locations, or all but those of one name."""
    locations = asked.where(lambda e: e.section == DECK and e.card is not None and bool(card_facts.is_location(e.card)))
    is_certain = asked.finding.severity == ERROR
    return (asked.some_of(asked.cards(DECK) if is_certain else locations, asked.surplus),)


def _team_required(asked: Asked) -> tuple[Case, ...]:
    asking = asked.where(lambda e: e.section == DECK and e.card is asked.finding.cards[0])
    return _with_another_starter(asked, asked.all_of(asking))


def _loyal(asked: Asked) -> tuple[Case, ...]:
    """All cards with a kind of Loyalty go, or all that aren't of its teams; without teams, of one of the deck's."""
    own = tuple(card for section in _OWN for card, _ in asked.deck.read(section))
    bonds = bonds_of(own)
    loyal = (misfits(asked, _is_own, partial(_is_free_of, bond)) for bond in bonds)
    named = (misfits(asked, _is_own, bond.fits) for bond in bonds if bond.teams)
    is_any_shared = any(bond.name == LOYALTY and not bond.teams for bond in bonds)
    teams = dict.fromkeys(key for card in own for key in sorted(card_facts.team_keys(card) or ()) if is_any_shared)
    by_team = (misfits(asked, _is_own, partial(shares_team, team=team)) for team in teams)
    return choices((*loyal, *named, *by_team))


def _is_free_of(bond: Bond, card: Card) -> bool:
    return card not in bond.cards


def _is_own(section: str) -> bool:
    return section in _OWN


def _omega(asked: Asked) -> tuple[Case, ...]:
    return (asked.some_of(asked.cards(*_OWN)),)


def _universe(asked: Asked) -> tuple[Case, ...]:
    """All cards go that aren't of one universe, or of the one that the format asks for; or a main character comes that
    lets them in. Where one does that already, only those go that it doesn't let in."""
    if asked.fmt.universe in UNIVERSES:
        return choices((misfits(asked, _is_bound, partial(_is_of, asked.fmt.universe)),))
    if any(terms.universes for _, terms in terms_in(asked.deck)):
        return choices((asked.all_of(asked.cards()), asked.some_of(asked.within(MAIN_CHARACTER))))
    coming = Case(1, into=frozenset((MAIN_CHARACTER,)), fits=_lets_universes_in)
    return choices((*(misfits(asked, _is_bound, partial(_is_of, each)) for each in UNIVERSES), coming))


def _lets_universes_in(card: Card) -> bool:
    """Whether as a starting main character it lets cards of another universe in."""
    return bool(terms_of(card).universes)


def _is_of(universe: str, card: Card) -> bool:
    return card.universe in (universe, card_facts.ANY_UNIVERSE)


def _is_bound(section: str) -> bool:
    return not section.startswith(PILE) or pile_key(section.removeprefix(PILE)) not in FREE_OF_UNIVERSE


def _levels(asked: Asked) -> tuple[Case, ...]:
    """The card goes, or another main character comes that it levels into or that levels into it."""
    piles = frozenset(filter(_is_pile, asked.deck.sections))
    card = asked.finding.cards[0]
    if asked.finding.found is None:
        # What nothing levels into may still start.
        misfit = asked.all_of(asked.cards(LEVEL_UP) or asked.cards(MAIN_CHARACTER))
        return (misfit, Case(1, into=piles | {MAIN_CHARACTER, LEVEL_UP, DECK}, kind=card_facts.MAIN_CHARACTER))
    # Where a text names who has to come, those may be others than it can certainly level into.
    among = frozenset(() if texts_of(card) else card.levels_into)
    coming = Case(1, into=piles | {LEVEL_UP}, kind=card_facts.MAIN_CHARACTER, among=among)
    return (asked.all_of(asked.cards(MAIN_CHARACTER, LEVEL_UP)), coming)


def _pile_missing(asked: Asked) -> tuple[Case, ...]:
    """The cards that ask for it go, or the pile comes."""
    piles = frozenset((*piles_asked(asked.deck), *filter(_is_pile, asked.deck.sections)))
    return choices((asked.all_of(asked.cards(*_OWN)), Case(1, into=piles)))


def _pile_size(asked: Asked) -> tuple[Case, ...]:
    """Something comes into the pile or goes out of it, or cards that ask for it go."""
    return (asked.some_of(_pile_and_users(asked)), Case(1, into=frozenset((str(asked.finding.section),))))


def _pile_card(asked: Asked) -> tuple[Case, ...]:
    """A card that may not be in the pile goes, or those go that ask for it; a card that is missing comes."""
    section = str(asked.finding.section)
    misfit = asked.cards(section)
    is_misfit = len(misfit) == 1 and not any(card.type == card_facts.MAIN_CHARACTER for card in asked.finding.cards)
    if is_misfit:
        users = asked.where(lambda e: e.card is not None and bool(e.card.uses_piles) and not _is_pile(e.section))
        return choices((asked.all_of(misfit), asked.some_of(users)))
    return _pile_size(asked)


def _pile_unexpected(asked: Asked) -> tuple[Case, ...]:
    """All of the pile goes, or a card comes that asks for it."""
    into = frozenset((MAIN_CHARACTER, LEVEL_UP, DECK))
    return choices((asked.all_of(asked.within(str(asked.finding.section))), Case(1, into=into)))


def _pile_and_users(asked: Asked) -> frozenset[Item]:
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


_READINGS: Mapping[str, Reading] = {
    "unreadable-line": _gone,
    "unknown-card": _gone,
    "ambiguous-card": _gone,
    "banned": _gone,
    "not-in-format": _not_in_format,
    "not-yet-legal": _gone,
    "copy-limit": _copies,
    "printed-limit": _printed_limit,
    "legend": _in_section,
    "rune-count": _in_section,
    "battlefield-count": _in_section,
    "battlefield-duplicate": _surplus_in(BATTLEFIELDS),
    "sideboard-size": _in_section,
    "chosen-champion": _champion,
    "signature-limit": _signatures,
    "domain-identity": _domains,
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
    "format-restriction": restricted,
}
