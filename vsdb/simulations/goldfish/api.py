"""Goldfish games over HTTP."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api import examples
from vsdb.api.base import QuestionView, describe_question, read
from vsdb.api.shapes import OPTIONAL, Decimal, Flag, Number, Recorded, Shape, StrictShape, Text, TextMap, Texts
from vsdb.check.api import CitationShape
from vsdb.core.dates import parse_day
from vsdb.simulations.goldfish.playing import (
    DEFAULT_GAMES,
    DEFAULT_TURNS,
    MAX_GAMES,
    MAX_SLOW_GAMES,
    MAX_TURNS,
    GoldfishRequest,
    simulate,
)
from vsdb.simulations.odds.api import ObjectField


class GoldfishRequestShape(StrictShape):
    """A list, and how it is to be played."""

    deck = Text("The deck list.", trim_whitespace=False)
    game = Text("The game's slug. Default: the one that the list names, else that of its cards.", **OPTIONAL)
    games = Number(
        f"Games to play, 1 to {MAX_GAMES:,}; at most {MAX_SLOW_GAMES:,} of decks with many cards of no cost and, "
        f"in Riftbound, with power that several domains pay. Default: {DEFAULT_GAMES:,}.",
        **OPTIONAL,
    )
    turns = Number(f"Turns of each game, 1 to {MAX_TURNS}. Default: {DEFAULT_TURNS}.", **OPTIONAL)
    seed = Number("The seed, from 0 to 2^64 - 1. Default: a random one, which the answer names.", **OPTIONAL)
    first = Flag("Whether to go first. Default: false.", **OPTIONAL)
    as_of = Text(
        "The day whose rules are cited, as YYYY-MM-DD. Default: the day in the list, else today.",
        max_length=40,
        **OPTIONAL,
    )
    distribution = Flag("Whether to count the games by each value of a figure. Default: false.", **OPTIONAL)
    blocked = Flag("Whether to say which cards a rule keeps from being played. Default: false.", **OPTIONAL)
    against = Text(
        "A second list of the same game, to be played with the same seed and put beside the first.",
        trim_whitespace=False,
        **OPTIONAL,
    )


class EstimateShape(Shape):
    """A mean over the games."""

    mean = Decimal("The mean; of a share, from 0 to 1.")
    se = Decimal("Its standard error.")


class TurnShape(Shape):
    """The figures of a turn."""

    turn = Number("The turn, from 1.")
    points = EstimateShape.one("Resource points, or energy.")
    spent = EstimateShape.one("Points spent.")
    lost = EstimateShape.one("Points lost.")
    curve_hit = EstimateShape.one(
        "Share of games on curve on this turn: a character whose cost is the turn; Riftbound: at least 2t - 1 energy "
        "spent on turn t."
    )
    on_curve = EstimateShape.one("Share of games on curve on every turn so far.")
    characters = EstimateShape.one("Characters or units in play.")
    atk = EstimateShape.one("Their ATK, or Might.")
    hand = EstimateShape.one("Cards in hand.")

    def get_fields(self) -> dict[str, Any]:
        """The fields, with the one whose name is a word of Python."""
        return {**super().get_fields(), "def": EstimateShape.one("Their DEF, or Might.")}


@extend_schema_field(
    {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"turn": {"type": "integer"}},
            "additionalProperties": {
                "type": "object",
                "properties": {"mean": {"type": "number"}, "se": {"type": "number"}},
            },
        },
    }
)
class MoreFiguresField(ObjectField):
    """Further figures of each turn, which differ by game."""


class WholeGameShape(Shape):
    """The figures of whole games."""

    spent_by = ObjectField("Points spent in all by turns 4, 6 and 7.")
    nothing_recruited_by = ObjectField("Share of games with nothing recruited by turns 2, 3 and 4.")
    resources_missed = EstimateShape.one("Turns on which no card was left to build as a resource.")


class StepCardShape(Shape):
    """A card of a step."""

    name = Text("Its title, or what the list says.")
    slug = Recorded("Its slug. Null if the list names no one card.")


class StepShape(Shape):
    """Something that is done, or that a rule prevents."""

    code = Text("What it is.")
    message = Text("The same in words, with the reason.")
    cards = StepCardShape.several("The cards concerned.")
    citation = CitationShape.one("The rule.", allow_null=True)


class ReplayedTurnShape(Shape):
    """A turn of the game that is replayed."""

    turn = Number("The turn; 0 is the opening hand.")
    steps = StepShape.several("What happens, in order.")


class UnknownShape(Shape):
    """What was left out."""

    cards = Number("Copies left out.")
    names = Texts("Their titles.")


class ValueShareShape(Shape):
    """In how many games a figure has a value."""

    turn = Number("The turn.")
    metric = Text("The figure.")
    value = Number("Its value.")
    games = Number("Games with it.")
    share = Decimal("Their share, from 0 to 1.")


class FigureDifferenceShape(Shape):
    """A figure of both lists, and how much it is more in the second."""

    turn = Number("The turn.")
    metric = Text("The figure.")
    before = EstimateShape.one("In the first list.")
    after = EstimateShape.one("In the second.")
    difference = Decimal("The second less the first.")
    se = Decimal("Its standard error, as of two independent lists.")


class BlockedCardsShape(Shape):
    """Which cards a rule keeps from being played."""

    games = Number("Games looked at.")
    cards = ObjectField(
        "By figure, as in `blocked_by`, the cards in the way, most often first: name, slug, code and citation of the "
        "rule, `ever` (the share of games with it in the way on any turn) and `by_turn`."
    )


class ExactTurnShape(Shape):
    """What is exact of a turn, as fractions."""

    turn = Number("The turn, from 1.")
    on_curve_seen = Recorded("The chance that a card on curve is seen by the turn. Null if it can't be counted.")
    nothing_playable_seen = Recorded(
        "The chance that no character is seen that the turn's points pay for. Null if it can't be counted."
    )


class GoldfishShape(Shape):
    """Games of a deck against nobody."""

    game = Text("The game's slug.")
    seed = Number("The seed.")
    generator = Text("The generator of the games.")
    games = Number("Games played.")
    turns = Number("Turns of each.")
    first = Flag("Whether the deck goes first.")
    policy = TextMap("What is decided how.")
    assumes = Texts("What the figures take for granted.")
    citations = CitationShape.several("The rules that the games follow.")
    unknown = UnknownShape.one("Cards of which a fact that decides isn't recorded, and which are never played.")
    by_turn = TurnShape.several("The figures of each turn.")
    exact = ExactTurnShape.several("Exact odds of each turn, to put beside its figures.", required=False)
    more_by_turn = MoreFiguresField("By turn: points spent so far, resources missed, rules in the way, and others.")
    blocked_by = ObjectField("The rules behind each of those figures that counts games with a rule in the way.")
    whole_game = WholeGameShape.one("The figures of whole games.")
    game_0 = ReplayedTurnShape.several("The first game, turn by turn.")
    distribution = ValueShareShape.several("The games by each value; where asked for.", required=False)
    blocked_cards = BlockedCardsShape.one("The cards in the way; where asked for.", required=False)
    against = ObjectField("The second list's games, in the same shape; where asked for.", required=False)
    differences = FigureDifferenceShape.several("What differs by turn and figure; of two lists.", required=False)


class GoldfishQuestions(QuestionView):
    """Play games of a deck against nobody."""

    @describe_question(
        GoldfishRequestShape,
        GoldfishShape,
        "500 games of five turns",
        deck="4 Savage Beatdown\n4 Overload",
        game=examples.GAME,
        games=500,
        turns=5,
        seed=1,
    )
    def post(self, request: Request) -> Response:
        """Play games of a list against nobody, by the rules of its game. Nothing is stored.

        The same seed gives the same games. Game 0 is the sample hand of that seed.
        """
        given = {key: value for key, value in read(GoldfishRequestShape, request).items() if value is not None}
        if as_of := given.pop("as_of", ""):
            given["as_of"] = parse_day(as_of, place="as_of")
        return Response(simulate(GoldfishRequest(given.pop("deck"), **given)).as_dict())
