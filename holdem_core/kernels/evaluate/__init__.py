"""Cards to strengths: one hand in ``hand``, arrays of hands and of tables in ``arrays``.

Other compiled code finds the evaluator here: Cython by ``from holdem_core.kernels.evaluate cimport ...``, Numba by the
address of ``evaluate7``, for which it looks in this module's ``__pyx_capi__``.
"""

from holdem_core.kernels.evaluate.hand import __pyx_capi__, evaluate7

__all__ = ["__pyx_capi__", "evaluate7"]
