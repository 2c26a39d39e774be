"""What single lines are, by their form."""

from __future__ import annotations

from typing import Any

import pytest

from vsdb.exchange.card_files.sources.reference.layout import (
    CARDS,
    ERRATA,
    GENERAL,
    explain_furniture,
    find_section_kind,
    is_shouted,
    is_title,
    parse_numbered_line,
    parse_type_line,
    strip_heading_marks,
)
from vsdb.exchange.card_files.sources.reference.statements import (
    find_cited_rules,
    find_groups,
    find_legal_from,
    strip_italics,
)


class TestTypeLines:
    @pytest.mark.parametrize(
        ("text", "facts"),
        [
            (
                "Character, 3, Avengers ○ X-Men, 5/4",
                {"cost": 3, "atk": 5, "defense": 4, "teams": ["Avengers", "X-Men"]},
            ),
            (
                "Character,2, Avengers • X-Men, 2 / 3",
                {"cost": 2, "atk": 2, "defense": 3, "teams": ["Avengers", "X-Men"]},
            ),
            ("Character, 8, 20/17", {"cost": 8, "atk": 20, "defense": 17, "teams": []}),
            ("CHARACTER, 0, S.H.I.E.L.D., 0/0", {"cost": 0, "atk": 0, "defense": 0, "teams": ["S.H.I.E.L.D."]}),
            ("Character, 7, No affiliation, */X", {"cost": 7, "atk": "*", "defense": "X", "teams": []}),
            (
                "Character, 4, JLA, 7/7, Flight, Range",
                {"cost": 4, "has_flight": True, "has_range": True, "teams": ["JLA"]},
            ),
            ("Character, 4", {"cost": 4}),
        ],
    )
    def test_of_characters(self, text: str, facts: dict[str, Any]) -> None:
        found = parse_type_line(text)
        assert found is not None
        assert found.unread == ()
        assert facts.items() <= found.facts.items()
        assert (found.facts["type"], found.facts["cost_kind"]) == ("Character", "recruit")
        assert ("teams" in found.facts) == ("teams" in facts)

    @pytest.mark.parametrize(
        ("text", "facts"),
        [
            ("Plot Twist, 4", {"type": "Plot Twist", "cost": 4, "cost_kind": "threshold"}),
            ("plottwist, X", None),
            ("PlotTwist, x", {"type": "Plot Twist", "cost": "X", "cost_kind": "threshold"}),
            ("Location , 3", {"type": "Location", "cost": 3, "cost_kind": "threshold"}),
            ("Equipment, 0", {"type": "Equipment", "cost": 0, "cost_kind": "recruit"}),
        ],
    )
    def test_of_other_cards(self, text: str, facts: dict[str, Any] | None) -> None:
        found = parse_type_line(text)
        assert (found and (dict(found.facts), found.unread)) == (facts and (facts, ()))

    @pytest.mark.parametrize("text", ["Characters you control, 3", "Location", "character, 3, x", "A Character, 3", ""])
    def test_are_no_other_lines(self, text: str) -> None:
        assert parse_type_line(text) is None

    @pytest.mark.parametrize(
        ("text", "unread"),
        [
            ("Character, three, Avengers", ("three, Avengers",)),
            ("Equipment, 1, made of gold", ("made of gold",)),
            ("Character, 1, 2/2, tall", ("tall",)),
            ("Character, 1, Harrow, 5/l0", ("5/l0",)),
        ],
    )
    def test_give_what_they_can_not_read(self, text: str, unread: tuple[str, ...]) -> None:
        found = parse_type_line(text)
        assert found is not None
        assert found.unread == unread


class TestHeadings:
    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            ("GENERAL", GENERAL),
            ("General:", GENERAL),
            ("1. General Notes", GENERAL),
            ("=== ERRATA ===", ERRATA),
            ("Errata and Clarifications", ERRATA),
            ("Errata – as of June 2008", ERRATA),
            ("single card rulings", CARDS),
            ("# Card Reference", CARDS),
            ("Generals", None),
            ("Errata are corrections.", None),
        ],
    )
    def test_open_sections(self, text: str, kind: str | None) -> None:
        assert find_section_kind(text) == kind

    @pytest.mark.parametrize(
        ("text", "is_so"), [("CONDUCT", True), ("# Conduct", True), ("Conduct", False), ("ATK", False)]
    )
    def test_of_other_sections_are_shouted(self, text: str, is_so: bool) -> None:
        assert is_shouted(text) is is_so

    def test_that_are_marks_alone_stay_as_they_are(self) -> None:
        assert strip_heading_marks("**") == "**"

    def test_may_be_numbered(self) -> None:
        assert parse_numbered_line("12) Lamps and oil") == ("12", "Lamps and oil")
        assert parse_numbered_line("12 lamps") is None

    @pytest.mark.parametrize(
        ("text", "is_so"),
        [
            ("Old Tam, Keeper of the Lamps", True),
            ("Ossian <> The Gale, Windborn ○ Second Son", True),
            ("Can't Stop Now!", True),
            ("Such a lamp", False),
            ("It burns.", False),
            ("• Old Tam", False),
            ("Exhaust Tam >>> Draw", False),
        ],
    )
    def test_read_as_titles(self, text: str, is_so: bool) -> None:
        assert is_title(text) is is_so


class TestFurniture:
    @pytest.mark.parametrize(
        "text", ["No comments:", "12 comments", "Page 3 of 9", "- 4 -", "© 2008 Somebody", "-----", "M"]
    )
    def test_belongs_to_the_page(self, text: str) -> None:
        assert explain_furniture(text)

    @pytest.mark.parametrize("text", ["No lamps:", "Pages turn.", "Mila", "4", "X."])
    def test_is_nothing_else(self, text: str) -> None:
        assert explain_furniture(text) is None


class TestItalics:
    @pytest.mark.parametrize(
        ("text", "plain", "passages"),
        [
            ("Draw *two cards*.", "Draw two cards.", ("two cards",)),
            ("Draw _two_ cards, (*not* one).", "Draw two cards, (not one).", ("two", "not")),
            ("Draw <i>two</i> cards.", "Draw two cards.", ("two",)),
            ("<I>Draw <b>two</b></I> cards.", "Draw two cards.", ("Draw two",)),
            ("Draw <i>two cards.", "Draw two cards.", ("two cards.",)),
            ("2 * 3 * 4 and snake_case_word", "2 * 3 * 4 and snake_case_word", ()),
            ("The O*N*E* squad", "The O*N*E* squad", ()),
        ],
    )
    def test_are_taken_out_of_the_text(self, text: str, plain: str, passages: tuple[str, ...]) -> None:
        assert strip_italics(text) == (plain, passages)

    def test_are_no_part_of_a_name(self) -> None:
        assert strip_italics("When *Moth* enters", "*Moth*, Lamp Eater") == ("When *Moth* enters", ())


class TestStatements:
    @pytest.mark.parametrize(
        ("text", "day"),
        [
            ("This set is legal from June 27, 2008.", "2008-06-27"),
            ("It becomes tournament legal on Friday, June 27, 2008.", "2008-06-27"),
            ("Gorse Clan is legal in Golden Age as of 27 June 2008, and so on.", "2008-06-27"),
            ("This set is not legal from June 27, 2008.", None),
            ("This set is legal. It was made on June 27, 2008.", None),
            ("This set is legal from June 2008.", None),
            ("An illegal lamp from June 27, 2008.", None),
        ],
    )
    def test_say_when_a_set_is_legal(self, text: str, day: str | None) -> None:
        found = find_legal_from(text)
        assert (found and found[1]) == day

    @pytest.mark.parametrize(
        ("text", "members"),
        [
            ("The members of the Keepers are Mila, Dr. Oak, and Old Tam. They win.", ("Mila", "Dr. Oak", "Old Tam")),
            ("Draw. (The members of the Keepers are Mila and Dr. Oak.)", ("Mila", "Dr. Oak")),
            ("Members of the Keepers are: Mila, S.H.E.L.L., Tam\nMore.", ("Mila", "S.H.E.L.L.", "Tam")),
        ],
    )
    def test_list_the_members_of_groups(self, text: str, members: tuple[str, ...]) -> None:
        assert list(find_groups(text)) == [("Keepers", members)]

    def test_that_members_are_tired_list_none(self) -> None:
        assert list(find_groups("The members of the Keepers are tired.")) == []

    def test_cite_rules_once_each(self) -> None:
        assert find_cited_rules("See 208.3b, 513.3c and 208.3b; not 12.5, version 1.208.3 or 100.3/4.") == (
            "208.3b",
            "513.3c",
        )
