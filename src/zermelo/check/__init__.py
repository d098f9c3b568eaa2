"""Are my rules right?"""
