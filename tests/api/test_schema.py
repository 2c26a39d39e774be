"""The description of the API, and whether its answers keep to it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from pytest_django import Settings

import engine.model.cards
import engine.model.formats
import engine.model.verdicts
from tests.api.describing import describe_api
from tests.catalog.wordings.making import SLUG, make_group, make_ruling, make_wording
from vsdb.api.shapes import Shape
from vsdb.catalog.api.card_shapes import CardShape, PrintingShape
from vsdb.catalog.api.format_shapes import BanShape, ConstructionShape, FormatInFullShape, PoolShape
from vsdb.check.api import CheckedShape, FindingShape, VerdictShape

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return describe_api()


def properties(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every field of every shape: the shape's name, the field's name and its description."""
    for name, shape in schema["components"]["schemas"].items():
        for field, described in shape.get("properties", {}).items():
            yield name, field, described


def check(schema: dict[str, Any], path: str, method: str, status: int, answer: Any) -> None:
    """Fail where an answer isn't what the description says of that address."""
    responses = schema["paths"][path][method]["responses"]
    described = responses[str(status)]["content"]["application/json"]["schema"]
    Draft202012Validator({**described, "components": schema["components"]}).validate(answer)


class TestDescription:
    def test_every_field_is_described(self, schema: dict[str, Any]) -> None:
        silent = [
            f"{name}.{field}" for name, field, described in properties(schema) if not described.get("description")
        ]
        assert silent == []

    def test_every_address_is_described_and_none_twice(self, schema: dict[str, Any]) -> None:
        paths = list(schema["paths"])
        assert "/api/v1/check" in paths
        assert len({path.rstrip("/") for path in paths}) == len(paths)
        for operations in schema["paths"].values():
            for operation in operations.values():
                assert operation["description"]
                assert all(each.get("description") for each in operation.get("parameters", []))

    def test_every_address_is_listed_under_what_it_is_about_and_summed_up(self, schema: dict[str, Any]) -> None:
        for path, methods in schema["paths"].items():
            for method in methods.values():
                assert method["tags"] == [path.removeprefix("/api/v1/").partition("/")[0] or "entrance"]
                assert 0 < len(method["summary"]) <= 120, path

    def test_every_address_names_its_headers_and_the_errors_of_any(self, schema: dict[str, Any]) -> None:
        for path, methods in schema["paths"].items():
            for method, operation in methods.items():
                answers = operation["responses"]
                assert {"401", "429"} <= set(answers), (method, path)
                assert "Retry-After" in answers["429"]["headers"]
                assert all("RateLimit" in each["headers"] for each in answers.values())
                if any(each["in"] == "query" for each in operation.get("parameters", ())):
                    assert "400" in answers, (method, path)
        pages = schema["paths"]["/api/v1/cards"]["get"]["responses"]
        assert "404" in pages
        assert {"Link", "ETag"} <= set(pages["200"]["headers"])

    def test_names_headers_that_answers_have(self, client: Client, schema: dict[str, Any], settings: Settings) -> None:
        settings.API_RATE = "9/second"
        for path in ("cards", "bulk/riftbound/rules", "documents/cr-2.7"):
            answer = client.get(f"/api/v1/{path}")
            pattern = {"bulk/riftbound/rules": "bulk/{game}/{kind}", "documents/cr-2.7": "documents/{document}"}
            described = schema["paths"][f"/api/v1/{pattern.get(path, path)}"]["get"]["responses"]["200"]["headers"]
            assert [name for name in described if not answer.has_header(name)] == []

    def test_is_served(self, client: Client) -> None:
        assert client.get("/api/schema/").status_code == 200


class TestShapes:
    """A fact that the engine gains is a fact that the API gives."""

    @pytest.mark.parametrize(
        ("shape", "value"),
        [
            (CardShape, engine.model.cards.Card),
            (PrintingShape, engine.model.cards.Printing),
            (FormatInFullShape, engine.model.formats.Format),
            (PoolShape, engine.model.formats.Pool),
            (ConstructionShape, engine.model.formats.Construction),
            (BanShape, engine.model.formats.Ban),
            (VerdictShape, engine.model.verdicts.Verdict),
            (FindingShape, engine.model.verdicts.Finding),
            (CheckedShape, engine.model.verdicts.CheckedRule),
        ],
    )
    def test_say_everything_that_the_engine_s_values_hold(self, shape: type[Shape], value: Any) -> None:
        held_elsewhere = {"sets", "extra", "readings"}  # readings: in the whole reference
        fields = set(inspect.signature(value).parameters)
        assert fields - held_elsewhere <= set(shape().fields)


class TestAnswersKeepToIt:
    @pytest.mark.parametrize(
        "name", ["games", "sets", "cards", "printings", "formats", "keywords", "teams", "documents", "rules"]
    )
    def test_lists_do(self, client: Client, schema: dict[str, Any], name: str) -> None:
        answer = client.get(f"/api/v1/{name}", {"page_size": 500}).json()
        assert answer["results"]
        check(schema, f"/api/v1/{name}", "get", 200, answer)

    @pytest.mark.parametrize(
        ("path", "address"),
        [
            ("/api/v1/", ""),
            ("/api/v1/cards/{game}/{slug}", "cards/vs-classic/savage-beatdown"),
            ("/api/v1/cards/{game}/{slug}", "cards/vs-2pcg/captain-marvel-aff-001"),
            ("/api/v1/cards/{game}/{slug}/legality", "cards/vs-classic/savage-beatdown/legality?on=2007-04-15"),
            ("/api/v1/cards/{game}/{slug}/life", "cards/vs-classic/overload/life"),
            ("/api/v1/cards", "cards?q=savage+team:avngers"),
            ("/api/v1/sets/{game}/{code}", "sets/vs-classic/MOR"),
            ("/api/v1/formats/{game}/{slug}", "formats/vs-classic/silver-age?on=2007-02-15"),
            ("/api/v1/formats/{game}/{slug}/changes", "formats/vs-classic/silver-age/changes"),
            ("/api/v1/reference/{game}", "reference/riftbound"),
            ("/api/v1/cards/named", "cards/named?fuzzy=savaje+beetdown"),
            ("/api/v1/cards/autocomplete", "cards/autocomplete?q=savage"),
            ("/api/v1/cards/random", "cards/random"),
            ("/api/v1/games/{game}", "games/riftbound"),
            ("/api/v1/keywords/{game}/{slug}", "keywords/vs-classic/boost"),
            ("/api/v1/teams/{game}/{slug}", "teams/vs-classic/warbound"),
            ("/api/v1/documents/{document}", "documents/cr-2.7"),
        ],
    )
    def test_single_things_do(self, client: Client, schema: dict[str, Any], path: str, address: str) -> None:
        check(schema, path, "get", 200, client.get(f"/api/v1/{address}").json())

    def test_a_name_without_a_single_card_does(self, client: Client, schema: dict[str, Any]) -> None:
        for query in ("exact=wolverine", "exact=nobody+at+all"):
            answer = client.get(f"/api/v1/cards/named?{query}")
            assert answer.status_code == 404
            check(schema, "/api/v1/cards/named", "get", 404, answer.json())

    def test_many_cards_and_many_decks_at_once_do(self, client: Client, schema: dict[str, Any]) -> None:
        decks = [{"deck": "4 Savage Beatdown", "format": "golden-age"}, {"deck": "4 Savage Beatdown", "format": "none"}]
        for path, asked in (
            ("/api/v1/cards/collection", {"identifiers": [{"slug": "savage-beatdown"}, {"name": "wolverine"}]}),
            ("/api/v1/check/batch", {"decks": decks}),
        ):
            answer = client.post(path, json.dumps(asked), content_type="application/json")
            assert answer.status_code == 200
            check(schema, path, "post", 200, answer.json())

    def test_the_life_of_a_deck_does(self, client: Client, schema: dict[str, Any]) -> None:
        asked = {"deck": "4 Overload\n56 Doom-Bot, Army", "formats": ["golden-age"]}
        answer = client.post("/api/v1/life", asked, content_type="application/json")
        assert answer.status_code == 200
        check(schema, "/api/v1/life", "post", 200, answer.json())

    def test_cards_with_texts_rulings_and_sources_do(self, client: Client, schema: dict[str, Any]) -> None:
        make_wording("Boost 2: Hop.", "printed", "2004-02-01", printing_code="MOR-001", flavour="Whoosh!")
        make_wording("Skip.", "errata", "2008-05-01", source="faq", changed=["Skip."])
        make_wording("Run.", "reference", source="undated")
        for days in (("2007-03-01",), ()):
            make_ruling("Yes.", *days, about=[SLUG], rules=[("", "101.2"), ("", "999.9")], keywords=["Boost"])
        make_group("Hoppers", "Savage Beatdown")
        for path in ("/api/v1/rulings", "/api/v1/sources", f"/api/v1/cards/vs-classic/{SLUG}"):
            described = path.replace("vs-classic", "{game}").replace(SLUG, "{slug}")
            check(schema, described, "get", 200, client.get(path).json())

    def test_every_format_does(self, client: Client, schema: dict[str, Any]) -> None:
        for fmt in client.get("/api/v1/formats", {"page_size": 500}).json()["results"]:
            answer = client.get(f"/api/v1/formats/{fmt['game']}/{fmt['slug']}").json()
            check(schema, "/api/v1/formats/{game}/{slug}", "get", 200, answer)

    @pytest.mark.parametrize(
        ("asked", "status"),
        [
            ({"deck": "4 Savage Beatdown\n4 Nobody\nwhat?", "formats": ["golden-age"], "dates": ["2008-05-20"]}, 200),
            ({"deck": "1 Captain Marvel [AFF-001]", "formats": ["multiverse"], "dates": ["2024-06-01"]}, 200),
            ({"deck": "1 Jinx", "formats": ["standard"], "game": "riftbound", "dates": ["2026-03-15"]}, 200),
            ({"deck": "4 Savage Beatdown", "formats": ["goldenage"]}, 404),
            ({"deck": "4 Savage Beatdown", "dates": ["2006-02-30"]}, 400),
            ({}, 400),
        ],
    )
    def test_verdicts_and_errors_do(
        self, client: Client, schema: dict[str, Any], asked: dict[str, Any], status: int
    ) -> None:
        answer = client.post("/api/v1/check", json.dumps(asked), content_type="application/json")
        assert answer.status_code == status
        check(schema, "/api/v1/check", "post", status, answer.json())
