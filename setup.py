"""The extension modules; everything else about the package stands in pyproject.toml."""

import os
import sys

import numpy as np
from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = "holdem_core/kernels"
HEADERS = {
    "simd": ["simd.h"],
    "evaluate": ["evaluate.h", "ints.h", "tables.h", "texts.h"],
    "arrays": [
        "arrays.h",
        "evaluate.h",
        "evaluate_avx2.h",
        "evaluate_avx512.h",
        "gufunc.h",
        "pack.h",
        "rows_simd.h",
        "seats_avx2.h",
        "simd.h",
        "tables.h",
    ],
    "settle": ["settle.h", "settle_avx2.h", "simd.h", "gufunc.h"],
    "equity": [
        "boards.h",
        "evaluate.h",
        "given_hands.h",
        "heads_up.h",
        "ranges.h",
        "runouts.h",
        "simd.h",
        "tables.h",
        "tally.h",
        "three_ways.h",
        "tuples.h",
    ],
    "sample": ["columns.h", "draw.h", "evaluate.h", "given_hands.h", "sample.h", "simd.h", "tables.h"],
    "deal": [],
}

extensions = [
    Extension(
        f"holdem_core.kernels.{name}",
        [f"{KERNELS}/{name}.pyx"],
        depends=[f"{KERNELS}/{header}" for header in headers],
        include_dirs=[np.get_include(), KERNELS],
        define_macros=[
            ("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"),
            ("NPY_TARGET_VERSION", "NPY_2_0_API_VERSION"),
        ],
        extra_compile_args=[] if sys.platform == "win32" else ["-O3"],
    )
    for name, headers in HEADERS.items()
]

setup(ext_modules=cythonize(extensions), options={"build_ext": {"parallel": os.cpu_count() or 1}})
