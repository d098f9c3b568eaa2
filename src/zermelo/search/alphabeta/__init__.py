"""Two opposed players: minimax, alpha-beta and what makes it fast."""
