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
from vsdb.api.format_day_serializers import FormatExplanationShape, RecordedPoolShape
from vsdb.api.shapes import Between, Choice, Counts, Day, Flag, Map, Number, Recorded, Shape, Text, Texts
from vsdb.catalog.formats.explaining import Explained
from vsdb.catalog.formats.serialization import explanation, sets_of, told_records


class _NamedShape(Shape):
    """What a format is called."""

    slug = Text("What it is called in addresses, parameters and verdicts.")
    name = Text("Its name.")
    kind = Recorded("Constructed, limited, featured and so on.")
    short = Texts("Short names that are understood too.")
    aliases = Texts("Other names it had.")


class FormatShape(_NamedShape):
    """A format."""

    game = Text("The slug of its game.", source="game_id")
    starts = Between("starts", "Its first day lies between these; null: not recorded.")
    ends = Between("ends", "Its last day lies between these; null: none, or not recorded.")


class DaysShape(Shape):
    """A day known only to lie between two days, both included."""

    earliest = Day("The first day it may be.")
    latest = serializers.SerializerMethodField(help_text="The last day it may be; null: open.")

    def get_latest(self, days: engine.model.cards.Between) -> date | None:
        return None if days.latest == date.max else days.latest


class BanShape(Shape):
    """A card that is banned from a day on."""

    card = Text("The name of the card.")
    identity = Recorded("Only cards with this identity.")
    versions = Texts("Only cards with these versions; null: all.", allow_null=True)
    type = Recorded("Only cards of this type.")
    set_code = Recorded("Only the card of this set.")
    team = Recorded("Only cards of this team.")
    universe = Recorded("Only cards of this universe.")
    printings = Texts("Only these printings, where given.")
    formats = Texts("The slugs of its formats, or all.")
    begins = DaysShape(help_text="Its first day lies between these.")
    ends = DaysShape(allow_null=True, help_text="The day it ended lies between these; null: it stands.")
    event = Text("The event that brought it about.", allow_null=True)
    reason = Recorded("Why, as far as it is recorded.")
    replacement = Recorded("The printing that takes the card's place.")


class LegalityShape(Shape):
    """Whether a card may be played in a format on a day."""

    format = Text("The slug of the format.", source="fmt.slug")
    name = Text("Its name.", source="fmt.name")
    status = Choice("Whether it may be played.", (LEGAL, BANNED, NOT_IN, UNKNOWN))
    reason = Recorded("Why, where there is more to say.")
    is_in_season = Flag("Whether the day lies within the format's season.")


class LegalitiesShape(Shape):
    """Where a card may be played on a day."""

    game = Text("The slug of its game.")
    card = Text("The slug of the card.")
    on = Day("The day.")
    formats = LegalityShape(many=True, help_text="Every format of its game.")


class PoolShape(Shape):
    """How a format's sets are found."""

    kind = Text("all, listed, rotation, yearly, volume or chosen.")
    sets = Texts("The codes of its sets, where listed.")
    per_brand = Counts("How many last sets of each brand.")
    from_volume = Number("The first volume it has.", allow_null=True)
    first_rotation = Text("The year of its first rotation.", allow_null=True)
    always = Texts("Cards that are in whatever their set.")
    is_inferred = Flag("Whether the sources don't state the list.")
    without = Texts("Sets that are out whatever the kind.")
    also = Texts("Sets that are in whatever the kind.")


class PoolOnDayShape(Shape):
    """A format's sets on a day."""

    on = Day("The day.")
    sets = Texts("The codes of the sets that are in it.")
    uncertain = Texts("The codes of the sets of which that isn't established.")


class ConstructionShape(Shape):
    """The figures of deck building; null is no limit, or not asked for beyond the game's own rules."""

    deck_min = Number("The least cards in the deck.", allow_null=True)
    deck_max = Number("The most cards in the deck.", allow_null=True)
    copies = Number("The most copies of a card.", allow_null=True)
    sideboard_max = Number("The most cards in the sideboard.", allow_null=True)
    runes = Number("The runes in the rune deck.", allow_null=True)
    battlefields = Number("The battlefields.", allow_null=True)
    legends = Number("The Champion Legends (Riftbound).", allow_null=True)
    champions = Number("The chosen champions (Riftbound).", allow_null=True)
    signatures = Number("The most signature cards (Riftbound).", allow_null=True)


class RestrictionShape(Shape):
    """Something a format asks beyond the game's rules."""

    kind = Text("What kind of thing it asks.")
    terms = Map("Its terms.")


class FormatInFullShape(_NamedShape):
    """A format with everything that a verdict needs of it, and its sets on a day."""

    game = Text("The slug of its game.")
    starts = DaysShape(allow_null=True, help_text="Its first day lies between these; null: not recorded.")
    ends = DaysShape(allow_null=True, help_text="Its last day lies between these; null: none, or not recorded.")
    pool = PoolShape(help_text="How its sets are found.")
    pool_on_day = serializers.SerializerMethodField(help_text="Its sets on the day asked for, else today.")
    construction = ConstructionShape(help_text="Its figures of deck building.")
    universe = Recorded("one, mixed, Illustrated or Photographic (2PCG).")
    restrictions = RestrictionShape(many=True, help_text="What it asks beyond the game's rules.")
    bans = BanShape(many=True, help_text="The cards banned in it, whenever.")
    explained = serializers.SerializerMethodField(
        help_text="Why it is so on that day, what changed, what is uncertain."
    )
    recorded = serializers.SerializerMethodField(help_text="What sources recorded, against what is computed.")
    doubts = Texts("What isn't established about it.")
    notes = Recorded("Remarks.")
    data_version = Text("The fingerprint of the facts that this was answered from.")

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
