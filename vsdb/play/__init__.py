"""May I do this now? Questions of play: answered, asked on pages, kept and shared."""
