"""Dataset and suite cards as pages."""
