"""Dice and cards: expected values."""
