"""The shapes of what explains a format on a day: why, what changed, what is uncertain, what was recorded."""

from __future__ import annotations

from vsdb.api.shapes import Day, Flag, Number, Shape, Text, Texts


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
    set = Text("The code of the set, if it is about one.", allow_null=True)
    ban = Text("What is banned, if it is about a ban.", allow_null=True)


class FormatChangeShape(Shape):
    """A day on which something about a format becomes otherwise."""

    day = Day("The day.")
    turns = FormatTurnShape(many=True, help_text="What becomes otherwise.")


class FormatQuestionShape(Shape):
    """A fact that isn't recorded and that would settle a doubt."""

    kind = Text("What kind of fact it is: legal day, official, ban began and so on.")
    fact = Text("The fact in words.")
    known = Text("What is recorded of it.", allow_blank=True)
    about = Texts("The codes of the sets it is about.")
    sets = Texts("The codes of the sets that hang on it.")
    ban = Text("What is banned, if it is about a ban.", allow_null=True)
    cards = Number("How many cards hang on it.")


class RecordedTimeShape(Shape):
    """A time from a day to a day, both included."""

    earliest = Day("Its first day.")
    latest = Day("Its last day.")


class RecordedPoolShape(Shape):
    """What a source says a format had at a time, held against what is computed for it."""

    days = RecordedTimeShape(help_text="The time it was recorded for lies between these.")
    said = Text("What was recorded, in our words.")
    sets = Texts("The codes of its sets; null: not recorded.", allow_null=True)
    without = Texts("Sets that it is said not to have had.")
    bans = Texts("The names of its banned cards; null: not recorded.", allow_null=True)
    compared_on = Day("The day of that time on which the two agree most.")
    outcome = Text("Whether they agree on that day: same, may be the same, or differs.")
    missing = Texts("What the record has and the format certainly hasn't.")
    beyond = Texts("What the format certainly has and the record hasn't.")
    uncertain = Texts("What the format may have, or not, on that day.")


class FormatExplanationShape(Shape):
    """Why a format is as it is on a day, what changed, what is uncertain and what would settle it."""

    is_certain = Flag("Whether its sets, bans and season are all established.")
    is_in_season = Flag("Whether the day lies within its season.")
    why = WhyInShape(many=True, help_text="The sets that are in it, then those in doubt, with the reasons.")
    cards = PoolCountShape(help_text="How many cards it has.")
    changed = FormatTurnShape(many=True, help_text="What is otherwise than on the day before.")
    last_change = FormatChangeShape(allow_null=True, help_text="The last change before the day; null: none.")
    next_change = FormatChangeShape(allow_null=True, help_text="The next change after the day; null: none is recorded.")
    turning_days = Texts("Every day on which something about it becomes otherwise.", child=Day())
    questions = FormatQuestionShape(many=True, help_text="The facts that would settle what is uncertain.")
    not_in_a_list = Texts("What can't be checked from a deck list.")
