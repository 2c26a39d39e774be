"""The reader of rulebooks without numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model.errors import InputError
from tests.catalog.rules.texts.documents import FILES, RULEBOOK, assert_sound, by_slug
from vsdb.exchange.rule_documents.rulebook import read
from vsdb.exchange.rule_documents.rulebook_lines import find_contents, find_levels, fold_heading, match, split_lines
from vsdb.exchange.rule_documents.units import DocumentText, DocumentUnit


def own(old: str = "", new: str = "") -> DocumentText:
    assert old in RULEBOOK
    return read(RULEBOOK.replace(old, new, 1), "own")


def unit(slug: str, text: DocumentText | None = None) -> DocumentUnit:
    return by_slug(text or own())[slug]


def told(text: DocumentText, code: str) -> list[tuple[int, str]]:
    return [(defect.line, defect.excerpt) for defect in text.defects if defect.code == code]


def line_of(words: str, text: str = RULEBOOK) -> int:
    return text[: text.index(words)].count("\n") + 1


class TestHeadings:
    def test_the_first_line_is_the_title(self) -> None:
        assert (own().units[0].kind, own().units[0].title) == ("heading", "House Rules of the Harbor Club")

    def test_each_line_of_the_contents_leads_to_its_heading(self) -> None:
        lines = [each for each in own().units if each.kind == "contents"]

        assert lines[0].text == "Table of Contents"
        assert [mention.target for each in lines for mention in each.mentions] == [
            "introduction",
            "turn-sequence",
            "draw-phase",
            "build-phase",
            "resource-step-optional",
            "main-phase",
            "solo-attack",
            "solo-attack-2",
            "game-terms",
            "keyword-glossary",
            "ability-glossary",
            "team-glossary",
            "good-teams",
        ]
        assert (lines[1].text, lines[1].mentions[0].written) == ("Introduction\t2", "Introduction")

    def test_headings_stand_below_one_another(self) -> None:
        parents = {each.slug: each.parent for each in own().units if each.kind == "heading"}

        assert parents["turn-sequence"] is None
        assert parents["build-phase"] == "turn-sequence"
        assert parents["resource-step-optional"] == "build-phase"
        assert parents["main-phase"] == "turn-sequence"
        assert parents["good-teams"] == "team-glossary"

    def test_a_heading_that_is_a_link_has_its_words_alone(self) -> None:
        assert unit("main-phase").title == "Main Phase"

    def test_headings_of_other_books_stand_on_one_level(self) -> None:
        assert list(find_levels(["Sails", "Masts", "Combat Step", "Solo Attack", "Team Attack", "During Combat"])) == [
            0,
            0,
            0,
            1,
            1,
            1,
        ]

    def test_a_heading_that_comes_back_goes_below_the_one_before_it_each_time(self) -> None:
        titles = ["Combat Step", "Combat Declaration", "Solo Attack", "Team Attack", "Combat Resolution"]
        titles += ["Ferocious Resolution", "Solo Attack", "Team Attack", "Normal Resolution", "Solo Attack"]

        # "Combat Resolution" isn't named in the table by itself: what opens it is "During Combat".
        titles.insert(4, "During Combat")
        assert list(find_levels(titles)) == [0, 1, 2, 2, 1, 1, 2, 3, 3, 2, 3]


class TestPieces:
    def test_a_paragraph_that_a_page_cuts_in_two_is_one(self) -> None:
        assert unit("turn-sequence-example-1").text == "Example 1: Ann sits, and then stands."

    def test_so_is_a_point_of_a_list_whose_rest_has_a_bullet(self) -> None:
        assert unit("turn-sequence-paragraph-1").text == "Two phases come first, and their order never changes."

    def test_points_stand_below_the_points_that_they_are_indented_from(self) -> None:
        assert unit("turn-sequence-paragraph-3").text == "Twice."
        assert unit("turn-sequence-paragraph-3").parent == "turn-sequence-paragraph-2"

    def test_numbered_points_are_steps_and_letters_count_below_them(self) -> None:
        text = own()
        step, letter, roman = (unit(f"turn-sequence-{slug}", text) for slug in ("step-1", "paragraph-4", "paragraph-5"))

        assert (step.kind, step.number, step.text) == ("step", "1", "Sit down.")
        assert (letter.text, letter.parent) == ("a. Take a chair.", step.slug)
        assert (roman.text, roman.parent) == ("i. A dry one.", letter.slug)
        assert unit("turn-sequence-step-2", text).parent == "turn-sequence"

    def test_a_step_that_is_called_so_has_a_name(self) -> None:
        assert (unit("build-phase-step-1").kind, unit("build-phase-step-1").title) == ("step", "Step 1: Lumber")

    def test_bold_marks_stay_as_stars_around_a_name_mean_something(self) -> None:
        assert unit("turn-sequence-paragraph-2").text == "**Small print:** read it."


class TestGlossaries:
    @pytest.mark.parametrize(
        ("slug", "title", "text"),
        [
            ("game-terms-plank", "Plank", "A piece of wood ()."),
            ("game-terms-tide-s", "Tide(s)", "Water that moves."),
            ("keyword-glossary-afloat", "Afloat", "It can't sink."),
            ("keyword-glossary-all-hands", "All Hands!", "Everyone helps."),
            ("keyword-glossary-anchor-captain-required", "[Anchor] Captain Required", "Ask the captain."),
            ("ability-glossary-aka", "AKA (Name)", "It answers to both."),
            ("team-glossary-gulls", "Gulls", "(*) introduced in Shore Birds."),
            ("team-glossary-s-a-i-l-s", "S.A.I.L.S.", "() introduced in Regatta."),
        ],
    )
    def test_a_term_is_a_unit_with_its_meaning(self, slug: str, title: str, text: str) -> None:
        assert (unit(slug).kind, unit(slug).title, unit(slug).text) == ("glossary", title, text)

    def test_what_follows_a_term_belongs_to_it(self) -> None:
        assert unit("game-terms-tide-s-paragraph-1").parent == "game-terms-tide-s"
        assert unit("ability-glossary-aka-example-1").parent == "ability-glossary-aka"

    def test_a_sentence_before_the_first_term_belongs_to_the_heading(self) -> None:
        assert unit("keyword-glossary-paragraph-1").parent == "keyword-glossary"

    def test_outside_of_glossaries_nothing_is_a_term(self) -> None:
        assert unit("draw-phase-paragraph-1", own("Draw one.", "Draw - one.")).kind == "paragraph"


class TestDefects:
    def test_a_link_without_a_target_is_told_and_leads_to_the_heading_of_its_words(self) -> None:
        paragraph = unit("introduction-paragraph-1")

        assert paragraph.text.endswith("See Main Phase and Nowhere for more.")
        assert [(mention.written, mention.target) for mention in paragraph.mentions] == [
            ("Main Phase", "main-phase"),
            ("Nowhere", None),
        ]
        assert [words for _, words in told(own(), "broken-link")] == ["Main Phase", "Nowhere", "Main Phase"]

    def test_a_link_with_a_target_leads_there(self) -> None:
        text = own("[Nowhere](#)", "[this](#draw-phase)")

        assert unit("introduction-paragraph-1", text).mentions[1].target == "draw-phase"
        assert "this" not in [words for _, words in told(text, "broken-link")]

    def test_a_sign_that_escapes_a_link_goes_with_it(self) -> None:
        text = own("[Nowhere](#)", "\\[Nowhere](#)")

        assert unit("introduction-paragraph-1", text).text.endswith("See Main Phase and Nowhere for more.")

    def test_a_target_that_there_is_not_is_told(self) -> None:
        assert told(own("[Nowhere](#)", "[this](#nowhere)"), "dangling-reference") == [
            (line_of("Harbor cards are"), "this")
        ]

    def test_a_heading_of_the_contents_that_there_is_not_is_told(self) -> None:
        assert told(own("\nDraw Phase\n", "\nA pause.\n"), "contents-differ") == [
            (line_of("Draw Phase\t"), "Draw Phase 2")
        ]

    def test_a_heading_of_other_words_is_found_and_told(self) -> None:
        text = own("\nResource Step (Optional)\n", "\nResource Steps (Optional)\n")

        assert unit("resource-steps-optional", text).kind == "heading"
        assert told(text, "contents-differ") == [
            (line_of("\nResource Step (Optional)\n") + 1, "Resource Steps (Optional)")
        ]

    def test_a_heading_out_of_order_is_told(self) -> None:
        text = own("Introduction\t2\n", "")
        moved = read(
            RULEBOOK.replace("Introduction\t2\n", "").replace("Good Teams\t8", "Good Teams\t8\nIntroduction\t9"), "own"
        )

        assert told(text, "heading-misplaced") == []
        assert [words for _, words in told(moved, "heading-misplaced")] == ["Introduction"]
        assert unit("introduction", moved).kind == "heading"

    def test_pages_that_go_back_are_told(self) -> None:
        assert told(own("Build Phase\t3", "Build Phase\t1"), "contents-differ") == [
            (line_of("Build Phase\t"), "Build Phase")
        ]

    def test_headings_twice_are_told(self) -> None:
        second = line_of("\nSolo Attack\n\nRow again") + 1

        assert told(own(), "heading-twice") == [(second, "Solo Attack")]

    def test_leftover_markup_and_missing_symbols_are_told(self) -> None:
        assert [words for _, words in told(own(), "leftover-markup")] == ["Row \\(slowly\\).", "- It may be **wet."]
        assert [line for line, _ in told(own(), "missing-symbol")] == [line_of("Plank:"), line_of("S.A.I.L.S.")]

    def test_a_broken_line_is_told(self) -> None:
        assert told(own(), "broken-line") == [(line_of(" - never"), "- never changes.")]

    def test_a_text_without_contents_is_refused(self) -> None:
        with pytest.raises(InputError, match="own: the text needs a table of contents"):
            read("Introduction\n\nWords.", "own")


@pytest.mark.shared
class TestTheOfficialRulebook:
    def test_nothing_is_lost_and_its_units_are_counted(self, shared: Path) -> None:
        source = (shared / "documents" / FILES["pcg-5.0"]).read_text(encoding="utf-8")
        book = read(source, "pcg-5.0")

        assert_sound(book, source)
        kinds = [each.kind for each in book.units]
        assert {kind: kinds.count(kind) for kind in set(kinds)} == {
            "heading": 129,
            "contents": 129,
            "glossary": 244,
            "example": 64,
            "step": 38,
            "paragraph": 648,
        }

    def test_every_line_of_the_contents_leads_to_a_heading_of_its_words_in_the_same_order(self, shared: Path) -> None:
        book = read((shared / "documents" / FILES["pcg-5.0"]).read_text(encoding="utf-8"), "pcg-5.0")
        units = by_slug(book)
        lines = [each for each in book.units if each.kind == "contents"][1:]
        headings = [units[each.mentions[0].target or ""] for each in lines]

        assert len(lines) == 128
        assert [fold_heading(heading.title) for heading in headings] == [
            fold_heading(each.text.split("\t")[0]) for each in lines
        ]
        assert [heading.line for heading in headings] == sorted({heading.line for heading in headings})

    def test_what_is_wrong_with_it_is_counted(self, shared: Path) -> None:
        book = read((shared / "documents" / FILES["pcg-5.0"]).read_text(encoding="utf-8"), "pcg-5.0")
        codes = [defect.code for defect in book.defects]

        assert {code: codes.count(code) for code in set(codes)} == {
            "broken-link": 65,
            "broken-line": 1,
            "heading-twice": 7,
            "leftover-markup": 6,
            "missing-symbol": 40,
        }

    def test_the_terms_of_each_glossary_are_counted(self, shared: Path) -> None:
        book = read((shared / "documents" / FILES["pcg-5.0"]).read_text(encoding="utf-8"), "pcg-5.0")
        terms = [each.slug.split("-")[0] for each in book.units if each.kind == "glossary"]

        assert {glossary: terms.count(glossary) for glossary in set(terms)} == {
            "game": 53,
            "keyword": 111,
            "ability": 41,
            "team": 39,
        }

    def test_the_headings_stand_on_four_levels(self, shared: Path) -> None:
        lines = split_lines((shared / "documents" / FILES["pcg-5.0"]).read_text(encoding="utf-8"))
        contents = find_contents(lines)
        assert contents is not None
        found = match(lines, contents)
        depths = list(find_levels(lines[place].text for place in sorted(found.headings)))

        assert [depths.count(depth) for depth in range(4)] == [21, 67, 26, 14]
