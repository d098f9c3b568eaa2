"""What a game is, and how it becomes native code."""
