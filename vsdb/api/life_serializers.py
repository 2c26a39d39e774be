"""The lives of decks and cards in the API."""

from __future__ import annotations

from rest_framework import serializers

from engine.formats.changes import BAN, EDITION, SEASON, SET
from engine.formats.legality import BANNED, NOT_IN
from engine.formats.set_status import UNKNOWN
from engine.model.verdicts import LEGAL
from engine.timelines import READING, WORDING
from vsdb.api.check_serializers import OUTCOMES, CheckRequestShape, FindingShape
from vsdb.api.serializers import Shape

_SINCE = "Its first day; null: ever."
_UNTIL = "Its last day; null: as far as is recorded."


class LifeRequestShape(CheckRequestShape):
    """A deck and the formats in which its life is told; every format of its game where none is named."""

    dates = None  # type: ignore[assignment]
    as_of = None  # type: ignore[assignment]


class LifeTurnShape(Shape):
    """Something that was otherwise from a day on."""

    kind = serializers.ChoiceField((SET, BAN, SEASON, EDITION, WORDING, READING), help_text="What it is about.")
    before = serializers.CharField(help_text="How it was the day before.")
    after = serializers.CharField(help_text="How it was from that day on.")
    cause = serializers.CharField(help_text="Of a set why, such as rotated; else empty.")
    said = serializers.CharField(help_text="The turn in a sentence.")
    set = serializers.CharField(allow_null=True, help_text="The code of the set, where it is about one.")
    banned = serializers.CharField(allow_null=True, help_text="The name that the ban names, where it is about one.")


class DeckSpanShape(Shape):
    """A time in which a deck had one outcome in a format."""

    outcome = serializers.ChoiceField(OUTCOMES, help_text="What it was.")
    since = serializers.DateField(allow_null=True, help_text=_SINCE)
    until = serializers.DateField(allow_null=True, help_text=_UNTIL)
    begun_by = LifeTurnShape(many=True, help_text="What turned on its first day and has to do with it.")
    raised = FindingShape(many=True, help_text="What spoke against the deck from its first day on.")
    resolved = FindingShape(many=True, help_text="What spoke against it the day before and no longer did.")
    against = FindingShape(many=True, help_text="All that spoke against it on the day of `against_on`.")
    against_on = serializers.DateField(
        help_text="The first day of the span; its last where it has no first, today where it has neither."
    )


class DeckFormatLifeShape(Shape):
    """The life of a deck in a format; its spans follow each other without a gap."""

    format = serializers.CharField(help_text="The slug of the format.")
    name = serializers.CharField(help_text="Its name.")
    summary = serializers.CharField(help_text="When it was legal, in a sentence.")
    spans = DeckSpanShape(many=True, help_text="The spans, from the first to the last.")


class DeckLifeShape(Shape):
    """The life of a deck."""

    game = serializers.CharField(help_text="The slug of the game.")
    title = serializers.CharField(help_text="The title that the list gives itself.")
    format = serializers.CharField(allow_null=True, help_text="The format that it is for; null: none is named.")
    today = serializers.DateField(help_text="The day on which it was asked.")
    data_version = serializers.CharField(help_text="The fingerprint of the facts it rests on.")
    lives = DeckFormatLifeShape(many=True, help_text="One for each format.")


class CardSpanShape(Shape):
    """A time in which a card had one status in a format."""

    status = serializers.ChoiceField((LEGAL, BANNED, NOT_IN, UNKNOWN), help_text="What it was.")
    since = serializers.DateField(allow_null=True, help_text=_SINCE)
    until = serializers.DateField(allow_null=True, help_text=_UNTIL)
    begun_by = LifeTurnShape(many=True, help_text="What turned on its first day.")
    reason = serializers.CharField(help_text="Why, where it isn't legal.")


class CardFormatLifeShape(Shape):
    """The life of a card in a format; its spans follow each other without a gap."""

    format = serializers.CharField(help_text="The slug of the format.")
    name = serializers.CharField(help_text="Its name.")
    summary = serializers.CharField(help_text="When it was legal, in a sentence.")
    spans = CardSpanShape(many=True, help_text="The spans, from the first to the last.")


class CardLifeShape(Shape):
    """The life of a card."""

    game = serializers.CharField(help_text="The slug of the game.")
    card = serializers.CharField(help_text="The slug of the card.")
    today = serializers.DateField(help_text="The day on which it was asked.")
    data_version = serializers.CharField(help_text="The fingerprint of the facts it rests on.")
    lives = CardFormatLifeShape(many=True, help_text="One for each format.")
