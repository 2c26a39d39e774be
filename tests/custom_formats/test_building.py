"""Building a format: drafts, test decks, versions that never change, limits."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import User

from engine.model.errors import InputError, NotFound
from tests.custom_formats.making import BANNED, GAME, LEAGUE, a_format, a_test, next_version, person, published
from vsdb.catalog.cards.selectors import get_reference
from vsdb.core.errors import ApplicationError
from vsdb.custom_formats import selectors, services, testing
from vsdb.custom_formats.definitions import BadDefinition, compare_versions
from vsdb.custom_formats.models import OwnFormat, OwnFormatVersion

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
A_DAY = date(2008, 7, 1)


@pytest.fixture
def ola() -> User:
    return person("ola")[0]


class TestBeginning:
    def test_an_official_format_gives_its_parts_and_its_bans_but_not_its_season(self, ola: User) -> None:
        fmt = services.create(ola.pk, "vs-2pcg", "Our Photos", start="double-exposure")
        official = get_reference("vs-2pcg").formats["double-exposure"]
        value = services.build_draft_format(fmt, get_reference("vs-2pcg"))
        assert value is not None
        assert (value.pool, value.construction, value.universe) == (
            official.pool,
            official.construction,
            official.universe,
        )
        assert (value.bans, value.starts, value.ends) == (official.bans, None, None)

    def test_another_format_by_an_organizer_gives_its_definition_and_its_tests(self, ola: User) -> None:
        fmt = a_format(ola)
        services.add_test(fmt, a_test("uncertain"))
        services.publish(fmt, ola.pk, is_confirmed=True)
        other = services.create(ola.pk, GAME, "River League", start="lake-league@1")
        assert other.draft["construction"] == LEAGUE["construction"]
        assert [each.title for each in other.test_decks.all()] == ["Beatdowns"]

    @pytest.mark.parametrize(
        ("game", "deck", "codes"),
        [
            ("vs-classic", "5 Savage Beatdown", {"deck-size", "copy-limit"}),
            ("vs-2pcg", "60 Basic Location", {"main-character"}),
            ("riftbound", "4 Scrapheap", {"deck-size", "copy-limit", "legend", "chosen-champion"}),
        ],
    )
    def test_the_rules_alone_ask_for_what_the_rules_ask(self, ola: User, game: str, deck: str, codes: set[str]) -> None:
        fmt = services.create(ola.pk, game, "Rules Alone")
        value = services.build_draft_format(fmt, get_reference(game))
        assert value is not None
        (found,) = testing.run_tests([a_test(deck=deck, codes=sorted(codes))], value, get_reference(game))
        assert found.verdict.outcome == "illegal"
        assert not found.missing

    @pytest.mark.parametrize("word", ["Silver Age", "silver", "GOLDEN age"])
    def test_what_an_official_format_is_called_is_taken(self, ola: User, word: str) -> None:
        with pytest.raises(InputError, match="official format"):
            services.create(ola.pk, GAME, word)

    def test_a_short_name_is_there_once_a_game(self, ola: User) -> None:
        a_format(ola)
        with pytest.raises(InputError, match="already taken"):
            services.create(person("bob")[0].pk, GAME, "Lake  league")
        assert services.create(ola.pk, "riftbound", "Lake League").slug == "lake-league"

    @pytest.mark.parametrize(
        ("name", "slug"), [("", "a"), ("A", "a b"), ("A", "a--b"), ("x" * 121, "a"), ("A\x00", "a"), ("…", "")]
    )
    def test_names_that_cant_be_are_refused(self, ola: User, name: str, slug: str) -> None:
        with pytest.raises(InputError):
            services.create(ola.pk, GAME, name, slug=slug)

    def test_an_account_has_so_many_and_no_more(self, ola: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(services, "MAX_FORMATS", 1)
        a_format(ola)
        with pytest.raises(ApplicationError, match="the maximum"):
            services.create(ola.pk, GAME, "Another")

    def test_a_format_that_isnt_there_is_nothing_to_begin_as(self, ola: User) -> None:
        with pytest.raises(NotFound):
            services.create(ola.pk, GAME, "Another", start="no-such-format")


class TestPublishing:
    def test_a_mistake_is_refused_with_every_place(self, ola: User) -> None:
        fmt = a_format(ola)
        services.save_draft(fmt, {"pool": {"kind": "listed"}, "restrictions": [{"kind": "sets-at-most"}]}, fmt.name)
        with pytest.raises(BadDefinition) as refused:
            services.publish(fmt, ola.pk)
        assert [each.place for each in refused.value.problems] == ["pool.sets", "restrictions[0].terms.count"]

    def test_a_test_deck_that_comes_out_otherwise_refuses_it_until_that_is_confirmed(self, ola: User) -> None:
        fmt = a_format(ola)
        services.add_test(fmt, a_test("illegal", codes=["banned"]))
        with pytest.raises(services.TestsFail, match="Beatdowns") as refused:
            services.publish(fmt, ola.pk)
        assert [each.row["title"] for each in refused.value.failing] == ["Beatdowns"]
        assert not OwnFormatVersion.objects.exists()
        assert services.publish(fmt, ola.pk, is_confirmed=True).number == 1

    def test_a_test_deck_holds_where_outcome_and_codes_are_as_expected(self, ola: User) -> None:
        fmt = a_format(ola, definition={**LEAGUE, "bans": [BANNED]})
        services.add_test(fmt, a_test("illegal", codes=["banned"]))
        services.add_test(fmt, a_test("illegal", title="Before the ban", as_of="2007-12-31"))
        version = services.publish(fmt, ola.pk, is_confirmed=True)
        held = get_reference(GAME)
        found = testing.run_tests(version.tests, selectors.build_version_format(held, version), held)
        # The day before the ban nothing forbids the card: four copies are allowed and no size is asked for.
        assert [each.holds for each in found] == [True, False]

    def test_a_version_stays_as_it_was(self, ola: User) -> None:
        fmt = published(ola)
        next_version(fmt, {"construction": {"copies": 2}})
        held = get_reference(GAME)
        found = {
            each.number: selectors.build_version_format(held, each).construction.copies for each in fmt.versions.all()
        }
        assert found == {1: 4, 2: 2}

    def test_nothing_new_makes_no_version(self, ola: User) -> None:
        fmt = published(ola)
        with pytest.raises(ApplicationError, match="Nothing has changed"):
            services.publish(fmt, ola.pk)

    def test_a_new_test_deck_is_something_new(self, ola: User) -> None:
        fmt = published(ola)
        services.add_test(fmt, a_test("legal"))
        assert services.publish(fmt, ola.pk, is_confirmed=True).tests[0]["title"] == "Beatdowns"


class TestDeleting:
    def test_a_draft_goes_and_a_published_format_stays(self, ola: User) -> None:
        draft, fmt = a_format(ola, "Draft"), published(ola)
        services.delete(draft)
        with pytest.raises(ApplicationError, match="can’t be deleted"):
            services.delete(fmt)
        assert [each.slug for each in OwnFormat.objects.all()] == ["lake-league"]


class TestTestDecks:
    @pytest.mark.parametrize(
        ("changed", "place"),
        [
            ({"title": ""}, "test.title"),
            ({"deck": " \n"}, "test.deck"),
            ({"deck": "x" * 6_001}, "test.deck"),
            ({"deck": "4 A\x00"}, "test.deck"),
            ({"expected": "fine"}, "test.expected"),
            ({"as_of": "2008-02-30"}, "test.as_of"),
            ({"codes": ["no-such-rule"]}, "test.codes"),
            ({"codes": "banned"}, "test.codes"),
            ({"colour": "red"}, "test"),
        ],
    )
    def test_what_cant_be_is_refused_with_its_place(self, ola: User, changed: dict[str, object], place: str) -> None:
        with pytest.raises(InputError) as refused:
            services.add_test(a_format(ola), {**a_test(), **changed})
        assert refused.value.place == place

    def test_there_are_so_many_and_no_more(self, ola: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(services, "MAX_TESTS", 1)
        fmt = a_format(ola)
        services.add_test(fmt, a_test())
        with pytest.raises(ApplicationError, match="at most 1"):
            services.add_test(fmt, a_test())


class TestDifferences:
    def test_are_told_part_by_part(self, ola: User) -> None:
        fmt = published(ola, definition={"pool": {"kind": "listed", "sets": ["MOR", "DOR"]}, **LEAGUE})
        pool = {"kind": "listed", "sets": ["MOR", "MSM"]}
        asked = [{"kind": "no-rares", "terms": {}}]
        next_version(fmt, {"pool": pool, "construction": {"copies": 3}, "restrictions": asked, "bans": [BANNED]})
        held = get_reference(GAME)
        one, other = (selectors.build_version_format(held, selectors.get_version(fmt, number)) for number in (1, 2))
        told = {each.part: (each.gone, each.come) for each in compare_versions(one, other, A_DAY)}
        assert told == {
            "Sets on 1 July 2008": (("DC Origins (DOR)",), ("Web of Spider-Man (MSM)",)),
            "Named sets": (("DC Origins (DOR)",), ("Web of Spider-Man (MSM)",)),
            "Rules": (
                ("At most 4 copies of a card.",),
                ("At most 3 copies of a card.", "No cards printed only as rares."),
            ),
            "Bans": ((), ("Savage Beatdown, from 1 January 2008",)),
        }

    def test_are_none_between_a_version_and_itself(self, ola: User) -> None:
        value = selectors.build_version_format(get_reference(GAME), selectors.get_version(published(ola)))
        assert compare_versions(value, value, A_DAY) == []
