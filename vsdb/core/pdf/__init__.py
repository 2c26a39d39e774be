"""Drawing on PDF pages."""
