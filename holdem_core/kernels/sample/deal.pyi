import numpy as np
from numpy.typing import NDArray

def deal_rows(rows: NDArray[np.uint8], deck: NDArray[np.uint8], bit_generator: np.random.BitGenerator) -> None: ...
