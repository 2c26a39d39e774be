"""Likes, comments and reports: whose they are, and what staff does about them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from engine.model.errors import InputError, NotFound
from tests.decks.stored import deck_of, person
from vsdb.accounts.services import delete_account
from vsdb.accounts.viewers import Viewer
from vsdb.core.errors import ApplicationError
from vsdb.decks import comments
from vsdb.decks.deck_page import COMMENTS_A_PAGE
from vsdb.decks.models import Comment, Deck, Like, Report

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.fixture
def bob() -> tuple[User, Client]:
    return person("bob")


@pytest.fixture
def staff() -> tuple[User, Client]:
    found = person("staff")
    found[0].user_permissions.add(Permission.objects.get(codename="change_comment", content_type__app_label="decks"))
    return found


@pytest.fixture
def deck(ann: tuple[User, Client]) -> Deck:
    return deck_of(ann[0], visibility="public")


def page_of(deck: Deck, client: Client) -> str:
    return str(client.get(f"/decks/{deck.pk}/{deck.slug}/").content.decode())


def count_likes(deck: Deck) -> tuple[int, int]:
    """The number that the deck has of its likes, and how many there are."""
    deck.refresh_from_db()
    return deck.liked, deck.likes.count()


class TestLikes:
    def test_count_once_each_and_can_be_taken_back(self, deck: Deck, bob: tuple[User, Client]) -> None:
        for _ in range(2):
            assert bob[1].post(f"/decks/{deck.pk}/like/", {"like": "yes"}).status_code == 302
        assert count_likes(deck) == (1, 1)
        assert "Liked" in page_of(deck, bob[1])
        for _ in range(2):
            bob[1].post(f"/decks/{deck.pk}/like/", {"like": "no"})
        assert count_likes(deck) == (0, 0)

    @pytest.mark.parametrize("delete", [delete_account, lambda user: User.objects.filter(pk=user.pk).delete()])
    def test_go_with_the_account_however_it_is_deleted(
        self, delete: Callable[[User], object], deck: Deck, bob: tuple[User, Client]
    ) -> None:
        comments.like(deck, Viewer(bob[0].pk))
        comments.like(deck, Viewer(person("cid")[0].pk))
        delete(bob[0])
        assert count_likes(deck) == (1, 1)

    def test_are_not_for_ones_own_deck_nor_without_an_account(self, deck: Deck, ann: tuple[User, Client]) -> None:
        for viewer in (Viewer(ann[0].pk), Viewer()):
            with pytest.raises(ApplicationError):
                comments.like(deck, viewer)
        assert not Like.objects.exists()

    def test_of_a_deck_shared_by_link_take_the_secret(self, ann: tuple[User, Client], bob: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], visibility="link")
        other = deck_of(ann[0], visibility="link")
        for secret, status in (("", 404), (other.secret, 404), (deck.secret, 302)):
            assert bob[1].post(f"/decks/{deck.pk}/like/", {"secret": secret}).status_code == status
        assert Like.objects.get().deck == deck


class TestComments:
    def test_are_said_edited_and_deleted_by_their_author(self, deck: Deck, bob: tuple[User, Client]) -> None:
        answer = bob[1].post(f"/decks/{deck.pk}/comments/", {"text": " Four of it.\r\nReally. "})
        said = Comment.objects.get()
        assert answer.headers["Location"].endswith(f"#comment-{said.pk}")
        assert (said.text, said.edited) == ("Four of it.\nReally.", None)
        bob[1].post(f"/decks/{deck.pk}/comments/{said.pk}/", {"text": "Three of it."})
        page = page_of(deck, Client())
        assert "Three of it." in page
        assert ", edited " in page
        bob[1].post(f"/decks/{deck.pk}/comments/{said.pk}/delete/")
        assert not Comment.objects.exists()

    def test_are_nobody_elses_to_change(self, deck: Deck, ann: tuple[User, Client], bob: tuple[User, Client]) -> None:
        said = comments.add_comment(deck, Viewer(bob[0].pk), "Mine.")
        for client in (ann[1], Client()):
            assert client.post(f"/decks/{deck.pk}/comments/{said.pk}/", {"text": "Theirs."}).status_code == 404
            assert client.post(f"/decks/{deck.pk}/comments/{said.pk}/delete/").status_code == 404
        elsewhere = deck_of(ann[0], visibility="public")
        assert bob[1].post(f"/decks/{elsewhere.pk}/comments/{said.pk}/", {"text": "Moved."}).status_code == 404
        assert Comment.objects.get().text == "Mine."

    def test_without_an_account_are_refused_with_the_way_out(self, deck: Deck, client: Client) -> None:
        answer = client.post(f"/decks/{deck.pk}/comments/", {"text": "Hello"})
        assert answer.status_code == 409
        assert "Sign in to comment." in answer.content.decode()
        assert "Sign in</a> to comment" in page_of(deck, client)

    @pytest.mark.parametrize("text", ["", "  \n ", "x" * (comments.MAX_COMMENT + 1), "a\x00b"])
    def test_that_cannot_be_kept_are_refused(self, deck: Deck, bob: tuple[User, Client], text: str) -> None:
        with pytest.raises(InputError):
            comments.add_comment(deck, Viewer(bob[0].pk), text)

    def test_may_be_as_long_as_is_said(self, deck: Deck, bob: tuple[User, Client]) -> None:
        assert (
            len(comments.add_comment(deck, Viewer(bob[0].pk), "x" * comments.MAX_COMMENT).text) == comments.MAX_COMMENT
        )

    def test_are_limited_by_the_hour(self, deck: Deck, bob: tuple[User, Client]) -> None:
        viewer = Viewer(bob[0].pk)
        for _ in range(comments.COMMENTS_AN_HOUR):
            comments.add_comment(deck, viewer, "Again.")
        with pytest.raises(ApplicationError, match="Try again later"):
            comments.add_comment(deck, viewer, "And again.")
        answer = bob[1].post(f"/decks/{deck.pk}/comments/", {"text": "What I wrote stays."})
        assert answer.status_code == 409
        assert "What I wrote stays.</textarea>" in answer.content.decode()
        Comment.objects.update(said=timezone.now() - timedelta(hours=1, seconds=1))
        comments.add_comment(deck, viewer, "Later.")

    def test_stand_on_pages_the_last_of_which_is_shown_first(self, deck: Deck, bob: tuple[User, Client]) -> None:
        Comment.objects.bulk_create(
            Comment(deck=deck, by=bob[0], text=f"Number {number}.") for number in range(COMMENTS_A_PAGE + 1)
        )
        page = page_of(deck, Client())
        assert f"Number {COMMENTS_A_PAGE}." in page
        assert "Number 0." not in page
        assert 'href="?talk=1#comments">Earlier comments' in page
        first = Client().get(f"/decks/{deck.pk}/{deck.slug}/?talk=1").content.decode()
        assert "Number 0." in first
        assert "Later comments" in first

    def test_of_somebody_whose_account_is_gone_stay_without_a_name(self, deck: Deck, bob: tuple[User, Client]) -> None:
        comments.add_comment(deck, Viewer(bob[0].pk), "Still here.")
        bob[0].delete()
        page = page_of(deck, Client())
        assert "Still here." in page
        assert "Deleted account" in page


class TestReports:
    def test_of_a_comment_are_settled_by_staff_and_the_reason_is_shown(
        self, deck: Deck, ann: tuple[User, Client], bob: tuple[User, Client], staff: tuple[User, Client]
    ) -> None:
        said = comments.add_comment(deck, Viewer(bob[0].pk), "Something rude.")
        ann[1].post(f"/decks/{deck.pk}/report/", {"comment": said.pk, "why": "It is rude."})
        report = Report.objects.get()
        page = staff[1].get("/decks/reports/").content.decode()
        assert "It is rude." in page
        assert "Something rude." in page
        staff[1].post("/decks/reports/", {"report": report.pk, "decision": "hide", "why": "Be kind."})
        for client in (Client(), ann[1]):
            assert "Something rude." not in page_of(deck, client)
            assert "Be kind." in page_of(deck, client)
        for client in (bob[1], staff[1]):
            assert "Something rude." in page_of(deck, client)
        staff[1].post("/decks/reports/", {"report": report.pk, "decision": "keep"})
        assert "Something rude." in page_of(deck, Client())

    def test_of_one_thing_are_settled_together(
        self, deck: Deck, ann: tuple[User, Client], bob: tuple[User, Client], staff: tuple[User, Client]
    ) -> None:
        said = comments.add_comment(deck, Viewer(bob[0].pk), "Rude.")
        one = comments.report(deck, Viewer(ann[0].pk), "Rude.", said.pk)
        comments.report(deck, Viewer(staff[0].pk), "Very rude.", said.pk)
        of_deck = comments.report(deck, Viewer(bob[0].pk), "Stolen.")
        moderator = Viewer(staff[0].pk, may_moderate=True)
        comments.settle_report(one.pk, moderator, hide=False)
        assert list(comments.open_reports(moderator)) == [of_deck]
        assert {each.outcome for each in comments.list_settled_reports(moderator)} == {"kept"}

    def test_made_twice_are_one_with_the_newer_reason(self, deck: Deck, bob: tuple[User, Client]) -> None:
        for why in ("Bad.", "Worse."):
            comments.report(deck, Viewer(bob[0].pk), why)
        assert Report.objects.get().why == "Worse."

    def test_are_limited_by_the_hour(self, ann: tuple[User, Client], bob: tuple[User, Client]) -> None:
        decks = [deck_of(ann[0], visibility="public") for _ in range(comments.REPORTS_AN_HOUR + 1)]
        for each in decks[:-1]:
            comments.report(each, Viewer(bob[0].pk), "Bad.")
        with pytest.raises(ApplicationError):
            comments.report(decks[-1], Viewer(bob[0].pk), "Bad.")

    def test_open_a_deck_shared_by_link_to_staff_and_to_nobody_else(
        self, ann: tuple[User, Client], bob: tuple[User, Client], staff: tuple[User, Client]
    ) -> None:
        linked = deck_of(ann[0], visibility="link")
        address = f"/decks/{linked.pk}/{linked.slug}/"
        assert staff[1].get(address).status_code == 404
        bob[1].post(f"/decks/{linked.pk}/report/", {"secret": linked.secret, "why": "Rude."})
        assert address in staff[1].get("/decks/reports/").content.decode()
        assert [each[1].get(address).status_code for each in (staff, bob)] == [200, 404]
        ann[1].post(f"/decks/{linked.pk}/share/", {"visibility": "private"})
        assert staff[1].get(address).status_code == 404

    def test_hiding_takes_a_reason(self, deck: Deck, bob: tuple[User, Client], staff: tuple[User, Client]) -> None:
        report = comments.report(deck, Viewer(bob[0].pk), "Bad.")
        answer = staff[1].post("/decks/reports/", {"report": report.pk, "decision": "hide", "why": " "})
        assert answer.status_code == 400
        assert not Deck.objects.get().hidden_at

    def test_a_hidden_comment_is_edited_no_more(
        self, deck: Deck, bob: tuple[User, Client], staff: tuple[User, Client]
    ) -> None:
        said = comments.add_comment(deck, Viewer(bob[0].pk), "Rude.")
        report = comments.report(deck, Viewer(staff[0].pk), "Rude.", said.pk)
        comments.settle_report(report.pk, Viewer(staff[0].pk, may_moderate=True), hide=True, why="Rude.")
        with pytest.raises(ApplicationError):
            comments.edit_comment(deck, said.pk, Viewer(bob[0].pk), "Kind.")
        with pytest.raises(NotFound):
            comments.report(deck, Viewer(staff[0].pk), "Again.", said.pk)
        comments.delete_comment(deck, said.pk, Viewer(bob[0].pk))

    def test_are_no_business_of_anybody_else(self, deck: Deck, bob: tuple[User, Client], client: Client) -> None:
        report = comments.report(deck, Viewer(bob[0].pk), "Bad.")
        for browser in (client, bob[1]):
            assert browser.get("/decks/reports/").status_code == 404
            words = {"report": report.pk, "decision": "hide", "why": "Because."}
            assert browser.post("/decks/reports/", words).status_code == 404
        with pytest.raises(NotFound):
            comments.settle_report(report.pk, Viewer(bob[0].pk), hide=True, why="Because.")
        assert not Deck.objects.get().hidden_at
        with pytest.raises(ApplicationError):
            comments.report(deck, Viewer(), "Bad.")
