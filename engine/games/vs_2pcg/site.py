"""What the site shows of Vs. System 2PCG, and reads for it."""

from engine.model.games import Face, FigurePlace, Importing, Search, Site, Words

_CHARACTERS = ("Main Character", "Supporting Character", "Token (Supporting Character)")
_INKS = {
    **dict.fromkeys(_CHARACTERS, "red"),
    "Plot Twist": "blue",
    **dict.fromkeys(("Location", "Basic Location", "Special Location"), "green"),
    "Equipment": "gray",
}

SITE = Site(
    face=Face(
        corner=(
            FigurePlace("level", "level", "level", ("Main Character",), is_on_others=False),
            FigurePlace("cost", "cost", types=("Supporting Character", "Equipment")),
        ),
        foot=(
            FigurePlace("atk", "ATK", "attack", _CHARACTERS),
            FigurePlace("defense", "DEF", "defense", _CHARACTERS),
            FigurePlace("health", "health", "health", _CHARACTERS),
        ),
        under=("type", "level"),
        grouped_types=_CHARACTERS,
        inks=_INKS,
        double_types=("Main Character",),
        has_bands=True,
    ),
    search=Search(
        names=("2pcg",),
        fields=(
            *("aka", "cost", "atk", "def", "flight", "range", "team", "teams", "stamped", "health", "level"),
            *("levelup", "flip", "symbol", "superpower", "side", "universe", "world", "pile", "uses"),
        ),
        columns=(
            *("team", "level", "cost", "attack", "defense", "health", "flight", "range", "traits", "side"),
            *("symbols", "universe"),
        ),
        usual_columns=("type", "team", "level", "cost", "attack", "defense", "health", "keywords", "printing"),
        facets=("team", "level", "cost"),
    ),
    words=Words(short_name="2PCG"),
    importing=Importing(
        identifying=("name", "printings"),
        types=(
            *("Main Character", "Supporting Character", "Plot Twist", "Equipment", "Location", "Basic Location"),
            *("Special Location", "Challenge Match", "Boss Battle", "Facehugger Pile card", "Story Mode", "Terrain"),
            *("Terrain Token", "Token (Supporting Character)"),
        ),
        other_types={
            "Main": "Main Character",
            "Supporting": "Supporting Character",
            "Facehugger": "Facehugger Pile card",
            "Facehugger Pile": "Facehugger Pile card",
        },
        game_names=("2pcg", "vs2pcg", "marvel 2pcg"),
        mentions=("2pcg",),
        own_fields=("goodevilneutral",),
        own_types=("Main Character", "Supporting Character"),
    ),
)
