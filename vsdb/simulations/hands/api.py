"""Sample hands over HTTP."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api import examples
from vsdb.api.base import QuestionView, describe_question, read
from vsdb.api.parameters import query_parameter
from vsdb.api.shapes import OPTIONAL, Day, Flag, Number, Numbers, Shape, StrictShape, Text
from vsdb.check import services
from vsdb.check.api import CitationShape
from vsdb.simulations.hands.dealing import HandRequest, deal_hand, draw_seed

_NUMBERS = {"type": "array", "items": {"type": "integer"}}
_ASIDE = "Positions of the cards set aside, from 0."
_POLICY = "True: leave the mulligan to the game's goldfish policy."
_FIRST = "True: go first, where that changes what a turn draws."
_TURN = "Draw on to this turn. Default: 0, before the first."
_DRAW = "The number of cards to draw afterwards."
_MORE = "The turn of each card drawn beyond the rules before the last turn."

HAND_PARAMETERS = (
    query_parameter("seed", "The seed, which deals the same hand again; left out: a random one.", int),
    query_parameter("mulligan", "True: take the game's mulligan.", bool),
    query_parameter("aside", _ASIDE, _NUMBERS),
    query_parameter("policy", _POLICY, bool),
    query_parameter("first", _FIRST, bool),
    query_parameter("turn", _TURN, int),
    query_parameter("more", _MORE, _NUMBERS),
    query_parameter("draw", _DRAW, int),
)


class DealtShape(Shape):
    """A card in a hand."""

    name = Text("The card's title.")
    slug = Text("The card's slug; null: the line doesn't name exactly one card.", allow_null=True)


class OpeningRuleShape(Shape):
    """The game's opening rules."""

    hand_size = Number("Cards in an opening hand.")
    mulligan = Text("How the mulligan works.")
    most_aside = Number("The maximum number of cards you may set aside.")
    draws_per_turn = Number("Cards drawn each turn.")
    dealt_by = CitationShape.one("The rule of the opening hand.", allow_null=True)
    mulligan_by = CitationShape.one("The rule of the mulligan.", allow_null=True)
    drawn_by = CitationShape.one("The rule of the draw.", allow_null=True)
    note = Text("A note; may be empty.")


class PileDrawShape(Shape):
    """What a turn drew of a pile beside the deck."""

    section = Text("The section of the pile, such as `runes`.")
    drawn = DealtShape.several("The cards.")


class TurnDrawShape(Shape):
    """What a turn drew."""

    turn = Number("The turn; 0 is before the first.")
    drawn = DealtShape.several("The cards drawn by the rules.")
    more = DealtShape.several("The cards drawn beyond them.")
    piles = PileDrawShape.several("The draws of each pile beside the deck.")


class HandPileShape(Shape):
    """A pile that is drawn from beside the deck."""

    section = Text("The section of the pile, such as `runes`.")
    cards = DealtShape.several("The cards drawn from this pile.")
    left = Number("Cards left in it.")
    draws_per_turn = Number("Cards drawn each turn.")
    drawn_by = CitationShape.one("The rule of the draw.", allow_null=True)
    first_turn_by = CitationShape.one("The rule of the first turn.", allow_null=True)


class HandPolicyShape(Shape):
    """What the game's goldfish policy does with the opening hand."""

    keeps = Flag("Whether it keeps the hand.")
    gone = Numbers("Positions of the cards that it takes away, from 0.")
    words = Text("The policy.")
    reason = Text("What it does with this hand, and why.")


class HandShape(Shape):
    """A sample hand. The same parameters deal it again."""

    game = Text("The slug of the game.")
    seed = Number("The seed.")
    hand = DealtShape.several("The cards in hand.")
    library_left = Number("The number of cards left in the deck.")
    mulligans = Number("The number of mulligans taken.")
    drawn = Number("The number of cards drawn after the opening hand.")
    may_mulligan = Flag("Whether a mulligan is still possible.")
    first = Flag("Whether you go first. Null where it makes no difference.", allow_null=True)
    opening = DealtShape.several("The hand before the mulligan.")
    gone = Numbers("Positions in it of the cards that the mulligan took, from 0.")
    turn = Number("The turn; 0 is before the first.")
    turns = TurnDrawShape.several("What each turn drew.")
    piles = HandPileShape.several("The piles that are drawn from beside the deck.")
    policy = HandPolicyShape.one("What the game's policy does with the opening hand.", allow_null=True)
    by_policy = Flag("Whether the mulligan was left to that policy.")
    rule = OpeningRuleShape.one("The game's opening rules.")


class HandRequestShape(StrictShape):
    """A list, and the hand that is asked for."""

    deck = Text("The deck list.", trim_whitespace=False)
    game = Text("The game's slug. Default: the one that the list names, else that of its cards.", **OPTIONAL)
    seed = Number("The seed, from 0 to 2^64 - 1. Default: a random one, which the answer names.", **OPTIONAL)
    mulligan = Flag("True: take the game's mulligan.", **OPTIONAL)
    aside = Numbers(_ASIDE, **OPTIONAL)
    policy = Flag(_POLICY, **OPTIONAL)
    first = Flag(_FIRST, **OPTIONAL)
    turn = Number(_TURN, **OPTIONAL)
    more = Numbers(_MORE, **OPTIONAL)
    draw = Number(_DRAW, **OPTIONAL)
    as_of = Day("The day whose rules are cited. Default: the day in the list, else today.", **OPTIONAL)


class SampleHandQuestions(QuestionView):
    """Deal a sample hand of a list."""

    @describe_question(
        HandRequestShape,
        HandShape,
        "The hand of a seed, drawn on to turn 2",
        deck="30 Savage Beatdown\n30 Overload",
        game=examples.GAME,
        seed=1,
        turn=2,
    )
    def post(self, request: Request) -> Response:
        """Deal a sample hand of a list by the game's rules. Nothing is stored.

        The same seed deals the same hand. The answer says what the game's policy does with it, and why.
        """
        given = {key: value for key, value in read(HandRequestShape, request).items() if value is not None}
        deck = services.read_list(given["deck"], game=given.get("game"))
        on = given.get("as_of") or services.day_said(deck.metadata)
        return Response(deal_hand(deck, _build_request(given), on).as_dict())


def _build_request(given: dict[str, Any]) -> HandRequest:
    seed = given.get("seed", draw_seed())
    return HandRequest(
        seed=seed,
        has_mulligan=given.get("mulligan", False),
        aside=tuple(sorted(set(given.get("aside", ())))),
        drawn=given.get("draw", 0),
        by_policy=given.get("policy", False),
        first=given.get("first", False),
        turns=given.get("turn", 0),
        more=tuple(given.get("more", ())),
    )
