"""The evaluator called from Numba: by its address, as a plain C function on a pointer to seven card ids."""

import ctypes

import numba
import numpy as np
from numba.extending import get_cython_function_address

from holdem_core import deal

address = get_cython_function_address("holdem_core.kernels.evaluate", "evaluate7")
evaluate7 = ctypes.CFUNCTYPE(ctypes.c_uint16, ctypes.c_void_p)(address)


@numba.njit
def strengths_of(rows):
    """uint8[n, 7] to uint16[n], compiled."""
    strengths = np.empty(len(rows), dtype=np.uint16)
    for i in range(len(rows)):
        strengths[i] = evaluate7(rows[i].ctypes.data)
    return strengths


holes, boards = deal(1000, 1, rng=1)
rows = np.concatenate([holes[:, 0], boards], axis=1)
strengths = strengths_of(rows)
