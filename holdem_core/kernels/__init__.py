"""Everything compiled, by subject.

- ``common``: what the others are built on. ``simd`` chooses the instruction set, ``deck.h`` has the sizes that follow
  from the deck, ``gufunc.h`` makes NumPy gufuncs of C loops.
- ``evaluate``: cards to strengths. ``hand`` takes one hand, as ids, as text or from other compiled code; ``arrays``
  takes arrays of hands and of tables. ``strength.h`` is the evaluator, ``tables.h`` what it looks up.
- ``settle``: chips to payouts. ``hand.h`` settles one hand, ``hands_avx2.h`` eight at once; ``operands.h`` is the
  table of what goes in and comes out.
- ``equity``: exact equities. Ranges are swept over boards two or three at a time (``sweep_two.h``,
  ``sweep_three.h``), given hands are played on every board (``play_runouts.h``, ``play_tuples.h``), and
  ``preflop_tally.h`` counts the wins for the table of match-ups before the flop.
- ``sample``: random deals. ``deal`` fills arrays with cards; ``showdowns`` draws hands from weighted ranges
  (``draw.h``) and plays them (``play.h``).

A ``.pyx`` checks what Python gives it and calls its headers, which are plain C. Headers are included by folder, and a
folder's only by itself and by those further down the list. What ends in ``_avx2`` or ``_avx512`` needs such a
processor, has a plain twin with the same answers, and is chosen when its ``.pyx`` is imported: to add a kernel for
another processor, write one like ``evaluate/rows_avx512.h``, name its instruction set in ``common/simd.h`` and
``simd.pyx``, and choose it in ``evaluate/arrays.pyx``.

The kernels read arrays of ids and chips and write arrays of strengths and payouts. Their loops run without the
interpreter's lock and keep nothing from call to call but tables. They check whatever could make them read or write out
of bounds, and raise for hands that cannot be; how many there are, and their places in arrays of several dimensions, is
the business of the layer above. Nothing in here imports more of the package than its errors.
"""

from holdem_core.errors import KernelError

try:
    import holdem_core.kernels.common.simd  # noqa: F401
except ModuleNotFoundError as error:
    if error.name != "holdem_core.kernels.common.simd":
        raise
    raise KernelError(
        "holdem_core is not built here: install it with `pip install .` and import it from another folder, "
        "or with `pip install -e .`"
    ) from None
