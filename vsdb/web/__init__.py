"""The pages that belong to no one subject, and what every page shares."""
