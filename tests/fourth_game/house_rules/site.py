"""What the site shows of House Rules, and reads for it."""

from engine.model.games import Face, FigurePlace, Importing, Search, Site, Words

TYPES = ("Room", "Guest", "Servant", "Errand")

SITE = Site(
    face=Face(
        corner=(FigurePlace("cost", "coins", types=("Guest", "Servant", "Errand")),),
        foot=(FigurePlace("health", "patience", "health", ("Guest",)),),
        grouped_types=("Guest",),
        inks={"Room": "green", "Guest": "red", "Servant": "gray", "Errand": "blue"},
    ),
    search=Search(
        names=("house",),
        fields=("cost", "health", "team", "tag", "rarity"),
        columns=("team", "cost", "health", "tags", "rarity"),
        usual_columns=("type", "team", "cost", "health", "printing"),
        facets=("team", "cost"),
    ),
    words=Words(
        short_name="House",
        team="household",
        teams="households",
        facts={"cost": "Coins", "health": "Patience"},
        groups="Household",
    ),
    importing=Importing(
        columns=("slug", "name", "type", "cost", "health", "teams", "tags", "keywords", "printings", "note"),
        types=TYPES,
        other_types={"Guests": "Guest", "Staff": "Servant"},
        game_names=("house rules card game",),
        mentions=("houserules",),
        own_types=("Room", "Servant", "Errand"),
    ),
)
