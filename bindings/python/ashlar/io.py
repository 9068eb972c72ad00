"""Arrays in HDF5 files, and checkpoints, by libashlar_io, which the first call loads (docs/io.md, docs/checkpoint.md).

In memory the first index of an array runs fastest, in a dataset the last, and nothing is transposed: h5py shows element
(i, j) at [j, i]. All calls are collective over the array's group; files are on a file system that all ranks see.
"""
from __future__ import annotations

import operator
import os
import re
from typing import Any, Optional, Union

import numpy as np

from . import _build, _objects, errors
from ._library import NULL, TYPES, check, ffi, lib
from .arrays import Array, empty
from .groups import Group, handle_of

_library: Any = None


def _calls() -> Any:
    """libashlar_io, which is beside libashlar."""
    global _library
    if _library is None:
        name = re.sub(r"libashlar\b", "libashlar_io", _build.LIBRARY)
        path = os.path.realpath(os.path.join(os.path.dirname(os.path.realpath(_build.__file__)), name))
        try:
            _library = ffi.dlopen(path)
        except OSError as reason:
            raise errors.LibraryError(f"ashlar: files need libashlar_io, built where parallel HDF5 is: {reason}") from None
    return _library


def _array(a: Any) -> Array:
    if not isinstance(a, Array):
        raise errors.ArgumentError(f"ashlar: {type(a).__name__} instead of a global array")
    return a


def write(a: Array, file: Any, path: str, *, replace: bool = False, deflate: int = 0, checksum: bool = False) -> None:
    """Write an array to a dataset. Collective. The file is complete, or as it was.

    replace   a dataset that exists is replaced; else it is a StateError
    deflate   compress, 1 (fast) to 9 (small); 0: do not
    checksum  of each chunk, which reading compares

    >>> import tempfile, ashlar as ax
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(ax.arange(5), folder + "/state.h5", "/x")
    ...     read(folder + "/state.h5", "/x")[...]
    array([0, 1, 2, 3, 4])
    """
    options = ffi.new("io_options_t *")
    options.mode = lib.IO_REPLACE if replace else lib.IO_NEW
    options.deflate, options.checksum = deflate, checksum
    check(_calls().io_write(_array(a)._handle, os.fsencode(file), path.encode(), options))


def read(file: Any, path: str, out: Optional[Array] = None, **where: Any) -> Array:
    """Read a dataset into `out`, or into a new array made as `where` says (as of `empty()`). Collective."""
    if out is None:
        info = ffi.new("io_info_t *")
        check(_calls().io_inquire(os.fsencode(file), path.encode(), info))
        dtype = next((dtype for dtype, number in TYPES.items() if number == info.type), None)
        if dtype is None:
            raise errors.ElementTypeError(f"ashlar.io.read: '{path}' of {file} has no elements of a type of arrays")
        out = empty(tuple(info.dims[0 : info.ndim]), np.dtype(dtype.str), **where)
    check(_calls().io_read(_array(out)._handle, os.fsencode(file), path.encode(), NULL))
    return out


class Checkpoint(_objects.Owned):
    """The state of a program in files: arrays and numbers with names. Collective over the group.

    name   of the files, NAME-0.h5 and NAME-1.h5: the last two generations; whatever happens, one is complete
    items  arrays, and numpy arrays of numbers, which are written as rank 0 of the group has them and restored in place

    >>> import tempfile, ashlar as ax
    >>> folder = tempfile.TemporaryDirectory()
    >>> a, energy = ax.full(3, 1.5), np.array(-76.0)
    >>> with Checkpoint(folder.name + "/run", density=a, energy=energy) as state:
    ...     state.write(7)
    ...     energy[...] = 0
    ...     state.restore(), float(energy)
    (7, -76.0)
    """

    __slots__ = ("name", "damage", "_items")
    _noun = "the checkpoint"

    name: str
    damage: str  # why `restore()` has passed over the newest; "" if it has not

    def __init__(self, name: Any, *, group: Optional[Group] = None, **items: Union[Array, np.ndarray]):
        made = ffi.new("io_checkpoint_t **")
        number = handle_of(group)
        check(_calls().io_checkpoint_create(number, os.fsencode(name), made))
        super().__init__(_objects.home_of(number), _calls().io_checkpoint_destroy, made[0])
        self.name = os.fsdecode(name)
        self.damage = ""
        self._items: dict = {}
        for key, item in items.items():
            self.add(key, item)

    def add(self, name: str, item: Union[Array, np.ndarray]) -> None:
        """Add an array, or a numpy array of numbers, which belongs to the checkpoint then and is set by `restore()`."""
        self._alive()
        if isinstance(item, np.ndarray):
            if item.dtype not in TYPES:
                raise errors.ElementTypeError(f"ashlar: '{name}' is of {item.dtype}, which is no type of arrays")
            if not item.flags.writeable or not item.flags.forc:
                raise errors.StrideError(f"ashlar: '{name}' is read-only or not contiguous: restoring writes to it")
            address = ffi.cast("void *", item.__array_interface__["data"][0])
            check(_calls().io_checkpoint_add_scalars(self._handle, name.encode(), TYPES[item.dtype], item.size, address))
        else:
            check(_calls().io_checkpoint_add(self._handle, name.encode(), _array(item)._handle))
        self._items[name] = item

    def write(self, step: int) -> None:
        """Write all as it is now, as the newest generation. step: a number that `restore()` returns, 0 or more."""
        self._alive()
        check(_calls().io_checkpoint_write(self._handle, operator.index(step)))

    def write_nb(self, step: int) -> None:
        """Copy all as it is now, and write the copy while the program goes on: inside its calls of this package.

        The HDF5 file is made of the last copy by `complete()` or `destroy()`, until which `restore()` takes the copy. A
        program that stops before either loses what is not yet written.
        """
        self._alive()
        check(_calls().io_checkpoint_write_nb(self._handle, operator.index(step), NULL))

    def complete(self) -> None:
        """Wait until the last copy is written, and make the HDF5 file of it."""
        self._alive()
        check(_calls().io_checkpoint_complete(self._handle))

    def restore(self) -> Optional[int]:
        """Read the newest that is whole, on whatever ranks it was written; its step, or None if there is none.

        What is damaged is passed over: `damage` says why then. SystemCallError: all are damaged, and nothing has changed.
        """
        self._alive()
        step, damaged = ffi.new("int64_t *"), ffi.new("int *")
        check(_calls().io_checkpoint_restore(self._handle, step, damaged))
        self.damage = ffi.string(lib.ashlar_error_message()).decode(errors="replace") if damaged[0] else ""
        return step[0] if step[0] >= 0 else None

    def destroy(self) -> None:
        """Complete what is being written, and release the checkpoint, not its files. It is gone in any case."""
        try:
            self.complete()
        finally:
            super().destroy()

    def __enter__(self) -> "Checkpoint":
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is None:  # else other ranks may be elsewhere
            self.destroy()

    def __repr__(self) -> str:
        return f"<ashlar.io.Checkpoint {self.name!r} of {', '.join(self._items) or 'nothing'}>"
