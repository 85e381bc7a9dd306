"""Equities by Monte Carlo: deals drawn at random, each as likely as it is.

All players' combos are drawn together, so that a tuple without collisions comes as often as the product of its weights
says. As a rule they are drawn independently, and a tuple that collides is rejected whole; where hardly any tuple is
free of collisions, the free ones are listed first and drawn directly.

The work is cut into tasks of a size that depends on the spot alone, each with a random stream of its own, so that the
result depends neither on threads nor on an executor.
"""

from __future__ import annotations

from contextlib import closing
from itertools import chain, count, repeat
from math import comb, prod
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from holdem_core._options import random_generator
from holdem_core.equities.results import Equity, Request, Tally, concluded
from holdem_core.equities.spots import NO_DEAL, Spot, few_tuples
from holdem_core.equities.tasks import in_order
from holdem_core.errors import RangeError
from holdem_core.hands import Category
from holdem_core.kernels.sample.showdowns import alias_table, draw, play
from holdem_core.ranges.combos import COMBO_CARDS, COMBO_MASKS, COMBOS, card_mask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor

    from numpy.typing import NDArray


DEFAULT_SAMPLES = 1_000_000

_TASK = 1 << 18  # samples a task, where none is rejected
_SMALLEST_TASK = 1 << 4
_BLOCK = 1 << 15  # samples that are drawn, then played
_FEWEST_SAMPLES = 1000  # before a standard error is trusted
_PILOT, _PILOT_TRIES, _MOST_TRIES = 1 << 12, 1 << 17, 1 << 23
_RARE = 1 / 64  # of the tuples free of collisions: list them, if they can be listed
_FEW_TOGETHER, _FEW_PAIRS = 1 << 13, 1 << 16  # tuples that are drawn from one list, and how many to look through
_MOST_TRANSITIONS, _MOST_PAIRS = 1 << 21, 1 << 25


def _state(seeds: np.random.SeedSequence) -> NDArray[np.uint64]:
    """What the kernels' generators start from."""
    return seeds.generate_state(32, np.uint64).astype(np.uint64).reshape(4, 8)


class Stops(NamedTuple):
    """When to end: at the first of these that is given and reached."""

    samples: int | None = None
    precision: float | None = None
    seconds: float | None = None


class Source(Protocol):
    """Where tuples of combos come from."""

    @property
    def players(self) -> int:
        """P."""

    @property
    def any_two(self) -> int:
        """The players, as a mask, whose hands it leaves to the deal of the board, since they may hold any two cards."""

    @property
    def same(self) -> int:
        """Players, as a mask, who hold the same combo in every tuple; not all of them need be named."""

    def deals(self, number: int, seeds: np.random.SeedSequence) -> Iterator[NDArray[np.uint16]]:
        """Tuples (n, P), independent of each other, in blocks; each block takes the last one's place."""


# --- rejection ---------------------------------------------------------------------------------------


class Rejection(NamedTuple):
    """Draws all players' combos independently, again and again until no two share a card.

    Players whose tuples are few are drawn together: ``columns`` says which player or players each of ``tuples`` is of.
    Players in ``any_two`` may hold any two cards, which leaves the others' distribution alone: they are dealt to later.
    """

    players: int
    columns: list[tuple[int, ...]]
    tuples: list[NDArray[np.uint16]]
    tables: list[tuple[NDArray[np.uint64], NDArray[np.uint16]]]
    used: int
    any_two: int
    same: int

    def attempt(self, tuples: NDArray[np.uint16], most_tries: int, state: NDArray[np.uint64]) -> tuple[int, int]:
        """Fills as many rows (n, P) as so many tries give. Returns how many, and how many tries it took."""
        if not self.columns:
            return len(tuples), len(tuples)
        return draw(tuples, self.tuples, self.tables, self.used, state, most_tries, self.columns)

    def deals(self, number: int, seeds: np.random.SeedSequence) -> Iterator[NDArray[np.uint16]]:
        """Tuples (n, P) in blocks."""
        state, block = _state(seeds), np.empty((min(number, _BLOCK), self.players), dtype=np.uint16)
        for size in _sizes(number, _BLOCK):
            filled, _ = self.attempt(block[:size], size * _MOST_TRIES, state)
            if filled < size:
                raise RangeError(NO_DEAL)
            yield block[:size]


def _rejection(spot: Spot) -> Rejection:
    combos = spot.combos
    pairs = comb(len(spot.deck), 2)
    any_two = [
        player for player, held in enumerate(combos) if len(held) == pairs and np.ptp(spot.weights[player, held]) == 0
    ]
    drawn = [player for player in range(len(combos)) if player not in any_two]
    several = [player for player in drawn if len(combos[player]) > 1]
    few = _few_together(spot, several)
    columns: list[tuple[int, ...]] = [(player,) for player in drawn if few is None or player not in several]
    tuples = [combos[player].astype(np.uint16)[:, None] for player, *_ in columns]
    if few is not None:
        columns.append(tuple(several))
        tuples.append(few)
    weights = [
        np.prod([spot.weights[player, held[:, place]] for place, player in enumerate(players)], axis=0)
        for players, held in zip(columns, tuples, strict=True)
    ]
    tables = [alias_table(weight) for weight in weights]
    same = [player for player in drawn if len(combos[player]) == 1]
    return Rejection(len(combos), columns, tuples, tables, spot.used, _mask(any_two), _mask(same))


def _mask(players: Iterable[int]) -> int:
    return sum(1 << player for player in players)


def _few_together(spot: Spot, together: list[int]) -> NDArray[np.uint16] | None:
    """The tuples (n, p) of some players, all who draw from tables, that fit beside the hands that are certain."""
    combos = spot.combos
    certain = card_mask(card for held in combos if len(held) == 1 for card in COMBO_CARDS[held[0]].tolist())
    fitting = [combos[player][(COMBO_MASKS[combos[player]] & np.uint64(certain)) == 0] for player in together]
    if len(together) < 2 or not 0 < prod(map(len, fitting)) <= _FEW_PAIRS:
        return None
    few = few_tuples(fitting, _FEW_TOGETHER)
    return few if few is not None and len(few) else None


# --- tuples that are listed --------------------------------------------------------------------------


class Layer(NamedTuple):
    """One player's combos after what those before them hold: transitions between sets of cards in use.

    The transitions of one set stand together, the last of them at ``last``. ``cumulative`` adds up their shares of the
    deals that the set leads to, over all sets; it is ``below`` before those of a set, and grows by about 1 in each.
    """

    player: int
    combos: NDArray[np.uint16]
    leads_to: NDArray[np.int64]
    cumulative: NDArray[np.float64]
    below: NDArray[np.float64]
    last: NDArray[np.int64]


class Listed(NamedTuple):
    """Draws one player's combo after the other by how much of the deals each leads to, so that none is rejected."""

    layers: list[Layer]
    any_two: int = 0
    same: int = 0

    @property
    def players(self) -> int:
        """P."""
        return len(self.layers)

    def deals(self, number: int, seeds: np.random.SeedSequence) -> Iterator[NDArray[np.uint16]]:
        """Tuples (n, P) in blocks."""
        random = np.random.Generator(np.random.PCG64(seeds))
        for size in _sizes(number, _BLOCK):
            yield self._drawn(size, random)

    def _drawn(self, number: int, random: np.random.Generator) -> NDArray[np.uint16]:
        tuples = np.empty((number, self.players), dtype=np.uint16)
        at = np.zeros(number, dtype=np.int64)
        for layer in self.layers:
            below, upto = layer.below[at], layer.cumulative[layer.last[at]]
            wanted = below + random.random(number) * (upto - below)
            chosen = np.minimum(np.searchsorted(layer.cumulative, wanted, side="right"), layer.last[at])
            tuples[:, layer.player] = layer.combos[chosen]
            at = layer.leads_to[chosen]
        return tuples


def _listed(spot: Spot) -> Listed | None:
    """The transitions of a spot, or None if there are too many."""
    order = sorted(range(len(spot.combos)), key=lambda player: len(spot.combos[player]))
    used = np.zeros(1, dtype=np.uint64)
    steps = []
    for player in order:
        held = spot.combos[player]
        if len(used) * len(held) > _MOST_PAIRS:
            return None
        before, column = np.nonzero((used[:, None] & COMBO_MASKS[held]) == 0)
        if len(before) > _MOST_TRANSITIONS:
            return None
        sets = len(used)
        used, after = np.unique(used[before] | COMBO_MASKS[held[column]], return_inverse=True)
        steps.append((player, sets, before, held[column], after))
    value: NDArray[np.float64] = np.ones(len(used))
    layers: list[Layer] = []
    for player, sets, before, combos, after in reversed(steps):
        flow = spot.weights[player, combos] * value[after]
        value = np.bincount(before, flow, sets).astype(np.float64)
        alive = flow > 0
        if not alive.any():
            raise RangeError(NO_DEAL)
        cumulative = np.cumsum(flow[alive] / value[before[alive]])
        ends = np.searchsorted(before[alive], np.arange(sets), side="right")
        below = np.concatenate([[0.0], cumulative])[np.concatenate([[0], ends[:-1]])]
        layers.insert(0, Layer(player, combos[alive].astype(np.uint16), after[alive], cumulative, below, ends - 1))
    return Listed(layers)


def source_of(spot: Spot) -> tuple[Source, float]:
    """Where the tuples of a spot come from, and how many of its tries are not rejected, 0 to 1.

    Raises:
        RangeError: no deal was found, and deals are too many to be listed.
    """
    rejection = _rejection(spot)
    state, tuples = _state(np.random.SeedSequence(1)), np.empty((_PILOT, rejection.players), dtype=np.uint16)
    filled, tries = rejection.attempt(tuples, _PILOT_TRIES, state)
    if filled >= _RARE * tries:
        return rejection, filled / tries
    if listed := _listed(spot):
        return listed, 1.0
    if not filled:
        filled, tries = rejection.attempt(tuples[:1], _MOST_TRIES, state)
    if not filled:
        raise RangeError(f"none of {tries:,} random deals gave each player a hand; the ranges collide nearly always")
    return rejection, filled / tries


# --- tasks -------------------------------------------------------------------------------------------


def sampled(
    seeds: np.random.SeedSequence, number: int, source: Source, board: bytes, dead: bytes, request: Request
) -> Tally:
    """The tally of so many random deals; the same seeds give the same deals."""
    to_draw, to_play = seeds.spawn(2)
    state = _state(to_play)
    community = np.frombuffer(board, dtype=np.uint8)
    tally = _empty(source.players, request)
    fixed = source.same == (1 << source.players) - 1  # then one row stands for all
    rows, times = (1, number) if fixed else (number, 1)
    for tuples in source.deals(rows, to_draw):
        play(tuples, community, card_mask(dead), state, *tally, source.any_two, source.same, times)
    return tally


def _empty(players: int, request: Request) -> Tally:
    asked = request.per_combo
    return Tally(
        np.zeros(1 << players, dtype=np.int64),
        np.zeros((players, len(Category)), dtype=np.int64) if request.categories else None,
        np.zeros((players, COMBOS), dtype=np.int64) if asked else None,
        np.zeros((players, COMBOS)) if asked else None,
    )


def _sizes(samples: int | None, most: int) -> Iterator[int]:
    """So many samples, or without end, in pieces of at most so many."""
    if samples is None:
        return repeat(most)
    return chain(repeat(most, samples // most), [samples % most] if samples % most else [])


def sample(
    spot: Spot,
    request: Request,
    stops: Stops,
    rng: object,
    *,
    threads: int | None,
    executor: Executor | None,
    progress: Callable[[float, Equity | None], object] | None,
) -> Equity:
    """The equities of random deals, until one of the stops."""
    start = monotonic()
    source, accepted = source_of(spot)
    task = max(_SMALLEST_TASK, int(_TASK * accepted))
    if stops == Stops():
        stops = Stops(samples=DEFAULT_SAMPLES)
    entropy = random_generator(rng).integers(1 << 63, size=4).tolist()
    streams = (np.random.SeedSequence(entropy, spawn_key=(number,)) for number in count())
    work = (
        (seeds, size, source, spot.board, spot.dead, request)
        for size, seeds in zip(_sizes(stops.samples, task), streams, strict=False)
    )
    total: Tally | None = None
    with closing(in_order(sampled, work, threads=threads, executor=executor)) as tallies:
        for tally in tallies:
            total = tally if total is None else total + tally
            found = concluded(spot.ranges, total, method="monte-carlo", whole=True)
            done = _done(found, stops, monotonic() - start)
            if progress is not None:
                progress(done, found)
            if done >= 1:
                break
    return found


def _done(found: Equity, stops: Stops, elapsed: float) -> float:
    """How much of the way to the nearest stop has been gone, 0 to 1."""
    ways = [0.0]
    if stops.samples is not None:
        ways.append(found.samples / stops.samples)
    if stops.precision is not None and found.samples >= _FEWEST_SAMPLES:
        error = float(found.stderr.max())
        ways.append((stops.precision / error) ** 2 if error > stops.precision else 1.0)
    if stops.seconds is not None:
        ways.append(elapsed / stops.seconds)
    return min(max(ways), 1.0)
