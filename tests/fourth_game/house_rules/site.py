"""What the site shows of House Rules, and reads for it."""

from engine.model.game_site import (
    CostCurve,
    FaceLayout,
    FactPlace,
    FigurePlace,
    GameWords,
    ImportSettings,
    SearchSettings,
    Site,
)

TYPES = ("Room", "Guest", "Servant", "Errand")
#: Those that are paid for.
PAID = ("Guest", "Servant", "Errand")

SITE = Site(
    face=FaceLayout(
        corner=(FigurePlace("cost", "coins", types=PAID),),
        foot=(FigurePlace("health", "patience", "health", ("Guest",)),),
        grouped_types=("Guest",),
        inks={"Room": "green", "Guest": "red", "Servant": "gray", "Errand": "blue"},
    ),
    facts=(
        FactPlace("type", "Type", "t", None),
        FactPlace("cost", "Coins", types=PAID),
        FactPlace("health", "Patience", types=("Guest",)),
        FactPlace("teams", "Household", types=("Guest",)),
        FactPlace("tags", "Tags", "tag"),
        FactPlace("rarity", "Rarity", "r", None),
    ),
    cost_curve=CostCurve(title="Coins", types=PAID),
    search=SearchSettings(
        names=("house",),
        fields=("cost", "health", "team", "tag", "rarity"),
        columns=("team", "cost", "health", "tags", "rarity"),
        usual_columns=("type", "team", "cost", "health", "printing"),
        facets=("team", "cost"),
        example="t:guest coins<=2",
    ),
    words=GameWords(
        short_name="House",
        team="household",
        teams="households",
        groups="Household",
        opening="a hand of five cards",
    ),
    importing=ImportSettings(
        columns=("slug", "name", "type", "cost", "health", "teams", "tags", "keywords", "printings", "note"),
        types=TYPES,
        other_types={"Guests": "Guest", "Staff": "Servant"},
        game_names=("house rules card game",),
        mentions=("houserules",),
        own_types=("Room", "Servant", "Errand"),
    ),
)
