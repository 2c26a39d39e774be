"""The reference: games, sets, cards, printings and what stands on them."""
