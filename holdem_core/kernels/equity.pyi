import numpy as np
from numpy.typing import NDArray

def all_boards() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...
def sweep(
    boards: NDArray[np.uint8],
    board_weights: NDArray[np.float64],
    cards: NDArray[np.uint8],
    starts: NDArray[np.int32],
    theirs: NDArray[np.float64],
) -> NDArray[np.float64]: ...
def add_wins(boards: NDArray[np.uint8], weight: int, wins: NDArray[np.uint32]) -> None: ...
