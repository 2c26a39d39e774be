"""What chance makes of a deck. The seed is an argument: the same seed deals the same, on every machine."""
