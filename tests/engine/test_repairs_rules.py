"""What single rules ask of a repair, by decks of which the smallest repair can be counted by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.catalog import Catalog
from engine.model.decks import AMBIGUOUS, UNKNOWN, Deck, DeckEntry
from engine.model.formats import Construction, Format, Pool, Restriction
from engine.repair import Repair, repair
from tests.engine import builders
from tests.engine.classic_builders import A_DAY, a_card, a_deck, a_format, a_set
from tests.engine.pcg_builders import main_character, special_location, supporting
from tests.engine.repair_worlds import AFF, LATER, WORLDS

OLD = builders.card_set(VS_2PCG, "OLD", A_DAY)
MARVEL, PIXIE = main_character("Captain Marvel"), supporting("Pixie")


def pcg(deck: Deck, cards: tuple[Card, ...], size: int, **facts: object) -> Repair:
    """The repair in a 2PCG format of so many cards."""
    sets = {each.code: each for each in (AFF, OLD)}
    figures = {"deck_min": size, "deck_max": size, "copies": 4}
    fmt: Format = builders.fmt(VS_2PCG, construction=figures, universe="mixed", sets=sets, **facts)
    return repair(deck, fmt, LATER, Catalog(VS_2PCG, cards, sets))


def changed(found: Repair) -> set[tuple[str, str]]:
    """What goes and what comes."""
    return {
        (each.gone.card.name if each.gone and each.gone.card else "", each.comes.name if each.comes else "")
        for each in found.changes
    }


class TestSections:
    def test_a_rune_in_the_deck_goes(self) -> None:
        world = WORLDS["riftbound"]()
        rune = next(entry.card for entry in world.legal if entry.section == "runes")
        entries = tuple(replace(e, card=rune) if e.section == "deck" else e for e in world.legal)
        found = repair(Deck(RIFTBOUND, entries), world.fmt, world.day, world.catalog)
        assert (found.size, found.is_smallest) == (2, True)

    def test_a_supporting_character_cannot_start(self) -> None:
        deck = builders.deck(VS_2PCG, main_character={PIXIE: 1}, deck={PIXIE: 2})
        found = pcg(deck, (MARVEL, PIXIE), 2)
        assert (changed(found), found.is_smallest) == ({("Pixie", "Captain Marvel")}, True)

    def test_of_five_guests_one_goes(self) -> None:
        spider = main_character("Spider-Man", keywords=("Spider-Verse",))
        ham = main_character("Spider-Ham", keywords=("Spider-Verse",))
        gwen = main_character("Ghost-Spider", keywords=("Spider-Verse",))
        deck = builders.deck(VS_2PCG, main_character={spider: 1}, deck={ham: 3, gwen: 2})
        found = pcg(deck, (spider, ham, gwen, PIXIE), 5)
        assert (found.size, found.is_smallest) == (1, True)

    def test_what_cannot_be_in_a_pile_goes_out_of_it(self) -> None:
        user = supporting("Ovomorph", uses_piles=("Facehugger",))
        member = supporting("Facehugger", type="Facehugger Pile card", member_of_piles=("Facehugger",))
        deck = builders.deck(
            VS_2PCG, DeckEntry("pile:Facehugger", 1, PIXIE), main_character={MARVEL: 1}, deck={user: 1, PIXIE: 1}
        )
        found = pcg(deck, (MARVEL, PIXIE, user, member), 2)
        # The pile holds four cards, no two of them here: that it goes, with the one that asks for it, is less.
        assert (found.size, found.is_smallest) == (2, True)
        assert {gone for gone, _ in changed(found)} == {"Pixie", "Ovomorph"}

    def test_a_main_character_goes_out_of_a_pile_of_others(self) -> None:
        user = supporting("Ovomorph", uses_piles=("Facehugger",))
        deck = builders.deck(
            VS_2PCG, DeckEntry("pile:Facehugger", 1, MARVEL), main_character={MARVEL: 1}, deck={user: 1, PIXIE: 1}
        )
        found = pcg(deck, (MARVEL, PIXIE, user), 2)
        assert (found.size, found.is_smallest) == (2, True)


class TestPools:
    @pytest.mark.parametrize(("always", "expected"), [((), "Pixie"), (("shared-wild-locations",), "Pixie")])
    def test_a_wild_location_without_its_team_makes_way(self, always: tuple[str, ...], expected: str) -> None:
        wild = special_location("Arcadia", printings=("OLD-1",), teams=("Black Order",))
        deck = builders.deck(VS_2PCG, main_character={MARVEL: 1}, deck={wild: 1, PIXIE: 1})
        found = pcg(deck, (MARVEL, PIXIE, wild), 2, pool=Pool("listed", ("AFF",), always=always))
        assert (changed(found), found.size, found.is_smallest) == ({("Arcadia", expected)}, 1, True)

    def test_a_wild_location_may_stay_where_a_character_of_its_team_comes(self) -> None:
        wild = special_location("Arcadia", printings=("OLD-1",), teams=("Black Order",))
        corvus = supporting("Corvus", teams=("Black Order",))
        deck = builders.deck(VS_2PCG, main_character={MARVEL: 1}, deck={wild: 4})
        found = pcg(deck, (MARVEL, corvus, wild), 5, pool=Pool("listed", ("AFF",), always=("shared-wild-locations",)))
        # One is missing anyway, and as a character of the team it keeps the four.
        assert (changed(found), found.size, found.is_smallest) == ({("", "Corvus")}, 1, True)


class TestRestrictions:
    def test_each_finding_is_read_by_its_own(self) -> None:
        cards = (
            a_card("Boris", "Servant", sets=("AAA-1",), teams=("Doom",), rarity="rare"),
            a_card("Hound", "Army", sets=("AAA-2",), teams=("Doom",), rarity="common"),
            a_card("Twist", sets=("AAA-3",), type="Plot Twist", rarity="common"),
        )
        kinds = (Restriction("no-rares"), Restriction("without-type", {"type": "Plot Twist"}))
        fmt = a_format(a_set("AAA"), restrictions=kinds)
        deck = a_deck((2, cards[0]), (55, cards[1]), (3, cards[2]))
        found = repair(deck, fmt, A_DAY, Catalog(VS_CLASSIC, cards, fmt.sets))
        assert (changed(found), found.size) == ({("Boris", "Hound"), ("Twist", "Hound")}, 5)
        assert found.is_smallest

    def test_more_teams_than_are_counted_are_still_repaired(self) -> None:
        teams = tuple(f"Team {number}" for number in range(201))
        everybody = a_card("Everybody", sets=("AAA-1",), teams=teams[:-1])
        hound = a_card("Hound", "Army", sets=("AAA-2",), teams=teams[:1])
        stranger = a_card("Stranger", sets=("AAA-3",), teams=teams[-1:])
        fmt = a_format(a_set("AAA"), restrictions=(Restriction("teams-at-most", {"count": 1}),))
        deck = a_deck((2, everybody), (57, hound), (1, stranger))
        found = repair(deck, fmt, A_DAY, Catalog(VS_CLASSIC, (everybody, hound, stranger), fmt.sets))
        assert (found.size, found.is_smallest) == (1, True)

    def test_of_two_teams_where_one_may_stay_the_smaller_goes_whole(self) -> None:
        doom, mutants = (
            tuple(a_card(f"{team} {n}", "One", sets=(f"AAA-{first + n}",), teams=(team,)) for n in range(15))
            for team, first in (("Doom", 1), ("X-Men", 51))
        )
        fmt = a_format(a_set("AAA"), restrictions=(Restriction("teams-at-most", {"count": 1}),))
        deck = a_deck(*((4, card) for card in (*doom[:7], *mutants[:8])))
        found = repair(deck, fmt, A_DAY, Catalog(VS_CLASSIC, (*doom, *mutants), fmt.sets))
        assert (found.size, found.is_smallest) == (28, True)
        assert {gone for gone, _ in changed(found)} == {card.name for card in doom[:7]}

    def test_of_two_that_cannot_both_start_one_goes(self) -> None:
        deck = builders.deck(VS_2PCG, main_character={MARVEL: 2}, deck={PIXIE: 2})
        found = pcg(deck, (MARVEL, PIXIE), 2, restrictions=(Restriction("one-starting-main-character"),))
        assert (found.size, found.is_smallest) == (1, True)

    def test_lines_that_name_no_card_are_of_no_side(self) -> None:
        thanos = main_character("Thanos", teams=("Black Order",), alignments=("Evil",))
        deck = builders.deck(VS_2PCG, builders.unknown(1), main_character={thanos: 1}, deck={PIXIE: 2})
        found = pcg(deck, (MARVEL, PIXIE, thanos), 3, restrictions=(Restriction("good-or-evil"),))
        # The main character goes, and the line.
        assert (found.size, found.is_smallest) == (2, True)


class TestTheLeastThatIsAsked:
    """Nothing is counted for one rule that another way to keep it doesn't need."""

    ONLY = a_card("Storm", "Leader", sets=("AAA-1",), teams=("X-Men",), printed_limit=1)
    TWO = a_card("Storm", "Weather", sets=("AAA-2",), teams=("X-Men",), printed_limit=2)
    FREE = a_card("Storm", "Goddess", sets=("AAA-3",), teams=("X-Men",))
    BORIS = a_card("Boris", "Servant", sets=("AAA-4",), teams=("Doom",))

    def classic(
        self, size: int, *entries: DeckEntry | tuple[int, Card], restriction: Restriction | None = None
    ) -> Repair:
        fmt = a_format(
            a_set("AAA"),
            construction=Construction(deck_min=size, copies=4),
            restrictions=(restriction,) if restriction else (),
        )
        cards = (self.ONLY, self.TWO, self.FREE, self.BORIS)
        lines = [each if isinstance(each, DeckEntry) else DeckEntry("deck", *each) for each in entries]
        deck = Deck(VS_CLASSIC, tuple(replace(each, line=number) for number, each in enumerate(lines, start=1)))
        return repair(deck, fmt, A_DAY, Catalog(VS_CLASSIC, cards, fmt.sets))

    def test_a_line_that_may_be_the_limited_card_is_the_copy_that_goes(self) -> None:
        vague = DeckEntry("deck", 1, state=AMBIGUOUS, name="Storm", candidates=(self.TWO, self.FREE))
        found = self.classic(2, (1, self.ONLY), (1, self.BORIS), vague)
        assert (found.size, found.at_least) == (1, 1)

    def test_a_lower_limit_may_go_and_a_higher_one_stay(self) -> None:
        found = self.classic(3, (1, self.ONLY), (1, self.TWO), (1, self.FREE))
        assert (found.size, found.at_least) == (1, 1)

    def test_a_pair_that_all_known_characters_fit_loses_the_unknown_line_alone(self) -> None:
        pairs = Restriction("characters-of-a-pair", {"pairs": [["Doom", "Morlocks"], ["Doom", "X-Men"]]})
        found = self.classic(
            4, (2, self.FREE), (2, self.BORIS), DeckEntry("deck", 1, state=UNKNOWN, name="Bzz"), restriction=pairs
        )
        assert (found.size, found.at_least) == (1, 1)
        assert found.is_smallest

    def test_of_two_starters_the_one_of_a_high_level_goes(self) -> None:
        third = main_character("Thanos", 3)
        deck = builders.deck(VS_2PCG, main_character={MARVEL: 1, third: 1}, deck={PIXIE: 1})
        found = pcg(deck, (MARVEL, PIXIE, third), 2)
        assert (changed(found), found.size, found.at_least) == ({("Thanos", "Pixie")}, 1, 1)

    def test_two_starters_of_level_two_both_go(self) -> None:
        second = main_character("Thanos", 2)
        deck = builders.deck(VS_2PCG, main_character={second: 2}, deck={PIXIE: 2})
        found = pcg(deck, (MARVEL, PIXIE, second), 2)
        assert (found.size, found.at_least) == (2, 2)

    def test_a_main_character_that_starts_leaves_the_level_up_zone_alone(self) -> None:
        deck = builders.deck(VS_2PCG, main_character={MARVEL: 1}, level_up={MARVEL: 1}, deck={PIXIE: 2})
        found = pcg(deck, (MARVEL, PIXIE), 2)
        assert (found.size, found.at_least) == (1, 1)
        assert {each.gone.section for each in found.changes if each.gone} == {"level-up"}

    def test_a_signature_card_in_the_legend_s_place_is_one_of_those_too_many(self) -> None:
        world = WORLDS["riftbound"]()
        by_name = {card.name: card for card in world.catalog.cards}
        signature, legend = by_name["Get Excited"], by_name["Loose Cannon"]
        entries = tuple(
            replace(each, card=signature) if each.card is legend or each.card is by_name["Called Shot"] else each
            for each in world.legal
        )
        found = repair(Deck(RIFTBOUND, entries), world.fmt, world.day, world.catalog)
        assert {(each.gone.section, each.comes) for each in found.changes if each.gone} == {("legend", legend)}
        assert (found.size, found.at_least) == (1, 1)

    def test_what_came_with_a_main_character_is_all_that_may_follow_it(self) -> None:
        second = main_character("Captain Marvel", 2)
        first = replace(MARVEL, levels_into=(second.slug,))
        other = main_character("Thanos", 2)
        deck = builders.deck(VS_2PCG, main_character={first: 1}, deck={PIXIE: 2})
        found = pcg(deck, (first, second, other, PIXIE), 2)
        assert [(each.comes, each.into) for each in found.changes] == [(second, "level-up")]
        assert (found.size, found.at_least, found.changes[0].choices) == (1, 1, ())

    def test_a_main_character_that_no_other_lets_in_goes_out_of_the_deck(self) -> None:
        thanos = main_character("Thanos")
        deck = builders.deck(VS_2PCG, main_character={MARVEL: 1}, deck={PIXIE: 1, thanos: 1})
        found = pcg(deck, (MARVEL, PIXIE, thanos), 2)
        assert (changed(found), found.size) == ({("Thanos", "Pixie")}, 1)
        assert (found.proof[0].out, found.proof[0].into) == (1, 0)

    @pytest.mark.parametrize("is_wild", [False, True])
    @pytest.mark.parametrize("free", [(), ("shared-wild-locations",)])
    def test_of_two_large_sets_the_cards_of_one_go(self, free: tuple[str, ...], *, is_wild: bool) -> None:
        large = replace(AFF, kind="giant-size"), replace(OLD, kind="giant-size")
        make = special_location if is_wild else supporting
        stranger = make("Stranger", printings=("OLD-1",), teams=("Black Order",))
        fmt = builders.fmt(
            VS_2PCG,
            construction={"deck_min": 3, "deck_max": 3, "copies": 4},
            universe="mixed",
            sets={each.code: each for each in large},
            restrictions=(
                Restriction("sets-combined", {"large": 1, "issues": 0, "large_kinds": ["giant-size"], "free": free}),
            ),
        )
        cards = (MARVEL, PIXIE, stranger)
        deck = builders.deck(VS_2PCG, main_character={MARVEL: 1}, deck={PIXIE: 2, stranger: 1})
        found = repair(deck, fmt, LATER, Catalog(VS_2PCG, cards, fmt.sets))
        assert (changed(found), found.size, found.at_least) == ({("Stranger", "Pixie")}, 1, 1)

    def test_of_a_main_character_twice_one_goes(self) -> None:
        once = (Restriction("main-character-once"),)
        deck = builders.deck(VS_2PCG, main_character={MARVEL: 2}, deck={PIXIE: 2})
        found = pcg(deck, (MARVEL, PIXIE), 2, restrictions=once)
        assert (changed(found), found.size, found.at_least) == ({("Captain Marvel", "")}, 1, 1)


class TestWhatAMainCharacterChangesAboutItsDeck:
    """pcg-5.0 Your Main Character Changes Your Deckbuilding Rules: other cards go, or another main character starts."""

    UATU = main_character("Uatu", printings=("FRF-011",))
    JERICHO = main_character("Chris Jericho", printings=("AEW-003",))
    ONE = Format(
        VS_2PCG,
        "test",
        "Test",
        construction=Construction(deck_min=6, deck_max=6, copies=4),
        universe="one",
        sets={code: builders.card_set(VS_2PCG, code, A_DAY) for code in ("AFF", "FRF", "AEW", "MCU1", "PRD", "FRI")},
    )

    def mended(self, deck: Deck, *cards: Card) -> Repair:
        return repair(deck, self.ONE, LATER, Catalog(VS_2PCG, cards, self.ONE.sets))

    def test_a_card_of_another_brand_goes(self) -> None:
        chair = supporting("Chair", printings=("AEW-065",))
        deck = builders.deck(VS_2PCG, main_character={self.UATU: 1}, deck={PIXIE: 4, chair: 2})
        storm = supporting("Storm")
        found = self.mended(deck, self.UATU, PIXIE, chair, storm)
        assert (changed(found), found.size, found.is_smallest) == ({("Chair", "Storm")}, 2, True)

    def test_or_another_main_character_comes(self) -> None:
        chair, table = (supporting(name, printings=("AEW-065",)) for name in ("Chair", "Table"))
        deck = builders.deck(VS_2PCG, main_character={self.UATU: 1}, deck={chair: 3, table: 3})
        found = self.mended(deck, self.UATU, MARVEL, chair, table, PIXIE, supporting("Storm"))
        assert (changed(found), found.is_smallest) == ({("Uatu", "Captain Marvel")}, True)

    def test_one_comes_that_lets_both_universes_in(self) -> None:
        thor = supporting("Thor", universe="Photographic", printings=("MCU1-001",))
        deck = builders.deck(VS_2PCG, main_character={MARVEL: 1}, deck={PIXIE: 3, thor: 3})
        found = self.mended(deck, MARVEL, self.UATU, PIXIE, thor, supporting("Storm"))
        assert (changed(found), found.is_smallest) == ({("Captain Marvel", "Uatu")}, True)

    @pytest.mark.parametrize("universe", ["Illustrated", "one"])
    def test_none_comes_where_the_format_names_the_universe(self, universe: str) -> None:
        thor = supporting("Thor", universe="Photographic", printings=("MCU1-001",))
        deck = builders.deck(VS_2PCG, main_character={MARVEL: 1}, deck={PIXIE: 4, thor: 2})
        cards = (MARVEL, self.UATU, PIXIE, thor, supporting("Storm"))
        fmt = replace(self.ONE, universe=universe)
        found = repair(deck, fmt, LATER, Catalog(VS_2PCG, cards, fmt.sets))
        expected = {("Thor", "Storm")} if universe == "Illustrated" else {("Captain Marvel", "Uatu")}
        assert (changed(found), found.is_smallest) == (expected, True)

    def test_what_one_does_not_let_into_a_pile_goes(self) -> None:
        thor = supporting("Thor", universe="Photographic", printings=("MCU1-001",))
        sting = supporting("Sting", universe="Photographic", printings=("AEW-013",))
        beyonder = supporting("The Beyonder", uses_piles=("Power",))
        people = {supporting(name): 1 for name in ("A", "B", "C", "D")}
        deck = builders.deck(
            VS_2PCG,
            main_character={self.UATU: 1},
            deck={PIXIE: 3, thor: 2, beyonder: 1},
            **{"pile:Power": {**people, sting: 1}},
        )
        found = self.mended(deck, self.UATU, PIXIE, thor, sting, beyonder, *people, supporting("E"))
        assert ({gone for gone, _ in changed(found)}, found.is_smallest) == ({"Sting"}, True)

    def test_the_card_that_starts_in_play_comes(self) -> None:
        bat = supporting("Baseball Bat")
        deck = builders.deck(VS_2PCG, main_character={self.JERICHO: 1}, deck={PIXIE: 4, supporting("Storm"): 2})
        found = self.mended(deck, self.JERICHO, PIXIE, bat)
        assert ({come for _, come in changed(found)}, found.size, found.is_smallest) == ({"Baseball Bat"}, 1, True)

    def test_of_cards_that_are_let_in_no_more_go_than_are_too_many(self) -> None:
        annihilus = main_character("Annihilus", printings=("FRI-001",))
        zone = special_location("Negative Zone", keywords=("Invention",))
        deck = builders.deck(VS_2PCG, main_character={annihilus: 1}, deck={PIXIE: 3, zone: 3})
        found = self.mended(deck, annihilus, PIXIE, zone)
        assert (changed(found), found.is_smallest) == ({("Negative Zone", "Pixie")}, True)

    def test_a_main_character_goes_of_which_it_is_not_recorded(self) -> None:
        reader = main_character("Reader", deck_building=("not read: card-type",))
        deck = builders.deck(VS_2PCG, main_character={reader: 1}, deck={PIXIE: 4, supporting("Storm"): 2})
        found = self.mended(deck, reader, MARVEL, PIXIE)
        assert (changed(found), found.is_smallest) == ({("Reader", "Captain Marvel")}, True)
