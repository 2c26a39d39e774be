"""Lists of any layout that are added to a deck under construction, or put in its place."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.decks.builder.opened import Tab, newest

CSV = "count,name\n1,Savage Beatdown\n2,Mobilize\n"
BEFORE = {("deck", "savage-beatdown"): 4, ("deck", "flying-kick"): 4, ("deck", "hulk-gladiator"): 2}


def insert(tab: Tab, how: str, text: str = "", **more: str) -> int:
    fields = {"op": "insert", "edition": str(tab.edition), "list": text, "how": how, **more}
    return tab.send(fields).status_code


class TestAnInsertedList:
    @pytest.mark.parametrize(
        "text",
        [
            CSV,
            "1 Savage Beatdown\n2 Mobilize",
            "[b]Deck[/b]\n1x Savage Beatdown\n2x Mobilize",
            "- 1 Savage Beatdown\n- 2 Mobilize",
        ],
        ids=["csv", "text", "bbcode", "markdown"],
    )
    def test_is_added_to_what_is_there(self, tab: Tab, text: str) -> None:
        assert insert(tab, "add", text) == 200
        assert tab.lines == {**BEFORE, ("deck", "savage-beatdown"): 5, ("deck", "mobilize"): 2}

    def test_may_replace_it(self, tab: Tab) -> None:
        assert insert(tab, "replace", CSV) == 200
        assert tab.lines == {("deck", "savage-beatdown"): 1, ("deck", "mobilize"): 2}

    def test_can_be_taken_back(self, tab: Tab) -> None:
        insert(tab, "replace", CSV)
        tab.send({"op": "restore", "number": "1", "after": "2", "edition": str(tab.edition)})
        assert tab.lines == BEFORE

    def test_is_taken_from_a_file(self, tab: Tab) -> None:
        fields = {"op": "insert", "edition": str(tab.edition), "how": "add", "list": ""}
        upload = SimpleUploadedFile("deck.csv", CSV.encode())
        answer = tab.client.post(f"{tab.address}change/", {**fields, "file": upload})
        assert answer.status_code == 302
        tab.open()
        assert tab.lines[("deck", "mobilize")] == 2

    def test_keeps_lines_that_name_no_card(self, tab: Tab) -> None:
        insert(tab, "add", "3 No Such Card Anywhere\n1 Mobilize")
        assert "3 No Such Card Anywhere" in newest(tab.deck).text
        assert tab.lines[("deck", "mobilize")] == 1

    def test_is_added_to_what_another_tab_saved(self, tab: Tab, other_tab: Tab) -> None:
        other_tab.change("op=add&card=hulk-gladiator")
        insert(tab, "add", "1 Mobilize")
        assert tab.lines == {**BEFORE, ("deck", "hulk-gladiator"): 3, ("deck", "mobilize"): 1}

    def test_comes_back_with_the_text_of_the_list(self, tab: Tab) -> None:
        tab.open("?as=text")
        insert(tab, "add", "1 Mobilize", **{"as": "text"})
        assert "1 Mobilize" in tab.text[tab.text.index('id="deck-text"') :]


class TestARefusal:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "Paste a list, one card per line, or choose a file"),
            ("https://www.moxfield.com/decks/abc", "moxfield"),
            ('{"cards": [', "line"),
        ],
    )
    def test_says_why_and_changes_nothing(self, tab: Tab, text: str, said: str) -> None:
        assert insert(tab, "replace", text) == 400
        assert said.lower() in tab.text.lower()
        assert newest(tab.deck).number == 1

    def test_of_a_file_that_is_no_text(self, tab: Tab) -> None:
        fields = {"op": "insert", "edition": str(tab.edition), "how": "add", "list": ""}
        upload = SimpleUploadedFile("deck.zip", b"PK\x03\x04\xff\xfe\x00")
        answer = tab.client.post(f"{tab.address}change/", {**fields, "file": upload})
        assert answer.status_code == 400
        assert newest(tab.deck).number == 1
