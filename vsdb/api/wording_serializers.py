"""The shapes of wordings, rulings and their sources in the API."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework import serializers

from vsdb.api.fields import Between, Recorded
from vsdb.api.format_serializers import DaysShape
from vsdb.api.serializers import CardShape, Shape
from vsdb.catalog.cards.models import Card
from vsdb.catalog.wordings.history import CURRENT, FUTURE, PAST, POSSIBLE
from vsdb.catalog.wordings.models import Source, Wording
from vsdb.catalog.wordings.rulings import ShownRuling
from vsdb.catalog.wordings.services import CardWording


class SourceShape(Shape):
    """A document or a card file that wordings and rulings came from."""

    game = serializers.CharField(source="game_id", help_text="The slug of its game.")
    slug = serializers.CharField(help_text="What it is called in addresses and parameters.")
    name = serializers.CharField(help_text="Its name.")
    kind = serializers.ChoiceField(Source.Kind.choices, help_text="What it is.")
    authority = serializers.ChoiceField(Source.Authority.choices, help_text="Whose word it is.")
    document = serializers.CharField(
        source="document_id", allow_null=True, help_text="The rules document that it is; null: none of those held."
    )
    published = Between("published", source="*", help_text="It was published between these days; null: not known.")
    wording_count = serializers.IntegerField(help_text="How many texts of cards came from it.")
    ruling_count = serializers.IntegerField(help_text="How many rulings came from it.")


class WordingShape(Shape):
    """A text of a card with the day from which it counts, and what it is on the day that is asked about."""

    key = serializers.CharField(help_text="What it is called among the texts of its card.")
    kind = serializers.ChoiceField(Wording.Kind.choices, source="wording.kind", help_text="What kind of text it is.")
    printing = Recorded(source="wording.printing_code", help_text="The printing that it stands on; null: none.")
    text = serializers.CharField(source="wording.text", help_text="The game text, a paragraph a line.")
    flavour = Recorded(source="wording.flavour", help_text="The flavour text.")
    changed = serializers.ListField(
        child=serializers.CharField(), source="wording.changed", help_text="The passages that an errata marks as new."
    )
    since = DaysShape(allow_null=True, help_text="The day from which it counts; null: not known.")
    state = serializers.ChoiceField(
        (CURRENT, POSSIBLE, PAST, FUTURE), help_text="What it is on the day asked about; one at most is current."
    )
    is_order_doubtful = serializers.BooleanField(help_text="Whether it may be older than the text before it.")
    source = serializers.CharField(  # type: ignore[assignment]
        source="wording.source.slug", help_text="The slug of its source."
    )
    source_name = serializers.CharField(source="wording.source.name", help_text="The name of its source.")
    authority = serializers.ChoiceField(
        Source.Authority.choices, source="wording.source.authority", help_text="Whose word it is."
    )
    place = Recorded(source="wording.place", help_text="Where in its source it stands.")
    derived = serializers.DictField(source="wording.derived", help_text="The facts that a program read off the text.")


class CitedRuleShape(Shape):
    """A rule that a ruling refers to."""

    document = Recorded(help_text="The slug of its document; null: it doesn't say, and none that is held has the rule.")
    number = serializers.CharField(help_text="Its number.")
    changed_in = Recorded(help_text="The newer edition whose rule of that number says something else, as held here.")


class NewerWordingShape(Shape):
    """A text of a card that came after a ruling about it and says something else."""

    card = serializers.CharField(source="card.slug", help_text="The slug of the card.")
    kind = serializers.CharField(help_text="What kind of text it is.")
    since = DaysShape(allow_null=True, help_text="The day from which it counts.")
    is_certain = serializers.BooleanField(help_text="Whether it certainly came after the ruling.")


class RulingShape(Shape):
    """What a source says about cards, keywords, sets or rules beyond their wording."""

    game = serializers.CharField(source="ruling.source.game_id", help_text="The slug of its game.")
    source = serializers.CharField(  # type: ignore[assignment]
        source="ruling.source.slug", help_text="The slug of its source."
    )
    number = serializers.IntegerField(help_text="Its place among the rulings of its source, from 1.")
    authority = serializers.ChoiceField(
        Source.Authority.choices, source="ruling.source.authority", help_text="Whose word it is."
    )
    subject = serializers.CharField(source="ruling.subject", help_text="What it is headed.")
    text = serializers.CharField(source="ruling.text", help_text="What it says, a paragraph a line.")
    day = DaysShape(allow_null=True, help_text="The day it was made; null: not known.")
    place = Recorded(source="ruling.place", help_text="Where in its source it stands.")
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

    on = serializers.DateField(source="history.on", help_text="The day that is asked about.")
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
