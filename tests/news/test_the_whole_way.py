"""Files are changed and loaded: the change feed and everybody who follows something of it are told, each once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from defusedxml import ElementTree
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.commands import run
from tests.decks.stored import deck_of, person
from tests.news.conftest import Add
from vsdb.news.following.services import FollowTarget, follow, renew_feed
from vsdb.news.models import Change, Follow, Happening

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"
BAN = "Savage Beatdown,,,,,,,,golden-age,2020-01-05,2020-01-05,,,,,"
SET = "ZZZ,y,Test Set,expansion,Marvel,,,,,,2020-02-01,2020-02-29,,,yes,high,"


DRAVEN = '"Draven, Vanquisher",,,,,,,,standard;2v2-constructed,2026-03-31,2026-03-31,,,,,'


def told(each: Follow) -> list[list[str]]:
    """What happened to something that is followed: the kinds of its parts, the oldest happening first."""
    return [[part["what"] for part in row.parts] for row in Happening.objects.filter(follow=each).order_by("pk")]


def test_a_ban_and_a_set_are_told_once_to_all_who_follow_and_a_ban_that_goes_too(
    facts: Path, add: Add, load: Callable[[], None], client: Client
) -> None:
    ann, browser = person("ann")
    bob, _ = person("bob")
    deck = deck_of(bob, title="Beatdown", visibility="public", format="golden-age", text="4 Savage Beatdown")
    card = follow(ann, FollowTarget(card="vs-classic/savage-beatdown"))
    stored = follow(ann, FollowTarget(deck=deck.pk))
    query = follow(ann, FollowTarget(query="savage banned:golden-age", game="vs-classic"))
    other = follow(ann, FollowTarget(card="vs-classic/flying-kick"))
    key = renew_feed(ann)
    known = set(Change.objects.values_list("pk", flat=True))

    add("vs-classic/bans.csv", BAN)
    add("vs-classic/sets.csv", SET)
    load()

    new = {each.kind: each for each in Change.objects.exclude(pk__in=known)}
    assert {"ban-began", "set-released"} <= new.keys()
    assert not any(each.is_initial for each in new.values())
    feed = ElementTree.fromstring(client.get("/changes/feed.atom?kind=bans").content)
    # Five more classic formats take over the bans of Golden Age beside Silver Age and Modern Age.
    assert (feed.findtext(f"{ATOM}entry/{ATOM}title") or "").startswith("Savage Beatdown banned in Golden Age, Silver")
    items = json.loads(client.get("/changes/feed.json?kind=sets").content)["items"]
    assert items[0]["title"] == "New set: Test Set (Vs. System TCG)"
    assert told(card) == [["ban"]]
    assert told(stored) == [["verdict"]]
    assert told(query) == [["matches"]]
    assert told(other) == []
    page = browser.get("/following/").content.decode()
    assert "Banned in Golden Age, Silver Age, Modern Age and 5 others since 5 January 2020." in page
    assert "Banned cards: Savage Beatdown." in page
    assert "New matches: Savage Beatdown." in page
    mine = json.loads(client.get(f"/following/feed/{key.secret}.json").content)
    assert len(mine["items"]) == 3

    load()
    assert run("refresh_follows")[0] == 0
    browser.get("/following/")
    assert [len(told(each)) for each in (card, stored, query, other)] == [1, 1, 1, 0]

    path = facts / "vs-classic" / "bans.csv"
    path.write_text(path.read_text(encoding="utf-8").replace(f"{BAN}\n", ""), encoding="utf-8")
    load()
    new["ban-began"].refresh_from_db()
    assert new["ban-began"].withdrawn is not None
    newest = json.loads(client.get("/changes/feed.json?game=vs-classic").content)["items"][0]
    assert newest["title"].startswith("Withdrawn: Savage Beatdown banned in Golden Age")
    assert [told(each)[-1] for each in (card, stored, query)] == [["ban-gone"], ["verdict"], ["matches"]]
    assert [len(told(each)) for each in (card, stored, query, other)] == [2, 2, 2, 0]
    assert "No longer matching: Savage Beatdown." in browser.get("/following/").content.decode()


@pytest.mark.shared
@pytest.mark.parametrize("sources", [("errata-article", "errata-overlay"), ("errata-overlay", "errata-article")])
def test_a_follower_of_a_card_is_told_of_its_ban_once_and_of_its_erratum_once(
    facts: Path,
    add: Add,
    load: Callable[[], None],
    shared: Path,
    sources: tuple[str, str],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Draven, Vanquisher: banned in two formats from 2026-03-31, with an erratum of July 2026 in one of two files."""
    path = facts / "riftbound" / "bans.csv"
    rows = path.read_text(encoding="utf-8")
    assert f"{DRAVEN}\n" in rows
    path.write_text(rows.replace(f"{DRAVEN}\n", ""), encoding="utf-8")
    load()
    ann, _ = person("ann")
    card = follow(ann, FollowTarget(card="riftbound/draven-vanquisher"))
    other = follow(ann, FollowTarget(card="riftbound/draven-showboat"))

    add("riftbound/bans.csv", DRAVEN)
    load()
    load()
    assert told(card) == [["ban"]]
    (ban,) = Happening.objects.get(follow=card).parts
    assert [slug for slug, _ in ban["formats"]] == ["standard", "2v2-constructed"]
    for source in (*sources, *sources):
        file = (
            shared / "data" / "riftbound" / ("errata-articles.json" if "article" in source else "errata-overlay.json")
        )
        with django_capture_on_commit_callbacks(execute=True):
            assert run("import_cards", str(file), "--source", source)[0] == 0
        load()
    assert run("refresh_follows")[0] == 0
    assert told(card) == [["ban"], ["text"]]
    assert told(other) == []
