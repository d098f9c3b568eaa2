"""Simulations: learn from how random games end."""
