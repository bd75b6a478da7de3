"""The files to download: a folder for each data set and suite, as it can be pushed."""
