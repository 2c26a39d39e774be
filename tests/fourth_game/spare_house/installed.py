"""Register the game: name this module in `VSDB_GAMES`."""

from dataclasses import replace
from pathlib import Path

from engine.model.games import register
from tests.fourth_game.house_rules.deck_rules import HOUSE_1
from tests.fourth_game.house_rules.game import bare_house_rules

SPARE = "spare-house"

register(
    replace(
        bare_house_rules(),
        slug=SPARE,
        name="Spare House",
        rulesets=(replace(HOUSE_1, game=SPARE),),
        fixtures=str(Path(__file__).parent / "fixtures"),
    )
)
