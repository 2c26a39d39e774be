"""Main characters out of card files: what their texts change about a deck decides its verdict, or leaves it open."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import pytest

from engine.model.verdicts import Verdict
from tests.exchange.test_octgn import card, octgn
from vsdb.check.services import check
from vsdb.exchange.card_files import services

pytestmark = pytest.mark.django_db

DAY = date(2024, 6, 1)


def judged(*deck: str, slug: str = "multiverse") -> Verdict:
    """The verdict of a list of these lines."""
    [checked] = check("\n".join(deck), game="vs-2pcg", formats=[slug], dates=[DAY])
    return checked.verdict


def found(verdict: Verdict, code: str) -> list[tuple[str, str]]:
    return [(each.severity, each.message) for each in verdict.findings if each.code == code]


def put_leader(text: str, name: str = "Frog Prince", code: str = "FRF-901") -> None:
    """A main character with a text of our own."""
    said = {
        "Card Number": code,
        "Type": "L1 Main Character",
        "Teams": "Fantastic",
        "Format": "Illustrated",
        "Rules": text,
    }
    services.run(io.BytesIO(octgn(card(name, **said)).encode()), "our.xml", "octgn")


LEADER = ("Main Character", "1 Frog Prince", "Deck")


class TestANewMainCharacter:
    def test_may_let_the_other_universe_in(self) -> None:
        put_leader("Wide Pond. You may also include cards from the Photographic Universe in your deck.")
        assert found(judged(*LEADER, "4 Frigga [CV5-012]", "4 Brainstorm"), "universe") == []

    def test_may_ask_for_a_card_in_the_deck(self) -> None:
        put_leader("Ready. Frog Prince starts the game with a Brainstorm from your deck.")
        assert found(judged(*LEADER, "1 Brainstorm"), "main-character") == []
        [(severity, message)] = found(judged(*LEADER, "1 Powerhouse"), "main-character")
        assert (severity, message.endswith("the deck has none")) == ("error", True)

    def test_leaves_open_what_cannot_be_read(self) -> None:
        put_leader("Wide Pond. You can include Toads of every universe in your deck.")
        verdict = judged(*LEADER, "4 Frigga [CV5-012]", "4 Brainstorm")
        severities = [severity for severity, _ in found(verdict, "universe")]
        assert severities == ["unknown", "unknown"]
        why = "The text of Frog Prince [FRF-901] changes which universes the deck can use; how isn’t recorded"
        assert why in [message for _, message in found(verdict, "universe")]
        assert found(verdict, "card-type") == []

    def test_may_let_spider_verse_characters_in(self) -> None:
        put_leader("Citizen of the Multiverse. He hops.", "*Spider-Man*", "CV2-001")
        put_leader("Spider-Verse. She hops.", "Spider-Frog", "FRF-902")
        verdict = judged("Main Character", "1 *Spider-Man* [CV2-001]", "Deck", "1 Spider-Frog [FRF-902]")
        assert found(verdict, "card-type") == []


@pytest.mark.shared
@pytest.mark.parametrize("name", ["FracturedFamily", "AEW"])
def test_the_texts_of_the_recorded_ones_change_no_verdict(shared: Path, name: str) -> None:
    uatu = ("Main Character", "1 Uatu [FRF-011]", "Deck", "4 Frigga [CV5-012]", "4 Brainstorm", "1 Chair [AEW-065]")
    jericho = ("Main Character", "1 Chris Jericho [AEW-003]", "Deck", "4 Hikaru Shida")
    before = [[(e.severity, e.code) for e in judged(*deck).findings] for deck in (uatu, jericho)]
    with (shared / "data" / "octgn" / f"{name}.xml").open("rb") as file:
        services.run(file, f"{name}.xml", "octgn")
    assert [[(e.severity, e.code) for e in judged(*deck).findings] for deck in (uatu, jericho)] == before
    assert [severity for severity, _ in found(judged(*uatu), "universe")] == ["error"]
    assert [severity for severity, _ in found(judged(*jericho), "main-character")] == ["error"]
