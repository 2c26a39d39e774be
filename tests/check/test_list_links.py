"""Links that hold a list: packed, or kept for a while; what is damaged, expired or too much is refused."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64encode
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from engine import InputError, NotFound, decklists
from tests.commands import run
from tests.decks.stored import deck_of, person
from vsdb.check.list_links import MAX_LENGTH, build_query, find_expiry, open_list
from vsdb.check.models import KeptList

LIST = "4 Savage Beatdown\n4x Falcon, Secret Avenger\n52 Sentinel Mark V, Army\n"
#: Remarks that no packing makes short enough for an address.
REMARKS = "".join(f"# {number**15:x}\n" for number in range(1, 350))
LONG = LIST + REMARKS


def word(query: str) -> str:
    return parse_qs(query)["list"][0]


def keep(text: str = LONG) -> str:
    return build_query([], text, request=RequestFactory().post("/check/"))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_a_packed_list_comes_out_as_it_went_in(text: str) -> None:
    assert open_list(word(build_query([], text))) == text


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "z",
        "x",
        "z!!",
        "zAAAA",
        word(build_query([], LIST))[:-4],
        "z" + urlsafe_b64encode(b"\xff" * 40).decode(),
        # A list of 10 MB, packed: no more of it is unpacked than a list may have.
        "z" + urlsafe_b64encode(zlib.compress(b"a" * 10_000_000, 9)[2:-4]).decode()[:4_000],
        "z" + urlsafe_b64encode(zlib.compress(b"a" * (decklists.MAX_BYTES + 1), 9)[2:-4]).decode(),
    ],
)
def test_a_damaged_link_says_what_to_do(damaged: str) -> None:
    with pytest.raises(InputError, match="paste the list again"):
        open_list(damaged)


@pytest.mark.parametrize("text", ["knockout\n4 Savage Beatdown", "zombies 4", "4 Savage Beatdown", "k\u2003x"])
def test_a_list_with_spaces_is_no_packed_and_no_kept_one(text: str) -> None:
    assert open_list(text) == text
    assert find_expiry(urlencode({"list": text})) is None


@pytest.mark.django_db
class TestALongList:
    def test_is_kept_once_under_a_key_that_its_text_does_not_tell(self, settings: Settings) -> None:
        query = keep()
        assert keep() == query
        assert len(query) < 40
        assert open_list(word(query)) == LONG
        assert KeptList.objects.count() == 1
        settings.SECRET_KEY = "another"
        assert keep() != query

    def test_is_found_again_and_not_kept_by_reading(self) -> None:
        assert build_query([], LONG) == ""
        query = keep()
        assert build_query([], LONG) == query
        assert build_query([], LONG + "# more") == ""
        assert KeptList.objects.count() == 1

    def test_expires_and_is_tidied(self, settings: Settings) -> None:
        query = keep()
        assert find_expiry(query) == timezone.localdate() + timedelta(days=90)
        assert find_expiry(build_query([], LIST)) is None
        KeptList.objects.update(kept_at=timezone.now() - timedelta(days=91))
        with pytest.raises(NotFound, match="expired"):
            open_list(word(query))
        assert build_query([], LONG) == ""
        assert run("tidy", "--dry-run")[:2] == (0, "1 expired list to delete\n")
        assert run("tidy")[:2] == (0, "1 expired list deleted\n")
        assert not KeptList.objects.exists()

    def test_makes_room_by_dropping_what_has_expired(self, settings: Settings) -> None:
        settings.SHARED_LISTS_MAX = 1
        assert keep()
        assert keep(LONG + "# second") == ""
        KeptList.objects.update(kept_at=timezone.now() - timedelta(days=91))
        assert keep(LONG + "# second")
        assert KeptList.objects.count() == 1

    def test_of_one_address_is_kept_only_so_often(self, settings: Settings) -> None:
        cache.clear()
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "kept_list": "2/h/ip"}
        try:
            assert [bool(keep(f"{LONG}# {number}")) for number in range(3)] == [True, True, False]
        finally:
            cache.clear()

    def test_that_is_too_large_is_not_kept(self) -> None:
        assert keep("x" * (decklists.MAX_BYTES + 1)) == "" or len(keep("x" * (decklists.MAX_BYTES + 1))) < MAX_LENGTH
        assert keep("".join(f"{number**9:x}\n" for number in range(1, 12_000))) == ""
        assert not KeptList.objects.exists()


@pytest.mark.django_db
class TestEveryForm:
    """What is sent leads to an address, which answers again, also in another browser."""

    @pytest.mark.parametrize(
        ("address", "sent", "said"),
        [
            ("/check/", {"deck": LIST}, "in Golden Age on"),
            ("/check/", {"deck": LONG}, "in Golden Age on"),
            ("/check/life/", {"deck": LIST}, "Golden Age"),
            ("/check/life/", {"deck": LONG}, "Golden Age"),
            ("/check/repair/", {"deck": LIST}, "Smallest repair"),
            ("/check/repair/", {"deck": LONG}, "Smallest repair"),
            ("/check/team/", {"deck_1": "1 Jinx, Rebel", "deck_2": "1 Jinx, Rebel"}, "as a team in"),
            ("/check/team/", {"deck_1": "1 Jinx, Rebel", "deck_2": f"1 Jinx, Rebel\n{REMARKS}"}, "as a team in"),
            ("/what-if/", {"game": "vs-classic", "ban": "Savage Beatdown", "lists": LIST}, "Your lists"),
            ("/what-if/", {"game": "vs-classic", "ban": "Savage Beatdown", "lists": LONG}, "Your lists"),
            ("/decks/import/", {"list": LIST}, "All lines were read"),
            ("/decks/import/", {"list": LONG}, "All lines were read"),
        ],
    )
    def test_leads_to_an_address(self, client: Client, address: str, sent: dict[str, str], said: str) -> None:
        answer = client.post(address, sent)
        assert answer.status_code in {302, 303}, answer.content.decode()
        assert len(answer["Location"]) < 4_000
        page = Client().get(answer["Location"])
        assert page.status_code == 200
        told = unescape(page.content.decode())
        assert said in told
        assert 'name="robots" content="noindex"' in told

    def test_names_format_and_date_so_that_the_answer_stays(self, client: Client) -> None:
        asked = parse_qs(urlsplit(client.post("/check/", {"deck": LIST})["Location"]).query)
        assert asked["format"] == ["vs-classic/golden-age"]
        assert asked["on"] == [timezone.localdate().isoformat()]
        assert asked["detected"] == ["format,on"]

    def test_leads_a_bare_list_in_an_address_to_the_dated_one(self, client: Client) -> None:
        answer = client.get("/check/", {"deck": LIST, "format": "vs-classic/silver-age"})
        assert answer.status_code == 302
        assert f"on={timezone.localdate().isoformat()}" in answer["Location"]
        answer = client.get("/check/", {"deck": f"# format: silver-age\n# as-of: 2008-07-01\n{LIST}"})
        assert answer.status_code == 200

    def test_says_what_was_detected_and_how_to_change_it(self, client: Client) -> None:
        page = client.post("/check/", {"deck": LIST}, follow=True).content.decode()
        read = " ".join(re.sub(r"<[^>]+>", " ", page.partition('class="readas')[2].partition("</dl>")[0]).split())
        assert "Game Vs. System TCG (from the cards) Format Golden Age (main format)" in read
        assert read.endswith("(no date in the list) Change Change")
        assert 'href="#change"' in page
        others = page.partition("Other main formats:")[2].partition("</p>")[0]
        assert re.findall(r'name="instead" value="([^"]+)"', others) == [
            "vs-classic/silver-age",
            "vs-classic/modern-age",
            "vs-classic/dc-modern-age",
        ]

    def test_says_who_can_see_the_list_and_until_when(self, client: Client) -> None:
        short = client.post("/check/", {"deck": LIST}, follow=True).content.decode()
        assert "Anyone with this link can see the list.</p>" in short
        long = client.post("/check/", {"deck": LONG}, follow=True).content.decode()
        assert "Anyone with this link can see the list. The link works until" in long

    def test_that_has_expired_is_404(self, client: Client) -> None:
        for address in ("/check/", "/check/life/", "/check/repair/", "/check/team/", "/check/json/"):
            answer = client.get(address, {"list": "k" + "A" * 24})
            assert answer.status_code == 404
            assert "This link has expired" in answer.content.decode()

    def test_keeps_the_words_of_its_question(self, client: Client) -> None:
        asked = client.post("/check/", {"deck": LIST, "fingerprint": "K7QD-2M9X-4TFH"})
        assert asked.status_code in {303, 400}
        picked = client.post("/check/repair/", {"deck": "59 Sentinel Mark V, Army", "pick-0": "savage-beatdown"})
        assert "&pick-0=savage-beatdown" in picked["Location"]

    def test_holds_a_pasted_list_beside_a_stored_one(self, client: Client) -> None:
        user, _ = person("ann")
        deck = deck_of(user, visibility="public", text="4 Savage Beatdown")
        for sent in ({"a": str(deck.pk), "b_list": LIST}, {"a_list": LIST, "b": str(deck.pk)}):
            answer = client.post("/decks/compare/", sent)
            assert answer.status_code == 302
            page = client.get(answer["Location"]).content.decode()
            assert "Anyone with this link can see the list." in page
            assert page.count("4x Falcon, Secret Avenger") == 1  # in its own field of the form
        answer = client.post("/decks/compare/", {"a_list": LIST, "b_list": "4 Savage Beatdown"})
        assert "Falcon, Secret Avenger" in client.get(answer["Location"]).content.decode()
