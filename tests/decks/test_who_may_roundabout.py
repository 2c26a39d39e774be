"""Nobody reaches a deck that isn't theirs over another page either."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.decks.test_who_may import _no_limits, made_world, world
from tests.decks.world import World
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services as keeping
from vsdb.decks.models import Comment
from vsdb.decks.services import Snapshot

__all__ = ["_no_limits", "made_world", "world"]
pytestmark = pytest.mark.django_db


class TestRoundabout:
    """Ways to a deck that lead over another page."""

    @pytest.mark.parametrize("deck", ["private", "link", "hidden", "built"])
    def test_comparing_shows_no_deck_that_one_may_not_read(self, world: World, deck: str) -> None:
        for words in ({"a": world.decks[deck].pk, "b": world.decks["public"].pk}, {"a": 1, "b": world.decks[deck].pk}):
            for person in ("other", "stranger"):
                page = world.browsers[person].get("/decks/compare/", words).content.decode()
                assert world.title(deck) not in page
            answer = Client().get("/api/v1/decks/compare", words)
            assert answer.status_code == 404
            assert world.title(deck) not in answer.content.decode()

    def test_a_fork_does_not_name_an_origin_that_was_taken_back(self, world: World) -> None:
        other, owner = Viewer(world.users["other"].pk), Viewer(world.users["owner"].pk)
        fork = keeping.fork(world.decks["public"], other)
        keeping.save(fork.pk, other, 1, Snapshot(title="Mine", text="1 Hulk, Exile"))
        keeping.share(fork.pk, other, "public")
        keeping.share(world.decks["public"].pk, owner, "private")
        for address in (f"/decks/{fork.pk}/mine/", f"/api/v1/decks/{fork.pk}"):
            assert world.title("public") not in world.browsers["stranger"].get(address).content.decode()

    def test_another_deck_s_comment_is_not_reached_through_one_s_own(self, world: World) -> None:
        mine = keeping.create(Viewer(world.users["owner"].pk), "vs-classic", Snapshot(title="Mine"))
        comment = world.comments["public"]
        for end in ("", "delete/"):
            address = f"/decks/{mine.pk}/comments/{comment}/{end}"
            assert world.browsers["other"].post(address, {"text": "x"}).status_code == 404
        assert Comment.objects.get(pk=comment).text == "Nicely built."

    @pytest.mark.parametrize("deck", ["private", "link", "hidden", "built"])
    def test_the_search_is_no_oracle(self, world: World, deck: str) -> None:
        pk = world.decks[deck].pk
        for query in ("qwerty", deck, f"forked:{pk}", f"n:{deck}", "is:private", "contains:savage", "-zonk"):
            for address in ("/decks/", "/api/v1/decks"):
                text = world.browsers["other"].get(
                    address, {"q": query, "mine": ""} if "api" not in address else {"q": query}
                )
                assert world.title(deck) not in text.content.decode()

    @pytest.mark.parametrize("deck", ["private", "link", "hidden", "built"])
    def test_what_a_deck_may_still_hold_is_told_of_no_deck_that_one_may_not_read(self, world: World, deck: str) -> None:
        """An answer about it and about a number that no deck has are the same but for the number."""
        pk, missing = world.decks[deck].pk, 987_654
        for address in (
            "/cards/vs-classic/?q=for:deck/",
            "/api/v1/cards?q=for:deck/",
            "/api/v1/decks?q=contains:for:deck/",
        ):
            for person in ("other", "stranger"):
                answers = []
                for number in (pk, missing):
                    text = world.browsers[person].get(f"{address}{number}").content.decode()
                    text = re.sub(r'name="csrf[^>]*>', "", text)
                    assert f"deck {number}" in text
                    answers.append(re.sub(r"\d+", "", text))
                assert answers[0] == answers[1]

    def test_a_secret_of_one_deck_opens_no_other(self, world: World) -> None:
        secret = world.decks["link"].secret
        for deck in ("private", "hidden", "built"):
            address = world.address("stored:like", deck)
            assert world.browsers["other"].post(address, {"secret": secret}).status_code == 404
