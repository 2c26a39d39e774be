"""FAQ articles of Riftbound: the rulings that they become, and how old these are. Every sentence is our own."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.test import Client

from tests.exchange.putting import counted
from tests.exchange.reader_calls import ignored, of_kind, read
from tests.exchange.riftbound_files import article, erratum, gallery, gallery_card, run
from tests.search.asking import slugs
from vsdb.catalog.wordings.models import Ruling, Source
from vsdb.exchange.card_files.proposals import RulingProposal

pytestmark = pytest.mark.django_db

PAGE = "/cards/riftbound/blazing-scorcher/"
APRIL = date(2026, 4, 3)


class TestFaqArticle:
    CONTENT = (
        "Welcome all.\n\n## Moving\n\n### Q: Does Blazing Scorcher zyxhop?\n\nYes, see Cleave. "
        "It is rule 103.2.b.\n\n<img src='x.png' />\n\nFirst:\n\n- one\n\n- two\n\nCleave\n\n### Q: And now?\n\n"
        "No.103.4.a.Zyxhop.\n\n### Reinforce (revised text)\n\nZyxhop.\n"
    )

    def test_makes_a_ruling_of_each_question(self) -> None:
        report = run([article(self.CONTENT, "faq")], "faq-article")
        assert counted(report) == {"rulings added": 4}
        found = {each.subject: each for each in Ruling.objects.all()}
        assert [*found] == [
            "Our Article",
            "Does Blazing Scorcher zyxhop?",
            "And now?",
            "Reinforce (revised text)",
        ]
        first = found["Does Blazing Scorcher zyxhop?"]
        assert first.text == "Yes, see Cleave. It is rule 103.2.b.\nFirst:\n- one\n- two"
        assert (first.day_earliest, first.day_latest) == (APRIL, APRIL)
        links = {each.card.slug: each.is_subject for each in first.ruling_cards.all()}
        assert links == {"blazing-scorcher": True, "cleave": False}
        assert [each.rule for each in first.citations.all()] == ["103.2.b"]
        second = found["And now?"]
        assert [each.card.slug for each in second.ruling_cards.all()] == ["cleave"]
        assert [each.rule for each in second.citations.all()] == ["103.4.a"]
        revised = found["Reinforce (revised text)"]
        assert [(each.card.slug, each.is_subject) for each in revised.ruling_cards.order_by("card__slug")] == [
            ("cleave", True),
            ("reinforce", True),
        ]
        assert not run([article(self.CONTENT, "faq")], "faq-article").has_changed

    @pytest.mark.parametrize(("source", "authority"), [("Riftbound Official", "publisher"), ("Zyx TV", "community")])
    def test_is_official_as_its_source_says(self, source: str, authority: str) -> None:
        run([article(self.CONTENT, "faq", source=source)], "faq-article")
        assert Source.objects.get().authority == authority

    def rulings(self, content: str) -> list[RulingProposal]:
        items = read("faq-article", json.dumps([article(content, "faq")]))
        return of_kind(items, RulingProposal)

    def test_takes_a_paragraph_that_asks_for_a_heading(self) -> None:
        found = self.rulings("Frequent\n\nWhy hop?\n\nBecause.\n\nWhat then?\n\n- Sit?\n\nDown.")
        assert [(each.subject, each.text) for each in found] == [
            ("Why hop?", "Because."),
            ("What then?", "- Sit?\nDown."),
        ]

    def test_takes_a_sentence_that_is_marked_as_a_heading_for_text(self) -> None:
        [ruling] = self.rulings("## Cleave\n\n### Hop over all the many units that are yours so\nthat they sit.")
        assert ruling.text == "Hop over all the many units that are yours so that they sit."

    def test_keeps_links_and_leaves_pictures_and_empty_headings_out(self) -> None:
        items = read(
            "faq-article", json.dumps([article("## A\n\n## B\n\n<img src='x'>[Hub](https://x.y/) [on](#b)", "faq")])
        )
        assert ignored(items) == ["picture; images are not imported", "heading of other rulings"]
        [ruling] = of_kind(items, RulingProposal)
        assert (ruling.subject, ruling.text) == ("B", "Hub (https://x.y/) on")

    def test_keeps_a_question_that_is_too_long_for_a_heading_whole(self) -> None:
        question = f"{'Why hop so ' * 40}high?"
        [ruling] = self.rulings(f"### Q: {question}\n\nBecause.")
        assert ruling.text == f"{question}\nBecause."


class TestRulingsAndTexts:
    @pytest.mark.parametrize(("text", "is_stale"), [("Zyxhop :rb_energy_1:.", False), ("Zyxhop twice.", True)])
    def test_a_ruling_is_older_than_a_text_only_where_that_says_something_else(
        self, client: Client, text: str, *, is_stale: bool
    ) -> None:
        run(
            [article(erratum("Blazing Scorcher", "Zyxhop [1].", "Zyxsit."), publishedAt="2025-10-28")], "errata-article"
        )
        run([article("### Blazing Scorcher\n\nYes.", "faq", id="faq", publishedAt="2026-01-01")], "faq-article")
        run(gallery(gallery_card(abilityText=text)), "gallery")
        assert slugs("is:ruling-stale", "riftbound") == ({("riftbound", "blazing-scorcher")} if is_stale else set())
        assert ("newer text" in client.get(PAGE).content.decode()) == is_stale
