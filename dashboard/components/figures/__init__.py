"""Figures: charts, heat tables and small drawings, each with its data to take away."""
