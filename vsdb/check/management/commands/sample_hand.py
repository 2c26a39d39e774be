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
        "Deal the opening hand of a deck list by its game's own rules. The same seed deals the same again; without one "
        "one is drawn and printed. Game and day come from the list's own '# game:', '# format:' and '# as-of:' lines. "
        "Exit status: 0 dealt, 2 can't be used."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        whose = " and ".join(game.name for game in games() if game.opening and game.opening.mulligan == ASIDE)
        commands.add_file(parser)
        commands.add_game(parser)
        parser.add_argument("--seed", type=int, metavar="N", help="deal what this number deals")
        parser.add_argument("--mulligan", action="store_true", help="take the game's mulligan")
        which = (
            "the cards to set aside, by their places in the hand from 1; where none are given, the two that cost most"
        )
        parser.add_argument("--aside", nargs="+", type=int, metavar="PLACE", help=f"{whose}'s mulligan: {which}")
        commands.add_json(parser, "the hand as JSON")

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
        raise InputError("the list has no card in its deck section to deal", code="no-cards")
    if aside is not None and not takes_mulligan:
        raise InputError("cards are set aside in a mulligan; add --mulligan", place="--aside")
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
    yield f"{hand.library_left} cards are left in the deck."
    if deck.unsettled:
        yield "Lines that name no one card are dealt as they are written; lines that can't be read aren't dealt."
    if rule.note:
        yield rule.note
