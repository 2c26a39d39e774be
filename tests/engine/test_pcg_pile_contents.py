"""The piles of characters: what each may hold, at its figures and beside them."""

from __future__ import annotations

from engine.games.vs_2pcg.level_up import add_followers
from engine.model.decks import UNREADABLE, DeckEntry
from tests.engine import builders
from tests.engine.pcg_builders import (
    Counts,
    main_character,
    mains,
    pcg_deck,
    people,
    pile,
    special_location,
    supporting,
    wrong,
    x_men,
)


class TestPilesOfCharacters:
    """pcg-5.0 Ability Glossary: pile-card and pile-size: Hound, Echo, Hostage, Absorption History, and piles like them.

    pcg-5.0 Basic Game Concepts: their figures.
    """

    def test_hounds_are_four_mutants_of_different_names(self) -> None:
        hounds = people("A", "B", "C", "D", teams=("X-Men",))
        three = dict.fromkeys(list(hounds)[:3], 1)

        assert wrong(pile("Hound", hounds)) == []
        assert wrong(pile("Hound", three)) == ["pile-size error"]
        assert wrong(pile("Hound", {**three, supporting("D"): 1})) == ["pile-card error"]
        assert wrong(pile("Hound", {**three, supporting("D", teams=None, alignments=None): 1})) == ["pile-card unknown"]
        assert wrong(pile("Hound", dict.fromkeys(list(hounds)[:2], 2))) == ["pile-size error"] * 2
        twin = supporting("E", aka=("A",), teams=("Resistance",))
        assert wrong(pile("Hound", {**three, twin: 1})) == ["pile-card error"]

    def test_hounds_have_no_name_of_a_character_in_the_deck(self) -> None:
        hounds = people("A", "B", "C", "D", teams=("X-Men",))

        assert wrong(pile("Hound", hounds, main={supporting("A", printings=("X-1",)): 1})) == ["pile-card error"]

    def test_an_echo_is_one_of_each_mutant_team(self) -> None:
        one = supporting("A", teams=("Brotherhood of Mutants", "X-Men"))
        two, three = supporting("B", teams=("X-Men",)), supporting("C", teams=("Resistance",))

        assert wrong(pile("Echo", {one: 1, two: 1, three: 1})) == []
        assert wrong(pile("Echo", {one: 1, two: 1, supporting("D", teams=("X-Men",)): 1})) == ["pile-card error"]
        unread = supporting("D", teams=None, alignments=None)
        assert wrong(pile("Echo", {one: 1, two: 1, unread: 1})) == ["pile-card unknown"]
        assert wrong(pile("Echo", {one: 1, two: 1})) == ["pile-size error"]
        assert wrong(pile("Echo", {one: 2, three: 1})) == ["pile-size error"]
        leader = main_character("D", teams=("Resistance",))
        assert wrong(pile("Echo", {one: 1, two: 1, leader: 1})) == ["pile-card error"]
        namesake = supporting("A", teams=("Resistance",), printings=("X-1",))
        assert wrong(pile("Echo", {one: 1, two: 1, namesake: 1})) == ["pile-card error"]

    def test_hostages_are_friends_and_family(self) -> None:
        friend = supporting("Mary Jane", keywords=["Friends and Family"])
        hideout = special_location("Secret Hideout", uses_piles=("Hostage",))

        assert wrong(pile("Hostage", {friend: 1}, hideout)) == []
        assert wrong(pile("Hostage", {friend: 2}, hideout)) == ["pile-size error"]
        assert wrong(pile("Hostage", {supporting(): 1}, hideout)) == ["pile-card error"]
        assert wrong(pcg_deck({hideout: 1})) == ["pile-missing error"]
        unreadable = DeckEntry("pile:Hostage", 0, state=UNREADABLE, problem="no card")
        assert wrong(pcg_deck({hideout: 1}, unreadable)) == ["pile-size error"]

    def test_mimic_absorbs_three_of_the_first_x_men_at_three_levels(self) -> None:
        assert wrong(pile("Absorption History", x_men("Angel", "Beast", "Cyclops"))) == []
        assert wrong(pile("Absorption History", x_men("Angel", "Beast"))) == ["pile-size error"]
        assert wrong(pile("Absorption History", x_men("Angel", "Beast", "Storm"))) == ["pile-card error"]
        assert wrong(pile("Absorption History", x_men("Angel", "Beast", "Angel"))) == ["pile-card error"]
        twice = {**x_men("Angel", "Beast"), main_character("Cyclops", 2): 1}
        assert wrong(pile("Absorption History", twice)) == ["pile-card error"]
        unread = {**x_men("Angel", "Beast"), main_character("Cyclops", None): 1}
        assert wrong(pile("Absorption History", unread)) == ["pile-card unknown"]

    def test_an_aka_name_is_no_title_for_mimic(self) -> None:
        girl = main_character("Marvel Girl", 3, aka=("Jean Grey",))

        assert wrong(pile("Absorption History", {**x_men("Angel", "Beast"), girl: 1})) == ["pile-card error"]

    def test_identities_are_illustrated_spider_men(self) -> None:
        assert wrong(pile("Identity", people("Spider-Man", "*Spider-Man*", "Spider-Man 2099"))) == []
        assert wrong(pile("Identity", people("Spider-Woman"))) == ["pile-card error"]
        assert wrong(pile("Identity", {supporting("Spider-Man"): 2})) == ["pile-size error"]
        assert wrong(pile("Identity", people("Spider-Man", universe="Photographic"))) == ["pile-card error"]
        assert wrong(pile("Identity", mains("Spider-Man"))) == ["pile-card error"]

    def test_a_spider_web_is_other_spiders_of_level_one(self) -> None:
        scarlet = main_character("Scarlet Spider", uses_piles=("Spider Web",))

        def web(cards: Counts) -> list[str]:
            return wrong(pcg_deck(starters={scarlet: 1}, piles={"Spider-Web": cards}))

        assert web(mains("Spider-Man", "Spider-Gwen", "SP//dr")) == []
        assert web({main_character("Spider-Man"): 2}) == ["pile-size error"]
        assert web(mains("Iron Man")) == ["pile-card error"]
        assert web({main_character("Spider-Man", 2): 1}) == ["pile-card error"]
        assert web({scarlet: 1}) == ["pile-card error", "pile-nested error"]
        assert web({main_character("Spider-Man", None): 1}) == ["pile-card unknown"]

    def test_an_edge_is_of_spiders_that_are_not_in_the_deck(self) -> None:
        star = main_character("*Spider-Man*", uses_piles=("Edge (optional)",))
        silk = main_character("Silk", keywords=["Spider-Verse"])

        def edge(cards: Counts, main: Counts | None = None) -> list[str]:
            return wrong(pcg_deck(main, starters={star: 1}, piles={"Edge": cards}))

        assert edge({silk: 1}) == []
        assert edge({silk: 2}) == ["pile-size error"]
        assert edge({silk: 1}, {silk: 1}) == ["pile-card error"]
        assert edge({main_character("Iron Man"): 1}) == ["pile-card error"]
        namesake = main_character("*Spider-Man*", keywords=["Spider-Verse"], printings=("X-1",))
        assert edge({namesake: 1}) == ["pile-card error"]

    def test_personalities_are_the_three_other_moon_knights(self) -> None:
        knight = main_character("Moon Knight", uses_piles=("Personality",))
        names = ("Marc Spector", "Jake Lockley", "Steven Grant")
        others = mains(*names, keywords=["Alternate Personality"])

        assert wrong(pcg_deck(starters={knight: 1}, piles={"Personality": others})) == []
        two = dict.fromkeys(list(others)[:2], 1)

        def personality(cards: Counts) -> list[str]:
            return wrong(pcg_deck(starters={knight: 1}, piles={"Personality": cards}))

        assert personality(two) == ["pile-size error"]
        assert personality({**two, main_character("Khonshu"): 1}) == ["pile-card error"]
        assert personality(dict.fromkeys(list(others)[:1], 3)) == ["pile-size error"]

    def test_no_moon_knight_stands_in_his_own_personality(self) -> None:
        knight = main_character("Moon Knight", keywords=["Alternate Personality"], uses_piles=("Personality",))
        others = mains("Jake Lockley", "Steven Grant", keywords=["Alternate Personality"])

        assert wrong(pcg_deck(starters={knight: 1}, piles={"Personality": {**others, knight: 1}})) == [
            "pile-card error"
        ]

    def test_six_different_sinister_ones_stand_together(self) -> None:
        six = mains(*"ABCDEF", keywords=["Sinister Six"], uses_piles=("Sinister Six",))
        first, *others = six

        assert wrong(pcg_deck(piles={"Sinister Six": six})) == []
        assert wrong(pcg_deck(starters={first: 1}, piles={"Sinister Six": six})) == []
        assert wrong(pcg_deck(starters={first: 1}, piles={"Sinister Six": dict.fromkeys(others, 1)})) == []
        assert wrong(pcg_deck(piles={"Sinister Six": dict.fromkeys(others, 1)})) == ["pile-size error"]
        assert wrong(pcg_deck(piles={"Sinister Six": {**dict.fromkeys(others[:3], 1), others[3]: 3}})) == [
            "pile-size error"
        ]
        assert wrong(pcg_deck(piles={"Sinister Six": {**dict.fromkeys(others, 1), main_character("Nice"): 1}})) == [
            "pile-card error"
        ]
        assert wrong(pcg_deck(starters={first: 1})) == ["pile-missing error"]
        assert wrong(pcg_deck(starters={main_character(): 1}, piles={"Sinister Six": six})) == ["pile-unexpected error"]

    def test_graduates_are_main_characters_of_the_students_in_the_deck(self) -> None:
        professor = main_character("Professor X", uses_piles=("Graduation",))
        low, high = add_followers(main_character("X-23", level) for level in (1, 2))
        student = supporting("X-23")

        def graduation(cards: Counts, main: Counts) -> list[str]:
            return wrong(pcg_deck(main, starters={professor: 1}, piles={"Graduation": cards}))

        assert graduation({low: 1, high: 1}, {student: 1}) == []
        assert graduation({low: 2, high: 1}, {student: 1}) == ["pile-size error"]
        assert graduation({low: 1, high: 1, supporting("X-23", printings=("X-1",)): 1}, {student: 1}) == [
            "pile-card error"
        ]
        assert graduation({low: 1}, {student: 1}) == ["pile-card error"]
        assert graduation({high: 1}, {student: 1}) == ["pile-card error"]
        assert graduation({low: 1, high: 1}, {}) == ["pile-card error"] * 2
        assert graduation({main_character("X-23", None): 1}, {student: 1}) == ["pile-card unknown"]

    def test_a_copied_professor_gives_no_graduation(self) -> None:
        professor = main_character("Professor X", uses_piles=("Graduation",))
        mimic = main_character("Mimic")

        assert wrong(pcg_deck({professor: 1}, starters={mimic: 1})) == []

    def test_a_binding_holds_whom_the_hosts_name_in_all_levels(self) -> None:
        peter = supporting("Peter Parker", uses_piles=("Binding",))
        low, high = add_followers(main_character("Spider-Man", level) for level in (1, 2))

        assert wrong(pile("Binding", {low: 1, high: 1}, peter)) == []
        assert wrong(pile("Binding", {low: 1}, peter)) == ["pile-card error"]
        assert wrong(pile("Binding", {low: 1, high: 1, supporting("Mary Jane"): 1}, peter)) == ["pile-card error"]
        assert wrong(pile("Binding", mains("Venom"), peter)) == ["pile-card error"]
        assert wrong(pile("Binding", mains("Venom"), supporting("Eddie Brock", uses_piles=("Binding",)))) == [
            "pile-card unknown"
        ]

    def test_what_is_missing_of_a_binding_may_stand_on_a_line_that_is_not_settled(self) -> None:
        peter = supporting("Peter Parker", uses_piles=("Binding",))
        low, high = add_followers(main_character("Spider-Man", level) for level in (1, 2))
        line = builders.unknown(1, "Spidre-Man", "pile:Binding")

        assert wrong(pcg_deck({peter: 1}, line)) == ["pile-card unknown"]
        assert wrong(pcg_deck({peter: 1}, line, piles={"Binding": {low: 1}})) == ["pile-card unknown"]
        assert wrong(pcg_deck({peter: 1}, line, piles={"Binding": {high: 1}})) == ["pile-card unknown"]
