"""Slow, obvious twins of the library, which share nothing with it."""
