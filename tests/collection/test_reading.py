"""Lists and tables of owned and wanted cards are read as deck lists are; what can't be read says why."""

from __future__ import annotations

import pytest

from engine.model.errors import NotFound
from engine.model.reference import Reference
from tests.collection.lines import CLASSIC, only, read, tally
from vsdb.collection.reading import (
    OWNED,
    WANTED,
    CardKey,
)
from vsdb.collection.selectors import Copies
from vsdb.collection.tables import is_table

pytestmark = pytest.mark.django_db


class TestALine:
    def test_without_a_printing_is_of_any_printing(self, references: list[Reference]) -> None:
        line = only(read("4 Savage Beatdown", references))
        assert (line.count, line.kind, line.key) == (4, OWNED, CardKey(CLASSIC, "savage-beatdown"))

    def test_names_a_printing_in_any_spelling(self, references: list[Reference]) -> None:
        printed = {only(read(f"2 {code}", references)).key for code in ("OGN-027", "ogn-27", "OGN-027/298")}
        assert printed == {CardKey("riftbound", "darius-trifarian", "OGN", "027")}

    def test_names_a_set_that_has_one_printing_of_the_card(self, references: list[Reference]) -> None:
        line = only(read("4 Savage Beatdown [MOR]", references))
        assert line.key == CardKey(CLASSIC, "savage-beatdown", "MOR")

    def test_with_a_printing_that_is_not_recorded_is_unread_and_offers_the_recorded_ones(
        self, references: list[Reference]
    ) -> None:
        line = only(read("4 Savage Beatdown [XXX-001]", references))
        assert line.key is None
        assert line.problem == "Savage Beatdown has no recorded printing XXX-001."
        assert [choice.key.code for choice in line.nearest] == ["", "MOR"]

    def test_with_a_misspelt_name_is_unread_and_offers_the_nearest(self, references: list[Reference]) -> None:
        line = only(read("4 Savag Beatdown", references))
        assert (line.key, line.problem) == (None, "No card named “Savag Beatdown”.")
        assert line.nearest[0].key == CardKey(CLASSIC, "savage-beatdown")

    def test_that_a_person_decided_is_read_as_they_chose(self, references: list[Reference]) -> None:
        found = read(
            "4 Savag Beatdown", references, decisions={(1, "4 Savag Beatdown"): "vs-classic/savage-beatdown/MOR"}
        )
        assert (only(found).count, only(found).key) == (4, CardKey(CLASSIC, "savage-beatdown", "MOR"))

    def test_that_changed_after_the_decision_is_read_anew(self, references: list[Reference]) -> None:
        decided = {(1, "4 Savag Beatdown"): "vs-classic/savage-beatdown/MOR"}
        assert only(read("2 Savage Land", references, decisions=decided)).key == CardKey(CLASSIC, "savage-land")

    def test_decided_as_a_card_that_is_not_there_stays_unread(self, references: list[Reference]) -> None:
        for choice in ("vs-classic/none/", "none/x/", "vs-classic/savage-beatdown/XXX-1", "x"):
            assert only(read("4 Savag Beatdown", references, decisions={(1, "4 Savag Beatdown"): choice})).key is None

    def test_is_searched_for_once_those_above_are_settled(self, references: list[Reference]) -> None:
        text = "".join(f"1 Savag Land {number}\n" for number in range(1, 121))
        decided: dict[tuple[int, str], str] = {}
        for first in (1, 51, 101):
            found = read(text, references, game=CLASSIC, decisions=decided)
            offered = [line for line in found.unread if line.nearest]
            assert [line.line for line in offered] == list(range(first, min(first + 50, 121)))
            assert [line.line for line in found.unread if "preview again" in line.problem] == list(
                range(first + 50, 121)
            )
            decided |= {(line.line, line.written): line.nearest[0].value for line in offered}
        assert not read(text, references, game=CLASSIC, decisions=decided).unread

    def test_of_a_game_uses_up_no_suggestions_in_the_others(self, references: list[Reference]) -> None:
        known = next(each for each in references if each.game == "riftbound").catalog.cards[:200]
        text = "".join(f"1 {card.title} [{card.slug}]\n" for card in known) + "4 Savag Beatdown"
        line = read(text, references).lines[-1]
        assert line.nearest[0].key == CardKey(CLASSIC, "savage-beatdown")

    def test_that_is_a_name_of_two_versions_is_unread(self, references: list[Reference]) -> None:
        assert "fits" in only(read("1 Hulk", references)).problem

    def test_headings_change_game_and_kind(self, references: list[Reference]) -> None:
        text = "# game: vs-classic\nOwned:\n1 Savage Beatdown\nPlot Twists\n# wanted\n\n2 Savage Beatdown\n"
        assert [(line.line, line.kind, line.count) for line in read(text, references).lines] == [
            (3, OWNED, 1),
            (7, WANTED, 2),
        ]

    def test_of_no_number_at_all_is_unread(self, references: list[Reference]) -> None:
        for text in ("0 Savage Beatdown", "10000 Savage Beatdown", "-2 Savage Beatdown"):
            assert only(read(text, references)).key is None

    def test_of_another_game_than_the_chosen_one_is_unread(self, references: list[Reference]) -> None:
        assert only(read("4 Savage Beatdown", references, game="riftbound")).key is None

    def test_a_game_that_is_not_there_is_refused(self, references: list[Reference]) -> None:
        with pytest.raises(NotFound):
            read("4 Savage Beatdown", references, game="chess")


class TestATable:
    @pytest.mark.parametrize(
        "text",
        [
            "Count,Name,Edition\n4,Savage Beatdown,MOR\n",
            "Quantity;Card Name;Set Code\r\n4;Savage Beatdown;mor\r\n",
            "\ufeffqty\tcard\tset\n4\tSavage Beatdown\tMOR\n",
            'sep=,\n"Count","Name","Edition","Condition"\n"4","Savage Beatdown","Marvel Origins","NM"\n',
            "copies,title,set name\n4x,savage beatdown,marvel origins\n",
            "Amount|Name|Expansion\n4.0|Savage Beatdown|MOR\n",
            "# my cards\nOWNED,NAME,PRINTING\n4,Savage Beatdown,MOR\n",
        ],
    )
    def test_of_any_common_layout_is_read(self, references: list[Reference], text: str) -> None:
        line = only(read(text, references))
        assert (line.count, line.key) == (4, CardKey(CLASSIC, "savage-beatdown", "MOR")), line.problem

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param(f"{header}\n{row}\n", id=site)
            for site, header, row in (
                (
                    "moxfield",
                    '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags","Last Modified",'
                    '"Collector Number","Alter","Proxy","Purchase Price"',
                    '"3","9","Darius, Trifarian","ogn","NM","English","foil","","2026-01-01","27","False","False",""',
                ),
                (
                    "archidekt",
                    "Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,"
                    "Multiverse Id,Scryfall ID,Collector Number",
                    '3,"Darius, Trifarian",Foil,NM,2026-01-01,EN,,,Origins,ogn,9,9,27',
                ),
                (
                    "deckbox",
                    "Count,Tradelist Count,Name,Edition,Edition Code,Card Number,Condition,Language,Foil,Signed",
                    '3,9,"Darius, Trifarian",Origins,OGN,27,Near Mint,English,foil,',
                ),
                (
                    "tcgplayer-app",
                    "Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,Rarity,"
                    "Product ID,SKU",
                    "3,Darius - Trifarian,Darius Trifarian,Origins,027/298,OGN,Normal,Near Mint,English,Rare,9,9",
                ),
                (
                    "tcgplayer-seller",
                    "TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,"
                    "Total Quantity,Add to Quantity,Photo URL",
                    "9,Riftbound,Origins,Darius - Trifarian,,027/298,Rare,Near Mint Foil,1.00,3,0,",
                ),
                (
                    "dragon-shield",
                    '"sep=,"\nFolder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,'
                    "Printing,Language,Price Bought,Date Bought,LOW,MID,MARKET",
                    'Binder,3,9,"Darius, Trifarian",OGN,Origins,027,NearMint,Foil,English,1.00,2026-01-01,1,1,1',
                ),
                (
                    "manabox",
                    "Binder Name,Binder Type,Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,"
                    "Scryfall ID,Purchase price",
                    'Blue,binder,"Darius, Trifarian",OGN,Origins,27,normal,rare,3,9,9,1.00',
                ),
                (
                    "piltover-archive",
                    "Variant Number,Card Name,Set,Set Prefix,Rarity,Variant Type,Variant Label,Foil,Quantity,Language,"
                    "Condition,Grading Company,Grading Value,Grading Label,Notes",
                    'OGN-027-Foil,"Darius, Trifarian",Origins,OGN,Rare,Standard,Standard,true,3,English,Near Mint,,,,',
                ),
                ("riftbound-gg", "CardId,Normal,Foil,Name,Set", 'OGN-027,2,1,"Darius, Trifarian",Origins'),
                (
                    "riftcore",
                    "RIFTCORE COLLECTION EXPORT\n\nCard ID,Card Name,Set,Card Number,Type,Rarity,Domain,Standard Qty,"
                    "Foil Qty,Proving Grounds Qty",
                    'OGN-027,"Darius, Trifarian",Origins,027,Unit,Rare,Fury,1,1,1',
                ),
                (
                    "riftmana",
                    "Normal Qty,Foil Qty,Card Name,Card ID,Set,Color,Rarity,Normal Price,Foil Price,Notes,Language",
                    '3,,"Darius, Trifarian",OGN-027,Origins,,Rare,0.10,0.20,,English',
                ),
                (
                    "cardnexus",
                    "totalQtyOwned,name,printNumber,finish,variant,expansion,game,condition,language,price,riotId",
                    '3,"Darius, Trifarian",027,Standard,,Origins - Main Set,Riftbound: League of Legends TCG,NM,en,,',
                ),
            )
        ],
    )
    def test_of_another_site_is_read_by_its_columns(self, references: list[Reference], text: str) -> None:
        line = only(read(text, references))
        assert (line.count, line.key) == (3, CardKey("riftbound", "darius-trifarian", "OGN", "027")), line.problem
        assert line.notes == ()

    def test_without_a_count_has_one_copy_a_row(self, references: list[Reference]) -> None:
        found = read("Name,Set,Condition\nSavage Beatdown,MOR,NM\nSavage Beatdown,MOR,LP\n", references)
        assert tally(found) == {CardKey(CLASSIC, "savage-beatdown", "MOR"): Copies(2)}
        assert found.remarks == (
            "Ignored columns: Condition.",
            "No column has a number of copies; each row counts as 1.",
        )

    def test_of_markdown_is_read(self, references: list[Reference]) -> None:
        line = only(read("| Count | Name |\n|:---|---|\n| 3 | Savage Beatdown |\n", references))
        assert (line.count, line.key) == (3, CardKey(CLASSIC, "savage-beatdown"))

    @pytest.mark.parametrize("first", ["Savage Beatdown", "1 Savage Beatdown, MOR", "Name", "Name, Rarity"])
    def test_is_none_whose_first_line_names_no_two_columns(self, references: list[Reference], first: str) -> None:
        assert not is_table(f"{first}\n1 Savage Land\n")

    def test_with_normal_and_foil_copies_adds_them(self, references: list[Reference]) -> None:
        found = read("cardid,normal,foil\nOGN-027,0,0\nOGN-027,two,1\nOGN-027,9998,2\n", references)
        assert [(line.count, line.problem) for line in found.lines] == [
            (0, ""),
            (0, "“two” is not a number of copies; at most 9,999."),
            (0, "“10000” is not a number of copies; at most 9,999."),
        ]

    def test_whose_number_is_not_recorded_is_of_the_only_printing_of_its_set(self, references: list[Reference]) -> None:
        line = only(read("Quantity,Name,Set Code,Card Number\n4,Savage Beatdown,MOR,MOR-053\n", references))
        assert line.key == CardKey(CLASSIC, "savage-beatdown", "MOR")
        assert line.notes == ("The number in MOR-053 isn’t recorded; read as MOR.",)
        assert only(read("4 Savage Beatdown [MOR-053]", references)).key == line.key
        # Where the printings of a set have numbers, another number is another printing.
        other = only(read('Quantity,Name,Set Code,Number\n1,"Darius, Trifarian",OGN,999\n', references))
        assert (other.key, other.problem) == (None, "Darius, Trifarian has no recorded printing OGN-999.")

    def test_joins_set_and_number(self, references: list[Reference]) -> None:
        line = only(read("Quantity,Card Name,Set,Card Number\n3,,OGN,27/298\n", references))
        assert (line.count, line.key) == (3, CardKey("riftbound", "darius-trifarian", "OGN", "027"))

    def test_may_have_owned_and_wanted_columns(self, references: list[Reference]) -> None:
        found = read("name,owned,wanted\nSavage Beatdown,3,4\nSavage Land,,2\n", references)
        assert [(line.line, line.kind, line.count) for line in found.lines] == [
            (2, OWNED, 3),
            (2, WANTED, 4),
            (3, WANTED, 2),
        ]

    def test_may_say_in_a_column_what_each_row_is(self, references: list[Reference]) -> None:
        found = read("count,name,list\n1,Savage Beatdown,Wishlist\n2,Savage Land,have\n", references)
        assert [line.kind for line in found.lines] == [WANTED, OWNED]

    def test_with_an_empty_count_has_no_copy(self, references: list[Reference]) -> None:
        found = read("count,name\n,Savage Beatdown\n,Savag Land\n2,Savage Land\n", references)
        assert [(line.kind, line.count) for line in found.read] == [(OWNED, 0), (OWNED, 2)]
        assert [line.line for line in found.unread] == [3]
        chosen = {(3, "Savag Land"): "vs-classic/savage-land/"}
        again = read("count,name\n,Savage Beatdown\n,Savag Land\n2,Savage Land\n", references, decisions=chosen)
        assert [line.count for line in again.read] == [0, 0, 2]

    def test_with_another_word_than_owned_and_wanted_is_unread(self, references: list[Reference]) -> None:
        found = read("count,name,list\n1,Savage Beatdown,trade\n2,Savage Land,\n", references, kind=WANTED)
        assert [(line.key is None, line.problem) for line in found.lines] == [
            (True, "“trade” is neither owned nor wanted."),
            (False, ""),
        ]
        assert found.read[0].kind == WANTED
        # Columns of their own say it themselves.
        assert only(read("owned,name,list\n1,Savage Beatdown,trade\n", references)).count == 1

    def test_says_which_columns_it_ignored(self, references: list[Reference]) -> None:
        assert read("count,name,foil\n1,Savage Beatdown,yes\n", references).remarks == ("Ignored columns: foil.",)

    @pytest.mark.parametrize(
        ("row", "problem"),
        [
            ("many,Savage Beatdown,", "“many” is not a number of copies; at most 9,999."),
            ("-1,Savage Beatdown,", "“-1” is not a number of copies; at most 9,999."),
            ("99999,Savage Beatdown,", "“99999” is not a number of copies; at most 9,999."),
            ("1,Savage Beatdown,Nowhere", "No set is named “Nowhere”."),
            ("1,Savage Beatdown,MUN", "Savage Beatdown has no recorded printing MUN."),
            ("1,,MOR", "The row names no card."),
        ],
    )
    def test_keeps_rows_that_it_cannot_read(self, references: list[Reference], row: str, problem: str) -> None:
        line = only(read(f"count,name,set\n{row}\n", references, game=CLASSIC))
        assert (line.key, line.problem, line.line) == (None, problem, 2)

    def test_with_a_broken_quote_names_its_line_or_reads_on(self, references: list[Reference]) -> None:
        found = read('count,name\n1,"Savage Beatdown\n2,Savage Land\n', references)
        assert [line.key for line in found.lines] == [None]
