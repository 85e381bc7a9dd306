/* Makes NumPy gufuncs from C loops that may fail: a loop returns -1 with an exception set. */
#ifndef HOLDEM_CORE_COMMON_GUFUNC_H
#define HOLDEM_CORE_COMMON_GUFUNC_H

#include <Python.h>
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>
#include <numpy/dtype_api.h>

/* As NumPy calls it, less the consts that Cython cannot spell. */
typedef int gufunc_loop(PyArrayMethod_Context *context, char **data, const npy_intp *dimensions,
                        const npy_intp *strides, void *auxiliary);

/* The NumPy type number of an operand. */
static inline int operand_type(PyArrayMethod_Context *context, int operand) {
    return context->descriptors[operand]->type_num;
}

/* The size of an operand's items. */
static inline int operand_bytes(PyArrayMethod_Context *context, int operand) {
    return (int)PyDataType_ELSIZE(context->descriptors[operand]);
}

/* The array types that a loop may take, by NumPy's type number. */
static PyArray_DTypeMeta *dtype_of(int type_number) {
    PyArray_Descr *descriptor = PyArray_DescrFromType(type_number);
    PyArray_DTypeMeta *dtype = NPY_DTYPE(descriptor);
    Py_DECREF(descriptor); /* the classes of built-in types live as long as NumPy */
    return dtype;
}

/* Makes a gufunc without loops. Where two are made of the same loops, `checked` tells these which of the two they run
   for: it lies where a ufunc keeps the data of its loops. */
static PyObject *make_gufunc(const char *name, const char *signature, int inputs, int outputs, int checked) {
    static void *CHECKED[] = {NULL};
    return PyUFunc_FromFuncAndDataAndSignature(NULL, checked ? CHECKED : NULL, NULL, 0, inputs, outputs, PyUFunc_None,
                                               name, "", 0, signature);
}

/* Whether a loop runs for a gufunc that is checked. */
static inline int is_checked(PyArrayMethod_Context *context) {
    return ((PyUFuncObject *)context->caller)->data != NULL;
}

/* Adds a loop for one choice of input and output types. */
static int add_loop(PyObject *gufunc, gufunc_loop *loop, const int *type_numbers) {
    PyArray_DTypeMeta *dtypes[NPY_MAXARGS];
    PyUFuncObject *ufunc = (PyUFuncObject *)gufunc;
    for (int i = 0; i < ufunc->nargs; i++) dtypes[i] = dtype_of(type_numbers[i]);
    PyType_Slot slots[] = {{NPY_METH_strided_loop, (void *)loop}, {0, NULL}};
    PyArrayMethod_Spec spec = {
        .name = ufunc->name,
        .nin = ufunc->nin,
        .nout = ufunc->nout,
        .casting = NPY_NO_CASTING,
        .flags = NPY_METH_NO_FLOATINGPOINT_ERRORS,
        .dtypes = dtypes,
        .slots = slots,
    };
    return PyUFunc_AddLoopFromSpec(gufunc, &spec);
}

/* The integer types, as NumPy numbers them: every one that a caller's array may have. */
static const int INTEGER_TYPES[] = {NPY_BYTE, NPY_UBYTE, NPY_SHORT, NPY_USHORT, NPY_INT,
                                    NPY_UINT, NPY_LONG, NPY_ULONG, NPY_LONGLONG, NPY_ULONGLONG};
enum { INTEGER_TYPE_COUNT = sizeof INTEGER_TYPES / sizeof *INTEGER_TYPES };

#endif
