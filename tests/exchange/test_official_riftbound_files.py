"""The real gallery, errata and FAQ articles of Riftbound: all of each is placed or listed, and no word is lost."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from engine.card_text import to_printed_form, unify_symbols
from engine.games.riftbound.stats import DOMAINS
from engine.model.names import fold
from tests.exchange.putting import counted
from tests.exchange.reader_calls import of_kind
from tests.news.told import told
from vsdb.catalog.cards.models import Keyword
from vsdb.catalog.wordings.models import ASIDE, Ruling, RulingCard, RulingCitation, Source, Wording
from vsdb.exchange.card_files import services
from vsdb.exchange.card_files.proposals import IgnoredText, Item, TextsProposal
from vsdb.exchange.card_files.sources import READERS
from vsdb.exchange.reports import ImportReport
from vsdb.news.following.services import FollowTarget, follow
from vsdb.news.models import Change
from vsdb.news.recording import record

pytestmark = [pytest.mark.django_db, pytest.mark.shared]

FILES = {
    "gallery": "gallery.json",
    "errata-article": "errata-articles.json",
    "errata-overlay": "errata-overlay.json",
    "faq-article": "faq-articles.json",
}
OGN, SFD, UNL, VEN = date(2025, 10, 28), date(2026, 1, 14), date(2026, 4, 3), date(2026, 7, 24)


class Files:
    """The real files."""

    def __init__(self, shared: Path) -> None:
        self.folder = shared / "data" / "riftbound"

    def run(self, source: str) -> ImportReport:
        with (self.folder / FILES[source]).open("rb") as file:
            return services.run(file, FILES[source], source)

    def load(self, source: str) -> Any:
        return json.loads((self.folder / FILES[source]).read_text(encoding="utf-8"))

    def read(self, source: str) -> list[Item]:
        with (self.folder / FILES[source]).open("rb") as file:
            return [*READERS[source](file, FILES[source])]

    def ignored(self, source: str, reason: str) -> list[str]:
        return [each.excerpt for each in of_kind(self.read(source), IgnoredText) if each.reason == reason]


@pytest.fixture
def files(shared: Path) -> Files:
    return Files(shared)


def words(*texts: str) -> Counter[str]:
    return Counter(word for text in texts for word in re.findall(r"\w+", text))


def held(wordings: Iterable[Wording]) -> Counter[str]:
    return words(*(each.text for each in wordings))


class TestGallery:
    def test_every_card_is_placed_and_every_text_kept(self, files: Files) -> None:
        report = files.run("gallery")
        assert counted(report) == {"cards unchanged": 950, "wordings added": 806}
        assert report.lists["problems"].total == report.lists["new_cards"].total == 0
        # The tags of fourteen printings and a card.
        assert report.lists["conflicts"].total == 15
        own = {(each.card.name, each.printing_code): each.text for each in Wording.objects.select_related("card")}
        cards = files.load("gallery")["cards"]
        missing = []
        for card in cards:
            name, code = card["name"].replace(" - ", ", "), card["publicCode"].partition("/")[0]
            text = own.get((name, code), own.get((name, ""), ""))
            if text != to_printed_form(card["abilityText"], "riftbound"):
                missing.append(card["publicCode"])
        assert missing == []
        assert (Wording.objects.filter(ASIDE).count(), Wording.objects.exclude(ASIDE).count()) == (53, 753)
        assert not Wording.objects.filter(kind="printed").exists()
        assert not files.run("gallery").has_changed


class TestErrataArticles:
    def test_every_erratum_is_placed_and_every_word_kept_or_listed(self, files: Files) -> None:
        report = files.run("errata-article")
        assert counted(report) == {"wordings added": 110}
        assert report.lists["problems"].total == 0
        errata = Wording.objects.filter(kind="errata")
        assert Counter(errata.values_list("effective_latest", flat=True)) == {OGN: 31, SFD: 16, UNL: 8}
        names = [each.name for each in of_kind(files.read("errata-article"), TextsProposal)]
        assert len(names) == len(set(names)) == 55
        written = words(*(each["content"] for each in files.load("errata-article")))
        marks = words(*["NEW TEXT OLD TEXT"] * 55)
        kept = held(Wording.objects.all()) + words(*names)
        assert written == kept + marks + words(*files.ignored("errata-article", "not the text of a card"))
        assert not files.run("errata-article").has_changed


class TestErrataList:
    def test_alone_has_every_erratum_with_all_its_words(self, files: Files) -> None:
        report = files.run("errata-overlay")
        assert counted(report) == {"wordings added": 126}
        assert (report.lists["problems"].total, report.lists["ignored"].total) == (0, 0)
        entries = files.load("errata-overlay")["entries"]
        assert held(Wording.objects.all()) == words(
            *(each[name] for each in entries for name in ("old_text", "new_text"))
        )

    @pytest.mark.parametrize("sources", [("errata-article", "errata-overlay"), ("errata-overlay", "errata-article")])
    def test_with_the_articles_has_63_errata_on_their_cards_each_once(
        self, files: Files, sources: tuple[str, str]
    ) -> None:
        for source in sources:
            files.run(source)
        errata = Wording.objects.filter(kind="errata")
        days = Counter(errata.values_list("source__kind", "effective_latest"))
        assert days == {("errata", OGN): 31, ("errata", SFD): 16, ("errata", UNL): 8, ("errata-list", VEN): 8}
        assert errata.values("card").distinct().count() == 63
        assert Wording.objects.filter(kind="former").values("card").distinct().count() == 63
        assert {*errata.filter(effective_latest=VEN).values_list("card__slug", flat=True)} == {
            *("draven-vanquisher", "emperors-dais", "fizz-trickster", "diana-lunari", "stalking-wolf"),
            *("astral-heron", "gangplank-naval", "resonating-strike"),
        }
        assert Source.objects.count() == 4
        for source in sources:
            assert not files.run(source).has_changed


class TestSymbols:
    """What stands in brackets once symbols have one spelling: symbols, keywords and arrows."""

    def test_of_every_file_are_known_in_whichever_spelling(self, files: Files) -> None:
        for source in ("gallery", "errata-article", "errata-overlay"):
            files.run(source)
        symbols = {"Might", "Exhaust", "Any Power", "Own Power", *DOMAINS, *map(str, range(20))}
        keywords = {fold(name) for name in Keyword.objects.filter(game="riftbound").values_list("name", flat=True)}
        unknown = Counter[str]()
        for text in Wording.objects.values_list("text", flat=True):
            found = re.findall(r"\[([^\[\]]+)\]|(:rb_\w+:)", unify_symbols(text, "riftbound"))
            words = (bracketed or code for bracketed, code in found)
            unknown.update(
                word for word in words if word not in symbols and fold(word.rstrip("0123456789 ")) not in keywords
            )
        assert unknown == {">": 58, ">>>": 1, "Empowered": 2}

    def test_of_an_erratum_and_of_the_gallery_are_the_same_where_the_words_are(self, files: Files) -> None:
        for source in ("gallery", "errata-article"):
            files.run(source)
        said: dict[int, dict[str, str]] = {}
        newest = Wording.objects.filter(kind__in=("errata", "reference"), printing_code="").select_related("source")
        for each in newest.order_by("effective_latest"):
            said.setdefault(each.card_id, {})[each.kind] = each.compared_text
        both = [(texts["errata"], texts["reference"]) for texts in said.values() if len(texts) == 2]
        assert (len(both), sum(erratum == shown for erratum, shown in both)) == (55, 45)
        # A card of two domains: the article has its own power, where the gallery has a power of any domain.
        assert sum(erratum.replace("[Own Power]", "[Any Power]") == shown for erratum, shown in both) == 46


class TestFaqArticles:
    def test_every_word_is_in_a_ruling_or_listed(self, files: Files) -> None:
        report = files.run("faq-article")
        assert counted(report) == {"rulings added": 216}
        assert report.lists["problems"].total == 0
        articles = {each["id"]: each for each in files.load("faq-article")}
        count = {each.slug: (each.authority, each.rulings.count()) for each in Source.objects.all()}
        assert count == {
            "riftbound-origins-faq": ("publisher", 128),
            "riftbound-spiritforged-faq": ("publisher", 49),
            "unleashed-rules-faq-and-clarifications": ("publisher", 22),
            "rq-vegas-2026-rulings": ("community", 17),
        }
        written: Counter[str] = Counter()
        for each in articles.values():
            text = re.sub(r"<img\b[^>]*>", " ", each["content"])
            text = re.sub(r"\]\(#[^)]*\)", "]", text)
            written += words(re.sub(r"^(#+\s*)Q:", r"\1", text, flags=re.MULTILINE))
            if Ruling.objects.filter(subject=each["title"]).exists():
                written += words(each["title"])  # what stands before the first heading has the title for its own
        said = [f"{subject}\n{text}" for subject, text in Ruling.objects.values_list("subject", "text")]
        assert written == words(*said) + words(*files.ignored("faq-article", "heading of other rulings"))
        assert not files.run("faq-article").has_changed

    def test_rulings_lead_to_the_cards_and_rules_that_they_name(self, files: Files) -> None:
        files.run("faq-article")
        links = RulingCard.objects.all()
        assert (links.filter(is_subject=True).count(), links.filter(is_subject=False).count()) == (174, 76)
        assert (links.values("ruling").distinct().count(), links.values("card").distinct().count()) == (152, 146)
        assert (RulingCitation.objects.count(), RulingCitation.objects.values("rule").distinct().count()) == (25, 24)
        ruling = Ruling.objects.get(subject__startswith="If I play Turn to Dust")
        assert [each.card.slug for each in ruling.ruling_cards.all()] == ["turn-to-dust"]
        assert [each.rule for each in ruling.citations.all()] == ["135.4", "718.2"]


class TestNews:
    def test_tells_errata_on_their_days_and_a_follower_once(self, files: Files) -> None:
        user = User.objects.create_user("ann", password="a long word")
        follow(user, FollowTarget(card="riftbound/draven-vanquisher"))
        record(["riftbound"])
        for source in ("errata-article", "errata-overlay", "errata-overlay"):
            files.run(source)
        record(["riftbound"])
        days = Change.objects.filter(kind="errata").values_list("earliest", "latest", "facts__count")
        assert sorted(days) == [(OGN, OGN, 31), (SFD, SFD, 16), (UNL, UNL, 8), (VEN, VEN, 8)]
        assert [len(sentences) for sentences in told(user)] == [1]
