"""What processes write about their work: lines with the id of their request and without secrets."""
