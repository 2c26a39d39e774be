"""The Vs. System TCG of 2004 to 2009."""
