"""Exact equities: who wins, over every board."""
