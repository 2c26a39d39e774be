"""Lives of decks and cards, derived by hand from the dated facts (data/sets.json, data/bans.json)."""

from __future__ import annotations

import pytest

from engine.model.errors import InputError, NotFound
from vsdb.catalog.cards import selectors
from vsdb.check.forms import find_sample
from vsdb.timelines.page import build_card_timeline_page, build_deck_page, strip_of_deck
from vsdb.timelines.services import MAX_LINES, build_card_timeline, build_deck_timeline

pytestmark = pytest.mark.django_db

THE_BOYS = """Main Character
1 Butcher [BOY-001]
Level Up
1 Butcher [BOY-002]
Deck
4 Popclaw [BOY-020]
4 Grace Mallory [BOY-014]
4 Frenchie [BOY-017]
4 Starlight [BOY-023]
4 Kimiko [BOY-021]
4 Mother's Milk [BOY-018]
4 Butcher [BOY-019]
4 C.I.A. Depurty Director Susan Rayner [BOY-015]
4 Cherie [BOY-013]
4 Hughie [BOY-016]
4 Mesmer [BOY-022]
4 Psychiatric Hospital [BOY-058]
4 Secret Meeting [BOY-059]
4 Movie Set [BOY-060]
4 Sparring Room [BOY-061]
"""


def spans_of(text: str, game: str, slug: str) -> list[tuple[str, str, str]]:
    """Outcome, first and last day of each span."""
    (spans,) = build_deck_timeline(text, game=game, formats=[slug]).lives.values()
    return [(span.outcome, str(span.since), str(span.until)) for span in spans]


def jinx(*, without_banned: bool = False) -> str:
    found = find_sample("jinx")
    assert found
    return (
        found.text.replace("Obelisk of Power", "Zaun Warrens").replace("Stacked Deck", "Sai Scout")
        if without_banned
        else found.text
    )


class TestADeckThatRotatesOut:
    def test_of_a_set_that_the_fourth_expansion_after_it_drives_out(self) -> None:
        """Infinite Crisis (DCR) comes in April 2006; Marvel Knights (MMK) goes with the fourth Marvel expansion after
        it (MAV, MXM, MHG, MTU), in February 2007; of both months only the month is known."""
        assert spans_of("56 Aspiring Pawn, Army\n4 Doop, Ultimate Weapon", "vs-classic", "silver-age") == [
            ("illegal", "None", "2006-03-31"),
            ("uncertain", "2006-04-01", "2006-04-29"),
            ("legal", "2006-04-30", "2007-01-31"),
            ("uncertain", "2007-02-01", "2007-02-27"),
            ("illegal", "2007-02-28", "None"),
        ]

    def test_of_a_set_whose_place_in_the_order_is_not_known(self) -> None:
        """Web of Spider-Man came in 2004, before or after Marvel Origins: so Origins is driven out by X-Men (February
        2006) or by Heralds of Galactus (legal on 23 September 2006). Marvel Knights comes in February 2005."""
        assert spans_of("56 Doom-Bot, Army\n4 Doop, Ultimate Weapon", "vs-classic", "silver-age") == [
            ("illegal", "None", "2005-01-31"),
            ("uncertain", "2005-02-01", "2005-02-27"),
            ("legal", "2005-02-28", "2006-01-31"),
            ("uncertain", "2006-02-01", "2006-09-22"),
            ("illegal", "2006-09-23", "None"),
        ]

    def test_after_two_new_years(self) -> None:
        """Rule 601.2.a: sets of this year and the last, from 2028 on; Origins is of 31 October 2025, and no set of 2027
        or 2028 is recorded, in which its cards may be again."""
        assert spans_of(jinx(without_banned=True), "riftbound", "standard") == [
            ("illegal", "None", "2025-10-30"),
            ("legal", "2025-10-31", "2027-12-31"),
            ("uncertain", "2028-01-01", "None"),
        ]


class TestADeckWithABannedCard:
    def test_is_illegal_from_the_day_of_the_ban(self) -> None:
        """Obelisk of Power: banned since 31 March 2026."""
        assert spans_of(jinx(), "riftbound", "standard") == [
            ("illegal", "None", "2025-10-30"),
            ("legal", "2025-10-31", "2026-03-30"),
            ("illegal", "2026-03-31", "None"),
        ]

    def test_is_told_in_a_sentence_with_what_ended_it(self) -> None:
        page = build_deck_page(build_deck_timeline(jinx()))
        assert page.summary.startswith(
            "Legal in Constructed: Standard 31 October 2025 to 30 March 2026. Ended on 31 March 2026: "
            "Obelisk of Power is banned"
        )

    def test_names_the_ban_as_what_ended_it(self) -> None:
        page = build_deck_page(build_deck_timeline(jinx(), formats=["standard"]))
        banned = page.lives[0].spans[2]
        assert banned.days == "from 31 March 2026"
        assert [each.place for each in banned.begun] == ["bans on that date"]
        assert banned.begun[0].address == "/formats/riftbound/standard/?on=2026-03-31#bans"
        assert "ban-list" in [each.citation.document for each in banned.against if each.citation]

    def test_in_another_format_of_the_same_sets_never_ends(self) -> None:
        """The ban is of Standard alone."""
        assert spans_of(jinx(), "riftbound", "mode-1v1-duel")[1:] == [("legal", "2025-10-31", "None")]


class TestADeckInAFormatOfListedSets:
    """The Boys came out on 12 July 2023; version 2 of Second Chance has it among its sets, version 1 hasn't."""

    def test_is_legal_from_the_day_its_set_is_out(self) -> None:
        assert spans_of(THE_BOYS, "vs-2pcg", "second-chance-version-2") == [
            ("illegal", "None", "2023-07-11"),
            ("legal", "2023-07-12", "None"),
        ]

    def test_is_never_legal_where_the_set_is_not_listed(self) -> None:
        assert spans_of(THE_BOYS, "vs-2pcg", "second-chance-version-1") == [("illegal", "None", "None")]

    def test_stands_with_one_reason_where_it_was_never_legal(self) -> None:
        page = build_deck_page(build_deck_timeline(THE_BOYS, game="vs-2pcg", own="second-chance-version-2"))
        assert page.lives[0].fmt.slug == "second-chance-version-2"
        (never,) = (each for each in page.never if each.fmt.slug == "second-chance-version-1")
        assert "BOY is not a set" in never.reason
        assert never.more == 12  # thirteen characters of that set; its basic locations are in anywhere


class TestACard:
    def test_is_told_by_the_days_of_its_set_and_its_ban(self) -> None:
        """Overload: out of Marvel Origins (April 2004); the ban began in June or July 2005 and was lifted at some time
        from 1 December 2006 to 11 August 2008."""
        page = build_card_timeline_page(
            build_card_timeline(selectors.get_reference("vs-classic"), "overload", ["golden-age"])
        )
        (life,) = page.lives
        assert [(span.outcome, span.days) for span in life.spans] == [
            ("not in", "until 31 March 2004"),
            ("unknown", "1 April 2004 to 29 April 2004"),
            ("legal", "30 April 2004 to 31 May 2005"),
            ("unknown", "1 June 2005 to 30 July 2005"),
            ("banned", "31 July 2005 to 30 November 2006"),
            ("unknown", "1 December 2006 to 10 August 2008"),
            ("legal", "from 11 August 2008"),
        ]
        assert [each.message for each in life.spans[4].against] == ["ban began between 1 June and 31 July 2005"]
        assert page.summary == (
            "Legal in Golden Age 30 April 2004 to 31 May 2005 and again from 11 August 2008. No end is recorded."
        )

    def test_that_a_format_never_has_stands_among_those_with_why(self) -> None:
        page = build_card_timeline_page(build_card_timeline(selectors.get_reference("vs-classic"), "overload"))
        assert "dc-modern-age" in {each.fmt.slug for each in page.never}
        assert all(each.reason for each in page.never)


class TestTheService:
    def test_puts_the_list_s_own_format_first(self) -> None:
        page = build_deck_page(build_deck_timeline("# game: vs-classic\n# format: silver-age\n4 Savage Beatdown"))
        assert page.own
        assert (page.own.slug, page.lives[0].fmt.slug) == ("silver-age", "silver-age")

    def test_takes_items_as_a_check_does(self) -> None:
        items = [{"count": 56, "name": "Doom-Bot, Army"}, {"count": 4, "slug": "doop-ultimate-weapon"}]
        (spans,) = build_deck_timeline(items, formats=["silver-age"]).lives.values()
        assert [span.outcome for span in spans] == ["illegal", "uncertain", "legal", "uncertain", "illegal"]

    def test_finds_the_game_by_the_cards_and_asks_where_they_tell_none(self) -> None:
        assert build_deck_timeline("4 Savage Beatdown", formats=()).game == "vs-classic"
        with pytest.raises(InputError) as raised:
            build_deck_timeline("4 Nobody at all")
        assert raised.value.code == "game-missing"

    def test_names_the_nearest_format(self) -> None:
        with pytest.raises(NotFound) as raised:
            build_deck_timeline("4 Savage Beatdown", game="vs-classic", formats=["silver-edge"])
        assert "silver-age" in raised.value.nearest

    @pytest.mark.parametrize(("lines", "is_told"), [(MAX_LINES, True), (MAX_LINES + 1, False)])
    def test_refuses_a_list_far_longer_than_any_deck(self, lines: int, is_told: bool) -> None:
        text = "\n".join(["1 Savage Beatdown"] * lines)
        fmt = selectors.get_reference("vs-classic").formats["golden-age"]
        assert (strip_of_deck(text, "vs-classic", fmt) is not None) is is_told
        if not is_told:
            with pytest.raises(InputError) as raised:
                build_deck_timeline(text, game="vs-classic", formats=["golden-age"])
            assert raised.value.code == "too-long"

    def test_refuses_more_formats_than_a_check_does(self) -> None:
        with pytest.raises(InputError) as raised:
            build_deck_timeline("4 Savage Beatdown", game="vs-classic", formats=["golden-age"] * 81)
        assert raised.value.code == "too-many"
        with pytest.raises(InputError):
            build_card_timeline(selectors.get_reference("vs-classic"), "overload", ["golden-age"] * 81)
