"""What advances a batch of games, compiled: turns, legal actions, repetition, planes, results.

Nothing here allocates or raises. The arrays come in four tuples, which `arrays` describes.
"""
