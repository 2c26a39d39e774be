"""What the addresses of stored decks take and answer."""

from __future__ import annotations

from engine.model.decks import AMBIGUOUS, UNKNOWN, UNREADABLE
from vsdb.api.check_serializers import DeckField, ErrorShape
from vsdb.api.shapes import Choice, Day, Flag, Map, Moment, Number, Shape, StrictShape, Text, TextMap, Texts
from vsdb.decks.models import Deck

LINE_STATES = (UNKNOWN, AMBIGUOUS, UNREADABLE)


class OriginShape(Shape):
    """A version of a deck."""

    deck = Number("The deck's number.")
    version = Number("The version's number.")


class StoredDeckShape(Shape):
    """A deck that somebody keeps, without its list."""

    id = Number("Its number.")
    title = Text("Its title.")
    game = Text("The slug of its game.")
    format = Text("The slug of its format; null: none is named.", allow_null=True)
    as_of = Day("The day it is judged on; null: today, whenever that is.", allow_null=True)
    size = Number("How many cards it has, all sections together.")
    edition = Number("The number of its newest version.")
    author = Text("Who keeps it.", allow_null=True)
    own = Flag("Whether it is yours.")
    visibility = Choice("Who may see it.", Deck.Visibility.choices)
    secret = Text("The word of its secret link; its keeper alone is told.", allow_null=True)
    hidden = Flag("Whether staff has hidden it.")
    event = Text("The event that it was played at, or nothing.")
    played_on = Day("The day that it was played on.", allow_null=True)
    tags = Texts("The words that it is found by.")
    likes = Number("How many people like it.")
    forked_from = OriginShape(allow_null=True, help_text="What it began as, where you may read that.")
    created = Moment("When it was made.")
    edited = Moment("When its list last changed.")
    published = Moment("When it first became public.", allow_null=True)
    page = Text("The address of its page on this site.")


class SnapshotShape(Shape):
    """What a version holds."""

    title = Text("The title.")
    format = Text("The slug of the format; null: none.", allow_null=True)
    as_of = Day("The day; null: today.", allow_null=True)
    deck = Text("The list, as deck text.")
    notes = Text("The notes on the deck.")
    card_notes = TextMap("The notes on its cards, by slug.")


class CountedCardShape(Shape):
    """A card in a section."""

    count = Number("How many copies.")
    slug = Text("The card's slug.")
    title = Text("The card's title.")


class SectionShape(Shape):
    """A section with the cards that were read."""

    section = Text("The section.")
    cards = CountedCardShape(many=True, help_text="Its cards.")


class UnsettledShape(Shape):
    """A line that names no one card."""

    line = Number("Its number in the list, from 1.")
    written = Text("The line.")
    state = Choice("Why it names none.", LINE_STATES)


class DeckInFullShape(StoredDeckShape, SnapshotShape):
    """A deck with its newest version."""

    fingerprint = Text("The fingerprint of its list.")
    sections = SectionShape(many=True, help_text="What was read of the list.")
    unsettled = UnsettledShape(many=True, help_text="The lines that name no one card; they stay in the list.")


class _SentDeckShape(StrictShape):
    title = Text("The title.", required=False, max_length=120, allow_blank=True)
    format = Text("A format; null: none.", required=False, allow_null=True, allow_blank=True, max_length=120)
    as_of = Day("A day, YYYY-MM-DD; null: today.", required=False, allow_null=True)
    notes = Text("Notes on the deck.", required=False, allow_blank=True)
    card_notes = Map("Notes on its cards, by slug.", child=Text(allow_blank=True), required=False)
    comment = Text("A comment on this version.", required=False, allow_blank=True, max_length=200)


class NewDeckShape(_SentDeckShape):
    """A deck to be kept; it is private until it is shared."""

    deck = DeckField(
        required=False, help_text="The list: a text in any layout, a deck code, or a list of lines or items."
    )
    game = Text("The slug of the game; else the list or the format says.", required=False, max_length=80)


class WholeDeckShape(_SentDeckShape):
    """A deck's next version, whole: what isn't sent is empty in it."""

    edition = Number("The version that this one was made from.", min_value=0)
    deck = DeckField(help_text="The list: a text in any layout, a deck code, or a list of lines or items.")


class PatchedDeckShape(_SentDeckShape):
    """What is to become different of a deck; what isn't sent stays as it is."""

    edition = Number(
        "The version that this one was made from; needed for all but event, day and tags.", required=False, min_value=0
    )
    deck = DeckField(required=False, help_text="The list.")
    event = Text("Where it was played.", required=False, allow_blank=True, max_length=120)
    played_on = Day("When it was played.", required=False, allow_null=True)
    tags = Texts("The words that it is found by, at most 8.", child=Text(max_length=40), required=False)


class StaleShape(ErrorShape):
    """The deck was saved elsewhere since: all of the texts, so that nothing is lost."""

    edition = Number("The number of the newest version.")
    base = SnapshotShape(allow_null=True, help_text="What yours was made from; null: it is held no longer.")
    mine = SnapshotShape(help_text="What you sent.")
    theirs = SnapshotShape(help_text="What stands there now.")


class VersionShape(Shape):
    """A version in the history."""

    number = Number("Its number, from 1.")
    saved = Moment("When it was saved.")
    by = Text("Who saved it.", allow_null=True)
    automatic = Flag("Whether it was saved without being asked for.")
    comment = Text("What was said of it.")
    title = Text("The title.")
    format = Text("The slug of the format.", allow_null=True)
    as_of = Day("The day.", allow_null=True)


class VersionInFullShape(VersionShape, SnapshotShape):
    """A version with its list."""

    fingerprint = Text("The fingerprint of its list.")


class ForkShape(StrictShape):
    """From which version a deck of one's own begins."""

    version = Number("Else the newest.", required=False, min_value=1)


class RestoreShape(StrictShape):
    """Which version comes back as the newest one."""

    version = Number("Its number.", min_value=1)


class SharingShape(StrictShape):
    """Who may see a deck."""

    visibility = Choice("Who may see it.", Deck.Visibility.choices, required=False)
    renew = Flag("True: another secret link; the old one leads nowhere.", required=False)


class ChangedCardShape(Shape):
    """A card that one list has in another number than the other."""

    section = Text("The section.")
    name = Text("The card, or the line as it is written.")
    slug = Text("The card's slug; null: the line names no one card.", allow_null=True)
    before = Number("How many copies the first list has.")
    after = Number("How many copies the second list has.")


class MovedCardShape(Shape):
    """Copies of a card that stand in another section."""

    name = Text("The card, or the line as it is written.")
    slug = Text("The card's slug; null: the line names no one card.", allow_null=True)
    count = Number("How many copies.")
    source = Text("Where they stood.")  # type: ignore[assignment]
    target = Text("Where they stand.")


class ComparedListShape(Shape):
    """One of two lists."""

    title = Text("Its title.")
    size = Number("How many cards it has.")
    fingerprint = Text("The fingerprint of the list.")


class ComparisonShape(Shape):
    """Two lists side by side."""

    a = ComparedListShape(help_text="The first list.")
    b = ComparedListShape(help_text="The second list.")
    same = Flag("Whether both hold the same cards.")
    changes = ChangedCardShape(many=True, help_text="What has another number.")
    moves = MovedCardShape(many=True, help_text="What stands in another section.")


class CommentShape(Shape):
    """What somebody said of a deck."""

    id = Number("Its number.")
    by = Text("Who said it; null: their account is gone.", allow_null=True)
    own = Flag("Whether it is yours.")
    text = Text("What was said; null: staff has hidden it.", allow_null=True)
    said = Moment("When.")
    edited = Moment("When it was last edited.", allow_null=True)
    hidden = Flag("Whether staff has hidden it.")
    hidden_why = Text("Why it was hidden.")


class SaidShape(StrictShape):
    """A comment."""

    text = Text("At most 4,000 characters of plain text.", max_length=4_000)


class ReportShape(StrictShape):
    """What staff is asked to look at."""

    why = Text("Why.", max_length=400)
    comment = Number("A comment; else the deck itself.", required=False, min_value=1)


class ReadRequestShape(StrictShape):
    """A list in any layout."""

    deck = DeckField(help_text="A text in any layout, a deck code, or a list of lines or items.")
    game = Text("The slug of the game; else the list says.", required=False, max_length=80)
    file_name = Text("What the file was called.", required=False, max_length=200)


class DecisionShape(Shape):
    """A line that a person has to decide."""

    line = Number("Its number in `deck`, from 1.")
    section = Text("The section that it stands in.")
    count = Number("How many copies it asks for.")
    written = Text("The line.")
    state = Choice("Why it names no one card.", LINE_STATES)
    why = Text("The same in a sentence.")
    candidates = CountedCardShape(many=True, help_text="The cards that may be meant.")


class GuessShape(Shape):
    """A line that was read with a guess."""

    line = Number("Its number in `deck`, from 1.")
    written = Text("The line.")
    slug = Text("The card that was taken.")
    why = Texts("What was guessed, and why.")


class ReadShape(Shape):
    """A list as it was read; nothing of it is kept."""

    layout = Text("The layout that it was read in.")
    game = Text("The slug of its game.")
    title = Text("Its title, or nothing.")
    metadata = TextMap("What it says about itself.")
    deck = Text("The list as deck text; its lines are those that are numbered here.")
    notes = Text("The notes on the deck.")
    card_notes = TextMap("The notes on its cards, by slug.")
    fingerprint = Text("The fingerprint of the list.")
    sections = SectionShape(many=True, help_text="What was read.")
    guesses = GuessShape(many=True, help_text="The lines that were read with a guess.")
    decisions = DecisionShape(many=True, help_text="The lines that a person has to decide.")
    remarks = Texts("What couldn't be taken over as it was.")
