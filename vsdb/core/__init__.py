"""What every room may use and none owns: it knows no subject and imports no other room."""
