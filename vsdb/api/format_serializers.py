"""The shapes of formats and bans in the API; the words are the engine's."""

from __future__ import annotations

from datetime import date
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

import engine.model.cards
import engine.model.formats
from engine.formats.legality import BANNED, LEGAL, NOT_IN
from engine.formats.set_status import UNKNOWN
from vsdb.api.fields import Between, Recorded
from vsdb.api.format_day_serializers import FormatExplanationShape, RecordedPoolShape
from vsdb.api.serializers import Shape
from vsdb.catalog.formats.explaining import Explained
from vsdb.catalog.formats.serialization import explanation, sets_of, told_records


class _NamedShape(Shape):
    """What a format is called."""

    slug = serializers.CharField(help_text="What it is called in addresses, parameters and verdicts.")
    name = serializers.CharField(help_text="Its name.")
    kind = Recorded(help_text="Constructed, limited, featured and so on.")
    short = serializers.ListField(child=serializers.CharField(), help_text="Short names that are understood too.")
    aliases = serializers.ListField(child=serializers.CharField(), help_text="Other names it had.")


class FormatShape(_NamedShape):
    """A format."""

    game = serializers.CharField(source="game_id", help_text="The slug of its game.")
    starts = Between("starts", source="*", help_text="Its first day lies between these; null: not recorded.")
    ends = Between("ends", source="*", help_text="Its last day lies between these; null: none, or not recorded.")


class DaysShape(Shape):
    """A day known only to lie between two days, both included."""

    earliest = serializers.DateField(help_text="The first day it may be.")
    latest = serializers.SerializerMethodField(help_text="The last day it may be; null: open.")

    def get_latest(self, days: engine.model.cards.Between) -> date | None:
        return None if days.latest == date.max else days.latest


class BanShape(Shape):
    """A card that is banned from a day on."""

    card = serializers.CharField(help_text="The name of the card.")
    identity = Recorded(help_text="Only cards with this identity.")
    versions = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Only cards with these versions; null: all."
    )
    type = Recorded(help_text="Only cards of this type.")
    set_code = Recorded(help_text="Only the card of this set.")
    team = Recorded(help_text="Only cards of this team.")
    universe = Recorded(help_text="Only cards of this universe.")
    printings = serializers.ListField(child=serializers.CharField(), help_text="Only these printings, where given.")
    formats = serializers.ListField(child=serializers.CharField(), help_text="The slugs of its formats, or all.")
    begins = DaysShape(help_text="Its first day lies between these.")
    ends = DaysShape(allow_null=True, help_text="The day it ended lies between these; null: it stands.")
    event = serializers.CharField(allow_null=True, help_text="The event that brought it about.")
    reason = Recorded(help_text="Why, as far as it is recorded.")
    replacement = Recorded(help_text="The printing that takes the card's place.")


class LegalityShape(Shape):
    """Whether a card may be played in a format on a day."""

    format = serializers.CharField(source="fmt.slug", help_text="The slug of the format.")
    name = serializers.CharField(source="fmt.name", help_text="Its name.")
    status = serializers.ChoiceField((LEGAL, BANNED, NOT_IN, UNKNOWN), help_text="Whether it may be played.")
    reason = Recorded(help_text="Why, where there is more to say.")
    is_in_season = serializers.BooleanField(help_text="Whether the day lies within the format's season.")


class LegalitiesShape(Shape):
    """Where a card may be played on a day."""

    game = serializers.CharField(help_text="The slug of its game.")
    card = serializers.CharField(help_text="The slug of the card.")
    on = serializers.DateField(help_text="The day.")
    formats = LegalityShape(many=True, help_text="Every format of its game.")


class PoolShape(Shape):
    """How a format's sets are found."""

    kind = serializers.CharField(help_text="all, listed, rotation, yearly, volume or chosen.")
    sets = serializers.ListField(child=serializers.CharField(), help_text="The codes of its sets, where listed.")
    per_brand = serializers.DictField(child=serializers.IntegerField(), help_text="How many last sets of each brand.")
    from_volume = serializers.IntegerField(allow_null=True, help_text="The first volume it has.")
    first_rotation = serializers.CharField(allow_null=True, help_text="The year of its first rotation.")
    always = serializers.ListField(child=serializers.CharField(), help_text="Cards that are in whatever their set.")
    is_inferred = serializers.BooleanField(help_text="Whether the sources don't state the list.")
    without = serializers.ListField(child=serializers.CharField(), help_text="Sets that are out whatever the kind.")
    also = serializers.ListField(child=serializers.CharField(), help_text="Sets that are in whatever the kind.")


class PoolOnDayShape(Shape):
    """A format's sets on a day."""

    on = serializers.DateField(help_text="The day.")
    sets = serializers.ListField(child=serializers.CharField(), help_text="The codes of the sets that are in it.")
    uncertain = serializers.ListField(
        child=serializers.CharField(), help_text="The codes of the sets of which that isn't established."
    )


class ConstructionShape(Shape):
    """The figures of deck building; null is no limit, or not asked for beyond the game's own rules."""

    deck_min = serializers.IntegerField(allow_null=True, help_text="The least cards in the deck.")
    deck_max = serializers.IntegerField(allow_null=True, help_text="The most cards in the deck.")
    copies = serializers.IntegerField(allow_null=True, help_text="The most copies of a card.")
    sideboard_max = serializers.IntegerField(allow_null=True, help_text="The most cards in the sideboard.")
    runes = serializers.IntegerField(allow_null=True, help_text="The runes in the rune deck.")
    battlefields = serializers.IntegerField(allow_null=True, help_text="The battlefields.")
    legends = serializers.IntegerField(allow_null=True, help_text="The Champion Legends (Riftbound).")
    champions = serializers.IntegerField(allow_null=True, help_text="The chosen champions (Riftbound).")
    signatures = serializers.IntegerField(allow_null=True, help_text="The most signature cards (Riftbound).")


class RestrictionShape(Shape):
    """Something a format asks beyond the game's rules."""

    kind = serializers.CharField(help_text="What kind of thing it asks.")
    terms = serializers.DictField(help_text="Its terms.")


class FormatInFullShape(_NamedShape):
    """A format with everything that a verdict needs of it, and its sets on a day."""

    game = serializers.CharField(help_text="The slug of its game.")
    starts = DaysShape(allow_null=True, help_text="Its first day lies between these; null: not recorded.")
    ends = DaysShape(allow_null=True, help_text="Its last day lies between these; null: none, or not recorded.")
    pool = PoolShape(help_text="How its sets are found.")
    pool_on_day = serializers.SerializerMethodField(help_text="Its sets on the day asked for, else today.")
    construction = ConstructionShape(help_text="Its figures of deck building.")
    universe = Recorded(help_text="one, mixed, Illustrated or Photographic (2PCG).")
    restrictions = RestrictionShape(many=True, help_text="What it asks beyond the game's rules.")
    bans = BanShape(many=True, help_text="The cards banned in it, whenever.")
    explained = serializers.SerializerMethodField(
        help_text="Why it is so on that day, what changed, what is uncertain."
    )
    recorded = serializers.SerializerMethodField(help_text="What sources recorded, against what is computed.")
    doubts = serializers.ListField(child=serializers.CharField(), help_text="What isn't established about it.")
    notes = Recorded(help_text="Remarks.")
    data_version = serializers.CharField(help_text="The fingerprint of the facts that this was answered from.")

    @extend_schema_field(PoolOnDayShape)
    def get_pool_on_day(self, fmt: engine.model.formats.Format) -> dict[str, Any]:
        found: Explained = self.context["found"]
        return {"on": found.day.on.isoformat(), **sets_of(found)}

    @extend_schema_field(FormatExplanationShape)
    def get_explained(self, fmt: engine.model.formats.Format) -> dict[str, Any]:
        return explanation(self.context["found"])

    @extend_schema_field(RecordedPoolShape(many=True))
    def get_recorded(self, fmt: engine.model.formats.Format) -> list[dict[str, Any]]:
        return told_records(self.context["found"])
