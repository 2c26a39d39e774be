"""What a format holds on a day: its sets, its rotation, its bans, and how they change."""
