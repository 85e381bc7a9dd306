"""Range notation, written: the weights of 1326 combos as the one canonical text, and as other tools read them.

``Range.to`` documents the dialects; ``notation.py`` reads them back.
"""

from __future__ import annotations

from decimal import Context, Decimal
from typing import TYPE_CHECKING, Literal

import numpy as np

from holdem_core._texts import told
from holdem_core.errors import OptionError, RangeError
from holdem_core.ranges.combos import CLASS_OF_COMBO, CLASSES, GRID, combo_names
from holdem_core.ranges.words import ACE, StartingHand

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

Dialect = Literal["plain", "gto+", "equilab", "pio"]

_EXACTLY = Context(prec=20)  # a float has 17 digits, whatever the caller's context keeps


def class_weights(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The least and the greatest weight among each class's combos, float64[169] each."""
    least, greatest = np.full(CLASSES, np.inf), np.zeros(CLASSES)
    np.minimum.at(least, CLASS_OF_COMBO, weights)
    np.maximum.at(greatest, CLASS_OF_COMBO, weights)
    return least, greatest


def write(weights: NDArray[np.float64], dialect: Dialect) -> str:
    """Some weights in a dialect.

    Raises:
        OptionError: another dialect.
        RangeError: a weight that the dialect has no words for.
    """
    writers = {"plain": write_range, "gto+": _write_gto_plus, "equilab": _write_equilab, "pio": _write_pio}
    if not isinstance(dialect, str) or dialect not in writers:
        raise OptionError(f"dialect is {told(dialect)}; it may be {', '.join(map(repr, writers))}")
    return writers[dialect](weights)


def write_range(weights: NDArray[np.float64]) -> str:
    """The canonical text of some weights, which reads back as exactly the same.

    Pairs come first, then the other hands from the highest first card down, suited before offsuit; combos
    whose class is not of one weight throughout stand alone at the end.
    """
    if weights.min() == weights.max() > 0:
        return "random" + _suffix(weights[0])
    return ",".join(text + _suffix(weight) for weight, text in _runs(weights))


def _suffix(weight: float) -> str:
    return "" if weight == 1 else f":{float(weight)!r}"


def _write_gto_plus(weights: NDArray[np.float64]) -> str:
    parts = []
    for weight, hands in _by_weight(weights):
        share = _per_cent(weight)
        parts.append(",".join(hands) if weight == 1 else f"[{share}]{','.join(hands)}[/{share}]")
    return ",".join(parts)


def _per_cent(weight: float) -> str:
    """A weight in per cent, exact, with a decimal at least."""
    text = format(Decimal(repr(weight)).scaleb(2, _EXACTLY), "f")
    return text if "." in text else f"{text}.0"


def _write_equilab(weights: NDArray[np.float64]) -> str:
    parts = list(_by_weight(weights))
    if [weight for weight, _ in parts] == [1.0]:
        return ", ".join(parts[0][1])
    return ", ".join(f"{_whole_per_cent(weight)}: {', '.join(hands)}" for weight, hands in parts)


def _whole_per_cent(weight: float) -> int:
    share = round(100 * weight)
    if share / 100 != weight or not share:
        raise RangeError(f"Equilab's weights are whole per cent, and {weight!r} is none")
    return share


def _write_pio(weights: NDArray[np.float64]) -> str:
    return " ".join(repr(weight).removesuffix(".0") for weight in weights.tolist())


# --- runs ---------------------------------------------------------------------------------------------


def _by_weight(weights: NDArray[np.float64]) -> Iterator[tuple[float, list[str]]]:
    """The hands of each weight, the greatest first."""
    hands: dict[float, list[str]] = {}
    for weight, text in _runs(weights):
        hands.setdefault(weight, []).append(text)
    yield from sorted(hands.items(), reverse=True)


def _runs(weights: NDArray[np.float64]) -> list[tuple[float, str]]:
    """All hands held, in the canonical order, as runs of one weight each."""
    least, greatest = class_weights(weights)
    even = least == greatest
    cells_by_weight: dict[float, list[int]] = {}
    for cell in np.flatnonzero(even & (greatest > 0)).tolist():
        cells_by_weight.setdefault(float(greatest[cell]), []).append(cell)
    runs = sorted((key, weight, text) for weight, cells in cells_by_weight.items() for key, text in _of_classes(cells))
    uneven = np.flatnonzero(~even[CLASS_OF_COMBO] & (weights > 0))[::-1]
    names = combo_names()
    singles = [(float(weights[combo]), names[combo]) for combo in uneven.tolist()]
    return [(weight, text) for _, weight, text in runs] + singles


def _of_classes(cells: Iterable[int]) -> Iterator[tuple[tuple[int, ...], str]]:
    """The runs that some classes make, each with a key to sort it by."""
    pairs: list[int] = []
    kickers: dict[int, dict[str, list[int]]] = {}
    for cell in cells:
        high, low, suits = _hand_of_class(cell)
        if high == low:
            pairs.append(low)
        else:
            kickers.setdefault(high, {"s": [], "o": []})[suits].append(low)
    for low, top in _unbroken(pairs):
        yield (0, -top), _run(StartingHand(low, low, ""), StartingHand(top, top, ""), ACE)
    for high, kinds in kickers.items():
        alike = kinds["s"] == kinds["o"]
        for order, (suits, lows) in enumerate([("", kinds["s"])] if alike else kinds.items()):
            for low, top in _unbroken(lows):
                ends = StartingHand(high, low, suits), StartingHand(high, top, suits)
                yield (1, -high, order, -top), _run(*ends, high - 1)


def _hand_of_class(cell: int) -> StartingHand:
    row, column = divmod(cell, GRID)
    return StartingHand(ACE - min(row, column), ACE - max(row, column), "s" if row < column else "o")


def _unbroken(ranks: list[int]) -> Iterator[tuple[int, int]]:
    """The lowest and highest rank of each unbroken stretch of falling ranks."""
    for rank in ranks:
        if rank + 1 not in ranks:
            top = rank
        if rank - 1 not in ranks:
            yield rank, top


def _run(lowest: StartingHand, highest: StartingHand, top: int) -> str:
    if lowest == highest:
        return str(highest)
    return f"{lowest}+" if highest.low == top else f"{highest}-{lowest}"
