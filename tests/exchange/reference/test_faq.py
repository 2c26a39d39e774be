"""A set's questions and answers: a document of our own, and the real one where it is at hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from engine.model.cards import Between
from engine.model.names import IDENTITY_MARK, VERSION_JOINER, fold
from engine.model.reference import Reference
from tests.exchange.reference.documents import (
    FAQ,
    as_bytes,
    cards,
    commentary,
    given,
    lines_taken,
    notes,
    of_kind,
    problems,
    shape,
    source,
    wording,
)
from vsdb.exchange.card_files.proposals import (
    CardProposal,
    GroupProposal,
    IgnoredText,
    RulingProposal,
    SetProposal,
    SourceProposal,
)

THE_DAY = Between(date(2007, 5, 4), date(2007, 5, 4))


class TestADocumentOfOurOwn:
    def test_is_a_dated_source_of_the_publisher(self) -> None:
        assert source(FAQ) == SourceProposal(
            game="vs-classic",
            slug="gorse-clan-faq-2007-05-04",
            name="Gorse Clan Frequently Asked Questions",
            kind="faq",
            authority="publisher",
            published=THE_DAY,
            compilers="Ada Marsh",
        )

    def test_says_from_when_its_set_is_legal(self) -> None:
        (found,) = of_kind(SetProposal, FAQ)
        assert (found.code, found.name, found.facts) == (None, "Gorse Clan", {"legal_from": "2007-05-18"})
        assert str(found.place) == "line 7, General 1"

    def test_gives_general_entries_as_rulings_under_their_headings(self) -> None:
        rulings = notes(FAQ)
        assert [(str(each.place), subject.split()[0]) for subject, each in rulings.items()] == [
            ("line 7, General 1", "This"),
            ("line 9, General 2", "Lanterns"),
            ("line 18, General 3", "Keepers"),
        ]
        lanterns = rulings["Lanterns"]
        assert len(lanterns.text.split("\n")) == 2
        assert lanterns.rules == ("512.3b",)
        assert lanterns.mentions == ("Mila, Lamplighter",)
        assert lanterns.day == THE_DAY
        assert rulings["This set is legal for every tournament from May 18, 2007."].sets == ("Gorse Clan",)

    def test_gives_a_card_that_an_entry_quotes_on_its_own(self) -> None:
        mila = cards(FAQ)["Mila"]
        assert (mila.versions, mila.facts, shape(mila)) == (("Lamplighter",), {}, (1, 0))
        assert (mila.wordings[0].kind, mila.wordings[0].is_excerpt) == ("reference", True)

    def test_gives_the_members_of_a_group(self) -> None:
        (group,) = of_kind(GroupProposal, FAQ)
        assert (group.name, group.members) == ("Keepers", ("Mila", "Dr. Oak", "Old Tam"))

    def test_gives_errata_with_the_documents_day_and_their_commentary_apart(self) -> None:
        ossian = cards(FAQ)["Ossian"]
        assert (ossian.identity, ossian.versions) == ("The Gale", ("Windborn", "Second Son"))
        assert ossian.facts == {
            "type": "Character",
            "cost": 4,
            "cost_kind": "recruit",
            "atk": 7,
            "defense": 6,
            "teams": ["Gorse Clan", "Harrow"],
        }
        assert (ossian.wordings[0].kind, ossian.wordings[0].effective) == ("errata", THE_DAY)
        assert wording(ossian) == ["Reservist", "When Ossian enters play, draw a card."]
        assert commentary(ossian) == ["You draw that card even if Ossian has already left play."]
        assert ossian.rulings[0].cards == ("Ossian <> The Gale, Windborn ○ Second Son",)
        assert shape(cards(FAQ)["Hollow Gate"]) == (1, 0)

    def test_gives_single_cards_with_wording_and_commentary_told_apart(self) -> None:
        found = cards(FAQ)
        assert found["Quiet Morning"].wordings[0].kind == "reference"
        assert shape(found["Quiet Morning"]) == (1, 1)
        assert shape(found["Tam's Ladder"]) == (2, 1)
        assert commentary(found["Tam's Ladder"]) == ["See Quiet Morning."]

    def test_leaves_the_introduction_of_a_section_out_and_says_so(self) -> None:
        assert [(str(each.place), each.reason) for each in of_kind(IgnoredText, FAQ)] == [
            ("line 24", "introduction to the section")
        ]

    def test_has_no_problem_and_no_line_that_is_lost_or_taken_twice(self) -> None:
        assert problems(FAQ) == []
        assert lines_taken(as_bytes(FAQ)) == [
            number for number, line in enumerate(as_bytes(FAQ).split(b"\n"), start=1) if line.strip()
        ]


#: Per card of the real document: its name as the reader gives it, the line it stands in, the paragraphs of its wording
#: and of its commentary, and the commentary's first word; counted by hand.
EXAMPLES = """
    20 Dr. Strange 1 0 -
    23 Echo 1 0 -
    37 Mr. Fantastic 1 0 -
    40 The Captain 1 0 -
    76 Avengers Reassembled 2 0 -
    346 Ronan the Accuser 1 0 -
    349 Super Skrull 1 0 -
"""
ERRATA = """
    89 Cable 2 1 Each
    97 Hawkeye 2 1 When
    105 Kang 3 1 Defenders
    115 Sentinel Squad O*N*E* 1 0 -
    119 She-Hulk 2 0 -
    125 Sub-Mariner 1 0 -
"""
SINGLE_CARDS = """
    132 Atlantis 1 1 You
    139 Bizarro World 3 1 Bizarro
    149 Blade 3 1 If
    159 Bloodsport 2 1 If
    167 Cammi 2 1 Unaffiliated
    175 Captain America 3 1 Captain
    185 Captain America 1 1 If
    192 Captain America's Shield 2 1 This
    200 Charging Star 1 1 Charging
    207 Clandestine Operations 3 1 This
    217 Drax the Destroyer 1 1 This
    224 Dr. Strange 2 1 You
    232 Elloe Kaifi 1 1 If
    239 Extremis Upgrade 2 1 You
    247 Falcon 2 1 If
    255 Fin Fang Foom 1 1 If
    262 Frog of Thunder 3 1 The
    272 Hercules 2 1 You
    280 John Walker 1 1 If
    288 Life Model Decoy 2 1 Life
    296 Loki 1 1 The
    303 Maverick 3 1 The
    313 MODOC Squad 2 1 A
    321 Natasha Romanoff 1 1 X
    328 Phyla-Vell 2 1 Unaffiliated
    336 Power Dampeners 3 1 A
    353 Quicksilver 1 1 To
    360 Radioactive Man 2 1 Nobody
    368 Reckless Youth 3 1 Reckless
    378 Richard Rider 2 1 Playing
    387 Rick Jones 2 1 Game
    395 Ruthless Aggression 1 1 The
    402 Silver Surfer 2 1 Silver
    410 Speed 2 1 As
    418 Superhuman Registration Act 3 1 Recruiting
    428 Switching Sides 2 1 You
    436 The Elektra Situation 3 1 The
    446 Thing 2 1 A
    454 Thor 1 1 Thor’s
    461 Vision 1 3 Team
    471 Weapon Omega 2 1 See
"""


@pytest.mark.shared
class TestTheRealDocument:
    """The questions and answers about Marvel Universe, of 2008-06-10."""

    @pytest.fixture
    def data(self, shared: Path) -> bytes:
        """The file."""
        return (shared / "documents" / "marvel-universe-faq-2008-06-10.txt").read_bytes()

    def test_is_the_document_that_the_site_knows(self, data: bytes) -> None:
        found = source(data)
        assert (found.slug, found.document) == ("mun-faq-2008-06-10", "mun-faq-2008-06-10")
        assert (found.kind, found.authority) == ("faq", "publisher")
        assert found.published == Between(date(2008, 6, 10), date(2008, 6, 10))
        assert found.compilers.startswith("Paul Ross")

    def test_says_from_when_the_set_is_legal(self, data: bytes) -> None:
        (found,) = of_kind(SetProposal, data)
        assert (found.code, found.name, found.facts["legal_from"]) == ("MUN", "Marvel Universe", "2008-06-27")

    def test_names_the_illuminati_once(self, data: bytes) -> None:
        (group,) = of_kind(GroupProposal, data)
        assert group.name == "Illuminati"
        assert group.members == ("Black Bolt", "Dr. Strange", "Iron Man", "Mr. Fantastic", "Professor X", "Sub-Mariner")

    def test_gives_the_eight_general_entries_as_rulings(self, data: bytes) -> None:
        found = of_kind(RulingProposal, data)
        assert [(each.place.label, len(each.text.split("\n")), len(each.mentions)) for each in found] == [
            ("General 1", 1, 0),
            ("General 2", 2, 2),
            ("General 3", 4, 2),
            ("General 4", 4, 0),
            ("General 5", 4, 0),
            ("General 6", 5, 0),
            ("General 7", 2, 1),
            ("General 8", 1, 0),
        ]
        assert [each.subject for each in found[1:5]] == [
            "Rally",
            "Illuminati",
            "Warbound",
            "Equip only to an opposing character",
        ]
        assert found[6].keywords == ("Boost",)

    def test_tells_wording_from_commentary_in_every_entry(self, data: bytes) -> None:
        expected = sorted(
            (EXAMPLES + ERRATA + SINGLE_CARDS).split("\n"), key=lambda row: int((row.split() or ["0"])[0])
        )
        found = [
            f"{card.place.line} {card.name} {shape(card)[0]} {shape(card)[1]} "
            f"{commentary(card)[0].split()[0] if card.rulings else '-'}"
            for card in of_kind(CardProposal, data)
        ]
        assert found == [row.strip() for row in expected if row.strip()]

    def test_dates_the_six_errata(self, data: bytes) -> None:
        errata = [card for card in of_kind(CardProposal, data) if card.wordings[0].kind == "errata"]
        assert [card.place.line for card in errata] == [89, 97, 105, 115, 119, 125]
        assert {card.wordings[0].effective for card in errata} == {source(data).published}

    def test_marks_the_wordings_that_stand_there_as_examples(self, data: bytes) -> None:
        excerpts = [card.place.line for card in of_kind(CardProposal, data) if card.wordings[0].is_excerpt]
        assert excerpts == [20, 23, 37, 40, 76, 346, 349]

    def test_reads_the_facts_of_every_type_line(self, data: bytes) -> None:
        with_facts = [card for card in of_kind(CardProposal, data) if card.facts]
        characters = [card for card in with_facts if card.facts["type"] == "Character"]
        assert (len(with_facts), len(characters)) == (47, 33)
        assert all({"cost", "atk", "defense", "teams"} <= set(card.facts) for card in characters)
        by_line = {card.place.line: card for card in with_facts}
        assert by_line[224].facts["teams"] == ["Avengers", "Marvel Knights"]
        assert (by_line[255].facts["teams"], by_line[255].facts["atk"], by_line[255].facts["defense"]) == ([], 20, 17)
        assert by_line[288].facts["teams"] == ["S.H.I.E.L.D."]
        assert (by_line[105].identity, by_line[105].versions) == ("Iron Lad", ("Non-Unique", "Young Avenger"))
        assert (by_line[132].facts["cost_kind"], by_line[132].versions) == ("threshold", ())

    def test_contradicts_no_recorded_fact(self, data: bytes, reference: Callable[[str], Reference]) -> None:
        recorded = {fold(card.title): card for card in reference("vs-classic").catalog.cards}
        compared = 0
        for card in of_kind(CardProposal, data):
            title = fold(card.name + (f"{IDENTITY_MARK}{card.identity}" if card.identity else ""))
            known = recorded[f"{title}, {fold(VERSION_JOINER.join(card.versions))}" if card.versions else title]
            for field, value in card.facts.items():
                before = getattr(known, field)
                if before is not None:
                    assert (list(before) if field == "teams" else before) == value, (card.name, field)
                    compared += 1
        assert compared > 200

    def test_leaves_the_page_around_it_out_and_says_why(self, data: bytes) -> None:
        assert [(each.place.line, each.reason) for each in of_kind(IgnoredText, data)] == [
            (1, "page date"),
            (3, "page title"),
            (87, "introduction to the section"),
            (479, "page comments"),
        ]

    def test_has_no_problem_and_no_line_that_is_lost_or_taken_twice(self, data: bytes) -> None:
        assert problems(data) == []
        lines = data.split(b"\n")
        assert lines_taken(data) == [number for number, line in enumerate(lines, start=1) if line.strip()]

    @pytest.mark.parametrize("spaced", [b"\n\n", b"\r\n\r\n"])
    def test_needs_no_wide_gaps_to_tell_them(self, data: bytes, spaced: bytes) -> None:
        while b"\n\n\n" in data:
            data = data.replace(b"\n\n\n", b"\n\n")
        respaced = data.replace(b"\n", spaced[: len(spaced) // 2])
        rows = [row.split() for row in SINGLE_CARDS.strip().split("\n")]
        found = [shape(card) for card in of_kind(CardProposal, respaced) if card.place.label.startswith("Single Cards")]
        examples = [(1, 0), (1, 0)]
        expected = [(int(row[-3]), int(row[-2])) for row in rows]
        assert found == [*expected[:26], *examples, *expected[26:]]

    def test_gives_the_same_whatever_its_name(self, data: bytes) -> None:
        assert given(data, "a.txt") == given(data, "b.txt")
