"""Rechecks are staff's: pages, API, and what owners are told of their own decks."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from tests.decks.rechecks.making import GAME, PLAIN, WITH_FLAME, ban, deck_of
from vsdb.accounts.own_data import export
from vsdb.accounts.services import make_token
from vsdb.decks.models import Deck
from vsdb.decks.rechecks import services
from vsdb.decks.rechecks.models import Recheck

pytestmark = pytest.mark.django_db


def browser(user: User) -> Client:
    made = Client()
    made.force_login(user)
    return made


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss", "boss@example.org")


@pytest.fixture
def decks(ann: User) -> dict[str, Deck]:
    """A public and a private deck that a ban breaks, and one that it doesn't."""
    return {
        "public": deck_of(ann, WITH_FLAME, title="Open fire", shared="public"),
        "private": deck_of(ann, WITH_FLAME, title="Qwerty"),
        "plain": deck_of(ann, PLAIN, title="Plain"),
    }


@pytest.fixture
def recheck(decks: dict[str, Deck]) -> Recheck:
    ban()
    found = services.begin(GAME, "new facts were loaded")
    assert found is not None
    services.work(found.pk)
    return found


class TestThePages:
    def test_are_there_for_staff_alone(self, recheck: Recheck, ann: User, boss: User) -> None:
        onlooker = User.objects.create_user("onlooker", is_staff=True)
        for address in ("/rechecks/", f"/rechecks/{recheck.pk}/"):
            assert browser(boss).get(address).status_code == 200
            for client in (Client(), browser(ann), browser(onlooker)):
                assert client.get(address).status_code == 404
                assert client.post(address, {"game": GAME}).status_code == 404
        onlooker.user_permissions.add(Permission.objects.get(codename="view_recheck"))
        page = browser(onlooker).get("/rechecks/")
        assert page.status_code == 200
        assert "Recheck now" not in page.content.decode()
        assert browser(onlooker).post("/rechecks/", {"game": GAME}).status_code == 404
        assert browser(onlooker).post(f"/rechecks/{recheck.pk}/").status_code == 404
        assert Recheck.objects.count() == 1

    def test_say_how_far_it_is_and_which_public_decks_changed(self, recheck: Recheck, boss: User) -> None:
        text = browser(boss).get(f"/rechecks/{recheck.pk}/").content.decode()
        for said in (
            "3 of 3 decks",
            "Verdicts changed: 2",
            "2 legal to illegal",
            "Open fire",
            "1 deck isn’t public",
        ):
            assert said in text, said
        for unsaid in ("Qwerty", "Plain", "every 2s", "Continue<"):
            assert unsaid not in text, unsaid

    def test_come_anew_while_it_is_under_way_and_offer_to_go_on_when_nobody_works_on_it(
        self, decks: dict[str, Deck], boss: User
    ) -> None:
        found = services.begin(GAME, "new facts were loaded")
        assert found is not None
        address = f"/rechecks/{found.pk}/"
        text = browser(boss).get(address).content.decode()
        assert 'hx-trigger="every 2s"' in text
        assert '<noscript><meta http-equiv="refresh"' in text
        assert "Continue<" not in text
        Recheck.objects.update(called=timezone.now() - timezone.timedelta(minutes=1))
        assert "Continue<" in browser(boss).get(address).content.decode()

    def test_begin_one_and_say_where_there_is_nothing_to_judge(
        self, decks: dict[str, Deck], boss: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answer = browser(boss).post("/rechecks/", {"game": GAME})
        found = Recheck.objects.get()
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/rechecks/{found.pk}/")
        assert (found.by, found.total) == (boss, 3)
        answer = browser(boss).post("/rechecks/", {"game": "riftbound"}, follow=True)
        assert "no stored Riftbound deck has a format" in answer.content.decode()
        assert browser(boss).post("/rechecks/", {"game": "chess"}).status_code == 400

    def test_say_when_facts_came_in_since(self, recheck: Recheck, boss: User) -> None:
        assert "facts have changed since" not in browser(boss).get("/rechecks/").content.decode()
        ban(version="another ban")
        assert "facts have changed since" in browser(boss).get("/rechecks/").content.decode()


class TestOwners:
    def test_are_told_on_the_deck_and_in_their_list(self, recheck: Recheck, decks: dict[str, Deck], ann: User) -> None:
        said = "from legal to illegal: banned."
        for deck in decks.values():
            page = browser(ann).get(f"/decks/{deck.pk}/{deck.slug}/").content.decode()
            assert (said in page) == (deck != decks["plain"])
        assert browser(ann).get("/decks/mine/").content.decode().count(said) == 2

    def test_are_told_alone(self, recheck: Recheck, decks: dict[str, Deck]) -> None:
        public = decks["public"]
        for address in (f"/decks/{public.pk}/{public.slug}/", "/decks/", "/decks/mine/"):
            assert "from legal to illegal" not in Client().get(address).content.decode()


class TestTheApi:
    def ask(self, user: User | None, path: str, method: str = "get", *, scope: str = "write", **sent: object) -> object:
        headers = {}
        if user is not None:
            headers["Authorization"] = f"Bearer {make_token(user, name='t', scope=scope)[1]}"
        ask = getattr(Client(), method)
        return ask(f"/api/v1/{path}", sent or None, content_type="application/json", headers=headers)

    def test_is_staff_s(self, recheck: Recheck, ann: User, boss: User) -> None:
        for path in ("rechecks", f"rechecks/{recheck.pk}", f"rechecks/{recheck.pk}/changes"):
            assert self.ask(boss, path).status_code == 200  # type: ignore[attr-defined]
            for user in (None, ann):
                assert self.ask(user, path).status_code == 404  # type: ignore[attr-defined]
        for path in ("rechecks", f"rechecks/{recheck.pk}/resume"):
            assert self.ask(ann, path, "post", game=GAME).status_code == 404  # type: ignore[attr-defined]
            assert self.ask(None, path, "post", game=GAME).status_code == 401  # type: ignore[attr-defined]
            assert self.ask(boss, path, "post", scope="read", game=GAME).status_code == 403  # type: ignore[attr-defined]

    def test_tells_what_the_page_tells(self, recheck: Recheck, decks: dict[str, Deck], boss: User) -> None:
        told = self.ask(boss, f"rechecks/{recheck.pk}").json()  # type: ignore[attr-defined]
        assert (told["state"], told["done"], told["judged"], told["changed"]) == ("done", 3, 3, 2)
        changed = self.ask(boss, f"rechecks/{recheck.pk}/changes").json()  # type: ignore[attr-defined]
        assert [each["deck"] for each in changed["results"]] == [decks["public"].pk]
        assert changed["results"][0]["came"] == ["banned"]

    def test_begins_one_and_refuses_to_go_on_with_what_is_over(
        self, recheck: Recheck, boss: User, decks: dict[str, Deck]
    ) -> None:
        assert self.ask(boss, f"rechecks/{recheck.pk}/resume", "post").status_code == 409  # type: ignore[attr-defined]
        begun = self.ask(boss, "rechecks", "post", game=GAME)
        assert (begun.status_code, begun.json()["state"]) == (202, "running")  # type: ignore[attr-defined]
        none = self.ask(boss, "rechecks", "post", game="riftbound")
        assert (none.status_code, none.json()["code"]) == (400, "nothing-to-judge")  # type: ignore[attr-defined]

    def test_tells_owners_how_the_verdict_of_a_deck_changed(
        self, recheck: Recheck, decks: dict[str, Deck], ann: User, boss: User
    ) -> None:
        path = f"decks/{decks['private'].pk}/verdict-changes"
        (told,) = self.ask(ann, path).json()["results"]  # type: ignore[attr-defined]
        assert (told["before"], told["after"], told["came"], told["recheck"]) == (
            "legal",
            "illegal",
            ["banned"],
            recheck.pk,
        )
        assert self.ask(boss, path).status_code == 404  # type: ignore[attr-defined]


def test_what_staff_asked_for_is_in_their_data(boss: User, decks: dict[str, Deck]) -> None:
    services.begin(GAME, "started on the rechecks page", by=boss.pk)
    (held,) = export(boss)["rechecks"]
    assert (held["game"], held["why"]) == (GAME, "started on the rechecks page")
