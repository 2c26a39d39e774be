"""An address in the place of a list: told apart from lists, and answered with what to bring from its site."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decklists.addresses import SITES, DeckSite, advise, find_site, read_address, refuse_address
from engine.decklists.encoding import MAX_BYTES
from engine.model.errors import InputError


def said(text: str) -> str:
    """The advice on a text, which has to be an address."""
    address = read_address(text)
    assert address is not None
    return advise(address)


class TestAdvice:
    @pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
    def test_names_the_site_and_what_to_do(self, site: DeckSite) -> None:
        for host in site.hosts:
            assert said(f"https://www.{host}/decks/abc?x=1#y") == (
                f"This is an address of {site.name}. Lists aren’t fetched from other sites. "
                f"Open the deck, {site.bring}, and paste that here."
            )

    @pytest.mark.parametrize(
        ("text", "host"),
        [
            ("https://decks.example/1", " on decks.example"),
            ("https://piltoverarchive.com@evil.example/1", " on evil.example"),
            ("https://piltoverarchive.com.evil.example/1", " on piltoverarchive.com.evil.example"),
            ("https://notmoxfield.com/1", " on notmoxfield.com"),
            ("javascript://moxfield.com/%0aalert(1)", " on moxfield.com"),
            ("ftp://moxfield.com/deck.txt", " on moxfield.com"),
            ("file:///etc/passwd", ""),
            ("https://пример.example/дек", " on пример.example"),
            ("http://169.254.169.254/latest/", " on 169.254.169.254"),
        ],
    )
    def test_on_an_unknown_site_is_general(self, text: str, host: str) -> None:
        assert said(text) == (
            f"This is an address{host}, not a list. Lists aren’t fetched from other sites. "
            "Open the deck, copy or export its list as text, and paste that here."
        )

    def test_is_given_on_an_address_of_any_length(self) -> None:
        assert "Moxfield" in said(f"https://moxfield.com/{'y' * 30_000}")
        assert f"on {'x' * 60}," in said(f"https://{'x' * 10_000}.com/")

    def test_is_what_an_address_is_refused_with(self) -> None:
        with pytest.raises(InputError) as caught:
            refuse_address("https://moxfield.com/decks/1", "deck")
        assert (caught.value.code, caught.value.place) == ("address-given", "deck")
        assert f"{caught.value.message}." == said("https://moxfield.com/decks/1")

    def test_refuses_no_list(self) -> None:
        refuse_address("4 Savage Beatdown\n# source: https://moxfield.com/decks/1")


class TestReading:
    @pytest.mark.parametrize(
        "text",
        [
            "My deck: https://moxfield.com/decks/1",
            "https://moxfield.com/decks/1 (Doom)",
            "Doom\thttp://moxfield.com/1\n",
        ],
    )
    def test_finds_the_address_in_the_line_that_a_share_button_writes(self, text: str) -> None:
        assert said(text).startswith("This is an address of Moxfield.")

    @pytest.mark.parametrize(
        "text",
        [
            "4 Savage Beatdown https://moxfield.com/decks/1",
            "# source: https://moxfield.com/decks/1",
            "https://moxfield.com/1 https://moxfield.com/2",
            f"{'x' * 500} https://moxfield.com/1",
            "4 Savage Beatdown\nhttps://moxfield.com/decks/1",
            "# https://moxfield.com\n4 Savage Beatdown",
        ],
    )
    def test_finds_none_beside_a_card_a_comment_or_another(self, text: str) -> None:
        assert read_address(text) is None

    @pytest.mark.parametrize(
        ("text", "host"),
        [
            ("moxfield.com/decks/abc", "moxfield.com"),
            ("Old.Reddit.com./r/vs", "old.reddit.com."),
            ("www.decks.example", "www.decks.example"),
            ("decks.example/1", None),
            ("moxfield.com", None),
            ("4", None),
            ("", None),
        ],
    )
    def test_knows_one_without_a_scheme_where_it_knows_the_site(self, text: str, host: str | None) -> None:
        found = read_address(text)
        assert (found and found.hostname) == host

    def test_leaves_a_host_that_cannot_be(self) -> None:
        assert read_address("https://[moxfield.com/decks/1") is None

    def test_leaves_what_is_too_long_for_a_list_too(self) -> None:
        address = "https://moxfield.com/"
        assert read_address(address + "y" * (MAX_BYTES - len(address))) is not None
        assert read_address(address + "y" * (MAX_BYTES - len(address) + 1)) is None

    @given(st.text(max_size=80) | st.text(alphabet="htps:/.@[]%:#?w moxfield.", max_size=60))
    def test_takes_or_leaves_any_text(self, text: str) -> None:
        found = read_address(text)
        if found is not None:
            assert advise(found).endswith("paste that here.")
            find_site(found.hostname or "")
