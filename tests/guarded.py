"""Memory that ends where nothing can be read, so that a read beyond it ends the process."""

import ctypes
import mmap

import numpy as np
from numpy.typing import NDArray

_PROT_NONE = 0


def guarded_page() -> NDArray[np.uint8]:
    """A page of bytes; the next one is protected."""
    room = mmap.mmap(-1, 2 * mmap.PAGESIZE)
    memory = np.frombuffer(room, dtype=np.uint8)
    end = ctypes.c_void_p(memory.ctypes.data + mmap.PAGESIZE)
    if ctypes.CDLL(None, use_errno=True).mprotect(end, ctypes.c_size_t(mmap.PAGESIZE), _PROT_NONE):
        raise OSError(ctypes.get_errno(), "mprotect")
    return memory[: mmap.PAGESIZE]


def at_the_end(memory: NDArray[np.uint8], cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A copy of cards whose last byte is the last of a memory."""
    last = memory[memory.size - cards.size :].reshape(cards.shape)
    last[:] = cards
    return last
