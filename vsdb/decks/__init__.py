"""Reading deck lists and judging them."""
