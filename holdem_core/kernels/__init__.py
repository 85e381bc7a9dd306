"""Everything compiled.

The kernels read arrays of ids and chips and write arrays of strengths and payouts. They own no memory beyond
one hand's, hold no state that changes, and run without the interpreter's lock. They check whatever could make
them read or write out of bounds, and raise for hands that cannot be; how the first such hand is found
and named is the business of the layer above. Nothing in here imports more of the package than its errors.
"""

from importlib.util import find_spec

if find_spec("holdem_core.kernels.evaluate") is None:
    raise ImportError(
        "holdem_core is not built here: install it with `pip install .` and import it from another folder, "
        "or with `pip install -e .`"
    )
