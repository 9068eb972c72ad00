"""Linear algebra on matrices: global arrays of two dimensions and of float32, float64, complex64 or complex128.

All calls are collective. Solvers work in the layout of ScaLAPACK: arrays of kind "scalapack" are used in place, others
are copied. NumericError says that a matrix does not allow what is asked for.

>>> import ashlar as ax
>>> a = ax.array([[4.0, 1.0], [1.0, 3.0]])
>>> b = ax.array([[1.0], [2.0]])
>>> x = ax.linalg.solve(a, b)
>>> np.round(x[...].ravel(), 6)
array([0.090909, 0.636364])
"""
from __future__ import annotations

from typing import Any, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _objects, errors
from ._library import NULL, check, ffi, lib, real_of
from .arrays import Array, Transposed, empty, empty_like, zeros

Matrix = Union[Array, Transposed]


def _plain(*given: Any) -> None:
    for one in given:
        if not isinstance(one, Array):
            hint = ": .array() makes it one" if isinstance(one, Transposed) else ""
            raise errors.ArgumentError(f"ashlar.linalg: {type(one).__name__} instead of a global array{hint}")
        if one.ndim != 2:
            raise errors.ShapeError(f"ashlar.linalg: {one._called()} has {one.ndim} dimensions, a matrix has 2")


def _operand(one: Any) -> Tuple[bytes, Array]:
    if isinstance(one, Transposed):
        return (b"c" if one.is_conjugate else b"t"), one.base
    _plain(one)
    return b"n", one


def matmul(a: Matrix, b: Matrix, out: Optional[Array] = None, *, alpha: Any = 1, beta: Any = 0) -> Array:
    """alpha * a @ b + beta * out, into `out`, or a new array; a [m, k], b [k, n], out [m, n].

    a and b may be transposes: a.T @ b moves no transpose.
    """
    op_a, x = _operand(a)
    op_b, y = _operand(b)
    if out is None:
        if a.shape[1] != b.shape[0]:
            raise errors.ShapeError(f"ashlar: shapes {a.shape} and {b.shape} do not conform for @")
        out = empty((a.shape[0], b.shape[1]), x.dtype, group=x.group)
        beta = 0
    else:
        _plain(out)
    check(lib.la_gemm(op_a, op_b, x._element(alpha), x._handle, y._handle, x._element(beta), out._handle))
    return out


def solve(a: Array, b: Array, *, positive: bool = False, mixed: bool = False) -> Array:
    """x of a @ x = b; a [n, n], b and x [n, k], as many right-hand sides as b has columns.

    positive=True: a is symmetric or Hermitian positive definite; its lower triangle is read. mixed=True: factors in
    single precision, and refinement to double.
    """
    _plain(a, b)
    x = b.copy()
    if mixed:
        call = lib.la_cholesky_solve_mixed if positive else lib.la_solve_mixed
        check(call(a._handle, x._handle, ffi.new("int *")))
    else:
        check((lib.la_cholesky_solve if positive else lib.la_solve)(a._handle, x._handle))
    return x


def cholesky(a: Array) -> Array:
    """The lower factor l of a = l @ l.H, with zeros above; the lower triangle of a [n, n] is read."""
    _plain(a)
    made = a.copy()
    check(lib.la_cholesky(made._handle))
    return made


class Eigen(NamedTuple):
    """Eigenvalues, ascending, a numpy array [n] on all ranks; eigenvectors, column k that of value k, [n, n]."""

    eigenvalues: np.ndarray
    eigenvectors: Optional[Array]


def eigh(a: Array, b: Optional[Array] = None, *, vectors: bool = True) -> Eigen:
    """Eigenvalues and vectors of a @ z = z * w, or of a @ z = b @ z * w with b positive definite.

    The lower triangles of a and b [n, n], symmetric or Hermitian, are read.
    """
    _plain(a, *([] if b is None else [b]))
    values = np.empty(a.shape[0], real_of(a.dtype))
    z = empty_like(a) if vectors else None
    number = z._handle if z is not None else 0
    if b is None:
        check(lib.la_eigen(a._handle, ffi.from_buffer(values), number))
    else:
        check(lib.la_eigen_general(a._handle, b._handle, ffi.from_buffer(values), number))
    return Eigen(values, z)


class SVD(NamedTuple):
    """u [m, k], s [k] (a numpy array on all ranks, descending) and vh [k, n], where k = min(m, n)."""

    u: Optional[Array]
    s: np.ndarray
    vh: Optional[Array]


def svd(a: Array, *, vectors: bool = True) -> SVD:
    """Singular values and vectors: a = u @ diag(s) @ vh; a [m, n]."""
    _plain(a)
    m, n = a.shape
    k = min(m, n)
    s = np.empty(k, real_of(a.dtype))
    u = empty((m, k), a.dtype, group=a.group) if vectors else None
    vh = empty((k, n), a.dtype, group=a.group) if vectors else None
    numbers = [one._handle if one is not None else 0 for one in (u, vh)]
    check(lib.la_svd(a._handle, ffi.from_buffer(s), *numbers))
    return SVD(u, s, vh)


def lstsq(a: Array, b: Array) -> Array:
    """The x that makes the columns of a @ x - b least; a [m, n] of full rank, b [m, k], x [n, k]."""
    _plain(a, b)
    x = empty((a.shape[1], b.shape[1]), a.dtype, group=a.group)
    check(lib.la_least_squares(a._handle, b._handle, x._handle))
    return x


def _function(call: Any, a: Array, *arguments: Any) -> Array:
    _plain(a)
    made = empty_like(a)
    check(call(a._handle, *arguments, made._handle))
    return made


def inv(a: Array) -> Array:
    """The inverse of a [n, n]."""
    return _function(lib.la_inverse, a)


def expm(a: Array) -> Array:
    """The exponential of a [n, n]."""
    return _function(lib.la_expm, a)


def sqrtm(a: Array) -> Array:
    """The root of a symmetric or Hermitian positive semidefinite matrix [n, n]."""
    return _function(lib.la_sqrt, a)


def inverse_sqrtm(a: Array) -> Array:
    """The inverse of the root of a positive definite matrix [n, n]: Loewdin's orthogonalisation."""
    return _function(lib.la_inverse_sqrt, a, NULL)


def pinv(a: Array) -> Array:
    """The inverse of Moore and Penrose, [n, m] of a [m, n]."""
    _plain(a)
    made = empty(a.shape[::-1], a.dtype, group=a.group)
    check(lib.la_pinv(a._handle, NULL, made._handle, NULL))
    return made


class Factor(_objects.Owned):
    """LU factors of a square matrix, or the Cholesky factor of a positive definite one, for many uses.

    >>> import ashlar as ax
    >>> f = Factor(ax.array([[2.0, 1.0], [1.0, 3.0]]))
    >>> round(f.det(), 6)
    5.0
    """

    __slots__ = ("dtype", "shape", "group")
    _noun = "the factor"

    def __init__(self, a: Array, *, positive: bool = False):
        _plain(a)
        made = ffi.new("la_factor_t *")
        check((lib.la_factor_cholesky if positive else lib.la_factor_lu)(a._handle, made))
        super().__init__(_objects.home_of(a.group.handle), lib.la_factor_free, made[0])
        self.dtype, self.shape, self.group = a.dtype, a.shape, a.group

    def solve(self, b: Array, trans: str = "n") -> Array:
        """x of op(a) @ x = b; b and x [n, k]; trans "n": a, "t": its transpose, "c": the conjugate of that."""
        self._alive()
        _plain(b)
        if trans not in ("n", "t", "c"):
            raise errors.ArgumentError(f"ashlar.linalg: trans {trans!r} is none of 'n', 't', 'c'")
        x = b.copy()
        check(lib.la_factor_solve(self._handle, trans.encode(), x._handle))
        return x

    def slogdet(self) -> Tuple[Any, float]:
        """The sign, or phase, of the determinant, and the logarithm of its modulus."""
        self._alive()
        phase, log = np.empty((), self.dtype), ffi.new("double *")
        check(lib.la_factor_log_determinant(self._handle, ffi.from_buffer(phase), log))
        return phase[()], log[0]

    def det(self) -> Any:
        """The determinant."""
        phase, log = self.slogdet()
        return phase * np.exp(log)

    def rcond(self) -> float:
        """An estimate of the reciprocal of the condition number, in the 1-norm."""
        self._alive()
        found = ffi.new("double *")
        check(lib.la_factor_condition(self._handle, found))
        return found[0]

    def __repr__(self) -> str:
        return f"<ashlar.linalg.Factor, {self.shape[0]} x {self.shape[1]} {self.dtype}>"


def slogdet(a: Array) -> Tuple[Any, float]:
    """The sign, or phase, of the determinant of a [n, n], and the logarithm of its modulus."""
    factor = Factor(a)
    found = factor.slogdet()
    factor.destroy()
    return found


def det(a: Array) -> Any:
    """The determinant of a [n, n]."""
    phase, log = slogdet(a)
    return phase * np.exp(log)


def qr(a: Array) -> Tuple[Array, Array]:
    """q [m, k] and r [k, n] of a = q @ r, where k = min(m, n); r is upper triangular."""
    _plain(a)
    m, n = a.shape
    factor = ffi.new("la_factor_t *")
    check(lib.la_factor_qr(a._handle, factor))
    try:
        q = zeros((m, min(m, n)), a.dtype, group=a.group)
        r = zeros((min(m, n), n), a.dtype, group=a.group)
        check(lib.la_qr_form_q(factor[0], q._handle))
        check(lib.la_qr_form_r(factor[0], r._handle))
    finally:
        check(lib.la_factor_free(factor[0]))
    return q, r
