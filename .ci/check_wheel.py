"""Checks which files a wheel holds: stubs and declarations in, sources and tests out."""

import sys
import zipfile

REQUIRED = (
    "holdem_core/py.typed",
    "holdem_core/data/preflop.npz",
    "holdem_core/kernels/arrays.pyi",
    "holdem_core/kernels/deal.pyi",
    "holdem_core/kernels/equity.pyi",
    "holdem_core/kernels/evaluate.pyi",
    "holdem_core/kernels/sample.pyi",
    "holdem_core/kernels/settle.pyi",
    "holdem_core/kernels/simd.pyi",
    "holdem_core/kernels/evaluate.pxd",
)
FORBIDDEN_ENDINGS = (".c", ".h", ".pyx", ".o")
FORBIDDEN_FOLDERS = ("tests/", "benchmarks/", "docs/", "build/")

names = zipfile.ZipFile(sys.argv[1]).namelist()
missing = [name for name in REQUIRED if name not in names]
unwanted = [name for name in names if name.endswith(FORBIDDEN_ENDINGS) or name.startswith(FORBIDDEN_FOLDERS)]
kernels = {name.split("/")[-1].split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
if missing or unwanted or kernels != {"arrays", "deal", "equity", "evaluate", "sample", "settle", "simd"}:
    sys.exit(f"missing: {missing}; unwanted: {unwanted}; compiled: {sorted(kernels)}")
print(f"{len(names)} files, as they should be")
