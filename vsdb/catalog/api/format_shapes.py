"""Shapes of formats and bans in the API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import date
from typing import Any

from engine.formats.changes import FormatChange, format_banned_title
from engine.formats.legality import BANNED, LEGAL, NOT_IN
from engine.formats.pool_questions import OpenQuestion
from engine.formats.set_status import UNKNOWN, SetStatus
from engine.model.cards import CardSet
from engine.model.decks import LEGEND
from vsdb.api.shapes import Between, Choice, Counts, Day, Flag, Link, Map, Number, Recorded, Shape, Text, Texts, only_of
from vsdb.catalog.formats.services import FormatExplanation

_WITH_LEGENDS = only_of(lambda game: any(section.slug == LEGEND for section in game.sections.own))


def _banned(about: FormatChange | OpenQuestion) -> str | None:
    return format_banned_title(about.ban) if about.ban else None


class WhyInShape(Shape):
    """A set that is legal in a format on a date, or may be, and why."""

    code = Text("The set's code.")
    name = Text("Its name.")
    status = Text("in or unknown.")
    kind = Text("The kind of reason; for an unknown one, the kind of doubt.")
    said = Text("The reason in words.")
    rests_on = Texts("The codes of the sets in the reason.")


class PoolCountShape(Shape):
    """How many cards a pool has, banned ones included."""

    certain = Number("Cards that are certainly in it.")
    in_doubt = Number("Cards that may be in it.")
    on_trust = Number("Those of the certain ones whose release is assumed.")
    by_deck = Number("Cards that are in it or not by the rest of the deck.")


class FormatTurnShape(Shape):
    """A change of a format from one day to the next."""

    day = Day("The day.")
    kind = Text("The subject: set, ban, season or edition.")
    before = Text("Before: a set in, out or unknown, a ban in force or not, and so on.")
    after = Text("From this day on.")
    said = Text("The change in a sentence.")
    set = Text("The set's code; null: not about a set.", source="card_set.code", allow_null=True)
    ban = Text("The banned card; null: not about a ban.", of=_banned, allow_null=True)


class FormatChangeShape(Shape):
    """A day with changes of a format."""

    day = Day("The day.")
    turns = FormatTurnShape.several("The changes.")


class FormatQuestionShape(Shape):
    """A missing fact that would settle a doubt."""

    kind = Text("The kind of fact: legal day, official, ban began and so on.", source="asked.kind")
    fact = Text("The fact in words.", source="asked.fact")
    known = Text("What is recorded.", allow_blank=True, source="asked.known")
    about = Texts("The codes of the sets it is about.", source="asked.about")
    sets = Texts("The codes of the affected sets.", source="asked.sets")
    ban = Text("The banned card; null: not about a ban.", of=lambda doubt: _banned(doubt.asked), allow_null=True)
    cards = Number("How many cards are affected.")


class RecordedTimeShape(Shape):
    """A range of dates, inclusive."""

    earliest = Day("Its first day.")
    latest = Day("Its last day.")


class RecordedPoolShape(Shape):
    """A source's card pool, compared with the computed pool."""

    days = RecordedTimeShape.one("The span of the source.", source="recorded.days")
    said = Text("The source's statement in our own words.", source="recorded.said")
    sets = Texts("The codes of its sets; null: not recorded.", source="recorded.sets", allow_null=True)
    without = Texts("Sets that the source excludes.", source="recorded.without")
    bans = Texts("The names of its banned cards; null: not recorded.", source="recorded.bans", allow_null=True)
    compared_on = Day("The date on which both agree most.", source="on")
    outcome = Text("The comparison: same, may be the same or differs.")
    missing = Texts("Only in the source, for certain.")
    beyond = Texts("Only in the computed pool, for certain.")
    uncertain = Texts("Uncertain on that day.", source="open_")


def _why(found: FormatExplanation) -> Iterator[dict[str, Any]]:
    """The sets that are in the format, then those in doubt, with what puts them in or keeps them in doubt."""
    for card_set, status in (*found.day.sets_in, *found.day.sets_in_doubt):
        row = {"code": card_set.code, "name": card_set.name, "status": status.status}
        if status.status == UNKNOWN:
            yield {**row, "kind": status.cause, "said": status.reason, "rests_on": ()}
        else:
            reason = found.reasons[card_set.code]
            yield {**row, "kind": reason.kind, "said": reason.said, "rests_on": reason.sets}


class FormatExplanationShape(Shape):
    """A format on a day: reasons, changes and open questions."""

    is_certain = Flag("Its sets, bans and season are all certain.")
    is_in_season = Flag("The day is in its season.", source="day.is_in_season")
    why = WhyInShape.several("Legal sets, then uncertain ones, with reasons.", of=_why)
    cards = PoolCountShape.one("How many cards it has.", source="count")
    changed = FormatTurnShape.several("Changes since the day before.")
    last_change = FormatChangeShape.one("The last change before the day; null: none.", source="last", allow_null=True)
    next_change = FormatChangeShape.one(
        "The next change after the day; null: none is recorded.", source="following", allow_null=True
    )
    turning_days = Texts("Every day with a change.", child=Day(), source="turning")
    questions = FormatQuestionShape.several(
        "Missing facts that would settle doubts.", of=lambda found: (*found.doubts, *found.card_doubts)
    )
    not_in_a_list = Texts("What a deck list can't show.", source="unseen")


class _NamedShape(Shape):
    """A format's names."""

    slug = Text("Its slug, for addresses, parameters and verdicts.")
    name = Text("Its name.")
    kind = Recorded("Constructed, limited, featured and so on.")
    short = Texts("Accepted short names.")
    aliases = Texts("Other names.")


class FormatShape(_NamedShape):
    """A format."""

    game = Text("The slug of its game.", source="game_id")
    starts = Between("starts", "Its first day lies between these days; null: not recorded.")
    ends = Between("ends", "Its last day lies between these days; null: none, or not recorded.")
    page = Link("The path of its page on this site.", "formats:format", "game_id", "slug")
    api = Link("Its path in this API.", "api:format", "game_id", "slug")


class DaysShape(Shape):
    """A date between two dates, inclusive."""

    earliest = Day("Its earliest date.")
    latest = Day(
        "Its latest date; null: open.",
        of=lambda days: None if days.latest == date.max else days.latest,
        allow_null=True,
        read_only=True,
    )


class BanShape(Shape):
    """A ban of a card."""

    card = Text("The card's name.")
    identity = Recorded("Only cards with this identity.")
    versions = Texts("Only cards with these versions; null: all.", allow_null=True)
    type = Recorded("Only cards of this type.")
    set_code = Recorded("Only the card of this set.")
    team = Recorded("Only cards of this team.")
    universe = Recorded("Only cards of this universe.")
    printings = Texts("Only these printings, where given.")
    formats = Texts("The slugs of its formats, or all.")
    begins = DaysShape.one("Its first day lies between these dates.")
    ends = DaysShape.one("Its end lies between these dates; null: no end recorded.", allow_null=True)
    event = Text("The event that caused it.", allow_null=True)
    reason = Recorded("The recorded reason.")
    replacement = Recorded("The printing that replaces the card.")


class CardBanShape(Shape):
    """A format that bans a card on a day, or may."""

    format = Text("The format's slug.", source="fmt.slug")
    name = Text("The format's name.", source="fmt.name")
    is_certain = Flag("Whether it is certain.")
    doubt = Text("What isn't known; empty: nothing.", allow_blank=True)
    since = DaysShape.one("The ban's first day lies between these.")
    page = Link("The path of the format's page on this site.", "formats:format", "fmt.game", "fmt.slug")
    api = Link("The format's path in this API.", "api:format", "fmt.game", "fmt.slug")


class LegalityShape(Shape):
    """A card's legality in a format on a day."""

    format = Text("The format's slug.", source="fmt.slug")
    name = Text("Its name.", source="fmt.name")
    status = Choice("Its legality.", (LEGAL, BANNED, NOT_IN, UNKNOWN))
    reason = Recorded("The reason, where there is one.")
    is_in_season = Flag("The day is in the format's season.")
    page = Link("The path of the format's page on this site.", "formats:format", "fmt.game", "fmt.slug")
    api = Link("The format's path in this API.", "api:format", "fmt.game", "fmt.slug")


class LegalitiesShape(Shape):
    """A card's legality on a day."""

    game = Text("The slug of its game.")
    card = Text("The slug of the card.")
    page = Link("The path of the card's page on this site.", "cards:card", "game", "card")
    api = Link("The card's path in this API.", "api:card", "game", "card")
    on = Day("The day.")
    formats = LegalityShape.several("Every format of its game.")


class PoolShape(Shape):
    """How a format's sets are determined."""

    kind = Text("all, listed, rotation, yearly, volume or chosen.")
    sets = Texts("The codes of its sets, if listed.")
    per_brand = Counts("How many of the last sets of each brand.")
    from_volume = Number("The first legal volume.", allow_null=True)
    first_rotation = Text("The year of its first rotation.", allow_null=True)
    always = Texts("Cards legal from any set.")
    is_inferred = Flag("No source lists the sets.")
    without = Texts("Sets always excluded.")
    also = Texts("Sets always included.")


def _codes(sets: Iterable[tuple[CardSet, SetStatus]]) -> list[str]:
    return sorted(card_set.code for card_set, _ in sets)


class PoolOnDayShape(Shape):
    """A format's sets on a day."""

    on = Day("The day.", source="day.on")
    sets = Texts("The codes of the legal sets.", of=lambda found: _codes(found.day.sets_in))
    uncertain = Texts("The codes of the uncertain sets.", of=lambda found: _codes(found.day.sets_in_doubt))


class ConstructionShape(Shape):
    """Deck building numbers; null: no limit, or the game's own rule."""

    deck_min = Number("Minimum deck size.", allow_null=True)
    deck_max = Number("Maximum deck size.", allow_null=True)
    copies = Number("Maximum copies of a card.", allow_null=True)
    sideboard_max = Number("Maximum sideboard size.", allow_null=True)
    runes = Number("Number of runes.", allow_null=True)
    battlefields = Number("Number of battlefields.", allow_null=True)
    legends = Number(f"Number of Champion Legends{_WITH_LEGENDS}.", allow_null=True)
    champions = Number(f"Number of chosen champions{_WITH_LEGENDS}.", allow_null=True)
    signatures = Number(f"Maximum signature cards{_WITH_LEGENDS}.", allow_null=True)


class ConstructionChangeShape(ConstructionShape):
    """Deck building numbers from a day on."""

    since = Day("The first day of these numbers.")


class RestrictionShape(Shape):
    """A deck rule of a format beyond the game's rules."""

    kind = Text("The kind of rule.")
    terms = Map("Its terms.")


class FormatInFullShape(_NamedShape):
    """A format in full, with its sets on a day."""

    game = Text("The slug of its game.")
    page = Link("The path of its page on this site.", "formats:format", "game", "slug")
    api = Link("Its path in this API.", "api:format", "game", "slug")
    starts = DaysShape.one("Its first day lies between these days; null: not recorded.", allow_null=True)
    ends = DaysShape.one("Its last day lies between these days; null: none, or not recorded.", allow_null=True)
    pool = PoolShape.one("How its sets are determined.")
    pool_on_day = PoolOnDayShape.one("Its sets on the given day, else today.", read_only=True)
    construction = ConstructionShape.one("Its deck building numbers on that day.")
    construction_changes = ConstructionChangeShape.several("The days on which its deck building numbers change.")
    universe = Recorded(f"one, mixed, Illustrated or Photographic{only_of(lambda game: game.formats.universes)}.")
    restrictions = RestrictionShape.several("Deck rules beyond the game's rules.")
    bans = BanShape.several("All its bans, past ones included.")
    explained = FormatExplanationShape.one("Reasons, changes and open questions on that day.", read_only=True)
    recorded = RecordedPoolShape.several("Pools in sources, compared with the computed pool.", read_only=True)
    doubts = Texts("Open questions.")
    notes = Recorded("Remarks.")
    data_version = Text("The fingerprint of the facts used.")

    def to_representation(self, instance: FormatExplanation) -> dict[str, Any]:
        fmt = instance.day.fmt
        changes = [
            {"since": each.since, **asdict(fmt.construction_on(each.since))} for each in fmt.construction_changes
        ]
        found = {
            "construction": fmt.construction_on(instance.day.on),
            "construction_changes": changes,
            "pool_on_day": instance,
            "explained": instance,
            "recorded": instance.records,
        }
        return super().to_representation({**vars(instance.day.fmt), **found})
