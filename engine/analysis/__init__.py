"""What the stored answers show: boards, statistics, comparisons, weaknesses and breakdowns."""
