"""What the site shows of the Vs. System TCG, and reads for it."""

from engine.model.games import Face, FigurePlace, Importing, Search, Site, Words

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

SITE = Site(
    face=Face(
        corner=(
            FigurePlace("cost", "recruit cost", types=("Character", "Equipment"), is_on_others=False),
            FigurePlace("cost", "threshold cost", "silver", ("Plot Twist", "Location"), is_on_others=False),
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
    search=Search(
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
    words=Words(short_name="Classic", team="affiliation", teams="affiliations", groups="Affiliation"),
    importing=Importing(
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
        threshold_types=("Plot Twist", "Location"),
        versionless_types=("Plot Twist", "Location", "Equipment"),
    ),
)
