"""Mistakes that a type checker finds without running anything: one on each marked line, and none elsewhere.

Nothing here is run; ``test_types.py`` gives the file to the checkers.
"""

from fractions import Fraction

import numpy as np

import holdem_core as hc
from holdem_core.histories import phh
from holdem_core.table import Game

counts = np.zeros((10, 2), dtype=np.int64)
shares = np.zeros((10, 2), dtype=np.float64)

hc.evaluate(5)  # mistake
hc.evaluate("AhKh", 3)  # mistake
hc.evaluate("AhKhQhJhTh", valid=True)  # mistake
hc.evaluate("AhKhQhJhTh").sum()  # mistake
hc.evaluate(counts).payouts  # mistake
hc.evaluate7(1, 2, 3, 4, 5, 6)  # mistake
hc.evaluate7("Ah", 2, 3, 4, 5, 6, 7)  # mistake
hc.category("x")  # mistake
hc.category(1).nickname  # mistake
hc.cactus_kev_rank("x")  # mistake
hc.best_five(7)  # mistake
hc.describe(7)  # mistake
hc.parse_cards(7)  # mistake
hc.deal("10", 2)  # mistake
hc.settle([10.0, 10.0], [2, 1])  # mistake
hc.settle([10, 10], [2.0, 1.0])  # mistake
hc.settle([10, 10], [2, 1], rake="5%")  # mistake
hc.settle([10, 10], [2, 1], rake=0.05)  # mistake
hc.settle([10, 10], [2, 1], dead=0.5)  # mistake
hc.settle([10, 10], [2, 1]).payouts.sum()  # mistake
hc.settle([10, 10], [2, 1]).payout  # mistake
hc.settle(shares, counts)  # mistake
hc.settle(counts, counts).payouts.append(1)  # mistake
hc.build_pots([10.0, 10.0], [0, 1])  # mistake
hc.showdown(["AhKh", "QsQd"], "Kd7h2s9c3d", [10.0, 10.0])  # mistake
hc.showdown(["AhKh", "QsQd"], "Kd7h2s9c3d", [10, 10], rake="5%")  # mistake
hc.showdown(["AhKh", "QsQd"], "Kd7h2s9c3d", [10, 10], fold=[1])  # mistake
hc.showdown_batch(shares, counts, counts, counts)  # mistake
hc.Rake(5.0)  # mistake
hc.Rake(Fraction(5), cap=2.5)  # mistake
hc.equity("AhKh", "QQ+", method="mc")  # mistake
hc.equity("AhKh", "QQ+", samples="many")  # mistake
hc.equity("AhKh", 5)  # mistake
hc.equity("AhKh", "QQ+").equities  # mistake
hc.next_card_equities("AhKh", "QQ+")  # mistake
hc.Range(5)  # mistake
Game(limit="none")  # mistake
Game(blinds=(0.5, 1.0))  # mistake
Game(rake="5%")  # mistake
Game().start([100, 100], button=0).raise_to("200")  # mistake
phh.read(5)  # mistake
