"""Hand histories: files that tell how hands were played, read, replayed at the table and written.

``phh`` is the Poker Hand History format, read and written; ``ohh`` the Open Hand History format, read as the same
histories. In both, ``read`` takes one hand and ``read_many`` a file of them; ``History.settle`` plays a hand at the
table, and ``History.departures`` lists what it has against the rules.
"""
