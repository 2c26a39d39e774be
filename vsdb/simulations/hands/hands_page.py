"""The page of twenty opening hands at a glance: keep or mulligan, and how one's choices compare with the policy.

The hands have the seeds from the address's seed on, one after another. The choices stand in the address, a letter a
hand: `1` kept, `0` not, `-` not judged. What was judged on the pages before goes along as two numbers: `31-40` are 31
kept of 40.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from statistics import fmean

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render

from engine import InputError
from engine.model.cards import Card
from engine.simulation.hands import DealtCard
from engine.simulation.opening_rules import ASIDE
from vsdb.catalog.cards.faces import FaceFigure, build_face
from vsdb.core.requests import read_choice, read_number
from vsdb.exchange.deck_lists.data_layouts import escape_cell
from vsdb.simulations.hands.dealing import (
    MOST_SEED,
    SEED_DIGITS,
    DealtHands,
    HandRequest,
    SampleHand,
    deal_hands,
    draw_seed,
)
from vsdb.simulations.sources import SimulatedList

COUNT = 20
KEPT, GONE, OPEN = "1", "0", "-"
_VALUES = {"k": KEPT, "m": GONE}  #: of the form's buttons
_BEFORE = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")
_MAX_FRACTION = 24  #: characters of a fraction that is written out


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card of a hand as one line; `coin` is its cost, None where the line names no one card."""

    name: str
    card: Card | None
    coin: FaceFigure | None

    @property
    def order(self) -> tuple[int, str]:
        """Cheapest first, then what has no number for a cost."""
        value = self.coin.value if self.coin else ""
        return (int(value) if value.isdecimal() else 1_000, self.name)


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """A hand of the page, and what was chosen for it."""

    number: int
    sample: SampleHand
    lines: Sequence[CardLine]
    address: str
    choice: str = OPEN

    @property
    def is_kept(self) -> bool:
        """Whether one keeps it."""
        return self.choice == KEPT

    @property
    def is_judged(self) -> bool:
        """Whether one has chosen."""
        return self.choice != OPEN

    @property
    def agrees(self) -> bool | None:
        """Whether the policy chooses the same; None where one of them doesn't choose."""
        decision = self.sample.decision
        return None if decision is None or not self.is_judged else decision.keeps is self.is_kept


@dataclass(frozen=True, slots=True)
class RunningTally:
    """How many hands were kept of those judged so far."""

    kept: int = 0
    judged: int = 0

    @property
    def share(self) -> str:
        """The share that was kept; empty before the first."""
        return format_percent(Fraction(self.kept, self.judged)) if self.judged else ""

    @property
    def word(self) -> str:
        """It as the address writes it; empty before the first."""
        return f"{self.kept}-{self.judged}" if self.judged else ""

    def add(self, choices: Iterable[str]) -> RunningTally:
        """With these choices."""
        told = "".join(choices)
        return RunningTally(self.kept + told.count(KEPT), self.judged + len(told) - told.count(OPEN))


@dataclass(frozen=True, slots=True)
class HandsTally:
    """What one's choices come to."""

    hands: Sequence[JudgedHand]
    costs: Mapping[str, int]  #: of the cards with a number for a cost, by identity

    @property
    def judged(self) -> Sequence[JudgedHand]:
        """The hands that were judged."""
        return [each for each in self.hands if each.is_judged]

    @property
    def kept(self) -> int:
        """How many were kept."""
        return sum(each.is_kept for each in self.judged)

    @property
    def share(self) -> str:
        """The share that was kept of those judged."""
        return format_percent(Fraction(self.kept, len(self.judged)))

    @property
    def agreed(self) -> int:
        """How often the policy chooses the same."""
        return sum(each.agrees is True for each in self.judged)

    @property
    def different(self) -> Sequence[JudgedHand]:
        """The hands for which the policy chooses otherwise."""
        return [each for each in self.judged if each.agrees is False]

    @property
    def averages(self) -> Sequence[tuple[str, str]]:
        """The average cost of a card in the hands kept, in those not, and in all twenty, as far as there are any."""
        groups = (
            ("hands you keep", [each for each in self.judged if each.is_kept]),
            ("hands you don’t keep", [each for each in self.judged if not each.is_kept]),
            ("all hands here", self.hands),
        )
        found = ((title, [*self._list_costs(hands)]) for title, hands in groups)
        return [(title, f"{fmean(costs):.2f}") for title, costs in found if costs]

    def _list_costs(self, hands: Iterable[JudgedHand]) -> Iterator[int]:
        for each in hands:
            for dealt in each.sample.hand.opening:
                if dealt.identity in self.costs:
                    yield self.costs[dealt.identity]


@dataclass(frozen=True, slots=True)
class HandsPage:
    """The hands with the addresses of those before and after them."""

    source: SimulatedList
    dealt: DealtHands
    hands: Sequence[JudgedHand]
    before: RunningTally

    @property
    def form_words(self) -> Sequence[tuple[str, str]]:
        """The hidden fields of the form."""
        return (*self.source.words, *list_words(self.dealt.seed, (), self.before))

    @property
    def so_far(self) -> RunningTally:
        """What was judged here and on the pages before."""
        return self.before.add(each.choice for each in self.hands)

    @property
    def coins(self) -> Sequence[tuple[str, str]]:
        """What the numbers beside the cards mean: the look of each kind and its name."""
        found = (line.coin for each in self.hands for line in each.lines if line.coin and line.coin.value)
        return tuple(dict.fromkeys((coin.look or "gold", coin.label) for coin in found))

    @property
    def is_empty(self) -> bool:
        """Whether the list has no card to deal."""
        return not self.hands[0].sample.hand.cards

    @property
    def sets_aside(self) -> bool:
        """Whether the mulligan of the game sets single cards aside."""
        return self.hands[0].sample.hand.rule.mulligan == ASIDE

    @property
    def last_seed(self) -> int:
        """The seed of the last hand."""
        return self.dealt.seed + len(self.hands) - 1

    @property
    def address(self) -> str:
        """The address of these hands with one's choices."""
        return self.source.address(
            "hands", list_words(self.dealt.seed, [each.choice for each in self.hands], self.before)
        )

    @property
    def tally(self) -> HandsTally | None:
        """What one's choices come to; None before the first."""
        if not any(each.is_judged for each in self.hands):
            return None
        cards = self.dealt.policy.deck.cards if self.dealt.policy else ()
        return HandsTally(self.hands, {card.identity: card.cost for card in cards if card.cost is not None})

    @property
    def share_kept(self) -> str:
        """The exact share of opening hands that the policy keeps, in words; empty without a policy."""
        share = self.dealt.share_kept
        if share is None:
            return ""
        fraction = str(share)
        return format_percent(share) + (f" ({fraction})" if "/" in fraction and len(fraction) <= _MAX_FRACTION else "")


def format_percent(share: Fraction) -> str:
    """A share as a percentage with one decimal, none where it is 0."""
    return f"{float(share):.1%}".replace(".0%", "%")


def list_words(seed: int, choices: Sequence[str], before: RunningTally) -> list[tuple[str, str]]:
    """The words of an address with these choices, and those on the pages before."""
    told = "".join(choices).rstrip(OPEN)
    words = [("kept", told), ("before", before.word)]
    return [("seed", str(seed)), *(each for each in words if each[1])]


def read_before(words: QueryDict) -> RunningTally:
    """What was judged on the pages before. Raises InputError."""
    told = words.get("before", "").strip()
    if not told:
        return RunningTally()
    numbers = _BEFORE.fullmatch(told)
    if not numbers or int(numbers[1]) > int(numbers[2]):
        raise InputError(f"{told[:30]!r} isn't the hands kept and those judged before, such as 31-40", place="before")
    return RunningTally(int(numbers[1]), int(numbers[2]))


def read_choices(words: QueryDict) -> list[str]:
    """A choice for each hand. Raises InputError."""
    told = words.get("kept", "").strip()
    if len(told) > COUNT or not set(told) <= {KEPT, GONE, OPEN}:
        raise InputError(f"{told[:30]!r} isn't up to {COUNT} of 1, 0 and -, a character a hand", place="kept")
    return [*told.ljust(COUNT, OPEN)]


def build_hands_page(source: SimulatedList, seed: int, choices: Sequence[str], before: RunningTally) -> HandsPage:
    """The hands from a seed on; no query."""
    dealt = deal_hands(source.deck, seed, COUNT, source.on)
    lines: dict[str, CardLine] = {}
    hands = [
        JudgedHand(
            number,
            sample,
            sorted((_find_line(card, lines) for card in sample.hand.cards), key=lambda line: line.order),
            source.address("hand", HandRequest(sample.hand.seed).list_words()),
            choice,
        )
        for number, (sample, choice) in enumerate(zip(dealt.hands, choices, strict=True), start=1)
    ]
    return HandsPage(source, dealt, hands, before)


def _follow(seed: int) -> int:
    """The seed of the next twenty hands; after the largest they begin with 0."""
    return seed + COUNT if seed + 2 * COUNT - 1 <= MOST_SEED else 0


def _find_line(dealt: DealtCard, lines: dict[str, CardLine]) -> CardLine:
    if dealt.identity not in lines:
        coins = build_face(dealt.card).coins if dealt.card else ()
        lines[dealt.identity] = CardLine(dealt.name, dealt.card, coins[0] if coins else None)
    return lines[dealt.identity]


def _send_csv(page: HandsPage) -> HttpResponse:
    """The hands as a table: seed, one's choice, the policy's, its reason, and the cards."""
    held = StringIO()
    table = csv.writer(held, lineterminator="\r\n")
    table.writerow(["seed", "choice", "policy", "reason", "cards"])
    for each in page.hands:
        decision, names = each.sample.decision, "; ".join(line.name for line in each.lines)
        choice = {KEPT: "keep", GONE: "mulligan"}.get(each.choice, "")
        policy = "" if decision is None else "keep" if decision.keeps else "mulligan"
        row = [str(each.sample.hand.seed), choice, policy, decision.reason if decision else "", names]
        table.writerow(map(escape_cell, row))
    headers = {"Content-Disposition": f'attachment; filename="hands-{page.dealt.seed}.csv"'}
    return HttpResponse(held.getvalue(), content_type="text/csv; charset=utf-8", headers=headers)


def show(request: HttpRequest, source: SimulatedList) -> HttpResponseBase:
    """The page. Without a seed one is drawn, and a form that is sent leads to the address that holds its choices.

    `next` leads on to the next twenty hands; what was kept so far goes along.
    """
    words = request.GET
    kind, seed = read_choice(words, "as", ("csv", "json")), read_number(words, "seed", digits=SEED_DIGITS)
    if seed is None:
        return HttpResponseRedirect(source.address("hands", [("seed", str(draw_seed()))]))
    choices, before = read_choices(words), read_before(words)
    sent = {number: _VALUES.get(words.get(f"h{number}", "")) for number in range(1, COUNT + 1)}
    chosen = [sent[number] or choice for number, choice in enumerate(choices, start=1)]
    if words.get("next"):
        return HttpResponseRedirect(source.address("hands", list_words(_follow(seed), (), before.add(chosen))))
    if any(sent.values()):
        return HttpResponseRedirect(f"{source.address('hands', list_words(seed, chosen, before))}#tally")
    page = build_hands_page(source, seed, choices, before)
    if kind == "json":
        so_far = {"kept": page.so_far.kept, "judged": page.so_far.judged}
        return JsonResponse({**page.dealt.as_dict(), "choices": choices, "so_far": so_far})
    if kind == "csv":
        return _send_csv(page)
    return render(request, "simulations/hands.html", {"source": source, "current": "hands", "page": page})
