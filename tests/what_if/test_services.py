"""What a proposal would do, worked out by hand."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine.model.errors import InputError, NotFound
from engine.what_if import Erratum, Proposal
from tests.decks.stored import deck_of, person
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards import selectors
from vsdb.decks.models import Deck, Judgement, Revision
from vsdb.what_if.api import WhatIfShape
from vsdb.what_if.questions import WhatIfQuestion, parse_question, question_from_dict, split_lists
from vsdb.what_if.services import run_what_if
from vsdb.what_if.trials import build_trial, list_pool_effects

pytestmark = pytest.mark.django_db

#: 56 army cards, of which any number is allowed, and four of a card that is banned, or limited, by the tests.
LEGAL = "56 Sentinel Mark V, Army\n4 Savage Beatdown"
A_DAY = date(2010, 6, 1)


def a_deck(user: User, title: str, **held: Any) -> Deck:
    given = {"visibility": "public", "format": "golden-age", "as_of": A_DAY, "text": LEGAL, **held}
    return deck_of(user, title=title, **given)


def ask(viewer: Viewer = STRANGER, *, on: date | None = None, in_format: str = "", **changes: Any) -> dict[str, Any]:
    return WhatIfShape(
        run_what_if(WhatIfQuestion(Proposal("vs-classic", **changes), on=on, in_format=in_format), viewer)
    ).data


def turns(answer: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(row["before"], row["after"], row["decks"]) for row in answer["decks"]["outcomes"]]


class TestDecks:
    def test_of_a_banned_card_become_illegal_by_the_ban_list(self) -> None:
        user, _ = person("ann")
        deck = a_deck(user, "Army")
        answer = ask(bans=("Savage Beatdown",), formats=("golden-age",))
        assert turns(answer) == [("legal", "illegal", 1)]
        (row,) = answer["decks"]["changed"]
        assert (row["id"], row["title"], row["as_of"]) == (deck.pk, "Army", "2010-06-01")
        (finding,) = row["new_findings"]
        assert (finding["code"], finding["copies"]) == ("banned", {"savage-beatdown": 4})
        rule = {"code": "banned", "citation": {"document": "ban-list", "rule": "golden-age"}, "decks": 1}
        assert answer["decks"]["by_rule"] == [rule]

    def test_of_a_card_with_a_smaller_printed_limit_break_that_rule(self) -> None:
        user, _ = person("ann")
        a_deck(user, "Army")
        erratum = Erratum("savage-beatdown", (("printed_limit", 1),))
        answer = ask(errata=(erratum,))
        assert turns(answer) == [("legal", "illegal", 1)]
        (finding,) = answer["decks"]["changed"][0]["new_findings"]
        assert (finding["code"], finding["citation"]["rule"]) == ("printed-limit", "513.3c")

    def test_become_legal_where_a_ban_is_lifted(self) -> None:
        user, _ = person("ann")
        a_deck(user, "Forgotten", text="56 Sentinel Mark V, Army\n4 Gone But Not Forgotten")
        answer = ask(lifts=("Gone But Not Forgotten",), formats=("golden-age",))
        assert turns(answer) == [("illegal", "legal", 1)]
        assert [each["code"] for each in answer["decks"]["changed"][0]["settled_findings"]] == ["banned"]

    def test_are_judged_on_one_day_and_in_one_format_where_that_is_asked(self) -> None:
        user, _ = person("ann")
        a_deck(user, "Formatless", format="", as_of=None)
        ban = {"bans": ("Savage Beatdown",), "since": date(2008, 7, 1)}
        assert turns(ask(in_format="golden-age", on=date(2008, 7, 1), **ban)) == [("legal", "illegal", 1)]
        assert turns(ask(in_format="golden-age", on=date(2008, 6, 30), **ban)) == []
        assert turns(ask(**ban)) == []

    def test_without_a_day_are_judged_on_the_day_from_which_it_counts_where_that_is_to_come(self) -> None:
        user, _ = person("ann")
        a_deck(user, "Army", as_of=None)
        (row,) = ask(bans=("Savage Beatdown",), since=date(2090, 1, 1))["decks"]["changed"]
        assert row["as_of"] == "2090-01-01"


class TestWhoSeesWhat:
    def test_strangers_see_public_decks_owners_their_own_and_staff_only_numbers_of_the_others(self) -> None:
        ann, _ = person("ann")
        bob, _ = person("bob")
        a_deck(ann, "Public")
        a_deck(ann, "Private of ann", visibility="private")
        a_deck(bob, "Private of bob", visibility="private")
        a_deck(bob, "By link", visibility="link")

        def seen(viewer: Viewer) -> tuple[list[str], int, int]:
            decks = ask(viewer, bans=("Savage Beatdown",))["decks"]
            return sorted(row["title"] for row in decks["changed"]), decks["looked_at"], decks["not_shown"]

        assert seen(STRANGER) == (["Public"], 1, 0)
        assert seen(Viewer(ann.pk)) == (["Private of ann", "Public"], 2, 0)
        assert seen(Viewer(bob.pk)) == (["By link", "Private of bob", "Public"], 3, 0)
        staff = User.objects.create_user("staff", "staff@example.org")
        assert seen(Viewer(staff.pk, may_moderate=True)) == (["Public"], 4, 3)

    def test_nothing_is_stored(self) -> None:
        user, _ = person("ann")
        a_deck(user, "Army")
        reference = selectors.get_reference("vs-classic")
        before = (Deck.objects.count(), Revision.objects.count(), Judgement.objects.count(), reference.data_version)
        ask(bans=("Savage Beatdown",), errata=(Erratum("savage-beatdown", (("level", 1),)),))
        after = selectors.get_reference("vs-classic")
        assert after is reference
        assert before == (Deck.objects.count(), Revision.objects.count(), Judgement.objects.count(), after.data_version)
        assert after.catalog.by_slug["savage-beatdown"].level is None


class TestSlices:
    def test_add_up_to_what_one_slice_says(self) -> None:
        user, _ = person("ann")
        for number in range(7):
            a_deck(user, f"Army {number}", text=LEGAL if number % 2 else "60 Sentinel Mark V, Army\n1 Savge Beatdwn")
        question = WhatIfQuestion(Proposal("vs-classic", bans=("Savage Beatdown",)))
        whole = run_what_if(question, STRANGER).stored
        listed, cursor, looked = [], "", []
        while True:
            part = run_what_if(question, STRANGER, cursor=cursor, most=3).stored
            listed += [each.row.pk for each in part.listed]
            looked.append(part.so_far.looked)
            cursor = part.cursor
            if not cursor:
                break
        assert looked == [3, 6, 7]
        assert listed == [each.row.pk for each in whole.listed]
        assert (part.so_far.outcomes, part.so_far.rules) == (whole.so_far.outcomes, whole.so_far.rules)

    def test_long_lists_count_as_several_and_one_always_gets_its_turn(self) -> None:
        user, _ = person("ann")
        for number in range(2):
            a_deck(user, str(number))
        Deck.objects.update(text=LEGAL + " " * 6_500)
        question = WhatIfQuestion(Proposal("vs-classic", bans=("Savage Beatdown",)))
        assert run_what_if(question, STRANGER, most=3).stored.so_far.looked == 1
        assert run_what_if(question, STRANGER, most=1).stored.so_far.looked == 1
        assert run_what_if(question, STRANGER, most=6).stored.so_far.looked == 2

    def test_what_came_before_can_neither_be_made_up_nor_handed_to_another_question_or_person(self) -> None:
        user, _ = person("ann")
        for number in range(3):
            a_deck(user, str(number))
        question = WhatIfQuestion(Proposal("vs-classic", bans=("Savage Beatdown",)))
        cursor = run_what_if(question, STRANGER, most=1).stored.cursor
        assert cursor
        other = WhatIfQuestion(Proposal("vs-classic", bans=("Flying Kick",)))
        for asked, viewer, sent in (
            (other, STRANGER, cursor),
            (question, Viewer(user.pk), cursor),
            (question, STRANGER, f"x{cursor}"),
            (question, STRANGER, "made up"),
        ):
            with pytest.raises(InputError) as refused:
                run_what_if(asked, viewer, cursor=sent)
            assert refused.value.code == "stale-cursor"


class TestPools:
    def test_tell_the_cards_and_sets_that_leave_and_the_teams_hit_hardest(self) -> None:
        """Taking MUN out of Golden Age: the figures are counted from the printings of the fixtures."""
        tried = build_trial(
            WhatIfQuestion(Proposal("vs-classic", formats=("golden-age",), sets_out=("MUN",)), on=A_DAY)
        )
        (pool,) = list_pool_effects(tried)
        cards = selectors.get_reference("vs-classic").on(A_DAY).catalog.cards
        only_there = {card.slug for card in cards if card.set_codes == {"MUN"} and not card.has_unrecorded_printing}
        assert [(each.what.code, each.before, each.after) for each in pool.sets] == [("MUN", "in", "out")]
        assert {each.what.slug for each in pool.lost} <= only_there
        assert len(pool.lost) > 40
        assert pool.gained == ()
        for team in pool.teams_hit:
            of_team = [each for each in pool.lost if team.name in (each.what.teams or ())]
            assert team.lost == len(of_team)
            assert 0 < team.lost <= team.cards
            assert team.percent == round(100 * team.lost / team.cards)

    def test_say_nothing_of_a_day_before_it_counts(self) -> None:
        proposal = Proposal("vs-classic", bans=("Savage Beatdown",), since=date(2008, 7, 1))
        assert list_pool_effects(build_trial(WhatIfQuestion(proposal, on=date(2008, 6, 30)))) == []
        (pool, *_) = list_pool_effects(build_trial(WhatIfQuestion(proposal)))
        assert pool.day == date(2008, 7, 1)

    def test_of_riftbound_count_by_domain(self) -> None:
        card = next(card for card in selectors.get_reference("riftbound").catalog.cards if card.domains == ("Fury",))
        tried = build_trial(WhatIfQuestion(Proposal("riftbound", bans=(card.slug,)), on=date(2026, 6, 1)))
        pools = [each for each in list_pool_effects(tried) if each.lost]
        assert [team.name for team in pools[0].teams_hit] == ["Fury"]
        untouched = build_trial(WhatIfQuestion(Proposal("riftbound", bans=(card.slug,)), on=date(2020, 1, 1)))
        assert all(each.teams_hit == [] for each in list_pool_effects(untouched))


class TestLists:
    def test_are_judged_in_their_own_format_on_their_own_day(self) -> None:
        lists = (
            f"# title: Mine\n# format: golden\n# as-of: 2010-06-01\n{LEGAL}",
            f"# game: Riftbound\n{LEGAL}",
            LEGAL,
            f"# format: brass-age\n{LEGAL}",
            f"# format: golden\n# as-of: soon\n{LEGAL}",
        )
        question = WhatIfQuestion(Proposal("vs-classic", bans=("Savage Beatdown",)), lists=lists)
        told = WhatIfShape(run_what_if(question, STRANGER)).data["lists"]
        assert (told[0]["name"], told[0]["before"], told[0]["after"]) == ("Mine", "legal", "illegal")
        assert told[0]["as_of"] == "2010-06-01"
        assert (told[2]["format"], told[2]["after"]) == ("golden-age", "illegal")
        problems = [each["problem"] for each in (told[1], *told[3:])]
        assert [each.split()[0] for each in problems] == ["the", "Vs.", "as-of:"]

    def test_are_judged_in_the_format_of_the_proposal_where_they_name_none(self) -> None:
        proposal = Proposal("vs-classic", formats=("golden-age",), bans=("Savage Beatdown",))
        told = WhatIfShape(run_what_if(WhatIfQuestion(proposal, on=A_DAY, lists=(LEGAL,)), STRANGER)).data["lists"]
        assert (told[0]["name"], told[0]["format"], told[0]["after"]) == ("List 1", "golden-age", "illegal")

    def test_stand_apart_by_three_hyphens_and_are_twenty_at_most(self) -> None:
        assert split_lists("4 One\r\n---\r\n\r\n---\n4 Two\n") == ("4 One", "4 Two")
        with pytest.raises(InputError, match="21 lists"):
            split_lists("\n---\n".join(["4 One"] * 21))
        with pytest.raises(InputError, match="characters"):
            split_lists("x" * 65537)


class TestQuestions:
    def test_name_formats_and_games_in_any_way(self) -> None:
        asked = parse_question(
            {"game": ["Vs. System TCG"], "format": ["silver"], "ban": ["Robin"], "all-in": ["golden"]}
        )
        assert asked.proposal.game == "vs-classic"
        assert asked.proposal.formats == ("silver-age",)
        assert asked.in_format == "golden-age"

    def test_go_through_an_address_and_through_json_and_back(self) -> None:
        proposal = Proposal("vs-classic", formats=("silver-age",), bans=("Robin",), since=A_DAY)
        asked = WhatIfQuestion(proposal, on=A_DAY, in_format="golden-age", lists=("4 One", "4 Two"))
        words: dict[str, list[str]] = {}
        for name, word in asked.words():
            words.setdefault(name, []).append(word)
        assert parse_question({**words, "lists": [asked.text]}) == asked
        assert question_from_dict(asked.plain()) == asked

    def test_rows_of_a_form_become_changes(self) -> None:
        asked = parse_question(
            {
                "game": ["vs-classic"],
                "fix": ["Savage Beatdown", ""],
                "fact": ["printed_limit", "level"],
                "value": ["1", ""],
                "moved": ["MXM", ""],
                "moved-to": ["2007-01-01", ""],
                "kept-Marvel": [" 2 "],
                "kept-DC": [""],
            }
        )
        assert asked.proposal.errata == (Erratum("Savage Beatdown", (("printed_limit", 1),)),)
        assert asked.proposal.set_days == (("MXM", date(2007, 1, 1)),)
        assert asked.proposal.per_brand == (("Marvel", 2),)

    @pytest.mark.parametrize(
        "plain",
        [{}, {"proposal": []}, {"proposal": {"game": "vs-classic"}, "days": []}, {"proposal": {}, "decks": "4 One"}],
    )
    def test_that_cannot_be_read_are_refused(self, plain: dict[str, Any]) -> None:
        with pytest.raises(InputError):
            question_from_dict(plain)

    def test_of_no_format_are_refused(self) -> None:
        with pytest.raises(NotFound):
            parse_question({"game": ["vs-classic"], "ban": ["Robin"], "all-in": ["brass-age"]})


def test_links_lead_from_a_card_and_from_a_format(client: Client) -> None:
    card = client.get("/cards/vs-classic/savage-beatdown/?on=2008-07-01").content.decode()
    assert "/what-if/?game=vs-classic&amp;ban=savage-beatdown&amp;on=2008-07-01" in card
    fmt = client.get("/formats/vs-classic/silver-age/?on=2008-07-01").content.decode()
    assert "/what-if/?game=vs-classic&amp;format=silver-age&amp;on=2008-07-01" in fmt
