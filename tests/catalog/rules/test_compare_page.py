"""The page that compares two editions: everything that differs is marked, and what is the same is folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoDbBlocker

from engine.model.names import IDENTITY_MARK, SHOWN_IDENTITY_MARK
from tests.catalog.rules.held import NEWER, OLDER, hold, hold_official
from tests.html_tree import parse_page, text_of
from tests.snapshots import kept_rows
from vsdb.catalog.rules.models import Unit

pytestmark = pytest.mark.django_db

OLD, NEW = "cr-2007-02-05", "cr-2.7"
PAIRS = ((OLD, NEW), (NEW, OLD), ("rb-core-1.3", "rb-core-2026-07-16"))


def page(client: Client, before: str = OLD, after: str = NEW, **asked: str) -> Element:
    answer = client.get(f"/rules/compare/{before}/{after}/", asked)
    assert answer.status_code == 200
    return parse_page(answer.content.decode())


def list_marked(found: Element) -> list[Element]:
    """The rules that are marked, in order."""
    return found.findall(".//li[@data-change]")


def list_anchors(found: Element) -> list[str]:
    """The anchors of the rules that are marked, in order."""
    return [each.get("id", "") for each in list_marked(found)]


def list_folded(found: Element) -> list[str]:
    """The anchors of the rules in folds."""
    return [each.get("id", "") for each in found.findall(".//details//li[@id]")]


def rule(found: Element, anchor: str) -> Element:
    (one,) = found.findall(f".//li[@id='{anchor}']")
    return one


def tags(element: Element) -> list[str]:
    return [text_of(each) for each in element.findall(".//li[@data-change]//span[@class='tag']")]


def counts(found: Element) -> dict[str, int]:
    return {
        text_of(each.find("dt")): int(text_of(each.find("dd"))) for each in found.findall(".//dl[@class='counts']/div")
    }


def of_beyond(found: Element) -> list[str]:
    """The addresses of what lies beyond the end of the older text."""
    return [each.get("href", "") for each in found.findall(".//section[@id='beyond']//li/a")]


@pytest.fixture(scope="class")
def held(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    def hold_both() -> None:
        hold(OLD, OLDER)
        hold(NEW, NEWER)

    with kept_rows(django_db_blocker) as store:
        store(hold_both)
        yield


@pytest.mark.usefixtures("held")
class TestOurEditions:
    def test_marks_words_with_their_kind_said_as_well(self, client: Client) -> None:
        one = rule(page(client), "r-101.2")
        assert text_of(one.find(".//ins")) == "[added: color and ]"
        assert one.find(".//del") is not None
        assert [text_of(each) for each in one.findall(".//span[@class='tag']")] == ["changed"]

    def test_lists_every_rule_in_the_order_of_the_newer_edition(self, client: Client) -> None:
        shown = list_anchors(page(client))
        at = shown.index("r-101.2")
        assert shown[at : at + 4] == ["r-101.2", "old-101.2a", "old-101.2b", "r-101.3"]

    def test_folds_what_is_the_same_and_says_how_much(self, client: Client) -> None:
        found = page(client)
        folds = [each for each in found.findall(".//details") if "same" in each.get("class", "").split()]
        (fold,) = [each for each in folds if each.find(".//li[@id='r-101.1']") is not None]
        assert fold.get("open") is None
        held = len(fold.findall(".//li"))
        assert text_of(fold.find("summary")) == f"{held} unchanged rule{'s' if held > 1 else ''}"
        assert counts(found)["unchanged"] == len(list_folded(found))

    def test_counts_what_it_shows(self, client: Client) -> None:
        found = page(client)
        told = counts(found)
        told.pop("unchanged")
        assert told == Counter(tags(found))

    def test_says_where_a_moved_rule_came_from(self, client: Client) -> None:
        assert "Moved from 102.2 to 102.1." in text_of(rule(page(client), "r-102.1"))

    def test_shows_one_chapter_or_one_kind(self, client: Client) -> None:
        every = list_anchors(page(client))
        glossary = list_anchors(page(client, chapter="glossary"))
        assert glossary
        assert all(each.startswith("r-glossary") for each in glossary)
        added = page(client, kind="added")
        assert 0 < len(list_anchors(added)) < len(every)
        assert list_folded(added) == []
        decks = list_anchors(page(client, kind="decks"))
        assert {"r-101.2", "old-101.2a", "old-101.1a"} <= set(decks)
        assert "r-102.1" not in decks

    def test_takes_an_unknown_choice_for_none(self, client: Client) -> None:
        assert list_anchors(page(client, chapter="99", kind="<b>")) == list_anchors(page(client))

    def test_titles_tell_the_choices_apart(self, client: Client) -> None:
        asked: tuple[dict[str, str], ...] = ({}, {"chapter": "1"}, {"kind": "added"}, {"chapter": "1", "kind": "added"})
        titles = {text_of(page(client, **each).find(".//title")) for each in asked}
        titles.add(text_of(page(client, NEW, OLD).find(".//title")))
        assert len(titles) == 5

    def test_links_every_rule(self, client: Client) -> None:
        found = page(client)
        anchors = [each.get("id") for each in found.findall(".//main//*[@id]")]
        assert len(anchors) == len(set(anchors))
        for each in list_marked(found):
            links = [link.get("href") for link in each.findall(".//h3/a")]
            assert links[-1] == f"#{each.get('id')}"

    def test_costs_two_queries_however_much_differs(
        self, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        page(client)
        # The versions of the facts, and the documents of the game.
        with django_assert_num_queries(2):
            page(client)


def test_marks_what_differs_in_spaces_or_quotation_marks_alone(client: Client) -> None:
    hold(OLD, OLDER)
    hold(NEW, OLDER.replace("in good", "ingood"))
    one = rule(page(client), "r-101.1")
    assert [text_of(each) for each in one.findall(".//span[@class='tag']")] == ["spacing only"]
    (mark,) = one.findall(".//span[@class='respaced']")
    assert mark.get("title") == "Before: “in good”"


def test_shows_what_the_newer_edition_has_where_the_older_breaks_off(client: Client) -> None:
    hold(OLD, OLDER.replace("longer than one sandglass.", "longer"))
    hold(NEW, OLDER + "\n102.4. Then all wait.\n")
    found = page(client)
    one = rule(found, "r-102.3")
    assert [text_of(each) for each in one.findall(".//span[@class='tag']")] == ["cut off"]
    assert "than one sandglass." in text_of(one.find(".//ins"))
    assert of_beyond(found) == [f"/rules/{NEW}/102.4/"]


@pytest.fixture(scope="class")
def official(shared: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with kept_rows(django_db_blocker) as store:
        store(lambda: hold_official(shared, {slug for pair in PAIRS for slug in pair}))
        yield


def read_texts(document: str) -> dict[str, str]:
    """The texts of a document's rules by slug, with plain spaces and the mark of identities as pages show it."""
    units = Unit.objects.filter(document=document).exclude(kind__in=("contents", "furniture")).order_by("position")
    rows = units.values_list("slug", "title", "text")
    texts = {slug: " ".join(f"{title} {text}".split()) for slug, title, text in rows}
    return {slug: text.replace(IDENTITY_MARK, SHOWN_IDENTITY_MARK) for slug, text in texts.items()}


def read_sides(marked: Element) -> tuple[str, str] | None:
    """What a marked rule says in the older edition and in the newer one, out of its marks."""
    diff = next((each for each in marked.findall("p") if "diff" in each.get("class", "").split()), None)
    if diff is None:
        return None
    before, after = [diff.text or ""], [diff.text or ""]
    for node in diff:
        labels = [text for label in node.findall("span[@class='visually-hidden']") for text in label.itertext()]
        text = "".join(node.itertext()).removeprefix(labels[0]).removesuffix(labels[-1])
        if node.tag == "del":
            before.append(text)
        elif node.tag == "ins":
            after.append(text)
        else:
            before.append(node.get("title", "").removeprefix("Before: “").removesuffix("”"))
            after.append(text)
        before.append(node.tail or "")
        after.append(node.tail or "")
    return " ".join("".join(before).split()), " ".join("".join(after).split())


@pytest.mark.shared
@pytest.mark.usefixtures("official")
class TestTheOfficialEditions:
    @pytest.mark.parametrize(("before", "after"), PAIRS)
    def test_hide_nothing_that_differs(self, client: Client, before: str, after: str) -> None:
        """A plain comparison of the texts of both, which knows nothing of numbers: what only one has is marked."""
        old, new = read_texts(before), read_texts(after)
        found = page(client, before, after)
        beyond = {each.split("/")[-2] for each in of_beyond(found)}
        folded = {each.removeprefix("r-") for each in list_folded(found) if each}
        sides = [both for each in list_marked(found) if (both := read_sides(each))]
        only_old = Counter(old.values()) - Counter(new.values())
        only_new = Counter(text for slug, text in new.items() if slug not in beyond) - Counter(old.values())
        assert sum(only_new.values()) > 50
        assert only_old - Counter(side for side, _ in sides) == Counter()
        assert only_new - Counter(side for _, side in sides) == Counter()
        assert {slug for slug in folded if old.get(slug) != new[slug]} == set()
        assert folded.isdisjoint(each.removeprefix("r-") for each in list_anchors(found))

    @pytest.mark.parametrize(("before", "after"), PAIRS)
    def test_have_every_rule_once(self, client: Client, before: str, after: str) -> None:
        found = page(client, before, after)
        shown = [*list_folded(found), *list_anchors(found)]
        assert len(shown) == len(set(shown))
        assert sum(1 for each in shown if each.startswith("r-")) + len(of_beyond(found)) == len(read_texts(after))
