"""The dashboard: a reader of the published snapshot, in the browser."""
