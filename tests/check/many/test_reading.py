"""Many lists out of one text, files, folders, zip files and tables."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine import InputError
from tests.check.many.test_archives import pack
from vsdb.check.list_links import build_query
from vsdb.check.many import reading
from vsdb.check.many.reading import GivenList, is_table, read_file, read_lists, read_pasted, read_path

A, B = "60 Savage Beatdown", "4 Overload\n56 Savage Beatdown"
pytestmark = pytest.mark.django_db


def find_names(lists: list[GivenList]) -> list[str]:
    return [each.name for each in lists]


class TestAText:
    def test_is_one_list(self) -> None:
        assert read_pasted(A) == [GivenList("List 1", A)]

    def test_is_cut_at_lines_of_hyphens(self) -> None:
        lists = read_pasted(f"{A}\r\n---\r\n# My deck\n{B}\n -----\n\n---\n{A}")
        assert find_names(lists) == ["List 1", "My deck", "List 3"]
        assert [each.text for each in lists] == [A, f"# My deck\n{B}", A]

    def test_is_cut_before_titles_and_players_that_follow_cards(self) -> None:
        text = f"# title: One\n# player: Jane\n{A}\n\n# title: Two\n{B}\n# Player: Joe\n# title: Three\n{A}"
        lists = read_pasted(text)
        assert find_names(lists) == ["Jane", "Two", "Joe"]
        assert lists[2].text == f"# Player: Joe\n# title: Three\n{A}"

    def test_is_not_cut_at_a_player_below_the_only_list(self) -> None:
        assert find_names(read_pasted(f"{A}\n# player: Jane")) == ["Jane"]

    def test_is_not_cut_at_comments_about_sections(self) -> None:
        assert len(read_pasted(f"# My deck\n{A}\n# Characters\n{B}\n## Sideboard\n1 Overload")) == 1

    def test_without_a_list_is_none(self) -> None:
        assert read_pasted(" \n\n") == []
        assert read_pasted("---\n\n---") == []

    def test_of_addresses_is_a_list_a_line(self) -> None:
        word = build_query([], A)
        text = (
            "https://decklist.org/?deckmain=60+Savage+Beatdown&firstname=Jane&lastname=Doe\n\n"
            f"https://example.org/check/?{word}\n"
        )
        lists = read_pasted(text)
        assert find_names(lists) == ["Jane Doe", "List 2"]
        assert lists[0].text.splitlines()[-1] == A
        assert lists[1].text == A

    def test_tells_of_an_address_that_holds_no_list(self) -> None:
        lists = read_pasted(
            "https://decklist.org/?deckmain=1+a&code=nonsense\nhttps://example.org/check/?list=zdamaged"
        )
        assert [bool(each.problem) for each in lists] == [True, True]

    def test_keeps_a_name_on_one_short_line(self) -> None:
        (found,) = read_pasted(f"# player: {'x' * 200}\n{A}")
        assert len(found.name) == 80


class TestATable:
    def test_has_a_player_and_a_deck_in_each_row(self) -> None:
        text = f'Player,Deck\nJane Doe,"{A}"\n"Doe, Joe","{B}"\n,\n"",{A}\n'
        lists = read_pasted(text)
        assert find_names(lists) == ["Jane Doe", "Doe, Joe", "Row 4"]
        assert [each.text for each in lists] == [A, B, A]

    @pytest.mark.parametrize("head", ["\ufeffplayer;list", "Table\tPlayer Name\tDeck_List", "id;DECK;NAME"])
    def test_may_have_other_names_separators_and_columns(self, head: str) -> None:
        separator = "\t" if "\t" in head else ";"
        row = {"player": "Jane", "player name": "Jane", "name": "Jane", "id": "7", "table": "7"}
        cells = [row.get(each.casefold().strip("\ufeff"), A) for each in head.split(separator)]
        (found,) = read_pasted(head + "\r\n" + separator.join(cells))
        assert (found.name, found.text) == ("Jane", A)

    def test_gives_back_the_cells_that_were_made_inert(self) -> None:
        (found,) = read_pasted(f"player,deck\n'=Jane(),{A}")
        assert found.name == "=Jane()"

    def test_says_which_row_has_no_deck(self) -> None:
        lists = read_pasted(f"player,deck\nJane,{A}\nJoe\n")
        assert [(each.name, bool(each.problem)) for each in lists] == [("Jane", False), ("Joe", True)]

    def test_takes_addresses_in_cells(self) -> None:
        (found,) = read_pasted("player,deck\nJane,https://decklist.org/?deckmain=60+Savage+Beatdown&firstname=Joe\n")
        assert found.name == "Jane"
        assert found.text.splitlines()[-1] == A

    def test_is_no_list_as_csv(self) -> None:
        text = "count,name,list\n4,Overload,deck"
        assert not is_table(text)
        assert len(read_pasted(text)) == 1

    def test_that_is_cut_off_keeps_what_there_is(self) -> None:
        (found,) = read_pasted(f'player,deck\nJane,"{A}')
        assert found.text == A


class TestAFile:
    def test_is_a_list_by_its_name(self) -> None:
        assert read_file("Jane Doe.txt", A.encode()) == [GivenList("Jane Doe", A, "Jane Doe.txt")]

    def test_may_hold_several(self) -> None:
        lists = read_file("all.txt", f"{A}\n---\n# player: Joe\n{B}".encode())
        assert find_names(lists) == ["all: List 1", "all: Joe"]

    def test_may_be_a_table(self) -> None:
        assert find_names(read_file("all.csv", f"player,deck\nJane,{A}".encode())) == ["Jane"]

    @pytest.mark.parametrize(
        ("raw", "said"),
        [
            (b"", "no list"),
            (b"%PDF-1.7", "PDF"),
            (b"\xff\xfe4\0", "UTF-16"),
            (b"4 Caf\xe9", "UTF-8"),
            (b"4 a\0b", "NUL"),
        ],
    )
    def test_says_why_it_cannot_be_read(self, raw: bytes, said: str) -> None:
        (found,) = read_file("Jane.txt", raw)
        assert found.name == "Jane"
        assert said in found.problem

    def test_that_is_a_zip_has_a_list_a_file(self) -> None:
        raw = pack(("lists/a/Jane.txt", A.encode()), ("lists/b/Jane.txt", B.encode()), ("lists/v1.2", b""))
        lists = read_file("lists.zip", raw)
        assert find_names(lists) == ["a/Jane", "b/Jane", "v1"]
        assert [bool(each.problem) for each in lists] == [False, False, True]

    def test_in_a_zip_may_be_a_zip_which_is_not_opened(self) -> None:
        (found,) = read_file("lists.zip", pack(("inner.zip", pack(("Jane.txt", A.encode())))))
        assert "within another" in found.problem


class TestAFolder:
    def test_is_read_with_its_folders(self, tmp_path: Path) -> None:
        for name, text in {"b/Joe.txt": B, "Jane.txt": A, ".hidden/no.txt": A, "b/.no": A}.items():
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        (tmp_path / "elsewhere").symlink_to("/")
        lists = read_path(str(tmp_path))
        assert find_names(lists) == ["Jane", "b/Joe"]

    def test_goes_on_after_a_file_that_cannot_be_opened(self, tmp_path: Path) -> None:
        (tmp_path / "Jane.txt").write_text(A)
        os.mkfifo(tmp_path / "pipe")
        lists = read_path(str(tmp_path))
        assert {each.name: bool(each.problem) for each in lists} == {"Jane": False, "pipe": True}

    def test_is_refused_with_too_many_files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reading, "MAX_LISTS", 1)
        for name in "ab":
            (tmp_path / name).write_text(A)
        with pytest.raises(InputError, match="more than 1 files"):
            read_path(str(tmp_path))

    def test_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="No such file"):
            read_path(str(tmp_path / "none"))


class TestLimits:
    def test_of_lists(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reading, "MAX_LISTS", 2)
        assert len(read_lists(f"{A}\n---\n{A}")) == 2
        with pytest.raises(InputError, match="3 lists; at most 2"):
            read_lists(f"{A}\n---\n{A}", [("Jane.txt", A.encode())])

    def test_of_text(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reading, "MAX_TOTAL", len(A))
        assert len(read_lists(A)) == 1
        with pytest.raises(InputError, match="send fewer"):
            read_lists(f"{A}\n---\n1 Overload")

    def test_without_a_list_say_what_to_do(self) -> None:
        with pytest.raises(InputError, match="paste some, or choose files"):
            read_lists(" ", [("lists.zip", pack())])
