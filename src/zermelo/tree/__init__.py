"""Games given as explicit trees, and a search seen step by step."""
