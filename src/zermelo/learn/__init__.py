"""How good is a position? Evaluations from data, from play, and from nothing but the rules."""
