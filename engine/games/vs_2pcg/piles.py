"""Every out-of-game pile of 2PCG as data: who needs it, whether it must be brought, what it holds.

In a deck list a pile stands under `Pile: NAME`, its name in any case and with or without the word pile. Franklin
Richards' three decks stand under `Pile: Multiverse Adventure 1` (the sixty), `Pile: Multiverse Adventure 1 Main
Character`, `Pile: Multiverse Adventure 1 Level Up` and `Pile: Multiverse Adventure 1 NAME` for a pile of that deck.

Not checked, because a list can't show it or no source records it: whether a pile of all matching cards (Graduation)
is complete, which main characters the hosts but one name (Binding), and which cards are Marvel's (Absorption History:
the six titles stand for it).
"""

from __future__ import annotations

from engine.games.vs_2pcg.deck_parts import pile_key
from engine.games.vs_2pcg.pile_choices import (
    bound_characters,
    inventions,
    is_of_syndicate,
    sinister_six,
    terrain_of_the_city,
    transformations,
    ultron_levels,
    wishes,
)
from engine.games.vs_2pcg.pile_contents import (
    as_many_as_users,
    both,
    copies_each,
    different_names,
    every,
    has_level,
    has_the_keyword,
    has_word,
    is_a,
    is_called,
    is_in_universe,
    is_kind,
    is_not_a_starter,
    is_not_in_deck,
    is_on,
    is_titled,
    levels,
    made_of,
    matches_a_supporting_character,
    named_cards,
    none_of,
    one_of_each_team,
    shares_no_name_with_deck,
    size,
    whole_chains,
)
from engine.games.vs_2pcg.pile_needs import (
    MADE_IN_PLAY,
    MANDATORY,
    OPTIONAL,
    PileRule,
    called,
    starters_of,
    starters_that_use,
    users_or_members,
)
from engine.model.verdicts import Citation


def _glossary(ability: str) -> Citation:
    return Citation("pcg-5.0", f"Ability Glossary: {ability}")


_ZONES = Citation("pcg-5.0", "Basic Game Concepts")
_CLARIFIED = Citation("pcg-updates", "Out-of-game piles")

_MAIN_CHARACTERS = every(is_a("Main Character"), "main characters")
_SUPPORTING = every(is_a("Supporting Character"), "supporting characters")
_DOMAINS = every(is_kind("Battleworld"), "Battleworld Domains")
_FIRST_X_MEN = ("Angel", "Beast", "Cyclops", "Iceman", "Jean Grey", "Professor X")
_HOUND_TEAMS = ("Brotherhood of Mutants", "Resistance", "X-Men")

PILES: tuple[PileRule, ...] = (
    PileRule(
        "Absorption History",
        MANDATORY,
        _glossary("Absorption History"),
        (
            size(exactly=3),
            every(
                both(is_a("Main Character"), is_in_universe("Illustrated"), is_titled(*_FIRST_X_MEN)),
                f"Illustrated main characters titled {', '.join(_FIRST_X_MEN)}",
            ),
            levels(1, 2, 3),
            different_names,
        ),
    ),
    PileRule(
        "Agenda",
        MANDATORY,
        _CLARIFIED,
        (
            size(exactly=1),
            every(both(is_kind("Agenda"), is_of_syndicate), "Agenda plot twists of the Syndicate"),
        ),
        starters_of("Syndicate", "XFB"),
    ),
    PileRule(
        "Alien Symbiote",
        MANDATORY,
        _glossary("Bind"),
        (made_of(Alien_Symbiote=1),),
        aliases=("Alien Symbiote token", "Symbiote"),
    ),
    PileRule(
        "Animals",
        OPTIONAL,
        Citation("pcg-5.0", "Tokens"),
        (every(is_called("Monkey Joe", "Tippy Toe"), "the tokens Monkey Joe and Tippy Toe"),),
        called("Squirrel Girl"),
        aliases=("Tokens", "Squirrel Girl tokens"),
    ),
    PileRule("Battleworld", MANDATORY, _CLARIFIED, (size(exactly=12), _DOMAINS, copies_each(1))),
    PileRule("Behind the Camera", MANDATORY, _CLARIFIED, (named_cards({"Trevor Slattery": 2, "The Ten Rings": 1}),)),
    PileRule(
        "Binding",
        MANDATORY,
        _glossary("Bind"),
        (_MAIN_CHARACTERS, bound_characters, whole_chains),
        may_nest=True,
        aliases=("Bind",),
    ),
    PileRule(
        "Challenge Match",
        OPTIONAL,
        _CLARIFIED,
        (made_of(Ladder_Match=1, Lights_Out_Match=1, Steel_Cage_Match=1, Texas_Death_Match=1),),
        starters_that_use,
        aliases=("Challenge Matches",),
    ),
    PileRule("Chaos", MANDATORY, _CLARIFIED, (size(exactly=10), every(is_kind("Terrain"), "Terrain cards"))),
    PileRule("Clone", MADE_IN_PLAY, _CLARIFIED),
    PileRule("Creator", MANDATORY, _CLARIFIED, (size(exactly=5), _DOMAINS)),
    PileRule(
        "Echo",
        MANDATORY,
        _ZONES,
        (size(exactly=3), _SUPPORTING, one_of_each_team(*_HOUND_TEAMS), copies_each(1), different_names),
    ),
    PileRule(
        "Edge",
        OPTIONAL,
        _CLARIFIED,
        (
            every(both(is_a("Main Character"), has_the_keyword("Spider-Verse")), "Spider-Verse main characters"),
            every(
                none_of(is_called("*Spider-Man*")),
                "other main characters than *Spider-Man*",
                "main characters other than *Spider-Man*",
            ),
            every(is_not_in_deck, "main characters that are not in the deck"),
            copies_each(1),
        ),
        may_be_empty=True,
    ),
    PileRule(
        "Facehugger",
        MANDATORY,
        _CLARIFIED,
        (made_of(Facehugger=3, Extended_Incubation=1),),
        aliases=("Facehuggers",),
    ),
    PileRule(
        "Gift",
        OPTIONAL,
        _glossary("Gift"),
        (made_of(Death=1, Immortality=1, Knowledge=1, Madness=1, Power=1),),
        aliases=("Gifts",),
    ),
    PileRule(
        "Graduation",
        MANDATORY,
        _glossary("Graduate"),
        (
            _MAIN_CHARACTERS,
            every(matches_a_supporting_character, "main characters that match a supporting character of the deck"),
            copies_each(1),
            whole_chains,
        ),
        starters_that_use,
        may_be_empty=True,
    ),
    PileRule(
        "Hostage",
        MANDATORY,
        _glossary("Hostage"),
        (
            size(at_least=1),
            every(
                both(is_a("Supporting Character"), has_the_keyword("Friends and Family")),
                "supporting characters with Friends and Family",
            ),
            copies_each(1),
        ),
        aliases=("Hostages",),
    ),
    PileRule(
        "Hound",
        MANDATORY,
        _glossary("Hound"),
        (
            size(exactly=4),
            every(
                both(is_a("Supporting Character"), is_on(*_HOUND_TEAMS)),
                f"supporting characters of {', '.join(_HOUND_TEAMS)}",
            ),
            every(shares_no_name_with_deck, "characters whose names are not in the deck"),
            copies_each(1),
            different_names,
        ),
        aliases=("Hounds",),
    ),
    PileRule(
        "Identity",
        MANDATORY,
        _CLARIFIED,
        (
            every(
                both(is_a("Supporting Character"), is_in_universe("Illustrated"), has_word("Spider-Man")),
                "Illustrated supporting characters with Spider-Man in the name",
            ),
            copies_each(1),
        ),
        may_be_empty=True,
    ),
    PileRule(
        "Invention",
        MANDATORY,
        _glossary("Invention"),
        (inventions,),
        may_be_empty=True,
        aliases=("Inventions",),
    ),
    PileRule(
        "Kang Collective",
        MANDATORY,
        _CLARIFIED,
        (named_cards({"Rama-Tut": 1, "Scarlet Centurion": 1, "Immortus": 1, "Iron Lad": 1}),),
    ),
    PileRule("Key", OPTIONAL, _CLARIFIED, (made_of(Dawn=4),), called("Buffy")),
    PileRule(
        "Lizard", MANDATORY, _ZONES, (every(is_called("Lizard"), "Lizards"), as_many_as_users), aliases=("Lizards",)
    ),
    PileRule(
        "Memory",
        MANDATORY,
        _CLARIFIED,
        (
            size(exactly=3),
            every(both(is_a("Main Character"), is_called("*Vision*")), "*Vision* main characters"),
            levels(1, 2, 3),
        ),
        may_hold_users=True,
    ),
    PileRule("Multiverse Adventure", MANDATORY, _CLARIFIED, may_nest=True),
    PileRule("Perfection", OPTIONAL, _CLARIFIED, (size(exactly=1), _DOMAINS), called("Ultron", only_starters=True)),
    PileRule(
        "Personality",
        MANDATORY,
        _CLARIFIED,
        (
            size(exactly=3),
            every(
                both(is_a("Main Character"), has_the_keyword("Alternate Personality")),
                "main characters with Alternate Personality",
            ),
            every(
                is_not_a_starter,
                "other main characters than the starting one",
                "main characters other than the starting one",
            ),
            copies_each(1),
        ),
        may_hold_users=True,
    ),
    PileRule("Power", MANDATORY, _CLARIFIED, (size(exactly=5), _SUPPORTING, copies_each(1))),
    PileRule(
        "Quiver",
        MANDATORY,
        _CLARIFIED,
        (
            size(exactly=4),
            every(both(is_a("Plot Twist"), has_the_keyword("Custom Arrows")), "Custom Arrows plot twists"),
            copies_each(1),
        ),
    ),
    PileRule(
        "Sinister Six",
        MANDATORY,
        Citation("pcg-5.0", "Setting Up the Game"),
        (
            sinister_six,
            every(both(is_a("Main Character"), has_the_keyword("Sinister Six")), "main characters with Sinister Six"),
            copies_each(1),
        ),
        users_or_members,
        may_hold_users=True,
    ),
    PileRule("Spellbook", MADE_IN_PLAY, _glossary("Spellbook")),
    PileRule(
        "Spider Web",
        MANDATORY,
        Citation("pcg-5.0", "Setting Up the Game"),
        (
            every(
                both(is_a("Main Character"), has_level(1), has_word("Spider")),
                "level 1 main characters with Spider in the name",
            ),
            every(
                is_not_a_starter,
                "other main characters than the starting one",
                "main characters other than the starting one",
            ),
            copies_each(1),
        ),
        may_be_empty=True,
    ),
    PileRule("Tactics", MADE_IN_PLAY, _ZONES),
    PileRule(
        "Terrain",
        MANDATORY,
        Citation("pcg-5.0", "Terrain"),
        (size(exactly=10), every(terrain_of_the_city, "Terrain cards of the set City"), copies_each(1)),
        called("The Grandmaster", "Grandmaster", only_starters=True),
    ),
    PileRule(
        "Transform",
        OPTIONAL,
        Citation("pcg-5.0", "Deck Building Rules"),
        (_MAIN_CHARACTERS, transformations, copies_each(1)),
        aliases=("Transformation",),
        may_hold_users=True,
    ),
    PileRule(
        "Ultron Facility",
        MANDATORY,
        _CLARIFIED,
        (
            size(exactly=5),
            every(
                both(is_a("Main Character"), is_called("Ultron"), is_in_universe("Photographic")),
                "Photographic Ultrons",
            ),
            every(is_not_a_starter, "Ultrons other than the starting one"),
            ultron_levels,
            copies_each(1),
        ),
        may_hold_users=True,
    ),
    PileRule(
        "Wish",
        MANDATORY,
        _glossary("Wish"),
        (
            wishes,
            every(
                both(
                    is_a("Supporting Character", "Plot Twist", "Equipment"),
                    lambda card, contents: not (card.member_of_piles or card.has_keyword("Invention")),
                ),
                "supporting characters, plot twists and equipment that start in no pile",
                "supporting characters, plot twists and equipment that don’t start in a pile",
            ),
        ),
        aliases=("Wishes",),
    ),
)

PILES_BY_KEY: dict[str, PileRule] = {pile_key(name): rule for rule in PILES for name in (rule.name, *rule.aliases)}
