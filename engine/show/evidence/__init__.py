"""Why an answer is right or wrong: explanations, cases, structures, and what a model replied."""
