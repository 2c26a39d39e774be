"""Files of owned and wanted cards: too large, hostile or cut off, and what was exported read again."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.errors import InputError
from engine.model.reference import Reference
from tests.collection.lines import CLASSIC, only, read, tally
from vsdb.catalog.cards import selectors
from vsdb.collection.exporting import write_csv, write_text
from vsdb.collection.reading import (
    MAX_BYTES,
    CardKey,
    decode_collection,
)
from vsdb.collection.selectors import Copies

pytestmark = pytest.mark.django_db


class TestAFile:
    def test_with_a_nul_is_refused_with_its_line(self) -> None:
        with pytest.raises(InputError) as caught:
            decode_collection(b"count,name\n1,Savage\0 Beatdown\n")
        assert caught.value.place == "line 2"

    def test_of_another_encoding_is_refused_with_its_line(self) -> None:
        with pytest.raises(InputError) as caught:
            decode_collection("count,name\n1,Séance\n".encode("latin-1"))
        assert (caught.value.code, caught.value.place) == ("wrong-encoding", "line 2")
        for spreadsheet in (b"PK\x03\x04\x14\x00\x06", b"\xd0\xcf\x11\xe0\xa1\xb1"):
            with pytest.raises(InputError, match="save it as CSV in UTF-8"):
                decode_collection(spreadsheet)
        with pytest.raises(InputError, match="UTF-16"):
            decode_collection("count,name\n".encode("utf-16"))

    def test_that_is_too_large_is_refused(self) -> None:
        decode_collection(b"x" * 100)
        with pytest.raises(InputError, match=f"{MAX_BYTES:,}"):
            decode_collection(b"x" * 10_000_000)
        with pytest.raises(InputError, match="20,001 lines"):
            decode_collection(b"1 x\n" * 20_001)

    def test_of_fifty_thousand_lines_is_refused_before_it_is_read(self, references: list[Reference]) -> None:
        text = "count,name\n" + "1,Savage Beatdown\n" * 50_000
        began = time.process_time()
        with pytest.raises(InputError, match="lines"):
            read(text[:MAX_BYTES], references)
        with pytest.raises(InputError, match=f"{MAX_BYTES:,}"):
            decode_collection(text.encode())
        assert time.process_time() - began < 2

    def test_with_as_many_lines_as_there_may_be_is_read_in_time(self, references: list[Reference]) -> None:
        text = "count,name\n" + "1,Savage Beatdown\n" * 19_999
        began = time.process_time()
        assert tally(read(text, references)) == {CardKey(CLASSIC, "savage-beatdown"): Copies(19_999)}
        assert time.process_time() - began < 20

    @pytest.mark.parametrize(
        "cell",
        [
            "=1+1",
            "+1",
            "-4",
            "@SUM(A1)",
            '=HYPERLINK("http://a.example")',
            "1e9",
            "0x10",
            "４",
            "1.5",
            "１",
            "NaN",
            "1 2",
        ],
    )
    def test_with_a_formula_for_a_count_changes_nothing(self, references: list[Reference], cell: str) -> None:
        quoted = cell.replace('"', '""')
        line = only(read(f'count,name\n"{quoted}",Savage Beatdown\n', references))
        assert (line.key, line.count) == (None, 0)
        assert "is not a number of copies" in line.problem

    @pytest.mark.parametrize(
        "name", ["=cmd|'/c calc'!A0", "@Savage Beatdown", "<script>alert(1)</script>", "\u202eegavaS", "'"]
    )
    def test_with_a_hostile_name_is_unread(self, references: list[Reference], name: str) -> None:
        line = only(read(f"count,name\n1,{name}\n", references))
        assert line.key is None

    def test_with_a_cell_that_never_ends_is_refused_or_unread(self, references: list[Reference]) -> None:
        found = read('count,name\n1,"' + "x" * 100_000, references)
        assert [line.key for line in found.lines] == [None]
        assert len(found.lines[0].written) <= 300
        with pytest.raises(InputError, match="a row can't be read") as caught:
            read('count,name\n1,"' + "x" * 200_000, references)
        assert caught.value.place == "line 2"

    def test_of_which_very_many_lines_cannot_be_read_is_refused(self, references: list[Reference]) -> None:
        text = "".join(f"1 Nobody {number}\n" for number in range(2_500))
        with pytest.raises(InputError, match="more than 2,000 lines") as caught:
            read(text, references)
        assert caught.value.place == "line 2001"

    def test_with_windows_line_ends_and_a_mark_is_read(self, references: list[Reference]) -> None:
        text = decode_collection(b"\xef\xbb\xbfcount;name\r\n2;Savage Beatdown\r\n")
        assert only(read(text, references)).count == 2


class TestRoundTrip:
    """What is exported is read back as the same collection."""

    @pytest.mark.parametrize("write", [write_csv, write_text])
    def test_of_every_recorded_printing(
        self, references: list[Reference], write: object, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("vsdb.collection.reading.MAX_LINES", 10**6)
        monkeypatch.setattr("vsdb.collection.reading.MAX_BYTES", 10**7)
        keys = [
            CardKey.of(card, each)
            for reference in references
            for card in reference.catalog.cards
            for each in (None, *card.printings)
        ]
        copies = {key: Copies(place % 5 + 1, place % 3) for place, key in enumerate(keys)}
        assert tally(read(write(copies, references), references)) == copies  # type: ignore[operator]

    @settings(max_examples=40, deadline=None)
    @given(data=st.data())
    def test_of_any_collection(self, data: st.DataObject) -> None:
        references = selectors.list_references()
        cards = st.sampled_from([card for each in references for card in each.catalog.cards])
        keys = cards.flatmap(
            lambda card: st.sampled_from([CardKey.of(card), *(CardKey.of(card, each) for each in card.printings)])
        )
        counts = st.tuples(st.integers(0, 9_999), st.integers(0, 9_999)).filter(any)
        copies: Mapping[CardKey, Copies] = {
            key: Copies(*each) for key, each in data.draw(st.dictionaries(keys, counts, max_size=12)).items()
        }
        for write in (write_csv, write_text):
            assert tally(read(write(copies, references), references)) == copies


class TestExport:
    def test_has_no_cell_that_a_spreadsheet_takes_for_a_formula(self, references: list[Reference]) -> None:
        keys = [CardKey(CLASSIC, slug) for slug in ("=cmd", "+1", "-1+1", "@sum", "\tx", "=HYPERLINK(1)")]
        written = write_csv(dict.fromkeys(keys, Copies(1, 0)), references)
        cells = [cell for row in written.splitlines()[1:] for cell in row.split(",")]
        assert not [cell for cell in cells if cell.strip('" ')[:1] in tuple("=+-@\t")]
