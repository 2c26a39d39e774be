"""Checking a deck or the decks of a team, and the smallest repair of a deck, over HTTP."""

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
                "description": "Lines of deck text, or items.",
                "items": {
                    "oneOf": [
                        {"type": "string"},
                        {
                            "type": "object",
                            "description": "A card by name, printing or slug. One of the three is required.",
                            "properties": {
                                "section": {"type": "string", "description": "The section. Default: the deck."},
                                "count": {"type": "integer", "minimum": 1, "default": 1},
                                "name": {"type": "string", "description": "The name, or the full title with versions."},
                                "printing": {"type": "string", "description": "A printing, such as MOR-053."},
                                "slug": {"type": "string", "description": "The card's slug."},
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
        raise serializers.ValidationError("Send a deck as text, or as a list of lines or items.")


class CheckRequestShape(StrictShape):
    """A deck, and the formats and dates to check.

    What you leave out comes from the deck's comment lines. Otherwise the cards show the game, its main formats are
    checked, and the date is today.
    """

    deck = DeckField("The deck, as text or as a list.")
    game = Text("The slug of the game. Default: detected from the deck.", max_length=80, **OPTIONAL)
    formats = Texts("Slugs of formats, at most 80. Default: the main ones.", child=Text(max_length=120), **OPTIONAL)
    format = Text("A single format instead.", max_length=120, **OPTIONAL)
    dates = Texts("Dates as YYYY-MM-DD, at most 31. Default: today.", child=Text(max_length=40), **OPTIONAL)
    as_of = Text("A single date instead.", max_length=40, **OPTIONAL)

    default_error_messages: ClassVar = {"invalid": "Send a JSON object with the deck to check."}
    there_is = "A check takes"

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
    """A rule in a document."""

    document = Text("The slug of the document.")
    rule = Text("The rule's number or heading.")


class FindingShape(EngineShape):
    """One finding of a rule."""

    code = Text("The code, such as copy-limit. Codes are stable.")
    severity = Choice("error: the rule is broken; unknown: a fact is missing; warning; info.", verdicts.SEVERITIES)
    message = Text("What was found, then what is allowed.")
    citation = CitationShape.one("The rule. Null for unreadable lines.", allow_null=True)
    cards = Texts("Slugs of the cards concerned.")
    found = Figure("The number found.")
    allowed = Figure("The number allowed.")
    section = Text("The section of the deck concerned.", allow_null=True)
    lines = shapes.Numbers("Line numbers in the list, from 1.")
    suggestions = Texts("Titles of similar cards, with a printing code where titles are the same.")


class CheckedShape(EngineShape):
    """A rule that was checked."""

    code = Text("The code of its findings.")
    outcome = Choice("The result. none recorded: assumed to hold, since no source says otherwise.", _RULE_OUTCOMES)
    citation = CitationShape.one("The rule.")
    found = Figure("The number found.")
    allowed = Figure("The number allowed.")
    section = Text("The section of the deck checked.", allow_null=True)
    note = Text("A note, if any.")


class VerdictShape(EngineShape):
    """Whether a deck is legal in a format on a date, and why."""

    outcome = Choice("The verdict.", OUTCOMES)
    legal = Flag("True only if the outcome is legal.")
    game = Text("The slug of the game.")
    format = Text("The slug of the format.")
    as_of = Day("The date.")
    edition = Text("The edition of the rules used.")
    data_version = Text("The fingerprint of the facts used.")
    counts = shapes.Counts("Number of cards in each section.")
    findings = FindingShape.several("Findings, errors first.")
    checked = CheckedShape.several("Every rule checked.")


class VerdictsShape(Shape):
    """The verdicts, grouped by format, in the order requested."""

    verdicts = VerdictShape.several("One for each format and date.")


_LIST = Text(trim_whitespace=False, allow_blank=True)


class TeamRequestShape(StrictShape):
    """The decks of a team, the format and the date. What you leave out comes from the lists."""

    decks = Texts("The deck of each player, as text.", child=_LIST, max_length=services.MAX_DECKS)
    game = Text("The slug of the game. Default: detected from the lists or the format.", max_length=80, **OPTIONAL)
    format = Text("The slug of the format. Default: detected from the lists.", max_length=120, **OPTIONAL)
    as_of = Text("The date as YYYY-MM-DD. Default: the date in a list, or today.", max_length=40, **OPTIONAL)

    default_error_messages: ClassVar = {"invalid": "Send a JSON object with the decks of a team."}
    there_is = "A team check takes"


class SharedFindingShape(FindingShape):
    """A finding about the decks of a team together."""

    decks = shapes.Numbers("Numbers of the decks concerned, from 1 in the order sent.")


class TeamVerdictShape(EngineShape):
    """Whether a team may play its decks in a format on a date, and why."""

    outcome = Choice("The verdict for all decks together.", OUTCOMES)
    legal = Flag("True only if the outcome is legal.")
    game = Text("The slug of the game.")
    format = Text("The slug of the format.")
    as_of = Day("The date.")
    findings = SharedFindingShape.several("Findings across the decks, errors first.")
    checked = CheckedShape.several("Rules checked across the decks.")
    decks = VerdictShape.several("The verdict for each deck on its own, in the order sent.")


class RepairRequestShape(StrictShape):
    """A deck, the format and the date. What you leave out comes from the deck."""

    deck = DeckField("The deck, as text or as a list.")
    game = Text("The slug of the game. Default: detected from the cards.", max_length=80, **OPTIONAL)
    format = Text("The slug of the format. Default: the first main format.", max_length=120, **OPTIONAL)
    as_of = Text("The date as YYYY-MM-DD. Default: today.", max_length=40, **OPTIONAL)

    there_is = "A repair takes"


class RepairOutShape(Shape):
    """A card to remove."""

    card = Text("The card's slug. Null for a line without a recorded card.", source="gone.card.slug", allow_null=True)
    name = Text("The card's title, or the line as written.", of=describe_gone)
    section = Text("The section to remove it from.", source="gone.section")


class RepairInShape(Shape):
    """A card to add."""

    card = Text("The card's slug.", source="comes.slug")
    name = Text("The card's title.", source="comes.title")
    section = Text("The section to add it to.", source="into")


def _take_if(name: str) -> Callable[[RepairChange], RepairChange | None]:
    """What takes a change that has anything of this name."""
    return lambda change: change if getattr(change, name) else None


class RepairChangeShape(Shape):
    """A number of copies to remove, add, replace or move."""

    kind = Choice("What to do with them.", ("out", "in", "exchange", "move"))
    count = Number("Number of copies. Each counts as one change.")
    choices = shapes.Slugs("Slugs of alternatives, the most similar first. Each works on its own.")

    def get_fields(self) -> dict[str, Any]:
        """`out` and `in`, of which the latter is no name in Python."""
        out = RepairOutShape.one("The card to remove. Null if none.", allow_null=True, of=_take_if("gone"))
        comes = RepairInShape.one("The card to add. Null if none.", allow_null=True, of=_take_if("comes"))
        return {**super().get_fields(), "out": out, "in": comes}

    def to_representation(self, instance: RepairChange) -> dict[str, Any]:
        """The choices last, behind what they may come instead of."""
        told = super().to_representation(instance)
        choices = told.pop("choices")
        return {**told, "choices": choices}


class RepairReasonShape(Shape):
    """A step of the proof."""

    text = Text("What a rule requires.")
    citation = CitationShape.one("The rule. Null for a total of several rules.", allow_null=True)
    out = Number("Minimum number of copies to remove.")

    def get_fields(self) -> dict[str, Any]:
        """`in` is no name in Python."""
        into = Number("Minimum number of copies to add.", source="into")
        return {**super().get_fields(), "in": into}


_AFTER = "The outcome of the repaired deck. Null if no repair was found."


def _size(found: RepairedList) -> int | None:
    return found.repair.size if found.repair.is_found else None


class RepairShape(Shape):
    """The fewest changes found, and the proof that fewer aren't enough."""

    game = Text("The slug of the game.", source="repair.before.game")
    format = Text("The slug of the format.", source="repair.before.format")
    as_of = Day("The date.", source="repair.before.as_of")
    data_version = Text("The fingerprint of the facts used.", source="repair.before.data_version")
    before = Choice("The outcome of the deck as sent.", OUTCOMES, source="repair.before.outcome")
    after = Choice(_AFTER, OUTCOMES, source="verdict.outcome", allow_null=True)
    found = Flag("True if a repair was found or none is needed.", source="repair.is_found")
    changes = RepairChangeShape.several("The changes.")
    size = Number("Number of changes: copies out or copies in, whichever is greater.", of=_size, allow_null=True)
    at_least = Number("The proven minimum number of changes.", source="repair.at_least")
    smallest = Flag("True if no smaller repair exists.", source="repair.is_smallest")
    proof = RepairReasonShape.several("Why fewer changes aren't enough.", source="repair.proof")
    left = FindingShape.several("Findings that no card change settles.", source="repair.left")
    remedy = CitationShape.one(
        "The tournament rule that asks to correct an illegal list with as few changes as possible; null: none known.",
        allow_null=True,
    )
    deck = shapes.Recorded("The repaired list as text.", source="text")
    verdicts = Number("Number of decks checked during the search.", source="repair.verdicts")


class Check(QuestionView):
    """Check whether a deck is legal in formats on dates."""

    @describe_question(
        CheckRequestShape,
        VerdictsShape,
        "Two formats on one date",
        deck="4 Savage Beatdown\n4 Flying Kick",
        game=examples.GAME,
        formats=["golden-age", "silver-age"],
        dates=["2007-04-15"],
    )
    def post(self, request: Request) -> Response:
        """Check a deck. An illegal deck is a normal answer, not an error."""
        given = read(CheckRequestShape, request)
        days = [parse_day(each, place="dates") for each in given.get("dates") or ()]
        game, formats = services.choose_game_and_formats(
            given["deck"], game=given.get("game"), formats=given.get("formats") or (), dates=days
        )
        return verdicts_response(given["deck"], game=game, formats=formats, dates=days)


class CheckTeam(QuestionView):
    """Check whether a team may play its decks together."""

    @describe_question(
        TeamRequestShape,
        TeamVerdictShape,
        "Two partners",
        decks=["Legend\n1 Loose Cannon", "Legend\n1 Hand of Noxus"],
        format="2v2-constructed",
    )
    def post(self, request: Request) -> Response:
        """Check the decks of a team, each on its own and together. An illegal team is a normal answer."""
        given = read(TeamRequestShape, request)
        as_of = parse_day(given["as_of"], place="as_of") if given.get("as_of") else None
        checked = services.check_team(given["decks"], game=given.get("game"), fmt=given.get("format"), as_of=as_of)
        return Response(checked.verdict.as_dict())


class Repairing(QuestionView):
    """Find the fewest card changes that make a deck legal."""

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
        """Find the smallest repair of a deck. Nothing is stored."""
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
