"""Where figures are read from: a database, a published snapshot, or the bundled figures alone."""
