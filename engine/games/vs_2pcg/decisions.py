"""What the restrictions of 2PCG formats amount to in many decks at once.

Where all cards have to fit one of several options, be it a pair of teams or an alignment, the mask of a card has two
bits for each: that it may fit, and that it certainly does. What masks have in common are the options of a deck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date

from engine.games.vs_2pcg import stat_restrictions, team_restrictions
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
from engine.games.vs_2pcg.deck_parts import pile_key
from engine.games.vs_2pcg.restriction_terms import Terms, read_names, read_number
from engine.games.vs_2pcg.starters import STARTING_GROUPS, find_starting_group
from engine.games.vs_2pcg.teams import has_the_team, shares_team
from engine.model.cards import Card
from engine.model.decks import DECK, LEVEL_UP, MAIN_CHARACTER, PILE, Deck, DeckEntry
from engine.model.fast_path import NO_LIMIT, Numbers
from engine.model.formats import Format
from engine.model.verdicts import ERROR, UNKNOWN, Breach
from engine.rules import decisions
from engine.rules.decisions import ALL, Answers, Bits, CardFact, Cover, Decide, Decision, DeckLines, copy_key, itself
from engine.rules.format_rules import RestrictionCheck

_SIDES = (GOOD, EVIL)
_MAY, _SURE = (sum(1 << place for place in range(first, 62, 2)) for first in (0, 1))


def _weigh(answers: Iterable[bool | None]) -> int:
    """The mask of a card that certainly fits some options and may fit some."""
    return sum((answer is not False) + 2 * bool(answer) << 2 * place for place, answer in enumerate(answers))


def _judge(options: Numbers) -> Answers:
    """What the options amount to that masks have in common."""
    may_fit = (options & _MAY).any(axis=0)
    return Answers(~may_fit, may_fit & ~(options & _SURE).any(axis=0))


def _ask_alone(
    check: RestrictionCheck, fmt: Format, as_of: date, terms: Terms, section: str = DECK
) -> Callable[[Card], bool | None]:
    """Whether a card is all right in a list of its own."""

    def answer(card: Card) -> bool | None:
        said = check(Deck(fmt.game, (DeckEntry(section, 1, card),)), fmt, as_of, terms)
        severities = {each.severity for each in said if isinstance(each, Breach)}
        return False if ERROR in severities else None if UNKNOWN in severities else True

    return answer


def one_team(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `team_restrictions.one_team`."""
    is_steadfast = terms.get("neutral") == "basic-locations"
    fits, are_piles_asked, bits = has_the_team if is_steadfast else shares_team, bool(terms.get("piles")), Bits()

    def teams(card: Card) -> int:
        return 0 if is_steadfast and card.type == BASIC_LOCATION else bits.mask(team_keys(card) or ())

    def may_share(card: Card) -> int:
        return _share(card, True, None)

    def share(card: Card) -> int:
        return _share(card, True)

    def _share(card: Card, *wanted: bool | None) -> int:
        if is_steadfast and card.type == BASIC_LOCATION:
            return ALL
        # To a card without teams all teams are alike.
        return teams(card) or (ALL if fits(card, "") in wanted else 0)

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        lines = None if are_piles_asked else decks.outside(_is_pile)
        named = decks.union(teams, lines)
        named = named | ~named.any(axis=0)  # without any team it is enough that all cards are alike
        may_fit = (decks.common(may_share, lines) & named).any(axis=0)
        return Answers(~may_fit, may_fit & ~(decks.common(share, lines) & named).any(axis=0))

    return decide


def _may_be_shared(card: Card) -> int:
    """Whether it goes with any deck in which a card shares a team with it."""
    return card.type == SPECIAL_LOCATION and bool(team_keys(card)) and len(card.power_symbols or ()) > 1


def _is_pile(section: str) -> bool:
    return section.startswith(PILE)


def team_pair(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `team_restrictions.team_pair`."""
    pairs = team_restrictions.read_pairs(terms).pairs
    asked = [_ask_alone(team_restrictions.team_pair, fmt, as_of, {**terms, "pairs": [pair]}) for pair in pairs]
    free_piles = frozenset(map(pile_key, read_names(terms, "free_piles")))

    def fits(card: Card) -> int:
        return _weigh(ask(card) for ask in asked)

    def may_fit(card: Card) -> int:
        """The same, if a location is in by the team that it shares with a character."""
        return ALL if _may_be_shared(card) else fits(card)

    def is_left_out(section: str) -> bool:
        return _is_pile(section) and pile_key(section.removeprefix(PILE)) in free_piles

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        lines = decks.outside(is_left_out)
        least, most = _judge(decks.common(fits, lines)), _judge(decks.common(may_fit, lines))
        is_fine = ~(least.broken | least.unknown)
        is_told = decks.union(_may_be_shared, lines)[0] == 0
        return Answers(most.broken, is_told & least.unknown, ~(most.broken | is_fine | is_told))

    return decide


def good_or_evil(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `team_restrictions.good_or_evil`."""

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        starters = decks.within(lambda section: section in (MAIN_CHARACTER, LEVEL_UP))
        return _judge(decks.common(_without_the_other_side) & decks.common(_of_one_side, starters))

    return decide


def _without_the_other_side(card: Card) -> int:
    printed = alignment(card)
    return _weigh(None if printed is None else other not in printed for other in reversed(_SIDES))


def _of_one_side(card: Card) -> int:
    printed = alignment(card)
    return _weigh(None if printed is None else printed == {side} for side in _SIDES) if is_main_character(card) else ALL


def alignment_loyalty(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `team_restrictions.alignment_loyalty`."""
    side = str(terms.get("alignment") or "")
    asked = [
        _ask_alone(team_restrictions.alignment_loyalty, fmt, as_of, {"alignment": side or each})
        for each in ((side,) if side else _SIDES)
    ]
    bits = Bits()
    good, evil = (bits.mask([str({side})]) for side in _SIDES)

    def fits(card: Card) -> int:
        return _weigh(ask(card) for ask in asked)

    def sides(card: Card) -> int:
        """The alignments of a main character of level 1, told apart as a whole."""
        printed = alignment(card)
        return bits.mask([str(printed and {*printed})]) if card.level in (1, None) else 0

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        options = decks.common(fits)
        if side:
            return _judge(options)
        led_by = decks.union(sides, decks.within(lambda section: section == MAIN_CHARACTER))[0]
        found = [(led_by == leader, _judge(options & 3 << 2 * place)) for place, leader in enumerate((good, evil))]
        broken, unknown = (
            (found[0][0] & found[0][1][place]) | (found[1][0] & found[1][1][place]) for place in range(2)
        )
        return Answers(broken, unknown | ((led_by != good) & (led_by != evil)))

    return decide


def copies_by_type(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `stat_restrictions.copies_by_type`."""

    def find_figures(card: Card) -> Mapping[str, int]:
        figures = terms.get(stat_restrictions.LOCATION if is_location(card) else card.type or "")
        return figures if isinstance(figures, dict) else {}

    def least(card: Card) -> int:
        figures = find_figures(card)
        return max(0, figures.get("at_least", figures.get("exactly", 0)) or 0)

    def most(card: Card) -> int:
        figures = find_figures(card)
        found = figures.get("at_most", figures.get("exactly"))
        return NO_LIMIT if found is None else max(0, found)

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        copies = decks.sums(copy_key, decks.within(lambda section: section == DECK))
        is_wrong = (copies.counts < copies.read(least)) | (copies.counts > copies.read(most))
        return Answers(copies.any(is_wrong), copies.any(copies.read(_is_untyped) != 0))

    return decide


def _is_untyped(card: Card) -> int:
    return card.type is None


def main_characters_at_most(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `stat_restrictions.main_characters_at_most`: which share a name takes a look at the list."""
    most = read_number(terms, "at_most") or 0
    return lambda decks, is_open: Answers(is_open=decks.add(decks.read(_is_main)) > most)


def _is_main(card: Card) -> int:
    return bool(is_main_character(card))


def main_character_once(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `stat_restrictions.main_character_once`."""

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        copies = decks.sums(itself, decks.read(_is_single_main) != 0)
        return Answers(copies.any(copies.counts > 1))

    return decide


def _is_single_main(card: Card) -> int:
    starts_in_numbers = any(group.is_one_card and group.has_place_for(card) for group in STARTING_GROUPS)
    return bool(is_main_character(card)) and not starts_in_numbers


def one_starting_main_character(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `stat_restrictions.one_starting_main_character`."""

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        starters = decks.within(lambda section: section == MAIN_CHARACTER)
        starts_together = decks.union(_starts_together, starters)[0] != 0
        return Answers((decks.size(MAIN_CHARACTER) > 1) | starts_together)

    return decide


def _starts_together(card: Card) -> int:
    return find_starting_group(card) is not None


def boss(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `stat_restrictions.boss`."""
    ask = _ask_alone(stat_restrictions.boss, fmt, as_of, terms, MAIN_CHARACTER)

    def fits(card: Card) -> int:
        return _weigh([ask(card)])

    return lambda decks, is_open: _judge(decks.common(fits, decks.within(lambda section: section == MAIN_CHARACTER)))


class _SetsCombined:
    """Whether so many large sets and issues have all cards of a list, with one reading of the terms.

    `perhaps`: sets that may be large are; `is_known`: cards whose printings aren't all recorded are left out;
    `is_free`: so are those that may go with any sets by a team that they share.
    """

    def __init__(self, fmt: Format, terms: Terms, *, perhaps: bool, is_known: bool, is_free: bool) -> None:
        self._is_known, self._is_free, self._free = is_known, is_free, read_names(terms, "free")
        self._large, self._issues = read_number(terms, "large") or 0, read_number(terms, "issues") or 0
        kinds = (*read_names(terms, "large_kinds"), *(read_names(terms, "perhaps_kinds") if perhaps else ()))
        without, large_sets = read_names(terms, "without"), read_names(terms, "large_sets")
        usable = {code: found.kind for code, found in fmt.sets.items() if code not in without}
        large = {code for code, kind in usable.items() if kind in kinds or code in large_sets}
        issues = {code for code, kind in usable.items() if kind in read_names(terms, "issue_kinds")}
        large, issues = large if self._large else set(), issues if self._issues else set()
        self._in_large, self._forces_large = self._masks(large, issues)
        self._in_issues, self._forces_issue = self._masks(issues, large)
        self._is_in_none = self._ask_whether_in_none(large | issues)

    def _masks(self, sets: Collection[str], others: Collection[str]) -> tuple[CardFact, CardFact]:
        """The sets of one size that a card is in; and the one that it is in if no other would do."""
        bits, usable = Bits(), frozenset((*sets, *others))

        def mask(card: Card) -> int:
            return ALL if self._is_left_out(card) else bits.mask(card.set_codes.intersection(sets))

        def mask_single(card: Card) -> int:
            return 0 if self._is_left_out(card) or len(card.set_codes & usable) != 1 else mask(card)

        return mask, mask_single

    def _ask_whether_in_none(self, sets: Collection[str]) -> CardFact:
        return lambda card: card.set_codes.isdisjoint(sets) and not self._is_left_out(card)

    def _is_left_out(self, card: Card) -> bool:
        if self._is_known and (not card.set_codes or card.has_unrecorded_printing):
            return True
        if card.type == BASIC_LOCATION:
            return "basic-locations" in self._free
        return self._is_free and "shared-wild-locations" in self._free and bool(_may_be_shared(card))

    def judge(self, decks: DeckLines) -> Cover:
        """Whether the sets are certainly enough, and whether they certainly aren't."""
        if not self._issues:
            return decks.cover(self._in_large, self._large)
        large, issues = decks.union(self._forces_large), decks.union(self._forces_issue)
        free_large, free_issues = self._large - decks.count_bits(large), self._issues - decks.count_bits(issues)
        is_unmet = decks.is_unmet(self._in_large, large) & decks.is_unmet(self._in_issues, issues)
        other_large, other_issues = decks.common(self._in_large, is_unmet), decks.common(self._in_issues, is_unmet)
        is_met = ~decks.any(is_unmet)
        is_enough = (
            is_met
            | ((free_large > 0) & (other_large != 0).any(axis=0))
            | ((free_issues > 0) & (other_issues != 0).any(axis=0))
        )
        is_overfull = (free_large < 0) | (free_issues < 0) | decks.any(decks.read(self._is_in_none) != 0)
        is_full = (free_large == 0) & (free_issues == 0)
        return Cover(is_enough & ~is_overfull, is_overfull | (is_full & ~is_met))


def sets_combined(fmt: Format, as_of: date, terms: Terms) -> Decide:
    """Decide `stat_restrictions.sets_combined`."""
    strangers = _SetsCombined(fmt, terms, perhaps=True, is_known=True, is_free=True)
    fine = _SetsCombined(fmt, terms, perhaps=False, is_known=False, is_free=False)
    may_do = _SetsCombined(fmt, terms, perhaps=True, is_known=True, is_free=False)
    in_doubt = _SetsCombined(fmt, terms, perhaps=False, is_known=False, is_free=True)

    def decide(decks: DeckLines, is_open: Numbers) -> Answers:
        broken = strangers.judge(decks).is_too_little
        if not (is_open & ~broken).any():
            return Answers(broken)
        unknown = may_do.judge(decks).is_enough & in_doubt.judge(decks).is_too_little
        return Answers(broken, unknown, ~(broken | unknown | fine.judge(decks).is_enough))

    return decide


#: By the function that says what is asked.
DECISIONS: Mapping[RestrictionCheck, Decision] = {
    **decisions.OF_EVERY_GAME,
    team_restrictions.one_team: one_team,
    team_restrictions.team_pair: team_pair,
    team_restrictions.good_or_evil: good_or_evil,
    team_restrictions.alignment_loyalty: alignment_loyalty,
    stat_restrictions.copies_by_type: copies_by_type,
    stat_restrictions.main_characters_at_most: main_characters_at_most,
    stat_restrictions.main_character_once: main_character_once,
    stat_restrictions.one_starting_main_character: one_starting_main_character,
    stat_restrictions.boss: boss,
    stat_restrictions.sets_combined: sets_combined,
}
