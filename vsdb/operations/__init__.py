"""What whoever runs the site needs: health, metrics, backups, catching up, housekeeping, a doctor."""
