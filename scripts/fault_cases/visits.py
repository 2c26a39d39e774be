"""What people and programs do on a site all day, request by request."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from urllib.parse import urlencode

from django.db import connections

from fault_cases.filling import FORMAT, GAME, read_tokens
from fault_cases.outcomes import Outcome
from fault_cases.serving import UNANSWERED, Answer, Door, count_answer, sign_in
from fault_cases.sites import Site
from vsdb.catalog.cards.models import Card
from vsdb.decks.models import Deck, Revision

_FORM = "application/x-www-form-urlencoded"
_CSRF = "0" * 32


@dataclass(frozen=True)
class Visit:
    """One request, by name, and its right answers. One that writes may be told to come again later."""

    name: str
    send: Callable[[Door], Answer]
    writes: bool = False
    right: tuple[int, ...] = (200,)


def _get(path: str) -> Visit:
    # Who is signed in is led on from the pages of sign-in and sign-up.
    return Visit(f"GET {path}", lambda door: door.ask("GET", path), right=(200, 302))


def _post_form(path: str, right: tuple[int, ...], **words: str) -> Visit:
    def send(door: Door) -> Answer:
        body = urlencode(words).encode()
        headers = {"Cookie": f"csrftoken={_CSRF}", "X-CSRFToken": _CSRF, "Origin": f"https://127.0.0.1:{door.port}"}
        return replace(door, cookie="").ask("POST", path, body, _FORM, headers)

    return Visit(f"POST {path}", send, writes=True, right=right)


def _post_json(path: str, value: object) -> Visit:
    return Visit(f"POST {path}", lambda door: door.send_json("POST", path, value))


def list_reads() -> list[Visit]:
    """Pages and answers of the API that change nothing."""
    slug = Card.objects.filter(game=GAME).order_by("pk").values_list("slug", flat=True)[0]
    deck = Deck.objects.order_by("pk").values_list("pk", flat=True)[0]
    listed = {"deck": "4 Savage Beatdown", "game": GAME, "formats": [FORMAT], "dates": ["2008-05-20"]}
    paths = (
        *("/", "/cards/?q=type:character", f"/cards/{GAME}/{slug}/", "/sets/", f"/formats/{GAME}/{FORMAT}/", "/rules/"),
        *("/decks/", f"/decks/{deck}/deck-0/", "/changes/", "/account/login/", "/account/signup/", "/check/", "/help/"),
        *("/api/v1/games", "/api/v1/cards?q=avengers", f"/api/v1/cards/{GAME}/{slug}", f"/api/v1/decks/{deck}"),
        f"/api/v1/formats/{GAME}/{FORMAT}",
    )
    # The site notes when a session or a token was last used, so these are not only read.
    personal = ("/api/v1/decks?mine=true", "/following/", "/collection/", f"/decks/{deck}/edit/")
    noted = (replace(_get(path), writes=True) for path in personal)
    return [*map(_get, paths), *noted, _post_json("/api/v1/check", listed)]


def list_writes() -> list[Visit]:
    """What changes something: sign-in with a wrong password, a new deck, an error report."""
    new = {"game": GAME, "title": "A new deck", "format": FORMAT, "deck": "4 Savage Beatdown"}
    report = {"text": "Something is wrong here.", "page": "/"}
    return [
        _post_form("/account/login/", (200, 400), login="ann", password="not hers"),  # noqa: S106
        Visit("POST /api/v1/decks", lambda door: door.send_json("POST", "/api/v1/decks", new), True, (201,)),
        Visit(
            "POST /api/v1/error-reports",
            lambda door: door.send_json("POST", "/api/v1/error-reports", report),
            True,
            (201,),
        ),
    ]


def list_mailing() -> list[Visit]:
    """What sends mail: a new account, a forgotten password, an error report with an address."""
    word = secrets.token_urlsafe(12)
    number = secrets.randbelow(10**9)
    return [
        _post_form(
            "/account/signup/", (302,), username=f"Cora{number}", email=f"c{number}@vsdb.example", password1=word
        ),
        _post_form("/account/password/reset/", (302,), email="ann@vsdb.example"),
        _post_form("/report/", (200, 302), text="Something is wrong here.", email="dora@vsdb.example", page="/"),
    ]


def open_door(door: Door, site: Site, name: str = "ann") -> Door:
    """The same door for somebody who is signed in and has a token."""
    found = replace(door, cookie=sign_in(name), token=read_tokens(site.folder)[name])
    connections.close_all()
    return found


class DeckSaver:
    """Saves one deck again and again, and knows which saves were confirmed."""

    def __init__(self, door: Door, deck: int) -> None:
        self._door = door
        self.deck = deck
        self.confirmed: dict[str, int] = {}  #: titles and the versions that they were confirmed as
        self._number = 0
        self._edition = 0

    def save(self) -> Answer:
        """Save the next title; a save that was refused as stale is made from the newest version."""
        if not self._edition:
            found = self._door.ask("GET", f"/api/v1/decks/{self.deck}")
            if found.status != 200:
                return found
            self._edition = int(str(found.json()["edition"]))
        self._number += 1
        title = f"Saved {self._door.port} {self._number}"
        body = {"title": title, "format": FORMAT, "deck": "4 Savage Beatdown\n56 A Child Named Valeria"}
        answer = self._door.send_json("PUT", f"/api/v1/decks/{self.deck}", {**body, "edition": self._edition})
        if answer.status == 200:
            self._edition = int(json.loads(answer.body)["edition"])
            self.confirmed[title] = self._edition
        else:
            self._edition = 0
        return answer

    def count_faults(self, outcome: Outcome) -> None:
        """Every confirmed save is a version, once, and no save is there twice."""
        titles = list(Revision.objects.filter(deck=self.deck).values_list("title", "number"))
        for title, number in self.confirmed.items():
            if titles.count((title, number)) != 1:
                outcome.add_fault("lost", f"{title} was confirmed as version {number} and isn't there")
        for title in {title for title, _ in titles if title.startswith("Saved ")}:
            if (times := sum(other == title for other, _ in titles)) > 1:
                outcome.add_fault("doubled", f"{title} is there {times} times")


def visit_at_random(
    outcome: Outcome,
    door: Door,
    visits: list[Visit],
    times: int,
    chance: Random,
    while_what: str,
    *,
    gone: bool = False,
) -> None:
    """Make so many visits; what writes may be answered with 503, and everything where the database is gone."""
    for visit in chance.choices(visits, k=times):
        answer = visit.send(door)
        may_be_unavailable = gone or (visit.writes and while_what == "dropped connections")
        count_visit(outcome, visit, answer, while_what, may_be_unavailable=may_be_unavailable)


def count_visit(
    outcome: Outcome, visit: Visit, answer: Answer, while_what: str, *, may_be_unavailable: bool = False
) -> None:
    """Count the answer of a visit; one that is neither right nor a 5xx is as good as none."""
    what = f"{while_what}: {visit.name}"
    count_answer(outcome, what, answer, may_be_unavailable=may_be_unavailable)
    if UNANSWERED < answer.status < 500 and answer.status not in visit.right:
        outcome.add_fault("lost", f"{what}: answered {answer.status} {answer.body[:150]!r}")
