"""Random deals: cards into arrays, and hands out of weighted ranges with who wins them."""
