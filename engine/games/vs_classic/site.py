"""What the site shows of the Vs. System TCG, and reads for it."""

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

#: 205.1: the type gives the colour.
_INKS = {"Character": "red", "Plot Twist": "blue", "Location": "green", "Equipment": "gray"}
#: As the fixtures spell them.
_TEAMS = (
    *("Alpha Flight", "Arkham Inmates", "Asgardians", "Atlantis", "Avengers", "Brotherhood", "Checkmate"),
    *("Crime Lords", "Doom", "Emerald Enemies", "Fantastic Four", "Gotham Knights", "Hellfire Club"),
    *("Heralds of Galactus", "Injustice Gang", "Invaders", "JLA", "JSA", "Kang Council", "Kree"),
    *("League of Assassins", "Marvel Defenders", "Marvel Knights", "Nextwave", "Nova Corps"),
    *("S.H.I.E.L.D.", "Secret Society", "Sentinel", "Teen Titans", "Thunderbolts", "United Front"),
    *("Warbound", "Weapon X", "X-Force", "X-Men", "X-Statix"),
)

_CHARACTER = ("Character",)
_RECRUITED = ("Character", "Equipment")
_WITH_THRESHOLD = ("Plot Twist", "Location")

SITE = Site(
    face=FaceLayout(
        corner=(
            FigurePlace("cost", "recruit cost", types=_RECRUITED, is_on_others=False),
            FigurePlace("cost", "threshold cost", "silver", _WITH_THRESHOLD, is_on_others=False),
            FigurePlace("cost", "cost"),
        ),
        foot=(
            FigurePlace("atk", "ATK", "attack", ("Character",)),
            FigurePlace("defense", "DEF", "defense", ("Character",)),
        ),
        under=("identity", "versions"),
        grouped_types=("Character",),
        inks=_INKS,
    ),
    facts=(
        FactPlace("type", "Type", "t", None),
        FactPlace("identity", "Identity", "id"),
        FactPlace("versions", "Versions", "v", None),
        FactPlace("cost", "Recruit cost", types=_RECRUITED, is_on_others=False),
        FactPlace("cost", "Threshold cost", types=_WITH_THRESHOLD, is_on_others=False),
        FactPlace("cost", "Cost", types=None),
        FactPlace("atk", "ATK", types=_CHARACTER),
        FactPlace("defense", "DEF", types=_CHARACTER, beside="atk"),
        FactPlace("teams", "Affiliations", types=_CHARACTER),
        FactPlace("traits", "Class and trait", "tr"),
        FactPlace("has_flight", "Flight", types=_CHARACTER, is_on_others=False),
        FactPlace("has_range", "Range", types=_CHARACTER, is_on_others=False),
        FactPlace("is_concealed", "Concealed", types=_CHARACTER, is_on_others=False),
        FactPlace("printed_limit", "Printed limit"),
        FactPlace("rarity", "Rarity", "r", None),
        FactPlace("brand", "Brand", "b", None),
    ),
    cost_curve=CostCurve(title="Recruit cost", types=_RECRUITED),
    search=SearchSettings(
        names=("classic",),
        fields=(
            *("version", "identity", "cost", "threshold", "atk", "def", "willpower", "flight", "range", "hidden"),
            *("team", "teams", "stamped", "rarity"),
        ),
        columns=(
            *("version", "team", "cost", "attack", "defense", "flight", "range", "concealed", "traits", "rarity"),
            "brand",
        ),
        usual_columns=("version", "type", "team", "cost", "attack", "defense", "keywords", "printing"),
        facets=("team", "cost"),
        example="t:character team:avengers c<=3",
    ),
    words=GameWords(
        short_name="Classic",
        team="affiliation",
        teams="affiliations",
        groups="Affiliation",
        opening="50 endurance and a hand of 4 cards, with one mulligan",
    ),
    importing=ImportSettings(
        columns=(
            *("slug", "name", "identity", "versions", "versions_known", "type", "recruit_cost"),
            *("threshold_cost", "atk", "defense", "affiliations", "traits", "flight", "range", "concealed"),
            *("keywords", "rarity", "brand", "printings", "errata", "in_every_set"),
        ),
        identifying=("name", "identity", "versions", "versions_known"),
        types=("Character", "Plot Twist", "Location", "Equipment"),
        other_types={"Characters": "Character", "Plot Twists": "Plot Twist", "Equip": "Equipment"},
        teams=_TEAMS,
        other_teams={
            "Fantastic": "Fantastic Four",
            "FF": "Fantastic Four",
            "Sentinels": "Sentinel",
        },
        game_names=("classic", "vs", "vs system", "vs system classic", "vs system ccg", "marvel vs system"),
        mentions=("vsclassic", "vssystem"),
        own_fields=("recruitcost", "thresholdcost"),
        own_files=("reference",),
        threshold_types=_WITH_THRESHOLD,
        versionless_types=("Plot Twist", "Location", "Equipment"),
        usual_file="reference",
    ),
    cards_in_all=4_534,
)
