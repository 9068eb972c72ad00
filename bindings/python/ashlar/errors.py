"""Exceptions, one for each status of the library; the text is the library's own.

>>> issubclass(RangeError, IndexError) and issubclass(RangeError, Error)
True
"""
from __future__ import annotations

from typing import Any

from ._native import ffi


class Error(Exception):
    """Any error of the library. `status` is its code, as `ashlar_status_name()` names it."""

    status: str = "ASHLAR_UNKNOWN"


class ArgumentError(Error, ValueError):
    """An argument is not valid."""

    status = "ASHLAR_EARG"


class HandleError(Error, LookupError):
    """The object has been destroyed, or its library stopped."""

    status = "ASHLAR_EHANDLE"


class RangeError(Error, IndexError):
    """An index or a patch is outside the array."""

    status = "ASHLAR_ERANGE"


class ElementTypeError(Error, TypeError):
    """The dtype does not fit the array or the operation."""

    status = "ASHLAR_ETYPE"


class StrideError(Error, ValueError):
    """The memory of a numpy array is not laid out as the call needs it."""

    status = "ASHLAR_ELD"


class ShapeError(Error, ValueError):
    """Shapes do not conform."""

    status = "ASHLAR_ESHAPE"


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory, on any rank."""

    status = "ASHLAR_ENOMEM"


class StateError(Error, RuntimeError):
    """The call is not allowed now."""

    status = "ASHLAR_ESTATE"


class RemoteError(Error, RuntimeError):
    """The data is not in this node's memory, or in several blocks."""

    status = "ASHLAR_EREMOTE"


class GroupError(Error, ValueError):
    """The group is none, or this rank is not in it."""

    status = "ASHLAR_EGROUP"


class MismatchError(Error, RuntimeError):
    """The ranks disagree in a collective call."""

    status = "ASHLAR_EMISMATCH"


class LimitError(Error, RuntimeError):
    """A fixed limit of the library is exceeded."""

    status = "ASHLAR_ELIMIT"


class TransportError(Error, RuntimeError):
    """The transport is not available."""

    status = "ASHLAR_ETRANSPORT"


class MPIError(Error, RuntimeError):
    """A call of MPI failed."""

    status = "ASHLAR_EMPI"


class SystemCallError(Error, OSError):
    """A call of the system failed."""

    status = "ASHLAR_ESYS"


class NumericError(Error, ArithmeticError):
    """The matrix does not allow the operation."""

    status = "ASHLAR_ENUMERIC"


class InternalError(Error, RuntimeError):
    """An invariant of the library is broken: a bug there."""

    status = "ASHLAR_EINTERNAL"


class LibraryError(Error, ImportError):
    """The shared library cannot be used here: it is missing, or belongs to another MPI."""


BY_STATUS = {kind.status: kind for kind in Error.__subclasses__() if "status" in vars(kind)}


def fail(lib: Any, status: int) -> None:
    """Raise the exception of a status that is not 0."""
    name = ffi.string(lib.ashlar_status_name(status)).decode()
    words = ffi.string(lib.ashlar_error_message()).decode(errors="replace")
    raise BY_STATUS.get(name, Error)(words or ffi.string(lib.ashlar_status_text(status)).decode())
