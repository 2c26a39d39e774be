"""Acceptance 9 and 10 of the desk: before disclosure nothing of a list gets out, and lists of events are no decks."""

from __future__ import annotations

import re
from collections import deque
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.decks.stored import deck_of
from tests.decks.world import KWARGS
from tests.events.making import BEFORE, LOCKED, give_role, make_event, make_player, make_user, set_clock, submit_list
from tests.events.matrix import ADDRESSES
from vsdb.accounts.services import make_token
from vsdb.decks.models import Deck, Revision
from vsdb.decks.rechecks.models import Recheck
from vsdb.events.lists import services
from vsdb.events.models import Event, EventList, ListVersion
from vsdb.news.models import Follow

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _without_limits(settings: Settings) -> None:
    """Else each answer says how many are left."""
    settings.API_RATE = ""


#: A card that no page of an event names by itself, and the affiliation and the fingerprint of the list.
SECRET = "57 Sentinel Mark V, Army\n3 Savage Beatdown"
OTHER = "56 Sentinel Mark V, Army\n4 Flying Kick"  #: the draft
HREF = re.compile(r'(?:href|src|action|content)="(/[^"#]*)|"(/(?:api|events|decks)/[^"]*)"|<loc>[a-z]+://[^/]+(/[^<]*)')
#: Where a crawl begins beside every address of events: feeds, search, the sitemap, the pages of decks, and what other
#: sites ask for a preview.
START = (
    "/decks/",
    "/decks/?q=winter",
    "/decks/feed.atom",
    "/decks/feed.json",
    "/changes/feed.atom",
    "/sitemap.xml",
    "/sitemap-decks.xml",
    "/jump/?q=winter",
    "/jump/?q=owner",
    "/search/?q=winter",
    "/decks/oembed/?url=http://testserver/events/{event}/",
    "/events/?q=savage+beatdown",
    "/api/v1/decks?q=savage+beatdown",
)
#: Followed are the addresses of events, whatever links to them; the site's own pages of cards name every card.
FOLLOWED = re.compile(r"/(api/v1/)?events(/|$|\?)|/sitemap-(decks|events)")
ASKED_FOR_CARDS = ("/cards/", "/static/")


class Crawl:
    """What somebody is answered at every address that they can reach."""

    def __init__(self, client: Client, headers: dict[str, str], words: dict[str, object]) -> None:
        self.client, self.headers = client, headers
        self.pages: dict[str, str] = {}
        asked = [name for name, row in ADDRESSES.items() if "GET" in row.methods]
        own = [reverse(name, kwargs={word: words.get(word, "1") for word in KWARGS[name]}) for name in asked]
        waiting = deque([*own, *(address.format(**words) for address in START)])
        while waiting and len(self.pages) < 400:
            address = waiting.popleft()
            if address in self.pages:
                continue
            self.pages[address] = text = self.ask(address)
            found = (next(filter(None, each)).replace("&amp;", "&") for each in HREF.findall(text))
            waiting.extend(each for each in found if FOLLOWED.match(each) and each not in self.pages)

    def ask(self, address: str) -> str:
        """The answer with its headers: an ETag or a date of change would tell something too."""
        headers = self.headers if address.startswith("/api/") else {}
        answer = self.client.get(address, headers=headers)
        body = b"".join(answer) if answer.streaming else answer.content
        told = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        if "/events/" in address and answer.status_code == 200:
            assert "ETag" not in answer.headers, address
            assert "Last-Modified" not in answer.headers, address
        return f"{told}\n\n{body.decode(errors='replace')}"


class Secrets:
    """An event whose players have agreed to everything, with a list and a draft, before the moment of disclosure."""

    def __init__(self) -> None:
        self.event = make_event(disclosure="everybody", disclosed_from="over", title="Winter Open")
        agreed = {"agreed_disclosure": "everybody", "agreed_from": "over", "may_publish": True, "may_be_named": True}
        self.owner = owner = make_player(self.event, "Owner", user=make_user("owner"), **agreed)
        self.entry = submit_list(owner, SECRET, received=BEFORE.replace(minute=41, second=37))
        self.number = self.entry.pk
        services.save_draft(self.event, owner, 1, OTHER, actor=1, received=BEFORE.replace(minute=43, second=19))
        rival = make_player(self.event, "Rival", user=make_user("rival"), **agreed)
        submit_list(rival, "60 Sentinel Mark II, Army")
        assert self.entry.current is not None
        #: Names of cards as words and as slugs, the affiliation, the fingerprint, and to the second when it came.
        self.words = (
            *("savage beatdown", "savage-beatdown", "sentinel mark v,", "sentinel-mark-v-", "flying kick"),
            *("flying-kick", self.entry.current.fingerprint.casefold(), "41:37", "43:19"),
        )

    def crawl(self, name: str = "") -> dict[str, str]:
        """What somebody is answered, by address."""
        client, headers = Client(), {}
        if name:
            client.force_login(make_user(name))
            headers = {"Authorization": f"Bearer {make_token(make_user(name), name='t', scope='read')[1]}"}
        words = {"event": self.event.pk, "entry": self.number, "player": self.owner.pk, "stage": "running"}
        return Crawl(client, headers, words).pages

    def find_leaks(self, pages: dict[str, str]) -> list[tuple[str, str]]:
        """Where somebody reads one of the words."""
        return [
            (address, word)
            for address, text in pages.items()
            for word in self.words
            if word in text.casefold() and not address.startswith(ASKED_FOR_CARDS)
        ]

    def find_differences(self, name: str, before: dict[str, str]) -> list[str]:
        """The addresses at which somebody is answered otherwise than before."""
        after = self.crawl(name)
        return sorted(each for each in before.keys() | after.keys() if _strip(before, each) != _strip(after, each))


def _strip(pages: dict[str, str], address: str) -> str:
    """An answer without what is new in each one: ids of requests, tokens of forms, until when it may be kept."""
    return re.sub(r"\b[0-9a-f]{32}\b|\b[0-9A-Za-z]{64}\b|\nExpires: .*", "", pages.get(address, ""))


@pytest.mark.parametrize("moment", [BEFORE, LOCKED])
def test_before_disclosure_neither_stranger_nor_rival_learns_anything(
    moment: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No answer has a word of a list, and none is another where there is no list at all: no count, size or time."""
    set_clock(monkeypatch, moment)
    secrets = Secrets()
    before = {name: secrets.crawl(name) for name in ("", "rival")}
    for pages in before.values():
        assert secrets.find_leaks(pages) == []
        assert len(pages) >= len(ADDRESSES) // 2 + len(START)
    secrets.entry.delete()
    for name, pages in before.items():
        assert secrets.find_differences(name, pages) == []


def test_the_crawl_finds_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge and, once the event is over, a stranger are answered with the cards at the same addresses."""
    set_clock(monkeypatch, LOCKED)
    secrets = Secrets()
    give_role(secrets.event, make_user("judge"), "judge")
    read = secrets.crawl("judge")
    assert {word for _, word in secrets.find_leaks(read)} >= set(secrets.words[:1])
    Event.objects.update(stage="over")
    told = secrets.crawl()
    assert f"/events/{secrets.event.pk}/open-lists/{secrets.entry.pk}/" in dict(secrets.find_leaks(told))
    secrets.entry.delete()
    assert secrets.find_differences("", told)


def test_acceptance_10_lists_of_events_are_no_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, BEFORE)
    own = make_user("ada")
    deck_of(own, title="Mine", text=SECRET, visibility="public")
    tables = (Deck, Revision, Recheck, Follow)
    before = [list(model.objects.order_by("pk").values()) for model in tables]
    pages = ("/api/v1/decks", "/decks/", "/decks/?q=%22Savage+Beatdown%22")
    shown = [Client().get(address).content.decode().count("Mine") for address in pages]
    player = make_player(make_event(), "Ada", user=own)
    services.submit(player.event, player, 1, SECRET, actor=1, received=BEFORE, now=BEFORE)
    services.save_draft(player.event, player, 1, OTHER, actor=1, received=BEFORE)
    assert [list(model.objects.order_by("pk").values()) for model in tables] == before
    assert [Client().get(address).content.decode().count("Mine") for address in pages] == shown
    leads_to = {field.related_model for model in (EventList, ListVersion) for field in model._meta.get_fields()}
    assert Deck not in leads_to
