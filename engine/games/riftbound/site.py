"""What the site shows of Riftbound, and reads for it."""

from engine.games.riftbound.stats import DOMAINS
from engine.games.riftbound.symbols import ANY_POWER, MAX_ENERGY, OWN_POWER
from engine.model.decks import ADDITIONAL_LEGENDS, BATTLEFIELDS, CHAMPION, LEGEND, RUNES
from engine.model.game_site import (
    COIN,
    PILED,
    SIDEWAYS,
    CostCurve,
    FaceLayout,
    FactPlace,
    FigurePlace,
    GameWords,
    ImportSettings,
    SearchSettings,
    SectionPlace,
    Site,
)

_SYMBOLS = {domain: f"domain-{domain.lower()}" for domain in DOMAINS}
#: Patterns of `templates/parts/chart_pattern.html`, so that bars are told apart without their colours.
_PATTERNS = dict(zip(DOMAINS, ("rising", "dots", "rows", "grid", "zigzag", "columns"), strict=True))
_PLAYED = ("Unit", "Spell", "Gear")

SITE = Site(
    face=FaceLayout(
        corner=(
            FigurePlace("energy", "energy", types=_PLAYED),
            FigurePlace("power", "power", "small", _PLAYED, is_counted=True),
        ),
        foot=(FigurePlace("might", "might", "might", ("Unit",)),),
        under=("supertype", "type"),
        under_joiner=" ",
        groups="domains",
        groups_field="dom",
        grouped_types=(*_PLAYED, "Legend", "Battlefield", "Rune"),
        ink_by="domains",
        inks={domain: domain.lower() for domain in DOMAINS},
        symbols=_SYMBOLS,
        patterns=_PATTERNS,
        no_symbol="domain-none",
        several_symbol="power-own",
        any_symbol="power-any",
    ),
    facts=(
        FactPlace("type", "Type", "t", None),
        FactPlace("supertype", "Supertype", "super"),
        FactPlace("domains", "Domains", "dom", None),
        FactPlace("energy", "Energy", types=_PLAYED),
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
    text_symbols={
        **_SYMBOLS,
        **{str(energy): COIN for energy in range(MAX_ENERGY + 1)},
        ANY_POWER: "power-any",
        OWN_POWER: "power-own",
        "Might": "might",
        "Exhaust": "exhaust",
    },
    # Core rules 107 and 112 to 115: a zone each for the legend, the champion, the battlefields and the rune deck.
    play_area=(
        SectionPlace(LEGEND, "legend"),
        SectionPlace(CHAMPION, "chosen champion"),
        SectionPlace(ADDITIONAL_LEGENDS, "additional legend", is_for_cards=True),
        SectionPlace(BATTLEFIELDS, "battlefield", SIDEWAYS),
        SectionPlace(RUNES, "rune", PILED),
    ),
)
