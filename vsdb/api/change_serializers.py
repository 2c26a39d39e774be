"""What changed, and what somebody follows, as the API gives it."""

from __future__ import annotations

from engine.model.cards import GAMES
from vsdb.api.shapes import Choice, Day, Flag, Map, Moment, Number, Shape, StrictShape, Text, Texts
from vsdb.news.messages import GROUPS
from vsdb.news.models import Change, Follow
from vsdb.search.language.parser import MOST_CHARACTERS


class FactChangeShape(Shape):
    """A dated fact, and when the site learned of it."""

    id = Number("Its number.", source="change.pk")
    game = Text("The slug of its game.", source="change.game_id")
    kind = Choice("What it is about.", list(GROUPS), source="group")
    what = Choice("What happened.", Change.Kind.choices, source="change.kind")
    key = Text("What names the fact within its game and kind.", source="change.key")
    earliest = Day(
        "The first day that its own day may be; null: unrecorded.", source="change.earliest", allow_null=True
    )
    latest = Day("The last such day.", source="change.latest", allow_null=True)
    title = Text("What happened, in a few words.")
    text = Text("What happened, in a sentence or two.")
    facts = Map("What is known of it; which names depends on what.", source="change.facts")
    page = Text("Where on this site it is told at length.", source="href")
    upcoming = Flag("Whether its day lies ahead.", source="is_upcoming")
    initial = Flag("Whether it was there when the game’s facts were looked at first.", source="change.is_initial")
    at = Moment("The moment by which the list is in order.", source="change.at")
    recorded = Moment("When the site learned of it.", source="change.recorded")
    revised = Moment("When the site last learned otherwise; null: never.", source="change.revised", allow_null=True)
    withdrawn = Moment(
        "Since when it is no longer among the facts; null: it is.", source="change.withdrawn", allow_null=True
    )


class FollowShape(Shape):
    """Something that you follow."""

    id = Number("The number of this follow.", source="follow.pk")
    kind = Choice("What it is.", Follow.Kind.choices, source="follow.kind")
    title = Text("Its name.")
    page = Text("Its page; nothing for a deck that is hidden from you.", source="href")
    card = Text("The slug of a card, or nothing.", source="follow.card")
    deck = Number("The number of a deck.", source="follow.deck_id", allow_null=True)
    query = Text("A query, or nothing.", source="follow.query")
    game = Text("The slug of its game; nothing: every game.", source="follow.game")
    created = Moment("Since when you follow it.", source="follow.created")
    unread = Number("How often something happened that you haven’t marked as read.")


class NewFollowShape(StrictShape):
    """What is to be followed: a card, a deck or a query, one of them."""

    card = Text("A card as game/slug.", required=False, max_length=200)
    deck = Number("The number of a deck.", required=False, min_value=1)
    secret = Text("The word of a deck’s secret link, instead of its number or with it.", required=False, max_length=32)
    query = Text("A query; empty: every card of a game.", required=False, allow_blank=True, max_length=MOST_CHARACTERS)
    game = Choice("The game of the query; else every game.", list(GAMES), required=False)


class HappeningShape(Shape):
    """Something that happened to what you follow."""

    id = Number("Its number.", source="happening.pk")
    follow = Number("The number of the follow.", source="followed.follow.pk")
    title = Text("The name of what it happened to.", source="followed.title")
    page = Text("The page of that.", source="followed.href")
    at = Moment("When it was noticed.", source="happening.at")
    sentences = Texts("What happened.")
    unread = Flag("Whether you haven’t marked it as read.", source="is_unread")


class HappeningsReadShape(StrictShape):
    """What has been read."""

    follow = Number("The number of one follow; else all.", required=False, min_value=1)
