"""Patches, lists of elements, atomics, memory in place, against numpy."""
import numpy as np
import pytest

import ashlar as ax

DTYPES = [np.int32, np.int64, np.float32, np.float64, np.complex64, np.complex128]
KINDS = [
    {},
    {"kind": "tiled", "block": 3},
    {"kind": "scalapack", "block": (2, 4)},
    {"kind": "block_cyclic", "block": (5, 3)},
    {"ghosts": 1},
    {"kind": "tiled_irregular", "cuts": [[0, 2, 7], [0, 1, 8]]},
]


def numbers(shape, dtype=np.float64):
    x = np.arange(np.prod(shape), dtype=np.float64).reshape(shape) + 1
    return (x - 0.5j * x if np.dtype(dtype).kind == "c" else x).astype(dtype)


@pytest.mark.parametrize("where", KINDS, ids=str)
@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.__name__)
def test_patches(dtype, where):
    x = numbers((11, 9), dtype)
    a = ax.array(x, **where)
    assert a.dtype == dtype and a.shape == (11, 9) and a.ndim == 2 and a.size == 99
    for key in [
        np.s_[...],
        np.s_[2:7, 3:9],
        np.s_[4, :],
        np.s_[:, -1],
        np.s_[3],
        np.s_[-3:, 2],
        np.s_[1:10:3, ::2],
        np.s_[5:5, :],
        np.s_[7:2, 1:3],
        np.s_[2:100, 0:1],
        np.s_[3, 4],
        np.s_[-1, -1],
        np.s_[..., 2],
        np.s_[np.int64(3), 1:3],
    ]:
        found = a[key]
        assert np.array_equal(found, x[key]) and np.shape(found) == np.shape(x[key]), key
        assert np.asarray(found).dtype == dtype
    assert np.array_equal(np.asarray(a), x)
    assert a[2:7, 3:9].flags.f_contiguous


@pytest.mark.parametrize("shape", [(7,), (3, 4, 5), (2, 3, 2, 3), (2, 1, 2, 1, 2, 1, 3)], ids=str)
def test_dimensions(shape):
    x = numbers(shape)
    a = ax.array(x)
    assert np.array_equal(a[...], x)
    key = (slice(0, 2),) + (slice(None),) * (len(shape) - 1)
    assert np.array_equal(a[key], x[key])
    assert np.array_equal(a[1], x[1])
    assert a[(1,) + (0,) * (len(shape) - 1)] == x[(1,) + (0,) * (len(shape) - 1)]
    ax.sync()
    if ax.rank() == ax.size() - 1:
        a[..., 1] = -x[..., 1]
    ax.sync()
    x[..., 1] *= -1
    assert np.array_equal(a[...], x)
    with pytest.raises(IndexError):
        a[(0,) * (len(shape) + 1)]


@pytest.mark.parametrize("where", KINDS, ids=str)
def test_writes(where):
    """Values of any order, of other dtypes and broadcast, by the rank whose turn it is."""
    a = ax.zeros((11, 9), **where)
    model = np.zeros((11, 9))
    c = numbers((11, 9))
    turns = [
        (np.s_[...], c),
        (np.s_[...], np.asfortranarray(2 * c)),
        (np.s_[2:5, 1:4], c[2:5, 1:4]),
        (np.s_[2:5, 1:4], np.asfortranarray(c)[4:7, 2:5]),
        (np.s_[1:10:3, ::2], c[1:10:3, ::2]),
        (np.s_[4], range(9)),
        (np.s_[:, 3], 7),
        (np.s_[0:2, 0:2], [[1, 2], [3, 4]]),
        (np.s_[5, 5], 2.5),
        (np.s_[-1, 0], np.float32(1.5)),
        (np.s_[6:2, :], 99),
        (np.s_[3:4, 2:3], [[-8]]),
    ]
    for turn, (key, value) in enumerate(turns):
        if turn % ax.size() == ax.rank():
            a[key] = value
        model[key] = value
        ax.sync()
        assert np.array_equal(a[...], model), key
        ax.sync()


def test_large_pieces():
    """A matrix of more than a piece in C's order goes in pieces, both ways."""
    n = 700  # 3.9 MB
    x = numbers((n, n))
    a = ax.empty((n, n))
    if ax.rank() == 0:
        a[...] = x
    ax.sync()
    out = np.zeros((n, n))
    assert a.get(out=out) is out and np.array_equal(out, x)
    part = np.zeros((n, 2 * n))[:, ::2]
    a.get(out=part)
    assert np.array_equal(part, x)
    f = np.zeros((n + 3, n), order="F")
    a.get(out=f[2 : n + 2])
    assert np.array_equal(f[2 : n + 2], x) and not f[:2].any() and not f[n + 2 :].any()
    vector = np.zeros(n)
    assert np.array_equal(a.get(np.s_[:, 3], out=vector), x[:, 3])
    with pytest.raises(ax.errors.ShapeError, match="a\\[...\\] reads it"):
        np.asarray(a)


def test_accumulates():
    a = ax.zeros((6, 5))
    a.acc(np.s_[1:4, :], np.ones((3, 5)), alpha=2)
    a.acc(np.s_[:, 2], 1)
    a.acc((np.array([0, 0, 5]), np.array([0, 0, 4])), [1, 1, 1], alpha=0.5)
    ax.sync()
    model = np.zeros((6, 5))
    model[1:4] += 2
    model[:, 2] += 1
    model[0, 0] += 1
    model[5, 4] += 0.5
    assert np.allclose(a[...], ax.size() * model)
    ax.sync()
    a.acc_op(np.s_[0, :], ax.rank() + 100.0, "max")
    ax.sync()
    assert (a[0, :] == 99.0 + ax.size()).all()


def test_lists():
    x = numbers((8, 9))
    a = ax.array(x)
    i, j = [0, 7, -1, 3], [8, 0, -9, 3]
    assert np.array_equal(a[i, j], x[i, j])
    i = np.array([[1, 2], [3, 4]])
    assert np.array_equal(a[i, 5], x[i, 5]) and a[i, 5].shape == (2, 2)
    ax.sync()
    if ax.rank() == 0:
        a[[1, 2], [3, 4]] = [-1, -2]
        a[np.array([], int), np.array([], int)] = []
    ax.sync()
    assert a[1, 3] == -1 and a[2, 4] == -2
    vector = ax.arange(10)
    assert list(vector[[9, 0, 4]]) == [9, 0, 4]


def test_atomics():
    a = ax.zeros((3, 4), np.int32)
    mine = [a.read_inc((2, 3)) for _ in range(10)]
    ax.sync()
    assert a[2, 3] == 10 * ax.size()
    everybody = sum(ax.world.comm.allgather(mine), [])
    assert sorted(everybody) == list(range(10 * ax.size()))
    if ax.rank() == 0:
        assert a.swap((0, 0), 5) == 0 and a.compare_swap((0, 0), 4, 9) == 5 and a.compare_swap((0, 0), 5, 9) == 5
        assert a[0, 0] == 9 and a.read_inc((-3, 0), -2) == 9


def test_nonblocking():
    x = np.asfortranarray(numbers((30, 20)))
    a = ax.zeros((30, 20))
    if ax.rank() == 0:
        first = a.put_nb(np.s_[0:15, :], x[0:15])
        second = a.put_nb(np.s_[15:, :], x[15:])
        while not first.test():
            pass
        second.wait()
    ax.sync()
    transfers = [a.get_nb(np.s_[:, j : j + 1]) for j in range(20)]
    assert all(np.array_equal(one.wait(), x[:, j : j + 1]) for j, one in enumerate(transfers))
    row = np.empty(20)
    assert a.get_nb(3, out=row).wait() is row and np.array_equal(row, x[3])
    for _ in range(5):  # dropped: their buffers live on until the sync
        a.get_nb()
    ax.sync()
    a.acc_nb(..., x, alpha=1).wait()
    ax.sync()
    assert np.allclose(a[...], (1 + ax.size()) * x)
    with pytest.raises(ax.errors.StrideError, match="asfortranarray"):
        a.put_nb(..., np.ascontiguousarray(x))


@pytest.mark.parametrize("where", KINDS, ids=str)
def test_memory(where):
    """Each rank writes its blocks in place; the blocks are those that blocks() names."""
    a = ax.empty((11, 9), **where)
    x = numbers((11, 9))
    for block, view in a.local_blocks():
        view[...] = x[block.slices]
        assert a.owner(block.lo) == ax.rank() == block.rank
    ax.sync()
    assert np.array_equal(a[...], x)
    ax.sync()
    assert sum((b.hi[0] - b.lo[0] + 1) * (b.hi[1] - b.lo[1] + 1) for b in a.blocks()) == 99
    if a.kind == "scalapack" or len(a.mine()) == 1:
        local = a.local()
        assert local.size == sum(view.size for _, view in a.local_blocks()) and local.base is not None
        if len(a.mine()) == 1:
            assert np.array_equal(local, x[a.mine()[0].slices])
        local += 1
        del local
    elif len(a.mine()) > 1:
        with pytest.raises(ax.errors.ShapeError):
            a.local()
    else:
        assert a.local().size == 0
    ax.sync()


def test_access():
    a = ax.zeros((8, 8))
    block = a.mine()[0]
    with a.access() as view:
        view += 2
        kept = view
    with pytest.raises(ValueError):
        kept[0, 0] = 3
    with a.access((block.lo[0], slice(block.lo[1], block.hi[1] + 1))) as row:
        row[...] = 5
    del view, kept, row
    ax.sync()
    assert (a[block.slices][0] == 5).all() and (a[block.slices][1:] == 2).all()
    if ax.size() > 1:
        with pytest.raises(ax.errors.RemoteError):
            with a.access(...):
                pass


def test_read_only():
    a = ax.full((8, 8), 3)
    a.set_read_only()
    assert a.read_only and "read-only" in repr(a)
    view = a.local()
    with pytest.raises(ValueError):
        view[0, 0] = 1
    with pytest.raises(ax.errors.StateError):
        a[0, 0] = 1
    assert (a[...] == 3).all()
    del view
    a.set_read_only(False)
    a.local()[...] = 4
    ax.sync()
    assert (a[...] == 4).all()


def test_ghosts():
    x = numbers((12, 12))
    a = ax.array(x, ghosts=(1, 2), periodic=(True, False))
    with_ghosts = a.local(ghosts=True)
    with_ghosts[:, :2] = with_ghosts[:, -2:] = -7
    ax.sync()
    a.update_ghosts(corners=True)
    block = a.mine()[0]
    rows = np.arange(block.lo[0] - 1, block.hi[0] + 2) % 12
    for k, column in enumerate(range(block.lo[1] - 2, block.hi[1] + 3)):
        if 0 <= column < 12:
            assert np.array_equal(with_ghosts[:, k], x[rows, column])
        else:
            assert (with_ghosts[1:-1, k] == -7).all()
    del with_ghosts


def test_records():
    kind = np.dtype([("charge", np.int32), ("at", np.float64, 3)], align=True)
    a = ax.empty(5, kind)
    x = np.zeros(5, kind)
    x["charge"], x["at"] = range(5), np.arange(15.0).reshape(5, 3)
    if ax.rank() == 0:
        a[...] = x
    ax.sync()
    assert (a[...] == x).all() and (a[[4, 1]]["charge"] == [4, 1]).all() and a[2]["at"][1] == 7
    with pytest.raises(TypeError):
        a.sum()


def test_from_root():
    root = ax.size() - 1
    x = numbers((4, 6), np.float32) if ax.rank() == root else None
    a = ax.array(x, root=root, kind="tiled", block=2)
    assert a.dtype == np.float32 and np.array_equal(a[...], numbers((4, 6)))


def test_random():
    a = ax.random((9, 8), seed=3)
    b = ax.random((9, 8), seed=3, kind="tiled", block=2)
    x = a[...]
    assert np.array_equal(x, b[...]) and 0 <= x.min() and x.max() < 1 and x.std() > 0.1
    assert set(ax.random(100, np.int64, bound=3)[...]) == {0, 1, 2}
    assert np.array_equal(ax.eye(4)[...], np.eye(4))


def test_shown():
    a = ax.zeros((8, 8), kind="tiled", block=2, name="fock")
    assert repr(a) == f"<ashlar.Array 'fock', 8 x 8 float64, tiled in blocks of 2 x 2, 16 blocks, on {ax.size()} rank" + (
        "s>" if ax.size() > 1 else ">"
    )
    page = a._repr_html_()
    assert page.count("<rect") == 16 and "fock" in page and f">{ax.size() - 1}</text>" in page
    a.destroy()
    assert "destroyed" in repr(a) and "destroyed" in a._repr_html_()
    assert "2 x 3" in repr(ax.zeros((2, 3)).T) and ax.zeros(3)._repr_html_().count("<rect") == min(3, ax.size())
