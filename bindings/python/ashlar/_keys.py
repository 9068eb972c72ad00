"""Indices: what stands between the brackets, as patches of the library and as lists of elements."""
from __future__ import annotations

import operator
from typing import Any, List, NamedTuple, Optional, Tuple

import numpy as np

from . import errors


class Patch(NamedTuple):
    """A patch lo..hi, inclusive, every step-th; `shape` keeps the dimensions of single indices, `drop` names them."""

    lo: List[int]
    hi: List[int]
    step: Optional[List[int]]
    shape: Tuple[int, ...]
    drop: Tuple[int, ...]

    @property
    def result_shape(self) -> Tuple[int, ...]:
        return tuple(extent for d, extent in enumerate(self.shape) if d not in self.drop)


def expand(key: Any, ndim: int) -> tuple:
    """A key of `ndim` entries: without `...` and what is left out."""
    key = key if isinstance(key, tuple) else (key,)
    dots = [place for place, one in enumerate(key) if one is Ellipsis]
    if len(dots) > 1:
        raise errors.ArgumentError("ashlar: more than one ... in an index")
    if dots:
        missing = ndim - len(key) + 1
        key = key[: dots[0]] + (slice(None),) * max(missing, 0) + key[dots[0] + 1 :]
    elif len(key) < ndim:
        key += (slice(None),) * (ndim - len(key))
    if len(key) != ndim:
        raise errors.RangeError(f"ashlar: {len(key)} indices for an array of {ndim} dimensions")
    return key


def is_list(key: Any) -> bool:
    """Whether a key names single elements by lists of indices."""
    if isinstance(key, tuple):
        return any(isinstance(one, (list, np.ndarray)) and np.ndim(one) for one in key)
    return isinstance(key, (list, np.ndarray)) and np.ndim(key) > 0


def parse(key: Any, shape: Tuple[int, ...]) -> Patch:
    """A patch, clamped to the array as Python's slices are; single indices must be inside."""
    lo: List[int] = []
    hi: List[int] = []
    steps: List[int] = []
    extents: List[int] = []
    drop: List[int] = []
    for d, (one, extent) in enumerate(zip(expand(key, len(shape)), shape)):
        if isinstance(one, slice):
            first, end, step = one.indices(extent)
            if step < 1:
                raise errors.ArgumentError(f"ashlar: step {step} in dimension {d}: steps are at least 1")
            count = len(range(first, end, step))
        else:
            try:
                first = operator.index(one)
            except TypeError:
                raise errors.ArgumentError(
                    f"ashlar: {type(one).__name__} in dimension {d} is no index: use integers, slices, ..., or a list "
                    "of indices for each dimension"
                ) from None
            if not -extent <= first < extent:
                raise errors.RangeError(f"ashlar: index {first} outside dimension {d}, whose extent is {extent}")
            first += extent if first < 0 else 0
            step = count = 1
            drop.append(d)
        lo.append(first)
        hi.append(first + (count - 1) * step)
        steps.append(step)
        extents.append(count)
    return Patch(lo, hi, steps if any(step > 1 for step in steps) else None, tuple(extents), tuple(drop))


def parse_list(key: Any, shape: Tuple[int, ...]) -> Tuple[np.ndarray, Tuple[int, ...]]:
    """Indices of single elements, int64[n, ndim], and the shape they were given in."""
    key = key if isinstance(key, tuple) else (key,)
    if len(key) != len(shape):
        raise errors.ArgumentError(f"ashlar: lists of indices must be given for all {len(shape)} dimensions, not {len(key)}")
    lists = []
    for d, (one, extent) in enumerate(zip(key, shape)):
        if isinstance(one, slice) or one is Ellipsis:
            raise errors.ArgumentError("ashlar: slices and lists of indices in one key: give a list for each dimension")
        one = np.asarray(one)
        if one.dtype == bool:
            raise errors.ArgumentError("ashlar: masks are no indices: np.nonzero(mask) has the lists")
        if one.size and one.dtype.kind not in "iu":
            raise errors.ArgumentError(f"ashlar: indices of dtype {one.dtype} in dimension {d}: use integers")
        one = one.astype(np.int64)
        lists.append(np.where(one < 0, one + extent, one))
    try:
        lists = np.broadcast_arrays(*lists)
    except ValueError:
        raise errors.ShapeError("ashlar: lists of indices of shapes that do not conform") from None
    index = np.empty((lists[0].size, len(shape)), np.int64)
    for d, one in enumerate(lists):
        index[:, d] = one.ravel()
    return index, lists[0].shape


def fit(value: np.ndarray, shape: Tuple[int, ...]) -> np.ndarray:
    """Values broadcast to a shape, as numpy's assignments do it: first dimensions of 1 too many are dropped."""
    while value.ndim > len(shape) and value.shape[0] == 1:
        value = value[0]
    return np.broadcast_to(value, shape)
