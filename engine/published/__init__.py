"""What others published: their data sets and answers as ours, their reported figures as theirs."""
