"""What if: proposed bans, rotations and errata against stored decks and lists. Nothing of it is stored."""
