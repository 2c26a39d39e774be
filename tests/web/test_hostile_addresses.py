"""No address, parameter, form or body of the site is a fault of ours, whatever stands in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponseBase
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from pytest_django import Settings

from tests.web.hostile import VALUES, Address, honest, list_addresses, list_hostile_paths, list_parameters
from vsdb.accounts.services import make_token

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
NUL = "a\0b"
FOR_STAFF = ("/admin/", "/re", "/account/", "/operations/")
URLENCODED = "application/x-www-form-urlencoded"


@pytest.fixture(autouse=True)
def _without_limits(settings: Settings) -> None:
    """Tests ask more often than people do, and the site's own pages are answered as in production."""
    settings.API_RATE = settings.API_CHECK_RATE = settings.API_WRITE_RATE = ""
    settings.ACCOUNT_RATE_LIMITS = {}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def clients() -> list[Client]:
    """A stranger and somebody who may do everything."""
    staff = Client(raise_request_exception=False)
    staff.force_login(User.objects.create_superuser("ann", "ann@example.org", "a long and good one"))
    return [Client(raise_request_exception=False), staff]


@pytest.fixture
def program() -> Client:
    """A program that may write for somebody who may do everything."""
    user = User.objects.create_superuser("ann", "ann@example.org", "a long and good one")
    secret = make_token(user, name="test", scope="write")[1]
    return Client(raise_request_exception=False, headers={"Authorization": f"Bearer {secret}"})


Value = TypeVar("Value", str, str | bytes)
Ask = Callable[[Client], HttpResponseBase]


def find_faults(clients: Iterable[Client], asked: Iterable[tuple[str, Ask]]) -> list[str]:
    """What was asked and answered with 5xx, or with an exception that reached the web server."""
    found = []
    for what, ask in asked:
        for number, client in enumerate(clients):
            try:
                status = ask(client).status_code
            except Exception as error:
                found.append(f"{number} {what[:300]}: {type(error).__name__}: {error}")
                continue
            if status >= HTTPStatus.INTERNAL_SERVER_ERROR and status != HTTPStatus.SERVICE_UNAVAILABLE:
                found.append(f"{number} {what[:300]}: {status}")
    return found


def find_faults_by_rights(clients: list[Client], paths: list[str]) -> list[str]:
    """Faults of paths, each asked by somebody who may see what is there."""
    stranger, staff = clients
    for_staff = [path for path in paths if path.startswith(FOR_STAFF)]
    for_all = [path for path in paths if not path.startswith(FOR_STAFF)]
    return [*find_faults([staff], map(get, for_staff)), *find_faults([stranger], map(get, for_all))]


def get(path: str) -> tuple[str, Ask]:
    return path, lambda client: client.get(path)


def send(method: str, path: str, body: Any) -> tuple[str, Ask]:
    text = json.dumps(body)
    return f"{method} {path} {text}", lambda client: client.generic(method, path, text, "application/json")


def ask_with_parameters(address: str, names: list[str], values: Iterable[str | bytes]) -> Iterator[tuple[str, Ask]]:
    """All parameters with one hostile value at once, for each value."""
    for value in values:
        yield get(f"{address}?" + "&".join(f"{name}={quote(value, safe='')}" for name in names))


def send_forms(address: str, names: list[str], values: Iterable[str]) -> Iterator[tuple[str, Ask]]:
    """All fields with one hostile value at once, as forms are sent."""
    for value in values:
        form = dict.fromkeys(names, value)
        yield f"POST {address} {value!r}", lambda client, form=form: client.post(address, form)  # type: ignore[misc]
        text = urlencode(form)
        yield f"POST {address} {value!r}", lambda client, text=text: client.post(address, text, URLENCODED)  # type: ignore[misc]


def by_turns(values: Sequence[Value], number: int, step: int) -> Sequence[Value]:
    """Every so many values, others for the next number, so that all are tried somewhere."""
    return values[number % step :: step]


def list_pages() -> list[Address]:
    """Addresses that leave the session and the connection of a test as they are."""
    ends = ("logout", "/readyz", "/healthz", "/metrics")
    return [each for each in list_addresses() if not any(word in each.literals[0] for word in ends)]


def list_bodies(values: Iterable[str]) -> Iterator[tuple[str, Ask]]:
    """Bodies of every address of the API that takes one: each field hostile in turn, the others honest.

    A value stands by itself, in a list or as a key, by turns.
    """
    schema = SchemaGenerator().get_schema(request=None, public=True)
    shapes = schema["components"]["schemas"]
    for path, methods in schema["paths"].items():
        filled = path.format_map(Honest())
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            shape = shapes.get(content.get("schema", {}).get("$ref", "").rpartition("/")[2])
            if shape is None:
                continue
            fields = shape.get("properties", {})
            base = {name: build_value(fields[name], shapes) for name in fields}
            for number, value in enumerate(values):
                yield send(method.upper(), filled, value)
                for place, name in enumerate(fields):
                    hostile = (value, [value], {value: value})[(number + place) % 3]
                    yield send(method.upper(), filled, {**base, name: hostile})


class Honest(dict[str, str]):
    """An honest value for any part of an address."""

    def __missing__(self, name: str) -> str:
        return honest(name)


def build_value(field: dict[str, Any], shapes: dict[str, Any]) -> Any:
    """A value of a field's type."""
    if "enum" in field:
        return field["enum"][0]
    if "$ref" in field:
        return build_value(shapes[field["$ref"].rpartition("/")[2]], shapes)
    for way in ("allOf", "oneOf", "anyOf"):
        if way in field:
            return build_value(field[way][0], shapes)
    kind = field.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    plain: dict[Any, Any] = {"string": "4 Savage Beatdown", "integer": 1, "number": 1, "boolean": True, "array": []}
    return plain.get(kind, {})


#: A parameter is tried by itself at every so many addresses; all together they are tried at each.
EVERY = 12


class TestPaths:
    def test_of_every_address_are_no_fault_of_ours(self, clients: list[Client]) -> None:
        paths = list_hostile_paths(in_full=False)
        assert len(paths) > 250
        assert find_faults_by_rights(clients, paths) == []

    @pytest.mark.full
    def test_of_every_address_with_every_value_are_no_fault_of_ours(self, clients: list[Client]) -> None:
        paths = list_hostile_paths(in_full=True)
        assert len(paths) > 4_000
        assert find_faults_by_rights(clients, paths) == []

    @pytest.mark.parametrize(
        "path",
        [
            "/api/v1/documents/%00/units",
            "/api/v1/documents/cr-2.7/units/%00",
            "/api/v1/documents/cr-2.7/rules/%00",
            "/api/v1/rules/compare/%00/%00",
            "/people/%00/",
            "/cards/%1b/",
            "/static/%00",
            "/%00",
        ],
    )
    def test_with_a_control_character_name_nothing(self, client: Client, path: str) -> None:
        answer = client.get(path)
        assert answer.status_code == 404
        is_api = path.startswith("/api/")
        assert answer.headers["Content-Type"].startswith("application/json" if is_api else "text/html")
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


class TestParameters:
    def test_with_a_hostile_value_are_no_fault_of_ours(self, clients: list[Client]) -> None:
        names = list_parameters()
        assert len(names) > 60
        asked = (
            each
            for number, address in enumerate(list_pages())
            if not address.names
            for each in ask_with_parameters(address.fill(), names, [VALUES[number % len(VALUES)]])
        )
        assert find_faults(clients[:1], asked) == []

    @pytest.mark.full
    def test_one_by_one_with_hostile_values_are_no_fault_of_ours(self, clients: list[Client]) -> None:
        names = list_parameters()
        asked = (
            each
            for number, address in enumerate(list_pages())
            if not address.names
            for at, name in enumerate(names)
            if (number + at) % EVERY == 0
            for each in ask_with_parameters(address.fill(), [name], [VALUES[(number + at) % len(VALUES)]])
        )
        assert find_faults(clients[1:], asked) == []

    @pytest.mark.full
    def test_of_every_address_are_no_fault_of_ours(self, clients: list[Client]) -> None:
        names = list_parameters()
        asked = (
            each
            for number, address in enumerate(list_pages())
            for each in ask_with_parameters(address.fill(), names, by_turns(VALUES, number, 18))
        )
        assert find_faults(clients[1:], asked) == []


class TestForms:
    def test_with_a_nul_are_no_fault_of_ours(self, clients: list[Client]) -> None:
        names = list_parameters()
        asked = (
            each
            for address in list_pages()
            if not address.literals[0].startswith(("/api/", "/admin/"))
            for each in send_forms(address.fill(), names, [NUL])
        )
        assert find_faults(clients[:1], asked) == []

    @pytest.mark.full
    def test_with_hostile_values_are_no_fault_of_ours(self, clients: list[Client]) -> None:
        names = list_parameters()
        texts = [each for each in VALUES if isinstance(each, str)]
        asked = (
            each
            for number, address in enumerate(list_pages())
            if not address.literals[0].startswith("/api/")
            for each in send_forms(address.fill(), names, by_turns(texts, number, 24))
        )
        assert find_faults(clients[1:], asked) == []


class TestBodies:
    def test_with_a_nul_are_no_fault_of_ours(self, program: Client) -> None:
        assert find_faults([program], list_bodies([NUL])) == []

    @pytest.mark.full
    def test_with_hostile_values_are_no_fault_of_ours(self, program: Client) -> None:
        texts = [each for each in VALUES if isinstance(each, str)]
        assert find_faults([program], list_bodies([*texts[::10], "\ud800"])) == []
