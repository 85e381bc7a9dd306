"""What `gufunc.h` offers to the kernels."""

cimport numpy as cnp


cdef extern from "common/gufunc.h" nogil:
    ctypedef struct LoopContext "PyArrayMethod_Context":
        pass
    ctypedef int gufunc_loop(
        LoopContext *, char **, const cnp.npy_intp *, const cnp.npy_intp *, void *) except -1
    object make_gufunc(const char *, const char *, int, int, bint)
    bint is_checked(LoopContext *)
    int add_loop(object, gufunc_loop *, const int *) except -1
    int operand_type(LoopContext *, int)
    int operand_bytes(LoopContext *, int)
    const int *INTEGER_TYPES
    int INTEGER_TYPE_COUNT
