"""Chips to payouts for arrays of hands."""
