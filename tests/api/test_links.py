"""The links of the API: each object names its page and itself, and a page of a list the pages beside it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.catalog.rules.held import NEWER, hold
from vsdb.accounts.models import ApiToken
from vsdb.accounts.services import make_token
from vsdb.catalog.wordings.models import Source

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
LISTS = ("games", "sets", "cards", "printings", "formats", "keywords", "teams", "documents", "rules")


@pytest.mark.parametrize("name", LISTS)
def test_every_object_of_a_list_names_its_page_and_itself(client: Client, name: str) -> None:
    objects = client.get(f"{V1}/{name}", {"page_size": 500}).json()["results"]
    for each in (*objects[:2], *objects[-2:]):
        assert client.get(each["page"]).status_code == 200, each["page"]
        again = client.get(each["api"]).json()
        if name != "printings":
            assert again["api"] == each["api"]
            same = [field for field in each if again[field] == each[field]]
            assert {"page", "api", "slug" if "slug" in each else "code"} <= {*same}


def test_a_single_format_and_card_name_themselves(client: Client) -> None:
    for path in ("cards/vs-classic/savage-beatdown", "formats/vs-classic/silver-age", "documents/cr-2.7"):
        assert client.get(f"{V1}/{path}").json()["api"] == f"{V1}/{path}"


@pytest.mark.parametrize("path", ["games/chess", "keywords/vs-classic/none", "teams/riftbound/none", "documents/none"])
def test_an_object_that_is_none_is_not_found(client: Client, path: str) -> None:
    answer = client.get(f"{V1}/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize("path", ["cards?q=t:location", "sets", "rules?q=army", "printings"])
def test_a_page_names_the_pages_beside_it_in_its_body_and_in_its_header(client: Client, path: str) -> None:
    def read(address: str) -> tuple[dict[str, Any], dict[str, str]]:
        answer = client.get(address)
        links = {rel: link for link, rel in re.findall(r'<([^>]*)>; rel="(\w+)"', answer.headers.get("Link", ""))}
        return answer.json(), links

    first, links = read(f"{V1}/{path}{'&' if '?' in path else '?'}page_size=2")
    assert first["previous"] is None
    assert links == {"next": first["next"]}
    second, links = read(first["next"])
    assert links["prev"] == second["previous"]
    assert read(second["previous"])[0]["results"] == first["results"]


#: Links that stand in an answer under one of these names lead somewhere.
_LINKS = ("page", "api", "answer_page")


def find_links(answer: Any) -> list[str]:
    """Every link of an answer, however deep it stands."""
    if isinstance(answer, list):
        return [link for each in answer for link in find_links(each)]
    if not isinstance(answer, dict):
        return []
    own = [answer[name] for name in _LINKS if isinstance(answer.get(name), str)]
    return own + [link for each in answer.values() for link in find_links(each)]


class TestStoredObjects:
    """What people made names its page and itself, at every place where it stands."""

    @pytest.fixture
    def person(self) -> Client:
        user = User.objects.create_user("programmer")
        _, secret = make_token(user, name="links", scope=ApiToken.Scope.WRITE)
        client = Client(headers={"authorization": f"Bearer {secret}"})
        client.force_login(user)
        return client

    def send(self, person: Client, path: str, method: str = "POST", **body: Any) -> Any:
        answer: Any = person.generic(method, f"{V1}/{path}", json.dumps(body), content_type="application/json")
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    def check(self, person: Client, answer: Any, *expected: str) -> None:
        links = find_links(answer)
        assert set(expected) <= set(links)
        for link in set(links):
            status = person.get(link).status_code
            # What can only be changed or deleted answers no GET.
            assert status == 200 or (status == 405 and link.startswith("/api/")), link

    def test_name_their_page_and_themselves(self, person: Client) -> None:
        text = "4 Savage Beatdown\n56 Sentinel Mark V, Army"
        deck = self.send(person, "decks", title="Army", game="vs-classic", format="golden-age", deck=text)
        card = "/api/v1/cards/vs-classic/savage-beatdown"
        self.check(person, deck, deck["page"], deck["api"], card)
        self.send(person, f"decks/{deck['id']}/share", visibility="public")
        said = self.send(person, f"decks/{deck['id']}/comments", text="Good")
        self.check(
            person, said, f"{deck['page']}#comment-{said['id']}", f"{V1}/decks/{deck['id']}/comments/{said['id']}"
        )
        versions = person.get(f"{V1}/decks/{deck['id']}/versions").json()["results"]
        place = f"/decks/{deck['id']}/versions/1"
        self.check(person, versions, f"{place}/", f"/api/v1{place}")
        self.check(person, person.get(versions[0]["api"]).json(), f"{place}/", f"/api/v1{place}")
        folder = self.send(person, "folders", name="Army")
        self.check(person, folder, f"/decks/mine/?folder={folder['id']}", f"{V1}/folders/{folder['id']}")
        follow = self.send(person, "following", card="vs-classic/overload")
        self.check(person, follow, "/cards/vs-classic/overload/", f"{V1}/following/{follow['id']}")
        owned = self.send(person, "collection/cards/vs-classic/savage-beatdown", "PATCH", owned=1, wanted=3)
        self.check(person, owned, "/cards/vs-classic/savage-beatdown/", card)
        self.check(person, person.get(f"{V1}/collection/wanted").json(), card)
        self.check(person, person.get(f"{V1}/decks/{deck['id']}/lacks").json(), card)

    def test_are_read_by_the_secret_link_where_they_were_found_by_it(self, person: Client, client: Client) -> None:
        deck = self.send(person, "decks", title="Army", game="vs-classic", deck="4 Savage Beatdown")
        secret = self.send(person, f"decks/{deck['id']}/share", visibility="link")["secret"]
        (version,) = client.get(f"{V1}/shared/{secret}/versions").json()["results"]
        assert version["api"] == f"{V1}/shared/{secret}/versions/1"
        assert client.get(version["api"]).status_code == client.get(version["page"]).status_code == 200

    def test_of_the_legality_of_a_card_are_the_card_and_each_format(self, client: Client) -> None:
        answer = client.get(f"{V1}/cards/vs-classic/overload/legality").json()
        self.check(client, answer, f"{V1}/cards/vs-classic/overload", f"{V1}/formats/vs-classic/golden-age")


def test_a_change_names_what_it_is_about(client: Client) -> None:
    changes = client.get(f"{V1}/changes?page_size=500").json()["results"]
    assert changes
    kinds = {each["what"]: each for each in changes if each["api"]}
    assert {each["what"] for each in changes} == set(kinds)
    for each in kinds.values():
        assert client.get(each["api"]).json()["page"] == each["page"].partition("#")[0].partition("?")[0]


def test_a_ban_of_a_card_names_the_format(client: Client) -> None:
    bans = client.get(f"{V1}/cards/riftbound/called-shot?on=2026-07-20").json()["banned"]
    assert bans
    assert client.get(bans[0]["api"]).json()["page"] == bans[0]["page"]


def test_a_source_names_its_page_and_itself(client: Client) -> None:
    source = Source.objects.create(
        game_id="vs-classic", slug="our-notes", name="Our notes", kind=Source.Kind.values[0], authority="official"
    )
    (listed,) = client.get(f"{V1}/sources").json()["results"]
    assert listed["api"] == f"{V1}/sources/vs-classic/{source.slug}"
    assert client.get(listed["api"]).json() == listed
    assert client.get(f"{V1}/sources/vs-classic/our-note").json()["errors"] == [
        {"field": "nearest", "message": "our-notes"}
    ]


def test_a_piece_of_a_document_names_its_page_and_itself(client: Client) -> None:
    hold("cr-2.7", NEWER)
    units = client.get(f"{V1}/documents/cr-2.7/units").json()["results"]
    assert units
    for each in units:
        assert client.get(each["api"]).json()["api"] == each["api"]
        assert client.get(each["page"]).status_code == 200, each["page"]
