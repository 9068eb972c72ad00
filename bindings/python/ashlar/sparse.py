"""Sparse matrices: rows in blocks on the ranks, compressed by rows (docs/sparse.md)."""
from __future__ import annotations

from typing import Any, Optional, Tuple, Union

import numpy as np

from . import _objects, errors
from ._library import NULL, TYPES, check, element_type, ffi, lib
from .arrays import Array, _default_group, empty
from .groups import Group, handle_of

RULES = {"sum": lib.GA_SPARSE_SUM, "replace": lib.GA_SPARSE_REPLACE, "refuse": lib.GA_SPARSE_REFUSE}


class Sparse(_objects.Owned):
    """A sparse matrix, empty at first. Collective.

    Ranks add elements, in any number and for any rows (`add`), and `assemble()` brings them to their owners.
    rule: what becomes of an element that was added several times: "sum", "replace" (the last stays), "refuse".

    >>> s = Sparse((3, 3))
    >>> s.add([0, 1, 2], [0, 1, 1], [1.0, 2.0, 3.0])
    >>> s.assemble()
    >>> s.stored
    3
    >>> (s @ __import__("ashlar").full(3, 1.0))[...]
    array([1., 2., 3.])
    """

    __slots__ = ("shape", "dtype", "group")
    _noun = "the sparse matrix"

    def __init__(
        self,
        shape: Tuple[int, int],
        dtype: Any = np.float64,
        *,
        rule: str = "sum",
        name: str = "",
        group: Optional[Group] = None,
    ):
        if rule not in RULES:
            raise errors.ArgumentError(f"ashlar: no rule {rule!r}: one of {', '.join(RULES)}")
        if len(shape) != 2:
            raise errors.ShapeError(f"ashlar: a sparse matrix of {len(shape)} dimensions")
        text = ffi.new("char[]", name.encode())
        spec = ffi.new("ga_sparse_spec_t *")
        spec.type = element_type(dtype)[1]
        spec.rows, spec.cols, spec.name, spec.rule, spec.group = *shape, text, RULES[rule], handle_of(group)
        made = ffi.new("ga_sparse_t *")
        check(lib.ga_sparse_create(spec, made))
        self._adopt(made[0], group or _default_group())

    def _adopt(self, handle: int, group: Group) -> "Sparse":
        super().__init__(_objects.home_of(group.handle), lib.ga_sparse_destroy, handle)
        info = self._info()
        self.shape = (info.rows, info.cols)
        self.dtype = next(dtype for dtype, number in TYPES.items() if number == info.type)
        self.group = group
        return self

    @classmethod
    def _make(cls, group: Group, call: Any, *arguments: Any) -> "Sparse":
        made = ffi.new("ga_sparse_t *")
        check(call(*arguments, made))
        return cls.__new__(cls)._adopt(made[0], group)

    @classmethod
    def from_dense(cls, a: Array) -> "Sparse":
        """The elements of a global array that are not zero. Collective."""
        if not isinstance(a, Array):
            raise errors.ArgumentError(f"ashlar: {type(a).__name__} instead of a global array")
        return cls._make(a.group, lib.ga_sparse_from_dense, a._handle, NULL)

    @classmethod
    def read(cls, path: str, dtype: Any = np.float64, *, group: Optional[Group] = None) -> "Sparse":
        """A matrix of a file in the Matrix Market format that all ranks see. Collective."""
        spec = ffi.new("ga_sparse_spec_t *")
        spec.type, spec.group = element_type(dtype)[1], handle_of(group)
        return cls._make(group or _default_group(), lib.ga_sparse_read, str(path).encode(), spec)

    def write(self, path: str) -> None:
        """Write it in that format. Collective."""
        check(lib.ga_sparse_write(self._handle, str(path).encode()))

    def add(self, i: Any, j: Any, values: Any) -> None:
        """Add elements (i[k], j[k]); numbers or lists of one length. Not collective."""
        values = np.asarray(values)
        if values.dtype != self.dtype and not np.can_cast(values.dtype, self.dtype, "same_kind"):
            raise errors.ElementTypeError(f"ashlar: the matrix is of {self.dtype}, the values are of {values.dtype}")
        lists = []
        for one in (i, j):
            one = np.asarray(one)
            if one.size and one.dtype.kind not in "iu":
                raise errors.ArgumentError(f"ashlar: indices of dtype {one.dtype}: use integers")
            lists.append(one.astype(np.int64))
        try:
            rows, columns, numbers = np.broadcast_arrays(*lists, values)
        except ValueError:
            raise errors.ShapeError("ashlar: lists of rows, columns and values of shapes that do not conform") from None
        pointers = [ffi.from_buffer("int64_t[]", np.ascontiguousarray(one).ravel()) for one in (rows, columns)]
        numbers = np.ascontiguousarray(numbers, self.dtype).ravel()
        check(lib.ga_sparse_add(self._handle, numbers.size, *pointers, ffi.from_buffer(numbers)))

    def assemble(self) -> None:
        """Bring all elements that were added to their owners. Collective."""
        check(lib.ga_sparse_assemble(self._handle))

    def _info(self) -> Any:
        info = ffi.new("ga_sparse_info_t *")
        check(lib.ga_sparse_inquire(self._handle, info))
        return info

    @property
    def stored(self) -> int:
        """The number of elements of all ranks."""
        return self._info().stored

    @property
    def rows(self) -> slice:
        """The rows of this rank."""
        info = self._info()
        return slice(info.ilo, info.ihi + 1)

    def get(self, rows: slice = slice(None), columns: slice = slice(None)) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A patch as CSR: begin int64[rows+1], column int64[n] (of the matrix), values [n]. One-sided."""
        self._alive()
        bounds = []
        for one, extent in zip((rows, columns), self.shape):
            if not isinstance(one, slice) or one.indices(extent)[2] != 1:
                raise errors.ArgumentError("ashlar: a patch of a sparse matrix is two slices without steps")
            first, end, _ = one.indices(extent)
            bounds += [first, max(first, end) - 1]
        count = ffi.new("int64_t *")
        check(lib.ga_sparse_count(self._handle, *bounds, count))
        begin = np.zeros(bounds[1] - bounds[0] + 2, np.int64)
        column, values = np.empty(count[0], np.int64), np.empty(count[0], self.dtype)
        lists = [ffi.from_buffer("int64_t[]", one) for one in (begin, column)]
        check(lib.ga_sparse_get(self._handle, *bounds, count[0], *lists, ffi.from_buffer(values)))
        return begin, column, values

    def toarray(self) -> Array:
        """The same as a dense global array. Collective."""
        self._alive()
        made = empty(self.shape, self.dtype, group=self.group)
        check(lib.ga_sparse_to_dense(self._handle, made._handle))
        return made

    @property
    def T(self) -> "Sparse":
        """The transpose, a matrix of its own. Collective."""
        self._alive()
        return self._make(self.group, lib.ga_sparse_transpose, self._handle, b"")

    def copy(self) -> "Sparse":
        """A matrix with the same elements. Collective."""
        self._alive()
        return self._make(self.group, lib.ga_sparse_duplicate, self._handle, b"")

    def _number(self, value: Any) -> Any:
        return ffi.from_buffer(np.full(1, value, self.dtype))

    def scale(self, alpha: Any) -> "Sparse":
        """s = alpha * s. Collective."""
        check(lib.ga_sparse_scale(self._handle, self._number(alpha)))
        return self

    def diagonal(self) -> Array:
        """The diagonal, a new vector. Collective."""
        self._alive()
        made = empty((min(self.shape),), self.dtype, group=self.group)
        check(lib.ga_sparse_get_diagonal(self._handle, made._handle))
        return made

    def norm(self, kind: str = "F") -> float:
        """A norm: "F", Frobenius; "1", "I": of columns, of rows; "M", the largest modulus. Collective."""
        found = ffi.new("double *")
        check(lib.ga_sparse_norm(self._handle, str(kind).encode()[:1] or b"?", found))
        return found[0]

    def __matmul__(self, other: Union[Array, "Sparse"]) -> Union[Array, "Sparse"]:
        """The product with a vector [cols], a dense matrix [cols, n] or a sparse one. Collective."""
        self._alive()
        if isinstance(other, Sparse):
            return self._make(self.group, lib.ga_sparse_multiply, self._handle, other._handle, b"")
        if not isinstance(other, Array):
            raise errors.ArgumentError(f"ashlar: @ of a sparse matrix and {type(other).__name__}")
        one, zero = self._number(1), self._number(0)
        made = empty((self.shape[0],) + other.shape[1:], self.dtype, group=self.group)
        if other.ndim == 1:
            check(lib.ga_sparse_multiply_vector(b"N", one, self._handle, other._handle, zero, made._handle))
        else:
            check(lib.ga_sparse_multiply_dense(b"L", b"N", one, self._handle, other._handle, zero, made._handle))
        return made

    def __repr__(self) -> str:
        if self._home is None:
            return "<ashlar.Sparse, destroyed>"
        info = self._info()
        state = f"{info.stored} elements" if info.is_assembled else "not assembled"
        return f"<ashlar.Sparse, {self.shape[0]} x {self.shape[1]} {self.dtype}, {state}, on {self.group.size} ranks>"


