"""Presentation shared by all faces: explanations, layouts, names and escaping."""
