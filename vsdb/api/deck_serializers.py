"""What the addresses of stored decks take and answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from engine.model.decks import AMBIGUOUS, UNKNOWN, UNREADABLE
from vsdb.api.check_serializers import DeckField, ErrorShape
from vsdb.api.serializers import Shape
from vsdb.decks.models import Deck

LINE_STATES = (UNKNOWN, AMBIGUOUS, UNREADABLE)


class StrictShape(Shape):
    """What is sent: a field of another name is refused, not overlooked."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (others := [str(name) for name in data if name not in self.fields]):
            said = f"There is no such field; here there is {', '.join(self.fields)}."
            raise serializers.ValidationError({name[:80]: said for name in others[:20]})
        return super().to_internal_value(data)


class OriginShape(Shape):
    """A version of a deck."""

    deck = serializers.IntegerField(help_text="The deck's number.")
    version = serializers.IntegerField(help_text="The version's number.")


class StoredDeckShape(Shape):
    """A deck that somebody keeps, without its list."""

    id = serializers.IntegerField(help_text="Its number.")
    title = serializers.CharField(help_text="Its title.")
    game = serializers.CharField(help_text="The slug of its game.")
    format = serializers.CharField(allow_null=True, help_text="The slug of its format; null: none is named.")
    as_of = serializers.DateField(allow_null=True, help_text="The day it is judged on; null: today, whenever that is.")
    size = serializers.IntegerField(help_text="How many cards it has, all sections together.")
    edition = serializers.IntegerField(help_text="The number of its newest version.")
    author = serializers.CharField(allow_null=True, help_text="Who keeps it.")
    own = serializers.BooleanField(help_text="Whether it is yours.")
    visibility = serializers.ChoiceField(Deck.Visibility.choices, help_text="Who may see it.")
    secret = serializers.CharField(allow_null=True, help_text="The word of its secret link; its keeper alone is told.")
    hidden = serializers.BooleanField(help_text="Whether staff has hidden it.")
    event = serializers.CharField(help_text="The event that it was played at, or nothing.")
    played_on = serializers.DateField(allow_null=True, help_text="The day that it was played on.")
    tags = serializers.ListField(child=serializers.CharField(), help_text="The words that it is found by.")
    likes = serializers.IntegerField(help_text="How many people like it.")
    forked_from = OriginShape(allow_null=True, help_text="What it began as, where you may read that.")
    created = serializers.DateTimeField(help_text="When it was made.")
    edited = serializers.DateTimeField(help_text="When its list last changed.")
    published = serializers.DateTimeField(allow_null=True, help_text="When it first became public.")
    page = serializers.CharField(help_text="The address of its page on this site.")


class SnapshotShape(Shape):
    """What a version holds."""

    title = serializers.CharField(help_text="The title.")
    format = serializers.CharField(allow_null=True, help_text="The slug of the format; null: none.")
    as_of = serializers.DateField(allow_null=True, help_text="The day; null: today.")
    deck = serializers.CharField(help_text="The list, as deck text.")
    notes = serializers.CharField(help_text="The notes on the deck.")
    card_notes = serializers.DictField(child=serializers.CharField(), help_text="The notes on its cards, by slug.")


class CountedCardShape(Shape):
    """A card in a section."""

    count = serializers.IntegerField(help_text="How many copies.")
    slug = serializers.CharField(help_text="The card's slug.")
    title = serializers.CharField(help_text="The card's title.")


class SectionShape(Shape):
    """A section with the cards that were read."""

    section = serializers.CharField(help_text="The section.")
    cards = CountedCardShape(many=True, help_text="Its cards.")


class UnsettledShape(Shape):
    """A line that names no one card."""

    line = serializers.IntegerField(help_text="Its number in the list, from 1.")
    written = serializers.CharField(help_text="The line.")
    state = serializers.ChoiceField(LINE_STATES, help_text="Why it names none.")


class DeckInFullShape(StoredDeckShape, SnapshotShape):
    """A deck with its newest version."""

    fingerprint = serializers.CharField(help_text="The fingerprint of its list.")
    sections = SectionShape(many=True, help_text="What was read of the list.")
    unsettled = UnsettledShape(many=True, help_text="The lines that name no one card; they stay in the list.")


class _SentDeckShape(StrictShape):
    title = serializers.CharField(required=False, max_length=120, allow_blank=True, help_text="The title.")
    format = serializers.CharField(
        required=False, allow_null=True, allow_blank=True, max_length=120, help_text="A format; null: none."
    )
    as_of = serializers.DateField(required=False, allow_null=True, help_text="A day, YYYY-MM-DD; null: today.")
    notes = serializers.CharField(required=False, allow_blank=True, help_text="Notes on the deck.")
    card_notes = serializers.DictField(
        child=serializers.CharField(allow_blank=True), required=False, help_text="Notes on its cards, by slug."
    )
    comment = serializers.CharField(
        required=False, allow_blank=True, max_length=200, help_text="A comment on this version."
    )


class NewDeckShape(_SentDeckShape):
    """A deck to be kept; it is private until it is shared."""

    deck = DeckField(
        required=False, help_text="The list: a text in any layout, a deck code, or a list of lines or items."
    )
    game = serializers.CharField(
        required=False, max_length=80, help_text="The slug of the game; else the list or the format says."
    )


class WholeDeckShape(_SentDeckShape):
    """A deck's next version, whole: what isn't sent is empty in it."""

    edition = serializers.IntegerField(min_value=0, help_text="The version that this one was made from.")
    deck = DeckField(help_text="The list: a text in any layout, a deck code, or a list of lines or items.")


class PatchedDeckShape(_SentDeckShape):
    """What is to become different of a deck; what isn't sent stays as it is."""

    edition = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="The version that this one was made from; needed for all but event, day and tags.",
    )
    deck = DeckField(required=False, help_text="The list.")
    event = serializers.CharField(required=False, allow_blank=True, max_length=120, help_text="Where it was played.")
    played_on = serializers.DateField(required=False, allow_null=True, help_text="When it was played.")
    tags = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        help_text="The words that it is found by, at most 8.",
    )


class StaleShape(ErrorShape):
    """The deck was saved elsewhere since: all of the texts, so that nothing is lost."""

    edition = serializers.IntegerField(help_text="The number of the newest version.")
    base = SnapshotShape(allow_null=True, help_text="What yours was made from; null: it is held no longer.")
    mine = SnapshotShape(help_text="What you sent.")
    theirs = SnapshotShape(help_text="What stands there now.")


class VersionShape(Shape):
    """A version in the history."""

    number = serializers.IntegerField(help_text="Its number, from 1.")
    saved = serializers.DateTimeField(help_text="When it was saved.")
    by = serializers.CharField(allow_null=True, help_text="Who saved it.")
    automatic = serializers.BooleanField(help_text="Whether it was saved without being asked for.")
    comment = serializers.CharField(help_text="What was said of it.")
    title = serializers.CharField(help_text="The title.")
    format = serializers.CharField(allow_null=True, help_text="The slug of the format.")
    as_of = serializers.DateField(allow_null=True, help_text="The day.")


class VersionInFullShape(VersionShape, SnapshotShape):
    """A version with its list."""

    fingerprint = serializers.CharField(help_text="The fingerprint of its list.")


class ForkShape(StrictShape):
    """From which version a deck of one's own begins."""

    version = serializers.IntegerField(required=False, min_value=1, help_text="Else the newest.")


class RestoreShape(StrictShape):
    """Which version comes back as the newest one."""

    version = serializers.IntegerField(min_value=1, help_text="Its number.")


class SharingShape(StrictShape):
    """Who may see a deck."""

    visibility = serializers.ChoiceField(Deck.Visibility.choices, required=False, help_text="Who may see it.")
    renew = serializers.BooleanField(required=False, help_text="True: another secret link; the old one leads nowhere.")


class ChangedCardShape(Shape):
    """A card that one list has in another number than the other."""

    section = serializers.CharField(help_text="The section.")
    name = serializers.CharField(help_text="The card, or the line as it is written.")
    slug = serializers.CharField(allow_null=True, help_text="The card's slug; null: the line names no one card.")
    before = serializers.IntegerField(help_text="How many copies the first list has.")
    after = serializers.IntegerField(help_text="How many copies the second list has.")


class MovedCardShape(Shape):
    """Copies of a card that stand in another section."""

    name = serializers.CharField(help_text="The card, or the line as it is written.")
    slug = serializers.CharField(allow_null=True, help_text="The card's slug; null: the line names no one card.")
    count = serializers.IntegerField(help_text="How many copies.")
    source = serializers.CharField(help_text="Where they stood.")  # type: ignore[assignment]
    target = serializers.CharField(help_text="Where they stand.")


class ComparedListShape(Shape):
    """One of two lists."""

    title = serializers.CharField(help_text="Its title.")
    size = serializers.IntegerField(help_text="How many cards it has.")
    fingerprint = serializers.CharField(help_text="The fingerprint of the list.")


class ComparisonShape(Shape):
    """Two lists side by side."""

    a = ComparedListShape(help_text="The first list.")
    b = ComparedListShape(help_text="The second list.")
    same = serializers.BooleanField(help_text="Whether both hold the same cards.")
    changes = ChangedCardShape(many=True, help_text="What has another number.")
    moves = MovedCardShape(many=True, help_text="What stands in another section.")


class CommentShape(Shape):
    """What somebody said of a deck."""

    id = serializers.IntegerField(help_text="Its number.")
    by = serializers.CharField(allow_null=True, help_text="Who said it; null: their account is gone.")
    own = serializers.BooleanField(help_text="Whether it is yours.")
    text = serializers.CharField(allow_null=True, help_text="What was said; null: staff has hidden it.")
    said = serializers.DateTimeField(help_text="When.")
    edited = serializers.DateTimeField(allow_null=True, help_text="When it was last edited.")
    hidden = serializers.BooleanField(help_text="Whether staff has hidden it.")
    hidden_why = serializers.CharField(help_text="Why it was hidden.")


class SaidShape(StrictShape):
    """A comment."""

    text = serializers.CharField(max_length=4_000, help_text="At most 4,000 characters of plain text.")


class ReportShape(StrictShape):
    """What staff is asked to look at."""

    why = serializers.CharField(max_length=400, help_text="Why.")
    comment = serializers.IntegerField(required=False, min_value=1, help_text="A comment; else the deck itself.")


class ReadRequestShape(StrictShape):
    """A list in any layout."""

    deck = DeckField(help_text="A text in any layout, a deck code, or a list of lines or items.")
    game = serializers.CharField(required=False, max_length=80, help_text="The slug of the game; else the list says.")
    file_name = serializers.CharField(required=False, max_length=200, help_text="What the file was called.")


class DecisionShape(Shape):
    """A line that a person has to decide."""

    line = serializers.IntegerField(help_text="Its number in `deck`, from 1.")
    section = serializers.CharField(help_text="The section that it stands in.")
    count = serializers.IntegerField(help_text="How many copies it asks for.")
    written = serializers.CharField(help_text="The line.")
    state = serializers.ChoiceField(LINE_STATES, help_text="Why it names no one card.")
    why = serializers.CharField(help_text="The same in a sentence.")
    candidates = CountedCardShape(many=True, help_text="The cards that may be meant.")


class GuessShape(Shape):
    """A line that was read with a guess."""

    line = serializers.IntegerField(help_text="Its number in `deck`, from 1.")
    written = serializers.CharField(help_text="The line.")
    slug = serializers.CharField(help_text="The card that was taken.")
    why = serializers.ListField(child=serializers.CharField(), help_text="What was guessed, and why.")


class ReadShape(Shape):
    """A list as it was read; nothing of it is kept."""

    layout = serializers.CharField(help_text="The layout that it was read in.")
    game = serializers.CharField(help_text="The slug of its game.")
    title = serializers.CharField(help_text="Its title, or nothing.")
    metadata = serializers.DictField(child=serializers.CharField(), help_text="What it says about itself.")
    deck = serializers.CharField(help_text="The list as deck text; its lines are those that are numbered here.")
    notes = serializers.CharField(help_text="The notes on the deck.")
    card_notes = serializers.DictField(child=serializers.CharField(), help_text="The notes on its cards, by slug.")
    fingerprint = serializers.CharField(help_text="The fingerprint of the list.")
    sections = SectionShape(many=True, help_text="What was read.")
    guesses = GuessShape(many=True, help_text="The lines that were read with a guess.")
    decisions = DecisionShape(many=True, help_text="The lines that a person has to decide.")
    remarks = serializers.ListField(child=serializers.CharField(), help_text="What couldn't be taken over as it was.")
