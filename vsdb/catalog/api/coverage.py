"""How much is on record, over HTTP and for the command: per game, set and field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.formats.names import find_game
from vsdb.api.base import describe_answer
from vsdb.api.parameters import GAME
from vsdb.api.shapes import Flag, Number, Shape, Text, Texts
from vsdb.catalog.cards.coverage import OPEN_FIELDS, GameCoverage, get_coverage, list_coverage


class FieldCoverageShape(Shape):
    """A field and how many records have it."""

    field = Text("The field.")
    label = Text("Its name on pages.")  # type: ignore[assignment]
    known = Number("For how many it is recorded, as a value or as none.")
    total = Number("How many have it, or may.", source="of")
    missing = Number("For how many it isn't recorded.")
    query = Text("The card query that finds those; empty: no query does.", allow_blank=True)
    may_be_none = Flag("Whether those may have none: records can't tell.", of=lambda field: field.field in OPEN_FIELDS)


class CardsCoverageShape(Shape):
    """How many cards are recorded, and how much of each."""

    recorded = Number("Recorded cards.")
    counted = Number("Of the total, how many are recorded.")
    beyond = Number("Of a set: recorded cards whose numbers the total doesn't count.")
    total = Number("How many cards there are; null: unknown.", allow_null=True)
    is_total_exact = Flag("Whether the total is exact; a game's is a rough figure.")
    missing = Number("Of the total, how many aren't recorded; null: unknown.", allow_null=True)
    missing_numbers = Texts("Of a set that is mostly recorded: the numbers that no recorded card has.", child=Number())
    facts = FieldCoverageShape.one("All fields together.")
    fields = FieldCoverageShape.several("The fields, most missing first.", of=lambda cards: cards.fields)


class SetCoverageShape(Shape):
    """How much of a set is recorded."""

    code = Text("The set's code.")
    name = Text("The set's name.")
    cards = CardsCoverageShape.one("Its cards.")


class GameCoverageShape(Shape):
    """How much of a game is recorded."""

    game = Text("The game's slug.")
    data_version = Text("The fingerprint of the facts that were counted.")
    cards = CardsCoverageShape.one("All its cards.")
    other = FieldCoverageShape.several("Facts of sets and bans.")
    sets = SetCoverageShape.several("Its sets, in order of release.")
    gaps = Texts(
        "The codes of sets with gaps, most missing first.", of=lambda found: [each.code for each in found.gaps]
    )


class GamesCoverageShape(Shape):
    """How much of each game is recorded."""

    games = GameCoverageShape.several("The games.")


def coverage_to_dict(found: Iterable[GameCoverage]) -> dict[str, Any]:
    """The games as the API and the command give them."""
    return dict(GamesCoverageShape({"games": [*found]}).data)


class CoverageOfGames(APIView):
    """What is known and what is missing."""

    @extend_schema(operation_id="v1_coverage_of_games_retrieve", responses=GamesCoverageShape)
    def get(self, request: Request) -> Response:
        """Count the recorded cards and facts by game, set and field."""
        return Response(coverage_to_dict(list_coverage()))


class CoverageOfGame(APIView):
    """What is known and what is missing of a game."""

    @describe_answer(GameCoverageShape, 404, parameters=[GAME])
    def get(self, request: Request, game: str) -> Response:
        """Count the recorded cards and facts of a game by set and field."""
        return Response(GameCoverageShape(get_coverage(find_game(game))).data)
