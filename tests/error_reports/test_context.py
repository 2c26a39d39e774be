"""What is kept of the page that a report is about, and what never is."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vsdb.error_reports.context import ReportContext, clean_address, read_context
from vsdb.error_reports.models import MAX_PAGE

SECRET = "kJ3hT9xQpL2mZ7vB0nR4wA"  # as a deck's secret link has it


class TestTheAddressOfThePage:
    @pytest.mark.parametrize(
        "address",
        [
            "/cards/vs-classic/savage-beatdown/",
            "/formats/vs-classic/silver-age/?on=2007-04-15",
            "/cards/?q=hulk+c%3C%3D4",
            "/rules/cr-2.7/101.2/",
            "/formats/vs-classic/my-league@3/",
        ],
    )
    def test_is_kept_as_it_is(self, address: str) -> None:
        assert clean_address(address) == address

    @pytest.mark.parametrize(
        ("address", "kept"),
        [
            ("/check/?deck=4+Hulk&format=vs-classic/silver-age", "/check/?format=vs-classic%2Fsilver-age"),
            ("/check/?code=abcdef", "/check/"),
            ("/check/?list=kJ3hT9xQpL2mZ7vB0nR4wA", "/check/"),
            ("/account/login/?next=/decks/5/", "/account/login/"),
            ("/what-if/?game=vs-classic&token=abc", "/what-if/?game=vs-classic"),
        ],
    )
    def test_loses_lists_codes_and_tokens(self, address: str, kept: str) -> None:
        assert clean_address(address) == kept

    @pytest.mark.parametrize(
        "address",
        [
            f"/decks/shared/{SECRET}/",
            f"/decks/shared/{SECRET}/versions/",
            f"/report/{SECRET}/",
            f"/changes/following/{SECRET}.atom",
            f"/account/password/reset/key/1-{SECRET}/",
            f"/account/confirm-email/{SECRET}/",
            f"/nowhere/{SECRET}/",
            f"/decks/shard/{SECRET}/",
        ],
    )
    def test_loses_its_secrets(self, address: str) -> None:
        kept = clean_address(address)
        assert SECRET not in kept
        assert kept.startswith("/")
        assert "/..." in kept

    @pytest.mark.parametrize(
        "address",
        [
            "https://evil.example/",
            "//evil.example/x",
            "javascript:alert(1)",
            "cards/",
            "/\\evil.example",
            "http://[",
            "",
        ],
    )
    def test_of_another_site_is_not_kept(self, address: str) -> None:
        assert clean_address(address) == ""

    @given(st.text(max_size=700))
    def test_is_of_this_site_and_fits_its_column(self, text: str) -> None:
        for address in (text, f"/{text}", f"/cards/?q={text}"):
            kept = clean_address(address)
            assert len(kept) <= MAX_PAGE
            assert not kept or (kept[0] == "/" and kept[1:2] != "/")
            assert not set(kept) & set("<>\"'\\ \0\n")


class TestTheContext:
    @pytest.mark.parametrize("address", ["/%2Fexample.org/x", "/%2f/example.org", "/%5Cexample.org"])
    def test_of_an_address_that_leads_elsewhere_once_it_is_unquoted_has_no_page(self, address: str) -> None:
        assert read_context({"page": address}).page == ""

    def test_of_a_reset_of_a_password_hides_its_token(self) -> None:
        assert "cqu8y1" not in read_context({"page": "/account/password/reset/key/1-cqu8y1-0a1b2c3d/"}).page

    def test_of_a_finding_is_read_whole(self) -> None:
        words = {
            "page": "/check/",
            "kind": "finding",
            "format": "vs-classic/silver-age",
            "on": "2008-07-01",
            "fingerprint": "K7QD-2M9X-4TFH",
            "finding": "copy-limit",
            "data": "0a1b2c",
        }
        found = read_context(words)
        assert found == ReportContext(
            page="/check/",
            kind="finding",
            game="vs-classic",
            format="silver-age",
            as_of=date(2008, 7, 1),
            fingerprint="K7QD-2M9X-4TFH",
            finding="copy-limit",
            data_version="0a1b2c",
        )
        assert read_context(found.words) == found

    def test_of_a_card_names_its_game(self) -> None:
        found = read_context({"kind": "card", "subject": "vs-classic/savage-beatdown"})
        assert (found.game, found.kind) == ("vs-classic", "card")

    @pytest.mark.parametrize(
        "words",
        [
            {"kind": "<script>", "subject": "<b>x</b>"},
            {"format": "no-game/silver-age", "on": "tomorrow-ish"},
            {"finding": "Copy Limit!", "fingerprint": "a b", "data": "'; drop"},
            {"subject": "x" * 201},
        ],
    )
    def test_leaves_out_what_can_t_be_read(self, words: dict[str, str]) -> None:
        assert read_context(words) == ReportContext()
