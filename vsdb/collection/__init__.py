"""Collections: the copies that people own and want, what they lack for a deck, and shared wish lists."""
