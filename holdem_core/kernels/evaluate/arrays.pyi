import numpy as np

NOT_A_CARD: int
DUPLICATE: int
TABLE_FAULTS: dict[int, str]
MOST_SEATS: int
BEST_OF_CATEGORY: tuple[int, ...]

strengths: np.ufunc
strengths_unchecked: np.ufunc
strengths_with_board: np.ufunc
strengths_with_board_unchecked: np.ufunc
seat_strengths: np.ufunc
seat_strengths_unchecked: np.ufunc
table_strengths: np.ufunc
best_fives: np.ufunc
card_faults: np.ufunc
table_faults: np.ufunc
