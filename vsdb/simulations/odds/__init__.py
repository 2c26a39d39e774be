"""The odds of draws: questions, ready odds, their page and API."""
