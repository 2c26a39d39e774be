"""People: who has an account, what is held about them, and the tokens by which programs act for them."""
