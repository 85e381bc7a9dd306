"""The evaluator for other compiled code, without the interpreter's lock: ``from holdem_core.kernels.evaluate cimport ...``."""

from holdem_core.kernels.evaluate.hand cimport HandKey, add_card, evaluate7, key_strength, remove_card
