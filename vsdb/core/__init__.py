"""What every room stands on, and which knows no subject."""
