"""The extension modules; everything else about the package stands in pyproject.toml."""

import os
import sys
from pathlib import Path

import numpy as np
from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = Path("holdem_core/kernels")
BUILT_ON = {  # each subject's folder, and those whose headers it includes besides its own
    "common": (),
    "evaluate": ("common",),
    "settle": ("common",),
    "equity": ("common", "evaluate"),
    "sample": ("common", "evaluate", "equity"),
}

extensions = [
    Extension(
        f"holdem_core.kernels.{subject}.{source.stem}",
        [source.as_posix()],
        depends=[
            header.as_posix() for folder in (subject, *others) for header in sorted((KERNELS / folder).glob("*.h"))
        ],
        include_dirs=[np.get_include(), KERNELS.as_posix()],
        define_macros=[
            ("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"),
            ("NPY_TARGET_VERSION", "NPY_2_0_API_VERSION"),
        ],
        extra_compile_args=[] if sys.platform == "win32" else ["-O3"],
    )
    for subject, others in BUILT_ON.items()
    for source in sorted((KERNELS / subject).glob("*.pyx"))
]

setup(ext_modules=cythonize(extensions), options={"build_ext": {"parallel": os.cpu_count() or 1}})
