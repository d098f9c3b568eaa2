"""Zermelo as an engine for other people's programs: it answers what they ask on standard input."""
