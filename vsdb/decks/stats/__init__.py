"""What a deck's page shows of what is in it."""
