"""The evaluator for other compiled code: ``from holdem_core.kernels.evaluate cimport ...``. See ``hand.pxd``."""

from holdem_core.kernels.evaluate.hand cimport HandKey, add_card, evaluate7, key_strength, remove_card
