"""Which recorded card is meant: by printing, then by name with versions and identity; else a new one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tests.exchange.putting import card, counted, lines, put
from vsdb.catalog.cards.models import Card, CardId, CardSet, Printing
from vsdb.exchange.card_files.proposals import CardProposal

pytestmark = pytest.mark.django_db


def meant() -> list[str]:
    """The slugs of the cards that have an id of this test, by the id."""
    return list(CardId.objects.filter(system="test").order_by("value").values_list("card__slug", flat=True))


def with_id(name: str, *printing: str, **others: object) -> CardProposal:
    return card(name, *printing, ids={"test": "1"}, **others)


@pytest.mark.parametrize(
    ("name", "set_code", "number", "slug"),
    [
        ("Beast", "XFC", "001", "beast-xfc-001"),
        ("BEAST", "xfc", "2", "beast-xfc-002"),
        ("Béast", "XFC", "0007", "beast-xfc-007"),
        ("Chair", "AEW", "065", "chair"),
        ("Baseball Bat", "AEW", "065", "baseball-bat-aew-065"),
        ("Baseball Bat", "AEW", "066", "baseball-bat-aew-066"),
    ],
)
def test_a_printing_with_its_name(name: str, set_code: str, number: str, slug: str) -> None:
    report = put(with_id(name, set_code, number))
    assert meant() == [slug]
    assert lines(report, "conflicts") == []
    assert counted(report) == {"cards unchanged": 1, "ids added": 1}


def test_a_printing_of_another_card_means_the_card_of_the_name_and_is_a_conflict() -> None:
    report = put(with_id("All Out", "AEW", "068"))
    assert meant() == ["all-out"]
    assert lines(report, "conflicts") == ["all-out | printing | full-gear | AEW-068 | AEW-068 belongs to another card"]
    assert not Printing.objects.filter(card__slug="all-out", number="068").exists()


def test_a_misspelt_name_means_the_card_of_the_printing_and_is_a_conflict() -> None:
    report = put(with_id("Caliburn", "XFC", "008"))
    assert meant() == ["caliban"]
    assert lines(report, "conflicts") == ["caliban | name | Caliban | Caliburn | matched by XFC-008"]


def test_a_name_unlike_the_recorded_one_is_a_new_card_without_the_number() -> None:
    report = put(with_id("Tin Soldier", "XFC", "008"))
    assert meant() == ["tin-soldier-xfc-008"]
    assert not Printing.objects.filter(card__slug="tin-soldier-xfc-008").exists()
    assert lines(report, "conflicts") == [
        "tin-soldier-xfc-008 | printing | caliban | XFC-008 | XFC-008 belongs to another card"
    ]


def test_another_number_is_another_card_in_the_2pcg() -> None:
    report = put(card("Beast", "XFC", "099"))
    assert counted(report) == {"cards new": 1, "printings added": 1}
    assert Card.objects.get(slug="beast-xfc-099").copy_key == "beast-xfc-099"


def test_a_name_of_several_cards_without_a_printing_is_a_problem() -> None:
    report = put(card("Beast"))
    assert counted(report) == {}
    [said] = lines(report, "problems")
    assert said.startswith("Beast: matches ")
    assert "give its set and number" in said


def test_facts_tell_cards_of_one_name_apart() -> None:
    put(with_id("Butcher", facts={"type": "Main Character", "level": 2}))
    assert meant() == ["butcher-boy-002"]


def classic(name: str, versions: tuple[str, ...] | None, identity: str | None = None, **others: object) -> CardProposal:
    return with_id(name, game="vs-classic", versions=versions, identity=identity, **others)


@pytest.mark.parametrize(
    ("name", "versions", "identity", "slug"),
    [
        ("Speed", ("Young Avenger", "Thomas Shepard"), None, "speed-thomas-shepard-young-avenger"),
        ("Hawkeye", ("Secret Avenger",), "Ronin", "hawkeye-ronin-secret-avenger"),
        ("Hawkeye", ("Secret Avenger",), None, "hawkeye-ronin-secret-avenger"),
        ("Yelena Belova", None, "Black Widow", "yelena-belova-black-widow"),
        ("Atlantis", None, None, "atlantis"),
        ("Atlantis", (), None, "atlantis"),
    ],
)
def test_a_classic_card_by_name_versions_and_identity(
    name: str, versions: tuple[str, ...] | None, identity: str | None, slug: str
) -> None:
    put(classic(name, versions, identity), game="vs-classic")
    assert meant() == [slug]


def test_a_classic_name_with_versions_that_no_card_has_is_a_new_card() -> None:
    report = put(classic("Speed", ("In Disguise",), facts={"type": "Character"}), game="vs-classic")
    assert counted(report)["cards new"] == 1
    new = Card.objects.get(slug="speed-in-disguise")
    assert (new.title, new.copy_key, new.versions_known) == ("Speed, In Disguise", "speed|in disguise", True)


def test_a_version_that_is_not_recorded_is_filled_where_the_set_says_it_is_that_card() -> None:
    unknown = Card.objects.filter(game="vs-classic", versions_known=False, sets__isnull=False).order_by("slug").first()
    assert unknown is not None
    code = unknown.sets.order_by("pk").values_list("code", flat=True)[0]
    put(classic(unknown.name, ("As He Was",), set_code=code), game="vs-classic")
    assert meant() == [unknown.slug]
    unknown.refresh_from_db()
    assert unknown.versions_known
    assert unknown.title.endswith(", As He Was")
    assert unknown.copy_key.endswith("|as he was")


def test_the_number_of_a_printing_that_is_recorded_without_it_is_filled() -> None:
    put(classic("Atlantis", (), set_code="MUN", number="301"), game="vs-classic")
    held = Printing.objects.filter(card__slug="atlantis", card__game="vs-classic", card_set__code="MUN")
    assert list(held.values_list("number", flat=True)) == ["301"]


def test_a_riftbound_card_is_its_name_and_gets_the_printing() -> None:
    put(with_id("Cleave", "OGN", "777", game="riftbound"), game="riftbound")
    assert meant() == ["cleave"]
    assert Printing.objects.filter(card__slug="cleave", number="777").exists()


class TestTwiceInAFile:
    def test_the_second_is_the_first(self) -> None:
        report = put(card("Tin Soldier", "XFC", "098"), card("Tin Soldier", "XFC", "098", facts={"atk": 3}))
        assert counted(report) == {"cards new": 1, "cards filled": 1, "facts filled": 1, "printings added": 1}
        assert Card.objects.get(slug="tin-soldier-xfc-098").atk == 3


class TestSetThatIsNotRecorded:
    def test_its_cards_are_kept_and_told_apart_by_number(self) -> None:
        items = [card("Tin Soldier", "ZZZ", number, facts={"atk": 1}) for number in ("001", "002")]
        report = put(*items)
        assert counted(report) == {"cards new": 2}
        [said] = lines(report, "problems")
        assert said.startswith("set 'ZZZ' is not recorded; its cards were kept without this printing")
        again = put(*items)
        assert counted(again) == {"cards unchanged": 2}


@pytest.mark.parametrize(("game", "changed"), [("vs-classic", "filled"), ("vs-2pcg", "new")])
def test_a_set_may_have_a_longer_code_than_is_written_before_a_number(game: str, changed: str) -> None:
    # Cards of one name in one set are one card in the classic game, and in the 2PCG one for each number.
    days = {"released_earliest": date(2026, 8, 1), "released_latest": date(2026, 8, 1)}
    CardSet.objects.create(game_id=game, code="GENCON26", name="Promos", position=999, official="no", **days)
    one, two = (card("Tin Man", "GENCON26", number, game=game) for number in ("1", "2"))
    put(one, game=game)
    report = put(one, replace(one, number="001"), two, game=game)
    assert counted(report) == {"cards unchanged": 2, f"cards {changed}": 1, "printings added": 1}
    assert list(Printing.objects.filter(card__name="Tin Man").values_list("number", flat=True)) == ["1", "2"]


def test_a_recorded_number_of_another_kind_is_another_printing() -> None:
    put(card("Tin Man", "MUN", "901", game="vs-classic"), game="vs-classic")
    Printing.objects.filter(card__name="Tin Man").update(number="prerelease")
    report = put(card("Tin Man", "MUN", "902", game="vs-classic"), game="vs-classic")
    assert counted(report) == {"cards filled": 1, "printings added": 1}
    assert set(Printing.objects.filter(card__name="Tin Man").values_list("number", flat=True)) == {"prerelease", "902"}
