"""The shared library, its start on mpi4py's communicator and its stop; types of elements."""
from __future__ import annotations

import atexit
import os
import sys
from typing import Any, Optional

import numpy as np
from mpi4py import MPI

from . import _build, errors
from ._native import ffi as ffi

VENDORS = {"openmpi": "Open MPI", "mpich": "MPICH"}


def _load() -> Any:
    """The library beside this package; refused before it is loaded if it belongs to another MPI than mpi4py."""
    vendor, version = MPI.get_vendor()
    wanted = VENDORS[_build.MPI]
    if vendor != wanted:
        raise errors.LibraryError(
            f"ashlar: mpi4py uses {vendor} {'.'.join(map(str, version))}, but this library was built with {wanted}: "
            f"use the mpi4py of {wanted}, or a library built with MPI={'mpich' if vendor == 'MPICH' else 'openmpi'}"
        )
    path = os.path.join(os.path.dirname(os.path.realpath(_build.__file__)), _build.LIBRARY)
    try:
        return ffi.dlopen(os.path.realpath(path))
    except OSError as reason:
        raise errors.LibraryError(f"ashlar: {reason}; build it with ./run build, or install both again") from None


lib = _load()
NULL = ffi.NULL
__version__ = ".".join(str(lib.ashlar_version() // unit % 100) for unit in (10000, 100, 1))


def check(status: int) -> None:
    """Raise what a status says."""
    if status:
        errors.fail(lib, status)


# ---- types of elements -----------------------------------------------------------------------------------------

TYPES = {
    np.dtype(np.intc): lib.ASHLAR_INT,
    np.dtype(np.longlong): lib.ASHLAR_LLONG,
    np.dtype(np.int_): lib.ASHLAR_LONG,
    np.dtype(np.float32): lib.ASHLAR_FLOAT,
    np.dtype(np.float64): lib.ASHLAR_DOUBLE,
    np.dtype(np.complex64): lib.ASHLAR_CFLOAT,
    np.dtype(np.complex128): lib.ASHLAR_CDOUBLE,
}
_records: dict = {}


def element_type(dtype: Any) -> tuple:
    """The dtype that is meant, and the library's type; of records one is made for each size."""
    dtype = np.dtype(dtype)
    if dtype in TYPES:
        return dtype, TYPES[dtype]
    if dtype.names and not dtype.hasobject:
        if dtype.itemsize not in _records:
            made = ffi.new("ga_type *")
            check(lib.ga_type_create(dtype.itemsize, made))
            _records[dtype.itemsize] = made[0]
        return dtype, _records[dtype.itemsize]
    names = ", ".join(sorted({str(known) for known in TYPES}))
    raise errors.ElementTypeError(f"ashlar: dtype {dtype} is none of {names}, and no record of plain fields")


def real_of(dtype: np.dtype) -> np.dtype:
    """The dtype of moduli, singular values and the like."""
    return np.empty(0, dtype).real.dtype


# ---- start and stop --------------------------------------------------------------------------------------------

_at_stop: list = []  # functions that are called before the library stops


def started() -> bool:
    """Whether the library runs."""
    return lib.ga_initialized() == 1


def start(comm: Optional[MPI.Intracomm] = None) -> None:
    """Start on the ranks of a communicator (None: MPI.COMM_WORLD). Collective over it.

    `import ashlar` does so on MPI.COMM_WORLD where mpi4py has started MPI. To use another communicator, stop first.
    """
    comm = MPI.COMM_WORLD if comm is None else comm
    if not isinstance(comm, MPI.Comm):
        raise errors.ArgumentError(f"ashlar.start: comm is {type(comm).__name__}, not a communicator of mpi4py")
    check(lib.ga_initialize(ffi.cast("MPI_Comm", MPI._handleof(comm))))


def stop() -> None:
    """Stop. Collective. Objects that are alive are freed, and dead afterwards. At exit this happens by itself.

    StateError on all ranks: a view of memory of the library is alive on one of them.
    """
    if started():
        for function in _at_stop:
            function(is_exit=False)
        check(lib.ga_terminate())
        _records.clear()


def _stop_at_exit() -> None:
    if started() and not MPI.Is_finalized():
        for function in _at_stop:
            function(is_exit=True)
        lib.ga_set_leak_report(0)
        lib.ga_terminate()


def _end_job(kind: type, value: BaseException, trace: Any) -> None:
    """An exception that nobody catches ends the job: the other ranks would wait for this one."""
    _previous_hook(kind, value, trace)
    sys.stderr.flush()
    if started() and lib.ga_size() > 1 and not hasattr(sys, "ps1"):
        MPI.COMM_WORLD.Abort(1)


_previous_hook, sys.excepthook = sys.excepthook, _end_job
atexit.register(_stop_at_exit)
if MPI.Is_initialized() and not MPI.Is_finalized() and not started():
    start()
