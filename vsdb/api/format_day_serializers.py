"""The shapes of what explains a format on a day: why, what changed, what is uncertain, what was recorded."""

from __future__ import annotations

from rest_framework import serializers

from vsdb.api.serializers import Shape


class WhyInShape(Shape):
    """A set that is in a format on a day, or may be, and why."""

    code = serializers.CharField(help_text="The code of the set.")
    name = serializers.CharField(help_text="Its name.")
    status = serializers.CharField(help_text="Whether it is in: in or unknown.")
    kind = serializers.CharField(help_text="What kind of reason it is in by; of one in doubt, what the doubt is about.")
    said = serializers.CharField(help_text="The reason in words.")
    rests_on = serializers.ListField(
        child=serializers.CharField(), help_text="The codes of the sets that the reason names."
    )


class PoolCountShape(Shape):
    """How many cards a pool has; banned ones are counted too."""

    certain = serializers.IntegerField(help_text="Cards that are in it.")
    in_doubt = serializers.IntegerField(help_text="Cards of which that isn't established.")
    on_trust = serializers.IntegerField(help_text="Of those in it, cards whose release is taken on trust.")
    by_deck = serializers.IntegerField(help_text="Cards that are in or not by the other cards of a deck.")


class FormatTurnShape(Shape):
    """One thing about a format that is otherwise on a day than on the day before."""

    day = serializers.DateField(help_text="The day.")
    kind = serializers.CharField(help_text="What it is about: set, ban, season or edition.")
    before = serializers.CharField(help_text="How it was: a set in, out or unknown, a ban in force or not, and so on.")
    after = serializers.CharField(help_text="How it is from this day on.")
    said = serializers.CharField(help_text="The same in a sentence.")
    set = serializers.CharField(allow_null=True, help_text="The code of the set, if it is about one.")
    ban = serializers.CharField(allow_null=True, help_text="What is banned, if it is about a ban.")


class FormatChangeShape(Shape):
    """A day on which something about a format becomes otherwise."""

    day = serializers.DateField(help_text="The day.")
    turns = FormatTurnShape(many=True, help_text="What becomes otherwise.")


class FormatQuestionShape(Shape):
    """A fact that isn't recorded and that would settle a doubt."""

    kind = serializers.CharField(help_text="What kind of fact it is: legal day, official, ban began and so on.")
    fact = serializers.CharField(help_text="The fact in words.")
    known = serializers.CharField(allow_blank=True, help_text="What is recorded of it.")
    about = serializers.ListField(child=serializers.CharField(), help_text="The codes of the sets it is about.")
    sets = serializers.ListField(child=serializers.CharField(), help_text="The codes of the sets that hang on it.")
    ban = serializers.CharField(allow_null=True, help_text="What is banned, if it is about a ban.")
    cards = serializers.IntegerField(help_text="How many cards hang on it.")


class RecordedTimeShape(Shape):
    """A time from a day to a day, both included."""

    earliest = serializers.DateField(help_text="Its first day.")
    latest = serializers.DateField(help_text="Its last day.")


class RecordedPoolShape(Shape):
    """What a source says a format had at a time, held against what is computed for it."""

    days = RecordedTimeShape(help_text="The time it was recorded for lies between these.")
    said = serializers.CharField(help_text="What was recorded, in our words.")
    sets = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="The codes of its sets; null: not recorded."
    )
    without = serializers.ListField(child=serializers.CharField(), help_text="Sets that it is said not to have had.")
    bans = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="The names of its banned cards; null: not recorded."
    )
    compared_on = serializers.DateField(help_text="The day of that time on which the two agree most.")
    outcome = serializers.CharField(help_text="Whether they agree on that day: same, may be the same, or differs.")
    missing = serializers.ListField(
        child=serializers.CharField(), help_text="What the record has and the format certainly hasn't."
    )
    beyond = serializers.ListField(
        child=serializers.CharField(), help_text="What the format certainly has and the record hasn't."
    )
    uncertain = serializers.ListField(
        child=serializers.CharField(), help_text="What the format may have, or not, on that day."
    )


class FormatExplanationShape(Shape):
    """Why a format is as it is on a day, what changed, what is uncertain and what would settle it."""

    is_certain = serializers.BooleanField(help_text="Whether its sets, bans and season are all established.")
    is_in_season = serializers.BooleanField(help_text="Whether the day lies within its season.")
    why = WhyInShape(many=True, help_text="The sets that are in it, then those in doubt, with the reasons.")
    cards = PoolCountShape(help_text="How many cards it has.")
    changed = FormatTurnShape(many=True, help_text="What is otherwise than on the day before.")
    last_change = FormatChangeShape(allow_null=True, help_text="The last change before the day; null: none.")
    next_change = FormatChangeShape(allow_null=True, help_text="The next change after the day; null: none is recorded.")
    turning_days = serializers.ListField(
        child=serializers.DateField(), help_text="Every day on which something about it becomes otherwise."
    )
    questions = FormatQuestionShape(many=True, help_text="The facts that would settle what is uncertain.")
    not_in_a_list = serializers.ListField(
        child=serializers.CharField(), help_text="What can't be checked from a deck list."
    )
