"""Gallery, errata and FAQ articles of Riftbound: what they become, and what is refused. Every sentence is our own."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine.model.errors import InputError
from tests.exchange.putting import counted, lines
from tests.exchange.riftbound_files import article, entry, erratum, gallery, gallery_card, overlay, run
from tests.exchange.uploading import upload
from tests.news.told import told
from tests.search.asking import slugs
from vsdb.catalog.cards.models import Card
from vsdb.catalog.wordings.models import Ruling, Source, Wording
from vsdb.exchange.card_files.models import Import
from vsdb.news.following.services import FollowTarget, follow
from vsdb.news.models import Change
from vsdb.news.recording import record

pytestmark = pytest.mark.django_db

PAGE = "/cards/riftbound/blazing-scorcher/"
MARCH = date(2026, 3, 28)
APRIL = date(2026, 4, 3)
JULY = date(2026, 7, 24)


def texts(slug: str = "blazing-scorcher") -> list[tuple[str, str, str, date | None]]:
    """The texts of a card: kind, printing, text and day."""
    rows = Wording.objects.filter(card__slug=slug).order_by("pk")
    return [*rows.values_list("kind", "printing_code", "text", "effective_latest")]


class TestGallery:
    def test_is_the_wording_of_its_day_and_no_printed_text(self) -> None:
        report = run(gallery(gallery_card()), "gallery")
        assert counted(report) == {"cards unchanged": 1, "wordings added": 1}
        assert texts() == [("reference", "", "Zyxhop :rb_energy_2:.", MARCH)]
        source = Source.objects.get()
        assert (source.slug, source.kind, source.authority) == (f"gallery-{MARCH}", "reference", "publisher")
        assert not run(gallery(gallery_card()), "gallery").has_changed

    def test_gives_a_printing_with_another_text_its_own_which_never_counts(self, client: Client) -> None:
        first, same, other = (
            gallery_card(code, "Teemo, Strategist", abilityText=text, tags=["Teemo"], energy="", might="")
            for code, text in (("OGN-121/298", "Zyxhop."), ("OGN-121a/298", "Zyxhop."), ("SFD-230/221", "Zyxsit."))
        )
        assert counted(run(gallery(first, same, other), "gallery"))["wordings added"] == 2
        assert texts("teemo-strategist") == [
            ("reference", "", "Zyxhop.", MARCH),
            ("reference", "SFD-230", "Zyxsit.", MARCH),
        ]
        told = client.get("/api/v1/cards/riftbound/teemo-strategist").json()
        assert told["wording"]["text"] == "Zyxhop."
        assert not run(gallery(first, same, other), "gallery").has_changed

    def test_a_text_on_one_printing_takes_no_erratum_back(self) -> None:
        run([article(erratum("Teemo, Strategist", "Zyxhop.", "Zyxsit."), publishedAt="2025-10-28")], "errata-article")
        first, other = (
            gallery_card(code, "Teemo, Strategist", abilityText=text, tags=["Teemo"], energy="", might="")
            for code, text in (("OGN-121/298", "Zyxhop."), ("SFD-230/221", "Zyxsit."))
        )
        run(gallery(first, other), "gallery")
        assert slugs("is:errata-reverted", "riftbound") == set()
        record(["riftbound"])
        assert Change.objects.get(kind="texts").facts["count"] == 1

    def test_a_later_one_is_another_revision(self) -> None:
        run(gallery(gallery_card()), "gallery")
        run(gallery(gallery_card(abilityText="Zyxsit."), updatedAt="2026-09-01"), "gallery")
        assert [(text, day) for _, _, text, day in texts()] == [
            ("Zyxhop :rb_energy_2:.", MARCH),
            ("Zyxsit.", date(2026, 9, 1)),
        ]

    @pytest.mark.parametrize(
        ("code", "slug", "said"),
        [
            ("RAD-139/167", "ekko-boy-who-shattered-time", {"name": "Ekko", "subtitle": "Boy Who Shattered Time"}),
            ("RAD-139/167", "ekko-boy-who-shattered-time", {"title": "Ekko", "subtitle": "Boy Who Shattered Time"}),
            ("OGS-017/024", "annie-dark-child-starter", {"name": "Annie", "title": "Dark Child - Starter"}),
            ("OGS-017/024", "annie-dark-child-starter", {"name": "Dark Child - Starter"}),
            ("OGN-121/298", "teemo-strategist", {"name": "Teemo", "subtitle": "Strategist"}),
            ("OGN-121/298", "teemo-strategist", {"name": "Teemo, Strategist", "title": "Teemo"}),
            ("OGN-121/298", "teemo-strategist", {"title": "Teemo", "subtitle": "Strategist", "name": None}),
        ],
    )
    def test_finds_a_card_whose_name_and_subtitle_it_tells_apart(
        self, code: str, slug: str, said: dict[str, str]
    ) -> None:
        kind = "Unit" if slug == "teemo-strategist" else "Legend"
        texts_of = {"cardTypes": [kind], "domains": [], "tags": [], "energy": "", "might": "", "rarity": ""}
        shown = {**gallery_card(code, abilityText="Zyxhop."), **texts_of, **said}
        report = run(gallery(shown if "name" in said else {k: v for k, v in shown.items() if k != "name"}), "gallery")
        assert texts(slug) == [("reference", "", "Zyxhop.", MARCH)]
        assert lines(report, "conflicts") == []
        assert report.is_whole

    def test_facts_that_are_recorded_otherwise_are_conflicts(self) -> None:
        report = run(gallery(gallery_card(might="6")), "gallery")
        assert lines(report, "conflicts") == ["blazing-scorcher | might | 5 | 6"]
        assert Card.objects.get(slug="blazing-scorcher").might == 5


class TestErrataArticle:
    def test_gives_the_text_before_and_after_with_the_day(self, client: Client) -> None:
        said = f"Hello all.\n\n### Our Cards\n{erratum('Blazing Scorcher', 'Zyxhop [2].', 'Zyxsit [2].')}"
        report = run([article(said)], "errata-article")
        assert counted(report) == {"wordings added": 2}
        assert texts() == [("former", "", "Zyxsit [2].", None), ("errata", "", "Zyxhop [2].", APRIL)]
        assert report.lists["ignored"].total == 2
        page = client.get(PAGE).content.decode()
        [key] = re.findall(r'href="\?(from=[^"]*)#comparison"', page)
        compared = client.get(f"{PAGE}?{key.replace('&amp;', '&')}").content.decode()
        diff = compared.partition('<div class="cardtext diff">')[2].partition("</div>")[0]
        assert "Zyxsit" in diff.partition("<del>")[2].partition("</del>")[0]
        assert "Zyxhop" in diff.partition("<ins>")[2].partition("</ins>")[0]
        assert not run([article(said)], "errata-article").has_changed

    def test_finds_names_that_are_no_headings_and_passes_notes_over(self) -> None:
        first = erratum("Blazing Scorcher", "Zyxhop.", "Zyxsit.\n\nNote: Only here.").replace("## Blazing", "Blazing")
        second = erratum("Cleave", "Zyxrun.", "Zyxwalk.").replace("## ", "")
        run([article(f"{first}\n{second}")], "errata-article")
        assert [text for _, _, text, _ in texts()] == ["Zyxsit.", "Zyxhop."]
        assert [text for _, _, text, _ in texts("cleave")] == ["Zyxwalk.", "Zyxrun."]

    def test_finds_a_legend_by_champion_and_title(self) -> None:
        run([article(erratum("Leblanc, Deceiver", "Zyxhop.", "Zyxsit."))], "errata-article")
        assert len(texts("leblanc-deceiver")) == 2

    def test_lists_what_it_cannot_place(self) -> None:
        report = run([article(erratum("Nobody at All", "Zyxhop.", "Zyxsit."))], "errata-article")
        [problem] = report.lists["problems"].shown
        assert (problem["line"], problem["label"], problem["excerpt"]) == (8, "article line 1", "Nobody at All")
        assert not Wording.objects.exists()

    def test_lists_an_erratum_without_its_old_text(self) -> None:
        said = f"## Cleave\n#### [NEW TEXT]\nZyxhop.\n\n{erratum('Blazing Scorcher', 'Zyxhop.', 'Zyxsit.')}"
        report = run([article(said)], "errata-article")
        assert "has no [OLD TEXT]" in report.lists["problems"].shown[0]["message"]
        assert len(texts()) == 2

    @pytest.mark.parametrize("old", ["Zyxsit.", ""])
    def test_lists_an_erratum_without_a_new_text_and_keeps_nothing_of_it(self, old: str) -> None:
        said = f"{erratum('Cleave', '', old)}\n{erratum('Blazing Scorcher', 'Zyxhop.', 'Zyxsit.')}"
        report = run([article(said)], "errata-article")
        [problem] = report.lists["problems"].shown
        assert (problem["message"], problem["excerpt"]) == ("the erratum has no new text", "Cleave")
        assert (len(texts("cleave")), len(texts()), report.is_whole) == (0, 2, False)
        assert [each["excerpt"] for each in report.lists["ignored"].shown[1:2]] == [old] * bool(old)

    def test_has_each_article_as_a_source_of_its_own(self) -> None:
        later = {"id": "later", "title": "Later", "publishedAt": "2026-05-01T00:00:00Z"}
        both = [
            article(erratum("Blazing Scorcher", "Zyxhop.", "Zyxsit.")),
            article(erratum("Blazing Scorcher", "Zyxrun.", "Zyxhop."), **later),
        ]
        report = run(both, "errata-article")
        assert [each["slug"] for each in report.as_json()["sources"]] == ["our-article", "later"]
        assert report.as_json()["source"]["slug"] == "our-article"
        assert Wording.objects.filter(kind="errata").count() == 2


class TestSymbols:
    def test_of_both_files_are_shown_alike(self, client: Client) -> None:
        run(
            gallery(gallery_card(abilityText="Pay :rb_energy_1::rb_rune_fury:, :rb_exhaust:: +1 :rb_might:.")),
            "gallery",
        )
        run([article(erratum("Blazing Scorcher", "Pay [1][C], [E]: +1 [M].", "Zyxsit."))], "errata-article")
        page = client.get(PAGE).content.decode()
        assert "Same words as the text below." in page.partition('id="timeline"')[2].partition("</section>")[0]
        text = page.partition('<div class="cardtext">')[2].partition("</div>")[0]
        assert re.findall(r'aria-label="([^"]+)"', text) == ["1 energy", "Fury", "Exhaust", "Might"]
        assert "Fury, printed C" in text
        face = client.get("/cards/riftbound/?q=scorcher&view=text").content.decode()
        assert 'aria-label="Fury"' in face
        assert "Own Power" not in face
        assert client.get("/api/v1/cards/riftbound/blazing-scorcher").json()["wording"]["text"].startswith("Pay [1][C]")

    def test_of_a_card_with_two_domains_name_none(self, client: Client) -> None:
        run([article(erratum("The Boss", "Pay [C].", "Zyxsit."))], "errata-article")
        page = client.get("/cards/riftbound/sett-the-boss/").content.decode()
        assert "Own Power, printed C" in page


class TestErrataList:
    def test_is_placed_by_printings_first_then_by_name(self) -> None:
        listed = overlay(entry("Nobody at All", "OGN-001"), entry("Cleave", "OGN-?"), entry("Nobody, Neither"))
        report = run(listed, "errata-overlay")
        assert len(texts()) == len(texts("cleave")) == 2
        [problem] = report.lists["problems"].shown
        assert (problem["label"], problem["excerpt"]) == ("Nobody, Neither", "Nobody, Neither")
        assert Source.objects.get().authority == "community"

    def test_that_names_printings_of_two_cards_is_placed_by_the_name_or_not_at_all(self) -> None:
        both = ("OGN-001", "OGN-004")
        report = run(overlay(entry("Cleave", *both), entry("Nobody at All", *both)), "errata-overlay")
        assert (len(texts("cleave")), len(texts())) == (2, 0)
        assert "matches 2 recorded cards" in report.lists["problems"].shown[0]["message"]

    def test_lists_an_erratum_without_a_new_text(self) -> None:
        report = run(overlay(entry("Cleave", new_text=" "), entry("Blazing Scorcher")), "errata-overlay")
        [problem] = report.lists["problems"].shown
        assert (problem["message"], problem["excerpt"]) == ("the erratum has no new text", "Cleave")
        assert (len(texts("cleave")), len(texts())) == (0, 2)

    @pytest.mark.parametrize("is_list_first", [False, True])
    def test_repeats_no_erratum_of_an_article_whichever_comes_first(self, *, is_list_first: bool) -> None:
        notice = [article(erratum("Cleave", "Zyxhop high twice.", "Zyxhop high."), publishedAt="2026-07-23T23:00:00Z")]
        listed = overlay(entry("Cleave", "OGN-004"), entry("Blazing Scorcher"))
        files = [(notice, "errata-article"), (listed, "errata-overlay")]
        for content, source in files[::-1] if is_list_first else files:
            run(content, source)
        assert [text for _, _, text, _ in texts("cleave")] == ["Zyxhop high.", "Zyxhop high twice."]
        assert len(texts()) == 2
        for content, source in files:
            assert not run(content, source).has_changed

    @pytest.mark.parametrize("is_list_first", [False, True])
    def test_leaves_no_source_behind_that_has_nothing_left(self, *, is_list_first: bool) -> None:
        notice = [article(erratum("Cleave", "Zyxhop.", "Zyxsit."), publishedAt="2026-07-23T23:00:00Z")]
        files = [(notice, "errata-article"), (overlay(entry("Cleave")), "errata-overlay")]
        for content, source in files[::-1] if is_list_first else files:
            run(content, source)
        assert Source.objects.get().slug == "our-article"
        assert not run(*files[1]).has_changed

    def test_keeps_another_erratum_of_the_card(self) -> None:
        run([article(erratum("Cleave", "Zyxhop.", "Zyxsit."))], "errata-article")
        run(overlay(entry("Cleave")), "errata-overlay")
        assert [(kind, day) for kind, _, _, day in texts("cleave") if kind == "errata"] == [
            ("errata", APRIL),
            ("errata", JULY),
        ]

    def test_is_shown_as_perhaps_shortened(self, client: Client) -> None:
        run(overlay(entry("Blazing Scorcher")), "errata-overlay")
        assert "text may be shortened" in client.get(PAGE).content.decode()
        run([article(erratum("Cleave", "Zyxhop.", "Zyxsit."))], "errata-article")
        assert "text may be shortened" not in client.get("/cards/riftbound/cleave/").content.decode()


class TestNews:
    def test_tells_errata_on_their_days(self) -> None:
        record(["riftbound"])
        run(overlay(entry("Blazing Scorcher")), "errata-overlay")
        record(["riftbound"])
        [change] = Change.objects.filter(kind="errata")
        assert (change.earliest, change.latest, change.facts["count"]) == (JULY, JULY, 1)
        assert not Change.objects.filter(kind="texts").exists()

    def test_tells_a_follower_of_the_card_once(self) -> None:
        user = User.objects.create_user("ann", password="a long word")
        follow(user, FollowTarget(card="riftbound/draven-vanquisher"))
        for _ in range(2):
            run(overlay(entry("Draven, Vanquisher", "SFD-?")), "errata-overlay")
        assert told(user) == [
            ("Errata from Our Notice, as a list has it, counting from 24 July 2026.",),
        ]


def indented(value: Any) -> str:
    return json.dumps(value, indent=1)


FILES: dict[str, Any] = {
    "gallery": gallery(gallery_card()),
    "errata-article": [article(erratum("Cleave", "Zyxhop.", "Zyxsit."))],
    "errata-overlay": overlay(entry("Cleave")),
    "faq-article": [article("## A\n\nB.", "faq")],
}


class TestRefusals:
    def refusal(self, content: str | bytes, source: str) -> str:
        before = (Wording.objects.count(), Ruling.objects.count(), Source.objects.count())
        with pytest.raises(InputError) as caught:
            run(content, source)
        assert (Wording.objects.count(), Ruling.objects.count(), Source.objects.count()) == before
        return str(caught.value)

    @pytest.mark.parametrize("source", FILES)
    @pytest.mark.parametrize("other", FILES)
    def test_a_file_of_another_source_is_named(self, source: str, other: str) -> None:
        content = indented(FILES[other])
        if source == other:
            assert run(content, source).has_changed
            return
        assert f"choose the file type {other}" in self.refusal(content, source)

    @pytest.mark.parametrize("source", FILES)
    @pytest.mark.parametrize("content", ["[]", "{}", "7", '["x"]', '[{"kind": "song"}]'])
    def test_any_other_json_is_refused(self, source: str, content: str) -> None:
        assert "the JSON has another layout" in self.refusal(content, source)

    @pytest.mark.parametrize("source", FILES)
    def test_a_file_that_is_cut_off_anywhere_is_refused_with_the_place(self, source: str) -> None:
        text = indented(FILES[source])
        for end in range(1, len(text), 37):
            assert re.search(r"line \d+, column \d+", self.refusal(text[:end], source)), end

    @pytest.mark.parametrize("source", FILES)
    def test_an_unknown_field_is_refused_with_the_place(self, source: str) -> None:
        value = json.loads(json.dumps(FILES[source]))
        root = value[0] if isinstance(value, list) else value
        root["zyx"] = 1
        text = indented(value)
        line = text[: text.index('"zyx"')].count("\n") + 1
        said = self.refusal(text, source)
        assert f"line {line}, column" in said
        assert "no field 'zyx'" in said

    def test_a_field_that_is_known_to_be_useless_is_passed_over(self) -> None:
        assert run(gallery(gallery_card(artist="Somebody")), "gallery").is_whole

    @pytest.mark.parametrize(
        ("content", "source", "said"),
        [
            ("", "gallery", "empty"),
            ('{"cards": [], "cards": []}', "gallery", "twice"),
            ('{"cards": [1 2]}', "gallery", "a comma or a closing bracket"),
            ('{"cards": tru}', "gallery", "a value is missing"),
            ('{"cards" []}', "gallery", "a colon is missing"),
            ("{cards: 1}", "gallery", "the name of a field"),
            ('{"cards": "\\x"}', "gallery", "malformed"),
            ('{"cards": []} more', "gallery", "more text follows"),
            ("[" * 50, "gallery", "nested deeper"),
            (indented(gallery()), "gallery", "no cards"),
            (indented(gallery(gallery_card(), count=2)), "gallery", "count says 2 cards, but 1"),
            (indented(gallery(gallery_card(), updatedAt="spring")), "gallery", "not a date"),
            (indented(gallery(gallery_card(), updatedAt="2026-02-30")), "gallery", "not a date"),
            (indented(gallery(gallery_card(name=3))), "gallery", "name must be text"),
            (indented(gallery(gallery_card(tags="Dragon"))), "gallery", "tags must be a list"),
            (indented({"source": "x", "updatedAt": "2026-01-01", "cards": [7]}), "gallery", "must be an object"),
            (indented({"cards": []}), "gallery", "without the field 'source'"),
            (indented([article("Hello.")]), "errata-article", "no article has an erratum"),
            (indented([article("#### [NEW TEXT]\nx")]), "errata-article", "without the name"),
            (indented([article("x", "faq"), article("x", id="b")]), "faq-article", "of the kind 'errata'"),
            (indented([article("x", "faq"), article("x", "faq")]), "faq-article", "is in the file twice"),
            (indented(overlay()), "errata-overlay", "no errata"),
            (indented(overlay(entry("Cleave", document="other"))), "errata-overlay", "no document 'other'"),
            (indented(overlay(entry("Cleave", "first"))), "errata-overlay", "not a printing"),
            (indented({"entries": []}), "errata-overlay", "without the field 'documents'"),
        ],
    )
    def test_a_wrong_file_says_what_is_wrong_and_where(self, content: str, source: str, said: str) -> None:
        assert said in self.refusal(content, source)

    def test_bytes_that_are_no_text_are_refused(self) -> None:
        assert "UTF-8" in self.refusal(b"\xff\xfe\x00", "gallery")

    def test_the_form_says_it_beside_the_file(self, importer: Client, folder: object) -> None:
        response = upload(importer, indented(FILES["faq-article"]).encode(), "x.json", "errata-article")
        beside = response.content.decode().partition('id="id_file_error"')[2].partition("</ul>")[0]
        assert response.status_code == 400
        assert "choose the file type faq-article" in beside
        assert not Import.objects.exists()
