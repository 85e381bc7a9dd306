import numpy as np

INPUTS: tuple[str, ...]
OUTPUTS: tuple[str, ...]
FAULTS: dict[int, str]
CLOCKWISE: int
LIVE_BY_STRENGTH: int
settle_hands: np.ufunc
chip_faults: np.ufunc
