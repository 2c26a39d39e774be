"""A load brings the tables to what the files say, writes only what differs, and leaves nothing of a failed one."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from pytest_django import DjangoAssertNumQueries

from engine.model.errors import InputError
from vsdb.catalog.cards import loading
from vsdb.catalog.cards.models import Card, CardSet, Game, Keyword, Printing
from vsdb.catalog.formats.models import Ban, Event, Format

pytestmark = pytest.mark.django_db

Edit = Callable[[Path, str, str], None]
Put = Callable[[Path, int, str, str], None]
Figures = dict[tuple[str, str], tuple[int, int, int, int]]


def load(folder: Path, *, allow_loss: bool = False) -> Figures:
    """What a load did: rows added, changed, unchanged and removed, by game and table."""
    tallies = loading.load_reference(folder, allow_loss=allow_loss)
    return {(t.game, t.table): (t.added, t.changed, t.unchanged, t.removed) for t in tallies}


def written(figures: Figures) -> Figures:
    """The tables in which anything was written."""
    return {
        table: (added, changed, 0, gone)
        for table, (added, changed, _, gone) in figures.items()
        if added + changed + gone
    }


class TestLoad:
    def test_a_card_is_stored_with_its_facts(self, loaded: Path) -> None:
        card = Card.objects.get(game="vs-classic", slug="scout-army")
        assert card.title == "Scout, Army"
        assert (card.cost, card.cost_kind) == (1, "recruit")
        assert [team.name for team in card.teams.order_by("card_teams__position")] == ["Red", "Blue"]
        assert [(word.keyword.name, word.parameter) for word in card.card_keywords.all()] == [
            ("Army", ""),
            ("Boost", "2"),
        ]
        assert [str(printing.card_set.code) + printing.number for printing in card.printings.all()] == ["ONE001", "TWO"]
        assert [(label.kind, label.name) for label in card.labels.all()] == [("version", "Army")]

    def test_none_recorded_and_not_recorded_are_told_apart(self, loaded: Path) -> None:
        upper = Card.objects.get(slug="hero-two-001")
        assert upper.teams_recorded
        assert not upper.teams.exists()
        assert not upper.alignments_recorded
        assert upper.has_flight is None

    def test_a_printed_sign_has_no_number(self, loaded: Path) -> None:
        upper = Card.objects.get(slug="hero-two-001")
        assert upper.atk is None
        assert upper.signs == {"atk": "0+"}

    def test_a_link_leads_to_the_card(self, loaded: Path) -> None:
        lower = Card.objects.get(slug="hero-one-001")
        assert [card.slug for card in lower.linked_cards.all()] == ["hero-two-001"]

    def test_a_set_keeps_its_days_and_what_it_follows(self, loaded: Path) -> None:
        one, two = CardSet.objects.filter(game="vs-classic")
        assert (one.released_earliest, one.released_latest) == (date(2006, 2, 1), date(2006, 2, 28))
        assert (one.legal_from, two.legal_from) == (date(2006, 2, 10), None)
        assert (one.follows, two.follows) == (None, one)

    def test_a_format_is_stored_resolved_and_says_what_it_inherits(self, loaded: Path) -> None:
        narrow = Format.objects.get(game="vs-classic", slug="narrow")
        assert narrow.definition["construction"] == {"deck_min": 60, "copies": 2}
        assert narrow.inherits == Format.objects.get(game="vs-classic", slug="open")

    def test_a_ban_is_stored_with_its_event_and_its_formats(self, loaded: Path) -> None:
        ban = Ban.objects.get(game="vs-classic")
        assert ban.event is not None
        assert (ban.event.name, ban.begins_latest) == ("Finals", date(2007, 1, 31))
        assert [fmt.slug for fmt in ban.formats.all()] == ["open", "narrow"]

    def test_a_keyword_that_only_a_card_names_is_there_without_a_gloss(self, loaded: Path) -> None:
        glosses = dict(Keyword.objects.filter(game="vs-classic").values_list("name", "gloss"))
        assert glosses == {"Army": "", "Boost": "Pay more, get more."}

    def test_each_game_has_a_fingerprint_of_its_own(self, loaded: Path) -> None:
        versions = set(Game.objects.values_list("data_version", flat=True))
        assert len(versions) == 3
        assert all(len(version) == 64 for version in versions)


class TestLoadAgain:
    def test_writes_nothing_where_nothing_changed(self, loaded: Path) -> None:
        assert written(load(loaded)) == {}

    def test_keeps_the_rows_themselves(self, loaded: Path, put: Put) -> None:
        before = set(Card.objects.values_list("pk", "slug"))
        put(loaded / "vs-classic" / "cards.csv", 3, "name", "Scouts")
        load(loaded)
        assert set(Card.objects.values_list("pk", "slug")) == before

    def test_writes_only_the_card_that_changed(self, loaded: Path, put: Put) -> None:
        put(loaded / "vs-classic" / "cards.csv", 3, "recruit_cost", "0")
        assert written(load(loaded)) == {("vs-classic", "cards"): (0, 1, 0, 0)}
        assert Card.objects.get(slug="scout-army").cost == 0

    def test_a_fact_that_is_taken_back_is_not_recorded_again(self, loaded: Path, put: Put) -> None:
        put(loaded / "vs-classic" / "cards.csv", 3, "affiliations", "")
        done = written(load(loaded))
        assert done == {
            ("vs-classic", "teams"): (0, 0, 0, 2),
            ("vs-classic", "teams of cards"): (0, 0, 0, 2),
            ("vs-classic", "cards"): (0, 1, 0, 0),
        }
        assert not Card.objects.get(slug="scout-army").teams_recorded

    def test_the_order_of_teams_is_kept_up(self, loaded: Path, put: Put) -> None:
        put(loaded / "vs-classic" / "cards.csv", 3, "affiliations", "Blue; Red")
        load(loaded)
        card = Card.objects.get(slug="scout-army")
        assert [each.team.name for each in card.card_teams.all()] == ["Blue", "Red"]

    def test_a_set_that_follows_another_one_now_points_at_it(self, loaded: Path, put: Put) -> None:
        put(loaded / "vs-classic" / "sets.csv", 4, "follows", "")
        load(loaded)
        assert CardSet.objects.get(game="vs-classic", code="TWO").follows is None

    def test_a_ban_and_its_event_that_are_gone_are_removed(self, loaded: Path) -> None:
        for name in ("bans.csv", "events.csv"):
            path = loaded / "vs-classic" / name
            path.write_text("\n".join(path.read_text(encoding="utf-8").splitlines()[:2]) + "\n", encoding="utf-8")
        done = written(load(loaded))
        assert done[("vs-classic", "bans")] == done[("vs-classic", "events")] == (0, 0, 0, 1)
        assert not Ban.objects.filter(game="vs-classic").exists()
        assert not Event.objects.filter(game="vs-classic").exists()

    def test_a_changed_fact_changes_the_fingerprint_of_its_game_alone(self, loaded: Path, put: Put) -> None:
        before = dict(Game.objects.values_list("slug", "data_version"))
        put(loaded / "riftbound" / "cards.csv", 3, "energy", "1")
        load(loaded)
        after = dict(Game.objects.values_list("slug", "data_version"))
        assert {slug for slug in before if before[slug] != after[slug]} == {"riftbound"}

    def test_costs_the_same_number_of_queries_whatever_there_is(
        self, loaded: Path, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_max_num_queries(63):
            load(loaded)


class TestLoss:
    def forget(self, folder: Path, game: str, keep: int) -> None:
        path = folder / game / "cards.csv"
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join(lines[: 2 + keep]) + "\n", encoding="utf-8")

    def grow(self, folder: Path, count: int) -> None:
        path = folder / "vs-classic" / "cards.csv"
        columns = path.read_text(encoding="utf-8").splitlines()[1].split(",")
        rows = []
        for number in range(count):
            cells = dict.fromkeys(columns, "") | {
                "slug": f"card-{number}",
                "name": f"Card {number}",
                "versions_known": "y",
            }
            rows.append(",".join(cells.values()))
        path.write_text("# Many.\n" + "\n".join([",".join(columns), *rows]) + "\n", encoding="utf-8")

    def test_a_file_that_loses_two_in_a_hundred_is_loaded(self, loaded: Path) -> None:
        self.grow(loaded, 100)
        load(loaded, allow_loss=True)
        self.forget(loaded, "vs-classic", 98)
        assert load(loaded)[("vs-classic", "cards")] == (0, 0, 98, 2)

    def test_a_file_that_loses_more_is_refused_and_nothing_changes(self, loaded: Path, put: Put) -> None:
        self.grow(loaded, 100)
        load(loaded, allow_loss=True)
        self.forget(loaded, "vs-classic", 97)
        put(loaded / "vs-classic" / "sets.csv", 3, "name", "Changed")
        with pytest.raises(InputError, match=r"would delete 3 of 100 cards of Vs\. System TCG") as caught:
            load(loaded)
        assert caught.value.place == str(loaded / "vs-classic" / "cards.csv")
        assert Card.objects.filter(game="vs-classic").count() == 100
        assert CardSet.objects.get(game="vs-classic", code="ONE").name == "First"

    def test_a_loss_that_is_allowed_is_loaded(self, loaded: Path) -> None:
        self.forget(loaded, "vs-classic", 1)
        assert load(loaded, allow_loss=True)[("vs-classic", "cards")] == (0, 0, 1, 1)
        assert Printing.objects.filter(card__game="vs-classic").count() == 2

    def test_a_loss_in_one_game_leaves_the_others_as_they_were(self, loaded: Path, put: Put) -> None:
        put(loaded / "vs-classic" / "cards.csv", 3, "recruit_cost", "5")
        self.forget(loaded, "vs-2pcg", 0)
        with pytest.raises(InputError):
            load(loaded)
        assert Card.objects.get(slug="scout-army").cost == 1


class TestFailure:
    def test_a_wrong_file_changes_nothing(self, loaded: Path, put: Put) -> None:
        put(loaded / "vs-classic" / "cards.csv", 3, "recruit_cost", "5")
        put(loaded / "riftbound" / "cards.csv", 3, "energy", "much")
        with pytest.raises(InputError):
            load(loaded)
        assert Card.objects.get(slug="scout-army").cost == 1

    def test_a_failure_in_the_middle_leaves_nothing_behind(
        self, loaded: Path, put: Put, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(rows: object) -> None:
            raise IntegrityError("the connection is gone")

        put(loaded / "vs-classic" / "cards.csv", 3, "recruit_cost", "5")
        monkeypatch.setattr(loading, "load_documents", fail)
        with pytest.raises(IntegrityError):
            load(loaded)
        assert Card.objects.get(slug="scout-army").cost == 1


class TestCommand:
    def test_prints_a_table_with_sums(self, loaded: Path, put: Put) -> None:
        put(loaded / "vs-classic" / "cards.csv", 3, "recruit_cost", "0")
        out = io.StringIO()
        call_command("load_reference", folder=loaded, stdout=out)
        lines = [line.split() for line in out.getvalue().splitlines()]
        assert lines[0] == ["game", "table", "added", "changed", "unchanged", "removed"]
        assert ["vs-classic", "cards", "0", "1", "1", "0"] in lines
        assert lines[-1][:3] == ["all", "0", "1"]

    def test_a_wrong_file_is_exit_status_2_with_its_place(self, loaded: Path, put: Put) -> None:
        put(loaded / "vs-classic" / "sets.csv", 3, "legal_from", "2006-02-30")
        with pytest.raises(CommandError) as caught:
            call_command("load_reference", folder=loaded)
        assert caught.value.returncode == 2
        assert str(caught.value) == (
            f"{loaded / 'vs-classic' / 'sets.csv'}, line 3, column 13 (legal_from): "
            "'2006-02-30' is not a date; write it as 2006-02-28"
        )

    def test_a_folder_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="cannot read the file: No such file"):
            call_command("load_reference", folder=tmp_path / "nowhere")
