"""The lives of decks and cards in the API."""

from __future__ import annotations

from engine.formats.changes import BAN, EDITION, SEASON, SET
from engine.formats.legality import BANNED, NOT_IN
from engine.formats.set_status import UNKNOWN
from engine.model.verdicts import LEGAL
from engine.timelines import READING, WORDING
from vsdb.api.check_serializers import OUTCOMES, CheckRequestShape, FindingShape
from vsdb.api.shapes import Choice, Day, Shape, Text

_SINCE = "Its first day; null: ever."
_UNTIL = "Its last day; null: as far as is recorded."


class LifeRequestShape(CheckRequestShape):
    """A deck and the formats in which its life is told; every format of its game where none is named."""

    dates = None  # type: ignore[assignment]
    as_of = None  # type: ignore[assignment]


class LifeTurnShape(Shape):
    """Something that was otherwise from a day on."""

    kind = Choice("What it is about.", (SET, BAN, SEASON, EDITION, WORDING, READING))
    before = Text("How it was the day before.")
    after = Text("How it was from that day on.")
    cause = Text("Of a set why, such as rotated; else empty.")
    said = Text("The turn in a sentence.")
    set = Text("The code of the set, where it is about one.", allow_null=True)
    banned = Text("The name that the ban names, where it is about one.", allow_null=True)


class DeckSpanShape(Shape):
    """A time in which a deck had one outcome in a format."""

    outcome = Choice("What it was.", OUTCOMES)
    since = Day(_SINCE, allow_null=True)
    until = Day(_UNTIL, allow_null=True)
    begun_by = LifeTurnShape(many=True, help_text="What turned on its first day and has to do with it.")
    raised = FindingShape(many=True, help_text="What spoke against the deck from its first day on.")
    resolved = FindingShape(many=True, help_text="What spoke against it the day before and no longer did.")
    against = FindingShape(many=True, help_text="All that spoke against it on the day of `against_on`.")
    against_on = Day("The first day of the span; its last where it has no first, today where it has neither.")


class DeckFormatLifeShape(Shape):
    """The life of a deck in a format; its spans follow each other without a gap."""

    format = Text("The slug of the format.")
    name = Text("Its name.")
    summary = Text("When it was legal, in a sentence.")
    spans = DeckSpanShape(many=True, help_text="The spans, from the first to the last.")


class DeckLifeShape(Shape):
    """The life of a deck."""

    game = Text("The slug of the game.")
    title = Text("The title that the list gives itself.")
    format = Text("The format that it is for; null: none is named.", allow_null=True)
    today = Day("The day on which it was asked.")
    data_version = Text("The fingerprint of the facts it rests on.")
    lives = DeckFormatLifeShape(many=True, help_text="One for each format.")


class CardSpanShape(Shape):
    """A time in which a card had one status in a format."""

    status = Choice("What it was.", (LEGAL, BANNED, NOT_IN, UNKNOWN))
    since = Day(_SINCE, allow_null=True)
    until = Day(_UNTIL, allow_null=True)
    begun_by = LifeTurnShape(many=True, help_text="What turned on its first day.")
    reason = Text("Why, where it isn't legal.")


class CardFormatLifeShape(Shape):
    """The life of a card in a format; its spans follow each other without a gap."""

    format = Text("The slug of the format.")
    name = Text("Its name.")
    summary = Text("When it was legal, in a sentence.")
    spans = CardSpanShape(many=True, help_text="The spans, from the first to the last.")


class CardLifeShape(Shape):
    """The life of a card."""

    game = Text("The slug of the game.")
    card = Text("The slug of the card.")
    today = Day("The day on which it was asked.")
    data_version = Text("The fingerprint of the facts it rests on.")
    lives = CardFormatLifeShape(many=True, help_text="One for each format.")
