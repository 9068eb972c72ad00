"""Global arrays.

Element (i, j, ...) of an array is `a[i, j, ...]`, whatever lies where. In memory the first index runs fastest, as in
Fortran: patches come back as numpy arrays of that order, and are written from such without a copy. From arrays of
another order (numpy's own, C) a blocking call copies pieces of at most 1 MiB at a time; a nonblocking one refuses them.
"""
from __future__ import annotations

import contextlib
import operator
from typing import Any, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union, cast

import numpy as np

from . import _html, _keys, _library, _objects, errors
from ._library import NULL, check, element_type, ffi, lib
from .groups import Group, handle_of, world

KINDS = {
    "regular": lib.GA_REGULAR,
    "irregular": lib.GA_IRREGULAR,
    "block_cyclic": lib.GA_BLOCK_CYCLIC,
    "scalapack": lib.GA_SCALAPACK,
    "tiled": lib.GA_TILED,
    "tiled_irregular": lib.GA_TILED_IRREGULAR,
}
KIND_NAMES = {number: name for name, number in KINDS.items()}
OPERATIONS = {
    "sum": lib.ASHLAR_SUM,
    "prod": lib.ASHLAR_PROD,
    "min": lib.ASHLAR_MIN,
    "max": lib.ASHLAR_MAX,
    "and": lib.ASHLAR_AND,
    "or": lib.ASHLAR_OR,
    "xor": lib.ASHLAR_XOR,
    "replace": lib.ASHLAR_REPLACE,
}
NORMS = {
    "fro": lib.GA_ENTRY_NORM_2,
    "sum": lib.GA_ENTRY_NORM_1,
    "max": lib.GA_ENTRY_NORM_INF,
    1: lib.GA_MATRIX_NORM_1,
    np.inf: lib.GA_MATRIX_NORM_INF,
}
_units: dict = {}  # -1, 0 and 1 of each dtype, for the library
SMALL = 1 << 20  # bytes: of a piece of a buffer, and of an array that numpy may take as a whole

_empty, _memory, _get, _put = np.empty, ffi.from_buffer, lib.ga_get, lib.ga_put
_new, _vector_of, _slice, _double = ffi.new, ffi.typeof("int64_t[]"), slice, np.dtype(np.float64)

Index = Union[int, Sequence[int]]


class Block(NamedTuple):
    """A block of an array: its owner (a rank of the array's group), its number and its bounds, inclusive."""

    rank: int
    number: int
    lo: Tuple[int, ...]
    hi: Tuple[int, ...]

    @property
    def slices(self) -> Tuple[slice, ...]:
        """The same as slices: a[block.slices]."""
        return tuple(slice(low, high + 1) for low, high in zip(self.lo, self.hi))


def _vector(numbers: Sequence[int]) -> Any:
    return ffi.new(_vector_of, numbers)


def _leading(x: np.ndarray) -> Optional[List[int]]:
    """Leading dimensions of a numpy array whose first index runs fastest; None if there are none."""
    last = max((d for d, extent in enumerate(x.shape) if extent > 1), default=-1)
    if last >= 0 and x.shape[0] > 1 and x.strides[0] != x.itemsize:
        return None
    step, ld = x.itemsize, []
    for d in range(1, last + 1):
        stride = x.strides[d] if x.shape[d] > 1 else step * x.shape[d - 1]
        if stride % step or stride // step < x.shape[d - 1]:
            return None
        ld.append(stride // step)
        step = stride
    return ld + list(x.shape[max(last, 0) : -1])


def _address(x: np.ndarray) -> Any:
    return ffi.cast("void *", x.__array_interface__["data"][0])


def _pieces(lo: List[int], shape: Tuple[int, ...], itemsize: int) -> Iterator[Tuple[slice, ...]]:
    """A box in pieces of at most SMALL bytes, by slices that count from its corner."""
    boxes = [tuple(slice(0, extent) for extent in shape)]
    while boxes:
        box = boxes.pop()
        extents = [one.stop - one.start for one in box]
        if np.prod(extents, dtype=object) * itemsize <= SMALL or max(extents) == 1:
            yield box
            continue
        d = extents.index(max(extents))
        middle = box[d].start + extents[d] // 2
        boxes.append(box[:d] + (slice(middle, box[d].stop),) + box[d + 1 :])
        boxes.append(box[:d] + (slice(box[d].start, middle),) + box[d + 1 :])


class Transfer:
    """A transfer under way: the buffer belongs to it until `wait()` has returned, or `test()` has said True.

    A transfer that is dropped before keeps its buffer until the next `ashlar.sync()`.
    """

    __slots__ = ("_number", "_buffer", "_result")

    def __init__(self, number: Any, buffer: np.ndarray, result: Optional[np.ndarray]):
        self._number = number
        self._buffer: Optional[np.ndarray] = buffer
        self._result = result

    def wait(self) -> Optional[np.ndarray]:
        """Wait until the buffer may be used; returns what a `get_nb()` has brought."""
        check(lib.ga_wait(self._number))
        self._buffer = None
        return self._result

    def test(self) -> bool:
        """Whether it is complete; does not wait."""
        done = ffi.new("int *")
        check(lib.ga_test(self._number, done))
        if done[0]:
            self._buffer = None
        return bool(done[0])

    def __del__(self) -> None:
        if getattr(self, "_buffer", None) is not None and self._number[0]:
            _objects._loose.append((self._number, self._buffer))


class Array(_objects.Owned):
    """An array spread over the ranks of a group; made by `zeros()`, `full()`, `array()` and the like.

    >>> a = zeros((3, 4))
    >>> a[1, 2] = 5
    >>> a[1, 1:4]
    array([0., 5., 0.])
    >>> a.sum()
    5.0
    """

    __slots__ = ("shape", "dtype", "ndim", "group", "name", "_kept")
    __array_ufunc__ = None  # numpy's operators leave the work to those below
    _noun = "the array"

    shape: Tuple[int, ...]
    dtype: np.dtype
    ndim: int
    group: Group
    name: str

    def __init__(self, handle: int, dtype: np.dtype, group: Group, name: str):
        super().__init__(_objects.home_of(group.handle), lib.ga_destroy, handle)
        ndim, dims = ffi.new("int *"), ffi.new("int64_t[]", lib.ASHLAR_MAX_DIM)
        check(lib.ga_inquire_nd(handle, NULL, ndim, dims))
        self.ndim = ndim[0]
        self.shape = tuple(dims[0 : ndim[0]])
        self.dtype = dtype
        self.group = group
        self.name = name
        self._kept = None

    # ---- patches (not collective) --------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        """A patch, as a numpy array of its shape in Fortran's order; one element, as a numpy scalar. One-sided.

        Lists of indices, one for each dimension, gather single elements: a[[0, 2], [1, 1]] has shape [2].
        """
        if _keys.is_list(key):
            index, shape = _keys.parse_list(key, self.shape)
            out = np.empty(len(index), self.dtype)
            check(lib.ga_gather_nd(self._handle, len(index), ffi.from_buffer("int64_t[]", index), _memory(out)))
            return out.reshape(shape)
        return self.get(key)

    def get(self, key: Any = Ellipsis, out: Optional[np.ndarray] = None) -> Any:
        """a[key], into `out` if it is given: of the patch's shape and the array's dtype. One-sided."""
        patch = _keys.parse(key, self.shape)
        if out is None:
            made = np.empty(patch.shape[::-1], self.dtype).T
            self._read(patch, made)
            made = made.reshape(patch.result_shape, order="F")
            return made if made.ndim else made[()]
        self._check_buffer(out, patch, is_written=True)
        box = np.lib.stride_tricks.as_strided(out, *self._with_dropped(out, patch)) if patch.drop else out
        if _leading(box) is None:
            for piece in _pieces(patch.lo, patch.shape, self.dtype.itemsize):
                small = np.empty(tuple(one.stop - one.start for one in piece)[::-1], self.dtype).T
                self._read(self._part(patch, piece), small)
                box[piece] = small
        else:
            self._read(patch, box)
        return out

    def __setitem__(self, key: Any, value: Any) -> None:
        """Write a patch, or single elements by lists of indices. One-sided: this rank writes all of it.

        The value is broadcast to the patch, and converted as numpy's "same_kind" allows.
        """
        if _keys.is_list(key):
            index, shape = _keys.parse_list(key, self.shape)
            values = self._values(value, shape)
            check(lib.ga_scatter_nd(self._handle, len(index), ffi.from_buffer("int64_t[]", index), _memory(values)))
            return
        self._write(key, value, lib.ga_put_nd, lib.ga_put_strided_nd)

    def acc(self, key: Any, value: Any, alpha: Any = 1) -> None:
        """patch += alpha * value, each element atomic with respect to other accumulates. One-sided.

        >>> a = zeros((2, 2))
        >>> a.acc(np.s_[:, 1], [1, 2], alpha=10)
        >>> a[0, 1], a[1, 1]
        (10.0, 20.0)
        """
        scale = self._element(alpha)
        if _keys.is_list(key):
            index, shape = _keys.parse_list(key, self.shape)
            values = self._values(value, shape)
            indices = ffi.from_buffer("int64_t[]", index)
            check(lib.ga_scatter_acc_nd(self._handle, len(index), indices, _memory(values), scale))
            return
        self._write(key, value, lib.ga_acc_nd, lib.ga_acc_strided_nd, scale)

    def acc_op(self, key: Any, value: Any, op: str) -> None:
        """patch = patch op value by elements: op is one of "sum", "prod", "min", "max", "and", "or", "xor"."""
        if op not in OPERATIONS:
            raise errors.ArgumentError(f"ashlar: no operation {op!r}: one of {', '.join(OPERATIONS)}")
        patch = _keys.parse(key, self.shape)
        if patch.step:
            raise errors.ArgumentError("ashlar: acc_op takes no steps")
        self._write(key, value, lib.ga_acc_op_nd, NULL, OPERATIONS[op])

    def _read(self, patch: _keys.Patch, out: np.ndarray) -> None:
        if 0 in patch.shape:
            self._alive()
            return
        lo, hi, ld = _vector(patch.lo), _vector(patch.hi), _vector(_leading(out) or [])
        if patch.step:
            check(lib.ga_get_strided_nd(self._handle, lo, hi, _vector(patch.step), _address(out), ld))
        else:
            check(lib.ga_get_nd(self._handle, lo, hi, _address(out), ld))

    def _write(self, key: Any, value: Any, call: Any, strided: Any, *more: Any) -> None:
        patch = _keys.parse(key, self.shape)
        value = self._box(value, patch)
        if 0 in patch.shape:
            self._alive()
            return
        if value.dtype == self.dtype and _leading(value) is not None:
            self._write_box(patch, value, call, strided, more)
            return
        for piece in _pieces(patch.lo, patch.shape, self.dtype.itemsize):
            small = np.asfortranarray(value[piece], self.dtype)
            self._write_box(self._part(patch, piece), small, call, strided, more)

    def _write_box(self, patch: _keys.Patch, value: np.ndarray, call: Any, strided: Any, more: tuple) -> None:
        lo, hi, ld = _vector(patch.lo), _vector(patch.hi), _vector(_leading(value) or [])
        if patch.step:
            check(strided(self._handle, lo, hi, _vector(patch.step), _address(value), ld, *more))
        else:
            check(call(self._handle, lo, hi, _address(value), ld, *more))

    def _part(self, patch: _keys.Patch, piece: Tuple[slice, ...]) -> _keys.Patch:
        steps = patch.step or [1] * self.ndim
        lo = [low + one.start * step for low, one, step in zip(patch.lo, piece, steps)]
        hi = [low + (one.stop - 1) * step for low, one, step in zip(patch.lo, piece, steps)]
        return _keys.Patch(lo, hi, patch.step, tuple(one.stop - one.start for one in piece), ())

    def _cast(self, value: Any) -> np.ndarray:
        value = np.asarray(value)
        if value.size and value.dtype != self.dtype and not np.can_cast(value.dtype, self.dtype, "same_kind"):
            raise errors.ElementTypeError(f"ashlar: {self._called()} is of {self.dtype}, the values are of {value.dtype}")
        return value

    def _called(self) -> str:
        return f"array '{self.name}'" if self.name else "the array"

    def _values(self, value: Any, shape: Tuple[int, ...]) -> np.ndarray:
        value = self._cast(value)
        try:
            return np.ascontiguousarray(_keys.fit(value, shape), self.dtype).ravel()
        except ValueError:
            raise errors.ShapeError(f"ashlar: values of shape {value.shape} for elements of shape {shape}") from None

    def _box(self, value: Any, patch: _keys.Patch) -> np.ndarray:
        """Values with all dimensions of the patch."""
        if isinstance(value, Array):
            raise errors.ArgumentError("ashlar: the value is a global array: ashlar.copy() copies one to another")
        value = self._cast(value)
        try:
            value = _keys.fit(value, patch.result_shape)
        except ValueError:
            raise errors.ShapeError(
                f"ashlar: a value of shape {value.shape} for a patch of shape {patch.result_shape} of {self._called()}"
            ) from None
        return np.expand_dims(value, patch.drop) if patch.drop else value

    def _check_buffer(self, x: Any, patch: _keys.Patch, is_written: bool) -> None:
        if not isinstance(x, np.ndarray):
            raise errors.ArgumentError(f"ashlar: the buffer is {type(x).__name__}, not a numpy array")
        if x.dtype != self.dtype:
            raise errors.ElementTypeError(f"ashlar: {self._called()} is of {self.dtype}, the buffer of {x.dtype}")
        if x.shape != patch.result_shape:
            raise errors.ShapeError(f"ashlar: a buffer of shape {x.shape} for a patch of shape {patch.result_shape}")
        if is_written and not x.flags.writeable:
            raise errors.ArgumentError("ashlar: the buffer is read-only")

    def _with_dropped(self, x: np.ndarray, patch: _keys.Patch) -> Tuple[tuple, tuple]:
        extents, strides = iter(x.shape), iter(x.strides)
        kept = [(1, 0) if d in patch.drop else (next(extents), next(strides)) for d in range(self.ndim)]
        return tuple(pair[0] for pair in kept), tuple(pair[1] for pair in kept)

    # ---- nonblocking -----------------------------------------------------------------------------------------

    def _begin(self, call: Any, key: Any, x: np.ndarray, is_written: bool, *more: Any) -> Any:
        patch = _keys.parse(key, self.shape)
        self._check_buffer(x, patch, is_written)
        box = np.lib.stride_tricks.as_strided(x, *self._with_dropped(x, patch), writeable=is_written)
        ld = _leading(box)
        if patch.step or ld is None:
            raise errors.StrideError(
                "ashlar: a nonblocking transfer takes no steps, and a buffer in Fortran's order: np.asfortranarray(x), "
                "or np.empty(shape, order='F')"
            )
        number = ffi.new("ga_handle_t *")
        if 0 not in patch.shape:
            check(call(self._handle, _vector(patch.lo), _vector(patch.hi), _address(box), _vector(ld), *more, number))
        return number

    def get_nb(self, key: Any = Ellipsis, out: Optional[np.ndarray] = None) -> Transfer:
        """Begin to read a patch; `wait()` of the transfer returns the numpy array. One-sided."""
        if out is None:
            out = np.empty(_keys.parse(key, self.shape).result_shape, self.dtype, order="F")
        return Transfer(self._begin(lib.ga_get_nb_nd, key, out, True), out, out)

    def put_nb(self, key: Any, x: np.ndarray) -> Transfer:
        """Begin to write a patch from a numpy array of its shape and the array's dtype, in Fortran's order."""
        return Transfer(self._begin(lib.ga_put_nb_nd, key, x, False), x, None)

    def acc_nb(self, key: Any, x: np.ndarray, alpha: Any = 1) -> Transfer:
        """Begin to add alpha * x to a patch."""
        return Transfer(self._begin(lib.ga_acc_nb_nd, key, x, False, self._element(alpha)), x, None)

    # ---- atomics ---------------------------------------------------------------------------------------------

    def _rmw(self, call: Any, index: Index, *numbers: int) -> int:
        patch = _keys.parse(index if isinstance(index, tuple) else (index,), self.shape)
        if len(patch.drop) != self.ndim:
            raise errors.ArgumentError(f"ashlar: {index!r} is not the index of one element")
        old = ffi.new("int64_t *")
        try:
            check(call(self._handle, _vector(patch.lo), *map(operator.index, numbers), old))
        except (TypeError, OverflowError) as reason:
            if isinstance(reason, errors.Error):
                raise
            raise errors.ArgumentError(f"ashlar: {reason}") from None
        return old[0]

    def read_inc(self, index: Index, inc: int = 1) -> int:
        """Add to an integer element, atomically, and return what it was. One-sided.

        >>> counter = zeros(1, dtype=np.int64)
        >>> counter.read_inc(0), counter.read_inc(0, 5), counter[0]
        (0, 1, 6)
        """
        return self._rmw(lib.ga_read_inc_nd, index, inc)

    def swap(self, index: Index, value: int) -> int:
        """Replace an integer element, atomically, and return what it was."""
        return self._rmw(lib.ga_swap_nd, index, value)

    def compare_swap(self, index: Index, expected: int, value: int) -> int:
        """Replace an integer element if it is `expected`, atomically, and return what it was."""
        return self._rmw(lib.ga_compare_swap_nd, index, expected, value)

    # ---- distribution and memory -----------------------------------------------------------------------------

    def _spec(self) -> Any:
        spec = ffi.new("ga_spec_t *")
        check(lib.ga_inquire_spec(self._handle, spec))
        return spec

    @property
    def kind(self) -> str:
        """The kind of distribution: "regular", "tiled", ..."""
        return KIND_NAMES[self._spec().kind]

    @property
    def block_count(self) -> int:
        """The number of blocks of all ranks."""
        count = ffi.new("int64_t *")
        check(lib.ga_inquire_blocks(self._handle, count))
        return count[0]

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return int(np.prod(self.shape, dtype=object)) * self.dtype.itemsize

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape, dtype=object))

    @property
    def T(self) -> "Transposed":
        """The transpose of a matrix, without moving anything: for `@`, and for patches."""
        if self.ndim != 2:
            raise errors.ShapeError(f"ashlar: {self._called()} has {self.ndim} dimensions, a matrix has 2")
        return Transposed(self, is_conjugate=False)

    @property
    def H(self) -> "Transposed":
        """The conjugate transpose of a matrix."""
        return Transposed(self.T.base, is_conjugate=True)

    def owner(self, index: Index) -> int:
        """The rank, of the array's group, that owns an element."""
        patch = _keys.parse(index if isinstance(index, tuple) else (index,), self.shape)
        found = ffi.new("int *")
        check(lib.ga_locate_nd(self._handle, _vector(patch.lo), found))
        return found[0]

    def blocks(self, rank: Optional[int] = None, most: Optional[int] = None) -> List[Block]:
        """The blocks of a rank of the group; of None those of all, in the order of their numbers; the first `most`."""
        count, block = ffi.new("int64_t *"), ffi.new("ga_block_t *")
        if rank is None:
            check(lib.ga_inquire_blocks(self._handle, count))
        else:
            check(lib.ga_inquire_owned(self._handle, rank, count))
        found = []
        for k in range(count[0] if most is None else min(count[0], most)):
            if rank is None:
                check(lib.ga_block_by_number(self._handle, k, block))
            else:
                check(lib.ga_block_by_rank(self._handle, rank, k, block))
            n = self.ndim
            found.append(Block(block.rank, block.number, tuple(block.lo[0:n]), tuple(block.hi[0:n])))
        return found

    def mine(self) -> List[Block]:
        """The blocks of this rank."""
        return self.blocks(self.group.rank)

    def _strides(self, ld: Sequence[int]) -> Tuple[int, ...]:
        strides = [self.dtype.itemsize]
        for extent in ld:
            strides.append(strides[-1] * extent)
        return tuple(strides)

    def local_blocks(self) -> Iterator[Tuple[Block, np.ndarray]]:
        """This rank's blocks with their memory, as `local()`: of arrays of any kind."""
        read_only = self.read_only
        block = ffi.new("ga_block_t *")
        check(lib.ga_block_first(self._handle, block))
        n = self.ndim
        while block.data != NULL:
            lo, hi = tuple(block.lo[0:n]), tuple(block.hi[0:n])
            shape = tuple(high - low + 1 for low, high in zip(lo, hi))
            view = self._view(block.data, shape, self._strides(block.ld[0 : n - 1]), self.dtype, read_only)
            yield Block(block.rank, block.number, lo, hi), view
            check(lib.ga_block_next(self._handle, block))

    def local(self, ghosts: bool = False) -> np.ndarray:
        """What this rank owns, in place: a numpy array over the library's memory, without a copy.

        Others see what is written there after the next sync. It is read-only while the array is
        (`set_read_only()`). While a view is alive the array is not freed, and `destroy()` refuses. A rank that owns
        nothing gets an empty array. Of a "scalapack" array it is the local matrix.
        ghosts=True: with the ghost cells.
        ShapeError: the rank owns several blocks, each by itself: `local_blocks()`.
        """
        ptr, extent = ffi.new("void **"), _vector([0] * self.ndim)
        ld = _vector([0] * max(self.ndim - 1, 1))
        if ghosts:
            check(lib.ga_access_ghosts(self._handle, ptr, extent, ld))
            check(lib.ga_release(self._handle))
        elif self.read_only:
            blocks = [view for _, view in self.local_blocks()]
            if len(blocks) > 1:
                raise errors.ShapeError(f"ashlar: {self._called()} has several blocks here, and is read-only: local_blocks()")
            return blocks[0] if blocks else np.empty((0,) * self.ndim, self.dtype)
        else:
            check(lib.ga_access_local(self._handle, self.group.rank, ptr, NULL, extent, ld))
        shape = tuple(extent)
        if 0 in shape or ptr[0] == NULL:
            return np.empty(shape if 0 in shape else (0,) * self.ndim, self.dtype)
        return self._view(ptr[0], shape, self._strides(ld[0 : self.ndim - 1]), self.dtype)

    @contextlib.contextmanager
    def access(self, key: Any = None) -> Iterator[np.ndarray]:
        """Hold a patch within my block, or all of it, for reading and writing in place.

        >>> a = zeros((4, 4))
        >>> with a.access(np.s_[0:2, 0:2]) as patch:
        ...     patch += 1
        >>> a.sum()
        4.0

        At the end the numpy array becomes read-only. RemoteError: part of the patch is not in a block of mine.
        """
        ptr, ld = ffi.new("void **"), _vector([0] * max(self.ndim - 1, 1))
        if key is None:
            lo, hi = _vector([0] * self.ndim), _vector([0] * self.ndim)
            check(lib.ga_access_block(self._handle, self.group.rank, lo, hi, ptr, ld))
            shape = tuple(high - low + 1 for low, high in zip(lo, hi))
            drop: Tuple[int, ...] = ()
        else:
            patch = _keys.parse(key, self.shape)
            if patch.step:
                raise errors.ArgumentError("ashlar: a patch for access takes no steps")
            check(lib.ga_access_nd(self._handle, _vector(patch.lo), _vector(patch.hi), ptr, ld))
            shape, drop = patch.shape, patch.drop
        view = self._view(ptr[0], shape, self._strides(ld[0 : self.ndim - 1]), self.dtype)
        if drop:
            index: Any = tuple(0 if d in drop else slice(None) for d in range(self.ndim))
            view = view[index]
        try:
            yield view
        finally:
            if isinstance(view, np.ndarray):
                view.flags.writeable = False
            check(lib.ga_release(self._handle))

    @property
    def read_only(self) -> bool:
        """Whether the array may only be read."""
        on = ffi.new("int *")
        check(lib.ga_inquire_read_only(self._handle, on))
        return bool(on[0])

    def set_read_only(self, on: bool = True) -> None:
        """Let it only be read, from copies on all nodes, or be written again. Collective.

        Views of `local()` that were made before stay as they are: drop them.
        """
        check(lib.ga_set_read_only(self._handle, int(bool(on))))

    def update_ghosts(self, corners: bool = False) -> None:
        """Give ghost cells the values of the elements they stand for. Collective."""
        check(lib.ga_ghosts_update(self._handle, int(bool(corners))))

    # ---- operations on all elements (collective) -------------------------------------------------------------

    def _element(self, value: Any) -> Any:
        """One element of the array's type, for the library."""
        if type(value) is int and -1 <= value <= 1 and self.dtype in _library.TYPES:
            if (self.dtype, value) not in _units:
                _units[self.dtype, value] = ffi.from_buffer(np.full(1, value, self.dtype))
            return _units[self.dtype, value]
        given = np.asarray(value)
        if given.ndim:
            raise errors.ArgumentError(f"ashlar: an array of shape {given.shape} instead of one number")
        if given.dtype != self.dtype and not np.can_cast(given.dtype, self.dtype, "same_kind"):
            raise errors.ElementTypeError(f"ashlar: {self._called()} is of {self.dtype}, the number {value!r} is not")
        one = given.astype(self.dtype)
        if self.dtype.kind == "i" and one != given:
            raise errors.ArgumentError(f"ashlar: {value!r} does not fit {self.dtype}")
        return ffi.from_buffer(np.array(one, ndmin=1))

    def _with(self, call: Any, *arguments: Any) -> "Array":
        check(call(self._handle, *arguments))
        return self

    def fill(self, value: Any) -> "Array":
        """Every element becomes a number. Collective."""
        return self._with(lib.ga_fill, self._element(value))

    def copy(self) -> "Array":
        """Another array with the same elements and distribution. Collective."""
        made = empty_like(self)
        check(lib.ga_copy(self._handle, made._handle))
        return made

    def _operand(self, other: Any) -> bool:
        """Whether the other side of an operator is a number; an array of the library: False; else an error."""
        if isinstance(other, Array):
            return False
        if isinstance(other, Transposed):
            raise errors.ArgumentError("ashlar: the transpose of an array is for @ and patches: .array() makes it one")
        if np.ndim(other):
            raise errors.ArgumentError(
                "ashlar: a numpy array and a global array in one operation: ashlar.array(x) makes it a global one"
            )
        if isinstance(other, (bool, int, float, complex, np.number)):
            return True
        raise errors.ArgumentError(f"ashlar: {type(other).__name__} is neither a number nor a global array")

    def _sum_with(self, other: Any, sign: int, target: Optional["Array"]) -> "Array":
        if self._operand(other):
            number = self._element(sign * other)
            return (self.copy() if target is None else target)._with(lib.ga_add_constant, number)
        one, factor = self._element(1), self._element(sign)
        target = empty_like(self) if target is None else target
        check(lib.ga_add(one, self._handle, factor, other._handle, target._handle))
        return target

    def _times(self, other: Any, call: Any, target: Optional["Array"]) -> "Array":
        if self._operand(other):
            if call is lib.ga_divide and self.dtype.kind == "i":
                raise errors.ElementTypeError(f"ashlar: {self._called()} is of integers, and / of a number is not")
            number = self._element(1 / other if call is lib.ga_divide else other)
            return (self.copy() if target is None else target)._with(lib.ga_scale, number)
        target = empty_like(self) if target is None else target
        check(call(self._handle, other._handle, target._handle))
        return target

    def __add__(self, other: Any) -> "Array":
        return self._sum_with(other, 1, None)

    __radd__ = __add__

    def __iadd__(self, other: Any) -> "Array":
        return self._sum_with(other, 1, self)

    def __sub__(self, other: Any) -> "Array":
        return self._sum_with(other, -1, None)

    def __isub__(self, other: Any) -> "Array":
        return self._sum_with(other, -1, self)

    def __rsub__(self, other: Any) -> "Array":
        made = -self
        made += other
        return made

    def __neg__(self) -> "Array":
        return self.copy()._with(lib.ga_scale, self._element(-1))

    def __mul__(self, other: Any) -> "Array":
        return self._times(other, lib.ga_multiply, None)

    __rmul__ = __mul__

    def __imul__(self, other: Any) -> "Array":
        return self._times(other, lib.ga_multiply, self)

    def __truediv__(self, other: Any) -> "Array":
        """By elements; of integers cut towards 0, as in C."""
        return self._times(other, lib.ga_divide, None)

    def __itruediv__(self, other: Any) -> "Array":
        return self._times(other, lib.ga_divide, self)

    def __rtruediv__(self, other: Any) -> "Array":
        self._operand(other)
        number = self._element(other)
        return self.copy()._with(lib.ga_reciprocal)._with(lib.ga_scale, number)

    def __abs__(self) -> "Array":
        return self.copy()._with(lib.ga_abs)

    def __matmul__(self, other: Any) -> Any:
        """The product of matrices, shape [m, k] @ [k, n] = [m, n]; of two vectors their dot product. Collective."""
        from . import linalg

        if isinstance(other, Array) and self.ndim == other.ndim == 1:
            return self.dot(other)
        return linalg.matmul(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        self._operand(other)
        raise errors.ArgumentError("ashlar: @ takes two matrices")

    def _reduce(self, call: Any, *arguments: Any) -> Any:
        result = np.empty((), self.dtype)
        check(call(self._handle, *arguments, _memory(result)))
        return result[()]

    def sum(self) -> Any:
        """The sum of all elements, on all ranks. Collective."""
        return self._reduce(lib.ga_sum)

    def mean(self) -> Any:
        """The mean of all elements. Collective."""
        return self.sum() / self.size

    def dot(self, other: "Array") -> Any:
        """The sum of products of elements, without conjugation. Collective."""
        if not isinstance(other, Array):
            raise errors.ArgumentError("ashlar: dot() takes a global array")
        return self._reduce(lib.ga_dot, other._handle)

    def norm(self, kind: Any = "fro") -> float:
        """A norm: "fro" (default), "sum" and "max" of moduli of elements; 1 and np.inf of a matrix. Collective."""
        if kind not in NORMS:
            raise errors.ArgumentError(f"ashlar: no norm {kind!r}: one of {', '.join(map(repr, NORMS))}")
        result = ffi.new("double *")
        check(lib.ga_norm(self._handle, NORMS[kind], result))
        return result[0]

    def _select(self, op: int) -> Tuple[Any, Tuple[int, ...]]:
        value, index = np.empty((), self.dtype), _vector([0] * self.ndim)
        check(lib.ga_select(self._handle, op, _memory(value), index))
        return value[()], tuple(index)

    def min(self) -> Any:
        """The smallest element, of complex ones by modulus. Collective."""
        return self._select(lib.ASHLAR_MIN)[0]

    def max(self) -> Any:
        """The largest element, of complex ones by modulus. Collective."""
        return self._select(lib.ASHLAR_MAX)[0]

    def argmin(self) -> Tuple[int, ...]:
        """The index of the smallest element, a tuple; of several the first in Fortran's order. Collective."""
        return self._select(lib.ASHLAR_MIN)[1]

    def argmax(self) -> Tuple[int, ...]:
        """The index of the largest element, a tuple; of several the first in Fortran's order. Collective."""
        return self._select(lib.ASHLAR_MAX)[1]

    def diagonal(self) -> "Array":
        """The diagonal of a matrix, as a new vector. Collective."""
        made = empty((min(self.shape),), self.dtype, group=self.group)
        check(lib.ga_get_diagonal(self._handle, made._handle))
        return made

    def symmetrize(self) -> "Array":
        """a = (a + a.T) / 2. Collective."""
        return self._with(lib.ga_symmetrize)

    # ---- numpy and people ------------------------------------------------------------------------------------

    def __array__(self, dtype: Any = None) -> np.ndarray:
        """The whole array, if it has at most 1 MiB. One-sided. Larger ones: a[...] says that a copy is wanted."""
        if self.nbytes > SMALL:
            raise errors.ShapeError(
                f"ashlar: {self._called()} has {self.nbytes} bytes, more than numpy takes by itself ({SMALL}): a[...] reads it"
            )
        whole = self.get()
        return whole if dtype is None else whole.astype(dtype)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        raise errors.ArgumentError("ashlar: no loop over a global array: read a patch, or work on local()")

    def __bool__(self) -> bool:
        raise errors.ArgumentError("ashlar: a global array is neither true nor false")

    def __contains__(self, _: object) -> bool:
        raise errors.ArgumentError("ashlar: no search in a global array: read a patch, or work on local()")

    def __repr__(self) -> str:
        head = "ashlar.Array" + (f" '{self.name}'" if self.name else "")
        what = f"{' x '.join(map(str, self.shape))} {self.dtype}"
        if self._home is None:
            return f"<{head}, {what}, destroyed>"
        return f"<{head}, {what}, {_html.distribution(self)}>"

    def _repr_html_(self) -> str:
        return _html.drawing(self)


class Matrix(Array):
    """An array of two dimensions: with a short way to its patches, which falls back to that of all."""

    __slots__ = ("_rows", "_columns")

    def __init__(self, handle: int, dtype: np.dtype, group: Group, name: str):
        super().__init__(handle, dtype, group, name)
        self._rows, self._columns = self.shape

    def __getitem__(self, key: Any) -> Any:
        """As of `Array`."""
        try:
            rows, columns = key
            if type(key) is not tuple:
                pass
            elif type(rows) is _slice:
                i, end, j, last = rows.start, rows.stop, columns.start, columns.stop
                if 0 <= i < end <= self._rows and 0 <= j < last <= self._columns and rows.step is columns.step is None:
                    m = end - i
                    out = _empty((last - j, m), self.dtype)
                    if not _get(self._handle, i, end - 1, j, last - 1, _memory(out), m):
                        return out.T
            elif type(rows) is int and type(columns) is int:
                out = _empty((), self.dtype)
                if not _get(self._handle, rows, rows, columns, columns, _memory(out), 1):
                    return out[()]
        except (TypeError, ValueError, AttributeError):
            pass
        return Array.__getitem__(self, key)

    def get(self, key: Any = Ellipsis, out: Optional[np.ndarray] = None) -> Any:
        """As of `Array`."""
        try:
            rows, columns = key
            i, end, j, last = rows.start, rows.stop, columns.start, columns.stop
            m = end - i
            if (
                type(key) is tuple
                and out is not None
                and out.shape == (m, last - j)
                and out.dtype is self.dtype
                and 0 <= i < end <= self._rows
                and 0 <= j < last <= self._columns
                and rows.step is columns.step is None
                and not _get(self._handle, i, end - 1, j, last - 1, _memory(out.T, require_writable=True), m)
            ):
                return out
        except (TypeError, ValueError, AttributeError):
            pass
        return Array.get(self, key, out)

    def __setitem__(self, key: Any, value: Any) -> None:
        """As of `Array`."""
        if type(value) is float and type(key) is tuple and len(key) == 2 and self.dtype == _double:
            i, j = key
            if type(i) is int and type(j) is int and not _put(self._handle, i, i, j, j, _new("double *", value), 1):
                return
        Array.__setitem__(self, key, value)


def _array(handle: int, dtype: np.dtype, group: Group, name: str, ndim: int) -> Array:
    return (Matrix if ndim == 2 else Array)(handle, dtype, group, name)


class Transposed:
    """The transpose of a matrix: what `a.T` and `a.H` are. Nothing is moved.

    >>> a = array(np.arange(6.0).reshape(2, 3))
    >>> a.T[2, 0:2]
    array([2., 5.])
    >>> (a @ a.T).shape
    (2, 2)
    """

    __slots__ = ("base", "is_conjugate")
    __array_ufunc__ = None

    def __init__(self, base: Array, is_conjugate: bool):
        self.base = base
        self.is_conjugate = is_conjugate

    @property
    def shape(self) -> Tuple[int, ...]:
        """Rows and columns."""
        return self.base.shape[::-1]

    @property
    def dtype(self) -> np.dtype:
        """That of the matrix."""
        return self.base.dtype

    @property
    def T(self) -> Any:
        """The matrix."""
        return Transposed(self.base, False).array().H if self.is_conjugate else self.base

    def __getitem__(self, key: Any) -> Any:
        """A patch: a numpy array in C's order, as it is the transpose of one in Fortran's."""
        rows, columns = _keys.expand(key, 2)
        patch = np.transpose(self.base[columns, rows])
        return patch.conj() if self.is_conjugate else patch

    def array(self) -> Array:
        """The transpose as an array of its own. Collective."""
        spec = _like_spec(self.base)
        made = empty(self.shape, self.dtype, group=self.base.group, kind=spec)
        check(lib.ga_transpose(self.base._handle, made._handle))
        if self.is_conjugate and self.dtype.kind == "c":
            for _, view in made.local_blocks():
                np.conjugate(view, out=view)
            check(lib.ga_group_sync(made.group.handle))
        return made

    def __matmul__(self, other: Any) -> Array:
        from . import linalg

        return linalg.matmul(self, other)

    def __repr__(self) -> str:
        return f"<the {'conjugate ' if self.is_conjugate else ''}transpose of {self.base!r}>"


def _like_spec(a: Array) -> str:
    kind = a.kind
    return kind if kind in ("tiled", "scalapack", "block_cyclic") else "regular"


# ---- making arrays (collective over the group) -----------------------------------------------------------------


def _per_dimension(what: str, given: Any, ndim: int) -> List[int]:
    given = [given] * ndim if np.ndim(given) == 0 else list(given)
    if len(given) != ndim:
        raise errors.ShapeError(f"ashlar: {what} has {len(given)} numbers for {ndim} dimensions")
    try:
        return [operator.index(one) for one in given]
    except TypeError:
        raise errors.ArgumentError(f"ashlar: {what} is {given}, not integers") from None


def empty(
    shape: Union[int, Sequence[int]],
    dtype: Any = np.float64,
    *,
    kind: str = "regular",
    block: Any = None,
    grid: Any = None,
    cuts: Optional[Sequence[Sequence[int]]] = None,
    ranks: Optional[Sequence[int]] = None,
    ghosts: Any = None,
    periodic: Any = True,
    group: Optional[Group] = None,
    name: str = "",
) -> Array:
    """An array of undefined contents. Collective over the group. All others take the same arguments.

    shape     1 to 7 extents, at least 1
    dtype     int32, int64, float32, float64, complex64, complex128, or a record of plain fields
    kind      "regular": one block a rank; "irregular": between cuts; "tiled", "tiled_irregular", "block_cyclic",
              "scalapack": blocks dealt out to the ranks again and again (docs/distributions.md)
    block     extents of a block, one number for all dimensions or one for each; of "regular" the least wanted
    grid      ranks along each dimension; 0: chosen
    cuts      of the irregular kinds, for each dimension the first index of each block, 0 first
    ranks     the ranks of the group that may own blocks
    ghosts    the width of ghost cells, one number or one for each dimension; periodic: whether they wrap around
    group     whose ranks it is spread over; None: the default one
    name      for messages

    >>> zeros((8, 8), kind="tiled", block=(2, 2)).kind
    'tiled'
    """
    extents = [cast(int, shape)] if np.ndim(shape) == 0 else list(cast(Sequence[int], shape))
    ndim = len(extents)
    dtype, number = element_type(dtype)
    if not 1 <= ndim <= lib.ASHLAR_MAX_DIM:
        raise errors.ShapeError(f"ashlar: {ndim} dimensions: at least 1, at most {lib.ASHLAR_MAX_DIM}")
    if kind not in KINDS:
        raise errors.ArgumentError(f"ashlar: no kind {kind!r}: one of {', '.join(KINDS)}")
    text = ffi.new("char[]", name.encode())
    spec = ffi.new("ga_spec_t *")
    spec.type, spec.ndim, spec.kind, spec.name = number, ndim, KINDS[kind], text
    spec.group = handle_of(group)
    spec.dims[0:ndim] = _per_dimension("shape", extents, ndim)
    for what, field, given in (("block", spec.block, block), ("grid", spec.grid, grid), ("ghosts", spec.ghosts, ghosts)):
        if given is not None:
            field[0:ndim] = _per_dimension(what, given, ndim)
    spec.nonperiodic[0:ndim] = [int(not one) for one in _per_dimension("periodic", periodic, ndim)]
    kept = []
    if cuts is not None:
        if len(cuts) != ndim:
            raise errors.ShapeError(f"ashlar: cuts for {len(cuts)} of {ndim} dimensions")
        for d, one in enumerate(cuts):
            kept.append(_vector([operator.index(cut) for cut in one]))
            spec.cuts[d], spec.blocks[d] = kept[-1], len(one)
    elif "irregular" in kind:
        raise errors.ArgumentError(f"ashlar: kind {kind!r} needs cuts")
    if ranks is not None:
        kept.append(ffi.new("int[]", [operator.index(one) for one in ranks]))
        spec.ranks, spec.rank_count = kept[-1], len(ranks)
    made = ffi.new("ga_t *")
    check(lib.ga_create_spec(spec, made))
    return _array(made[0], dtype, _group_of(made[0], group), name, ndim)


def _group_of(handle: int, group: Optional[Group]) -> Group:
    if group is not None:
        return group
    found = ffi.new("ga_group_t *")
    check(lib.ga_inquire_group(handle, found))
    return world if found[0] == world.handle else Group.__new__(Group)._be(found[0])


def zeros(shape: Union[int, Sequence[int]], dtype: Any = np.float64, **where: Any) -> Array:
    """An array of zeros; arguments as of `empty()`. Collective."""
    return empty(shape, dtype, **where)._with(lib.ga_zero)


def full(shape: Union[int, Sequence[int]], value: Any, dtype: Any = None, **where: Any) -> Array:
    """An array of one number, of its dtype if none is given. Collective.

    >>> full((2, 2), 7).dtype == np.int64
    True
    """
    return empty(shape, np.asarray(value).dtype if dtype is None else dtype, **where).fill(value)


def ones(shape: Union[int, Sequence[int]], dtype: Any = np.float64, **where: Any) -> Array:
    """An array of ones. Collective."""
    return full(shape, 1, dtype, **where)


def random(
    shape: Union[int, Sequence[int]], dtype: Any = np.float64, *, seed: int = 1, bound: Any = 1, **where: Any
) -> Array:
    """Random numbers, uniform in [0, bound), of integers in 0..bound-1; the same on any number of ranks. Collective.

    >>> int(random(9, np.int64, bound=1).sum())
    0
    """
    made = empty(shape, dtype, **where)
    if not 0 <= operator.index(seed) < 1 << 64:
        raise errors.ArgumentError(f"ashlar: seed {seed} is not of 64 bits")
    return made._with(lib.ga_randomize, seed, made._element(bound))


def arange(stop: int, dtype: Any = np.int64, **where: Any) -> Array:
    """The vector 0, 1, ..., stop-1. Collective."""
    made = empty(stop, dtype, **where)
    return made._with(lib.ga_enumerate, made._element(0), made._element(1))


def eye(n: int, dtype: Any = np.float64, **where: Any) -> Array:
    """The identity of n x n. Collective."""
    made = zeros((n, n), dtype, **where)
    return made._with(lib.ga_shift_diagonal, made._element(1))


def array(x: Any, *, root: Optional[int] = None, dtype: Any = None, **where: Any) -> Array:
    """An array with the elements of a numpy array. Collective.

    root=None: all ranks have the same x, and each copies what it owns. root=r: x of rank r of the group is taken,
    that of others is not looked at; r writes all of it.

    >>> array([[1, 2], [3, 4]])[1, 0]
    3
    """
    group = where.get("group") or _default_group()
    if root is not None:
        if not 0 <= root < group.size:
            raise errors.RangeError(f"ashlar: root {root} in a group of {group.size} ranks")
        if group.rank == root:
            x = np.asarray(x, dtype)
        shape, kind = group.comm.bcast((x.shape, x.dtype) if group.rank == root else None, root)
    else:
        x = np.asarray(x, dtype)
        shape, kind = x.shape, x.dtype
    made = empty(shape, kind, **where)
    if root is None:
        for block in made.mine():
            made[block.slices] = x[block.slices]
    elif group.rank == root:
        made[...] = x
    check(lib.ga_group_sync(made.group.handle))
    return made


def _default_group() -> Group:
    found = ffi.new("ga_group_t *")
    check(lib.ga_group_get_default(found))
    return world if found[0] == world.handle else Group.__new__(Group)._be(found[0])


def empty_like(a: Array, dtype: Any = None, *, name: str = "") -> Array:
    """An array distributed as another one, of undefined contents. Collective over its group."""
    if not isinstance(a, Array):
        raise errors.ArgumentError(f"ashlar: like {type(a).__name__}, which is no global array")
    dtype, number = element_type(a.dtype if dtype is None else dtype)
    made = ffi.new("ga_t *")
    check(lib.ga_create_like(a._handle, number, name.encode(), made))
    return _array(made[0], dtype, a.group, name, a.ndim)


def zeros_like(a: Array, dtype: Any = None, *, name: str = "") -> Array:
    """An array of zeros, distributed as another one. Collective over its group."""
    return empty_like(a, dtype, name=name)._with(lib.ga_zero)


def full_like(a: Array, value: Any, dtype: Any = None, *, name: str = "") -> Array:
    """An array of one number, distributed as another one. Collective over its group."""
    return empty_like(a, dtype, name=name).fill(value)


# ---- operations on two arrays (collective) ---------------------------------------------------------------------


def copy(source: Array, target: Array) -> Array:
    """target = source, of the same shape and dtype, however the two are distributed. Collective."""
    for one in (source, target):
        if not isinstance(one, Array):
            raise errors.ArgumentError(f"ashlar: copy of {type(one).__name__}, which is no global array")
    check(lib.ga_copy(source._handle, target._handle))
    return target


def _of_two(call: Any, a: Array, b: Array) -> Array:
    if not isinstance(a, Array) or not isinstance(b, Array):
        raise errors.ArgumentError("ashlar: two global arrays are wanted")
    made = empty_like(a)
    check(call(a._handle, b._handle, made._handle))
    return made


def maximum(a: Array, b: Array) -> Array:
    """The larger of two arrays, element by element. Collective."""
    return _of_two(lib.ga_maximum, a, b)


def minimum(a: Array, b: Array) -> Array:
    """The smaller of two arrays, element by element. Collective."""
    return _of_two(lib.ga_minimum, a, b)


def fence() -> None:
    """Complete this rank's one-sided operations, nonblocking ones too: all ranks can see them. Not collective."""
    check(lib.ga_fence())


def wait_all() -> None:
    """Wait for all nonblocking transfers of this rank. Not collective."""
    check(lib.ga_wait_all())
    _objects._finish_transfers()


