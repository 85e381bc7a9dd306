/* The deck, and what follows from its size. A card id is four times the rank, deuce first, and the suit. */
#ifndef HOLDEM_CORE_COMMON_DECK_H
#define HOLDEM_CORE_COMMON_DECK_H

enum {
    RANKS = 13,
    SUITS = 4,
    DECK = RANKS * SUITS,
    COMBOS = DECK * (DECK - 1) / 2, /* pairs of hole cards */
    MOST_SEATS = DECK / 2,          /* with two cards each */
    UNSEEN = 255                    /* stands for a card that nobody has seen */
};

#endif
