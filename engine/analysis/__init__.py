"""Analysis of stored answers: boards, statistics, comparisons, weaknesses and breakdowns."""
