"""Planning events: making, editing, copying and moving them, who works at them, and the pages that list them."""
