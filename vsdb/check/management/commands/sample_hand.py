"""Deal a sample hand of a deck list."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from engine import Deck, InputError
from engine.model.games import games
from engine.simulation.hands import Hand, deal_opening_hand, mulligan
from engine.simulation.opening_rules import ASIDE
from vsdb.check import services
from vsdb.check.sample_hand import draw_seed
from vsdb.core import commands


class Command(commands.QueryCommand):
    """Deal an opening hand. Exit status: 0 dealt, 2 can't be used."""

    help = (
        "Deal the opening hand of a deck list by the rules of its game. The same seed deals the same hand. Without a "
        "seed, a random one is used and printed. The game comes from the list's '# game:' line, or from its cards. "
        "Exit status: 0 dealt, 2 unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        whose = " and ".join(game.name for game in games() if game.opening and game.opening.mulligan == ASIDE)
        commands.add_file(parser)
        commands.add_game(parser)
        parser.add_argument("--seed", type=int, metavar="N", help="the seed of the shuffle")
        parser.add_argument("--mulligan", action="store_true", help="take a mulligan")
        which = "the cards to set aside, by position in the hand from 1; default: the 2 with the highest cost"
        parser.add_argument("--aside", nargs="+", type=int, metavar="PLACE", help=f"{whose}'s mulligan: {which}")
        commands.add_json(parser, "print the hand as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Deal, and print what was dealt."""
        text, file = commands.read_list(options["file"]), commands.to_printable(options["file"])
        seed = draw_seed() if options["seed"] is None else options["seed"]
        with commands.name_file_in_errors(file):
            deck = services.read_list(text, game=options["game"])
            hand = _deal(deck, seed, takes_mulligan=options["mulligan"], aside=options["aside"])
        self.answer(options, lambda: {"file": file, **hand.as_dict()}, _lines(file, deck, hand))
        return 0


def _deal(deck: Deck, seed: int, *, takes_mulligan: bool, aside: list[int] | None) -> Hand:
    hand = deal_opening_hand(deck, seed)
    if not hand.cards:
        raise InputError("the deck section of the list has no cards", code="no-cards")
    if aside is not None and not takes_mulligan:
        raise InputError("cards are only set aside in a mulligan; add --mulligan", place="--aside")
    if not takes_mulligan:
        return hand
    if aside is None:
        return mulligan(hand, _dearest(hand) if hand.rule.mulligan == ASIDE else ())
    return mulligan(hand, [place - 1 for place in aside])


def _dearest(hand: Hand) -> list[int]:
    """The places of the cards that cost most, as many as may be set aside; a cost that isn't recorded counts least."""
    costs = [dealt.card.energy if dealt.card and isinstance(dealt.card.energy, int) else -1 for dealt in hand.cards]
    return sorted(range(len(costs)), key=lambda place: (-costs[place], place))[: hand.rule.most_aside]


def _lines(file: str, deck: Deck, hand: Hand) -> Iterator[str]:
    """The hand for people."""
    rule = hand.rule
    kind = "hand after the mulligan" if hand.mulligans else "opening hand"
    cited = rule.mulligan_by if hand.mulligans else rule.dealt_by
    where = f" ({cited.document} {cited.rule})" if cited else ""
    yield f"{file}: {kind} of {len(hand.cards)}, seed {hand.seed}{where}"
    yield from (f"  {place}  {dealt.name}" for place, dealt in enumerate(hand.cards, start=1))
    yield f"{hand.library_left} cards left in the deck."
    if deck.unsettled:
        yield "Cards that aren't recorded are dealt as written. Unreadable lines aren't dealt."
    if rule.note:
        yield rule.note
