"""The shapes of wordings, rulings and their sources in the API."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework import serializers

from vsdb.api.format_serializers import DaysShape
from vsdb.api.serializers import CardShape
from vsdb.api.shapes import Between, Choice, Day, Flag, Map, Number, Recorded, Shape, Text, Texts
from vsdb.catalog.cards.models import Card
from vsdb.catalog.wordings.history import CURRENT, FUTURE, PAST, POSSIBLE
from vsdb.catalog.wordings.models import Source, Wording
from vsdb.catalog.wordings.rulings import ShownRuling
from vsdb.catalog.wordings.services import CardWording


class SourceShape(Shape):
    """A document or a card file that wordings and rulings came from."""

    game = Text("The slug of its game.", source="game_id")
    slug = Text("What it is called in addresses and parameters.")
    name = Text("Its name.")
    kind = Choice("What it is.", Source.Kind.choices)
    authority = Choice("Whose word it is.", Source.Authority.choices)
    document = Text("The rules document that it is; null: none of those held.", source="document_id", allow_null=True)
    published = Between("published", "It was published between these days; null: not known.")
    wording_count = Number("How many texts of cards came from it.")
    ruling_count = Number("How many rulings came from it.")


class WordingShape(Shape):
    """A text of a card with the day from which it counts, and what it is on the day that is asked about."""

    key = Text("What it is called among the texts of its card.")
    kind = Choice("What kind of text it is.", Wording.Kind.choices, source="wording.kind")
    printing = Recorded("The printing that it stands on; null: none.", source="wording.printing_code")
    text = Text("The game text, a paragraph a line.", source="wording.text")
    flavour = Recorded("The flavour text.", source="wording.flavour")
    changed = Texts("The passages that an errata marks as new.", source="wording.changed")
    since = DaysShape(allow_null=True, help_text="The day from which it counts; null: not known.")
    state = Choice("What it is on the day asked about; one at most is current.", (CURRENT, POSSIBLE, PAST, FUTURE))
    is_order_doubtful = Flag("Whether it may be older than the text before it.")
    source = Text("The slug of its source.", source="wording.source.slug")
    source_name = Text("The name of its source.", source="wording.source.name")
    authority = Choice("Whose word it is.", Source.Authority.choices, source="wording.source.authority")
    place = Recorded("Where in its source it stands.", source="wording.place")
    derived = Map("The facts that a program read off the text.", source="wording.derived")


class CitedRuleShape(Shape):
    """A rule that a ruling refers to."""

    document = Recorded("The slug of its document; null: it doesn't say, and none that is held has the rule.")
    number = Text("Its number.")
    changed_in = Recorded("The newer edition whose rule of that number says something else, as held here.")


class NewerWordingShape(Shape):
    """A text of a card that came after a ruling about it and says something else."""

    card = Text("The slug of the card.", source="card.slug")
    kind = Text("What kind of text it is.")
    since = DaysShape(allow_null=True, help_text="The day from which it counts.")
    is_certain = Flag("Whether it certainly came after the ruling.")


class RulingShape(Shape):
    """What a source says about cards, keywords, sets or rules beyond their wording."""

    game = Text("The slug of its game.", source="ruling.source.game_id")
    source = Text("The slug of its source.", source="ruling.source.slug")
    number = Number("Its place among the rulings of its source, from 1.")
    authority = Choice("Whose word it is.", Source.Authority.choices, source="ruling.source.authority")
    subject = Text("What it is headed.", source="ruling.subject")
    text = Text("What it says, a paragraph a line.", source="ruling.text")
    day = DaysShape(allow_null=True, help_text="The day it was made; null: not known.")
    place = Recorded("Where in its source it stands.", source="ruling.place")
    cards = serializers.SerializerMethodField(help_text="The slugs of the cards that it is about.")
    mentions = serializers.SerializerMethodField(help_text="The slugs of other cards that it mentions.")
    keywords = serializers.SerializerMethodField(help_text="The slugs of the keywords that it is about.")
    sets = serializers.SerializerMethodField(help_text="The codes of the sets that it is about.")
    rules = CitedRuleShape(many=True, help_text="The rules that it refers to.")
    newer_wordings = NewerWordingShape(
        many=True, source="newer", help_text="Texts of its cards that are newer than it and say something else."
    )

    def get_cards(self, ruling: ShownRuling) -> list[str]:
        return _slugs_of(ruling.about)

    def get_mentions(self, ruling: ShownRuling) -> list[str]:
        return _slugs_of(ruling.mentions)

    def get_keywords(self, ruling: ShownRuling) -> list[str]:
        return [keyword.slug for keyword in ruling.keywords]

    def get_sets(self, ruling: ShownRuling) -> list[str]:
        return [each.code for each in ruling.sets]


class CardWordingShape(Shape):
    """The texts of a card, looked at on a day, and the rulings that lead to it."""

    on = Day("The day that is asked about.", source="history.on")
    wording = WordingShape(
        source="history.current", allow_null=True, help_text="The text that certainly counts that day; null: none held."
    )
    wordings = WordingShape(
        source="history.revisions", many=True, help_text="Every text of it that is held, the oldest first."
    )
    rulings = RulingShape(source="about", many=True, help_text="The rulings about it, the newest first.")
    mentioned_in = RulingShape(
        source="mentioning", many=True, help_text="The rulings about something else that mention it."
    )
    groups = serializers.SerializerMethodField(help_text="The named groups to which it belongs.")

    def get_groups(self, held: CardWording) -> list[str]:
        return [group.slug for group in held.groups]


class WordedCardShape(CardShape, CardWordingShape):
    """A card with its texts, looked at on a day, and the rulings that lead to it. Null means not recorded."""


def _slugs_of(cards: Iterable[Card]) -> list[str]:
    return [card.slug for card in cards]
