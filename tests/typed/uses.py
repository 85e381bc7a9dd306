"""What callers write and type checkers must accept, with the types that they should see."""

from decimal import Decimal
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import holdem_core as hc
from holdem_core.table import Game

Chips = int | Decimal

ids: NDArray[np.uint8] = np.arange(70, dtype=np.uint8).reshape(10, 7) % 52
chips: NDArray[np.int64] = np.zeros((10, 2), dtype=np.int64)
live: NDArray[np.bool_] = np.ones((10, 2), dtype=np.bool_)

assert_type(hc.evaluate("AhKhQhJhTh2c3d"), int)
assert_type(hc.evaluate("AhKh", "QhJhTh2c3d"), int)
assert_type(hc.evaluate([0, 5, 10, 15, 20]), int)
assert_type(hc.evaluate((0, 5), [10, 15, 20]), int)
assert_type(hc.evaluate(["AhKhQhJhTh", "2c3c4c5c7d"]), NDArray[np.uint16])
assert_type(hc.evaluate([[0, 5, 10, 15, 20], [1, 6, 11, 16, 21]]), NDArray[np.uint16])
assert_type(hc.evaluate(ids), NDArray[np.uint16])
assert_type(hc.evaluate(ids[:, :2], ids[:, 2:], validate=False, threads=2), NDArray[np.uint16])
assert_type(hc.evaluate(ids[:, :2], "QhJhTh2c3d"), NDArray[np.uint16])
assert_type(hc.category(7462), hc.Category)
assert_type(hc.category(np.array([1, 2])), NDArray[np.uint8])
assert_type(hc.cactus_kev_rank(7462), int)
assert_type(hc.cactus_kev_rank(np.array([1, 2])), NDArray[np.uint16])
assert_type(hc.best_five("AhKhQhJhTh2c3d"), NDArray[np.uint8])
assert_type(hc.deal(10, 2, rng=1), tuple[NDArray[np.uint8], NDArray[np.uint8]])

assert_type(hc.settle([10, 10], [2, 1]).payouts, tuple[Chips, ...])
assert_type(hc.settle([Decimal("10.5"), 10], [2, 1], rake=hc.Rake("2.5")).rake, Chips)
assert_type(hc.settle(chips, chips, live=live, button=chips[:, 0]).payouts, NDArray[np.int64])
assert_type(hc.settle([10, 10], chips).rake, NDArray[np.int64])
payouts, returned, rake = hc.settle([10, 10], [2, 1])
assert_type(payouts, tuple[Chips, ...])
assert_type(hc.build_pots([10, 20], [0, 1]).pots, list[hc.Pot])
assert_type(hc.showdown(["AhKh", None], "", [10, Decimal(5)], folded=[True, False], rake=1).payouts, tuple[Chips, ...])
assert_type(hc.showdown_batch(ids[:, None, :2], ids[:, 2:], chips[:, :1], live[:, :1]).payouts, NDArray[np.int64])
assert_type(hc.equity("AhKh", hc.Range("QQ+"), board="2c3c4c").equity, NDArray[np.float64])
assert_type(hc.next_card_equities("AhKh", "QQ+", board="2c3c4c"), dict[str, hc.Equity])
assert_type(Game(limit="pot-limit", rake=hc.Rake(5)).start([100, 100], button=0).stacks, tuple[Chips, ...])
