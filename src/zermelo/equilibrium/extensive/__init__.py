"""Games in which players move one after the other and may not see everything."""
