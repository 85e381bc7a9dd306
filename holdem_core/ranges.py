"""Ranges of starting hands: a weight for each of the 1326 combos, from notation, arrays or the 13 x 13 grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from holdem_core.batches import has_masked
from holdem_core.combos import CLASS_OF_COMBO, CLASS_SIZES, CLASSES, COMBOS, GRID, class_name
from holdem_core.errors import RangeError
from holdem_core.notation import class_weights, read_range, write_range

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def _checked(what: str, array: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """A new array of weights, all from 0 to 1."""
    if has_masked(array):
        raise RangeError(f"{what} has masked entries; fill them with weights first")
    try:
        given = np.asarray(array)
    except ValueError:
        raise RangeError(f"{what} is ragged; its shape is {shape}") from None
    if given.shape != shape:
        raise RangeError(f"{what} has shape {given.shape}, not {shape}")
    if given.dtype.kind not in "biuf":
        raise RangeError(f"{what} holds {given.dtype}; weights are numbers from 0 to 1")
    weights = given.astype(np.float64) + 0.0  # so that no zero is negative
    fine = (weights >= 0) & (weights <= 1)
    if not fine.all():
        place = np.unravel_index(np.argmin(fine), shape)
        raise RangeError(f"{what}[{', '.join(map(str, place))}] is {weights[place]}; weights run from 0 to 1")
    return weights


class Range:
    """Starting hands, each combo with a weight from 0 (never held) to 1.

    ======================  ======================================================  ======
    written                 means                                                   combos
    ======================  ======================================================  ======
    ``AA``                  a pair                                                       6
    ``AKs``, ``AKo``        suited, offsuit                                          4, 12
    ``AK``                  both                                                        16
    ``AhKd``, ``A♥K♦``      two cards                                                    1
    ``77+``                 pairs from sevens up                                        48
    ``ATs+``, ``A8o+``      the kicker climbs to just under the first card          16, 72
    ``QJs+``, ``KQ+``       so these climb no further                                4, 16
    ``22-55``, ``55-22``    pairs between, both ends included                           24
    ``A5s-A2s``             kickers between                                             16
    ``T9s-QJs``             both cards climb: T9s, JTs, QJs                             12
    ``random``, ``any``     every hand                                                1326
    ``top 15%``             the best hands, see below                             <= 198
    ``AKs:0.5``             weight one half                                              4
    ``AKs@50``              50 per cent, the same                                        4
    ``0.5(AKs,QQ)``         one weight for a group                                      10
    ``50%(AKs,QQ)``         the same                                                    10
    ``[50]AKs,QQ[/50]``     the same                                                    10
    ======================  ======================================================  ======

    Commas or spaces stand between hands. Ranks, suits, ``s``, ``o`` and words are read in any case. Groups do not
    nest, and no weight stands within one. Hands without a weight have weight 1; weight 0 removes what was
    named before. A combo that is named twice takes the last weight: ``"QQ+:0.5,KK"`` holds kings always, and
    ``"random,AA:0"`` all but aces.

    ``top 15%`` takes whole classes of the 169, in order of their exact heads-up equity against a random hand, while
    their combos stay within that share of 1326; it ends before the first class that would exceed it.

    ``str()`` gives one canonical text for equal ranges, which reads back as exactly the same weights. Ranges are
    values: they compare equal by their weights, and can be hashed and pickled. ``a | b`` takes the larger
    weight of each combo, ``a & b`` the smaller, ``a - b`` what a has beyond b.

    Args:
        text: the hands.

    Raises:
        RangeError: text that cannot be read, with the token, its position and what to write instead.

    Thread safety: a range never changes.

    Example:
        >>> opening = Range("QQ+, AKs, 0.5(A5s-A2s)")
        >>> opening.combos
        38
        >>> str(opening)
        'QQ+,AKs,A5s-A2s:0.5'
        >>> opening - Range("KK, AsKs")
        Range('AA,QQ,A5s-A2s:0.5,AhKh,AdKd,AcKc')
        >>> Range("AKs, 10s")
        Traceback (most recent call last):
            ...
        holdem_core.errors.RangeError: '10s' at position 5: a ten is written T
    """

    __slots__ = ("weights",)

    weights: NDArray[np.float64]
    """float64[1326], read-only: combo ``hi * (hi - 1) // 2 + lo`` holds the cards with ids ``hi > lo``."""

    def __init__(self, text: str) -> None:
        if hasattr(self, "weights"):
            raise AttributeError("a range never changes; make another")
        if not isinstance(text, str):
            raise RangeError(
                f"a range is text such as 'QQ+,AKs', not {text!r}; "
                "arrays go to Range.from_weights, and card ids through format_cards"
            )
        self._hold(read_range(text))

    def _hold(self, weights: NDArray[np.float64]) -> None:
        object.__setattr__(self, "weights", np.frombuffer(weights.tobytes()))

    @classmethod
    def _of(cls, weights: NDArray[np.float64]) -> Range:
        made = cls.__new__(cls)
        made._hold(weights)
        return made

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """A range from the weight of each combo.

        Args:
            weights: 1326 numbers from 0 to 1, or bools; combo ``hi * (hi - 1) // 2 + lo`` holds the cards with
                ids ``hi > lo``.

        Raises:
            RangeError: another shape, or a number that is no weight, with its index.

        Example:
            >>> Range.from_weights(Range("AA,KK").weights / 2)
            Range('KK+:0.5')
        """
        return cls._of(_checked("weights", weights, (COMBOS,)))

    @classmethod
    def from_grid(cls, grid: ArrayLike) -> Range:
        """A range from the 13 x 13 grid: ace first, pairs on the diagonal, suited hands above it, offsuit below.

        Args:
            grid: 13 x 13 numbers from 0 to 1, or bools.

        Raises:
            RangeError: another shape, or a number that is no weight, with its index.

        Example:
            >>> Range.from_grid(np.eye(13))
            Range('22+')
        """
        return cls._of(_checked("grid", grid, (GRID, GRID)).ravel()[CLASS_OF_COMBO])

    @property
    def combos(self) -> int:
        """How many combos have a weight above 0."""
        return int(np.count_nonzero(self.weights))

    @property
    def grid(self) -> NDArray[np.float64]:
        """float64[13, 13]: the mean weight of each cell's combos, laid out as for ``from_grid``."""
        least, greatest = class_weights(self.weights)
        means = np.bincount(CLASS_OF_COMBO, self.weights, CLASSES) / CLASS_SIZES
        # Six times a weight by six need not be that weight.
        return np.where(least == greatest, least, means).reshape(GRID, GRID)

    def __or__(self, other: object) -> Range:
        return self._of(np.maximum(self.weights, other.weights)) if isinstance(other, Range) else NotImplemented

    def __and__(self, other: object) -> Range:
        return self._of(np.minimum(self.weights, other.weights)) if isinstance(other, Range) else NotImplemented

    def __sub__(self, other: object) -> Range:
        if not isinstance(other, Range):
            return NotImplemented
        return self._of(np.maximum(self.weights - other.weights, 0.0))

    def __eq__(self, other: object) -> bool:
        return np.array_equal(self.weights, other.weights) if isinstance(other, Range) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a range never changes; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a range never changes; {name} cannot be deleted")

    def __reduce__(self) -> tuple[type[Range], tuple[Any, ...]]:
        return Range, (str(self),)

    def __str__(self) -> str:
        return write_range(self.weights)

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"

    def _repr_html_(self) -> str:
        share = self.weights.mean()
        rows = ""
        for row, weights in enumerate(self.grid.tolist()):
            cells = enumerate(weights, start=GRID * row)
            rows += f"<tr>{''.join(_markup(class_name(cell), weight) for cell, weight in cells)}</tr>"
        return (
            f'<table style="border-collapse:collapse"><caption>{self.combos} combos, {share:.2%} of {COMBOS} by weight'
            f"</caption>{rows}</table>"
        )


def _markup(name: str, weight: float) -> str:
    """A cell of the grid, the greener the heavier."""
    style = f"background:rgba(0,160,80,{weight:.3f});border:1px solid #8888;padding:2px 4px;text-align:center"
    return f'<td style="{style}" title="{name}: {weight:.4g}">{name}</td>'
