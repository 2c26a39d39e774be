"""Finding a card by what people know of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.catalog import Catalog
from tests.engine.builders import card, card_set, catalog

HAWK = card(
    VS_CLASSIC, "Hank Hall", title="Hank Hall <> Hawk, Agent of Chaos", identity="Hawk", versions=("Agent of Chaos",)
)
SENTINEL = card(VS_CLASSIC, "Sentinel", title="Sentinel, Army ○ A.I.M.", versions=("Army", "A.I.M."))
T_JET = card(VS_CLASSIC, "T-Jet")
FIGHTER = card(VS_CLASSIC, "T-Jet", title="T-Jet, Tamaranian Fighter", versions=("Tamaranian Fighter",))
KNIGHT = card(VS_CLASSIC, "Moon Knight", versions_known=False)
SURPRISE = card(VS_CLASSIC, "Nasty Surprise", printings=("MOR-202", "DCL-267"))
COP = card(VS_CLASSIC, "Good Cop, Good Cop", printings=("MOR-007",))
DOOMSTADT = card(VS_CLASSIC, "Doomstadt", printings=("MOR",))
CLASSIC = catalog(
    VS_CLASSIC,
    (HAWK, SENTINEL, T_JET, FIGHTER, KNIGHT, SURPRISE, COP, DOOMSTADT),
    card_set(VS_CLASSIC, "MOR", date(2004, 4, 1)),
    card_set(VS_CLASSIC, "DCL", date(2007, 1, 1), date(2007, 12, 31)),
)

CHILD = card(RIFTBOUND, "Dark Child, Starter", type="Legend", tags=("Annie",), printings=("OGS-017",))
BOSS = card(RIFTBOUND, "The Boss", type="Legend", tags=("Sett",), printings=("OGN-269", "OGN-310*"))
DARIUS = card(RIFTBOUND, "Darius, Trifarian", type="Unit", printings=("OGN-027", "OGN-027a"))
RUNE = card(RIFTBOUND, "Fury Rune", type="Rune", printings=("VEN-r01",))
RIFT = catalog(RIFTBOUND, (CHILD, BOSS, DARIUS, RUNE))

POUTY = card(RIFTBOUND, "Pouty Poro", printings=("OGN-013", "OPP-013/298"))
CADET = card(RIFTBOUND, "Blast Corps Cadet", printings=("SFD-013", "OPP-013/221"))
LUX = card(RIFTBOUND, "Lux, Crownguard", printings=("OPP-014/024",))
BOTH = card(RIFTBOUND, "Twice", printings=("OPP-001/298", "OPP-001/219"))
PROMOS = catalog(RIFTBOUND, (POUTY, CADET, LUX, BOTH))

BAT = card(VS_2PCG, "Baseball Bat", printings=("AEW-065",))
CHAIR = card(VS_2PCG, "Chair", printings=("AEW-065",))
HULK_1 = card(VS_2PCG, "She-Hulk", slug="she-hulk-1", printings=("AFF-003",), aka=("Jennifer Walters",))
HULK_2 = card(VS_2PCG, "She-Hulk", slug="she-hulk-2", printings=("AFF-004",))
PCG = catalog(VS_2PCG, (BAT, CHAIR, HULK_1, HULK_2))


class TestByPrinting:
    """A printing's code names the card."""

    @pytest.mark.parametrize(
        "code",
        ["MOR-202", "mor-202", " MOR-202 ", "MOR 202", "MOR-202C", "mor-202c", "MOR-202/220", "DCL-267"],
    )
    def test_finds_it_in_any_spelling(self, code: str) -> None:
        assert CLASSIC.by_printing(code) == (SURPRISE,)

    @pytest.mark.parametrize("code", ["MOR-7", "MOR-07", "MOR-007"])
    def test_does_not_mind_the_padding(self, code: str) -> None:
        assert CLASSIC.by_printing(code) == (COP,)

    @pytest.mark.parametrize("code", ["MOR202", "MOR-203", "MOR-2020", "XXX-202", "MOR", "202", "", "MOR-", "a, b"])
    def test_finds_nothing_else(self, code: str) -> None:
        assert CLASSIC.by_printing(code) == ()

    @pytest.mark.parametrize("code", ["OGN-027", "OGN-027a", "OGN-027A", "ogn-027/298", "OGN-27a/298"])
    def test_knows_the_letters_of_riftbound_printings(self, code: str) -> None:
        assert RIFT.by_printing(code) == (DARIUS,)

    @pytest.mark.parametrize(("code", "found"), [("OGN-027b", ()), ("OGN-310*/298", (BOSS,)), ("ven-R1", (RUNE,))])
    def test_takes_no_letter_of_them_for_a_rarity(self, code: str, found: tuple[object, ...]) -> None:
        assert RIFT.by_printing(code) == found

    def test_gives_both_cards_of_a_number_given_twice(self) -> None:
        assert PCG.by_printing("AEW-065") == (BAT, CHAIR)

    @pytest.mark.parametrize(
        ("code", "found"),
        [
            ("OPP-013", (POUTY, CADET)),
            ("OPP-013/298", (POUTY,)),
            ("opp-13/221", (CADET,)),
            ("OPP-013/219", (POUTY, CADET)),
            ("OPP-014/298", (LUX,)),
        ],
    )
    def test_tells_cards_of_one_number_apart_by_the_sizes_of_their_sets(
        self, code: str, found: tuple[object, ...]
    ) -> None:
        assert PROMOS.by_printing(code) == found

    def test_tells_the_recorded_code_of_one_number_by_the_size_of_its_set(self) -> None:
        assert PROMOS.recorded_code(POUTY, "opp-013/298") == "OPP-013/298"
        assert PROMOS.recorded_code(CADET, "OPP-13") == "OPP-013/221"
        assert PROMOS.recorded_code(BOTH, "OPP-001/219") == "OPP-001/219"

    @pytest.mark.parametrize("code", ["OGN-310*", "OGN-310s", "OGN-310S", "OGN-310-STAR", "ogn-310-star/298"])
    def test_knows_every_sign_of_a_signed_printing(self, code: str) -> None:
        assert RIFT.by_printing(code) == (BOSS,)
        assert RIFT.recorded_code(BOSS, code) == "OGN-310*"

    def test_takes_a_signed_printing_for_no_other(self) -> None:
        assert RIFT.by_printing("OGN-269s") == RIFT.by_printing("OGN-269-STAR") == ()

    def test_tells_the_code_as_recorded(self) -> None:
        assert CLASSIC.recorded_code(SURPRISE, "mor-202C") == "MOR-202"
        assert RIFT.recorded_code(DARIUS, "ogn-27A/298") == "OGN-027a"
        assert CLASSIC.recorded_code(KNIGHT, "moon-knight") == "moon-knight"

    @pytest.mark.parametrize(("text", "code"), [("mor", "MOR"), ("MOR", "MOR"), ("xyz", None)])
    def test_knows_its_sets(self, text: str, code: str | None) -> None:
        assert CLASSIC.set_code(text) == code


class TestByTitle:
    """A full title names one card."""

    @pytest.mark.parametrize(
        "title",
        [
            "Hank Hall <> Hawk, Agent of Chaos",
            "Hank Hall<>Hawk, agent of chaos",
            "Hank Hall ◊ Hawk, Agent of Chaos",
            "Hank Hall, Agent of Chaos",
        ],
    )
    def test_takes_the_identity_in_any_form_or_left_out(self, title: str) -> None:
        assert CLASSIC.by_title(title) == (HAWK,)

    @pytest.mark.parametrize("title", ["Hawk, Agent of Chaos", "Hank Hall <> Dove, Agent of Chaos", "Hank Hall, Agent"])
    def test_takes_no_other_title(self, title: str) -> None:
        assert CLASSIC.by_title(title) == ()

    def test_takes_an_identity_where_none_is_recorded(self) -> None:
        assert CLASSIC.by_title("Sentinel <> Bot, Army ○ A.I.M.") == (SENTINEL,)

    @pytest.mark.parametrize(
        "versions", ["Army ○ A.I.M.", "AIM • Army", "Army/A.I.M.", "A.I.M. - Army", "Army, A.I.M."]
    )
    def test_takes_the_versions_in_any_order(self, versions: str) -> None:
        assert CLASSIC.by_title(f"Sentinel, {versions}") == (SENTINEL,)

    def test_asks_for_every_version(self) -> None:
        assert CLASSIC.by_title("Sentinel, Army") == ()

    def test_takes_a_name_alone_for_the_card_without_a_version(self) -> None:
        assert CLASSIC.by_title("T-Jet") == (T_JET,)
        assert CLASSIC.by_title("T-Jet, Tamaranian Fighter") == (FIGHTER,)

    def test_takes_no_name_alone_for_a_card_whose_version_is_not_known(self) -> None:
        assert CLASSIC.by_title("Moon Knight") == ()

    def test_takes_commas_in_names(self) -> None:
        assert CLASSIC.by_title("good cop, good cop") == (COP,)

    @pytest.mark.parametrize("title", ["Sett, The Boss", "The Boss", "the boss"])
    def test_takes_a_legend_with_its_champion(self, title: str) -> None:
        assert RIFT.by_title(title) == (BOSS,)

    @pytest.mark.parametrize(
        "title", ["Annie, Dark Child", "Annie, Dark Child, Starter", "Dark Child", "Dark Child, Starter"]
    )
    def test_takes_a_legend_whose_recorded_name_goes_on(self, title: str) -> None:
        assert RIFT.by_title(title) == (CHILD,)

    def test_prefers_the_legend_of_exactly_that_name(self) -> None:
        whole = card(RIFTBOUND, "Dark Child", type="Legend", tags=("Annie",))

        assert catalog(RIFTBOUND, (CHILD, whole)).by_title("Annie, Dark Child") == (whole,)

    def test_gives_all_cards_that_share_a_title(self) -> None:
        assert PCG.by_title("she hulk") == (HULK_1, HULK_2)


class TestByName:
    """A name without its version means every card of it."""

    def test_gives_every_version(self) -> None:
        assert CLASSIC.by_name("t jet") == (T_JET, FIGHTER)

    def test_narrows_by_the_identity(self) -> None:
        vigilante = replace(KNIGHT, slug="vigilante", identity="Vigilante")
        both = catalog(VS_CLASSIC, (KNIGHT, vigilante))

        assert both.by_name("Moon Knight <> Vigilante") == (vigilante,)
        assert both.by_name("Moon Knight <> Other") == (KNIGHT,)

    def test_leaves_aka_names_and_identities_out(self) -> None:
        assert PCG.by_name("Jennifer Walters") == ()
        assert CLASSIC.by_name("Hawk") == ()


class TestByWords:
    """A title whose signs were left out or changed."""

    @pytest.mark.parametrize(
        "text", ["Hank Hall Agent of Chaos", "Hank Hall Hawk Agent of Chaos", "Hank Hall - Agent of Chaos"]
    )
    def test_finds_it(self, text: str) -> None:
        assert CLASSIC.by_words(text) == (HAWK,)

    def test_finds_legends(self) -> None:
        assert RIFT.by_words("Annie Dark Child") == (CHILD,)
        assert RIFT.by_words("Sett The Boss") == (BOSS,)

    @pytest.mark.parametrize("text", ["HankHall Agent of Chaos", "Agent of Chaos Hank Hall", ""])
    def test_changes_no_word(self, text: str) -> None:
        assert CLASSIC.by_words(text) == ()


class TestNearest:
    """Suggestions for a name that isn't there."""

    def test_gives_the_name_that_was_meant_first(self) -> None:
        assert CLASSIC.nearest("Nasty Suprise")[0] is SURPRISE

    def test_gives_cards_of_the_name_under_other_versions_first(self) -> None:
        assert CLASSIC.nearest("T-Jet, Starfighter")[:2] == (T_JET, FIGHTER)

    def test_finds_aka_names_and_identities(self) -> None:
        assert PCG.nearest("Jenifer Walters")[0] is HULK_1
        assert CLASSIC.nearest("Hawk, Agent of Chaos")[0] is HAWK

    def test_gives_nothing_for_a_name_like_no_other(self) -> None:
        assert CLASSIC.nearest("Zzyzx") == ()

    def test_gives_five_at_most_each_title_once_and_always_in_the_same_order(self) -> None:
        many = [card(VS_2PCG, "Hulk", slug=f"hulk-{n}") for n in range(3)]
        alike = [card(VS_2PCG, f"Hulk{letter}") for letter in "hgfedcba"]
        found = catalog(VS_2PCG, (*alike, *many)).nearest("Hulk")

        assert [each.title for each in found] == ["Hulk", "Hulka", "Hulkb", "Hulkc", "Hulkd"]
        assert found[0] is many[0]
        assert catalog(VS_2PCG, (*many, *reversed(alike))).nearest("Hulk") == found

    def test_stays_quick_for_a_name_of_any_length(self) -> None:
        assert CLASSIC.nearest("Nasty Surprise" + " x" * 100_000) == ()


class TestMayBeOut:
    """Whether a card may have been released by a day."""

    DCL_ONLY = replace(SURPRISE, printings=SURPRISE.printings[1:])

    @pytest.mark.parametrize(
        ("on", "expected"), [(date(2006, 12, 31), False), (date(2007, 1, 1), True), (date(2008, 1, 1), True)]
    )
    def test_it_may_from_the_earliest_day_of_its_release(self, on: date, expected: bool) -> None:
        assert CLASSIC.may_be_out(self.DCL_ONLY, on) is expected

    def test_it_may_if_any_printing_may(self) -> None:
        assert CLASSIC.may_be_out(SURPRISE, date(2005, 1, 1))

    @pytest.mark.parametrize(
        "unrecorded",
        [
            T_JET,
            replace(DCL_ONLY, has_unrecorded_printing=True),
            replace(DCL_ONLY, is_in_every_set=True),
            card(VS_CLASSIC, "Foo", printings=("XXX-001",)),
        ],
    )
    def test_it_may_where_a_release_is_not_recorded(self, unrecorded: object) -> None:
        assert CLASSIC.may_be_out(unrecorded, date(1990, 1, 1))  # type: ignore[arg-type]


def test_a_catalog_may_be_empty() -> None:
    empty = Catalog(VS_CLASSIC, (), {})

    assert (empty.by_name("x"), empty.by_title("x"), empty.nearest("x"), empty.by_printing("MOR-001")) == (
        (),
        (),
        (),
        (),
    )


def test_a_prepared_catalog_has_worked_out_what_totals_ask_of_each_card() -> None:
    cards = (card(VS_CLASSIC, "Hulk"), card(VS_CLASSIC, "Thor"))
    catalog(VS_CLASSIC, cards).prepare()
    assert [(vars(each)["bits"], vars(each)["folded_name"]) for each in cards] == [
        (each.bits, name) for each, name in zip(cards, ("hulk", "thor"), strict=True)
    ]
