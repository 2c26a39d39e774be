"""What chance makes of a deck: the odds of draws, and games against nobody."""
