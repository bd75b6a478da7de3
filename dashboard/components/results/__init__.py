"""Results as tables: scores, audits, families, and where a model stands out."""
