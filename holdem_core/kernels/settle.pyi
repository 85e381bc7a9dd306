import numpy as np

FAULTS: dict[int, str]
settle_hands: np.ufunc
chip_faults: np.ufunc
