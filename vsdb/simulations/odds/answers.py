"""The answer to a question of the odds page: the chance, its curve by turn, and how many copies are seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import InputError
from engine.simulation.odds.answers import AskedDeck, Odds, OddsAnswer, answer, answer_within
from engine.simulation.odds.counting import TOO_MUCH, Work
from engine.simulation.odds.questions import BEST, NEVER, MulliganPolicy, Question, Want
from engine.simulation.odds.ready import exactly
from engine.simulation.odds.sampling import OddsSample, sample_odds
from vsdb.core.limits.computing import bounds_computing
from vsdb.simulations.odds.form import AskedOdds
from vsdb.simulations.odds.words import BestHands, describe_best

_CURVE_WORK = 400_000  #: products of numbers: some 20 ms
_PATIENT_WORK = 150_000_000  #: some 10 s, as long as a request may take
_QUICK_GAMES, _MANY_GAMES = 10_000, 200_000
_MAX_TRIED = 12  #: conditions for which every hand is tried while a page waits
TURNS = tuple(range(1, 9))
MAX_TURNS = 12  #: of a curve


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The chance of all that is asked for by a turn: with the mulligan of the question, and keeping every hand.

    None where the deck has too few cards.
    """

    turn: int
    policy: Odds | None
    never: Odds | None


@dataclass(frozen=True, slots=True)
class CopiesSeen:
    """The chance to see exactly 0, 1, 2 … copies of a group by a turn, keeping every hand."""

    group: str
    turn: int
    copies: tuple[Odds, ...]


@dataclass(frozen=True, slots=True)
class OddsFigures:
    """What was counted. `curve` is None where it takes too long.

    `compared` has the chance with other mulligans beside that of the question: every hand kept, one's own.
    """

    answer: OddsAnswer
    curve: tuple[CurvePoint, ...] | None
    copies: tuple[CopiesSeen, ...]
    compared: tuple[tuple[str, Odds], ...] = ()

    def best_hands(self, asked: AskedOdds) -> BestHands | None:
        """The best policy in words; None where none is asked for, or it isn't one."""
        told = self.answer.as_dict()
        return describe_best(told, asked.named, asked.deck.rule) if "keeps" in told else None

    @property
    def odds(self) -> Odds:
        """The chance."""
        return self.answer.odds[0]


def count_quickly(asked: AskedOdds) -> OddsFigures | None:
    """The answer where it takes some 50 ms at most, else None; its curve may then still be missing.

    Raises InputError for what can't be counted.
    """
    found = answer_within([asked.deck])
    return _complete(asked, found, Work(_CURVE_WORK)) if found else None


@bounds_computing
def count_exactly(asked: AskedOdds) -> OddsFigures:
    """The answer, however long it takes within the limits. Raises InputError for what is too much."""
    work = Work(_PATIENT_WORK)
    return _complete(asked, answer([asked.deck], work), work)


@bounds_computing
def sample_quickly(asked: AskedOdds) -> OddsSample | None:
    """A simulated answer in the time that a page waits; None for what can't be played, or takes long itself."""
    question = asked.deck.question
    is_slow = question.mulligan.do == BEST and (question.distinct or sum(map(len, question.want)) > _MAX_TRIED)
    return None if is_slow else _sample(asked, _QUICK_GAMES)


@bounds_computing
def sample_well(asked: AskedOdds) -> OddsSample | None:
    """A simulated answer with a small error, for what takes too long to count; None for what can't be played."""
    return _sample(asked, _MANY_GAMES)


def _sample(asked: AskedOdds, games: int) -> OddsSample | None:
    try:
        return sample_odds([asked.deck], games=games, in_bulk=True)
    except InputError:
        return None


def _complete(asked: AskedOdds, found: OddsAnswer, work: Work) -> OddsFigures:
    figures = OddsFigures(found, None, tuple(_count_copies(asked)))
    try:
        figures = replace(figures, compared=tuple(_compare(asked, found.odds[0], work)))
        return replace(figures, curve=tuple(_build_curve(asked.deck, work)))
    except InputError as error:
        if error.code == TOO_MUCH:
            return figures
        raise


def _compare(asked: AskedOdds, found: Odds, work: Work) -> Iterator[tuple[str, Odds]]:
    """The chance with every hand kept, with one's own mulligan and with the best; none where every hand is kept."""
    question = asked.deck.question
    if question.mulligan.do == NEVER:
        return
    yield "Every hand kept", answer([replace(asked.deck, question=_keep_all(question))], work).odds[0]
    if asked.own:
        yield "Your own mulligan", answer([asked.own], work).odds[0]
    yield ("Best choice of hands" if question.mulligan.do == BEST else "With the mulligan"), found


def _keep_all(question: Question) -> Question:
    return replace(question, mulligan=MulliganPolicy(NEVER))


def _build_curve(deck: AskedDeck, work: Work) -> Iterator[CurvePoint]:
    """All that is asked for by each turn, at least turns 1 to 8."""
    last = deck.question.last_turn
    turns = sorted({*TURNS, *range(1, min(last, MAX_TURNS) + 1), last})
    for turn in turns:
        question = _ask_by(deck.question, turn)
        chosen = _find_odds(deck, question, work)
        is_plain = question.mulligan.do == NEVER
        never = chosen if is_plain else _find_odds(deck, _keep_all(question), work)
        if chosen or never:
            yield CurvePoint(turn, chosen, never)


def _ask_by(question: Question, turn: int) -> Question:
    return replace(question, want=tuple(tuple(replace(each, by=turn) for each in clause) for clause in question.want))


def _find_odds(deck: AskedDeck, question: Question, work: Work) -> Odds | None:
    """The chance of a question; None where the deck has too few cards for it."""
    try:
        return answer([replace(deck, question=question)], work).odds[0]
    except InputError as error:
        if error.place == "deck.size":
            return None
        raise


def _count_copies(asked: AskedOdds) -> Iterator[CopiesSeen]:
    """How many copies of each group that is wanted are seen by the last turn that it is wanted by."""
    deck = asked.deck
    turns: dict[str, int] = {}
    for want in _list_wants(deck.question):
        for group in want.of:
            turns[group] = max(turns.get(group, 0), want.by)
    for group, turn in turns.items():
        seen = min(deck.rule.count_seen(turn, first=deck.question.first), deck.size)
        certain = sum(card.count for card in deck.cards if group in card.groups)
        numbers = _add_up(certain, (card.count for card in deck.cards if group in card.undecided))
        told = tuple(_bound(deck.size, numbers, seen, count) for count in range(min(seen, numbers[-1]) + 1))
        yield CopiesSeen(asked.groups[group], turn, told)


def _list_wants(question: Question) -> Iterator[Want]:
    for clause in question.want:
        yield from clause


def _add_up(certain: int, open_counts: Iterable[int]) -> list[int]:
    """Every number of copies that there may be, lowest first."""
    sums = 1
    for count in open_counts:
        sums |= sums << count
    return [certain + at for at, bit in enumerate(bin(sums)[:1:-1]) if bit == "1"]


def _bound(size: int, numbers: list[int], seen: int, count: int) -> Odds:
    peak = count * (size + 1) // max(seen, 1)
    near = [*[each for each in numbers if each <= peak][-1:], *[each for each in numbers if each >= peak][:1]]
    chances = [exactly(size, each, seen, count) for each in {numbers[0], numbers[-1], *near}]
    return Odds(min(chances), max(chances))


def figures_to_dict(asked: AskedOdds, figures: OddsFigures, sentence: str) -> dict[str, Any]:
    """The answer as JSON: that of the API with the question in words, the curve and the copies seen."""
    best = figures.best_hands(asked)
    return {
        "question": sentence,
        "groups": dict(asked.groups),
        "cards": {name: each.as_dict() for name, each in asked.counted.items()},
        **({"best_hands": " ".join((best.summary, *best.kept))} if best else {}),
        "compared": [{"mulligan": name, **odds.as_dict()} for name, odds in figures.compared],
        **figures.answer.as_dict(),
        "curve": [
            {
                "turn": point.turn,
                "policy": point.policy.as_dict() if point.policy else None,
                "never": point.never.as_dict() if point.never else None,
            }
            for point in figures.curve or ()
        ],
        "copies": [
            {
                "group": each.group,
                "turn": each.turn,
                "exactly": [{"copies": count, **odds.as_dict()} for count, odds in enumerate(each.copies)],
            }
            for each in figures.copies
        ],
    }


CSV_COLUMNS = ("figure", "of", "turn", "copies", "mulligan", "answer", "decimal", "least", "most", "question")


def list_csv_rows(asked: AskedOdds, figures: OddsFigures, sentence: str) -> Iterator[list[str]]:
    """The answer with its question, the cards counted, the curve and the copies seen as rows of a table."""
    policy = asked.deck.question.mulligan.do
    yield list(CSV_COLUMNS)
    last = asked.deck.question.last_turn
    yield ["answer", "", str(last), "", policy, *_write_odds(figures.odds), sentence]
    for name, odds in figures.compared:
        yield ["compared", name, str(last), "", "", *_write_odds(odds), ""]
    for group in asked.counted.values():
        for copies, name in (*group.cards, *group.open_cards):
            yield ["card", name, "", str(copies), "", "", "", "", "", group.text]
    for point in figures.curve or ():
        kinds: Mapping[str, Odds | None] = {policy: point.policy, NEVER: point.never}
        for name, found in kinds.items():
            if found:
                yield ["by turn", "", str(point.turn), "", name, *_write_odds(found), ""]
    for each in figures.copies:
        for count, seen in enumerate(each.copies):
            yield ["copies seen", each.group, str(each.turn), str(count), NEVER, *_write_odds(seen), ""]


def _write_odds(odds: Odds) -> tuple[str, str, str, str]:
    told = odds.as_dict()
    if told["answer"] is None:
        return "", "", told["least"], told["most"]
    return told["answer"], f"{told['decimal']:.6f}", "", ""
