"""Adapters of other equity calculators, each on one thread, and the spots they are asked about.

A peer that refuses a spot, or needs more than about five seconds for it, says so in ``leaves_out``.
"""

import ctypes
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, NamedTuple

from holdem_core.benches.measures import Contender, Work
from holdem_core.benches.peers import load
from holdem_core.equities.methods import equity

SAMPLES = 1 << 20
SECONDS = 0.5  # of pokerfast's random deals: with six random hands it spends 0.05 before the first
SEED = 6


class Question(NamedTuple):
    """Each player's hand or range, and the board."""

    ranges: tuple[str, ...]
    board: str = ""

    def __str__(self) -> str:
        alike = len(self.ranges) > 2 and len(set(self.ranges)) == 1
        ranges = f"{len(self.ranges)} {self.ranges[0]} hands" if alike else " v ".join(self.ranges)
        return f"{ranges} on {self.board}" if self.board else ranges


class Answer(NamedTuple):
    """Each player's equity, and how many deals were drawn, where they were drawn at random."""

    equities: Sequence[float]
    samples: int = 0


Call = Callable[[], Answer]

WIDE = ("QQ+,AKs", "22+,A2s+")
FLOP = "2c7dTh"
EXACT = {
    "two_hands_preflop": Question(("AhKh", "QsQd")),
    "ranges_preflop": Question(WIDE),
    "random_v_random_preflop": Question(("random", "random")),
    "ranges_on_flop": Question(WIDE, FLOP),
    "hand_v_random_on_flop": Question(("AhKh", "random"), FLOP),
    "random_v_random_on_flop": Question(("random", "random"), FLOP),
    "ranges_v_random_on_flop": Question((*WIDE, "random"), FLOP),
    "three_hands_preflop": Question(("AhKh", "QsQd", "7c6c")),
}
SLOW = Question((*WIDE, "random"))  # no peer is asked
SAMPLED = {
    "two_hands": Question(("AhKh", "QsQd")),
    "ranges": Question(WIDE),
    "ranges_v_random": Question((*WIDE, "random")),
    "six_random_hands": Question(("random",) * 6),
}


@dataclass(frozen=True)
class EquityPeer:
    """A calculator and one way to call it; ``prepare`` raises where it is missing or broken.

    ``leaves_out`` says why it is not asked about a spot, by the spot's name; ``seconds`` for how long it draws deals at
    each call, where it is time that ends the call.
    """

    name: str
    prepare: Callable[[Question], Call]
    leaves_out: dict[str, str] = field(default_factory=dict)
    seconds: float | None = None

    @property
    def title(self) -> str:
        """Its name, and what ends its calls if that is time."""
        return self.name if self.seconds is None else f"{self.name}, for {self.seconds:g} s"


@dataclass(frozen=True)
class Sampler(Contender):
    """A contender that says after each call how many deals it drew."""

    call: Call

    def work(self) -> Work:
        """Makes one call, and counts the deals that it says it drew."""
        start = perf_counter()
        answer = self.call()
        return Work(answer.samples, perf_counter() - start)


# --- ours, from text at every call -------------------------------------------------------------------


def ours_exact(spot: Question, threads: int = 1) -> Call:
    """Every deal counted."""
    return lambda: Answer(equity(*spot.ranges, board=spot.board, method="exact", threads=threads).equity.tolist())


def ours_sampled(spot: Question) -> Call:
    """About a million deals drawn."""

    def call() -> Answer:
        found = equity(*spot.ranges, board=spot.board, method="monte-carlo", samples=SAMPLES, rng=SEED, threads=1)
        return Answer(found.equity.tolist(), found.samples)

    return call


# --- pokerfast ---------------------------------------------------------------------------------------


def _pokerfast_exact(spot: Question) -> Call:
    pokerfast = load("pokerfast.equity")
    if not pokerfast.available():
        raise ImportError("pokerfast has no native library here")
    return lambda: Answer(pokerfast.equity(spot.ranges, spot.board, exact=True, threads=1))


def _pokerfast_sampled(spot: Question) -> Call:
    """The native function under ``equity``, not documented: it also says how many deals it drew."""
    pokerfast = load("pokerfast.equity")
    if not pokerfast.available():
        raise ImportError("pokerfast has no native library here")
    pf_equity = pokerfast._load().pf_equity
    players = len(spot.ranges)
    texts = (ctypes.c_char_p * players)(*(text.encode() for text in spot.ranges))

    def call() -> Answer:
        equities, drawn = (ctypes.c_double * players)(), ctypes.c_uint64()
        code = pf_equity(
            texts, players, spot.board.encode(), b"", False, 0.0, 1, SECONDS, equities, ctypes.byref(drawn)
        )
        if code != 0:
            raise ValueError(f"pokerfast refuses {spot}")
        return Answer(list(equities), drawn.value)

    return call


# --- xiapl -------------------------------------------------------------------------------------------


def _xiapl(spot: Question, options: Callable[[Any], Any]) -> Call:
    """Known hands, or two ranges, made ready beforehand."""
    simulation, cards = load("xiapl").simulation, load("xiapl.utils").cards_to_mask
    card, ranges = load("xiapl.card").Card.from_string, load("xiapl.range").Range

    def mask(text: str) -> int:
        return int(cards([card(text[at : at + 2]) for at in range(0, len(text), 2)]))

    board, chosen = mask(spot.board), options(simulation.SimulationOptions)
    chosen.threads = 1
    if all(len(text) == 4 and text[1] in "cdhs" for text in spot.ranges):
        hands = [mask(text) for text in spot.ranges]

        def of_hands() -> Answer:
            found = simulation.calculate_equity(hands, board, chosen)
            return Answer([player.equity for player in found.players], found.trials)

        return of_hands
    hero, villain = (ranges.all() if text == "random" else ranges.from_string(text) for text in spot.ranges)
    mode = simulation.RangeEquityMode.AggregateOnly

    def of_ranges() -> Answer:
        found = simulation.calculate_range_equity(hero, villain, board, chosen, mode)
        return Answer([found.hero_aggregate_equity, found.villain_aggregate_equity], found.trials)

    return of_ranges


# --- eval7 -------------------------------------------------------------------------------------------


def _eval7_sampled(spot: Question) -> Call:
    """As many deals for each of the first player's hands, which weigh as the second player's hands allow.

    It has no exact call for these spots: ``py_hand_vs_range_exact`` deals no cards, so it is exact on the river alone.
    """
    eval7 = load("eval7")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its parser's deprecations are no concern of ours
        hero, villain = (eval7.HandRange(text) for text in spot.ranges)
    board = [eval7.Card(spot.board[at : at + 2]) for at in range(0, len(spot.board), 2)]
    each = SAMPLES // len(hero)
    met = {mine: sum(not set(mine) & set(theirs) for theirs, _ in villain) for mine, _ in hero}

    def call() -> Answer:
        found = eval7.py_all_hands_vs_range(hero, villain, board, each)
        won = sum(found[hand] * weight for hand, weight in met.items()) / sum(met.values())
        return Answer([won, 1 - won], each * len(hero))

    return call


# --- who is asked what -------------------------------------------------------------------------------

EXACT_PEERS = [
    EquityPeer(
        "pokerfast",
        _pokerfast_exact,
        {
            "random_v_random_preflop": "takes more than 12 s",
            "ranges_v_random_on_flop": "takes 11 s",
        },
    ),
    EquityPeer(
        "xiapl",
        lambda spot: _xiapl(spot, lambda options: options.exact()),
        {
            "ranges_preflop": "refuses, its cache would need 1.2 GB",
            "random_v_random_preflop": "refuses, its cache would need 13 GB",
            "ranges_v_random_on_flop": "three players only with known hands",
        },
    ),
]
SAMPLED_PEERS = [
    EquityPeer("pokerfast", _pokerfast_sampled, seconds=SECONDS),
    EquityPeer(
        "xiapl",
        lambda spot: _xiapl(spot, lambda options: options.mc_seeded(SAMPLES, SEED)),
        {
            "ranges_v_random": "three players only with known hands",
            "six_random_hands": "more than two players only with known hands",
        },
    ),
    EquityPeer(
        "eval7",
        _eval7_sampled,
        {"ranges_v_random": "two players only", "six_random_hands": "two players only"},
    ),
]
