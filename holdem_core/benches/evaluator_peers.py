"""Adapters of other evaluators: each turns rows of card ids beforehand into what its peer's fastest call takes.

The fastest calls were found in the peers' code and by trial; where that call is not in a peer's documentation,
the adapter says so.
"""

import ctypes
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holdem_core.benches.measures import Contender
from holdem_core.benches.peers import load
from holdem_core.cards import format_cards

CARD_NAMES = [format_cards([card]) for card in range(52)]

Rows = NDArray[np.uint8]


@dataclass(frozen=True)
class Evaluation:
    """Rows of cards made ready: ``run`` is what is timed, ``strengths`` says what came out."""

    run: Callable[[], object]
    strengths: Callable[[], Iterable[int]]


@dataclass(frozen=True)
class EvaluatorPeer:
    """An evaluator and one way to call it; ``prepare`` raises where it is missing or broken."""

    name: str
    prepare: Callable[[Rows], Evaluation]
    lower_wins: bool = False

    def contender(self, rows: Rows) -> Contender:
        """The peer with these rows before it."""
        return Contender(self.prepare(rows).run, len(rows))

    def strengths(self, rows: Rows) -> NDArray[np.int64]:
        """What the peer makes of each row, the higher wins."""
        values = np.fromiter(self.prepare(rows).strengths(), dtype=np.int64)
        return -values if self.lower_wins else values


def one_by_one(function: Callable[..., int], arguments: list[tuple[Any, ...]]) -> Evaluation:
    """A call a hand, without any bytecode between two calls."""
    return Evaluation(
        run=lambda: deque(starmap(function, arguments), maxlen=0),
        strengths=lambda: starmap(function, arguments),
    )


def texts(rows: Rows) -> list[str]:
    """Each row as one text such as ``"AhKhQhJhTh2c3d"``."""
    return ["".join(CARD_NAMES[card] for card in row) for row in rows.tolist()]


# --- one hand a call, cards in the peer's own form ---------------------------------------------------


def _eval7(rows: Rows) -> Evaluation:
    eval7 = load("eval7")
    deck = [eval7.Card(name) for name in CARD_NAMES]
    return one_by_one(eval7.evaluate, [([deck[card] for card in row],) for row in rows.tolist()])


def _phevaluator(rows: Rows) -> Evaluation:
    """The compiled function under ``evaluate_7cards``, not documented."""
    evaluate_7cards = load("phevaluator._pheval").evaluate_7cards
    return one_by_one(evaluate_7cards, [tuple(row) for row in rows.tolist()])


def _pkrbot(rows: Rows) -> Evaluation:
    """``evaluate_raw`` on two byte strings, not documented: ``evaluate`` on a list of cards takes a fifth longer."""
    evaluate_raw = load("pkrbot").evaluate_raw
    return one_by_one(evaluate_raw, [((row >> 2).tobytes(), (row & 3).tobytes(), 7) for row in rows])


def _pkrbot_cards(rows: Rows) -> Evaluation:
    pkrbot = load("pkrbot")
    deck = [pkrbot.Card(name) for name in CARD_NAMES]
    return one_by_one(pkrbot.evaluate, [([deck[card] for card in row],) for row in rows.tolist()])


def _treys(rows: Rows) -> Evaluation:
    """The method under ``Evaluator.evaluate``, which only joins hand and board first."""
    treys = load("treys")
    deck = [treys.Card.new(name) for name in CARD_NAMES]
    return one_by_one(treys.Evaluator()._seven, [([deck[card] for card in row],) for row in rows.tolist()])


# --- one hand a call, from text ----------------------------------------------------------------------


def _holdem_hand_evaluator(rows: Rows) -> Evaluation:
    evaluate_hand = load("holdem_hand_evaluator").evaluate_hand
    return one_by_one(evaluate_hand, [(text,) for text in texts(rows)])


def _phevaluator_text(rows: Rows) -> Evaluation:
    evaluate_cards = load("phevaluator.evaluator").evaluate_cards
    return one_by_one(evaluate_cards, [tuple(CARD_NAMES[card] for card in row) for row in rows.tolist()])


def _pkrbot_text(rows: Rows) -> Evaluation:
    pkrbot = load("pkrbot")
    card, evaluate_cards = pkrbot.Card, pkrbot.evaluate

    def evaluate_text(text: str) -> int:
        return int(evaluate_cards([card(text[at : at + 2]) for at in range(0, len(text), 2)]))

    return one_by_one(evaluate_text, [(text,) for text in texts(rows)])


# --- arrays ------------------------------------------------------------------------------------------


def _pokerfast(rows: Rows) -> Evaluation:
    """The shared library in the wheel, on the buffer as it lies; it checks ids and duplicates on its way."""
    path = load("pokerfast.equity").find_library()
    if path is None:
        raise ImportError("pokerfast has no native library here")
    library = ctypes.CDLL(path)
    library.pf_init()
    pf_evaluate = library.pf_evaluate
    pf_evaluate.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p]
    rows, strengths = np.ascontiguousarray(rows), np.zeros(len(rows), dtype=np.uint16)
    count, width = rows.shape

    def run() -> NDArray[np.uint16]:
        if pf_evaluate(rows.ctypes.data, count, width, strengths.ctypes.data) != 0:
            raise ValueError("pokerfast refuses the rows")
        return strengths

    return Evaluation(run, run)


POKERFAST = EvaluatorPeer("pokerfast", _pokerfast)
PKRBOT = EvaluatorPeer("pkrbot", _pkrbot)
PKRBOT_CARDS = EvaluatorPeer("pkrbot, cards", _pkrbot_cards)
PKRBOT_TEXT = EvaluatorPeer("pkrbot, text", _pkrbot_text)
HOLDEM_HAND_EVALUATOR = EvaluatorPeer("holdem-hand-evaluator", _holdem_hand_evaluator)
ONE_HAND = [
    PKRBOT,
    PKRBOT_CARDS,
    EvaluatorPeer("phevaluator", _phevaluator, lower_wins=True),
    EvaluatorPeer("eval7", _eval7),
    EvaluatorPeer("treys", _treys, lower_wins=True),
]
FROM_TEXT = [HOLDEM_HAND_EVALUATOR, PKRBOT_TEXT, EvaluatorPeer("phevaluator, text", _phevaluator_text, lower_wins=True)]
