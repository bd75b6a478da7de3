"""Questions on the arguments of somebody else's corpus, with a model's help.

What the paper does (§3.2, steps 3 to 7): sentences are said anew so that each stands alone,
triplets of sentences that say the same are dropped, wrong options are written by relation and
brought to one length, and questions are put together. Every text is checked by rule, and by a
second model that judges in both directions what is a reason for what; what fails is written again,
or dropped. Likeness is the share of words that sentences have in common (no embedding is used).
"""
