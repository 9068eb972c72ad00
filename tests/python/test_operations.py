"""Operators, reductions, linear algebra, groups, tasks, bundles, coarrays and sparse matrices, against numpy."""
import os
import tempfile

import numpy as np
import pytest

import ashlar as ax

DTYPES = [np.float32, np.float64, np.complex64, np.complex128]
WHERE = [{}, {"kind": "scalapack", "block": 4}]


def matrix(m, n, dtype, seed=0):
    random = np.random.default_rng(seed)
    x = random.standard_normal((m, n))
    return (x + 1j * random.standard_normal((m, n)) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def close(found, expected, dtype=np.float64):
    is_single = np.dtype(dtype) in (np.float32, np.complex64)
    return np.allclose(found, expected, rtol=1e-4 if is_single else 1e-11, atol=5e-3 if is_single else 1e-9)


@pytest.mark.parametrize("dtype", [np.int32, np.int64] + DTYPES, ids=lambda dtype: dtype.__name__)
def test_operators(dtype):
    x = (matrix(7, 5, np.float64) * 10).astype(dtype) + dtype(20)
    y = (matrix(7, 5, np.float64, 1) * 3).astype(dtype) + dtype(11)
    a, b = ax.array(x), ax.array(y, kind="tiled", block=2)
    assert close((a + b)[...], x + y, dtype) and close((a - b)[...], x - y, dtype)
    assert close((a * b)[...], x * y, dtype) and close((-a)[...], -x, dtype)
    assert close((a + 2)[...], x + 2, dtype) and close((2 + a)[...], x + 2, dtype)
    assert close((a - 2)[...], x - 2, dtype) and close((2 - a)[...], 2 - x, dtype)
    assert close((a * 3)[...], x * 3, dtype) and close((3 * a)[...], x * 3, dtype)
    assert close(abs(-a)[...], abs(x), dtype)
    if np.dtype(dtype).kind == "i":
        assert np.array_equal((a / b)[...], np.trunc(x / y).astype(dtype))
        for act in (lambda: a * 0.5, lambda: a + 1.5, lambda: a / 2):
            with pytest.raises(TypeError):
                act()
    else:
        assert close((a / b)[...], x / y, dtype) and close((a / 4)[...], x / 4, dtype)
        assert close((4 / a)[...], 4 / x, dtype) and close((np.float32(2) * a)[...], 2 * x, dtype)
    kept = a
    a += b
    a -= 1
    a *= 2
    assert a is kept and close(a[...], (x + y - 1) * 2, dtype)
    a *= b
    assert close(a[...], (x + y - 1) * 2 * y, np.float32 if np.dtype(dtype) == np.complex64 else dtype)
    if np.dtype(dtype).kind != "i":
        a /= b
        a /= 2
        assert close(a[...], x + y - 1, dtype)
    if np.dtype(dtype).kind != "c":
        assert close(ax.maximum(b, ax.full_like(b, 11))[...], np.maximum(y, 11), dtype)
        assert close(ax.minimum(b, ax.full_like(b, 11))[...], np.minimum(y, 11), dtype)


def test_numpy_is_refused():
    a, x = ax.zeros((3, 3)), np.zeros((3, 3))
    for act in (lambda: a + x, lambda: x + a, lambda: a * x, lambda: x @ a, lambda: a @ x, lambda: a.T @ x):
        with pytest.raises(ValueError, match="global"):
            act()


@pytest.mark.parametrize("dtype", [np.int64] + DTYPES, ids=lambda dtype: dtype.__name__)
def test_reductions(dtype):
    x = (matrix(7, 5, dtype) * 10).astype(dtype)
    a = ax.array(x)
    assert close(a.sum(), x.sum(), dtype) and isinstance(a.sum(), dtype)
    assert close(a.dot(a), (x * x).sum(), np.float32) and close(a.mean(), x.mean(), dtype)
    assert close(a.norm(), np.linalg.norm(x), dtype) and close(a.norm("max"), abs(x).max(), dtype)
    assert close(a.norm(1), abs(x).sum(0).max(), dtype) and close(a.norm(np.inf), abs(x).sum(1).max(), dtype)
    least, largest = np.argmin(abs(x)), np.argmax(abs(x))
    if np.dtype(dtype).kind != "c":
        least, largest = np.argmin(x), np.argmax(x)
        assert a.min() == x.min() and a.max() == x.max()
    assert x[a.argmin()] == x.flat[least] and x[a.argmax()] == x.flat[largest]
    assert close(a.diagonal()[...], np.diagonal(x), dtype)
    if np.dtype(dtype).kind != "i":
        assert close(ax.array(x[:5]).symmetrize()[...] * 2, x[:5] + x[:5].T, dtype)


@pytest.mark.parametrize("where", WHERE, ids=str)
@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)
def test_products(dtype, where):
    x, y = matrix(9, 6, dtype), matrix(6, 7, dtype, 1)
    a, b = ax.array(x, **where), ax.array(y, **where)
    assert close((a @ b)[...], x @ y, dtype)
    assert close((a.T @ a)[...], x.T @ x, dtype) and close((a @ a.H)[...], x @ x.conj().T, dtype)
    assert close((b.T @ a.T)[...], (x @ y).T, dtype) and close((a.H @ a)[...], x.conj().T @ x, dtype)
    out = ax.ones((9, 7), dtype)
    assert ax.linalg.matmul(a, b, out, alpha=2, beta=3) is out and close(out[...], 2 * x @ y + 3, dtype)
    assert close(a.T[1:3, 2:5], x.T[1:3, 2:5], dtype) and close(a.H[2, 3], x.conj()[3, 2], dtype)
    assert close(a.T.array()[...], x.T, dtype) and close(a.H.array()[...], x.conj().T, dtype)
    assert a.T.T is a and close(a.H.T[...], x.conj(), dtype)
    vector = ax.array(x[:, 0])
    assert close(vector @ vector, x[:, 0] @ x[:, 0], dtype)
    with pytest.raises(ax.errors.ShapeError):
        a @ a


@pytest.mark.parametrize("where", WHERE, ids=str)
@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)
def test_linalg(dtype, where):
    n = 10
    x = matrix(n, n, dtype) + 4 * np.eye(n, dtype=dtype)
    h = (x @ x.conj().T).astype(dtype)
    a, p = ax.array(x, **where), ax.array(h, **where)
    y = matrix(n, 3, dtype, 1)
    b = ax.array(y, **where)
    assert close(x @ ax.linalg.solve(a, b)[...], y, dtype)
    assert close(h @ ax.linalg.solve(p, b, positive=True)[...], y, dtype)
    assert close(x @ ax.linalg.solve(a, b, mixed=True)[...], y, dtype)
    assert close(h @ ax.linalg.solve(p, b, positive=True, mixed=True)[...], y, dtype)
    low = ax.linalg.cholesky(p)[...]
    assert close(low @ low.conj().T, h, dtype) and close(np.triu(low, 1), 0, dtype)
    w, z = ax.linalg.eigh(p)
    assert close(h @ z[...], z[...] * w, np.float32 if x.dtype == np.complex64 else dtype) and w.dtype == x.real.dtype
    assert ax.linalg.eigh(p, vectors=False).eigenvectors is None
    w, z = ax.linalg.eigh(p, ax.eye(n, dtype))
    assert close(h @ z[...], z[...] * w, dtype)
    wide = ax.array(matrix(5, n, dtype, 2), **where)
    u, s, vh = ax.linalg.svd(wide)
    assert u.shape == (5, 5) and vh.shape == (5, n) and close((u[...] * s) @ vh[...], wide[...], dtype)
    assert close(ax.linalg.svd(wide, vectors=False).s, s, dtype)
    tall = matrix(n, 4, dtype, 3)
    assert close(ax.linalg.lstsq(ax.array(tall, **where), b)[...], np.linalg.lstsq(tall, y, rcond=None)[0], dtype)
    assert close(ax.linalg.inv(a)[...] @ x, np.eye(n), dtype)
    assert close(ax.linalg.pinv(ax.array(tall, **where))[...] @ tall, np.eye(4), dtype)
    root = ax.linalg.sqrtm(p)[...]
    assert close(root @ root, h, dtype) and close(ax.linalg.inverse_sqrtm(p)[...] @ root, np.eye(n), dtype)
    assert close(ax.linalg.expm(ax.zeros((n, n), dtype))[...], np.eye(n), dtype)
    q, r = ax.linalg.qr(ax.array(tall, **where))
    assert close(q[...] @ r[...], tall, dtype) and close(q[...].conj().T @ q[...], np.eye(4), dtype)
    assert np.isclose(ax.linalg.det(a), np.linalg.det(x), rtol=1e-3)
    factor = ax.linalg.Factor(a)
    assert close(x.T @ factor.solve(b, "t")[...], y, dtype) and 0 < factor.rcond() < 1
    assert close(h @ ax.linalg.Factor(p, positive=True).solve(b)[...], y, dtype)
    singular = ax.zeros((n, n), dtype)
    for act in (lambda: ax.linalg.solve(singular, b), lambda: ax.linalg.cholesky(singular)):
        with pytest.raises(ax.errors.NumericError):
            act()


def test_groups():
    world = ax.world
    assert world.size == ax.size() and world.rank == ax.rank() and world.comm.size == ax.size()
    half = world.split(ax.rank() % 2, key=-ax.rank())
    assert half.world_rank(half.rank) == ax.rank() and half.comm.size == half.size
    a = ax.full(6, ax.rank() % 2, group=half)
    assert a.sum() == 6 * (ax.rank() % 2) and a.group is half
    with half:
        b = ax.ones((2, 2))
        assert b.group == half and (b @ b)[0, 0] == 2
    assert ax.zeros(2).group == world
    only = ax.Group([ax.rank()])
    assert only.size == 1 and ax.array([3, 4], group=only)[1] == 4
    none = world.split(-1)
    assert none is None
    del a, b
    half.destroy()
    only.sync()
    only.destroy()


def test_tasks():
    for options in ({}, {"cost": np.arange(50.0)[::-1], "order": "large_first"}, {"order": "stratified", "chunk": 3}):
        pool = ax.tasks(50, **options)
        for _ in range(3):
            mine = list(pool)
            assert pool.taken == len(mine)
            assert sorted(sum(ax.world.comm.allgather(mine), [])) == list(range(50))
            pool.reset()
    assert list(ax.tasks(0)) == []


def test_bundles():
    n = 40
    x = ax.array(np.arange(n) * 10)
    y = ax.zeros((6, 5))
    bundle = ax.Bundle()
    in_x, in_y = bundle.add(x), bundle.add(y, "sum")
    index = (np.arange(15) * 7 + ax.rank()) % n
    slots = in_x.request(index)
    in_y.write([[1, 2]], [1.0])
    in_y.accumulate([[3, 4], [3, 4]], 2.0)
    where = in_y.request([[1, 2]])
    bundle.exchange()
    assert np.array_equal(in_x[slots], index * 10) and in_x[slots.reshape(3, 5)].shape == (3, 5)
    assert in_y[where] == [ax.size()] and y[3, 4] == 4 * ax.size()
    ax.sync()
    if ax.rank() == 0:
        x[...] = np.arange(n) * 20
    ax.sync()
    bundle.freeze()
    bundle.exchange_begin()
    bundle.exchange_end()
    assert np.array_equal(in_x[slots], index * 20)
    with pytest.raises(ax.errors.StateError):
        in_x.request([0, 1])
    with pytest.raises(ax.errors.RangeError):
        in_x[[1000]]
    bundle.clear()
    for act in (lambda: in_x.request([n]), lambda: in_x.write([-1], 3)):
        with pytest.raises(ax.errors.RangeError):
            act()
    with pytest.raises(ax.errors.ShapeError):
        in_y.request([1, 2])
    with pytest.raises(TypeError):
        in_x.write([0], [1.5])


def test_coarrays():
    me, n = ax.rank(), ax.size()
    x = ax.Coarray((3, 4), np.int64)
    x.local[...] = 100 * me + np.arange(12).reshape(3, 4)
    x.sync()
    right = (me + 1) % n
    model = 100 * right + np.arange(12).reshape(3, 4)
    for key in (np.s_[...], np.s_[1], np.s_[1:, ::2], np.s_[2, 3], np.s_[:, -1], np.s_[2:1]):
        assert np.array_equal(x[right][key], model[key])
    x.sync()
    x[right][0] = [[me, me, me, me]]
    x[0].acc(np.s_[2, 1:3], [1, 1])
    ax.sync_images([right, (me - 1) % n])
    assert (x.local[0] == (me - 1) % n).all()
    x.sync()
    assert x[0][2, 1] == 9 + n
    assert 0 <= x[0].atomic((1, 1), 1) - 5 < n and x[me].shape == (3, 4) and len(x) == n and x.image == me
    x.sync()
    assert x[0].compare_swap((1, 1), -1, 3) == 5 + n
    events = ax.Coarray(2, np.int64)
    events[right].post(1)
    events.wait(1)
    assert events.posted(1) == 0
    uneven = ax.Coarray(me + 1)
    assert uneven[right].shape == (right + 1,) and uneven.local.shape == (me + 1,)
    records = ax.Coarray(2, np.dtype([("a", "i4"), ("b", "f8")]))
    records.local["b"] = me
    records.sync()
    assert records[right][1]["b"] == right
    for act in (lambda: x[n], lambda: x[-1], lambda: x[me][3, 0], lambda: x[me][0, 0, 0]):
        with pytest.raises(IndexError):
            act()
    with pytest.raises(TypeError):
        x[me][0, 0] = 1.5
    with pytest.raises(ax.errors.ShapeError):
        x[me][0] = [1, 2]
    x.sync()


def test_sparse():
    n = 12
    model = np.zeros((n, n))
    s = ax.Sparse((n, n), name="laplace")
    for i in range(n):
        model[i, i] = 2
        for j in (i - 1, i + 1):
            if 0 <= j < n:
                model[i, j] = -1
    i, j = np.nonzero(model)
    mine = slice(ax.rank(), None, ax.size())
    s.add(i[mine], j[mine], model[i, j][mine])
    with pytest.raises(ax.errors.StateError):
        s.T
    s.assemble()
    assert s.stored == len(i) and s.shape == (n, n) and s.dtype == np.float64
    x = ax.array(np.arange(float(n)))
    assert np.allclose((s @ x)[...], model @ np.arange(n))
    assert np.allclose((s @ ax.array(model))[...], model @ model)
    assert np.allclose((s @ s).toarray()[...], model @ model) and np.allclose(s.T.toarray()[...], model.T)
    begin, column, values = s.get(slice(2, 5))
    assert list(begin) == [0, 3, 6, 9] and list(column[:3]) == [1, 2, 3] and list(values[:3]) == [-1, 2, -1]
    assert s.get(slice(5, 5))[0][0] == 0
    assert np.allclose(s.diagonal()[...], 2) and np.isclose(s.norm(), np.linalg.norm(model)) and s.norm("M") == 2
    t = s.copy().scale(3)
    assert np.allclose(t.toarray()[...], 3 * model) and ax.Sparse.from_dense(ax.array(model)).stored == len(i)
    folder = tempfile.TemporaryDirectory() if ax.rank() == 0 else None
    path = ax.world.comm.bcast(folder and os.path.join(folder.name, "m.mtx"))
    s.write(path)
    assert np.allclose(ax.Sparse.read(path).toarray()[...], model)
    if folder:
        folder.cleanup()
    assert "laplace" not in repr(s) and "34 elements" in repr(s)
    for act, kind in [
        (lambda: s.add(n, 0, 1.0), ax.errors.RangeError),
        (lambda: s.add([1, 2], [1], [1, 2, 3]), ax.errors.ShapeError),
        (lambda: s.add(0, 0, 1j), TypeError),
        (lambda: s.add(0.5, 0, 1), ValueError),
        (lambda: s @ np.zeros(n), ValueError),
        (lambda: s @ ax.zeros(n + 1), ax.errors.ShapeError),
        (lambda: s.norm("Q"), ValueError),
        (lambda: s.get(3), ValueError),
        (lambda: ax.Sparse((3, 3, 3)), ax.errors.ShapeError),
        (lambda: ax.Sparse((3, 3), rule="perhaps"), ValueError),
        (lambda: ax.Sparse.read("/nonexistent"), OSError),
    ]:
        with pytest.raises(kind):
            act()


def test_version():
    assert ax.__version__ == os.environ["ASHLAR_TEST_VERSION"]
