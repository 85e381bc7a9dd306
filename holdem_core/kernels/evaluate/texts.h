/* One hand's text to card ids, for the plain spelling only: ranks and suits in ASCII side by side. */
#ifndef HOLDEM_CORE_EVALUATE_TEXTS_H
#define HOLDEM_CORE_EVALUATE_TEXTS_H

#include <Python.h>
#include <stdint.h>

/* Four times the rank, and the suit, each with this bit for a letter that is one. */
#define IS_LETTER 64

static const uint8_t RANK_LETTERS[128] = {
    ['2'] = 64, ['3'] = 68, ['4'] = 72, ['5'] = 76, ['6'] = 80, ['7'] = 84, ['8'] = 88, ['9'] = 92,
    ['T'] = 96, ['J'] = 100, ['Q'] = 104, ['K'] = 108, ['A'] = 112,
    ['t'] = 96, ['j'] = 100, ['q'] = 104, ['k'] = 108, ['a'] = 112,
};
static const uint8_t SUIT_LETTERS[128] = {
    ['c'] = 64, ['d'] = 65, ['h'] = 66, ['s'] = 67, ['C'] = 64, ['D'] = 65, ['H'] = 66, ['S'] = 67,
};

/* Appends a text's cards to a row of `filled`, at most `room` in all. How many the row then has; -1 for a text that
   this cannot read. */
static inline int read_text(PyObject *text, uint8_t *row, int filled, int room) {
    if (!PyUnicode_IS_COMPACT_ASCII(text)) return -1;
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    if (length & 1 || length > 2 * (Py_ssize_t)(room - filled)) return -1;
    const Py_UCS1 *letters = PyUnicode_1BYTE_DATA(text);
    unsigned all = IS_LETTER;
    for (Py_ssize_t i = 0; i < length; i += 2) {
        unsigned rank = RANK_LETTERS[letters[i]], suit = SUIT_LETTERS[letters[i + 1]];
        all &= rank & suit;
        row[filled++] = (uint8_t)((rank | suit) & 63);
    }
    return all ? filled : -1;
}

#endif
