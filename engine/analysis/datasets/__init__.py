"""Facts on data sets for cards, downloads and exports."""
