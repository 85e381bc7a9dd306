"""Fixed workloads, other libraries' adapters and ratios taken in turns: for ``holdem-core bench`` and for benchmarks/.

``workloads`` lists by subject what is measured, ``evaluator_peers`` and ``equity_peers`` call the other libraries,
``measures`` takes the figures. A new subject is a module with its peers' adapters and some lines in ``workloads``.
"""
