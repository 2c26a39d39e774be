"""The pages of the texts and rulings that official files give; the files are read from the folder of documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.sizes import share
from tests.snapshots import kept_rows
from vsdb.catalog.wordings.models import Ruling, Wording
from vsdb.exchange.card_files import services

pytestmark = pytest.mark.django_db
FAQ = "mun-faq-2008-06-10"


def bring(path: Path, source: str) -> None:
    """Import one of the official files as one kind of source."""
    with path.open("rb") as file:
        services.run(file, path.name, source)


@pytest.fixture(scope="class")
def faq(shared: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The questions and answers of Marvel Universe."""
    with kept_rows(django_db_blocker) as store:
        store(lambda: bring(shared / "documents" / "marvel-universe-faq-2008-06-10.txt", "reference"))
        yield


@pytest.mark.usefixtures("faq")
class TestTheQuestionsOfASet:
    @pytest.mark.law
    def test_have_a_page_for_each_card_with_its_text_and_ruling(self, client: Client) -> None:
        held = Wording.objects.values_list("card__slug", "text")
        assert len(held) > 50
        for slug, text in share(held, one_in=4):
            told = client.get(f"/cards/vs-classic/{slug}.json").json()
            assert told["wording"]["text"] == text
            page = client.get(f"/cards/vs-classic/{slug}/")
            assert page.status_code == 200
            assert page.content.decode().count('class="ruling"') == len(told["rulings"]) + len(told["mentioned_in"])

    def test_mark_the_six_errata_from_their_day(self, client: Client) -> None:
        changed = Wording.objects.filter(kind="errata").values_list("card__slug", flat=True)
        assert len(changed) == 6
        for slug in changed:
            page = client.get(f"/cards/vs-classic/{slug}/").content.decode()
            assert re.search(r'10 June 2008.{,400}<span class="tag">Errata</span>', page, re.DOTALL)
            before = client.get(f"/cards/vs-classic/{slug}.json?on=2008-06-09").json()
            assert before["wording"] is None

    def test_list_every_ruling_once(self, client: Client) -> None:
        rulings = Ruling.objects.count()
        numbers = [
            number
            for page in range(1, rulings // 25 + 2)
            for number in re.findall(
                r'id="ruling-(\d+)"', client.get(f"/sources/vs-classic/{FAQ}/?page={page}").content.decode()
            )
        ]
        assert numbers == [str(number + 1) for number in range(rulings)]

    def test_make_the_illuminati_a_group(self, client: Client) -> None:
        page = client.get("/groups/vs-classic/illuminati/").content.decode()
        assert 'href="/cards/vs-classic/sub-mariner-the-avenging-son/"' in page
        card = client.get("/cards/vs-classic/sub-mariner-the-avenging-son/").content.decode()
        assert '<a href="/groups/vs-classic/illuminati/">Illuminati</a>' in card


@pytest.mark.law
@pytest.mark.full
def test_the_texts_of_card_files_are_drawn_on_every_page(client: Client, shared: Path) -> None:
    bring(shared / "data" / "octgn" / "AEW.xml", "octgn")
    bring(shared / "data" / "tcgbrowser-2pcg.json", "tcgbrowser")
    slugs = Wording.objects.values_list("card__slug", flat=True)
    assert len(slugs) > 400
    for slug in share([*slugs][::10], one_in=4):
        page = client.get(f"/cards/vs-2pcg/{slug}/").content.decode()
        text = page.partition('<div class="cardtext">')[2].partition("</div>")[0]
        assert text
        assert ">>>" not in text
        assert not re.search(r"\[(?:Energy|Intellect|Might|Skill|Humanity|Alien|Any Turn)\]", text)
