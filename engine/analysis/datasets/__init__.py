"""What the database knows of data sets: what cards, downloads and exports ask of it."""
