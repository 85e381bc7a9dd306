"""Hand histories: files that tell how hands were played, read, replayed at the table and written."""
