"""What is settled of the verdicts in a format on a day before any deck is known, and how a deck is judged by it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import TypeVar

from engine.formats.bans import find_bans_on
from engine.formats.pools import get_pool_on
from engine.model.cards import Card
from engine.model.decks import DECK, Deck, DeckEntry
from engine.model.fast_path import DeckTotals, Guard
from engine.model.formats import Construction, Format
from engine.model.games import game_of
from engine.model.verdicts import (
    ERROR,
    SEVERITIES,
    UNKNOWN,
    Breach,
    CheckedRule,
    Citation,
    Finding,
    find_outcome,
)
from engine.rules import Check, DayCheck, FigureCheck, ListCheck, MarkCheck, Rule, Ruleset, SeldomCheck
from engine.rules.editions import find_edition_in_force
from engine.rules.findings import Said, find_in, look_at, run_figure_check, run_list_check
from engine.rules.known_cards import KnownCards, find_known_cards

S = TypeVar("S", Finding, CheckedRule)
Judgement = tuple[str, tuple[Finding, ...]]
Placed = tuple[int, int, int, Finding]
_Suspects = dict[Hashable, tuple[frozenset[Rule], tuple[Guard, ...]]]


class ListRules:
    """The rules of an edition that ask nothing of a format but its figures and what its game's guards name.

    Formats alike in these share them, and what they rule out in a deck is worked out once for all.
    """

    def __init__(self, ruleset: Ruleset, figures: Construction, asked: Hashable) -> None:
        self._ruleset = ruleset
        self.guards: tuple[Guard, ...] = tuple(game_of(ruleset.game).fast_path.guards(figures, asked))
        codes = {code for each in self.guards for code in each.codes}
        rules = [rule for rule in ruleset.rules if not isinstance(rule.check, DayCheck | SeldomCheck | MarkCheck)]
        #: Those that no guard names: every deck is asked about them.
        self.unguarded = frozenset(rule for rule in rules if rule.code not in codes)
        self._by_code = {code: [rule for rule in rules if rule.code == code] for code in codes}
        self._grave = tuple(each for each in self.guards if not each.only_notes)
        #: By the key of totals the rules that may find something, and the guards that have to look at the cards too;
        #: first among all guards, then among those that find more than notes.
        self._by_key: tuple[_Suspects, _Suspects] = ({}, {})

    def find_suspects(self, deck: Deck, *, grave: bool = False) -> frozenset[Rule]:
        """The rules that may find something in a deck; the `grave` ones without those that find warnings at most."""
        totals, known = deck.totals, self._by_key[grave]
        rules, guards = known.get(key := totals.key) or self._look_at(totals, key, grave)
        found = [each for each in guards if each.may_find(totals)]
        return rules.union(*map(self.list_rules, found)) if found else rules

    def _look_at(self, totals: DeckTotals, key: Hashable, grave: bool) -> tuple[frozenset[Rule], tuple[Guard, ...]]:
        known, guards = self._by_key[grave], self._grave if grave else self.guards
        if len(known) > _MAX_KEPT:
            known.clear()
        of_cards = tuple(each for each in guards if each.asks_of_cards(totals.bits))
        found = [each for each in guards if each not in of_cards and each.may_find(totals)]
        kept = known[key] = self.unguarded.union(*map(self.list_rules, found)), of_cards
        return kept

    def list_rules(self, guard: Guard) -> list[Rule]:
        """The rules that a guard names."""
        return [rule for code in guard.codes for rule in self._by_code[code]]


@lru_cache(maxsize=512)
def _find_list_rules(ruleset: Ruleset, figures: Construction, asked: Hashable) -> ListRules:
    return ListRules(ruleset, figures, asked)


def _find_suspects(deck: Deck, rules: ListRules) -> frozenset[Rule]:
    return rules.find_suspects(deck)


@dataclass(frozen=True, eq=False, slots=True)
class _CardMarks:
    """What a format sees in a card; cards in which it sees the same share one, so that it is told apart by what it is.

    `by_rule` are the card's marks by rule, `asks` the rules that have to look at a whole deck because of it, and
    `is_stranger` tells a card against which something is said whatever else is in the deck.
    """

    by_rule: tuple[tuple[str, ...], ...] = ()
    asks: frozenset[Rule] = frozenset()
    is_stranger: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class _Settled:
    """What is settled of all decks with the same marks: what is found, and the rules that have to be asked beside."""

    judgement: Judgement
    findings: list[Placed]
    asks: frozenset[Rule]
    has_strangers: bool


class Plan:
    """What is settled of the verdicts in a format on a day before any deck is known."""

    def __init__(self, fmt: Format, as_of: date) -> None:
        self.fmt, self.as_of = fmt, as_of
        self.ruleset = find_edition_in_force(fmt.game, as_of)
        self.edition = self.ruleset.edition
        self.figures = fmt.construction_on(as_of)
        self.list_rules = _find_list_rules(self.ruleset, self.figures, game_of(fmt.game).fast_path.asks(fmt))
        pool, bans = get_pool_on(fmt, as_of), find_bans_on(fmt, as_of)
        # Formats alike in pool and bans share what is known of cards, unless they ask more of them.
        is_alone = bool(fmt.restrictions)
        self.cards = KnownCards(pool, bans, self._find_in_card) if is_alone else find_known_cards(pool, bans)
        self._places = {rule: place for place, rule in enumerate(self.ruleset.rules)}
        self._own_figures = _find_own_figures(fmt.game, self.figures)
        self._cite_format = Citation(f"format:{fmt.slug}", "construction")
        self._stated = frozenset(rule.citation for rule in self.ruleset.rules)
        self._of_day = _run_day_checks(self.ruleset, fmt, as_of)
        #: The rules that look at marks of cards, with their checks.
        self._marking = {
            rule: rule.check
            for rule in self.ruleset.rules
            if isinstance(rule.check, MarkCheck) and rule not in self._of_day
        }
        self._seldom = {rule: rule.check for rule in self.ruleset.rules if isinstance(rule.check, SeldomCheck)}
        #: By card that was met its marks.
        self._marks: dict[Card, _CardMarks] = {}
        self._known_marks: dict[tuple[object, ...], _CardMarks] = {}
        #: By stranger what is said against it, with the rule, for one copy on no line.
        self._against: dict[Card, list[tuple[Rule, Placed]]] = {}
        #: What the format asks of every deck, beyond its pool and its bans.
        self.always = frozenset(rule for rule in self._of_day if self._is_always_asked(rule))
        self._by_marks: dict[tuple[_CardMarks, ...], _Settled] = {}

    def _is_always_asked(self, rule: Rule) -> bool:
        check = rule.check
        if not isinstance(check, SeldomCheck) or check.is_of_cards:
            return False
        return check.may_say_more(Deck(self.fmt.game), self.fmt, self.as_of)

    def _find_in_card(self, card: Card) -> list[Breach]:
        checks = self._seldom.values()
        return [found for check in checks for found in check.look_at_card(card, self.fmt, self.as_of)]

    def judge(self, deck: Deck) -> Judgement:
        """The outcome of a deck and what is found in it, the worst first: only rules are asked that may find something.

        Most decks are told apart by the sets whose release stands in for their first legal day, and by nothing else.
        """
        totals = deck.totals
        if totals.unsettled:
            return self.judge_in_full(deck)
        rules = deck.once(_find_suspects, self.list_rules)
        marks = self._find_marks(totals.cards)
        settled = self._by_marks.get(marks) or self._settle(marks)
        if not (rules or settled.asks or settled.has_strangers):
            return settled.judgement
        found = settled.findings + self.find(rules | settled.asks, deck)
        if settled.has_strangers:
            found += self._find_strangers(deck, settled.asks)
        return _sum_up(found)

    def find_codes(self, deck: Deck) -> tuple[str, tuple[str, ...]]:
        """The outcome of a deck, and in order the codes of what is an error or unknown; nothing else is worked out."""
        outcome, findings = self._judge_nothing() if self._is_plain(deck) else self.judge(deck)
        return outcome, tuple(sorted({each.code for each in findings if each.severity in _GRAVE}))

    def _is_plain(self, deck: Deck) -> bool:
        """Whether no more than warnings are found in a deck beyond what is said of every deck."""
        if deck.totals.unsettled or self.always or self.list_rules.find_suspects(deck, grave=True):
            return False
        return not any(each.is_stranger or each.asks for each in self._find_marks(deck.totals.cards))

    def judge_in_full(self, deck: Deck) -> Judgement:
        """The same, every rule asked."""
        return _sum_up(self.find(self.ruleset.rules, deck))

    def judge_plain(self) -> str:
        """The outcome of a deck in which nothing is found beyond what is said of every deck."""
        outcome, _ = self._judge_nothing()
        return outcome

    def _judge_nothing(self) -> Judgement:
        """What is said of every deck."""
        return (self._by_marks.get(()) or self._settle(())).judgement

    def _find_marks(self, cards: Sequence[Card]) -> tuple[_CardMarks, ...]:
        """The marks of some cards, each once, in the order of the cards."""
        known = self._marks
        try:
            return tuple(dict.fromkeys(map(known.__getitem__, cards)))
        except KeyError:
            new = [card for card in dict.fromkeys(cards) if card not in known]
            asks = self._look_at_strangers([card for card in new if not self.cards.is_plain(card)])
            known.update((card, self._look_at_card(card, frozenset(asks.get(card, ())))) for card in new)
            return tuple(dict.fromkeys(map(known.__getitem__, cards)))

    def _look_at_card(self, card: Card, asks: frozenset[Rule]) -> _CardMarks:
        by_rule = tuple(check.list_marks(card, self.fmt, self.as_of) for check in self._marking.values())
        key = (by_rule, asks, card in self._against)
        return self._known_marks.setdefault(key, _CardMarks(*key))

    def _look_at_strangers(self, cards: Sequence[Card]) -> Mapping[Card, list[Rule]]:
        """Keep what rules of cards say against each of some cards, all of them looked at together.

        Gives by card the rules that have to look at a whole deck because of it.
        """
        asks: dict[Card, list[Rule]] = {}
        decks: dict[object, Deck] = {}
        for rule, check in self._seldom.items() if cards else ():
            if not check.is_of_cards:
                untold = [card for card in cards if check.look_at_card(card, self.fmt, self.as_of)]
            else:
                told = decks.get(check.is_told_by_card)
                if told is None:
                    is_told, fmt, as_of = check.is_told_by_card, self.fmt, self.as_of
                    entries = tuple(DeckEntry(DECK, 1, card) for card in cards if is_told(card, fmt, as_of))
                    told = decks[check.is_told_by_card] = Deck(self.fmt.game, entries)
                for placed in self.find([rule], told):
                    for card in placed[3].cards:
                        self._against.setdefault(card, []).append((rule, placed))
                untold = [card for card in cards if card not in told.counts]
            for card in untold:
                asks.setdefault(card, []).append(rule)
        return asks

    def _settle(self, marks: tuple[_CardMarks, ...]) -> _Settled:
        """What is found in every deck whose cards have these marks, before it is known how many there are of each."""
        if len(self._by_marks) > _MAX_KEPT:
            self._by_marks.clear()
        asks = self.always.union(*(each.asks for each in marks))
        said = {rule: findings for rule, (findings, _) in self._of_day.items() if rule not in asks}
        nothing = Deck(self.fmt.game)
        for place, (rule, check) in enumerate(self._marking.items()):
            of_deck = tuple(dict.fromkeys(chain.from_iterable(each.by_rule[place] for each in marks)))
            said[rule] = find_in(rule, check.look_at(of_deck, self.fmt, self.as_of), nothing)
        findings = [each for rule, found in said.items() for each in self._place(rule, found)]
        is_any_strange = any(each.is_stranger for each in marks)
        kept = self._by_marks[marks] = _Settled(_sum_up(findings), findings, asks, is_any_strange)
        return kept

    def _find_strangers(self, deck: Deck, asked: Set[Rule]) -> list[Placed]:
        """What is said against cards whatever else is in the deck, for its copies and lines of them; a rule that is
        asked about the whole deck says it itself."""
        counts, lines, against = deck.counts, deck.lines, self._against
        found: list[Placed] = []
        for at, (card, count) in enumerate(counts.items()):
            for rule, (rank, place, _, said) in against.get(card, ()):
                if rule not in asked:
                    code, severity, message, citation, cards, _, allowed, section, _, suggestions = said
                    own = lines[card]
                    finding = Finding(
                        code, severity, message, citation, cards, count, allowed, section, own, suggestions
                    )
                    found.append((rank, place, at, finding))
        return found

    def find(self, rules: Iterable[Rule], deck: Deck) -> list[Placed]:
        """What rules find in a deck, each with its rank and its place among the findings."""
        return [each for rule in rules if (found := self._find(rule, deck)) for each in self._place(rule, found)]

    def _place(self, rule: Rule, findings: list[Finding]) -> list[Placed]:
        own = self._cite_own(findings) if self._own_figures else findings
        place = self._places[rule]
        return [(_RANK[each.severity], place, at, each) for at, each in enumerate(own)]

    def _find(self, rule: Rule, deck: Deck) -> list[Finding]:
        """What a rule finds in a deck."""
        kept = self._recall(rule, deck)
        return kept[0] if kept else find_in(rule, rule.check(deck, self.fmt, self.as_of), deck)

    def _look_at(self, rule: Rule, deck: Deck) -> list[CheckedRule]:
        """What a rule saw in a deck."""
        kept = self._recall(rule, deck) or look_at(rule, rule.check(deck, self.fmt, self.as_of), deck)
        return kept[1]

    def _recall(self, rule: Rule, deck: Deck) -> Said | None:
        """What a rule says of every deck, or of this one in other formats; None where it has to look."""
        check, of_any = rule.check, self._of_day.get(rule)
        if of_any is not None:
            is_same = not isinstance(check, SeldomCheck) or not check.may_say_more(deck, self.fmt, self.as_of)
            return of_any if is_same else None
        if isinstance(check, ListCheck):
            return deck.once(run_list_check, rule)
        if isinstance(check, FigureCheck):
            return deck.once(run_figure_check, rule, self.figures)
        return None

    def list_checked(self, deck: Deck) -> tuple[CheckedRule, ...]:
        """What every rule saw in a deck, in the order of the rules."""
        checked = [each for rule in self.ruleset.rules for each in self._look_at(rule, deck)]
        return tuple(self._cite_own(checked))

    def _cite_own(self, said: list[S]) -> list[S]:
        """What rests on a figure that no document of the game states, with the format as its source."""
        if not self._own_figures:
            return said
        cite, stated = self._cite_format, self._stated
        return [each._replace(citation=cite) if _is_own(each, self._own_figures, stated) else each for each in said]


@lru_cache(maxsize=1024)
def find_plan(fmt: Format, as_of: date) -> Plan:
    """The plan of a format on a day, worked out once."""
    return Plan(fmt, as_of)


def _sum_up(findings: list[Placed]) -> Judgement:
    """The outcome, and the findings with the worst first, those of one severity in the order of the rules."""
    if len(findings) > 1:
        findings = sorted(findings, key=_PLACE)
    found = tuple(finding for _, _, _, finding in findings)
    return find_outcome(found[:1]), found


_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}
_GRAVE = (ERROR, UNKNOWN)


_PLACE = itemgetter(0, 1, 2)
_MAX_KEPT = 1000  #: judgements in a plan


@lru_cache(maxsize=4096)
def _find_own_figures(game_slug: str, figures: Construction) -> Mapping[str, frozenset[str]]:
    """By code what a format allows by figures of its own: no document of the game states them.

    Where a game states no figures at all, its rules cite those of the formats.
    """
    game = game_of(game_slug).formats
    if not any(game.figures.values()):
        return {}
    least, most, copies = figures.deck_min, figures.deck_max, figures.copies

    def is_own(name: str, figure: int | None) -> bool:
        return figure not in {None, game.figures.get(name), *game.stated.get(name, ())}

    sizes: list[str] = []
    if is_own("deck_min", least):
        sizes += (f"{least}", f"{least}+")
    if is_own("deck_max", most):
        sizes.append(f"{most}")
    if sizes:
        sizes.append(f"{least} to {most}")
    found = {"deck-size": frozenset(sizes), "copy-limit": frozenset([f"{copies}"] if is_own("copies", copies) else ())}
    return {code: allowed for code, allowed in found.items() if allowed}


def _is_own(said: Finding | CheckedRule, own: Mapping[str, frozenset[str]], stated: Set[Citation | None]) -> bool:
    """Whether a finding or a rule checked rests on a format's own figure, and not on a rule of its own choice."""
    return str(said.allowed) in own.get(said.code, ()) and said.citation in stated


def _run_day_checks(ruleset: Ruleset, fmt: Format, as_of: date) -> Mapping[Rule, Said]:
    """What the rules that look at no deck have to say of a format on a day, and what others say of an empty one."""
    nothing = Deck(fmt.game)
    checks = [
        (rule, rule.check) for rule in ruleset.rules if isinstance(rule.check, DayCheck | SeldomCheck | MarkCheck)
    ]
    checks = [(rule, check) for rule, check in checks if not _is_marking(check, fmt, as_of)]
    return {rule: look_at(rule, check(nothing, fmt, as_of), nothing) for rule, check in checks}


def _is_marking(check: Check, fmt: Format, as_of: date) -> bool:
    return isinstance(check, MarkCheck) and check.is_in_effect(fmt, as_of)
