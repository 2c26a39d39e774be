"""The registration sheet: the whole list, on any paper, for any deck, the same bytes each time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from engine import decklists
from engine.model.cards import GAMES, VS_2PCG, VS_CLASSIC
from engine.model.decks import DECK, SIDEBOARD, Deck, DeckEntry
from engine.model.errors import InputError
from engine.model.reference import Reference
from tests.decks.pdf import reading
from tests.engine import builders
from vsdb.catalog.cards.faces import name_card
from vsdb.decks.pdf.documents import render_sheet
from vsdb.decks.pdf.listing import SheetRequest

PRINT = "K7QD-2M9X-4TFH"
ROOT = Path(__file__).resolve().parents[3]
HOSTILE = (
    "</b><script>alert(1)</script>",
    ") Tj ET (gone",
    "back\\slash \\) \\(",
    "=cmd|' /C calc'!A0",
    "%%EOF",
    "{{ title }} {% now %}",
)


def sheet(*entries: DeckEntry, game: str = VS_CLASSIC, **facts: object) -> SheetRequest:
    return SheetRequest(Deck(game, entries), **facts)  # type: ignore[arg-type]


def entry(count: int, name: str, section: str = DECK, line: int = 0, **facts: object) -> DeckEntry:
    return DeckEntry(section, count, builders.card(VS_CLASSIC, name, **facts), line=line)


def long_list(cards: int) -> list[DeckEntry]:
    return [
        entry(1 + number % 4, f"Card number {number}", type="Character", cost=number % 9) for number in range(cards)
    ]


@pytest.fixture
def case(shared: Path, reference: Callable[[str], Reference]) -> Callable[[str], SheetRequest]:
    """A sheet of one of the decks whose answers are known."""
    cases = json.loads((shared / "cases" / "verdicts.json").read_text(encoding="utf-8"))

    def of(name: str) -> SheetRequest:
        found = next(each for each in cases if each["id"] == name)
        day = date.fromisoformat(found["as_of"])
        deck = decklists.read_deck(found["deck"], reference(found["game"]).catalog, day)
        return SheetRequest(deck, found["id"], fingerprint=PRINT)

    return of


class TestList:
    @pytest.mark.shared
    @pytest.mark.parametrize("name", ["a-force-legal", "pile-there"])
    def test_has_every_line_of_a_list_with_piles_and_levels(
        self, name: str, case: Callable[[str], SheetRequest], shared: Path
    ) -> None:
        found = reading.pages(render_sheet(case(name)))
        cases: list[Mapping[str, str]] = json.loads((shared / "cases" / "verdicts.json").read_text(encoding="utf-8"))
        written = next(each["deck"] for each in cases if each["id"] == name)
        wanted = re.findall(r"^(\d+) (.+) \[([A-Z]+-\d+)\]$", written, re.MULTILINE)
        assert len(wanted) > 12
        for count, title, code in wanted:
            assert f"{count} {title} {code}" in found[0]

    @pytest.mark.shared
    @pytest.mark.parametrize(
        "name", ["a-force-legal", "pile-there", "rb-houston-rq-2025-best-missfortune", "vs-10k-2005-doom-and-friends"]
    )
    def test_has_every_card_of_decks_of_each_game_once(self, name: str, case: Callable[[str], SheetRequest]) -> None:
        request = case(name)
        lines = Counter(line for page in reading.pages(render_sheet(request)) for line in page)
        wanted = Counter(
            f"{count} {name_card(card)}"
            for section in request.deck.sections
            for card, count in request.deck.read(section)
        )
        for start, times in wanted.items():
            assert sum(number for line, number in lines.items() if line.startswith(start)) >= times, start
        assert f"Totals {sum(request.deck.sizes.values())} cards" in " ".join(lines)
        assert GAMES[request.deck.game] in " ".join(lines)

    def test_puts_sections_in_the_order_of_a_check_with_their_counts(self) -> None:
        sections = ("sideboard", "pile:Zoo", "deck", "battlefields", "runes", "pile:Alpha", "champion", "legend")
        sections += ("level-up", "main-character")
        entries = [DeckEntry(section, 2, builders.card(VS_2PCG, f"Of {section}")) for section in sections]
        (page,) = reading.pages(render_sheet(sheet(*entries, game=VS_2PCG)))
        heads = [line for line in page[: page.index("Totals 20 cards")] if re.fullmatch(r"\D+ 2", line)]
        assert heads == [
            *("Main Character 2", "Level Up 2", "Legend 2", "Champion 2", "Deck 2", "Type not recorded 2"),
            *("Pile: Alpha 2", "Pile: Zoo 2", "Runes 2", "Battlefields 2", "Sideboard 2"),
        ]

    def test_sorts_a_deck_by_type_then_cost_then_name(self) -> None:
        entries = (
            entry(1, "Armour", type="Equipment", cost=0),
            entry(1, "Zed", type="Character", cost=2),
            entry(1, "Unknown Cost", type="Character"),
            entry(1, "Éa", type="Character", cost=2),
            entry(1, "Ten", type="Character", cost=10),
            entry(1, "Ploy", type="Plot Twist", cost=1),
        )
        (page,) = reading.pages(render_sheet(sheet(*entries)))
        names = [line[2:] for line in page if re.match(r"1 [A-ZÉ]", line)]
        assert names == ["Éa", "Zed", "Ten", "Unknown Cost", "Ploy", "Armour"]

    def test_adds_lines_of_one_card_up(self) -> None:
        card = builders.card(VS_CLASSIC, "Twice", type="Character", printings=("MOR-001", "MOR-002"))
        request = sheet(
            DeckEntry(DECK, 2, card), DeckEntry(DECK, 1, card, printing="MOR-002"), DeckEntry(SIDEBOARD, 1, card)
        )
        (page,) = reading.pages(render_sheet(request))
        assert "3 Twice MOR-002" in page
        assert "1 Twice MOR-001" in page

    def test_shows_lines_that_were_not_read_in_their_section_as_they_were_written(self) -> None:
        request = sheet(
            entry(4, "Known", type="Character"),
            replace(builders.unknown(3, "Nobbody"), line=7),
            DeckEntry(SIDEBOARD, 0, state="unreadable", written="??? what", line=9),
        )
        (page,) = reading.pages(render_sheet(request))
        assert "! 2 lines were not read and are marked with ? as written." in page
        assert "3 ? 3 Nobbody line 7" in page
        assert "? ??? what line 9" in page
        deck, side = (next(n for n, line in enumerate(page) if line.startswith(t)) for t in ("Deck 7", "Sideboard 0"))
        assert deck < page.index("3 ? 3 Nobbody line 7") < side < page.index("? ??? what line 9")
        assert "Totals 7 cards" in page

    def test_says_of_a_deck_without_cards_that_it_has_none(self) -> None:
        assert "This list has no cards yet." in reading.text(render_sheet(sheet()))


class TestPages:
    @pytest.mark.parametrize(("paper", "width", "height"), [("a4", 595.28, 841.89), ("letter", 612, 792)])
    def test_have_the_papers_size_in_points(self, paper: str, width: float, height: float) -> None:
        found = reading.sizes(render_sheet(sheet(*long_list(200)), paper))
        assert len(found) > 1
        for size in found:
            assert size == pytest.approx((width, height), abs=0.01)

    def test_refuse_another_paper(self) -> None:
        with pytest.raises(InputError, match=r"paper: 'a5' is not a paper size; choose a4 or letter"):
            render_sheet(sheet(), "a5")

    @pytest.mark.parametrize("paper", ["a4", "letter"])
    @pytest.mark.parametrize("cards", [1, 30, 69, 70, 71, 90, 200])
    def test_hold_a_list_of_any_length_with_one_closing(self, cards: int, paper: str) -> None:
        found = reading.pages(render_sheet(sheet(*long_list(cards), player="Ana"), paper))
        lines = [line for page in found for line in page]
        names = [line.split(maxsplit=1)[1] for line in lines if re.match(r"\d Card number", line)]
        assert sorted(names) == sorted(f"Card number {number}" for number in range(cards))
        assert [sum("Judge’s signature" in line for line in page) for page in found] == [
            *[0] * (len(found) - 1),
            1,
        ]
        for number, page in enumerate(found, start=1):
            assert f"page {number} of {len(found)}" in " ".join(page)

    def test_say_on_which_part_they_go_on(self) -> None:
        found = reading.pages(render_sheet(sheet(*long_list(200))))
        assert any(line.startswith("Deck, continued") for line in found[1])

    def test_stay_inside_the_margins_whatever_is_written(self) -> None:
        request = sheet(
            *(entry(4, f"{'W' * 5_000}{number}", type="Character") for number in range(9)),
            title="T" * 5_000, player="P" * 5_000, event="E" * 5_000, format="F" * 5_000,
            verdict="V" * 5_000, fingerprint=PRINT,
        )  # fmt: skip
        data = render_sheet(request)
        for page in range(len(reading.pages(data))):
            for left, top, width, height in reading.boxes(data, page):
                assert left > 12
                assert left + width < 198
                assert top > 12
                assert top + height < 285
        assert "W…" in reading.text(data)


class TestFields:
    def test_are_filled_or_left_as_lines_to_write_on(self) -> None:
        filled = sheet(player="José", event="Spring Open", date=date(2026, 6, 1), format="Silver Age", verdict="Legal.")
        said = reading.text(render_sheet(filled))
        for value in ("José", "Spring Open", "1 June 2026", "Silver Age", "Legal."):
            assert value in said
        assert {"Player", "Event", "Date", "Format"} <= set(re.split(r"\W+", reading.text(render_sheet(sheet()))))

    def test_leave_a_line_for_letters_that_the_fonts_lack(self) -> None:
        said = reading.text(render_sheet(sheet(player="張偉", title="張偉", event="張偉")))
        assert "□" not in said
        assert "José □" in reading.text(render_sheet(sheet(player="José 🙂")))

    def test_draw_every_character_that_card_names_use(self, reference: Callable[[str], Reference]) -> None:
        signs = {
            sign for game in GAMES for card in reference(game).catalog.cards for sign in f"{card.name}{card.title}"
        }
        signs |= set("◊○é ö’…“”—×•→Łžőş") - {" "}
        said = reading.text(
            render_sheet(sheet(*(entry(1, f"a{sign}b", type="Character") for sign in signs if sign != " ")))
        )
        assert [sign for sign in signs if f"a{sign}b" not in said and sign != " "] == []

    @pytest.mark.parametrize("text", HOSTILE)
    def test_take_markup_and_operators_for_text(self, text: str) -> None:
        request = sheet(
            replace(builders.unknown(1), written=text), entry(1, text, type="Character"),
            title=text, player=text, event=text, format=text, verdict=text,
        )  # fmt: skip
        data = render_sheet(request)
        said = reading.text(data)
        assert said.count(text) >= 7
        assert reading.said_of_itself(data)["Title"] == text
        assert re.search(rb"/(JS|JavaScript|OpenAction|AA|URI|Launch)\b", data) is None

    def test_drop_marks_of_direction_and_what_controls(self) -> None:
        said = reading.text(render_sheet(sheet(entry(1, "ab\u202ecd\u200b\x07 \n ef\u2066", type="Character"))))
        assert "1 abcd ef" in said
        assert not set(said) & set("\u202e\u200b\x07\u2066")


class TestFingerprint:
    def test_is_written_and_leads_to_its_check(self) -> None:
        data = render_sheet(sheet(fingerprint=PRINT, check_url=f"https://cards.example/check/?fingerprint={PRINT}"))
        assert reading.qr_codes(data) == [f"https://cards.example/check/?fingerprint={PRINT}"]
        assert PRINT in reading.text(data)

    def test_is_in_the_code_itself_without_an_address(self) -> None:
        assert reading.qr_codes(render_sheet(sheet(fingerprint=PRINT))) == [PRINT]

    def test_is_left_out_where_there_is_none(self) -> None:
        data = render_sheet(sheet())
        assert reading.qr_codes(data) == []
        assert "fingerprint" not in reading.text(data)


class TestBytes:
    def test_are_the_same_for_the_same_request_in_another_process(self) -> None:
        script = (
            "import django, sys; django.setup()\n"
            "from tests.decks.pdf.test_sheet import long_list, sheet\n"
            "from vsdb.decks.pdf.documents import render_sheet\n"
            "data = render_sheet(sheet(*long_list(40), title='◊ ○', fingerprint='ABCD'))\n"
            "sys.stdout.buffer.write(data)"
        )
        env = {**os.environ, "PYTHONHASHSEED": "7", "DJANGO_SETTINGS_MODULE": "vsdb.settings", "PYTHONPATH": str(ROOT)}
        other = subprocess.run([sys.executable, "-c", script], env=env, cwd=ROOT, capture_output=True, check=True)
        ours = render_sheet(sheet(*long_list(40), title="◊ ○", fingerprint="ABCD"))
        assert other.stdout == ours

    def test_tell_no_day_of_making(self) -> None:
        assert reading.said_of_itself(render_sheet(sheet(title="T"))) == {
            "Title": "T", "Producer": "vsdb", "Creator": "vsdb",
        }  # fmt: skip
