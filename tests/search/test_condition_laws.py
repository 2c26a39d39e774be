"""What holds of conditions whatever is asked: complements, printings, notes on mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from tests.search.asking import ask, expected, slugs
from vsdb.catalog.cards import selectors
from vsdb.search.language.fields import FIELDS
from vsdb.search.language.parser import parse
from vsdb.search.language.writing import unparse

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


def without_display(query: str) -> str:
    """A query without what says only how its answer is shown."""
    if any(word in query for word in ("sort:", "group:", "view:", "unique:", "asof:")):
        return re.sub(r"-?(sort|group|view|unique|asof):\S+", "", query).strip() or "hulk"
    return query


class TestLaws:
    def test_every_example_keeps_the_laws_of_not_or_and_parentheses(self) -> None:
        everything, other = set(ask("").ids), set(ask("c=2").ids)
        broken = []
        # What asks for a collection asks for a person: `tests/collection/` tries it with one.
        asked = (one for one in FIELDS if one.name not in {"owned", "wanted", "missing", "ownedprint"})
        for query in (without_display(example) for one in asked for example in one.examples):
            alone = set(ask(query).ids)
            wanted = {
                f"-({query})": everything - alone,
                f"({query})": alone,
                f"({query}) ({query})": alone,
                f"({query}) or c=2": alone | other,
                f"-({query}) c=2": other - alone,
            }
            broken += [text for text, ids in wanted.items() if set(ask(text).ids) != ids]
        assert broken == []

    def test_what_is_not_recorded_is_in_no_comparison_and_in_every_complement(self) -> None:
        unrecorded = slugs("cost=unknown")
        assert unrecorded
        for op in ("<", "<=", "=", ">", ">=", "!="):
            assert not slugs(f"cost{op}3") & unrecorded
            assert slugs(f"-cost{op}3") >= unrecorded

    def test_every_example_of_the_language_and_its_negation_are_all_cards(self, shared: Path) -> None:
        rows = [line for line in (shared / "SEARCH.md").read_text().splitlines() if line.startswith("| ")][1:]
        columns = [row.replace("\\|", "¦").split("|")[4] for row in rows]
        examples = [span.replace("¦", "|") for column in columns for span in re.findall(r"`([^`]+)`", column)]
        everything = set(ask("").ids)
        for query in (each for each in examples if not re.search(r"(sort|group|view|unique|asof):", each)):
            understood = unparse(parse(query))
            assert set(ask(f"-({query})").ids) == (everything - set(ask(query).ids) if understood else everything), (
                query
            )


class TestPrintings:
    def test_set_and_number_are_asked_of_one_and_the_same_printing(self) -> None:
        """A card in two sets that has a number in the one has not got it in the other."""
        for card in selectors.get_reference(RIFTBOUND).catalog.cards:
            codes = {(each.set_code, each.number) for each in card.printings}
            apart = [(s, n) for s, _ in codes for _, n in codes if (s, n) not in codes and (n or "").isdigit()]
            if apart:
                break
        other, at = apart[0]
        assert (RIFTBOUND, card.slug) not in slugs(f"s:{other} cn:{at}", RIFTBOUND)
        assert (RIFTBOUND, card.slug) in slugs(f"in:{other} cn:{at}", RIFTBOUND)

    def test_new_in_a_set_was_in_no_set_before_it(self) -> None:
        order = list(selectors.get_reference(RIFTBOUND).sets)

        def is_new(card: Card) -> bool:
            return card.game == RIFTBOUND and min(card.set_codes, key=order.index, default=None) == "SFD"

        assert slugs("new:SFD") == expected(is_new)

    def test_the_day_of_a_set_counts_the_set_itself(self) -> None:
        """Web of Spider-Man came out at some time in 2004, and so with itself, however little is known."""
        assert slugs("s:MSM") <= slugs("date>=s:MSM") & slugs("date<=s:MSM") & slugs("date=s:MSM")
        assert not slugs("s:MSM") & (slugs("date>s:MSM") | slugs("date<s:MSM"))


class TestOtherFields:
    def test_what_fits_a_legend_has_its_domains_and_its_signatures(self) -> None:
        def fits(card: Card) -> bool:
            return (
                card.game == RIFTBOUND
                and card.type != "Legend"
                and card.supertype != "Token"
                and card.domains is not None
                and set(card.domains) <= {"Fury", "Chaos"}
                and (card.supertype != "Signature" or "Jinx" in card.tags)
            )

        assert slugs('for:"Jinx, Loose Cannon"') == slugs('for:"Loose Cannon"') == slugs("for:jinx") == expected(fits)

    @pytest.mark.parametrize("query", ["for:deck/abc123", 'for:"Captain Marvel"', "for:avengers"])
    def test_what_says_nothing_of_what_goes_with_it_finds_nothing_and_is_told_so(self, query: str) -> None:
        found = ask(query)
        assert (found.total, len(found.notes)) == (0, 1)
        assert ask(f"-{query}").total == ask("").total

    def test_the_symbols_of_humans_and_aliens_are_found(self) -> None:
        """Counted in the list of cards: 5, 2, 2, 2 and 1 with Humanity; 5, 2, 1, 1 and 1 with Alien."""
        assert (ask("sym:humanity").total, ask("sym:alien").total) == (12, 10)

    def test_every_ban_and_every_ban_that_ended_is_asked(self) -> None:
        everything = ask("").total
        assert 0 < ask("unbannedon:*").total < ask("bannedon:*").total == ask("changed:*").total
        assert ask("bannedon:none").total == everything - ask("bannedon:*").total

    def test_the_other_level_of_a_character_is_asked(self) -> None:
        found = slugs("lv=1 flip:(lv=2 atk>=7)")
        assert (VS_2PCG, "phoenix-aff-007") in found
        assert (VS_2PCG, "captain-marvel-aff-001") not in found

    def test_a_keyword_is_found_with_its_figure(self) -> None:
        figures = expected(lambda c: any(str(each) == "Boost 2" for each in c.keywords))
        assert slugs('kw:"boost 2"') == figures

    def test_riot_s_are_the_cards_of_riftbound(self) -> None:
        assert slugs("b:riot") == slugs("game:riftbound")


class TestMistakes:
    @pytest.mark.parametrize(
        ("query", "nearest"),
        [
            ("hulk team:avngers", "Avengers"),
            ("hulk kw:bost", "Boost"),
            ("hulk t:charakter", "Main Character"),
            ("hulk s:MORR", "MOR"),
            ("hulk legal:sliver", "silver"),
            ("hulk tag:jinxx", "Jinx"),
            ("hulk pile:inventoin", "Invention"),
            ("hulk for:jinks", ""),
            ("hulk brand:marvle", "Marvel"),
            ("hulk r:rar", "rare"),
            ("hulk is:flihgt", "flight"),
            ("hulk bannedon:soon", ""),
            ("hulk date:soon", ""),
            ("hulk cn:soon", ""),
            ("hulk n:/(/", ""),
            ("hulk game:chess", ""),
        ],
    )
    def test_are_said_and_the_rest_of_the_query_runs(self, query: str, nearest: str) -> None:
        found = ask(query)
        assert found.notes
        assert found.ids == ask("hulk").ids
        if nearest:
            assert nearest in found.notes[0].suggestions

    @pytest.mark.parametrize("query", ["team:avengers", "dom:fury", "t:rune", "kw:swarm", "s:AFF", "legal:multiverse"])
    def test_what_another_game_has_is_no_mistake_and_finds_nothing(self, query: str) -> None:
        game = RIFTBOUND if query == "team:avengers" else VS_CLASSIC
        found = ask(query, game)
        assert (found.total, bool(found.notes)) == (0, True)
        assert ask(f"-{query}", game).total == ask("", game).total

    def test_a_field_that_no_card_records_finds_nothing_and_says_so(self) -> None:
        found = ask("hulk x:ready")
        assert (found.total, len(found.notes)) == (0, 1)
        assert ask("hulk -x:ready").ids == ask("hulk").ids

    @pytest.mark.parametrize("query", ["kw:evasion", "s:MSM", "in:MSM", "new:MSM"])
    def test_what_is_known_and_no_card_is_recorded_with_is_said(self, query: str) -> None:
        found = ask(query, VS_CLASSIC)
        assert (found.total, found.notes) == (0, ())
        assert "recorded" in found.remarks[0].message

    @pytest.mark.parametrize(
        "query",
        [
            'contains:(n:"Flight School")>=3',
            "size>60",
            "illegal:silver@2006-08-01",
            "why:banned",
            'event:"Gen Con"',
            "author:x",
            'cr:"concealed"',
            "citedby:card",
        ],
    )
    def test_what_is_asked_of_decks_and_rules_finds_no_card_and_is_told_so(self, query: str) -> None:
        found = ask(f"hulk {query}")
        assert (found.total, len(found.notes)) == (0, 1)
        assert ask(f"hulk -{query}").ids == ask("hulk").ids

    def test_an_expression_that_would_stall_others_takes_no_time(self) -> None:
        """Nested repetition, which backtracking engines answer in time exponential in the length of the text."""
        found = ask(r"n:/^(([a-z ])+.)+[A-Z]([a-z ])+$/")
        assert found.notes == ()
        assert ask("n:/((a{500}){500}){500}/").notes
        assert ask("n:/" + "a" * 400 + "/").notes
