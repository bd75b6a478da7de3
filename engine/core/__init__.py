"""What every room speaks: items, answers, certificates, kinds and errors."""
