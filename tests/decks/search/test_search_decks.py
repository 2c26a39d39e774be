"""Searching decks: who finds which, what each field asks, and what is said of what isn't understood."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from pytest_django import DjangoAssertNumQueries

from engine.model.cards import RIFTBOUND, VS_CLASSIC
from tests.decks.search.asking import ARMY, STRANGER, TODAY, Ask, kept
from tests.decks.stored import person
from vsdb.accounts.viewers import Viewer
from vsdb.decks import comments, services
from vsdb.decks.models import Deck
from vsdb.decks.search import conditions, load_decks, search_decks
from vsdb.decks.search.query import parse
from vsdb.decks.services import Snapshot
from vsdb.search.language.deck_fields import DECK_FIELDS, find_deck_field
from vsdb.search.language.field_types import SearchField
from vsdb.search.language.writing import unparse

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


class TestWhoFinds:
    def test_a_stranger_finds_what_is_public_alone(self, ask: Ask) -> None:
        assert ask("") == {"army", "doom", "jinx"}

    def test_their_keeper_finds_the_others_too(self, ask: Ask, bob: Viewer) -> None:
        assert ask("", bob) == {"army", "doom", "jinx", "linked", "private"}
        assert ask("is:own", bob) == {"jinx", "linked", "private"}
        assert ask("is:private", bob) == {"private"}
        assert ask("-is:public", bob) == {"linked", "private"}

    @pytest.mark.parametrize("query", ["private", "is:private", "-is:public", "author:bob size=60", "is:link", "army"])
    def test_no_query_shows_another_s_private_or_linked_deck(self, ask: Ask, ann: Viewer, query: str) -> None:
        assert ask(query).isdisjoint({"private", "linked"})
        assert ask(query, ann).isdisjoint({"private", "linked"})

    def test_one_that_staff_has_hidden_is_found_by_its_keeper_alone(
        self, ask: Ask, decks: dict[str, Deck], ann: Viewer, bob: Viewer
    ) -> None:
        Deck.objects.filter(pk=decks["army"].pk).update(hidden_at=datetime(2026, 1, 1, tzinfo=UTC))
        assert "army" not in ask("") | ask("", bob)
        assert "army" in ask("", ann)

    def test_cards_that_another_s_deck_may_hold_are_asked_by_whoever_may_read_it(
        self, ask: Ask, decks: dict[str, Deck], bob: Viewer
    ) -> None:
        decks["short"] = kept(bob, "Short", "59 Sentinel Mark V, Army", fmt="golden", shared="private")
        query = f"contains:(for:deck/{decks['short'].pk})"
        assert "army" in ask(query, bob)
        found = search_decks(query, STRANGER, today=TODAY)
        assert (found.total, len(found.notes)) == (0, 1)

    def test_what_a_browser_has_built_is_its_own(self, ask: Ask, decks: dict[str, Deck]) -> None:
        built = services.create(STRANGER, VS_CLASSIC, Snapshot(title="Nobody's"))
        decks["built"] = built
        assert ask("is:own", Viewer(built=frozenset({built.pk}))) == {"built"}
        assert ask("is:own") == set()
        assert "built" not in ask("")


class TestFields:
    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("control", {"doom"}),
            ("CONTROL doom", {"doom"}),
            ("cont", {"doom"}),
            ("ontrol", set()),
            ('"doom control"', {"doom"}),
            ('"control doom"', set()),
            ('!"Doom Control"', {"doom"}),
            ("!Doom", set()),
            ("n:/^s.*army$/", {"army"}),
            ("stall", {"doom"}),
            ("n:stall", set()),
            ("tag:control", {"doom"}),
            ('tag:"board stall"', {"doom"}),
            ("tag:{control,combo}", {"doom"}),
            ("tag:none", {"army", "jinx"}),
            ("event:gen", {"doom"}),
            ("event:none", {"army", "jinx"}),
            ("author:ann", {"army", "doom"}),
            ("author=ann", set()),
            ("author=ann-lee", {"army", "doom"}),
            ("game:riftbound", {"jinx"}),
            ("g:classic", {"army", "doom"}),
            ("format:golden", {"army", "doom"}),
            ("format:none", {"jinx"}),
            ("format:silver", set()),
            ("size>=60", {"army"}),
            ("size>60", set()),
            ("size:7", {"doom"}),
            ("size!=7", {"army", "jinx"}),
            ("size:odd", {"doom", "jinx"}),
            ("size:2-10", {"doom"}),
            ("date:2006", {"doom"}),
            ("date>2006-08-12 game:classic", {"army"}),
            ("date<=2006-08-12", {"doom"}),
            ("date:none", {"army", "jinx"}),
            ("control or jinx", {"doom", "jinx"}),
            ("-control", {"army", "jinx"}),
            ("-(control or jinx)", {"army"}),
            ("owned>=95%", set()),
            ("-owned>=95%", {"army", "doom", "jinx"}),
        ],
    )
    def test_find_what_they_say(self, ask: Ask, query: str, found: set[str]) -> None:
        assert ask(query) == found

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("contains:(boris)", {"doom"}),
            ("contains:(boris)>=4", {"doom"}),
            ("contains:boris", {"doom"}),
            ("-contains:boris>=5", {"army", "doom", "jinx"}),
            ("contains:boris=4", {"doom"}),
            ("contains:t:legend", {"jinx"}),
            ("-contains:t:legend army", {"army"}),
            ("contains:zonk:3", set()),
            ("-contains:zonk:3", {"army", "doom", "jinx"}),
            ("zonk:3", set()),
            ("-zonk:3", {"army", "doom", "jinx"}),
            ("army or zonk:3", {"army"}),
            ('contains:"savage beatdown"<=3', {"army", "doom", "jinx"}),
            ('contains:"savage beatdown">3', set()),
            ("contains:(boris)>4", set()),
            ("contains:(boris)=4", {"doom"}),
            ("contains:(boris)!=4", {"army", "jinx"}),
            ("contains:(boris)<1", {"army", "jinx"}),
            ("contains:(boris)=0", {"army", "jinx"}),
            ("-contains:(boris)", {"army", "jinx"}),
            ("-contains:(boris)>=5", {"army", "doom", "jinx"}),
            ("contains:(boris or n:savage)=7", {"doom"}),
            ("contains:(t:legend)", {"jinx"}),
            ("contains:(v:army)=60", {"army"}),
            ("contains:(-v:army)", {"doom", "jinx"}),
            ("contains:(boris) contains:(v:army)", set()),
        ],
    )
    def test_contains_compares_the_copies_of_cards_that_answer_a_query(
        self, ask: Ask, query: str, found: set[str]
    ) -> None:
        assert ask(query) == found

    def test_contains_finds_the_same_by_more_rows_than_memory_holds(
        self, ask: Ask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(conditions, "_MAX_KEPT_ROWS", 1)
        assert ask("contains:(boris or n:savage)") == {"doom"}
        assert ask("-contains:(boris or n:savage)") == {"army", "jinx"}

    def test_none_of_cards_that_there_are_not_is_found_in_every_deck(self, ask: Ask) -> None:
        assert ask("contains:(cost=99)=0") == {"army", "doom", "jinx"}

    def test_copies_of_all_sections_count_together(self, ask: Ask, decks: dict[str, Deck], ann: Viewer) -> None:
        decks["two"] = kept(ann, "Two", "Legend\n1 Jinx, Loose Cannon\nSideboard\n1 Jinx, Loose Cannon", game=RIFTBOUND)
        assert ask("contains:(t:legend)=2") == {"two"}

    def test_a_team_is_one_of_a_third_of_the_copies_with_teams(
        self, ask: Ask, decks: dict[str, Deck], ann: Viewer
    ) -> None:
        """Of three copies with a team one is the third, of four it is less; cards without a team don't count."""
        emma, vision = "Emma Frost, Friend or Foe", "Vision, Young Avenger"
        decks["third"] = kept(ann, "A third", f"2 {emma}\n1 {vision}\n20 Savage Beatdown")
        decks["quarter"] = kept(ann, "A quarter", f"3 {emma}\n1 {vision}")
        assert ask("team:avengers") == {"third"}
        assert ask("team:xmen") == {"third", "quarter"}
        assert ask("team:x-men team:avengers") == {"third"}
        assert ask("team:{jsa,avengers}") == {"third"}
        assert ask("team:none") == {"army", "doom", "jinx"}
        assert ask("team:*") == {"third", "quarter"}

    def test_likes_are_counted(self, ask: Ask, decks: dict[str, Deck]) -> None:
        cid, dan = (Viewer(person(name)[0].pk) for name in ("cid", "dan"))
        for who, liked in ((cid, "doom"), (cid, "doom"), (dan, "doom"), (dan, "army")):
            comments.like(decks[liked], who)
        assert ask("likes>1") == {"doom"}
        assert ask("likes>=1") == {"doom", "army"}
        assert ask("likes<2") == {"army", "jinx"}
        assert ask("likes=0") == {"jinx"}
        assert ask("likes!=1") == {"doom", "jinx"}
        assert ask("likes:even") == {"doom", "jinx"}
        assert ask("is:liked", cid) == {"doom"}
        assert ask("is:liked") == set()

    def test_forks_lead_to_what_the_asker_may_find(
        self, ask: Ask, decks: dict[str, Deck], ann: Viewer, bob: Viewer
    ) -> None:
        decks["fork"] = services.share(services.fork(decks["doom"], bob).pk, bob, "public")
        decks["secret fork"] = services.share(services.fork(decks["private"], bob).pk, bob, "public")
        assert ask("forked:*") == ask("is:forked") == {"fork", "secret fork"}
        assert ask(f"forked:{decks['doom'].pk}") == {"fork"}
        assert ask(f"forked:{decks['private'].pk}") == set()
        assert ask(f"forked:{decks['private'].pk}", bob) == {"secret fork"}


class TestOrder:
    def test_the_last_edited_come_first(self, decks: dict[str, Deck]) -> None:
        found = search_decks("", STRANGER, today=TODAY)
        assert [deck.title for deck in load_decks(found.ids)] == ["Jinx", "Doom Contrôl", "Sentinel Army"]

    @pytest.mark.parametrize("key", [choice.name for choice in find_deck_field("sort").choices])  # type: ignore[union-attr]
    def test_every_key_keeps_all_decks_both_ways(self, ask: Ask, key: str) -> None:
        assert ask(f"sort:{key}") == ask(f"-sort:{key},name") == {"army", "doom", "jinx"}

    def test_by_a_key(self, decks: dict[str, Deck]) -> None:
        comments.like(decks["army"], Viewer(person("cid")[0].pk))

        def titles(query: str) -> list[str]:
            return [deck.title.split()[0] for deck in load_decks(search_decks(query, STRANGER, today=TODAY).ids)]

        assert titles("sort:size") == ["Jinx", "Doom", "Sentinel"]
        assert titles("-sort:size") == ["Sentinel", "Doom", "Jinx"]
        assert titles("sort:name") == ["Doom", "Jinx", "Sentinel"]
        assert titles("-sort:likes sort:name") == ["Sentinel", "Doom", "Jinx"]
        assert titles("sort:date")[0] == titles("date:2006")[0] == "Doom"


class TestNotes:
    @pytest.mark.parametrize(
        ("query", "suggested"),
        [
            ("cost<=3", "contains:(cost<=3)"),
            ("-cost<=3", "contains:(cost<=3)"),
            ("t:character", "contains:(t:character)"),
            ('t:"plot twist" doom', 'contains:(t:"plot twist")'),
            ("atk+def>=cost", "contains:(atk+def>=cost)"),
            ("banned:golden@2007-01-01", "contains:(banned:golden@2007-01-01)"),
            ("flip:(lv=2)", "contains:(flip:(lv=2))"),
        ],
    )
    def test_a_field_of_cards_is_pointed_to_what_a_deck_contains(self, query: str, suggested: str) -> None:
        (note,) = parse(query).notes
        assert note.suggestions == (suggested,)
        mended = query[: note.span.start] + suggested + query[note.span.end :]
        assert parse(mended).notes == ()

    @pytest.mark.parametrize(
        ("query", "said", "near"),
        [
            ("contians:(boris)", "There is no field “contians” for decks", "contains"),
            ("contains:(zonk:3)", "There is no field “zonk”", None),
            ("contains:", "“contains” needs a query in parentheses", None),
            ("contains:--", "“contains:” needs a card query", None),
            ("contains:/x/", "“contains” needs a query in parentheses", None),
            ("group:type", "“group” works only in card searches", None),
            ("contains:(boris sort:cost)", "“sort” works only in card searches", None),
            ("legal:gollden", "No game has a format 'gollden'", "golden"),
            ("format:gollden", "No game has a format 'gollden'", "golden"),
            ("why:baned", "no rule has the code 'baned'", "banned"),
            ("is:zonk", "“zonk” is not a value of “is”", None),
            ("tag:contrl", "no deck has the tag 'contrl'", "Control"),
            ("team:avegners", "No card in any game has the team “avegners”", "Avengers"),
            ("owned>=95%", "“owned” finds no decks", None),
            ("likes:none", "“likes” needs a number", None),
            ("size>likes", "“size” needs a number", None),
            ("forked:zonk", "forked needs a deck number", None),
            ("date:zonk", "“zonk” is not a date", None),
            ("sort:zonk", "“zonk” is not a value of “sort”", None),
        ],
    )
    def test_say_what_is_not_understood_and_what_is_near(
        self, decks: dict[str, Deck], query: str, said: str, near: str | None
    ) -> None:
        found = search_decks(f"-jinx {query}", STRANGER, today=TODAY)
        assert [note for note in found.notes if said in note.message], found.notes
        assert near is None or near in found.notes[0].suggestions

    @pytest.mark.parametrize("query", ["legal:gollden", "size>likes", "cost<=3"])
    def test_what_is_not_understood_is_left_out_and_the_rest_still_asked(self, ask: Ask, query: str) -> None:
        assert ask(f"control {query}") == {"doom"}
        assert ask(f"control -{query}") == {"doom"}

    @pytest.mark.parametrize("one", DECK_FIELDS, ids=[one.name for one in DECK_FIELDS])
    def test_every_example_is_read_without_a_mistake(self, one: SearchField) -> None:
        for example in one.examples:
            query = parse(example)
            assert [note for note in query.notes if not one.unanswerable] == []
            assert parse(unparse(query)).tree is not None
            assert unparse(parse(unparse(query))) == unparse(query)

    def test_knows_every_key_once(self) -> None:
        keys = [key for one in DECK_FIELDS for key in one.keys]
        assert len(keys) == len(set(keys))


class TestCost:
    def test_a_query_costs_the_same_however_many_decks_there_are(
        self, decks: dict[str, Deck], ann: Viewer, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        query = "army -team:avengers contains:(v:army)>=4 is:legal legal:golden likes=0 tag:none"
        for number in range(12):
            kept(ann, f"Army {number}", ARMY, fmt="golden")
        assert search_decks(query, STRANGER, today=TODAY).total == 13
        with django_assert_max_num_queries(32):
            assert search_decks(query, STRANGER, today=TODAY).total == 13
