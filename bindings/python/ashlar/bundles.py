"""Bundles: many single elements of arrays in one exchange (docs/bundles.md)."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _objects, errors
from ._library import check, ffi, lib
from .arrays import OPERATIONS, Array
from .groups import Group, handle_of

RULES = {
    "any": lib.BUNDLE_ANY,
    "lowest": lib.BUNDLE_LOWEST,
    "error": lib.BUNDLE_ERROR,
    "sum": lib.BUNDLE_SUM,
    "prod": lib.BUNDLE_PROD,
    "min": lib.BUNDLE_MIN,
    "max": lib.BUNDLE_MAX,
    "and": lib.BUNDLE_AND,
    "or": lib.BUNDLE_OR,
    "xor": lib.BUNDLE_XOR,
}


class Member:
    """An array's part in a bundle; `Bundle.add()` makes it. Its calls are not collective.

    Indices are int64[n, ndim], or [n] of an array of one dimension.
    """

    __slots__ = ("bundle", "array", "_number", "_slots")

    def __init__(self, bundle: "Bundle", array: Array, number: int):
        self.bundle = bundle
        self.array = array
        self._number = number
        self._slots = 0  # one more than the largest that was given out

    def _index(self, index: Any) -> np.ndarray:
        index = np.asarray(index)
        if index.size and index.dtype.kind not in "iu":
            raise errors.ArgumentError(f"ashlar: indices of dtype {index.dtype}: use integers")
        if self.array.ndim == 1 and index.ndim < 2:
            index = index.reshape(-1, 1)
        if index.ndim != 2 or index.shape[1] != self.array.ndim:
            raise errors.ShapeError(f"ashlar: indices of shape {index.shape}: [n, {self.array.ndim}] is wanted")
        return np.ascontiguousarray(index, np.int64)

    def request(self, index: Any) -> np.ndarray:
        """Ask for elements: their slots, uint32[n]. The values come with the next exchange, new ones with each later."""
        self.bundle._alive()
        index = self._index(index)
        slots = np.empty(len(index), np.uint32)
        numbers = ffi.from_buffer("int64_t[]", index)
        pointer = ffi.from_buffer("bundle_slot_t[]", slots)
        check(lib.bundle_request(self.bundle._handle, self._number, len(index), numbers, pointer))
        if len(slots):
            self._slots = max(self._slots, int(slots.max()) + 1)
        return slots

    def write(self, index: Any, values: Any) -> None:
        """Write elements in the next exchange."""
        self.bundle._alive()
        index = self._index(index)
        values = self.array._values(values, (len(index),))
        numbers = ffi.from_buffer("int64_t[]", index)
        check(lib.bundle_write(self.bundle._handle, self._number, len(index), numbers, ffi.from_buffer(values)))

    def accumulate(self, index: Any, values: Any, op: str = "sum") -> None:
        """Combine values with elements in the next exchange: "sum", "prod", "min", "max", "and", "or", "xor"."""
        self.bundle._alive()
        if op not in OPERATIONS:
            raise errors.ArgumentError(f"ashlar: no operation {op!r}: one of {', '.join(OPERATIONS)}")
        index = self._index(index)
        values = self.array._values(values, (len(index),))
        lists = ffi.from_buffer("int64_t[]", index), ffi.from_buffer(values)
        check(lib.bundle_accumulate(self.bundle._handle, self._number, len(index), *lists, OPERATIONS[op]))

    def __getitem__(self, slots: Any) -> np.ndarray:
        """The values of slots, copied: of the shape of `slots`."""
        self.bundle._alive()
        slots = np.asarray(slots)
        if slots.size and (slots.dtype.kind not in "iu" or slots.min() < 0 or slots.max() >= self._slots):
            raise errors.RangeError(f"ashlar: slots outside 0..{self._slots - 1}")
        if not slots.size:
            return np.empty(slots.shape, self.array.dtype)
        base = ffi.new("void **")
        check(lib.bundle_values(self.bundle._handle, self._number, base))
        memory = ffi.buffer(base[0], self._slots * self.array.dtype.itemsize)
        return np.frombuffer(memory, self.array.dtype)[slots]


class Bundle(_objects.Owned):
    """A bundle for arrays of one group. Collective.

    >>> import ashlar as ax
    >>> x = ax.arange(10)
    >>> bundle = ax.Bundle()
    >>> in_x = bundle.add(x)
    >>> slots = in_x.request([7, 3])
    >>> bundle.exchange()
    >>> in_x[slots]
    array([7, 3])
    """

    __slots__ = ("_arrays",)
    _noun = "the bundle"

    def __init__(self, group: Optional[Group] = None, *, once: bool = False):
        made = ffi.new("bundle_t **")
        number = handle_of(group)
        check((lib.bundle_create_once if once else lib.bundle_create)(number, made))
        super().__init__(_objects.home_of(number), lib.bundle_free, made[0])
        self._arrays: list = []

    def _die(self) -> None:
        super()._die()
        self._handle = ffi.NULL

    def add(self, array: Array, rule: str = "any") -> Member:
        """Let an array take part; `rule` is for elements that several ranks write. Collective.

        "any", "lowest" (rank), "error", "sum", "prod", "min", "max", "and", "or", "xor".
        """
        self._alive()
        if rule not in RULES:
            raise errors.ArgumentError(f"ashlar: no rule {rule!r}: one of {', '.join(RULES)}")
        if not isinstance(array, Array):
            raise errors.ArgumentError(f"ashlar: {type(array).__name__} instead of a global array")
        number = ffi.new("int *")
        check(lib.bundle_add(self._handle, array._handle, RULES[rule], number))
        self._arrays.append(array)  # it lives as long as the bundle
        return Member(self, array, number[0])

    def _call(self, call: Any) -> None:
        self._alive()
        check(call(self._handle))

    def exchange(self) -> None:
        """Carry out writes, then accumulates, then reads. Collective."""
        self._call(lib.bundle_exchange)

    def exchange_begin(self) -> None:
        """Begin an exchange; meanwhile nothing else may be called. Collective."""
        self._call(lib.bundle_exchange_begin)

    def exchange_end(self) -> None:
        """End the exchange that was begun. Collective."""
        self._call(lib.bundle_exchange_end)

    def clear(self) -> None:
        """Forget all requests. Not collective."""
        self._call(lib.bundle_clear)

    def freeze(self) -> None:
        """No more new requests until `clear()`. Not collective."""
        self._call(lib.bundle_freeze)

    def __repr__(self) -> str:
        return f"<ashlar.Bundle of {len(self._arrays)} arrays>"
