"""Equities of two players: published counts, the sweep against plain enumeration, and what is refused."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from holdem_core import CardError, Range, RangeError, deal, equity, evaluate, format_cards, preflop_equities
from holdem_core.combos import COMBO_CARDS, COMBOS, class_index
from holdem_core.preflop import BOARDS, disjoint, wins

GOLDEN = [
    ("AhKh", "QsQd", "", (787966, 917606, 6732)),
    ("AcAs", "KhKd", "", (1388072, 317694, 6538)),
    ("AcAs", "KcKs", "", (1410336, 292660, 9308)),
    ("AdAh", "AcAs", "", (37210, 37210, 1637884)),
    ("AA", "KK", "", (50371344, 10986372, 285228)),
    ("AKs", "QQ", "", (18834720, 22082460, 178116)),
    ("AhAd", "random", "", (1781508418, 304661670, 11402312)),
    ("AhKh", "random", "", (1389004215, 673957209, 34610976)),
    ("QQ+,AKs", "22+,A2s+", "", (2905904352, 1199599044, 75942972)),
    ("QQ+,AKs", "22+,A2s+", "2c7dTh", (1473885, 662799, 31416)),
    ("AhKh", "random", "2c7dTh", (598866, 460348, 10976)),
    ("AhKh", "random", "2c7dTh5s", (21237, 23907, 396)),
    ("random", "random", "2c7dTh", (615826795, 615826795, 26889850)),
    ("random", "random", "", (1334125369292, 1334125369292, 113130263816)),
    ("AcKd", "random", "AhKsQdJc2s", (805, 181, 4)),
]


@pytest.mark.parametrize(("mine", "theirs", "board", "counts"), GOLDEN)
def test_published_counts(mine: str, theirs: str, board: str, counts: tuple[int, int, int]) -> None:
    assert equity(mine, theirs, board=board).counts == dict(zip((1, 2, 3), counts, strict=True))


@pytest.mark.parametrize(
    ("mine", "theirs", "board", "expected"),
    [
        ("QhQs", "TT+", "", 0.500125),
        ("QQ+", "TT+", "", 0.650483),
        ("KcQc", "6c5c,AQo+", "", 0.313757),
        ("AA,72o", "KK,QQ:0.7", "Kc7d2h", 0.497773),
        ("AA", "AKs:0.5,KK", "", 0.827908),
        ("AcKd", "random", "AhKsQd", 0.905702),
    ],
)
def test_published_equities(mine: str, theirs: str, board: str, expected: float) -> None:
    assert equity(mine, theirs, board=board).equity[0] == pytest.approx(expected, abs=5e-7)


def enumerated(
    mine: NDArray[np.float64], theirs: NDArray[np.float64], board: list[int], dead: list[int]
) -> tuple[Fraction, Fraction, Fraction]:
    """Won, lost and tied weight, hand by hand and board by board."""
    won = lost = tied = Fraction(0)
    for i in np.flatnonzero(mine).tolist():
        for j in np.flatnonzero(theirs).tolist():
            cards = [*COMBO_CARDS[i].tolist(), *COMBO_CARDS[j].tolist(), *board, *dead]
            if len(set(cards)) < len(cards):
                continue
            left = [card for card in range(52) if card not in cards]
            boards = np.array([[*board, *more] for more in combinations(left, 5 - len(board))], dtype=np.uint8)
            ours, others = (evaluate(COMBO_CARDS[k], boards).astype(int) for k in (i, j))
            weight = Fraction(mine[i]) * Fraction(theirs[j])
            won += weight * int((ours > others).sum())
            lost += weight * int((ours < others).sum())
            tied += weight * int((ours == others).sum())
    return won, lost, tied


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("cards", [3, 4, 5])
def test_the_sweep_agrees_with_plain_enumeration(seed: int, cards: int) -> None:
    rng = np.random.default_rng([seed, cards])
    used = deal(1, 0, board=5, rng=rng)[1][0].tolist()
    board, dead = used[:cards], used[cards:][: rng.integers(0, 3)]
    weights = np.zeros((2, COMBOS))
    for player in range(2):
        chosen = rng.choice(COMBOS, 12, replace=False)
        weights[player, chosen] = rng.choice([0.25, 0.5, 1.0], 12)
    weights[1, np.flatnonzero(weights[0])[:4]] = 1.0  # combos that both may hold
    mine, theirs = (Range.from_weights(weight) for weight in weights)
    found = equity(mine, theirs, board=format_cards(board), dead=format_cards(dead))
    won, lost, tied = enumerated(weights[0], weights[1], board, dead)
    assert [Fraction(count) for count in found.counts.values()] == [won, lost, tied]


def test_swapping_the_players_swaps_the_counts() -> None:
    one, other = equity("QQ+,AKs", "22+:0.5,A2s+", board="2c7dTh"), equity("22+:0.5,A2s+", "QQ+,AKs", board="2c7dTh")
    assert (one.counts[1], one.counts[2], one.counts[3]) == (other.counts[2], other.counts[1], other.counts[3])


def test_relabelling_suits_changes_nothing() -> None:
    assert (
        equity("AhKh,QsQd", "JJ+,9s8s", board="2h7sTh").counts == equity("AcKc,QdQh", "JJ+,9d8d", board="2c7dTc").counts
    )


def test_dead_cards_leave_the_boards_that_are_left() -> None:
    # 45 cards are left after four hole cards, a flop of none and three dead ones: C(45, 5) boards.
    found = equity("AhKh", "QsQd", dead="2c2d2h")
    assert found.samples == 1221759
    assert found.counts != equity("AhKh", "QsQd").counts


def test_shares_of_each_player_are_one() -> None:
    found = equity("QQ+:0.3,AKs", "22+:0.7", board="2c7dTh")
    assert found.win + found.tie + found.lose == pytest.approx(np.ones(2), abs=1e-12)
    assert found.equity.sum() == pytest.approx(1, abs=1e-12)
    assert found.exact
    assert not found.stderr.any()
    assert [player["hands"] for player in found.to_dict()["players"]] == list(found.players)


@pytest.mark.parametrize(
    ("players", "options", "error", "message"),
    [
        (("AA", "KK", "QQ"), {}, RangeError, "two players so far, not of 3"),
        (("AA",), {}, RangeError, "not of 1"),
        (("AhKh", "AhQd"), {}, RangeError, "collide"),
        (("AA", "AhAd,AcAs"), {"board": "AhAs2c"}, RangeError, "player 1 has no hand left"),
        (("AA", "AhKd"), {"board": "AsAc2c"}, RangeError, "collide"),
        (("AA", "KK"), {"board": "2c3d"}, CardError, "0, 3, 4 or 5 cards, not 2"),
        (("AA", "KK"), {"board": "2c3d4h", "dead": "2c"}, CardError, "2c is on the board and dead"),
        (("AA", "KKx"), {}, RangeError, "KKx"),
    ],
)
def test_impossible_spots_are_refused(
    players: tuple[str, ...], options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        equity(*players, **options)


def test_the_table_knows_every_match_up_once() -> None:
    matrix, pairs = wins().astype(np.int64), disjoint()
    assert not matrix[~pairs].any()
    ties = np.where(pairs, BOARDS - matrix - matrix.T, 0)
    assert ties.min() == 0
    assert pairs.sum() == COMBOS * 1225


def test_classes_against_each_other_share_the_pot() -> None:
    equities = preflop_equities()
    assert equities.shape == (169, 169)
    assert equities + equities.T == pytest.approx(np.ones((169, 169)), abs=1e-12)
    aces, kings = class_index(12, 12, False), class_index(11, 11, False)
    assert equities[aces, kings] == pytest.approx(0.8194605046767397, abs=1e-15)


def test_combos_against_each_other() -> None:
    equities = preflop_equities(by_combo=True)
    assert np.isnan(equities).sum() == COMBOS * (COMBOS - 1225)
    assert np.nanmax(np.abs(equities + equities.T - 1)) < 1e-12
