"""Pictures as SVG, their layouts, and the colours of all charts."""
