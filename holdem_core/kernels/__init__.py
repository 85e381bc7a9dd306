"""Everything compiled.

The kernels read arrays of ids and chips and write arrays of strengths and payouts. Their loops run without the
interpreter's lock and keep nothing from call to call but tables. They check whatever could make them read or write out
of bounds, and raise for hands that cannot be; how many there are, and their places in arrays of several dimensions, is
the business of the layer above. Nothing in here imports more of the package than its errors.
"""

try:
    import holdem_core.kernels.common.simd  # noqa: F401
except ModuleNotFoundError as error:
    if error.name != "holdem_core.kernels.common.simd":
        raise
    raise ImportError(
        "holdem_core is not built here: install it with `pip install .` and import it from another folder, "
        "or with `pip install -e .`"
    ) from None
