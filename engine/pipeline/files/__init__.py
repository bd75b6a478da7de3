"""The files to download: a folder per data set and suite, ready to push to the Hugging Face Hub."""
