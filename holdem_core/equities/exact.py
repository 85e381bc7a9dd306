"""Exact equities: three ways to count every deal, what each costs, and the cheapest of them run.

- The table of match-ups before the flop answers for two players without a board or dead cards.
- The sweep takes two or three ranges, board by board: see ``kernels/equity/sweep_two.h`` and ``sweep_three.h``.
- Enumeration plays every tuple of combos on every board, for any number of players. A lone tuple's winners are looked
  up by the board's ranks: see ``kernels/equity/play_runouts.h``.

The first two subtract what collides from sums of weights, so that ranges which nearly always collide are left to the
third, where nothing cancels. Boards that relabelling the suits makes of each other are counted once, if it leaves all
ranges as they are, but for a lone tuple.
"""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from holdem_core.cards import BOARD_SIZE
from holdem_core.equities.preflop import BOARDS, pairs_met, wins
from holdem_core.equities.results import Request, Tally
from holdem_core.equities.spots import Spot, cards_beside, few_tuples, symmetries, tuples_of
from holdem_core.kernels.equity.exact import boards_of, count_winners, play_out, sweep
from holdem_core.ranges.combos import COMBO_CARDS, COMBO_MASKS, COMBOS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from numpy.typing import NDArray

# What one operation of each kind takes, in steps of about a nanosecond on a processor of 2020.
_A_COMBO_ON_A_BOARD = 6  # to find its strength
_A_PAIR_OF_RANKS_SWEPT = 40  # by both of two players
_A_PAIR_OF_RANKS_BY_COMBO = 90
_A_COMBO_SWEPT = 5  # by three
_A_COMBO_MET_BY_TWO = 200
_A_VIEW_OF_A_BOARD = 300  # from each player who is asked
_A_HAND_OF_A_TUPLE = 5
_A_BOARD_OF_GIVEN_HANDS = 5
_A_BOARD_LISTED = 12
_STEPS_A_TASK = 50_000_000
_TUPLES_AT_ONCE = 1 << 18
_TUPLES_TRIED = 1 << 26

_DEAR_TO_CHOOSE = 4  # to copy an entry out of the table takes as long as to add up so many where they are

_TWO, _THREE = 2, 3
_PAIR_OF_RANKS = (COMBO_CARDS >> 2) @ np.array([13, 1], dtype=np.uint8)
_BY_RANKS = np.argsort(_PAIR_OF_RANKS, kind="stable")


class Plan(NamedTuple):
    """One way to the answer: its name, its cost in steps, and the work as a function and its arguments by task.

    ``tasks`` says how much of the work each task is, 0 to 1, before its arguments; ``subtracts`` whether the tally
    comes from differences.
    """

    method: str
    steps: float
    function: Callable[..., Tally]
    tasks: Callable[[], Iterator[tuple[float, tuple[Any, ...]]]]
    subtracts: bool = True


def cheapest(spot: Spot, request: Request) -> Plan:
    """The way that costs least, by operations counted, so that it is the same on every machine."""
    return min(ways(spot, request), key=lambda plan: plan.steps)


def ways(spot: Spot, request: Request) -> list[Plan]:
    """The ways to count a spot; where the table has the answer, that alone."""
    may_subtract = not spot.nearly_always_collides
    if may_subtract and len(spot.weights) == _TWO and not (spot.board or spot.dead or request.categories):
        return [Plan("table", 0, looked_up, lambda: iter([(1.0, (spot.weights, request))]))]
    runouts = _runouts(spot)
    alone = request == Request() and all(len(combos) == 1 for combos in spot.combos)
    plans = [_given_hands(spot, runouts) if alone else _enumeration(spot, request, runouts)]
    if may_subtract and len(spot.weights) in (_TWO, _THREE):
        plans.append(_sweep(spot, request, runouts))
    return plans


# --- the table ---------------------------------------------------------------------------------------


def looked_up(weights: NDArray[np.float64], request: Request) -> Tally:
    """The tally of two players before the flop, out of the table of match-ups."""
    mine, theirs = weights
    total = BOARDS * (mine @ pairs_met(theirs))
    won, lost = mine @ _against(wins(), theirs, mine), theirs @ _against(wins(), mine, theirs)
    tally = Tally(np.array([0, won, lost, total - won - lost]))
    if not request.per_combo:
        return tally
    one, other = _held_and_taken(mine, theirs), _held_and_taken(theirs, mine)
    return tally._replace(held=np.stack([one[0], other[0]]), shares=np.stack([one[1], other[1]]))


def _against(
    table: NDArray[np.float64], theirs: NDArray[np.float64], asked: NDArray[np.float64]
) -> NDArray[np.float64]:
    """For each combo that is asked about, its row of the table against the others by their weight."""
    rows, columns = np.flatnonzero(asked), np.flatnonzero(theirs)
    if _DEAR_TO_CHOOSE * len(rows) * len(columns) > COMBOS**2:
        return table @ theirs
    sums = np.zeros(COMBOS)
    sums[rows] = table[np.ix_(rows, columns)] @ theirs[columns]
    return sums


def _held_and_taken(
    mine: NDArray[np.float64], theirs: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How often each of my combos plays, and what shares of a pot it takes."""
    played = BOARDS * pairs_met(theirs)
    won, lost = _against(wins(), theirs, mine), _against(wins().T, theirs, mine)
    return mine * played, mine * (played + won - lost) / 2


# --- the sweep ---------------------------------------------------------------------------------------


def _sweep(spot: Spot, request: Request, runouts: Runouts) -> Plan:
    sizes = np.count_nonzero(spot.weights, axis=1)
    order = np.argsort(sizes, kind="stable")
    weights, sizes = spot.weights[order], sizes[order]
    held, starts = _by_ranks(weights)
    everybody = request.categories or request.per_combo
    asked = sizes if everybody else sizes[:-1]
    if len(sizes) == _TWO:
        each = _A_PAIR_OF_RANKS_BY_COMBO if everybody else _A_PAIR_OF_RANKS_SWEPT
        a_board = float(_A_VIEW_OF_A_BOARD + each * (len(starts) - 1))
    else:
        each = _A_VIEW_OF_A_BOARD + _A_COMBO_SWEPT * int(sizes.sum())
        a_board = _A_COMBO_ON_A_BOARD * len(held) + len(asked) * each + _A_COMBO_MET_BY_TWO * int(asked.sum())
    wanted = np.full(len(order), 2 if everybody else 1, dtype=np.uint8)
    wanted[0], wanted[-1] = 2, wanted[-1] if everybody else 0

    def tasks() -> Iterator[tuple[float, tuple[Any, ...]]]:
        for share, boards, stand_for in runouts.by_task(a_board):
            yield share, (boards, stand_for, weights, held, starts, order, wanted, runouts.moved, request)

    return Plan("sweep", runouts.steps(a_board), swept, tasks)


def swept(
    boards: NDArray[np.uint8],
    stand_for: NDArray[np.uint8],
    weights: NDArray[np.float64],
    held: NDArray[np.int64],
    starts: NDArray[np.int32],
    order: NDArray[np.int64],
    wanted: NDArray[np.uint8],
    moved: NDArray[np.int64],
    request: Request,
) -> Tally:
    """The tally of two or three ranges on some boards; ``weights`` in the order in which players are swept."""
    here = np.ascontiguousarray(weights[:, held])
    cards = COMBO_CARDS[held]
    met, categories = sweep(boards, stand_for, cards, starts, here, wanted, request.per_combo, request.categories)
    met, total = _apart(met[..., :-1]), met[..., -1]
    back = np.argsort(order)
    tally = Tally(_by_winners(met.sum(axis=1), total[0].sum(), order), categories[back] if request.categories else None)
    if not request.per_combo:
        return tally
    sharing = 1 + np.bitwise_count(np.arange(met.shape[-1]))
    return tally._replace(
        held=_spread(total, held, moved)[back], shares=_spread((met / sharing).sum(axis=-1), held, moved)[back]
    )


def _apart(met: NDArray[np.float64]) -> NDArray[np.float64]:
    """From tuples in which certain others may tie, by their mask in the last place, to those in which just they do."""
    apart = met.copy()
    states = range(met.shape[-1])
    for bit in (1, 2):
        for state in states:
            if state & bit:
                apart[..., state] -= apart[..., state ^ bit]
    return apart


def _by_winners(won: NDArray[np.float64], total: float, order: NDArray[np.int64]) -> NDArray[np.float64]:
    """The weight by winners as a mask, from what each player (P) wins alone or with each set of the others (states).

    Only the first player of each set is asked; the last, who may not have been swept, alone wins what is left.
    """
    players = len(won)
    counts = np.zeros(1 << players)
    for me in range(players - 1):
        others = [int(order[other]) for other in range(players) if other != me]
        for state in range(1 << players - 1):
            if state & ((1 << me) - 1) == 0:
                tied = sum(1 << other for bit, other in enumerate(others) if state >> bit & 1)
                counts[1 << int(order[me]) | tied] = won[me, state]
    counts[1 << int(order[-1])] = total - counts.sum()
    return counts


def _by_ranks(weights: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The combos somebody may hold, those of one pair of ranks side by side, and where each pair begins and all end."""
    held = _BY_RANKS[np.any(weights, axis=0)[_BY_RANKS]]
    _, sizes = np.unique_counts(_PAIR_OF_RANKS[held])
    return held, np.concatenate([[0], sizes.cumsum()]).astype(np.int32)


def _spread(values: NDArray[np.float64], held: NDArray[np.int64], moved: NDArray[np.int64]) -> NDArray[np.float64]:
    """Values of some combos (P, n) as those of all (P, 1326); boards stood for others, so equal combos share alike."""
    spread = np.zeros((len(values), COMBOS))
    spread[:, held] = values
    equal: NDArray[np.float64] = spread[:, moved].mean(axis=1)
    return equal


# --- enumeration -------------------------------------------------------------------------------------


def _enumeration(spot: Spot, request: Request, runouts: Runouts) -> Plan:
    combos, players = spot.combos, len(spot.weights)
    tuples = float(prod(map(len, combos)))
    if players > _THREE and _TUPLES_AT_ONCE < tuples < _TUPLES_TRIED:  # few may be free of collisions
        few = few_tuples(combos, _TUPLES_AT_ONCE)
        tuples = tuples if few is None else float(len(few))
    at_once = min(tuples, _TUPLES_AT_ONCE)
    different = int(spot.weights.any(axis=0).sum())
    a_board = _A_COMBO_ON_A_BOARD * different + _A_HAND_OF_A_TUPLE * players * at_once
    steps = runouts.steps(a_board) * max(1.0, tuples / _TUPLES_AT_ONCE)

    def tasks() -> Iterator[tuple[float, tuple[Any, ...]]]:
        for block in tuples_of(combos, int(at_once)):
            share_of_all = len(block) / max(tuples, len(block))
            for share, boards, stand_for in runouts.by_task(a_board):
                yield share * share_of_all, (boards, stand_for, block, spot.weights, runouts.moved, request)

    return Plan("enumeration", steps, enumerated, tasks, subtracts=False)


def _given_hands(spot: Spot, runouts: Runouts) -> Plan:
    one = (1.0, (runouts.board, runouts.deck, np.ravel(spot.combos), spot.weights))
    steps = float(_A_BOARD_OF_GIVEN_HANDS * runouts.number)
    return Plan("enumeration", steps, looked_up_by_board, lambda: iter([one]), subtracts=False)


def looked_up_by_board(
    board: bytes, deck: NDArray[np.uint8], combos: NDArray[np.int64], weights: NDArray[np.float64]
) -> Tally:
    """The tally of one tuple of combos (P) on every board that a deck completes."""
    counts = count_winners(COMBO_CARDS[combos], np.frombuffer(board, dtype=np.uint8), deck)
    return Tally(counts * np.prod(weights[np.arange(len(combos)), combos]))


def enumerated(
    boards: NDArray[np.uint8],
    stand_for: NDArray[np.uint8],
    tuples: NDArray[np.uint16],
    weights: NDArray[np.float64],
    moved: NDArray[np.int64],
    request: Request,
) -> Tally:
    """The tally of tuples of combos (n, P) on some boards."""
    held, places = np.unique(tuples, return_inverse=True)
    players = range(tuples.shape[1])
    each = np.prod([weights[player, tuples[:, player]] for player in players], axis=0)
    counts, met, shares, categories = play_out(
        boards,
        stand_for,
        COMBO_CARDS[held],
        places.reshape(tuples.shape).astype(np.uint16),
        each,
        request.categories or request.per_combo,
    )
    tally = Tally(counts, categories if request.categories else None)
    if not request.per_combo:
        return tally
    taken = np.zeros((2, len(players), COMBOS))
    for player in players:
        np.add.at(taken[0, player], tuples[:, player], each * met)
        np.add.at(taken[1, player], tuples[:, player], each * shares[:, player])
    everything = np.arange(COMBOS)
    return tally._replace(held=_spread(taken[0], everything, moved), shares=_spread(taken[1], everything, moved))


# --- boards ------------------------------------------------------------------------------------------


class Runouts(NamedTuple):
    """How a board can be completed.

    ``deck`` are the cards that can come; ``suits`` and ``moved`` what each relabelling of suits that leaves the spot as
    it is makes of suits and combos.
    """

    board: bytes
    deck: NDArray[np.uint8]
    suits: NDArray[np.uint8]
    moved: NDArray[np.int64]

    @property
    def number(self) -> int:
        """How many boards there are."""
        return comb(len(self.deck), BOARD_SIZE - len(self.board))

    def steps(self, a_board: float) -> float:
        """What it costs to list the boards and to go through those that stand for others."""
        return self.number * (_A_BOARD_LISTED + a_board / len(self.suits))

    def by_task(self, a_board: float) -> Iterator[tuple[float, NDArray[np.uint8], NDArray[np.uint8]]]:
        """The boards in pieces of about equal work: the share of each, the boards, and how many each stands for."""
        boards, stand_for = boards_of(np.frombuffer(self.board, dtype=np.uint8), self.deck, self.suits)
        step = max(1, int(_STEPS_A_TASK / a_board))
        for start in range(0, len(boards), step):
            piece = slice(start, start + step)
            yield len(boards[piece]) / len(boards), boards[piece], stand_for[piece]


def _runouts(spot: Spot) -> Runouts:
    """The boards of a spot; no card can come that a player holds whatever their combo."""
    used = spot.used
    for combos in spot.combos:
        used |= int(np.bitwise_and.reduce(COMBO_MASKS[combos]))
    return Runouts(spot.board, cards_beside(used), *symmetries(spot))
