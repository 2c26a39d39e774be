"""The rules about out-of-game piles: is each there that has to be, is what is in it allowed, does any come unasked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.games.vs_2pcg.card_facts import has_recorded_text
from engine.games.vs_2pcg.deck_parts import (
    ADVENTURE,
    DeckParts,
    DeckPile,
    is_part_of_adventure,
    pile_key,
    split_deck_parts,
)
from engine.games.vs_2pcg.pile_contents import PILE_CARD, PILE_SIZE, PileContext
from engine.games.vs_2pcg.pile_needs import MADE_IN_PLAY, MANDATORY, PileRule, find_users, list_used_piles
from engine.games.vs_2pcg.piles import PILES, PILES_BY_KEY
from engine.model.cards import Card
from engine.model.decks import DECK, LEVEL_UP, MAIN_CHARACTER, PILE, Deck
from engine.model.verdicts import ERROR, INFO, NONE_RECORDED, UNKNOWN, Breach, Measure
from engine.rules import ListCheck
from engine.rules.messages import card_label, quantity

PILE_MISSING = "pile-missing"
PILE_NESTED = "pile-nested"
PILE_UNEXPECTED = "pile-unexpected"
_MANDATORY = frozenset(rule.key for rule in PILES if rule.presence == MANDATORY)
#: The mandatory piles that aren't just needed by the cards that use them.
_NEEDED_OTHERWISE = frozenset(rule.key for rule in PILES if rule.needs is not find_users) & _MANDATORY
#: The piles by key, in the order of the table.
_ORDERED = tuple((rule.key, rule) for rule in PILES)
PILE_CODES = (PILE_MISSING, PILE_SIZE, PILE_CARD, PILE_NESTED, PILE_UNEXPECTED)

_OWN_SECTIONS = (MAIN_CHARACTER, LEVEL_UP, DECK)
#: The three decks of the adventure, which stand apart under their numbers.
_ADVENTURES = tuple(f"Multiverse Adventure {number}{part}" for number in (1, 2, 3) for part in (" Main Character", ""))


def build_pile_check(code: str) -> ListCheck:
    """The check for one of the pile codes; the piles of a list are looked at once for all of them."""

    def look_at(deck: Deck) -> Iterator[Breach | Measure]:
        build = split_deck_parts(deck)
        yield from deck.once(_find_breaches).get(code, ())
        yield Measure(len(build.piles))
        if code == PILE_MISSING:
            yield from _on_trust(build)

    return ListCheck(look_at)


def _on_trust(build: DeckParts) -> Iterator[Measure]:
    """The cards whose text no source records: what piles they need isn't known."""
    on_trust = sum(not card.uses_piles and not has_recorded_text(card) for card in build.own)
    if on_trust:
        note = f"no recorded text for {quantity(on_trust, 'card')}: assumed to need no pile"
        yield Measure(on_trust, outcome=NONE_RECORDED, note=note)


def _find_breaches(deck: Deck) -> Mapping[str, tuple[Breach, ...]]:
    by_code: dict[str, list[Breach]] = {}
    for breach in check_piles(split_deck_parts(deck)):
        by_code.setdefault(breach.code or "", []).append(breach)
    return {code: tuple(breaches) for code, breaches in by_code.items()}


def pile_id(section: str) -> str:
    """Which pile a section is, however its heading is spelt."""
    key = pile_key(section.removeprefix(PILE))
    rule = PILES_BY_KEY.get(key)
    return rule.key if rule else key


def list_required_piles(deck: Deck) -> tuple[str, ...]:
    """The sections of the piles that cards of a list ask, or may ask, to be brought along; none that play makes."""
    build = split_deck_parts(deck)
    asked = [rule for rule in PILES if rule.presence != MADE_IN_PLAY and any(rule.needs(build, rule.key))]
    unlisted = (name for card in build.own for name in card.uses_piles if pile_key(name) not in PILES_BY_KEY)
    names = (part for rule in asked for part in (_ADVENTURES if rule.key == ADVENTURE else (rule.name,)))
    return tuple(PILE + name for name in dict.fromkeys((*names, *unlisted)))


def check_piles(build: DeckParts) -> Iterator[Breach]:
    """Everything that is wrong with the piles of a list."""
    piles = _by_rule(build)
    if build.piles or build.users_of or build.starters:
        asked = _NEEDED_OTHERWISE.union(piles, _MANDATORY & list_used_piles(build))
        for rule in [rule for key, rule in _ORDERED if key in asked]:
            yield from _check_pile(rule, piles.get(rule.key), build)
    yield from _report_unlisted_needs(build)
    for key, pile in build.piles.items():
        if key not in PILES_BY_KEY and not is_part_of_adventure(key):
            yield _report_unexpected(pile, build, "the rules have no such pile")


def _by_rule(build: DeckParts) -> dict[str, DeckPile]:
    """The piles of the list by the rule's own key, other spellings of one pile put together."""
    found: dict[str, DeckPile] = {}
    for key, pile in build.piles.items():
        rule = PILES_BY_KEY.get(key)
        if rule:
            first = found.get(rule.key)
            found[rule.key] = DeckPile(rule.key, first.section, first.entries + pile.entries) if first else pile
    parts = (pile for key, pile in build.piles.items() if is_part_of_adventure(key))
    return {ADVENTURE: part, **found} if (part := next(parts, None)) else found


def _check_pile(rule: PileRule, pile: DeckPile | None, build: DeckParts) -> Iterator[Breach]:
    certain, perhaps = rule.needs(build, rule.key)
    if pile is None:
        if certain or perhaps:
            yield _report_missing(rule, certain, perhaps)
    elif rule.presence == MADE_IN_PLAY:
        yield _report_unexpected(pile, build, "made during play; don’t list any cards", rule, is_certain=True)
    elif not certain and not perhaps:
        yield _report_unexpected(pile, build, "no card on the list needs it", rule)
    else:
        if not certain:
            yield _report_unexpected(
                pile, build, f"not recorded whether {card_label(perhaps[0])} needs it", rule, is_open=True
            )
        yield from _check_nesting(rule, pile, build, certain or perhaps)


def _report_missing(rule: PileRule, certain: tuple[Card, ...], perhaps: tuple[Card, ...]) -> Breach:
    asking = certain or perhaps
    if rule.may_be_empty:
        return Breach(
            f"No {rule.name} pile listed; assumed empty",
            asking,
            0,
            section=PILE + rule.name,
            severity=INFO,
            code=PILE_MISSING,
            citation=rule.citation,
        )
    known = "needs" if certain else "may need"
    return Breach(
        f"{card_label(asking[0])} {known} its {rule.name} pile; none listed",
        asking,
        0,
        1,
        section=PILE + rule.name,
        severity=ERROR if certain else UNKNOWN,
        code=PILE_MISSING,
        citation=rule.citation,
    )


def _report_unexpected(
    pile: DeckPile,
    build: DeckParts,
    why: str,
    rule: PileRule | None = None,
    *,
    is_certain: bool = False,
    is_open: bool = False,
) -> Breach:
    is_open = is_open or (not is_certain and build.may_hide_a_card(*_OWN_SECTIONS))
    return Breach(
        f"{rule.name if rule else pile.section.removeprefix(PILE)} pile: {why}",
        tuple(card for card, _ in pile.cards),
        pile.size,
        0,
        pile.section,
        UNKNOWN if is_open else ERROR,
        PILE_UNEXPECTED,
        rule.citation if rule else None,
    )


def _check_nesting(rule: PileRule, pile: DeckPile, build: DeckParts, asking: tuple[Card, ...]) -> Iterator[Breach]:
    contents = PileContext(pile, build, asking, rule.name)
    for content in rule.contents:
        for breach in content(contents):
            yield breach if breach.citation else breach._replace(citation=rule.citation)
    if rule.may_nest:
        return
    for card, _ in pile.cards:
        used = [name for name in card.uses_piles if not (rule.may_hold_users and pile_key(name) == rule.key)]
        if used:
            yield contents.breach(
                PILE_NESTED,
                f"{card_label(card)} uses a pile itself ({', '.join(used)}); cards in a pile can’t",
                [card],
            )


def _report_unlisted_needs(build: DeckParts) -> Iterator[Breach]:
    """A pile that a card uses and of which the rules here know nothing."""
    for card in build.own:
        for name in card.uses_piles:
            if pile_key(name) not in PILES_BY_KEY:
                yield Breach(
                    f"{card_label(card)} uses the pile {name}; its rules aren’t recorded",
                    (card,),
                    section=PILE + name,
                    severity=UNKNOWN,
                    code=PILE_MISSING,
                )
