"""The shapes of formats and bans in the API; the words are the engine's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from engine.formats.changes import FormatChange, format_banned_title
from engine.formats.legality import BANNED, LEGAL, NOT_IN
from engine.formats.pool_questions import OpenQuestion
from engine.formats.set_status import UNKNOWN, SetStatus
from engine.model.cards import CardSet
from engine.model.decks import LEGEND
from vsdb.api.shapes import Between, Choice, Counts, Day, Flag, Map, Number, Recorded, Shape, Text, Texts, only_of
from vsdb.catalog.formats.services import FormatExplanation

_WITH_LEGENDS = only_of(lambda game: any(section.slug == LEGEND for section in game.sections.own))


def _banned(about: FormatChange | OpenQuestion) -> str | None:
    return format_banned_title(about.ban) if about.ban else None


class WhyInShape(Shape):
    """A set that is in a format on a day, or may be, and why."""

    code = Text("The code of the set.")
    name = Text("Its name.")
    status = Text("Whether it is in: in or unknown.")
    kind = Text("What kind of reason it is in by; of one in doubt, what the doubt is about.")
    said = Text("The reason in words.")
    rests_on = Texts("The codes of the sets that the reason names.")


class PoolCountShape(Shape):
    """How many cards a pool has; banned ones are counted too."""

    certain = Number("Cards that are in it.")
    in_doubt = Number("Cards of which that isn't established.")
    on_trust = Number("Of those in it, cards whose release is taken on trust.")
    by_deck = Number("Cards that are in or not by the other cards of a deck.")


class FormatTurnShape(Shape):
    """One thing about a format that is otherwise on a day than on the day before."""

    day = Day("The day.")
    kind = Text("What it is about: set, ban, season or edition.")
    before = Text("How it was: a set in, out or unknown, a ban in force or not, and so on.")
    after = Text("How it is from this day on.")
    said = Text("The same in a sentence.")
    set = Text("The code of the set, if it is about one.", source="card_set.code", allow_null=True)
    ban = Text("What is banned, if it is about a ban.", of=_banned, allow_null=True)


class FormatChangeShape(Shape):
    """A day on which something about a format becomes otherwise."""

    day = Day("The day.")
    turns = FormatTurnShape.several("What becomes otherwise.")


class FormatQuestionShape(Shape):
    """A fact that isn't recorded and that would settle a doubt."""

    kind = Text("What kind of fact it is: legal day, official, ban began and so on.", source="asked.kind")
    fact = Text("The fact in words.", source="asked.fact")
    known = Text("What is recorded of it.", allow_blank=True, source="asked.known")
    about = Texts("The codes of the sets it is about.", source="asked.about")
    sets = Texts("The codes of the sets that hang on it.", source="asked.sets")
    ban = Text("What is banned, if it is about a ban.", of=lambda doubt: _banned(doubt.asked), allow_null=True)
    cards = Number("How many cards hang on it.")


class RecordedTimeShape(Shape):
    """A time from a day to a day, both included."""

    earliest = Day("Its first day.")
    latest = Day("Its last day.")


class RecordedPoolShape(Shape):
    """What a source says a format had at a time, held against what is computed for it."""

    days = RecordedTimeShape.one("The time it was recorded for lies between these.", source="recorded.days")
    said = Text("What was recorded, in our words.", source="recorded.said")
    sets = Texts("The codes of its sets; null: not recorded.", source="recorded.sets", allow_null=True)
    without = Texts("Sets that it is said not to have had.", source="recorded.without")
    bans = Texts("The names of its banned cards; null: not recorded.", source="recorded.bans", allow_null=True)
    compared_on = Day("The day of that time on which the two agree most.", source="on")
    outcome = Text("Whether they agree on that day: same, may be the same, or differs.")
    missing = Texts("What the record has and the format certainly hasn't.")
    beyond = Texts("What the format certainly has and the record hasn't.")
    uncertain = Texts("What the format may have, or not, on that day.", source="open_")


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
    """Why a format is as it is on a day, what changed, what is uncertain and what would settle it."""

    is_certain = Flag("Whether its sets, bans and season are all established.")
    is_in_season = Flag("Whether the day lies within its season.", source="day.is_in_season")
    why = WhyInShape.several("The sets that are in it, then those in doubt, with the reasons.", of=_why)
    cards = PoolCountShape.one("How many cards it has.", source="count")
    changed = FormatTurnShape.several("What is otherwise than on the day before.")
    last_change = FormatChangeShape.one("The last change before the day; null: none.", source="last", allow_null=True)
    next_change = FormatChangeShape.one(
        "The next change after the day; null: none is recorded.", source="following", allow_null=True
    )
    turning_days = Texts("Every day on which something about it becomes otherwise.", child=Day(), source="turning")
    questions = FormatQuestionShape.several(
        "The facts that would settle what is uncertain.", of=lambda found: (*found.doubts, *found.card_doubts)
    )
    not_in_a_list = Texts("What can't be checked from a deck list.", source="unseen")


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
    latest = Day(
        "The last day it may be; null: open.",
        of=lambda days: None if days.latest == date.max else days.latest,
        allow_null=True,
        read_only=True,
    )


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
    begins = DaysShape.one("Its first day lies between these.")
    ends = DaysShape.one("The day it ended lies between these; null: it stands.", allow_null=True)
    event = Text("The event that brought it about.", allow_null=True)
    reason = Recorded("Why, as far as it is recorded.")
    replacement = Recorded("The printing that takes the card's place.")


class CardBanShape(Shape):
    """A format that bans a card on a day, or may."""

    format = Text("The format's slug.", source="fmt.slug")
    name = Text("The format's name.", source="fmt.name")
    is_certain = Flag("Whether it is certain.")
    doubt = Text("What isn't known; empty: nothing.", allow_blank=True)
    since = DaysShape.one("The ban's first day lies between these.")


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
    formats = LegalityShape.several("Every format of its game.")


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


def _codes(sets: Iterable[tuple[CardSet, SetStatus]]) -> list[str]:
    return sorted(card_set.code for card_set, _ in sets)


class PoolOnDayShape(Shape):
    """A format's sets on a day."""

    on = Day("The day.", source="day.on")
    sets = Texts("The codes of the sets that are in it.", of=lambda found: _codes(found.day.sets_in))
    uncertain = Texts(
        "The codes of the sets of which that isn't established.", of=lambda found: _codes(found.day.sets_in_doubt)
    )


class ConstructionShape(Shape):
    """The figures of deck building; null is no limit, or not asked for beyond the game's own rules."""

    deck_min = Number("The least cards in the deck.", allow_null=True)
    deck_max = Number("The most cards in the deck.", allow_null=True)
    copies = Number("The most copies of a card.", allow_null=True)
    sideboard_max = Number("The most cards in the sideboard.", allow_null=True)
    runes = Number("The runes in the rune deck.", allow_null=True)
    battlefields = Number("The battlefields.", allow_null=True)
    legends = Number(f"The Champion Legends{_WITH_LEGENDS}.", allow_null=True)
    champions = Number(f"The chosen champions{_WITH_LEGENDS}.", allow_null=True)
    signatures = Number(f"The most signature cards{_WITH_LEGENDS}.", allow_null=True)


class RestrictionShape(Shape):
    """Something a format asks beyond the game's rules."""

    kind = Text("What kind of thing it asks.")
    terms = Map("Its terms.")


class FormatInFullShape(_NamedShape):
    """A format with everything that a verdict needs of it, and its sets on a day."""

    game = Text("The slug of its game.")
    starts = DaysShape.one("Its first day lies between these; null: not recorded.", allow_null=True)
    ends = DaysShape.one("Its last day lies between these; null: none, or not recorded.", allow_null=True)
    pool = PoolShape.one("How its sets are found.")
    pool_on_day = PoolOnDayShape.one("Its sets on the day asked for, else today.", read_only=True)
    construction = ConstructionShape.one("Its figures of deck building.")
    universe = Recorded(f"one, mixed, Illustrated or Photographic{only_of(lambda game: game.formats.universes)}.")
    restrictions = RestrictionShape.several("What it asks beyond the game's rules.")
    bans = BanShape.several("The cards banned in it, whenever.")
    explained = FormatExplanationShape.one("Why it is so on that day, what changed, what is uncertain.", read_only=True)
    recorded = RecordedPoolShape.several("What sources recorded, against what is computed.", read_only=True)
    doubts = Texts("What isn't established about it.")
    notes = Recorded("Remarks.")
    data_version = Text("The fingerprint of the facts that this was answered from.")

    def to_representation(self, instance: FormatExplanation) -> dict[str, Any]:
        found = {"pool_on_day": instance, "explained": instance, "recorded": instance.records}
        return super().to_representation({**vars(instance.day.fmt), **found})
