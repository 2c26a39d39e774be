"""What if: proposals applied."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from engine.formats.legality import find_legality
from engine.formats.pools import get_pool_on
from engine.model.cards import VS_2PCG, VS_CLASSIC, Between, Card, Keyword, StatedFacts
from engine.model.catalog import Catalog
from engine.model.errors import InputError, NotFound
from engine.model.formats import Ban, Pool
from engine.model.reference import Reference
from engine.what_if import Erratum, Proposal, apply_proposal, read_fact
from engine.what_if.affected import find_affected_cards
from tests.engine.classic_builders import a_card, a_format, a_set
from tests.engine.proposal_world import (
    BEATDOWN,
    BOY,
    CARDS,
    DAY,
    KING,
    MOR,
    ROBIN,
    SETS,
    a_reference,
    propose,
    standing,
    standings,
)


class TestABan:
    def test_of_a_card_by_its_slug_leaves_another_of_its_name_free(self) -> None:
        after = propose(a_reference(), bans=(BOY.slug,))
        assert standings(after) == ["legal", "banned", "legal", "legal", "legal"]

    def test_of_a_name_bans_every_card_of_that_name(self) -> None:
        after = propose(a_reference(), bans=("Dr. Doom",))
        assert standings(after) == ["legal", "banned", "banned", "legal", "legal"]

    def test_of_a_printing_bans_the_card_that_has_it(self) -> None:
        after = propose(a_reference(), bans=("dor-1",))
        assert standings(after) == ["legal", "legal", "banned", "legal", "legal"]
        assert after.formats["test-age"].bans[0].printings == ("DOR-001",)

    def test_of_cards_that_nothing_recorded_tells_apart_bans_what_it_may(self) -> None:
        twins = (a_card("Twin", slug="one", versions_known=False), a_card("Twin", slug="two", versions_known=False))
        after = propose(a_reference(cards=(*CARDS, *twins)), bans=("one",))
        assert standing(after, twins[0]) == "banned"
        nameless = tuple(a_card("Twin", slug=slug, versions_known=False, type=None) for slug in ("one", "two"))
        assert standing(propose(a_reference(cards=nameless), bans=("one",)), nameless[0]) == "banned"

    def test_begins_on_its_day_and_not_the_day_before(self) -> None:
        after = propose(a_reference(), bans=("Robin",), since=date(2006, 1, 1))
        assert standing(after, ROBIN, date(2005, 12, 31)) == "legal"
        assert standing(after, ROBIN, date(2006, 1, 1)) == "banned"

    def test_stays_in_its_formats(self) -> None:
        other = a_format(*SETS.values(), slug="other-age", short=("other",))
        after = propose(a_reference(a_format(*SETS.values()), other), bans=("Robin",), formats=("other",))
        assert standing(after, ROBIN) == "legal"
        assert standing(after, ROBIN, slug="other-age") == "banned"

    def test_of_no_recorded_card_is_refused_with_the_nearest(self) -> None:
        with pytest.raises(NotFound) as refused:
            propose(a_reference(), bans=("Savge Beatdown",))
        assert refused.value.nearest == ("Savage Beatdown",)
        with pytest.raises(NotFound, match=r"bans: no card 'xyzzy'$"):
            propose(a_reference(), bans=("xyzzy",))

    def test_in_no_recorded_format_is_refused(self) -> None:
        with pytest.raises(NotFound, match="no format"):
            propose(a_reference(), bans=("Robin",), formats=("brass-age",))


class TestLiftingABan:
    BANNED = a_format(*SETS.values(), bans=(Ban("Robin", Between(MOR.legal.earliest, MOR.legal.latest)),))

    def test_frees_the_card_from_its_day_on(self) -> None:
        before = a_reference(self.BANNED)
        after = propose(before, lifts=("Robin",), since=DAY)
        assert standing(before, ROBIN) == "banned"
        assert standing(after, ROBIN) == "legal"
        assert standing(after, ROBIN, date(2005, 12, 31)) == "banned"

    def test_of_a_card_that_is_not_banned_is_refused(self) -> None:
        with pytest.raises(InputError, match="no ban of Savage Beatdown recorded in Test Age"):
            propose(a_reference(self.BANNED), lifts=("Savage Beatdown",))
        with pytest.raises(InputError, match="in these formats"):
            propose(a_reference(self.BANNED, a_format(slug="other")), lifts=("Savage Beatdown",))


class TestMovingSets:
    def test_a_set_that_leaves_takes_its_cards_along_unless_they_are_elsewhere(self) -> None:
        after = propose(a_reference(), sets_out=("mor", "MSM"))
        assert standings(after) == ["not in", "not in", "legal", "legal", "legal"]
        assert get_pool_on(after.formats["test-age"], DAY).sets["MOR"].reason == "MOR is excluded from Test Age"

    @pytest.mark.parametrize(
        ("day", "expected"), [("2005-02-01", "not in"), ("2005-02-02", "legal"), ("2006-01-01", "legal")]
    )
    def test_a_set_that_enters_is_in_once_it_is_legal(self, day: str, expected: str) -> None:
        listed = a_format(*SETS.values(), pool=Pool("listed", sets=("MOR",)))
        after = propose(a_reference(listed), sets_in=("MSM",))
        alone = a_card("Alone", sets=["MSM-001"])
        assert find_legality(alone, after.formats["test-age"], date.fromisoformat(day)).status == expected

    def test_a_set_that_enters_on_a_day_that_is_not_known_may_be_in(self) -> None:
        late = a_set("LAT", "2006-01-01", "2006-12-31", legal_from=None)
        listed = a_format(late, pool=Pool("listed"))
        held = Reference(
            VS_CLASSIC, "data", Catalog(VS_CLASSIC, (), {"LAT": late}), {"LAT": late}, {"test-age": listed}
        )
        after = apply_proposal(held, Proposal(VS_CLASSIC, sets_in=("LAT",)))
        assert get_pool_on(after.formats["test-age"], date(2006, 6, 1)).uncertain == ("LAT",)

    def test_a_set_can_be_legal_on_another_day(self) -> None:
        after = propose(a_reference(), set_days=(("dor", date(2007, 1, 1)),))
        assert standing(after, ROBIN, date(2006, 12, 31)) == "not in"
        assert standing(after, ROBIN, date(2007, 1, 1)) == "legal"

    def test_no_recorded_set_is_refused(self) -> None:
        with pytest.raises(NotFound, match="sets_out: no set 'XXX'"):
            propose(a_reference(), sets_out=("XXX",))

    def test_no_set_both_leaves_and_enters(self) -> None:
        with pytest.raises(InputError, match="MOR can’t both leave and enter"):
            Proposal(VS_CLASSIC, sets_out=("MOR",), sets_in=("MOR",))


class TestRotation:
    ROTATING = a_format(*SETS.values(), pool=Pool("rotation", per_brand={"Marvel": 2, "DC": 2}))

    def test_with_fewer_sets_of_a_brand_the_older_one_is_out(self) -> None:
        before = a_reference(self.ROTATING)
        after = propose(before, per_brand=(("Marvel", 1),))
        assert standing(before, BEATDOWN) == "legal"
        assert standing(after, BEATDOWN) == "not in"
        assert standing(after, ROBIN) == "legal"

    def test_as_it_is_changes_nothing(self) -> None:
        before = a_reference(self.ROTATING)
        assert propose(before, per_brand=(("DC", 2),)).formats["test-age"] is before.formats["test-age"]

    def test_by_years_begins_with_another_year(self) -> None:
        newer = a_set("MXM", "2006-01-01")
        yearly = a_format(*SETS.values(), newer, pool=Pool("yearly", first_rotation=2010))
        after = propose(a_reference(yearly), first_rotation=2006)
        assert standing(after, BEATDOWN) == "not in"
        assert standing(after, BEATDOWN, date(2005, 12, 31)) == "legal"

    def test_by_years_may_touch_any_deck_where_it_reaches_sets_that_are_not_recorded(self) -> None:
        yearly = a_format(*SETS.values(), pool=Pool("yearly", first_rotation=2010))
        before = a_reference(yearly)
        assert find_affected_cards(before, propose(before, first_rotation=2006), "test-age") is None
        assert find_affected_cards(before, propose(before, sets_out=("DOR",)), "test-age") is not None

    @pytest.mark.parametrize("changes", [{"per_brand": (("DC", 1),)}, {"first_rotation": 2006}])
    def test_of_a_format_that_does_not_rotate_is_refused(self, changes: dict[str, Any]) -> None:
        with pytest.raises(InputError, match="no rotation by"):
            propose(a_reference(), **changes)

    @pytest.mark.parametrize(
        "changes", [{"per_brand": (("DC", 0),)}, {"per_brand": (("DC", 51),)}, {"first_rotation": 1989}]
    )
    def test_by_impossible_numbers_is_refused(self, changes: dict[str, Any]) -> None:
        with pytest.raises(InputError):
            Proposal(VS_CLASSIC, **changes)


def with_erratum(card: Card, **facts: Any) -> Card:
    erratum = Erratum(card.slug, tuple(read_fact(name, value) for name, value in facts.items()))
    after = propose(a_reference(cards=(card, ROBIN)), errata=(erratum,))
    return after.catalog.by_slug[card.slug]


class TestAnErratum:
    def test_replaces_facts_and_leaves_the_others(self) -> None:
        card = with_erratum(BOY, limit="1", team="Doom, Avengers", type="none", cost="none", has_flight="yes")
        assert (card.printed_limit, card.teams, card.type, card.cost) == (1, ("Doom", "Avengers"), None, "none")
        assert (card.has_flight, card.versions, card.title) == (True, BOY.versions, BOY.title)

    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            ("+Loner", ("Army", "Boost 2", "Loner")),
            ("-army", ("Boost 2",)),
            ("-Army, Boost 3", ("Boost 3",)),
            ("+Boost 3", ("Army", "Boost 3")),
            ("Leader", ("Leader",)),
            ("+Willpower X", ("Army", "Boost 2", "Willpower X")),
            ("none", ()),
        ],
    )
    def test_adds_removes_or_replaces_keywords(self, words: str, expected: tuple[str, ...]) -> None:
        card = a_card("Soldier", keywords=("Army",))
        card = Card(**{**{n: getattr(card, n) for n in card.__dataclass_fields__}, "keywords": _keywords()})
        assert tuple(map(str, with_erratum(card, keywords=words).keywords)) == expected

    def test_of_versions_makes_it_another_card_to_copies(self) -> None:
        card = with_erratum(BOY, versions="Victor Von Doom")
        assert card.title == KING.title
        assert card.copy_key == "dr doom|victor von doom"

    def test_holds_whatever_the_texts_say_of_the_same_fact(self) -> None:
        texts = (
            StatedFacts(None, {"printed_limit": 2, "type": "Character"}),
            StatedFacts(Between(DAY, DAY), {"printed_limit": 3, "level": 4}),
        )
        card = a_card("Named", type=None, readings=texts)
        erratum = Erratum(card.slug, (("printed_limit", 1),))
        after = propose(a_reference(cards=(card,)), errata=(erratum,))
        read = after.on(DAY).catalog.by_slug[card.slug]
        assert (read.printed_limit, read.level) == (1, 4)
        assert after.on(date(2005, 12, 31)).catalog.by_slug[card.slug].printed_limit == 1

    def test_counts_from_its_day_on(self) -> None:
        after = propose(a_reference(), errata=(Erratum("Robin", (("printed_limit", 1),)),), since=DAY)
        assert after.on(date(2005, 12, 31)).catalog.by_slug["robin"] is ROBIN
        assert after.on(DAY).catalog.by_slug["robin"].printed_limit == 1

    def test_of_a_level_settles_anew_what_it_levels_into(self) -> None:
        one, two = (
            a_card("Hero", slug=slug, game=VS_2PCG, type="Main Character", level=level, linked=("two",))
            for slug, level in (("one", 1), ("two", 3))
        )
        held = Reference(VS_2PCG, "data", Catalog(VS_2PCG, (one, two), {}), {}, {"all": a_format(game=VS_2PCG)})
        after = apply_proposal(held, Proposal(VS_2PCG, errata=(Erratum("two", (("level", 2),)),)))
        assert after.catalog.by_slug["one"].levels_into == ("two",)
        lowered = apply_proposal(after, Proposal(VS_2PCG, errata=(Erratum("one", (("type", "Equipment"),)),)))
        assert lowered.catalog.by_slug["one"].levels_into == ()

    def test_of_a_name_that_several_cards_have_is_refused(self) -> None:
        with pytest.raises(InputError, match="matches several cards"):
            propose(a_reference(), errata=(Erratum("Dr. Doom", (("level", 1),)),))

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("text", "Draw"),
            ("printed_limit", "many"),
            ("level", "1000"),
            ("has_range", "maybe"),
            ("cost", "no more than nine"),
            ("type", "x" * 81),
            ("teams", ["x"] * 21),
            ("teams", 5),
        ],
    )
    def test_of_what_it_cannot_change_is_refused(self, name: str, value: object) -> None:
        with pytest.raises(InputError):
            read_fact(name, value)


def _keywords() -> tuple[Keyword, ...]:
    return (Keyword("Army"), Keyword("Boost", "2"))


class TestTheReferenceWithAProposal:
    def test_leaves_the_one_it_is_made_of_as_it_is(self) -> None:
        before = a_reference()
        said = standings(before)
        propose(before, bans=("Robin",), sets_out=("MOR",), errata=(Erratum("Robin", (("level", 1),)),))
        assert standings(before) == said
        assert before.catalog.by_slug["robin"] is ROBIN

    def test_says_in_its_version_and_its_formats_that_it_is_proposed(self) -> None:
        other = a_format(slug="other-age")
        after = propose(a_reference(a_format(*SETS.values()), other), bans=("Robin",), formats=("test-age",))
        assert after.data_version.startswith("data + proposal ")
        assert after.formats["test-age"].data_version == after.data_version
        assert after.formats["other-age"] is other

    def test_is_refused_for_another_game_or_without_a_change(self) -> None:
        with pytest.raises(InputError, match="is for vs-2pcg"):
            apply_proposal(a_reference(), Proposal(VS_2PCG, bans=("Robin",)))
        with pytest.raises(InputError, match="the proposal has no changes"):
            propose(a_reference())

    def test_bans_are_dated_from_the_first_legal_day_where_the_proposal_has_none(self) -> None:
        (ban,) = propose(a_reference(), bans=("Robin",)).formats["test-age"].bans
        assert ban.begins == Between(date(2004, 4, 2), date(2004, 4, 2))
        assert ban.reason == "proposed"
