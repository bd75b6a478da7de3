"""A lake: a snapshot whose large tables are Parquet files, in a folder or a bucket."""
