"""Coarrays: an array on every image, each reached by all of them (docs/coarrays.md).

Images are the ranks of a group. Unlike global arrays, coarrays are stored in C's order, as numpy's own arrays.
"""
from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple, Union, cast

import numpy as np

from . import _keys, _objects, errors
from ._library import NULL, check, element_type, ffi, lib
from .arrays import OPERATIONS
from .groups import Group, handle_of


class Remote:
    """The array of one image: what x[image] is. Accesses need no help from the image; they are not collective."""

    __slots__ = ("coarray", "image")

    def __init__(self, coarray: "Coarray", image: int):
        self.coarray = coarray
        self.image = image

    @property
    def shape(self) -> Tuple[int, ...]:
        """Its extents, which may differ from mine."""
        x = self.coarray
        x._alive()
        extents = ffi.new("int64_t[]", x.ndim)
        check(lib.co_extents(x._handle, self.image, extents))
        return tuple(extents)

    def _section(self, key: Any) -> Tuple[Any, _keys.Patch]:
        self.coarray._alive()
        patch = _keys.parse(key, self.shape)
        section = ffi.new("ashlar_interval_t[]", self.coarray.ndim)
        for d, interval in enumerate(section):
            section[d].first, section[d].last = patch.lo[d], patch.hi[d]
            section[d].step = patch.step[d] if patch.step else 1
        return section, patch

    def __getitem__(self, key: Any) -> Any:
        """A section, as a numpy array; one element, as a numpy scalar."""
        section, patch = self._section(key)
        out = np.empty(patch.result_shape, self.coarray.dtype)
        if 0 not in patch.shape:
            check(lib.co_get(self.coarray._handle, self.image, section, ffi.from_buffer(out), NULL))
        return out if out.ndim else out[()]

    def _values(self, value: Any, patch: _keys.Patch) -> np.ndarray:
        x = self.coarray
        value = np.asarray(value)
        if value.dtype != x.dtype and not np.can_cast(value.dtype, x.dtype, "same_kind"):
            raise errors.ElementTypeError(f"ashlar: the coarray is of {x.dtype}, the values are of {value.dtype}")
        try:
            return np.ascontiguousarray(_keys.fit(value, patch.result_shape), x.dtype)
        except ValueError:
            raise errors.ShapeError(
                f"ashlar: values of shape {value.shape} for a section of shape {patch.result_shape}"
            ) from None

    def __setitem__(self, key: Any, value: Any) -> None:
        """Write a section; others see it after a synchronisation."""
        section, patch = self._section(key)
        values = self._values(value, patch)
        if 0 not in patch.shape:
            check(lib.co_put(self.coarray._handle, self.image, section, ffi.from_buffer(values), NULL))

    def acc(self, key: Any, value: Any) -> None:
        """section += value, each element atomic with respect to other accumulates."""
        section, patch = self._section(key)
        values = self._values(value, patch)
        if 0 not in patch.shape:
            check(lib.co_acc(self.coarray._handle, self.image, section, NULL, ffi.from_buffer(values), NULL))

    def _index(self, index: Any) -> Any:
        self.coarray._alive()
        patch = _keys.parse(index, self.shape)
        if len(patch.drop) != self.coarray.ndim:
            raise errors.ArgumentError(f"ashlar: {index!r} is not the index of one element")
        return ffi.new("int64_t[]", patch.lo)

    def atomic(self, index: Any, value: int, op: str = "sum") -> int:
        """Combine an integer with an element, atomically; returns what it was. "sum", "and", "or", "xor", "replace"."""
        if op not in OPERATIONS:
            raise errors.ArgumentError(f"ashlar: no operation {op!r}: one of {', '.join(OPERATIONS)}")
        old = ffi.new("int64_t *")
        check(lib.co_atomic_update(self.coarray._handle, self.image, self._index(index), OPERATIONS[op], value, old))
        return old[0]

    def compare_swap(self, index: Any, expected: int, value: int) -> int:
        """Replace an integer element if it is `expected`, atomically; returns what it was."""
        old, where = ffi.new("int64_t *"), self._index(index)
        check(lib.co_atomic_compare_swap(self.coarray._handle, self.image, where, expected, value, old))
        return old[0]

    def post(self, index: Any = 0) -> None:
        """Complete my accesses, then post an event: an element of a coarray of int64 that was made of zeros."""
        check(lib.co_event_post(self.coarray._handle, self.image, self._index(index)))


class Coarray(_objects.Owned):
    """An array of `shape` on every image of a group, of zeros; shapes may differ between images. Collective.

    >>> x = Coarray(3)
    >>> x[0][1:] = [4, 5]
    >>> x.sync()
    >>> x.local
    array([0., 4., 5.])
    """

    __slots__ = ("shape", "dtype", "ndim", "_group")
    _noun = "the coarray"

    def __init__(self, shape: Union[int, Sequence[int]], dtype: Any = np.float64, *, group: Optional[Group] = None):
        extents = (cast(int, shape),) if np.ndim(shape) == 0 else tuple(cast(Sequence[int], shape))
        if not 1 <= len(extents) <= lib.ASHLAR_MAX_DIM:
            raise errors.ShapeError(f"ashlar: {len(extents)} dimensions: at least 1, at most {lib.ASHLAR_MAX_DIM}")
        self.dtype, number = element_type(dtype)
        spec = ffi.new("co_spec_t *")
        if self.dtype.names:
            spec.record_bytes = self.dtype.itemsize
        else:
            spec.type = lib.ASHLAR_LLONG if self.dtype == np.int64 else number  # of which events are
        spec.ndim, spec.clear, spec.group = len(extents), 1, handle_of(group)
        spec.extents[0 : len(extents)] = extents
        made = ffi.new("co_array_t **")
        check(lib.co_create(spec, made))
        super().__init__(_objects.home_of(spec.group), lib.co_free, made[0])
        self.shape, self.ndim, self._group = extents, len(extents), self._home.group

    def _die(self) -> None:
        super()._die()
        self._handle = NULL

    def __getitem__(self, image: int) -> Remote:
        """The array of an image."""
        self._alive()
        if not isinstance(image, (int, np.integer)) or not 0 <= image < len(self):
            raise errors.RangeError(f"ashlar: image {image!r} is none of 0..{len(self) - 1}")
        return Remote(self, int(image))

    def __len__(self) -> int:
        """The number of images."""
        return lib.co_num_images(self._group)

    @property
    def image(self) -> int:
        """My image."""
        return lib.co_this_image(self._group)

    @property
    def local(self) -> np.ndarray:
        """My array in place: a numpy array without a copy. While a view is alive the coarray is not freed."""
        self._alive()
        address = ffi.new("void **")
        check(lib.co_local(self._handle, address))
        strides = np.cumprod((self.dtype.itemsize,) + self.shape[:0:-1])[::-1]
        if 0 in self.shape:
            return np.empty(self.shape, self.dtype)
        return self._view(address[0], self.shape, tuple(int(one) for one in strides), self.dtype)

    def sync(self) -> None:
        """Wait for all images; what each did before is seen by all. Collective."""
        self._alive()
        check(lib.co_sync_all(self._group))

    def wait(self, index: Any = 0, count: int = 1) -> None:
        """Wait until an event of mine has been posted `count` times, and take these."""
        check(lib.co_event_wait(self._handle, self[self.image]._index(index), count))

    def posted(self, index: Any = 0) -> int:
        """How often an event of mine has been posted and not waited for."""
        found = ffi.new("int64_t *")
        check(lib.co_event_query(self._handle, self[self.image]._index(index), found))
        return found[0]

    def __repr__(self) -> str:
        if self._home is None:
            return "<ashlar.Coarray, destroyed>"
        extents = " x ".join(map(str, self.shape))
        return f"<ashlar.Coarray, {extents} {self.dtype} here, on {len(self)} images>"


def sync_images(images: Sequence[int], group: Optional[Group] = None) -> None:
    """Wait for some images, each of which waits for me too; what they did before is seen. Not collective."""
    numbers = [int(one) for one in images]
    check(lib.co_sync_images(handle_of(group), len(numbers), ffi.new("int[]", numbers)))
