"""Judging a deck, or the decks of a team, and the smallest repair of a deck over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.model import verdicts
from engine.repair import RepairChange
from vsdb.api import examples, shapes
from vsdb.api.base import QuestionView, describe_question, read
from vsdb.api.shapes import OPTIONAL, Choice, Day, Figure, Flag, Number, Shape, StrictShape, Text, Texts
from vsdb.check import services
from vsdb.check.repair import RepairedList, describe_gone, repair_list
from vsdb.core.dates import parse_day

OUTCOMES = (verdicts.LEGAL, verdicts.ILLEGAL, verdicts.UNCERTAIN)
_RULE_OUTCOMES = (verdicts.OK, verdicts.BROKEN, verdicts.UNKNOWN, verdicts.NONE_RECORDED, verdicts.NOT_APPLICABLE)


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "description": "Deck text, as people paste it."},
            {
                "type": "array",
                "description": "A line of deck text each, or an item each.",
                "items": {
                    "oneOf": [
                        {"type": "string"},
                        {
                            "type": "object",
                            "description": "A card by name, printing or slug; one of them is needed.",
                            "properties": {
                                "section": {"type": "string", "description": "Else the deck."},
                                "count": {"type": "integer", "minimum": 1, "default": 1},
                                "name": {"type": "string", "description": "Name, or full title with versions."},
                                "printing": {"type": "string", "description": "As in MOR-053."},
                                "slug": {"type": "string", "description": "As the API gives it."},
                            },
                            "additionalProperties": False,
                        },
                    ]
                },
            },
        ]
    }
)
class DeckField(shapes.Field):
    """A deck as text or as a list; what stands in it is the reader's business."""

    def to_internal_value(self, data: Any) -> str | list[Any]:
        if isinstance(data, str | list):
            return data
        raise serializers.ValidationError("A deck is a text, or a list of lines or items.")


class CheckRequestShape(StrictShape):
    """A deck and the formats and days to judge it in.

    What is missing comes from the deck's own comment lines; else the game from its cards, and the formats are the main
    ones of the game.
    """

    deck = DeckField("The deck, as text or as a list.")
    game = Text("The slug of the game; else the deck, the formats or the cards say.", max_length=80, **OPTIONAL)
    formats = Texts("Slugs of formats, at most 80; else the game's main ones.", child=Text(max_length=120), **OPTIONAL)
    format = Text("One format instead.", max_length=120, **OPTIONAL)
    dates = Texts("Days as YYYY-MM-DD, at most 31; else today.", child=Text(max_length=40), **OPTIONAL)
    as_of = Text("One day instead.", max_length=40, **OPTIONAL)

    default_error_messages: ClassVar = {"invalid": "A JSON object with the deck and what to check is needed."}
    there_is = "a check has"

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One format and one day may stand alone instead of in a list, not beside it."""
        for one, many in (("format", "formats"), ("as_of", "dates")):
            if attrs.get(one):
                if attrs.get(many):
                    raise serializers.ValidationError({one: f"Give {one} or {many}, not both."})
                attrs[many] = [attrs[one]]
        return attrs


class EngineShape(Shape):
    """What the engine puts together itself; the fields describe it."""

    def to_representation(self, instance: Any) -> Any:
        return instance.as_dict()


class CitationShape(EngineShape):
    """Where a rule stands."""

    document = Text("The slug of the document.")
    rule = Text("The rule's number or heading.")


class FindingShape(EngineShape):
    """One thing that a rule has to say."""

    code = Text("Its stable code, such as copy-limit.")
    severity = Choice("error: broken; unknown: a fact is missing; warning; info.", verdicts.SEVERITIES)
    message = Text("What was found, then what is allowed.")
    citation = CitationShape.one("The rule it rests on; null for lines that can't be read.", allow_null=True)
    cards = Texts("The slugs of the cards it is about.")
    found = Figure("The figure found.")
    allowed = Figure("The figure allowed.")
    section = Text("The section of the deck it is about.", allow_null=True)
    lines = shapes.Numbers("The lines of the list, from 1.")
    suggestions = Texts("Titles of cards that may be meant; those titled alike with a code.")


class CheckedShape(EngineShape):
    """A rule that was looked at."""

    code = Text("The code that its findings have.")
    outcome = Choice("What came of it; none recorded: taken on trust.", _RULE_OUTCOMES)
    citation = CitationShape.one("Where it stands.")
    found = Figure("The figure found.")
    allowed = Figure("The figure allowed.")
    section = Text("The section of the deck it looked at.", allow_null=True)
    note = Text("A remark, where there is one.")


class VerdictShape(EngineShape):
    """Whether a deck is legal in a format on a day, and why."""

    outcome = Choice("The answer.", OUTCOMES)
    legal = Flag("True for legal only.")
    game = Text("The slug of the game.")
    format = Text("The slug of the format.")
    as_of = Day("The day.")
    edition = Text("The edition of the rules that was applied.")
    data_version = Text("The fingerprint of the facts it rests on.")
    counts = shapes.Counts("How many cards each section has.")
    findings = FindingShape.several("What the rules have to say, worst first.")
    checked = CheckedShape.several("Every rule that was looked at.")


class VerdictsShape(Shape):
    """The verdicts, formats outermost, in the order asked for."""

    verdicts = VerdictShape.several("One for each format and day.")


_LIST = Text(trim_whitespace=False, allow_blank=True)


class TeamRequestShape(StrictShape):
    """The decks of a team, the format and the day. What is missing comes from the lists' own comment lines."""

    decks = Texts("The deck of each player, as text.", child=_LIST, max_length=services.MAX_DECKS)
    game = Text("The slug of the game; else a list or the format says.", max_length=80, **OPTIONAL)
    format = Text("The slug of the format.", max_length=120, **OPTIONAL)
    as_of = Text("The day as YYYY-MM-DD; else a list's, else today.", max_length=40, **OPTIONAL)

    default_error_messages: ClassVar = {"invalid": "A JSON object with the decks of a team is needed."}
    there_is = "a check of a team has"


class SharedFindingShape(FindingShape):
    """One thing that is to be said of the decks of a team together."""

    decks = shapes.Numbers("The decks that it is about, from 1 in the order sent.")


class TeamVerdictShape(EngineShape):
    """Whether a team may play its decks in a format on a day, and why."""

    outcome = Choice("The answer for all of them together.", OUTCOMES)
    legal = Flag("True for legal only.")
    game = Text("The slug of the game.")
    format = Text("The slug of the format.")
    as_of = Day("The day.")
    findings = SharedFindingShape.several("What there is between the decks, worst first.")
    checked = CheckedShape.several("What was looked at between the decks.")
    decks = VerdictShape.several("The verdict on each deck by itself, in the order sent.")


class RepairRequestShape(StrictShape):
    """A deck, the format and the day. What is missing comes from the deck's own comment lines."""

    deck = DeckField("The deck, as text or as a list.")
    game = Text("The slug of the game.", max_length=80, **OPTIONAL)
    format = Text("The slug of the format.", max_length=120, **OPTIONAL)
    as_of = Text("The day, YYYY-MM-DD; else today.", max_length=40, **OPTIONAL)

    there_is = "a repair has"


class RepairOutShape(Shape):
    """What goes."""

    card = Text("The card's slug; null for a line that names no card.", source="gone.card.slug", allow_null=True)
    name = Text("The card's title, or the line as it was written.", of=describe_gone)
    section = Text("The section that it goes out of.", source="gone.section")


class RepairInShape(Shape):
    """What comes."""

    card = Text("The card's slug.", source="comes.slug")
    name = Text("The card's title.", source="comes.title")
    section = Text("The section that it comes into.", source="into")


def _take_if(name: str) -> Callable[[RepairChange], RepairChange | None]:
    """What takes a change that has anything of this name."""
    return lambda change: change if getattr(change, name) else None


class RepairChangeShape(Shape):
    """So many copies that go, come, make way for others or move."""

    kind = Choice("What happens to them.", ("out", "in", "exchange", "move"))
    count = Number("How many copies; as many changes.")
    choices = shapes.Slugs(
        "The slugs of other cards that may come instead, the most like what goes first; each by itself does."
    )

    def get_fields(self) -> dict[str, Any]:
        """`out` and `in`, of which the latter is no name in Python."""
        out = RepairOutShape.one("What goes; null where nothing does.", allow_null=True, of=_take_if("gone"))
        comes = RepairInShape.one("What comes; null where nothing does.", allow_null=True, of=_take_if("comes"))
        return {**super().get_fields(), "out": out, "in": comes}

    def to_representation(self, instance: RepairChange) -> dict[str, Any]:
        """The choices last, behind what they may come instead of."""
        told = super().to_representation(instance)
        choices = told.pop("choices")
        return {**told, "choices": choices}


class RepairReasonShape(Shape):
    """A step of the proof."""

    text = Text("What a rule asks for, in words.")
    citation = CitationShape.one("The rule; null for a sum of what rules ask for.", allow_null=True)
    out = Number("How many copies have to go for it at least.")

    def get_fields(self) -> dict[str, Any]:
        """`in` is no name in Python."""
        into = Number("How many copies have to come for it at least.", source="into")
        return {**super().get_fields(), "in": into}


_AFTER = "That of the repaired deck; null where no repair was found."


def _size(found: RepairedList) -> int | None:
    return found.repair.size if found.repair.is_found else None


class RepairShape(Shape):
    """The fewest changes found, and what is proven of them."""

    game = Text("The slug of the game.", source="repair.before.game")
    format = Text("The slug of the format.", source="repair.before.format")
    as_of = Day("The day.", source="repair.before.as_of")
    data_version = Text("The fingerprint of the facts it rests on.", source="repair.before.data_version")
    before = Choice("The outcome of the deck as it is.", OUTCOMES, source="repair.before.outcome")
    after = Choice(_AFTER, OUTCOMES, source="verdict.outcome", allow_null=True)
    found = Flag("Whether a repair was found, or none is needed.", source="repair.is_found")
    changes = RepairChangeShape.several("The changes.")
    size = Number("How many changes: the greater of the copies out and the copies in.", of=_size, allow_null=True)
    at_least = Number("No repair has fewer changes: that is proven.", source="repair.at_least")
    smallest = Flag("Whether it is proven that no repair is smaller than this one.", source="repair.is_smallest")
    proof = RepairReasonShape.several("Why fewer can't.", source="repair.proof")
    left = FindingShape.several("The findings that no change of cards can settle.", source="repair.left")
    deck = shapes.Recorded("The repaired list as text.", source="text")
    verdicts = Number("How many decks were judged on the way.", source="repair.verdicts")


class Check(QuestionView):
    """Is this deck legal in these formats on these days, and why?"""

    @describe_question(
        CheckRequestShape,
        VerdictsShape,
        "Two formats on one day",
        deck="4 Savage Beatdown\n4 Flying Kick",
        game=examples.GAME,
        formats=["golden-age", "silver-age"],
        dates=["2007-04-15"],
    )
    def post(self, request: Request) -> Response:
        """Judge a deck; an illegal one is an answer like any other, not an error."""
        given = read(CheckRequestShape, request)
        days = [parse_day(each, place="dates") for each in given.get("dates") or ()]
        game, formats = services.choose_game_and_formats(
            given["deck"], game=given.get("game"), formats=given.get("formats") or (), dates=days
        )
        return verdicts_response(given["deck"], game=game, formats=formats, dates=days)


class CheckTeam(QuestionView):
    """May this team play these decks together, and why?"""

    @describe_question(
        TeamRequestShape,
        TeamVerdictShape,
        "Two partners",
        decks=["Legend\n1 Loose Cannon", "Legend\n1 Hand of Noxus"],
        format="2v2-constructed",
    )
    def post(self, request: Request) -> Response:
        """Judge the decks of a team, each by itself and together; an illegal team is an answer like any other."""
        given = read(TeamRequestShape, request)
        as_of = parse_day(given["as_of"], place="as_of") if given.get("as_of") else None
        checked = services.check_team(given["decks"], game=given.get("game"), fmt=given.get("format"), as_of=as_of)
        return Response(checked.verdict.as_dict())


class Repairing(QuestionView):
    """Which are the fewest card changes that make this deck legal, and why can't fewer?"""

    @describe_question(
        RepairRequestShape,
        RepairShape,
        "A deck with a banned card",
        deck="4 Overload\n56 Sentinel Mark V, Army",
        game=examples.GAME,
        format="golden-age",
        as_of="2008-09-01",
    )
    def post(self, request: Request) -> Response:
        """Find the smallest repair. Nothing is stored."""
        given = read(RepairRequestShape, request)
        on = parse_day(given["as_of"], place="as_of") if given.get("as_of") else None
        deck, asked = given["deck"], [given["format"]] if given.get("format") else []
        game, formats = services.choose_game_and_formats(
            deck, game=given.get("game"), formats=asked, dates=[on] if on else []
        )
        found = repair_list(deck, game=game, fmt=next(iter(formats), ""), on=on)
        return Response(RepairShape(found).data)


def verdicts_response(deck: Any, **asked: Any) -> Response:
    """The verdicts on a deck, as `services.check` takes it and what is asked."""
    return Response({"verdicts": [each.verdict.as_dict() for each in services.check(deck, **asked)]})
