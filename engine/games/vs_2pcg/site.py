"""What the site shows of Vs. System 2PCG, and reads for it."""

from engine.model.game_site import FaceLayout, FactPlace, FigurePlace, GameWords, ImportSettings, SearchSettings, Site

_CHARACTERS = ("Main Character", "Supporting Character", "Token (Supporting Character)")
_MAIN_OR_SUPPORTING = ("Main Character", "Supporting Character")
_INKS = {
    **dict.fromkeys(_CHARACTERS, "red"),
    "Plot Twist": "blue",
    **dict.fromkeys(("Location", "Basic Location", "Special Location"), "green"),
    "Equipment": "gray",
}
#: As the fixtures spell them.
_TEAMS = (
    *("A-Force", "Anti-Registration", "Avengers", "Babyfaces", "Brotherhood of Mutants", "Bureau"),
    *("Champions", "Company", "Defenders", "Fantastic", "Femme Fatales", "Frightful"),
    *("Guardians of the Galaxy", "H.A.M.M.E.R.", "Heels", "Hydra", "Inhumans", "Leviathons"),
    *("MCU Heroes", "MCU Villains", "Masters of Evil", "Monsters Unleashed", "Monsters of the Week"),
    *("Omega Level Mutants", "Predators", "Prey", "Pro-Registration", "Red Team", "Resistance"),
    *("S.H.I.E.L.D.", "Scoobies", "Sentinels", "Sinister Syndicate", "Spider-Friends", "Super Villains"),
    *("Symbiotes", "Syndicate", "The Boys", "The Seven", "Underworld", "X-Men", "Xenomorphs"),
    "Yellow Team",
)

SITE = Site(
    face=FaceLayout(
        corner=(
            FigurePlace("level", "level", "level", ("Main Character",), is_on_others=False),
            FigurePlace("cost", "cost", types=("Supporting Character", "Equipment"), never_on=("Main Character",)),
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
    facts=(
        FactPlace("type", "Type", "t", None),
        FactPlace("aka", "Also known as", "aka"),
        FactPlace("level", "Level", "lv", ("Main Character",), is_on_others=False),
        FactPlace("cost", "Cost", types=("Supporting Character", "Equipment")),
        FactPlace("atk", "ATK", types=_MAIN_OR_SUPPORTING),
        FactPlace("defense", "DEF", types=_MAIN_OR_SUPPORTING, beside="atk"),
        FactPlace("health", "Health", types=_MAIN_OR_SUPPORTING, beside="atk"),
        FactPlace("teams", "Teams", types=None),
        FactPlace("alignments", "Alignment", "side", None),
        FactPlace("universe", "Universe", "u", None),
        FactPlace("has_flight", "Flight", types=_MAIN_OR_SUPPORTING, is_on_others=False),
        FactPlace("has_range", "Range", types=_MAIN_OR_SUPPORTING, is_on_others=False),
        FactPlace("power_symbols", "Power symbols", "sym", None),
        FactPlace("uses_piles", "Uses the pile", "pile"),
        FactPlace("member_of_piles", "Is in the pile", "uses"),
        FactPlace("printed_limit", "Printed limit"),
    ),
    search=SearchSettings(
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
        example="t:mc level=1 atk>=4",
    ),
    words=GameWords(short_name="2PCG", opening="a hand of 7 cards; draw 2 cards each turn"),
    importing=ImportSettings(
        columns=(
            *("slug", "name", "type", "level", "cost", "atk", "defense", "health", "teams", "alignments"),
            *("universe", "flight", "range", "power_symbols", "printed_limit", "keywords", "linked", "aka"),
            *("uses_piles", "member_of_piles", "printings", "note"),
        ),
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
        teams=_TEAMS,
        other_teams={
            "Avenger": "Avengers",
            "Brotherhood": "Brotherhood of Mutants",
            "Boys": "The Boys",
            "Fantastic Four": "Fantastic",
            "Frightful Four": "Frightful",
            "Guardians": "Guardians of the Galaxy",
            "Seven": "The Seven",
            "The Company": "Company",
            "Villains": "Super Villains",
            "Xenomorph": "Xenomorphs",
        },
        game_names=("2pcg", "vs2pcg", "marvel 2pcg"),
        mentions=("2pcg",),
        own_fields=("goodevilneutral",),
        own_types=_MAIN_OR_SUPPORTING,
        own_files=("tcgbrowser",),
        octgn_id="d9d22574-b64d-4f4b-9726-092d35b778c9",
        usual_file="octgn",
    ),
    cards_in_all=2_450,
)
