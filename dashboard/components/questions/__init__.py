"""Questions: lists of them, one of them whole, and what models replied."""
