"""The rules documents: what each cited rule is about, in our own words."""
