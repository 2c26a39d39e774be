"""What the deck checks cover: read off the engine and the tests, never written by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client

from engine.model.errors import InputError
from engine.model.verdicts import Citation
from engine.rules.citations import index_codes_by_citation
from scripts.list_proofs import PROOFS, ROOT, current, proofs
from tests.catalog.rules.held import NEWER, hold
from vsdb.catalog.rules.coverage import (
    CHECKED,
    EDITION,
    NOT_YET,
    PEOPLE,
    RuleCoverage,
    UncitedRule,
    find_citing_tests,
    list_coverage,
    load_uncited_rules,
)
from vsdb.catalog.rules.models import Document


class TestTheListOfProofs:
    def test_is_what_the_tests_say_now(self) -> None:
        assert PROOFS.read_text("utf-8") == current(), "run python scripts/list_proofs.py"

    def test_names_classes_that_there_are(self) -> None:
        places = {
            place for rules in json.loads(PROOFS.read_text("utf-8")).values() for of in rules.values() for place in of
        }
        for place in places:
            file, _, name = place.partition("::")
            assert f"class {name}" in (ROOT / file).read_text("utf-8")

    def test_takes_a_class_that_cites_a_rule_with_the_number_of_its_tests(self) -> None:
        tests = "".join(f"    def {name}(self): ...\n" for name in ("test_a", "test_b", "other"))
        source = f'class TestA:\n    """own 1.1: so."""\n{tests}'
        assert proofs({"t.py": source}, ["own"]) == {"own": {"1.1": {"t.py::TestA": 2}}}

    @pytest.mark.parametrize(
        "source",
        [
            'class TestA:\n    """own 1.1: so."""\n    def a(self): ...\n',
            'class A:\n    """own 1.1: so."""\n    def test_a(self): ...\n',
            'class TestA:\n    """other 1.1: so."""\n    def test_a(self): ...\n',
        ],
    )
    def test_takes_nothing_else(self, source: str) -> None:
        assert proofs({"t.py": source}, ["own"]) == {}

    def test_gives_an_entry_of_a_glossary_the_tests_of_the_glossary(self) -> None:
        assert find_citing_tests(Citation("pcg-5.0", "Ability Glossary: Wish")) == find_citing_tests(
            Citation("pcg-5.0", "Ability Glossary")
        )
        assert find_citing_tests(Citation("cr-2.7", "101.1"))[0].name == "TestDeckSize"
        assert find_citing_tests(Citation("cr-9", "1")) == ()


class TestTheOtherRules:
    def test_are_cited_by_no_check(self) -> None:
        twice = [
            (document, other.rule)
            for document, others in load_uncited_rules().items()
            for other in others
            if Citation(document, other.rule) in index_codes_by_citation()
        ]
        assert twice == []

    def test_that_are_checked_with_another_name_one_that_a_check_cites(self) -> None:
        named = [
            other.checked_with for others in load_uncited_rules().values() for other in others if other.checked_with
        ]
        assert [citation for citation in named if citation not in index_codes_by_citation()] == []
        assert named

    @pytest.mark.parametrize(
        "row", ["- 101.1", "- {rule: '1', with: '2', people: x}", "- {rule: '1', why: x}", "- {with: '2'}"]
    )
    def test_that_are_laid_out_otherwise_are_refused(self, tmp_path: Path, row: str) -> None:
        path = tmp_path / "rules.yaml"
        path.write_text(f"cr-2.7:\n{row}\n", encoding="utf-8")
        with pytest.raises(InputError, match=r"rules\.yaml, cr-2\.7"):
            load_uncited_rules(path)

    def test_in_no_mapping_are_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "rules.yaml"
        path.write_text("- 1\n", encoding="utf-8")
        with pytest.raises(InputError, match="for each document"):
            load_uncited_rules(path)


@pytest.mark.django_db
class TestCoverage:
    @staticmethod
    def of(document: str, *others: UncitedRule) -> dict[str, RuleCoverage]:
        found = list_coverage(Document.objects.filter(pk=document), {}, {document: others})
        return {rule.citation.rule: rule for rule in found[0].rules}

    def test_has_every_rule_that_a_check_cites(self) -> None:
        for document in ("cr-2007-02-05", "cr-2.7", "pcg-5.0", "pcg-updates", "rb-core-1.3", "rb-tournament"):
            cited = {each.rule for each in index_codes_by_citation() if each.document == document} - {EDITION}
            assert {rule for rule, held in self.of(document).items() if held.state == CHECKED} == cited

    def test_calls_checked_only_what_a_check_holds(self) -> None:
        found = self.of(
            "cr-2.7",
            UncitedRule("202.6", Citation("cr-2.7", "101.2")),
            UncitedRule("202.7", Citation("cr-2.7", "999.9")),
            UncitedRule("101.3", why="nobody knows"),
            UncitedRule("103.1"),
        )
        states = {number: found[number].state for number in ("202.6", "202.7", "101.3", "103.1", "101.2")}
        assert states == {"202.6": CHECKED, "202.7": NOT_YET, "101.3": PEOPLE, "103.1": NOT_YET, "101.2": CHECKED}
        assert found["202.6"].codes == ("copy-limit",)

    def test_follows_the_document_s_order(self) -> None:
        numbers = [*self.of("cr-2.7", UncitedRule("101.3", why="so"))]
        assert numbers.index("101.2") < numbers.index("101.3") < numbers.index("513.3c")

    def test_follows_each_document_s_own_order(self) -> None:
        older, _ = list_coverage(Document.objects.filter(pk__in=("cr-2007-02-05", "cr-2.7")), {})
        assert [each.citation.rule for each in older.rules][:5] == ["100.3", "101.1", "101.2", "101.2a", "101.2b"]

    def test_leaves_out_a_document_without_such_rules(self) -> None:
        assert list_coverage([Document(slug="own", name="Own rules", position=99)], {}, {}) == []

    def test_has_the_rules_that_the_play_judge_checks_in_their_order(self) -> None:
        (found,) = list_coverage(Document.objects.filter(pk="cr-2.7"), {}, {})
        numbers = [each.citation.rule for each in found.played]
        assert numbers.index("301.2") < numbers.index("601.2b") < numbers.index("701.12h")
        assert all(each.is_held for each in found.played)
        ready = next(each for each in found.played if each.citation.rule == "601.2b")
        assert [(each.verb, each.code) for each in ready.checks] == [("attack", "attacker-not-ready")]

    def test_shows_the_rules_of_play_with_their_actions_and_what_is_left_open(self, client: Client) -> None:
        page = client.get("/rules/cr-2.7/coverage/").content.decode()
        assert '<a href="/play/vs-classic/attack/" rel="nofollow">Attack</a>: <code>attacker-not-ready</code>' in page
        assert "<h2>Not decided in play</h2>" in page
        every = client.get("/rules/coverage/").content.decode()
        assert 'href="/rules/cr-2.7/coverage/#play">Checked in play: ' in every
        assert "attacker-not-ready" not in every
        rule = client.get("/rules/cr-2.7/601.2b/").content.decode()
        assert '<a href="/play/vs-classic/attack/" rel="nofollow">Attack</a>: <code>attacker-not-ready</code>' in rule
        assert "Play checks" not in client.get("/rules/cr-2.7/101.2/").content.decode()

    def test_knows_a_rule_by_its_address_however_its_entry_is_cited(self, client: Client) -> None:
        (found,) = list_coverage(Document.objects.filter(pk="pcg-5.0"), {}, {})
        assert all(each.is_held for each in found.played)
        rule = client.get("/rules/pcg-5.0/ability-glossary-bind/").content.decode()
        assert "<code>main-character-left</code>" in rule

    def test_has_a_page_for_every_document_and_one_for_all(self, client: Client) -> None:
        page = client.get("/rules/coverage/").content.decode()
        assert "pcg-updates" in page
        for slug in Document.objects.values_list("slug", flat=True):
            assert client.get(f"/rules/{slug}/coverage/").status_code == 200

    def test_links_to_each_rule_that_has_a_page(self, client: Client) -> None:
        page = client.get("/rules/cr-2.7/coverage/").content.decode()
        assert 'href="/rules/cr-2.7/513.3c/"' in page
        assert "tests/engine/test_classic.py" in page
        assert "TestCopyLimit" in page

    def test_heads_a_rule_that_only_the_text_has(self, client: Client) -> None:
        hold("pcg-5.0", NEWER)
        assert client.get("/rules/pcg-5.0/coverage/").status_code == 200

    def test_is_not_kept_by_browsers(self, client: Client) -> None:
        assert "no-store" in client.get("/rules/coverage/").headers["Cache-Control"]
