"""Spare House, a game with nothing but what a game needs: everything else is as it is where a game doesn't say."""
