"""Who is better? Players that can be seated at a game."""
