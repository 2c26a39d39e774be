"""A populated site and what it answers: `python -m tests.operations.drill_site fill|crawl FILE`, on DATABASE_URL's.

In processes of their own, since a site has one database for the life of its process.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import django

#: Where a stranger begins; from there the crawl follows links.
STARTS = (
    *("/", "/cards/?q=hulk", "/cards/vs-classic/savage-beatdown/", "/cards/vs-classic/savage-beatdown.json"),
    *("/formats/", "/formats/own/", "/changes/", "/changes/feed.atom", "/decks/", "/decks/?q=beatdown", "/rules/"),
    *("/api/v1/decks", "/api/v1/own-formats", "/api/v1/changes", "/api/v1/sources", "/api/v1/rulings"),
    *("/api/v1/reference/vs-classic", "/api/v1/cards?q=legal:silver@2007-04-15", "/people/ada/"),
)
#: And where an account does.
OWN_STARTS = (
    "/account/",
    "/account/data/",
    "/decks/mine/",
    "/collection/",
    "/following/",
    "/formats/own/",
    "/reports/",
)
MAX_PAGES = 60  #: of each
#: Files; what changes something or is drawn by lot; how long checks of the machine took.
_NEVER = re.compile(r"/(?:static|admin|pictures|operations)/|logout|\.png|/random|/hand/|#|seed=")
#: What is another on each answer: the tokens of forms.
_TOKENS = re.compile(
    rb'(name="csrfmiddlewaretoken" value=")[^"]*|("X-CSRFToken": ")[^"]*|(csrf[_-]?token[^A-Za-z]{1,4})\w{64}'
)


def fill(secrets: Path) -> None:  # noqa: PLR0915
    """Everything that people store, in small numbers."""
    from django.contrib.auth.models import Permission, User
    from django.test import Client
    from django.utils import timezone

    from tests.catalog.rules.texts_made import NUMBERED, load, make_document
    from tests.catalog.wordings.making import SLUG, make_ruling, make_wording
    from tests.custom_formats.making import BANNED, LEAGUE, a_test, next_version, published
    from vsdb.accounts.models import ApiToken
    from vsdb.accounts.services import make_token
    from vsdb.accounts.viewers import Viewer
    from vsdb.collection import services as collection
    from vsdb.collection.reading import CardKey
    from vsdb.custom_formats import services as formats
    from vsdb.decks import comments, services
    from vsdb.decks.filing import services as filing
    from vsdb.decks.models import Deck
    from vsdb.decks.rechecks.models import VerdictChange
    from vsdb.decks.services import Snapshot
    from vsdb.news.following import services as following
    from vsdb.news.following.services import FollowTarget

    ada = User.objects.create_user("ada", "ada@example.org", "a-long-password")
    bob = User.objects.create_user("bob", "bob@example.org", "a-long-password", is_staff=True)
    bob.user_permissions.add(*Permission.objects.filter(codename__in=("change_comment", "change_errorreport")))
    make_wording("Draw a card. (Look first.)", "printed", "2004-02-01", printing_code="MOR-001", flavour="Whoosh!")
    make_wording("Draw two cards.", "errata", "2006-05-01", source="faq", changed=["two cards"], place="line 12")
    make_ruling("Only once.", "2006-05-01", about=[SLUG], rules=[("cr-2.7", "101.2")])
    make_document()
    load(NUMBERED)
    league = published(ada)
    formats.add_test(league, a_test())
    next_version(league, {**LEAGUE, "bans": [BANNED]})
    viewer, other = Viewer(ada.pk), Viewer(bob.pk, may_moderate=True)
    decks: list[Deck] = []
    for number, (game, slug, text) in enumerate(
        (
            ("vs-classic", "golden-age", "4 Savage Beatdown\n56 Sentinel Mark V, Army"),
            ("vs-classic", "silver-age", "5 Savage Beatdown\n4 Falcon, Secret Avenger"),
            ("vs-classic", "lake-league", "4 Savage Beatdown"),
            ("vs-2pcg", "", "1 She-Hulk"),
        )
    ):
        first = Snapshot(title=f"Déck {number}", format=slug, text=text, as_of=date(2008, 7, 1) if number % 2 else None)
        made = services.create(viewer, game, first, comment="first")
        later = Snapshot(title=f"Deck {number}", format=slug, text=f"{text}\n1 Boris", notes="**Why** – \U0001f600")
        services.save(made.pk, viewer, made.edition, later)
        decks.append(services.share(made.pk, viewer, ("public", "link", "public", "private")[number]))
    services.describe(decks[0].pk, viewer, event="Lake Cup", played_on=date(2008, 7, 2), tags=("fast", "red"))
    services.delete(services.create(viewer, "vs-classic", Snapshot(title="gone")).pk, viewer)
    forked = services.fork(decks[0], other)
    services.share(forked.pk, other, "public")
    said = comments.add_comment(decks[0], other, "Nice *deck*.")
    comments.like(decks[0], other)
    comments.report(decks[0], viewer, "Rude.", said.pk)
    filing.file_deck(decks[1].pk, viewer, folder=filing.create_folder(viewer, "Lake"), names=("to try",))
    VerdictChange.objects.create(
        deck=decks[0], edition=2, format="golden-age", as_of=date(2026, 1, 2), day_before=date(2026, 1, 1),
        before="legal", after="illegal", codes_after=" banned ",
    )  # fmt: skip
    copies = {CardKey("vs-classic", SLUG, "MOR", ""): {"owned": 3, "wanted": 4}}
    collection.set_copies(ada.pk, copies)
    collection.share_wish_list(ada.pk, is_shared=True)
    following.follow(bob, FollowTarget(deck=decks[0].pk))
    following.follow(ada, FollowTarget(card="vs-classic/savage-beatdown"))
    following.renew_feed(ada)
    browser = Client()
    browser.post("/decks/new/", {"game": "vs-classic", "title": "Without an account", "build": "1"})
    ada.last_login = timezone.now()
    ada.save()
    made, token = make_token(ada, name="program", scope=ApiToken.Scope.READ)
    ApiToken.objects.filter(pk=made.pk).update(last_used=timezone.now())  # written once an hour, so not by a crawl
    secrets.write_text(json.dumps({"token": token, "browser": browser.session.session_key}))


def crawl(to: Path, secrets: Path, addresses: Path) -> None:
    """Write what each address answers: to a stranger, to an account, to its program and to a browser with a deck.

    The first crawl finds the addresses by following links; the others ask for the same.
    """
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client

    kept = json.loads(secrets.read_text())
    stranger, account, browser = Client(), Client(), Client()
    account.force_login(User.objects.get(username="ada"))
    staff = Client()
    staff.force_login(User.objects.get(username="bob"))
    browser.cookies[settings.SESSION_COOKIE_NAME] = kept["browser"]
    found = json.loads(addresses.read_text()) if addresses.exists() else {}
    answers = {}
    for name, client, starts in (
        ("stranger", stranger, STARTS),
        ("account", account, OWN_STARTS),
        ("staff", staff, ("/reports/", "/rechecks/", "/imports/")),
        ("browser", browser, ("/decks/mine/",)),
    ):
        asked = []
        for address, answer in _follow(client, found.get(name), starts):
            asked.append(address)
            answers[f"{name} {address}"] = answer
        found.setdefault(name, asked)
    for path in ("/api/v1/decks?mine=true", "/api/v1/collection", "/api/v1/following", "/api/v1/decks/1"):
        answers[f"program {path}"] = _read(Client(headers={"authorization": f"Bearer {kept['token']}"}), path)[0]
    addresses.write_text(json.dumps(found))
    to.write_text(json.dumps(answers))


def _follow(client: object, known: list[str] | None, starts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    waiting, seen = [*(known or starts)], {*(known or starts)}
    while waiting and (known or len(seen) - len(waiting) < MAX_PAGES):
        address = waiting.pop(0)
        answer, links = _read(client, address)
        yield address, answer
        for link in links if known is None else ():
            if link not in seen and not _NEVER.search(link):
                seen.add(link)
                waiting.append(link)


def _read(client: object, address: str) -> tuple[str, list[str]]:
    answer = client.get(address)  # type: ignore[attr-defined]
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    content = _TOKENS.sub(rb"\1\2\3", content)
    told = f"{answer.status_code} {answer.headers.get('Content-Type')} {answer.headers.get('Location', '')}"
    digest = hashlib.sha256(content).hexdigest()
    links = re.findall(rb'href="(/[^"]*)"', content) if b"<html" in content[:200] else []
    return f"{told} {digest}", [link.decode().replace("&amp;", "&") for link in links]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
    django.setup()
    from django.test.utils import setup_test_environment

    setup_test_environment()
    _, what, *paths = sys.argv
    {"fill": fill, "crawl": crawl}[what](*map(Path, paths))
