import numpy as np

FAULTS: dict[int, str]
CLOCKWISE: int
LIVE_BY_STRENGTH: int
settle_hands: np.ufunc
chip_faults: np.ufunc
