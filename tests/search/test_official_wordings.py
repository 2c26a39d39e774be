"""The real questions and answers of a set, imported as a person would, and asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.search.asking import ask, titles
from vsdb.exchange.card_files import services

pytestmark = pytest.mark.django_db

FAQ = "marvel-universe-faq-2008-06-10.txt"
CORRECTED = {"Cable", "Hawkeye", "Kang", "Sentinel Squad O*N*E*", "She-Hulk"}


@pytest.fixture
def faq(shared: Path) -> None:
    """The document, imported."""
    path = shared / "documents" / FAQ
    if not path.is_file():
        pytest.skip(f"needs the document {FAQ}")
    with path.open("rb") as file:
        services.run(file, FAQ, "reference")


@pytest.mark.usefixtures("faq")
def test_the_set_s_questions_and_answers_answer_queries() -> None:
    six = titles("has:errata s:MUN")
    assert len(six) == 6
    assert {title.split(",")[0].split(" <>")[0] for title in six} >= CORRECTED
    assert titles("erratadon:2008-06 s:MUN") == titles("errataby:publisher errata>=1") == six
    assert titles("erratadon<2008-06") == titles("has:errata asof:2008-06-01 in:MUN") == []
    rallying = set(titles("x:rally s:MUN"))
    assert {"Dr. Strange, Secret Avenger", "Echo <> Ronin, Secret Avenger"} <= rallying
    assert rallying == set(titles("fn:rally s:MUN"))
    assert "Mr. Fantastic, Protector of the Power Gem" in titles("ruling:illuminati")
    assert set(titles("refs:!Hulk")) & {"Bloodsport", "Elloe Kaifi, Slave of the Emperor"}
    assert ask("has:text s:MUN").total > 40
    assert ask("x:rally s:MUN").notes == ()
    assert ask("x:rally s:MUN").remarks[0].message.startswith("Card texts are available for ")
