"""What the library runs on: versions, the kernels in use and why these."""

import os
import platform
from importlib.metadata import version

import numpy as np

from holdem_core.kernels.common import simd


def show_config() -> None:
    """Prints the versions, the instruction set of the kernels in use, and why it is that one.

    ``HOLDEM_CORE_SIMD=none``, ``=avx2`` or ``=avx512``, set before the import, forces one.

    Example:
        >>> show_config()  # doctest: +ELLIPSIS
        holdem_core ...
        kernels: ...
    """
    print(config_text())


def config_text() -> str:
    """What ``show_config`` prints, two lines."""
    versions = f"holdem_core {version('holdem-core')}, Python {platform.python_version()}, NumPy {np.__version__}"
    return f"{versions}\nkernels: {simd.SIMD}, {_reason()}"


def _reason() -> str:
    if os.environ.get("HOLDEM_CORE_SIMD"):
        return "as HOLDEM_CORE_SIMD asks"
    if simd.WITH_AVX2:
        return "the fastest of this build, and this processor has it"
    if simd.AVX2_BUILT:
        return "since this processor has no AVX2"
    return "since this build has no others: those take GCC or Clang on x86-64"
