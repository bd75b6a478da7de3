"""Models behind OpenAI-compatible endpoints: requests, retries, limits and batches."""
