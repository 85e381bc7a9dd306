import numpy as np
from numpy.typing import NDArray

def alias_table(weights: NDArray[np.float64]) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]: ...
def draw(
    tuples: NDArray[np.uint16],
    combos: list[NDArray[np.uint16]],
    tables: list[tuple[NDArray[np.uint64], NDArray[np.uint16]]],
    used: int,
    state: NDArray[np.uint64],
    most_tries: int,
    columns: list[tuple[int, ...]] | None = None,
) -> tuple[int, int]: ...
def play(
    tuples: NDArray[np.uint16],
    board: NDArray[np.uint8],
    dead: int,
    state: NDArray[np.uint64],
    counts: NDArray[np.int64],
    categories: NDArray[np.int64] | None = None,
    held: NDArray[np.int64] | None = None,
    shares: NDArray[np.float64] | None = None,
    any_two: int = 0,
    same: int = 0,
    times: int = 1,
) -> None: ...
