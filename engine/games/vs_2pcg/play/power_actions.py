"""The tables of using a super power, and of levelling up."""

from __future__ import annotations

from engine.games.vs_2pcg.play import card_results, levelling, paying, powers, saying_cards
from engine.games.vs_2pcg.play import turn_checks as checks
from engine.games.vs_2pcg.play.card_actions import timing_rows
from engine.games.vs_2pcg.play.citing import build_table
from engine.play.rules import Action

_OWN = "Super Powers"
USE_POWER = Action(
    verb="use-super-power",
    title="Use a super power",
    summary="Announce a super power of a character and pay for it with locations.",
    facts=saying_cards.PowerSays,
    rules=build_table(
        *timing_rows(_OWN, "Reaction Powers"),
        (
            "not-your-character",
            checks.own_character,
            "Is the character on your side?",
            "The character is on the other player’s side.",
            _OWN,
        ),
        (
            "powers-off",
            powers.powers_on,
            "Is the character face-up?",
            "Stunned and hidden characters have no powers.",
            "Stunned Characters; Hidden Characters; Powers",
        ),
        (
            "character-not-in-combat",
            powers.power_in_combat,
            "Is the character in the combat, or is it an Any Combat power?",
            "The character isn’t in this combat.",
            _OWN,
        ),
        (
            "super-power-used",
            powers.power_fresh,
            "Is it the first use of this power by this character this turn?",
            "The character has used this power this turn.",
            _OWN,
        ),
        (
            "once-per-game-used",
            powers.power_fresh_in_game,
            "Is it the first use in this game of a power that is used once per game?",
            "The power was used in this game.",
            "Once Per Game Restrictions",
        ),
        (
            "payment-face-down",
            paying.payment_face_up,
            "Is each paying card of the row a face-up location?",
            "A face-down card of the row pays nothing.",
            _OWN,
        ),
        (
            "payment-not-a-location",
            paying.payment_is_location,
            "Is each card from hand a location, or a character with Bond to this one?",
            "Only locations are discarded for a power, and characters with Bond.",
            f"{_OWN}; Keyword Glossary > Bond",
        ),
        (
            "special-location-team",
            paying.special_location_fits,
            "Is a team’s location used for that team’s character?",
            "A team’s location makes symbols for its own characters.",
            "Resources and Locations",
        ),
        (
            "payment-short",
            paying.payment_suffices,
            "Does each symbol of the cost have a card of its own?",
            "The cards don’t pay the whole cost.",
            f"{_OWN}; Keyword Glossary > Bond",
        ),
    ),
    compute=card_results.pay_for_power,
    apply=card_results.apply_power,
)
_ZONE = "Basic Game Concepts > Level-up"
_MAIN = "Main Characters"
LEVEL_UP = Action(
    verb="level-up",
    title="Level up",
    summary="Replace a character by its next level.",
    facts=saying_cards.LevelSays,
    rules=build_table(
        (
            "level-up-stunned",
            levelling.level_power_on,
            "Is the character face-up?",
            "A face-down character doesn’t level up.",
            "Level Up Powers",
        ),
        (
            "not-enough-xp",
            levelling.xp_enough,
            "Does the character have enough XP?",
            "The character has too few XP.",
            "Level Up Powers",
        ),
        (
            "level-up-owner",
            levelling.owner_levels,
            "Is the character on its owner’s side?",
            "Only on its owner’s side does a character level up.",
            _ZONE,
        ),
        (
            "not-in-level-up-zone",
            levelling.target_in_zone,
            "Is the card in the level-up zone?",
            "The card wasn’t put into the level-up zone.",
            _ZONE,
        ),
        (
            "level-up-hex",
            levelling.no_hex,
            "Does no enemy have Hex?",
            "An enemy has Hex: nobody of yours levels up.",
            "Keyword Glossary > Hex",
        ),
        (
            "level-up-level",
            levelling.next_level,
            "Is the card the character’s next level?",
            "A character levels up by one level.",
            _MAIN,
        ),
        (
            "level-up-name",
            levelling.shares_name,
            "Do the two cards share a name?",
            "The two cards share no name.",
            f"{_MAIN}; Mantles",
        ),
        (
            "level-up-link",
            levelling.is_linked,
            "Are the two cards of one set, or linked by their art?",
            "The two cards aren’t linked.",
            _MAIN,
        ),
        (
            "level-up-team",
            levelling.shares_team,
            "Do the two cards share a team, where both have teams?",
            "The two cards share no team.",
            _MAIN,
        ),
    ),
    compute=card_results.level_up,
    apply=card_results.apply_level,
)
