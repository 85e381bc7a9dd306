/* A callable that evaluates one hand spelt plainly and leaves every other call to a function in Python.

   A type of its own with a vectorcall: such a hand costs no frame of Python's, which alone takes longer than the
   evaluation. In all else it is like the function: name, docstring, signature and source are found by what
   functools.update_wrapper puts on it, it is pickled by its name, and it becomes a method where a function would. */
#ifndef HOLDEM_CORE_EVALUATE_TEXT_FIRST_H
#define HOLDEM_CORE_EVALUATE_TEXT_FIRST_H

#include <Python.h>
#include <stddef.h>
#include <structmember.h>
#include "evaluate/ints.h"
#include "evaluate/strength.h"
#include "evaluate/texts.h"

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *function, *attributes, *weak_references; /* nothing changes once it is made */
} text_first;

static PyObject *call_text_first(PyObject *self, PyObject *const *operands, size_t flags, PyObject *names) {
    Py_ssize_t count = PyVectorcall_NARGS(flags);
    if (names == NULL && count >= 1 && count <= 2) {
        uint8_t row[7];
        int cards = 0;
        for (Py_ssize_t i = 0; i < count && cards >= 0; i++)
            cards = PyUnicode_CheckExact(operands[i]) ? read_text(operands[i], row, cards, 7) : -1;
        if (cards == 7 && row_is_fine(row, 7)) return int_of_strength(row_strength(row, 7)); /* unrolled */
        if (cards >= 5 && row_is_fine(row, cards)) return int_of_strength(row_strength(row, cards));
    }
    return PyObject_Vectorcall(((text_first *)self)->function, operands, flags, names);
}

static PyObject *describe_text_first(PyObject *self) { return PyObject_Repr(((text_first *)self)->function); }

static PyObject *bind_text_first(PyObject *self, PyObject *owner, PyObject *type) {
    return (void)type, owner == NULL || owner == Py_None ? Py_NewRef(self) : PyMethod_New(self, owner);
}

static PyObject *reduce_text_first(PyObject *self, PyObject *nothing) {
    return (void)nothing, PyObject_GetAttrString(self, "__qualname__");
}

static int visit_text_first(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((text_first *)self)->function);
    Py_VISIT(((text_first *)self)->attributes);
    return 0;
}

static int clear_text_first(PyObject *self) {
    Py_CLEAR(((text_first *)self)->attributes);
    return 0;
}

static void free_text_first(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (((text_first *)self)->weak_references) PyObject_ClearWeakRefs(self);
    Py_CLEAR(((text_first *)self)->function);
    Py_CLEAR(((text_first *)self)->attributes);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef text_first_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(text_first, call), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(text_first, attributes), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(text_first, weak_references), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
static PyGetSetDef text_first_getters[] = {
    {"__dict__", PyObject_GenericGetDict, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef text_first_methods[] = {
    {"__reduce__", reduce_text_first, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot text_first_slots[] = {
    {Py_tp_call, (void *)PyVectorcall_Call},
    {Py_tp_repr, (void *)describe_text_first},
    {Py_tp_descr_get, (void *)bind_text_first},
    {Py_tp_traverse, (void *)visit_text_first},
    {Py_tp_clear, (void *)clear_text_first},
    {Py_tp_dealloc, (void *)free_text_first},
    {Py_tp_members, text_first_members},
    {Py_tp_getset, text_first_getters},
    {Py_tp_methods, text_first_methods},
    {0, NULL},
};
static PyType_Spec text_first_spec = {
    .name = "holdem_core.kernels.evaluate.hand.text_first",
    .basicsize = sizeof(text_first),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = text_first_slots,
};

static PyObject *make_text_first_type(void) { return PyType_FromSpec(&text_first_spec); }

static PyObject *make_text_first(PyObject *type, PyObject *function) {
    text_first *made = PyObject_GC_New(text_first, (PyTypeObject *)type);
    if (made == NULL) return NULL;
    made->call = call_text_first;
    made->function = Py_NewRef(function);
    made->attributes = made->weak_references = NULL;
    PyObject_GC_Track((PyObject *)made);
    return (PyObject *)made;
}

#endif
