"""Every fact of the sources is found again in the reference, known slips settled as the fixtures say."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC, Between, Card, Figure
from engine.model.reference import Reference
from tests.conftest import ROOT

pytestmark = pytest.mark.shared

References = Callable[[str], Reference]
Row = dict[str, str]

#: The list of destroyed cards gives Groot an incomplete set code and Sokovia Accords the number of another card.
SLIPS = {"MCU-016": "MCU6-016", "DEF-054": "MCU1"}
#: The source gives Karma, Channeler the champion tag of Vi.
KARMA = ("OGN", "235/298")
#: The list has two figures for its might.
REBEL = "Kai'Sa, Rebel"
#: Sets whose cards have the numbers of other sets, with their sizes.
PROMOS = ("OPP", "PR", "JDG")
#: Sets that the list of 109 doesn't have, with the day from which they are legal, and what is known better by now.
GATHERED = date(2026, 11, 22)  #: sets that came out later aren't counted here
SINCE = {"RAD": "2026-10-23", "LGC": "2027-01-29"}
LATER = {"VEN": {"legal_from": "2026-07-31"}}


def rows(shared: Path, game: str) -> list[Row]:
    with (shared / "data" / f"cards-{game}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def facts(shared: Path, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((shared / "data" / name).read_text(encoding="utf-8"))
    return found


def later_rows(shared: Path, name: str = "cards-new.csv") -> list[Row]:
    """Printings that came after the first list, or what another list says of some."""
    with (shared / "data" / RIFTBOUND / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def words(cell: str, joiner: str = "/") -> list[str]:
    return [word.strip() for word in cell.split(joiner) if word.strip()]


def number(cell: str) -> Figure:
    return int(cell) if cell.isdigit() else cell or None


def flag(cell: str) -> bool | None:
    return True if cell == "Y" else None


def mantle(name: str) -> str:
    """A name in asterisks without the spaces inside them, and with both ends where one was lost."""
    found = re.fullmatch(r"(\*+)\s*(.*?)\s*\**", name)
    return f"{found[1]}{found[2]}{found[1]}" if found else name


def keywords(card: Card) -> list[str]:
    return [str(keyword) for keyword in card.keywords]


class TestClassic:
    def found(self, card: Card) -> tuple[object, ...]:
        return (card.name, card.identity or "", card.versions, card.versions_known)

    def test_holds_the_802_cards_and_no_others(self, shared: Path, reference: References) -> None:
        given = [
            (row["name"], row["identity"], tuple(words(row["versions"], " / ")), row["version_known"] == "y")
            for row in rows(shared, VS_CLASSIC)
        ]
        assert len(given) == 802
        assert sorted(given) == sorted(self.found(card) for card in reference(VS_CLASSIC).catalog.cards)

    def test_every_cell_is_found_again(self, shared: Path, reference: References) -> None:
        held = {self.found(card): card for card in reference(VS_CLASSIC).catalog.cards}
        for row in rows(shared, VS_CLASSIC):
            key = (row["name"], row["identity"], tuple(words(row["versions"], " / ")), row["version_known"] == "y")
            card = held[key]
            assert (card.type or "") == row["type"]
            assert card.cost == number(row["cost"])
            assert (card.atk, card.defense) == (number(row["atk"]), number(row["def"]))
            assert list(card.teams or ()) == words(row["affiliations"])
            assert (card.teams is None) == (not row["affiliations"])
            assert list(card.traits) == words(row["class_trait"])
            assert (card.has_flight, card.has_range) == (flag(row["flight"]), flag(row["range"]))
            assert card.is_concealed == flag(row["concealed"])
            assert keywords(card) == words(row["keywords"])
            assert (card.rarity or "", card.brand or "") == (row["rarity"], row["brand"])
            assert [printing.code for printing in card.printings] == [
                code for code in words(row["printings"], ";") if code != "?"
            ]
            assert card.has_unrecorded_printing == (not row["printings"] or "?" in row["printings"])
            assert card.is_in_every_set == (row["name"] == "Bizarro World")

    def test_tells_the_threshold_cost_of_plot_twists_and_locations(self, reference: References) -> None:
        kinds = {(card.type, card.cost_kind) for card in reference(VS_CLASSIC).catalog.cards}
        assert kinds == {
            ("Character", "recruit"),
            ("Equipment", "recruit"),
            ("Plot Twist", "threshold"),
            ("Location", "threshold"),
            (None, None),
        }


class TestPcg:
    @pytest.fixture
    def by_key(self, reference: References) -> dict[tuple[str, str], Card]:
        """The cards by printing code and name: AEW-065 is given to two."""
        cards = reference(VS_2PCG).catalog.cards
        return {(printing.code, card.name): card for card in cards for printing in card.printings}

    def test_every_cell_is_found_again(self, shared: Path, by_key: dict[tuple[str, str], Card]) -> None:
        for row in rows(shared, VS_2PCG):
            card = by_key[f"{row['set']}-{row['number']}", mantle(row["name"])]
            assert (card.type or "") == row["type"]
            assert card.level == number(row["level"])
            assert card.cost == number(row["cost"])
            assert (card.atk, card.defense, card.health) == tuple(
                number(row[name]) for name in ("atk", "def", "health")
            )
            assert list(card.teams or ()) == words(row["teams"])
            assert (card.teams is None) == (not row["teams"] and row["alignment"] != "Neutral")
            assert list(card.alignments or ()) == words(row["alignment"])
            assert (card.universe or "") == row["universe"]
            assert (card.has_flight, card.has_range) == (flag(row["flight"]), flag(row["range"]))
            assert list(card.power_symbols or ()) == words(row["power_symbols"])
            assert card.printed_limit == (number(row["copy_limit"]) if row["copy_limit"] not in ("", "4") else None)
            assert keywords(card) == words(row["keywords"])
            assert list(card.linked) == words(row["linked_cards"], ";")
            assert list(card.aka) == words(row["aka"], ";")
            piles = [pile.partition(" (")[0] for pile in words(row["pile"], ";")]
            assert list(card.uses_piles) == (piles if row["pile_role"] == "uses" else [])
            assert list(card.member_of_piles) == (piles if row["pile_role"] == "member" else [])

    def test_a_reprint_is_the_card_of_its_first_printing(
        self, shared: Path, by_key: dict[tuple[str, str], Card]
    ) -> None:
        reprints = [row for row in rows(shared, VS_2PCG) if row["reprint_of"]]
        assert len(reprints) == 8
        for row in reprints:
            name = mantle(row["name"])
            assert by_key[f"{row['set']}-{row['number']}", name] is by_key[row["reprint_of"], name]

    def test_what_no_source_row_holds_is_known_from_the_list_of_destroyed_cards(
        self, shared: Path, reference: References
    ) -> None:
        given = {f"{row['set']}-{row['number']}" for row in rows(shared, VS_2PCG)}
        others = {p.code for card in reference(VS_2PCG).catalog.cards for p in card.printings} - given
        destroyed = {SLIPS.get(code, code) for entry in destroyed_list(shared) for code in entry["numbers"]}
        assert others == destroyed - given

    def test_the_110_destroyed_entries_are_banned_from_their_dated_events(
        self, shared: Path, reference: References
    ) -> None:
        days = {event["name"]: event for event in facts(shared, "events.json") if event["game"] == VS_2PCG}
        entries = list(destroyed_list(shared))
        assert len(entries) == 110
        held: dict[str, list[Any]] = {}
        for ban in reference(VS_2PCG).formats["incursion"].bans:
            for code in ban.printings:
                held.setdefault(code, []).append(ban)
            held.setdefault(ban.card, []).append(ban)
        for entry in entries:
            for code in entry["numbers"]:
                bans = [*held.get(SLIPS.get(code, code), ()), *held.get(entry["title"], ())]
                ban = next(ban for ban in bans if ban.event == entry["destroyed_at"])
                event = days[ban.event]
                assert ban.begins.earliest.isoformat() == event["earliest"]
                assert ban.begins.latest.isoformat() == event["latest"]


def destroyed_list(shared: Path) -> Iterator[dict[str, Any]]:
    incursion = next(fmt for fmt in facts(shared, "formats.json") if fmt["slug"] == "incursion")
    yield from incursion["definition"]["destroyed"]


class TestRiftbound:
    def test_every_cell_is_found_again(self, shared: Path, reference: References) -> None:
        held = {card.name: card for card in reference(RIFTBOUND).catalog.cards}
        given = rows(shared, RIFTBOUND)
        assert {row["name"] for row in (*given, *later_rows(shared))} == set(held)
        for row in given:
            card = held[row["name"]]
            if row["set"] == "VEN" and not row["supertype"]:
                row["supertype"] = card.supertype or ""  # filled from another list
            code = f"{row['set']}-{row['number'].partition('/')[0]}"
            assert (code, row["rarity"]) in {(printing.code, printing.rarity) for printing in card.printings}
            assert (card.type or "", card.supertype or "") == (row["type"], row["supertype"])
            assert list(card.domains or ()) == [domain for domain in words(row["domains"]) if domain != "Colorless"]
            assert card.domains is not None
            assert (card.energy, card.power, card.might) == tuple(number(row[f]) for f in ("energy", "power", "might"))
            tags = set(words(row["tags"]))
            assert tags - ({"Vi"} if (row["set"], row["number"]) == KARMA else set()) <= set(card.tags)
            assert set(words(row["keywords"])) <= set(keywords(card))

    def test_every_cell_of_the_later_printings_is_found_again(self, shared: Path, reference: References) -> None:
        held = {card.name: card for card in reference(RIFTBOUND).catalog.cards}
        for row in later_rows(shared):
            card = held[row["name"]]
            number_, _, size = row["number"].partition("/")
            code = f"{row['set']}-{number_}{f'/{size}' if row['set'] in PROMOS else ''}".casefold()
            assert (code, row["rarity"]) in {(each.code.casefold(), each.rarity) for each in card.printings}
            assert (card.type or "", card.supertype or "") == (row["type"], row["supertype"])
            assert list(card.domains or ()) == [domain for domain in words(row["domains"]) if domain != "Colorless"]
            assert (card.energy, card.power) == (number(row["energy"]), number(row["power"]))
            assert card.might == (None if card.name == REBEL else number(row["might"]))
            tags = {words(row["tags"])[-1]} if card.type == "Legend" else set(words(row["tags"]))
            assert tags <= set(card.tags)
            assert set(words(row["keywords"])) <= set(keywords(card))

    def test_what_was_inferred_is_doubtful(self, shared: Path, reference: References) -> None:
        held = {card.name: card for card in reference(RIFTBOUND).catalog.cards}
        for row in later_rows(shared):
            doubtful, derived = held[row["name"]].doubtful, row["derived"]
            if row["set"] == "RAD" and "copied" not in derived:
                assert ("domain" not in derived) or "domains" in doubtful
                assert ("type from" not in derived) or "type" in doubtful
                assert ("tags" not in derived) or "tags" in doubtful
        first = [card for card in held.values() if card.printings[0].set_code == "RAD"]
        assert len(first) == 162
        assert all("might" in card.doubtful for card in first if card.might is not None)
        assert all("tags" in card.doubtful for card in first if card.tags)

    def test_another_list_fills_the_tags_of_vendetta_or_casts_doubt(self, shared: Path, reference: References) -> None:
        catalog = reference(RIFTBOUND).catalog
        for row in later_rows(shared, "tags-ven.csv"):
            _, number_, *rest = row["id"].split("-")
            (card,) = catalog.by_printing(f"VEN-{number_}{'*' if 'star' in rest else ''}")
            assert not row["supertype"] or card.supertype == row["supertype"]
            printed = {printing.code: printing.rarity for printing in card.printings}
            assert (card.type, printed[f"VEN-{number_}{'*' if 'star' in rest else ''}"]) == (row["type"], row["rarity"])
            tags = set(words(row["tags"]))
            assert tags <= set(card.tags) or "tags" in card.doubtful

    def test_holds_these_printings_and_no_others(self, shared: Path, reference: References) -> None:
        count = len(rows(shared, RIFTBOUND)) + len(later_rows(shared))
        assert sum(len(card.printings) for card in reference(RIFTBOUND).catalog.cards) == count == 1551

    def test_the_numbers_of_sets_are_those_of_their_printings(self, reference: References) -> None:
        counts = Counter(each.set_code for card in reference(RIFTBOUND).catalog.cards for each in card.printings)
        lines = (ROOT / "fixtures" / RIFTBOUND / "sets.csv").read_text(encoding="utf-8").splitlines()
        recorded = csv.DictReader(line for line in lines if not line.startswith("#"))
        assert {row["code"]: int(row["card_count"]) for row in recorded if row["card_count"]} == counts


class TestSets:
    def test_are_the_109_and_those_that_came_since(self, reference: References) -> None:
        newest = [code for code, held in reference(RIFTBOUND).sets.items() if held.released.earliest > GATHERED]
        count = sum(len(reference(game).sets) for game in GAMES) - len({*newest} - SINCE.keys())
        assert count == 109 + len(SINCE)

    @pytest.mark.parametrize(("code", "day"), SINCE.items())
    def test_that_came_since_have_their_days(self, reference: References, code: str, day: str) -> None:
        assert reference(RIFTBOUND).sets[code].legal == Between(date.fromisoformat(day), date.fromisoformat(day))

    def test_every_date_and_tie_is_found_again(self, shared: Path, reference: References) -> None:
        for listed in facts(shared, "sets.json"):
            given = listed | LATER.get(listed["code"], {})
            held = reference(given["game"]).sets[given["code"].rstrip("?")]
            assert held.name == given["name"]
            assert held.released.earliest.isoformat() == given["released_earliest"]
            assert held.released.latest.isoformat() == given["released_latest"]
            assert (held.legal_from and held.legal_from.isoformat()) == given["legal_from"]
            assert held.follows == given["follows"]
            assert held.official == given["official"]
            assert held.kind == given["kind"]
            assert held.brand == given.get("brand")
            assert held.universe == given["universe"]
            assert held.volume == (None if given["volume"] is None else str(given["volume"]))


class TestFormats:
    def test_all_70_are_there_with_their_names_and_days(self, shared: Path, reference: References) -> None:
        given = facts(shared, "formats.json")
        assert len(given) == 70
        for one in given:
            held = reference(one["game"]).formats[one["slug"]]
            assert held.name == one["name"]
            assert set(one["short"]) <= set(held.short)
            for days, between in ((one["starts"], held.starts), (one["ends"], held.ends)):
                assert (between and between.earliest.isoformat()) == (days and days[0])
