"""Every form and button of every page, used in a real browser as a person would: by a visitor, a player and staff."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode, urlsplit

import pytest
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.accounts.people import PASSWORD, account, sign_in, totp
from tests.browser.event_pages import find_venue_page, make_events
from tests.browser.explorer import Answer, Explorer, Value
from tests.catalog.rules.held import NEWER, OLDER, hold
from tests.catalog.wordings.making import SLUG, make_group, make_ruling, make_wording
from tests.check.many import sending
from tests.conftest import ROOT
from tests.custom_formats.making import GAME, a_format, published
from tests.decks.stored import deck_of, page_of
from tests.simulations import running
from vsdb.accounts.services import make_token
from vsdb.accounts.starters import Starter
from vsdb.accounts.viewers import Viewer
from vsdb.check.list_links import build_query
from vsdb.collection.reading import OWNED, WANTED, CardKey
from vsdb.collection.services import set_copies
from vsdb.decks import comments, services
from vsdb.decks.models import Deck
from vsdb.decks.rechecks.models import Recheck
from vsdb.decks.services import Snapshot
from vsdb.exchange.card_files.models import Import
from vsdb.news.following.services import FollowTarget, follow
from vsdb.news.models import Follow
from vsdb.play.documents import encode_question

pytestmark = [pytest.mark.browser, pytest.mark.full, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LIST = "4 Savage Beatdown\n4 Flying Kick\n4 Boris, Personal Servant of Dr. Doom\n3 Savage Beetdown\n"
BROKEN = "5 Savage Beatdown\n60 Sentinel Mark V, Army\n2 Savage Beetdown\n"  #: with a repair
CARDS = "name,set,number,type,recruit\nNewly Minted Hero,MUN,901,Character,3\n"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"  #: of the authenticators that people have already
#: A form that only a passkey answers (test_passkeys), and one that is there without events alone (test_every_page).
PRESSED_ELSEWHERE = {"mfa_reauthenticate_webauthn", "events:sample"}


def find_code(browser: Chrome) -> str:
    """The code that an authenticator gives for the secret on the page, or for the one that was set up before."""
    cache.clear()  # a used code is refused until the next half minute: the clock would decide which pages are reached
    shown = browser.find_elements(By.CSS_SELECTOR, "main code")
    return totp(shown[0].text if shown else SECRET)


def find_own_name(browser: Chrome) -> str:
    """The name of whoever is signed in, as those who delete their account have to write it."""
    menu = browser.find_elements(By.CSS_SELECTOR, ".accountmenu > summary")
    return menu[0].text.rpartition(":")[2].strip() if menu else "Me"


def choose_address(browser: Chrome) -> str:
    """An address of mail: of somebody who has an account where a password is forgotten, else a new one.

    Whoever signs up has one that nobody else adds: an address gets one link to confirm it in three minutes.
    """
    names = {"/reset/": "carol", "/signup/": "newcomer"}
    name = next((name for place, name in names.items() if place in browser.current_url), "new")
    return f"{name}@example.org"


#: What is written into fields of these names or types; others get a word.
VALUES: dict[str, Value] = {
    "type=date": "2008-07-01",
    "type=number": "1",
    "type=email": choose_address,
    "type=password": PASSWORD,
    "type=datetime-local": "",
    "login": "carol",
    "username": "newcomer",
    "name": find_own_name,
    "code": find_code,
    "q": "hulk",
    "deck": LIST,
    "text": LIST,
    "user": "dora",  # to whom roles are given
    "fingerprint": "",
    "website": "",
    "source": "csv",
    "mulligan": "keep-if",  # the one whose conditions are shown
    "zone": "Europe/Berlin",
    "starts": "2026-12-05T10:00",
    "ends": "2026-12-05T18:00",
}


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[Answer]:
    """What the server answers from now on."""
    given: list[Answer] = []
    get_response = BaseHandler.get_response

    def note_response(handler: BaseHandler, request: HttpRequest) -> HttpResponseBase:
        response = get_response(handler, request)
        is_download = response.headers.get("Content-Disposition", "").startswith("attachment")
        given.append(Answer(str(request.method), request.path, response.status_code, is_download))
        return response

    monkeypatch.setattr(BaseHandler, "get_response", note_response)
    return given


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    """The folder of imports; signing in is quick and asked for once."""
    cache.clear()  # where tries to sign in are counted
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 3_600
    settings.CELERY_BROKER_URL = "memory://"
    settings.IMPORT_DIR = tmp_path / "imports"
    settings.IMPORT_DIR.mkdir()
    return Path(settings.IMPORT_DIR)


@pytest.fixture
def ann(loaded_live_server: LiveServer, folder: Path) -> User:
    """A player who has one of everything; Bob has what others show of theirs, Carol an authenticator, Dora nothing."""
    ann, bob, carol, _ = (account(name) for name in ("ann", "bob", "carol", "dora"))
    for user in (ann, bob):
        make_deck(user)
        published(user, f"League of {user.username}")
    for deck in Deck.objects.all():
        follow(ann, FollowTarget(deck=deck.pk))
        for user in (ann, bob):
            comments.add_comment(deck, Viewer(user.pk), "Mulligan low.")
    follow(ann, FollowTarget(query="hulk", game=GAME))
    Follow.objects.filter(kind="query").update(compared="before", state={"cards": []})  # so there is something unread
    comments.report(deck, Viewer(ann.pk), "It isn't his.")
    a_format(ann, "First")
    a_format(ann, "Second")
    make_token(ann, name="mine", scope="write")
    set_copies(ann.pk, {CardKey(GAME, "savage-beatdown", "MOR"): {OWNED: 3, WANTED: 4}})
    for _ in range(4):  # one is signed out by itself, then all others
        sign_in(Client(), "ann")
    TOTP.activate(carol, SECRET)
    RecoveryCodes.activate(carol)
    return ann


def make_deck(user: User) -> None:
    """A public deck of two versions with all that is said of one."""
    deck, visitor = deck_of(user, title=f"Deck of {user.username}", text=LIST, visibility="public"), Viewer(user.pk)
    services.describe(deck.pk, visitor, event="Pro Circuit", played_on=None, tags=["Aggro"])
    services.save(deck.pk, visitor, 1, Snapshot(title="Changed", format="golden-age", text=BROKEN, notes="Said."))


def start_long_work(user: User) -> list[str]:
    """The pages of a simulation run and of a check of many lists that wait, and of the runs of a list."""
    run, check = running.start(Starter(user=user.pk)), sending.start(Starter(user=user.pk))
    runs = f"{reverse('simulate:runs')}?{build_query([('game', GAME)], LIST)}"
    return [reverse("simulate:run", args=(run.pk,)), reverse("decks:many-check", args=(check.pk,)), runs]


@pytest.fixture
def boss(ann: User, folder: Path) -> User:
    """Staff, with an authenticator and no password; an import was lost, and a recheck failed."""
    boss = User.objects.create_superuser("boss", "boss@example.org")
    TOTP.activate(boss, SECRET)
    RecoveryCodes.activate(boss)
    (folder / "kept").write_text(CARDS, encoding="utf-8")
    asked = timezone.now() - timedelta(hours=1)
    Import.objects.create(source="csv", file_name="lost.csv", by=boss, stored="kept", is_dry_run=True, asked=asked)
    Recheck.objects.create(game_id="riftbound", why="new facts were loaded", after="these", state="failed")
    return boss


@pytest.fixture
def texts(loaded_live_server: LiveServer) -> None:
    """Rules of two editions, texts of a card that differ, a ruling and a group."""
    hold("cr-2007-02-05", OLDER)
    hold("cr-2.7", NEWER)
    make_wording("Boost 2 >>> Draw a card.", "printed", "2004-02-01", printing_code="MOR-001")
    make_wording("Boost 3 >>> Draw two cards.", "errata", "2006-05-01", source="faq", changed=["two cards"])
    make_ruling("So.", "2007-03-01", rules=[("", "101.2")], about=[SLUG])
    make_group("Hoppers", "Savage Beatdown", "Hulk")


@pytest.fixture
def explorer(browser: Chrome, loaded_live_server: LiveServer, answers: list[Answer], tmp_path: Path) -> Explorer:
    """Somebody who uses everything, with a card file for the admin, players for an event, else a list."""
    site = loaded_live_server.url
    cards, deck = tmp_path / "cards-vs-classic.csv", tmp_path / "deck.txt"
    cards.write_text(CARDS, encoding="utf-8")
    deck.write_text(LIST, encoding="utf-8")
    players = tmp_path / "players.csv"
    players.write_text("name,email\nJane Doe,jane@example.org\n", encoding="utf-8")
    files = {"/admin/": cards, "/transfer/": players}
    clipboard = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"], "origin": site}
    browser.execute_cdp_cmd("Browser.grantPermissions", clipboard)
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "deny"})
    return Explorer(
        browser, site, VALUES, lambda address: next((files[part] for part in files if part in address), deck), answers
    )


def sign_out(explorer: Explorer) -> None:
    explorer.browser.get(f"{explorer.site}/robots.txt")
    explorer.browser.delete_all_cookies()


def sign_in_as(explorer: Explorer, user: User) -> None:
    """Give the browser a session of somebody who has confirmed the password, and has built a deck before that."""
    sign_out(explorer)
    client = Client()
    client.post(reverse("stored:import"), {"text": LIST, "game": GAME, "keep": "yes"})
    client.force_login(user)
    session = client.session
    record_authentication(SimpleNamespace(session=session), user, "password", reauthenticated=True)
    session.save()
    explorer.browser.add_cookie({"name": "sessionid", "value": client.cookies["sessionid"].value})


def list_links(messages: list[mail.EmailMessage]) -> list[str]:
    """The paths of the links in messages."""
    return [urlsplit(link).path for each in messages for link in re.findall(r"https?://\S+", str(each.body))]


def list_actions() -> set[str]:
    """The names of the addresses that forms of our templates lead to."""
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    tags = [tag for page in pages for tag in re.findall(r"<form\b[^>]*>", page)]
    return {name for tag in tags for name in re.findall(r"""\baction="{% url '([\w:-]+)'""", tag)}


def list_play_pages() -> list[str]:
    """Pages of play that a link with `nofollow` or a move leads to: a question, a table, a round, a log with a move."""
    turn = {"phase": "build", "step": "resource", "active": "you", "opening": True}
    built = {"position": {"game": GAME, "turn": turn}, "action": {"action": "build-resource", "from": "hand"}}
    moved = f"{reverse('play:game', args=(GAME,))}?{urlencode({'q': encode_question(built), 'apply': '1'})}"
    pages = [reverse("play:start", args=(GAME, "attack")), reverse("play:table", args=(GAME,))]
    return [*pages, reverse("play:quiz-of-game", args=(GAME,)), moved]


def test_every_form_and_every_button_does_what_it_is_pressed_for(
    explorer: Explorer, texts: None, ann: User, boss: User
) -> None:
    """Whatever is pressed has an effect, and neither the console nor the server complains."""
    explorer.use_everything(partial(sign_out, explorer), ["/"], pages_of_a_kind=2)
    explorer.use_everything(partial(sign_out, explorer), list_links(mail.outbox), pages_of_a_kind=0)
    explorer.use_everything(partial(sign_out, explorer), list_play_pages(), pages_of_a_kind=0)

    decks = [page_of(Deck.objects.get(owner__username=name, visibility="public")) for name in ("ann", "bob")]
    formats = [reverse("ownformats:format", args=(GAME, "league-of-ann"))]
    formats += [reverse("ownformats:delete", args=(GAME, "second"))]
    pages = ["/", *decks, *formats, *start_long_work(ann), *make_events(ann)]
    explorer.use_everything(partial(sign_out, explorer), [find_venue_page()], pages_of_a_kind=0)
    explorer.use_everything(partial(sign_in_as, explorer, ann), pages)

    imports = [reverse("admin:importing_import_change", args=(each.pk,)) for each in Import.objects.all()]
    staff = ["/", reverse("admin:index"), reverse("stored:reports"), reverse("operations:index"), *imports]
    explorer.use_everything(partial(sign_in_as, explorer, boss), staff)

    sign_out(explorer)
    assert not explorer.faults, "\n".join(f"{name}: {problem}" for name, problem in explorer.faults.items())
    used = {name for each in explorer.used for name in (*each.facts, *each.button)}
    assert list_actions() - used - PRESSED_ELSEWHERE == set()
