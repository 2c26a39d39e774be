"""The page of a sample hand: its address holds seed, mulligan and draws, and so deals the same hand again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.defaultfilters import pluralize

from engine import Citation, InputError
from engine.decklists.sections import section_title
from engine.model.identities import SectionCount
from engine.simulation.hands import DealtCard, DealtCards, Hand, TurnDraw
from engine.simulation.opening_rules import ASIDE
from vsdb.catalog.cards.faces import CardFace, build_faces_by_slug
from vsdb.catalog.rules.selectors import map_headings
from vsdb.core.requests import read_choice
from vsdb.core.words import to_sentence
from vsdb.simulations.hands.dealing import MAX_TURNS, HandRequest, SampleHand, deal_hand, draw_seed, read_hand_request
from vsdb.simulations.sources import SimulatedList

Counted = Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class TurnRow:
    """What a turn drew, as the page shows it."""

    draw: TurnDraw

    @property
    def title(self) -> str:
        """The turn in words."""
        return f"Turn {self.draw.turn}" if self.draw.turn else "Before the first turn"

    @property
    def cards(self) -> DealtCards:
        """The cards that came to hand, those beyond the rules last."""
        return (*self.draw.cards, *self.draw.more)

    @property
    def piles(self) -> Sequence[tuple[str, int, Counted]]:
        """Of each pile its name, how many were drawn, and each card with its number."""
        return tuple((section_title(name), len(cards), count_names(cards)) for name, cards in self.draw.piles)

    @property
    def words(self) -> str:
        """What was drawn in a sentence; what came beyond the rules apart."""
        ruled, more = self.draw.cards, self.draw.more
        parts = [f"drew {write_counted(count_names(ruled))}"] if ruled or not more else []
        parts += [f"{'also ' if ruled else ''}drew {write_counted(count_names(more))} by choice"] if more else []
        parts += [f"{name}: {write_counted(counted)}" for name, count, counted in self.piles if count]
        return f"{self.title}: {'; '.join(parts)}."


@dataclass(frozen=True, slots=True)
class HandPage:
    """A hand with the faces of its cards and the addresses of what can be done with it."""

    source: SimulatedList
    sample: SampleHand
    faces: Mapping[str, CardFace]
    headings: Mapping[Citation, str]

    @property
    def hand(self) -> Hand:
        """The hand."""
        return self.sample.hand

    @property
    def opening(self) -> DealtCards:
        """The hand before the first draw."""
        return self.hand.cards[: len(self.hand.cards) - self.hand.drawn]

    @property
    def gone(self) -> Counted:
        """The cards that the mulligan took."""
        return count_names(tuple(self.hand.opening[place] for place in self.hand.gone))

    @property
    def goes(self) -> Counted:
        """The cards that the policy would take."""
        decision = self.sample.decision
        return count_names(tuple(self.hand.opening[place] for place in decision.gone)) if decision else ()

    @property
    def rows(self) -> Sequence[TurnRow]:
        """The turns so far, the newest last."""
        return tuple(TurnRow(each) for each in self.hand.turns)

    @property
    def may_choose(self) -> bool:
        """Whether a mulligan is open in which single cards are set aside."""
        return self.sample.may_mulligan and self.hand.rule.mulligan == ASIDE

    @property
    def apart(self) -> Sequence[tuple[str, SectionCount]]:
        """What stands beside the deck, each with its section's name."""
        return tuple((section_title(each.section), each) for each in self.hand.apart)

    @property
    def piles(self) -> Sequence[tuple[str, int, Counted]]:
        """Each pile with how many are left and what was drawn of it so far."""
        return tuple(
            (section_title(pile.section), len(pile.library), count_names(pile.cards)) for pile in self.hand.piles
        )

    @property
    def news(self) -> str:
        """What happened last, for who can't see it."""
        if self.rows:
            return self.rows[-1].words
        if self.hand.mulligans:
            return f"Hand after the mulligan: {self.opening_words}."
        return f"Opening hand: {self.opening_words}."

    @property
    def held(self) -> Sequence[tuple[DealtCard, str]]:
        """Every card in hand, each drawn one with its turn."""
        turns = [(card, row.title) for row in self.rows for card in row.cards]
        return (*((card, "") for card in self.opening), *turns)

    @property
    def opening_words(self) -> str:
        """The cards of the hand before the first draw."""
        return write_counted(count_names(self.opening))

    @property
    def next_turn(self) -> str:
        """What the next turn draws, in words; empty where nothing is left or the turns end."""
        hand, turn = self.hand, self.hand.turn + 1
        count = min(hand.rule.count_drawn(turn, first=hand.first), hand.library_left)
        parts = [f"draw {count}"]
        of_piles = 0
        for pile in hand.piles:
            drawn = min(pile.rule.count_drawn(turn, first=hand.first), len(pile.library))
            of_piles += len(pile.library)
            if drawn:
                parts.append(f"{drawn} {section_title(pile.section).lower()}")
        if turn > MAX_TURNS or not (hand.library_left or of_piles):
            return ""
        return f"Turn {turn}: {', '.join(parts)}"

    @property
    def turn_address(self) -> str:
        """The address a turn later."""
        return self._address(self.sample.asked.next_turn())

    @property
    def draw_address(self) -> str:
        """The address with one card more."""
        return self._address(replace(self.sample.asked, drawn=self.sample.asked.drawn + 1))

    @property
    def mulligan_address(self) -> str:
        """The address after a mulligan of the whole hand."""
        return self._address(replace(self.sample.asked, has_mulligan=True))

    @property
    def policy_address(self) -> str:
        """The address with the mulligan left to the policy."""
        return self._address(replace(self.sample.asked, by_policy=True))

    @property
    def games_address(self) -> str:
        """The address of a goldfish game that begins with this opening hand."""
        asked = self.sample.asked
        words = [("seed", str(asked.seed)), *([("first", "1")] if asked.first else [])]
        return f"{self.source.address('games', words)}#replay"

    @property
    def again_address(self) -> str:
        """The address that deals another hand."""
        return self.source.address("hand", [("first", "1")] * self.sample.asked.first)

    @property
    def back_address(self) -> str:
        """The address of the opening hand before anything was done with it."""
        asked = self.sample.asked
        return self._address(HandRequest(asked.seed, first=asked.first))

    @property
    def other_address(self) -> str:
        """The address of the same hand where the other player goes first."""
        return self._address(replace(self.sample.asked, first=not self.sample.asked.first))

    @property
    def address(self) -> str:
        """The address of this very hand."""
        return self._address(self.sample.asked)

    @property
    def form_words(self) -> Sequence[tuple[str, str]]:
        """The hidden fields of the form in which cards are set aside."""
        asked = replace(self.sample.asked, has_mulligan=True, aside=())
        return (*self.source.words, *asked.list_words())

    @property
    def citations(self) -> Sequence[Citation]:
        """Where it stands how the game deals."""
        return self.hand.citations

    def _address(self, asked: HandRequest) -> str:
        return self.source.address("hand", asked.list_words())


def count_names(cards: DealtCards) -> Counted:
    """Each name once, with how often it stands there."""
    return tuple(Counter(card.name for card in cards).items())


def write_counted(counted: Counted) -> str:
    """Names with their numbers in words."""
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counted) or "no card"


def build_hand_page(source: SimulatedList, asked: HandRequest) -> HandPage:
    """The hand that is asked for; two queries. Raises InputError for a mulligan that the game hasn't."""
    sample = deal_hand(source.deck, asked, source.on)
    faces = build_faces_by_slug((dealt.card for dealt in sample.hand.cards if dealt.card), source.on)
    return HandPage(source, sample, faces, map_headings(sample.hand.citations))


def show(request: HttpRequest, source: SimulatedList) -> HttpResponseBase:
    """The page; without a seed one is drawn, and the address then holds it. `as=json` gives the hand as data."""
    kind = read_choice(request.GET, "as", ("json",))
    asked = read_hand_request(request.GET, draw_seed())
    if not request.GET.get("seed"):
        return HttpResponseRedirect(source.address("hand", asked.list_words()))
    problem = ""
    try:
        page = build_hand_page(source, asked)
    except InputError as error:
        if not asked.aside or error.code != "not-aside":
            raise
        # Too many were ticked: the same hand once more, with them.
        problem = to_sentence(str(error))
        page = build_hand_page(source, HandRequest(asked.seed, first=asked.first))
    if kind and not problem:
        return JsonResponse(page.sample.as_dict())
    return _render(request, page, problem, asked)


def _render(request: HttpRequest, page: HandPage, problem: str, asked: HandRequest) -> HttpResponse:
    hand = page.hand
    size = len(hand.cards)
    sub = f"{size} card{pluralize(size)} in hand"
    sub += " after a mulligan" if hand.mulligans else ""
    sub += f", {hand.drawn} drawn" if hand.drawn else ""
    sub += f". {hand.library_left} left in the deck."
    context = {
        "source": page.source,
        "current": "hand",
        "page": page,
        "sub": sub,
        "problem": problem,
        "ticked": asked.aside,
    }
    return render(request, "simulations/hand.html", context, status=400 if problem else 200)
