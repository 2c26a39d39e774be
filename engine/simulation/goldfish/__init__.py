"""Goldfish: thousands of games of one deck against nobody, decided by the list, the rules and the seed alone.

Game 0 is the sample hand; games 1 and on are dealt by `engine.simulation.goldfish.philox`. What a game's player does is
in `engine/games/<game>/goldfish.py`. A run may be cut into portions anywhere: their tallies add up to the same result.
"""
