"""The whole way of the data: generate, verify, audit, evaluate, publish."""
