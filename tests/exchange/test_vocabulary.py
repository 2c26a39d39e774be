"""The words that readers write: those of the fixtures."""

from __future__ import annotations

import csv
import io

import pytest

from engine.model.cards import VS_2PCG, VS_CLASSIC
from engine.model.games import Game, game_of
from tests.conftest import ROOT
from tests.engine.house_game import HOUSE, house
from vsdb.exchange.card_files.proposals import CardProposal
from vsdb.exchange.card_files.sources.csv_columns import read
from vsdb.exchange.card_files.sources.vocabulary import (
    NAMES,
    USELESS,
    find_fact_field,
    find_game_by_name,
    find_game_in_text,
    is_useless,
    normalize_team,
    normalize_type,
)

__all__ = ["house"]


def rows(game: str, name: str) -> list[dict[str, str]]:
    lines = (ROOT / "fixtures" / game / name).read_text().splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def test_the_teams_are_those_of_the_fixtures() -> None:
    assert set(game_of(VS_2PCG).site.importing.teams) == {row["name"] for row in rows(VS_2PCG, "teams.csv")}
    classic = {team for row in rows(VS_CLASSIC, "cards.csv") for team in row["affiliations"].split("; ")}
    assert set(game_of(VS_CLASSIC).site.importing.teams) == classic - {"", "none"}


@pytest.mark.parametrize(
    ("written", "game", "team"),
    [
        ("xmen", VS_2PCG, "X-Men"),
        ("The SEven", VS_2PCG, "The Seven"),
        ("villains", VS_2PCG, "Super Villains"),
        ("Fantastic", VS_CLASSIC, "Fantastic Four"),
        ("Fantastic Four", VS_2PCG, "Fantastic"),
        ("shield", VS_CLASSIC, "S.H.I.E.L.D."),
        ("Winkies", VS_CLASSIC, "Winkies"),
    ],
)
def test_teams_are_brought_to_the_words_of_the_reference(written: str, game: str, team: str) -> None:
    assert normalize_team(written, game) == team


def test_every_column_of_the_fixtures_is_a_field_or_known_to_be_none() -> None:
    for game in ("vs-classic", "vs-2pcg", "riftbound"):
        for column in rows(game, "cards.csv")[0]:
            assert find_fact_field(column) or is_useless(column), column


def test_no_name_means_two_fields() -> None:
    names = [word for name, words in NAMES.items() for word in (name, *words)]
    assert [word for word in names if find_fact_field(word) is None] == []
    for name, words in NAMES.items():
        assert {find_fact_field(word) for word in (name, *words)} == {name}
    assert not [word for word in USELESS if find_fact_field(word)]


def test_the_documentation_lists_every_field_with_its_other_names() -> None:
    text = (ROOT / "docs" / "importing.md").read_text()
    for name, words in NAMES.items():
        assert f"| `{name}` | {', '.join(words)} |" in text


@pytest.mark.parametrize(
    ("text", "game"),
    [("VS-2PCG", "vs-2pcg"), ("Vs. System TCG", "vs-classic"), ("riftbound", "riftbound"), ("chess", None)],
)
def test_games_are_named(text: str, game: str | None) -> None:
    assert find_game_by_name(text) == game


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("cards-vs-2pcg.csv", "vs-2pcg"),
        ("My Vs System cards", "vs-classic"),
        ("Riftbound 2.xml", "riftbound"),
        ("a", None),
    ],
)
def test_games_are_found_in_longer_texts(text: str, game: str | None) -> None:
    assert find_game_in_text(text) == game


def test_types_are_brought_to_the_words_of_the_reference() -> None:
    assert normalize_type("PLOT-TWIST", VS_CLASSIC) == "Plot Twist"
    assert normalize_type("Moon Phase", VS_CLASSIC) is None


def test_cards_of_a_game_that_says_nothing_of_files_are_read(house: Game) -> None:
    table = io.BytesIO(b"game,name,type,cost,teams,number\nHouse Rules,Attic,Room,3,Upstairs,HSE-001a\n")
    found = next(item for item in read(table, "cards.csv") if isinstance(item, CardProposal))
    assert (found.game, found.name, found.set_code, found.number) == (HOUSE, "Attic", "HSE", "001A")
    assert found.facts == {"type": "Room", "cost": 3, "teams": ["Upstairs"]}
