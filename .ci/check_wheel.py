"""Checks which files a wheel holds: stubs and declarations in, sources, generators and tests out."""

import sys
import zipfile

KERNELS = {
    "common/simd",
    "equity/exact",
    "evaluate/arrays",
    "evaluate/hand",
    "sample/deal",
    "sample/showdowns",
    "settle/arrays",
}
REQUIRED = (
    "holdem_core/py.typed",
    "holdem_core/data/preflop.npz",
    "holdem_core/kernels/evaluate/__init__.pxd",
    "holdem_core/kernels/evaluate/hand.pxd",
    *(f"holdem_core/kernels/{kernel}.pyi" for kernel in sorted(KERNELS)),
)
FORBIDDEN_ENDINGS = (".c", ".h", ".pyx", ".o")
FORBIDDEN_FOLDERS = ("tests/", "benchmarks/", "docs/", "build/", "tools/")

names = zipfile.ZipFile(sys.argv[1]).namelist()
missing = [name for name in REQUIRED if name not in names]
unwanted = [name for name in names if name.endswith(FORBIDDEN_ENDINGS) or name.startswith(FORBIDDEN_FOLDERS)]
unwanted += [name for name in names if name.split("/")[-1].startswith("make_")]
built = {name.split(".")[0].removeprefix("holdem_core/kernels/") for name in names if name.endswith((".so", ".pyd"))}
if missing or unwanted or built != KERNELS:
    sys.exit(f"missing: {missing}; unwanted: {unwanted}; compiled: {sorted(built)}")
print(f"{len(names)} files, as they should be")
