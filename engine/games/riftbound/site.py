"""What the site shows of Riftbound, and reads for it."""

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

_DOMAINS = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")

SITE = Site(
    face=FaceLayout(
        corner=(
            FigurePlace("energy", "energy", types=("Unit", "Spell", "Gear")),
            FigurePlace("power", "power", "small"),
        ),
        foot=(FigurePlace("might", "might", "might", ("Unit",)),),
        under=("supertype", "type"),
        under_joiner=" ",
        groups="domains",
        groups_field="dom",
        grouped_types=("Unit",),
        ink_by="domains",
        inks={domain: domain.lower() for domain in _DOMAINS},
    ),
    facts=(
        FactPlace("type", "Type", "t", None),
        FactPlace("supertype", "Supertype", "super"),
        FactPlace("domains", "Domains", "dom", None),
        FactPlace("energy", "Energy", types=("Unit", "Spell", "Gear")),
        FactPlace("power", "Power"),
        FactPlace("might", "Might", types=("Unit",)),
        FactPlace("tags", "Tags", "tag"),
        FactPlace("printed_limit", "Printed limit"),
        FactPlace("rarity", "Rarity", "r", None),
    ),
    cost_curve=CostCurve("energy", "Energy", "en"),
    search=SearchSettings(
        fields=("energy", "power", "might", "domain", "super", "tag", "rarity"),
        columns=("domain", "energy", "power", "might", "tags", "rarity"),
        usual_columns=("type", "domain", "energy", "power", "might", "keywords", "printing"),
        facets=("domain", "energy"),
        example="t:unit dom=fury might>en",
        brands=("riot", "riotgames", "leagueoflegends"),
    ),
    words=GameWords(team="domain", teams="", groups="Domain"),
    importing=ImportSettings(
        usual_file="gallery",
        columns=(
            *("slug", "name", "type", "supertype", "domains", "energy", "power", "might", "tags", "keywords"),
            *("printings", "doubtful", "note"),
        ),
        types=("Unit", "Spell", "Legend", "Gear", "Battlefield", "Rune"),
        game_names=("riftbound league of legends trading card game",),
        mentions=("riftbound",),
        own_fields=("domain", "domains"),
        own_types=("Battlefield", "Rune", "Gear"),
    ),
)
