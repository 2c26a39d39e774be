"""The facts of the fourth game: loaded beside those of the others, shown on pages, given by the API."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.commands import run
from tests.decks.stored import text_of
from tests.fourth_game.house_rules.deck_rules import HOUSE
from tests.fourth_game.spare_house.installed import SPARE
from vsdb.catalog.cards.models import Card, CardSet, Game, Keyword, Team
from vsdb.catalog.formats.models import Ban, Format
from vsdb.catalog.rules.models import Rule

pytestmark = pytest.mark.django_db


def ask(client: Client, address: str, **words: str) -> Any:
    answer = client.get(f"/api/v1/{address}", words)
    assert answer.status_code == 200, address
    return answer.json()


class TestLoading:
    def test_puts_its_facts_beside_those_of_the_other_games(self) -> None:
        assert list(Game.objects.values_list("slug", flat=True)) == ["vs-classic", "vs-2pcg", "riftbound", HOUSE, SPARE]
        held = {model: model._default_manager.filter(game=HOUSE).count() for model in (CardSet, Card, Format, Ban)}
        assert held == {CardSet: 5, Card: 30, Format: 1, Ban: 1}
        assert {team.name for team in Team.objects.filter(game=HOUSE)} == {"Brass", "Ember", "Ivy"}
        assert {keyword.name for keyword in Keyword.objects.filter(game=HOUSE)} == {"Loud", "Punctual"}
        assert Rule.objects.filter(document__game=HOUSE, document="house-1").count() == 7
        assert all(Card.objects.filter(game=game).count() > 500 for game in ("vs-classic", "vs-2pcg", "riftbound"))

    def test_keeps_what_a_card_is_and_what_it_is_counted_by(self) -> None:
        ghost = Card.objects.get(game=HOUSE, slug="ghost-of-the-landlord")
        assert (ghost.type, ghost.cost, ghost.health, ghost.signs, ghost.rarity) == (
            "Guest", 6, None, {"health": "*"}, "Rare",
        )  # fmt: skip
        assert ghost.copy_key == "ghost of the landlord"

    def test_again_changes_nothing(self) -> None:
        _, out, _ = run("load_reference")
        rows = [line.split() for line in out.splitlines() if line.startswith(HOUSE)]
        assert ["cards", "0", "0", "30", "0"] in [row[-5:] for row in rows]
        assert {(row[-4], row[-3], row[-1]) for row in rows} == {("0", "0", "0")}

    def test_is_given_in_one_piece(self, client: Client) -> None:
        dumped = json.loads(run("dump_reference", HOUSE)[1])
        assert dumped == ask(client, f"reference/{HOUSE}")
        assert len(dumped["cards"]) == 30


class TestPages:
    @pytest.mark.parametrize(
        ("address", "said"),
        [
            ("/", "House Rules"),
            ("/cards/", "House"),
            (f"/cards/{HOUSE}/aunt-petronella/", "Aunt Petronella"),
            (f"/cards/{HOUSE}/kitchen/", "Kitchen"),
            (f"/cards/{HOUSE}/butler.json", "LOD-004"),
            (f"/cards/{HOUSE}/butler.md", "# Butler"),
            ("/sets/", "The Cellar"),
            (f"/sets/{HOUSE}/CEL/", "Ghost of the Landlord"),
            (f"/keywords/{HOUSE}/", "Loud"),
            (f"/keywords/{HOUSE}/loud/", "Wasp Inspector"),
            (f"/teams/{HOUSE}/", "Households"),
            (f"/teams/{HOUSE}/brass/", "Colonel Sprat"),
            ("/formats/", "Open House"),
            (f"/formats/{HOUSE}/", "Open House"),
            (f"/formats/{HOUSE}/open-house/", "Uninvited Cousin"),
            (f"/formats/{HOUSE}/open-house/?on=2022-01-01", "The Garden"),
            ("/rules/", "The House Rules"),
            ("/rules/house-1/", "A house has each of its rooms once."),
            ("/rules/house-1/3/", "A house has each of its rooms once."),
            ("/rules/house-1/coverage/", "copy-limit"),
            ("/rules/coverage/", "The House Rules"),
        ],
    )
    def test_show_it(self, client: Client, address: str, said: str) -> None:
        assert said in text_of(client, address)

    def test_of_a_card_have_its_face_with_what_the_game_draws_there(self, client: Client) -> None:
        page = text_of(client, f"/cards/{HOUSE}/aunt-petronella/")
        for said in ("Coins 3", "Patience 4", "Household", "Brass", "Loud 2", "Family", "face--red"):
            assert said in page, said

    def test_of_a_card_have_a_picture(self, client: Client) -> None:
        answer = client.get(f"/cards/{HOUSE}/aunt-petronella/preview.png")
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")


class TestTheApi:
    def test_lists_what_there_is(self, client: Client) -> None:
        assert HOUSE in [game["slug"] for game in ask(client, "games")["results"]]
        assert [each["code"] for each in ask(client, "sets", game=HOUSE)["results"]] == [
            "HOU", "GAR", "CEL", "ATT", "LOD",
        ]  # fmt: skip
        assert ask(client, "cards", game=HOUSE)["count"] == 30
        assert ask(client, "printings", game=HOUSE)["count"] == 31
        assert [each["slug"] for each in ask(client, "formats", game=HOUSE)["results"]] == ["open-house"]
        assert [each["slug"] for each in ask(client, "teams", game=HOUSE)["results"]] == ["brass", "ember", "ivy"]
        assert [each["slug"] for each in ask(client, "keywords", game=HOUSE)["results"]] == ["loud", "punctual"]

    def test_gives_each(self, client: Client) -> None:
        card = ask(client, f"cards/{HOUSE}/aunt-petronella")
        assert (card["cost"], card["health"], card["teams"], card["tags"]) == (3, 4, ["Brass"], ["Family"])
        assert ask(client, f"sets/{HOUSE}/GAR")["name"] == "The Garden"
        assert ask(client, f"formats/{HOUSE}/open-house")["construction"]["copies"] == 3
        assert "A house has each" in json.dumps(ask(client, "documents/house-1/rules/3"))

    def test_says_where_a_card_is_legal(self, client: Client) -> None:
        said = ask(client, f"cards/{HOUSE}/uninvited-cousin/legality", on="2023-06-01")
        assert "banned" in json.dumps(said)


def test_files_bring_cards_and_texts_that_are_read_and_searched(client: Client, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    rows = ("Piano Tuner,LOD,005,Staff,2,", 'Lost Mountaineer,LOD,001,Guest,3,"Loud 1. Sit down beside Cook."')
    file.write_text("\n".join(("game,name,set,number,type,cost,text", *(f"House Rules,{row}" for row in rows))))
    status, out, _ = run("import_cards", str(file), "--source", "csv")
    assert (status, "1 new" in out) == (0, True)
    card = ask(client, f"cards/{HOUSE}/piano-tuner")
    assert (card["type"], card["cost"]) == ("Servant", 2)
    assert "Sit down beside" in text_of(client, f"/cards/{HOUSE}/lost-mountaineer/")
    for query in ('x:"sit down"', "mentions:cook", "kw:loud s:LOD"):
        found = ask(client, "cards", game=HOUSE, q=query)["results"]
        assert [card["slug"] for card in found] == ["lost-mountaineer"], query
