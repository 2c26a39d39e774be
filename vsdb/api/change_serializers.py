"""What changed, and what somebody follows, as the API gives it."""

from __future__ import annotations

from rest_framework import serializers

from engine.model.cards import GAMES
from vsdb.api.deck_serializers import StrictShape
from vsdb.api.serializers import Shape
from vsdb.news.messages import GROUPS
from vsdb.news.models import Change, Follow
from vsdb.search.language.parser import MOST_CHARACTERS


class FactChangeShape(Shape):
    """A dated fact, and when the site learned of it."""

    id = serializers.IntegerField(source="change.pk", help_text="Its number.")
    game = serializers.CharField(source="change.game_id", help_text="The slug of its game.")
    kind = serializers.ChoiceField(choices=list(GROUPS), source="group", help_text="What it is about.")
    what = serializers.ChoiceField(Change.Kind.choices, source="change.kind", help_text="What happened.")
    key = serializers.CharField(source="change.key", help_text="What names the fact within its game and kind.")
    earliest = serializers.DateField(
        source="change.earliest", allow_null=True, help_text="The first day that its own day may be; null: unrecorded."
    )
    latest = serializers.DateField(source="change.latest", allow_null=True, help_text="The last such day.")
    title = serializers.CharField(help_text="What happened, in a few words.")
    text = serializers.CharField(help_text="What happened, in a sentence or two.")
    facts = serializers.DictField(source="change.facts", help_text="What is known of it; which names depends on what.")
    page = serializers.CharField(source="href", help_text="Where on this site it is told at length.")
    upcoming = serializers.BooleanField(source="is_upcoming", help_text="Whether its day lies ahead.")
    initial = serializers.BooleanField(
        source="change.is_initial", help_text="Whether it was there when the game’s facts were looked at first."
    )
    at = serializers.DateTimeField(source="change.at", help_text="The moment by which the list is in order.")
    recorded = serializers.DateTimeField(source="change.recorded", help_text="When the site learned of it.")
    revised = serializers.DateTimeField(
        source="change.revised", allow_null=True, help_text="When the site last learned otherwise; null: never."
    )
    withdrawn = serializers.DateTimeField(
        source="change.withdrawn", allow_null=True, help_text="Since when it is no longer among the facts; null: it is."
    )


class FollowShape(Shape):
    """Something that you follow."""

    id = serializers.IntegerField(source="follow.pk", help_text="The number of this follow.")
    kind = serializers.ChoiceField(Follow.Kind.choices, source="follow.kind", help_text="What it is.")
    title = serializers.CharField(help_text="Its name.")
    page = serializers.CharField(source="href", help_text="Its page; nothing for a deck that is hidden from you.")
    card = serializers.CharField(source="follow.card", help_text="The slug of a card, or nothing.")
    deck = serializers.IntegerField(source="follow.deck_id", allow_null=True, help_text="The number of a deck.")
    query = serializers.CharField(source="follow.query", help_text="A query, or nothing.")
    game = serializers.CharField(source="follow.game", help_text="The slug of its game; nothing: every game.")
    created = serializers.DateTimeField(source="follow.created", help_text="Since when you follow it.")
    unread = serializers.IntegerField(help_text="How often something happened that you haven’t marked as read.")


class NewFollowShape(StrictShape):
    """What is to be followed: a card, a deck or a query, one of them."""

    card = serializers.CharField(required=False, max_length=200, help_text="A card as game/slug.")
    deck = serializers.IntegerField(required=False, min_value=1, help_text="The number of a deck.")
    secret = serializers.CharField(
        required=False, max_length=32, help_text="The word of a deck’s secret link, instead of its number or with it."
    )
    query = serializers.CharField(
        required=False, allow_blank=True, max_length=MOST_CHARACTERS, help_text="A query; empty: every card of a game."
    )
    game = serializers.ChoiceField(list(GAMES), required=False, help_text="The game of the query; else every game.")


class HappeningShape(Shape):
    """Something that happened to what you follow."""

    id = serializers.IntegerField(source="happening.pk", help_text="Its number.")
    follow = serializers.IntegerField(source="followed.follow.pk", help_text="The number of the follow.")
    title = serializers.CharField(source="followed.title", help_text="The name of what it happened to.")
    page = serializers.CharField(source="followed.href", help_text="The page of that.")
    at = serializers.DateTimeField(source="happening.at", help_text="When it was noticed.")
    sentences = serializers.ListField(child=serializers.CharField(), help_text="What happened.")
    unread = serializers.BooleanField(source="is_unread", help_text="Whether you haven’t marked it as read.")


class HappeningsReadShape(StrictShape):
    """What has been read."""

    follow = serializers.IntegerField(required=False, min_value=1, help_text="The number of one follow; else all.")
