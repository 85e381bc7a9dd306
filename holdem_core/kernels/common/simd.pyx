# cython: language_level=3
# cython: freethreading_compatible=True
"""Which instruction set the kernels use: chosen once, at import."""

import os

from holdem_core.errors import KernelError

cdef extern from "common/simd.h":
    int has_avx2()
    int has_avx512()
    enum: HAVE_AVX2_KERNELS


cdef str choose():
    """What ``HOLDEM_CORE_SIMD`` asks for, or else the widest that is here."""
    wanted = os.environ.get("HOLDEM_CORE_SIMD", "")
    if wanted and wanted not in AVAILABLE:
        raise KernelError(f"HOLDEM_CORE_SIMD is {wanted!r}; it may be 'avx512', 'avx2' or 'none'")
    if wanted and not AVAILABLE[wanted]:
        raise KernelError(f"HOLDEM_CORE_SIMD asks for {wanted}, which this processor or this build does not have")
    return wanted or next(name for name, is_here in AVAILABLE.items() if is_here)


AVAILABLE = {"avx512": bool(has_avx512()), "avx2": bool(has_avx2()), "none": True}
SIMD = choose()
WITH_AVX2 = SIMD != "none"  # all kernels but that for rows, which may have 512 bits
AVX2_BUILT = bool(HAVE_AVX2_KERNELS)
