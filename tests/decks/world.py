"""People and decks of every kind, every address of the project, and what asking for it changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import copy, deepcopy
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver
from django.utils import timezone

from tests.decks import who_may_decks as deck_table
from tests.decks import who_may_table as table
from vsdb.accounts.services import make_token
from vsdb.accounts.viewers import Viewer
from vsdb.collection import services as collection
from vsdb.collection.models import CollectedCard, Collection
from vsdb.collection.reading import OWNED, WANTED, CardKey
from vsdb.decks import services
from vsdb.decks.filing import services as filing
from vsdb.decks.models import Comment, Deck, Folder, Label, Like, Report, Revision
from vsdb.decks.services import Snapshot

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ABOUT_DECKS = (Deck, Revision, Comment, Like, Report)
TABLES = tuple(model._meta.db_table for model in (*ABOUT_DECKS, Deck.tags.through))
NO_SECRET = "zzzzzzzzzzzzzzzzzzzzzz"
LIST = "4 Savage Beatdown\n2 Boris, Personal Servant of Dr. Doom\nunreadable as can be"


class World:
    """Five people, five decks, and the ways to ask."""

    def __init__(self) -> None:
        self.users = {name: User.objects.create_user(name, f"{name}@example.org") for name in ("owner", "other")}
        self.users["staff"] = User.objects.create_superuser("staff", "staff@example.org")
        self.browsers = {name: Client() for name in deck_table.PEOPLE}
        for name, user in self.users.items():
            self.browsers[name].force_login(user)
        owner = Viewer(self.users["owner"].pk)
        self.decks: dict[str, Deck] = {}
        for name, shared in (("private", "private"), ("link", "link"), ("public", "public"), ("hidden", "public")):
            made = services.create(owner, "vs-classic", self.snapshot(name))
            self.decks[name] = services.share(made.pk, owner, shared)
        Deck.objects.filter(pk=self.decks["hidden"].pk).update(hidden_at=timezone.now(), hidden_why="Because")
        form = {"text": LIST, "game": "vs-classic", "title": self.title("built"), "keep": "yes"}
        assert self.browsers["builder"].post("/decks/import/", form).status_code == 302
        self.decks["built"] = Deck.objects.get(owner=None)
        self.decks = {name: Deck.objects.get(pk=deck.pk) for name, deck in self.decks.items()}
        other = self.users["other"]
        folder, label = filing.create_folder(owner, "Qwerty folder"), "Qwerty label"
        filing.file_deck(self.decks["private"].pk, owner, folder=folder, names=[label])
        self.places = {
            table.FOLDER: folder.pk,
            table.LABEL: Label.objects.get(name=label).pk,
            table.DECK: self.decks["private"].pk,
        }
        collection.set_copies(self.users["owner"].pk, {CardKey("vs-classic", "savage-beatdown"): {OWNED: 3, WANTED: 4}})
        for name in ("other", "staff"):
            collection.set_copies(self.users[name].pk, {CardKey("vs-classic", "savage-land"): {OWNED: 1}})
        collection.share_wish_list(self.users["owner"].pk, is_shared=True)
        self.comments = {
            name: Comment.objects.create(deck=deck, by=other, text="Nicely built.").pk
            for name, deck in self.decks.items()
        }
        scopes = (("owner", "owner", "write"), ("owner-reading", "owner", "read"), ("other", "other", "write"))
        self.tokens = {
            caller: make_token(self.users[user], name=caller, scope=scope)[1]
            for caller, user, scope in (*scopes, ("staff", "staff", "write"))
        }

    @staticmethod
    def title(name: str) -> str:
        """A title that stands nowhere else."""
        return f"Qwerty {name} qwerty"

    def snapshot(self, name: str) -> Snapshot:
        return Snapshot(title=self.title(name), format="golden", text=LIST, notes=f"Notes on {self.title(name)}")

    def anew(self) -> World:
        """The same world for a test of its own: what that does to browsers and rows in memory stays with it."""
        found = copy(self)
        found.users = {name: copy(user) for name, user in self.users.items()}
        found.decks = {name: copy(deck) for name, deck in self.decks.items()}
        found.browsers = {name: with_cookies_of(browser) for name, browser in self.browsers.items()}
        return found

    def arguments(self, pattern: str, deck: str) -> dict[str, Any]:
        """The words of the address of a page about a deck."""
        row = self.decks[deck]
        every = {"pk": row.pk, "slug": row.slug, "number": 1, "comment": self.comments[deck]}
        every |= {"secret": row.secret or NO_SECRET, "layout": "text"}
        if "export" in pattern:
            every["slug"] = "text"
        return every

    def address(self, pattern: str, deck: str) -> str:
        return reverse_with(pattern, self.arguments(pattern, deck))

    def browse(self, person: str, method: str, address: str, sent: dict[str, Any] | None = None) -> Any:
        browser = self.browsers[person]
        if method == "GET":
            return browser.get(address, {"seed": 1} if "hand" in address else None)
        return getattr(browser, method.lower())(address, sent or {})

    def call(self, caller: str, method: str, address: str, sent: dict[str, Any] | None = None) -> Any:
        client = self.browsers["owner"] if caller == "owner-cookie" else Client()
        headers = {"Authorization": f"Bearer {self.tokens[caller]}"} if caller in self.tokens else {}
        data = json.dumps(sent or {}) if method != "GET" else ""
        return client.generic(method, address, data, content_type="application/json", headers=headers)

    def unseen_by(self, relations: dict[str, tuple[str, ...]], who: tuple[str, ...], person: str) -> set[str]:
        """The decks that somebody may not see."""
        at = who.index(person)
        return {name for name, row in relations.items() if row[at] in ("none", "no-token", "none-reading")}


def with_cookies_of(browser: Client) -> Client:
    """Another browser of the same person."""
    found = Client()
    found.cookies = deepcopy(browser.cookies)
    return found


def reverse_with(name: str, every: dict[str, Any]) -> str:
    """The address of a name with those of the words that it takes."""
    _, _, short = name.rpartition(":")
    takes = KWARGS[name]
    try:
        return reverse(name, kwargs={word: every[word] for word in takes})
    except (KeyError, NoReverseMatch) as exc:
        raise AssertionError(f"{name} ({short}) takes {takes}") from exc


def patterns(resolver: Any = None, space: str = "", path: str = "") -> Iterator[tuple[str, str, URLPattern]]:
    """Every address of the project: its name, the whole of its pattern, the pattern."""
    for each in (resolver or get_resolver()).url_patterns:
        whole = f"{path}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from patterns(each, f"{space}{each.namespace}:" if each.namespace else space, whole)
        else:
            yield f"{space}{each.name or ''}", whole, each


KWARGS = {name: tuple(re.findall(r"<(?:\w+:)?(\w+)>", path)) for name, path, _ in patterns()}


def state() -> list[Any]:
    """All that is stored about decks."""
    rows = [list(model.objects.order_by("pk").values()) for model in ABOUT_DECKS]
    return [*rows, sorted(Deck.tags.through.objects.values_list("deck", "tag"))]


def state_of(user: User) -> list[Any]:
    """What somebody has sorted and collected."""
    held = [list(model.objects.filter(owner=user).order_by("pk").values()) for model in (Folder, Label, Collection)]
    cards = CollectedCard.objects.filter(owner=user).order_by("pk").values()
    labeled = Deck.labels.through.objects.filter(deck__owner=user).values_list("deck", "label")
    filed = Deck.objects.filter(owner=user).order_by("pk").values_list("pk", "folder")
    return [*held, list(cards), sorted(labeled), list(filed)]


def asked(world: World, ask: Any, *words: Any) -> tuple[Any, bool]:
    """An answer, and whether anything stored is different after it; then all is as it was before."""
    writes: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if not sql.startswith("SELECT ") and any(table in sql for table in TABLES):
            writes.append(sql)
        return execute(sql, *rest)

    with transaction.atomic():
        with connection.execute_wrapper(note):
            response = ask(*words)
            content = b"".join(response) if response.streaming else response.content
        after = state() if writes else None
        transaction.set_rollback(True)
    is_changed = after is not None and after != state()
    return (response.status_code, content.decode(errors="replace"), response), is_changed
