"""The cited rules against the documents themselves: every number is there and speaks of what its heading says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.model.verdicts import Citation
from engine.rules import Ruleset
from engine.rules.editions import EDITIONS
from tests.engine.play.cited import begins_lines, holds
from vsdb.catalog.cards.reading.folder import read_documents

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = {row["slug"]: row for row in read_documents(ROOT / "fixtures" / "documents.yaml")}
FILES = {
    "cr-2007-02-05": "vs-classic-rules-2007-02-05.txt",
    "cr-2.7": "vs-classic-rules-2.7-2008-12-22.md",
    "pcg-5.0": "vs-2pcg-rulebook-5.0.txt",
    "mun-faq-2008-06-10": "marvel-universe-faq-2008-06-10.txt",
    "rb-playing": "riftbound-playing-cards.txt",
}
NUMBERED = ("cr-2007-02-05", "cr-2.7")
RULE = re.compile(r"^[#\s-]*(?:<u>)?(\d{3}(?:\.\d+[a-z]?)?)\.?\s+(.*)$")
SMALL_WORDS = frozenset(
    re.findall(
        r"\S+",
        "a an and against are as at be can each for from in is it made no of on one or other several some that the to "
        "what when who with without",
    )
)


def rules_of(slug: str) -> list[tuple[str, dict[str, Any]]]:
    """The rules of a document with names for their tests; the entry for the edition as a whole stands in none."""
    rules = (rule for rule in DOCUMENTS[slug]["rules"] if rule["number"] != "Edition")
    return [(f"{slug} {rule['number']}", rule) for rule in rules]


@cache
def lines(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8", errors="replace").splitlines())


@cache
def paragraphs(path: Path) -> dict[str, str]:
    """The paragraph of each rule number: its own line and what follows up to the next number or example."""
    found: dict[str, str] = {}
    number = None
    for line in lines(path):
        match = RULE.match(line)
        if match:
            number = match[1]
            # The contents name each section before the section itself does.
            found[number] = match[2]
        elif line.lstrip("# *").startswith("Example"):
            number = None
        elif number:
            found[number] += f" {line.strip()}"
    return found


def stems(text: str) -> set[str]:
    """The beginnings of its words, small words left out."""
    words = re.findall(r"[a-z]+", text.lower().replace("’", "'"))
    return {word[:5] for word in words if word not in SMALL_WORDS and len(word) > 2}


def numbered_rules_of(slug: str) -> list[tuple[str, dict[str, Any]]]:
    """The rules of a document that have numbers; entries of its glossary have none."""
    return [(name, rule) for name, rule in rules_of(slug) if not rule["number"].startswith("Glossary: ")]


@pytest.mark.shared
class TestNumberedDocuments:
    @pytest.mark.parametrize(
        ("slug", "rule"), [pytest.param(s, rule, id=i) for s in NUMBERED for i, rule in numbered_rules_of(s)]
    )
    def test_each_number_is_there_and_fits_its_heading(self, shared: Path, slug: str, rule: dict[str, Any]) -> None:
        held = paragraphs(shared / "documents" / FILES[slug])

        assert rule["number"] in held
        assert stems(rule["heading"]) & stems(held[rule["number"]]), held[rule["number"]][:200]

    @pytest.mark.parametrize(("slug", "last"), [("cr-2007-02-05", "403.1"), ("cr-2.7", "708.19a")])
    def test_the_reader_of_paragraphs_sees_the_last_rule_held(self, shared: Path, slug: str, last: str) -> None:
        assert last in paragraphs(shared / "documents" / FILES[slug])

    def test_the_reader_of_paragraphs_keeps_rules_apart(self, shared: Path) -> None:
        held = paragraphs(shared / "documents" / FILES["cr-2.7"])

        assert "706.15a" in held
        assert not stems("Insane deck") & stems(held["706.16"])
        assert "999.9" not in held


@pytest.mark.shared
@pytest.mark.parametrize("number", [rule["number"] for _, rule in rules_of("pcg-5.0")])
def test_each_heading_of_the_rulebook_is_a_line_and_each_ability_begins_one(shared: Path, number: str) -> None:
    if " > " in number or number == "Ending the Game":  # entries of glossaries and lists; a heading that is a link
        assert begins_lines(number, (shared / "documents" / FILES["pcg-5.0"]).read_text("utf-8"))
        return
    glossary, _, ability = number.rpartition(": ")
    held = lines(shared / "documents" / FILES["pcg-5.0"])
    if glossary:
        held = held[held.index(glossary) : held.index("Team Glossary")]

    beginning = re.compile(rf"{re.escape(ability)}(?: \(Name\))? [-–]" if glossary else rf"{re.escape(number)}$")
    assert any(map(beginning.match, held))


@pytest.mark.shared
class TestHeadingsElsewhere:
    @pytest.mark.parametrize("rule", [pytest.param(rule, id=i) for i, rule in rules_of("mun-faq-2008-06-10")])
    def test_each_question_is_there(self, shared: Path, rule: dict[str, Any]) -> None:
        held = lines(shared / "documents" / FILES["mun-faq-2008-06-10"])
        number = rule["number"].removeprefix("General ")
        beginning = f"{number}. " if number.isdigit() else number
        asked = next(line for line in held if line.startswith(beginning))

        assert stems(rule["heading"]) & stems(asked)

    @pytest.mark.parametrize("rule", [pytest.param(rule, id=i) for i, rule in rules_of("rb-playing")])
    def test_each_way_of_playing_is_there(self, shared: Path, rule: dict[str, Any]) -> None:
        assert holds(shared / "documents", Citation("rb-playing", rule["number"]))

    @pytest.mark.parametrize(
        # Those before them, and those of moves, combat and scoring, have no headings.
        "rule",
        [
            pytest.param(r, id=i)
            for i, r in rules_of("rb-core-1.3")
            if r["number"].isdigit() and int(r["number"]) > 400 and int(r["number"]) not in range(440, 476)
        ],
    )
    def test_each_keyword_and_action_heads_its_rule(self, shared: Path, rule: dict[str, Any]) -> None:
        held = lines(shared / "documents" / "riftbound-core-rules-1.3-2026-03-30.txt")

        assert f"{rule['number']}. {rule['heading']}" in held

    @pytest.mark.parametrize("subject", [rule["number"] for _, rule in rules_of("pcg-updates")])
    def test_each_update_is_spoken_of_where_the_updates_are_recorded(self, shared: Path, subject: str) -> None:
        recorded = (shared / "DESIGN.md").read_text(encoding="utf-8")
        recorded += (shared / "data" / "deckrules-2pcg.md").read_text(encoding="utf-8")
        month, _, year = subject.partition(" ")
        wanted = rf"\b{month[:3]}[a-z]* {year}" if year.isdigit() else re.escape(subject.removesuffix("s"))

        assert re.search(wanted, recorded, re.IGNORECASE)


class TestTheFile:
    @pytest.mark.parametrize("ruleset", [each for held in EDITIONS.values() for each in held], ids=lambda r: r.edition)
    def test_has_every_edition_in_force_from_the_day_that_its_ruleset_is(self, ruleset: Ruleset) -> None:
        assert DOCUMENTS[ruleset.edition]["edition_date"] == ruleset.in_force_from.isoformat()
        assert DOCUMENTS[ruleset.edition]["game"] == ruleset.game

    def test_holds_the_documents_that_verdicts_may_cite(self) -> None:
        assert list(DOCUMENTS) == [
            "cr-2007-02-05",
            "cr-2.7",
            "mun-faq-2008-06-10",
            "pcg-5.0",
            "pcg-updates",
            "rb-core-1.3",
            "rb-core-2026-07-16",
            "rb-core-2026-10-09",
            "rb-tournament",
            "rb-tournament-2026-07-16",
            "rb-tournament-2026-10-09",
            "rb-playing",
            "ban-list",
            "set-list",
        ]

    def test_sums_up_every_rule(self) -> None:
        assert [rule["number"] for row in DOCUMENTS.values() for rule in row["rules"] if not rule["summary"]] == []

    @pytest.mark.parametrize("slug", NUMBERED)
    def test_keeps_the_order_of_the_numbers(self, slug: str) -> None:
        numbers = [rule["number"] for _, rule in numbered_rules_of(slug)]

        def key(number: str) -> tuple[int, int, str]:
            section, _, rest = number.partition(".")
            digits = re.match(r"\d*", rest)
            return int(section), int(digits[0] or 0) if digits else 0, rest.lstrip("0123456789")

        assert numbers == sorted(numbers, key=key)
