"""Deck checks: picked, begun once, joined, counted, ended (ORGANIZER, acceptance 18 and 22)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction
from django.http import Http404

from engine import InputError
from tests.events.checks.checking import find_key, open_checked_desk
from tests.events.making import LOCKED, make_player, submit_list
from tests.events.triage.triaging import open_desk
from tests.threads import run_at_once
from vsdb.core.errors import ApplicationError
from vsdb.events.checks import selectors, services
from vsdb.events.checks.codes import make_sheet_code, read_sheet_code
from vsdb.events.checks.lines import find_lines, list_differences
from vsdb.events.checks.picking import pick_at_random, repeat_pick
from vsdb.events.checks.selectors import describe_check, get_catalog, measure_coverage, read_clock
from vsdb.events.log import get_actor
from vsdb.events.models import DeckCheck, EventList, LogEntry, Round, RoundTable

pytestmark = pytest.mark.django_db


class TestPicking:
    def test_acceptance_22_random_picks_are_repeatable_and_name_no_checked_list_while_unchecked_exist(self) -> None:
        desk, lists = open_checked_desk(*"ABCDEFGH")
        actor = desk.judge("judge").actor
        picked = []
        for _ in lists:
            [entry] = pick_at_random(desk.event, actor, LOCKED)
            check, _ = services.start_check(desk.event, entry, actor=actor, now=LOCKED)
            services.save_counts(desk.event, check, {find_key(check): 60}, actor=actor, edition=None)
            services.end_check(desk.event, check, "matches", actor=actor, now=LOCKED)
            picked.append(entry.pk)
        assert sorted(picked) == sorted(each.pk for each in lists), "each once, before any a second time"
        [again] = pick_at_random(desk.event, actor, LOCKED)
        assert again.pk in picked
        rows = list(LogEntry.objects.filter(action="check-picked"))
        assert [repeat_pick(each) for each in rows] == [each.after["lists"] for each in rows]
        assert {each.after["scope"] for each in rows[:-1]} == {"unchecked"}
        assert rows[-1].after["scope"] == "again"
        assert all(each.about == "" for each in rows), "a player reads the rows about themselves"

    def test_the_pick_depends_on_the_seed(self) -> None:
        desk, lists = open_checked_desk(*"ABCDEFGHIJKL")
        picked = {pick_at_random(desk.event, 1, LOCKED, seed=f"seed {place}")[0].pk for place in range(40)}
        assert 4 < len(picked) <= len(lists)

    def test_lists_that_are_checked_now_are_not_picked_and_then_nothing_is(self) -> None:
        desk, [first, second] = open_checked_desk("Ann", "Bob")
        services.start_check(desk.event, first, actor=1, now=LOCKED)
        assert pick_at_random(desk.event, 1, LOCKED, count=5) == [second]
        services.start_check(desk.event, second, actor=1, now=LOCKED)
        with pytest.raises(ApplicationError, match="being checked"):
            pick_at_random(desk.event, 1, LOCKED)

    def test_before_the_cut_only_its_players_are_picked(self) -> None:
        desk, [_, second, _] = open_checked_desk("Ann", "Bob", "Cem")
        second.registration.is_in_cut = True
        second.registration.save()
        assert pick_at_random(desk.event, 1, LOCKED, in_cut=True) == [second]
        assert measure_coverage(desk.event, LOCKED).unchecked_in_cut == 1

    def test_unlocked_lists_are_not_picked(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        entry.registration.reopened_until = LOCKED + timedelta(minutes=5)
        entry.registration.save()
        with pytest.raises(ApplicationError, match="locked"):
            pick_at_random(desk.event, 1, LOCKED)
        with pytest.raises(ApplicationError, match="locked"):
            services.start_check(desk.event, entry, actor=1, now=LOCKED)

    def test_a_table_means_the_newest_round_else_the_seats(self) -> None:
        desk, [first, second, third] = open_checked_desk("Ann", "Bob", "Cem")
        first.registration.table = 4
        first.registration.save()
        assert selectors.list_at_table(desk.event, 4, LOCKED) == [first]
        newest = Round.objects.create(event=desk.event, number=1)
        RoundTable.objects.create(round=newest, table=4, first=second.registration, second=third.registration)
        assert selectors.list_at_table(desk.event, 4, LOCKED) == [second, third]
        assert selectors.list_named(desk.event, "cem", LOCKED) == [third]

    def test_the_code_of_a_sheet_tells_a_mistyped_number(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        code = make_sheet_code(desk.event, 1, 1)
        assert selectors.find_by_code(desk.event, f" {code.lower().replace('-', ' ')} ") == entry
        assert read_sheet_code(desk.event, f"2{code[1:]}") is None
        assert selectors.find_by_code(desk.event, "no code") is None


class TestOneOpenCheck:
    def test_the_database_refuses_a_second_open_check(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        first, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
        copy = DeckCheck.objects.get(pk=first.pk)
        copy.pk, copy.nonce = None, "another"
        with pytest.raises(IntegrityError), transaction.atomic():
            copy.save(force_insert=True)

    def test_the_second_judge_joins_or_takes_over(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        judge, head = desk.judge("judge").actor, desk.judge("head-judge").actor
        first, is_new = services.start_check(desk.event, entry, actor=judge, now=LOCKED)
        second, is_new_too = services.start_check(desk.event, entry, actor=head, now=LOCKED)
        assert (second.pk, is_new, is_new_too) == (first.pk, True, False)
        services.add_counts(desk.event, first, {find_key(first): 3}, actor=judge)
        services.add_counts(desk.event, first, {find_key(first): 2}, actor=head)
        held = services.take_over(desk.event, first, actor=head, now=LOCKED)
        assert (held.counted, selectors.list_relieved(held)) == (5, {judge})
        with pytest.raises(ApplicationError, match="Another judge"):
            services.add_counts(desk.event, first, {find_key(first): 1}, actor=judge)
        actions = list(LogEntry.objects.values_list("action", flat=True))
        counted = ["check-counted", "check-counted"]
        assert actions[-5:] == ["check-started", "check-joined", *counted, "check-taken-over"]

    @pytest.mark.dialect
    @pytest.mark.django_db(transaction=True)
    def test_acceptance_18_two_devices_start_one_check_at_the_same_moment(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        actors = [desk.judge(role).actor for role in ("judge", "head-judge")]

        def begin(actor: int) -> tuple[DeckCheck, bool]:
            held = EventList.objects.get(pk=entry.pk)
            return services.start_check(desk.event, held, actor=actor, now=LOCKED)

        made = run_at_once([partial(begin, actor) for actor in actors])
        check = DeckCheck.objects.get()
        assert {each.pk for each, _ in made} == {check.pk}
        assert sorted(is_new for _, is_new in made) == [False, True]
        assert {each.number for each in check.judges.all()} == set(actors)


class TestCounting:
    def test_what_differs_is_told_with_numbers_and_cards_beside_the_list(self) -> None:
        desk, [entry] = open_checked_desk("Ann", text="57 Sentinel Mark V, Army\n3 Overload")
        check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
        sentinel, overload = (each["key"] for each in check.lines)
        catalog = get_catalog(desk.event)
        found = find_lines(check, catalog, "Savage Beatdown")
        stranger = f"deck/{found.others[0].slug}"
        with pytest.raises(ApplicationError, match="differ"):
            services.end_check(desk.event, check, "matches", actor=1, now=LOCKED)
        counts = {sentinel: 57, overload: 2, stranger: 1}
        services.save_counts(desk.event, check, counts, actor=1, edition=None)
        ended = services.end_check(desk.event, check, "discrepancies", actor=1, now=LOCKED + timedelta(minutes=6))
        said = [(each.name, each.registered, each.counted) for each in list_differences(ended, catalog)]
        assert said == [("Overload", 3, 2), ("Savage Beatdown", 0, 1)]
        assert (ended.registered, ended.counted, ended.differing) == (60, 60, 2)
        assert measure_coverage(desk.event, LOCKED).checked == 1

    def test_a_partial_check_compares_what_was_counted_and_covers_nothing(self) -> None:
        desk, [entry] = open_checked_desk("Ann", text="57 Sentinel Mark V, Army\n3 Overload")
        check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED, kind="partial")
        services.save_counts(desk.event, check, {check.lines[1]["key"]: 3}, actor=1, edition=None)
        assert services.end_check(desk.event, check, "matches", actor=1, now=LOCKED).differing == 0
        assert measure_coverage(desk.event, LOCKED).checked == 0

    def test_a_card_that_was_taken_back_was_never_counted_in_a_partial_check(self) -> None:
        desk, [entry] = open_checked_desk("Ann", text="57 Sentinel Mark V, Army\n3 Overload")
        check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED, kind="partial")
        mistaken, meant = (each["key"] for each in check.lines)
        for key, by in ((mistaken, 1), (mistaken, -1), (meant, 3)):
            check = services.add_counts(desk.event, check, {key: by}, actor=1)
        assert services.end_check(desk.event, check, "matches", actor=1, now=LOCKED).counts == {meant: 3}

    def test_says_who_ended_it(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        actor = get_actor(desk.event, user=desk.people["judge"].pk)
        check, _ = services.start_check(desk.event, entry, actor=actor, now=LOCKED)
        assert describe_check(desk.event, check, LOCKED)["ended_by"] is None
        ended = services.end_check(desk.event, check, "discrepancies", actor=actor, now=LOCKED)
        assert describe_check(desk.event, ended, LOCKED)["ended_by"] == {"number": actor, "name": "judge"}

    def test_between_games_deck_and_side_are_one_section(self) -> None:
        text = "Deck\n58 Sentinel Mark V, Army\n2 Overload\n\nSideboard\n2 Overload"
        desk, [entry] = open_checked_desk("Ann", text=text)
        check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED, kind="between-games")
        told = [(each["section"], each["name"], each["registered"]) for each in check.lines]
        assert ("deck-and-sideboard", "Overload", 4) in told
        assert len(told) == 2

    @pytest.mark.parametrize("code", ["MOR-202", "ehb 25", "DCL-267"])
    def test_a_line_is_found_by_set_and_number_in_any_language(self, code: str) -> None:
        desk, [entry] = open_checked_desk("Ann", text="57 Sentinel Mark V, Army\n3 Nasty Surprise")
        check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
        catalog = get_catalog(desk.event)
        found = find_lines(check, catalog, code)
        assert ([each["name"] for each in found.lines], found.others) == (["Nasty Surprise"], [])
        assert find_lines(check, catalog, "nasty").lines == [check.lines[1]]
        assert [each.title for each in find_lines(check, catalog, "DCR-032").others] == ["Advance Warning"]

    def test_a_stale_form_is_refused_and_nothing_is_lost(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
        services.add_counts(desk.event, check, {find_key(check): 5}, actor=1)
        with pytest.raises(services.StaleCheckError) as refused:
            services.save_counts(desk.event, check, {find_key(check): 1}, actor=1, edition=check.edition)
        assert refused.value.check.counted == 5

    @pytest.mark.parametrize("deltas", [{"deck/no-such": 1}, {"nowhere/overload": 1}, {"x": 1}, [1], {"deck/?9": 2}])
    def test_keys_that_name_nothing_are_refused(self, deltas: object) -> None:
        desk, [entry] = open_checked_desk("Ann")
        check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
        with pytest.raises(InputError):
            services.add_counts(desk.event, check, deltas, actor=1)

    def test_the_clock_warns_and_proposes_the_elapsed_time_and_the_shuffling(self) -> None:
        desk, [entry] = open_checked_desk("Ann", check_warnings="5, 8", shuffle_minutes=2)
        check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
        told = read_clock(desk.event, check, LOCKED + timedelta(minutes=8, seconds=1))
        assert (told.elapsed_seconds, told.warned, told.extension_minutes) == (481, 8, 11)
        assert read_clock(desk.event, check, LOCKED).warned is None


def test_another_event_s_check_is_absent() -> None:
    desk, [entry] = open_checked_desk("Ann")
    check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
    other = open_desk(title="Other")
    submit_list(make_player(other.event, "Bob"))
    with pytest.raises(Http404):
        selectors.find_check(other.event, check.pk)
