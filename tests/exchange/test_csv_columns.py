"""CSV files with documented columns, with cards of our own making."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.cards import Between
from engine.model.errors import InputError
from tests.conftest import ROOT
from tests.exchange.comparing import differences, recorded_cards
from tests.exchange.putting import counted, lines, run_csv
from tests.exchange.reader_calls import SLACK_KIB, cards, ignored, peak_kib, problems, read
from tests.sizes import size
from vsdb.catalog.cards.models import Card
from vsdb.exchange.card_files import services
from vsdb.exchange.card_files.sources import READERS
from vsdb.exchange.card_files.sources.csv_columns import find_cell_fault


def table(*rows: str) -> str:
    return "\n".join(rows) + "\n"


def test_a_row_has_facts_wordings_and_a_ruling() -> None:
    content = table(
        "name,set,number,type,recruit_cost,atk,affiliations,flight,keywords,text,printed_text,flavour,errata_text,"
        "errata_date,ruling,ruling_date",
        'Tin Man,our,017,Character,none,-1,none,n,Boost 2; Leader,"It squeaks\n\n+1/+1 each.",It sqeaks.,Oil!,'
        "It shines.,2008-06,May it rust?,2009",
    )
    [found] = cards(read("csv", content, "cards-vs-classic.csv"))
    assert (found.game, found.set_code, found.number) == ("vs-classic", "OUR", "017")
    assert found.facts == {
        "type": "Character",
        "cost": "none",
        "cost_kind": "recruit",
        "atk": -1,
        "teams": [],
        "has_flight": False,
        "keywords": [["Boost", "2"], ["Leader", None]],
    }
    printed, reference, errata = found.wordings
    assert (printed.kind, printed.text, printed.flavour) == ("printed", "It sqeaks.", "Oil!")
    assert (reference.kind, reference.text, reference.flavour) == ("reference", "It squeaks\n+1/+1 each.", "")
    assert (errata.kind, errata.effective) == ("errata", Between(date(2008, 6, 1), date(2008, 6, 30)))
    assert str(errata.place) == "line 2, column 13, errata_text"
    [ruling] = found.rulings
    assert (ruling.text, ruling.cards) == ("May it rust?", ("Tin Man",))
    assert ruling.day == Between(date(2009, 1, 1), date(2009, 12, 31))


def test_a_team_before_a_keyword_is_its_parameter() -> None:
    [found] = cards(read("csv", table("name,keywords", "Tin Man,[Tin Men] Loyalty; [Men] Rusty Loyalty; Rust 2")))
    assert found.facts["keywords"] == [["Loyalty", "Tin Men"], ["Rusty Loyalty", "Men"], ["Rust", "2"]]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_any_subset_of_columns_in_any_order_and_any_separator(separator: str) -> None:
    content = table("# a comment", "DEF,game,Card Name", '4,vs-2pcg,"Tin Man"').replace(",", separator)
    [found] = cards(read("csv", content, "x.csv"))
    assert (found.name, found.facts, found.place.line) == ("Tin Man", {"defense": 4}, 3)


def test_a_code_will_do_for_a_name() -> None:
    [found] = cards(read("csv", table("set,number,atk", "OUR,017,3")))
    assert (found.name, found.set_code, found.number) == ("", "OUR", "017")


def test_every_printing_of_a_row_is_proposed() -> None:
    found = cards(read("csv", table("name,printings,text", "Tin Man,OUR-017 Rare; OTH; ?,It squeaks.")))
    assert [(each.set_code, each.number, each.rarity) for each in found] == [
        ("OUR", "017", "Rare"),
        ("OTH", None, None),
    ]
    assert [len(each.wordings) for each in found] == [1, 0]


@pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
def test_the_files_of_the_fixtures_can_be_imported_as_they_are(game: str) -> None:
    content = (ROOT / "fixtures" / game / "cards.csv").read_bytes()
    items = read("csv", content, f"{game}.csv")
    with_codes = [found for found in cards(items) if found.number]
    assert problems(items) == []
    numbered = (rows for code, rows in recorded_cards(game).items() if not code.endswith("-None"))
    assert len(with_codes) == sum(map(len, numbered))
    assert differences(with_codes, recorded_cards(game)) == set()


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "@SUM(A1)",
        "\t=1",
        "\tfine",
        "\rfine",
        "+cmd|' /C calc'!A0",
        "-2+3",
        "+1+1",
        "＝1",
        " =1",
        "-A1",
        "+1 +2",
        "+1|x",
    ],
)
def test_formulas_are_refused_with_line_and_column(cell: str) -> None:
    items = read("csv", table("name,text,atk", f'Tin Man,"{cell}",3', "Lion,,4"))
    assert problems(items) == [
        "line 2, column 2, text: the cell starts like a spreadsheet formula; start it with a letter or a digit"
    ]
    assert [(found.name, found.wordings, found.facts["atk"]) for found in cards(items)] == [
        ("Tin Man", (), 3),
        ("Lion", (), 4),
    ]


@pytest.mark.parametrize(
    "cell",
    [
        "+1/+1 this turn.",
        "-1/-1 counters: none",
        "-3",
        "+2",
        "+1/+1.",
        "-1/-1, then +2",
        "1=1",
        "a=b",
        "(+1 ATK)",
        "+1/+1: a",
    ],
)
def test_texts_that_begin_with_a_figure_are_none(cell: str) -> None:
    assert find_cell_fault(cell) == ""


def test_an_unknown_column_is_told_with_the_nearest_and_the_rest_is_read() -> None:
    items = read("csv", table("name,helth,xyzzy,atk,ATK", "Tin Man,3,4,5,6"))
    first, second, third = problems(items)
    assert first == "line 1, column 2, helth: no column named 'helth'; it was skipped; did you mean health?"
    assert second.startswith("line 1, column 3, xyzzy: no column named 'xyzzy'; it was skipped; the columns are game")
    assert third == "line 1, column 5, ATK: 'ATK' means the same as 'atk'; it was skipped"
    assert cards(items)[0].facts == {"atk": 5}


def test_rows_of_another_width_broken_rows_and_long_cells_are_told() -> None:
    content = table("name,text", "One", "Two,,", f"Three,{'long ' * 2_001}", 'Four,"a"b', "", "Five,ok")
    items = read("csv", content)
    assert problems(items) == [
        "line 2, column 2: the row has 1 cells, the header 2; it was skipped",
        "line 3, column 3: the row has 3 cells, the header 2; it was skipped",
        "line 4, column 2, text: the cell has 10,005 characters; at most 10,000 are allowed",
        "line 5: the row is not valid CSV (',' expected after '\"'); it was skipped",
    ]
    assert [found.name for found in cards(items)] == ["Three", "Five"]


def test_cards_of_another_game_are_told() -> None:
    items = read("csv", table("game,name", "vs-2pcg,One", "riftbound,Two", "chess,Three", ",Four"), "x.csv")
    assert [found.name for found in cards(items)] == ["One", "Four"]
    assert [problem.split(": ", 1)[0] for problem in problems(items)] == [
        "line 3, column 1, game",
        "line 4, column 1, game",
    ]


def test_useless_columns_are_told_once() -> None:
    items = read("csv", table("name,note,slug", "One,a,one", "Two,b,two"))
    assert ignored(items) == [
        "'note', 2 times: note for the file's editors",
        "'slug', 2 times: this site makes its own addresses",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "line 1: the file has no header row"),
        ("# only a comment\n", "the file has no header row"),
        ("atk,def\n3,4\n", "the header names no card"),
        ("name\n", "the file has no cards"),
        ("name\nZoë\n".encode("latin-1"), "line 2, column 3: the byte 0xEB is not valid UTF-8"),
        ("name\nTin Man\n".encode("utf-16"), "the file is in UTF-16"),
        ("name\nTin\0Man\n", "line 2, column 4: a NUL character"),
        ('name\n"' + "x\n" * 100_000, "line 2: the cell that starts here never ends"),
        ("name\n" + "x" * 2_000_000, "line 2: the line has more than 1,048,576 characters"),
    ],
)
def test_foreign_and_hostile_files_are_refused(content: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        read("csv", content)


def test_without_a_game_the_file_is_refused() -> None:
    with pytest.raises(InputError, match=r"add a column `game`, or name the game in the file's name"):
        read("csv", table("name", "Tin Man"), "cards.csv")


@pytest.mark.law
def test_memory_is_flat_over_many_cards(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, size(50_000, short=10_000)):
        path = tmp_path / f"{count}.csv"
        with path.open("w") as file:
            file.write("name,text\n")
            file.writelines(f"Card {number},{'It squeaks. ' * 8}\n" for number in range(count))
        found, peak = peak_kib("csv", path)
        assert found == count
        peaks.append(peak)
    assert peaks[1] < 2 * peaks[0] + SLACK_KIB


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_any_rows_give_cards_and_problems_or_a_refusal(rows: str) -> None:
    with suppress(InputError):
        list(READERS["csv"](io.BytesIO(f"name,set,number,text,errata_date,keywords\n{rows}".encode()), "vs-2pcg.csv"))


def test_words_joined_by_a_slash_or_a_circle_are_the_words_that_are_known() -> None:
    content = table("name,teams,power_symbols,domains", "Tin Man,Avengers/xmen; Tin/Oil ○ Rust,Might/Skill,Body/Mind")
    [found] = cards(read("csv", content, "cards-vs-2pcg.csv"))
    assert found.facts["teams"] == ["Avengers", "X-Men", "Tin/Oil ○ Rust"]
    assert found.facts["power_symbols"] == ["Might", "Skill"]
    assert found.facts["domains"] == ["Body", "Mind"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            'vs-2pcg,"Tin Man',
            "line 2: the row is not valid CSV (unexpected end of data); it was skipped; the file names no game",
        ),
        (
            "vs-2pcg,Tin Man,7",
            "line 2, column 3: the row has 3 cells, the header 2; it was skipped; the file names no game",
        ),
    ],
)
def test_where_the_game_stands_in_a_broken_row_the_fault_is_told(row: str, said: str) -> None:
    with pytest.raises(InputError) as raised:
        read("csv", table("game,name", row), "cards.csv")
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("row", "facts", "said"),
    [
        ("Tin Man,Gift (optional); Echo,uses", {"uses_piles": ["Gift", "Echo"]}, []),
        ("Tin Man,Gift,Member", {"member_of_piles": ["Gift"]}, []),
        ("Tin Man,Gift,", {}, ["set `pile_role` to `uses` or `member`"]),
        ("Tin Man,Gift,owns", {}, ["set `pile_role` to `uses` or `member`"]),
    ],
)
def test_a_pile_is_what_its_role_says(row: str, facts: dict[str, object], said: list[str]) -> None:
    items = read("csv", table("name,pile,pile_role", row))
    assert cards(items)[0].facts == facts
    assert [each.rpartition(": ")[2] for each in problems(items)] == said


@pytest.mark.parametrize(
    ("row", "versions"),
    [
        ("Tin Man,,y", ()),
        ("Tin Man,,n", None),
        ("Tin Man,,", None),
        ("Tin Man,Rusty/Old,y", ("Rusty", "Old")),
        ("Tin Man,Rusty,", ("Rusty",)),
    ],
)
def test_a_card_that_is_known_to_have_no_version(row: str, versions: tuple[str, ...] | None) -> None:
    [found] = cards(read("csv", table("name,versions,versions_known", row), "vs-classic.csv"))
    assert (found.versions, found.facts) == (versions, {})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "unclear"),
    [
        # One of the two is recorded without identity and version.
        ("vs-classic", ["Yelena Belova: matches 2 recorded cards"]),
        ("vs-2pcg", []),
        ("riftbound", []),
    ],
)
def test_the_files_of_the_fixtures_bring_nothing_new(game: str, unclear: list[str]) -> None:
    with (ROOT / "fixtures" / game / "cards.csv").open("rb") as file:
        report = services.run(file, f"{game}.csv", "csv")
    assert [said.partition(" (")[0] for said in lines(report, "problems")] == unclear
    assert [lines(report, kind) for kind in ("conflicts", "new_cards")] == [[], []]
    assert "facts filled" not in counted(report)


def test_tags_may_be_joined_by_a_slash() -> None:
    [found] = cards(read("csv", table("name,tags", "Tin Man,Dragon/Tin; Oil"), "riftbound.csv"))
    assert found.facts == {"tags": ["Dragon", "Tin", "Oil"]}


@pytest.mark.parametrize("written", ["Colorless", "colourless", "none"])
def test_a_card_without_colour_has_no_domain(written: str) -> None:
    [found] = cards(read("csv", table("name,domains", f"Tin Man,{written}"), "riftbound.csv"))
    assert found.facts == {"domains": []}


@pytest.mark.django_db
def test_a_card_that_counts_as_in_every_set() -> None:
    report = run_csv("name,versions_known,in_every_set", "Tin Place,y,y", "Tin Town,y,n", name="vs-classic.csv")
    assert lines(report, "problems") == []
    told = dict(Card.objects.filter(name__startswith="Tin ").values_list("name", "is_in_every_set"))
    assert told == {"Tin Place": True, "Tin Town": False}
