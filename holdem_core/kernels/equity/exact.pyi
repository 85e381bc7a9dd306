import numpy as np
from numpy.typing import NDArray

COMBOS: int
MOST_PLAYERS: int

def boards_of(
    board: NDArray[np.uint8], deck: NDArray[np.uint8], relabellings: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...
def add_wins(boards: NDArray[np.uint8], weight: int, wins: NDArray[np.uint32]) -> None: ...
def sweep(
    boards: NDArray[np.uint8],
    board_weights: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    starts: NDArray[np.int32],
    weights: NDArray[np.float64],
    wanted: NDArray[np.uint8],
    by_combo: bool,
    categories: bool,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def count_winners(holes: NDArray[np.uint8], board: NDArray[np.uint8], deck: NDArray[np.uint8]) -> NDArray[np.int64]: ...
def play_out(
    boards: NDArray[np.uint8],
    board_weights: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    places: NDArray[np.uint16],
    weights: NDArray[np.float64],
    noted: bool,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]: ...
