/* Card ids out of Python's ints, without a call where the int is small. */
#ifndef HOLDEM_CORE_IDS_H
#define HOLDEM_CORE_IDS_H

#include <Python.h>

/* -1 with an exception set for what is no integer; a huge one is no card either way. */
static inline long id_of(PyObject *number) {
    if (PyLong_CheckExact(number)) {
#if defined(CYTHON_COMPILING_IN_CPYTHON) && CYTHON_COMPILING_IN_CPYTHON && PY_VERSION_HEX < 0x030C0000
        Py_ssize_t digits = Py_SIZE(number);
        if (digits == 1) return (long)((PyLongObject *)number)->ob_digit[0];
        if (digits == 0) return 0;
#elif defined(CYTHON_COMPILING_IN_CPYTHON) && CYTHON_COMPILING_IN_CPYTHON
        if (PyUnstable_Long_IsCompact((PyLongObject *)number))
            return (long)PyUnstable_Long_CompactValue((PyLongObject *)number);
#endif
    }
    int overflow;
    long value = PyLong_AsLongAndOverflow(number, &overflow);
    return overflow ? LONG_MAX : value;
}

#endif
