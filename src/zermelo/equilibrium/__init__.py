"""What if I cannot see everything?"""
