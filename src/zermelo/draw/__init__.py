"""Boards, pieces and plots, as text and as SVG."""
