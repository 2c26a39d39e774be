"""The answer to a question about draws: fractions, what they assume and the rules that they follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any

from engine.model.errors import InputError
from engine.model.verdicts import Citation
from engine.simulation.odds.counting import QUICK_WORK, TOO_MUCH, Work
from engine.simulation.odds.exact import Chance
from engine.simulation.odds.questions import BEST, NEVER, REST, SET_ASIDE, GroupedDeck, Question, ask_by_turn
from engine.simulation.odds.ranges import ChanceRange, GroupedCard, find_range
from engine.simulation.opening_rules import OpeningRule

_DIGITS = 6  #: of a decimal


@dataclass(frozen=True, slots=True)
class AskedDeck:
    """A question about a deck, whose cards are in groups, with the rule by which it is dealt."""

    question: Question
    cards: tuple[GroupedCard, ...]
    size: int
    rule: OpeningRule


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance by a turn; of a question that asks for no turns, `turn` is None. From `least` to `most`."""

    least: Fraction
    most: Fraction
    turn: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """The chance as the API gives it: one fraction, or a range."""
        turn = {} if self.turn is None else {"turn": self.turn}
        if self.least == self.most:
            return {**turn, "answer": _write(self.least), "decimal": round_decimal(self.least)}
        bounds = {"least": _write(self.least), "most": _write(self.most)}
        decimals = {"least_decimal": round_decimal(self.least), "most_decimal": round_decimal(self.most)}
        return {**turn, "answer": None, "decimal": None, **bounds, **decimals}


@dataclass(frozen=True, slots=True)
class OddsAnswer:
    """An answer: one chance, or one a turn; what the best policy does with each deck, None where none is told."""

    odds: tuple[Odds, ...]
    decks: tuple[AskedDeck, ...]
    best: tuple[Chance | None, ...]

    @property
    def seen(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each deck seen by each turn from 0."""
        return tuple(map(count_seen, self.decks))

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the answer takes for granted beside the rules."""
        return tuple(dict.fromkeys(said for deck in self.decks for said in list_assumptions(deck)))

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The rules of opening hand, mulligan and draw."""
        return tuple(dict.fromkeys(cited for deck in self.decks for cited in list_citations(deck)))

    def as_dict(self) -> dict[str, Any]:
        """The answer as the API and the command line give it."""
        one, seen = self.odds[0], [list(each) for each in self.seen]
        head = one.as_dict() if one.turn is None else {"answers": [each.as_dict() for each in self.odds]}
        told = [each and _describe_best(each) for each in self.best]
        best = {key: [each and each[key] for each in told] for key in ("keeps", "changes")} if any(told) else {}
        return {
            **head,
            **{key: of_decks[0] if len(of_decks) == 1 else of_decks for key, of_decks in best.items()},
            "seen": seen[0] if len(seen) == 1 else seen,
            "assumes": list(self.assumes),
            "citations": [each.as_dict() for each in self.citations],
        }


def answer_within(decks: Sequence[AskedDeck], limit: int = QUICK_WORK) -> OddsAnswer | None:
    """The answer, or None where it takes more work than a limit allows. Raises InputError for what can't be counted."""
    try:
        return answer(decks, Work(limit))
    except InputError as error:
        if error.code == TOO_MUCH:
            return None
        raise


def answer(decks: Sequence[AskedDeck], work: Work | None = None) -> OddsAnswer:
    """The answer to a question about one deck, or about several independent ones, whose chances are multiplied.

    `work` is what may still be done, for several answers together. Raises InputError for what can't be counted.
    """
    spent = work or Work()
    turns: Sequence[int | None] = decks[0].question.turns or (None,)
    ranges = [[_find_range(deck, turn, spent) for deck in decks] for turn in turns]
    odds = tuple(_join(found, turn) for turn, found in zip(turns, ranges, strict=True))
    # The decks know nothing of each other: what is best for the whole is what is best for each.
    best = (_find_best(deck, turns, found) for deck, found in zip(decks, ranges[0], strict=True))
    return OddsAnswer(odds, tuple(decks), tuple(best))


def group_cards(deck: GroupedDeck) -> tuple[GroupedCard, ...]:
    """The cards of a deck that is given as counts: nothing of them is undecided."""
    return tuple(GroupedCard(count, groups) for groups, count in deck.cells)


def round_decimal(chance: Fraction) -> float:
    """A chance to six places."""
    return float(round(chance, _DIGITS))


def _write(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _find_best(deck: AskedDeck, turns: Sequence[int | None], found: ChanceRange) -> Chance | None:
    """The chance that says what the best policy does; None of a range and of several turns, which have several."""
    is_told = deck.question.mulligan.do == BEST and turns == (None,) and found.least is found.most
    return found.most if is_told else None


def _join(found: Sequence[ChanceRange], turn: int | None) -> Odds:
    """The chance that all come true, of decks that know nothing of each other."""
    least = reduce(mul, [each.least.value for each in found])
    is_range = any(each.least is not each.most for each in found)
    return Odds(least, reduce(mul, [each.most.value for each in found]) if is_range else least, turn)


def _find_range(deck: AskedDeck, turn: int | None, work: Work) -> ChanceRange:
    return find_range(deck.cards, deck.size, ask_by_turn(deck.question, turn), deck.rule, work)


def count_seen(deck: AskedDeck) -> tuple[int, ...]:
    """The cards seen by each turn from 0."""
    first = deck.question.first
    return tuple(min(deck.rule.count_seen(turn, first=first), deck.size) for turn in range(deck.question.last_turn + 1))


def list_assumptions(deck: AskedDeck) -> Sequence[str]:
    """What the answer takes for granted beside the rules."""
    question, rule = deck.question, deck.rule
    said = ["Cards count as seen, not as spent or built.", "No card draws, searches or moves others."]
    if rule.deck_size is not None and deck.size != rule.deck_size:
        said.append(f"The deck has {deck.size} cards; the rules ask for exactly {rule.deck_size}.")
    if question.distinct:
        said.append("Each copy counts for one condition.")
    if any(card.undecided for card in deck.cards):
        said.append("Cards that can’t be placed in or out of a group make the answer a range.")
    if question.mulligan.do == SET_ASIDE:
        said.append("Of copies that may be set aside, those that fewer conditions ask for go first.")
    if rule.may_run_out:
        said.append("Nothing comes back to the pile.")
    if rule.note:
        said.append(rule.note)
    return said


def list_citations(deck: AskedDeck) -> Sequence[Citation]:
    """The rules of opening hand, mulligan and draw."""
    rule = deck.rule
    mulligan = rule.mulligan_by if deck.question.mulligan.do != NEVER else None
    first_turn = None if deck.question.first else rule.first_turn_by
    return [each for each in (rule.dealt_by, mulligan, rule.drawn_by, first_turn) if each]


def _describe_best(best: Chance) -> dict[str, Any]:
    """The hands that are kept whole, and of each other one what is set aside: copies by the groups they are in."""
    names = [*(" or ".join("&".join(sorted(groups)) for groups in each) for each in best.classes), REST]

    def tell(counts: Sequence[int]) -> dict[str, int]:
        return {name: count for name, count in zip(names, counts, strict=True) if count}

    return {
        "keeps": [tell(hand) for hand in best.kept],
        "changes": [{"hand": tell(each.hand), "aside": tell(each.aside)} for each in best.changed],
    }
