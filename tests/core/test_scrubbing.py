"""What must not be written down is hidden; what an operator needs stays."""

from __future__ import annotations

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from vsdb.core.logs.scrubbing import scrub, scrub_address, scrub_path, scrub_value

SECRET = "kJ3hT9xQpL2mZ7vB0nR4wA"  # as `token_urlsafe` makes them
PLAIN = "only-small-letters"  # looks like a slug: its place alone says that it is a secret

SECRET_ADDRESSES = [
    reverse("stored:shared", args=[PLAIN]),
    reverse("collection:shared", args=[PLAIN]),
    reverse("changes:own-atom", args=[PLAIN]),
    reverse("changes:own-json", args=[PLAIN]),
    reverse("errors:report", args=[PLAIN]),
    reverse("account_confirm_email", args=[PLAIN]),
    reverse("account_reset_password_from_key", args=["1a", PLAIN]),
    reverse("api:shared", args=[PLAIN]),
    reverse("api:collection-shared", args=[PLAIN]),
    reverse("api:sent-error-report", args=[PLAIN]),
]


class TestSecretAddresses:
    @pytest.mark.parametrize("address", SECRET_ADDRESSES)
    def test_lose_their_secret_anywhere_in_a_text(self, address: str) -> None:
        for text in (
            f"Internal Server Error: {address}",
            f'"GET {address}?on=x HTTP/1.1" 200',
            f"https://a.b{address}",
        ):
            assert PLAIN not in scrub(text)
        assert PLAIN not in scrub_path(address)

    def test_lose_it_where_they_are_quoted(self) -> None:
        quoted = "".join(f"%{ord(letter):02x}" for letter in PLAIN)
        assert scrub_path(f"/decks/sh%61red/{quoted}/") == "/decks/shared/.../"

    def test_keep_what_is_no_secret(self) -> None:
        assert scrub("Not Found: /cards/vs-classic/savage-beatdown/") == "Not Found: /cards/vs-classic/savage-beatdown/"
        assert scrub_address("/cards/?q=hulk&on=2007-04-15") == "/cards/?q=hulk&on=2007-04-15"

    def test_lose_lists_codes_and_where_they_lead(self) -> None:
        assert scrub_address("/check/?deck=4+Hulk&code=abc&next=/a&page=2") == "/check/?page=2"
        assert scrub("GET /check/?deck=4+Hulk&page=2") == "GET /check/?deck=...&page=2"


class TestTexts:
    @pytest.mark.parametrize(
        ("text", "kept"),
        [
            ("mail to ann.b+c@mail.example.org failed", "mail to ...@... failed"),
            ("ann%40example.org", "...@..."),
            ("postgres://vsdb:hunter2@host:5432/vsdb", "postgres://...@host:5432/vsdb"),
            ("Authorization: Bearer vsdb_abc", "Authorization: ..."),
            ("sent Bearer abc.def", "sent Bearer ..."),
            ("{'password': 'a b', 'name': 'x'}", "{'password': ..., 'name': 'x'}"),
            ("csrf_token=abc; sessionid=def", "csrf_token=...; sessionid=..."),
            (f"no row for {SECRET}", "no row for ..."),
            ("MQ:1abcde:rEm2kK0bJ1cYtHk3m5n6p7q8r9s0t1u2v", "..."),
            (
                "DETAIL:  Key (email)=(ann at home) already exists.",
                "DETAIL:  Key (email)=(...) already exists.",
            ),
            ("DETAIL:  Failing row contains (1, ann, x).", "DETAIL:  Failing row contains (...)"),
            ("LINE 1: SELECT * FROM a WHERE b = 'it''s mine'", "LINE 1: SELECT * FROM a WHERE b = '...'"),
        ],
    )
    def test_lose_what_is_for_one_person(self, text: str, kept: str) -> None:
        assert scrub(text) == kept

    @pytest.mark.parametrize(
        "text",
        [
            'File "/srv/vsdb/.venv/lib/python3.11/site-packages/django/core/handlers/base.py", line 197, in inner',
            "vsdb.web.not_modified.NotModifiedMiddlewareOfEveryPage",
            "legal:silver-age@2007-04-15 my-league@3",
            "request 0123456789abcdef0123456789abcdef",
            "SELECT id FROM decks_deck WHERE id = %s",
        ],
    )
    def test_keep_what_an_operator_needs(self, text: str) -> None:
        assert scrub(text) == text

    def test_within_values_are_scrubbed_too(self) -> None:
        told = {"a": ["x@example.org"], "password": "x", "n": 1, "deep": {"cookie": "y"}}
        assert scrub_value(told) == {"a": ["...@..."], "password": "...", "n": 1, "deep": {"cookie": "..."}}

    @pytest.mark.parametrize("piece", ["a", "@a.", "password", "Key (", "Key (a)=(b", "/a", "%40", "a:", "vsdb_", "'"])
    def test_of_any_length_are_read_in_one_go(self, piece: str) -> None:
        """A regular expression that tries each start anew would take minutes here."""
        assert len(scrub(piece * (40_000 // len(piece)))) > 0

    @given(st.text(max_size=300))
    def test_can_be_anything(self, text: str) -> None:
        assert "@example.org" not in scrub(f"{text} ann@example.org")
