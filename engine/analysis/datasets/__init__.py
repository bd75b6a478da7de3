"""Facts on data sets: how sound, known and contaminated they are, and what others reported."""
