"""Deal a sample hand of a deck list, or several at once."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

from engine import Deck, InputError
from engine.decklists.sections import section_title
from engine.model.games import games
from engine.simulation.hands import DealtCards, Hand, deal_opening_hand
from engine.simulation.opening_rules import ASIDE
from vsdb.check import services
from vsdb.core import commands
from vsdb.simulations.hands.dealing import (
    MAX_HANDS,
    MAX_TURNS,
    DealtHands,
    HandRequest,
    SampleHand,
    deal_hand,
    deal_hands,
    draw_seed,
)


class Command(commands.QueryCommand):
    """Deal an opening hand. Exit status: 0 dealt, 2 can't be used."""

    help = (
        "Deal the opening hand of a deck list by the rules of its game. The same seed deals the same hand. Without a "
        "seed, a random one is used and printed. The game comes from the list's '# game:' line, or from its cards. "
        "Exit status: 0 dealt, 2 unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        whose = " and ".join(game.name for game in games() if game.opening and game.opening.mulligan == ASIDE)
        of_first = " and ".join(game.name for game in games() if game.goldfish and game.goldfish.asks_first)
        commands.add_file(parser)
        commands.add_game(parser)
        parser.add_argument("--seed", type=int, metavar="N", help="the seed of the shuffle")
        parser.add_argument("--mulligan", action="store_true", help="take a mulligan")
        which = "the cards to set aside, by position in the hand from 1; default: the 2 with the highest cost"
        parser.add_argument("--aside", nargs="+", type=int, metavar="PLACE", help=f"{whose}'s mulligan: {which}")
        parser.add_argument("--policy", action="store_true", help="leave the mulligan to the game's goldfish policy")
        parser.add_argument(
            "--turns", type=int, metavar="N", default=0, help=f"draw on to this turn; default: 0, at most {MAX_TURNS}"
        )
        parser.add_argument("--first", "--on-play", action="store_true", help=f"go first ({of_first}); default: second")
        parser.add_argument(
            "--hands",
            type=int,
            metavar="N",
            help=f"list so many opening hands of consecutive seeds, with what the policy does; at most {MAX_HANDS}",
        )
        parser.add_argument(
            "--as-of", metavar="DATE", help="day whose rules are cited; default: the day in the list, else today"
        )
        commands.add_json(parser, "print the hand as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Deal, and print what was dealt."""
        text, file = commands.read_list(options["file"]), commands.to_printable(options["file"])
        seed = draw_seed() if options["seed"] is None else options["seed"]
        with commands.name_file_in_errors(file):
            deck = services.read_list(text, game=options["game"])
            on = commands.read_day_option(options, "as_of") or services.day_said(deck.metadata)
            if options["hands"] is not None:
                _refuse_beside_hands(options)
                hands = deal_hands(deck, seed, options["hands"], on, first=options["first"])
                _refuse_empty(hands.hands[0].hand)
                self.answer(options, lambda: {"file": file, **hands.as_dict()}, _list_hands(file, deck, hands))
                return 0
            dealt = _deal(deck, on, seed, options)
        self.answer(options, lambda: {"file": file, **dealt.as_dict()}, _lines(file, deck, dealt))
        return 0


def _refuse_beside_hands(options: dict[str, Any]) -> None:
    for name in ("mulligan", "aside", "policy", "turns"):
        if options[name]:
            raise InputError("many hands are opening hands; leave this out, or deal one hand", place=f"--{name}")


def _refuse_empty(hand: Hand) -> None:
    if not hand.cards:
        raise InputError("the deck section of the list has no cards", code="no-cards")


def _deal(deck: Deck, on: date, seed: int, options: dict[str, Any]) -> SampleHand:
    aside = options["aside"]
    if aside is not None and not options["mulligan"]:
        raise InputError("cards are only set aside in a mulligan; add --mulligan", place="--aside")
    opening = deal_opening_hand(deck, seed, on, first=options["first"])
    _refuse_empty(opening)
    if aside is not None:
        places = [place - 1 for place in aside]
    else:
        places = _dearest(opening) if options["mulligan"] and opening.rule.mulligan == ASIDE else []
    return deal_hand(
        deck,
        HandRequest(
            seed,
            options["mulligan"],
            tuple(places),
            by_policy=options["policy"],
            first=options["first"],
            turns=options["turns"],
        ),
        on,
    )


def _dearest(hand: Hand) -> list[int]:
    """The places of the cards that cost most, as many as may be set aside; a cost that isn't recorded counts least."""
    costs = [dealt.card.energy if dealt.card and isinstance(dealt.card.energy, int) else -1 for dealt in hand.cards]
    return sorted(range(len(costs)), key=lambda place: (-costs[place], place))[: hand.rule.most_aside]


def _lines(file: str, deck: Deck, dealt: SampleHand) -> Iterator[str]:
    """The hand for people."""
    hand, rule = dealt.hand, dealt.hand.rule
    kind = "hand after the mulligan" if hand.mulligans else "opening hand"
    cited = rule.mulligan_by if hand.mulligans else rule.dealt_by
    where = f" ({cited.document} {cited.rule})" if cited else ""
    size = len(hand.cards) - hand.drawn
    yield f"{file}: {kind} of {size}, seed {hand.seed}{where}"
    if dealt.asked.by_policy and dealt.decision:
        yield f"{dealt.decision.reason} Policy: {dealt.decision.words}."
    yield from (f"  {place}  {card.name}" for place, card in enumerate(hand.cards[:size], start=1))
    for turn in hand.turns:
        yield f"Turn {turn.turn}: drew {_name(turn.cards)}."
        yield from (f"  {section_title(section)}: {_name(cards)}." for section, cards in turn.piles if cards)
    yield f"{hand.library_left} cards left in the deck."
    yield from (f"{len(pile.library)} left of {section_title(pile.section)}." for pile in hand.piles if hand.turn)
    yield from _remark(deck, hand)


def _list_hands(file: str, deck: Deck, dealt: DealtHands) -> Iterator[str]:
    """Many hands for people, a line each."""
    first, *_ = dealt.hands
    yield f"{file}: {len(dealt.hands)} opening hands, seeds {dealt.seed} to {dealt.seed + len(dealt.hands) - 1}"
    for each in dealt.hands:
        verdict = "" if each.decision is None else f"  [{each.decision.reason}]"
        yield f"  {each.hand.seed}  {_name(each.hand.cards)}{verdict}"
    if dealt.policy and dealt.share_kept is not None:
        share = f"{float(dealt.share_kept):.2%}"
        yield f"The policy keeps {dealt.kept} of {len(dealt.hands)}; of all opening hands {share}, counted exactly."
        yield f"Policy: {dealt.policy.words}."
    yield from _remark(deck, first.hand)


def _remark(deck: Deck, hand: Hand) -> Iterator[str]:
    if deck.unsettled:
        yield "Cards that aren't recorded are dealt as written. Unreadable lines aren't dealt."
    if hand.rule.note:
        yield hand.rule.note


def _name(cards: DealtCards) -> str:
    counted = Counter(card.name for card in cards)
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counted.items()) or "no cards"
