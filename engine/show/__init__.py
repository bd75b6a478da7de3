"""What all faces share: explanations, layouts, names and escaping."""
