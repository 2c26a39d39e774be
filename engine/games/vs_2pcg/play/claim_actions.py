"""The tables of looking at cards, claiming the win, and calculating figures."""

from __future__ import annotations

from engine.games.vs_2pcg.play import claim_results, claims
from engine.games.vs_2pcg.play.citing import build_table
from engine.games.vs_2pcg.play.saying import ClaimSays
from engine.games.vs_2pcg.play.saying_cards import CalculateSays, LookSays
from engine.games.vs_2pcg.play.turn_results import apply_changes
from engine.play.rules import Action

LOOK = Action(
    verb="look-at",
    title="Look at cards",
    summary="Look at cards that lie face down, or through a pile.",
    facts=LookSays,
    rules=build_table(
        (
            "hidden-information",
            claims.may_look,
            "May this player look at it?",
            "That is hidden from this player.",
            "Resources and Locations; Stunned Characters; Hidden Characters; Basic Game Concepts > KO Pile; "
            "Basic Game Concepts > Out of Game; Basic Game Concepts > Level-up; Setting Up the Game > Step 4",
        ),
    ),
)
_END = "Ending the Game"
_OUT = "Running Out Of Cards"
CLAIM_WIN = Action(
    verb="claim-win",
    title="Claim the win",
    summary="Say that you have won, and why.",
    facts=ClaimSays,
    rules=build_table(
        (
            "main-character-left",
            claims.enemy_out,
            "Is none of the main characters that the other player owns left?",
            "The other player still has a main character.",
            f"{_END}; pcg-updates 5. Main characters that change set-up; Ability Glossary > Bind",
        ),
        (
            "both-knocked-out",
            claims.both_out,
            "Do you have a main character left, or is it your turn?",
            "Both are out at once, and it is the other player’s turn.",
            _END,
        ),
        (
            "turn-not-beginning",
            claims.enemy_turn_begins,
            "Does the other player’s turn begin?",
            "That is checked as the other player’s own turn begins.",
            _END,
        ),
        (
            "main-character-available",
            claims.enemy_has_none_on_side,
            "Are all their own main characters KO’d, in the deck or on an enemy side?",
            "The other player still has a main character of their own.",
            _END,
        ),
        (
            "empty-deck-no-loss",
            claims.deck_not_the_reason,
            "Is there a reason besides an empty deck?",
            "An empty deck loses nothing: its draws are skipped.",
            _OUT,
        ),
        (
            "not-a-stalemate",
            claims.nobody_can_go_on,
            "Are all decks empty, and can and will nobody attack?",
            "The game can still go on.",
            _OUT,
        ),
        (
            "not-fewest-wounds",
            claims.fewest_wounds,
            "Are your main character’s wounds the fewest?",
            "You don’t have the fewest wounds; equal wounds are a tie.",
            _OUT,
        ),
    ),
    compute=claim_results.name_winner,
)
CALCULATE = Action(
    verb="calculate",
    title="Calculate ATK and DEF",
    summary="Work out a character’s ATK and DEF from its base figures, counters and modifiers.",
    facts=CalculateSays,
    rules=build_table(
        (
            "figures-known",
            claims.figures_known,
            "Are the base ATK and DEF known?",
            "The base figures are missing.",
            "Calculating ATK/DEF",
        ),
    ),
    compute=claim_results.calculate_figures,
    apply=apply_changes,
)
