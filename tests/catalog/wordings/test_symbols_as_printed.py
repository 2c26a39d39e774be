"""Symbols in a spelling of the source's own: kept, shown and found, and read as the symbols that they are.

Every sentence is our own but those of the real files, which are read where they are at hand.
"""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from tests.search.asking import slugs
from tests.snapshots import kept_rows
from vsdb.catalog.wordings.models import Ruling, Wording
from vsdb.exchange.card_files import services
from vsdb.exchange.reports import ImportReport
from vsdb.news.following.snapshots import card_differences, read_card_states

pytestmark = pytest.mark.django_db

PAGE = "/cards/vs-2pcg/beast-xfc-001/"
BEAST = {("vs-2pcg", "beast-xfc-001")}
TEXT = "Long Hop. (Anytime)Combat [green] [MIGHT]: Zyxhop [Xmen] far. (He lands by [x men] Zyxfriends.)"
KEPT = "Long Hop. [Anytime] Combat [green][MIGHT]: Zyxhop [Xmen] far. (He lands by [x men] Zyxfriends.)"


def imported(text: str = TEXT, **more: str) -> ImportReport:
    """What comes of an OCTGN set of one card."""
    properties = {"Card Number": "XFC-001", "Type": "L1 Main Character", "Rules": text, **more}
    lines = (f'<property name="{name}" value="{html.escape(value)}"/>\n' for name, value in properties.items())
    content = f'<card name="Beast">\n{"".join(lines)}</card>'
    game = 'gameId="d9d22574-b64d-4f4b-9726-092d35b778c9"'
    file = io.BytesIO(f'<set name="Our Set" {game}>\n<cards>\n{content}\n</cards>\n</set>\n'.encode())
    return services.run(file, "set.xml", "octgn")


@pytest.fixture(scope="class")
def beast(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Any]]:
    """What is read off the text of a card, which is imported once for a class: to index it takes longer than to ask."""

    def read_off() -> dict[str, Any]:
        imported()
        derived: dict[str, Any] = Wording.objects.get().derived
        return derived

    with kept_rows(django_db_blocker) as store:
        yield store(read_off)


@pytest.mark.usefixtures("beast")
class TestThePage:
    def test_names_symbols_that_it_draws_and_says_how_they_are_printed(self, client: Client) -> None:
        page = client.get(PAGE).content.decode()
        text = page.partition('<div class="cardtext">')[2].partition("</div>")[0]
        assert 'aria-label="Any Turn"><title>Any Turn, printed Anytime</title>' in text
        assert 'aria-label="Might"><title>Might, printed green</title>' in text
        assert 'aria-label="Might"><title>Might, printed MIGHT</title>' in text
        assert '<span class="cardsign cardsign--word" title="X-Men">Xmen</span>' in text
        assert '<span class="cardsign cardsign--word" title="X-Men">x men</span>' in text

    def test_of_its_source_does_the_same(self, client: Client) -> None:
        source = Wording.objects.get().source
        page = client.get(f"/sources/vs-2pcg/{source.slug}/").content.decode()
        assert ">Xmen</span>" in page
        assert "Any Turn, printed Anytime" in page

    def test_on_its_face_does_the_same(self, client: Client) -> None:
        page = client.get("/cards/vs-2pcg/?q=zyxhop&view=text").content.decode()
        assert ">Xmen</span>" in page
        assert ">Xmen</span>" in client.get("/cards/vs-2pcg/?q=zyxhop").content.decode()
        said = client.get(PAGE).content.decode().partition('property="og:description"')[2][:400]
        assert "[Anytime] Combat [green]" in said

    def test_for_programs_and_notebooks_has_the_text_as_printed(self, client: Client) -> None:
        assert client.get(f"{PAGE[:-1]}.json").json()["wording"]["text"] == KEPT
        escaped = re.sub(r"([\[\]])", r"\\\1", KEPT)
        assert f"> {escaped}" in client.get(f"{PAGE[:-1]}.md").content.decode()

    def test_of_the_api_has_it_too(self, client: Client) -> None:
        told = client.get("/api/v1/cards/vs-2pcg/beast-xfc-001").json()
        assert [told["wording"]["text"], *(each["text"] for each in told["wordings"])] == [KEPT, KEPT]


class TestTheFacts:
    def test_are_those_of_the_symbols(self, beast: dict[str, Any]) -> None:
        assert beast["power_symbols"] == ["Might"]
        [power] = beast["super_powers"]
        assert (power["name"], power["any_turn"], power["costs"]) == ("Long Hop", True, [["Might", "Might"]])

    def test_of_a_second_import_are_the_same(self, beast: dict[str, Any]) -> None:
        assert not imported().has_changed


@pytest.mark.usefixtures("beast")
class TestSearch:
    @pytest.mark.parametrize("field", ["x", "full", "printed"])
    @pytest.mark.parametrize(
        "said",
        [
            *("anytime", '"anytime combat"', '"any turn combat"', '"[Any Turn]"', "green", '"might might"', "xmen"),
            *('"x-men"', '"zyxhop xmen far"', '"zyxhop x-men far"', r"/\[anytime\]/", r"/\[any turn\]/"),
            *("/zyxhop xmen far/", "/zyxhop x men far/", r"/^long hop\. \[anytime\] combat \[green\]\[might\]:/"),
        ],
    )
    def test_finds_both_spellings(self, field: str, said: str) -> None:
        assert slugs(f"{field}:{said} {field}:zyxhop") == BEAST

    def test_finds_the_whole_text_in_both_spellings(self) -> None:
        for said in (
            "long hop anytime combat green might zyxhop xmen far",
            "long hop any turn combat might might zyxhop x-men far",
        ):
            assert slugs(f'x="{said}"') == BEAST
            assert slugs(f'printed="{said}"') == BEAST
            assert slugs(f'x="{said} he"') == slugs(f'x="hop {said[9:]}"') == set()

    def test_finds_no_phrase_that_runs_from_one_spelling_into_the_other(self) -> None:
        assert slugs('x:"far long"') == slugs('printed:"far long"') == slugs('full:"zyxfriends long"') == set()
        assert slugs("x:/far long/") == slugs("full:/zyxfriends ?long/") == set()

    def test_finds_words_without_a_field_and_reminders_in_full_alone(self) -> None:
        assert slugs("anytime zyxhop") == slugs('"combat green"') == BEAST
        assert slugs('x:"by x-men"') == slugs('x:"by x men"') == set()
        assert slugs('full:"by x-men"') == BEAST

    def test_of_teams_and_powers_reads_the_symbols(self) -> None:
        assert slugs("stamped:x-men x:zyxhop") == slugs("superpower:might x:zyxhop") == BEAST


class TestSearchOfOtherTexts:
    def test_finds_a_text_that_was_printed_before_an_errata(self) -> None:
        imported()
        imported(errata_text="Sit down, [XMEN].", errata_date="2024-01-01")
        assert slugs("printed:anytime") == slugs("errata:xmen") == slugs('errata:"x-men"') == BEAST
        assert slugs("errata:/down, .x-men/") == slugs("errata:/down, .xmen/") == BEAST
        assert slugs("x:anytime") == set()

    def test_finds_rulings_in_both_spellings(self) -> None:
        imported(Ruling="He lands by [Xmen] zyxtwice.")
        for said in ('"by xmen zyxtwice"', '"by x-men zyxtwice"', r"/\[xmen\] zyxtwice/", r"/\[x-men\] zyxtwice/"):
            assert slugs(f"ruling:{said}") == BEAST
        assert slugs('ruling="beast he lands by xmen zyxtwice"') == BEAST
        assert slugs('ruling="beast he lands by x men zyxtwice"') == BEAST


class TestTextsOfOneMeaning:
    def test_are_no_news_and_no_change_where_only_symbols_are_spelt_otherwise(self, client: Client) -> None:
        imported()
        imported(errata_text=KEPT.replace("green", "Might").replace("Xmen", "X-Men"), errata_date="2024-01-01")
        told = client.get(f"{PAGE[:-1]}.json").json()
        first, second = (each["key"] for each in told["wordings"])
        page = client.get(f"{PAGE}?from={first}&to={second}").content.decode()
        compared = page.partition('<div class="cardtext diff">')[2].partition("</div>")[0]
        assert compared
        assert "<del" not in compared
        assert "<ins" not in compared
        timeline = page.partition('<section id="timeline"')[2].partition("</section>")[0]
        assert "Same words as the text below." in timeline
        assert "Both texts are the same." in page

    def test_of_an_earlier_import_become_what_is_printed(self, client: Client) -> None:
        """Texts that were kept in the one spelling alone take on the printed one when their file is imported again."""
        imported()
        text = "Long Hop. [Any Turn] Combat [Might][Might]: Zyxhop [X-Men] far. (He lands by [X-Men] Zyxfriends.)"
        Wording.objects.update(text=text)
        report = imported()
        assert {what: count for what, count in report.counts.items() if what[0] == "wordings" and count} == {
            ("wordings", "changed"): 1
        }
        assert Wording.objects.get().text == KEPT
        assert client.get(f"{PAGE[:-1]}.json").json()["wording"]["text"] == KEPT

    def test_are_no_news_to_whoever_follows_the_card(self) -> None:
        """Nobody is told of a text or a ruling that an import only spells otherwise."""
        imported(Ruling="He lands by [Xmen].")
        spelt = read_card_states("vs-2pcg", ["beast-xfc-001"], date(2026, 11, 20))["beast-xfc-001"]
        Wording.objects.update(text=Wording.objects.get().compared_text)
        Ruling.objects.update(text="He lands by [X-Men].")
        unified = read_card_states("vs-2pcg", ["beast-xfc-001"], date(2026, 11, 20))["beast-xfc-001"]
        assert card_differences(unified, spelt) == []

    def test_leave_a_ruling_on_the_other_as_new_as_it_was(self, client: Client) -> None:
        imported(Ruling="He lands by [Xmen].", ruling_date="2023-06-01")
        imported(errata_text=KEPT.replace("green", "Might").replace("Xmen", "X-Men"), errata_date="2024-01-01")
        [ruling] = client.get(f"{PAGE[:-1]}.json").json()["rulings"]
        assert ruling["newer_wordings"] == []
        imported(errata_text="Sit down.", errata_date="2024-01-01")
        [ruling] = client.get(f"{PAGE[:-1]}.json").json()["rulings"]
        assert [each["card"] for each in ruling["newer_wordings"]] == ["beast-xfc-001"]

    def test_are_not_called_two_texts_of_a_file(self) -> None:
        report = imported(printed_text=TEXT.replace("green", "Might"))
        assert report.lists["problems"].total == 0
        assert Wording.objects.count() == 1


SYMBOL = re.compile(r"\[[^\[\]]*[^\[\].!]\]")


@pytest.mark.shared
@pytest.mark.full
class TestTheRealFiles:
    @pytest.fixture(autouse=True)
    def index_apart(self, settings: Settings, tmp_path: Path) -> None:
        settings.SEARCH_INDEX_DIR = tmp_path / "index"

    def test_of_octgn_are_found_and_shown_in_their_own_spelling(self, shared: Path, client: Client) -> None:
        for name in ("AEW", "FracturedFamily", "TheBoys", "XForce"):
            with (shared / "data" / "octgn" / f"{name}.xml").open("rb") as file:
                services.run(file, f"{name}.xml", "octgn")
        held = dict(Wording.objects.values_list("card__slug", "text"))
        written = {symbol for text in held.values() for symbol in SYMBOL.findall(text)}
        assert written >= {"[Anytime]", "[AnyTurn]", "[Any Turn]", "[SKILL]", "[Skill]", "[Xmen]", "[MARVEL]"}
        for symbol in ("[Anytime]", "[AnyTurn]", "[Xmen]"):
            having = {("vs-2pcg", slug) for slug, text in held.items() if symbol in text}
            assert having
            assert slugs(f"printed:{symbol[1:-1]}", "vs-2pcg") >= having
            assert slugs(rf"printed:/\[{symbol[1:-1]}\]/", "vs-2pcg") == having
        turned = {slug for slug, text in held.items() if re.search(r"\[Any ?(?:Turn|time)\]", text)}
        assert {slug for _, slug in slugs(r"printed:/\[any turn\]/", "vs-2pcg")} == turned
        for slug in [*held][::15]:
            told = client.get(f"/cards/vs-2pcg/{slug}.json").json()
            assert told["wording"]["text"] == held[slug]

    def test_of_tcg_browser_are_kept_as_the_list_has_them(self, shared: Path) -> None:
        path = shared / "data" / "tcgbrowser-2pcg.json"
        with path.open("rb") as file:
            services.run(file, path.name, "tcgbrowser")
        texts = [card["text"] for card in json.loads(path.read_text(encoding="utf-8"))]
        written = {" ".join(symbol.split()) for text in texts for symbol in SYMBOL.findall(text)}
        kept = {symbol for text in Wording.objects.values_list("text", flat=True) for symbol in SYMBOL.findall(text)}
        assert len(written) > 20
        assert written <= kept
