"""Writes questions on the arguments of an external corpus, with a model's help.

As in the paper (§3.2, steps 3 to 7): sentences are rewritten so that each stands alone, triplets of
similar sentences are dropped, wrong options are written by relation and brought to one length, and
questions are assembled. Every text is checked by rules and by a second model, which judges in both
directions what is a reason for what. A text that fails is rewritten, or dropped. Similarity is the
share of common words (no embedding is used).
"""
