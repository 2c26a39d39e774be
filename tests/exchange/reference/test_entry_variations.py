"""Entries as others have written them, one difference at a time: errata, single cards, groups."""

from __future__ import annotations

import pytest

from tests.exchange.reference.documents import (
    FAQ,
    as_bytes,
    cards,
    commentary,
    lines_taken,
    of_kind,
    problems,
    shape,
    wording,
)
from vsdb.exchange.card_files.proposals import IgnoredText


class TestErrata:
    @pytest.mark.parametrize(
        "marked", ["*draw {}*", "_draw {}_", "<i>draw {}</i>", "<em>draw {}</em>", "***draw {}***"]
    )
    def test_give_the_passages_in_italics_as_changed(self, marked: str) -> None:
        text = FAQ.replace("play, draw a card.", f"play, {marked.format('two cards')}. Use it <i>once.</i>")
        ossian = cards(text)["Ossian"]
        assert wording(ossian)[1] == "When Ossian enters play, draw two cards. Use it once."
        assert ossian.wordings[0].changed == ("draw two cards", "once.")

    def test_take_no_asterisks_of_a_name_for_italics(self) -> None:
        text = FAQ.replace("Ossian <> The Gale, Windborn ○ Second Son", "Squad O*S*S*, Windborn").replace(
            "When Ossian enters play, draw a card.", "When Squad O*S*S* enters play, O*S*S* draws a card."
        )
        squad = cards(text)["Squad O*S*S*"]
        assert wording(squad)[1] == "When Squad O*S*S* enters play, O*S*S* draws a card."
        assert squad.wordings[0].changed == ()

    def test_may_stand_without_type_lines(self) -> None:
        text = """\
            Gorse Clan Errata List
            As of May 4, 2007

            ERRATA

            Mila, Lamplighter
            When Mila enters play, draw *two* cards.

            Old Tam, Keeper
            Reservist
            [Activate] >>> Ready target lantern.
        """
        found = cards(text)
        assert [(each.wordings[0].kind, shape(each)) for each in found.values()] == [
            ("errata", (1, 0)),
            ("errata", (2, 0)),
        ]
        assert found["Mila"].wordings[0].changed == ("two",)
        assert not found["Mila"].wordings[0].is_excerpt


class TestSingleCards:
    def test_may_lack_a_type_line(self) -> None:
        text = FAQ.replace("    Plot Twist, 2\n", "")
        morning = cards(text)["Quiet Morning"]
        assert (morning.facts, morning.versions, shape(morning)) == ({}, None, (1, 1))

    def test_keep_the_parts_of_a_type_line_that_can_be_read(self) -> None:
        text = FAQ.replace("Plot Twist, 2\n", "Plot Twist, two\n").replace("Equipment, 0\n", "Equipment, 0, heavy\n")
        found = cards(text)
        assert (found["Quiet Morning"].facts, shape(found["Quiet Morning"])) == ({"type": "Plot Twist"}, (1, 1))
        assert found["Tam's Ladder"].facts["cost"] == 0
        assert [problem.split(":")[0] for problem in problems(text)] == [
            "line 41, Single Cards",
            "line 48, Single Cards",
        ]

    def test_need_a_name_over_their_type_line(self) -> None:
        text = FAQ.replace(
            "    Quiet Morning\n    Plot Twist, 2\n", f"    {'A long lamp. ' * 20}\n\n    Plot Twist, 2\n"
        )
        assert [problem.split(";")[0] for problem in problems(text)] == ["line 42: a type line without a card name"]
        assert len(lines_taken(as_bytes(text))) == len([line for line in text.split("\n") if line.strip()])

    def test_may_stand_far_under_their_name(self) -> None:
        assert shape(cards(FAQ.replace("Quiet Morning\n", "Quiet Morning\n\n\n"))["Quiet Morning"]) == (1, 1)

    def test_may_have_a_list_for_commentary(self) -> None:
        text = FAQ.replace(
            "    See Quiet Morning.", "    • The ladder isn't climbed.\n    • It holds two.\n    • It is old."
        )
        assert shape(cards(text)["Tam's Ladder"]) == (2, 3)

    def test_may_have_a_list_in_their_wording(self) -> None:
        text = FAQ.replace(
            "    Equipped character has flight.", "    Choose one:\n\n    • Draw a card.\n\n    • Discard a card."
        )
        assert shape(cards(text)["Tam's Ladder"]) == (4, 1)

    def test_quote_other_cards_in_their_commentary(self) -> None:
        text = FAQ.replace(
            "    See Quiet Morning.", "    Even if Mila holds it, it counts.\n\n    Mila, Climber\n    Cosmic: Flight"
        )
        ladder, mila = cards(text)["Tam's Ladder"], cards(text)["Mila"]
        assert (shape(ladder), shape(mila)) == ((2, 1), (1, 0))
        assert ladder.rulings[0].mentions == ("Mila, Climber",)
        assert (mila.versions, mila.wordings[0].is_excerpt) == (("Climber",), True)

    def test_may_have_no_commentary(self) -> None:
        text = FAQ.replace("    See Quiet Morning.\n", "")
        assert shape(cards(text)["Tam's Ladder"])[0] >= 1
        assert shape(
            cards(text.replace("Equipped character has flight.", "[Activate] >>> Draw a card."))["Tam's Ladder"]
        ) == (2, 0)

    def test_may_have_their_number_beside_the_name(self) -> None:
        text = FAQ.replace("    Quiet Morning\n", "    MGC-104: Quiet Morning\n").replace(
            "Tam's Ladder\n", "Tam's Ladder (MGC-105)\n"
        )
        found = cards(text)
        assert (found["Quiet Morning"].set_code, found["Quiet Morning"].number) == ("MGC", "104")
        assert (found["Tam's Ladder"].set_code, found["Tam's Ladder"].number) == ("MGC", "105")
        assert found["Quiet Morning"].rulings[0].cards == ("Quiet Morning",)

    @pytest.mark.parametrize("name", ["Good Cop, Good Cop", "Run, Tam, Run!"])
    def test_may_have_a_comma_in_the_name(self, name: str) -> None:
        assert cards(FAQ.replace("    Quiet Morning\n    Plot", f"    {name}\n    Plot"))[name].versions == ()

    def test_may_be_cut_by_the_foot_of_a_page(self) -> None:
        text = FAQ.replace(
            "    See Quiet Morning.", "    Page 2 of 3\n\n    See Quiet Morning.\n\n    2 comments:\n\n    Older Post"
        )
        assert commentary(cards(text)["Tam's Ladder"]) == ["See Quiet Morning."]
        assert [each.reason for each in of_kind(IgnoredText, text)][1:] == [
            "page number",
            "page comments",
            "page links",
        ]

    def test_tell_where_their_wording_ends_only_where_it_is_plain(self) -> None:
        text = FAQ.replace(
            "    Equipped character has flight.\n\n    See Quiet Morning.",
            "    Lamps are cold. Tams are warm. Ossians are wet.",
        )
        assert [problem.split(";")[0] for problem in problems(text)] == []


class TestGroups:
    def test_come_once_with_the_members_that_came_first(self) -> None:
        listed = "(The members of the Keepers are Mila, Dr. Oak, and Old Tam.)"
        text = FAQ.replace("Equip only to Old Tam.", f"Equip only to a Keeper. {listed}")
        assert problems(text) == []
        other = text.replace("Dr. Oak, and Old Tam.)", "Dr. Oak, and Ossian.)")
        assert [problem.split(": ")[-1] for problem in problems(other)] == [
            "the members of Keepers differ from the file's first list"
        ]
