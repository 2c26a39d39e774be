"""No repair is smaller: every deck within as many changes was judged."""

from __future__ import annotations

import pytest

from engine.model.cards import RIFTBOUND
from engine.model.verdicts import LEGAL
from engine.repair import repair
from tests.engine.repair_worlds import WORLDS, fewest_by_trying
from tests.sizes import share


class TestTheSmallest:
    @pytest.mark.parametrize("name", WORLDS)
    @pytest.mark.law
    def test_is_as_small_as_trying_every_deck_finds(self, name: str) -> None:
        world = WORLDS[name]()
        most = 1 if world.fmt.game == RIFTBOUND else 2
        # These lie near a legal deck, so that most of their repairs are within reach of trying.
        seeds = (1, 3, 5, 7, 11)
        for seed in seeds:
            deck = world.deck(seed)
            found = repair(deck, world.fmt, world.day, world.catalog, most_choices=2)
            assert found.verdict is None or found.verdict.outcome == LEGAL, (seed, found)
            if seed not in share(seeds, one_in=3):
                continue
            fewest = fewest_by_trying(deck, world, most)
            if fewest is None:
                assert found.at_least > most or not found.is_found, (seed, found)
                assert not found.is_found or found.size > most, (seed, found)
            else:
                assert (found.size, found.at_least, found.is_smallest) == (fewest, fewest, True), (seed, found)
