"""What the site learns of facts: news, other days, facts that go and come back; and what was there from the first."""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from engine.model.cards import Between
from tests.catalog.wordings.making import make_ruling, make_wording
from tests.commands import run
from tests.conftest import ROOT
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Game
from vsdb.catalog.rules.models import Document
from vsdb.news import recording, selectors
from vsdb.news.following.services import refresh
from vsdb.news.models import Change, Follow, LookedAt
from vsdb.news.recording import DatedFact, RecordingResult, list_dated_facts

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATER = NOW + timedelta(days=3)
GAME = "riftbound"


def ban(first: str = "2026-03-02", last: str = "2026-03-30", card: str = "Scrapheap") -> DatedFact:
    facts = {"card": card, "cards": [], "formats": [["standard", "Standard"]], "printings": [], "set": "", "event": ""}
    return DatedFact("ban-began", card, Between(date.fromisoformat(first), date.fromisoformat(last)), facts)


@pytest.fixture(autouse=True)
def _nothing_yet() -> None:
    Change.objects.all().delete()
    LookedAt.objects.all().delete()


def store(facts: list[DatedFact], now: datetime, *, is_first: bool = False) -> RecordingResult:
    return recording.store_facts(GAME, facts, now, is_first=is_first)


class TestAFactThatIsNew:
    def test_stands_by_its_own_day_where_the_game_is_looked_at_first(self) -> None:
        assert store([ban()], NOW, is_first=True) == RecordingResult(GAME, new=1, is_first=True)
        only = Change.objects.get()
        assert only.is_initial
        assert only.at == datetime(2026, 3, 2, tzinfo=UTC)

    def test_stands_by_when_it_was_learned_though_its_day_is_long_past(self) -> None:
        store([ban("2006-09-23", "2006-09-23")], NOW)
        only = Change.objects.get()
        assert not only.is_initial
        assert only.at == NOW

    def test_stands_by_its_day_where_that_lies_ahead(self) -> None:
        store([ban("2027-01-01", "2027-01-01")], NOW)
        assert Change.objects.get().at == datetime(2027, 1, 1, tzinfo=UTC)

    def test_without_a_day_stands_below_all_that_have_one(self) -> None:
        undated = DatedFact("format-began", "open", None, {"format": "open", "name": "Open", "kind": ""})
        store([undated, ban("2002-01-01", "2002-01-01")], NOW, is_first=True)
        assert [each.kind for each in Change.objects.all()] == ["ban-began", "format-began"]


class TestAFactThatIsKnown:
    def test_is_recorded_once(self) -> None:
        store([ban()], NOW)
        assert store([ban()], LATER) == RecordingResult(GAME)
        assert Change.objects.get().touched == NOW

    def test_with_another_day_says_which_one_was_given_before(self) -> None:
        store([ban()], NOW, is_first=True)
        assert store([ban("2026-03-30", "2026-03-30")], LATER) == RecordingResult(GAME, revised=1)
        only = Change.objects.get()
        assert (only.before, only.revised, only.at) == (["2026-03-02", "2026-03-30"], LATER, LATER)
        assert (only.earliest, only.latest) == (date(2026, 3, 30), date(2026, 3, 30))

    def test_with_another_name_is_no_news(self) -> None:
        store([ban()], NOW)
        named = DatedFact(ban().kind, ban().key, ban().days, {**ban().facts, "card": "Scrap Heap"})
        assert store([named], LATER) == RecordingResult(GAME)
        only = Change.objects.get()
        assert (only.facts["card"], only.at, only.touched) == ("Scrap Heap", NOW, LATER)

    def test_is_withdrawn_and_kept_when_it_is_gone(self) -> None:
        store([ban()], NOW)
        assert store([], LATER) == RecordingResult(GAME, withdrawn=1)
        only = Change.objects.get()
        assert (only.withdrawn, only.at) == (LATER, LATER)
        assert store([], LATER + timedelta(days=1)) == RecordingResult(GAME)

    def test_that_was_withdrawn_may_come_back(self) -> None:
        store([ban()], NOW)
        store([], LATER)
        again = LATER + timedelta(days=1)
        assert store([ban()], again) == RecordingResult(GAME, revised=1)
        only = Change.objects.get()
        assert (only.withdrawn, only.revised, only.at) == (None, again, again)


class TestTheFactsOfTheReference:
    @pytest.mark.shared
    def test_are_each_set_that_the_data_have(self, shared: Path) -> None:
        sets = Counter(row["game"] for row in json.loads((shared / "data" / "sets.json").read_text(encoding="utf-8")))
        found = {game: Counter(fact.kind for fact in list_dated_facts(cards.get_reference(game))) for game in sets}
        since = Counter(riftbound=2)  # RAD and LGC
        assert {game: counts["set-released"] for game, counts in found.items()} == sets + since

    def test_say_when_a_set_became_legal_where_that_is_not_the_day_of_its_release(self) -> None:
        reference = cards.get_reference("vs-classic")
        stated = replace(reference.sets["MUN"], legal_from=date(2008, 6, 27))
        one_day = Between(date(2008, 6, 27), date(2008, 6, 27))
        sets = {"MUN": stated, "MEV": replace(stated, code="MEV", released=one_day)}
        found = [fact for fact in list_dated_facts(replace(reference, sets=sets)) if fact.kind == "set-legal"]
        assert [(fact.key, fact.days) for fact in found] == [("MUN", one_day)]

    @pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
    def test_are_each_ban_that_the_file_has(self, game: str) -> None:
        lines = (ROOT / "fixtures" / game / "bans.csv").read_text(encoding="utf-8").splitlines()
        rows = [row for row in csv.reader(line for line in lines if not line.startswith("#")) if row][1:]
        found = [fact for fact in list_dated_facts(cards.get_reference(game)) if fact.kind == "ban-began"]
        assert len(found) == len(rows) > 0

    def test_have_names_of_their_own(self) -> None:
        for game in ("vs-classic", "vs-2pcg", "riftbound"):
            names = [(fact.kind, fact.key) for fact in list_dated_facts(cards.get_reference(game))]
            assert len(names) == len(set(names))
            assert all(len(key) <= 200 for _, key in names)

    def test_name_of_a_ban_the_formats_that_it_changed_while_they_were_played(self) -> None:
        # Machine of The Fantastic Battles was replaced in August 2023 at the earliest; Photographic Universe was played
        # in spring 2019 and Duality in spring 2023, Second Chance (version 2) not before October 2023.
        bans = [fact for fact in list_dated_facts(cards.get_reference("vs-2pcg")) if fact.kind == "ban-began"]
        (machine,) = (fact for fact in bans if fact.facts["printings"] == ["FAN-024"] and not fact.facts["event"])
        slugs = {slug for slug, _ in machine.facts["formats"]}
        assert {"multiverse", "secret-wars", "incursion-featured-season", "modern-community-3"} <= slugs
        assert slugs.isdisjoint({"photographic-universe", "duality", "second-chance-version-2"})

    def test_are_each_edition_of_the_rules_on_its_first_day(self) -> None:
        facts = {game: list_dated_facts(cards.get_reference(game)) for game in ("riftbound", "vs-classic")}
        found = {
            game: {each.key: each.days.earliest.isoformat() for each in of if each.kind == "edition" and each.days}
            for game, of in facts.items()
        }
        assert found == {
            "riftbound": {
                "rb-core-1.3": "2026-03-30",
                "rb-tournament": "2026-05-02",
                "rb-core-2026-07-16": "2026-07-16",
                "rb-tournament-2026-07-16": "2026-07-16",
                "rb-core-2026-10-09": "2026-10-09",
                "rb-tournament-2026-10-09": "2026-10-09",
            },
            "vs-classic": {"cr-2007-02-05": "2007-02-05", "mun-faq-2008-06-10": "2008-06-10", "cr-2.7": "2008-12-22"},
        }

    def test_tell_the_first_rotation_of_riftbound(self) -> None:
        # Standard keeps this year's and last year's sets, and nothing leaves before 2028: Origins is of 2025.
        found = {
            fact.key: fact.days for fact in list_dated_facts(cards.get_reference(GAME)) if fact.kind == "set-rotated"
        }
        assert found["standard/OGN"] == Between(date(2028, 1, 1), date(2028, 1, 1))

    def test_tell_a_rotation_between_the_days_that_are_known(self) -> None:
        # Silver Age keeps four Marvel expansions. After X-Men came Heralds of Galactus, Team-Up, Legends and, legal
        # from 27 June 2008, Universe: with that one four are newer.
        found = {
            fact.key: fact.days
            for fact in list_dated_facts(cards.get_reference("vs-classic"))
            if fact.kind == "set-rotated"
        }
        assert found["silver-age/MXM"] == Between(date(2008, 6, 27), date(2008, 6, 27))

    def test_count_errata_by_source_and_day_and_rulings_by_source(self) -> None:
        make_wording("Our words.", "errata", "2007-05-01", source="errata list")
        make_wording("Our other words.", "errata", "2007-05-01", slug="flying-kick", source="errata list")
        make_ruling("It is so.", about=["savage-beatdown"], source="judge")
        found = {fact.kind: fact for fact in list_dated_facts(cards.get_reference("vs-classic"))}
        assert found["errata"].facts["count"] == 2
        assert found["errata"].days == Between(date(2007, 5, 1), date(2007, 5, 1))
        assert [title for _, title in found["errata"].facts["cards"]] == ["Flying Kick", "Savage Beatdown"]
        assert (found["rulings"].facts["count"], found["rulings"].days) == (1, None)


class TestEditions:
    """An edition of the rules is told of on its day."""

    OLD, NEW = (
        DatedFact("edition", slug, Between(day, day), {"document": slug, "name": slug})
        for slug, day in (("rb-core-1.3", date(2026, 3, 30)), ("rb-core-next", date(2026, 11, 20)))
    )

    def test_that_came_in_before_editions_were_told_of_is_no_news(self) -> None:
        store([ban()], NOW, is_first=True)
        store([ban(), self.OLD], NOW)
        only = Change.objects.get(kind="edition")
        assert (only.is_initial, only.at) == (True, datetime(2026, 3, 30, tzinfo=UTC))

    def test_that_comes_in_later_is(self) -> None:
        store([self.OLD], NOW, is_first=True)
        store([self.OLD, self.NEW], NOW)
        assert dict(Change.objects.values_list("key", "is_initial")) == {"rb-core-1.3": True, "rb-core-next": False}

    def test_is_recorded_though_no_fact_of_the_game_is_new(self) -> None:
        recording.catch_up()
        day = date(2026, 12, 1)
        Document.objects.create(slug="rb-next", name="Next", game_id=GAME, edition_date=day, position=999)
        Game.objects.filter(pk=GAME).update(words_version="newer")
        recording.catch_up()
        only = Change.objects.get(key="rb-next")
        assert (only.kind, only.earliest, only.is_initial) == ("edition", day, False)


class TestRiftboundOnItsDays:
    """What is recorded of the living game is told on the day of each fact."""

    @staticmethod
    def told(kind: str) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for each in list_dated_facts(cards.get_reference(GAME)):
            if each.kind == kind and each.days and each.days.earliest == each.days.latest:
                found.setdefault(each.days.earliest.isoformat(), set()).add(each.facts.get("card") or each.key)
        return found

    def test_bans(self) -> None:
        assert self.told("ban-began") == {
            "2026-03-31": {
                *("Called Shot", "Draven, Vanquisher", "Fight or Flight", "Scrapheap"),
                *("The Dreaming Tree", "Obelisk of Power", "Reaver's Row"),
            },
            "2026-07-24": {"Stealthy Pursuer", "The Arena's Greatest", "Aspirant's Climb"},
            "2026-09-18": {"Ekko, Recurrent", "Stacked Deck"},
        }

    def test_sets(self) -> None:
        days = {"OGN": "2025-10-31", "SFD": "2026-02-13", "UNL": "2026-05-08", "VEN": "2026-07-31", "RAD": "2026-10-23"}
        told = self.told("set-released")
        assert {code: day for code, day in days.items() if code not in told.get(day, ())} == {}


class TestCatchingUp:
    def test_records_what_nobody_was_told_of(self) -> None:
        assert selectors.find_games_behind().keys() == {"vs-classic", "vs-2pcg", "riftbound"}
        recording.catch_up()
        assert selectors.find_games_behind() == {}
        assert Change.objects.filter(is_initial=False).count() == 0

    def test_looks_at_no_fact_where_there_is_nothing_to_record(self, django_assert_num_queries: object) -> None:
        recording.catch_up()
        with django_assert_num_queries(1):  # type: ignore[operator]
            recording.catch_up()

    def test_leaves_to_others_what_was_stored_since_the_request_began(self) -> None:
        recording.catch_up()
        with cards.pin_data_versions():
            Game.objects.filter(pk=GAME).update(data_version="newer")
            recording.catch_up()
            assert selectors.find_games_behind().keys() == {GAME}
            assert refresh(Follow.objects.all()) == 0

    def test_is_a_command_with_figures(self) -> None:
        status, out, _ = run("record_changes", "--game", "Riftbound", "--json")
        told = json.loads(out)
        assert (status, told["game"], told["is_first"]) == (0, GAME, True)
        assert told["new"] == Change.objects.count() > 0
        assert run("record_changes")[1].splitlines()[2] == "riftbound: 0 new, 0 corrected, 0 withdrawn"

    def test_refuses_a_game_that_there_is_not(self) -> None:
        assert run("record_changes", "--game", "chess")[0] == 2

    def test_says_that_no_facts_are_loaded(self) -> None:
        Game.objects.update(data_version="")
        status, _, problem = run("record_changes")
        assert (status, "load_reference" in problem) == (2, True)


def test_what_was_learned_last_stands_first_in_the_feed_and_what_lies_ahead_when_it_was_learned() -> None:
    store([ban("2020-01-01", "2020-01-01", "Old")], NOW, is_first=True)
    store([ban("2020-01-01", "2020-01-01", "Old"), ban("2006-01-01", "2006-01-01", "Found late")], NOW)
    ahead = ban("2099-01-01", "2099-01-01", "Ahead")
    store([ban("2020-01-01", "2020-01-01", "Old"), ban("2006-01-01", "2006-01-01", "Found late"), ahead], LATER)
    rows = selectors.list_latest_news(Change.objects.all(), LATER, 50)
    assert [row.key for row in rows] == ["Ahead", "Found late", "Old"]
