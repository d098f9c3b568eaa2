"""How large is it?"""
